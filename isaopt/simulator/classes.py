"""What kind of instruction an op is to the issue logic, and how much arithmetic it does."""

from __future__ import annotations

import re
from typing import Literal

from isaopt.ir.program import Op
from isaopt.target.counters import is_wait
from isaopt.target.latency import alu_latency
from isaopt.target.reads import is_matrix, is_valu

Unit = Literal["valu", "salu", "smem", "vmem", "lds", "branch", "internal", "export"]
UNITS: tuple[Unit, ...] = ("valu", "salu", "smem", "vmem", "lds", "branch", "internal", "export")
VALU, SALU, SMEM, VMEM, LDS, BRANCH, INTERNAL, EXPORT = range(8)

ValuClass = Literal["plain", "wide", "mul", "trans", "f64", "f64_trans", "matrix"]
_BY_LATENCY: dict[int, ValuClass] = {
    5: "plain", 6: "wide", 7: "trans", 8: "mul", 10: "trans", 38: "f64", 40: "f64_trans",
}  # fmt: skip
#: What the sequencer handles itself, though the tables list it with the scalar ALU (ISA guides, SOPP).
_INTERNAL = (
    "s_nop", "s_clause", "s_delay_alu", "s_barrier", "s_sleep", "s_setprio", "s_sethalt", "s_wait", "s_set_inst",
    "s_endpgm", "s_icache_inv", "s_code_end", "s_inst_prefetch", "s_sendmsg", "s_ttrace", "s_trap", "s_dcache",
    "s_incperflevel", "s_decperflevel", "s_prefetch", "s_round_mode", "s_denorm_mode",
)  # fmt: skip
_VMEM = frozenset({"global", "flat", "scratch", "mubuf", "mtbuf", "mimg", "vimage", "vsample", "vbuffer", "vglobal",
                   "vflat", "vscratch", "flat_encoding"})  # fmt: skip
_WMMA = re.compile(r"v_(?:sw)?(?:wmma|mmac)_\w+?_16x16x(\d+)_(\w+?)(?:_w\d+)?$")
#: Arithmetic operations of a lane by the words of a mnemonic; the first that fits counts.
_FLOPS = (
    (re.compile(r"v_dot2\w*_(f32|f16|bf16)"), 4),
    (re.compile(r"v_pk_(fma|fmac|mad)_"), 4),
    (re.compile(r"v_pk_(add|mul|min|max|minimum|maximum)_(num_)?(f16|f32|bf16)"), 2),
    (re.compile(r"v_(fma|fmac|fmaak|fmamk|mad|mac|fma_mix\w*)_(dx9_zero_|legacy_|mix\w*_)?(f16|f32|f64)"), 2),
    (re.compile(r"v_(add|sub|subrev|mul|ldexp|rcp|rsq|sqrt|exp|log|sin|cos)_(dx9_zero_|legacy_)?(f16|f32|f64)"), 1),
)  # fmt: skip


def unit_of(op: Op) -> int:
    """Which issue port the op takes, as an index into ``UNITS``."""
    name = op.mnemonic
    if is_valu(op):
        return VALU
    if op.flag("branch") or name.startswith("s_cbranch") or name == "s_branch":
        return BRANCH
    if is_wait(op) or name.startswith(_INTERNAL):
        return INTERNAL
    if op.flag("smem"):
        return SMEM
    if name.startswith("exp"):
        return EXPORT
    if op.flag("ds") or name.startswith(("ds_", "lds_")):
        return LDS
    if op.desc.flags & _VMEM or name.startswith(("image_", "buffer_", "global_", "flat_", "scratch_", "tbuffer_")):
        return VMEM
    return SALU


def valu_class(op: Op) -> ValuClass:
    """The class that decides latency and throughput of a vector instruction."""
    if is_matrix(op):
        return "matrix"
    return _BY_LATENCY.get(max(alu_latency(half.mnemonic) for half in op.halves), "plain")


def matrix_kind(mnemonic: str) -> tuple[str, int]:
    """Which rate a matrix instruction has (``f16``, ``i8``, ``i4``), and its depth K."""
    found = _WMMA.match(mnemonic.removesuffix("_e64"))
    if found is None:
        return "f16", 16
    kind = found[2]
    depth = int(found[1])
    if "4" in kind.replace("f16", "").replace("bf16", ""):
        return "i4", depth
    return ("f16" if kind in ("f16", "bf16") else "i8"), depth


def flops(op: Op, wave_size: int) -> int:
    """Floating-point (or matrix) operations of one wave with all lanes on."""
    if is_matrix(op):
        return 2 * 16 * 16 * matrix_kind(op.mnemonic)[1]
    total = 0
    for half in op.halves:
        name = half.mnemonic.replace("v_dual_", "v_", 1)
        total += next((count for pattern, count in _FLOPS if pattern.match(name)), 0)
    return total * wave_size


def is_fp32(op: Op) -> bool:
    """Whether wave64 hardware may issue the op's two halves as a pair: plain FP32 arithmetic."""
    return all(
        re.match(r"v_(fma|fmac|fmaak|fmamk|mul|add|sub|subrev|max|min|max_num|min_num)_f32", half.mnemonic) is not None
        for half in op.halves
    )


_WIDTH = re.compile(r"_(?:d16_)?(?:hi_)?(?:format_d16_)?([buif])(\d+)(?:x(\d))?")


def lane_bytes(op: Op) -> int:
    """Bytes of memory that one lane (or a scalar instruction) moves; 0 where it moves none."""
    name = op.mnemonic
    if "inv" in name or name.endswith(("_wb", "_wbinv")) or not (op.flag("mayload") or op.flag("maystore")):
        return 4 if name.startswith(("ds_bpermute", "ds_permute", "ds_swizzle")) else 0
    found = _WIDTH.findall(name)
    bits = int(found[-1][1]) * int(found[-1][2] or 1) if found else 0
    if not bits:
        widest = max((o.dwords for o in op.desc.operands if o.name in ("vdst", "vdata", "data0")), default=1)
        bits = 32 * widest
    return bits // 8 * (2 if "2addr" in name else 1)
