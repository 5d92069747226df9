"""``isaopt report``: show the bank, operand-cache, dual-issue and occupancy figures of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import arch_option, input_argument, keep_unknown_option, shown
from isaopt.cli.gate import Gate, gate_options
from isaopt.cli.objective import prediction_options
from isaopt.cli.pages import Destination, bank_model_option, format_options, has_room

if TYPE_CHECKING:
    from isaopt.tuning.model import Aim


@click.command()
@input_argument
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel (repeatable).")
@click.option("--hot", is_flag=True, help="List only instructions in loops.")
@click.option("--summary", is_flag=True, help="Leave out the instruction table.")
@bank_model_option
@prediction_options
@gate_options(changes=False)
@format_options
@arch_option
@keep_unknown_option
def command(
    source: str,
    kernels: tuple[str, ...],
    hot: bool,
    summary: bool,
    bank_model: str,
    aim: Aim,
    gate: Gate,
    to: Destination,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    """Show VGPR banks, operand caches, dual issue and occupancy of IN.s, by kernel, loop and instruction.

    \b
    Columns of the instruction table:
      Xd X0 X1 X2  destination and sources (SRC0, SRC1, SRC2) of the instruction, or of half X of a dual one
      Yd Y0 Y1 Y2  the same for half Y of a dual instruction
      +g2 +art     extra cycles to gather the operands: models gather2, article
    \b
    Cells:
      W2  written to bank 2
      R2  read from bank 2
      C3  served by the operand cache of bank 3 (article model)
      !   takes part in a collision under gather2, * under article

    A narrow terminal shows X and Y of a dual instruction on two lines. A pipe gets every table at full width, without
    colour; NO_COLOR and FORCE_COLOR are respected.

    With --json, --html or --markdown, and where --fail-on asks for cycles, they are predicted as isaopt sim does: for
    the launch given, or for a large one that is made up.

    \b
    Examples:
      isaopt report kernel.s --hot
      isaopt report kernel.s -o kernel.html
      isaopt report kernel.s --summary --fail-on 'loop.conflicts>0'
    """
    from isaopt.api import picture, report
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.isa.tables import READ_ONLY_ARCHS
    from isaopt.reports.document import report_document
    from isaopt.reports.kernel import report_page
    from isaopt.reports.verdict import report_verdict

    to.check(source)
    gate.read(changes=False)
    module = parse_text(read_source(source, arch), shown(source), arch, keep_unknown, read_only=True)
    if module.arch in READ_ONLY_ARCHS:
        from isaopt.analysis.figures.read_only import read_only_report
        from isaopt.reports.read_only import read_only_document, read_only_page

        gate.refuse(module.arch)
        found = read_only_report(module, kernels)
        to.emit(lambda: read_only_page(found), lambda: read_only_document(found), source)
        return
    result = report(module, bank_model=bank_model, kernels=kernels)
    verdicts = {}
    if to.form == "json" or gate.predicts or has_room(to.form):
        from isaopt.tuning.aim import check_aim
        from isaopt.tuning.replay import predicted

        check_aim(module, [module.kernel(k.name) for k in result.kernels], aim)
        seen = {k.name: predicted(module, k.name, k.metrics, aim) for k in result.kernels}
        result = replace(result, kernels=tuple(replace(k, metrics=seen[k.name][0]) for k in result.kernels))
        verdicts = {name: report_verdict(*found, result.bank_model) for name, found in seen.items()}
    pictures = {k.name: picture(module, k.name) for k in result.kernels} if has_room(to.form) else None
    to.emit(lambda: report_page(result, hot, summary, pictures, verdicts), lambda: report_document(result), source)
    gate.judge(((k.name, None, k.metrics) for k in result.kernels), module, shown(source))
