"""Renamed webs that reuse each other's registers: what lanes share and what they do not."""

from __future__ import annotations

import re

import pytest

from isaopt.isa.registers import EXEC_HI, EXEC_LO
from isaopt.proof.verdict import verify_modules
from isaopt.proof.walk.walk import Walk
from tests.proof.worlds import program_of, world_of
from tests.renaming import assemble

HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\ts_waitcnt lgkmcnt(0)
"""


def proved(a: str, b: str) -> bool:
    return verify_modules(assemble(HEAD + a), assemble(HEAD + b)).proved


#: A VGPR pair and an SGPR pair that move on by as much: each is the other plus a distance.
POINTERS = """\tv_add_co_u32 v2, vcc_lo, s4, v1
\tv_add_co_ci_u32_e64 v3, null, s5, 0, vcc_lo
\tv_mov_b32_e32 v4, 0
\ts_movk_i32 s8, 0x40
.L1:
\tglobal_load_b32 v5, v[2:3], off
\ts_load_b32 s9, s[6:7], 0x0
\tv_add_co_u32 v2, vcc_lo, v2, 4
\tv_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo
\ts_add_u32 s6, s6, 4
\ts_addc_u32 s7, s7, 0
\ts_waitcnt vmcnt(0) lgkmcnt(0)
\tv_add3_u32 v4, v5, s9, v4
\ts_add_i32 s8, s8, -1
\ts_cmp_lg_u32 s8, 0
\ts_cbranch_scc1 .L1
\tglobal_store_b32 v1, v4, s[4:5]
"""


def renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"v\[2:3\]|\bv\d\b(?!\[)", lambda m: names.get(m[0], m[0]), text)


def test_a_pointer_that_moves_along_with_another_one_may_be_renamed() -> None:
    names = {"v2": "v6", "v3": "v7", "v[2:3]": "v[6:7]", "v4": "v2", "v5": "v3"}
    assert proved(POINTERS, renamed(POINTERS, names))
    wrong = renamed(POINTERS, names).replace("v_add_co_u32 v6, vcc_lo, v6, 4", "v_add_co_u32 v6, vcc_lo, v6, 8")
    assert not proved(POINTERS, wrong)
    assert not proved(POINTERS, renamed(POINTERS, names).replace("s_add_u32 s6, s6, 4", "s_add_u32 s6, s6, 8"))


@pytest.mark.parametrize("name", ["i32", "u32"])
@pytest.mark.parametrize(("half", "at", "width"), [("l", 0, 8), ("l", 4, 12), ("h", 16, 16), ("h", 20, 4)])
def test_a_field_of_one_half_does_not_depend_on_the_other_one(name: str, half: str, at: int, width: int) -> None:
    a = f"""\tv_mov_b32_e32 v4, 0
\ts_movk_i32 s8, 0x40
.L1:
\tv_lshrrev_b16 v5.{half}, 3, v1.l
\tv_bfe_{name} v5, v5, {at}, {width}
\tv_add_nc_u32_e32 v4, v5, v4
\ts_add_i32 s8, s8, -1
\ts_cmp_lg_u32 s8, 0
\ts_cbranch_scc1 .L1
\tglobal_store_b32 v1, v4, s[4:5]
"""
    arch = "gfx1152"

    def holds(b: str) -> bool:
        return verify_modules(assemble(HEAD + a, arch), assemble(HEAD + b, arch)).proved

    other = "\tv_not_b32_e32 v6, v1\n" + a.replace("v5", "v6")
    assert holds(other)
    assert not holds(other.replace(f"v6, {at}, {width}", f"v6, {(at + 8) % 24}, {width}"))
    assert not holds(other.replace(f"v6.{half}", "v6.l" if half == "h" else "v6.h"))


def sort(temporaries: tuple[tuple[int, int], ...], count: int = 8) -> str:
    """Rounds of a sort, each in a region of its own lanes, in other registers from round to round."""
    out = [f"\tds_store_b32 v1, v0\n{BARRIER}"]
    for number in range(count):
        x, y = temporaries[number % len(temporaries)]
        at = number % 5
        out.append(f"""\tv_xor_b32_e32 v{x}, {1 << at}, v0
\tv_lshlrev_b32_e32 v{10 + at}, 2, v{x}
\tv_cmp_gt_u32_e32 vcc_lo, v{x}, v0
\ts_and_saveexec_b32 s8, vcc_lo
\ts_cbranch_execz .L{number}
\tds_load_b32 v{x}, v1
\tds_load_b32 v{y}, v{10 + at}
\ts_waitcnt lgkmcnt(0)
\tv_cmp_gt_u32_e64 s9, v{x}, v{y}
\ts_and_b32 exec_lo, exec_lo, s9
\ts_cbranch_execz .L{number}
\tds_store_b32 v1, v{y}
\tds_store_b32 v{10 + at}, v{x}
.L{number}:
\ts_or_b32 exec_lo, exec_lo, s8
{BARRIER}""")
    return "".join(out) + "\tds_load_b32 v2, v1\n\ts_waitcnt lgkmcnt(0)\n\tglobal_store_b32 v1, v2, s[4:5]\n"


BARRIER = "\ts_waitcnt lgkmcnt(0)\n\ts_barrier\n"


def test_many_divergent_regions_one_after_the_other() -> None:
    a, b = sort(((2, 3),)), sort(((2, 3), (4, 5), (6, 4), (7, 2), (3, 8)))
    assert proved(a, b)
    assert not proved(a, b.replace("ds_store_b32 v14, v3", "ds_store_b32 v14, v8"))
    last = b.rindex("s_or_b32 exec_lo, exec_lo, s8")
    assert not proved(a, b[:last] + "s_mov_b32 exec_lo, s9" + b[last:].removeprefix("s_or_b32 exec_lo, exec_lo, s8"))


@pytest.mark.parametrize("wave", [32, 64])
def test_behind_a_divergent_region_exec_is_what_it_was_before(wave: int) -> None:
    mask, condition, exec_, size = (
        ("s8", "vcc_lo", "exec_lo", "b32") if wave == 32 else ("s[8:9]", "vcc", "exec", "b64")
    )
    region = f"""\tv_cmp_gt_u32_e32 {condition}, 5, v0
\ts_and_saveexec_{size} {mask}, {condition}
\ts_cbranch_execz .L1
\tv_cmp_lt_u32_e32 {condition}, 2, v0
\ts_and_{size} {exec_}, {exec_}, {condition}
\ts_cbranch_execz .L1
\tds_store_b32 v0, v0
.L1:
\ts_or_{size} {exec_}, {exec_}, {mask}
\ts_cmp_lg_u32 s6, 0
\ts_cbranch_scc1 .L2
\tds_store_b32 v0, v0
.L2:
"""
    module = assemble(region, wave=wave)
    programs = (program_of(module), program_of(module))
    world = world_of(module)
    walk = Walk(world, programs, False, False)
    walk.run()
    end = next(n for n, block in enumerate(programs[0].flow.blocks) if block.label == ".L2")
    assert (end, end) in walk.segments
    regs = walk._states[end, end].sides[0].regs
    for unit in (EXEC_LO, EXEC_HI)[: wave // 32]:
        assert regs[unit] == world.terms.make("initial", (), unit)
