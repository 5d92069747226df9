"""Code objects inside other files: offload bundles (``--genco``, ``.hip_fatbin`` of objects and programs).

Source of the layout: LLVM's documentation of clang-offload-bundler, "Bundled Binary File Layout" and "Compressed
Offload Bundle".
"""

from __future__ import annotations

import io
import struct
import sys
import zlib
from dataclasses import dataclass
from typing import Protocol

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from isaopt.errors import InputError
from isaopt.toolchain.codeobject import EM_AMDGPU

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
COMPRESSED = b"CCOB"


@dataclass(frozen=True, slots=True)
class BundleEntry:
    """One file of a bundle; ``target`` is its identifier, such as ``hipv4-amdgcn-amd-amdhsa--gfx1100``."""

    target: str
    data: bytes

    @property
    def arch(self) -> str:
        """The processor without its features (``gfx90a`` of ``gfx90a:xnack+``); empty for the host's entry."""
        name = self.target.split(":")[0].rsplit("-", 1)[-1]
        return name if name.startswith("gfx") else ""


def read_bundle(data: bytes, path: str = "<bundle>") -> tuple[BundleEntry, ...]:
    """The files of the bundle that begins at the first byte; :class:`InputError` if it is damaged."""
    return _read(data, path)[0]


def _read(data: bytes, path: str) -> tuple[tuple[BundleEntry, ...], int]:
    """The files of a bundle, and its size in bytes."""
    if data.startswith(COMPRESSED):
        whole, size = _decompressed(data, path)
        return _read_plain(whole, path)[0], size
    return _read_plain(data, path)


def _read_plain(data: bytes, path: str) -> tuple[tuple[BundleEntry, ...], int]:
    try:
        if not data.startswith(MAGIC):
            raise InputError("not an offload bundle", path)
        (count,) = struct.unpack_from("<Q", data, len(MAGIC))
        at = len(MAGIC) + 8
        end = at
        found = []
        for _ in range(count):
            offset, size, length = struct.unpack_from("<QQQ", data, at)
            at += 24
            name = data[at : at + length].decode("ascii")
            at += length
            end = max(end, at, offset + size)
            if end > len(data):
                raise InputError("the offload bundle is cut short", path)
            found.append(BundleEntry(name, data[offset : offset + size]))
        return tuple(found), end
    except (struct.error, UnicodeDecodeError) as error:
        raise InputError(f"the offload bundle is damaged: {error}", path) from None


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...


def _decompressed(data: bytes, path: str) -> tuple[bytes, int]:
    """The content of a compressed bundle, and the bytes that the bundle itself takes."""
    try:
        version, method = struct.unpack_from("<HH", data, 4)
        # Magic, version, method; from version 2 on the bundle's size, with 64 bits from version 3 on; the size of the
        # content; a digest.
        layout = {1: "<I", 2: "<4xI", 3: "<8xQ"}.get(version)
        if layout is None:
            raise InputError(f"compressed offload bundle of unknown version {version}", path)
        if method not in _METHODS:
            raise InputError(f"the offload bundle is compressed by an unknown method ({method})", path)
        (size,) = struct.unpack_from(layout, data, 8)
        start = 8 + struct.calcsize(layout) + 8
        whole, reader = _METHODS[method](data[start:], size)
        if not reader.eof or len(whole) != size:
            raise InputError("the compressed offload bundle is cut short", path)
        return whole, len(data) - len(reader.unused_data)
    except (struct.error, zlib.error, zstd.ZstdError) as error:
        raise InputError(f"the compressed offload bundle is damaged: {error}", path) from None


def _by_zlib(data: bytes, size: int) -> tuple[bytes, _Decompressor]:
    reader = zlib.decompressobj()
    return reader.decompress(data, size + 1), reader


def _by_zstd(data: bytes, size: int) -> tuple[bytes, _Decompressor]:
    reader = zstd.ZstdDecompressor()
    return reader.decompress(data, size + 1), reader


#: The decompressor of each compression, by LLVM's number (``llvm/Support/Compression.h``).
_METHODS = {0: _by_zlib, 1: _by_zstd}


def _fat_binaries(section: bytes, path: str) -> tuple[BundleEntry, ...]:
    """The entries of all bundles in a ``.hip_fatbin`` section; each bundle starts on a page of its own."""
    found: list[BundleEntry] = []
    at = 0
    while True:
        starts = [p for p in (section.find(MAGIC, at), section.find(COMPRESSED, at)) if p >= 0]
        if not starts:
            return tuple(found)
        first = min(starts)
        entries, size = _read(section[first:], path)
        found += entries
        at = first + size


def code_objects(data: bytes, path: str = "<file>") -> tuple[BundleEntry, ...]:
    """The code objects for all devices in a file, which is a code object itself (its ``target`` is empty), a bundle, or
    a host object, library or program.

    Raises:
        InputError: the file is none of these, or holds no device code.
    """
    if data.startswith((MAGIC, COMPRESSED)):
        return tuple(e for e in read_bundle(data, path) if e.arch)
    try:
        elf = ELFFile(io.BytesIO(data))
        if elf["e_machine"] in ("EM_AMDGPU", EM_AMDGPU):
            return (BundleEntry("", data),)
        section = elf.get_section_by_name(".hip_fatbin")
        contents = bytes(section.data()) if section is not None else b""
    except (ELFError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise InputError(f"neither a code object nor a program that contains one: {error}", path) from error
    found = tuple(e for e in _fat_binaries(contents, path) if e.arch)
    if not found:
        raise InputError("contains no GPU code (no .hip_fatbin section)", path)
    return found
