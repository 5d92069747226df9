"""What follows from a kernel's order is derived anew as the compiler itself derived it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.analysis.flow.accesses import COUNTED, RELEASE, RELEASE_LDS, SHARED
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Module, Op
from isaopt.rebuild.rewrite import finished, stripped
from isaopt.rebuild.waits import memory_waits, missing_waits
from isaopt.target.counters import is_wait, wait_texts, waits_of
from tests.kernels import kernel_file
from tests.renaming import assemble

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
DERIVED = ("s_waitcnt", "s_wait_", "s_delay_alu", "s_clause")


def _module(path: Path) -> Module:
    return parse_text(path.read_text(), path.name)


def _lines(module: Module, *prefixes: str) -> list[str]:
    """The instructions with these prefixes, each with the one after it: where it stands."""
    kernel = module.kernels[0]
    texts = [ins.text[ins.start : ins.end] for _, ins in module.instructions(kernel)]
    return [f"{a} | {b}" for a, b in itertools.pairwise(texts) if a.startswith(prefixes)]


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_the_compilers_own_order_gets_the_compilers_own_waits(path: Path) -> None:
    module = _module(path)
    bare = stripped(module, module.kernels[0])
    again = finished(bare, bare.kernels[0])
    assert len(bare.items) < len(module.items)

    def waited(m: Module) -> list[tuple[int, object]]:
        out, n = [], 0
        for op in kernel_ops(m, build_cfg(m, m.kernels[0])):
            if is_wait(op):
                out.append((n, tuple(sorted((waits_of(op, m.arch) or {}).items()))))
            elif not op.mnemonic.startswith(("s_delay_alu", "s_clause", "s_wait_alu", "s_waitcnt_depctr")):
                n += 1
        return sorted(out)

    assert waited(again) == waited(module)
    guards = ("s_waitcnt_depctr", "s_wait_alu")
    assert len(_lines(again, *guards)) == len(_lines(module, *guards))
    was, now = Counter(_lines(module, "s_delay_alu")), Counter(_lines(again, "s_delay_alu"))
    # The compiler places a few hints after a branch otherwise; results never depend on them.
    assert (was & now).total() >= 0.9 * max(was.total(), now.total()) - 1


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_compiled_code_lacks_no_wait(path: Path) -> None:
    module = _module(path)
    assert missing_waits(module, build_cfg(module, module.kernels[0])) == []


@pytest.mark.parametrize("path", [p for p in KERNELS if p.stem.startswith(("softmax", "sgemm_lds", "reduction"))],
                         ids=lambda p: p.stem)  # fmt: skip
def test_a_dropped_wait_is_found(path: Path) -> None:
    module = _module(path)
    kernel = module.kernels[0]
    cfg = build_cfg(module, kernel)
    kept = memory_waits(module, cfg)
    ops = kernel_ops(module, cfg)
    waits = [k for k, op in enumerate(ops) if is_wait(op) and k not in kept]
    found = 0
    for k in random.Random(1).sample(waits, min(6, len(waits))):
        items = list(module.items)
        del items[cfg.order[k]]
        text = "".join(i.text for i in items)
        shorter = parse_text(text, path.name)
        found += bool(missing_waits(shorter, build_cfg(shorter, shorter.kernels[0])))
    # A wait may be repeated by a later one, or by an earlier one on every path; most are not.
    assert found >= min(6, len(waits)) - 2


def test_a_kept_wait_is_the_part_that_registers_do_not_explain() -> None:
    text = """
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
k:
	ds_store_b32 v1, v2
	global_load_b32 v3, v[4:5], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	ds_load_b32 v6, v1
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v6, v3
	s_endpgm
.Lfunc_end0:
	.amdhsa_kernel k
	.amdhsa_next_free_vgpr 8
	.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
"""
    module = parse_text(text, "k.s")
    bare = stripped(module, module.kernels[0])
    # The load of v6 is waited for before the program ends.
    ordering = ["s_waitcnt vmcnt(0) lgkmcnt(0) | s_barrier", "s_waitcnt lgkmcnt(0) | s_endpgm"]
    assert _lines(bare, *DERIVED) == ordering
    assert finished(bare, bare.kernel(bare.kernels[0].name)).text() == module.text()


@pytest.mark.parametrize(
    ("arch", "wait", "barrier"),
    [
        ("gfx1100", "s_waitcnt lgkmcnt(0)", ["s_barrier"]),
        ("gfx1201", "s_wait_dscnt 0x0", ["s_barrier_signal -1", "s_barrier_wait 0xffff"]),
    ],
)
def test_a_barrier_still_waits_for_loads_whose_users_went_behind_it(arch: str, wait: str, barrier: list[str]) -> None:
    user = "v_add_f32_e32 v7, v6, v3"
    own = ["ds_load_b32 v6, v1", wait, user, *barrier]
    lines = [*own, "ds_store_b32 v1, v2", "s_endpgm"]
    text = f"""
	.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
k:
{"".join(f"	{line}{chr(10)}" for line in lines)}.Lfunc_end0:
	.amdhsa_kernel k
	.amdhsa_next_free_vgpr 8
	.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
"""
    module = parse_text(text, "k.s")
    bare = stripped(module, module.kernels[0])
    assert finished(bare, bare.kernel(bare.kernels[0].name)).text() == text
    items = list(bare.items)
    at, store = (next(k for k, i in enumerate(items) if name in i.text) for name in (user, "ds_store"))
    items.insert(store - 1, items.pop(at))
    moved = parse_text("".join(i.text for i in items), "k.s")
    done = finished(moved, moved.kernels[0])
    texts = [i.text[i.start : i.end] for _, i in done.instructions(done.kernels[0])]
    assert texts == ["ds_load_b32 v6, v1", wait, *barrier, user, "ds_store_b32 v1, v2", "s_endpgm"]


def test_combined_waits_where_the_arch_has_them() -> None:
    assert wait_texts({"vmcnt": 1, "lgkmcnt": 0, "vscnt": 0}, "gfx1100") == [
        "s_waitcnt vmcnt(1) lgkmcnt(0)",
        "s_waitcnt_vscnt null, 0x0",
    ]
    assert wait_texts({"loadcnt": 1, "dscnt": 2, "kmcnt": 0}, "gfx1200") == [
        "s_wait_loadcnt_dscnt 0x102",
        "s_wait_kmcnt 0x0",
    ]


def test_new_lines_are_instructions_of_the_module() -> None:
    module = _module(KERNELS[0])
    bare = stripped(module, module.kernels[0])
    again = finished(bare, bare.kernels[0])
    reread = parse_text(again.text(), "again.s")
    assert _ops(again) == _ops(reread)
    assert again.kernels == reread.kernels


def _ops(module: Module) -> list[Op]:
    """The instructions, without what passes have noted of them."""
    ops = [i.op for i in module.items if isinstance(i, Instruction)]
    return [
        replace(op, desc=replace(op.desc, flags=op.desc.flags - {SHARED, COUNTED, RELEASE, RELEASE_LDS})) for op in ops
    ]


def _matrices(between: list[str], last: str = "v[8:11]") -> Module:
    first = "v_wmma_f16_16x16x16_f16 v[8:11], v[0:3], v[4:7], v[8:11]"
    second = f"v_wmma_f32_16x16x16_f16 v[12:19], {last}, v[0:3], v[12:19]"
    return parse_text(kernel_file([first, *between, second], arch="gfx1201", vgprs=20))


@pytest.mark.parametrize(
    ("between", "last", "bare", "again"),
    [
        (["v_nop"], "v[8:11]", 0, 1),
        ([], "v[8:11]", 0, 1),
        # What these are for is not known.
        (["v_nop", "v_nop"], "v[8:11]", 2, 2),
        (["v_nop"], "v[4:7]", 1, 1),
        (["v_nop", "v_add_f32_e32 v4, v4, v4"], "v[8:11]", 1, 1),
    ],
)
def test_a_v_nop_between_matrices_is_derived_anew(between: list[str], last: str, bare: int, again: int) -> None:
    module = _matrices(between, last)
    without = stripped(module, module.kernels[0])
    assert len(_lines(without, "v_nop")) == bare
    assert len(_lines(finished(without, without.kernels[0]), "v_nop")) == again


GROUPS = {
    "gfx1100": """\ts_getpc_b64 s[4:5]
\ts_add_u32 s4, s4, table@rel32@lo+4
\ts_addc_u32 s5, s5, table@rel32@hi+12
""",
    "gfx1201": """\ts_getpc_b64 s[4:5]
\ts_sext_i32_i16 s5, s5
\ts_add_co_u32 s4, s4, table@gotpcrel32@lo+8
\ts_add_co_ci_u32 s5, s5, table@gotpcrel32@hi+16
""",
}


@pytest.mark.parametrize("arch", GROUPS)
def test_nothing_comes_between_an_address_and_the_place_that_it_counts_from(
    arch: str, kernel_text: Callable[..., str]
) -> None:
    """The literals count the bytes from ``s_getpc_b64`` on; a hint may stand before the group and behind it."""
    group = GROUPS[arch]
    dependent = "\ts_add_co_i32 s6, s5, 1\n" if arch == "gfx1201" else "\ts_add_i32 s6, s5, 1\n"
    module = parse_text(kernel_text("\ts_mov_b32 s4, 1\n" + group + dependent + group, arch=arch), "k.s")
    again = finished(module, module.kernels[0]).text()
    assert again.count(group) == 2
    assert f"s_delay_alu instid0(SALU_CYCLE_1)\n{dependent}" in again


def test_nothing_comes_between_a_message_that_gives_the_vgprs_back_and_its_nop() -> None:
    code = (
        "\ts_load_b64 s[4:5], s[2:3], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_mov_b32 s6, s4\n"
        "\ts_nop 0\n\ts_sendmsg sendmsg(MSG_DEALLOC_VGPRS)\n"
    )
    module = assemble(code)
    bare = stripped(module, module.kernels[0])
    assert _lines(bare, "s_nop") == ["s_nop 0 | s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"]
    assert _lines(bare, "s_waitcnt")


WAIT = "\ts_wait_alu depctr_sa_sdst(0)\n"


def test_addresses_count_the_bytes_between(kernel_text: Callable[..., str]) -> None:
    """The compiler's hazard waits stand inside an address: they go with the hazard, and come back with it."""
    reads = "\tv_mov_b32_e32 v1, s2\n\tv_mov_b32_e32 v2, s3\n"
    body = (
        f"{reads}\ts_getpc_b64 s[2:3]\n{WAIT}\ts_sext_i32_i16 s3, s3\n\ts_add_co_u32 s2, s2, k@rel32@lo+12\n"
        f"{WAIT}\ts_add_co_ci_u32 s3, s3, k@rel32@hi+24\n\ts_load_b32 s4, s[2:3], 0x0\n"
    )
    module = parse_text(kernel_text(body, arch="gfx1201"), "k.s")
    bare = stripped(module, module.kernels[0])
    free = parse_text(bare.text().replace("v1, s2", "v1, s8").replace("v2, s3", "v2, s9"), "free.s")
    for version, waits in ((bare, 2), (free, 0)):
        text = finished(version, version.kernels[0]).text()
        assert text.count(WAIT) == waits
        assert f"k@rel32@lo+{12 if waits else 8}" in text
        assert f"k@rel32@hi+{24 if waits else 16}" in text
