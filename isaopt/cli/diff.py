"""``isaopt diff``: the same figures of two files side by side, with the instructions that changed."""

from __future__ import annotations

import click

from isaopt.cli.common import arch_option, check_output, keep_unknown_option, shown
from isaopt.cli.pages import (
    bank_model_option,
    check_thresholds,
    chosen_format,
    emit,
    fail_on_option,
    format_options,
    thresholds,
)
from isaopt.errors import UsageError


@click.command()
@click.argument("before", metavar="A.s", type=click.Path(path_type=str, allow_dash=True))
@click.argument("after", metavar="B.s", type=click.Path(path_type=str, allow_dash=True))
@click.option("--summary", is_flag=True, help="Leave the changed instructions out.")
@bank_model_option
@fail_on_option(changes=True)
@format_options
@arch_option
@keep_unknown_option
def command(
    before: str,
    after: str,
    summary: bool,
    bank_model: str,
    fail_on: tuple[str, ...],
    as_json: bool,
    markdown: bool,
    html: bool,
    output: str | None,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    """Compare two versions of the same kernels: the figures of A.s and B.s side by side, the change, and each
    instruction that changed with the banks it meets.

    Kernels are matched by name, loops by label. The instruction table is that of report: lines of A.s are marked -,
    lines of B.s +.

    \b
    Examples:
      isaopt diff kernel.s kernel.opt.s
      isaopt diff kernel.s kernel.opt.s --summary --fail-on 'delta.vgprs>0'
    """
    from isaopt.api import diff
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.reports.difference import diff_page
    from isaopt.reports.document import diff_document

    if before == after == "-":
        raise UsageError("standard input can be one of the two files, not both")
    form = chosen_format(output, as_json, markdown, html)
    check_output(output or "-", [before, after])
    limits = thresholds(fail_on, changes=True)
    a = parse_text(read_source(before), shown(before), arch, keep_unknown)
    b = parse_text(read_source(after), shown(after), arch, keep_unknown)
    result = diff(a, b, bank_model=bank_model)
    emit(form, output, lambda: diff_page(result, summary), lambda: diff_document(result), [before, after])
    check_thresholds(limits, ((k.name, k.before, k.after) for k in result.kernels), shown(after))
