"""Explains why instructions that could be half of a pair issue alone."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.printer import print_op
from isaopt.ir.program import Module, Op
from isaopt.solve.problem import CellRef
from isaopt.target.arch import Arch
from isaopt.target.vopd import check_halves, interlock_constraints, slot_constraints
from isaopt.target.vopd_ops import component_name, half_of
from isaopt.transform.base import Declined
from isaopt.transform.pair.candidates import Candidates, Members
from isaopt.transform.pair.choice import PairChoice
from isaopt.transform.pair.fused import is_product
from isaopt.transform.pair.options import PairCandidate
from isaopt.transform.pair.reach import Reach

#: How many of the nearest candidates are asked for the reason.
_ASKED = 16
_CODES = {"scalar-limit": "sgpr-limit"}


def singles_left(
    module: Module,
    candidates: Candidates,
    choice: PairChoice,
    kept: Collection[tuple[int, int]],
    blocks: Collection[int],
) -> list[Declined]:
    """One entry for each instruction of these blocks that issues alone although its opcode has a dual form, or has one
    as ``v_fmac``; it names the closest partner. A block that was left out has one entry."""
    ops = kernel_ops(module, candidates.cfg)
    paired = {op for pair in kept for op in pair}
    out: list[Declined] = []
    for b in (b for b in blocks if b not in candidates.left_out):
        block, cfg = candidates.blocks[b], candidates.cfg
        reach, _ = candidates.joined(b, [o for o in choice.taken if all(p in kept for p in o.pairs)])
        alone = [c for c in block.members if c.ordinal not in paired]
        by_ordinal = {c.ordinal: c for c in alone}
        nearest = _Nearest(block, alone)
        first = cfg.blocks[b].first
        for k in range(first, first + len(cfg.blocks[b].instructions)):
            op = ops[k]
            one = by_ordinal.get(k)
            if k in paired or (one is None and component_name(candidates.arch, op) is None and not is_product(op)):
                continue
            if one is None and is_product(op):
                code, why = "addend-needed", "only v_fmac has a dual form, and the addend is needed later"
            elif one is None:
                code, why = _fault(candidates.arch, op)
            else:
                code, why = _reason(ops, choice.bank, block, reach, one, nearest.to(one), candidates.arch)
            out.append(Declined(_line(module, cfg, k), code, f"{print_op(op)} is issued alone: {why}"))
    return out


class _Nearest:
    """The instructions of a block that issue alone, by level."""

    def __init__(self, block: Members, alone: Sequence[PairCandidate]) -> None:
        self.block = block
        self.rows: dict[int, list[PairCandidate]] = defaultdict(list)
        for c in alone:
            self.rows[block.level[c.ordinal - block.first]].append(c)
        self.levels = sorted(self.rows)

    def to(self, one: PairCandidate) -> list[PairCandidate]:
        """The candidates to ask, nearest level first, then nearest in the code."""
        own = self.block.level[one.ordinal - self.block.first]
        below = bisect_left(self.levels, own) - 1
        above = below + 1
        found: list[PairCandidate] = []
        while len(found) < _ASKED and (below >= 0 or above < len(self.levels)):
            apart = [own - self.levels[below]] if below >= 0 else []
            apart += [self.levels[above] - own] if above < len(self.levels) else []
            near: list[PairCandidate] = []
            if below >= 0 and own - self.levels[below] == min(apart):
                near += self.around(self.rows[self.levels[below]], one)
                below -= 1
            if above < len(self.levels) and self.levels[above] - own == min(apart):
                near += self.around(self.rows[self.levels[above]], one)
                above += 1
            found += sorted(near, key=lambda c: (abs(c.ordinal - one.ordinal), c.ordinal))
        return found[:_ASKED]

    def around(self, row: Sequence[PairCandidate], one: PairCandidate) -> list[PairCandidate]:
        """The members of a row that may be among the nearest."""
        at = bisect_left(row, one.ordinal, key=lambda c: c.ordinal)
        return [c for c in row[max(0, at - _ASKED) : at + _ASKED + 1] if c is not one]


def _line(module: Module, cfg: CFG, k: int) -> int:
    return module.items[cfg.order[k]].line


def _fault(arch: Arch, op: Op) -> tuple[str, str]:
    """Why an instruction has no dual form as it is."""
    faults = half_of(arch, op).faults
    words = {
        "modifiers": "a dual instruction cannot encode its modifiers",
        "operand-kind": "a dual instruction does not accept this operand there",
    }
    code = faults[0] if faults else "operand-kind"
    return code, words.get(code, "the opcode is not paired on this target")


def _reason(
    ops: Sequence[Op],
    bank: Callable[[CellRef], int],
    block: Members,
    reach: Reach,
    one: PairCandidate,
    others: Sequence[PairCandidate],
    arch: Arch,
) -> tuple[str, str]:
    """The reason why the instruction does not pair with the nearest of ``others``."""
    at = one.ordinal - block.first
    if not others:
        return "no-partner", "no other instruction of its block is left to pair with"
    blocked: PairCandidate | None = None
    for other in others:
        if not reach.free(at, other.ordinal - block.first):
            blocked = blocked or other
            continue
        code = next(_codes(arch, bank, one, other), "")
        name = f"`{print_op(ops[other.ordinal])}`"
        if not code:
            return "register-limit", f"with {name} there is no room among the surrounding registers and pairs"
        return code, f"with {name} it breaks the rule {code} in the banks that were chosen"
    assert blocked is not None
    name = f"`{print_op(ops[blocked.ordinal])}`"
    return "dependence", f"it depends on each remaining instruction, or they on it; the nearest is {name}"


def _codes(arch: Arch, bank: Callable[[CellRef], int], one: PairCandidate, two: PairCandidate) -> Iterator[str]:
    """The rule that each way to encode the pair violates; empty if some way violates none."""
    found: list[str] = []
    for i, fa in enumerate(one.forms):
        for j, fb in enumerate(two.forms):
            for x, y in ((fa, fb), (fb, fa)):
                reasons = [v.reason for v in check_halves(arch, x.half, y.half)]
                static = [r for r in reasons if r in ("not-opx", "scalar-limit", "literal", "operand-kind")]
                if static:
                    found.append(_CODES.get(static[0], static[0]))
                    continue
                rules = (*slot_constraints(arch, x.half.name, y.half.name), *interlock_constraints(arch))
                broken = [
                    rule.reason
                    for rule in rules
                    if rule.slot in one.cells[i]
                    and rule.slot in two.cells[j]
                    and bank(one.cells[i][rule.slot]) % rule.modulus == bank(two.cells[j][rule.slot]) % rule.modulus
                ]
                if not broken:
                    return
                found.append(broken[0])
    # Register rules are more telling than opcodes that only another spelling lacks.
    yield from sorted(found, key=lambda code: code in ("not-opx", "operand-kind"))
