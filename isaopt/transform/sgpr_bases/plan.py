"""A plan of code to insert into a kernel, with registers that are chosen at the end, and its writing.

A :class:`Spot` is a place between two instructions of a block. Inserted code names new registers by :class:`Fresh`.
Each is written once, so its value is available wherever its spot dominates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from isaopt.analysis.flow.accesses import noted_like
from isaopt.analysis.flow.cfg import CFG, ends_program, is_branch
from isaopt.analysis.flow.dead import live_before
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.affine import Affine, AffineState
from isaopt.analysis.integers.forms import LinearForm
from isaopt.analysis.integers.global_addresses import LaneAddress
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SCC, SGPR_BASE, RegRef
from isaopt.rebuild.rewrite import made


@dataclass(frozen=True, slots=True)
class Spot:
    """Before the instruction of ordinal ``at``; ``at`` may be one past the block's last."""

    block: int
    at: int


@dataclass(slots=True, eq=False)
class Fresh:
    """A new register: ``size`` is 1 or 2 for SGPRs, 0 for a VGPR.

    ``uses`` are the spots up to which it is needed. A register that is advanced holds its form only in the blocks
    ``within``, before ``until`` and after ``since``.
    """

    size: int
    spot: Spot
    form: LinearForm
    uses: list[Spot] = field(default_factory=list)
    unit: int = -1
    within: frozenset[int] | None = None
    until: Spot | None = None
    since: Spot | None = None


@dataclass(frozen=True, slots=True)
class RegisterPart:
    """A register of the kernel (by unit) or a fresh one, and which half of it."""

    source: int | Fresh
    half: int = 0

    @property
    def unit(self) -> int:
        first = self.source if isinstance(self.source, int) else self.source.unit
        return first + self.half

    def __str__(self) -> str:
        return str(RegRef(self.unit))

    @property
    def pair(self) -> str:
        return str(RegRef(self.unit, 2))


Line = Callable[[], str]


@dataclass(slots=True)
class InsertionPlan:
    """The insertions of a pass; ``lines`` are by spot, in order."""

    lines: dict[Spot, list[Line]] = field(default_factory=dict)
    fresh: list[Fresh] = field(default_factory=list)

    def mark(self) -> tuple[dict[Spot, int], int, list[int]]:
        return {s: len(x) for s, x in self.lines.items()}, len(self.fresh), [len(f.uses) for f in self.fresh]

    def back_to(self, mark: tuple[dict[Spot, int], int, list[int]]) -> None:
        """Discards what was planned since the mark."""
        counts, fresh, uses = mark
        self.lines = {s: x[: counts[s]] for s, x in self.lines.items() if s in counts}
        del self.fresh[fresh:]
        for one, count in zip(self.fresh, uses, strict=True):
            del one.uses[count:]

    def add(self, spot: Spot, line: Line) -> None:
        self.lines.setdefault(spot, []).append(line)

    def new(self, size: int, spot: Spot, form: LinearForm) -> Fresh:
        made = Fresh(size, spot, form)
        self.fresh.append(made)
        return made


class InsertionPlaces:
    """The places where code can be inserted, and the facts that hold there."""

    def __init__(self, ops: list[Op], cfg: CFG, affine: Affine, loops: tuple[Loop, ...], live: list[int]) -> None:
        self.ops, self.cfg, self.affine, self.loops = ops, cfg, affine, loops
        self._live_out = live
        self._states: dict[int, list[AffineState]] = {}
        self._scc_dead: dict[Spot, bool] = {}

    def state(self, spot: Spot) -> AffineState:
        """The state at a spot; :meth:`Affine.read` refers to it from then on."""
        block = self.cfg.blocks[spot.block]
        if spot.block not in self._states:
            self._states[spot.block] = self.affine.states(spot.block)
        state = self._states[spot.block][spot.at - block.first]
        self.affine.look(state, min(spot.at, block.end - 1))
        return state

    def spot(self, ordinal: int) -> Spot:
        """The place before an instruction."""
        return Spot(self.cfg.block_of[ordinal], ordinal)

    def within(self, spot: Spot, other: Spot) -> bool:
        """Whether the lanes that are active at ``spot`` are active at ``other``."""
        return self.affine.masks.versions.leq(self.exec_at(spot), self.exec_at(other))

    def exec_at(self, spot: Spot) -> int:
        block = self.cfg.blocks[spot.block]
        masks = self.affine.masks
        if spot.at < block.end:
            return masks.before[spot.at]
        return masks.at_end[spot.block]

    def scc_dead(self, spot: Spot) -> bool:
        if spot not in self._scc_dead:
            live = live_before(self.ops, self.cfg, self._live_out, spot.block, spot.at)
            self._scc_dead[spot] = not live >> SCC & 1
        return self._scc_dead[spot]

    def dominates(self, a: Spot, b: Spot) -> bool:
        """Whether control passes ``a`` on every path to ``b``."""
        return a.at <= b.at if a.block == b.block else self.cfg.strictly_dominates(a.block, b.block)

    def available(self, fresh: Fresh, spot: Spot) -> bool:
        """Whether a fresh register holds its form there."""
        if fresh.within is not None and spot.block not in fresh.within:
            return False
        if fresh.until is not None and self.dominates(fresh.until, spot):
            return False
        if fresh.since is not None and not self.dominates(fresh.since, spot):
            return False
        return self.dominates(fresh.spot, spot)

    def end_of(self, block: int) -> Spot:
        """The last spot of a block before its branch."""
        b = self.cfg.blocks[block]
        last = b.end
        op = self.ops[last - 1]
        return Spot(block, last - 1 if is_branch(op) or ends_program(op) else last)

    def above(self, spot: Spot, outside: frozenset[int] = frozenset()) -> Iterator[Spot]:
        """The spots that dominate this one, nearest first: those in its own block, then those in dominating blocks. The
        blocks ``outside``, and loops that do not contain the spot, are left out."""
        block, at = spot.block, spot.at
        while True:
            fits = block not in outside and all(block not in x.blocks or spot.block in x.blocks for x in self.loops)
            if fits:
                for k in range(at, self.cfg.blocks[block].first - 1, -1):
                    yield Spot(block, k)
            if block == 0 or block not in self.cfg.idom:
                return
            block = self.cfg.idom[block]
            at = self.end_of(block).at

    def around(self, block: int) -> list[Loop]:
        """The loops around a block, outermost first."""
        return sorted((x for x in self.loops if block in x.blocks), key=lambda x: x.depth)

    def varies_in(self, form: LinearForm, loop: Loop) -> bool:
        """Whether a form depends on something that changes in the loop."""
        for kind, where, _ in self.affine.atoms.sources(form):
            assert isinstance(where, int)
            if (where if kind == "phi" else self.cfg.block_of[where]) in loop.blocks:
                return True
        return False


def assign(plan: InsertionPlan, named: set[int], vgprs: int) -> str:
    """Assigns a unit to every fresh register; returns the reason code if there are too few.

    Scalars take registers that the code never names, since a wave has all of them. Those needed within a single block
    share registers, each reused as late as possible so that the code can still be reordered.
    """
    free = [u for u in range(SGPR_BASE, SGPR_BASE + NUM_SGPRS) if u not in named]
    pairs = [u for u in free if u % 2 == 0 and u + 1 in free]
    lasting = [f for f in plan.fresh if f.size and any(u.block != f.spot.block for u in f.uses)]
    passing = [f for f in plan.fresh if f.size and f not in lasting]
    for fresh in (f for f in lasting if f.size == 2):
        if not pairs:
            return "sgpr-limit"
        fresh.unit = pairs.pop(0)
    singles = [u for p in pairs for u in (p, p + 1)] + [u for u in free if u ^ 1 not in free]
    for fresh in (f for f in lasting if f.size == 1):
        odd = [u for u in singles if u ^ 1 not in singles]
        if not singles:
            return "sgpr-limit"
        fresh.unit = (odd or singles)[0]
        singles.remove(fresh.unit)
    # By spot, so that a register is free again after the last place that needs it.
    turn = dict.fromkeys(singles, -1)
    heads = {1: sorted(turn), 2: sorted(u for u in turn if u % 2 == 0 and u + 1 in turn)}
    needed: dict[int, int] = {}
    block = -1
    for number, fresh in enumerate(sorted(passing, key=lambda f: (f.spot.block, f.spot.at))):
        first, wide = fresh.spot.at, fresh.size == 2
        if fresh.spot.block != block:
            needed, block = dict.fromkeys(singles, -1), fresh.spot.block
        fitting = [u for u in heads[fresh.size] if needed[u] < first and not (wide and needed[u + 1] >= first)]
        if not fitting:
            return "sgpr-limit"
        fresh.unit = min(fitting, key=turn.__getitem__)
        last = max((u.at for u in fresh.uses), default=first)
        for v in range(fresh.unit, fresh.unit + fresh.size):
            needed[v], turn[v] = last, number
    for fresh in (f for f in plan.fresh if f.size == 0):
        if vgprs >= NUM_VGPRS:
            return "vgpr-limit"
        fresh.unit = vgprs
        vgprs += 1
    return ""


@dataclass(frozen=True, slots=True)
class New:
    """The rewritten access at an address."""

    address: LaneAddress
    base: RegisterPart
    lanes: RegisterPart
    offset: int


def with_bases(
    module: Module, kernel: Kernel, cfg: CFG, ops: Sequence[Op], plan: InsertionPlan, new: Sequence[New]
) -> Module:
    """The module with the planned code in its kernel, and the accesses rewritten."""
    changes: dict[tuple[int, int], list[Item]] = {}
    for spot, lines in plan.lines.items():
        if not lines:
            continue
        block = cfg.blocks[spot.block]
        inside = spot.at < block.end
        index = cfg.order[spot.at] if inside else cfg.order[spot.at - 1] + 1
        line = module.items[min(index, cfg.order[-1])].line
        changes.setdefault((index, index), []).extend(made(module, kernel, text(), line) for text in lines)
    for access in new:
        index = cfg.order[access.address.ordinal]
        op = ops[access.address.ordinal]
        item = made(module, kernel, _text(op, access), module.items[index].line)
        changes[index, index + 1] = [replace(item, op=noted_like(item.op, op))]
    return spliced(module, {run: tuple(items) for run, items in changes.items()})


def _text(op: Op, access: New) -> str:
    operands = [o.text for o in op.operands]
    operands[access.address.vaddr] = str(access.lanes)
    operands[-1] = access.base.pair
    text = f"{op.mnemonic} {', '.join(operands)}"
    if access.offset:
        text += f" offset:{access.offset}"
    for m in op.modifiers:
        if m.name != "offset":
            text += f" {m.name}" + (f":{m.value}" if m.value is not None else "")
    return text
