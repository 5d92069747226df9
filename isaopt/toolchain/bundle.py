"""Code objects inside other files: offload bundles (``--genco``, ``.hip_fatbin`` of objects and programs).

Source of the layout: LLVM's documentation of clang-offload-bundler, "Bundled Binary File Layout" and "Compressed
Offload Bundle".
"""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from isaopt.errors import InputError
from isaopt.toolchain.codeobject import EM_AMDGPU

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
COMPRESSED = b"CCOB"
_ZLIB = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a bundle; ``target`` is its identifier, such as ``hipv4-amdgcn-amd-amdhsa--gfx1100``."""

    target: str
    data: bytes

    @property
    def arch(self) -> str:
        """The processor without its features (``gfx90a`` of ``gfx90a:xnack+``); empty for the host's entry."""
        name = self.target.split(":")[0].rsplit("-", 1)[-1]
        return name if name.startswith("gfx") else ""


def read_bundle(data: bytes, path: str = "<bundle>") -> tuple[Entry, ...]:
    """The files of one bundle, which begins at the first byte; :class:`InputError` if it is damaged."""
    if data.startswith(COMPRESSED):
        data = _decompressed(data, path)
    try:
        if not data.startswith(MAGIC):
            raise InputError("not an offload bundle", path)
        (count,) = struct.unpack_from("<Q", data, len(MAGIC))
        at = len(MAGIC) + 8
        found = []
        for _ in range(count):
            offset, size, length = struct.unpack_from("<QQQ", data, at)
            at += 24
            name = data[at : at + length].decode("ascii")
            at += length
            if offset + size > len(data) or at > len(data):
                raise InputError("the offload bundle is cut short", path)
            found.append(Entry(name, data[offset : offset + size]))
        return tuple(found)
    except (struct.error, UnicodeDecodeError) as error:
        raise InputError(f"the offload bundle is damaged: {error}", path) from None


def _decompressed(data: bytes, path: str) -> bytes:
    try:
        version, method = struct.unpack_from("<HH", data, 4)
        # Magic, version, method; from version 2 on the file's size; the sizes have 64 bits from version 3 on; a digest.
        header = {1: 20, 2: 24, 3: 32}.get(version)
        if header is None:
            raise InputError(f"compressed offload bundle of unknown version {version}", path)
        if method != _ZLIB:
            hint = "unbundle it with clang-offload-bundler, or compile with --no-offload-compress"
            raise InputError("the offload bundle is compressed with zstd", path, hint=hint)
        return zlib.decompressobj().decompress(data[header:])
    except (struct.error, zlib.error) as error:
        raise InputError(f"the compressed offload bundle is damaged: {error}", path) from None


def _fat_binaries(section: bytes, path: str) -> tuple[Entry, ...]:
    """The entries of every bundle in a ``.hip_fatbin`` section; each starts on a page of its own."""
    found: list[Entry] = []
    at = 0
    while True:
        starts = [p for p in (section.find(MAGIC, at), section.find(COMPRESSED, at)) if p >= 0]
        if not starts:
            return tuple(found)
        first = min(starts)
        found += read_bundle(section[first:], path)
        at = first + 4096


def code_objects(data: bytes, path: str = "<file>") -> tuple[Entry, ...]:
    """Every device's code object in a file: a code object itself (its ``target`` is empty), a bundle, or a host object,
    library or program.

    Raises:
        InputError: the file is none of these, or holds no device code.
    """
    if data.startswith((MAGIC, COMPRESSED)):
        return tuple(e for e in read_bundle(data, path) if e.arch)
    try:
        elf = ELFFile(io.BytesIO(data))
        if elf["e_machine"] in ("EM_AMDGPU", EM_AMDGPU):
            return (Entry("", data),)
        section = elf.get_section_by_name(".hip_fatbin")
        contents = bytes(section.data()) if section is not None else b""
    except (ELFError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise InputError(f"neither a code object nor a program that holds one: {error}", path) from error
    found = tuple(e for e in _fat_binaries(contents, path) if e.arch)
    if not found:
        raise InputError("holds no code for a GPU (no .hip_fatbin section)", path)
    return found
