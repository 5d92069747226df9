"""Which instructions a compiled kernel has executed: trials say nothing of code that they never came to."""

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
    """Ordinals of the instructions that were reached since :func:`forget` (block by block: a fault within one counts it
    whole)."""
    seen, starts = _blocks(compiled), compiled.program.blocks
    reached, inside = set(), False
    for k in range(len(compiled.program.instructions)):
        if k in starts:
            inside = bool(seen[k])
        if inside:
            reached.add(k)
    return frozenset(reached)
