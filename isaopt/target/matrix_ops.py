"""The matrix instructions of each target (LLVM VOP3PInstructions.td; MI200 and MI300 ISA guides, "MFMA")."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from isaopt.errors import UsageError
from isaopt.target.matrix import LayoutChoice, MatrixOp
from isaopt.target.matrix_layouts import layout_of

#: Groups of targets with the same matrix instructions.
MATRIX_FAMILIES = ("gfx11", "gfx12", "gfx90a", "gfx942")

_SHAPE = re.compile(
    r"v_(?P<kind>s?w?mma|swmmac)_(?P<c>[a-z0-9]+)_(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)_(?P<a>[a-z0-9]+)(_(?P<b>fp8|bf8))?"
)
_BYTES = tuple(f"{a}_{b}" for a in ("fp8", "bf8") for b in ("fp8", "bf8"))
_WMMA = (
    "v_wmma_f32_16x16x16_f16",
    "v_wmma_f32_16x16x16_bf16",
    "v_wmma_f16_16x16x16_f16",
    "v_wmma_bf16_16x16x16_bf16",
    "v_wmma_i32_16x16x16_iu8",
    "v_wmma_i32_16x16x16_iu4",
)
_GFX12 = (
    *_WMMA,
    *(f"v_wmma_f32_16x16x16_{types}" for types in _BYTES),
    "v_wmma_i32_16x16x32_iu4",
    "v_swmmac_f32_16x16x32_f16",
    "v_swmmac_f32_16x16x32_bf16",
    "v_swmmac_f16_16x16x32_f16",
    "v_swmmac_bf16_16x16x32_bf16",
    "v_swmmac_i32_16x16x32_iu8",
    "v_swmmac_i32_16x16x32_iu4",
    "v_swmmac_i32_16x16x64_iu4",
    *(f"v_swmmac_f32_16x16x32_{types}" for types in _BYTES),
)

_NAMES = {"gfx11": _WMMA, "gfx12": _GFX12}

#: k of MFMA's five shapes: 32x32 twice, 16x16 four times, 4x4 sixteen times; one 32x32, one 16x16.
_FIVE = {"f32": (1, 1, 1, 2, 4), "f16": (4, 4, 4, 8, 16), "i8": (4, 4, 4, 8, 16), "bf16": (2, 2, 2, 4, 8)}
_SIDES = ((32, 2), (16, 4), (4, 16), (32, 1), (16, 1))
_BROADCAST = frozenset({"cbsz", "abid", "blgp"})


def _parsed(name: str, family: str) -> MatrixOp:
    """The WMMA or SWMMAC that a mnemonic describes."""
    found = _SHAPE.fullmatch(name)
    assert found is not None, name
    sparse = found["kind"] == "swmmac"
    halves = family == "gfx11" and found["c"] in ("f16", "bf16")
    modifiers = frozenset({"op_sel"} if halves else {"index_key"} if sparse else ())
    m, n, k = (int(found[part]) for part in "mnk")
    return MatrixOp(
        name, family, m, n, k, found["a"], found["b"] or found["a"], found["c"], 1, sparse, (32, 64), modifiers
    )


def _mfma(
    family: str, c: str, side: int, k: int, blocks: int, a: str, b: str = "", suffix: str = ""
) -> tuple[str, MatrixOp]:
    """An MFMA and its mnemonic: gfx90a joins shape and type, gfx942 separates them and spells out the blocks."""
    types = f"{a}_{b}" if b else a
    joined = f"v_mfma_{c}_{side}x{side}x{k}"
    many = f"_{blocks}b" if blocks > 1 else ""
    name = f"{joined}{types}{suffix}" if family == "gfx90a" else f"{joined}{many}_{types}"
    modifiers = frozenset() if b or a in ("f64", "xf32") else _BROADCAST
    return name, MatrixOp(name, family, side, side, k, a, b or a, c, blocks, False, (64,), modifiers)


def _smfmac(c: str, side: int, k: int, a: str, b: str = "") -> tuple[str, MatrixOp]:
    types = f"{a}_{b}" if b else a
    name = f"v_smfmac_{c}_{side}x{side}x{k}_{types}"
    return name, MatrixOp(name, "gfx942", side, side, k, a, b or a, c, 1, True, (64,), frozenset({"cbsz", "abid"}))


def _five(family: str, c: str, a: str, ks: tuple[int, ...], suffix: str = "") -> list[tuple[str, MatrixOp]]:
    return [_mfma(family, c, side, k, blocks, a, suffix=suffix) for (side, blocks), k in zip(_SIDES, ks, strict=True)]


def _cdna(family: str) -> dict[str, MatrixOp]:
    ops = [*_five(family, "f32", "f32", _FIVE["f32"]), *_five(family, "f32", "f16", _FIVE["f16"])]
    if family == "gfx90a":
        ops += _five(family, "i32", "i8", _FIVE["i8"]) + _five(family, "f32", "bf16", _FIVE["bf16"])
        ops += _five(family, "f32", "bf16", _FIVE["f16"], "_1k")
    else:
        ops += _five(family, "f32", "bf16", _FIVE["f16"])
        ops += _five(family, "i32", "i8", (4, 4, 4, 16, 32))
        ops += [_mfma(family, "f32", 32, 4, 1, "xf32"), _mfma(family, "f32", 16, 8, 1, "xf32")]
        for types in _BYTES:
            a, b = types.split("_")
            ops += [_mfma(family, "f32", 32, 16, 1, a, b), _mfma(family, "f32", 16, 32, 1, a, b)]
            ops += [_smfmac("f32", 32, 32, a, b), _smfmac("f32", 16, 64, a, b)]
        for c, a, k in (("f32", "f16", 16), ("f32", "bf16", 16), ("i32", "i8", 32)):
            ops += [_smfmac(c, 32, k, a), _smfmac(c, 16, 2 * k, a)]
    ops += [_mfma(family, "f64", 16, 4, 1, "f64"), _mfma(family, "f64", 4, 4, 4, "f64")]
    return dict(ops)


@cache
def matrix_ops(family: str) -> Mapping[str, MatrixOp]:
    """The matrix instructions of a family by mnemonic; empty for a family outside :data:`MATRIX_FAMILIES`."""
    if family in ("gfx90a", "gfx942"):
        return MappingProxyType(_cdna(family))
    return MappingProxyType({name: _parsed(name, family) for name in _NAMES.get(family, ())})


def matrix_op(family: str, mnemonic: str) -> MatrixOp | None:
    """The matrix instruction of that name; on gfx942 it may be written as for gfx90a. None for any other name."""
    ops = matrix_ops(family)
    if mnemonic not in ops and family == "gfx942":
        older = re.sub(r"(x\d+)(_\d+b)?_([a-z0-9]+)$", r"\1\3", mnemonic)
        for name, op in ops.items():
            if re.sub(r"(x\d+)(_\d+b)?_([a-z0-9]+)$", r"\1\3", name) == older.removesuffix("_1k"):
                return op
    return ops.get(mnemonic)


def find_matrix_op(family: str, mnemonic: str) -> MatrixOp:
    """As :func:`matrix_op`; raises :class:`UsageError` with the nearest names if there is none."""
    found = matrix_op(family, mnemonic.lower())
    if found is None:
        names = list(matrix_ops(family))
        close = difflib.get_close_matches(mnemonic.lower(), names, n=3)
        raise UsageError(
            f"{family} has no matrix instruction '{mnemonic}'",
            hint=f"did you mean {' or '.join(close)}?" if close else "isaopt layout --list lists them",
        )
    return found


def index_keys(op: MatrixOp, wave_size: int) -> int:
    """The number of values of ``index_key``, which selects a part of a 32-bit index register; 1 without such a
    modifier."""
    if not op.sparse:
        return 1
    return 32 // (2 * layout_of(op, "A", wave_size).items)


_RANGES = {"high": 2, "cbsz": 8, "abid": 16, "blgp": 8}


def check_choice(op: MatrixOp, wave_size: int, choice: LayoutChoice) -> None:
    """Raises :class:`UsageError` for a wave size in which the instruction cannot run, or modifiers that it does not
    take."""
    if wave_size not in op.wave_sizes:
        sizes = " and ".join(map(str, op.wave_sizes))
        raise UsageError(f"{op.mnemonic} runs in waves of {sizes} lanes, not {wave_size}")
    keys = index_keys(op, wave_size)
    limits = {**_RANGES, "index_key": keys}
    if op.sparse and "cbsz" in op.modifiers:
        limits |= {"cbsz": 2, "abid": keys}
    else:
        limits["cbsz"] = op.blocks.bit_length()
        limits["abid"] = 1 << choice.cbsz
    for name, limit in limits.items():
        given = getattr(choice, name)
        word = {"high": "op_sel"}.get(name, name)
        if given and word not in op.modifiers:
            raise UsageError(f"{op.mnemonic} takes no {word}")
        if not 0 <= given < limit:
            raise UsageError(f"{word}:{given}: {op.mnemonic} takes 0 to {limit - 1} here")
