"""Finds which values need registers of their own in each of several iterations that run stage by stage, and which
registers are left for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import Block
from isaopt.analysis.flow.liveness import Liveness
from isaopt.analysis.flow.webs import Webs
from isaopt.ir.edit import rename_registers
from isaopt.ir.program import Op, RegUse
from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SGPR_BASE, RegRef
from isaopt.solve.problem import BANKS
from isaopt.transform.base import LoopRefused

#: A reference: the position of its instruction, component, operand and entry.
_Ref = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class StagedValue:
    """A value in ``width`` VGPRs from ``base`` on, at most from ``most`` on, that is needed from the ``first`` stage to
    the ``last``."""

    base: int
    width: int
    most: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class StagedValues:
    """The ``values`` that need registers of their own, and the numbers of those that references are part of. The
    ``copies`` of what the next iteration overwrites are made at these positions: number and present register."""

    values: tuple[StagedValue, ...]
    number_at: Mapping[_Ref, int]
    copies: Mapping[int, list[tuple[int, RegRef]]]

    def renamed(self, op: Op, position: int, bases: Mapping[int, int]) -> Op:
        """The instruction of that position with its values at these registers."""

        def register(ref: RegUse) -> RegRef:
            number = self.number_at.get(_place(position, ref))
            if number is None:
                return ref.reg
            return RegRef(ref.reg.first - self.values[number].base + bases[number], ref.reg.count, ref.reg.half)

        return rename_registers(op, register)


def _place(position: int, ref: RegUse) -> _Ref:
    return position, ref.component, ref.operand, ref.entry


def staged_values(
    found: Webs, block: Block, stages: Mapping[int, int], ops: tuple[Op, ...]
) -> StagedValues | LoopRefused:
    """What needs registers of its own in a loop of one block; ``stages`` by the position of ``ops``."""
    low, high = 2 * block.first, 2 * block.end
    at: dict[int, list[tuple[_Ref, RegUse, int]]] = {}
    for k, stage in stages.items():
        if any(u < NUM_VGPRS for u in (*ops[k].implicit_defs, *ops[k].implicit_uses)):
            return LoopRefused("dependence", f"'{ops[k].mnemonic}' names a VGPR implicitly")
        for index, ref in enumerate(ops[k].refs):
            if ref.reg.is_vgpr:
                group = found.group_of[found.web_at[block.instructions[k], index, 0]]
                at.setdefault(group, []).append((_place(k, ref), ref, stage))
    webs = {group: [found.webs[web] for web, _ in found.groups[group].members] for group in at}
    inside = {g for g, own in webs.items() if all(low < s and e < high for web in own for s, e in web.segments)}
    values: list[StagedValue] = []
    number_at: dict[_Ref, int] = {}
    copies: dict[int, list[tuple[int, RegRef]]] = {}
    home: dict[int, int] = {}
    for group in sorted(at.keys() - inside):
        written = {place[0]: stage for place, ref, stage in at[group] if ref.writes}
        if not written:
            continue
        own, *others = dict.fromkeys(written.values())
        if others:
            return LoopRefused("dependence", "it keeps a value that loads change, and other instructions too")
        home.update(dict.fromkeys((web.unit for web in webs[group]), own))
        last = max(stage for _, _, stage in at[group])
        known: dict[tuple[RegRef, int], int] = {}
        for place, ref, stage in at[group]:
            if stage == own:
                continue
            if ref.reg.half:
                return LoopRefused("dependence", "half of a register lasts from one stage to another")
            version = ref.reg, sum(k < place[0] for k in written)
            if version not in known:
                known[version] = len(values)
                copies.setdefault(place[0], []).append((len(values), ref.reg))
                values.append(StagedValue(ref.reg.first, ref.reg.count, NUM_VGPRS, own, last))
            number_at[place] = known[version]
    for group in sorted(inside):
        own_stages = {stage for _, _, stage in at[group]}
        first, last = min(own_stages), max(own_stages)
        if first == last and all(home.get(web.unit, first) == first for web in webs[group]):
            continue
        moving = found.groups[group]
        if moving.fixed is not None:
            return LoopRefused("register-limit", "a value is bound to its register")
        number_at.update(dict.fromkeys((place for place, _, _ in at[group]), len(values)))
        values.append(StagedValue(moving.base, moving.width, moving.max_base, first, last))
    return StagedValues(tuple(values), number_at, copies)


class FreeRegisters:
    """Registers that hold nothing in a loop of one block, what these ``values`` are in now included: all VGPRs below
    ``budget``, and scalars."""

    def __init__(self, live: Liveness, block: Block, ops: tuple[Op, ...], values: StagedValues, budget: int) -> None:
        held = set[int]()
        for k, op in enumerate(ops):
            held.update((*op.implicit_defs, *op.implicit_uses))
            held.update(u for ref in op.refs if _place(k, ref) not in values.number_at for u in ref.reg.units)
        alive = live.live_in[block.first] | live.live_out[block.end - 1]
        scalars = range(SGPR_BASE, SGPR_BASE + NUM_SGPRS)
        self.free = {u for u in (*range(budget), *scalars) if u not in held and not alive >> u & 1}
        self.values = values.values

    def masks(self, count: int, size: int) -> list[RegRef] | None:
        """So many scalars, or aligned pairs of them; None if there are too few."""
        starts = range(SGPR_BASE, SGPR_BASE + NUM_SGPRS - size + 1, size)
        found = [RegRef(u, size) for u in starts if self.free.issuperset(range(u, u + size))]
        return found[:count] if len(found) >= count else None

    def bases(self, depth: int) -> list[dict[int, int]] | None:
        """For each of ``depth`` iterations: where it has the values, by number, on their present banks. A register is
        free again once the iteration's last stage that needs it is over. None if there are too few."""
        free = {u for u in self.free if u < NUM_VGPRS}
        found: list[dict[int, int]] = [{} for _ in range(depth)]
        held: list[tuple[tuple[int, int], range]] = []
        for now in sorted({(value.first, n) for value in self.values for n in range(depth)}):
            free.update(u for end, units in held if end < now for u in units)
            held = [one for one in held if one[0] >= now]
            for number, value in enumerate(self.values):
                if value.first != now[0]:
                    continue
                starts = range(value.base % BANKS, min(NUM_VGPRS, value.most + 1), BANKS)
                units = next((r for u in starts if free.issuperset(r := range(u, u + value.width))), None)
                if units is None:
                    return None
                free.difference_update(units)
                held.append(((value.last, now[1]), units))
                found[now[1]][number] = units[0]
        return found
