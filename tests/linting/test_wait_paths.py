"""Random programs with a loop and a branch in it: lint is silent exactly if every path is right by itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.judge.waits import spell
from isaopt.linting.waits.analysis import WaitAnalysis
from tests.linting.counter_machine import Counter, Event
from tests.linting.programs import composed, context

FAMILY = {"gfx1100": "gfx11", "gfx1201": "gfx12"}
#: Text, and counter -> kind, of loads into one of three registers of their own.
LOADS: dict[str, list[tuple[str, str, dict[str, str]]]] = {
    "gfx1100": [
        ("global_load_b32 {r}, v90, s[50:51]", "v", {"vmcnt": "vm"}),
        ("flat_load_b32 {r}, v[90:91]", "v", {"vmcnt": "vm", "lgkmcnt": "lds"}),
        ("ds_load_b32 {r}, v90", "v", {"lgkmcnt": "lds"}),
        ("s_load_b32 {r}, s[50:51], 0x0", "s", {"lgkmcnt": "smem"}),
    ],
    "gfx1201": [
        ("global_load_b32 {r}, v90, s[50:51]", "v", {"loadcnt": "vm"}),
        ("flat_load_b32 {r}, v[90:91]", "v", {"loadcnt": "vm", "dscnt": "lds"}),
        ("ds_load_b32 {r}, v90", "v", {"dscnt": "lds"}),
        ("s_load_b32 {r}, s[50:51], 0x0", "s", {"kmcnt": "smem"}),
    ],
}
COUNTERS = {arch: sorted({c for *_, adds in loads for c in adds}) for arch, loads in LOADS.items()}
REGISTERS = 3


@dataclass(frozen=True)
class Load:
    form: int
    register: int


@dataclass(frozen=True)
class Use:
    file: str
    register: int


@dataclass(frozen=True)
class Wait:
    counter: str
    count: int


Step = Load | Use | Wait


def steps(arch: str, most: int) -> st.SearchStrategy[list[Step]]:
    register = st.integers(0, REGISTERS - 1)
    wait = st.builds(Wait, st.sampled_from(COUNTERS[arch]), st.sampled_from([0, 0, 1, 2]))
    load = st.builds(Load, st.integers(0, len(LOADS[arch]) - 1), register)
    return st.lists(st.one_of(load, wait, wait, st.builds(Use, st.sampled_from("vs"), register)), max_size=most)


def text(arch: str, step: Step) -> str:
    if isinstance(step, Load):
        template, file, _ = LOADS[arch][step.form]
        return template.format(r=f"{file}{10 + step.register}")
    if isinstance(step, Use):
        return f"v_mov_b32_e32 v80, {step.file}{10 + step.register}"
    return spell(FAMILY[arch], {step.counter: step.count})[0]


def right(arch: str, path: list[Step]) -> bool:
    """Whether no register is touched on this path while a load may still write it."""
    machine = {c: Counter() for c in COUNTERS[arch]}
    owners: dict[str, list[tuple[int, str, Event]]] = {}
    for serial, step in enumerate(path):
        if isinstance(step, Wait):
            machine[step.counter].wait(step.count)
            continue
        if isinstance(step, Load):
            _, file, adds = LOADS[arch][step.form]
            register = f"{file}{step.register}"
            # gfx11 keeps the order of plain vector loads into one register.
            ordered = arch == "gfx1100" and step.form == 0
        else:
            register, ordered, adds = f"{step.file}{step.register}", False, {}
        for form, counter, event in owners.get(register, []):
            if machine[counter].may_be_outstanding(event) and not (ordered and form == 0):
                return False
        if isinstance(step, Load):
            for counter, kind in adds.items():
                machine[counter].issue((serial, kind))
                owners.setdefault(register, []).append((step.form, counter, (serial, kind)))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_silence_means_that_every_path_is_right(arch: str) -> None:
    verdicts = set()

    @settings(max_examples=250, deadline=None)
    @given(steps(arch, 3), steps(arch, 3), steps(arch, 3), steps(arch, 3), steps(arch, 3))
    def check(before: list[Step], head: list[Step], then: list[Step], tail: list[Step], after: list[Step]) -> None:
        body = [text(arch, s) for s in before]
        loop = len(body)
        body += [text(arch, s) for s in head] + ["s_cbranch_scc0 .Lskip"] + [text(arch, s) for s in then]
        skip = len(body)
        body += (
            [text(arch, s) for s in tail] + ["s_cbranch_scc1 .Lloop"] + [text(arch, s) for s in after] + ["s_endpgm"]
        )
        ctx = context(composed(body, arch, {".Lloop": loop, ".Lskip": skip}))
        paths = [
            [*before, *(s for taken in turns for s in (*head, *(then if taken else ()), *tail)), *after]
            for count in (1, 2, 3)
            for turns in product((False, True), repeat=count)
        ]
        expected = all(right(arch, path) for path in paths)
        verdicts.add(expected)
        assert (WaitAnalysis(ctx).early() == []) == expected

    check()
    assert verdicts == {False, True}
