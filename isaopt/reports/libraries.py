"""The results of a batch: a line for each relevant file, and the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from isaopt.plain import Json, picked, plain
from isaopt.reports.document import kernel_document
from isaopt.reports.page import Heading, Page, Paragraph, Span, Table, table, text

if TYPE_CHECKING:
    from isaopt.libraries.run import BatchResult, File
    from isaopt.outcome import KernelReport

_COLUMNS = ("~file", ">kernels", ">proved", ">dual", ">conflicts", ">VGPRs", "from")


def _sums(kernels: list[KernelReport]) -> dict[str, Json]:
    def both(name: str) -> Json:
        before = sum((Fraction(getattr(k.before, name)) for k in kernels), Fraction(0))
        after = sum((Fraction(getattr(k.after, name)) for k in kernels), Fraction(0))
        return {"before": plain(before), "after": plain(after)}

    return {
        "kernels": len(kernels),
        "changed": sum(any(p.changed for p in k.passes) for k in kernels),
        "verify": dict(sorted(Counter(k.verify for k in kernels).items())),
        **{name: both(name) for name in ("valu", "dual", "bank_conflicts", "vgpr_bank_reads")},
    }


def _file(file: File) -> Json:
    return {
        **picked(file, "path", "status", "assembled", "exit_code"),
        "from": file.origin,
        "error": file.error or None,
        "kernels": [kernel_document(k) for k in file.kernels],
    }


def batch_document(batch: BatchResult) -> dict[str, Json]:
    """The document of ``batch --json``; kernels of files known only from the journal are not in the totals."""
    statuses = Counter(f.status for f in batch.files)
    origins = Counter(f.origin for f in batch.files)
    return {
        "files": [_file(f) for f in batch.files],
        "totals": {
            "files": len(batch.files),
            **{status: statuses[status] for status in ("optimised", "unchanged", "failed")},
            "from": {origin: origins[origin] for origin in ("computed", "cache", "journal")},
            **_sums([k for f in batch.files for k in f.kernels]),
        },
    }


def _row(file: File) -> tuple[Span | str, ...]:
    kernels, path = file.kernels, Span(file.path, code=True)

    def change(name: str, combine: Callable[[Iterable[float]], float] = sum) -> str:
        before, after = (
            combine(float(getattr(figures, name)) for figures in side)
            for side in ([k.before for k in kernels], [k.after for k in kernels])
        )
        return f"{before:g}" if before == after else f"{before:g} → {after:g}"

    if not kernels:
        return path, *[""] * 5, file.origin
    proved = str(sum(k.verify == "proved" for k in kernels))
    figures = (change("dual"), change("bank_conflicts"), change("vgprs", max))
    return path, str(len(kernels)), proved, *figures, file.origin


def batch_page(batch: BatchResult, directory: str, every: bool = False) -> Page:
    """The summary; ``every`` lists unchanged files too."""
    listed = [f for f in batch.files if f.status == "optimised" or (every and f.status == "unchanged")]
    statuses = Counter(f.status for f in batch.files)
    origins = Counter(f.origin for f in batch.files)
    blocks: list[Heading | Paragraph | Table] = [Heading(1, text(f"{directory}: {len(batch.files)} files"))]
    if listed:
        blocks.append(table(_COLUMNS, map(_row, listed), "files that changed" if not every else ""))
    if batch.failed:
        rows = ((Span(f.path, code=True), Span(f.error.splitlines()[0], "bad")) for f in batch.failed)
        blocks.append(table(("failed", "~why"), rows))
    blocks.append(
        Paragraph(
            text(
                f"{statuses['optimised']} optimised, {statuses['unchanged']} unchanged, {statuses['failed']} failed; "
                f"{origins['computed']} computed, {origins['cache']} from the cache, {origins['journal']} done before"
            )
        )
    )
    unjudged = sum(not f.assembled for f in batch.files)
    if unjudged:
        said = f"{unjudged} results were not assembled: no assembler was found (see isaopt doctor)"
        blocks.append(Paragraph(text(Span(said, "warn"))))
    return Page(f"isaopt batch {directory}", tuple(blocks))
