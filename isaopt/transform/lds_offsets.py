"""The pass ``lds-offsets``: LDS accesses that are constants apart share address registers.

The offset field of an LDS access holds 16 unsigned bits, each of a ``2addr`` access 8 bits of elements, so one register
serves all accesses within that distance.  Compilers give each ``2addr`` access whose offset would not fit a register of
its own, and compute dozens of them in every iteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.exec_masks import ExecMasks, exec_masks
from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.integers.affine import Affine, AffineState
from isaopt.analysis.integers.entry import kernel_affine
from isaopt.analysis.integers.forms import LinearForm
from isaopt.asm.printer import with_instructions
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Space
from isaopt.isa.registers import NUM_VGPRS
from isaopt.rebuild.rewrite import built, stripped
from isaopt.transform.access_offsets import address_of, moved
from isaopt.transform.base import PassResult, block_parts, left_out, unchanged
from isaopt.transform.dead import without_dead
from isaopt.transform.reassign import block_weights, executed

_WORD = 1 << 32
#: It is worth the change if one vector instruction in so many goes away.
_WORTH = 64

Base = tuple[int, LinearForm]
"""A register and the address that it holds."""


@dataclass(frozen=True, slots=True)
class _LdsAccess:
    """An LDS access: its ordinal, its present base, and the op for each base that could serve it."""

    ordinal: int
    own: Base
    ways: dict[Base, Op]


@dataclass(frozen=True, slots=True)
class LdsOffsets:
    """``without``: lines of blocks that stay."""

    name: ClassVar[str] = "lds-offsets"
    summary: ClassVar[str] = "let LDS accesses that are constants apart share address registers"

    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer address registers, or as it is."""
        bare = stripped(module, kernel)
        own = bare.kernel(kernel.name)
        cfg, ops = code_of(bare, own)
        if sum(_is_candidate(op) for op in ops) < 2:
            return unchanged(module, "no-candidate", "fewer than two accesses to LDS have an offset")
        masks = exec_masks(bare, own, cfg)
        affine = kernel_affine(bare, own)
        if not affine.converged:
            return unchanged(module, "large-kernel", "what its registers hold was not found out")
        left = left_out(bare, cfg, self.without)
        accesses, fixed = _accesses(affine, masks, cfg, ops, bare.arch, kernel.wave_size)
        weights = block_weights(bare, own, cfg)
        chosen = _chosen(accesses, fixed, [weights[cfg.block_of[a.ordinal]] for a in accesses])
        new = [
            (a, b) for a, b in zip(accesses, chosen, strict=True) if b != a.own and cfg.block_of[a.ordinal] not in left
        ]
        if not new:
            return unchanged(module, "no-candidate", "no access to LDS is a constant away from another's address")
        changed = with_instructions(bare, {cfg.order[a.ordinal]: [a.ways[base]] for a, base in new})
        done = without_dead(changed, own)
        before, after = executed(bare, kernel)[0], executed(done, kernel)[0]
        if (before - after) * _WORTH < before:
            return unchanged(module, "no-gain", "what computes the other addresses is needed, or seldom executed")
        note = f"{len(new)} LDS accesses use the address register of another one"
        parts = block_parts(bare, cfg, {cfg.block_of[a.ordinal] for a, _ in new})
        return PassResult(built(done, module, kernel), True, None, (note,), parts=parts)


def _is_candidate(op: Op) -> bool:
    memory = op.desc.memory
    return memory is not None and memory.space is Space.LDS and address_of(op) is not None


def _accesses(
    affine: Affine, masks: ExecMasks, cfg: CFG, ops: Sequence[Op], arch: str, wave: int
) -> tuple[list[_LdsAccess], set[Base]]:
    """The LDS accesses with the bases that could serve them, and the bases that something else reads.

    What only computes another address that is a constant away is nothing else: it may go.
    """
    found: list[_LdsAccess] = []
    fixed: set[Base] = set()
    for block in cfg.blocks:
        if block.index not in cfg.reachable:
            continue
        states = affine.over(block.index)
        state = next(states)
        for k in block.ordinals:
            op = ops[k]
            if _is_candidate(op):
                where = address_of(op)
                assert where is not None
                reg = op.operands[where.operand].reg
                assert reg is not None
                held = dict(_held(state, masks, k))
                address = held.get(reg.first)
                if address is not None:
                    found.append(_LdsAccess(k, (reg.first, address), dict(_ways(op, address, held, arch, wave))))
                    next(states)
                    continue
            read = [(unit, state.values.get(unit)) for unit in op.read]
            next(states)
            made = {v.terms for u in op.written if isinstance(v := state.values.get(u), LinearForm)}
            for unit, value in read:
                if isinstance(value, LinearForm) and value.terms not in made:
                    fixed.add((unit, value))
    return found, fixed


def _held(state: AffineState, masks: ExecMasks, k: int) -> Iterator[Base]:
    """The VGPRs whose contents are known, in the lanes in which the instruction runs."""
    for unit, value in state.values.items():
        if unit < NUM_VGPRS and isinstance(value, LinearForm):
            lanes = state.lanes.get(unit, ALL)
            if lanes == ALL or masks.versions.leq(masks.before[k], lanes):
                yield unit, value


def _ways(op: Op, address: LinearForm, held: dict[int, LinearForm], arch: str, wave: int) -> Iterator[tuple[Base, Op]]:
    """The bases that could serve an access, each with the access through it."""
    for unit, value in held.items():
        if value.terms == address.terms:
            made = moved(op, unit, (address.constant - value.constant) % _WORD, arch, wave)
            if made is not None:
                yield (unit, value), made


def _chosen(accesses: Sequence[_LdsAccess], fixed: set[Base], weights: Sequence[int]) -> list[Base]:
    """A base for each access: one that is needed in any case, else of the others as few as possible, greedily."""
    chosen: dict[int, Base] = {}
    rest: dict[Base, list[int]] = {}
    for i, access in enumerate(accesses):
        free = [base for base in access.ways if base in fixed]
        if free:
            chosen[i] = access.own if access.own in free else min(free, key=lambda b: (b[0], b[1].constant))
            continue
        for base in access.ways:
            rest.setdefault(base, []).append(i)
    while rest:
        # Of those that serve as many, what the first of them has already.
        best = max(rest, key=lambda b: (sum(weights[i] for i in rest[b]), -min(rest[b]), -b[0], -b[1].constant))
        taken = set(rest.pop(best))
        chosen.update(dict.fromkeys(taken, best))
        rest = {b: left for b, users in rest.items() if (left := [i for i in users if i not in taken])}
    return [chosen[i] for i in range(len(accesses))]


__all__ = ["LdsOffsets"]
