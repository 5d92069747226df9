"""The runtime library as programs see it: names, versions, structures, and calls that need no device code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerDefSection, GNUVerSymSection
from elftools.elf.sections import SymbolTableSection

from isaopt.target.gpus import get_gpu
from isaopt.toolchain.find import Toolchain
from isaopt.virtual import device
from isaopt.virtual.run import SONAMES, build_library, implemented, names, source
from tests.hip_install import find_hip

pytestmark = pytest.mark.hip

CALLS = """
import ctypes, sys
hip = ctypes.CDLL("libamdhip64.so.7")
hip.hipGetErrorString.restype = hip.hipGetErrorName.restype = ctypes.c_char_p
def u64(): return ctypes.c_uint64()
ref = ctypes.byref

count, p, q, total, free = ctypes.c_int(), u64(), u64(), u64(), u64()
assert hip.hipInit(0) == 0 and hip.hipGetDeviceCount(ref(count)) == 0 and count.value == 1
assert hip.hipSetDevice(0) == 0 and hip.hipSetDevice(1) == 101
properties = ctypes.create_string_buffer(1472)
assert hip.hipGetDevicePropertiesR0600(properties, 0) == 0
assert properties.raw[1160:1167] == b"gfx1201" and b"9070" in properties.raw[:256]
assert hip.hipDeviceGetAttribute(ref(count), 87, 0) == 0 and count.value == 32
assert hip.hipDeviceGetAttribute(ref(count), 63, 0) == 0 and count.value == 32

assert hip.hipMalloc(ref(p), ctypes.c_uint64(1000)) == 0 and p.value
hip.hipMemGetInfo(ref(free), ref(total))
assert total.value - free.value == 1000
assert hip.hipMalloc(ref(q), total) == 2 and hip.hipGetErrorName(2) == b"hipErrorOutOfMemory"
assert hip.hipMemsetD32(p, 0x01020304, ctypes.c_uint64(250)) == 0
host = ctypes.create_string_buffer(1000)
assert hip.hipMemcpy(host, p, ctypes.c_uint64(1000), 2) == 0 and host.raw == b"\\x04\\x03\\x02\\x01" * 250
assert hip.hipMemcpy(host, p, ctypes.c_uint64(1001), 2) == 1
assert hip.hipMemcpy(host, p, ctypes.c_uint64(1000), 77) == 21
base, size = u64(), u64()
assert hip.hipMemGetAddressRange(ref(base), ref(size), ctypes.c_uint64(p.value + 999)) == 0
assert (base.value, size.value) == (p.value, 1000)
assert hip.hipMemGetAddressRange(ref(base), ref(size), ctypes.c_uint64(p.value + 1000)) == 500
assert hip.hipFree(p) == 0 and hip.hipFree(p) == 1 and hip.hipGetLastError() == 1 and hip.hipGetLastError() == 0

stream = u64()
assert hip.hipStreamCreate(ref(stream)) == 0 and hip.hipStreamQuery(stream) == 0
assert hip.hipStreamDestroy(stream) == 0 and hip.hipStreamSynchronize(stream) == 400
seen = []
call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda x: seen.append(x))
assert hip.hipLaunchHostFunc(None, call, ctypes.c_void_p(7)) == 0 and seen == [7]
assert hip.hipMemcpyAsync_spt(host, host, ctypes.c_uint64(8), 4, None) == 0
assert hip.hipGetProcAddress(b"hipMalloc", ref(p), 0, ctypes.c_uint64(0), None) == 0
assert p.value == ctypes.cast(hip.hipMalloc, ctypes.c_void_p).value
assert hip.hipGetProcAddress(b"hipNothing", ref(p), 0, ctypes.c_uint64(0), None) == 500
assert hip.hipModuleLoadData(ref(p), b"no code object at all" * 9) == 200
assert hip.hipMallocMipmappedArray(0, 0, 0, 0, 0) == 801 and hip.hipMallocMipmappedArray(0, 0, 0, 0, 0) == 801
sys.exit(5)
"""


@pytest.fixture(scope="module")
def library(toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("built")
    libraries = tmp_path_factory.mktemp("libraries")
    build_library(toolchain, work, libraries)
    assert {p.name for p in libraries.iterdir()} == set(SONAMES)
    return libraries / "libamdhip64.so.6"


def test_every_name_is_exported_under_its_version(library: Path) -> None:
    with library.open("rb") as file:
        elf = ELFFile(file)
        symbols, versions, defined = (elf.get_section_by_name(n) for n in (".dynsym", ".gnu.version", ".gnu.version_d"))
        assert isinstance(symbols, SymbolTableSection)
        assert isinstance(versions, GNUVerSymSection)
        assert isinstance(defined, GNUVerDefSection)
        by_index = {d["vd_ndx"]: next(iter(aux)).name for d, aux in defined.iter_versions()}
        exported = {
            s.name: by_index[versions.get_symbol(k)["ndx"] & 0x7FFF]
            for k, s in enumerate(symbols.iter_symbols())
            if s["st_shndx"] != "SHN_UNDEF" and isinstance(versions.get_symbol(k)["ndx"], int)
        }
    assert {n: v for v, listed in names().items() for n in listed}.items() <= exported.items()


def test_debians_runtime_has_no_other_versions() -> None:
    with find_hip().runtime.open("rb") as file:
        section = ELFFile(file).get_section_by_name(".gnu.version_d")
        assert isinstance(section, GNUVerDefSection)
        known = {next(iter(aux)).name for _, aux in section.iter_versions()}
    assert {v for v in known if v.startswith("hip_")} <= names().keys()


def test_entries_are_names_that_exist() -> None:
    every = {n for listed in names().values() for n in listed}
    own = implemented(source()) - every
    # What programs find by this name in C, and AMD's library exports mangled.
    assert own == {"hipHccModuleLaunchKernel"}


def test_structures_are_laid_out_as_in_the_headers(tmp_path: Path) -> None:
    hip = find_hip()
    fields = [field.split(":") for field in device._R0000.split()]
    lines = "".join(f'printf("%zu ", offsetof(hipDeviceProp_t, {name}));' for name, _ in fields)
    text = f"#include <hip/hip_runtime_api.h>\n#include <cstdio>\n#include <cstddef>\nint main() {{ {lines} }}"
    program = tmp_path / "offsets"
    command = [hip.clang, "-D__HIP_PLATFORM_AMD__", f"-I{hip.usr}/include", "-x", "c++", "-", "-o", str(program)]
    subprocess.run(command, input=text, text=True, check=True, env=hip.environment, capture_output=True)
    offsets = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split()
    for (name, kind), offset in zip(fields, offsets, strict=True):
        mark = b"Z" if kind.endswith("s") else (ord("Z"), *[0] * (int(kind[:-1] or 1) - 1))
        assert device._packed(device._R0000, {name: mark}).find(b"Z") == int(offset), name


def test_the_newer_structure_has_the_size_and_the_place_of_the_processor() -> None:
    # HIP 6 and 7: 1472 bytes, of which gcnArchName starts at 1160.
    packed = device._packed(device._R0600, device._values(get_gpu("rx9070xt")))
    assert len(packed) == 1472
    assert packed[1160:1168] == b"gfx1201\0"


def test_calls_without_device_code(tmp_path: Path) -> None:
    script = tmp_path / "calls.py"
    script.write_text(CALLS)
    command = [sys.executable, "-m", "isaopt", "run", "--gpu", "rx9070xt", "--", sys.executable, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == "isaopt run: hipMallocMipmappedArray is not supported\n"
    assert done.returncode == 5


def test_the_library_alone_says_what_is_missing(library: Path) -> None:
    code = f"import ctypes; raise SystemExit(ctypes.CDLL({str(library)!r}).hipInit(0))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 100
    assert done.stderr == "isaopt run: this HIP runtime is isaopt's: start the program by 'isaopt run -- PROGRAM'\n"


def test_a_program_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "isaopt", "run", "--", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cannot be started" in done.stderr
