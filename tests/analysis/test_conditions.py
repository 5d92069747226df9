"""Conditions of uniform branches as terms: which of them are one another, and which only look so."""

from __future__ import annotations

from isaopt.analysis.integers.bits import FALSE, TRUE, Relation, compare, opposite
from isaopt.analysis.integers.conditions import ScalarFacts
from isaopt.analysis.integers.forms import Atoms, LinearForm
from isaopt.asm.line import read_op
from isaopt.isa.registers import EXEC_LO, SCC


def run(*lines: str, arch: str = "gfx1100", wave: int = 32) -> ScalarFacts:
    state = ScalarFacts(Atoms(), "start")
    for k, line in enumerate(lines):
        state.step(read_op(line, arch, wave), k)
    return state


def taken(state: ScalarFacts, branch: str, wave: int = 32) -> LinearForm:
    condition = state.branch(read_op(f"{branch} .L", "gfx1100", wave), wave)
    assert condition is not None
    return condition


def less(state: ScalarFacts, *units: int, relation: Relation = "lt", kind: str = "i32") -> LinearForm:
    """The condition that the first of two registers is less than the second."""
    one, two = (state.atoms.word(state.at(u)) for u in units)
    return compare(state.atoms, relation, kind, [one], [two])


def known(state: ScalarFacts, condition: LinearForm, facts: dict[LinearForm, bool]) -> bool | None:
    """Whether a condition holds if others do, or do not."""
    way = state.copy()
    for fact, holds in facts.items():
        way.learn(fact, holds)
    return way.holds(condition)


def scc(*lines: str) -> tuple[LinearForm, ScalarFacts]:
    state = run(*lines)
    return taken(state, "s_cbranch_scc1"), state


def test_a_comparison_and_its_opposite_are_one_condition() -> None:
    first, state = scc("s_cmp_lt_i32 s2, s3")
    for text, expected in (
        ("s_cmp_ge_i32 s2, s3", opposite(state.atoms, first)),
        ("s_cmp_gt_i32 s3, s2", first),
        ("s_cmp_le_i32 s3, s2", opposite(state.atoms, first)),
    ):
        state.step(read_op(text, "gfx1100", 32), text)
        assert taken(state, "s_cbranch_scc1") == expected
        assert taken(state, "s_cbranch_scc0") == opposite(state.atoms, expected)
    for text in ("s_cmp_lt_u32 s2, s3", "s_cmp_lt_i32 s3, s2", "s_cmp_le_i32 s2, s3", "s_cmp_lt_i32 s2, s4"):
        state.step(read_op(text, "gfx1100", 32), text)
        assert taken(state, "s_cbranch_scc1") not in (first, opposite(state.atoms, first))


def test_a_register_that_changed_is_another_operand() -> None:
    first, state = scc("s_cmp_lt_i32 s2, s3")
    state.step(read_op("s_add_i32 s2, s2, 8", "gfx1100", 32), "a")
    state.step(read_op("s_cmp_lt_i32 s2, s3", "gfx1100", 32), "b")
    assert taken(state, "s_cbranch_scc1") != first


def test_a_condition_survives_in_a_register() -> None:
    kept = run("s_cmp_lt_i32 s2, s3", "s_cselect_b32 s5, -1, 0", "s_mov_b32 s6, s5", "s_cmp_lg_u32 s6, 0")
    first = ScalarFacts(kept.atoms, "start")
    first.step(read_op("s_cmp_lt_i32 s2, s3", "gfx1100", 32), "x")
    assert taken(kept, "s_cbranch_scc1") == taken(first, "s_cbranch_scc1")


def test_a_test_through_exec_is_the_condition_where_a_lane_is_on() -> None:
    lines = ("s_cmp_lt_i32 s2, s3", "s_cselect_b32 s5, -1, 0", "s_and_not1_b32 vcc_lo, exec_lo, s5")
    state = run(*lines)
    condition = taken(state, "s_cbranch_vccz")
    fact = less(state, 258, 259)
    assert known(state, condition, {fact: True}) is True  # exec and not -1
    assert known(state, condition, {fact: False}) is None
    assert known(state, condition, {fact: False, state.nonzero([382]): True}) is False


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
    state = run("s_mov_b32 s2, data@rel32@lo+4", "s_mov_b32 s3, data@rel32@lo+4")
    assert state.at(258) != state.at(259)
    state = run("s_mul_i32 s2, s0, s1", "s_mul_i32 s3, s0, s1", "s_mul_i32 s4, s1, s2")
    assert state.at(258) == state.at(259) != state.at(260)


def test_what_only_one_way_knows_is_lost_where_ways_meet() -> None:
    atoms = Atoms()
    one, other = ScalarFacts(atoms, "h"), ScalarFacts(atoms, "h")
    one.step(read_op("s_mov_b32 s2, 1", "gfx1100", 32), "a")
    other.step(read_op("s_mov_b32 s2, 2", "gfx1100", 32), "b")
    for way in (one, other):
        way.step(read_op("s_mov_b32 s3, 4", "gfx1100", 32), "c")
        way.learn(less(way, 260, 261, relation="eq"), True)
    other.learn(less(other, 260, 261, kind="u32"), True)
    met = one.joined(other, "join")
    assert met.at(258) not in (LinearForm(1), LinearForm(2))
    assert met.at(259) == LinearForm(4)
    assert len(met.facts) == 1


def test_wave64_tests_both_halves() -> None:
    lines = ("s_cmp_lt_i32 s2, s3", "s_cselect_b64 s[6:7], -1, 0", "s_and_b64 vcc, exec, s[6:7]")
    state = run(*lines, wave=64)
    condition = taken(state, "s_cbranch_vccnz", 64)
    fact = less(state, 258, 259)
    assert known(state, condition, {fact: False}) is False
    assert known(state, condition, {fact: True}) is None
    assert known(state, condition, {fact: True, state.nonzero([382, 383]): True}) is True


def test_operands_of_several_widths_make_a_function_of_them() -> None:
    """The distance of a 64-bit shift has one word, and a count of 64 bits one result."""
    for line, unit in (
        ("s_lshl_b64 s[2:3], s[4:5], s6", 258),
        ("s_bfe_u64 s[2:3], s[4:5], s6", 258),
        ("s_bfm_b64 s[2:3], s4, s6", 258),
        ("s_bcnt1_i32_b64 s2, s[4:5]", 258),
        ("s_and_b32 null, s4, s5", SCC),
        ("s_absdiff_i32 null, s4, s5", SCC),
        ("s_nand_saveexec_b32 null, s4", EXEC_LO),
        ("s_cselect_b32 null, s4, s5", 260),
    ):
        one = run(line)
        two = ScalarFacts(one.atoms, "start")
        two.step(read_op(line, "gfx1100", 32), "elsewhere")
        assert one.at(unit) == two.at(unit), line
        two.step(read_op("s_mov_b32 s4, 7", "gfx1100", 32), "then")
        two.step(read_op(line, "gfx1100", 32), "again")
        assert one.at(unit) != two.at(unit), line
