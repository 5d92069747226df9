"""A tile of a matrix product as a compiler has it, against what people make of it by hand: the loop over the tile's
columns unrolled, LDS loads split, merged, reordered and made a column ahead, other registers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from isaopt.proof.verdict import verify_modules
from tests.proof.test_attacks import program

COLUMNS = 8


@dataclass(frozen=True)
class Registers:
    """First registers: accumulators (16), two pairs of operands (4 each), what is staged (4), addresses."""

    sums: int
    operands: tuple[tuple[int, int], tuple[int, int]]
    staged: int
    a: int
    b: int
    own: int


COMPILED = Registers(32, ((8, 12), (8, 12)), 16, 4, 5, 6)
MADE = Registers(20, ((40, 44), (48, 52)), 8, 13, 14, 12)


def multiply(r: Registers, which: int, dual: bool = False) -> str:
    x, y = r.operands[which]
    cells = [(i, j) for i in range(4) for j in range(4)]
    if not dual:
        return "".join(f"v_fmac_f32_e32 v{r.sums + 4 * i + j}, v{x + i}, v{y + j}\n" for i, j in cells)
    out = ""
    for i in range(0, 4, 2):
        for j in range(4):
            # Banks of both halves' sources differ, and destinations are even and odd.
            first = f"v_dual_fmac_f32 v{r.sums + 4 * i + j}, v{x + i}, v{y + j}"
            out += f"{first} :: v_dual_fmac_f32 v{r.sums + 4 * (i + 1) + (j ^ 1)}, v{x + i + 1}, v{y + (j ^ 1)}\n"
    return out


def loads(r: Registers, which: int, column: int, how: str) -> str:
    x, y = r.operands[which]
    at = 16 * column
    if how == "wide":
        return f"ds_load_b128 v[{x}:{x + 3}], v{r.a} offset:{at}\nds_load_b128 v[{y}:{y + 3}], v{r.b} offset:{at}\n"
    if how == "split":
        return "".join(
            f"ds_load_b64 v[{reg + 2 * half}:{reg + 2 * half + 1}], v{base} offset:{at + 8 * half}\n"
            for half in (1, 0)
            for reg, base in ((y, r.b), (x, r.a))
        )
    assert how == "two"
    return "".join(
        f"ds_load_2addr_b64 v[{reg}:{reg + 3}], v{base} offset0:{at // 8} offset1:{at // 8 + 1}\n"
        for reg, base in ((y, r.b), (x, r.a))
    )


def kernel(r: Registers, columns: str) -> str:
    zeros = "".join(f"v_mov_b32_e32 v{r.sums + i}, 0\n" for i in range(16))
    stores = "".join(
        f"global_store_b128 v1, v[{r.sums + i}:{r.sums + i + 3}], s[4:5] offset:{4 * i}\n" for i in range(0, 16, 4)
    )
    return f"""v_lshlrev_b32_e32 v{r.own}, 4, v0
s_mov_b32 s12, 0
{zeros}L0:
global_load_b128 v[{r.staged}:{r.staged + 3}], v{r.own}, s[6:7]
s_waitcnt vmcnt(0)
ds_store_b128 v{r.own}, v[{r.staged}:{r.staged + 3}]
s_waitcnt lgkmcnt(0)
s_barrier
v_and_b32_e32 v{r.a}, 0x380, v{r.own}
v_lshl_or_b32 v{r.b}, v0, 7, 0x400
{columns}s_barrier
s_add_u32 s6, s6, 0x400
s_addc_u32 s7, s7, 0
s_add_i32 s12, s12, 1
s_cmp_lt_u32 s12, s10
s_cbranch_scc1 L0
{stores}"""


def looped(r: Registers = COMPILED) -> str:
    """One column a round."""
    return kernel(
        r,
        f"s_mov_b32 s13, 0\nL1:\n{loads(r, 0, 0, 'wide')}s_waitcnt lgkmcnt(0)\n{multiply(r, 0)}"
        f"v_add_nc_u32_e32 v{r.a}, 16, v{r.a}\nv_add_nc_u32_e32 v{r.b}, 16, v{r.b}\n"
        f"s_add_i32 s13, s13, 1\ns_cmp_lt_u32 s13, {COLUMNS}\ns_cbranch_scc1 L1\n",
    )


def straight(how: str, dual: bool = False, r: Registers = MADE) -> str:
    """All columns in a row, each loaded while the one before is multiplied."""
    out = loads(r, 0, 0, how)
    for column in range(COLUMNS):
        out += "s_waitcnt lgkmcnt(0)\n"
        if column + 1 < COLUMNS:
            out += loads(r, (column + 1) % 2, column + 1, how)
        out += multiply(r, column % 2, dual)
    return kernel(r, out)


def by_two(how: str, r: Registers = MADE) -> str:
    """Two columns a round, the first of the next round loaded ahead."""
    step = f"v_add_nc_u32_e32 v{r.a}, 32, v{r.a}\nv_add_nc_u32_e32 v{r.b}, 32, v{r.b}\n"
    return kernel(
        r,
        f"s_mov_b32 s13, 0\n{loads(r, 0, 0, how)}L1:\n{loads(r, 1, 1, how)}s_waitcnt lgkmcnt(0)\n"
        f"{multiply(r, 0)}{step}s_add_i32 s13, s13, 2\ns_cmp_lt_u32 s13, {COLUMNS}\n"
        f"s_mov_b32 s14, exec_lo\ns_cselect_b32 exec_lo, exec_lo, 0\n{loads(r, 0, 0, how)}s_mov_b32 exec_lo, s14\n"
        f"{multiply(r, 1)}s_cbranch_scc1 L1\ns_waitcnt lgkmcnt(0)\n",
    )


@pytest.mark.parametrize("how", ["wide", "split", "two"])
@pytest.mark.parametrize("dual", [False, True])
def test_columns_in_a_row(how: str, dual: bool) -> None:
    found = verify_modules(program(looped()), program(straight(how, dual)))
    assert found.proved, found.kernels[0].differences


@pytest.mark.slow
@pytest.mark.parametrize("how", ["wide", "split"])
def test_two_columns_a_round(how: str) -> None:
    found = verify_modules(program(looped()), program(by_two(how)))
    assert found.proved, found.kernels[0].differences


@pytest.mark.slow
def test_wrong_by_hand() -> None:
    right = straight("split")
    for old, new in (
        ("offset:24", "offset:28"),
        (f"v_fmac_f32_e32 v{MADE.sums + 5}, v41, v45", f"v_fmac_f32_e32 v{MADE.sums + 5}, v41, v46"),
        ("s_waitcnt lgkmcnt(0)\nds_load_b64 v[46:47]", "ds_load_b64 v[46:47]"),
        (f"v_and_b32_e32 v{MADE.a}, 0x380", f"v_and_b32_e32 v{MADE.a}, 0x180"),
    ):
        assert old in right
        assert not verify_modules(program(looped()), program(right.replace(old, new, 1))).proved
    late = straight("wide").replace("s_waitcnt lgkmcnt(0)\ns_barrier", "s_barrier\ns_waitcnt lgkmcnt(0)", 1)
    assert not verify_modules(program(looped()), program(late)).proved
