"""The wait rules on real compiler output: silent on what is right, and awake to every wait that is taken away."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.judge.waits import LIMITS, spell, wait_of
from isaopt.linting.model import Finding, Rule
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
NEEDED = choose_rules(["read-before-wait", "overwrite-before-wait", "store-data-overwritten", "lds-barrier-wait"])
ORDER = choose_rules(
    ["global-barrier-wait", "scalar-load-stale", "scalar-load-overtaken", "lds-release-wait", "acquire-invalidate"]
)
ALL = (*NEEDED, *ORDER, *choose_rules(["wait-not-needed", "wait-too-strict", "wait-legacy-form"]))
STORES = ("vscnt", "storecnt")
SAMPLE = 4
"""Mutations tried per file, of each kind."""


@pytest.mark.slow
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.name)
def test_compiler_output_is_clean_and_mutations_of_it_are_not(path: Path) -> None:
    module = parse_text(path.read_text(), str(path))
    assert lint_module(module, ALL) == ()
    family = "gfx12" if module.arch.startswith("gfx12") else "gfx11"
    parts = [(k, index, c) for k in module.kernels for index, c in _needed_parts(module, k, family)]
    assert parts
    rng = random.Random(path.name)
    for kernel, index, counter in rng.sample(parts, min(SAMPLE, len(parts))):
        item = module.items[index]
        assert isinstance(item, Instruction)
        wait = wait_of(item.op, family)
        assert wait is not None
        for weaker in (None, wait.counts[counter] + 1):
            counts = {c: n for c, n in wait.counts.items() if c != counter}
            if weaker is not None and weaker < LIMITS[family][counter]:
                counts[counter] = weaker
            found = _lint_with(module, kernel, index, _wait(family, module.arch, tuple(counts.items())), NEEDED)
            assert found, f"line {item.line}: {item.text.strip()} -> {counts}"
        if wait.counts[counter]:
            stricter = {**wait.counts, counter: wait.counts[counter] - 1}
            found = _lint_with(module, kernel, index, _wait(family, module.arch, tuple(stricter.items())), ALL)
            # Zero may be there for memory ordering; then it is the wait behind it that has nothing left to do.
            assert {f.rule for f in found} in ({"wait-too-strict"}, {"wait-not-needed"}), (
                f"line {item.line}: {item.text.strip()}"
            )


def _needed_parts(module: Module, kernel: Kernel, family: str) -> list[tuple[int, str]]:
    """Waits by item and counter, without those that only order memory: in front of a barrier, and on stores."""
    out = []
    code = module.instructions(kernel)
    for (index, item), (_, follower) in pairwise(code):
        wait = wait_of(item.op, family)
        if wait is None or follower.op.mnemonic.startswith(("s_barrier", "s_wait", "buffer_gl", "global_inv")):
            continue
        out += [(index, c) for c in wait.counts if c not in STORES]
    return out


@cache
def _wait(family: str, arch: str, counts: tuple[tuple[str, int], ...]) -> Op:
    """The op that waits for these counts; ``s_nop`` for none."""
    lines = spell(family, dict(counts)) or ("s_nop 0",)
    (item,) = parse_text("".join(f"\t{line}\n" for line in lines), "wait.s", arch).items
    assert isinstance(item, Instruction)
    return item.op


def _lint_with(module: Module, kernel: Kernel, index: int, op: Op, rules: tuple[Rule, ...]) -> tuple[Finding, ...]:
    items = list(module.items)
    old = items[index]
    assert isinstance(old, Instruction)
    items[index] = replace(old, op=op)
    return lint_module(replace(module, items=tuple(items)), rules, [kernel.name])
