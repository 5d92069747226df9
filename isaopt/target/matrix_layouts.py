"""The layout rules of each family of matrix instructions (sources: :mod:`isaopt.target.matrix`)."""

from __future__ import annotations

from functools import cache

from isaopt.target.matrix import (
    ELEMENT_BITS,
    NO_CHOICE,
    Coordinate,
    Digit,
    LayoutChoice,
    MatrixOp,
    OperandLayout,
    OperandName,
)

Digits = tuple[Digit, ...]


@cache
def layout_of(op: MatrixOp, operand: OperandName, wave_size: int, choice: LayoutChoice = NO_CHOICE) -> OperandLayout:
    """The layout of one operand; the caller must have checked the wave size and the modifiers."""
    if operand == "index":
        return _index(op, wave_size, choice)
    kind = {"A": op.a, "B": op.b}.get(operand, op.c)
    if operand in ("A", "B"):
        outer: Coordinate = "i" if operand == "A" else "j"
        size_k = op.k // 2 if op.sparse and operand == "A" else op.k
        lane, item = _INPUT[op.family](op, outer, size_k, wave_size)
        sides: tuple[tuple[Coordinate, int], ...] = ((outer, op.m if operand == "A" else op.n), ("k", size_k))
        shape = sides if operand == "A" else sides[::-1]
    else:
        lane, item = _RESULT[op.family](op, wave_size)
        shape = (("i", op.m), ("j", op.n))
    if op.blocks > 1:
        shape = (*shape, ("block", op.blocks))
    bits = ELEMENT_BITS[kind]
    # gfx11 stores one 16-bit result per register.
    unpacked = op.family == "gfx11" and operand in ("C", "D")
    blocks = (
        tuple((b >> choice.cbsz << choice.cbsz) + choice.abid for b in range(op.blocks))
        if operand == "A" and op.blocks > 1 and choice.cbsz
        else ()
    )
    lanes = _lane_pattern(choice.blgp) if operand == "B" and choice.blgp else ()
    slot = 32 if unpacked else bits
    return OperandLayout(
        operand, kind, shape, lane, item, wave_size, slot, 16 * choice.high if unpacked else 0, blocks, lanes
    )


def _index(op: MatrixOp, wave_size: int, choice: LayoutChoice) -> OperandLayout:
    """Two bits for each element of the compressed A, in its lane; ``index_key`` counts the shares of a lane."""
    lane, item = _INPUT[op.family](op, "i", op.k // 2, wave_size)
    share = 2 * item[0].size
    # SMFMAC spells index_key as abid, and cbsz 1 selects the first part regardless of abid.
    part = choice.index_key or (0 if choice.cbsz else choice.abid)
    return OperandLayout("index", "index", (("i", op.m), ("k", op.k // 2)), lane, item, wave_size, 2, share * part)


def _gfx11_input(op: MatrixOp, outer: Coordinate, size_k: int, wave_size: int) -> tuple[Digits, Digits]:
    """A lane holds a whole row of A or column of B; each further group of 16 lanes holds a copy."""
    return (Digit(outer, 16), Digit("copy", wave_size // 16)), (Digit("k", size_k),)


def _gfx11_result(op: MatrixOp, wave_size: int) -> tuple[Digits, Digits]:
    """Rows are distributed to the groups of 16 lanes in turn."""
    groups = wave_size // 16
    return (Digit("j", 16), Digit("i", groups)), (Digit("i", 16 // groups, groups),)


def _gfx12_input(op: MatrixOp, outer: Coordinate, size_k: int, wave_size: int) -> tuple[Digits, Digits]:
    """Each group of 16 lanes holds the next share of k."""
    groups = wave_size // 16
    share = size_k // groups
    return (Digit(outer, 16), Digit("k", groups, share)), (Digit("k", share),)


def _gfx12_result(op: MatrixOp, wave_size: int) -> tuple[Digits, Digits]:
    """Each group of 16 lanes holds the next block of rows."""
    groups = wave_size // 16
    rows = 16 // groups
    return (Digit("j", 16), Digit("i", groups, rows)), (Digit("i", rows),)


def _mfma_input(op: MatrixOp, outer: Coordinate, size_k: int, wave_size: int) -> tuple[Digits, Digits]:
    """Lanes count rows of A or columns of B, then blocks, then shares of k."""
    side = op.m if outer == "i" else op.n
    shares = wave_size // (side * op.blocks)
    share = size_k // shares
    return (Digit(outer, side), Digit("block", op.blocks), Digit("k", shares, share)), (Digit("k", share),)


def _mfma_result(op: MatrixOp, wave_size: int) -> tuple[Digits, Digits]:
    """Items count four rows next to each other, then further groups of rows, then blocks; f64 has single rows."""
    if op.m == 4:
        shares = wave_size // (op.n * op.blocks)
        rows = op.m // shares
        return (Digit("j", op.n), Digit("block", op.blocks), Digit("i", shares, rows)), (Digit("i", rows),)
    shares = wave_size // op.n
    near = 1 if op.c == "f64" else 4
    far = op.m // (near * shares)
    lane = (Digit("j", op.n), Digit("i", shares, near))
    return lane, (Digit("i", near), Digit("i", far, near * shares), Digit("block", op.blocks))


_INPUT = {"gfx11": _gfx11_input, "gfx12": _gfx12_input, "gfx90a": _mfma_input, "gfx942": _mfma_input}
_RESULT = {"gfx11": _gfx11_result, "gfx12": _gfx12_result, "gfx90a": _mfma_result, "gfx942": _mfma_result}


def _lane_pattern(blgp: int) -> tuple[int, ...]:
    """The lane of B from which each lane's share is read (CDNA2 ISA guide, "BLGP")."""
    if blgp == 3:
        return tuple((lane + 16) % 64 for lane in range(64))
    if blgp in (1, 2):
        return tuple(lane % 32 + 32 * (blgp - 1) for lane in range(64))
    return tuple(lane % 16 + 16 * (blgp - 4) for lane in range(64))
