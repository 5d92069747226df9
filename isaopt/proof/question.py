"""What a proof of a kernel's rewrite is about, all of it: two pairs of files that ask the same have the same answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from isaopt.asm.printer import print_op
from isaopt.graphs import reverse_post_order
from isaopt.ir.program import Instruction, Kernel, Label, Module
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.surroundings.pair import FilePair, pair_of
from isaopt.proof.surroundings.reach import fallen_into, lead_nowhere
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.flow import build_flow
from isaopt.toolchain.descriptor import ENTRY_OFFSET

_ENTRY_BYTES = 8
#: Entries of metadata that say no more than what a kernel is called.
_NAMES = (".name", ".symbol")


Answer = str | CannotProve
"""The question, or why there is none."""


def questions(before: Module, after: Module, kernels: Sequence[str]) -> Mapping[str, Answer]:
    """By kernel, a digest of everything on which its equivalence in ``before`` and ``after`` depends: both versions of
    its assembled code, and the launch properties in descriptors and metadata, but not its name or those of its labels.

    There is none if the files differ in more than these kernels' proofs cover, or cannot be assembled.
    """
    pair = pair_of(before, after, () if before is not after else tuple(kernels))
    if not pair.changed.issuperset(kernels):
        pair = pair_of(before, after, tuple(kernels))
    return {name: _question(pair, before.kernel(name), after.kernel(name)) for name in kernels}


def entered(before: Module, after: Module, kernels: Set[str]) -> Set[str]:
    """Those of the ``kernels``, which differ, whose code others may enter: calls, jumps and what falls through are
    followed only within a kernel that is proved."""
    pair = pair_of(before, after, ())
    if pair.sides is None or all(
        k.name in kernels or pair.same(k.name) or _is_followed(pair, k) for k in before.kernels
    ):
        return frozenset()
    found = {name for name in kernels if not all(lead_nowhere(m, frozenset((name,))) for m in (before, after))}
    return found or kernels


def open_already(file: Module, kernels: Set[str]) -> Set[str]:
    """Those of the ``kernels``, the only ones that may come to differ, that will be among the :func:`entered` whatever
    they become: code falls into them."""
    fallen = kernels & set(fallen_into(file))
    others = (kernel for kernel in file.kernels if kernel.name not in kernels)
    return fallen if fallen and not all(_ends(file, kernel) for kernel in others) else frozenset()


def _is_followed(pair: FilePair, kernel: Kernel) -> bool:
    """Whether a kernel that is proved ends in its own code."""
    try:
        return _ends(pair.code(0, kernel)[0], kernel)
    except CannotProve:
        return False


def _ends(module: Module, kernel: Kernel) -> bool:
    """Whether control is known to leave a kernel's code only by its end."""
    try:
        blocks = build_flow(module, kernel).blocks
    except CannotProve:
        return False
    return all(blocks[n].exit.kind != "off" for n in reverse_post_order([0], lambda n: blocks[n].successors))


def _question(pair: FilePair, one: Kernel, other: Kernel) -> Answer:
    for difference in pair.outside(one, other):
        return CannotProve(difference.message, max(difference.line_a, difference.line_b))
    digest = hashlib.sha256()
    try:
        for side, kernel in enumerate((one, other)):
            for part in _said(*pair.code(side, kernel), kernel):
                digest.update(part.encode() + b"\0")
    except CannotProve as error:
        return error
    return digest.hexdigest()


def _said(module: Module, launched: KernelDeclaration, kernel: Kernel) -> Iterator[str]:
    raw = launched.descriptor.raw
    yield f"{module.arch} wave{kernel.wave_size}"
    # Where the code stands from its descriptor is the linker's business.
    yield (raw[:ENTRY_OFFSET] + raw[ENTRY_OFFSET + _ENTRY_BYTES :]).hex()
    yield json.dumps({k: v for k, v in launched.entry.items() if k not in _NAMES}, sort_keys=True)
    items = module.items[kernel.first : kernel.last]
    numbers = {item.name: f".{n}" for n, item in enumerate(i for i in items if isinstance(i, Label))}
    for item in items:
        if isinstance(item, Label):
            yield f"{numbers[item.name]}:"
        elif isinstance(item, Instruction):
            op = item.op
            if op.flag("branch"):
                named = (replace(o, text=numbers.get(o.text, o.text)) for o in op.operands)
                op = replace(op, operands=tuple(named))
            yield print_op(op)
