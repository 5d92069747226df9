"""What bodies do: the emulator runs each of them on random and special inputs, in several floating-point modes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from isaopt.emulator.arguments import BufferArg
from isaopt.emulator.emulation import EmulationOptions, compile_kernel
from isaopt.emulator.launch import Geometry
from isaopt.errors import InputError
from isaopt.isa.registers import NUM_VGPRS
from scripts.operand_forms.bodies import Body
from scripts.operand_forms.frame import OLD_V, begin, end, first_line, module_of, prologue

#: Waves of a launch: so many values of each scalar input.
WAVES = 48
#: Directives of the floating-point modes: denormals kept, and all flushed with other roundings.
MODES: tuple[tuple[str, ...], ...] = (
    ("float_denorm_mode_32 3", "float_denorm_mode_16_64 3"),
    ("float_denorm_mode_32 0", "float_denorm_mode_16_64 0", "float_round_mode_32 3", "float_round_mode_16_64 0"),
)
#: What sets them again after a body that changed the mode.
_RESET = (("s_round_mode 0x0", "s_denorm_mode 0xf"), ("s_round_mode 0x3", "s_denorm_mode 0x0"))
_SPECIAL = (
    0, 1, 2, 3, 31, 32, 33, 63, 64, 0x80000000, 0x80000001, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000,
    0x7FC00000, 0x7F800001, 0x3F800000, 0xBF800000, 0x40000000, 0x40490FDB, 0x4F000000, 0xFFFFFFFF, 0x7FFFFFFF, 0xFFFF,
    0x10000, 0x8000, 0x3F000000, 0x7FF00000, 0xFFF00000, 0x7FF80000, 0x3FF00000, 0xBFE00000, 0x00100000, 0x000FFFFF,
    0x8000FFFF, 0xFFFF8000,
)  # fmt: skip
_HALVES = (
    0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x3C00, 0xBC00, 0x3800, 0x4200, 0xFFFF, 0x7FFF,
)  # fmt: skip

Words = NDArray[np.uint32]


def inputs(rows: int, seed: int) -> Words:
    """Sixteen dwords for each row: numbers of any type, special and plain, small integers, halves."""
    rng = random.Random(seed)
    data = np.zeros((rows, 16), np.uint32)
    for row in range(rows):
        for k in range(16):
            choice = rng.randrange(8)
            if choice < 2:
                value = rng.getrandbits(32)
            elif choice < 4:
                value = rng.choice(_SPECIAL)
            elif choice == 4:
                value = rng.choice(_HALVES) | rng.choice(_HALVES) << 16
            elif choice == 5:
                value = rng.randrange(80) - 16 & 0xFFFFFFFF
            elif choice == 6:
                value = rng.getrandbits(1) << 31 | (127 + rng.randrange(-12, 13)) << 23 | rng.getrandbits(23)
            else:
                value = sum(
                    (rng.getrandbits(1) << 15 | (15 + rng.randrange(-6, 7)) << 10 | rng.getrandbits(10)) << s
                    for s in (0, 16)
                )
            data[row, k] = value
    return data


def _half(rng: random.Random) -> int:
    return rng.getrandbits(1) << 15 | (15 + rng.randrange(-6, 7)) << 10 | rng.getrandbits(10)


class Emulator:
    """Runs bodies on the same inputs; results are kept."""

    def __init__(self, arch: str, wave: int, partial: bool, seed: int) -> None:
        self.arch, self.wave, self.partial = arch, wave, partial
        self.lanes, self.scalars = inputs(WAVES * wave, seed), inputs(WAVES, seed + 1)
        if partial:  # EXEC without a lane, and with all
            self.scalars[0, 8:10], self.scalars[1, 8:10] = 0, 0xFFFFFFFF
        #: Bodies that it refuses, with the reason.
        self.refused: dict[tuple[str, ...], str] = {}

    def run(self, bodies: Sequence[tuple[Body, tuple[int, ...], tuple[int, ...]]], mode: int) -> dict[int, Words]:
        """Results [unit, lane of the launch] of bodies by their place, for the units named first with each;
        those named then have values before it."""
        todo = [k for k, (body, _, _) in enumerate(bodies) if body.lines not in self.refused]
        stride = 4 * WAVES * self.wave
        while todo:
            lines = prologue(self.arch, self.wave)
            owner: list[int] = [-1] * len(lines)
            for k in todo:
                body, units, before = bodies[k]
                changed = any("_mode " in line for line in body.lines)
                part = [
                    *begin(before, self.wave, self.partial),
                    *body.lines,
                    *end(units, self.wave, self.partial, stride, _RESET[mode] if changed else ()),
                ]
                lines += part
                owner += [k] * len(part)
            module = module_of(self.arch, self.wave, lines, MODES[mode])
            first = first_line(module)
            try:
                compiled = compile_kernel(
                    module, module.kernels[0], EmulationOptions(check_undefined=False, use_cache=False, optimize=False)
                )
            except InputError as error:
                bad = owner[error.line - first] if 0 <= error.line - first < len(owner) else -1
                if bad < 0:
                    raise
                self.refused[bodies[bad][0].lines] = error.message
                todo.remove(bad)
                continue
            total = sum(len(bodies[k][1]) for k in todo)
            out = np.zeros((max(total, 1), WAVES * self.wave), np.uint32)
            args = (
                BufferArg("out", out, out=True),
                BufferArg("lanes", self.lanes.copy()),
                BufferArg("s", self.scalars.copy()),
            )
            compiled.launch(Geometry((WAVES, 1, 1), (self.wave, 1, 1)), args)
            found, at = {}, 0
            for k in todo:
                found[k] = out[at : at + len(bodies[k][1])]
                at += len(bodies[k][1])
            return found
        return {}


def differences(a: Words, b: Words, unit: int, partner: tuple[Words, Words] | None) -> NDArray[np.bool_]:
    """Where two results differ in more than the bits of NaNs; ``partner`` are the other halves of 64-bit results."""
    excused: NDArray[np.bool_] = (a == b) | (_nan32(a) & _nan32(b))
    low = (a & 0xFFFF == b & 0xFFFF) | (_nan16(a & 0xFFFF) & _nan16(b & 0xFFFF))
    high = (a >> 16 == b >> 16) | (_nan16(a >> 16) & _nan16(b >> 16))
    excused |= low & high
    if partner is not None:
        is_low = unit < NUM_VGPRS and (unit - OLD_V) % 2 == 0
        x, y = partner if is_low else (a, b)
        p, q = (a, b) if is_low else partner
        excused |= _nan64(p, x) & _nan64(q, y)
    return ~excused


def _nan32(words: Words) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = words & 0x7FFFFFFF > 0x7F800000
    return found


def _nan16(halves: NDArray[np.integer]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = halves & 0x7FFF > 0x7C00
    return found


def _nan64(low: Words, high: Words) -> NDArray[np.bool_]:
    top = high & 0x7FFFFFFF
    found: NDArray[np.bool_] = (top > 0x7FF00000) | ((top == 0x7FF00000) & (low != 0))
    return found
