"""Random paddings of LDS, right and with one access changed: what is proved is computed for every work-item, too."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import block, entry
from tests.proof.test_attacks import program

_THREADS = 256
_WIDTHS = {"b8": 1, "b32": 4, "b64": 8, "b128": 16}


@dataclass(frozen=True)
class Access:
    """A store or load of ``kind`` at ``(a * (tid & mask)) + (b * (tid >> shift)) + offset``, in B moved by a register
    of its own if there are a row and a padding, with another offset."""

    stores: bool
    kind: str
    factors: tuple[int, int]
    bits: int
    offset: int
    row: int = 0
    pad: int = 0

    def code(self, data: int) -> list[str]:
        a, b = self.factors
        lines = [
            f"v_and_b32_e32 v3, {(1 << self.bits) - 1}, v0",
            f"v_lshrrev_b32_e32 v4, {self.bits}, v0",
            f"v_mul_u32_u24_e32 v5, {a:#x}, v3",
            f"v_mad_u32_u24 v5, {b:#x}, v4, v5",
        ]
        if self.row:
            lines += [f"v_lshrrev_b32_e32 v6, {self.row}, v5", f"v_mad_u32_u24 v5, {self.pad:#x}, v6, v5"]
        count = max(1, _WIDTHS[self.kind] // 4)
        register = f"v[{data}:{data + count - 1}]" if count > 1 else f"v{data}"
        at = f"v5 offset:{self.offset}"
        if self.stores:
            return [*lines, f"ds_store_{self.kind} {at.replace('v5', f'v5, {register}')}"]
        name = "u8" if self.kind == "b8" else self.kind
        return [*lines, f"ds_load_{name} {register}, {at}"]

    def places(self) -> list[int]:
        """The first byte that each work-item accesses."""
        a, b = self.factors
        own = [a * (t & ((1 << self.bits) - 1)) + b * (t >> self.bits) for t in range(_THREADS)]
        return [x + (self.pad * (x >> self.row) if self.row else 0) + self.offset for x in own]


def kernel(accesses: list[Access], lds: int) -> Module:
    lines, data = ["v_mov_b32_e32 v2, 0"], 16
    for n, access in enumerate(accesses):
        if not access.stores and accesses[n - 1].stores:
            lines += ["s_waitcnt lgkmcnt(0)", "s_barrier"]
        # Stored is what the work-item is, and how manieth store it is.
        lines += [f"v_add_nc_u32_e32 v{data + k}, {n * 4 + k}, v0" for k in range(4)] if access.stores else []
        lines += access.code(data)
        if not access.stores:
            lines += ["s_waitcnt lgkmcnt(0)"]
            lines += [f"v_add_nc_u32_e32 v2, v2, v{data + k}" for k in range(max(1, _WIDTHS[access.kind] // 4))]
        data += 4
    after = block(entry([f".group_segment_fixed_size: {lds}", f".max_flat_workgroup_size: {_THREADS}"]))
    text = program("\n".join([*lines, "STORE"]), after=after).text()
    return parse_text(text.replace("_segment_fixed_size 4096", f"_segment_fixed_size {lds}"), "t.s")


def drawn(seed: int) -> tuple[list[Access], list[Access], int, int, int]:
    """Accesses of A and of B, the bytes of LDS of A, the row and the padding."""
    r = random.Random(seed)
    row, pad = r.randint(5, 8), r.choice((4, 8, 16, 32))
    own = []
    for stores in (True, True, False, False):
        kind = r.choice([k for k, width in _WIDTHS.items() if width <= max(4, pad)])
        bits, width = r.randint(1, 4), _WIDTHS[kind]
        # One factor counts rows, the other one places in a row, or either may be anything that is aligned.
        inner = width * r.randint(1, max(1, (1 << row) // width // (_THREADS >> bits)))
        factors = ((1 << row) * r.randint(1, 2), inner) if r.random() < 0.8 else (inner, width * r.randint(1, 9))
        own.append(Access(stores, kind, factors, bits, (1 << row) * r.randint(0, 3)))
    size = max(max(a.places()) + _WIDTHS[a.kind] for a in own)
    size = -(-size // 16) * 16
    moved = [replace(a, row=row, pad=pad, offset=a.offset + pad * (a.offset >> row)) for a in own]
    return own, moved, size, row, pad


def is_right(own: list[Access], other: list[Access], row: int, pad: int) -> bool:
    """Whether each byte of A's accesses is accessed by B where the padding has it."""
    for a, b in zip(own, other, strict=True):
        for x, y in zip(a.places(), b.places(), strict=True):
            if any(x + k + pad * (x + k >> row) != y + k for k in range(_WIDTHS[a.kind])):
                return False
    return True


def changed(accesses: list[Access], seed: int) -> list[Access]:
    """The accesses with one of them changed."""
    r = random.Random(seed)
    at = r.randrange(len(accesses))
    a = accesses[at]
    other = r.choice(
        (
            replace(a, row=0),
            replace(a, row=a.row - 1),
            replace(a, row=a.row + 1),
            replace(a, pad=2 * a.pad),
            replace(a, offset=a.offset + a.pad),
            replace(a, offset=a.offset + 16),
            replace(a, factors=a.factors[::-1]),
        )
    )
    return [*accesses[:at], other, *accesses[at + 1 :]]


@pytest.mark.slow
def test_what_is_proved_is_right() -> None:
    proved = right = wrong = 0
    for seed in range(50):
        own, moved, size, row, pad = drawn(seed)
        larger = size + pad * ((size - 1) >> row)
        if larger == size:
            continue
        given = kernel(own, size)
        for accesses in (moved, changed(moved, seed)):
            good = is_right(own, accesses, row, pad)
            found = verify_modules(given, kernel(accesses, larger)).proved
            assert good or not found, seed
            proved, right, wrong = proved + found, right + good, wrong + (not good)
    assert proved >= 30, (proved, right, wrong)
    assert wrong >= 30
