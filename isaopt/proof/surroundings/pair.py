"""Two files' objects side by side: what differs beside code, and which kernels' code must be proved to do the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module
from isaopt.proof.surroundings.assembled import Refusal, module_object
from isaopt.proof.surroundings.code import CodeBytes, alone, kernel_code, resolved
from isaopt.proof.surroundings.harmless import METADATA_ENTRIES
from isaopt.proof.surroundings.metadata import KERNELS, KernelDeclaration, Meta, Metadata, frozen, read_metadata
from isaopt.proof.surroundings.outside import compare_outside, counters_read, hole_of, target_name
from isaopt.proof.surroundings.places import ABSOLUTE_HALVES, PC_HALVES, ObjectPlaces
from isaopt.proof.surroundings.reach import counters_known, lead_nowhere, measured, pieces_apart
from isaopt.proof.surroundings.resources import FileSide, check_prefetch, compare_resources
from isaopt.proof.types import CannotProve, Difference
from isaopt.toolchain.elf import LOCAL, Object, Relocation


@dataclass(frozen=True, slots=True)
class FilePair:
    """``differences``: those that concern every kernel.  ``changed``: the kernels whose code, descriptor or metadata
    are not the same bytes."""

    differences: tuple[Difference, ...]
    changed: frozenset[str] = frozenset()
    sides: tuple[FileSide, FileSide] | None = None
    places: tuple[ObjectPlaces, ObjectPlaces] | None = None

    def outside(self, kernel: Kernel, other: Kernel) -> tuple[Difference, ...]:
        """What differs of a kernel beside its code, so that it may compute something else."""
        found = list(self.differences)
        if self.sides is not None and kernel.name in self.changed:
            found += compare_resources(self.sides, kernel, other)
        return tuple(found)

    def same(self, kernel: str) -> bool:
        """Whether a kernel is the same bytes in both, and leads into none that is not."""
        if self.differences or self.sides is None or kernel in self.changed:
            return False
        return not self.changed or all(self._leads_nowhere(number) for number in (0, 1))

    def _leads_nowhere(self, number: int) -> bool:
        """Whether a file's code that is the same leads into none that is not, even by instructions written as data."""
        assert self.sides is not None
        assert self.places is not None
        module, changed = self.sides[number].module, self.changed
        known = counters_known(module, changed) == counters_read(self.places[number])
        return known and lead_nowhere(module, changed)

    def code(self, side: int, kernel: Kernel) -> tuple[Module, KernelDeclaration]:
        """The module with all expressions in the kernel's code replaced by their values, and how it is launched.

        Raises:
            CannotProve: the object's code is not what the module says, or depends on what the linker does.
        """
        assert self.sides is not None
        assert self.places is not None
        mine = self.sides[side]
        code = mine.codes[kernel.name] if kernel.name in mine.codes else _code(mine.module, mine.made, kernel.name)
        if isinstance(code, CannotProve):
            raise CannotProve(code.message, code.line, side)
        places, others = self.places[side], self.places[1 - side]
        names = {}
        for index, relocation in code.open.items():
            if isinstance(relocation, Relocation):
                try:
                    names[index] = _name(places, others, code, index, relocation)
                except CannotProve as error:
                    raise CannotProve(error.message, mine.module.items[index].line, side) from None
        descriptor = mine.descriptor(kernel.name)
        if descriptor is None:
            raise CannotProve(f"the object has no descriptor of '{kernel.name}'", 0, side)
        if descriptor.wave_size != kernel.wave_size:
            raise CannotProve(f"'{kernel.name}' is read as wave{kernel.wave_size}, and launched as another", 0, side)
        return resolved(mine.module, kernel, code, names), KernelDeclaration(descriptor, mine.notes.entry(kernel.name))


def _name(places: ObjectPlaces, others: ObjectPlaces, code: CodeBytes, index: int, relocation: Relocation) -> str:
    """How the proof calls what the linker puts into an instruction."""
    held = hole_of(places, code.section, relocation)
    if held:
        raise CannotProve(f"this refers to '{held}', which differs")
    target = target_name(places, others, code.section, relocation)
    if relocation.type in ABSOLUTE_HALVES:
        return f"{ABSOLUTE_HALVES[relocation.type]} of {target}"
    behind = places.behind_counter(code.section, relocation)
    if relocation.type not in PC_HALVES or code.distances[index] != behind or behind < 0:
        raise CannotProve(f"this depends on the distance between the code and '{target}'")
    kind, half = PC_HALVES[relocation.type]
    cut = max(target.rindex(sign) for sign in "+-" if sign in target)
    return f"{target[:cut]}@{kind}@{half}{target[cut:]}"


@kept
def pair_of(before: Module, after: Module, asked: tuple[str, ...]) -> FilePair:
    """Compares two files; the ``asked`` kernels count as changed in any case."""
    if before.arch != after.arch:
        return FilePair((Difference("the files are for different targets", 0, 0, before.arch, after.arch),))
    made = [module_object(m) for m in (before, after)]
    refused = []
    for number, found in enumerate(made):
        if isinstance(found, Refusal):
            lines = (found.line, 0) if number == 0 else (0, found.line)
            refused.append(Difference(f"{'AB'[number]} cannot be assembled: {found.why}", *lines))
    one, other = made
    if isinstance(one, Refusal) or isinstance(other, Refusal):
        return FilePair(tuple(refused))
    changed = frozenset(_changed(before, after, one, other)) | (set(asked) & {k.name for k in after.kernels})
    units = [[(module, kernel) for kernel in module.kernels if kernel.name in changed] for module in (before, after)]
    encoded = alone([*units[0], *units[1]])
    mine, theirs = encoded[: len(units[0])], encoded[len(units[0]) :]
    sides = (_side(before, one, units[0], mine), _side(after, other, units[1], theirs))
    apart = pieces_apart(before, changed) and pieces_apart(after, changed)
    places = (ObjectPlaces(one, tuple(sides[0].holes()), apart), ObjectPlaces(other, tuple(sides[1].holes()), apart))
    differences = [*compare_outside(*places), *_compare_notes(sides, changed)]
    for number, side in enumerate(sides):
        if name := measured(side.module, changed, {s.name for s in places[number].sections}):
            differences.append(Difference(f"{'AB'[number]} computes with the place of '{name}', in code that differs"))
    differences += [d for k in after.kernels if k.name not in changed for d in check_prefetch(sides, k.name)]
    return FilePair(tuple(differences), changed, sides, places)


def _side(
    module: Module,
    made: Object,
    units: Sequence[tuple[Module, Kernel]],
    encoded: Sequence[Sequence[bytes] | CannotProve],
) -> FileSide:
    names = (kernel.name for _, kernel in units)
    codes = {name: _located(module, made, name, found) for name, found in zip(names, encoded, strict=True)}
    return FileSide(module, made, read_metadata(made), codes)


def _code(module: Module, made: Object, name: str) -> CodeBytes | CannotProve:
    """The code of a kernel that is the same in both files."""
    (encoded,) = alone([(module, module.kernel(name))])
    return _located(module, made, name, encoded)


def _located(
    module: Module, made: Object, name: str, encoded: Sequence[bytes] | CannotProve
) -> CodeBytes | CannotProve:
    if isinstance(encoded, CannotProve):
        return encoded
    try:
        return kernel_code(module, module.kernel(name), made, encoded)
    except CannotProve as error:
        return error


def _changed(before: Module, after: Module, one: Object, other: Object) -> Iterator[str]:
    """The kernels that are not plainly the same.  Of those that are left out every byte is compared."""
    notes = (read_metadata(one), read_metadata(other))
    there = {k.name for k in after.kernels}
    for kernel in before.kernels:
        name = kernel.name
        if name not in there:
            continue
        parts = [[_bytes_of(made, s) for s in (name, f"{name}.kd")] for made in (one, other)]
        entries = [frozen(dict(note.entry(name))) for note in notes]
        if parts[0] != parts[1] or None in parts[0] or entries[0] != entries[1]:
            yield name


def _bytes_of(made: Object, name: str) -> tuple[bytes, tuple[tuple[int, int, str, int], ...]] | None:
    """What a symbol's size says that it covers, the rest of its section if it has none, and the relocations there: what
    those of local symbols are of is compared by place."""
    symbol = made.by_name.get(name)
    if symbol is None or not symbol.placed:
        return None
    section = made.sections[symbol.section]
    end = symbol.value + symbol.size if symbol.size else section.size
    relocations = tuple(
        (r.offset - symbol.value, r.type, *(("", 0) if r.symbol.binding == LOCAL else (r.symbol.name, r.addend)))
        for r in section.relocations
        if symbol.value <= r.offset < end
    )
    return section.data[symbol.value : end], relocations


def _compare_notes(sides: tuple[FileSide, FileSide], changed: frozenset[str]) -> Iterator[Difference]:
    if sides[0].notes.others != sides[1].notes.others:
        yield Difference("a note that is no metadata differs")
    mine, theirs = (_documents(side.notes, changed) for side in sides)
    if [frozen(d) for d in mine] == [frozen(d) for d in theirs]:
        return
    where = ""
    if len(mine) == 1 == len(theirs) and isinstance(mine[0], dict) and isinstance(theirs[0], dict):
        a, b = mine[0], theirs[0]
        names = [str(k) for k in sorted({*a, *b}) if frozen(a.get(k)) != frozen(b.get(k))]
        where = f" in {', '.join(names)}"
        if names == [KERNELS]:
            entries = [side.notes.entries() for side in sides]
            kernels = [e.get(".name") for e, f in zip(*entries, strict=False) if frozen(dict(e)) != frozen(dict(f))]
            where = f" of '{kernels[0]}'" if kernels and len(entries[0]) == len(entries[1]) else ""
    yield Difference(f"the metadata{where} differ in more than register counts")


def _documents(notes: Metadata, changed: frozenset[str]) -> list[Meta]:
    """The metadata without what may differ of kernels that changed."""
    free = [e for name in changed if (e := notes.entry(name))]
    found: list[Meta] = []
    for document in notes.documents:
        listed = document.get(KERNELS) if isinstance(document, dict) else None
        if not isinstance(document, dict) or not isinstance(listed, list):
            found.append(document)
            continue
        entries: list[Meta] = [
            {k: v for k, v in e.items() if k not in METADATA_ENTRIES}
            if isinstance(e, dict) and any(e is f for f in free)
            else e
            for e in listed
        ]
        found.append({**document, KERNELS: entries})
    return found
