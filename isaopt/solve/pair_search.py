"""Pairs and banks improved piece by piece: a few instructions at a time, everything else held as it is.

Each step is one small CP-SAT model, exact for its instructions: their pairs, the banks of the registers that they
name, the rules of the pairs that stay, and room in the banks wherever these registers are live.  It starts from what
there is, so nothing is ever lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from ortools.sat.python import cp_model

from isaopt.solve.cpsat import Bit, SearchLimits, run
from isaopt.solve.pairing import CLEAN, MOST_STEPS, PLAIN, WHOLE, Option, Whole
from isaopt.solve.problem import BANKS, CellRef, Problem

Rule = tuple[CellRef, CellRef, int]
_Asked = tuple[CellRef, CellRef | int, int]

#: Pairs of a kernel from which on those that ask the same of a model's registers are one term of it.
_MANY = 1_000

Orders = Sequence[tuple[int, int, bool]]
"""An instruction, one that comes after it, and whether the two cannot issue together."""


class PairSearch:
    """Options that are taken, and the bank of every group's base (in the problem's order)."""

    def __init__(
        self, problem: Problem, banks: Sequence[int], taken: Iterable[Option], wholes: Sequence[Whole] = ()
    ) -> None:
        self.problem, self.banks, self.wholes = problem, list(banks), wholes
        self.taken: dict[Option, None] = dict.fromkeys(taken)
        self.room = [(problem.max_vgprs - bank + BANKS - 1) // BANKS for bank in range(BANKS)]
        self.left = [[room] * len(problem.live_sets) for room in self.room]
        """By bank and live set, the room that the ``counted`` groups leave."""
        self.counted: dict[int, int] = {}
        """Groups that take room, by the bank of the base that was counted."""

    def count(self, groups: Iterable[int]) -> None:
        """Let these groups take room where they are, and no others."""
        position, banks = self.problem.position, self.banks
        now = {group: banks[position[group]] for group in groups}
        for group, base in self.counted.items():
            if now.get(group) != base:
                self._take(group, base, 1)
        for group, base in now.items():
            if self.counted.get(group) != base:
                self._take(group, base, -1)
        self.counted = now

    def _take(self, group: int, base: int, change: int) -> None:
        problem = self.problem
        for cell in problem.groups[problem.position[group]].cells:
            row = self.left[(base + cell.offset) % BANKS]
            for p in problem.points.get(CellRef(group, cell.offset), ()):
                row[p] += change

    def bank(self, cell: CellRef) -> int:
        """Where a cell is."""
        return (self.banks[self.problem.position[cell.group]] + cell.offset) % BANKS

    def holds(self, rules: Iterable[Rule]) -> bool:
        """Whether the banks satisfy these rules."""
        return all(self.bank(a) % m != self.bank(b) % m for a, b, m in rules)

    def within(self, ops: Collection[int]) -> tuple[list[Option], list[Option]]:
        """The taken options inside these instructions that may be given up, and the others."""
        own = set(ops)
        inside = [o for o in self.taken if not o.structured and all(op in own for op in o.pairs[0])]
        within = set(inside)
        return inside, [o for o in self.taken if o not in within]

    def improve(self, ops: Collection[int], before: Orders, options: Sequence[Option], limits: SearchLimits) -> bool:
        """Chooses anew among these options of these instructions; returns whether anything changed.

        Lighter pairs elsewhere may be undone. ``before`` is the order of the instructions, including the pairs that
        stay: those of one of them with an instruction outside.
        """
        inside, stay = self.within(ops)
        busy = {op for o in stay for pair in o.pairs for op in pair}
        offered = [o for o in dict.fromkeys((*inside, *options)) if not any(op in busy for op in o.pairs[0])]
        if self.complete(inside, offered):
            return False
        model = _StepModel(self, offered, stay)
        model.add_order(before, inside)
        outcome = run(model.model, limits, model.hint(set(inside)))
        if not outcome.found:
            return False
        chosen = [o for o, bit in zip(model.offered, model.bits, strict=True) if outcome.value(bit)]
        banks = list(self.banks)
        for group, row in model.free.items():
            self.banks[self.problem.position[group]] = next(k for k, bit in enumerate(row) if outcome.value(bit))
        changed = banks != self.banks or set(chosen) != set(inside)
        undone = {option for option, kept in model.given_up if not outcome.value(kept)}
        self.taken = dict.fromkeys((*(o for o in stay if o not in undone), *chosen))
        return changed

    def complete(self, inside: Collection[Option], offered: Iterable[Option]) -> bool:
        """Whether the taken options cannot be bettered: there is no other, or each instruction that could pair does,
        in pairs of the greatest weight, and none waits for banks."""
        named = {op for option in offered for op in option.pairs[0]}
        heaviest = max((option.weight for option in offered), default=0)
        full = 2 * len(inside) >= len(named) - 1 and all(o.weight == heaviest and not o.steps for o in inside)
        return (full or set(offered) <= set(inside)) and all(self.holds(_apart(option)) for option in inside)


class _StepModel:
    """The model of one step; ``free`` are the banks of the groups that may move."""

    def __init__(self, search: PairSearch, options: Sequence[Option], stay: Sequence[Option]) -> None:
        self.search = search
        self.model = cp_model.CpModel()
        groups = search.problem.groups
        named = {c.group for o in options for c in _cells(o)}
        self.free: dict[int, tuple[cp_model.IntVar, ...]] = {}
        for group in sorted(named):
            if not groups[search.problem.position[group]].fixed:
                row = tuple(self.model.new_bool_var("") for _ in range(BANKS))
                self.model.add_exactly_one(row)
                self.free[group] = row
        self.absent: dict[CellRef, tuple[cp_model.LiteralT | bool, ...]] = {}
        self.differs: dict[Rule, cp_model.IntVar] = {}
        self.terms: list[cp_model.LinearExprT] = []
        self.hints: list[tuple[cp_model.IntVar, int]] = []
        self.offered: list[Option] = []
        self.given_up: list[tuple[Option, cp_model.IntVar]] = []
        """Lighter pairs elsewhere, each with the Boolean of keeping it."""
        self.bits: list[cp_model.IntVar] = []
        self.add_room({c.group for o in stay for c in _cells(o)})
        of_op: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        for option in options:
            if self.impossible(option.differ):
                continue
            bit = self.model.new_bool_var("")
            for rule in option.differ:
                self.obey(rule, bit)
            self.terms.append(_worth(option) * bit)
            self.clean(option, bit)
            for op in option.pairs[0]:
                of_op[op].append(bit)
            self.offered.append(option)
            self.bits.append(bit)
        for bits in of_op.values():
            self.model.add_at_most_one(bits)
        problem = search.problem
        for modulus, twos in ((4, problem.must_differ_mod4), (2, problem.must_differ_mod2)):
            for a, b in dict.fromkeys(twos):
                self.obey((a, b, modulus), None)
        heaviest = max((o.weight for o in options), default=0)
        self.hold([o for o in stay if any(c.group in self.free for c in _cells(o))], heaviest)
        for whole in search.wholes:
            if whole.tie.low.group in self.free or whole.tie.high.group in self.free:
                self.whole(whole)
        self.model.maximize(cp_model.LinearExpr.sum(self.terms))

    def hold(self, stay: Sequence[Option], heaviest: int) -> None:
        """Keeps these pairs as they are, except those lighter than the heaviest pair that may be chosen here."""
        many = len(self.search.taken) > _MANY
        obeyed: set[frozenset[_Asked]] = set()
        clean: dict[frozenset[_Asked], list[Option]] = defaultdict(list)
        for option in stay:
            if not option.structured and option.weight < heaviest:
                self.give_up(option)
                continue
            rules = _rules(option) if option.structured else option.differ
            key = self.asked(rules) if many else frozenset()
            if not many or key not in obeyed:
                obeyed.add(key)
                for rule in rules:
                    self.obey(rule, None)
            if not option.structured and many:
                clean[self.asked(_apart(option))].append(option)
            elif not option.structured:
                self.clean(option, None)
        for alike in clean.values():
            possible = [o for o in alike if not self.impossible(_apart(o))]
            if possible:
                self.clean(possible[0], None, sum(o.weight for o in possible))

    def asked(self, rules: Iterable[Rule]) -> frozenset[_Asked]:
        """What rules ask of the groups that may move: the same of two rules that differ in registers that do not."""
        found: set[_Asked] = set()
        for a, b, modulus in rules:
            if a.group in self.free and b.group in self.free:
                found.add((min(a, b), max(a, b), modulus))
            elif a.group in self.free:
                found.add((a, self.search.bank(b) % modulus, modulus))
            elif b.group in self.free:
                found.add((b, self.search.bank(a) % modulus, modulus))
        return frozenset(found)

    def give_up(self, option: Option) -> None:
        """Allows a pair elsewhere to be undone for better ones here."""
        kept = self.model.new_bool_var("")
        for rule in option.differ:
            self.obey(rule, kept)
        self.terms.append(_worth(option) * kept)
        self.clean(option, kept)
        self.given_up.append((option, kept))
        self.hints.append((kept, 1))

    def bit(self, cell: CellRef, bank: int) -> Bit:
        """Whether a cell is in a bank."""
        row = self.free.get(cell.group)
        return self.search.bank(cell) == bank if row is None else row[(bank - cell.offset) % BANKS]

    def elsewhere(self, cell: CellRef) -> tuple[cp_model.LiteralT | bool, ...]:
        """Whether a cell is not in each bank."""
        if cell not in self.absent:
            row = (self.bit(cell, bank) for bank in range(BANKS))
            self.absent[cell] = tuple(not bit if isinstance(bit, bool) else bit.negated() for bit in row)
        return self.absent[cell]

    def impossible(self, rules: Iterable[Rule]) -> bool:
        """Whether registers that do not move break a rule."""
        held = [r for r in rules if r[0].group not in self.free and r[1].group not in self.free]
        return not self.search.holds(held)

    def add_room(self, bound: Collection[int]) -> None:
        """Limits the cells live in each bank to its registers.

        Groups without constraints from a pair go wherever there is room, except those that span all banks.
        """
        problem, search = self.search.problem, self.search
        filling = {g.id for g in problem.groups if g.fixed or g.width >= BANKS}
        search.count(sorted((filling | set(bound)) - self.free.keys()))
        groups = [problem.groups[problem.position[group]] for group in self.free]
        cells = sorted(CellRef(group.id, cell.offset) for group in groups for cell in group.cells)
        inside: dict[int, int] = defaultdict(int)
        for at, ref in enumerate(cells):
            for p in problem.points.get(ref, ()):
                inside[p] |= 1 << at
        rooms: dict[int, list[int]] = defaultdict(list)
        for p in sorted(inside):
            rooms[inside[p]].append(p)
        for mask, points in rooms.items():
            members = [ref for at, ref in enumerate(cells) if mask >> at & 1]
            for bank in range(BANKS):
                room = min(search.left[bank][p] for p in points)
                if room < len(members):
                    # What is held may lie beyond the registers that there are.
                    now = sum(search.bank(ref) == bank for ref in members)
                    total = cp_model.LinearExpr.sum([self.bit(ref, bank) for ref in members])
                    self.model.add(total <= max(room, now))

    def add_order(self, before: Orders, inside: Sequence[Option]) -> None:
        """Ensures that no pair precedes itself: instructions have times, and those of a pair are equal."""
        ops = list(dict.fromkeys(op for a, b, _ in before for op in (a, b)))
        head = {op: op for op in ops} | {b: a for o in inside for a, b in o.pairs}
        start = dict.fromkeys(ops, 0)
        for _ in ops:
            later = dict(start)
            for a, b, apart in before:
                later[b] = max(later[b], start[a] + apart)
            for op in ops:
                if head[op] != op and head[op] in later:
                    later[op] = later[head[op]] = max(later[op], later[head[op]])
            if later == start:
                break
            start = later
        times = {op: self.model.new_int_var(0, len(ops), "") for op in ops}
        for a, b, apart in before:
            self.model.add(times[b] >= times[a] + int(apart))
        together: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
        for option, bit in zip(self.offered, self.bits, strict=True):
            a, b = option.pairs[0]
            if a in times and b in times:
                together[a, b].append(bit)
        for (a, b), bits in together.items():
            for bit in bits:
                self.model.add(times[a] == times[b]).only_enforce_if(bit)
        self.hints += [(times[op], start[op]) for op in ops]

    def obey(self, rule: Rule, condition: cp_model.IntVar | None) -> None:
        """Requires that two cells differ modulo 2 or 4, always or on a condition."""
        a, b, modulus = rule
        if a.group not in self.free and b.group not in self.free:
            return
        if condition is not None:
            key = (min(a, b), max(a, b), modulus)
            if key not in self.differs:
                self.differs[key] = self.model.new_bool_var("")
                self.obey_if(key, [self.differs[key].negated()])
            self.model.add_implication(condition, self.differs[key])
        else:
            self.obey_if(rule, [])

    def obey_if(self, rule: Rule, unless: list[cp_model.LiteralT]) -> None:
        a, b, modulus = rule
        second = self.elsewhere(b)
        for x, one in enumerate(self.elsewhere(a)):
            if one is True:
                continue
            for two in second[x % modulus :: modulus]:
                if two is not True:
                    self.model.add_bool_or([*unless, *(z for z in (one, two) if z is not False)])

    def clean(self, option: Option, taken: cp_model.IntVar | None, weight: int | None = None) -> None:
        """Adds the gain of having the sources of a pair in different banks, with another weight if the pair represents
        several."""
        rules = _apart(option)
        if self.impossible(rules):
            return
        bit = self.model.new_bool_var("")
        if taken is not None:
            self.model.add_implication(bit, taken)
        for rule in rules:
            self.obey(rule, bit)
        self.terms.append((CLEAN - PLAIN) * (option.weight if weight is None else weight) * bit)

    def whole(self, whole: Whole) -> None:
        bit = self.model.new_bool_var("")
        tie = whole.tie
        for bank in range(BANKS):
            low, high = self.bit(tie.low, bank), self.bit(tie.high, (bank + tie.distance) % BANKS)
            if low is False or high is True:
                continue
            literals: list[cp_model.LiteralT] = [bit.negated()]
            literals += [] if isinstance(low, bool) else [low.negated()]
            literals += [] if isinstance(high, bool) else [high]
            self.model.add_bool_or(literals)
        self.terms.append(WHOLE * whole.weight * bit)

    def hint(self, inside: Collection[Option]) -> list[tuple[cp_model.IntVar, int]]:
        """Hints the present state."""
        position, banks = self.search.problem.position, self.search.banks
        rows = [
            (bit, int(banks[position[group]] == k)) for group, row in self.free.items() for k, bit in enumerate(row)
        ]
        return self.hints + rows + [(bit, int(o in inside)) for o, bit in zip(self.offered, self.bits, strict=True)]


def _worth(option: Option) -> int:
    """What a pair counts whose sources meet."""
    return (PLAIN - min(option.steps, MOST_STEPS)) * option.weight


def _cells(option: Option) -> Iterable[CellRef]:
    yield from option.sources
    for a, b, _ in option.differ:
        yield a
        yield b


def _rules(option: Option) -> list[Rule]:
    """The rules for a pair of an outer product, whose sources must also be in different banks."""
    return [*option.differ, *_apart(option)]


def _apart(option: Option) -> list[Rule]:
    """What makes the sources of a pair be in different banks."""
    return [(a, b, BANKS) for a, b in combinations(dict.fromkeys(option.sources), 2)]
