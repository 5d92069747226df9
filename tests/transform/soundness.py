"""What every pass must hold to: its result is proved, and computes the same in the emulator."""

from __future__ import annotations

from isaopt.emulator.agreement import agree, pair
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import Pass, PassResult


def applied(step: Pass, module: Module, assumptions: tuple[str, ...] = (), emulated: bool = False) -> PassResult:
    """The result of a pass for a file with one kernel: another text, which is proved, or the same module. It may be
    ``emulated``, too."""
    result = step.apply(module, module.kernels[0])
    assert result.changed == (result.module.text() != module.text())
    if result.changed:
        verdict = verify_modules(module, result.module, assumptions=assumptions)
        assert verdict.proved, f"{verdict}\n{module.text()}\n{result.module.text()}"
    if result.changed and emulated:
        assert_same(module, result.module)
    return result


def assert_sound(module: Module, changed: Module, trials: int = 2) -> None:
    verdict = verify_modules(module, changed)
    assert verdict.proved, f"{verdict}\n{module.text()}\n{changed.text()}"
    assert_same(module, changed, trials)


def assert_same(module: Module, changed: Module, trials: int = 2) -> None:
    """That both versions of a kernel ``k`` leave the same in the emulator."""
    found = agree(pair(module, changed, "k"), trials)
    assert found.agrees, found.why
