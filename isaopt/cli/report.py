"""``isaopt report``: bank, operand-cache, dual-issue and occupancy figures of a file."""

from __future__ import annotations

import click

from isaopt.cli.common import arch_option, emit_json, input_argument, json_option, keep_unknown_option, shown


@click.command(
    help="Report VGPR banks, operand caches, dual issue and occupancy: per kernel, per loop, per instruction.\n\n"
    "In the instruction table, W2 is written to bank 2, R2 read from bank 2, C3 served by bank 3's operand cache, "
    "and ! marks a conflict under the bank model.\n\nExample: isaopt report kernel.s --hot"
)
@input_argument
@click.option("--bank-model", default="gather2", show_default=True, help="Register-file model: gather2 or article.")
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel (repeatable).")
@click.option("--hot", is_flag=True, help="List only the instructions of loops.")
@click.option("--summary", is_flag=True, help="Leave the instruction table out.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@json_option
@arch_option
@keep_unknown_option
def command(
    source: str,
    bank_model: str,
    kernels: tuple[str, ...],
    hot: bool,
    summary: bool,
    markdown: bool,
    as_json: bool,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    from isaopt.api import report
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.reports.kernel import print_report, render_report, report_document

    module = parse_text(read_source(source), shown(source), arch, keep_unknown)
    result = report(module, bank_model=bank_model, kernels=kernels)
    if as_json:
        emit_json(report_document(result))
    elif markdown:
        click.echo(render_report(result, hot=hot, summary=summary))
    else:
        print_report(result, hot=hot, summary=summary)
