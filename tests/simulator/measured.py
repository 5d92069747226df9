"""What public traces of an RX 7900 XTX measured beside the micro programs, as programs for the simulator.

Sources: SQTT traces of tinygrad (extra/sqtt/examples), captures of 2187Nick/tinygrad, LLVM issue 204254 (WMMA).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.simulator.programs import moves, run_alone

HINT = "s_delay_alu instid0(VALU_DEP_1)"
LDS_WAIT, STORE_WAIT = "s_waitcnt lgkmcnt(0)", "s_waitcnt_vscnt null, 0x0"


@dataclass(frozen=True)
class Figure:
    """``low`` to ``high`` is what was measured, ``predicted`` asks the simulator for it.  ``known`` says why it is
    different, where it is."""

    name: str
    low: float
    high: float
    predicted: Callable[[], float]
    known: str = ""

    @property
    def holds(self) -> bool:
        return self.low <= self.predicted() <= self.high


def total(*lines: str) -> float:
    """Cycles from a wait's release to the store's dispatch."""
    times, release = run_alone(list(lines), {})
    return times[-2] - release


def pace(lines: Sequence[str], few: int = 8, many: int = 24) -> float:
    """Cycles that each repetition takes."""
    return (total(*(many * list(lines))) - total(*(few * list(lines)))) / (many - few)


def between(*lines: str) -> float:
    """Cycles from the dispatch of the last but one line to that of the last; hints are no instructions."""
    times, _ = run_alone(list(lines), {})
    count = sum(not line.startswith("s_delay_alu") and not line.endswith(":") for line in lines)
    return times[count] - times[count - 1]


def _stream(template: str, count: int = 32) -> list[str]:
    return [template.format(d=60 + k % 32) for k in range(count)]


def _rate(template: str) -> float:
    """Cycles for each of many independent instructions."""
    return (total(*_stream(template, 64)) - total(*_stream(template, 32))) / 32


def _chain(name: str, line: str, count: int, low: int, high: int = 0) -> Figure:
    return Figure(f"{name}, {count} dependent", low, high or low, lambda: total(*[line] * count))


_PAIR = "v_dual_add_f32 v12, v0, v1 :: v_dual_mul_f32 v13, v2, v3"
_WMMA = "v_wmma_f32_16x16x16_f16 v[{c}:{d}], v[{a}:{b}], v[{e}:{f}], v[{c}:{d}]"


def _wmma(a: int, b: int, c: int) -> float:
    line = _WMMA.format(a=a, b=a + 7, e=b, f=b + 7, c=c, d=c + 7)
    return pace([line], 4, 8)


def _waves(lines: Sequence[str], waves: int = 16) -> float:
    """Cycles for each instruction of all waves of a SIMD, until the last wave's store."""
    times = run_alone(lines, {}, waves, last=True)[0]
    return (times[len(lines) + 1] - times[0]) / (len(lines) * waves)


FIGURES: tuple[Figure, ...] = (
    Figure(
        "hinted v_add, operands on two banks: cycles a link", 5, 5, lambda: pace([HINT, "v_add_f32_e32 v0, v0, v5"])
    ),
    Figure("hinted v_add, operands on one bank: cycles a link", 6, 7, lambda: pace([HINT, "v_add_f32_e32 v0, v0, v4"])),
    _chain("v_and_b32, operands on one bank", "v_and_b32_e32 v10, v10, v2", 8, 54),
    Figure("one source on bank 0, stream", 1, 1, lambda: _rate("v_mov_b32_e32 v{d}, v16")),
    Figure("two sources on bank 0, stream", 1, 1, lambda: _rate("v_add_f32_e32 v{d}, v16, v32")),
    Figure("three sources on bank 0, stream", 1.5, 1.5, lambda: _rate("v_med3_f32 v{d}, v16, v32, v48")),
    Figure("one register three times", 1, 1, lambda: _rate("v_fma_f32 v{d}, v4, v4, v4")),
    Figure(
        "destinations on one bank", 1, 1, lambda: pace([f"v_add_f32_e32 v{20 + 4 * k}, v5, v6" for k in range(8)]) / 8
    ),
    Figure(
        "v_fmac, three operands on one bank, dependent",
        9,
        10,
        lambda: pace(["v_fmac_f32_e32 v0, v16, v32"]),
    ),
    Figure("v_fmac, three banks, dependent", 5, 5, lambda: pace(["v_fmac_f32_e32 v1, v2, v3"])),
    Figure(
        "12 v_mov + 4 pairs",
        33,
        33,
        lambda: total(
            *moves(12),
            *(f"v_dual_add_f32 v{12 + 2 * k}, v0, v1 :: v_dual_mul_f32 v{13 + 2 * k}, v2, v3" for k in range(4)),
        ),
    ),
    Figure(
        "12 v_mov + 4 pairs, dependent",
        45,
        45,
        lambda: total(*moves(12), *["v_dual_add_f32 v12, v12, v1 :: v_dual_mul_f32 v13, v2, v3"] * 4),
    ),
    Figure(
        "8 v_mov + 2 pairs fmac/add, dependent",
        32,
        32,
        lambda: total(*moves(8, 4), *["v_dual_fmac_f32 v4, v6, v8 :: v_dual_add_f32 v5, v7, v9"] * 2),
    ),
    Figure(
        "8 v_mov + 2 pairs fmac/mul, dependent",
        32,
        32,
        lambda: total(*moves(8, 4), *["v_dual_fmac_f32 v4, v6, v8 :: v_dual_mul_f32 v5, v7, v9"] * 2),
    ),
    *(
        _chain(name, f"{name} v4, v4, v5", 4, 33, 34)
        for name in (
            "v_pk_add_f16",
            "v_pk_mul_f16",
            "v_min_f32_e32",
            "v_max_f32_e32",
            "v_lshlrev_b32_e32",
            "v_sub_nc_u32_e32",
        )
    ),
    *(_chain(name, f"{name} v4, v4, v5, v6", 4, 33, 34) for name in ("v_pk_fma_f16", "v_bfe_u32", "v_bfi_b32")),
    _chain("v_cvt_f16_f32", "v_cvt_f16_f32_e32 v4, v4", 4, 33, 34),
    *(_chain(name, f"{name} v4, v4, v5", n, 13 + 8 * n) for name in ("v_mul_lo_u32", "v_mul_hi_u32") for n in (1, 4)),
    *(
        _chain(f"v_{name}_f32", f"v_{name}_f32_e32 v4, v4", n, 13 + 10 * n)
        for name in ("log", "rcp", "rsq", "sqrt")
        for n in (1, 4)
    ),
    Figure("transcendental stream", 4, 4, lambda: _rate("v_exp_f32_e32 v{d}, v8")),
    Figure("v_mul_lo_u32 stream", 4, 4, lambda: _rate("v_mul_lo_u32 v{d}, v8, v9")),
    Figure(
        "64-bit shift stream",
        2,
        2,
        lambda: pace([f"v_lshlrev_b64 v[{20 + 2 * k}:{21 + 2 * k}], v10, v[8:9]" for k in range(8)]) / 8,
    ),
    Figure(
        "FP64 stream",
        32,
        32,
        lambda: pace([f"v_fma_f64 v[{20 + 2 * k}:{21 + 2 * k}], v[4:5], v[6:7], v[8:9]" for k in range(4)], 2, 4) / 4,
    ),
    Figure(
        "FP64 that overwrites the one before",
        36,
        36,
        lambda: pace(["v_fma_f64 v[20:21], v[4:5], v[6:7], v[8:9]"], 4, 8),
    ),
    Figure("WMMA f16 chain, operands apart (gfx1151)", 32, 32, lambda: _wmma(8, 25, 50)),
    Figure("WMMA f16 chain, operands on one bank", 34, 34, lambda: _wmma(8, 24, 48)),
    Figure(
        "v_cmp_e64 into an SGPR, v_cndmask that reads it: 4 pairs",
        24,
        26,
        lambda: total(*["v_cmp_gt_f32_e64 s4, v4, v5", "v_cndmask_b32_e64 v6, v8, v9, s4"] * 4),
    ),
    Figure(
        "eighth v_cmp in a row",
        8,
        10,
        lambda: between(*["v_cmp_gt_f32_e64 s4, v4, v5"] * 8),
    ),
    Figure("v_readlane to a scalar reader", 7, 7, lambda: between("v_readlane_b32 s4, v4, 0", "s_add_i32 s5, s4, 1")),
    Figure("s_mov to a vector reader", 1, 1, lambda: between("s_mov_b32 s4, 1", "v_mov_b32_e32 v4, s4")),
    Figure(
        "v_cmpx to s_cbranch_execz", 16, 18, lambda: between("v_cmpx_gt_f32_e32 v4, v5", "s_cbranch_execz .L1", ".L1:")
    ),
    Figure(
        "16 waves of 24 dependent v_add: cycles each",
        5.43,
        5.43,
        lambda: _waves(["v_add_f32_e32 v4, v4, v5"] * 24),
        "the waves do not begin together there",
    ),
    Figure(
        "16 waves of 32 dependent v_add: cycles each",
        4.98,
        4.98,
        lambda: _waves(["v_add_f32_e32 v4, v4, v5"] * 32),
        "the waves do not begin together there",
    ),
    Figure("v_add to ds_load", 17, 19, lambda: between("v_add_f32_e32 v4, v4, v5", "ds_load_b32 v8, v9")),
    Figure("pair to ds_store", 17, 17, lambda: between(_PAIR, "ds_store_b32 v9, v8")),
    Figure(
        "v_add to global_store", 17, 19, lambda: between("v_add_f32_e32 v4, v4, v5", "global_store_b32 v9, v8, s[0:1]")
    ),
    Figure("v_exp to ds_load", 22, 22, lambda: between("v_exp_f32_e32 v4, v4", "ds_load_b32 v8, v9")),
    Figure("s_mov to global_load", 7, 7, lambda: between("s_mov_b32 s4, 1", "global_load_b32 v8, v9, s[0:1]")),
    Figure("ds_load to ds_load", 1, 1, lambda: between("ds_load_b32 v8, v9", "ds_load_b32 v10, v9")),
    Figure("global_load to global_load, scalar base", 1, 1, lambda: between(*["global_load_b32 v8, v9, s[0:1]"] * 2)),
    Figure(
        "global_load to global_load, vector base", 2, 2, lambda: between(*["global_load_b32 v8, v[10:11], off"] * 2)
    ),
    Figure("s_cmp to s_cbranch", 8, 9, lambda: between("s_cmp_eq_u32 s5, 2", "s_cbranch_scc1 .L1", ".L1:")),
    Figure("s_add to a scalar load of it", 9, 9, lambda: between("s_add_u32 s4, s4, s5", "s_load_b32 s8, s[4:5], 0x0")),
    Figure("ds_load_b32 and its wait", 31, 33, lambda: pace(["ds_load_b32 v8, v9", LDS_WAIT], 2, 6)),
    Figure("ds_load_b128 and its wait", 36, 38, lambda: pace(["ds_load_b128 v[8:11], v12", LDS_WAIT], 2, 6)),
    Figure("ds_store_b32 and its wait", 33, 35, lambda: pace(["ds_store_b32 v9, v8", LDS_WAIT], 2, 6)),
)
