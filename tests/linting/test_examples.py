"""Every rule has a failing and a passing example, which assemble, and tells them apart."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import InputError
from isaopt.linting.registry import all_rules
from isaopt.linting.run import lint_module
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain
from tests.linting.programs import Example, examples

EXAMPLES = examples()


def test_every_rule_has_both_examples_and_every_example_a_rule() -> None:
    assert {(e.rule, e.kind) for e in EXAMPLES} == {(rule, kind) for rule in all_rules() for kind in ("bad", "good")}
    assert len({e.name for e in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example, toolchain: Toolchain) -> None:
    unknown = example.rule == "unknown-instruction"
    module = parse_text(example.text, example.name, keep_unknown=unknown, read_only=True)
    assert module.arch == example.words[0]
    found = [f for f in lint_module(module) if f.rule == example.rule]
    assert bool(found) == (example.kind == "bad"), found
    if example.kind == "bad" and "rejected" in example.words:
        # A rule of the encoding: the assembler refuses the example, and lint says why.
        with pytest.raises(InputError):
            assemble(example.text, module.arch, path=example.name, toolchain=toolchain)
    else:
        assert assemble(example.text, module.arch, path=example.name, toolchain=toolchain)
