"""The pass ``split``: wide LDS loads whose four neighbours collide are loaded in halves, others stay whole."""

from __future__ import annotations

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.approval import approve
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain
from isaopt.transform.pair.pair import Pair
from isaopt.transform.split import Split
from isaopt.transform.wide_loads import kept_whole, valu_of_blocks
from tests.kernels import ARGUMENTS, LDS, kernel_file
from tests.transform.stages import built_stages


def kernel(arch: str, sums: list[str], load: str = "ds_load_b128 v[4:7], v1", stores: bool = True) -> Module:
    """A loop that loads four neighbours from LDS, computes, and stores what it computed."""
    gfx12 = arch.startswith("gfx12")
    wait = "s_wait_dscnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)"
    written = [int(line.split(",")[0].split(" v")[1]) for line in sums]
    kept = [f"ds_store_b32 v1, v{v} offset:{1024 + 4 * i}" for i, v in enumerate(written) if stores]
    lines = ["v_lshlrev_b32_e32 v1, 4, v0", "s_mov_b32 s4, 0", ".LOOP:", load, "s_add_i32 s4, s4, 1", wait]
    lines += [*sums, *kept, "v_add_nc_u32_e32 v1, 64, v1", "s_cmp_lg_u32 s4, 8", "s_cbranch_scc1 .LOOP"]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, arch=arch, vgprs=16))


def product(arch: str, address: str = "v_and_b32_e32 v1, 0x3e0, v0") -> Module:
    """Two rows of four steps each times four columns, all in tuples of four.

    As the steps go through the banks of a row's tuple, the columns' and the results' tuples cannot evade them: some
    dual instruction has three registers in one bank.  All lanes of a wave read the same, unless ``address`` says else.
    """
    gfx12 = arch.startswith("gfx12")
    lines = [address, "s_mov_b32 s4, 0"]
    lines += [f"v_mov_b32_e32 v{29 + i}, 0" for i in range(8)]
    lines += [".LOOP:", "ds_load_b128 v[4:7], v1", "ds_load_b128 v[9:12], v1 offset:16"]
    lines += [f"ds_load_b128 v[{13 + 4 * k}:{16 + 4 * k}], v1 offset:{32 + 16 * k}" for k in range(4)]
    lines += ["s_add_i32 s4, s4, 1", "s_wait_dscnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)"]
    for k in range(4):
        for n, m in ((0, 1), (1, 0), (2, 3), (3, 2)):
            one = f"v_dual_fmac_f32 v{29 + n}, v{4 + k}, v{13 + 4 * k + n}"
            lines.append(f"{one} :: v_dual_fmac_f32 v{33 + m}, v{9 + k}, v{13 + 4 * k + m}")
    lines += ["v_add_nc_u32_e32 v1, 64, v1", "s_cmp_lg_u32 s4, 8", "s_cbranch_scc1 .LOOP"]
    lines += ["v_lshlrev_b32_e32 v1, 4, v0"]
    lines += ["ds_store_b128 v1, v[29:32]", "ds_store_b128 v1, v[33:36] offset:16"]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, arch=arch, vgprs=37))


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_tuples_that_collide_whatever_their_banks_are_split(arch: str) -> None:
    module = product(arch)
    result = Split().apply(module, module.kernels[0])
    assert result.changed
    before, after = (kernel_metrics(m, m.kernels[0]) for m in (module, result.module))
    assert after.bank_conflicts_by_model["gather2"] < before.bank_conflicts_by_model["gather2"]
    assert after.loops[0].bank_conflicts == 0
    loads = result.module.text().count("ds_load_b64")
    assert loads > 0
    # What need not be split is whole, and says so.
    assert result.module.text().count("ds_load_b128") + loads // 2 == 6
    assert len(result.declined) == result.module.text().count("ds_load_b128")
    assert {d.code for d in result.declined} <= {"banks-fit"}
    assert approve(module, result.module, module.kernels[0], (), built_stages(module, result)).verdict == "proved"
    assemble(result.module.text(), arch, path="k.s", toolchain=find_toolchain(arch))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_what_has_no_conflicts_stays(arch: str) -> None:
    module = kernel(arch, [f"v_add_f32_e32 v{8 + k % 6}, v4, v5" for k in range(15)], stores=False)
    result = Split().apply(module, module.kernels[0])
    assert not result.changed
    assert result.module is module
    assert "no conflicts remain" in result.notes[0]


def test_what_has_no_wide_load_stays() -> None:
    module = kernel("gfx1100", ["v_add_f32_e32 v8, v4, v5"], "ds_load_b64 v[4:5], v1")
    assert "no wide LDS load" in Split().apply(module, module.kernels[0]).notes[0]


def test_a_load_of_another_form_is_declined() -> None:
    module = kernel("gfx1100", ["v_add_f32_e32 v8, v4, v5"], "ds_load_b128 v[4:7], v1 offset:65528")
    assert [d.code for d in Split().apply(module, module.kernels[0]).declined] == ["form"]


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_loads_whose_halves_meet_in_lds_banks_stay_whole_where_the_lds_is_busy(arch: str) -> None:
    module = product(arch, "v_lshlrev_b32_e32 v1, 4, v0")
    result = Split().apply(module, module.kernels[0])
    assert not result.changed
    assert [d.code for d in result.declined] == ["lds-time"] * 6
    paired = Pair().apply(module, module.kernels[0]).module
    assert "ds_load_b64" not in paired.text()


@pytest.mark.parametrize(("valu", "whole"), [(14, True), (15, False)])
def test_loads_stay_whole_only_where_the_valu_does_not_take_longer(valu: int, whole: bool) -> None:
    # Two halves of 4 cycles each, for two SIMDs: 16 cycles, and the loop's own VALU instruction is one.
    body = [f"v_add_f32_e32 v{8 + k % 4}, v4, v5" for k in range(valu)]
    module = kernel("gfx1100", body, stores=False)
    loads = [k for k, (_, i) in enumerate(module.instructions(module.kernels[0])) if i.op.mnemonic == "ds_load_b128"]
    found = kept_whole(module, module.kernels[0], loads, valu_of_blocks(module, module.kernels[0]))
    assert found == (set(loads) if whole else set())
