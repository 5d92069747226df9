"""Conditions of uniform branches as terms: which of them are one another, and which only look so."""

from __future__ import annotations

from isaopt.analysis.integers.conditions import FALSE, TRUE, Scalars, Terms
from isaopt.asm.line import read_op
from isaopt.isa.registers import SCC


def run(*lines: str, arch: str = "gfx1100", wave: int = 32) -> Scalars:
    state = Scalars(Terms(), "start")
    for k, line in enumerate(lines):
        state.step(read_op(line, arch, wave), k)
    return state


def taken(state: Scalars, branch: str, wave: int = 32) -> int:
    condition = state.branch(read_op(f"{branch} .L", "gfx1100", wave), wave)
    assert condition is not None
    return condition


def scc(*lines: str) -> tuple[int, Scalars]:
    state = run(*lines)
    return taken(state, "s_cbranch_scc1"), state


def test_a_comparison_and_its_opposite_are_one_condition() -> None:
    less, state = scc("s_cmp_lt_i32 s2, s3")
    for text, expected in (
        ("s_cmp_ge_i32 s2, s3", ~less),
        ("s_cmp_gt_i32 s3, s2", less),
        ("s_cmp_le_i32 s3, s2", ~less),
    ):
        state.step(read_op(text, "gfx1100", 32), text)
        assert taken(state, "s_cbranch_scc1") == expected
        assert taken(state, "s_cbranch_scc0") == ~expected
    for text in ("s_cmp_lt_u32 s2, s3", "s_cmp_lt_i32 s3, s2", "s_cmp_le_i32 s2, s3", "s_cmp_lt_i32 s2, s4"):
        state.step(read_op(text, "gfx1100", 32), text)
        assert taken(state, "s_cbranch_scc1") not in (less, ~less)


def test_a_register_that_changed_is_another_operand() -> None:
    less, state = scc("s_cmp_lt_i32 s2, s3")
    state.step(read_op("s_add_i32 s2, s2, 8", "gfx1100", 32), "a")
    state.step(read_op("s_cmp_lt_i32 s2, s3", "gfx1100", 32), "b")
    assert taken(state, "s_cbranch_scc1") != less


def test_a_condition_survives_in_a_register() -> None:
    known = run("s_cmp_lt_i32 s2, s3", "s_cselect_b32 s5, -1, 0", "s_mov_b32 s6, s5", "s_cmp_lg_u32 s6, 0")
    first = Scalars(known.terms, "start")
    first.step(read_op("s_cmp_lt_i32 s2, s3", "gfx1100", 32), "x")
    assert taken(known, "s_cbranch_scc1") == taken(first, "s_cbranch_scc1")


def test_a_test_through_exec_is_the_condition_where_a_lane_is_on() -> None:
    lines = ("s_cmp_lt_i32 s2, s3", "s_cselect_b32 s5, -1, 0", "s_and_not1_b32 vcc_lo, exec_lo, s5")
    state = run(*lines)
    condition = taken(state, "s_cbranch_vccz")
    fact = {state.terms.compare("s_cmp_lt_i32", [state.at(258)], [state.at(259)]): True}
    assert state.terms.truth(condition, fact) is True  # exec and not -1
    opposite = dict.fromkeys(fact, False)
    assert state.terms.truth(condition, opposite) is None
    lane = state.terms.nonzero([state.at(382)])
    assert state.terms.truth(condition, opposite | {lane: True}) is False


def test_constants_decide() -> None:
    assert scc("s_mov_b32 s2, 3", "s_cmp_eq_u32 s2, 0")[0] == FALSE
    assert scc("s_mov_b32 s2, 0", "s_cmp_eq_u32 s2, 0")[0] == TRUE
    assert scc("s_mov_b32 s2, -1", "s_not_b32 s3, s2")[0] == FALSE


def test_short_constants_are_widened_as_the_instruction_says() -> None:
    signed, state = scc("s_cmpk_eq_i32 s2, 0xfff0")
    for text, same in (("s_cmp_eq_i32 s2, -16", True), ("s_cmp_eq_i32 s2, 0xfff0", False)):
        state.step(read_op(text, "gfx1100", 32), text)
        assert (taken(state, "s_cbranch_scc1") == signed) is same


def test_results_that_are_no_function_of_the_operands_differ() -> None:
    state = run("s_getreg_b32 s2, hwreg(HW_REG_SHADER_CYCLES)", "s_getreg_b32 s3, hwreg(HW_REG_SHADER_CYCLES)")
    assert state.at(258) != state.at(259)
    state = run("s_load_b32 s2, s[0:1], 0x0", "s_load_b32 s3, s[0:1], 0x0")
    assert state.at(258) != state.at(259)
    state = run("s_mul_i32 s2, s0, s1", "s_mul_i32 s3, s0, s1", "s_mul_i32 s4, s1, s2")
    assert state.at(258) == state.at(259) != state.at(260)


def test_what_only_one_way_knows_is_lost_where_ways_meet() -> None:
    terms = Terms()
    one, other = Scalars(terms, "h"), Scalars(terms, "h")
    one.step(read_op("s_mov_b32 s2, 1", "gfx1100", 32), "a")
    other.step(read_op("s_mov_b32 s2, 2", "gfx1100", 32), "b")
    for way in (one, other):
        way.step(read_op("s_mov_b32 s3, 4", "gfx1100", 32), "c")
        way.learn(terms.compare("s_cmp_eq_u32", [way.at(260)], [way.at(261)]), True)
    other.learn(terms.compare("s_cmp_lt_u32", [other.at(260)], [other.at(261)]), True)
    met = one.joined(other, "join")
    assert terms.value(met.at(258)) is None
    assert terms.value(met.at(259)) == 4
    assert len(met.facts) == 1


def test_wave64_tests_both_halves() -> None:
    lines = ("s_cmp_lt_i32 s2, s3", "s_cselect_b64 s[6:7], -1, 0", "s_and_b64 vcc, exec, s[6:7]")
    state = run(*lines, wave=64)
    condition = taken(state, "s_cbranch_vccnz", 64)
    less = state.terms.compare("s_cmp_lt_i32", [state.at(258)], [state.at(259)])
    assert state.terms.truth(condition, {less: False}) is False
    assert state.terms.truth(condition, {less: True}) is None
    lanes = state.terms.nonzero([state.at(382), state.at(383)])
    assert state.terms.truth(condition, {less: True, lanes: True}) is True


def test_operands_of_several_widths_make_a_function_of_them() -> None:
    """The distance of a 64-bit shift has one word, and a count of 64 bits one result."""
    for line, unit in (
        ("s_lshl_b64 s[2:3], s[4:5], s6", 258),
        ("s_bfe_u64 s[2:3], s[4:5], s6", 258),
        ("s_bfm_b64 s[2:3], s4, s6", 258),
        ("s_bcnt1_i32_b64 s2, s[4:5]", 258),
        ("s_and_b32 null, s4, s5", SCC),
        ("s_cselect_b32 null, s4, s5", 260),
    ):
        one = run(line)
        two = Scalars(one.terms, "start")
        two.step(read_op(line, "gfx1100", 32), "elsewhere")
        assert one.at(unit) == two.at(unit), line
        two.step(read_op("s_mov_b32 s4, 7", "gfx1100", 32), "then")
        two.step(read_op(line, "gfx1100", 32), "again")
        assert one.at(unit) != two.at(unit), line
