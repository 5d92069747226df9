"""Hardware hazards that a renaming can create: a register number that two instructions did not share before.

The values are right (:mod:`.alloc_relation`), but some GPUs read a register too early when an instruction shortly
before wrote the same number, whatever is in it by then.  The assembler inserts no waits, so the rewritten kernel may
hold no such pair that the original does not.

* A vector instruction reads a register that a transcendental one wrote at most five vector and one transcendental
  instructions before, with no memory instruction or ``depctr_va_vdst(0)`` in between; gfx1100 to gfx1103
  (llvm/lib/Target/AMDGPU/GCNHazardRecognizer.cpp, fixVALUTransUseHazard).
* A matrix instruction reads as A, B or index what the matrix instruction just before it, not counting scalar and memory
  ones, wrote (same file, fixWMMAHazards).

Not looked at: partial forwarding of wave64 on gfx11, which needs a write of EXEC between two writers of one reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isaopt.check._flow import Block
from isaopt.ir.program import Op
from isaopt.judge.waits import drained

_MEMORY = frozenset({"mubuf", "mtbuf", "mimg", "vimage", "vsample", "global", "scratch", "flat", "ds", "ldsdir", "exp"})
#: Instructions that may stand between and still be too few.
_VALUS, _TRANS = 5, 1

#: Kind of hazard, item index of the writer, item index of the reader.
Hazard = tuple[str, int, int]


def _matrix(op: Op) -> bool:
    return op.mnemonic.startswith(("v_wmma", "v_swmmac"))


def _drains(op: Op) -> bool:
    """Whether every vector result has been written when the instruction is through."""
    if any(not _MEMORY.isdisjoint(half.desc.flags) for half in op.halves):
        return True
    return "va_vdst" in drained(op)


class _Walker:
    def __init__(self, blocks: Sequence[Block], ops: Mapping[int, Op]) -> None:
        self.blocks, self.ops = blocks, ops
        self.before: list[list[int]] = [[] for _ in blocks]
        for number, block in enumerate(blocks):
            for edge in block.edges:
                if number not in self.before[edge.target]:
                    self.before[edge.target].append(number)
        self.writes = {i: {u for r in op.refs if r.writes for u in r.reg.units} for i, op in ops.items()}
        # A destination that is kept in part or accumulated into is read as well.
        self.reads = {
            i: {u for r in op.refs if r.reads and r.reg.is_vgpr for u in r.reg.units} | self.writes[i] & set(op.uses)
            for i, op in ops.items()
        }

    def trans_writers(self, block: int, position: int) -> set[int]:
        """Transcendental instructions whose result the instruction at this place reads too early."""
        reads = self.reads[self.blocks[block].body[position]]
        found: set[int] = set()
        todo, seen = [(block, position, 0, 0)], set()
        while todo:
            number, end, valus, trans = todo.pop()
            body = self.blocks[number].body
            stopped = False
            for at in range(end - 1, -1, -1):
                op = self.ops[body[at]]
                if _drains(op):
                    stopped = True
                elif op.flag("trans") or op.flag("valu"):
                    if op.flag("trans") and not reads.isdisjoint(self.writes[body[at]]):
                        found.add(body[at])
                    valus, trans = valus + 1, trans + op.flag("trans")
                    stopped = valus > _VALUS or trans > _TRANS
                if stopped:
                    break
            if not stopped:
                for previous in self.before[number]:
                    state = (previous, len(self.blocks[previous].body), valus, trans)
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)
        return found

    def matrix_writers(self, block: int, position: int) -> set[int]:
        """Matrix instructions that come directly before the one at this place and write its A, B or index."""
        op = self.ops[self.blocks[block].body[position]]
        last = 4 if op.mnemonic.startswith("v_swmmac") else 3
        reads = {u for operand in op.operands[1:last] for r in operand.regs if r.is_vgpr for u in r.units}
        found: set[int] = set()
        todo, seen = [(block, position)], set()
        while todo:
            number, end = todo.pop()
            body = self.blocks[number].body
            for at in range(end - 1, -1, -1):
                if self.ops[body[at]].flag("valu"):
                    if _matrix(self.ops[body[at]]) and not reads.isdisjoint(self.writes[body[at]]):
                        found.add(body[at])
                    break
            else:
                for previous in self.before[number]:
                    if previous not in seen:
                        seen.add(previous)
                        todo.append((previous, len(self.blocks[previous].body)))
        return found


def hazards(blocks: Sequence[Block], ops: Mapping[int, Op], arch: str) -> set[Hazard]:
    """Every hazard among the instructions ``ops`` (by item index) of a kernel, as it runs on ``arch``."""
    walker = _Walker(blocks, ops)
    use = arch.startswith("gfx110") and any(op.flag("trans") for op in ops.values())
    found: set[Hazard] = set()
    for number, block in enumerate(blocks):
        for position, index in enumerate(block.body):
            op = ops[index]
            if _matrix(op):
                found |= {("WMMA", w, index) for w in walker.matrix_writers(number, position)}
            if use and op.flag("valu") and walker.reads[index]:
                found |= {("TRANS", w, index) for w in walker.trans_writers(number, position)}
    return found
