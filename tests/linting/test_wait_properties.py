"""Random straight-line programs: lint says no more and no less than a machine that tries every order of returns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.judge.waits import spell
from isaopt.linting.fixes import repair_module
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from isaopt.linting.waits.analysis import WaitAnalysis
from isaopt.linting.waits.needs import wait_slack
from tests.linting.counter_machine import Counter, Event
from tests.linting.programs import composed, context, many

#: Text with a destination, and what it adds: counter -> kind.  Addresses are registers that nothing else touches.
Form = tuple[str, dict[str, str]]
FORMS: dict[str, list[Form]] = {
    "gfx1100": [
        ("global_load_b32 v{n}, v90, s[50:51]", {"vmcnt": "vm"}),
        ("flat_load_b32 v{n}, v[90:91]", {"vmcnt": "vm", "lgkmcnt": "lds"}),
        ("ds_load_b32 v{n}, v90", {"lgkmcnt": "lds"}),
        ("ds_store_b32 v90, v91", {"lgkmcnt": "lds"}),
        ("global_store_b32 v90, v91, s[50:51]", {"vscnt": "st"}),
        ("s_load_b32 s{n}, s[50:51], 0x0", {"lgkmcnt": "smem"}),
        ("s_sendmsg sendmsg(MSG_INTERRUPT)", {"lgkmcnt": "message"}),
        ("lds_direct_load v{n} wait_vdst:15", {"expcnt": "direct"}),
    ],
    "gfx1201": [
        ("global_load_b32 v{n}, v90, s[50:51]", {"loadcnt": "vm"}),
        ("flat_load_b32 v{n}, v[90:91]", {"loadcnt": "vm", "dscnt": "lds"}),
        ("ds_load_b32 v{n}, v90", {"dscnt": "lds"}),
        ("global_store_b32 v90, v91, s[50:51]", {"storecnt": "st"}),
        ("s_load_b32 s{n}, s[50:51], 0x0", {"kmcnt": "smem"}),
        ("s_sendmsg sendmsg(MSG_INTERRUPT)", {"kmcnt": "message"}),
        ("image_sample v{n}, [v90, v91], s[52:59], s[60:63] dmask:0x1 dim:SQ_RSRC_IMG_2D", {"samplecnt": "sample"}),
    ],
}
FAMILY = {"gfx1100": "gfx11", "gfx1201": "gfx12"}
COUNTERS = {arch: sorted({c for _, adds in forms for c in adds}) for arch, forms in FORMS.items()}


@dataclass(frozen=True)
class Line:
    """An instruction: a memory form, a use of the result of memory instruction ``index``, or a wait."""

    form: int | None = None
    index: int = 0
    waits: tuple[tuple[str, int], ...] = ()


def lines(arch: str) -> st.SearchStrategy[list[Line]]:
    form = st.builds(Line, form=st.integers(0, len(FORMS[arch]) - 1))
    use = st.builds(Line, index=st.integers(0, 7))
    wait = st.dictionaries(st.sampled_from(COUNTERS[arch]), st.integers(0, 4), min_size=1, max_size=2)
    waits = wait.map(lambda counts: Line(waits=tuple(sorted(counts.items()))))
    return st.lists(st.one_of(form, form, use, waits), max_size=14)


def code_and_verdict(arch: str, code: list[Line]) -> tuple[list[str], dict[int, dict[str, int]]]:
    """The program, and the lines (from 0) on which a result is used that may not have come, with the waits that would
    do: by trying every order.  What is missing is taken as waited for there."""
    machine = {c: Counter() for c in COUNTERS[arch]}
    issued: list[tuple[str, dict[str, Event]]] = []
    out: list[str] = []
    early = {}
    for line in code:
        if line.form is not None and len(issued) < 8:
            template, adds = FORMS[arch][line.form]
            serial = len(issued)
            events = {c: (serial, kind) for c, kind in adds.items()}
            for c, event in events.items():
                machine[c].issue(event)
            register = f"{'s' if 's{n}' in template else 'v'}{serial + 10}" if "{n}" in template else ""
            issued.append((register, events))
            out.append(template.format(n=serial + 10))
        elif line.waits:
            out += spell(FAMILY[arch], dict(line.waits))
            for c, count in line.waits:
                machine[c].wait(count)
        elif line.form is None and line.index < len(issued) and issued[line.index][0]:
            register, events = issued[line.index]
            needed = {c: machine[c].count_for(e) for c, e in events.items() if machine[c].may_be_outstanding(e)}
            if needed:
                early[len(out)] = needed
            for c, count in needed.items():
                machine[c].wait(count)
            out.append(f"v_mov_b32_e32 v100, {register}")
    return [*out, "s_endpgm"], early


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_reads_against_every_order_of_returns(arch: str) -> None:
    @settings(max_examples=200, deadline=None)
    @given(lines(arch))
    def check(code: list[Line]) -> None:
        body, expected = code_and_verdict(arch, code)
        said: dict[int, dict[str, int]] = {}
        for e in WaitAnalysis(context(composed(body, arch))).early():
            assert e.access == "read"
            said.setdefault(e.index - 1, {})[e.counter] = e.count
        assert said == expected

    check()


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_waits_that_are_called_slack_can_all_be_relaxed_at_once_and_no_further(arch: str) -> None:
    @settings(max_examples=200, deadline=None)
    @given(lines(arch))
    def check(code: list[Line]) -> None:
        body, _ = code_and_verdict(arch, code)
        ctx = context(composed(body, arch))
        before = WaitAnalysis(ctx).early()
        relaxed = {(s.index, s.counter): s.enough for s in wait_slack(ctx)}
        assert WaitAnalysis(ctx, relaxed).early() == before
        for key, enough in relaxed.items():
            # An access that is too early anyway may be the one that a weaker wait would have shown.
            if enough is not None and not before:
                assert WaitAnalysis(ctx, {**relaxed, key: enough + 1}).early() != before

    check()


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_repaired_program_is_clean_and_its_waits_are_as_weak_as_can_be(arch: str) -> None:
    @settings(max_examples=5, deadline=None)
    @given(st.lists(lines(arch), min_size=12, max_size=12))
    def check(codes: list[list[Line]]) -> None:
        bodies = [code_and_verdict(arch, [line for line in code if not line.waits])[0] for code in codes]
        repaired = repair_module(many(bodies, arch), choose_rules(["read-before-wait", "overwrite-before-wait"]))
        assert repaired.left == ()
        assert lint_module(repaired.module, choose_rules(["wait-too-strict", "wait-not-needed"])) == ()

    check()
