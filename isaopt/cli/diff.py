"""``isaopt diff``: the figures of two files side by side, with the changed instructions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import arch_option, check_inputs, keep_unknown_option, note, shown
from isaopt.cli.gate import Gate, gate_options
from isaopt.cli.objective import prediction_options, replays
from isaopt.cli.pages import Destination, bank_model_option, format_options, has_room, version_blocks

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import KernelComparison
    from isaopt.reports.page import Block
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.tuning.model import Aim


@click.command()
@click.argument("before", metavar="A.s", type=click.Path(path_type=str, allow_dash=True))
@click.argument("after", metavar="B.s", type=click.Path(path_type=str, allow_dash=True))
@click.option("--summary", is_flag=True, help="Leave out the changed instructions.")
@bank_model_option
@prediction_options
@gate_options(changes=True)
@format_options
@arch_option
@keep_unknown_option
def command(
    before: str,
    after: str,
    summary: bool,
    bank_model: str,
    aim: Aim,
    gate: Gate,
    to: Destination,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    """Compare two versions of the same kernels: the figures of A.s and B.s side by side, and the changed instructions.

    Kernels are matched by name, loops by label. In the instruction table, - marks lines of A.s and + lines of B.s; the
    columns are those of isaopt report. A.s may also be a baseline, a .json file from report --json (or a list of
    such documents), which has figures only. Both versions of a changed kernel are simulated for the given launch, or
    for a large one that is made up.

    \b
    Examples:
      isaopt diff kernel.s kernel.opt.s
      isaopt diff kernel.s kernel.opt.s --summary --fail-on 'vgprs>+0'
      isaopt diff baseline.json kernel.s --fail-on 'cycles>+0' --exceptions allowed.toml --annotate github
    """
    from isaopt.api import diff, diff_baseline
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.reports.difference import diff_page
    from isaopt.reports.document import diff_document
    from isaopt.tuning.aim import check_aim
    from isaopt.tuning.replay import predicted

    check_inputs(before, after)
    to.check(before, after)
    gate.read(changes=True)
    text = read_source(before, arch)
    b = parse_text(read_source(after, arch), shown(after), arch, keep_unknown)
    details: dict[str, list[Block]] = {}
    played: dict[str, SimulatedVersions] = {}
    if before.lower().endswith(".json"):
        check_aim(b, b.kernels, aim)
        result, summary = diff_baseline(text, before, b, bank_model), True
        result = replace(
            result, kernels=tuple(replace(k, after=predicted(b, k.name, k.after, aim)[0]) for k in result.kernels)
        )
    else:
        a = parse_text(text, shown(before), arch, keep_unknown)
        check_aim(a, a.kernels, aim)
        result = diff(a, b, bank_model)
        if has_room(to.form):
            details = version_blocks(a, b, [k.name for k in result.kernels])
        wanted = [k.name for k in result.kernels if k.changes or gate.predicts]
        played = replays(a, b, wanted, aim)
        result = replace(result, kernels=tuple(_seen(k, played.get(k.name)) for k in result.kernels))
    for name in result.only_after if any(limit.delta for limit in gate.thresholds) else ():
        note(f"isaopt: note: {shown(before)} has no kernel '{name}': nothing to compare it with")
    to.emit(
        lambda: diff_page(result, summary, details, played),
        lambda: diff_document(result, played),
        before,
        after,
    )
    gate.judge(((k.name, k.before, k.after) for k in result.kernels), b, shown(after))


def _seen(kernel: KernelComparison, found: SimulatedVersions | None) -> KernelComparison:
    """The figures of both versions with their predictions."""
    if found is None or isinstance(found.played, str):
        return kernel
    before, after = found.played.seen(kernel.before, kernel.after)
    return replace(kernel, before=before, after=after)
