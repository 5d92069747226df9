"""A microbenchmark and its assembly: a stretch of code between two readings of the shader's cycle counter.

The stretch runs in a loop, and its last round counts: by then its code is in the instruction cache.  Each benchmark is
written twice, with a short and a long stretch: the difference leaves out what beginning and ending cost.  The counter
is ``HW_REG_SHADER_CYCLES`` (RDNA3 ISA guide, 3.5; 20 bits) on gfx11 and ``HW_REG_SHADER_CYCLES_LO`` on gfx12 (LLVM
AMDGPUAsmUtils.cpp).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from isaopt.target.arch import get_arch

Reading = Literal["slowest", "fastest"]
Body = Callable[[int], list[str]]
"""The measured instructions of a stretch of that many repetitions."""


#: What the pace of independent vector instructions depends on beside their own: how many are under way, and their code.
STREAM = ("fetch.bytes_per_cycle", "valu.exec", "valu.latency", "valu.queue")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """``waves`` of ``wave_size`` lanes, all in one workgroup, run ``setup`` and then the measured stretch.

    ``short`` and ``long`` are the repetitions of the two versions.  ``parameters`` are those of the GPU model that it
    is meant to show, by dotted name; one without any checks what the model takes for granted.  Its pace also depends on
    those ``beside``, which others show.  ``reading`` is the wave whose time counts.  ``vgprs`` is how many
    it uses, ``lds_bytes`` what a workgroup declares; the kernel's second argument points at ``data_bytes`` of zeros.
    ``level`` is where its loads find their data, by the word that ``memory.level`` of the GPU model takes.
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

    @property
    def depends(self) -> tuple[str, ...]:
        """All parameters that the pace depends on."""
        return (*self.parameters, *self.beside)


#: Scalar registers: the kernel arguments, the counter's first reading, the second; free ones begin at s16.
_HEAD = """\
\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
"""

_KERNEL = """\
\t.globl\t{name}
\t.p2align\t8
\t.type\t{name},@function
{name}:
\ts_load_b128 s[4:7], s[0:1], 0x0
\t{wait}
{zero}
\ts_mov_b32 s10, {rounds}
.L{name}_round:
{barrier}
\ts_getreg_b32 s8, {counter}
{body}
\ts_getreg_b32 s9, {counter}
\ts_sub_u32 s8, s9, s8
\ts_sub_u32 s10, s10, 1
\ts_cmp_lg_u32 s10, 0
\ts_cbranch_scc1 .L{name}_round
\ts_and_b32 s8, s8, {mask}
\tv_and_b32_e32 v0, 0x3ff, v0
\tv_lshrrev_b32_e32 v1, {lanes}, v0
\tv_lshlrev_b32_e32 v1, 2, v1
\tv_mov_b32_e32 v2, s8
\tglobal_store_b32 v1, v2, s[4:5]
\ts_endpgm
.L{name}_end:
\t.size\t{name}, .L{name}_end-{name}
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel {name}
\t\t.amdhsa_group_segment_fixed_size {lds}
\t\t.amdhsa_kernarg_size 16
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr {vgprs}
\t\t.amdhsa_next_free_sgpr 32
\t\t.amdhsa_wavefront_size32 {wave32}
\t.end_amdhsa_kernel
\t.text
"""

_METADATA = """\
  - .args:
      - .address_space: global
        .name: out
        .offset: 0
        .size: 8
        .value_kind: global_buffer
      - .address_space: global
        .name: data
        .offset: 8
        .size: 8
        .value_kind: global_buffer
    .group_segment_fixed_size: {lds}
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: {block}
    .name: {name}
    .private_segment_fixed_size: 0
    .sgpr_count: 32
    .symbol: {name}.kd
    .vgpr_count: {vgprs}
    .wavefront_size: {wave_size}
"""


def kernel_names(benchmark: Benchmark) -> tuple[str, str]:
    """The kernels of the short and of the long stretch."""
    return f"{benchmark.name}_short", f"{benchmark.name}_long"


def assembly(benchmark: Benchmark, arch: str) -> str:
    """The ``.s`` file of a benchmark: two kernels that differ in the number of repetitions."""
    features = get_arch(arch).features
    counter = "hwreg(HW_REG_SHADER_CYCLES_LO)" if features.wide_cycle_counter else "hwreg(HW_REG_SHADER_CYCLES, 0, 20)"
    parts, records = [_HEAD.format(arch=arch)], []
    for name, count in zip(kernel_names(benchmark), (benchmark.short, benchmark.long), strict=True):
        # Every register has a value: an uninitialised one could hold a denormal, or a slow or trapping NaN.
        zero = [f"\tv_mov_b32_e32 v{n}, 1.0" for n in range(4, benchmark.vgprs)]
        zero += [f"\ts_mov_b32 s{n}, 1" for n in range(16, 32)]
        wait = "s_wait_kmcnt 0x0" if features.separate_wait_counters else "s_waitcnt lgkmcnt(0)"
        barrier = ["s_barrier_signal -1", "s_barrier_wait -1"] if features.split_barrier else ["s_barrier"]
        parts.append(
            _KERNEL.format(
                name=name,
                wait=wait,
                zero="\n".join([*zero, *_indented(line.replace("{kernel}", name) for line in benchmark.setup)]),
                barrier="\n".join(_indented(barrier)) if benchmark.waves > 1 else "",
                counter=counter,
                rounds=benchmark.rounds,
                body="\n".join(_indented(benchmark.body(count))),
                mask="-1" if features.wide_cycle_counter else "0xfffff",
                lanes=benchmark.wave_size.bit_length() - 1,
                lds=benchmark.lds_bytes,
                vgprs=benchmark.vgprs,
                wave32=int(benchmark.wave_size == 32),
            ).replace("\n\n", "\n")
        )
        records.append(
            _METADATA.format(
                name=name,
                lds=benchmark.lds_bytes,
                block=benchmark.waves * benchmark.wave_size,
                vgprs=benchmark.vgprs,
                wave_size=benchmark.wave_size,
            )
        )
    metadata = "".join(records)
    parts.append(
        f"\t.amdgpu_metadata\n---\namdhsa.kernels:\n{metadata}amdhsa.target: amdgcn-amd-amdhsa--{arch}\n"
        "amdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    )
    return "".join(parts)


def _indented(lines: Iterable[str]) -> list[str]:
    return [line if line.endswith(":") else f"\t{line}" for line in lines]
