"""``isaopt passes``: the passes that ``opt`` can run."""

from __future__ import annotations

import click

from isaopt.cli.common import emit_json, json_option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the passes that opt can run, in pipeline order: what each one does, the levels that run it, and its options
    with their defaults.

    \b
    Examples:
      isaopt passes
      isaopt opt kernel.s -o kernel.opt.s --passes 'sgpr-bases,unroll{factor=4},reassign'
    """
    from isaopt.reports.document import passes_document
    from isaopt.transform.registry import pass_infos

    infos = pass_infos()
    if as_json:
        emit_json(passes_document(infos))
        return
    for info in infos:
        click.echo(f"{info.name}: {info.summary}")
        options = ", ".join(
            f"{name.replace('_', '-')} ({'the pass chooses' if value is None else str(value).lower()})"
            for name, value in info.options.items()
        )
        click.echo(f"  levels {', '.join(map(str, info.levels)) or 'none'}; options {options or 'none'}")
