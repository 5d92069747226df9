"""The pass ``pair``: outer products all in pairs without conflicts, proved; what it declines, and why."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.approval import approve
from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain
from isaopt.transform.pair.candidates import Candidates
from isaopt.transform.pair.pair import Pair
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from isaopt.transform.wide_loads import halves, is_wide_load, joined, split_loads
from tests.kernels import ARGUMENTS, LDS, kernel_file
from tests.transform.stages import built_stages

KERNELS = Path(__file__).parents[2] / "kernels_s"


def outer_product(arch: str, rows: int = 8, columns: int = 4) -> Module:
    """A loop that adds the outer product of two vectors from LDS, which all lanes read, with registers one after the
    other."""
    gfx12 = arch.startswith("gfx12")
    a, b, acc = 8, 8 + rows, 8 + rows + columns
    lines = [f"v_mov_b32_e32 v{acc + i}, 0" for i in range(rows * columns)]
    lines += ["v_and_b32_e32 v1, 0x3e0, v0", "s_mov_b32 s4, 0", ".LOOP:"]
    lines += [f"ds_load_b128 v[{a + i}:{a + i + 3}], v1" + (f" offset:{4 * i}" if i else "") for i in range(0, rows, 4)]
    lines += [f"ds_load_b128 v[{b + i}:{b + i + 3}], v1 offset:{1024 + 4 * i}" for i in range(0, columns, 4)]
    lines += ["s_add_i32 s4, s4, 1", "s_wait_dscnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)"]
    lines += [
        f"v_fmac_f32_e32 v{acc + i * columns + j}, v{a + i}, v{b + j}" for i in range(rows) for j in range(columns)
    ]
    lines += ["v_add_nc_u32_e32 v1, 64, v1", "s_cmp_lg_u32 s4, 8", "s_cbranch_scc1 .LOOP"]
    lines += ["v_mov_b32_e32 v2, s0", "v_mov_b32_e32 v3, s1"]
    lines += [f"global_store_b32 v[2:3], v{acc + i}, off offset:{4 * i}" for i in range(rows * columns)]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, arch=arch, vgprs=acc + rows * columns))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1151", "gfx1201"])
def test_an_outer_product_is_all_pairs_without_conflicts(arch: str) -> None:
    module = outer_product(arch)
    result = Pair().apply(module, module.kernels[0])
    assert result.changed
    after = kernel_metrics(result.module, result.module.kernels[0])
    loop = after.loops[0]
    assert (loop.dual, loop.valu) == (16, 17)
    assert [loop.bank_conflicts_by_model[model] for model in ("gather2", "article")] == [0, 0]
    # Two registers change from one pair of pairs to the next: one bank read a dual instruction, and the first ones.
    assert loop.vgpr_bank_reads <= 16 + 4
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"
    assert result.solver is not None
    assert result.solver.objective <= result.solver.bound
    name, reads, least, status = result.solver.levels[1]
    # Two pairs of pairs have one register pair in common, so the path reads little more than the bound.
    assert name == "dual_reads"
    assert least <= reads <= least + 2 * 16
    assert status == "feasible" or reads == least
    assemble(result.module.text(), arch, path="k.s", toolchain=find_toolchain(arch))


def test_the_same_input_gives_the_same_output() -> None:
    module = outer_product("gfx1100")
    texts = {Pair().apply(module, module.kernels[0]).module.text() for _ in range(2)}
    assert len(texts) == 1


def test_its_own_output_has_nothing_more_to_gain() -> None:
    module = outer_product("gfx1100")
    once = Pair().apply(module, module.kernels[0]).module
    again = Pair().apply(once, once.kernels[0])
    assert not again.changed
    assert again.module is once


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_search_finds_nothing_where_dependences_and_opcodes_allow_no_more(
    arch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels with all the pairs that a search has found, and with singles between them that cannot pair."""
    refused = 0
    for seed in range(24):
        chance = random.Random(seed)
        lines = ["v_mov_b32_e32 v8, v0", "v_mov_b32_e32 v9, v0"]
        for _ in range(chance.randrange(1, 9)):
            a, b, c = (chance.randrange(10, 18) if chance.random() < 0.6 else 8 + chance.randrange(2) for _ in range(3))
            name = chance.choice(("v_add_f32_e32", "v_mul_f32_e32", "v_sub_f32_e32", "v_xor_b32_e32"))
            lines.append(f"{name} v{a}, v{b}, v{c}")
        stores = [f"global_store_b32 v0, v{r}, s[0:1] offset:{4 * r}" for r in range(10, 18)]
        start = [f"v_cvt_f32_i32_e32 v{r}, v0" for r in range(10, 18)]
        module = parse_text(kernel_file([*start, *lines, *stores], ARGUMENTS, LDS, arch=arch, vgprs=18))
        module = Pair().apply(module, module.kernels[0]).module
        early = Pair().apply(module, module.kernels[0])
        assert early.solver is not None
        if [name for name, *_ in early.solver.levels] != ["pairs"]:
            continue
        refused += 1
        with monkeypatch.context() as without_bound:
            without_bound.setattr(Candidates, "bound", lambda _: 1 << 30)
            late = Pair().apply(module, module.kernels[0])
        assert (early.changed, late.changed, early.reason) == (False, False, "no-gain")
    assert refused > 12


def test_wave64_is_left_alone() -> None:
    text = outer_product("gfx1100").text().replace("wavefront_size32 1", "wavefront_size32 0")
    module = parse_text(text)
    result = Pair().apply(module, module.kernels[0])
    assert not result.changed
    assert "not-wave32" in result.notes[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sgemm_naive_gfx1100", "conv3x3_gfx1201", "layernorm_gfx1100", "reduction_gfx1201"])
def test_compiled_kernels_are_proved_or_left_alone(name: str) -> None:
    module = parse_text((KERNELS / f"{name}.s").read_text(), name)
    kernel = module.kernels[0]
    result = Pair().apply(module, kernel)
    if not result.changed:
        assert result.module is module
        return
    assert approve(module, result.module, kernel, (), built_stages(module, result)).verdict == "proved"
    before, after = kernel_metrics(module, kernel), kernel_metrics(result.module, result.module.kernel(kernel.name))
    assert after.occupancy_waves_per_simd >= before.occupancy_waves_per_simd
    assemble(result.module.text(), module.arch, path=name, toolchain=find_toolchain(module.arch))


@pytest.mark.parametrize(
    ("wide", "first", "second"),
    [
        ("v[4:7], v1 offset:16", "v[4:5], v1 offset:16", "v[6:7], v1 offset:24"),
        ("v[4:7], v4", "v[6:7], v4 offset:8", "v[4:5], v4"),
        ("v[4:7], v5", "v[6:7], v5 offset:8", "v[4:5], v5"),
        ("v[4:7], v6", "v[4:5], v6", "v[6:7], v6 offset:8"),
    ],
)
def test_the_half_that_overwrites_the_address_comes_last(wide: str, first: str, second: str) -> None:
    op = read_op(f"ds_load_b128 {wide}", "gfx1100", 32)
    assert [print_op(o) for o in halves(op, "gfx1100", 32)] == [f"ds_load_b64 {first}", f"ds_load_b64 {second}"]


def test_only_plain_wide_loads_with_room_split() -> None:
    assert is_wide_load(read_op("ds_load_b128 v[4:7], v1 offset:65520", "gfx1100", 32))
    assert not is_wide_load(read_op("ds_load_b128 v[4:7], v1 offset:65528", "gfx1100", 32))
    assert not is_wide_load(read_op("ds_load_b128 v[4:7], v1 gds", "gfx1100", 32))
    assert not is_wide_load(read_op("ds_load_b64 v[4:5], v1", "gfx1100", 32))


def test_a_load_split_and_joined_is_the_same() -> None:
    module = outer_product("gfx1100")
    kernel = module.kernels[0]
    ops = [ins.op for _, ins in module.instructions(kernel)]
    wide = [k for k, op in enumerate(ops) if is_wide_load(op)]
    split, places = split_loads(module, kernel, wide)
    assert split.text().count("ds_load_b64") == 2 * len(wide)
    halved = [ins.op for _, ins in split.instructions(split.kernels[0])]
    for k, (first, second) in zip(wide, places, strict=True):
        again = joined(halved[first], halved[second], "gfx1100", 32)
        assert again is not None
        assert print_op(again) == print_op(ops[k])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ds_load_b64 v[4:5], v1", "ds_load_b64 v[6:7], v1 offset:16"),
        ("ds_load_b64 v[4:5], v1", "ds_load_b64 v[7:8], v1 offset:8"),
        ("ds_load_b64 v[4:5], v1", "ds_load_b64 v[6:7], v2 offset:8"),
        ("ds_load_b64 v[4:5], v4", "ds_load_b64 v[6:7], v4 offset:8"),
        ("ds_load_b32 v4, v1", "ds_load_b64 v[6:7], v1 offset:8"),
    ],
)
def test_what_are_no_halves_is_not_joined(first: str, second: str) -> None:
    ops = [read_op(text, "gfx1100", 32) for text in (first, second)]
    assert joined(ops[0], ops[1], "gfx1100", 32) is None


def straight(arch: str, lines: list[str]) -> Module:
    """A kernel of these instructions, whose results are all stored."""
    gfx12 = arch.startswith("gfx12")
    body = [*lines, "s_load_b64 s[2:3], s[0:1], 0x0", "s_wait_kmcnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)"]
    written = sorted({int(line.split(",")[0].split(" v")[1]) for line in lines if line.startswith("v_")})
    body += [f"global_store_b32 v0, v{v}, s[2:3] offset:{4 * v}" for v in written]
    return parse_text(kernel_file(body, ARGUMENTS, arch=arch, vgprs=16))


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["v_add_f32_e32 v1, 1.0, v0"], ["no-partner"]),
        (["v_add_f32_e32 v1, 1.0, v0", "v_mul_f32_e32 v2, v1, v0"], ["dependence", "dependence"]),
        (["v_add_f32_e32 v1, 0x41200001, v0", "v_mul_f32_e32 v2, 0x41200002, v0"], ["literal", "literal"]),
        (["v_and_b32_e32 v1, 7, v0", "v_lshlrev_b32_e32 v2, 3, v0"], ["not-opx", "not-opx"]),
        (["v_add_f32_e64 v1, -v0, v0"], ["modifiers"]),
        (["v_add_f32_e32 v1, v0, v0", "v_mul_f32_e32 v2, v0, v0"], ["src0-bank", "src0-bank"]),
        (["v_add_f32_e32 v1, 1.0, v0", "v_mul_f32_e32 v2, 2.0, v0"], ["src1-bank", "src1-bank"]),
        (["v_cndmask_b32_e32 v1, s4, v0, vcc_lo", "v_mov_b32_e32 v2, s5"], ["sgpr-limit", "sgpr-limit"]),
    ],
)
def test_each_single_that_is_left_has_its_reason(lines: list[str], codes: list[str]) -> None:
    module = straight("gfx1201", lines)
    result = Pair().apply(module, module.kernels[0])
    assert not result.changed
    assert [d.code for d in result.declined] == codes
    first = next(i.line for _, i in module.instructions(module.kernels[0]) if i.op.mnemonic.startswith("v_"))
    assert [d.line for d in result.declined] == [first + i for i in range(len(codes))]


def test_a_pair_may_overwrite_what_its_other_half_reads() -> None:
    """Both halves read before either writes."""
    loop = ["v_mul_f32_e32 v1, 2.0, v0", "v_add_f32_e32 v2, 1.0, v3", "v_mov_b32_e32 v3, v1", "v_mov_b32_e32 v4, 0"]
    module = straight("gfx1100", loop)
    result = Pair().apply(module, module.kernels[0])
    assert result.changed
    assert kernel_metrics(result.module, result.module.kernels[0]).dual == 2
    assert approve(module, result.module, module.kernels[0], (), built_stages(module, result)).verdict == "proved"


def horner(arch: str, needed: bool = False) -> Module:
    """Eight polynomials by ``v_fma``, each step in registers of its own; ``needed``: each step is stored, too."""
    lines = ["s_load_b64 s[4:5], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0"]
    lines += [f"ds_load_b32 v{i}, v1 offset:{4 * i}" for i in range(8, 32)]
    lines += ["s_wait_dscnt 0x0", "s_wait_kmcnt 0x0"] if arch.startswith("gfx12") else ["s_waitcnt lgkmcnt(0)"]
    last = 24
    for step in range(3):
        following = 32 + 8 * step
        lines += [f"v_fma_f32 v{following + i}, v{8 + i}, v{16 + i}, v{last + i}" for i in range(8)]
        if needed:
            lines += [f"global_store_b32 v1, v{last + i}, s[4:5] offset:{4 * (last + i)}" for i in range(8)]
        last = following
    lines += [f"global_store_b32 v1, v{last + i}, s[4:5] offset:{4 * (last + i)}" for i in range(8)]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, arch=arch, vgprs=56))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_fused_multiply_add_takes_the_register_of_an_addend_that_is_not_needed_any_more(arch: str) -> None:
    module = horner(arch)
    result = Pair().apply(module, module.kernels[0])
    assert kernel_metrics(result.module, result.module.kernels[0]).dual >= 10
    assert approve(module, result.module, module.kernels[0], (), built_stages(module, result)).verdict == "proved"


def test_an_addend_that_is_needed_keeps_its_register() -> None:
    module = horner("gfx1100", needed=True)
    result = Pair().apply(module, module.kernels[0])
    assert kernel_metrics(result.module, result.module.kernels[0]).dual == 0
    assert not result.changed
    # The shift in front has no other half.
    assert [d.code for d in result.declined] == ["no-partner", *["addend-needed"] * 24]


def test_a_block_that_is_left_out_counts_in_the_bound_and_needs_no_line_for_each_instruction() -> None:
    module = straight("gfx1100", ["v_mul_f32_e32 v1, 2.0, v0", "v_add_f32_e32 v2, 1.0, v3", "v_mov_b32_e32 v4, 0"])
    first = next(i.line for _, i in module.instructions(module.kernels[0]))
    result = Pair(without=(first,)).apply(module, module.kernels[0])
    assert not result.changed
    assert result.declined == ()
    assert result.solver is not None
    assert result.solver.levels[0][:3] == ("pairs", 0, 1)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize(
    "others",
    [
        [
            "v_add_f32_e32 v9, v2, v3",
            "v_fmac_f32_e32 v5, v2, v6",
            "v_fmac_f32_e32 v9, v7, v9",
            "v_fmac_f32_e32 v4, v5, v5",
        ],
        [
            "v_fmac_f32_e32 v5, v8, v6",
            "v_add_f32_e32 v8, v2, v1",
            "v_add_f32_e32 v7, v6, v7",
            "v_mul_f32_e32 v5, v2, v5",
        ],
    ],
)
def test_a_pair_that_cannot_be_taken_apart_keeps_registers_that_allow_it(arch: str, others: list[str]) -> None:
    # Each half overwrites what the other one reads.
    module = straight(arch, ["v_dual_sub_f32 v4, v5, v1 :: v_dual_sub_f32 v5, v4, v2", *others])
    result = Pair().apply(module, module.kernels[0])
    assert kernel_metrics(result.module, result.module.kernels[0]).dual >= 2
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_registers_let_more_waves_run_where_they_can(arch: str) -> None:
    module = parse_text((KERNELS / f"sgemm_{arch}.s").read_text())
    based = SgprBases(assumptions=("buffers-under-4gib", "nonneg-index")).apply(module, module.kernels[0]).module
    result = Pair(effort=0.2).apply(based, based.kernels[0])
    waves = [kernel_metrics(m, m.kernels[0]).occupancy_waves_per_simd for m in (based, result.module)]
    assert waves == [7, 8]
