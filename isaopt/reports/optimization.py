"""``opt``'s page: what each pass did, how far the solver is from a proved minimum, figures before and after, and how
the passes were chosen by predicted cycles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.difference import changes_block, figures_blocks, headline
from isaopt.reports.figures import STEP_FIGURES, count, show, speed, speed_change
from isaopt.reports.operands import legend
from isaopt.reports.page import Block, Bullets, Heading, Page, Paragraph, Span, Table, Text, Tone, table, text
from isaopt.reports.replay import replay_blocks
from isaopt.reports.solver import WEIGHTS, solver_table
from isaopt.reports.verdict import UNCHANGED, opt_verdict, verdict_blocks

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import KernelComparison
    from isaopt.outcome import KernelReport, PassReport, Result
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.transform.base import Declined, SolverAnswer
    from isaopt.tuning.model import Measured, TriedPasses, Tuning


#: So many of the best candidates are shown where there is no room for all.
_BEST = 4
_TONES: dict[str, Tone] = {"chosen": "good", "not proved": "warn", "not comparable": "warn", "failed": "bad"}


def tuning_blocks(tuning: Tuning, full: bool) -> Iterator[Block]:
    """The predicted cycles; ``full`` adds the candidates and what was assumed."""
    if tuning.why:
        yield Paragraph(text(f"{tuning.why[:1].upper()}{tuning.why[1:]}."))
    if not tuning.workloads or not tuning.candidates:
        return
    rows = [
        (f.name, f.description, count(f.before), count(f.after), speed_change(f.before, f.after))
        for f in tuning.workloads
    ]
    right = (f">{name}" for name in ("before", "after", "speed"))
    columns = ["workload", "~", *right]
    yield table(columns, rows, f"predicted cycles, {tuning.title}")
    listed = tuning.candidates if full else _best(tuning)
    if full or len(listed) > 1:
        names = [f.name for f in tuning.workloads]
        names += ["measured"] if tuning.measured is not None else []
        figures = [_row(candidate, tuning) for candidate in listed]
        columns = ["~passes", *(f">{name}" for name in names), "outcome"]
        yield table(columns, figures, "candidates: predicted speed against the input")
    yield from _measured(tuning.measured) if tuning.measured is not None else ()
    if tuning.search is not None:
        did = tuning.search
        cut = f", {did.cut} cut as they could not win" if did.cut else ""
        share = f"{did.work / did.most:.0%}".replace("%", " %") if did.most else "none"
        yield Paragraph(text(f"{did.tried} choices of passes tried{cut}, with {share} of the work: {did.ended}."))
    if not full:
        return
    if tuning.assumed:
        yield Bullets(tuple(text(f"assumed: {line}") for line in tuning.assumed))


def _measured(found: Measured) -> Iterator[Block]:
    """The GPU's additional measurements of the candidates."""
    again = f", {found.remembered} answers remembered" if found.remembered else ""
    scale = f", {found.scale:.2f} times what is predicted" if found.scale is not None else ""
    took = f"the input takes {found.seconds * 1e6:.2f} us{scale}; times scatter by {found.noise:.1%}"
    yield Paragraph(text(f"{found.device}: {found.launches} launches{again}: {found.ended}; {took}."))
    off = f"Predicted ratios are off by {found.misfit:.1%}"
    if found.parameters:
        changes = ", ".join(f"{name} = {new} instead of {old}" for name, old, new in found.parameters)
        off += f", and by {found.corrected:.1%} with {changes}, by which candidates were chosen from then on"
    yield Paragraph(text(f"{off}."))


def _best(tuning: Tuning) -> tuple[TriedPasses, ...]:
    """The best few candidates."""
    return tuple(c for c in tuning.candidates if c.outcome in ("chosen", "beaten", "failed"))[:_BEST]


def _row(candidate: TriedPasses, tuning: Tuning) -> tuple[str | Span, ...]:
    figures = [
        speed(workload.before / cycles, 3) if cycles else "–"
        for cycles, workload in zip(candidate.cycles, tuning.workloads, strict=True)
    ]
    outcome = f"{candidate.outcome}: {candidate.why}" if candidate.why else candidate.outcome
    if tuning.measured is not None:
        found = candidate.measured
        figures.append(f"{speed(found.value, 3)} ({found.low:.3f} to {found.high:.3f})" if found is not None else "–")
    return candidate.passes, *figures, Span(outcome, _TONES.get(candidate.outcome, ""))


_VERDICTS = {
    "proved": Span("proved equal to the input", "good"),
    "emulated": Span("not proved; agrees with the input in the emulator", "warn"),
    "failed": Span("NOT proved equal to the input", "bad"),
    "skipped": Span("not proved: --no-verify", "warn"),
}


def opt_page(
    result: Result,
    path: str,
    explain: bool = False,
    changes: Sequence[KernelComparison] = (),
    bank_model: str = "gather2",
    details: Mapping[str, Sequence[Block]] | None = None,
    replays: Mapping[str, SimulatedVersions] | None = None,
    written: str = "",
) -> Page:
    """The page of an ``opt`` run whose result is ``written`` there.

    ``explain`` adds all notes of a pass, not only why it left a kernel alone. ``changes`` are the comparisons of input
    and output by kernel, for a report that lists the changed instructions; ``details`` are further blocks by kernel
    name and ``replays`` the simulations of changed kernels, for a format that has room for them.
    """
    blocks: list[Block] = [
        *verdict_blocks((k.name, opt_verdict(k, written)) for k in result.kernels),
        Heading(1, text(Span(path, code=True), f" ({result.module.arch})")),
    ]
    if details is not None and result.kernels:
        blocks.append(headline((k.name, verdict(k), k.before, k.after) for k in result.kernels))
    blocks += _assumptions(result)
    by_name = {change.name: change for change in changes}
    for kernel in result.kernels:
        roomy = details is not None
        blocks += _kernel(kernel, explain, roomy)
        if kernel.tuning is not None:
            blocks += tuning_blocks(kernel.tuning, explain or roomy)
        blocks += (details or {}).get(kernel.name, ())
        if kernel.name in (replays or {}):
            blocks += replay_blocks((replays or {})[kernel.name])
        if kernel.name in by_name:
            blocks += [Heading(3, text("Instructions"))] if roomy else []
            blocks += [] if legend(bank_model) in blocks else [legend(bank_model)]
            blocks.append(changes_block(by_name[kernel.name], bank_model))
    if result.lint.errors or result.lint.warnings:
        blocks.append(Paragraph(text(_lint_line(result))))
    if any(ran.solver is not None and ran.solver.levels for kernel in result.kernels for ran in kernel.passes):
        blocks.append(Paragraph(text(Span(WEIGHTS, "dim"))))
    return Page(f"{path} ({result.module.arch})", tuple(blocks))


def _assumptions(result: Result) -> Iterator[Block]:
    """The facts about launches on which the proofs rest, each with its meaning."""
    from isaopt.proof.verdict import ASSUMPTIONS

    if not result.assumptions:
        return
    own = ASSUMPTIONS["arg:NAME<4GiB"]
    yield Paragraph(text(Span("Proved for launches that meet these conditions", "strong"), " (A is the input):"))
    yield Bullets(tuple(text(Span(fact, code=True), f": {ASSUMPTIONS.get(fact, own)}") for fact in result.assumptions))


def _lint_line(result: Result) -> str:
    # An error that the input did not have would have stopped the run.
    counts = [
        f"{number} {word}" if number == 1 else f"{number} {word}s"
        for number, word in ((result.lint.errors, "error"), (result.lint.warnings, "warning"))
    ]
    return f"Static checks of what was rewritten: {' and '.join(counts)}" + (
        "; the input has the same errors." if result.lint.errors else "."
    )


def verdict(kernel: KernelReport) -> Span:
    """The status of the output; an untouched kernel is its own proof."""
    if not any(ran.changed for ran in kernel.passes):
        return Span(UNCHANGED)
    return _VERDICTS.get(kernel.verify, Span(kernel.verify))


def _kernel(kernel: KernelReport, explain: bool, roomy: bool) -> Iterator[Block]:
    """``roomy`` gives parts headings of their own."""
    yield Heading(2, text(Span(kernel.name, code=True), f" (wave{kernel.wave_size}): ", verdict(kernel)))
    if kernel.evidence:
        yield Paragraph(text(kernel.evidence[:1].upper() + kernel.evidence[1:] + "."))
    if roomy:
        yield Heading(3, text("Figures"))
    yield from figures_blocks(kernel.before, kernel.after)
    if sum(ran.changed for ran in kernel.passes) > 1:
        yield _steps(kernel)
    if roomy:
        yield Heading(3, text("Passes"))
    if kernel.refused:
        yield Paragraph(text(Span("Every pass", "strong"), f": {UNCHANGED}"))
        yield Bullets(tuple(text(_reason(note)) for note in kernel.refused))
    for ran in () if kernel.refused else kernel.passes:
        yield from _pass(ran, explain)
    if not kernel.passes:
        yield Paragraph(text("No pass was run."))


def _steps(kernel: KernelReport) -> Table:
    """The figures after each pass that changed something."""
    steps = [("input", kernel.before)] + [(ran.name, ran.after) for ran in kernel.passes if ran.after is not None]
    columns = ("after", *(f">{heading}" for heading, _ in STEP_FIGURES))
    rows = [
        [text(Span(name, "strong")), *(text(show(figure.value(metrics))) for _, figure in STEP_FIGURES)]
        for name, metrics in steps
    ]
    return table(columns, rows, "step by step")


def _reason(note: str) -> str:
    return note.removeprefix(f"{UNCHANGED}: ")


def _pass(ran: PassReport, explain: bool) -> Iterator[Block]:
    outcome = "changed the kernel" if ran.changed else UNCHANGED
    reasons = [_reason(note) for note in ran.notes if note.startswith(UNCHANGED)]
    spans: list[str | Span] = [Span(ran.name, "strong"), f": {outcome}"]
    if not ran.changed and len(reasons) == 1:
        spans.append(f", {reasons[0]}")
    if ran.solver is not None:
        spans += ["; solver: ", _status(ran.solver, ran.changed)]
    yield Paragraph(text(*spans))
    notes: list[Text] = []
    if len(reasons) > 1:
        notes += [text(reason) for reason in reasons]
    if explain:
        notes += [text(note) for note in ran.notes if not note.startswith(UNCHANGED)]
        notes += [_declined(candidate) for candidate in ran.declined]
    if notes:
        yield Bullets(tuple(notes))
    if ran.solver is not None and ran.solver.levels:
        yield solver_table(ran.solver)


def _declined(candidate: Declined) -> Text:
    where = f"line {candidate.line}: " if candidate.line else ""
    return text(f"declined: {where}{candidate.message} ", Span(f"[{candidate.code}]", "dim"))


def _status(answer: SolverAnswer, changed: bool) -> Span:
    best = "maximal" if answer.levels and all(name.startswith("pairs") for name, *_ in answer.levels) else "minimal"
    better = "better than before but " if changed else ""
    words = {
        "optimal": Span(f"optimal, every objective is proved {best}", "good"),
        "feasible": Span(f"feasible, {better}not proved {best} in every objective", "warn"),
        "unchanged": Span("nothing better found"),
    }
    return words.get(answer.status, Span(answer.status))
