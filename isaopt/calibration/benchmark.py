"""A microbenchmark and its assembly: a stretch of code between two readings of the shader's cycle counter.

The stretch runs in a loop, and its last iteration counts: by then its code is in the instruction cache.  Each benchmark
is written twice, with a short and a long stretch: the difference leaves out what beginning and ending cost.  The
counter is ``HW_REG_SHADER_CYCLES`` (RDNA3 ISA guide, 3.5; 20 bits) on gfx11 and ``HW_REG_SHADER_CYCLES_LO`` on gfx12
(LLVM AMDGPUAsmUtils.cpp).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from isaopt.target.arch import get_arch

Reading = Literal["slowest", "fastest"]
Body = Callable[[int], list[str]]
"""The measured instructions of a stretch of that many repetitions."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """``waves`` of ``wave_size`` lanes, all in one workgroup, run ``setup`` and then the measured stretch.

    ``short`` and ``long`` are the repetitions of the two versions.  ``parameters`` are those of the GPU model that it
    is meant to show, by dotted name; one without any checks what the model takes for granted.  Its pace also depends on
    those ``beside``, which others show.  ``reading`` is the wave whose time counts.  ``vgprs`` is how many
    it uses, ``lds_bytes`` what a workgroup declares; the kernel's second argument points at ``data_bytes`` of zeros.
    ``level`` is where its loads find their data, by the word that ``memory.level`` of the GPU model takes.  ``inner``:
    the repetitions are a loop, which begins at ``.L{kernel}_inner``.
    """

    name: str
    title: str
    body: Body
    parameters: tuple[str, ...]
    setup: tuple[str, ...] = ()
    short: int = 32
    long: int = 96
    waves: int = 1
    wave_size: int = 32
    vgprs: int = 160
    lds_bytes: int = 0
    data_bytes: int = 256
    rounds: int = 3
    level: str = "auto"
    reading: Reading = "slowest"
    beside: tuple[str, ...] = ()
    inner: int = 0

    @property
    def depends(self) -> tuple[str, ...]:
        """All parameters on which the pace depends."""
        return (*self.parameters, *self.beside)


def kernel_names(benchmark: Benchmark) -> tuple[str, str]:
    """The kernels of the short and of the long stretch."""
    return f"{benchmark.name}_short", f"{benchmark.name}_long"


@cache
def templates() -> Environment:
    """The templates of the suite and of its kernels."""
    loader = PackageLoader("isaopt.calibration", "data")
    return Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def spellings(arch: str) -> Mapping[str, object]:
    """The names of a target's waits and barriers."""
    features = get_arch(arch).features
    wait = {"none": "", "scalar": "s_waitcnt lgkmcnt(0)", "lds": "s_waitcnt lgkmcnt(0)", "load": "s_waitcnt vmcnt(0)",
            "store": "s_waitcnt_vscnt null, 0x0", "valu": "s_waitcnt_depctr depctr_va_vdst(0)"}  # fmt: skip
    if features.separate_wait_counters:
        names = {"scalar": "kmcnt", "lds": "dscnt", "load": "loadcnt", "store": "storecnt"}
        wait |= {kind: f"s_wait_{name} 0x0" for kind, name in names.items()}
        wait["valu"] = "s_wait_alu depctr_va_vdst(0)"
    barrier = ("s_barrier_signal -1", "s_barrier_wait -1") if features.split_barrier else ("s_barrier",)
    return {"wait": wait, "barrier": barrier}


def assembly(benchmark: Benchmark, arch: str) -> str:
    """The ``.s`` file of a benchmark: two kernels that differ in the number of repetitions."""
    wide = get_arch(arch).features.wide_cycle_counter
    counts = (benchmark.short, benchmark.long)
    rendered = (
        templates()
        .get_template("benchmark.s.jinja")
        .render(
            spellings(arch),
            arch=arch,
            of=benchmark,
            kernels=[(n, benchmark.body(count)) for n, count in zip(kernel_names(benchmark), counts, strict=True)],
            counter="hwreg(HW_REG_SHADER_CYCLES_LO)" if wide else "hwreg(HW_REG_SHADER_CYCLES, 0, 20)",
            mask="-1" if wide else "0xfffff",
            indented=_indented,
        )
    )
    return rendered + "\n"


def _indented(lines: Iterable[str], kernel: str) -> str:
    named = (line.replace("{kernel}", kernel) for line in lines)
    return "".join(f"{line}\n" if line.endswith(":") else f"\t{line}\n" for line in named)
