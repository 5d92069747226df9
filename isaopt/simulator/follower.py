"""Follows waves through the compiled code: the blocks that they pass, and the addresses of their memory accesses."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, SCC, VCC_LO
from isaopt.simulator.encode import Encoded
from isaopt.simulator.library import library, structure
from isaopt.simulator.start import KERNARG, Start, start_values
from isaopt.toolchain.native import NativeRecord

#: Lines that an access touches on average, at first: room for more is made when it is needed.
_LINES = 4
#: How far later workgroups' lines lie behind those of the resident ones that they are made of, above every address.
_BEHIND = 1 << 54


def follower(encoded: Encoded, start: Start) -> NativeRecord:
    """A follower without a wave; :func:`put_wave` gives it one.

    Raises what :func:`isaopt.simulator.library.library` does.
    """
    made = structure("Follower")()
    made.hold("operation", encoded.operations)
    made.hold("step", encoded.steps)
    made.hold("place", encoded.places)
    made.hold("numbers", encoded.numbers)
    made.hold("segment", np.frombuffer(start.segment or b"\0", "u1"))
    made.hold("values", np.empty(library(start.arch).follow_bytes(), "u1"))
    made.segment_bytes, made.segment_at = len(start.segment), KERNARG
    made.lanes, made.masks, made.scc = start.wave_size, int(start.masks), SCC - NUM_VGPRS
    made.vcc, made.exec = VCC_LO - NUM_VGPRS, EXEC_LO - NUM_VGPRS
    return made


def put_wave(made: NativeRecord, start: Start, group: tuple[int, int, int], wave: int) -> None:
    """Assigns the follower a wave of a workgroup, at its beginning."""
    scalars, ids = start_values(start, group, wave)
    pairs = np.array([(unit - NUM_VGPRS, value) for unit, value in scalars.items()], "i8").reshape(-1, 2)
    made.hold("start", pairs)
    made.hold("ids", ids)
    made.start_count = len(pairs)


@dataclass(frozen=True)
class Accesses:
    """The accesses of the waves that were followed, one row each: (first, count) for each LDS and vector memory
    instruction on the path.

    A count of -1 says that the address is unknown.  For the LDS ``first`` is how often the banks are read, conflicts
    included; else ``lines`` holds from there on the lines that it touches, their number times 16 and a bit for each
    sector.  Each resident wave takes those of a row of ``owner``, lines shifted by its ``shift``.
    """

    rows: np.ndarray
    lines: np.ndarray
    owner: np.ndarray
    shift: np.ndarray

    def chosen(self, kept: np.ndarray) -> Accesses:
        """The accesses at places of the path where ``kept`` is true."""
        rows = np.ascontiguousarray(self.rows[:, kept])
        return Accesses(rows, self.lines, self.owner, self.shift)

    def again(self, waves: int) -> Accesses:
        """Those of so many waves: behind the resident ones, each does as one of them did, elsewhere in memory."""
        behind = np.arange(waves) // len(self.owner) * _BEHIND
        return Accesses(self.rows, self.lines, np.resize(self.owner, waves), np.resize(self.shift, waves) + behind)


def no_accesses(waves: int) -> Accesses:
    """Waves without any known access."""
    none = np.zeros(waves, "i8")
    return Accesses(np.zeros((1, 0, 2), "i4"), np.zeros(1, "i8"), none, none)


def wave_accesses(
    encoded: Encoded, start: Start, path: np.ndarray, waves: Sequence[tuple[tuple[int, int, int], int]]
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and lines of :class:`Accesses` for (workgroup, wave of it), along one path."""
    made, run = follower(encoded, start), library(start.arch).follow_accesses
    count = int(encoded.memory[path].sum())
    rows = np.empty((len(waves), count, 2), "i4")
    lines = np.empty(_LINES * count * len(waves) + 1, "i8")
    at = 0
    for row, (group, wave) in zip(rows, waves, strict=True):
        put_wave(made, start, group, wave)
        while True:
            end = run(
                ctypes.byref(made), ctypes.c_void_p(path.ctypes.data), ctypes.c_int64(len(path)),
                ctypes.c_void_p(row.ctypes.data), ctypes.c_void_p(lines.ctypes.data), ctypes.c_int64(at),
                ctypes.c_int64(len(lines)),
            )  # fmt: skip
            if end <= len(lines):
                break
            lines = np.concatenate([lines[:at], np.empty(max(len(lines), end), "i8")])
        at = end
    return rows, lines[: max(1, at)]


def lds_lanes(encoded: Encoded, start: Start, path: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """What the address register of each of ``count`` LDS accesses on a path holds in the lanes of the first wave, a row
    each, and which rows are known."""
    made = follower(encoded, start)
    put_wave(made, start, (0, 0, 0), 0)
    lanes, known = np.zeros((count, start.wave_size), "u4"), np.zeros(count, "?")
    library(start.arch).follow_lanes(
        ctypes.byref(made), ctypes.c_void_p(path.ctypes.data), ctypes.c_int64(len(path)),
        ctypes.c_void_p(lanes.ctypes.data), ctypes.c_void_p(known.ctypes.data),
    )  # fmt: skip
    return lanes, known


def bank_cycles(arch: str, lanes: np.ndarray, shift: int, width: int) -> int:
    """How often the banks are read for an LDS access of ``width`` bytes a lane, conflicts included."""
    found = library(arch).follow_bank_cycles(
        ctypes.c_void_p(lanes.ctypes.data), ctypes.c_int64(len(lanes)), ctypes.c_int64(shift), ctypes.c_int64(width)
    )
    return int(found)
