"""What an editor shows of a version of a text that takes longer than a keystroke to find out: values, pressure,
conflicts and lint.  Plain data, as it crosses a process border; lines count from 0."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypedDict

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.figures.metrics import instruction_costs
from isaopt.analysis.figures.picture import pressure
from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import bits, liveness
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.errors import IsaoptError
from isaopt.ir.program import Kernel, Module
from isaopt.languageserver.snapshot import Draft, Snapshot
from isaopt.linting.model import Finding
from isaopt.linting.run import lint_module
from isaopt.target.bank_models import DEFAULT_MODEL
from isaopt.target.banks import bank_of


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a value is written or read: ``op.refs[ref]`` of the instruction in ``line``."""

    line: int
    ref: int
    writes: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A web: a value in VGPR ``unit`` and all that must share its register.  ``spans`` are the first and last lines of
    the code in which it occupies that; ``entry`` says that it is there when the kernel starts."""

    unit: int
    uses: tuple[Use, ...]
    spans: tuple[tuple[int, int], ...]
    entry: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """The cost of gathering an instruction's operands beyond its cycle, and the registers that collide."""

    cycles: Fraction
    registers: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        banks = ", ".join(
            f"bank {bank_of(group[0])}: {' '.join(f'v{v}' for v in group)}" for group in self.registers if group
        )
        return f"+{float(self.cycles):g} cycle{'s' * (self.cycles > 1)}" + (f" ({banks})" if banks else "")


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A kernel's or function's; ``blocked`` says why there are no values of it.

    ``value_at`` has the values of a reference by line and index of the reference, ``ends`` those of them that are a
    value's last; ``live`` the VGPRs occupied at an instruction; ``keeps`` which instructions, with the VGPR, leave what
    was in it before in other lanes or bits.  ``vgprs`` is the allocation, ``waves`` those on a SIMD
    and ``limit`` what limits them, all 0 or empty for a function.
    """

    name: str
    first: int
    last: int
    blocked: str = ""
    vgprs: int = 0
    waves: int = 0
    limit: str = ""
    values: tuple[Value, ...] = ()
    value_at: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    ends: frozenset[tuple[int, int]] = frozenset()
    live: dict[int, int] = field(default_factory=dict)
    keeps: frozenset[tuple[int, int]] = frozenset()
    conflicts: dict[int, Conflict] = field(default_factory=dict)

    @property
    def peak(self) -> tuple[int, int]:
        """The largest number of occupied VGPRs, and the first line with that many."""
        line = max(self.live, key=lambda at: (self.live[at], -at), default=self.first)
        return self.live.get(line, 0), line

    @property
    def conflict_cycles(self) -> Fraction:
        return sum((c.cycles for c in self.conflicts.values()), Fraction(0))


@dataclass(frozen=True, slots=True)
class TextFacts:
    """``findings`` are those of lint for the whole text."""

    findings: tuple[Finding, ...]
    units: tuple[UnitFacts, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A text whose facts are requested; ``arch`` is the target of a text that names none."""

    path: str
    text: str
    arch: str | None = None


_drafts: dict[str, Draft] = {}
_MOST_DRAFTS = 16


def find_facts(request: Request) -> TextFacts:
    """Computes facts in a separate process, which keeps what it read of each path."""
    draft = _drafts.pop(request.path, None) or Draft(request.path, request.arch)
    _drafts[request.path] = draft
    if len(_drafts) > _MOST_DRAFTS:
        del _drafts[next(iter(_drafts))]
    return facts_of(draft.read(request.text))


def facts_of(snapshot: Snapshot) -> TextFacts:
    """The facts of one version."""
    module = snapshot.module
    if module is None:
        return TextFacts((), ())
    units = () if snapshot.read_only else tuple(_unit_facts(snapshot, module, unit) for unit in snapshot.units)
    return TextFacts(lint_module(module), units)


def _unit_facts(snapshot: Snapshot, module: Module, unit: Kernel) -> UnitFacts:
    first, last = snapshot.lines_of(unit)
    cfg = snapshot.cfg(unit)
    line = {index: module.items[index].line - 1 for index in cfg.order}
    costs = instruction_costs(module, [block.instructions for block in cfg.blocks])
    charged = {index: cost.charges[DEFAULT_MODEL] for index, cost in costs.items()}
    conflicts = {
        line[index]: Conflict(
            charge.extra_cycles,
            tuple(tuple(dict.fromkeys(costs[index].reads[i].vgpr for i in g)) for g in charge.conflicts),
        )
        for index, charge in charged.items()
        if charge.extra_cycles
    }
    if not unit.descriptor:
        return UnitFacts(unit.name, first, last, "a function's caller is not seen", conflicts=conflicts)
    try:
        limits, vgprs = limits_of(module, unit), resources_of(module, unit).vgprs
    except IsaoptError as error:
        return UnitFacts(unit.name, first, last, error.message, conflicts=conflicts)
    known = UnitFacts(unit.name, first, last, "", vgprs, limits.waves, limits.limit, conflicts=conflicts)
    obstacles = blockers(module, unit)
    if obstacles:
        return replace(known, blocked=obstacles[0].message)
    living = liveness(module, unit, cfg, exec_masks(module, unit, cfg))
    webs = find_webs(module, unit, cfg, living)
    points = pressure(cfg, webs)
    lines = [line[index] for index in cfg.order]
    return replace(
        known,
        keeps=frozenset((at, v) for k, at in enumerate(lines) for v in bits(living.through[k])),
        live={at: max(points[2 * k], points[2 * k + 1]) for k, at in enumerate(lines)},
        **_values(module, webs, cfg.order, lines),
    )


class _ValueTable(TypedDict):
    values: tuple[Value, ...]
    value_at: dict[tuple[int, int], tuple[int, ...]]
    ends: frozenset[tuple[int, int]]


def _values(module: Module, webs: Webs, order: tuple[int, ...], lines: list[int]) -> _ValueTable:
    """The webs by lines; ``lines`` are those of the instructions in ``order``."""
    ordinal = {index: k for k, index in enumerate(order)}
    closed = {(web.id, end) for web in webs.webs for _, end in web.segments}
    uses: dict[int, list[Use]] = {web.id: [] for web in webs.webs}
    value_at: dict[tuple[int, int], tuple[int, ...]] = {}
    ends = set()
    for (index, ref, _), web in sorted(webs.web_at.items()):
        k = ordinal[index]
        use = module.instruction(index).op.refs[ref]
        uses[web].append(Use(lines[k], ref, use.writes))
        value_at[lines[k], ref] = (*value_at.get((lines[k], ref), ()), web)
        if use.reads and (web, 2 * k + 1) in closed:
            ends.add((lines[k], ref))
    values = tuple(
        Value(
            web.unit,
            tuple(uses[web.id]),
            tuple((lines[start // 2], lines[min((end - 1) // 2, len(lines) - 1)]) for start, end in web.segments),
            web.entry,
        )
        for web in webs.webs
    )
    return {"values": values, "value_at": value_at, "ends": frozenset(ends)}
