"""``isaopt passes``: the passes that ``opt`` can run."""

from __future__ import annotations

import click

from isaopt.transform.registry import LEVELS, pass_names, pass_summary


@click.command(help="List the passes and the levels that run them.\n\nExample: isaopt passes")
def command() -> None:
    for name in pass_names():
        levels = ", ".join(str(level) for level, names in LEVELS.items() if name in names)
        click.echo(f"{name:12} {pass_summary(name)} (level {levels})")
