"""``isaopt dump``: print what the IR knows of every instruction."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import (
    arch_option,
    check_output,
    input_argument,
    keep_unknown_option,
    output_option,
    shown,
    write_output,
)
from isaopt.plain import plain

if TYPE_CHECKING:
    from isaopt.analysis.figures.records import InstructionRecord


def _words(record: InstructionRecord) -> str:
    """Two lines of text: the instruction, then its reads and writes, with implicit ones in brackets."""

    def registers(spelled: tuple[str, ...], implied: tuple[str, ...]) -> str:
        return " ".join((*spelled, *(f"[{name}]" for name in implied))) or "-"

    return (
        f"{record.line:>6}  {record.text}\n"
        f"        {record.encoding}  writes {registers(record.defs, record.implicit_defs)}"
        f"  reads {registers(record.uses, record.implicit_uses)}  ({', '.join(record.flags)})"
    )


@click.command()
@input_argument
@click.option("--json-lines", is_flag=True, help="One JSON object per instruction, one instruction per line.")
@output_option("FILE")
@keep_unknown_option
@arch_option
def command(source: str, json_lines: bool, output: str | None, keep_unknown: bool, arch: str | None) -> None:
    """Print what the IR knows about every instruction of IN.s: encoding, registers written and read, flags.

    Registers are 32-bit units: v0, s5, vcc_lo, exec_lo, scc, m0, mode. Implicit ones are listed apart, in brackets. A
    write that preserves part of its destination, such as a d16_hi load or an accumulation, also reads it.

    \b
    Examples:
      isaopt dump kernel.s
      isaopt dump kernel.s --json-lines | jq 'select(.implicit_defs | index("vcc_lo"))'
    """
    from isaopt.analysis.figures.records import instruction_records
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import encode, read_source

    target = output or "-"
    check_output(target, [source])
    module = parse_text(read_source(source, arch), shown(source), arch, keep_unknown, read_only=True)
    records = instruction_records(module)
    lines = (json.dumps(plain(record)) for record in records) if json_lines else map(_words, records)
    write_output(target, encode("".join(f"{line}\n" for line in lines)), [source])
