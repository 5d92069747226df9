"""Two versions of a file: which kernels are matched, which instructions differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.analysis.figures import comparison
from isaopt.analysis.figures.comparison import ComparedLine, compare
from isaopt.asm.parser import parse_text
from isaopt.errors import InputError

LINES = st.lists(
    st.builds(ComparedLine, st.just(1), st.sampled_from(["a x", "a y", "b x", "b y", "c"]), st.none()), max_size=12
)


@given(LINES, LINES, st.sampled_from([0, 100]))
def test_changes_are_all_that_differs(a: list[ComparedLine], b: list[ComparedLine], few: int) -> None:
    a, b = ([ComparedLine(place, line.text, None) for place, line in enumerate(side)] for side in (a, b))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "_FEW", few)
        changes = list(comparison._changes(a, b))
    assert all(change.before or change.after for change in changes)
    old = [line for change in changes for line in change.before]
    new = [line for change in changes for line in change.after]
    assert old == sorted(old, key=lambda line: line.line)
    assert new == sorted(new, key=lambda line: line.line)
    assert [x.text for x in a if x not in old] == [x.text for x in b if x not in new]


def test_an_instruction_that_was_added_among_renamed_ones(
    kernel_text: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "_FEW", 0)
    before = "\tv_add_f32_e32 v1, v2, v3\n\tv_mov_b32_e32 v1, v2\n"
    after = "\tv_add_f32_e32 v2, v2, v3\n\ts_nop 0\n\tv_mov_b32_e32 v1, v3\n"
    found = compare(parse_text(kernel_text(before)), parse_text(kernel_text(after)), "gather2").kernels[0].changes
    assert [([x.text for x in c.before], [x.text for x in c.after]) for c in found] == [
        (["v_add_f32_e32 v1, v2, v3"], ["v_add_f32_e32 v2, v2, v3"]),
        ([], ["s_nop 0"]),
        (["v_mov_b32_e32 v1, v2"], ["v_mov_b32_e32 v1, v3"]),
    ]


def test_renamed_registers_are_compared_line_by_line(kernel_text: Callable[..., str]) -> None:
    before = "\tv_add_f32_e32 v1, v2, v3\n\ts_nop 0\n\tv_add_f32_e32 v2, v2, v3\n\tv_mov_b32_e32 v1, v2"
    after = "\tv_add_f32_e32 v2, v2, v3\n\ts_nop 0\n\tv_add_f32_e32 v1, v2, v3\n\tv_mov_b32_e32 v1, v3"
    found = compare(parse_text(kernel_text(before)), parse_text(kernel_text(after)), "gather2")
    assert [[(x.text, y.text) for x, y in zip(c.before, c.after, strict=True)] for c in found.kernels[0].changes] == [
        [("v_add_f32_e32 v1, v2, v3", "v_add_f32_e32 v2, v2, v3")],
        [("v_add_f32_e32 v2, v2, v3", "v_add_f32_e32 v1, v2, v3"), ("v_mov_b32_e32 v1, v2", "v_mov_b32_e32 v1, v3")],
    ]


def test_files_that_cannot_be_compared(kernel_text: Callable[..., str]) -> None:
    base = parse_text(kernel_text(name="one"), "a.s")
    with pytest.raises(InputError, match="different targets: gfx1100 and gfx1201"):
        compare(base, parse_text(kernel_text(name="one", arch="gfx1201"), "b.s"), "gather2")
    with pytest.raises(InputError, match=r"has none of the kernels of a.s \(one there, two here\)"):
        compare(base, parse_text(kernel_text(name="two"), "b.s"), "gather2")
