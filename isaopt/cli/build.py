"""``isaopt build``: assemble and link a file."""

from __future__ import annotations

import click

from isaopt.cli.common import (
    arch_option,
    check_output,
    emit_json,
    input_argument,
    input_sha256,
    json_option,
    note,
    output_option,
    sha256,
    shown,
    toolchain_options,
    write_output,
)
from isaopt.errors import UsageError


@click.command()
@input_argument
@output_option("OUT.hsaco", required=True)
@arch_option
@toolchain_options
@json_option
def command(source: str, output: str, arch: str | None, clang: str | None, lld: str | None, as_json: bool) -> None:
    """Assemble IN.s with clang and link it with ld.lld into a code object for the HIP runtime.

    Prints nothing on success; --json says what was built, with which tools and why those (see isaopt doctor).

    \b
    Examples:
      isaopt build kernel.s -o kernel.hsaco
      isaopt opt kernel.s -o - | isaopt build - -o kernel.hsaco
    """
    from isaopt.asm.parser import target_arch
    from isaopt.asm.source import read_source
    from isaopt.target.arch import get_arch
    from isaopt.toolchain import assemble, codeobject, find, textfacts

    if as_json and output == "-":
        raise UsageError("--json and -o - both need standard output; give -o a file")
    check_output(output, [source])
    path = shown(source)
    text = read_source(source, arch)
    stated = textfacts.stated_arch(text)
    chosen = get_arch(arch, "--arch").name if arch is not None else target_arch(text, path)
    tools = find.find_toolchain(chosen, clang, lld)
    if stated is not None and stated != chosen:
        note(f"{path}: note: the file says {stated}; built for {chosen} because of --arch")
    data = assemble.build(textfacts.retarget(text, chosen), chosen, path=path, toolchain=tools)
    kernels = codeobject.read_code_object(data, output).kernels
    if not kernels:
        note(f"{path}: warning: the file has no .amdhsa_kernel, so the code object contains nothing to launch")
    write_output(output, data, [source])
    if as_json:
        emit_json(
            {
                "arch": chosen,
                "input": {"path": source, "sha256": input_sha256(source, text)},
                "output": {"path": output, "sha256": sha256(data)},
                "kernels": kernels,
                "toolchain": {
                    t.name: {"command": t.command, "origin": t.origin, "version": t.version, "why": t.reason}
                    for t in (tools.clang, tools.lld)
                },
            }
        )
