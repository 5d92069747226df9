"""Code objects inside other files: what the layout says, and what is damaged."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.errors import InputError
from isaopt.toolchain.assemble import assemble, link
from isaopt.toolchain.bundle import COMPRESSED, MAGIC, BundleEntry, code_objects, read_bundle
from isaopt.toolchain.find import Toolchain
from tests.hip_install import find_hip

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HOST, GPU = "host-x86_64-unknown-linux-gnu-", "hipv4-amdgcn-amd-amdhsa--gfx1100"


def bundle(*entries: tuple[str, bytes]) -> bytes:
    head = len(MAGIC) + 8 + sum(24 + len(name) for name, _ in entries)
    table, body = b"", b""
    for name, data in entries:
        table += struct.pack("<QQQ", head + len(body), len(data), len(name)) + name.encode()
        body += data
    return MAGIC + struct.pack("<Q", len(entries)) + table + body


def test_entries_by_target() -> None:
    data = bundle((HOST, b""), (GPU, b"one"), ("hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", b"two"))
    entries = read_bundle(data)
    assert [(e.arch, e.data) for e in entries] == [("", b""), ("gfx1100", b"one"), ("gfx90a", b"two")]
    assert code_objects(data) == entries[1:]


def compressed(version: int, method: int, plain: bytes) -> bytes:
    packed = zstd.compress(plain) if method else zlib.compress(plain)
    sizes = {
        1: struct.pack("<IQ", len(plain), 0),
        2: struct.pack("<IIQ", 24 + len(packed), len(plain), 0),
        3: struct.pack("<QQQ", 32 + len(packed), len(plain), 0),
    }
    return COMPRESSED + struct.pack("<HH", version, method) + sizes[version] + packed


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("method", [0, 1])
@pytest.mark.parametrize("behind", [b"", bytes(100)])
def test_a_compressed_bundle(version: int, method: int, behind: bytes) -> None:
    plain = bundle((HOST, b""), (GPU, b"code" * 100))
    assert code_objects(compressed(version, method, plain) + behind) == (BundleEntry(GPU, b"code" * 100),)


@pytest.mark.parametrize("method", [0, 1])
def test_damage_to_a_compressed_bundle_is_found(method: int) -> None:
    data = compressed(3, method, bundle((GPU, bytes(range(256)) * 40)))
    for end in (10, 30, 40, len(data) - 1):
        with pytest.raises(InputError, match=r"damaged|cut short"):
            code_objects(data[:end])
    with pytest.raises(InputError, match=r"damaged|cut short"):
        code_objects(data[:16] + b"\1" + data[17:])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"text", "neither a code object nor a program"),
        (MAGIC, "damaged"),
        (bundle((GPU, b"code"))[:-1], "cut short"),
        (MAGIC + struct.pack("<Q", 1 << 60), "damaged"),
        (COMPRESSED + struct.pack("<HH", 9, 0), "unknown version 9"),
        (COMPRESSED + struct.pack("<HH", 2, 1) + bytes(16), "cut short"),
        (COMPRESSED + struct.pack("<HH", 2, 1) + bytes(40), "damaged"),
        (COMPRESSED + struct.pack("<HH", 2, 2) + bytes(40), "unknown method"),
        (COMPRESSED + struct.pack("<HH", 2, 0) + bytes(40), "damaged"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        code_objects(data, "file")


def test_a_code_object_is_its_own(kernel_text: Callable[..., str], toolchain: Toolchain) -> None:
    data = link(assemble(kernel_text(), "gfx1100", toolchain=toolchain), arch="gfx1100", toolchain=toolchain)
    assert code_objects(data) == (BundleEntry("", data),)


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["-compress", "-compression-level=1"]])
def test_bundles_of_the_real_bundler(tmp_path: Path, options: list[str]) -> None:
    hip = find_hip()
    bundler = Path(hip.clang).resolve().parent / "clang-offload-bundler"
    (tmp_path / "gpu").write_bytes(b"some code" * 1000)
    command: list[str | Path] = [
        bundler,
        "-type=o",
        "-bundle-align=4096",
        f"-targets={HOST},{GPU}",
        *options,
        "-input=/dev/null",
    ]
    subprocess.run(
        [*command, f"-input={tmp_path / 'gpu'}", f"-output={tmp_path / 'fat'}"], check=True, env=hip.environment
    )
    data = (tmp_path / "fat").read_bytes()
    assert data.startswith(COMPRESSED if options else MAGIC)
    assert code_objects(data) == (BundleEntry(GPU, b"some code" * 1000),)
