"""Small programs for lint tests: bodies made into files, and findings boiled down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Item, Kernel, Label, Module
from isaopt.linting.model import Context
from isaopt.linting.registry import all_rules, choose_rules
from isaopt.linting.run import lint_module

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
