"""The campaign over some instructions: what the prover takes for equal or certain, and whether it is."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from isaopt.isa.instruction import InstrDesc
from isaopt.isa.registers import NUM_VGPRS, SCC, unit_name
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.verdict import verify_modules
from scripts.campaigns import table as outcome_table
from scripts.operand_forms.bodies import Body, bodies
from scripts.operand_forms.concrete import MODES, Emulator, Words, differences
from scripts.operand_forms.legal import legal, ops
from scripts.operand_forms.symbolic import Result, kernel, results, touched, written

#: Pairs of kernels of a task that are put to the prover as a whole.
_VERDICTS = 12
#: Bodies of one emulated kernel.
_BATCH = 120
FALSE_CLAIM = "FALSE"
#: A body, the place of one of its results, and which half of it; None: all.
Member = tuple[int, int, int | None]
#: What the prover takes for one value, by bank and term.
Classes = dict[tuple[str, int], list[Member]]


@dataclass(frozen=True)
class Found:
    """An outcome: ``kind`` of form, ``count`` of cases, and for a defect what was seen."""

    arch: str
    wave: int
    kind: str
    outcome: str
    count: int = 1
    text: str = ""


def campaign(
    arch: str, wave: int, partial: bool, descs: Sequence[InstrDesc], seed: int, bases: int, share: float
) -> Iterator[Found]:
    """Everything about these instructions; ``partial``: some lanes are off."""
    every, unread = legal(bodies(arch, wave, descs, seed, bases, share), arch, wave)
    for line in unread:
        yield Found(arch, wave, "parser", "unread", 1, line)
    made = list(results(every, arch, wave, partial))
    known: dict[int, tuple[Result, ...]] = {k: r for k, r in enumerate(made) if not isinstance(r, str)}
    for why, count in Counter(r for r in made if isinstance(r, str)).items():
        yield Found(arch, wave, "outside the model", why, count)
    classes = _classes(known)
    alike = [members for members in classes.values() if len({k for k, _, _ in members}) > 1]
    wanted = {k for members in alike for k, _, _ in members}
    wanted |= {k for k, found in known.items() if any(r.claims for r in found)}
    checker = _Checker(Emulator(arch, wave, partial, seed), every, known, sorted(wanted))
    bad = set()
    for members, text in (*checker.false_classes(classes), *checker.false_claims()):
        bad.add(members)
        yield Found(arch, wave, every[members[-1]].kind, FALSE_CLAIM, 1, text)
    for members, text in checker.false_verdicts(random.Random(seed)):
        bad.add(members)
        yield Found(arch, wave, every[members[-1]].kind, FALSE_CLAIM, 1, text)
    for kind, outcome, count in _pairs(every, known, bad, checker.emulator):
        yield Found(arch, wave, kind, outcome, count)


def _classes(known: dict[int, tuple[Result, ...]]) -> Classes:
    """Results by bank and term."""
    classes: Classes = defaultdict(list)
    for k, found in known.items():
        for place, result in enumerate(found):
            classes[_bank(result.unit), result.term].append((k, place, None))
            for half, term in enumerate(result.halves):
                classes["half", term].append((k, place, half))
    return classes


def _bank(unit: int) -> str:
    return "fact" if unit == SCC else "vector" if unit < NUM_VGPRS else "scalar"


def _pairs(
    every: Sequence[Body],
    known: dict[int, tuple[Result, ...]],
    bad: set[tuple[int, ...]],
    emulator: Emulator,
) -> Iterator[tuple[str, str, int]]:
    counts: Counter[tuple[str, str]] = Counter()
    index = {(body.base, body.kind == "base", body.lines): k for k, body in enumerate(every)}
    bases = {body.base: index[body.base, True, body.lines] for body in every if body.kind == "base"}
    false = {frozenset(pair) for pair in bad}
    for k, body in enumerate(every):
        if body.kind == "base" or body.base not in bases:
            continue
        base = bases[body.base]
        if k not in known or base not in known:
            outcome = "outside the model"
        elif frozenset((k, base)) in false:
            outcome = FALSE_CLAIM
        elif [(r.unit, r.term) for r in known[k]] != [(r.unit, r.term) for r in known[base]]:
            outcome = "same, refused" if body.same else "refused"
        elif {every[k].lines, every[base].lines} & emulator.refused.keys():
            outcome = "proved, not emulated"
        else:
            outcome = "proved, agrees"
        counts[body.kind, outcome] += 1
    for (kind, outcome), count in sorted(counts.items()):
        yield kind, outcome, count


class _Checker:
    """Concrete results of bodies, and what contradicts them."""

    def __init__(
        self, emulator: Emulator, every: Sequence[Body], known: dict[int, tuple[Result, ...]], wanted: Iterable[int]
    ) -> None:
        self.emulator, self.every, self.known = emulator, every, known
        #: By mode and body.
        self.values: list[dict[int, Words]] = []
        order = list(wanted)
        for mode in range(len(MODES)):
            here: dict[int, Words] = {}
            if mode:
                order = [k for k in order if any(self._is_float(k))]
            for start in range(0, len(order), _BATCH):
                part = order[start : start + _BATCH]
                at = emulator.arch, emulator.wave
                batch = [(every[k], written(every[k], *at), touched(every[k], *at)) for k in part]
                here |= {part[j]: words for j, words in emulator.run(batch, mode).items()}
            self.values.append(here)

    def _is_float(self, k: int) -> Iterator[bool]:
        """Of each operand of a body, whether the floating-point mode may matter to it."""
        for op in ops(self.every[k].lines, self.emulator.arch, self.emulator.wave):
            for operand in op.desc.operands:
                yield operand.type.is_float

    def false_classes(self, classes: Classes) -> list[tuple[tuple[int, int], str]]:
        """Results that are one term, and differ."""
        found: dict[tuple[int, int], str] = {}
        for (_, term), members in classes.items():
            for mode, values in enumerate(self.values):
                there = [member for member in members if member[0] in values]
                for other in there[1:]:
                    pair = there[0][0], other[0]
                    if pair in found or (seen := self._difference(values, there[0], other)) is None:
                        continue
                    a, b = (" ; ".join(self.every[k].lines) for k in pair)
                    found[pair] = f"mode {mode}: {a}\n      and {b}\n      {seen} (term {term})"
        return list(found.items())

    def false_verdicts(self, rng: random.Random) -> Iterator[tuple[tuple[int, int], str]]:
        """Some pairs whose terms differ, as whole kernels: those that the prover proves all the same, by what the SMT
        solver says, and that differ."""
        bases = {body.base: k for k, body in enumerate(self.every) if body.kind == "base"}
        units = {k: [r.unit for r in found] for k, found in self.known.items()}
        pairs = [
            (bases[body.base], k)
            for k, body in enumerate(self.every)
            if body.base in bases
            and k in self.known
            and units.get(bases[body.base]) == units[k]
            and [r.term for r in self.known[k]] != [r.term for r in self.known[bases[body.base]]]
        ]
        arch, wave, emulator = self.emulator.arch, self.emulator.wave, self.emulator
        for a, b in rng.sample(pairs, min(len(pairs), _VERDICTS)):
            one, other = (kernel(self.every[k], arch, wave, emulator.partial) for k in (a, b))
            if not verify_modules(one, other, by_text=False).proved:
                continue
            batch = [
                (self.every[k], written(self.every[k], arch, wave), touched(self.every[k], arch, wave)) for k in (a, b)
            ]
            for mode in range(len(MODES)):
                values = emulator.run(batch, mode)
                if len(values) < 2:
                    continue
                for place, unit in enumerate(units[a]):
                    if differences(values[0][place], values[1][place], unit, None).any():
                        lines = [" ; ".join(self.every[k].lines) for k in (a, b)]
                        yield (a, b), f"verify, mode {mode}: {lines[0]}\n      and {lines[1]}: {unit_name(unit)}"

    def _difference(self, values: dict[int, Words], a: Member, b: Member) -> str | None:
        x, y = (_value(values[k][place], half) for k, place, half in (a, b))
        units = [self.known[k][place].unit for k, place, _ in (a, b)]
        where = differences(x, y, units[0], None)
        if units[0] == units[1] and a[2] == b[2]:
            whole, its = (values[k][place] for k, place, _ in (a, b))
            where &= differences(whole, its, units[0], self._partners(values, a, b))
        places = np.flatnonzero(where)
        if not len(places):
            return None
        at = int(places[0])
        shown = ", ".join(f"{unit_name(unit)} {int(words[at]):#x}" for unit, words in zip(units, (x, y), strict=True))
        return f"{shown} in {len(places)} of {len(x)}, first {self._inputs(at)}"

    def _partners(self, values: dict[int, Words], a: Member, b: Member) -> tuple[Words, Words] | None:
        """The other halves of two results, if they are halves of 64-bit vectors."""
        unit = self.known[a[0]][a[1]].unit
        other = unit ^ 1
        if unit >= NUM_VGPRS:
            return None
        places = [next((j for j, r in enumerate(self.known[k]) if r.unit == other), None) for k in (a[0], b[0])]
        if places[0] is None or places[1] is None:
            return None
        return values[a[0]][places[0]], values[b[0]][places[1]]

    def _inputs(self, lane: int) -> str:
        wave = lane // self.emulator.wave
        vector = " ".join(f"{int(w):x}" for w in self.emulator.lanes[lane])
        scalar = " ".join(f"{int(w):x}" for w in self.emulator.scalars[wave])
        return f"lane {lane % self.emulator.wave}: v16.. {vector}; s16.. {scalar}"

    def false_claims(self) -> list[tuple[tuple[int, ...], str]]:
        """Results that are not what the prover takes for certain."""
        found: list[tuple[tuple[int, ...], str]] = []
        for k, all_results in self.known.items():
            for mode, values in enumerate(self.values):
                if k not in values:
                    continue
                for place, result in enumerate(all_results):
                    why = self._contradiction(result, values[k][place])
                    if why:
                        text = f"mode {mode}: {' ; '.join(self.every[k].lines)}: {unit_name(result.unit)} {why}"
                        found.append(((k,), text))
        return found

    def _contradiction(self, result: Result, words: Words) -> str:
        if result.unit == SCC:
            wanted = {TRUE: 1, FALSE: 0}.get(result.term)
            return "is a known bit and another" if wanted is not None and (words != wanted).any() else ""
        if result.uniform:
            rows = words.reshape(-1, self.emulator.wave)
            if (rows != rows[:, :1]).any():
                return "differs from lane to lane"
        unset = words & np.uint32(~result.bits & 0xFFFFFFFF)
        if unset.any():
            return f"has bits {int(unset[np.flatnonzero(unset)[0]]):#x} beyond {result.bits:#x}"
        if (words > result.upper).any():
            return f"is {int(words.max()):#x}, above {result.upper:#x}"
        return ""


def _value(words: Words, half: int | None) -> Words:
    return words if half is None else words >> np.uint32(16 * half) & np.uint32(0xFFFF)


def table(found: Iterable[Found]) -> str:
    """Counts by kind of form and outcome, then what is outside the model."""
    counts: Counter[tuple[str, str]] = Counter()
    for f in found:
        counts[f.kind, f.outcome] += f.count
    outside = sorted((key, count) for key, count in counts.items() if key[0] == "outside the model")
    lines = [f"outside the model: {count} x {why}" for (_, why), count in outside]
    return "\n".join([outcome_table(counts - Counter(dict(outside))), *lines])
