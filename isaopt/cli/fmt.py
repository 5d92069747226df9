"""``isaopt fmt``: parse a file and print it again."""

from __future__ import annotations

import click

from isaopt.cli.common import (
    arch_option,
    check_output,
    include_option,
    input_argument,
    keep_unknown_option,
    output_option,
    resolve_output,
    shown,
    write_output,
)


@click.command()
@input_argument
@output_option("OUT.s")
@click.option("--in-place", is_flag=True, help="Overwrite IN.s with the result.")
@click.option("--normalize", is_flag=True, help="Print every instruction from the IR in its canonical spelling.")
@include_option
@keep_unknown_option
@arch_option
def command(
    source: str, output: str | None, in_place: bool, normalize: bool, keep_unknown: bool, arch: str | None
) -> None:
    """Parse IN.s and print it again: byte for byte, or with --normalize in the canonical spelling.

    Comments, directives and blank lines are kept in both cases. Normalised text assembles to the identical object.
    Without -o, the result goes to standard output. If an assembler is available, a file that it rejects is not
    written.

    \b
    Examples:
      isaopt fmt kernel.s | cmp - kernel.s
      isaopt fmt kernel.s --normalize -o kernel.norm.s
    """
    from isaopt.asm.parser import parse_text
    from isaopt.asm.printer import print_module
    from isaopt.asm.source import encode, read_source
    from isaopt.toolchain.assemble import accepted_input

    target = resolve_output(source, output, in_place)
    check_output(target, [source], in_place)
    module = parse_text(read_source(source, arch), shown(source), arch, keep_unknown, read_only=True)
    accepted_input(module.text(), module.arch, shown(source))
    write_output(target, encode(print_module(module, normalize)), [source], in_place)
