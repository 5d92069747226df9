"""Text to IR and back: byte for byte, and to the identical object when every instruction is printed from the IR."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_module
from isaopt.asm.source import read_source
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain, find_toolchain
from tests.objects import differences

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))


@pytest.fixture(scope="session")
def tools() -> Toolchain:
    return find_toolchain("gfx1100")


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_round_trip(path: Path, tools: Toolchain) -> None:
    text = read_source(str(path))
    module = parse_text(text, str(path))
    assert module.kernels
    assert print_module(module) == text
    normal = print_module(module, normalize=True)
    a = assemble(text, module.arch, path=str(path), toolchain=tools)
    b = assemble(normal, module.arch, path=str(path), toolchain=tools)
    assert not differences(a, b)


def test_there_are_kernels() -> None:
    assert len(KERNELS) >= 20


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("\n", " \t\n")])
def test_line_ends_and_blanks_are_kept(change: object) -> None:
    assert callable(change)
    text = change(read_source(str(KERNELS[0])))
    assert parse_text(text, "x.s").text() == text
