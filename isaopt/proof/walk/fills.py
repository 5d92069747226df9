"""Stores that fill LDS, by how a kernel's code stands: of two of them nobody can tell which was performed first.

The waves of a workgroup store, wait for that, and meet at a barrier, after which they load.  Say B makes the stores
``S1 .. Sn`` of an interval between two barriers in another order than A, and different ones of them never write one
byte, whichever lanes of whichever waves make them (:mod:`isaopt.proof.semantics.fills`).  All waves run B in some way;
then this is a way to run A:

* All but these stores is performed when it was.  A store to LDS may be performed at any time from its issue to the wait
  for it (RDNA3 ISA guide, 4.4), and no wave has come past the next barrier before all have waited for theirs.  So let
  them be performed once all waves have issued them: first every wave's ``S1``, then every wave's ``S2``, and so on, as
  A's order asks; the waves' ``Si`` among each other as they were.  So each byte has the value that it had: which of two
  waves stored last in it, too, as only one of the stores writes it.
* Nobody sees that they are performed late: no wave loads from LDS in the interval, those included that have come past
  the first barrier while others have not come past it, and no access to LDS is outstanding at a barrier.
* Nothing hangs on their being performed early: from a wave's wait for them to the barrier it accesses no memory, and
  from its first store on nothing that others can observe.  Without that, a wave could tell another one of its stores
  that then begins with its own, and a third one's would have to be both before and after these.
* All waves make them in one order, since they are in one block, that no way leads to twice between the barriers; and
  there are no others in the interval, nor has a wave that ended left some behind.  Two waves that store to two places
  in opposite order are what this is about: the order within each decides whether one wave may have stored last in the
  one, and the other in the other.

A lane or wave that EXEC or a branch keeps from storing only stores less.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from isaopt.ir.program import Module, Op
from isaopt.judge.waits import wait_of
from isaopt.proof.semantics.access import is_local
from isaopt.proof.semantics.arrival import counters
from isaopt.proof.semantics.fills import LDS_COUNTERS
from isaopt.proof.semantics.modelled import Treatment, treatment_of
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.intervals import ENDS, SIGNAL, BarrierIntervals, touches_lds
from isaopt.target.arch import get_arch


class _At(Enum):
    """The progress of a wave through an interval."""

    FILLING = 0
    #: It has waited for accesses to LDS.
    WAITED = 1
    #: It has signalled its arrival and waits for the others.
    SIGNALLED = 2


def filling_stores(module: Module, flow: ProofFlow, between: BarrierIntervals | None) -> Mapping[int, int]:
    """Item indices of the stores that fill LDS, each with the first one of the same interval and block."""
    stores, others = dict[int, int](), set[int]()
    for block in flow.blocks:
        first = -1
        for index in block.body:
            op = module.instruction(index).op
            if _is_foreign(op):
                return {}
            if op.operation in ENDS:
                first = -1
            elif _is_store(op):
                first = index if first < 0 else first
                stores[index] = first
            elif is_local(op):
                others.add(index)
    if between is None or between.left or not stores:
        return {}
    spoilt: set[int] = set()
    for start, meanwhile in between.meanwhile.items():
        near = set().union(*(between.inside[other] for other in (start, *meanwhile)))
        met = near & stores.keys()
        if near & others or len({stores[i] for i in met}) > 1:
            spoilt |= met
    left = {i: first for i, first in stores.items() if i not in spoilt}
    closed = {first for first in set(left.values()) if _meets(module, flow, first)}
    return {i: first for i, first in left.items() if first in closed}


def _is_store(op: Op) -> bool:
    return is_local(op) and op.flag("maystore")


def _is_foreign(op: Op) -> bool:
    """Whether an instruction may touch LDS in another way than plain loads and stores do."""
    return touches_lds(op) and not is_local(op)


def _meets(module: Module, flow: ProofFlow, first: int) -> bool:
    """Whether a wave comes from its first store to a barrier by what the argument allows."""
    number = next(n for n, block in enumerate(flow.blocks) if first in block.body)
    body = flow.blocks[number].body
    todo, seen = [(number, body[body.index(first) :], _At.FILLING)], set[tuple[int, _At]]()
    filling = True
    while todo:
        here, rest, at = todo.pop()
        for index in rest:
            op = module.instruction(index).op
            after = _after(op, at, module.arch)
            if after is None or (_is_store(op) and not filling):
                return False
            if op.operation in ENDS:
                break
            at = after
        else:
            ahead = flow.blocks[here].successors
            new = {(target, at) for target in ahead} - seen
            seen |= new
            todo += [(target, flow.blocks[target].body, kind) for target, kind in new]
            if not ahead:
                return False
        filling = False
    return True


def _after(op: Op, at: _At, arch: str) -> _At | None:
    """The progress of a wave after an instruction; None if the instruction may not occur there."""
    name, kind = op.operation, treatment_of(op)
    if name in ENDS:
        return at if at is (_At.WAITED if name == "s_barrier" else _At.SIGNALLED) else None
    if name == SIGNAL:
        return _At.SIGNALLED if at is _At.WAITED else None
    if kind is Treatment.WAIT:
        waited = wait_of(op, get_arch(arch).family)
        lds = waited is None or not LDS_COUNTERS.isdisjoint((*waited.counts, *waited.unknown))
        return _At.WAITED if lds and at is _At.FILLING else at
    if kind is Treatment.MEMORY:
        return at if at is _At.FILLING and (_is_store(op) or not op.flag("maystore")) else None
    if kind is Treatment.SILENT:
        return at
    return at if kind in (Treatment.COMPUTE, Treatment.EXCHANGE) and not counters(op) else None
