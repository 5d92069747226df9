"""How much of the vector ALU's work in a loop is spent on addresses."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.ir.program import Kernel, Module
from isaopt.target.reads import is_valu

_ADDRESS = frozenset({"vaddr", "addr", "vaddr0"})


def address_valu(module: Module, kernel: Kernel, cfg: CFG, loops: Sequence[Loop]) -> dict[int, int]:
    """By block index of a loop's header, the VALU instructions in the loop (inner loops included) on which a vector
    address of a memory access in it depends, through vector registers and within the loop; a dual instruction counts
    once.

    Empty where the kernel cannot be analysed.
    """
    if blockers(module, kernel):
        return {}
    webs = find_webs(module, kernel, cfg)
    found: dict[int, int] = {}
    for loop in loops:
        inside = [index for b in sorted(loop.blocks) for index in cfg.blocks[b].instructions]
        found[loop.header] = len(_slice(module, webs, inside))
    return found


def _slice(module: Module, webs: Webs, inside: list[int]) -> set[int]:
    """Item indices of the VALU instructions that write a web which an address depends on."""
    reads: dict[tuple[int, int], set[int]] = {}
    writers: dict[int, set[tuple[int, int]]] = {}
    wanted: list[int] = []
    for index in inside:
        item = module.instruction(index)
        op = item.op
        memory = op.desc.memory is not None
        for place, ref in enumerate(op.refs):
            if not ref.reg.is_vgpr:
                continue
            for offset in range(len(ref.reg.units)):
                web = webs.web_at.get((index, place, offset))
                if web is None:
                    continue
                if memory and ref.reads and ref.desc.name in _ADDRESS:
                    wanted.append(web)
                if is_valu(op):
                    if ref.reads:
                        reads.setdefault((index, ref.component), set()).add(web)
                    if ref.writes:
                        writers.setdefault(web, set()).add((index, ref.component))
    known = set(wanted)
    counted: set[int] = set()
    while wanted:
        for index, component in writers.get(wanted.pop(), ()):
            counted.add(index)
            for web in reads.get((index, component), ()):
                if web not in known:
                    known.add(web)
                    wanted.append(web)
    return counted
