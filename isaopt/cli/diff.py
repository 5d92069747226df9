"""``isaopt diff``: the same figures of two files side by side, with the instructions that changed."""

from __future__ import annotations

import click

from isaopt.cli.common import arch_option, emit_json, json_option, keep_unknown_option, shown


@click.command(
    help="Compare two versions of the same kernels: figures before and after, and each instruction that changed.\n\n"
    "Example: isaopt diff kernel.s kernel.opt.s"
)
@click.argument("before", metavar="A.s", type=click.Path(path_type=str, allow_dash=True))
@click.argument("after", metavar="B.s", type=click.Path(path_type=str, allow_dash=True))
@click.option("--bank-model", default="gather2", show_default=True, help="Register-file model: gather2 or article.")
@click.option("--summary", is_flag=True, help="Leave the changed instructions out.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@json_option
@arch_option
@keep_unknown_option
def command(
    before: str,
    after: str,
    bank_model: str,
    summary: bool,
    markdown: bool,
    as_json: bool,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    from isaopt.api import diff
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.reports.difference import diff_document, print_diff, render_diff

    a = parse_text(read_source(before), shown(before), arch, keep_unknown)
    b = parse_text(read_source(after), shown(after), arch, keep_unknown)
    result = diff(a, b, bank_model=bank_model)
    if as_json:
        emit_json(diff_document(result))
    elif markdown:
        click.echo(render_diff(result, summary=summary))
    else:
        print_diff(result, summary=summary)
