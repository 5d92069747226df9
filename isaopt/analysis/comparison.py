"""Two versions of a file, kernel by kernel: figures and the instructions that differ."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from isaopt.analysis.metrics import Metrics, kernel_metrics
from isaopt.analysis.operand_table import Row, operand_table
from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module


@dataclass(frozen=True, slots=True)
class Change:
    """A run of instructions that differ: texts of both sides with their rows (None for what is no VALU instruction)."""

    before: tuple[tuple[int, str, Row | None], ...]
    after: tuple[tuple[int, str, Row | None], ...]


@dataclass(frozen=True, slots=True)
class KernelComparison:
    name: str
    before: Metrics
    after: Metrics
    changes: tuple[Change, ...]


def _texts(module: Module, kernel: Kernel, bank_model: str) -> list[tuple[int, str, Row | None]]:
    rows = {row.item: row for row in operand_table(module, kernel, bank_model)}
    return [
        (item.line, " ".join(item.text[item.start : item.end].split()), rows.get(index))
        for index, item in module.instructions(kernel)
    ]


def compare(before: Module, after: Module, bank_model: str) -> tuple[KernelComparison, ...]:
    """The kernels that both files have; :class:`InputError` if they have none in common, or are for different
    targets."""
    if before.arch != after.arch:
        raise InputError(f"the files are for different targets: {before.arch} and {after.arch}", after.path)
    names = {k.name for k in after.kernels}
    common = [k.name for k in before.kernels if k.name in names]
    if not common:
        raise InputError("the files have no kernel of the same name", after.path)
    return tuple(_compare_kernel(before, after, name, bank_model) for name in common)


def _compare_kernel(before: Module, after: Module, name: str, bank_model: str) -> KernelComparison:
    ka, kb = before.kernel(name), after.kernel(name)
    a, b = _texts(before, ka, bank_model), _texts(after, kb, bank_model)
    matcher = difflib.SequenceMatcher(None, [t for _, t, _ in a], [t for _, t, _ in b], autojunk=False)
    changes = tuple(
        Change(tuple(a[i1:i2]), tuple(b[j1:j2])) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"
    )
    return KernelComparison(
        name,
        kernel_metrics(before, ka, bank_model=bank_model),
        kernel_metrics(after, kb, bank_model=bank_model),
        changes,
    )
