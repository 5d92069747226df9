"""Small programs for lint tests: bodies made into files, and findings boiled down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Item, Kernel, Label, Module
from isaopt.linting.model import Context
from isaopt.linting.registry import all_rules, choose_rules
from isaopt.linting.run import lint_module
from tests.kernels import ARGUMENTS, kernel_file

_EXAMPLES = Path(__file__).parent / "examples"
_HEAD = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
"""
_KERNEL = """\t.p2align\t8
\t.type\t{name},@function
{name}:
{body}
.Lfunc_end_{name}:
\t.size\t{name}, .Lfunc_end_{name}-{name}
\t.amdhsa_kernel {name}
\t\t.amdhsa_group_segment_fixed_size 4096
\t\t.amdhsa_next_free_vgpr 128
\t\t.amdhsa_next_free_sgpr 64
\t.end_amdhsa_kernel
"""
FIRST = 6
"""The line of the body's first line."""


def program(body: str, arch: str = "gfx1100", end: bool = True) -> Module:
    """A module of one kernel ``k``; each line of ``body`` is indented unless it is a label."""
    lines = [line.strip() for line in body.strip().splitlines()]
    lines += ["s_endpgm"] if end else []
    text = "\n".join(line if line.endswith(":") else f"\t{line}" for line in lines)
    return parse_text(_HEAD.format(arch=arch) + _KERNEL.format(name="k", body=text), "k.s")


def described(body: str, *directives: str, arch: str = "gfx1100") -> Module:
    """A kernel whose descriptor has these directives besides the usual ones."""
    more = "".join(f"\t\t.amdhsa_{d}\n" for d in directives)
    text = program(body, arch).text().replace("\t.end_amdhsa_kernel", f"{more}\t.end_amdhsa_kernel")
    return parse_text(text, "k.s")


def many(bodies: Sequence[Sequence[str]], arch: str) -> Module:
    """A module of kernels ``k0``, ``k1`` ... with these lines of code."""
    kernels = (
        _KERNEL.format(name=f"k{n}", body="\n".join(f"\t{line}" for line in body)) for n, body in enumerate(bodies)
    )
    return parse_text(_HEAD.format(arch=arch) + "".join(kernels), "k.s")


def found(module: Module, *rules: str, kernels: Sequence[str] = ()) -> list[tuple[str, int]]:
    """Rule and line of each finding, lines counted from 1 within the body."""
    return [(f.rule, f.line - FIRST + 1) for f in lint_module(module, choose_rules(rules), kernels)]


def composed(body: Sequence[str], arch: str, labels: Mapping[str, int] | None = None) -> Module:
    """A module of one kernel ``k`` with these lines and no other text; every kind of line is parsed only once.

    ``labels`` stand in front of the line of that index.
    """
    missing = sorted(set(body) - {line for a, line in _PARSED if a == arch})
    if missing:
        parsed = parse_text("".join(f"\t{line}\n" for line in missing), "lines.s", arch)
        _PARSED.update(((arch, line), item) for line, item in zip(missing, parsed.items, strict=True))
    items: list[Item] = [Label("k:\n", 1, 1, "k")]
    for n, line in enumerate(body):
        for name in [name for name, at in (labels or {}).items() if at == n]:
            items.append(Label(f"{name}:\n", len(items) + 1, 1, name))
        items.append(replace(_PARSED[arch, line], line=len(items) + 1))
    kernel = Kernel("k", 1, len(items), 32, {".amdhsa_next_free_vgpr": 0})
    return Module("k.s", arch, tuple(items), (kernel,))


_PARSED: dict[tuple[str, str], Item] = {}


def context(module: Module) -> Context:
    """What rules see of the module's one kernel."""
    offsets = tuple(accumulate((len(item.text) for item in module.items), initial=0))
    return Context(module, module.kernels[0], all_rules(), offsets)


@dataclass(frozen=True, slots=True)
class Example:
    """A file that a rule reports (``bad``) or accepts (``good``). ``words`` are its target and what else its heading
    says: ``wave64``; ``rejected``, if the assembler refuses the bad file, too; ``open``, if no ``s_endpgm`` is
    added; ``whole``, if nothing is."""

    rule: str
    kind: str
    words: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        return ".".join((self.rule, self.kind, *self.words))


def examples() -> list[Example]:
    """All of ``tests/linting/examples``: a file for each rule, in which a bad and the good example from one heading to
    the next are told apart by ``-`` and ``+`` before lines that only one of them has. Where the heading names a kind,
    there is no other one. Directives of the descriptor are lines without ``\\t\\t``."""
    found = []
    for path in sorted(_EXAMPLES.glob("*.diff")):
        for part in path.read_text(encoding="utf-8").split("# gfx")[1:]:
            head, *lines = part.rstrip("\n").split("\n")
            words = tuple(f"gfx{head}".split())
            for kind, marks in (("bad", " -"), ("good", " +")):
                if {"bad", "good"} & {*words} <= {kind}:
                    own = [line[1:] for line in lines if line[:1] in marks]
                    found.append(Example(path.stem, kind, words, _example(own, words)))
    return found


def example(rule: str, kind: str, *words: str) -> str:
    """The text of the first example of a rule whose heading has these words."""
    return next(e.text for e in examples() if (e.rule, e.kind) == (rule, kind) and {*words} <= {*e.words})


def _example(lines: Sequence[str], words: Sequence[str]) -> str:
    if "whole" in words:
        return "".join(f"{line}\n" for line in lines)
    given = [line.removeprefix(".amdhsa_") for line in lines if line.startswith(".amdhsa_")]
    counts = {"next_free_vgpr": 32, "next_free_sgpr": 32}
    counts |= {name: int(value) for name, value in map(str.split, given) if name in counts}
    text = kernel_file(
        [line for line in lines if not line.startswith(".amdhsa_")],
        *(ARGUMENTS, *(line for line in given if line.split()[0] not in counts)),
        arch=words[0],
        name="kernel",
        vgprs=counts["next_free_vgpr"],
        sgprs=counts["next_free_sgpr"],
        wave=64 if "wave64" in words else 32,
    )
    return text.replace("\ts_endpgm\n.Lkernel_end", ".Lkernel_end") if "open" in words else text
