"""The cases of the campaign, and what becomes of each: changes against the prover, rewrites against the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from isaopt.asm.parser import parse_text
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.registry import LEVELS
from scripts.litmus.changes import Change, changes
from scripts.litmus.judge import Growth, Oracle, program_of
from scripts.litmus.kernel import kernel
from scripts.litmus.machine import TooLarge
from scripts.litmus.shapes import ARCHES, Shape, shapes
from scripts.litmus.steps import Unreadable

#: The passes that move memory operations.
MOVERS = ("sgpr-bases", "widen", "unroll", "jump-threading", "spread", "schedule")
#: What a case ends as is a defect here; those ``in order`` show only where a CU performs a wave's accesses in order.
DEFECTS = ("FALSE", "FALSE in order", "MISCOMPILED", "MISCOMPILED in order")


@dataclass(frozen=True, slots=True)
class Role:
    """One wave's part of a shape, for an architecture and a mode."""

    arch: str
    cu_mode: bool
    padded: bool
    shape: Shape
    number: int

    @property
    def name(self) -> str:
        mode = "cu" if self.cu_mode else "wgp"
        return f"{self.arch}-{mode}-{self.shape.name}-{self.number}{'-padded' if self.padded else ''}"

    @property
    def body(self) -> tuple[str, ...]:
        return self.shape.roles[self.number]


@dataclass(frozen=True, slots=True)
class Found:
    """A case: ``kind`` of change or name of the pass; ``after`` the changed body (or file); ``why`` the new outcome."""

    role: str
    number: int
    kind: str
    outcome: str
    after: tuple[str, ...] = ()
    why: str = ""


def roles() -> Iterator[Role]:
    """Every role, the padded ones (which are for the passes) where padding changes them."""
    for arch in ARCHES:
        for cu_mode in (False, True):
            plain = list(shapes(arch, cu_mode))
            for shape in plain:
                for number, body in enumerate(shape.roles):
                    if body and body not in shape.roles[:number]:
                        yield Role(arch, cu_mode, False, shape, number)
            for shape, original in zip(shapes(arch, cu_mode, padded=True), plain, strict=True):
                for number, body in enumerate(shape.roles):
                    if body != original.roles[number] and body not in shape.roles[:number]:
                        yield Role(arch, cu_mode, True, shape, number)


def _said(growth: Growth) -> str:
    return f"{growth.setting}: {growth.outcome}"


class Judge:
    """Judges the cases of one role."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.oracle = Oracle(role.shape, role.number, role.arch, role.cu_mode)

    def growth(self, module: Module) -> Growth | None:
        """What a version makes possible; an address that no wait covers is the worst of all."""
        try:
            return self.oracle.growth(program_of(module))
        except Unreadable as error:
            return Growth(str(error), "anything")

    def change(self, number: int, change: Change, refused: bool) -> Found:
        """``refused``: ask the oracle about what is not proved, too."""
        role = self.role
        body = role.shape.body(role.number, change.body)
        module = parse_text(kernel(role.arch, role.cu_mode, body, role.shape.near), "litmus.s")
        proved = verify_modules(self.oracle.module, module).kernels[0].status == "proved"
        if not proved and not refused:
            return Found(self.role.name, number, change.kind, "refused")
        try:
            growth = self.growth(module)
        except TooLarge:
            return Found(self.role.name, number, change.kind, "too large to judge")
        if growth is None:
            return Found(self.role.name, number, change.kind, "proved, allowed" if proved else "refused, allowed")
        if not proved:
            return Found(self.role.name, number, change.kind, "refused, forbidden")
        outcome = "FALSE in order" if growth.strict else "FALSE"
        return Found(self.role.name, number, change.kind, outcome, change.body, _said(growth))

    def rewrite(self, number: int, name: str, passes: tuple[str, ...]) -> Found:
        """What passes make of the kernel when nothing is proved behind them."""
        try:
            options = Options(passes=passes, verify=False, objective="conflicts")
            result = optimize_module(self.oracle.module, options)
        except IsaoptError as error:
            return Found(self.role.name, number, name, "refused by a check", (), str(error))
        if not result.changed:
            return Found(self.role.name, number, name, "unchanged")
        try:
            growth = self.oracle.growth(program_of(result.module))
        except Unreadable as error:
            return Found(self.role.name, number, name, "unreadable", (), str(error))
        except TooLarge:
            return Found(self.role.name, number, name, "too large to judge")
        if growth is None:
            return Found(self.role.name, number, name, "rewritten, allowed")
        outcome = "MISCOMPILED in order" if growth.strict else "MISCOMPILED"
        return Found(self.role.name, number, name, outcome, tuple(result.module.text().splitlines()), _said(growth))


def cases(role: Role) -> Iterator[Change | tuple[str, tuple[str, ...]]]:
    """A role's changes, and the passes: the highest level, and each alone that moves memory operations."""
    if not role.padded:
        yield from changes(role.body)
    yield "level 3", LEVELS[3]
    for name in MOVERS:
        yield name, (name,)


def run(role: Role, numbers: Iterable[int] | None, refused: bool) -> Iterator[Found]:
    """The cases of these numbers, or all."""
    judge = Judge(role)
    wanted = None if numbers is None else set(numbers)
    for number, case in enumerate(cases(role)):
        if wanted is not None and number not in wanted:
            continue
        yield judge.change(number, case, refused) if isinstance(case, Change) else judge.rewrite(number, *case)
