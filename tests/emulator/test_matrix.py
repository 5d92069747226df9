"""Every matrix instruction of both generations and both wave sizes, against NumPy.

The layouts are written down once more here, the way AMD's guides and posts word them, so that the emulator's tables
have something to agree with.  Sums follow the definition in docs/reference/emulate.md: C, then the products by
rising k, in double precision.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.errors import CheckFailed, InputError
from isaopt.target.matrix_ops import matrix_ops
from tests.emulator.running import lanes, launch, text_of
from tests.emulator.test_bytefloat import value

U = np.uint32
Bits = NDArray[np.uint32]
Reals = NDArray[np.float64]
WIDTH = {"f32": 32, "i32": 32, "f16": 16, "bf16": 16, "fp8": 8, "bf8": 8, "iu8": 8, "iu4": 4}


def decoded(bits: Bits, kind: str, signed: bool = False) -> Reals:
    """What patterns of a type mean."""
    if kind == "f16":
        return bits.astype(np.uint16).view(np.float16).astype(np.float64)
    if kind in ("bf16", "f32"):
        return (bits << U(16 if kind == "bf16" else 0)).view(np.float32).astype(np.float64)
    if kind in ("fp8", "bf8"):
        return np.array([value(kind, code) for code in range(256)])[bits]
    if kind == "i32":
        return bits.view(np.int32).astype(np.float64)
    size = WIDTH[kind]
    return bits.astype(np.float64) - (2.0**size * (bits >> U(size - 1)) if signed else 0)


def encoded(values: Reals, kind: str) -> Bits:
    """Rounded once to nearest even; integers wrap."""
    if kind == "f32":
        return values.astype(np.float32).view(U)
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16).astype(U)
    if kind == "bf16":  # all values here are normal numbers or zero
        fraction, exponent = np.frexp(values)
        rounded = np.ldexp(np.round(fraction * 256) / 256, exponent)
        return rounded.astype(np.float32).view(U) >> U(16)
    return (values.astype(np.int64) & 0xFFFFFFFF).astype(U)


def patterns(rng: np.random.Generator, shape: tuple[int, int], kind: str) -> Bits:
    """Random elements: floats of moderate size with full fractions, any integers."""
    if kind in ("iu8", "iu4"):
        return rng.integers(0, 1 << WIDTH[kind], shape).astype(U)
    if kind == "i32":
        return rng.integers(-(1 << 20), 1 << 20, shape).astype(np.int32).view(U)
    if kind in ("fp8", "bf8"):
        codes = [c for c in range(256) if 2**-4 <= abs(value(kind, c)) <= 4]
        return rng.choice(np.array(codes, U), shape)
    return encoded(rng.choice([-1, 1], shape) * rng.uniform(0.1, 2, shape), kind)


@dataclass(frozen=True)
class Shape:
    """A mnemonic taken apart."""

    sparse: bool
    c: str
    k: int
    a: str
    b: str


def shape_of(name: str) -> Shape:
    found = re.fullmatch(r"v_(s?w[a-z]+)_([a-z0-9]+)_16x16x(\d+)_([a-z0-9]+?)(?:_([a-z0-9]+))?", name)
    assert found is not None
    kind, c, k, a, b = found.groups()
    return Shape(kind == "swmmac", c, int(k), a, b or a)


def packed(rows: Bits, kind: str, wave: int, gfx12: bool) -> Bits:
    """Registers [register, lane] of A, or of B given by columns: gfx11 has whole rows in each group of 16 lanes, gfx12
    deals them out."""
    size, groups = WIDTH[kind], wave // 16
    count = rows.shape[1] // (groups if gfx12 else 1)
    registers = np.zeros((max(1, count * size // 32), wave), U)
    for lane in range(wave):
        first = lane // 16 * count if gfx12 else 0
        for e in range(count):
            registers[e * size // 32, lane] |= rows[lane % 16, first + e] << U(e * size % 32)
    return registers


def result_place(i: int, j: int, kind: str, wave: int, gfx12: bool, high: bool) -> tuple[int, int, int]:
    """Register, lane and lowest bit of an element of C and D."""
    groups = wave // 16
    each = 16 // groups
    group, item = (i // each, i % each) if gfx12 else (i % groups, i // groups)
    lane = 16 * group + j
    if kind in ("f32", "i32"):
        return item, lane, 0
    return (item // 2, lane, item % 2 * 16) if gfx12 else (item, lane, 16 * high)


@dataclass(frozen=True)
class Run:
    """An instruction and its inputs as registers [register, lane]; ``d`` is C before and D after."""

    name: str
    a: Bits
    b: Bits
    d: Bits
    index: Bits | None = None
    modifiers: str = ""


def span(start: int, count: int) -> str:
    return f"v[{start}:{start + count - 1}]" if count > 1 else f"v{start}"


def run(arch: str, wave: int, runs: list[Run]) -> list[Bits]:
    """What each instruction leaves in D: all in one kernel, each on its own 4096 bytes of the buffers."""
    rows = 1024 // wave
    first, second, out = (np.zeros((len(runs), rows, wave), U) for _ in range(3))
    body = []
    for n, r in enumerate(runs):
        inputs = np.concatenate([r.d, r.a, *([r.index] if r.index is not None else [])])
        first[n, : len(inputs)], second[n, : len(r.b)] = inputs, r.b
        body += [f"global_load_b32 v{10 + k}, v0, s[4:5] offset:{4 * wave * k}" for k in range(len(inputs))]
        body += [f"global_load_b32 v{40 + k}, v0, s[6:7] offset:{4 * wave * k}" for k in range(len(r.b))]
        body.append("s_wait_loadcnt 0x0" if arch == "gfx1201" else "s_waitcnt vmcnt(0)")
        d, a = span(10, len(r.d)), span(10 + len(r.d), len(r.a))
        last = d if r.index is None else f"v{10 + len(r.d) + len(r.a)}"
        body.append(f"{r.name} {d}, {a}, {span(40, len(r.b))}, {last} {r.modifiers}")
        body += [f"global_store_b32 v0, v{10 + k}, s[2:3] offset:{4 * wave * k}" for k in range(len(r.d))]
        body.append("v_add_nc_u32_e32 v0, 0x1000, v0")
    launch(text_of("\n".join(body), arch, wave), out, first, second, (wave, 1, 1))
    return [out[n, : len(r.d)] for n, r in enumerate(runs)]


def test_documented_shapes_are_all_here() -> None:
    assert len(matrix_ops("gfx11")) == 6
    assert len(matrix_ops("gfx12")) == 11 + 11


def case(name: str, gfx12: bool, wave: int) -> tuple[Run, Bits]:
    """Random inputs for an instruction, with its signs, halves and index parts in use; and D as it should be."""
    shape = shape_of(name)
    rng = np.random.default_rng(len(name) + wave)
    kept = shape.k // 2 if shape.sparse else shape.k
    a, b = patterns(rng, (16, kept), shape.a), patterns(rng, (16, shape.k), shape.b)  # b[column][k]
    c = patterns(rng, (16, 16), shape.c)
    integer = shape.c == "i32"
    high = not gfx12 and shape.c in ("f16", "bf16")
    modifiers = "neg_lo:[1,0,0]" if integer else "op_sel:[0,0,1]" if high else ""
    av, bv = decoded(a, shape.a, integer), decoded(b, shape.b)
    index = None
    if shape.sparse:
        # Of each four values of k two are kept, in rising order; two bits say which.
        chosen = np.sort(np.argsort(rng.random((16, kept // 2, 4)), axis=2)[:, :, :2], axis=2).reshape(16, kept)
        dense = np.zeros((16, shape.k))
        np.put_along_axis(dense, chosen + np.arange(kept) // 2 * 4, av, axis=1)
        av = dense
        index = np.zeros((1, wave), U)
        each = kept // (wave // 16)
        key = 32 // (2 * each) - 1  # the highest part that there is
        for lane in range(wave):
            for e in range(each):
                index[0, lane] |= U(chosen[lane % 16, lane // 16 * each + e]) << U(2 * (e + key * each))
        modifiers += f" index_key:{key}" if key else ""
    registers = 8 * 32 // wave // (2 if gfx12 and WIDTH[shape.c] == 16 else 1)
    old = rng.integers(0, 1 << 32, (registers, wave), np.uint64).astype(U)
    old = unpacked(old, c, shape.c, wave, gfx12, high)
    total = decoded(c, shape.c)
    for k in range(shape.k):
        total = total + av[:, k, None] * bv[None, :, k]
    expected = unpacked(old, encoded(total, shape.c), shape.c, wave, gfx12, high)
    left, right = packed(a, shape.a, wave, gfx12), packed(b, shape.b, wave, gfx12)
    return Run(name, left, right, old, index, modifiers), expected


def unpacked(registers: Bits, values: Bits, kind: str, wave: int, gfx12: bool, high: bool) -> Bits:
    """The registers with a 16 by 16 matrix put into its places."""
    out = registers.copy()
    mask = U((1 << WIDTH[kind]) - 1)
    for (i, j), bits in np.ndenumerate(values):
        r, lane, bit = result_place(i, j, kind, wave, gfx12, high)
        out[r, lane] = out[r, lane] & ~(mask << U(bit)) | U(bits) << U(bit)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("wave", [32, 64])
@pytest.mark.parametrize(("arch", "family"), [("gfx1100", "gfx11"), ("gfx1201", "gfx12")])
def test_every_product(arch: str, family: str, wave: int) -> None:
    cases = [case(name, family == "gfx12", wave) for name in matrix_ops(family)]
    for (given, expected), got in zip(cases, run(arch, wave, [c for c, _ in cases]), strict=True):
        np.testing.assert_array_equal(got, expected, err_msg=given.name)


def test_a_transposed_b_is_noticed() -> None:
    rng = np.random.default_rng(1)
    a, b = (patterns(rng, (16, 16), "f16") for _ in range(2))
    c = np.zeros((8, 32), U)
    left, right, wrong = (packed(x, "f16", 32, False) for x in (a, b, b.T))
    name = "v_wmma_f32_16x16x16_f16"
    one, other = run("gfx1100", 32, [Run(name, left, right, c), Run(name, left, wrong, c)])
    assert (one != other).mean() > 0.9


def test_signs_of_c_and_of_halves() -> None:
    rng = np.random.default_rng(2)
    a, b = (patterns(rng, (16, 16), "f16") for _ in range(2))
    c = patterns(rng, (16, 16), "f32")
    old = unpacked(np.zeros((8, 32), U), c, "f32", 32, True, False)
    signs = "neg_lo:[1,0,1] neg_hi:[0,1,1]"
    given = Run("v_wmma_f32_16x16x16_f16", packed(a, "f16", 32, True), packed(b, "f16", 32, True), old, None, signs)
    av, bv = decoded(a, "f16"), decoded(b, "f16")
    av[:, 0::2] *= -1
    bv[:, 1::2] *= -1
    total = -np.abs(decoded(c, "f32"))
    for k in range(16):
        total = total + av[:, k, None] * bv[None, :, k]
    expected = unpacked(old, encoded(total, "f32"), "f32", 32, True, False)
    np.testing.assert_array_equal(run("gfx1201", 32, [given])[0], expected)


def test_integers_wrap_or_clamp() -> None:
    twos, c = np.full((2, 32), 0x02020202, U), np.full((8, 32), 0x7FFFFFFE, U)
    name = "v_wmma_i32_16x16x16_iu8"
    wrapped, clamped = run("gfx1201", 32, [Run(name, twos, twos, c), Run(name, twos, twos, c, None, "clamp")])
    assert (wrapped == 0x7FFFFFFE + 16 * 4).all()
    assert (clamped == 0x7FFFFFFF).all()


def test_an_undefined_accumulator_or_index_is_noticed() -> None:
    zero = "\n".join(f"v_mov_b32 v{r}, 0" for r in range(10, 33))
    matrix = "v_swmmac_f32_16x16x32_f16 v[{d}:{e}], v[18:21], v[22:29], v{index}"
    good = lanes(f"{zero}\n{matrix.format(d=10, e=17, index=30)}", arch="gfx1201")
    assert (good == 0).all()
    for d, index in ((10, 50), (40, 30)):
        copy = f"v_mov_b32 v10, v{d}"
        with pytest.raises(CheckFailed, match="undefined"):
            lanes(f"{zero}\n{matrix.format(d=d, e=d + 7, index=index)}\n{copy}", arch="gfx1201")


def test_an_index_key_beyond_the_register_is_refused() -> None:
    zero = "\n".join(f"v_mov_b32 v{r}, 0" for r in range(10, 33))
    with pytest.raises(InputError):
        lanes(f"{zero}\nv_swmmac_f32_16x16x32_f16 v[10:17], v[18:21], v[22:29], v30 index_key:2", arch="gfx1201")
