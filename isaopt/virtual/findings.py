"""What ``isaopt run --check`` finds: read from the runtime's output, with source locations, and printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from isaopt.ir.program import Op
from isaopt.isa.meaning import Access
from isaopt.isa.registers import unit_name
from isaopt.plain import Json, picked, plain

if TYPE_CHECKING:
    from isaopt.virtual.kernels import Compiler
    from isaopt.virtual.places import KernelLines

#: Checks by the bit that the runtime knows them by (``runtime/core.c``), with their meaning.
CHECKS = {
    "memory": "Accesses outside allocations, or to freed ones",
    "uninit": "Uninitialised data that decides something, or that the host gets",
    "race": "Unordered accesses of two waves to the same bytes, at least one of them a store",
    "wait": "Loaded registers and stored bytes that are used without a wait",
    "barrier": "Barriers that not all work-items of a workgroup reach",
}
_NOWHERE = 0xFFFFFFFF
#: Kinds of findings in the runtime (``emulator/runtime/core.c``, ``runtime/check.c``): the check, and the message.
_KINDS = {
    1: ("memory", "{access} of {size} bytes at {at}, outside all allocations"),
    2: ("memory", "{access} of {size} bytes at {at}, outside the workgroup's LDS"),
    3: ("memory", "{access} of {size} bytes at {at}, outside the work-item's scratch memory"),
    4: ("memory", "store of {size} bytes to read-only memory at {at}"),
    5: ("uninit", "uninitialised data in {register} decides an address, a branch or which lanes run"),
    15: ("uninit", "{access} of {size} uninitialised bytes at {at}"),
    16: ("race", "load of {size} bytes at {at} races with {other}"),
    17: ("race", "store of {size} bytes at {at} races with {other}"),
    18: ("barrier", "divergent barrier: lane {lane} does not take part, and runs on after it"),
    19: ("barrier", "divergent barrier: {other}"),
    20: ("wait", "{register} is used before a wait for its load"),
    21: ("wait", "{access} of {size} bytes at {at}, which {other} wrote without a wait before the barrier"),
    23: ("uninit", "store of {size} bytes, computed from uninitialised data, at {at}, where the host can read them"),
    24: ("uninit", "the host copies the bytes at {at}, which this store computed from uninitialised data"),
}


@dataclass(frozen=True, slots=True)
class LaneSpot:
    """The place of a lane in a kernel; ``site`` is the ordinal of an instruction."""

    site: int
    workgroup: tuple[int, int, int]
    wave: int
    lane: int
    item: tuple[int, int, int]
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in a program: ``file`` and ``line`` of the source where debug information has them, otherwise a function
    in a binary."""

    file: str
    line: int
    function: str = ""

    def text(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{self.function} ({where})" if self.function else where


@dataclass(frozen=True, slots=True)
class AllocationBlock:
    """An allocation, and the program's calls that made and freed it, innermost first."""

    address: int
    size: int
    kind: str
    made: tuple[SourcePlace, ...]
    freed: tuple[SourcePlace, ...]


@dataclass(frozen=True)
class ProgramFinding:
    """One finding.  ``instruction`` is the text of the instruction at ``spot``, ``place`` where it is in the source or
    in the disassembled code object; ``related`` says what else took part, and where."""

    check: str
    kernel: str
    message: str
    spot: LaneSpot
    instruction: str
    place: SourcePlace
    related: tuple[tuple[str, SourcePlace], ...] = ()
    block: AllocationBlock | None = None
    call: tuple[SourcePlace, ...] = ()

    @cached_property
    def _where(self) -> str:
        spot = self.spot
        return f"workgroup {spot.workgroup}, wave {spot.wave}, lane {spot.lane}, work-item {spot.item}"

    def lines(self) -> list[str]:
        """The details, line by line, after the message."""
        out = [f"kernel {self.kernel}, {self._where}", f"at {self.place.text()}: {self.instruction}"]
        out += [f"{what} at {place.text()}" for what, place in self.related]
        if self.block is not None:
            out.append(_position(self.spot.address, self.block))
            for verb, stack in (("made", self.block.made), ("freed", self.block.freed)):
                out += [f"  {verb} by {place.text()}" for place in stack[:4]]
        return out + [f"called by {place.text()}" for place in self.call[:4]]

    def text(self) -> str:
        return "\n  ".join([f"isaopt run: {self.check}: {self.message}", *self.lines()])

    def document(self) -> dict[str, Json]:
        found: dict[str, Json] = {
            **picked(self, "check", "message", "kernel", "instruction"),
            **picked(self.place, "file", "line", "function"),
            **picked(self.spot, "workgroup", "wave", "lane"),
            "work_item": plain(self.spot.item),
            **picked(self.spot, "address", "size"),
            "related": [{"what": what, **picked(place, "file", "line", "function")} for what, place in self.related],
            "call": plain(self.call),
        }
        return found | ({"allocation": plain(self.block)} if self.block is not None else {})


def _position(address: int, block: AllocationBlock) -> str:
    """An address relative to an allocation."""
    past = address - block.address - block.size
    where = (
        f"{block.address - address} bytes before"
        if address < block.address
        else f"{past} bytes past the end of"
        if past >= 0
        else f"{address - block.address} bytes into"
    )
    gone = " that was freed" if block.freed else ""
    return f"{where} {block.size} bytes of {block.kind}{gone}"


def _spot(words: Sequence[str]) -> LaneSpot:
    n = [int(word) for word in words]
    return LaneSpot(n[0], (n[1], n[2], n[3]), n[4], n[5], (n[6], n[7], n[8]), n[9], n[10])


def _access(op: Op | None) -> str:
    memory = op.desc.memory if op is not None else None
    if memory is None:
        return "access"
    return "atomic" if memory.is_atomic else "store" if memory.access is Access.STORE else "load"


def read_finding(text: str, objects: Sequence[bytes], compiler: Compiler, optimized: bool) -> ProgramFinding:
    """Reads a finding that the runtime wrote (``tell`` in ``runtime/check.c``); ``objects`` are the loaded code
    objects; ``optimized`` says that kernels run as rewritten by ``opt``.

    Raises:
        InputError: the kernel cannot be read again.
    """
    from isaopt.virtual.places import KernelLines, host_place

    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(" ")
        fields.setdefault(name, []).append(rest)
    module, second, kernel = fields["kernel"][0].split(" ", 2)
    data = objects[int(module)]
    lines = KernelLines(data, compiler.running(data, kernel, f"code object {module}", second == "1" or optimized))

    def stack(name: str) -> tuple[SourcePlace, ...]:
        frames = (line.split(" ", 1) for line in fields.get(name, ()))
        places = [host_place(path, int(offset)) for offset, path in frames]
        outermost = next((k for k, place in enumerate(places) if place.function == "main"), len(places))
        return tuple(places[: outermost + 1])

    block = None
    if "allocation" in fields:
        address, size, kind = fields["allocation"][0].split(" ", 2)
        block = AllocationBlock(int(address), int(size), kind, stack("made"), stack("freed"))
    spot = _spot(fields["place"][0].split())
    number = int(fields["finding"][0])
    check, words = _KINDS[number]
    other = _spot(fields["other"][0].split()) if "other" in fields else None
    related = _related(check, other, lines)
    message = words.format(**_words(number, spot, other, lines))
    return ProgramFinding(
        check, kernel, message, spot, lines.text(spot.site), lines.place(spot.site), related, block, stack("call")
    )


def _words(kind: int, spot: LaneSpot, other: LaneSpot | None, lines: KernelLines) -> Mapping[str, str | int]:
    """The values that a finding's message may name."""
    second = ""
    if other is not None:
        access = "a store" if other.lane else "a load"
        second = f"{access} of wave {other.wave} in workgroup {other.workgroup}"
        if kind == 19:
            ended = f"wave {other.wave} has ended instead, after a store since its last barrier"
            second = ended if other.site == _NOWHERE else f"wave {other.wave} waits at another one"
    return {
        "access": _access(lines.op(spot.site)),
        "size": spot.size,
        "at": f"LDS byte {spot.address}" if spot.address < 1 << 16 else f"0x{spot.address:x}",
        "register": unit_name(spot.address) if spot.address < 1 << 10 else "",
        "lane": spot.lane,
        "other": second,
    }


def _related(check: str, other: LaneSpot | None, lines: KernelLines) -> tuple[tuple[str, SourcePlace], ...]:
    if other is None or other.site == _NOWHERE:
        return ()
    what = {
        "uninit": f"the data come from a load of 0x{other.address:x}",
        "race": "the other access is",
        "barrier": "the other wave waits",
        "wait": "it was stored",
    }[check]
    return ((f"{what} ({lines.text(other.site)})", lines.place(other.site)),)
