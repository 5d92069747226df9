"""``isaopt disassemble``: turn code objects back into assembly."""

from __future__ import annotations

import click

from isaopt.cli.common import (
    arch_option,
    check_output,
    emit_json,
    json_option,
    note,
    output_option,
    say,
    sha256,
    toolchain_options,
    write_output,
)
from isaopt.errors import UsageError


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=str))
@output_option("OUT.s")
@click.option("--list", "listing", is_flag=True, help="List the code objects in FILE and their kernels; write nothing.")
@click.option("--kernel", metavar="NAME", help="Choose the code object that contains this kernel.")
@click.option("--objdump", metavar="PATH", help="llvm-objdump to use instead of the one that isaopt finds.")
@arch_option
@toolchain_options
@json_option
def command(
    source: str,
    output: str | None,
    listing: bool,
    kernel: str | None,
    objdump: str | None,
    arch: str | None,
    clang: str | None,
    lld: str | None,
    as_json: bool,
) -> None:
    """Turn a code object into assembly that assembles and links to the identical code object.

    FILE is a code object (.hsaco), an offload bundle, compressed or not, or an object, library or program that contains
    HIP code; - is standard input. The text has labels for branches, directives for kernel descriptors, metadata, and
    data with relocations. It is assembled, linked and compared before it is written; a code object that cannot be
    reproduced is an error.
    Needs llvm-objdump, which the ziglang package does not contain (see isaopt doctor).

    \b
    Examples:
      isaopt disassemble kernel.hsaco -o kernel.s
      isaopt disassemble program --list
      isaopt disassemble program --arch gfx1100 --kernel sgemm -o sgemm.s
    """
    from isaopt.asm.source import encode
    from isaopt.disassembly.inputs import disassemble, read_code_objects
    from isaopt.toolchain.codeobject import read_code_object

    if listing:
        entries = [(e, read_code_object(e.data, source).kernels) for e in read_code_objects(source)]
        if as_json:
            emit_json([{"target": e.target, "bytes": len(e.data), "kernels": kernels} for e, kernels in entries])
        for entry, kernels in () if as_json else entries:
            say(f"{entry.target}  {len(entry.data)} bytes")
            for name in kernels:
                say(f"  {name}")
        return
    target = output or "-"
    if as_json and target == "-":
        raise UsageError("--json and -o - both need standard output; give -o a file")
    check_output(target, [source])
    found = disassemble(source, arch, kernel, objdump, clang, lld)
    data = encode(found.text)
    write_output(target, data, [source])
    for at in found.unclear:
        note(f"{source}: warning: the code at {at:#x} computes a PC-relative address that stays a number")
    if found.words:
        note(f"{source}: note: {found.words} instructions are .long: the assembler would encode them differently")
    if found.dropped:
        note(f"{source}: note: without {', '.join(found.dropped)}")
    if found.options:
        note(f"{source}: note: ld.lld puts sections elsewhere, and where they were with {' '.join(found.options)}")
    if as_json:
        emit_json(
            {
                "arch": found.arch,
                "output": {"path": target, "sha256": sha256(data)},
                "words": found.words,
                "unclear": found.unclear,
                "dropped": found.dropped,
                "linker_options": found.options,
            }
        )
