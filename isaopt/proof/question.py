"""What a proof of a kernel's rewrite is about, all of it: two pairs of files that ask the same have the same answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from isaopt.asm.printer import print_op
from isaopt.ir.program import Instruction, Kernel, Label, Module
from isaopt.proof.surroundings.descriptor import ENTRY_OFFSET
from isaopt.proof.surroundings.launched import Launched
from isaopt.proof.surroundings.pair import pair_of
from isaopt.proof.types import CannotProve

_ENTRY_BYTES = 8


def question(before: Module, after: Module, kernel: str) -> str:
    """A digest of everything that whether ``after`` computes what ``before`` does depends on, as far as this kernel is
    concerned: the code of both as the assembler made it, what their descriptors and metadata say of launches.

    Raises:
        CannotProve: the files differ in more than a proof of the kernel covers, or cannot be assembled.
    """
    pair = pair_of(before, after, (kernel,))
    kernels = before.kernel(kernel), after.kernel(kernel)
    for difference in pair.outside(*kernels):
        raise CannotProve(difference.message, max(difference.line_a, difference.line_b))
    digest = hashlib.sha256()
    for side in (0, 1):
        for part in _said(*pair.code(side, kernels[side]), kernels[side]):
            digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _said(module: Module, launched: Launched, kernel: Kernel) -> Iterator[str]:
    raw = launched.descriptor.raw
    yield f"{module.arch} wave{kernel.wave_size}"
    # Where the code stands from its descriptor is the linker's business.
    yield (raw[:ENTRY_OFFSET] + raw[ENTRY_OFFSET + _ENTRY_BYTES :]).hex()
    yield json.dumps(launched.entry, sort_keys=True)
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Label):
            yield f"{item.name}:"
        elif isinstance(item, Instruction):
            yield print_op(item.op)
