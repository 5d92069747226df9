"""Launches of the matrix kernels of kernels_s/ (wmma_types, wmma_chain) with their NumPy references."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scripts.kernel_case import Args, Case, Floats, integers, launched, to_bf16, wide

Array = NDArray[np.generic]
#: Patterns of 0 to 4 in the eight-bit floats.
_BYTE_FLOATS = {"fp8": (0x00, 0x38, 0x40, 0x44, 0x48), "bf8": (0x00, 0x3C, 0x40, 0x42, 0x44)}


def one_wave(args: Args, expected: Floats, wave: int = 32, bf16: tuple[str, ...] = ()) -> Case:
    """A launch of one wave, whose result is in the last buffer."""
    return launched((1, 1, 1), (wave, 1, 1), args, {[*args][-1]: expected}, bf16=bf16)


def small(seed: int, *shape: int) -> NDArray[np.floating]:
    """Whole numbers from -2 to 2: sums of 16 products are exact even in bfloat16."""
    return np.random.default_rng(seed).integers(-2, 3, shape).astype(np.float32)


def in_type(values: NDArray[np.floating], kind: str) -> Array:
    """Whole numbers in a kernel's element type."""
    if kind == "bf16":
        return to_bf16(values)
    if kind in _BYTE_FLOATS:
        codes = np.array(_BYTE_FLOATS[kind], np.uint8)[np.abs(values).astype(int)]
        signs: NDArray[np.uint8] = np.where(values < 0, 0x80, 0).astype(np.uint8)
        coded: Array = codes | signs
        return coded
    as_float: Array = values.astype(np.float16 if kind == "f16" else np.float32)
    return as_float


def packed_nibbles(values: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Two values a byte, the first in the lower half."""
    halves = (values & 15).astype(np.uint8)
    return (halves[:, 0::2] | halves[:, 1::2] << 4).astype(np.uint8)


def floats(wave: int, kind_a: str, kind_b: str, result: str, by_columns: bool) -> Case:
    """A product of 16x16 tiles of floats."""
    a, b, c = small(1, 16, 16), small(2, 16, 16), small(3, 16, 16)
    given_b = in_type(np.ascontiguousarray(b.T) if by_columns else b, kind_b)
    d = in_type(np.zeros((16, 16), np.float32), result)
    args = {"a": in_type(a, kind_a), "b": given_b, "c": in_type(c, result), "d": d}
    return one_wave(args, wide(a) @ wide(b) + wide(c), wave, bf16=("d",) if result == "bf16" else ())


def whole(wave: int, bits: int, size_k: int) -> Case:
    """A product of integers, A signed and B unsigned and given by columns."""
    rng = np.random.default_rng(4)
    top = 1 << bits
    a, b = rng.integers(-top // 2, top // 2, (16, size_k)), rng.integers(0, top, (16, size_k))
    c = rng.integers(-1000, 1000, (16, 16)).astype(np.int32)
    given = [x.astype(np.uint8) if bits == 8 else packed_nibbles(x) for x in (a, b)]
    args: Args = {"a": given[0], "b": given[1], "c": c, "d": np.zeros_like(c)}
    return one_wave(args, (a @ b.T + c).astype(np.float64), wave)


def sparse(wave: int) -> Case:
    """A product whose A keeps two of each four values in a row of 32."""
    rng = np.random.default_rng(5)
    kept, b, c = small(6, 16, 16), small(7, 32, 16), small(8, 16, 16)
    which = np.sort(np.argsort(rng.random((16, 8, 4)), axis=2)[:, :, :2], axis=2).reshape(16, 16)
    a = np.zeros((16, 32))
    np.put_along_axis(a, which + np.arange(16) // 2 * 4, wide(kept), axis=1)
    index = (which.astype(np.uint32) << (2 * np.arange(16, dtype=np.uint32))).sum(axis=1).astype(np.uint32)
    given = {"a": kept.astype(np.float16), "b": np.ascontiguousarray(b.T).astype(np.float16)}
    args = given | {"kept": index.view(np.int32), "c": c, "d": np.zeros((16, 16), np.float32)}
    return one_wave(args, a @ wide(b) + wide(c), wave)


def wmma_types(wave: int) -> dict[str, Case]:
    """Every kernel that a generation may have."""
    cases = {
        "f32_f16": floats(wave, "f16", "f16", "f32", False),
        "f32_bf16": floats(wave, "bf16", "bf16", "f32", False),
        "i32_iu8": whole(wave, 8, 16),
        "i32_iu4": whole(wave, 4, 16),
        "i32_iu4_k32": whole(wave, 4, 32),
        "sparse_f32_f16": sparse(wave),
    }
    for kind in ("f16", "bf16"):
        for half in ("", "_high"):
            cases[f"{kind}_{kind}{half}"] = floats(wave, kind, kind, kind, False)
    for a in _BYTE_FLOATS:
        for b in _BYTE_FLOATS:
            cases[f"f32_{a}_{b}"] = floats(wave, a, b, "f32", True)
    return cases


def wmma_chain() -> dict[str, Case]:
    """One product, a network of two layers, and a pair of products; all sums are exact in the precisions used."""
    a, b = integers(1, 16, 16), integers(2, 16, 16)
    product = one_wave({"a": a, "b": b, "c": np.zeros_like(a)}, wide(a) @ wide(b))
    w, x = integers(3, 2, 16, 16, dtype="float16"), integers(4, 16, 16, dtype="float16")
    layers = {"w": w, "x": x, "out": np.zeros((16, 16), np.float32)}
    network = one_wave(layers, wide(w[1]) @ np.maximum(wide(w[0]) @ wide(x), 0))
    first, b0, b1 = (integers(n, *shape, dtype="float16") for n, shape in ((5, (32, 32)), (6, (48, 32)), (7, (48, 48))))
    products = {"a": first, "b0": b0, "b1": b1, "c": np.zeros((32, 48), np.float32)}
    pair = one_wave(products, wide(first) @ wide(b0).T @ wide(b1).T)
    return {"wmma_packed": product, "wmma_mlp": network, "wmma_fused_pair": pair}
