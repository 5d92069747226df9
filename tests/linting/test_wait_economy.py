"""Waits that are called needless or too strict, and those that memory ordering may need and are left alone."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import FIRST, program

RULES = choose_rules(["wait-not-needed", "wait-too-strict"])
LOADS = "".join(f"global_load_b32 v{n}, v0, s[2:3] offset:{4 * n}\n" for n in (1, 2, 3))


def slack(body: str, arch: str = "gfx1100") -> list[tuple[int, str]]:
    """Line within the body and message of each finding."""
    return [(f.line - FIRST + 1, f.message) for f in lint_module(program(body, arch), RULES)]


def lines(body: str, arch: str = "gfx1100") -> list[int]:
    return [line for line, _ in slack(body, arch)]


@pytest.mark.parametrize(
    ("uses", "enough"), [((1,), 2), ((2,), 1), ((3,), 0), ((3, 1), 0), ((1, 3), 0), ((2, 1), 1), ((1, 2), 1)]
)
def test_the_strictest_use_decides(uses: tuple[int, ...], enough: int) -> None:
    used = "".join(f"v_mov_b32_e32 v10, v{n}\n" for n in uses)
    for count in range(enough + 1):
        expected = [] if count == enough else [(4, f"vmcnt {enough} would do here, the wait is for {count}")]
        assert slack(f"{LOADS}s_waitcnt vmcnt({count})\n{used}") == expected


def test_a_dependence_belongs_to_the_last_wait_that_covers_it() -> None:
    body = f"{LOADS}s_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v1\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v3"
    assert slack(body) == [(4, "vmcnt 2 would do here, the wait is for 0")]
    nothing_between = f"{LOADS}s_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v0\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v3"
    assert lines(nothing_between) == [4]


def test_waits_without_anything_outstanding() -> None:
    assert lines("s_waitcnt vmcnt(0)\nv_mov_b32_e32 v1, v0") == [1]
    assert lines("s_waitcnt_vscnt null, 0x0\nv_mov_b32_e32 v1, v0") == [1]
    assert lines("s_wait_loadcnt_dscnt 0x0", "gfx1201") == [1]
    assert lines("s_waitcnt 0xffff") == [1]
    # As many as the wait lets stay outstanding, and no more.
    assert lines(f"{LOADS}s_waitcnt vmcnt(3)\ns_waitcnt vmcnt(2)\nv_mov_b32_e32 v10, v1") == [4]


def test_a_part_without_effect_is_not_called_out() -> None:
    assert lines(f"{LOADS}s_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32_e32 v10, v3") == []
    both = f"{LOADS}ds_load_b32 v5, v0\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32_e32 v10, v3\nv_mov_b32_e32 v10, v0"
    assert slack(both) == [(5, "nothing needs this wait on lgkmcnt")]


def test_results_that_nobody_uses_need_no_wait() -> None:
    assert lines(f"{LOADS}s_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v0") == [4]
    # Overwriting the register is a use of the wait too.
    assert lines(f"{LOADS}s_waitcnt vmcnt(0)\nv_mov_b32_e32 v3, v0") == []


@pytest.mark.parametrize(
    "body",
    [
        LOADS + "s_waitcnt vmcnt(0)\ns_barrier",
        LOADS + "s_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v0\ns_barrier",
        LOADS + "s_waitcnt vmcnt(0)\nbuffer_gl0_inv",
        LOADS + "ds_store_b32 v0, v4\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_nop 0\nglobal_store_b32 v0, v4, s[2:3]",
        LOADS + "s_waitcnt vmcnt(0)\nglobal_atomic_add_u32 v0, v4, s[2:3]",
        "global_load_b32 v1, v0, s[2:3] glc\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v10, v0",
        "global_store_b32 v0, v4, s[2:3]\ns_waitcnt_vscnt null, 0x0\nv_mov_b32_e32 v10, v0",
        LOADS + "s_waitcnt vmcnt(0)\ns_sendmsg sendmsg(MSG_INTERRUPT)",
        LOADS + "s_waitcnt vmcnt(0)\ns_swappc_b64 s[30:31], s[8:9]",
        LOADS + "s_waitcnt vmcnt(0)\ns_cbranch_scc0 .Lx\nv_mov_b32_e32 v10, v0\n.Lx:\ns_barrier",
    ],
)
def test_waits_that_memory_ordering_may_need(body: str) -> None:
    assert lines(body) == []


def test_lds_waits_before_barriers_are_judged_by_what_the_barrier_needs() -> None:
    assert lines("ds_store_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v2, v0") == []
    assert lines("s_load_b32 s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v10, v0\ns_barrier") == [2]


def test_ordering_waits_are_for_everything() -> None:
    # vmcnt(1) orders nothing, so here it is only too strict.
    assert slack(f"{LOADS}s_waitcnt vmcnt(1)\nds_store_b32 v0, v1") == [(4, "vmcnt 2 would do here, the wait is for 1")]


def test_waits_of_loops_and_joins() -> None:
    loop = """
        global_load_b32 v1, v0, s[2:3]
        .Lloop:
        s_waitcnt vmcnt({})
        v_mov_b32_e32 v10, v1
        global_load_b32 v1, v0, s[2:3] offset:4
        global_load_b32 v2, v0, s[2:3] offset:8
        s_cbranch_scc0 .Lloop
    """
    # The first time round nothing younger is outstanding.
    assert lines(loop.format(0)) == []
    assert lines(loop.replace(".Lloop:", "global_load_b32 v2, v0, s[2:3]\n.Lloop:").format(0)) == [4]


def test_functions_may_wait_for_their_callers() -> None:
    text = "\t.type f,@function\nf:\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n\tv_mov_b32_e32 v1, v0\n\ts_setpc_b64 s[30:31]\n"
    assert lint_module(parse_text(text, "f.s", "gfx1100"), RULES) == ()
    # What the callee or a macro does may be why, too.
    assert lines("s_swappc_b64 s[30:31], s[8:9]\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v1, v0") == []
