"""Metadata that says too much in few characters is refused with its place, at once, by whatever reads a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from isaopt.asm.metadata import metadata_document
from isaopt.asm.parser import parse_text
from isaopt.asm.source import MAX_DEPTH
from isaopt.cli import main
from isaopt.errors import InputError

BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}, *a{i}, *a{i}]\n" for i in range(60))
DEEP = "x: " + "[" * 500_000 + "]" * 500_000 + "\n"


def with_metadata(text: str, yaml_text: str) -> str:
    return f"{text}\t.amdgpu_metadata\n---\n{yaml_text}...\n\t.end_amdgpu_metadata\n"


@pytest.mark.parametrize(("block", "column", "said"), [(BOMB, 10, "alias"), (DEEP, MAX_DEPTH + 3, "levels deep")])
def test_bombs_are_refused_with_their_place(
    kernel_text: Callable[..., str], block: str, column: int, said: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    text = with_metadata(kernel_text(), block)
    with pytest.raises(InputError, match=said) as error:
        parse_text(text, "k.s")
    line = text[: text.index(block)].count("\n") + (2 if block == BOMB else 1)
    assert (error.value.line, error.value.col) == (line, column)
    source = tmp_path / "k.s"
    source.write_text(text)
    for command in (["lint"], ["report"], ["opt", "-o", str(tmp_path / "out.s")], ["verify", str(source)]):
        assert main.run([command[0], str(source), *command[1:]]) == 2
        assert capsys.readouterr().err.startswith(f"{source}:{line}:{column}: error: ")


def test_what_is_no_yaml_or_only_looks_like_metadata_is_read(kernel_text: Callable[..., str]) -> None:
    parse_text(with_metadata(kernel_text(), "a: [1, 2\n"))
    with pytest.raises(yaml.YAMLError):
        metadata_document(BOMB)
    assert metadata_document("a: " + "[" * 60 + "]" * 60) is not None


def test_words_are_what_the_assembler_reads() -> None:
    found = metadata_document("a: [off, on, y, null, 2001-01-01, !str inf, !str 'true', true, 0x10, 5]\n")
    assert found == {"a": ["off", "on", "y", "null", "2001-01-01", "inf", "true", True, 16, 5]}
