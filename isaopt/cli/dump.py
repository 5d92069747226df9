"""``isaopt dump``: what the IR knows of every instruction."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from isaopt.cli.common import (
    Json,
    arch_option,
    check_output,
    input_argument,
    keep_unknown_option,
    output_option,
    shown,
    write_output,
)
from isaopt.ir.program import Instruction, Module
from isaopt.ir.registers import unit_name


def _names(units: tuple[int, ...]) -> list[str]:
    return [unit_name(unit) for unit in units]


def instruction_record(instruction: Instruction, kernel: str | None) -> dict[str, Json]:
    """One instruction as ``--json-lines`` prints it."""
    op = instruction.op
    return {
        "line": instruction.line,
        "kernel": kernel,
        "text": instruction.text[instruction.start : instruction.end],
        "mnemonic": op.mnemonic,
        "encoding": op.desc.encoding,
        "defs": _names(op.defs),
        "uses": _names(op.uses),
        "implicit_defs": _names(op.implicit_defs),
        "implicit_uses": _names(op.implicit_uses),
        "flags": sorted(op.desc.flags.union(*(half.desc.flags for half in op.halves))),
    }


def records(module: Module) -> Iterator[dict[str, Json]]:
    """Every instruction of the file in text order; one outside all kernels has the kernel null."""
    owner: dict[int, str] = {}
    for kernel in module.kernels:
        owner.update(dict.fromkeys(range(kernel.first, kernel.last), kernel.name))
    for index, item in enumerate(module.items):
        if isinstance(item, Instruction):
            yield instruction_record(item, owner.get(index))


def _plain(record: dict[str, Json]) -> str:
    """One line for people: the instruction, then what it writes and reads beyond its text."""

    def listed(key: str) -> str:
        value = record[key]
        assert isinstance(value, list)
        return ",".join(str(v) for v in value) or "-"

    return (
        f"{record['line']:>6}  {record['text']}\n"
        f"        {record['encoding']}  writes {listed('defs')} (+ {listed('implicit_defs')})"
        f"  reads {listed('uses')} (+ {listed('implicit_uses')})  {listed('flags')}"
    )


@click.command()
@input_argument
@click.option("--json-lines", is_flag=True, help="One JSON object per instruction, one instruction per line.")
@output_option("FILE")
@keep_unknown_option
@arch_option
def command(source: str, json_lines: bool, output: str | None, keep_unknown: bool, arch: str | None) -> None:
    """Print what the IR knows of every instruction of IN.s: encoding, registers written and read, flags.

    Registers are 32-bit units. The implicit ones are those that the text does not spell out.

    \b
    Example:
      isaopt dump kernel.s --json-lines | jq 'select(.implicit_defs | index("vcc_lo"))'
    """
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import encode, read_source

    target = output or "-"
    check_output(target, [source])
    module = parse_text(read_source(source), shown(source), arch, keep_unknown)
    lines = (json.dumps(r) if json_lines else _plain(r) for r in records(module))
    write_output(target, encode("".join(f"{line}\n" for line in lines)), [source])
