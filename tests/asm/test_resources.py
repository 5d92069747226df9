"""Counts of registers that follow rewritten code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.resources import with_vgpr_count
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module

TEXT = (Path(__file__).parents[2] / "kernels_s" / "reduction_gfx1100.s").read_text()
COUNT = re.compile(r"(next_free_vgpr |num_vgpr, |vgpr_count:\s+)9\b")


@pytest.mark.parametrize(
    ("reserved", "higher", "expected"),
    [
        (9, "v12", ("13", "13", "13")),  # nothing in reserve: everything follows
        (25, "v12", ("25", "13", "13")),  # the reserve stays, and what counts the code follows
        (25, "v30", ("31", "31", "31")),  # beyond the reserve
    ],
)
def test_a_reserve_in_the_descriptor(reserved: int, higher: str, expected: tuple[str, ...]) -> None:
    assert len(COUNT.findall(TEXT)) == 3
    text = TEXT.replace(".amdhsa_next_free_vgpr 9", f".amdhsa_next_free_vgpr {reserved}")
    before = parse_text(text, "k.s")
    line = next(item.text for _, item in before.instructions(before.kernels[0]) if "v_add_f32" in item.text)
    raised = parse_text(text.replace(line, line + f"\tv_mov_b32_e32 {higher}, 0\n", 1), "k.s")
    after = with_vgpr_count(raised, raised.kernels[0], before)
    found = {
        name: re.search(pattern, after.text())
        for name, pattern in (
            ("descriptor", r"next_free_vgpr (\d+)"),
            ("symbol", r"reduction\.num_vgpr, (\d+)"),
            ("metadata", r"\.vgpr_count:\s+(\d+)"),
        )
    }
    assert tuple(m.group(1) for m in found.values() if m) == expected
    assert lint_module(after, choose_rules(["vgpr-count", "metadata-mismatch"])) == ()


@pytest.mark.parametrize(
    ("given", "expected"), [("\t.set COUNT, 9\n", "13"), ("COUNT = 9\n", "13"), ("COUNT = 9\n" * 2, "COUNT")]
)
def test_a_symbol_for_the_count(given: str, expected: str) -> None:
    text = TEXT.replace("\t.amdhsa_kernel", f"{given}\t.amdhsa_kernel").replace("vgpr 9", "vgpr COUNT")
    text = text.replace("reduction.num_vgpr, 9", "reduction.num_vgpr, max(9, 1)")
    before = parse_text(text, "k.s")
    line = next(item.text for _, item in before.instructions(before.kernels[0]) if "v_add_f32" in item.text)
    raised = parse_text(text.replace(line, line + "\tv_mov_b32_e32 v12, 0\n", 1), "k.s")
    assert f".amdhsa_next_free_vgpr {expected}\n" in with_vgpr_count(raised, raised.kernels[0], before).text()
