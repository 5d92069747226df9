"""Random straight-line programs, executed by a small interpreter: what is proved equal must compute the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.proof.verdict import verify_modules
from tests.renaming import assemble

M32 = (1 << 32) - 1
REGISTERS = 6
#: One instruction: name, destination, sources (registers v0.. or, from 100 on, the constant minus 100).
Line = tuple[str, int, int, int]

registers = st.integers(0, REGISTERS - 1)
operands = st.one_of(registers, st.sampled_from((100, 101, 104, 131)))
lines = st.tuples(
    st.sampled_from(("mov", "add", "sub", "and", "or", "xor", "lshl", "mul", "select", "wide", "swap")),
    registers,
    operands,
    registers,
)


def text(program: list[Line]) -> str:
    """The program, with inputs from the kernel's arguments and every register stored at the end."""
    out = ["s_load_b256 s[8:15], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)"]
    out += [f"v_mov_b32_e32 v{i}, s{10 + i}" for i in range(REGISTERS)]
    for name, dst, a, b in program:
        x = f"v{a}" if a < 100 else str(a - 100)
        match name:
            case "mov":
                out.append(f"v_mov_b32_e32 v{dst}, {x}")
            case "add":
                out.append(f"v_add_nc_u32_e32 v{dst}, {x}, v{b}")
            case "sub":
                out.append(f"v_sub_nc_u32_e32 v{dst}, {x}, v{b}")
            case "and" | "or" | "xor":
                out.append(f"v_{name}_b32_e32 v{dst}, {x}, v{b}")
            case "lshl":
                out.append(f"v_lshlrev_b32_e32 v{dst}, {x}, v{b}")
            case "mul":
                out.append(f"v_mul_lo_u32 v{dst}, {x}, v{b}")
            case "select":
                out += [f"v_cmp_lt_u32_e32 vcc_lo, {x}, v{b}", f"v_cndmask_b32_e32 v{dst}, v{dst}, v{b}, vcc_lo"]
            case "wide":  # 64-bit add of (v0, v1) and (x, b)
                out += [f"v_add_co_u32 v0, vcc_lo, v0, {x}", f"v_add_co_ci_u32_e64 v1, null, v1, v{b}, vcc_lo"]
            case "swap":
                if dst != b:
                    out.append(f"v_swap_b32 v{dst}, v{b}")
    out += ["v_mov_b32_e32 v20, 0"]
    out += [f"global_store_b32 v20, v{i}, s[8:9] offset:{4 * i}" for i in range(REGISTERS)]
    return "\n".join(f"\t{line}" for line in out)


def run(program: list[Line], inputs: list[int]) -> list[int]:
    """What the registers hold at the end."""
    v = list(inputs)
    for name, dst, a, b in program:
        x, y = v[a] if a < 100 else a - 100, v[b]
        match name:
            case "mov":
                v[dst] = x
            case "add":
                v[dst] = x + y & M32
            case "sub":
                v[dst] = x - y & M32
            case "and":
                v[dst] = x & y
            case "or":
                v[dst] = x | y
            case "xor":
                v[dst] = x ^ y
            case "lshl":
                v[dst] = y << (x & 31) & M32
            case "mul":
                v[dst] = x * y & M32
            case "select":
                v[dst] = y if x < y else v[dst]
            case "wide":
                low = v[0] + x
                v[0] = low & M32
                # The second instruction reads what the first has written.
                v[1] = v[1] + v[b] + (low >> 32) & M32
            case "swap":
                v[dst], v[b] = v[b], v[dst]
    return v


def proved(a: list[Line], b: list[Line]) -> bool:
    before, after = (assemble(text(p)) for p in (a, b))
    return verify_modules(before, after, by_text=False).proved


@pytest.mark.slow
@given(st.lists(lines, min_size=1, max_size=8), st.integers(0, 1 << 30))
@settings(max_examples=120, deadline=None)
def test_what_is_proved_computes_the_same(program: list[Line], seed: int) -> None:
    rng = random.Random(seed)
    other = list(program)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(other))
        match rng.randrange(5):
            case 0:
                del other[at]
                if not other:
                    other = [("mov", 0, 0, 0)]
            case 1:
                target = rng.randrange(len(other))
                other[at], other[target] = other[target], other[at]
            case 2:
                name, dst, a, b = other[at]
                other[at] = (name, dst, b, a) if a < REGISTERS else (name, dst, a, rng.randrange(REGISTERS))
            case 3:
                name, _, a, b = other[at]
                other[at] = (name, rng.randrange(REGISTERS), a, b)
            case 4:
                name, dst, a, b = other[at]
                other[at] = (rng.choice(("add", "or", "xor", "sub", "mov")), dst, a, b)
    if proved(program, other):
        for _ in range(12):
            inputs = [rng.choice((rng.getrandbits(32), rng.randrange(8), M32)) for _ in range(REGISTERS)]
            assert run(program, inputs) == run(other, inputs)


@pytest.mark.slow
@given(st.lists(lines, min_size=1, max_size=8))
@settings(max_examples=25, deadline=None)
def test_a_program_equals_itself(program: list[Line]) -> None:
    assert proved(program, program)


def test_the_interpreter_tells_programs_apart() -> None:
    # Were it blind, the first test could not fail.
    a: list[Line] = [("add", 2, 0, 1)]
    b: list[Line] = [("sub", 2, 0, 1)]
    assert run(a, [1, 2, 3, 4, 5, 6]) != run(b, [1, 2, 3, 4, 5, 6])
    assert not proved(a, b)


def test_equal_by_arithmetic() -> None:
    assert proved([("lshl", 2, 101, 3)], [("add", 2, 3, 3)])
    assert proved([("sub", 2, 3, 4), ("add", 2, 4, 2)], [("mov", 2, 3, 0)])
    assert proved([("swap", 2, 0, 3), ("swap", 3, 0, 2)], [("mov", 0, 0, 0)])


def test_equal_by_a_bit_vector_lemma() -> None:
    # (x & y) + (x | y) = x + y: no normal form knows it, the SMT solver does.
    a: list[Line] = [("and", 2, 0, 1), ("or", 3, 0, 1), ("add", 2, 2, 3), ("mov", 3, 0, 0)]
    b: list[Line] = [("add", 2, 0, 1), ("mov", 3, 0, 0)]
    assert proved(a, b)
    assert not proved([("and", 2, 0, 1), ("xor", 3, 0, 1), ("add", 2, 2, 3), ("mov", 3, 0, 0)], b)
