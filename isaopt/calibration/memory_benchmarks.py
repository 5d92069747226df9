"""LDS and global memory: latencies, widths, strides, and loads that find their data at each level."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.calibration.benchmark import Benchmark, Body
from isaopt.target.arch import Arch

#: Level of memory, bytes that a chain of loads goes round (a power of two), stride of the chain in bytes.
_LEVELS = (
    ("l0", 16 << 10, 128),
    ("l1", 128 << 10, 128),
    ("l2", 2 << 20, 128),
    ("ic", 32 << 20, 4096),
    ("vram", 512 << 20, 65536),
)

#: What the time of an LDS access and its wait depends on beside its latency.
_SERVED = ("lds.overhead", "lds.bytes_per_cycle", "issue.after_wait")


def _waits(arch: Arch) -> tuple[str, str, str]:
    """The waits for LDS, for global loads and for global stores."""
    if arch.generation == "gfx12":
        return "s_wait_dscnt 0x0", "s_wait_loadcnt 0x0", "s_wait_storecnt 0x0"
    return "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt_vscnt null, 0x0"


def memory_benchmarks(arch: Arch) -> Iterator[Benchmark]:
    """LDS first, then global memory, from the nearest level to the farthest."""
    yield from _lds(arch)
    yield from _global(arch)


def _repeated(lines: tuple[str, ...]) -> Body:
    def body(count: int) -> list[str]:
        return list(lines) * count

    return body


def _waited(line: str, wait: str) -> Body:
    """An access and its wait, again and again."""
    return _repeated((line, wait))


def _address(stride: int) -> tuple[str, ...]:
    """``v4`` = lane times stride."""
    return ("v_and_b32_e32 v4, 31, v0", f"v_mul_u32_u24_e32 v4, {stride}, v4")


def _lds(arch: Arch) -> Iterator[Benchmark]:
    wait = _waits(arch)[0]
    for bits, more in ((32, ()), (64, ("lds.latency_b64",)), (96, ("lds.latency_b96",)), (128, ("lds.latency_b128",))):
        size = bits // 8
        registers = "v8" if bits == 32 else f"v[8:{8 + bits // 32 - 1}]"
        setup = _address(16 if bits == 96 else size)
        yield Benchmark(
            f"lds_load_b{bits}",
            f"ds_load_b{bits} and its wait",
            _waited(f"ds_load_b{bits} {registers}, v4", wait),
            more or ("lds.latency",),
            beside=(*(("lds.latency",) if more else ()), *_SERVED),
            setup=setup,
            lds_bytes=4096,
        )
    yield Benchmark(
        "lds_store_b32",
        "ds_store_b32 and its wait",
        _waited("ds_store_b32 v4, v8", wait),
        ("lds.store_latency",),
        beside=_SERVED,
        setup=_address(4),
        lds_bytes=4096,
    )
    for name, line, (parameter, other) in (
        ("vector", "v_fma_f32 v8, v9, v10, v11", ("valu.to_memory", "valu.latency")),
        ("lane", "v_readlane_b32 s16, v9, 0", ("valu.latency_lane", "valu.to_memory")),
    ):
        yield Benchmark(
            f"{name}_to_lds",
            f"{line.split()[0]}, then ds_load_b32 and its wait",
            _repeated((line, "ds_load_b32 v16, v4", wait)),
            (parameter,),
            beside=(other, "valu.exec", "lds.latency", *_SERVED),
            setup=_address(4),
            lds_bytes=4096,
        )
    for bits, stride in ((32, 4), (32, 8), (32, 64), (32, 128), (64, 8), (128, 16), (128, 32)):
        width = bits // 32

        def stream(count: int, bits: int = bits, width: int = width) -> list[str]:
            lines = []
            for k in range(count):
                first = 16 + 4 * (k % 16)
                registers = f"v{first}" if width == 1 else f"v[{first}:{first + width - 1}]"
                lines.append(f"ds_load_b{bits} {registers}, v4")
                if k % 16 == 15:
                    lines.append(wait)
            return lines

        alone = ("lds.latency", "issue.after_wait", *(() if bits == 32 else (f"lds.latency_b{bits}",)))
        for waves in (1, 8):
            yield Benchmark(
                f"lds_stream_b{bits}_stride{stride}_{waves}",
                f"ds_load_b{bits} with a lane stride of {stride} bytes, {waves} waves",
                stream,
                ("lds.bytes_per_cycle", "lds.overhead"),
                beside=alone if waves == 1 else (),
                setup=_address(stride),
                short=32 // min(waves, 2),
                long=96 // min(waves, 2),
                waves=waves,
                lds_bytes=8192,
            )

    def beside(count: int) -> list[str]:
        lines = []
        for k in range(count):
            first = 16 + 4 * (k % 8)
            lines.append(f"ds_load_b128 v[{first}:{first + 3}], v4")
            lines += [f"v_fma_f32 v{64 + (8 * k + j) % 64}, v5, v6, v7" for j in range(8)]
            if k % 8 == 7:
                lines.append(wait)
        return lines

    yield Benchmark(
        "lds_beside_valu",
        "independent FMAs while 128-bit LDS loads return",
        beside,
        (),
        beside=("valu.latency", "valu.exec", "valu.to_memory", "lds.latency", "lds.latency_b128", *_SERVED),
        setup=_address(16),
        lds_bytes=4096,
    )


def _touch(name: str, lines: int, wait: str) -> list[str]:
    """Read every line of the data once, so that the level that holds it all has it."""
    label = f".L{{kernel}}_{name}"
    return [
        f"s_mov_b32 s18, {lines}",
        f"{label}:",
        "global_load_b32 v8, v4, s[6:7]",
        wait,
        "v_add_nc_u32_e32 v4, s16, v4",
        "s_sub_u32 s18, s18, 1",
        "s_cmp_lg_u32 s18, 0",
        f"s_cbranch_scc1 {label}",
        "v_mov_b32_e32 v4, 0",
    ]


def _global(arch: Arch) -> Iterator[Benchmark]:
    _, wait, stored = _waits(arch)
    for level, size, stride in _LEVELS:
        # The loaded zero is added to the next address, so that each load waits for the one before.
        step = ("global_load_b32 v8, v4, s[6:7]", wait, "v_add3_u32 v4, v4, v8, s16", "v_and_b32_e32 v4, s17, v4")
        setup = ["v_mov_b32_e32 v4, 0", f"s_mov_b32 s16, {stride:#x}", f"s_mov_b32 s17, {size - 1:#x}"]
        if level != "vram":
            setup += _touch(f"chase_{level}", size // stride, wait)
        yield Benchmark(
            f"chase_{level}",
            f"dependent global loads over {size >> 10} KiB",
            _repeated(step),
            (f"{level}.latency",),
            beside=("issue.after_wait", "valu.exec", "valu.latency", "valu.to_memory"),
            setup=tuple(setup),
            data_bytes=size,
            level=level,
        )
    for name, line in (
        ("scalar_base", "global_load_b32 v{d}, v4, s[6:7]"),
        ("vector_base", "global_load_b32 v{d}, v[4:5], off"),
        ("vector_byte", "global_load_u8 v{d}, v[4:5], off"),
    ):

        def stream(count: int, line: str = line) -> list[str]:
            lines = []
            for k in range(count):
                lines.append(line.format(d=16 + k % 32))
                if k % 32 == 31:
                    lines.append(wait)
            return lines

        base = ("v_and_b32_e32 v4, 31, v0", "v_lshlrev_b32_e32 v4, 2, v4")
        pair = ("v_mov_b32_e32 v5, s7", "v_mov_b32_e32 v4, s6")
        yield Benchmark(
            f"global_{name}",
            f"independent global loads, {name.replace('_', ' ')}",
            stream,
            ("vmem.issue_address64" if name == "vector_byte" else "l0.bytes_per_cycle",),
            beside=("l0.bytes_per_cycle", "vmem.issue_address64", "l0.latency", "issue.after_wait"),
            setup=base if name == "scalar_base" else pair,
        )
    yield Benchmark(
        "global_store",
        "global_store_b32 and its wait",
        _waited("global_store_b32 v4, v8, s[6:7]", stored),
        ("vmem.store_latency",),
        beside=("issue.after_wait",),
        setup=("v_and_b32_e32 v4, 31, v0", "v_lshlrev_b32_e32 v4, 2, v4"),
    )
