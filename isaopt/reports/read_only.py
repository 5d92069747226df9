"""The report on a kernel for a read-only target."""

from __future__ import annotations

from isaopt.analysis.figures.read_only import ReadOnlyKernel, ReadOnlyReport
from isaopt.plain import Json, picked
from isaopt.reports.page import Block, Heading, Page, Paragraph, Span, table, text

#: Figures that are left out if they are zero, since not every target has them.
_OF_SOME = frozenset({"pairs", "matrix", "AGPRs", "wait states"})


def _kernel(kernel: ReadOnlyKernel) -> list[Block]:
    rows = [
        ("instructions", kernel.instructions, ""),
        ("VALU", kernel.valu, "vector ALU instructions, matrix instructions among them"),
        ("pairs", kernel.pairs, "dual instructions"),
        ("matrix", sum(m.count for m in kernel.matrix), "matrix instructions"),
        ("VGPRs", kernel.vgprs, "used by the code"),
        ("AGPRs", kernel.agprs, "accumulation registers named in the code"),
        ("allocated VGPRs", kernel.allocated_vgprs, "a wave's share of the register file, as declared"),
        ("waves/SIMD", kernel.waves_per_simd, "as many as the registers allow"),
        ("SGPRs", kernel.sgprs, "named in the code"),
        ("LDS bytes", kernel.lds_bytes, ""),
        ("scratch bytes", kernel.scratch_bytes, ""),
        ("wait states", kernel.wait_states, "of s_nop, loops once"),
    ]
    blocks: list[Block] = [
        Heading(2, text(Span(kernel.name, code=True))),
        table(["figure", ">value", ""], [(a, str(b), c) for a, b, c in rows if b or a not in _OF_SOME]),
        *(Paragraph(text(f"Not known in full: {note}.")) for note in kernel.notes),
    ]
    if kernel.matrix:
        lines = [(Span(m.mnemonic, code=True), str(m.count), str(m.cycles or "")) for m in kernel.matrix]
        columns = ["matrix instruction", ">count", ">cycles each"]
        blocks.append(table(columns, lines))
    return blocks


def read_only_page(report: ReadOnlyReport) -> Page:
    """The report's page."""
    blocks: list[Block] = [
        Heading(1, text(f"{report.path} ({report.arch})")),
        Paragraph(text(f"{report.arch} is read, reported on and linted; nothing rewrites it.")),
    ]
    for kernel in report.kernels:
        blocks += _kernel(kernel)
    return Page(f"{report.path} ({report.arch})", tuple(blocks))


def read_only_document(report: ReadOnlyReport) -> dict[str, Json]:
    """The document of ``--json``."""
    return picked(report, "path", "arch", "kernels")
