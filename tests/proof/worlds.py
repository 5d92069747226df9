"""The worlds and programs of proofs, for tests of their parts."""

from __future__ import annotations

from isaopt.ir.program import Module
from isaopt.proof.semantics.state import new_world
from isaopt.proof.semantics.world import World
from isaopt.proof.surroundings.pair import pair_of
from isaopt.proof.walk.program import ProofKernel


def program_of(module: Module) -> ProofKernel:
    """The first kernel, as a proof runs it."""
    kernel = module.kernels[0]
    resolved, launched = pair_of(module, module, (kernel.name,)).code(0, kernel)
    return ProofKernel.of(resolved, kernel, launched)


def world_of(module: Module) -> World:
    """The terms of a proof about the first kernel."""
    program = program_of(module)
    return new_world(program.module, program.kernel, program.launched)
