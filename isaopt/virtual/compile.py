"""``hiprtc``: compiles device code at run time, with a clang that has HIP."""

from __future__ import annotations

import os
import shutil
import struct
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from isaopt.errors import MissingTool
from isaopt.toolchain.image import read_image
from isaopt.toolchain.run import run

#: Prefix of the variable that holds the address of each name that the program asks for.
_NAME = "isaopt_name_"
_SECONDS = 600.0


#: Libraries of old packages that a newer clang does not name by itself.
_OLD_LIBRARIES = ("hip", "oclc_daz_opt_off")


def hip_compilers() -> Iterator[tuple[str, ...]]:
    """Compilers of HIP's device code with their options, in ``hipcc``'s order of preference."""
    folders = [os.environ.get("HIP_CLANG_PATH", "")]
    root = os.environ.get("ROCM_PATH") or "/opt/rocm"
    folders += [f"{root}/llvm/bin", f"{root}/lib/llvm/bin"]
    for folder in filter(None, folders):
        if os.access(f"{folder}/clang++", os.X_OK):
            yield (f"{folder}/clang++",)
    for name in ("amdclang++", "hipcc"):
        if found := shutil.which(name):
            yield (found,)
    usr = Path(sys.prefix) / "hip" / "usr"  # what `make hip` lays out: headers older than the compiler
    for clang in sorted(usr.glob("lib/llvm-*/bin/clang++"), reverse=True):
        for bitcode in usr.glob("lib/*/amdgcn/bitcode"):
            more = (f"--rocm-path={usr}", f"--rocm-device-lib-path={bitcode}", "-D__AMDGCN_WAVEFRONT_SIZE=32")
            linked = [("-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{bitcode}/{n}.bc") for n in _OLD_LIBRARIES]
            yield (str(clang), *more, *chain.from_iterable(linked))


def compile_request(body: bytes, arch: str) -> bytes:
    """The answer to a request of ``runtime/compile.c``: status, sizes of log and code, both, then the lowered names.

    Raises:
        MissingTool: there is no HIP compiler.
    """
    head, *rest = body.split(b"\0")
    texts, options, names = (int(n) for n in head.split())
    source = [t.decode(errors="surrogateescape") for t in rest[:texts]]
    wanted = [t.decode() for t in rest[texts : texts + options]]
    expressions = [t.decode() for t in rest[texts + options : texts + options + names]]
    code, log = _compiled(source, wanted, expressions, arch)
    output = log.encode(errors="replace")
    answer = struct.pack("<QQQ", int(not code), len(output), len(code)) + output + code
    return answer + b"".join(name.encode() + b"\0" for name in (lowered(code, len(expressions)) if code else ()))


def _compiled(
    source: Sequence[str], options: Sequence[str], expressions: Sequence[str], arch: str
) -> tuple[bytes, str]:
    """The code object, or nothing, and the compiler's log."""
    compiler = next(hip_compilers(), None)
    if compiler is None:
        raise MissingTool("hiprtc needs a clang with HIP: none in HIP_CLANG_PATH, ROCM_PATH or PATH")
    kept = [o for o in options if not o.startswith(("--gpu-architecture=", "--offload-arch=", "-arch="))]
    with tempfile.TemporaryDirectory(prefix="isaopt-rtc-") as folder:
        for name, text in zip(source[2::2], source[3::2], strict=True):
            header = Path(folder) / name
            if Path(folder) in header.resolve().parents:
                header.parent.mkdir(parents=True, exist_ok=True)
                header.write_text(text, errors="surrogateescape")
        variables = "".join(
            f'\nextern "C" __device__ __attribute__((used)) void *{_NAME}{k} = (void *)(&{e});'.replace("&&", "&")
            for k, e in enumerate(expressions)
        )
        main, out = Path(folder) / "isaopt_main.hip", Path(folder) / "out.co"
        place = source[0].replace("\\", "/").replace('"', "")
        main.write_text(f'#line 1 "{place}"\n{source[1]}{variables}\n', errors="surrogateescape")
        command = [
            *compiler,
            "-x",
            "hip",
            "--offload-device-only",
            "--no-gpu-bundle-output",
            f"--offload-arch={arch}",
            "-O3",
            "-std=c++17",
            "-w",
        ]
        command += ["-D__HIPCC_RTC__", "-include", "hip/hip_runtime.h", f"-I{folder}", *kept, str(main), "-o", str(out)]
        done = run(command, timeout=_SECONDS)
        return (out.read_bytes() if done.ok else b""), done.stderr or done.complaint() * (not done.ok)


def lowered(code: bytes, count: int) -> list[str]:
    """The symbols that the name variables of a code object point to."""
    image = read_image(code, "<hiprtc>")
    places = {s.value: int(s.name.removeprefix(_NAME)) for s in image.symbols if s.name.startswith(_NAME)}
    symbols = {s.value: s.name for s in reversed(image.symbols) if s.placed and not s.name.startswith(_NAME)}
    names = {
        places[at]: relocation.symbol or symbols.get(relocation.addend, "")
        for at, relocation in image.relocations.items()
        if at in places
    }
    return [names.get(k, "") for k in range(count)]
