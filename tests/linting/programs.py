"""Small programs for lint tests: bodies made into files, and findings boiled down."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module

_FILE = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
\t.p2align\t8
\t.type\tk,@function
k:
{body}
.Lk_end:
\t.size\tk, .Lk_end-k
\t.amdhsa_kernel k
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
    return parse_text(_FILE.format(arch=arch, body=text), "k.s")


def found(module: Module, *rules: str, kernels: Sequence[str] = ()) -> list[tuple[str, int]]:
    """Rule and line of each finding, lines counted from 1 within the body."""
    return [(f.rule, f.line - FIRST + 1) for f in lint_module(module, choose_rules(rules), kernels)]
