"""The micro validation programs: straight code between a wait and a store, with the cycles that hardware took.

Cycles from the wait's release to the store's dispatch on an RX 7900 XTX, least of 16 waves: public SQTT captures of
2187Nick/tinygrad (extra/sqtt/captures/rigorous).  What the captures' names leave open (register numbers) is chosen so
that the name holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.asm.parser import parse_text
from isaopt.simulator.engine import Engine, InstructionTable, Waves
from isaopt.simulator.follower import no_accesses
from isaopt.simulator.hierarchy import one_level
from isaopt.simulator.path import follow
from isaopt.simulator.timing import decode
from isaopt.target.gpus import Value, get_gpu
from tests.kernels import kernel_file


def source(lines: Sequence[str]) -> str:
    """A kernel that executes the lines between a wait and a store."""
    code = ("s_waitcnt lgkmcnt(0)", *lines, "global_store_b32 v100, v101, s[0:1]")
    return kernel_file(code, name="micro", vgprs=104, sgprs=16)


def run_alone(
    lines: Sequence[str], settings: Mapping[str, Value], waves: int = 1, last: bool = False
) -> tuple[list[int], int]:
    """When the first wave's instructions issue (the ``last`` one's), in order, and when its wait is released, with the
    code cached."""
    module = parse_text(source(lines), "micro.s", None)
    kernel = module.kernels[0]
    gpu = get_gpu("rx7900xtx", {"fetch.miss": 0, **settings})
    cfg = build_cfg(module, kernel)
    program = decode(module, kernel, cfg, gpu)
    loops = find_loops(module, kernel, cfg)
    path = follow(module, cfg, loops, [1] * len(loops)).ordinals
    resident = Waves([0] * waves, [0] * waves, [100] * waves, 1)
    memory = one_level("l2", len(program.timings), gpu)
    run = Engine(InstructionTable(program.timings), gpu, memory).run(resident, path, no_accesses(waves), record=True)
    times = [cycle for wave, _, cycle in run.timeline if wave == (waves - 1 if last else 0)]
    return times, times[0]


def moves(count: int, first: int = 0) -> list[str]:
    return [f"v_mov_b32_e32 v{first + k}, {k + 1}" for k in range(count)]


def _chain(op: str, count: int) -> list[str]:
    return [f"{op} v4, v4, v5"] * count


ADD, FMA = "v_add_f32_e32", "v_fma_f32"
_FMA = ["v_fma_f32 v4, v4, v5, v6"]
_ALTERNATING = ["v_mul_f32_e32 v4, v4, v5", "v_add_f32_e32 v4, v4, v5"]
_CND = ["v_cmp_gt_f32_e32 vcc_lo, v4, v5", "v_cndmask_b32_e32 v6, v8, v9, vcc_lo"]

PROGRAMS: dict[str, tuple[list[str], int]] = {
    "v_mov x1": (moves(1), 16),
    "v_mov x8": (moves(8), 23),
    "v_add x1": (_chain(ADD, 1), 18),
    "v_add RAW x2": (_chain(ADD, 2), 23),
    "v_add RAW x3": (_chain(ADD, 3), 28),
    "v_add RAW x4": (_chain(ADD, 4), 33),
    "v_fma RAW x2": (_FMA * 2, 23),
    "v_fma RAW x8": (_FMA * 8, 53),
    "v_fma RAW x16": (_FMA * 16, 93),
    "v_mul,v_add RAW x8": (_ALTERNATING * 4, 53),
    "v_mul,v_add RAW x16": (_ALTERNATING * 8, 93),
    "v_mov + 4 v_add, one register": (
        [*moves(1), *(f"v_add_f32_e32 v{10 + k}, v0, v0" for k in range(4))],
        24,
    ),
    **{
        f"2 v_mov + 4 v_add, banks 0 and {bank}": (
            [
                "v_mov_b32_e32 v0, 1",
                f"v_mov_b32_e32 v{bank}, 2",
                *(f"v_add_f32_e32 v{10 + k}, v0, v{bank}" for k in range(4)),
            ],
            25,
        )
        for bank in (1, 2, 3)
    },
    "8 v_mov + 2 VOPD add/mul, WAW": (
        [*moves(8), *["v_dual_add_f32 v8, v0, v1 :: v_dual_mul_f32 v9, v2, v3"] * 2],
        27,
    ),
    "8 v_mov + 2 VOPD mov/mov": (
        [
            *moves(8),
            "v_dual_mov_b32 v8, v0 :: v_dual_mov_b32 v9, v1",
            "v_dual_mov_b32 v10, v2 :: v_dual_mov_b32 v11, v3",
        ],
        26,
    ),
    "8 v_mov + 2 VOPD fmac/fmac, RAW": (
        [*moves(8, 4), *["v_dual_fmac_f32 v4, v6, v8 :: v_dual_fmac_f32 v5, v7, v9"] * 2],
        32,
    ),
    "8 v_mov + 4 VOPD fmac/mul, RAW": (
        [*moves(8, 4), *["v_dual_fmac_f32 v4, v6, v8 :: v_dual_mul_f32 v5, v7, v9"] * 4],
        42,
    ),
    **{
        f"12 v_mov + 2 VOPD, RAW on {name}": (
            [*moves(12), "v_dual_add_f32 v12, v0, v1 :: v_dual_mul_f32 v13, v2, v3", second],
            35,
        )
        for name, second in (
            ("X", "v_dual_add_f32 v14, v12, v5 :: v_dual_mul_f32 v15, v6, v7"),
            ("Y", "v_dual_add_f32 v14, v4, v13 :: v_dual_mul_f32 v15, v6, v7"),
            ("both", "v_dual_add_f32 v14, v12, v5 :: v_dual_mul_f32 v15, v13, v7"),
        )
    },
    **{
        f"12 v_mov + 2 VOPD, {name}": (
            [*moves(12), "v_dual_add_f32 v12, v0, v1 :: v_dual_mul_f32 v13, v2, v3", second],
            32,
        )
        for name, second in (
            ("no RAW", "v_dual_add_f32 v14, v8, v9 :: v_dual_mul_f32 v15, v10, v11"),
            ("WAR", "v_dual_add_f32 v0, v8, v9 :: v_dual_mul_f32 v1, v10, v11"),
        )
    },
    **{f"v_exp RAW x{n}": (["v_exp_f32_e32 v4, v4"] * n, 13 + 10 * n) for n in (1, 2, 3, 4)},
    "v_exp, independent v_log": (["v_exp_f32_e32 v4, v4", "v_log_f32_e32 v5, v6"], 27),
    "v_exp, dependent v_add": (["v_exp_f32_e32 v4, v4", "v_add_f32_e32 v5, v4, v6"], 28),
    "v_mul_lo_u32 x1": (["v_mul_lo_u32 v4, v4, v5"], 21),
    "v_mul_lo_u32 RAW x4": (["v_mul_lo_u32 v4, v4, v5"] * 4, 45),
    "v_cmp / v_cndmask x8": (_CND * 4, 25),
    "v_readlane x1": (["v_readlane_b32 s4, v4, 0"], 19),
    "v_readlane x4": ([f"v_readlane_b32 s{4 + k}, v4, 0" for k in range(4)], 22),
    **{f"s_nop {n}, v_add": ([f"s_nop {n}", "v_add_f32_e32 v4, v4, v5"], 19 + n) for n in range(16)},
    "v_add, s_nop 15, v_add": (["v_add_f32_e32 v4, v4, v5", "s_nop 15", "v_add_f32_e32 v6, v7, v8"], 37),
    "s_mov, s_cmp, branch not taken": (["s_mov_b32 s4, 1", "s_cmp_eq_u32 s5, 2", "s_cbranch_scc1 .L1", ".L1:"], 13),
}
"""Name to the lines of the program and its cycles on hardware."""
