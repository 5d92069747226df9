"""What the file says of a kernel's length follows its code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.resources import code_bytes, with_code_size
from isaopt.ir.edit import spliced
from isaopt.ir.program import Module

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))


def _said(module: Module) -> tuple[int, int]:
    text = module.text()
    length, lines = re.search(r"codeLenInByte = (\d+)", text), re.search(r"inst_pref_size (\d+)", text)
    assert length is not None
    assert lines is not None
    return int(length[1]), int(lines[1])


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_the_length_is_the_compilers(path: Path) -> None:
    module = parse_text(path.read_text(), path.name)
    assert code_bytes(module, module.kernels[0]) == _said(module)[0]


def test_prefetch_and_comment_follow_the_code() -> None:
    path = next(p for p in KERNELS if p.stem == "sgemm_gfx1201")
    module = parse_text(path.read_text(), path.name)
    kernel = module.kernels[0]
    middle = (kernel.first + kernel.last) // 2
    shorter = spliced(module, {(kernel.first + 5, middle): ()})
    after = with_code_size(shorter, shorter.kernel(kernel.name), module)
    length, lines = _said(after)
    assert length == code_bytes(after, after.kernel(kernel.name))
    assert lines == -(-length // 128) < _said(module)[1]
    assert with_code_size(module, kernel, module) is module


def test_a_length_that_is_not_known_is_not_prefetched() -> None:
    path = next(p for p in KERNELS if p.stem == "sgemm_gfx1100")
    text = path.read_text()
    before = parse_text(text)
    after = parse_text(text.replace("\ts_endpgm\n", "\t.space 4\n\ts_endpgm\n", 1))
    assert _said(with_code_size(after, after.kernels[0], before))[1] == 0
