"""Programs that nobody captured: the engine against the rules behind the published captures, written down again.

A vector instruction executes when it has been dispatched long enough, the one before it has left the unit, and what it
reads is there; the store goes four cycles after the last result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.simulator.programs import run_alone

#: By mnemonic: sources, latency of the result, cycles that the unit is taken.
KINDS = {
    "v_mov_b32_e32": (1, 5, 1),
    "v_add_f32_e32": (2, 5, 1),
    "v_fma_f32": (3, 5, 1),
    "v_exp_f32_e32": (1, 10, 1),
    "v_rcp_f32_e32": (1, 10, 1),
    "v_mul_lo_u32": (2, 8, 4),
}
TRANS = ("v_exp_f32_e32", "v_rcp_f32_e32")
#: More than that wait in the vector queue at once, which the rules leave out.
MOST = 9


@dataclass(frozen=True)
class Ins:
    name: str
    target: int
    sources: tuple[int, ...]

    @property
    def text(self) -> str:
        sources = ", ".join(f"v{s}" for s in self.sources) or "1"
        return f"{self.name} v{self.target}, {sources}"


@st.composite
def programs(draw: st.DrawFn, names: Sequence[str] = tuple(KINDS), most: int = MOST) -> list[Ins]:
    found = []
    for _ in range(draw(st.integers(1, most))):
        name = draw(st.sampled_from(names))
        count = KINDS[name][0]
        constant = name == "v_mov_b32_e32" and draw(st.booleans())
        sources = () if constant else tuple(draw(st.integers(4, 11)) for _ in range(count))
        found.append(Ins(name, draw(st.integers(4, 11)), sources))
    return found


def worst_bank(sources: Sequence[int]) -> int:
    distinct = set(sources)
    return max((sum(s % 4 == bank for s in distinct) for bank in range(4)), default=0)


def expected(program: Sequence[Ins]) -> int:
    """Cycles from the wait to the store."""
    ready: dict[int, int] = {}
    free = trans_free = last = 0
    for dispatched, ins in enumerate(program, start=1):
        _, latency, taken = KINDS[ins.name]
        delay = 6 if not ins.sources else 7 if len(ins.sources) == 1 and free > dispatched + 1 else 8
        at = max(dispatched + delay + worst_bank(ins.sources) // 2, free, *(ready.get(s, 0) for s in ins.sources))
        if ins.name in TRANS:
            at = max(at, trans_free)
            trans_free = at + 4
        free = at + taken
        ready[ins.target] = at + latency
        last = max(last, at + latency)
    return last + 4


def cycles(lines: Sequence[str]) -> int:
    times, release = run_alone(list(lines), {})
    return times[-2] - release


@given(programs())
def test_the_engine_follows_the_rules_of_the_captures(program: list[Ins]) -> None:
    # Three registers of a bank also take throughput, which the captures do not have.
    assume(all(worst_bank(ins.sources) < 3 for ins in program))
    assert cycles([ins.text for ins in program]) == expected(program)


@given(programs(), st.sampled_from((4, 8, 20)))
def test_only_the_bank_of_a_register_counts(program: list[Ins], shift: int) -> None:
    moved = [Ins(i.name, i.target + shift, tuple(s + shift for s in i.sources)) for i in program]
    assert cycles([i.text for i in program]) == cycles([i.text for i in moved])


@pytest.mark.slow
@given(programs(most=6), programs(most=3))
def test_more_instructions_never_end_earlier(program: list[Ins], more: list[Ins]) -> None:
    assert cycles([i.text for i in (*program, *more)]) >= cycles([i.text for i in program])


@given(programs(names=("v_add_f32_e32", "v_fma_f32")))
def test_a_destination_that_nobody_reads_does_not_matter(program: list[Ins]) -> None:
    free = [Ins(i.name, 40 + k, i.sources) for k, i in enumerate(program)]
    banked = [Ins(i.name, 40 + 4 * k, i.sources) for k, i in enumerate(program)]
    assert cycles([i.text for i in free]) == cycles([i.text for i in banked])


@given(programs(names=("v_add_f32_e32", "v_exp_f32_e32", "v_mul_lo_u32"), most=5), st.integers(0, 3))
def test_scalar_work_beside_a_dependent_chain_costs_nothing(program: list[Ins], idle: int) -> None:
    chain = [Ins(i.name, 4, tuple(4 for _ in i.sources)) for i in program]
    beside = [line for i in chain for line in (i.text, *["s_mov_b32 s20, 1"] * idle)]
    # The chain takes five cycles a link at least; up to three scalar instructions fit between two dispatches.
    assert cycles(beside[: len(beside) - idle]) == cycles([i.text for i in chain])


@pytest.mark.parametrize("links", range(1, 7))
@pytest.mark.parametrize("side", ["x", "y"])
def test_a_chain_of_pairs_takes_five_cycles_a_link_through_either_half(links: int, side: str) -> None:
    x = "v_dual_add_f32 v4, v4, v9 :: v_dual_mul_f32 v7, v6, v11"
    y = "v_dual_add_f32 v4, v8, v9 :: v_dual_mul_f32 v7, v7, v10"
    assert cycles([x if side == "x" else y] * links) == 13 + 5 * links


@pytest.mark.parametrize("distance", range(1, 5))
def test_a_hint_holds_the_dispatch_as_long_as_the_result_takes(distance: int) -> None:
    fillers = [f"v_mov_b32_e32 v{20 + k}, 1" for k in range(distance - 1)]
    lines = ["v_add_f32_e32 v4, v4, v5", *fillers, f"s_delay_alu instid0(VALU_DEP_{distance})",
             "v_add_f32_e32 v6, v4, v7"]  # fmt: skip
    times, release = run_alone(lines, {})
    # Dispatched five cycles apart, so that it executes when the result is there: as late as without the hint, or one
    # later where the queue had already given it a cycle.
    assert times[distance + 1] - times[1] == 5 if distance == 1 else times[distance + 1] - times[1] >= 5
    assert 0 <= times[-2] - release - cycles([line for line in lines if "delay" not in line]) <= 1


@pytest.mark.parametrize("between", range(4))
def test_transcendental_functions_hide_what_fits_between_them(between: int) -> None:
    movs = [f"v_mov_b32_e32 v{20 + k}, 1" for k in range(between)]
    first, second = "v_exp_f32_e32 v4, v5", "v_exp_f32_e32 v6, v7"
    assert cycles([first, *movs, second]) == cycles([first, second])
