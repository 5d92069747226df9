"""``isaopt lsp``: a language server for gfx11 and gfx12 assembly."""

from __future__ import annotations

import click

from isaopt.cli.common import arch_option


@click.command()
@click.option("--stdio", is_flag=True, help="Serve on standard input and output, which is the default.")
@arch_option
def command(stdio: bool, arch: str | None) -> None:
    """Serve an editor: the Language Server Protocol on standard input and output.

    Diagnostics of lint as you type with their repairs, hover, live ranges and VGPR banks, pressure and occupancy,
    definitions and references of values, renaming of values with a proof, outline, completion, folding. The lines
    for VS Code, Neovim and Emacs are in docs/how-to/editor.md. --arch is the target of files that name none.

    \b
    Examples:
      isaopt lsp
      isaopt lsp --arch gfx1201
    """
    from isaopt.api import lsp

    lsp(arch)
