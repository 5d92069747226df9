"""The reader of AMD's pseudo-code: expressions, statements, and arithmetic that is rounded once."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from scripts.pcode.machine import Machine
from scripts.pcode.syntax import Unreadable, parse
from scripts.pcode.values import decode, encode


def run(text: str, **registers: int) -> dict[str, int]:
    machine = Machine({"D0": 0, "SCC": 0, **registers})
    machine.run(parse(text))
    return machine.registers


def bits(number: float) -> int:
    return int(np.float32(number).view(np.uint32))


@pytest.mark.parametrize("size", [16, 32, 64])
def test_floats_come_back_as_they_were(size: int) -> None:
    for raw in (0, 1, 1 << (size - 1), 5 << (size - 6), (1 << (size - 2)) - 1, 3 << (size - 4)):
        assert encode(decode(raw, size), size) == raw
    assert math.isnan(decode((1 << (size - 1)) - 1, size))


def test_a_number_is_rounded_to_nearest_even() -> None:
    for value in (0.1, 1 / 3, 1e-44, 3.4e38, 65504.0, 2.0**-149):
        assert encode(Fraction(value), 32) == bits(value)
    assert encode(Fraction(2) ** 128, 32) == 0x7F800000


def test_a_carry() -> None:
    text = "tmp = 64'U(S0.u32) + 64'U(S1.u32) + SCC.u64;\nSCC = tmp >= 0x100000000ULL ? 1'1U : 1'0U;\nD0.u32 = tmp.u32"
    assert run(text, S0=0xFFFFFFFF, S1=0, SCC=1) == {"D0": 0, "S0": 0xFFFFFFFF, "S1": 0, "SCC": 1}


def test_loops_slices_and_breaks() -> None:
    text = "D0.i32 = -1;\nfor i in 0 : 31 do\nif S0.u32[i] == 1'1U then\nD0.i32 = i;\nbreak\nendif\nendfor"
    assert run(text, S0=0x50)["D0"] == 4
    assert (
        run("tmp = 0U;\nfor i in 0 : 7 do\ntmp[i] = S0.u32[i * 4 +: 4] != 0U\nendfor;\nD0.u32 = tmp", S0=0x10203)["D0"]
        == 0b10101
    )
    assert run("D0.u32[31 : 0] = S0.u32[0 : 31]", S0=1)["D0"] == 1 << 31


def test_functions_and_concatenation() -> None:
    text = (
        "F = lambda(x, y) (\nx > y ? x - y : y - x);\nD0.u32 = 32'U(F(S0.u32[7 : 0], S1.u32[7 : 0]));\n"
        "D0[31 : 16] = { 8'0xab, S0[7 : 0] }"
    )
    assert run(text, S0=3, S1=10)["D0"] == 0xAB030007


def test_a_fused_product_is_rounded_once() -> None:
    a, b, c = float(np.float32(1 + 2**-12)), float(np.float32(1 + 2**-12)), -1.0
    found = run("D0.f32 = fma(S0.f32, S1.f32, S2.f32)", S0=bits(a), S1=bits(b), S2=bits(c))["D0"]
    assert found == bits(a * b - 1)
    assert found != bits(float(np.float32(a * b)) - 1)


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(Unreadable):
        run("D0.u32 = SomethingElse(S0.u32)", S0=0)
    with pytest.raises(Unreadable):
        parse("D0.u32 = `")
