"""Branches, instruction supply, barriers, which wave goes first, and how much each unit's queue holds."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.calibration.benchmark import STREAM, Benchmark, Body, Reading
from isaopt.target.arch import Arch

#: Bytes of a line of the instruction cache, and an instruction of twelve bytes to fill it with.
_LINE, _FILLER = 128, "v_fma_f32 v16, v8, 0x3f800001, v10"


def control_benchmarks(arch: Arch) -> Iterator[Benchmark]:
    """Branches and fetching first, then what waves share."""
    yield from _branches()
    yield from _fetching()
    yield from _waves(arch)
    yield from _queues(arch)


def _branches() -> Iterator[Benchmark]:
    def taken(count: int) -> list[str]:
        lines: list[str] = []
        for k in range(count):
            lines += [f"s_branch .Ltaken_{count}_{k}", "s_nop 0", f".Ltaken_{count}_{k}:"]
        return lines

    yield Benchmark("branch_taken", "taken branches over one instruction", taken, ("branch.taken",))

    def passed(count: int) -> list[str]:
        return ["s_cmp_eq_u32 s7, -1", *[f"s_cbranch_scc1 .Lpassed_{count}"] * count, f".Lpassed_{count}:"]

    yield Benchmark("branch_not_taken", "branches that are not taken", passed, ("branch.not_taken",))


def _fetching() -> Iterator[Benchmark]:
    def stream(line: str) -> Body:
        return lambda count: [line.format(d=16 + k % 32) for k in range(count)]

    yield Benchmark(
        "fetch_8_bytes",
        "independent VALU of eight bytes each: what fetching allows",
        stream("v_fma_f32 v{d}, v8, v9, v10"),
        (),
        beside=STREAM,
        short=128,
        long=512,
    )
    yield Benchmark(
        "fetch_12_bytes",
        "independent VALU of twelve bytes each",
        stream("v_fma_f32 v{d}, v8, 0x3f800001, v10"),
        STREAM[:1],
        beside=STREAM[1:],
    )
    for name, lines in (("next", 1), ("far", 3)):

        def jumps(count: int, name: str = name, lines: int = lines) -> list[str]:
            fillers, rest = divmod(_LINE * lines - 4, 12)
            found: list[str] = []
            for k in range(count):
                found += [f"s_branch .Lline_{name}_{count}_{k}", *[_FILLER] * fillers, *["s_nop 0"] * (rest // 4)]
                found.append(f".Lline_{name}_{count}_{k}:")
            return found

        # More than the instruction cache holds, so that it has none of them when the next round comes.
        short = 288 if lines == 1 else 264
        yield Benchmark(
            f"fetch_{name}",
            f"branches each {lines * _LINE} bytes further, which the instruction cache lacks",
            jumps,
            ("fetch.prefetch" if lines == 1 else "fetch.miss",),
            beside=("fetch.miss" if lines == 1 else "fetch.prefetch", "branch.taken"),
            short=short,
            long=short + 32,
        )


def _waves(arch: Arch) -> Iterator[Benchmark]:
    barrier = ("s_barrier_signal -1", "s_barrier_wait -1") if arch.features.split_barrier else ("s_barrier",)
    yield Benchmark(
        "barrier", "barriers of eight waves", lambda count: list(barrier) * count, ("barrier.release",), waves=8
    )

    def bursts(count: int) -> list[str]:
        return [*[f"v_add_nc_u32_e32 v{16 + k}, v8, v9" for k in range(12)], "s_nop 15"] * count

    # Work-items of one workgroup are spread over four SIMDs: 16 waves are four on each.
    readings: tuple[Reading, ...] = ("fastest", "slowest")
    for reading in readings:
        for name, setup in (("default", ()), ("raised", ("s_setprio 3",))):
            yield Benchmark(
                f"arbitration_{reading}_{name}",
                f"the {reading} of 16 waves that issue bursts of additions and pause, priority {name}",
                bursts,
                ("issue.arbitration",),
                beside=STREAM,
                setup=setup,
                short=8,
                long=24,
                waves=16,
                reading=reading,
            )


def _queues(arch: Arch) -> Iterator[Benchmark]:
    """Instructions of a unit that is slow with them, and scalar work long enough to let it finish: the scalar work
    begins when the last of the others has found room in the queue."""

    separate = arch.features.separate_wait_counters

    def behind(lines: list[str], links: int, *wait: str) -> Body:
        return lambda count: [*lines, *["s_add_i32 s16, s16, s17"] * links, *wait] * count

    yield Benchmark(
        "queue_valu",
        "24 dependent FMAs, and scalar additions behind them",
        behind(["v_fma_f32 v8, v8, v9, v10"] * 24, 120),
        ("valu.queue",),
        beside=("valu.latency", "salu.latency"),
        short=4,
        long=12,
    )
    yield Benchmark(
        "queue_lds",
        "24 LDS loads with 16 lanes on a bank, and scalar additions behind them",
        behind(
            [f"ds_load_b32 v{16 + k}, v4" for k in range(24)],
            320,
            "s_wait_dscnt 0x0" if separate else "s_waitcnt lgkmcnt(0)",
        ),
        ("lds.queue",),
        beside=("lds.overhead", "lds.bytes_per_cycle", "salu.latency", "issue.after_wait"),
        setup=("v_and_b32_e32 v4, 31, v0", "v_mul_u32_u24_e32 v4, 64, v4"),
        short=4,
        long=12,
        lds_bytes=4096,
    )
    yield Benchmark(
        "queue_memory",
        "24 global loads of 32 lines each, and scalar additions behind them",
        behind(
            [f"global_load_b32 v{16 + k}, v4, s[6:7]" for k in range(24)],
            560,
            "s_wait_loadcnt 0x0" if separate else "s_waitcnt vmcnt(0)",
        ),
        ("vmem.queue",),
        beside=("salu.latency", "issue.after_wait"),
        setup=("v_and_b32_e32 v4, 31, v0", "v_lshlrev_b32_e32 v4, 7, v4"),
        short=4,
        long=12,
        data_bytes=4096,
    )
