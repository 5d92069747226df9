"""Records which instructions a compiled kernel has executed: trials say nothing about code that they never reached."""

from __future__ import annotations

import ctypes

from isaopt.emulator.emulation import Compiled


def _blocks(compiled: Compiled) -> ctypes.Array[ctypes.c_uint8]:
    library = compiled.library
    library.seen_blocks.restype = ctypes.c_void_p
    return (ctypes.c_uint8 * len(compiled.program.instructions)).from_address(library.seen_blocks())


def forget(compiled: Compiled) -> None:
    """Clears the record: a kernel loaded twice in a process would share it."""
    ctypes.memset(_blocks(compiled), 0, len(compiled.program.instructions))


def executed(compiled: Compiled) -> frozenset[int]:
    """Ordinals of the instructions that were executed since :func:`forget`. The record is by block: a fault within a
    block counts all of it."""
    seen, starts = _blocks(compiled), compiled.program.blocks
    reached, inside = set(), False
    for k in range(len(compiled.program.instructions)):
        if k in starts:
            inside = bool(seen[k])
        if inside:
            reached.add(k)
    return frozenset(reached)
