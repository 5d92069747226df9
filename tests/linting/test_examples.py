"""Every rule has a failing and a passing example, which assemble, and tells them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import InputError
from isaopt.linting.registry import all_rules
from isaopt.linting.run import lint_module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain

HERE = Path(__file__).parent / "examples"
EXAMPLES = sorted(HERE.glob("*.s"))


def test_every_rule_has_both_examples_and_every_example_a_rule() -> None:
    names = {path.name.split(".")[0] for path in EXAMPLES}
    assert names == set(all_rules())
    for rule in names:
        kinds = {path.name.split(".")[1] for path in EXAMPLES if path.name.split(".")[0] == rule}
        assert kinds == {"bad", "good"}, rule


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example(path: Path, toolchain: Toolchain) -> None:
    rule, kind = path.name.split(".")[:2]
    text = path.read_text()
    module = parse_text(text, str(path), keep_unknown=rule == "unknown-instruction", read_only=True)
    if ".gfx12." in path.name:
        assert module.arch.startswith("gfx12")
    found = [f for f in lint_module(module) if f.rule == rule]
    assert bool(found) == (kind == "bad"), found
    if ".rejected." in path.name:
        # A rule of the encoding: the assembler refuses the example, and lint says why.
        with pytest.raises(InputError):
            assemble(text, module.arch, path=str(path), toolchain=toolchain)
    else:
        assert assemble(text, module.arch, path=str(path), toolchain=toolchain)
