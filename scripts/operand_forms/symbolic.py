"""What the prover makes of bodies: all run from the same state in one world, so equal results are equal terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from isaopt.ir.program import Instruction, Module
from isaopt.isa.registers import NUM_VGPRS, SCC
from isaopt.proof.semantics.execute import execute
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.state import entry_state, new_world, units_of
from isaopt.proof.surroundings.pair import pair_of
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.terms.uniform import is_uniform
from isaopt.proof.types import CannotProve
from scripts.operand_forms.bodies import Body
from scripts.operand_forms.frame import RESULTS, begin, end, module_of, prologue
from scripts.operand_forms.legal import ops


@dataclass(frozen=True)
class Result:
    """What a body leaves in a register: its term, those of its ``halves`` (a vector's), and what the prover takes for
    certain of it: ``uniform`` over the lanes, a set of ``bits`` that may be set, an ``upper`` bound."""

    unit: int
    term: int
    uniform: bool
    bits: int
    upper: int
    halves: tuple[int, ...] = ()

    @property
    def claims(self) -> bool:
        """Whether anything is certain but what the term itself says."""
        return self.uniform or self.bits != 0xFFFFFFFF or self.upper != 0xFFFFFFFF


def written(body: Body, arch: str, wave: int) -> tuple[int, ...]:
    """The units of its results, as the tables have it."""
    found = {u for op in ops(body.lines, arch, wave) for u in (*op.defs, *op.implicit_defs)}
    return tuple(u for u in RESULTS if u in found)


def touched(body: Body, arch: str, wave: int) -> tuple[int, ...]:
    """The units of :data:`RESULTS` that it reads or writes."""
    found = {
        u for op in ops(body.lines, arch, wave) for u in (*op.defs, *op.uses, *op.implicit_defs, *op.implicit_uses)
    }
    return tuple(u for u in RESULTS if u in found)


def kernel(body: Body, arch: str, wave: int, partial: bool) -> Module:
    """The file of a kernel that runs one body and stores its results."""
    units = written(body, arch, wave)
    lines = [*prologue(arch, wave), *begin(RESULTS, wave, partial), *body.lines, *end(units, wave, partial, 4096, ())]
    return module_of(arch, wave, lines)


def results(bodies: Sequence[Body], arch: str, wave: int, partial: bool) -> Iterator[tuple[Result, ...] | str]:
    """The results of each body; or why the prover refuses it."""
    head = [*prologue(arch, wave), *begin(RESULTS, wave, partial)]
    module = module_of(arch, wave, [*head, *(line for b in bodies for line in b.lines)])
    kernel = module.kernels[0]
    indices = [index for index, _ in module.instructions(kernel)]
    alone = module_of(arch, wave, [*head, "s_endpgm"])
    _, launched = pair_of(alone, alone, (kernel.name,)).code(0, alone.kernels[0])
    world = new_world(module, kernel, launched)
    state = entry_state(world, dict.fromkeys((0, 1), units_of(module, kernel)), False)
    # The prover follows a wave with a lane, and a kernel writes with v_writelane if some body does.
    run = SideExecution(world, state.sides[0].copy(), state.care, state.nonempty)
    for index in indices[: len(head)]:
        execute(run, module, index, frozenset())
    at = len(head)
    for body in bodies:
        here = indices[at : at + len(body.lines)]
        at += len(body.lines)
        writes = frozenset(u for k in here for u in _op_defs(module, k) if u < NUM_VGPRS)
        lane_written = any("writelane" in line for line in body.lines)
        world.lane_written = (writes if lane_written else frozenset(), frozenset())
        fork = run.fork(run.care)
        try:
            for index in here:
                execute(fork, module, index, frozenset())
            yield tuple(_result(fork, unit) for unit in written(body, arch, wave))
        except CannotProve as error:
            yield error.message


def _op_defs(module: Module, index: int) -> tuple[int, ...]:
    item = module.items[index]
    assert isinstance(item, Instruction)
    return item.op.defs


def _result(run: SideExecution, unit: int) -> Result:
    d, n = run.decisions, run.integers
    launched = run.world.launched
    if unit == SCC:
        term = d.constrain(run.scalar(SCC), run.care)
        return Result(unit, term, False, 1 if term not in (TRUE, FALSE) else int(term == TRUE), 1)
    if unit >= NUM_VGPRS:
        term = run.scalar(unit)
        return Result(unit, term, True, n.bits(term), n.upper(term))
    term = d.constrain(run.regs[unit], d.and_(run.care, launched))
    leaves = d.leaves(term) if run.terms.op[term] == "ite" else frozenset((term,))
    return Result(
        unit,
        term,
        run.terms.op[term] != "ite" and is_uniform(run.world, term),
        reduce(or_, (n.bits(leaf) for leaf in leaves)),
        max(n.upper(leaf) for leaf in leaves),
        (n.half(term, False), n.half(term, True)),
    )
