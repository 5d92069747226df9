"""Names addresses that have no symbol: targets of branches and distances, and what relocations point to."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence

from isaopt.disassembly.code import DecodedInstruction, Distance, branch_target, distances, with_expression, with_label
from isaopt.toolchain.elf import FUNC, OBJECT, Symbol
from isaopt.toolchain.image import RELATIVE64, ObjectImage

_PLAIN = re.compile(r"[A-Za-z_.$][\w.$]*$", re.ASCII)


def quoted(name: str) -> str:
    """A symbol's name, quoted as the assembler needs it."""
    return name if _PLAIN.match(name) else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Names:
    """``symbols`` are the file's names by address, ``labels`` the additional ones; ``code`` are the instructions by
    address, with names for distances. ``unclear`` are addresses of ``s_getpc_b64`` whose distance was not
    recognised."""

    def __init__(self, image: ObjectImage, code: Sequence[DecodedInstruction]) -> None:
        self.image = image
        self.code = {i.at: i for i in code}
        self.symbols: dict[int, list[Symbol]] = {}
        for symbol in image.symbols:
            if symbol.placed:
                self.symbols.setdefault(symbol.value, []).append(symbol)
        self.labels: dict[int, str] = {}
        self.unclear: list[int] = []
        self._data = sorted((s.value, s.size) for s in image.symbols if s.placed and s.type == OBJECT and s.size)
        self._got = {
            at: relocation
            for section in image.sections
            if section.name == ".got"
            for at, relocation in image.relocations.items()
            if section.address <= at < section.end
        }
        self._name_branches()
        self._name_distances(code)
        for at, relocation in image.relocations.items():
            if relocation.type == RELATIVE64 and at not in self._got:
                self.label(relocation.addend)

    def label(self, address: int) -> str:
        """A name for this address that no other library can preempt."""
        known = next((s for s in self.symbols.get(address, ()) if s.fixed), None)
        return quoted(known.name) if known else self._local(address)

    def _local(self, address: int) -> str:
        return self.labels.setdefault(address, f".L{address:x}")

    def _name_branches(self) -> None:
        starts = sorted(a for a, symbols in self.symbols.items() if any(s.type == FUNC for s in symbols))
        number = counted = 0
        targets = {t for i in self.code.values() if (t := branch_target(i, self.image.arch)) in self.code}
        for target in sorted(targets):
            while number < len(starts) and starts[number] <= target:
                number, counted = number + 1, 0
            self.labels[target] = f".LBB{number}_{counted}"
            counted += 1
        for at, instruction in self.code.items():
            label = self.labels.get(branch_target(instruction, self.image.arch) or -1)
            if label:
                self.code[at] = with_label(instruction, label)

    def _name_distances(self, code: Sequence[DecodedInstruction]) -> None:
        for found in distances(code):
            expressions = None if isinstance(found, int) else self._expressions(found)
            if isinstance(found, int) or expressions is None:
                self.unclear.append(found if isinstance(found, int) else found.start - 4)
                continue
            for place, expression in zip(found.places, expressions, strict=True):
                self.code[place.at] = with_expression(place, expression)

    def _expressions(self, found: Distance) -> tuple[str, str] | None:
        """The expressions for the two halves of a distance; None if it leads nowhere."""
        target, start = found.target, found.start
        section = self.image.section(target)
        if section is None or not (section.loaded or section.name == ".got"):
            return None
        if section.name == ".got":
            slot = self._got.get(target)
            if slot is None or (slot.addend and slot.type != RELATIVE64):
                return None
            name = quoted(slot.symbol) if slot.symbol else self.label(slot.addend)
            base, kind = target, "gotpcrel32"
        elif target in self.code and not any(s.type == FUNC for s in self.symbols.get(target, ())):
            label, here = self._local(target), self._local(start)
            return f"({label}-{here})&4294967295", f"({label}-{here})>>32"
        elif section.code and target not in self.code:
            return None
        else:
            base = self._object(target)
            name, kind = self.label(base), "rel32"
        low, high = (target - base + i.end - 4 - start for i in found.places)
        return f"{name}@{kind}@lo+{low}", f"{name}@{kind}@hi+{high}"

    def _object(self, address: int) -> int:
        """The start of the data symbol that covers an address, or the address itself."""
        at = bisect.bisect_right(self._data, (address, 1 << 64)) - 1
        covers = at >= 0 and sum(self._data[at]) > address
        return self._data[at][0] if covers else address
