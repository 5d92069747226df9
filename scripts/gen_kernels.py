"""Regenerate the HIP-compiled kernels of kernels_s/ from kernels_s/src/, and their provenance.

    python scripts/gen_kernels.py                 # compile everything, write the .s files and PROVENANCE.json
    python scripts/gen_kernels.py --check         # compile again and compare, write nothing
    python scripts/gen_kernels.py --clang PATH    # with this clang instead of the one on PATH
    python scripts/gen_kernels.py sgemm softmax   # only these kernels

Each .s is exactly what clang printed: device code alone, compiled without ROCm's headers and libraries. The same
clang gives the same bytes on any machine. Another version gives other, equally valid kernels: `--check` then names the
compiler among the differences. A kernel that is about one compiler's code names its clang; where that is missing, it
is left out.

Exit codes: 0 done or equal, 1 something differs, 2 bad usage or a kernel that does not compile, 3 no clang.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "kernels_s"
PROVENANCE = KERNELS / "PROVENANCE.json"

ARCHS = ("gfx1100", "gfx1201")
COMMON_FLAGS = (
    "-x",
    "hip",
    "--offload-device-only",
    "-nogpuinc",
    "-nogpulib",
    "-std=c++20",
    "-O3",
    # Without it clang adds a symbol whose name is a hash of the source's absolute path.
    "-fuse-cuid=none",
    "-S",
)
CLANG_NAMES = ("clang-22", "clang", "clang-21", "clang-20")


@dataclass(frozen=True)
class Source:
    """A kernel file for each of ``archs``: the flags that it needs beside the common ones, and the HIP source under
    kernels_s/src/, which is of the same name unless ``file`` says otherwise; ``directory`` is where the file goes,
    ``clang`` the only compiler to use."""

    name: str
    flags: tuple[str, ...] = ()
    archs: tuple[str, ...] = ARCHS
    file: str = ""
    directory: str = ""
    clang: str = ""

    @property
    def path(self) -> str:
        """The source, from kernels_s/ on."""
        return f"src/{self.file or self.name}.hip"


SOURCES = (
    # CU mode: a workgroup stays within one CU's half of the WGP and its LDS.
    Source("sgemm", ("-mcumode",)),
    Source("sgemm_naive"),
    Source("sgemm_lds"),
    Source("reduction"),
    Source("softmax"),
    Source("layernorm"),
    Source("nbody"),
    Source("conv3x3"),
    Source("wmma_gemm"),
    Source("wmma_gemm_lds"),
    Source("wmma_types"),
    Source("wmma_types_w64", ("-mwavefrontsize64", "-DWAVE=64"), file="wmma_types"),
    Source("wmma_chain", archs=("gfx1201",)),
    # Apart from the others: what iterates over those optimises or runs them.
    Source("mfma_gemm", archs=("gfx90a", "gfx942"), directory="cdna/"),
    # A published kernel's stand-in: later versions of clang work out addresses with fewer instructions than it had.
    Source("sgemm_indexed", ("-mcumode",), archs=("gfx1100",), directory="validation/", clang="clang-19"),
)


def sha256(data: bytes) -> str:
    """Hexadecimal SHA-256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def find_clang(given: str | None) -> str | None:
    """The clang to use: `given` when there is one, else the first known name on PATH; None when there is none."""
    for name in (given,) if given else CLANG_NAMES:
        found = shutil.which(name)
        if found:
            return found
    return None


def version_of(clang: str) -> str:
    """First line of `clang --version`, which names the build exactly."""
    done = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0].strip()


def flags_of(source: Source, arch: str) -> list[str]:
    """The whole command line after the compiler's name, but for the input and output paths."""
    return [*COMMON_FLAGS, f"--offload-arch={arch}", *source.flags]


def compile_source(clang: str, source: Source, arch: str, output: Path) -> bytes:
    """Compile one source for one GPU and return the assembly. Raises CalledProcessError when clang refuses it."""
    # A relative input path from a fixed directory keeps this machine's paths out of the output.
    command = [clang, *flags_of(source, arch), source.path, "-o", str(output)]
    subprocess.run(command, cwd=KERNELS, check=True)
    return output.read_bytes()


def read_provenance() -> dict[str, dict[str, object]]:
    """The recorded provenance by file name; empty when there is none yet."""
    if not PROVENANCE.exists():
        return {}
    recorded: dict[str, dict[str, object]] = json.loads(PROVENANCE.read_text())
    return recorded


def write_provenance(records: dict[str, dict[str, object]]) -> None:
    """Write the records in file-name order, so that a regeneration changes only what changed."""
    PROVENANCE.write_text(json.dumps(dict(sorted(records.items())), indent=2) + "\n")


def settle(name: str, text: bytes, record: dict[str, object], check: bool) -> list[str]:
    """Write kernels_s/`name` or, with `check`, compare it and its record instead.

    Returns the differences found, one sentence each; always empty when writing.
    """
    path = KERNELS / name
    if not check:
        path.write_bytes(text)
        return []
    problems = []
    if not path.exists():
        problems.append(f"{name}: missing")
    elif path.read_bytes() != text:
        problems.append(f"{name}: differs from what the compiler prints")
    recorded = read_provenance().get(name)
    if recorded is None:
        problems.append(f"{name}: no provenance record")
    else:
        changed = sorted(key for key in record.keys() | recorded.keys() if record.get(key) != recorded.get(key))
        if changed:
            problems.append(f"{name}: provenance differs in {', '.join(changed)}")
    return problems


def main() -> int:
    """Regenerate or check; returns the exit code."""
    parser = argparse.ArgumentParser(description="Regenerate kernels_s/*.s from kernels_s/src/.")
    parser.add_argument("names", nargs="*", metavar="KERNEL", help="only these sources (default: all)")
    parser.add_argument("--check", action="store_true", help="compare with the files there, write nothing")
    parser.add_argument("--clang", metavar="PATH", help="the clang to use (default: the first on PATH)")
    options = parser.parse_args()

    unknown = sorted(set(options.names) - {source.name for source in SOURCES})
    if unknown:
        parser.error(f"no such kernel: {', '.join(unknown)}")
    clang = find_clang(options.clang)
    if clang is None:
        print("gen_kernels: error: no clang found; install clang 22 or give --clang PATH", file=sys.stderr)
        return 3
    records = read_provenance()
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        for source in SOURCES:
            if options.names and source.name not in options.names:
                continue
            compiler = find_clang(source.clang) if source.clang else clang
            if compiler is None:
                print(f"gen_kernels: {source.name} is left out: no {source.clang}", file=sys.stderr)
                continue
            for arch in source.archs:
                name = f"{source.directory}{source.name}_{arch}.s"
                try:
                    text = compile_source(compiler, source, arch, Path(scratch) / Path(name).name)
                except subprocess.CalledProcessError:
                    print(f"gen_kernels: error: clang refused {source.path} for {arch}", file=sys.stderr)
                    return 2
                record: dict[str, object] = {
                    "source": source.path,
                    "source_sha256": sha256((KERNELS / source.path).read_bytes()),
                    "header_sha256": sha256((KERNELS / "src" / "hip_device.h").read_bytes()),
                    "compiler": version_of(compiler),
                    "flags": flags_of(source, arch),
                    "sha256": sha256(text),
                }
                problems += settle(name, text, record, options.check)
                records[name] = record
    if not options.check:
        write_provenance(records)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
