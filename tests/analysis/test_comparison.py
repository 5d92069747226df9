"""Two versions of a file: which kernels are matched, which instructions differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.analysis import comparison
from isaopt.analysis.comparison import Line, compare
from isaopt.asm.parser import parse_text
from isaopt.errors import InputError

LINES = st.lists(
    st.builds(Line, st.just(1), st.sampled_from(["a x", "a y", "b x", "b y", "c"]), st.none()), max_size=12
)


@given(LINES, st.data())
def test_changes_lead_from_one_side_to_the_other(a: list[Line], data: st.DataObject) -> None:
    a = [Line(i, line.text, None) for i, line in enumerate(a)]
    b = [Line(i, line.text, None) for i, line in enumerate(data.draw(LINES))]
    changes = list(comparison._changes(a, b))
    assert all(change.before or change.after for change in changes)
    kept_a = [x.text for x in a if all(x not in c.before for c in changes)]
    kept_b = [x.text for x in b if all(x not in c.after for c in changes)]
    assert kept_a == kept_b


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
    with pytest.raises(InputError, match=r"no kernel of a.s is in it \(one there, two here\)"):
        compare(base, parse_text(kernel_text(name="two"), "b.s"), "gather2")
