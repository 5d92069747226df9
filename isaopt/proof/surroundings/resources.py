"""What a kernel is launched with in both files: descriptors, registers, scratch, LDS, and what metadata say of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import all_arguments
from isaopt.ir.program import Directive, Kernel, Module
from isaopt.isa.registers import NUM_VGPRS, SGPR_BASE, is_sgpr
from isaopt.proof.semantics.launch import most_items
from isaopt.proof.semantics.slots import scratch_slots
from isaopt.proof.surroundings.code import CodeBytes
from isaopt.proof.surroundings.descriptor import differing_fields
from isaopt.proof.surroundings.metadata import KernelDeclaration, Metadata
from isaopt.proof.surroundings.places import Hole
from isaopt.proof.types import CannotProve, Difference
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.toolchain.descriptor import DESCRIPTOR_BYTES, Descriptor
from isaopt.toolchain.elf import Object

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
class FileSide:
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


def compare_resources(sides: tuple[FileSide, FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
    """What differs of what a kernel is launched with, so that it may compute something else."""
    yield from _compare_descriptors(sides, kernel, other)
    yield from _check_vgprs(sides, kernel, other)
    yield from _check_counts(sides[1], other)
    yield from _check_room(sides, kernel.name)
    yield from check_prefetch(sides, kernel.name)
    yield from _check_scratch(sides, kernel, other)
    yield from _check_lds(sides, kernel.name)


def _compare_descriptors(sides: tuple[FileSide, FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
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


def _needs_less_scratch(sides: tuple[FileSide, FileSide], kernel: Kernel, other: Kernel) -> bool:
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


def _check_vgprs(sides: tuple[FileSide, FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
    """VGPRs that the code names beyond those that a wave gets: it reads v0 for them and writes nothing, or those of the
    allocation's rounding (RDNA3 and RDNA4 ISA guides, out-of-range behaviour of VGPRs)."""
    for number, (side, own) in enumerate(zip(sides, (kernel, other), strict=True)):
        descriptor, used = side.descriptor(own.name), _named_registers(side, own)[0]
        if descriptor is not None and descriptor.vgprs < used:
            line = _line(side.module, own, "next_free_vgpr")
            text = f"{'AB'[number]} declares {descriptor.vgprs} VGPRs and uses {used}"
            yield Difference(text, *((0, line) if number else (line, 0)))


def _named_registers(side: FileSide, kernel: Kernel) -> tuple[int, int]:
    """How many VGPRs and SGPRs there must be for those that the code names."""
    units = {u for _, i in side.module.instructions(kernel) for r in i.op.refs for u in r.reg.units}
    vgprs = max((u for u in units if u < NUM_VGPRS), default=-1) + 1
    return vgprs, max((u - SGPR_BASE for u in units if is_sgpr(u)), default=-1) + 1


def _check_counts(side: FileSide, kernel: Kernel) -> Iterator[Difference]:
    """Registers that the code names, against those that tools know of."""
    vgprs, sgprs = _named_registers(side, kernel)
    for name, used, what in ((".vgpr_count", vgprs, "VGPRs"), (".sgpr_count", sgprs, "SGPRs")):
        stated = side.notes.entry(kernel.name).get(name)
        if isinstance(stated, int) and stated < used:
            yield Difference(f"B's metadata declare {stated} {what}, and {used} are used")


def _check_room(sides: tuple[FileSide, FileSide], kernel: str) -> Iterator[Difference]:
    """Where B asks for more VGPRs, whether the SIMDs still hold a workgroup, which is launched whole or not at all."""
    mine, theirs = (side.descriptor(kernel) for side in sides)
    if mine is None or theirs is None or theirs.vgprs <= mine.vgprs:
        return
    arch, wave = get_arch(theirs.arch), theirs.wave_size
    waves = -(-most_items(KernelDeclaration(theirs, sides[1].notes.entry(kernel))) // wave)
    simds = arch.simds(bool(theirs.field("workgroup_processor_mode")))
    if theirs.vgprs > arch.vgprs_per_wave or waves > simds * waves_for_vgprs(arch, theirs.vgprs, wave):
        yield Difference(f"a workgroup of {waves} waves with {theirs.vgprs} VGPRs each does not fit on {simds} SIMDs")


def check_prefetch(sides: tuple[FileSide, FileSide], kernel: str) -> Iterator[Difference]:
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


def _fetched_beyond(side: FileSide, kernel: str) -> int:
    """How many bytes behind the last line of its section a kernel asks to prefetch."""
    code, descriptor = side.made.by_name.get(kernel), side.descriptor(kernel)
    if code is None or not code.placed or descriptor is None:
        return 0
    end = -(-side.made.sections[code.section].size // _FETCHED_AT_ONCE) * _FETCHED_AT_ONCE
    return max(0, code.value + descriptor.field("inst_pref_size") * _FETCHED_AT_ONCE - end)


def _check_scratch(sides: tuple[FileSide, FileSide], kernel: Kernel, other: Kernel) -> Iterator[Difference]:
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


def _check_lds(sides: tuple[FileSide, FileSide], kernel: str) -> Iterator[Difference]:
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
