"""Decides how to unroll each loop: completely, by a factor, or not at all, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import Liveness
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.bits import Relation
from isaopt.analysis.integers.induction import ExitTest, constant_at, exit_test, trip_count
from isaopt.ir.program import Op
from isaopt.isa.registers import NUM_SGPRS, SCC, SGPR_BASE, VCC_HI, unit_name, units_mask
from isaopt.transform.base import LoopRefused
from isaopt.transform.unroll.copies import RoundsGuard

#: The instructions that an unrolled iteration should have: a compare and a taken branch cost about twenty cycles
#: (public SQTT traces of gfx1100), which beyond this is noise.
ENOUGH = 512
#: The same for an unknown trip count: the original loop stays after the copies, other waves hide its branch, and each
#: 128 bytes of new code stall the first wave that reaches them for 80 to 300 cycles (the same traces).
ENOUGH_GUARDED = 96
_FACTORS = (2, 4, 8)
_WORD = 1 << 32


@dataclass(frozen=True, slots=True)
class Full:
    """Unroll completely, into ``iterations`` copies."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Divisor:
    """Unroll by ``factor``, a power of two that divides the trip count."""

    factor: int
    test: ExitTest


@dataclass(frozen=True, slots=True)
class Groups:
    """Unroll by ``factor`` while the guard holds, then run the original loop."""

    factor: int
    test: ExitTest
    guard: RoundsGuard


Plan = Full | Divisor | Groups | LoopRefused


@dataclass(frozen=True, slots=True)
class Room:
    """``size``: bytes of an iteration; ``spare``: bytes that the kernel may grow by, None if that is unknown, in which
    case its code may have ``most`` bytes."""

    size: int
    spare: int | None
    most: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The kernel that contains the loop."""

    ops: Sequence[Op]
    cfg: CFG
    live: Liveness
    loops: Sequence[Loop]
    wave_size: int

    def body(self, loop: Loop) -> range:
        """The ordinals of a loop of consecutive blocks."""
        last = self.cfg.blocks[max(loop.blocks)]
        return range(self.cfg.blocks[loop.header].first, last.end)


@dataclass(frozen=True, slots=True)
class UnrollRequest:
    """The ``factor`` that the user asked for, and the room that there is."""

    factor: int | None
    room: Room


def plan(kernel: Surroundings, loop: Loop, request: UnrollRequest) -> Plan:
    """What to do with a loop."""
    ops, cfg = kernel.ops, kernel.cfg
    shape = _shape(kernel, loop)
    if shape is not None:
        return shape
    test = exit_test(ops, cfg, loop.header, loop.blocks)
    if test is None or not test.in_latch:
        return LoopRefused("trip-count-unknown", "its exit does not compare a scalar counter with a constant step")
    scc = _scc_elsewhere(kernel, loop, test)
    if scc is not None:
        return scc
    if request.room.spare is None:
        return LoopRefused("code-size", "directives between instructions make the code size unknown")
    start = constant_at(ops, cfg, loop.header, test.counter, loop.blocks)
    rounds = None if start is None else trip_count(test, start)
    if rounds is not None and start is not None:
        return _constant(test, start, rounds, len(kernel.body(loop)), request)
    return _unknown(kernel, loop, test, request)


def _shape(kernel: Surroundings, loop: Loop) -> LoopRefused | None:
    """Refuses loops that are not consecutive blocks with a single exit at the end."""
    cfg = kernel.cfg
    if any(other.parent == loop.index for other in kernel.loops):
        return LoopRefused("not-innermost", "it contains another loop")
    latches = [b for b in cfg.blocks[loop.header].preds if b in loop.blocks]
    if len(latches) > 1:
        return LoopRefused("several-latches", f"it has {len(latches)} back edges")
    exits = [(b, s) for b in sorted(loop.blocks) for s in cfg.blocks[b].succs if s not in loop.blocks]
    if len(exits) != 1 or exits[0][0] != latches[0]:
        return LoopRefused("side-exit", f"it has {len(exits)} exits, or one that is not at its end")
    if sorted(loop.blocks) != list(range(loop.header, latches[0] + 1)):
        return LoopRefused("several-blocks", f"its {len(loop.blocks)} blocks are not contiguous")
    block = cfg.blocks[latches[0]]
    branch = kernel.ops[kernel.body(loop)[-1]]
    if branch.operation not in ("s_cbranch_scc0", "s_cbranch_scc1"):
        lanes = branch.operation in ("s_cbranch_execz", "s_cbranch_execnz")
        what = "lanes leave it one by one" if lanes else "its exit is a vector compare"
        return LoopRefused("divergent-exit", f"{what} ({branch.mnemonic})")
    if block.taken != loop.header or block.fallthrough is None:
        return LoopRefused("side-exit", "its branch leaves it, and it continues by falling through")
    return None


def _scc_elsewhere(kernel: Surroundings, loop: Loop, test: ExitTest) -> LoopRefused | None:
    """Refuses loops in which SCC carries more than the test, since compares are deleted and inserted."""
    block, body, live = kernel.cfg.blocks[max(loop.blocks)], kernel.body(loop), kernel.live
    if live.live_in[body[0]] >> SCC & 1:
        return LoopRefused("scc-live", "SCC is live from one iteration to the next")
    if any(live.edges.get((block.index, s), 0) >> SCC & 1 for s in block.succs):
        return LoopRefused("scc-live", "SCC is read after the loop's branch")
    for k in range(test.compare + 1, body[-1]):
        if SCC in kernel.ops[k].read:
            return LoopRefused("scc-live", f"{kernel.ops[k].mnemonic} also reads the result of the loop's compare")
    return None


def _constant(test: ExitTest, start: int, rounds: int, length: int, request: UnrollRequest) -> Plan:
    """The plan for a loop with a known trip count; an iteration has ``length`` instructions."""
    room = request.room
    assert room.spare is not None
    if request.factor in (None, rounds) and (rounds - 1) * room.size <= max(room.spare, 0):
        return Full(rounds)
    if test.shift:
        return LoopRefused("code-size", f"{rounds} iterations of {room.size} bytes exceed {room.most} bytes")
    if request.factor is None and length >= ENOUGH:
        return LoopRefused("body-size", f"its branch is negligible beside {length} instructions")
    if not test.steps_first:
        return LoopRefused("counter-late", f"{unit_name(test.counter)} is compared before it moves")
    powers = [f for f in (1 << n for n in range(1, 17)) if rounds % f == 0]
    if request.factor is not None:
        powers = [f for f in powers if f == request.factor]
    # The counter is a multiple of a group's step, so no iteration within a group can be the last.
    powers = [f for f in powers if start % (f * abs(test.step)) == 0]
    if not powers:
        why = f"from {start:#x} on by {test.step}: no group of {request.factor or '2, 4, ..'} ends where the loop does"
        return LoopRefused("trip-count", f"{rounds} rounds, {unit_name(test.counter)} {why}")
    fits = [f for f in powers if (f - 1) * room.size <= room.spare]
    if not fits:
        return LoopRefused("code-size", f"{rounds} iterations of {room.size} bytes exceed {room.most} bytes")
    return Divisor(next((f for f in fits if f * length >= ENOUGH), fits[-1]), test)


def _unknown(kernel: Surroundings, loop: Loop, test: ExitTest, request: UnrollRequest) -> Plan:
    """The plan for a loop whose trip count depends on the launch."""
    factor, room = request.factor, request.room
    assert room.spare is not None
    if test.shift:
        return LoopRefused("trip-count-unknown", f"{unit_name(test.counter)} is shifted from an unknown value")
    body = [kernel.ops[k] for k in kernel.body(loop)]
    factors: Sequence[int] = _FACTORS
    if factor is not None:
        factors = (factor,)
    else:
        barrier = next((op.mnemonic for op in body if op.flag("barrier")), None)
        if barrier is not None:
            return LoopRefused("barrier-in-loop", f"{barrier} separates its iterations, so that copies gain nothing")
        if len(body) * 2 > ENOUGH:
            return LoopRefused("body-size", f"its branch is negligible beside {len(body)} instructions")
    wanted = next((f for f in factors if f * len(body) >= ENOUGH_GUARDED), factors[-1])
    fits = [f for f in factors if f <= wanted and f * room.size <= room.spare]
    if not fits:
        return LoopRefused("code-size", f"{factors[0]} more iterations of {room.size} bytes exceed {room.most} bytes")
    if not test.steps_first:
        return LoopRefused("counter-late", f"{unit_name(test.counter)} is compared before it moves")
    guard = _guard(kernel, loop, test, fits[-1])
    return guard if isinstance(guard, LoopRefused) else Groups(fits[-1], test, guard)


def _guard(kernel: Surroundings, loop: Loop, test: ExitTest, factor: int) -> RoundsGuard | LoopRefused:
    """The guard under which ``factor`` iterations can run without a test in between.

    None of iterations 1 to factor - 1 may be the last one. Counting up to a bound, that holds if the counter's farthest
    value among these is before the bound, and neither it nor the bound minus that distance wraps; counting down,
    likewise. A counter that would reach its bound only after a wrap fails the guard and is left to the original loop.
    """
    distance = (factor - 1) * abs(test.step)
    up = test.step > 0
    relations: dict[Relation, Relation] = {"lg": "lt", "lt": "lt", "le": "le"} if up else {
        "lg": "gt", "gt": "gt", "ge": "ge"
    }  # fmt: skip
    if test.relation not in relations or distance >= _WORD // 2:
        return LoopRefused(
            "trip-count-unknown",
            f"{unit_name(test.counter)} moves by {test.step} while it is '{test.relation}' its bound",
        )
    relation = relations[test.relation]
    signed = test.signed and test.relation != "lg"
    shift = -distance if up else distance
    least, most = (-(_WORD // 2), _WORD // 2 - 1) if signed else (0, _WORD - 1)
    if test.bound is not None:
        bound = test.bound - _WORD if signed and test.bound >> 31 else test.bound
        if not least <= bound + shift <= most:
            return LoopRefused("trip-count-unknown", f"the bound {bound} leaves no room for {factor} iterations")
        return RoundsGuard(relation, signed, (bound + shift) % _WORD)
    assert test.bound_unit is not None
    limit = _free_sgpr(kernel, loop)
    if limit is None:
        return LoopRefused("sgpr-limit", "no SGPR is free for the bound of the unrolled loop")
    wraps: Relation = "lt" if up else "gt"
    edge = least - shift if up else most - shift
    return RoundsGuard(relation, signed, None, limit, test.bound_unit, shift, wraps, edge % _WORD)


def _free_sgpr(kernel: Surroundings, loop: Loop) -> int | None:
    """A scalar register that the kernel uses elsewhere but that is free throughout the loop and before it.

    In wave32, VCC_HI is free if the kernel never names it (RDNA3 ISA guide, "VCC": VCC_HI is unused in wave32).
    """
    body, live = kernel.body(loop), kernel.live
    busy = live.live_in[body[0]]
    for k in body:
        busy |= live.live_in[k] | live.live_out[k]
        busy |= units_mask((*kernel.ops[k].defs, *kernel.ops[k].uses))
    named = {u for op in kernel.ops for u in (*op.defs, *op.uses)}
    free = [u for u in range(SGPR_BASE, SGPR_BASE + NUM_SGPRS) if u in named and not busy >> u & 1]
    if free:
        return free[-1]
    mentioned = named.union(*((*op.implicit_defs, *op.implicit_uses) for op in kernel.ops))
    return VCC_HI if kernel.wave_size == 32 and VCC_HI not in mentioned else None
