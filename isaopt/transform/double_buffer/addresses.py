"""Which VGPRs hold addresses in LDS where a place is freed, so that they have to change over there.

A value that is an address, or is copied to one, changes over at each barrier that it lives across.  If it is needed for
something else behind such a barrier, the address gets a register of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from isaopt.analysis.flow.cfg import CFG
from isaopt.graphs import descendants, fixpoint
from isaopt.ir.program import Op, RegUse
from isaopt.isa.registers import NUM_VGPRS
from isaopt.transform.lds_change import LdsKept, reaches_lds

_Units = frozenset[int]


@dataclass(slots=True)
class Addresses:
    """The registers of addresses in LDS.  ``covers``: whether an instruction, by ordinal, writes all lanes that change
    over; ``freeing``: the barriers behind which they do.

    ``live``: by ordinal, the registers that hold an address behind an instruction; ``needed``: those that hold a value
    that is needed for something else.  ``late``: the ordinals of what may run behind a barrier that frees.
    ``begun``: the registers that the launch gives an address.
    """

    ops: Sequence[Op]
    cfg: CFG
    covers: Callable[[int], bool]
    freeing: Collection[int]
    live: dict[int, _Units] = field(default_factory=dict)
    needed: dict[int, _Units] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)
    begun: _Units = frozenset()

    def __post_init__(self) -> None:
        for k in self.freeing:
            b = self.cfg.block_of[k]
            after = descendants(b, lambda x: self.cfg.blocks[x].succs)
            self.late |= {*range(k, self.cfg.blocks[b].end), *(n for x in after for n in self.cfg.blocks[x].ordinals)}
        self.begun = self._backward(self._addressed, self.live)
        self._backward(self._used, self.needed)
        for k in self.late:
            copied = dict(copies(self.ops[k]))
            for unit in self.live[k].intersection(self.ops[k].written):
                if unit not in copied or unit in self.needed[k]:
                    raise LdsKept("address", "an address in LDS is computed anew for each tile", k)

    @property
    def shared(self) -> _Units:
        """The registers beside which an address needs one of its own."""
        return frozenset().union(*(self.live[k] & self.needed[k] for k in self.freeing))

    def _backward(self, before: Callable[[int, _Units], _Units], found: dict[int, _Units]) -> _Units:
        """Fills in what holds behind each instruction; what holds at the start of the kernel."""

        def over(b: int, units: _Units) -> _Units:
            for k in reversed(self.cfg.blocks[b].ordinals):
                found[k] = units
                units = before(k, units)
            return units

        blocks = self.cfg.reachable
        ends = {b: frozenset[int]() for b in blocks}
        order = {b: -n for n, b in enumerate(self.cfg.reverse_post_order)}
        known = fixpoint(ends, lambda b: self.cfg.blocks[b].preds, over, lambda x, y: x | y, order.__getitem__)
        starts = {b: over(b, known[b]) for b in blocks}
        return starts[0]

    def _addressed(self, k: int, units: _Units) -> _Units:
        op = self.ops[k]
        found = units - frozenset(op.written) if self._replaces(k) else units
        found |= {source for target, source in copies(op) if target in units}
        return found | {ref.reg.first for ref in address_refs(op)}

    def _used(self, k: int, units: _Units) -> _Units:
        op = self.ops[k]
        found = units - frozenset(op.written) if self._replaces(k) else units
        alone = {
            (number, source)
            for number, half in enumerate(op.halves)
            for target, source in copies(half)
            if target in self.live[k] and target not in units
        }
        addresses = address_refs(op)
        reads = [r for r in op.refs if r.reads and r.reg.is_vgpr]
        others = (r for r in reads if r not in addresses and (r.component, r.reg.first) not in alone)
        kept = set(op.uses).difference(*(r.reg.units for r in reads))  # by partial writes
        return found | {u for r in others for u in r.reg.units} | {u for u in kept if u < NUM_VGPRS}

    def _replaces(self, k: int) -> bool:
        op = self.ops[k]
        partial = any(half.desc.partial for half in op.halves) or any(r.reg.half for r in op.refs)
        return self.covers(k) and not partial


def address_refs(op: Op) -> tuple[RegUse, ...]:
    """The addresses of an access to LDS."""
    return tuple(ref for ref in op.refs if ref.desc.name == "addr") if reaches_lds(op) else ()


def copies(op: Op) -> Iterator[tuple[int, int]]:
    """Target and source of each copy between VGPRs."""
    for half in op.halves:
        if half.operation == "v_mov_b32" and not half.modifiers:
            target, source = (operand.reg for operand in half.operands)
            signed = half.operands[1].neg or half.operands[1].absolute
            if target is not None and source is not None and source.is_vgpr and not signed:
                yield target.first, source.first
