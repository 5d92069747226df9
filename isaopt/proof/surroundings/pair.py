"""Two files' objects side by side: what differs beside code, and which kernels' code must be proved to do the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import all_arguments
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Kernel, Module
from isaopt.isa.registers import NUM_VGPRS, SGPR_BASE, is_sgpr
from isaopt.proof.semantics.launch import most_items
from isaopt.proof.semantics.slots import scratch_slots
from isaopt.proof.surroundings.assembled import Refusal, module_object
from isaopt.proof.surroundings.code import CodeBytes, alone, kernel_code, resolved
from isaopt.proof.surroundings.descriptor import differing_fields
from isaopt.proof.surroundings.harmless import METADATA_ENTRIES
from isaopt.proof.surroundings.metadata import KERNELS, KernelDeclaration, Meta, Metadata, frozen, read_metadata
from isaopt.proof.surroundings.outside import compare_outside, counters_read, hole_of, target_name
from isaopt.proof.surroundings.places import ABSOLUTE_HALVES, PC_HALVES, Hole, ObjectPlaces
from isaopt.proof.surroundings.reach import counters_known, lead_nowhere, measured, pieces_apart
from isaopt.proof.types import CannotProve, Difference
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.toolchain.descriptor import DESCRIPTOR_BYTES, Descriptor
from isaopt.toolchain.elf import LOCAL, Object, Relocation

#: What may differ where :func:`_needs_less_scratch`.
_SCRATCH_FIELDS = ("private_segment_fixed_size", "enable_private_segment")
#: What B may ask for more of: :func:`_check_lds`.
_LDS_FIELD = "group_segment_fixed_size"
#: What leads to the packet of the launch, which tells how much LDS and scratch was asked for, or tells it.
_TELLING_FIELDS = ("user_sgpr_dispatch_ptr", "user_sgpr_queue_ptr", "user_sgpr_private_segment_size")
#: The same among the arguments (LLVM AMDGPUUsage, "hidden_*" value kinds): what leads to the packets of a queue.
_TELLING_ARGUMENTS = frozenset(("hidden_queue_ptr", "hidden_default_queue", "hidden_completion_action"))

#: The bytes that one of ``inst_pref_size`` stands for (LLVM AMDGPUUsage, "Kernel Descriptor").
_FETCHED_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class _FileSide:
    """One file: its object, its notes, and the code of kernels that differ, or why that is not known."""

    module: Module
    made: Object
    notes: Metadata
    codes: Mapping[str, CodeBytes | CannotProve]

    def descriptor(self, kernel: str) -> Descriptor | None:
        symbol = self.made.by_name.get(f"{kernel}.kd")
        if symbol is None or not symbol.placed:
            return None
        raw = self.made.sections[symbol.section].data[symbol.value : symbol.value + DESCRIPTOR_BYTES]
        return Descriptor(raw, self.module.arch) if len(raw) == DESCRIPTOR_BYTES else None

    def holes(self) -> Iterator[Hole]:
        """The ranges that are not compared byte by byte."""
        for name, code in self.codes.items():
            symbol, descriptor = self.made.by_name.get(name), self.made.by_name.get(f"{name}.kd")
            if isinstance(code, CodeBytes):
                yield Hole(name, code.section.index, code.start, code.end)
            elif symbol is not None and symbol.placed:
                yield Hole(name, symbol.section, symbol.value, symbol.value + symbol.size)
            if descriptor is not None and descriptor.placed:
                start = descriptor.value
                yield Hole(f"{name}.kd", descriptor.section, start, start + DESCRIPTOR_BYTES)


@dataclass(frozen=True, slots=True)
class FilePair:
    """``differences``: those that concern every kernel.  ``changed``: the kernels whose code, descriptor or metadata
    are not the same bytes."""

    differences: tuple[Difference, ...]
    changed: frozenset[str] = frozenset()
    sides: tuple[_FileSide, _FileSide] | None = None
    places: tuple[ObjectPlaces, ObjectPlaces] | None = None

    def outside(self, kernel: Kernel, other: Kernel) -> tuple[Difference, ...]:
        """What differs of a kernel beside its code, so that it may compute something else."""
        found = list(self.differences)
        if self.sides is not None and kernel.name in self.changed:
            found += _compare_descriptors(self.sides, kernel, other)
            found += _check_vgprs(self.sides, kernel, other)
            found += _check_counts(self.sides[1], other)
            found += _check_room(self.sides, kernel.name)
            found += _check_prefetch(self.sides, kernel.name)
            found += _check_scratch(self.sides, kernel, other)
            found += _check_lds(self.sides, kernel.name)
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
    differences += [d for k in after.kernels if k.name not in changed for d in _check_prefetch(sides, k.name)]
    return FilePair(tuple(differences), changed, sides, places)


def _side(
    module: Module,
    made: Object,
    units: Sequence[tuple[Module, Kernel]],
    encoded: Sequence[Sequence[bytes] | CannotProve],
) -> _FileSide:
    names = (kernel.name for _, kernel in units)
    codes = {name: _located(module, made, name, found) for name, found in zip(names, encoded, strict=True)}
    return _FileSide(module, made, read_metadata(made), codes)


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


def _compare_notes(sides: tuple[_FileSide, _FileSide], changed: frozenset[str]) -> Iterator[Difference]:
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


def _compare_descriptors(sides: tuple[_FileSide, _FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
    mine, theirs = sides[0].descriptor(kernel.name), sides[1].descriptor(kernel.name)
    if mine is None or theirs is None:
        yield Difference(f"no descriptor of '{kernel.name}' in the object")
        return
    free = (_LDS_FIELD, *_SCRATCH_FIELDS) if _needs_less_scratch(sides, kernel, other) else (_LDS_FIELD,)
    for name, a, b in differing_fields(mine, theirs):
        if name in free:
            continue
        lines = [_line(s.module, k, name) for s, k in zip(sides, (kernel, other), strict=True)]
        yield Difference(
            f"{name} of the descriptor differs" if " " in name else f".amdhsa_{name} differs",
            lines[0],
            lines[1],
            str(a),
            str(b),
        )


def _needs_less_scratch(sides: tuple[_FileSide, _FileSide], kernel: Kernel, other: Kernel) -> bool:
    """Whether it is all the same to both versions of a kernel how much scratch a lane has: they use no more than they
    ask for, B asks for no more than A, so that a launch finds as much, and nothing tells where it is."""
    sizes, asked = list[int](), list[tuple[int, ...]]()
    for side, own in zip(sides, (kernel, other), strict=True):
        descriptor = side.descriptor(own.name)
        assert descriptor is not None
        launched = KernelDeclaration(descriptor, side.notes.entry(own.name))
        if scratch_slots(side.module, own, launched.scratch) is None or descriptor.field("uses_dynamic_stack"):
            return False
        if _tells_of_segments(launched):
            return False
        sizes.append(launched.scratch)
        asked.append(tuple(descriptor.field(name) for name in _SCRATCH_FIELDS))
    return sizes[1] <= sizes[0] and all(b <= a for a, b in zip(*asked, strict=True))


def _tells_of_segments(launched: KernelDeclaration) -> bool:
    """Whether a wave is launched with something by which it can find out how much LDS or scratch was asked for."""
    kinds = {argument.kind for argument in all_arguments(launched.entry)}
    return not kinds.isdisjoint(_TELLING_ARGUMENTS) or any(launched.descriptor.field(n) for n in _TELLING_FIELDS)


def _line(module: Module, kernel: Kernel, field: str) -> int:
    index = kernel.descriptor.get(f".amdhsa_{field}")
    return module.items[index].line if index is not None and isinstance(module.items[index], Directive) else 0


def _check_vgprs(sides: tuple[_FileSide, _FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
    """VGPRs that the code names beyond those that a wave gets: it reads v0 for them and writes nothing, or those of the
    allocation's rounding (RDNA3 and RDNA4 ISA guides, out-of-range behaviour of VGPRs)."""
    for number, (side, own) in enumerate(zip(sides, (kernel, other), strict=True)):
        descriptor, used = side.descriptor(own.name), _named_registers(side, own)[0]
        if descriptor is not None and descriptor.vgprs < used:
            line = _line(side.module, own, "next_free_vgpr")
            text = f"{'AB'[number]} declares {descriptor.vgprs} VGPRs and uses {used}"
            yield Difference(text, *((0, line) if number else (line, 0)))


def _named_registers(side: _FileSide, kernel: Kernel) -> tuple[int, int]:
    """How many VGPRs and SGPRs there must be for those that the code names."""
    units = {u for _, i in side.module.instructions(kernel) for r in i.op.refs for u in r.reg.units}
    vgprs = max((u for u in units if u < NUM_VGPRS), default=-1) + 1
    return vgprs, max((u - SGPR_BASE for u in units if is_sgpr(u)), default=-1) + 1


def _check_counts(side: _FileSide, kernel: Kernel) -> Iterator[Difference]:
    """Registers that the code names, against those that tools know of."""
    vgprs, sgprs = _named_registers(side, kernel)
    for name, used, what in ((".vgpr_count", vgprs, "VGPRs"), (".sgpr_count", sgprs, "SGPRs")):
        stated = side.notes.entry(kernel.name).get(name)
        if isinstance(stated, int) and stated < used:
            yield Difference(f"B's metadata declare {stated} {what}, and {used} are used")


def _check_room(sides: tuple[_FileSide, _FileSide], kernel: str) -> Iterator[Difference]:
    """Where B asks for more VGPRs, whether the SIMDs still hold a workgroup, which is launched whole or not at all."""
    mine, theirs = (side.descriptor(kernel) for side in sides)
    if mine is None or theirs is None or theirs.vgprs <= mine.vgprs:
        return
    arch, wave = get_arch(theirs.arch), theirs.wave_size
    waves = -(-most_items(KernelDeclaration(theirs, sides[1].notes.entry(kernel))) // wave)
    simds = arch.simds(bool(theirs.field("workgroup_processor_mode")))
    if theirs.vgprs > arch.vgprs_per_wave or waves > simds * waves_for_vgprs(arch, theirs.vgprs, wave):
        yield Difference(f"a workgroup of {waves} waves with {theirs.vgprs} VGPRs each does not fit on {simds} SIMDs")


def _check_prefetch(sides: tuple[_FileSide, _FileSide], kernel: str) -> Iterator[Difference]:
    """Whether B has the hardware fetch ahead what is behind all code, which may not be mapped, and A has not.  Of a
    kernel that is the same, it is so where code behind it is shorter."""
    beyond = [_fetched_beyond(side, kernel) for side in sides]
    if beyond[1] > beyond[0]:
        known = ([k for k in side.module.kernels if k.name == kernel] for side in sides)
        one, two = (
            max((_line(s.module, k, "inst_pref_size") for k in own), default=0)
            for s, own in zip(sides, known, strict=True)
        )
        yield Difference(f"B asks to prefetch {beyond[1]} bytes from behind the end of the code", one, two)


def _fetched_beyond(side: _FileSide, kernel: str) -> int:
    """How many bytes behind the last line of its section a kernel asks to prefetch."""
    code, descriptor = side.made.by_name.get(kernel), side.descriptor(kernel)
    if code is None or not code.placed or descriptor is None:
        return 0
    end = -(-side.made.sections[code.section].size // _FETCHED_AT_ONCE) * _FETCHED_AT_ONCE
    return max(0, code.value + descriptor.field("inst_pref_size") * _FETCHED_AT_ONCE - end)


def _check_scratch(sides: tuple[_FileSide, _FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
    """The scratch that the runtime allocates by the metadata, if that is not what it was."""
    stated = [side.notes.entry(kernel.name).get(".private_segment_fixed_size") for side in sides]
    descriptors = [side.descriptor(kernel.name) for side in sides]
    if stated[0] == stated[1] or descriptors[0] is None or descriptors[1] is None:
        return
    size = descriptors[1].field("private_segment_fixed_size")
    if type(stated[1]) is not int or stated[1] != size:
        yield Difference(f"B's metadata declare {stated[1]!r} bytes of scratch, and its descriptor {size}")
    elif not _needs_less_scratch(sides, kernel, other):
        yield Difference(f"B's metadata declare {stated[1]} bytes of scratch, A's {stated[0]!r}, and that may show")


def _check_lds(sides: tuple[_FileSide, _FileSide], kernel: str) -> Iterator[Difference]:
    """Where the LDS of a workgroup differs, whether B has more, no more than there is, each file says one size, and
    no wave is told."""
    found, told = [], False
    for side in sides:
        descriptor, entry = side.descriptor(kernel), side.notes.entry(kernel)
        found.append((descriptor.field(_LDS_FIELD) if descriptor is not None else -1, entry.get(f".{_LDS_FIELD}")))
        told = told or descriptor is None or _tells_of_segments(KernelDeclaration(descriptor, entry))
    (mine, _), (theirs, _) = found
    if found[0] == found[1] and type(found[0][1]) is type(found[1][1]):
        return
    alike = all(type(stated) is int and stated == size for size, stated in found)
    alike |= not any(side.notes.entries() for side in sides)
    if told or not alike or not mine < theirs <= get_arch(sides[1].module.arch).lds_bytes_per_workgroup:
        says = [f"{size} bytes (metadata: {stated!r})" for size, stated in found]
        yield Difference("the LDS of a workgroup differs in more than that B has more unseen", 0, 0, *says)
