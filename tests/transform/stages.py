"""A pass's versions on the way, as a proof sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isaopt.ir.program import Module
from isaopt.rebuild.rewrite import built
from isaopt.transform.base import PassResult


def built_stages(module: Module, result: PassResult) -> Callable[[], Sequence[Module]]:
    """The stages with all that follows from their code."""
    return lambda: [built(bare, module, module.kernels[0]) for bare in result.stages]
