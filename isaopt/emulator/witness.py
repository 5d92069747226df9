"""Searches for a concrete difference, in the form that ``verify`` expects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.emulator.agreement import Found, pair, search
from isaopt.emulator.launches import Launch
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.proof.verdict import Witness

if TYPE_CHECKING:
    from isaopt.toolchain.find import Toolchain


@dataclass(frozen=True, slots=True)
class EmulatedWitness:
    """Searches for a difference on the ``given`` launch, or on launches made up from the metadata. ``notes`` gives, by
    kernel, the reason why none was found."""

    given: Launch | None = None
    toolchain: Toolchain | None = None
    notes: dict[str, str] = field(default_factory=dict)

    def __call__(self, before: Module, after: Module, kernel: str) -> Witness | None:
        """A launch on which the kernels differ, and the first element that does.

        Raises:
            CheckFailed, UsageError: the first version does not run on the launch that was given.
        """
        names = [{k.name for k in module.kernels} for module in (before, after)]
        if kernel not in names[0] & names[1]:
            return None
        try:
            found = search(pair(before, after, kernel, self.given, self.toolchain))
        except IsaoptError as error:
            if error.exit_code != 3:  # a missing tool: verify works without
                raise
            self.notes[kernel] = error.message
            return None
        if isinstance(found, str):
            self.notes[kernel] = found
            return None
        return witness_of(found, kernel)


def witness_of(found: Found, kernel: str) -> Witness:
    """The difference as JSON values; ``inputs.args`` is an ``ARGS.json`` for ``isaopt emulate``."""
    mismatch = found.comparison.mismatch
    assert mismatch is not None
    mode = mismatch.mode
    inputs = {"kernel": kernel, **found.launch.document(), "order": mode.order, "late": mode.late}
    return Witness(inputs, mismatch.a, mismatch.b)
