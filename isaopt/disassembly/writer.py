"""Writes the text of a code object, section by section in the order of addresses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from isaopt.disassembly.code import DecodedInstruction
from isaopt.disassembly.descriptor import directives
from isaopt.disassembly.metadata import yaml_lines
from isaopt.disassembly.names import Names, quoted
from isaopt.errors import InputError
from isaopt.toolchain.codeobject import CodeObject
from isaopt.toolchain.descriptor import DESCRIPTOR_BYTES
from isaopt.toolchain.elf import (
    ABSOLUTE,
    ALLOC,
    EXECUTE,
    FUNC,
    GLOBAL,
    MERGE,
    NOBITS,
    OBJECT,
    STRINGS,
    WEAK,
    WRITE,
    Symbol,
)
from isaopt.toolchain.image import ABS64, PROGBITS, RELATIVE64, LoadedSection, ObjectImage

#: Words that pad code, and the fill value for the alignment directive: zeros from the linker, ``s_nop 0``,
#: ``s_code_end``.
_NOP, _CODE_END = 0xBF800000, 0xBF9F0000
_FILLERS = {0: "0x0", _NOP: "", _CODE_END: "0xbf9f0000"}
#: Instructions that control does not fall through.
_ENDS = ("s_endpgm", "s_setpc_b64", "s_branch", "s_endpgm_saved")
_CODE_ALIGNMENT, _LINE_ALIGNMENT, _LOOP_ALIGNMENT = 8, 7, 6
"""Alignments as powers of two: of kernels, of the end of code (an instruction prefetch reaches lines after it), of
loops."""
_VISIBILITY = {1: ".internal", 2: ".hidden", 3: ".protected"}


@dataclass(frozen=True, slots=True)
class Text:
    """The text; ``unclear`` are addresses of ``s_getpc_b64`` whose distance was not recognised; ``dropped`` are
    sections that are not loaded and not reproduced."""

    text: str
    unclear: tuple[int, ...]
    dropped: tuple[str, ...]


class Writer:
    """Writes one image; instructions at the addresses ``raw`` are given as words."""

    def __init__(
        self,
        image: ObjectImage,
        code: Sequence[DecodedInstruction],
        facts: CodeObject,
        path: str,
        raw: Collection[int] = (),
    ) -> None:
        self.image, self.facts, self.path, self.raw = image, facts, path, raw
        self.names = Names(image, code)
        self.code, self.symbols, self.labels = self.names.code, self.names.symbols, self.names.labels
        self.ends: dict[int, list[Symbol]] = {}
        for symbol in image.symbols:
            if symbol.placed and symbol.type == FUNC and symbol.size:
                self.ends.setdefault(symbol.value + symbol.size, []).append(symbol)
        self.kernels = {
            s.value: s.name.removesuffix(".kd") for s in image.symbols if s.name.endswith(".kd") and s.placed
        }
        self.entries = set(self.kernels.values())
        seen = {s.name: s.other for s in image.symbols if s.placed}
        #: Kernels whose visibility differs from their descriptor's: it is set after the descriptor.
        self.late = {k for k in self.entries if seen.get(k) != seen[f"{k}.kd"]}

    def text(self) -> Text:
        """The whole file; :class:`InputError` for what assembly cannot express."""
        version = {2: 4, 3: 5, 4: 6}.get(self.image.header[1])
        if version is None:
            raise InputError(f"code object of ABI version {self.image.header[1]}, not of version 4 to 6", self.path)
        lines = [
            f'\t.amdgcn_target "amdgcn-amd-amdhsa--{self.image.arch}"',
            f"\t.amdhsa_code_object_version {version}",
        ]
        loaded = sorted(self.image.loaded, key=lambda s: (not s.flags & EXECUTE, s.address))
        for section in loaded:
            lines += self._code(section) if section.code else self._data(section)
        lines += self._absolute()
        lines += self._comments()
        lines += self._metadata()
        dropped = tuple(
            s.name
            for s in self.image.sections
            if s.size and not s.flags & ALLOC and s.name.startswith((".debug", ".llvm"))
        )
        return Text("\n".join(lines) + "\n", tuple(self.names.unclear), dropped)

    # Symbols

    def _declared(self, symbol: Symbol) -> Iterator[str]:
        name = quoted(symbol.name)
        if symbol.binding in (GLOBAL, WEAK):
            yield f"\t{'.globl' if symbol.binding == GLOBAL else '.weak'}\t{name}"
        if symbol.other and symbol.name not in self.late:
            yield f"\t{_VISIBILITY[symbol.other]}\t{name}"
        if symbol.type in (FUNC, OBJECT):
            yield f"\t.type\t{name},@{'function' if symbol.type == FUNC else 'object'}"

    def _placed(self, address: int, section: LoadedSection) -> Iterator[str]:
        """The labels at an address of a section; another section may begin at its end."""
        for symbol in self.symbols.get(address, ()):
            if symbol.section != section.index:
                continue
            if symbol.name.endswith(".kd") and address in self.kernels:
                continue
            yield from self._declared(symbol)
            yield f"{quoted(symbol.name)}:"
            if symbol.size and symbol.type != FUNC:
                yield f"\t.size\t{quoted(symbol.name)}, {symbol.size}"
        if address in self.labels and self.image.section(address) is section:
            yield f"{self.labels[address]}:"

    def _ended(self, address: int, section: LoadedSection) -> Iterator[str]:
        ended = [s for s in self.ends.get(address, ()) if s.section == section.index]
        yield from (f".Lfunc_end_{start:x}:" for start in dict.fromkeys(s.value for s in ended))
        for symbol in ended:
            end = f".Lfunc_end_{symbol.value:x}"
            yield f"\t.size\t{quoted(symbol.name)}, {end}-{quoted(symbol.name)}"

    def _absolute(self) -> Iterator[str]:
        for symbol in self.image.symbols:
            name = quoted(symbol.name)
            if symbol.section == ABSOLUTE:
                yield from self._declared(symbol)
                yield f"\t.set {name}, {symbol.value}"
            elif symbol.section == 0:
                yield from self._declared(symbol)

    # Code

    def _code(self, section: LoadedSection) -> Iterator[str]:
        yield "\t.text" if section.name == ".text" else f'\t.section\t{quoted(section.name)},"ax",@progbits'
        at = section.address
        dead = True  # whether control cannot fall through to here
        while at < section.end:
            yield from self._ended(at, section)
            padding = self._padding(at, section.end) if dead and at not in self.labels else None
            if padding is not None and padding[0] > at:
                at = padding[0]
                yield padding[1]
                continue
            if alignment := self._alignment(at):
                yield f"\t.p2align\t{alignment}"
            yield from self._placed(at, section)
            if (loop := self._loop(at)) is not None:
                at = loop
                yield f"\t.p2align\t{_LOOP_ALIGNMENT}"
                continue
            instruction = self.code.get(at)
            if instruction is None:
                word = self.image.bytes_at(at, 4)
                yield "\t.byte\t" + ", ".join(f"{b:#04x}" for b in word)
                at += len(word)
                dead = False
                continue
            raw = at in self.raw or not instruction.text
            yield f"\t{instruction.raw if raw else instruction.text}"
            dead = instruction.text.startswith(_ENDS)
            at = instruction.end
        yield from self._ended(at, section)
        yield from self._placed(at, section)

    def _alignment(self, at: int) -> int:
        """The alignment of a function that begins here, as a power of two; 0 if none does."""
        functions = [s for s in self.symbols.get(at, ()) if s.type == FUNC]
        if not functions:
            return 0
        return _CODE_ALIGNMENT if any(s.name in self.entries for s in functions) and at % 256 == 0 else 2

    def _loop(self, at: int) -> int | None:
        """The start of a loop if the code here only aligns it: more than one ``s_nop 0``, which nothing else needs."""
        stop = at
        while (i := self.code.get(stop)) is not None and i.words == (_NOP,) and (stop == at or stop not in self.labels):
            stop += 4
        size = 1 << _LOOP_ALIGNMENT
        return stop if stop in self.labels and stop % size == 0 and 4 < stop - at < size else None

    def _padding(self, at: int, end: int) -> tuple[int, str] | None:
        """The end of the padding that begins here, and the directive that makes it."""
        word = int.from_bytes(self.image.bytes_at(at, 4), "little")
        if word not in _FILLERS or at in self.symbols:
            return None
        stop = at
        while stop < end and (stop == at or (stop not in self.symbols and stop not in self.labels)):
            if int.from_bytes(self.image.bytes_at(stop, 4), "little") != word:
                break
            stop += 4
        if word == _CODE_END:  # aligned, then as much as an instruction prefetch may reach
            first = -(-at // (1 << _LINE_ALIGNMENT)) << _LINE_ALIGNMENT
            if first >= stop:
                return stop, f"\t.fill\t{(stop - at) // 4}, 4, {word:#x}"
            return stop, (f"\t.p2alignl {_LINE_ALIGNMENT}, {word:#x}\n\t.fill\t{(stop - first) // 4}, 4, {word:#x}")
        for power in range(_CODE_ALIGNMENT, 2, -1):
            if stop % (1 << power) == 0 and stop - at < 1 << power:
                fill = f", {_FILLERS[word]}" if _FILLERS[word] else ""
                return stop, f"\t.p2align\t{power}{fill}"
        return None

    # Data

    def _data(self, section: LoadedSection) -> Iterator[str]:
        flags = "a" + "w" * bool(section.flags & WRITE)
        kind = "@nobits" if section.type == NOBITS else "@progbits"
        if section.flags & ~(ALLOC | WRITE | MERGE | STRINGS):
            raise InputError(
                f"section {section.name} has flags {section.flags:#x}, which isaopt does not know", self.path
            )
        yield f'\t.section\t{quoted(section.name)},"{flags}",{kind}'
        if section.align > 1:
            yield f"\t.p2align\t{section.align.bit_length() - 1}"
        places = {section.address, section.end, *(a for a in (*self.symbols, *self.labels)), *self.image.relocations}
        cuts = sorted(a for a in places if section.address <= a <= section.end)
        at = section.address
        while at < section.end:
            if at in self.kernels:
                yield from self._descriptor(at)
                at += DESCRIPTOR_BYTES
                continue
            yield from self._placed(at, section)
            if at in self.image.relocations:
                yield f"\t.quad\t{self._relocated(at)}"
                at += 8
                continue
            stop = next(c for c in cuts if c > at)
            yield from _bytes(section.data[at - section.address : stop - section.address], stop - at)
            at = stop
        yield from self._placed(at, section)

    def _relocated(self, at: int) -> str:
        relocation = self.image.relocations[at]
        if relocation.type == RELATIVE64:
            return self.names.label(relocation.addend)
        if relocation.type == ABS64:
            return quoted(relocation.symbol) + (f"{relocation.addend:+d}" if relocation.addend else "")
        raise InputError(f"unknown relocation {relocation.type} at {at:#x}", self.path)

    def _descriptor(self, at: int) -> Iterator[str]:
        name = self.kernels[at]
        raw = self.image.bytes_at(at, DESCRIPTOR_BYTES)
        entry = at + int.from_bytes(raw[16:24], "little", signed=True)
        if all(s.name != name for s in self.symbols.get(entry, ())):
            raise InputError(f"the descriptor of {name} points to {entry:#x}, where the kernel has no code", self.path)
        yield "\t.p2align\t6"
        yield f"\t.amdhsa_kernel {quoted(name)}"
        size = next((s.size for s in self.symbols[entry] if s.name == name), 0)
        vcc = any("vcc" in i.text for i in self.code.values() if entry <= i.at < entry + size)
        metadata: Mapping[str, object] = self.facts.kernel_metadata(name)
        yield from (f"\t\t{d}" for d in directives(raw, self.image.arch, metadata, name, self.path, vcc))
        yield "\t.end_amdhsa_kernel"
        if name in self.late:
            for symbol in (*self.symbols[at], *self.symbols[entry]):
                if symbol.other and symbol.name in (name, f"{name}.kd"):
                    yield f"\t{_VISIBILITY[symbol.other]}\t{quoted(symbol.name)}"

    # File-level sections

    def _comments(self) -> Iterator[str]:
        """Sections that are not loaded: empty ones of the compiler, and ``.comment``."""
        for section in self.image.sections:
            if section.type == PROGBITS and not section.flags and not section.size:
                yield f'\t.section\t{quoted(section.name)},"",@progbits'
            if section.name == ".comment":
                for line in section.data.split(b"\0"):
                    text = line.decode("utf-8", "replace")
                    if text and not text.startswith("Linker: "):
                        yield f'\t.ident\t"{text}"'

    def _metadata(self) -> Iterator[str]:
        if self.facts.metadata:
            yield "\t.amdgpu_metadata"
            yield from yaml_lines(dict(self.facts.metadata))
            yield "\t.end_amdgpu_metadata"


def _bytes(data: bytes, size: int) -> Iterator[str]:
    """Directives for bytes; ``data`` is empty for those of ``.bss``."""
    if not data.rstrip(b"\0"):
        yield f"\t.zero\t{size}"
        return
    for at in range(0, size - size % 4, 32):
        words = [int.from_bytes(data[i : i + 4], "little") for i in range(at, min(at + 32, size - size % 4), 4)]
        yield "\t.long\t" + ", ".join(f"{word:#x}" for word in words)
    if size % 4:
        yield "\t.byte\t" + ", ".join(f"{byte:#x}" for byte in data[size - size % 4 :])
