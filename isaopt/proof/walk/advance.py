"""Runs one kernel from the start of a block to the next stop."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.proof.semantics.execute import execute
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.world import GLOBAL, LDS, Side, World
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.budget import StepBudget
from isaopt.proof.walk.program import ProofKernel, RunStop, computations


def waited(world: World, side: Side) -> None:
    """Replaces the state of memory when a loop that may have waited for another wave continues."""
    for space in (LDS, GLOBAL):
        side.regs[space] = world.terms.make("waited", (side.regs[space],))


@dataclass(frozen=True, slots=True)
class Advance:
    """Runs the kernels of a proof, each to its next cut point, undecided branch, or end."""

    world: World
    programs: tuple[ProofKernel, ProofKernel]
    cuts: tuple[frozenset[int], ...]
    budget: StepBudget

    def enter(self, run: SideExecution, number: int, stop: RunStop, outcome: bool) -> RunStop:
        """Continues from a branch that is decided."""
        target = stop.target if outcome else stop.other
        if (stop.block, target) in self.programs[number].waits:
            waited(self.world, run.side)
        if target in self.cuts[number]:
            return RunStop("join", stop.line, target)
        return self.advance(run, number, target)

    def advance(self, run: SideExecution, number: int, block_number: int) -> RunStop:
        """Runs from the start of a block to the next stop."""
        while True:
            stop = self._block(run, number, block_number)
            if stop.kind != "join" or stop.target in self.cuts[number]:
                return stop
            block_number = stop.target

    def through(self, run: SideExecution, number: int, block_number: int, target: int, above: int) -> bool:
        """Run from the start of a block to that of ``target``; whether that is where control comes without an open
        branch, going forward only, and with no block up to ``above`` on the way."""
        while block_number != target:
            stop = self._block(run, number, block_number) if above < block_number < target else None
            if stop is None or stop.kind != "join" or stop.target <= block_number:
                return False
            block_number = stop.target
        return True

    def _block(self, run: SideExecution, number: int, block_number: int) -> RunStop:
        """Runs one block; the place where control continues counts as a ``join`` here."""
        program = self.programs[number]
        module, block = program.module, program.flow.blocks[block_number]
        run.block = block_number
        try:
            for position, index in enumerate(block.body):
                self.budget.steps += 1
                execute(run, module, index, program.early.get(index, frozenset()))
                run.note(index)
                run.computed += computations(module.instruction(index).op)
                self._check_tail(program, block_number, position)
        except CannotProve as error:
            raise CannotProve(error.message, error.line or run.line, number) from None
        out = block.exit
        self.budget.steps += 1
        self.budget.check(run.line, number)
        line = module.instruction(block.last).line if block.last >= 0 else block.line
        if out.kind == "end":
            return RunStop("end", line)
        if out.kind == "off":
            raise CannotProve("control can run past the end of the kernel", line, number)
        target = out.target
        if out.kind == "if":
            run.line, run.index, run.early = line, block.last, program.early.get(block.last, frozenset())
            condition = run.spoilt(run.condition(out.mask), True)
            if not out.sense:
                condition = self.world.decisions.not_(condition)
            condition = self.world.decisions.constrain(condition, run.care)
            if condition not in (TRUE, FALSE):
                return RunStop("if", line, out.target, out.fallthrough, condition, block_number)
            target = out.target if condition == TRUE else out.fallthrough
            if (block_number, target) in program.waits:
                waited(self.world, run.side)
        return RunStop("join", line, target)

    def _check_tail(self, program: ProofKernel, block_number: int, position: int) -> None:
        """Nothing but the end may follow the message that gives the registers back."""
        block = program.flow.blocks[block_number]
        item = program.module.instruction(block.body[position])
        if not item.op.releases_vgprs:
            return
        rest = [program.module.instruction(i).op.mnemonic for i in block.body[position + 1 :]]
        if block.exit.kind != "end" or any(name != "s_nop" for name in rest):
            raise CannotProve("an instruction follows the message that deallocates VGPRs", item.line)
