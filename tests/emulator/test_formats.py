"""Buffer formats that convert, against values computed from their definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.emulator.emulation import EmulationOptions
from isaopt.emulator.semantics.typed import FORMATS
from isaopt.errors import CheckFailed
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain
from tests.emulator.running import launch, text_of

U = np.uint32
NAMES = FORMATS[1:]
WAIT = {"gfx1100": "s_waitcnt vmcnt(0)", "gfx1201": "s_wait_loadcnt 0x0"}
ZERO = {"gfx1100": "0", "gfx1201": "null"}
#: Raw buffer, checked by byte.
RAW = 3 << 28


def fields(name: str) -> list[int]:
    """Bits of the components, x first."""
    return [int(n) for n in reversed(name.split("_")[:-1])]


def selection(count: int, missing: int = 0) -> int:
    return sum((4 + k if k < count else missing) << 3 * k for k in range(4))


def small_float(x: int, fraction: int) -> float:
    exponent, rest = x >> fraction, x & (1 << fraction) - 1
    if exponent == 31:
        return float("nan") if rest else float("inf")
    return float(Fraction(rest + (exponent > 0) * 2**fraction) * Fraction(2) ** (max(exponent, 1) - 15 - fraction))


def meaning(x: int, bits: int, kind: str) -> float:
    signed = x - (1 << bits) if x >> bits - 1 else x
    match kind:
        case "UNORM":
            return float(Fraction(x, (1 << bits) - 1))
        case "SNORM":
            return float(max(Fraction(signed, (1 << bits - 1) - 1), Fraction(-1)))
        case "USCALED":
            return float(x)
        case "SSCALED":
            return float(signed)
        case _:
            return small_float(x, bits - 5)


def pattern(x: int, bits: int, kind: str, d16: bool) -> int:
    """What a field becomes in a register."""
    if kind == "UINT":
        return x
    if kind == "SINT":
        return (x - (1 << bits) if x >> bits - 1 else x) & (0xFFFF if d16 else 0xFFFFFFFF)
    if kind == "FLOAT" and bits == 32:
        single = np.array([x], U).view(np.float32)
        with np.errstate(over="ignore"):
            return int(single.astype(np.float16).view(np.uint16)[0]) if d16 else x
    if kind == "FLOAT" and bits == 16:
        half = np.array([x], np.uint16)
        return x if d16 else int(half.view(np.float16).astype(np.float32).view(U)[0])
    value = np.array([meaning(x, bits, kind)])
    with np.errstate(over="ignore"):
        return int(value.astype(np.float16).view(np.uint16)[0] if d16 else value.astype(np.float32).view(U)[0])


def parts(name: str, data: bytes) -> list[int]:
    whole, out = int.from_bytes(data, "little"), []
    for bits in fields(name):
        out.append(whole & (1 << bits) - 1)
        whole >>= bits
    return out


def elements() -> NDArray[np.uint8]:
    """Sixteen bytes a lane: random ones, the ends of ranges, halves that are NaN, infinite and tiny."""
    data = np.random.default_rng(5).integers(0, 256, (32, 16), np.uint8)
    for lane, byte in enumerate((0, 0xFF, 0x7F, 0x80, 1, 0x81, 0x7C, 0xFE)):
        data[lane] = byte
    data[8] = np.tile(np.array([0x00, 0x7C], np.uint8), 8)
    data[9] = np.tile(np.array([0x00, 0xFC, 0xFF, 0x7B], np.uint8), 4)
    data[10] = np.tile(np.array([0, 0, 0x80, 0x7F], np.uint8), 4)
    return data


def loads(arch: str, names: list[str], d16: bool, late: bool) -> NDArray[np.uint32]:
    """What ``buffer_load_format_xyzw`` of every format gives: [format, lane, register]."""
    registers = 2 if d16 else 4
    body = "v_lshlrev_b32 v3, 2, v0\ns_mov_b32 s8, s4\ns_mov_b32 s9, s5\ns_mov_b32 s10, 0x200\n"
    form = f"buffer_load{'_d16' if d16 else ''}_format_xyzw v[4:{3 + registers}], v3, s[8:11], {ZERO[arch]} offen"
    for name in names:
        word = RAW | FORMATS.index(name) << 12 | selection(len(fields(name)), 1)
        body += f"s_mov_b32 s11, {word:#x}\n{form}\n{WAIT[arch]}\n"
        if d16:
            body += "v_mov_b32 v6, 0\nv_mov_b32 v7, 0\n"
        body += "global_store_b128 v3, v[4:7], s[2:3]\ns_add_u32 s2, s2, 0x200\ns_addc_u32 s3, s3, 0\n"
    out = np.zeros((len(names), 32, 4), U)
    launch(text_of(body, arch), out, elements(), options=EmulationOptions(late=late))
    return out


@pytest.mark.parametrize(("arch", "late"), [("gfx1100", False), ("gfx1201", True)])
@pytest.mark.parametrize("d16", [False, True])
def test_every_format_is_loaded(arch: str, late: bool, d16: bool) -> None:
    names = [n for n in NAMES if not (d16 and n.startswith("32") and n.endswith("INT"))]
    found = loads(arch, names, d16, late)
    data = elements()
    for name, lanes in zip(names, found, strict=True):
        kind = name.rpartition("_")[2]
        one = 1 if kind.endswith("INT") else 0x3C00 if d16 else 0x3F800000
        size = sum(fields(name)) // 8
        for lane in range(32):
            values = [
                pattern(x, bits, kind, d16)
                for x, bits in zip(parts(name, data[lane, :size].tobytes()), fields(name), strict=True)
            ]
            got = [int(x) for x in lanes[lane]]
            if d16:
                got = [got[k // 2] >> 16 * (k % 2) & 0xFFFF for k in range(4)]
            for k, (x, y) in enumerate(zip(got, values + [one] * (4 - len(values)), strict=True)):
                infinity, sign = (0x7C00, 0x8000) if d16 else (0x7F800000, 0x80000000)
                nan = kind == "FLOAT" and all(z & ~sign > infinity for z in (x, y))
                assert nan or x == y, (name, lane, k, hex(x), hex(y))


def nearest_even(x: Fraction) -> int:
    return round(x)  # Python rounds halves to even


def stored(value: float, bits: int, kind: str) -> int:
    signed = kind == "SNORM"
    top = (1 << bits - signed) - 1
    if np.isnan(value):
        return 0
    clamped = Fraction(min(max(value, -1.0 if signed else 0.0), 1.0))
    return nearest_even(clamped * top) & (1 << bits) - 1


VALUES = np.array(
    [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, np.nan, np.inf, -np.inf, 1e-30, 0.25, 0.7490196, 1 / 3, 0.9999],
    np.float32,
)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("d16", [False, True])
def test_normalised_numbers_are_stored(arch: str, d16: bool) -> None:
    names = [n for n in NAMES if n.endswith("NORM")]
    rng = np.random.default_rng(2)
    source = np.concatenate([np.tile(VALUES, 4), rng.uniform(-1.5, 1.5, 64).astype(np.float32)]).reshape(32, 4)
    halves = source.astype(np.float16)
    registers = 2 if d16 else 4
    body = f"v_lshlrev_b32 v3, 2, v0\nglobal_load_b128 v[4:7], v3, s[4:5]\n{WAIT[arch]}\ns_mov_b32 s10, 0x200\n"
    form = f"buffer_store{'_d16' if d16 else ''}_format_xyzw v[4:{3 + registers}], v3, s[8:11], {ZERO[arch]} offen"
    for name in names:
        word = RAW | FORMATS.index(name) << 12 | selection(4)
        body += f"s_mov_b32 s8, s2\ns_mov_b32 s9, s3\ns_mov_b32 s11, {word:#x}\n{form}\n"
        body += "s_add_u32 s2, s2, 0x200\ns_addc_u32 s3, s3, 0\n"
    out = np.zeros((len(names), 32, 16), np.uint8)
    data = np.zeros((32, 4), U)
    data[:, :registers] = (halves if d16 else source).view(U).reshape(32, registers)
    launch(text_of(body, arch), out, data)
    for name, lanes in zip(names, out, strict=True):
        size = sum(fields(name)) // 8
        assert not lanes[:, size:].any()
        for lane in range(32):
            got = parts(name, lanes[lane, :size].tobytes())
            values = halves[lane] if d16 else source[lane]
            expected = [
                stored(float(v), bits, name.rpartition("_")[2]) for v, bits in zip(values, fields(name), strict=False)
            ]
            assert got == expected, (name, lane)


@pytest.mark.parametrize("name", [n for n in NAMES if n.endswith("INT") or (n.endswith("FLOAT") and "11" not in n)])
def test_what_is_loaded_can_be_stored(name: str) -> None:
    """Integers and floats that a field can hold come back as they were."""
    data = elements()
    size = sum(fields(name)) // 8
    quiet = data.copy()
    if name.endswith("FLOAT") and "16" in name:
        words = quiet.view(np.uint16)
        words[(words & 0x7C00 == 0x7C00) & (words & 0x3FF != 0)] |= 0x200
    word = RAW | FORMATS.index(name) << 12 | selection(len(fields(name)))
    count = len(fields(name))
    body = "v_lshlrev_b32 v3, 2, v0\ns_mov_b32 s8, s4\ns_mov_b32 s9, s5\ns_mov_b32 s10, 0x200\n"
    body += f"s_mov_b32 s11, {word:#x}\n"
    last = "v4" if count == 1 else f"v[4:{3 + count}]"
    body += (
        f"buffer_load_format_{'xyzw'[:count]} {last}, v3, s[8:11], 0 offen\n{WAIT['gfx1100']}\ns_mov_b32 s8, s2\n"
        f"s_mov_b32 s9, s3\ntbuffer_store_format_{'xyzw'[:count]} {last}, v3, s[8:11], 0 format:[BUF_FMT_{name}] offen"
    )
    out = np.zeros((32, 16), np.uint8)
    launch(text_of(body), out, data, options=EmulationOptions(late=True))
    assert np.array_equal(out[:, :size], quiet[:, :size])


def test_names_have_the_numbers_of_the_assembler(toolchain: Toolchain) -> None:
    def assembled(forms: list[str], arch: str) -> bytes:
        lines = "\n".join(f"tbuffer_load_format_x v0, v0, s[0:3], {ZERO[arch]} format:{f} offen" for f in forms)
        return assemble(f'.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n{lines}\n', arch, toolchain=toolchain)

    for arch in ("gfx1100", "gfx1201"):
        by_name = assembled([f"[BUF_FMT_{name}]" for name in NAMES], arch)
        assert by_name == assembled([str(n) for n in range(1, len(FORMATS))], arch)


def one(line: str, word: int, data: int = 0x12345678) -> NDArray[np.uint32]:
    body = f"v_mov_b32 v10, 7\nv_mov_b32 v11, 7\nv_mov_b32 v12, {data:#x}\nv_mov_b32 v13, 0\n"
    body += f"s_mov_b32 s8, s4\ns_mov_b32 s9, s5\ns_mov_b32 s10, 0x80\ns_mov_b32 s11, {word:#x}\n{line}\n"
    body += "s_waitcnt vmcnt(0)\nglobal_store_b32 v0, v10, s[2:3]\nglobal_store_b32 v0, v11, s[2:3] offset:128"
    out = np.zeros((2, 32), U)
    launch(text_of(body), out, np.full(32, 0xF0E1D2C3, U))
    return out


def word_of(name: str, select: int) -> int:
    return RAW | FORMATS.index(name) << 12 | select


def test_selection_moves_components() -> None:
    swapped = 5 | 4 << 3  # y, x
    found = one("buffer_load_format_xy v[10:11], v0, s[8:11], 0 offen", word_of("16_16_UINT", swapped))
    assert (found == np.array([[0xF0E1], [0xD2C3]])).all()


def test_outside_the_buffer_zeros_and_ones_are_read() -> None:
    line = "buffer_load_format_xy v[10:11], v0, s[8:11], 0 offen offset:128"
    found = one(line, word_of("16_FLOAT", 4 | 1 << 3))
    assert (found == np.array([[0], [0x3F800000]])).all()


def test_an_element_is_outside_as_a_whole() -> None:
    line = "buffer_load_format_x v10, v0, s[8:11], 0 offen offset:2"
    found = one(line, word_of("16_16_UINT", 4))
    assert (found[0, :31] == 0xF0E1).all()
    assert found[0, 31] == 0


def test_a_typed_load_gives_zeros_beyond_its_format() -> None:
    line = "tbuffer_load_format_xy v[10:11], v0, s[8:11], 0 format:[BUF_FMT_8_UINT] offen"
    assert (one(line, RAW) == np.array([[0xC3], [0]])).all()


@pytest.mark.parametrize(("half", "kept"), [("d16_hi_", 7), ("d16_", 0)])
def test_half_a_register_is_kept(half: str, kept: int) -> None:
    found = one(f"buffer_load_{half}format_x v10, v0, s[8:11], 0 offen", word_of("8_UINT", 4))
    assert (found[0] == (0xC3 << 16 | kept if kept else 0xC3)).all()


@pytest.mark.parametrize(
    ("line", "name", "select", "message"),
    [
        ("buffer_load_format_x v10, v0, s[8:11], 0 offen", "INVALID", 4, "buffer format"),
        ("buffer_load_format_x v10, v0, s[8:11], 0 offen", "8_UINT", 2, "buffer format"),
        ("buffer_load_format_x v10, v0, s[8:11], 0 offen", "8_UINT", 5, "buffer format"),
        ("buffer_load_d16_format_x v10, v0, s[8:11], 0 offen", "32_UINT", 4, "buffer format"),
        ("buffer_store_format_x v12, v0, s[8:11], 0 offen", "8_8_UINT", 0o54, "buffer format"),
        ("buffer_store_format_x v12, v0, s[8:11], 0 offen", "8_UINT", 5, "buffer format"),
        ("buffer_store_format_x v12, v0, s[8:11], 0 offen", "16_UINT", 4, "cannot hold"),
        ("buffer_store_format_x v12, v0, s[8:11], 0 offen", "8_SINT", 4, "cannot hold"),
        ("buffer_store_format_x v12, v0, s[8:11], 0 offen", "8_USCALED", 4, "cannot hold"),
        ("buffer_store_format_xyzw v[10:13], v0, s[8:11], 0 offen", "10_11_11_FLOAT", 0o654, "cannot hold"),
    ],
)
def test_what_is_not_documented_is_an_error(line: str, name: str, select: int, message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        one(line, word_of(name, select))


def swizzled(index: int, offset: int, stride: int, element: int, beside: int) -> int:
    """RDNA3 ISA guide, "Buffer Addressing"."""
    return (
        (index // beside * stride + offset // element * element) * beside + index % beside * element + offset % element
    )


@pytest.mark.parametrize(("code", "element"), [(1, 4), (2, 8), (3, 16)])
@pytest.mark.parametrize(("beside_code", "beside"), [(0, 8), (2, 32)])
def test_swizzled_buffers(code: int, element: int, beside_code: int, beside: int) -> None:
    stride = 32
    data = np.arange(32 * stride // 4, dtype=U) + U(1000)
    body = f"""s_mov_b32 s8, s4
s_mov_b32 s9, {code << 30 | stride << 16:#x}
s_or_b32 s9, s9, s5
s_mov_b32 s10, 30
s_mov_b32 s11, {beside_code << 21:#x}
v_lshrrev_b32 v4, 2, v0
v_mov_b32 v5, 12
buffer_load_b32 v10, v[4:5], s[8:11], 0 idxen offen offset:8
s_waitcnt vmcnt(0)
global_store_b32 v0, v10, s[2:3]"""
    out = np.zeros(32, U)
    launch(text_of(body), out, data)
    expected = [data[swizzled(k, 20, stride, element, beside) // 4] if k < 30 else 0 for k in range(32)]
    assert np.array_equal(out, np.array(expected, U))


def test_an_access_across_swizzled_elements_is_an_error() -> None:
    line = "buffer_load_b64 v[10:11], v0, s[8:11], 0 offen"
    with pytest.raises(CheckFailed, match="swizzled"):
        one(f"s_or_b32 s9, s9, 0x40000000\n{line}", RAW)
