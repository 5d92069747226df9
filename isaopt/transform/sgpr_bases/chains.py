"""Chains of additions of one block as few instructions: ``x + s + s + s + s`` becomes ``(s << 2) + x``.

Unrolled rounds move an offset by the same amount, one after the other. Once accesses have bases of their own, nothing
needs the steps between, but each of them needs the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import Block, build_cfg
from isaopt.analysis.flow.dead import dead_among
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, RegRef
from isaopt.target.arch import Arch, get_arch
from isaopt.transform.dual_forms import singles

_EXEC = {EXEC_LO, EXEC_HI}
_ADDITION = "v_add_nc_u32"
_WORD = 1 << 32


@dataclass(frozen=True, slots=True)
class _Link:
    """An addition to a register: ordinal, the register to which it adds, what it adds (a constant, or the text of a
    scalar register), its target, and the registers of what it adds. ``other``: the other half of a dual one."""

    ordinal: int
    source: int
    step: int | str
    target: int
    scalars: tuple[int, ...]
    other: Op | None = None


def with_short_chains(module: Module, kernel: Kernel) -> Module:
    """The kernel with fewer additions in chains of which only the last result is needed."""
    kernel = module.kernel(kernel.name)
    cfg, arch = build_cfg(module, kernel), get_arch(module.arch)
    ops = kernel_ops(module, cfg)
    links = [_link(k, op, arch) for k, op in enumerate(ops)]
    if not any(links) or any(op.flag("movrel") for op in ops):
        return module
    _, live = dead_among(module, kernel, cfg, ())
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for block in cfg.blocks:
        chains = list(_chains(block, ops, links, live))
        for chain in chains:
            new = _sum(chain)
            # A dual instruction stays with its other half.
            if len(new) >= sum(link.other is None for link in chain):
                continue
            made = [read_op(text, module.arch, kernel.wave_size) for text in new]
            # A result that comes earlier leaves what others begin with.
            fixed = any(chain[-1].target == other[0].source for other in chains if other is not chain)
            behind = chain[-1].ordinal if fixed else _last_touch(chain, ops)
            place = chain[0] if behind is None else chain[-1] if behind == chain[-1].ordinal else None
            for link in chain:
                index, line = cfg.order[link.ordinal], module.items[cfg.order[link.ordinal]].line
                kept = _beside(link, ops[link.ordinal], made if link is place else [], arch)
                changes[index, index + 1] = [new_instruction(op, line) for op in kept]
            if place is None and behind is not None:
                at = cfg.order[behind] + 1
                line = module.items[cfg.order[chain[-1].ordinal]].line
                changes[at, at] = [*changes.get((at, at), ()), *(new_instruction(op, line) for op in made)]
    return spliced(module, changes) if changes else module


def _link(k: int, op: Op, arch: Arch) -> _Link | None:
    """The addition that an instruction, or one half of it, is; none of a dual one that is two or cannot be taken
    apart."""
    halves = [(half, found) for half in op.halves if (found := _addition(half)) is not None]
    if len(halves) != 1 or (op.pair is not None and singles(arch, op) is None):
        return None
    half, (source, step, target, scalars) = halves[0]
    return _Link(k, source, step, target, scalars, next((h for h in op.halves if h is not half), None))


def _addition(op: Op) -> tuple[int, int | str, int, tuple[int, ...]] | None:
    """To which register an op adds what, into which target, and the scalar registers among what it adds."""
    if op.modifiers or op.operation != _ADDITION:
        return None
    target, *sources = op.operands
    for source, other in (sources, sources[::-1]):
        if target.reg is None or source.reg is None or not source.reg.is_vgpr:
            continue
        if other.reg is None and isinstance(other.value, int):
            return source.reg.first, other.value, target.reg.first, ()
        if other.reg is not None and not other.reg.is_vgpr:
            return source.reg.first, other.text, target.reg.first, tuple(other.reg.units)
    return None


def _chains(
    block: Block, ops: Sequence[Op], links: Sequence[_Link | None], live: Sequence[int]
) -> Iterator[list[_Link]]:
    """Runs of at least two additions, each to the result of the one before, which nothing else needs."""
    runs: dict[int, list[_Link]] = {}

    def ended(units: Iterable[int]) -> Iterator[list[_Link]]:
        for unit in units:
            run = runs.pop(unit, [])
            if len(run) > 1:
                yield run

    for k in block.ordinals:
        op, link = ops[k], links[k]
        beside = () if link is None else link.other.written if link.other is not None else ()
        if link is None:
            read = {u for half in op.halves for u in half.read}
        else:
            read = {*link.scalars, *(link.other.read if link.other is not None else ())}
        yield from ended(read)
        run: list[_Link] = []
        if link is not None and link.source in runs:
            run = runs[link.source]
            if run[0].source in beside or (live[k] >> link.source & 1 and link.target != link.source):
                yield from ended((link.source,))
                run = []
            else:
                del runs[link.source]
        written = {u for half in op.halves for u in half.written}
        stopped = [
            u for u, r in runs.items() if not written.isdisjoint((u, r[0].source, *(x for y in r for x in y.scalars)))
        ]
        if not written.isdisjoint(_EXEC):
            stopped = list(runs)
        yield from ended(stopped)
        if link is not None and (run or link.source not in beside):
            runs[link.target] = [*run, link]
    yield from ended(list(runs))


def _last_touch(chain: Sequence[_Link], ops: Sequence[Op]) -> int | None:
    """The last instruction from the first addition of a chain to the last, the additions aside, that touches its target
    or writes what it adds."""
    within = {link.ordinal: link.other for link in chain}
    target, added = chain[-1].target, {u for link in chain for u in link.scalars}
    for k in range(chain[-1].ordinal, chain[0].ordinal - 1, -1):
        for half in () if (op := within.get(k, ops[k])) is None else op.halves:
            if target in half.read or not added.union((target,)).isdisjoint(half.written):
                return k
    return None


def _sum(chain: Sequence[_Link]) -> list[str]:
    """The instructions that add all steps of a chain at once, as text."""
    target, at = str(RegRef(chain[-1].target)), str(RegRef(chain[0].source))
    constant = sum(link.step for link in chain if isinstance(link.step, int)) % _WORD
    number = str(constant) if constant <= 64 else str(constant - _WORD) if constant >= _WORD - 16 else hex(constant)
    steps = Counter(link.step for link in chain if isinstance(link.step, str))
    lines = []
    for scalar, count in steps.items():
        for bit in range(1, count.bit_length()):
            if count >> bit & 1:
                lines.append(f"v_lshl_add_u32 {target}, {scalar}, {bit}, {at}")
                at = target
    plain = [scalar for scalar, count in steps.items() if count & 1] + ([number] if constant or not steps else [])
    for first in range(0, len(plain), 2):
        match plain[first : first + 2]:
            case [one, two]:
                lines.append(f"v_add3_u32 {target}, {at}, {one}, {two}")
            case [one]:
                lines.append(f"v_add_nc_u32_e32 {target}, {one}, {at}")
        at = target
    return lines


def _beside(link: _Link, op: Op, made: list[Op], arch: Arch) -> list[Op]:
    """What takes the place of an addition, with the other half of a dual instruction."""
    two = None if link.other is None else singles(arch, op)
    if link.other is None or two is None:
        return made
    other = next(single for single in two if single.defs == link.other.defs)
    return [other, *made] if other is two[0] else [*made, other]
