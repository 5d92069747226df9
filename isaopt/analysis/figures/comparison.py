"""Two versions of a file, kernel by kernel: figures and the instructions that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from isaopt.analysis.figures.metrics import Metrics, kernel_metrics
from isaopt.analysis.figures.operand_table import OperandRow, operand_table
from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module
from isaopt.plain import read_as, read_json


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One instruction: its line, its text with single spaces, and its row of the operand table (None unless it is a
    VALU instruction)."""

    line: int
    text: str
    row: OperandRow | None


@dataclass(frozen=True, slots=True)
class Change:
    """A run of instructions that differ; either side may be empty."""

    before: tuple[ComparedLine, ...]
    after: tuple[ComparedLine, ...]


@dataclass(frozen=True, slots=True)
class KernelComparison:
    name: str
    before: Metrics
    after: Metrics
    changes: tuple[Change, ...]

    @property
    def changed(self) -> bool:
        """Whether the code or the figures differ; a baseline only has figures."""
        return bool(self.changes) or self.before != self.after


@dataclass(frozen=True, slots=True)
class Diff:
    """Two files compared by kernel; ``only_*`` are the names of kernels that the other file lacks."""

    before: str
    after: str
    arch: str
    bank_model: str
    kernels: tuple[KernelComparison, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


def compare(before: Module, after: Module, bank_model: str) -> Diff:
    """The two files kernel by kernel, matched by name.

    Raises:
        InputError: they have no kernel in common, or have different targets.
    """
    if before.arch != after.arch:
        raise InputError(f"the files are for different targets: {before.arch} and {after.arch}", after.path)
    ours, theirs = [k.name for k in before.kernels], [k.name for k in after.kernels]
    common = [name for name in ours if name in theirs]
    if not common:
        raise InputError(
            f"has none of the kernels of {before.path} ({', '.join(ours) or 'none'} there, "
            f"{', '.join(theirs) or 'none'} here)",
            after.path,
        )
    return Diff(
        before.path,
        after.path,
        before.arch,
        bank_model,
        tuple(compare_kernel(before, after, name, bank_model) for name in common),
        tuple(name for name in ours if name not in common),
        tuple(name for name in theirs if name not in common),
    )


def compare_kernel(before: Module, after: Module, name: str, bank_model: str) -> KernelComparison:
    """One kernel of two files; both must have it."""
    ka, kb = before.kernel(name), after.kernel(name)
    return KernelComparison(
        name,
        kernel_metrics(before, ka, bank_model=bank_model, addresses=True),
        kernel_metrics(after, kb, bank_model=bank_model, addresses=True),
        tuple(_changes(_lines(before, ka), _lines(after, kb))),
    )


def _lines(module: Module, kernel: Kernel) -> list[ComparedLine]:
    rows = {row.item: row for row in operand_table(module, kernel)}
    return [
        ComparedLine(item.line, " ".join(item.text[item.start : item.end].split()), rows.get(index))
        for index, item in module.instructions(kernel)
    ]


#: The most differences for which lines are aligned by their whole text; with more, they are aligned by mnemonics alone.
_FEW = 400


def _changes(a: list[ComparedLine], b: list[ComparedLine]) -> Iterator[Change]:
    """The runs that differ."""
    return _runs(a, b, _correspondence([x.text for x in a], [x.text for x in b]))


def _correspondence(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of corresponding lines. If all mnemonics are equal, only operands changed; otherwise a small edit is found
    by the text, and a large one by the mnemonics."""
    names_a, names_b = [x.partition(" ")[0] for x in a], [x.partition(" ")[0] for x in b]
    if names_a == names_b:
        return [(i, i) for i in range(len(a))]
    common = _common(a, b)
    return common if len(a) + len(b) - 2 * len(common) <= _FEW else _common(names_a, names_b)


def _common(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """A longest common subsequence: the places in both, by Hyyrö's bit-parallel algorithm (2004)."""
    places: dict[str, int] = {}
    for i, x in enumerate(a):
        places[x] = places.get(x, 0) | 1 << i
    # After each element of b: bit i is 0 where a[: i + 1] has a longer common subsequence with b so far than a[:i].
    rows = [(1 << len(a)) - 1]
    for y in b:
        row, here = rows[-1], places.get(y, 0)
        rows.append((row + (row & here) | row & ~here) & rows[0])
    pairs = []
    i, j = len(a) - 1, len(b)
    while i >= 0 and j:
        if rows[j] >> i & 1:
            i -= 1
        elif not rows[j - 1] >> i & 1:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i + 1, j))
    return pairs[::-1]


Place = tuple[int, str] | None
"""A line of a file: its number and its text, or None where the file has no such line."""


def beside(before: Module, after: Module, name: str) -> tuple[tuple[Place, Place], ...]:
    """The source of a kernel in two files, line by line side by side."""
    a, b = (_source(module, module.kernel(name)) for module in (before, after))
    pairs = _correspondence([" ".join(text.split()) for _, text in a], [" ".join(text.split()) for _, text in b])
    rows: list[tuple[Place, Place]] = []
    i = j = 0
    for x, y in (*pairs, (len(a), len(b))):
        # What takes the place of something stands beside it.
        rows += zip_longest(a[i:x], b[j:y])
        if x < len(a) and y < len(b):
            rows.append((a[x], b[y]))
        i, j = x + 1, y + 1
    return tuple(rows)


def _source(module: Module, kernel: Kernel) -> list[tuple[int, str]]:
    items = module.items[kernel.first : kernel.last]
    first = 1 + sum(item.text.count("\n") for item in module.items[: kernel.first])
    return list(enumerate("".join(item.text for item in items).removesuffix("\n").split("\n"), first))


def _runs(a: list[ComparedLine], b: list[ComparedLine], pairs: Sequence[tuple[int, int]]) -> Iterator[Change]:
    """Neighbours that correspond but differ in text make one change, and so do those that correspond to nothing."""
    i = j = start = 0
    for place, (x, y) in enumerate((*pairs, (len(a), len(b)))):
        gap = (x, y) != (i, j)
        same = place == len(pairs) or a[x].text == b[y].text
        if (gap or same) and start < place:
            first, last = pairs[start], pairs[place - 1]
            yield Change(tuple(a[first[0] : last[0] + 1]), tuple(b[first[1] : last[1] + 1]))
        if gap:
            yield Change(tuple(a[i:x]), tuple(b[j:y]))
        if gap or same:
            start = place
        if same:
            start = place + 1
        i, j = x + 1, y + 1


@dataclass(frozen=True, slots=True)
class _Report:
    bank_model: str
    kernels: tuple[Mapping[str, object], ...]


def read_baseline(text: str, path: str, bank_model: str) -> dict[str, Metrics]:
    """The figures of each kernel in a ``report --json`` document, or in a list of such documents.

    Raises:
        InputError: the text is no such document, used another register-file model, or names a kernel twice.
    """
    found = read_json(text, path)
    out: dict[str, Metrics] = {}
    for document in found if isinstance(found, list) else [found]:
        report = read_as(_Report, document, "what 'isaopt report --json' writes", path)
        if report.bank_model != bank_model:
            raise InputError(
                f"the baseline counts conflicts under the model '{report.bank_model}', not '{bank_model}'",
                path,
                hint="give --bank-model, or write the baseline again",
            )
        for kernel in report.kernels:
            name = str(kernel.get("name"))
            if name in out:
                raise InputError(f"kernel '{name}' appears twice in the baseline", path)
            again = "write the baseline again with this version"
            out[name] = read_as(Metrics, kernel, f"the figures of kernel '{name}'", path, again)
    return out


def compare_with_baseline(baseline: Mapping[str, Metrics], path: str, after: Module, bank_model: str) -> Diff:
    """The kernels of a file beside their baselines, by name. Instructions are not compared, since a baseline has none.

    Raises:
        InputError: none of the file's kernels has a baseline.
    """
    names: Sequence[str] = [k.name for k in after.kernels]
    common = [name for name in names if name in baseline]
    if not common:
        raise InputError(
            f"none of its kernels is in the baseline {path} ({', '.join(names) or 'it has none'})", after.path
        )
    kernels = [
        KernelComparison(
            name, baseline[name], kernel_metrics(after, after.kernel(name), bank_model=bank_model, addresses=True), ()
        )
        for name in common
    ]
    only_after = tuple(name for name in names if name not in baseline)
    return Diff(path, after.path, after.arch, bank_model, tuple(kernels), (), only_after)
