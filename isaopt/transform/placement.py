"""Registers for a kernel whose values have new lifetimes: found on chosen banks, and counted."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.analysis.cfg import CFG
from isaopt.analysis.liveness import kernel_ops
from isaopt.analysis.webs import Webs
from isaopt.asm.resources import with_code_size, with_vgpr_count
from isaopt.emit.rewrite import finished
from isaopt.ir.program import Kernel, Module
from isaopt.solve.pack import neighbours, pack
from isaopt.solve.problem import BANKS, Problem
from isaopt.target.arch import Arch
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.target.reads import is_matrix, reads_of


def packed(problem: Problem, banks: Mapping[int, int], work: int, seed: int = 0) -> dict[int, int] | None:
    """A base register for every group by its id, those named in ``banks`` on that bank; None if none was found in the
    work limit."""
    allowed: list[list[int]] = []
    for group in problem.groups:
        top = min(group.limit, problem.max_vgprs) - group.width
        bases = range(group.current, group.current + 1) if group.fixed else range(top + 1)
        want = None if group.fixed else banks.get(group.id)
        allowed.append([b for b in bases if want is None or b % BANKS == want])
    found = pack(problem, neighbours(problem), allowed, problem.current, work, seed).bases
    return None if found is None else dict(zip((g.id for g in problem.groups), found, strict=True))


def present_banks(module: Module, cfg: CFG, found: Webs) -> dict[int, int]:
    """The bank of every group for which it matters: those that dual or matrix instructions name, or that an ALU reads
    beside another VGPR.  The others may take any."""
    ops = kernel_ops(module, cfg)
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    named = [op.pair is not None or is_matrix(op) for op in ops]
    several = [len({read.vgpr for read in reads_of(op, module.arch)}) > 1 for op in ops]
    bound: set[int] = set()
    for (item, ref, _), web in found.web_at.items():
        k = ordinal_of[item]
        if named[k] or (several[k] and ops[k].refs[ref].reads):
            bound.add(found.group_of[web])
    return {g.id: g.base % BANKS for g in found.groups if g.id in bound}


def completed(module: Module, original: Module, kernel: Kernel, arch: Arch) -> Module:
    """The kernel of that name with its waits and hints, and its resources counted; ``original`` is the input."""
    name = kernel.name
    done = finished(module, module.kernel(name))
    counted = with_vgpr_count(
        done,
        done.kernel(name),
        original,
        lambda n: waves_for_vgprs(arch, n, kernel.wave_size),
        arch.vgpr_encoding_granule(kernel.wave_size),
    )
    return with_code_size(counted, counted.kernel(name), original)
