"""Searches for everything outside that isaopt can use: the content of ``doctor``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.target.arch import DEFAULT_ARCHES, get_arch
from isaopt.toolchain.find import ToolSearch, search
from isaopt.toolchain.runtime import ListedGpu, find_gpus, find_hip_library, gpu_problem

NEEDED_FOR = {
    "clang": "build, and checking what opt writes",
    "ld.lld": "build",
    "llvm-objdump": "disassemble, and reading code objects",
    "HIP runtime": "running kernels on a GPU",
    "GPU": "running kernels on a GPU",
}


@dataclass(frozen=True, slots=True)
class Findings:
    """The results: ``searches`` by target and tool, in the requested order.

    ``hip_library`` is the runtime's path, or empty; ``gpu_problem`` says why no GPU is usable, or is empty.
    """

    searches: tuple[tuple[str, ToolSearch], ...]
    hip_library: str
    gpus: tuple[ListedGpu, ...]
    gpu_problem: str

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of what is missing, as in ``NEEDED_FOR``."""
        tools = dict.fromkeys(s.name for _, s in self.searches if s.tool is None)
        hip = () if self.hip_library else ("HIP runtime",)
        return (*tools, *hip, *(("GPU",) if self.gpu_problem else ()))


def survey(arches: Sequence[str] = DEFAULT_ARCHES, clang: str | None = None, lld: str | None = None) -> Findings:
    """Searches for all tools, the HIP runtime and GPUs; each tool is tested on a small kernel for each target.

    Raises:
        InputError: a target is not supported.
    """
    searches: list[tuple[str, ToolSearch]] = []
    for arch in arches:
        name = get_arch(arch, "--arch").name
        compiler = search("clang", name, clang)
        searches += [(name, compiler), (name, search("ld.lld", name, lld, compiler.tool))]
        searches.append((name, search("llvm-objdump", name, clang=compiler.tool)))
    gpus = find_gpus()
    return Findings(tuple(searches), find_hip_library(), gpus, gpu_problem(gpus))
