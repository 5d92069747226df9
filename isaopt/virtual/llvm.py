"""Instructions decoded one after the other by LLVM's library (``LLVMDisasmInstruction``, ``llvm-c/Disassembler.h``)."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from isaopt.errors import InputError, MissingTool
from isaopt.toolchain.find import candidates

#: The first LLVM that decodes gfx11 and gfx12 (its release notes).
_OLDEST = 18
_LONGEST = 24
#: How LLVM 22 marks a literal that would fit into an inline constant.
_FORCED = re.compile(r"\blit(?:64)?\((0x[0-9a-f]+)\)")


def _libraries() -> Iterator[Path]:
    """Places of LLVM's shared library: what the user names, beside each clang, ROCm's, the system's, newest first."""
    named = os.environ.get("ISAOPT_LLVM_LIBRARY")
    if named:
        yield Path(named)
    roots = [Path(os.path.realpath(c.command[0])).parent.parent for c in candidates("clang") if len(c.command) == 1]
    roots += [Path(base, "llvm") for base in (os.environ.get("ROCM_PATH"), "/opt/rocm") if base]
    found = [p for root in roots for p in (root / "lib").glob("libLLVM*.so*")]
    found += [p for root in ("/usr/lib", "/usr/local/lib") for p in Path(root).glob("**/libLLVM*.so*")]
    yield from sorted({p.resolve(): p for p in found}.values(), key=lambda p: -_version(p))


def _version(path: Path) -> int:
    numbers = re.findall(r"\d+", path.resolve().name)
    return int(numbers[0]) if numbers else 0


@cache
def _llvm() -> ctypes.CDLL:
    """LLVM's library with the AMDGPU target set up.

    Raises:
        MissingTool: none was found.
    """
    for path in _libraries():
        if 0 < _version(path) < _OLDEST:
            continue
        try:
            library = ctypes.CDLL(str(path))
            for part in ("TargetInfo", "TargetMC", "Disassembler"):
                getattr(library, f"LLVMInitializeAMDGPU{part}")()
            library.LLVMCreateDisasmCPUFeatures.restype = ctypes.c_void_p
        except (OSError, AttributeError):
            continue
        library.LLVMDisasmInstruction.restype = ctypes.c_size_t
        library.LLVMDisasmInstruction.argtypes = (
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.c_uint64,
            ctypes.c_uint64,
            ctypes.c_char_p,
            ctypes.c_size_t,
        )
        return library
    raise MissingTool(
        f"code objects are decoded by LLVM's library, and no libLLVM.so of version {_OLDEST} or newer was found",
        hint="install LLVM or ROCm, or name the library in ISAOPT_LLVM_LIBRARY",
    )


def decode(code: bytes, address: int, arch: str, wave_size: int) -> Iterator[tuple[int, int, str]]:
    """Address, bytes and text of each instruction.

    Raises:
        MissingTool: LLVM's library is not there.
        InputError: bytes that are no instruction.
    """
    llvm = _llvm()
    features = f"+wavefrontsize{wave_size}".encode()
    context = llvm.LLVMCreateDisasmCPUFeatures(b"amdgcn-amd-amdhsa", arch.encode(), features, None, 0, None, None)
    if not context:
        raise MissingTool(f"LLVM's library does not know {arch}")
    out = ctypes.create_string_buffer(512)
    try:
        at = 0
        while at < len(code):
            size = llvm.LLVMDisasmInstruction(context, code[at : at + _LONGEST], len(code) - at, address + at, out, 512)
            if not size:
                raise InputError(f"the bytes at 0x{address + at:x} are no instruction of {arch}")
            yield address + at, size, _FORCED.sub(r"\1", out.value.decode().strip())
            at += size
    finally:
        llvm.LLVMDisasmDispose(ctypes.c_void_p(context))
