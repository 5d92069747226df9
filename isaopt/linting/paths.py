"""Paths to and from an instruction: a backward search over all of them, and the straight-line code around it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from enum import Enum
from typing import TypeVar

from isaopt.ir.program import Instruction
from isaopt.linting.flow import solve_forward
from isaopt.linting.model import Context
from isaopt.linting.traits import Traits, all_traits

State = TypeVar("State", bound=Hashable)
Held = TypeVar("Held")


class PathEnd(Enum):
    """Why a path ends: it reached what was searched for, or it can no longer do so."""

    FOUND = "found"
    EXPIRED = "expired"


Step = Callable[[State, Traits, Instruction], State | PathEnd]
"""Extends a path backwards by one instruction: returns the new state, or why the path ends."""


def _positions(ctx: Context) -> dict[int, tuple[int, int]]:
    return {index: (b.index, k) for b in ctx.blocks for k, index in enumerate(b.items)}


def search_back(ctx: Context, index: int, state: State, step: Step[State]) -> Iterator[tuple[int, State]]:
    """All instructions for which ``step`` returns ``FOUND``, with the state before that answer, nearer ones first.

    The search starts before item ``index``. A path ends at the kernel's entry and at code whose effect is unknown:
    hazards inside a callee are the callee's own.
    """
    traits, blocks, reachable = ctx.fact(all_traits), ctx.blocks, ctx.flow.reachable
    block, position = ctx.fact(_positions)[index]
    paths: list[tuple[int, int, State]] = [(block, position, state)]
    seen: set[tuple[int, State]] = set()
    while paths:
        block, position, state = paths.pop(0)
        for item in reversed(blocks[block].items[:position]):
            instruction = ctx.instruction(item)
            if instruction is None or ctx.is_opaque(item):
                break
            outcome = step(state, traits[item], instruction)
            if outcome is PathEnd.FOUND:
                yield item, state
                break
            if isinstance(outcome, PathEnd):
                break
            state = outcome
        else:
            # The kernel's first block is also entered from outside.
            preds = blocks[block].preds
            for pred in preds if not ctx.every_path or (len(preds) == 1 and block) else ():
                if pred in reachable and (pred, state) not in seen:
                    seen.add((pred, state))
                    paths.append((pred, len(blocks[pred].items), state))


def straight_after(ctx: Context, index: int) -> Iterator[int]:
    """The items that always run after an item, in order, up to a branch or a place where other paths join."""
    block, position = ctx.fact(_positions)[index]
    yield from ctx.blocks[block].items[position + 1 :]
    while len(ctx.blocks[block].succs) == 1 and not ctx.blocks[block].escapes:
        after = ctx.blocks[block].succs[0]
        if after != block + 1 or ctx.blocks[after].preds != (block,):
            return
        block = after
        yield from ctx.blocks[block].items


def reachable_instructions(ctx: Context) -> Iterator[tuple[int, Instruction, Traits]]:
    """The instructions that control can reach and whose effect is known, in text order of their blocks."""
    traits = ctx.fact(all_traits)
    for block in ctx.blocks:
        if block.index in ctx.flow.reachable:
            for index, instruction in ctx.known(block):
                if instruction is not None:
                    yield index, instruction, traits[index]


def states_before(
    ctx: Context,
    entry: Held,
    after: Callable[[int, Instruction | None, Held], Held],
    join: Callable[[Held, Held], Held],
) -> Iterator[tuple[int, Instruction | None, Held]]:
    """Every reachable item with the state before it, at the fixed point of applying ``after`` along all paths; None
    stands for an item whose effect is unknown."""

    def through(block: int, state: Held) -> Held:
        for index, instruction in ctx.known(ctx.blocks[block]):
            state = after(index, instruction, state)
        return state

    for block, state in solve_forward(ctx.flow, entry, through, join).items():
        for index, instruction in ctx.known(ctx.blocks[block]):
            yield index, instruction, state
            state = after(index, instruction, state)
