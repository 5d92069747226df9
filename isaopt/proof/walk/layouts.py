"""Which padded layouts of LDS B may have: :mod:`isaopt.proof.semantics.layout`.

Only where to look comes from here: a start and a size of rows that stand in the code as numbers, and a padding that
gives the size of B's LDS, for one place or more.  Whether B has such a layout, the proof shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from isaopt.ir.program import OperandKind
from isaopt.proof.semantics.access import is_local
from isaopt.proof.semantics.layout import LdsPadding
from isaopt.proof.walk.intervals import touches_lds
from isaopt.proof.walk.program import ProofKernel

_ROWS = range(4, 13)
_PADS = tuple(4 << n for n in range(7))
_PLACES = 3
_ALIGNED = 16
_MOST = 24


def layouts(programs: tuple[ProofKernel, ProofKernel]) -> Iterator[LdsPadding]:
    """Layouts to be tried, the most likely first."""
    size, most = (p.launched.lds for p in programs)
    if not 0 < size < most or any(map(_touches_otherwise, programs)):
        return
    numbers = _numbers(programs[1])
    begins = (0, *sorted(x & 0xFFFFFFFF for n in numbers for x in (n, -n)), *sorted(_offsets(programs[0])))
    starts = [n for n in dict.fromkeys(begins) if n < size and not n % _ALIGNED]
    found = 0
    for start, row, pad in product(starts, _ROWS, _PADS):
        if row in numbers and pad <= 1 << row and found < _MOST:
            layout = LdsPadding(start, row, pad, size)
            apart = -(-layout.extent // _ALIGNED) * _ALIGNED
            if size < layout.extent and most in {layout.extent + apart * n for n in range(_PLACES)}:
                found += 1
                yield layout


def _numbers(program: ProofKernel) -> set[int]:
    """The constants in the operands of a kernel's vector instructions."""
    ops = (half for _, i in program.module.instructions(program.kernel) for half in i.op.halves)
    operands = (o for op in ops if op.desc.is_vector for o in op.operands)
    return {o.value for o in operands if o.kind is OperandKind.INT and isinstance(o.value, int)}


def _offsets(program: ProofKernel) -> set[int]:
    """The constants that accesses to LDS add to their addresses, in bytes."""
    ops = (i.op for _, i in program.module.instructions(program.kernel) if is_local(i.op))
    found = {(op.number(name), op.desc.memory) for op in ops for name in ("offset", "offset0", "offset1")}
    return {n * (memory.stride if memory.addresses == 2 else 1) for n, memory in found if n is not None and memory}


def _touches_otherwise(program: ProofKernel) -> bool:
    """Whether a kernel may access LDS other than by plain loads and stores, or learn how much it has."""
    ops = (i.op for _, i in program.module.instructions(program.kernel))
    return any((touches_lds(op) and not is_local(op)) or op.operation == "s_getreg_b32" for op in ops)
