"""Which matrix instructions a target has (LLVM VOP3PInstructions.td)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from isaopt.target.matrix import MatrixOp
from isaopt.target.matrix_layouts import layout_of

_HALF = frozenset({"op_sel"})
_KEYED = frozenset({"index_key"})
_SHAPE = re.compile(
    r"v_(?P<kind>wmma|swmmac|mfma|smfmac)_(?P<c>f64|f32|f16|bf16|i32)_"
    r"(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d+)(?:_(?P<blocks>\d+)b)?_(?P<a>[a-z0-9]+)(?:_(?P<b>fp8|bf8))?"
)

_WMMA11 = (
    "v_wmma_f32_16x16x16_f16",
    "v_wmma_f32_16x16x16_bf16",
    "v_wmma_f16_16x16x16_f16",
    "v_wmma_bf16_16x16x16_bf16",
    "v_wmma_i32_16x16x16_iu8",
    "v_wmma_i32_16x16x16_iu4",
)
_BYTES = tuple(f"{a}_{b}" for a in ("fp8", "bf8") for b in ("fp8", "bf8"))
_WMMA12 = (*_WMMA11, "v_wmma_i32_16x16x32_iu4", *(f"v_wmma_f32_16x16x16_{types}" for types in _BYTES))
_SWMMAC = (
    "v_swmmac_f32_16x16x32_f16",
    "v_swmmac_f32_16x16x32_bf16",
    "v_swmmac_f16_16x16x32_f16",
    "v_swmmac_bf16_16x16x32_bf16",
    "v_swmmac_i32_16x16x32_iu8",
    "v_swmmac_i32_16x16x32_iu4",
    "v_swmmac_i32_16x16x64_iu4",
    *(f"v_swmmac_f32_16x16x32_{types}" for types in _BYTES),
)


def _parsed(name: str, family: str, wave_sizes: tuple[int, ...]) -> MatrixOp:
    """The op that a mnemonic spells out."""
    found = _SHAPE.fullmatch(name)
    assert found is not None, name
    m, n, k, blocks = (int(found[part] or 1) for part in ("m", "n", "k", "blocks"))
    sparse = found["kind"] in ("swmmac", "smfmac")
    modifiers: frozenset[str] = frozenset()
    if family == "gfx11" and found["c"] in ("f16", "bf16"):
        modifiers = _HALF
    elif sparse:
        modifiers = _KEYED
    a, b = found["a"], found["b"] or found["a"]
    return MatrixOp(name, family, m, n, k, a, b, found["c"], blocks, sparse, wave_sizes, modifiers)


@cache
def matrix_ops(family: str) -> Mapping[str, MatrixOp]:
    """The matrix instructions of a family by mnemonic."""
    names = {"gfx11": _WMMA11, "gfx12": (*_WMMA12, *_SWMMAC)}[family]
    return MappingProxyType({name: _parsed(name, family, (32, 64)) for name in names})


def index_keys(op: MatrixOp, wave_size: int) -> int:
    """How many values ``index_key`` takes: the parts of a 32-bit index register; 1 where there is no such modifier."""
    if not op.sparse:
        return 1
    return 32 // (2 * layout_of(op, "A", wave_size).items)
