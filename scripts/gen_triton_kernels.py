"""Regenerate the Triton-compiled kernels of kernels_s/ from kernels_s/src/triton_gemm.py, and their provenance.

    pip install triton==3.5.1                    # brings its own LLVM; needs neither a GPU nor PyTorch
    python scripts/gen_triton_kernels.py         # compile everything, write the .s files and their provenance
    python scripts/gen_triton_kernels.py --check # compile again and compare, write nothing

Triton is no dependency of the project: only this script needs it. This release is the one used because clang 22
assembles its output; 3.9 brings a newer LLVM whose target names, directives and gfx12 dual-issue operands it refuses.

Each .s is exactly what Triton's AMD backend printed, without line information, which would name files of the machine
that compiled it.

Exit codes: 0 done or equal, 1 something differs, 2 bad usage, 3 no Triton.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.gen_kernels import ARCHS, KERNELS, read_provenance, settle, sha256, write_provenance

TRITON = "3.5.1"
SOURCE = "src/triton_gemm.py"
WAVE_SIZE = 32


@dataclass(frozen=True)
class Variant:
    """One specialisation of the kernel: operand type, block sizes and what Triton is told about the launch."""

    name: str
    operand: str
    block_m: int
    block_n: int
    block_k: int
    num_warps: int = 4
    num_stages: int = 2

    @property
    def signature(self) -> dict[str, str]:
        """Triton type of every parameter, in order."""
        pointers = {"a_ptr": f"*{self.operand}", "b_ptr": f"*{self.operand}", "c_ptr": "*fp32"}
        return {**pointers, **dict.fromkeys(("M", "N", "K"), "i32"), **dict.fromkeys(self.constants, "constexpr")}

    @property
    def constants(self) -> dict[str, int]:
        """Values of the compile-time parameters."""
        return {"BLOCK_M": self.block_m, "BLOCK_N": self.block_n, "BLOCK_K": self.block_k}

    @property
    def options(self) -> dict[str, int | bool]:
        """Compile options; FP fusion is spelt out because its default differs between releases."""
        return {"num_warps": self.num_warps, "num_stages": self.num_stages, "enable_fp_fusion": True}


VARIANTS = (
    # The largest block whose FP32 sums and operands fit into registers without spilling.
    Variant("triton_gemm_fp32", "fp32", 64, 64, 16),
    Variant("triton_gemm_fp16", "fp16", 64, 64, 32),
)


def compile_variant(variant: Variant, arch: str) -> tuple[bytes, int]:
    """Compile one variant for one GPU; returns the assembly and the bytes of dynamic LDS that a launch must ask for."""
    triton = import_module("triton")
    compiler = import_module("triton.compiler")
    target = import_module("triton.backends.compiler").GPUTarget("hip", arch, WAVE_SIZE)
    kernel = import_module("triton_gemm").gemm
    # Pointers and sizes that are multiples of 16, which the just-in-time path finds out at launch.
    aligned = {(index,): [["tt.divisibility", 16]] for index in range(6)}
    source = compiler.ASTSource(kernel, signature=variant.signature, constexprs=variant.constants, attrs=aligned)
    compiled = triton.compile(source, target=target, options=variant.options)
    text: str = compiled.asm["amdgcn"]
    return text.encode(), int(compiled.metadata.shared)


def main() -> int:
    """Regenerate or check; returns the exit code."""
    parser = argparse.ArgumentParser(description="Regenerate kernels_s/triton_*.s from kernels_s/src/triton_gemm.py.")
    parser.add_argument("--check", action="store_true", help="compare with the files there, write nothing")
    options = parser.parse_args()

    try:
        version = metadata.version("triton")
    except metadata.PackageNotFoundError:
        print(f"gen_triton_kernels: error: no Triton found; pip install triton=={TRITON}", file=sys.stderr)
        return 3
    if version != TRITON:
        print(f"gen_triton_kernels: warning: Triton {version} instead of {TRITON}", file=sys.stderr)

    records = read_provenance()
    problems: list[str] = []
    sys.path.insert(0, str(KERNELS / "src"))
    with tempfile.TemporaryDirectory() as cache:
        # Read by Triton when it is imported. A fresh cache makes it compile rather than remember.
        os.environ.update(TRITON_CACHE_DIR=cache, TRITON_DISABLE_LINE_INFO="1")
        for variant in VARIANTS:
            for arch in ARCHS:
                name = f"{variant.name}_{arch}.s"
                text, shared = compile_variant(variant, arch)
                record: dict[str, object] = {
                    "source": SOURCE,
                    "source_sha256": sha256((KERNELS / SOURCE).read_bytes()),
                    "compiler": f"Triton {version}",
                    "target": f"hip:{arch}:{WAVE_SIZE}",
                    "signature": variant.signature,
                    "constants": variant.constants,
                    "divisible_by_16": ["a_ptr", "b_ptr", "c_ptr", "M", "N", "K"],
                    "options": variant.options,
                    "environment": {"TRITON_DISABLE_LINE_INFO": "1"},
                    "dynamic_lds_bytes": shared,
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
