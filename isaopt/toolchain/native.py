"""C to machine code: clang compiles and links a shared object, which is cached by the hash of everything that shaped
it.

The C is freestanding, so clang needs neither headers nor a C library of the host. The linker is clang's default if one
is installed, otherwise the ld.lld that links kernels.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isaopt.errors import IsaoptError, MissingTool
from isaopt.private import private_bytes, private_directory
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.run import run

if TYPE_CHECKING:
    import numpy as np

#: No contraction, no reassociation, and nothing that depends on the host's C library. The loops of the vector
#: operations have a fixed trip count, so they are vectorised and not unrolled further.
_FLAGS = (
    "-std=gnu11", "-ffreestanding", "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv", "-fPIC",
    "-fvisibility=hidden", "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-w",
)  # fmt: skip
_FAST = ("-O1", "-fvectorize", "-fno-unroll-loops", "-fno-slp-vectorize")
_PLAIN = ("-O0",)
#: The most compiled kernels in the cache; each takes about 50 to 200 KB.
CACHE_FILES = 512
#: A kernel's C is far larger than its assembly, and is optimised.
_COMPILE_SECONDS = 600.0
_X86_V3 = frozenset(["avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"])
_X86_V4 = frozenset(["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"])


_NUMBERS: dict[str, type] = {
    "i8": ctypes.c_int8, "u8": ctypes.c_uint8, "i32": ctypes.c_int32, "u32": ctypes.c_uint32, "i64": ctypes.c_int64,
    "u64": ctypes.c_uint64, "double": ctypes.c_double,
}  # fmt: skip
_BODY = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_FIELDS = re.compile(rf"(?:const )?(?:struct )?(?:{_BODY}|(\w+)) ([^;{{}}]+);")
_FIELD = re.compile(r"(\*?)\(?(\*?)(\w+)((?:\[[^]]+\])*)")


class NativeRecord(ctypes.Structure):
    """A C structure of numbers and of pointers to arrays, which it keeps alive; :func:`record_type` makes its kinds."""

    def hold(self, name: str, values: np.ndarray) -> np.ndarray:
        """Sets the pointer ``name`` to an array, and returns the array."""
        assert values.flags.c_contiguous
        self.__dict__.setdefault("held", {})[name] = values
        setattr(self, name, values.ctypes.data)
        return values

    def arrays(self, **values: Iterable[int] | np.ndarray) -> None:
        """Sets each of these fields to point to its numbers, as 64-bit integers."""
        import numpy as np

        for name, numbers in values.items():
            given = numbers if isinstance(numbers, np.ndarray) else list(numbers)
            self.hold(name, np.ascontiguousarray(given, dtype=np.int64))

    def array(self, name: str) -> np.ndarray:
        """The numbers that a field points to."""
        found: dict[str, np.ndarray] = self.__dict__["held"]
        return found[name]


@cache
def record_type(source: str, name: str) -> type[NativeRecord]:
    """The structure that C ``source`` declares as ``name``, or an inner one whose body that is: its fields are numbers,
    pointers, other structures of the source, and arrays of them."""
    code = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    found = re.search(rf"typedef struct (?:\w+ )?{_BODY} {re.escape(name)};", code)
    fields: list[tuple[str, Any]] = []
    for inner, of, names in _FIELDS.findall(found[1] if found is not None else name):
        for pointer, function, field, bounds in _FIELD.findall(names.partition(")")[0]):
            kind: Any = ctypes.c_void_p
            if not pointer and not function:
                kind = _NUMBERS.get(of) or record_type(source, of or inner)
            for bound in re.findall(r"[^][]+", bounds):
                kind = kind * sum(_constant(code, term) for term in bound.split(" + "))
            fields.append((field, kind))
    assert fields, f"no structure {name}"
    return type("Record", (NativeRecord,), {"_fields_": fields})


def _constant(code: str, term: str) -> int:
    """A number, or a constant that an ``enum`` gives one."""
    return int(term) if term.isdecimal() else int(re.findall(rf"\b{term} = (\d+)", code)[0])


def runtime_source(package: str, *parts: str) -> str:
    """The C files of a package's ``runtime/``, concatenated."""
    folder = files(package).joinpath("runtime")
    return "".join(folder.joinpath(f"{name}.c").read_text("utf-8") for name in parts)


@cache
def cpu_flags() -> tuple[str, ...]:
    """Compiler flags for this host: instructions that make the C faster without changing results."""
    machine = platform.machine().lower()
    if machine in ("x86_64", "amd64"):
        flags = _x86_features()
        if not (flags >= _X86_V3 and flags & {"abm", "lzcnt"}):
            return ()
        if flags >= _X86_V4:
            return ("-march=x86-64-v4", "-mprefer-vector-width=512", "-DHARDWARE_FMA")
        return ("-march=x86-64-v3", "-DHARDWARE_FMA")
    if machine in ("aarch64", "arm64"):
        return ("-DHARDWARE_FMA",)
    return ()


def _x86_features() -> frozenset[str]:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("flags"):
                return frozenset(line.split(":", 1)[1].split())
    except OSError:
        pass
    return frozenset()


def host_target() -> str:
    """The triple to compile for; ELF on every system, since lld links the object for this process alone."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if sys.platform != "linux":
        raise IsaoptError(f"compiled C runs on Linux only, not on {sys.platform}", exit_code=3)
    return f"{machine}-unknown-linux-gnu"


def cache_directory() -> Path:
    """The directory of compiled kernels: ``ISAOPT_CACHE``, otherwise a directory of this user under the temporary
    one."""
    given = os.environ.get("ISAOPT_CACHE")
    return Path(given) if given else Path(tempfile.gettempdir()) / f"isaopt-emulator-{os.getuid()}"


def _prune(directory: Path) -> None:
    """Removes all but the newest kernels when there are many; another process may do so at the same time."""
    kept = sorted(directory.glob("*.so"), key=lambda p: (p.stat().st_mtime, p.name) if p.exists() else (0.0, p.name))
    for path in kept[: max(0, len(kept) - CACHE_FILES)]:
        path.unlink(missing_ok=True)


def _usable(directory: Path) -> bool:
    """Whether the directory is ours alone, so that no other user can place code in it."""
    try:
        return not private_directory(directory) and os.access(directory, os.W_OK)
    except OSError:
        return False


def kept_object(library: Path) -> bool:
    """The cached file if it is ours: others may have been able to write to the directory earlier."""
    try:
        return bool(private_bytes(library))
    except OSError:
        return False


def compile_source(
    source: str, arch: str, toolchain: Toolchain | None = None, use_cache: bool = True, optimize: bool = True
) -> ctypes.CDLL:
    """The loaded shared object of a translated kernel.

    Raises:
        MissingTool: no clang, or one that cannot compile for this host.
    """
    tools = toolchain or find_toolchain(arch)
    if use_cache and _usable(cache_directory()):
        return ctypes.CDLL(str(shared_object(source, tools, cache_directory(), optimize)))
    with tempfile.TemporaryDirectory(prefix="isaopt-") as scratch:
        return ctypes.CDLL(str(shared_object(source, tools, Path(scratch), optimize)))


def shared_object(
    source: str,
    tools: Toolchain,
    directory: Path,
    optimize: bool = True,
    link: tuple[str, ...] = (),
    more: tuple[str, ...] = (),
) -> Path:
    """The compiled source as a file of the directory, which is ours alone; compiled if it is not there yet.

    Args:
        link: options for the linker beyond ``-shared``.
        more: options for the compiler.

    Raises:
        MissingTool: no clang, or one that cannot compile for this host.
    """
    flags = (*_FLAGS, *(_FAST if optimize else _PLAIN), *cpu_flags(), *more)
    identity = "\0".join((source, *flags, *link, *tools.clang.command, tools.clang.version, host_target()))
    target = directory / f"{hashlib.sha256(identity.encode()).hexdigest()}.so"
    if not kept_object(target):
        temporary = target.with_suffix(f".{os.getpid()}.so")
        try:
            _build(source, flags, link, tools, temporary)
            os.replace(temporary, target)
            _prune(directory)
        finally:
            temporary.unlink(missing_ok=True)
    return target


def _build(source: str, flags: tuple[str, ...], link: tuple[str, ...], tools: Toolchain, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="isaopt-") as scratch:
        obj = Path(scratch) / "kernel.o"
        command = [*tools.clang.command, f"--target={host_target()}", *flags, "-x", "c", "-c", "-", "-o", str(obj)]
        done = run(command, source.encode(), timeout=_COMPILE_SECONDS)
        if not done.ok:
            raise MissingTool(f"{' '.join(tools.clang.command)} cannot compile for this host: {done.complaint()}")
        linked = run([*tools.lld.command, "-shared", *link, "-o", str(target), str(obj)])
        if not linked.ok:
            raise MissingTool(f"{' '.join(tools.lld.command)} cannot link for this host: {linked.complaint()}")
