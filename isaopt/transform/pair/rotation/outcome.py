"""Decides whether a kernel with rotated loops issues fewer instructions in the end, and words the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.ir.program import Kernel, Module
from isaopt.rebuild.rewrite import stripped
from isaopt.transform.base import Declined, Part, PassResult
from isaopt.transform.pair.rotation.rotate import Rotation
from isaopt.transform.reassign import block_weights

Pairing = Callable[[Module], PassResult]
"""The kernel of a module with its instructions in pairs."""


def with_rotation(kernel: Kernel, plain: PassResult, rotation: Rotation, pairing: Pairing) -> PassResult:
    """The better one of ``plain``, the pairs of a kernel as it is, and the pairs of the kernel with rotated loops."""
    declined = (*plain.declined, *rotation.declined)
    if not rotation.loops:
        return replace(plain, declined=declined)
    turned = pairing(rotation.module)
    if not turned.changed or _issued(turned.module, kernel) >= _issued(plain.module, kernel):
        why = "the pairs that this allows cannot be allocated"
        more = (Declined(x.line, "no-gain", f"loop {x.label}, one iteration ahead: {why}") for x in rotation.loops)
        return replace(plain, declined=(*declined, *more))
    return replace(
        turned,
        notes=(*turned.notes, *(loop.note for loop in rotation.loops)),
        stages=(stripped(rotation.module, rotation.module.kernel(kernel.name)), *turned.stages),
        declined=(*turned.declined, *rotation.declined),
        parts=_parts(turned.parts, rotation),
    )


def _issued(module: Module, kernel: Kernel) -> int:
    """VALU instructions, each as often as its block counts."""
    own = module.kernel(kernel.name)
    cfg = build_cfg(module, own)
    weights = block_weights(module, own, cfg)
    return sum(weights[cfg.block_of[k]] for k, op in enumerate(kernel_ops(module, cfg)) if op.flag("valu"))


def _parts(parts: tuple[Part, ...], rotation: Rotation) -> tuple[Part, ...]:
    """The parts with each rotated loop as one, by the line that it begins with in the input."""
    loops = [Part(x.line, f"loop {x.label}", x.lines) for x in rotation.loops]
    others = [part for part in parts if not any(part.lines <= loop.lines for loop in loops)]
    return tuple(sorted((*others, *loops), key=lambda part: part.line))
