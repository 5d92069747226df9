"""Which microbenchmarks there are for a target, group by group."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.calibration.benchmark import STREAM, Benchmark, Body
from isaopt.calibration.control_benchmarks import control_benchmarks
from isaopt.calibration.memory_benchmarks import memory_benchmarks
from isaopt.calibration.pair_benchmarks import pair_benchmarks
from isaopt.target.arch import Arch, get_arch


def benchmarks(arch_name: str) -> tuple[Benchmark, ...]:
    """The suite of a target, in the order in which it is worth running it; :class:`isaopt.errors.UsageError` for a
    target that has none."""
    arch = get_arch(arch_name)
    return (
        *_latencies(arch),
        *_rates(arch),
        *pair_benchmarks(arch),
        *_scalars(arch),
        *control_benchmarks(arch),
        *memory_benchmarks(arch),
    )


def _lines(*lines: str) -> Body:
    def body(count: int) -> list[str]:
        return list(lines) * count

    return body


def _rotating(template: str, registers: int, step: int = 1, first: int = 16) -> Body:
    """``{d}`` of the template goes round so many registers, so that no instruction waits for another; ``{e}`` is the
    one after it."""

    def body(count: int) -> list[str]:
        turns = (first + step * (k % registers) for k in range(count))
        return [template.format(d=d, e=d + 1) for d in turns]

    return body


#: Name, instruction that depends on its own result, parameters that make its pace.
_CHAINS = (
    ("fma", "v_fma_f32 v8, v8, v9, v10", ("valu.latency",)),
    ("add_u32", "v_add_nc_u32_e32 v8, v8, v9", ("valu.latency",)),
    ("mul_lo", "v_mul_lo_u32 v8, v8, v9", ("valu.latency_mul",)),
    ("exp", "v_exp_f32_e32 v8, v8", ("valu.latency_trans", "valu.exec")),
    ("fma_f64", "v_fma_f64 v[8:9], v[8:9], v[10:11], v[12:13]", ("valu.latency_f64", "valu.cycles_f64")),
    ("rcp_f64", "v_rcp_f64_e32 v[8:9], v[8:9]", ("valu.latency_f64_trans", "valu.cycles_f64_trans", "valu.exec")),
    ("shift_64", "v_lshlrev_b64 v[8:9], v10, v[8:9]", ("valu.latency_wide",)),
)


def _latencies(arch: Arch) -> Iterator[Benchmark]:
    """Chains of dependent vector instructions."""
    for name, line, parameters in _CHAINS:
        spelled = line.replace("v_lshlrev_b64 ", "v_lshlrev_b64_e32 ") if arch.generation == "gfx12" else line
        # What gfx11.0 needs before a transcendental result is read (LLVM GCNHazardRecognizer.cpp, VALUTransUseHazard).
        trans = arch.generation == "gfx11.0" and name in ("exp", "rcp_f64")
        body = _lines(spelled, "s_waitcnt_depctr depctr_va_vdst(0)") if trans else _lines(spelled)
        yield Benchmark(f"chain_{name}", f"dependent {line.split()[0]}", body, parameters[:1], beside=parameters[1:])
    yield Benchmark(
        "chain_compare",
        "a compare and the select that reads its mask",
        _lines(
            "v_cmp_gt_f32_e32 vcc_lo, v8, v9",
            *(("s_wait_alu depctr_va_vcc(0)",) if arch.generation == "gfx12" else ()),
            "v_cndmask_b32_e32 v8, v10, v11, vcc_lo",
        ),
        ("valu.latency_mask",),
        beside=("valu.latency",),
    )
    chain = _lines("v_fma_f32 v8, v8, v9, v10")
    hinted = _lines("s_delay_alu instid0(VALU_DEP_1)", "v_fma_f32 v8, v8, v9, v10")
    for waves in (4, 20):
        yield Benchmark(
            f"chain_{waves}_waves",
            f"dependent FMAs of {waves} waves, no hint",
            chain,
            ("valu.latency",),
            short=8,
            long=24,
            waves=waves,
        )
        yield Benchmark(
            f"chain_{waves}_waves_hinted",
            f"the same of {waves} waves, hinted",
            hinted,
            ("valu.latency",),
            short=8,
            long=24,
            waves=waves,
        )
    drained = "s_wait_alu depctr_va_vdst(0)" if arch.generation == "gfx12" else "s_waitcnt_depctr depctr_va_vdst(0)"
    for name, line, parameter in (
        ("fma", "v_fma_f32 v8, v9, v10, v11", "valu.exec"),
        ("constant", "v_mov_b32_e32 v8, 1.0", "valu.exec_no_source"),
    ):
        title = f"{line.split()[0]} and a wait for its result"
        yield Benchmark(f"drain_{name}", title, _lines(line, drained), (parameter,), beside=("valu.latency",))


#: Name, independent instruction, registers of a destination, parameters.
_STREAMS = (
    ("fma", "v_fma_f32 v{d}, v8, v9, v10", 1, ()),
    ("mul_lo", "v_mul_lo_u32 v{d}, v8, v9", 1, ("valu.cycles_mul",)),
    ("exp", "v_exp_f32_e32 v{d}, v8", 1, ("valu.cycles_trans",)),
    ("fma_f64", "v_fma_f64 v[{d}:{e}], v[8:9], v[10:11], v[12:13]", 2, ("valu.cycles_f64",)),
    ("rcp_f64", "v_rcp_f64_e32 v[{d}:{e}], v[8:9]", 2, ("valu.cycles_f64_trans",)),
    ("compare_64", "v_cmp_gt_u64_e32 vcc_lo, v[8:9], v[10:11]", 1, ("valu.cycles_wide",)),
)


def _rates(arch: Arch) -> Iterator[Benchmark]:
    """Streams of independent vector instructions."""
    for name, template, width, parameters in _STREAMS:
        body = _rotating(template, 32, width)
        title = f"independent {template.split()[0]}"
        yield Benchmark(f"stream_{name}", title, body, parameters, beside=() if parameters else STREAM)
    for name, template in (("fp32", "v_fma_f32 v{d}, v8, v9, v10"), ("int", "v_add_nc_u32_e32 v{d}, v8, v9")):
        yield Benchmark(
            f"stream_{name}_wave64",
            f"independent {template.split()[0]}, wave64",
            _rotating(template, 32),
            ("valu.wave64_fp32_passes" if name == "fp32" else "valu.wave64_passes",),
            beside=STREAM,
            wave_size=64,
        )
    matrix = "v_wmma_f32_16x16x16_f16 v[{c}:{c7}], v[{a}:{a7}], v[{b}:{b7}], v[{c}:{c7}]"
    width = 4 if arch.generation == "gfx12" else 8
    for name, a, b in (("apart", 8, 8 + width + 1), ("same_bank", 8, 8 + width if width % 4 == 0 else 16)):

        def body(count: int, a: int = a, b: int = b) -> list[str]:
            tiles = [48 + 8 * k + 2 for k in range(8)]
            return [
                matrix.format(c=tiles[k % 8], c7=tiles[k % 8] + 7, a=a, a7=a + width - 1, b=b, b7=b + width - 1)
                for k in range(count)
            ]

        yield Benchmark(
            f"matrix_{name}",
            f"independent f16 WMMAs, A and B {'on one starting bank' if name == 'same_bank' else 'on two banks'}",
            body,
            ("matrix.cycles_f16",),
        )

    def chain(count: int) -> list[str]:
        return [matrix.format(c=50, c7=57, a=8, a7=8 + width - 1, b=24, b7=24 + width - 1)] * count

    yield Benchmark(
        "matrix_chain", "WMMAs that add to one tile", chain, ("matrix.forward",), beside=("matrix.cycles_f16",)
    )


def _scalars(arch: Arch) -> Iterator[Benchmark]:
    yield Benchmark("salu_chain", "dependent s_add_i32", _lines("s_add_i32 s16, s16, s17"), ("salu.latency",))
    yield Benchmark(
        "salu_stream",
        "independent s_add_i32",
        lambda count: [f"s_add_i32 s{16 + k % 12}, s30, s31" for k in range(count)],
        (),
    )
    yield Benchmark(
        "salu_to_valu",
        "a scalar result that a vector instruction reads, which a scalar reads back",
        _lines(
            "s_add_i32 s16, s16, s17",
            *(("s_wait_alu depctr_sa_sdst(0)",) if arch.generation == "gfx12" else ()),
            "v_mov_b32_e32 v8, s16",
            "v_readfirstlane_b32 s16, v8",
        ),
        ("valu.to_salu",),
        beside=("valu.exec_no_source", "valu.latency", "salu.latency"),
    )
    if arch.generation != "gfx11.0":
        yield Benchmark(
            "salu_float_chain", "dependent s_add_f32", _lines("s_add_f32 s16, s16, s17"), ("salu.latency_float",)
        )
    wait = "s_wait_kmcnt 0x0" if arch.generation == "gfx12" else "s_waitcnt lgkmcnt(0)"
    for bits in (32, 128, 512):
        last = 16 + bits // 32 - 1
        registers = "s16" if bits == 32 else f"s[16:{last}]"
        yield Benchmark(
            f"smem_b{bits}",
            f"an s_load_b{bits} that hits, and its wait",
            _lines(f"s_load_b{bits} {registers}, s[6:7], 0x0", wait),
            ("smem.latency" if bits == 32 else f"smem.latency_b{bits}",),
            beside=("issue.after_wait", *(() if bits == 32 else ("smem.latency",))),
        )
    yield Benchmark("wait_idle", "waits for nothing", _lines(wait), ("issue.after_wait",))
