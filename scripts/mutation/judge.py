"""What becomes of a mutant: the prover's verdict first, and for one that is proved the assembler's and the emulator's.

``FALSE`` is what must never be: a mutant that is proved and that the emulator shows to differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.emulator.agreement import Found, VersionPair, search, unreached
from isaopt.emulator.launches import Launch
from isaopt.emulator.trial import TrialOutcome, TrialVersion
from isaopt.errors import IsaoptError
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from scripts.mutation.kinds import Mutant, reason
from scripts.mutation.prefix import Prefixes

#: How a mutant ended.  The first four are caught, the last one is a false proof.
OUTCOMES = ("not read", "lint", "not proved", "rejected", "same bytes", "time only", "agrees", "open", "FALSE")
_RULE = re.compile(r"\[[\w-]+\]$")


@dataclass(frozen=True, slots=True)
class Judgement:
    """``outcome`` is one of :data:`OUTCOMES`, ``why`` says more in words."""

    outcome: str
    why: str = ""


@dataclass
class _Original:
    """The original of a kernel, and the launches on which it runs."""

    version: TrialVersion
    launches: list[tuple[Launch, TrialOutcome]]


@dataclass
class _Known(VersionPair):
    """A pair whose first version's launches are known."""

    known: list[tuple[Launch, TrialOutcome]] = field(default_factory=list)

    def launches(self) -> Iterator[tuple[Launch, TrialOutcome]]:
        return iter(self.known)


@dataclass
class Judge:
    """Judges mutants of one file.  What is done with the original is done once."""

    path: str
    module: Module = field(init=False)
    _object: bytes = field(init=False, default=b"")
    _originals: dict[str, _Original] = field(init=False, default_factory=dict)
    _prefixes: dict[str, Prefixes] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.module = parse_text(Path(self.path).read_text(), self.path)

    def parsed(self, mutant: Mutant) -> Module:
        """The mutant's module: the original's, with the changed lines read anew where each is one instruction."""
        items = self.module.items
        places = {item.line: index for index, item in enumerate(items)}
        inside = [range(k.first, k.last) for k in self.module.kernels]
        starts = {k.first for k in self.module.kernels} | {k.last - 1 for k in self.module.kernels}
        changes: dict[tuple[int, int], list[Item]] = {}
        texts = mutant.text.splitlines(keepends=True)
        for number, _, _ in mutant.lines:
            at = places[number]
            alone = sum(item.line == number for item in items[at - 1 : at + 2]) == 1
            if not alone or at in starts or not any(at in run for run in inside):
                return parse_text(mutant.text, self.path)
            wave = next(k.wave_size for k, run in zip(self.module.kernels, inside, strict=True) if at in run)
            changes[at, at + 1] = list(self._line(texts[number - 1], number, wave))
        return spliced(self.module, changes)

    def _line(self, text: str, number: int, wave: int) -> tuple[Item, ...]:
        header = f'.amdgcn_target "amdgcn-amd-amdhsa--{self.module.arch}"\n'
        header += f".amdhsa_kernel k\n.amdhsa_wavefront_size32 {int(wave == 32)}\n.end_amdhsa_kernel\nk:\n"
        items = parse_text(header + text + "\ts_endpgm\n", self.path).items
        return tuple(replace(i, line=number) for i in items if i.line == header.count("\n") + 1)

    def verdict(self, mutant: Mutant) -> Judgement:
        """What the prover says."""
        try:
            changed = self.parsed(mutant)
            result = verify_modules(self.module, changed, self.touched(mutant))
        except IsaoptError as error:
            return Judgement("not read", error.message)
        messages = [k.differences[0].message for k in result.kernels if k.differences]
        return self._judgement(mutant, result.proved, messages[0] if messages else "")

    def verdicts(self, mutants: Sequence[tuple[int, Mutant]]) -> Iterator[tuple[int, Judgement]]:
        """What the prover says of many, by number, in any order: shared is what their proofs have in common."""
        parsed: dict[str, list[tuple[int, Module]]] = {}
        left = dict(mutants)
        for number, mutant in mutants:
            touched = self.touched(mutant)
            if len(touched) != 1:
                continue
            try:
                parsed.setdefault(touched[0], []).append((number, self.parsed(mutant)))
            except IsaoptError as error:
                del left[number]
                yield number, Judgement("not read", error.message)
        for name, modules in parsed.items():
            if name not in self._prefixes:
                self._prefixes[name] = Prefixes(self.module, self.module.kernel(name))
            for number, found in self._prefixes[name].verdicts(modules):
                yield number, self._judgement(left.pop(number), found.proved, found.message)
        for number, mutant in left.items():
            yield number, self.verdict(mutant)

    def _judgement(self, mutant: Mutant, proved: bool, message: str) -> Judgement:
        if proved:
            return Judgement("proved", reason(self.module, mutant))
        return Judgement("lint" if _RULE.search(message) else "not proved", message)

    def touched(self, mutant: Mutant) -> list[str]:
        """The kernels in whose code or descriptor the changed lines are; the others are the same text on both sides."""
        lines = {number for number, _, _ in mutant.lines}
        items, found = self.module.items, []
        for kernel in self.module.kernels:
            places = (*range(kernel.first, kernel.last), *kernel.descriptor.values())
            if not lines.isdisjoint(items[i].line for i in places):
                found.append(kernel.name)
        return found

    def second(self, mutant: Mutant) -> Judgement:
        """What is seen of a mutant that is proved, without the prover."""
        if not self._object:
            self._object = assemble(self.module.text(), self.module.arch, path=self.path)
        try:
            changed = assemble(mutant.text, self.module.arch, path=self.path)
        except IsaoptError as error:
            return Judgement("rejected", error.message)
        if changed == self._object:
            return Judgement("same bytes")
        why = reason(self.module, mutant)
        if why.startswith("time"):
            return Judgement("time only", why)
        return self._emulated(parse_text(mutant.text, self.path), self.touched(mutant), why)

    def _original(self, kernel: Kernel) -> _Original:
        found = self._originals.get(kernel.name)
        if found is None:
            version = TrialVersion(self.module, kernel)
            launches = list(VersionPair(version, version, None).launches())
            found = self._originals[kernel.name] = _Original(version, launches)
        return found

    def _emulated(self, changed: Module, touched: Sequence[str], why: str) -> Judgement:
        notes = []
        for kernel in self.module.kernels:
            if touched and kernel.name not in touched:
                continue
            original = self._original(kernel)
            second = TrialVersion(changed, changed.kernel(kernel.name))
            versions = _Known(original.version, second, None, known=original.launches)
            found = search(versions)
            if isinstance(found, Found):
                return Judgement("FALSE", f"{found.launch.document()} {found.comparison.mismatch}")
            agrees = found.startswith("both versions agree")
            missed = unreached(versions) if agrees else 0
            if not agrees or missed:
                return Judgement("open", f"line {missed} was never executed" if agrees else found)
            notes.append(found)
        return Judgement("agrees", "; ".join(filter(None, (why, *dict.fromkeys(notes)))))
