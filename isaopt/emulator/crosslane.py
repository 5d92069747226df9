"""Data-parallel primitives: which lane each lane reads (RDNA3 ISA guide, "DPP" in the VALU chapter)."""

from __future__ import annotations

from isaopt.ir.program import Op

_ROW = 16
_INVALID = 255


def _quad(value: str) -> list[int]:
    return [int(x, 0) for x in value.strip("[]").split(",")]


def dpp_lanes(op: Op, wave_size: int) -> list[int] | None:
    """The lane that each lane reads its first source from, 255 for none; None for an op without DPP.

    ``row_shl:1`` moves data to the lane below: lane i reads lane i + 1.
    """
    for modifier in op.modifiers:
        value = modifier.value or ""
        if modifier.name == "dpp8":
            order = _quad(value)
            return [i // 8 * 8 + order[i % 8] for i in range(wave_size)]
        if modifier.name == "quad_perm":
            order = _quad(value)
            return [i // 4 * 4 + order[i % 4] for i in range(wave_size)]
        rows = [(i // _ROW * _ROW, i % _ROW) for i in range(wave_size)]
        if modifier.name == "row_mirror":
            return [row + 15 - k for row, k in rows]
        if modifier.name == "row_half_mirror":
            return [row + k // 8 * 8 + 7 - k % 8 for row, k in rows]
        if not value:
            continue
        if modifier.name in ("row_shl", "row_shr"):
            step = int(value, 0) if modifier.name == "row_shl" else -int(value, 0)
            return [row + k + step if 0 <= k + step < _ROW else _INVALID for row, k in rows]
        if modifier.name == "row_ror":
            return [row + (k - int(value, 0)) % _ROW for row, k in rows]
        if modifier.name == "row_share":
            return [row + int(value, 0) for row, _ in rows]
        if modifier.name == "row_xmask":
            return [row + (k ^ int(value, 0)) for row, k in rows]
    return None


def lane_table(lanes: list[int]) -> str:
    """A table of lanes as a C string literal, which can stand anywhere an array of bytes can."""
    return '(const u8 *)"' + "".join(f"\\{lane:03o}" for lane in lanes) + '"'


def dpp_table(op: Op, wave_size: int) -> str | None:
    """The last arguments of the runtime's ``dpp``: lane table, lanes that row_mask and bank_mask enable, whether
    invalid lanes read 0 (else the lane is not written), whether inactive lanes may be read."""
    lanes = dpp_lanes(op, wave_size)
    if lanes is None:
        return None
    inactive = op.number("fi")
    if op.modifier("dpp8") is not None:
        # A lane that is not active reads as 0 there; all lanes are written.
        return f"{lane_table(lanes)}, ALL, 1, {inactive}"
    row_mask, bank_mask = (int(op.modifier(name) or "15", 0) for name in ("row_mask", "bank_mask"))
    enabled = sum(
        1 << i for i in range(wave_size) if row_mask >> (i // _ROW % 4) & 1 and bank_mask >> (i % _ROW // 4) & 1
    )
    zero = int(op.modifier("bound_ctrl") not in (None, "0"))
    return f"{lane_table(lanes)}, (mask)0x{enabled:x}ull, {zero}, {inactive}"
