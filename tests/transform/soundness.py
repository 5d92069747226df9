"""What every pass must hold to: its result is proved, and computes the same in the emulator."""

from __future__ import annotations

from isaopt.emulator.agreement import agree, pair
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules


def assert_sound(module: Module, changed: Module, name: str = "k") -> None:
    verdict = verify_modules(module, changed)
    assert verdict.proved, verdict
    found = agree(pair(module, changed, name), 2)
    assert found.agrees, found.why
