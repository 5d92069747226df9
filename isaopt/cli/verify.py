"""``isaopt verify``: prove that the kernels of two files compute the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import (
    arch_option,
    check_inputs,
    emit_json,
    json_option,
    say,
    shown,
    suggested,
    toolchain_options,
)
from isaopt.cli.launches import LaunchOptions, launch_options
from isaopt.errors import CheckFailed, UsageError
from isaopt.plain import Json

if TYPE_CHECKING:
    from isaopt.proof.verdict import KernelProof, Witness

_HELP = """Prove that each kernel of B.s has the same effects as the kernel of that name in A.s, for every input.

\b
Proved from the two files alone: identical bytes, even with calls; renamed registers, reordered instructions, dual
pairs made or split, wide LDS loads split, parallel copies, recounted waits, merged or duplicated blocks, loops
unrolled fully or by a factor with a remainder or lane masks, LDS double buffering.

\b
A proof assumes:
  - Floating-point operations are uninterpreted functions. Operands may be swapped where IEEE 754 permits it; NaN
    payloads may differ.
  - The instruction tables are right about what each instruction reads and writes.
  - Launches are as the metadata declare: .max_flat_workgroup_size, .reqd_workgroup_size and .max_num_workgroups_x, _y
    and _z hold, and so do the hidden_group_size arguments. A grid has fewer than 2^32 work-items in each dimension.
  - Trap handlers look at no registers and leave them as they are; the one of s_trap 2 does not return.
  - Nothing reads the registers of lanes that were never launched; matrix instructions run with all lanes enabled.
  - Conflicting accesses of different lanes or waves without synchronisation are a race with an undefined outcome;
    conflicting accesses of one wave keep their order. Any wait before a store, atomic, message or barrier may be a
    release and is kept as the memory model requires. Kernel arguments do not change while the kernel runs.
  - An LDS address is register plus offset modulo 2^32. LDS that no wave of the workgroup has written is undefined,
    anew at each load. Neighbouring dwords of LDS that one kernel accesses together are all within it, or none is.
    B may load from beyond the end of LDS where nothing depends on the result, as loops do that load ahead: exceptions
    for memory violations are off, as they are without a debugger.
  - The hazards that nops or s_waitcnt_depctr / s_wait_alu avoid are those that 'isaopt lint' knows; B may have no more
    of each kind than A.
  - The facts named by --assume, if the proof needs them; the result lists those that it used.

Where there is no proof, both kernels run in the emulator, on launches made up from the metadata or on the one given by
--grid, --block and --args, with random buffers, several wave orders and late memory. A kernel that leaves different
bytes, or fails where the first does not, is reported as 'different' with the launch that shows it (its "args" are an
ARGS.json for 'isaopt emulate'). Seeing no difference proves nothing.

The exit code is 1 if some kernel is not proved.

\b
Examples:
  isaopt verify kernel.s kernel.opt.s
  isaopt verify kernel.s kernel.opt.s --grid 2,2 --block 128 --args args.json
  isaopt verify kernel.s kernel.opt.s --certificate kernel.cert.json
"""


@click.command(help=_HELP)
@click.argument("before", metavar="A.s", type=click.Path(path_type=str, allow_dash=True))
@click.argument("after", metavar="B.s", type=click.Path(path_type=str, allow_dash=True))
@click.option("--kernel", "kernels", multiple=True, metavar="NAME", help="Only this kernel (repeatable).")
@click.option(
    "--assume",
    "assumptions",
    multiple=True,
    metavar="FACT",
    shell_complete=suggested("isaopt.proof.verdict:ASSUMPTIONS"),
    help="A fact about launches (repeatable): buffers-under-4gib, arg:NAME<4GiB for one argument's buffer, "
    "nonneg-index, read-only-arguments, arg:NAME=read-only, lds-in-bounds or lane-race-free.",
)
@click.option(
    "--certificate",
    "certificate_path",
    metavar="FILE",
    help="Intermediate versions, as written by 'isaopt opt --certificate': a kernel that is not proved in one "
    "step is proved from each version to the next. Nothing in the file is trusted.",
)
@click.option("--no-witness", is_flag=True, help="Do not search for a launch that shows a difference.")
@launch_options
@json_option
@arch_option
@toolchain_options
def command(
    before: str,
    after: str,
    kernels: tuple[str, ...],
    assumptions: tuple[str, ...],
    certificate_path: str | None,
    no_witness: bool,
    launched: LaunchOptions,
    as_json: bool,
    arch: str | None,
    clang: str | None,
    lld: str | None,
) -> None:
    from isaopt.api import verify
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.certificate import read_certificate
    from isaopt.emulator.witness import EmulatedWitness
    from isaopt.toolchain.find import find_toolchain

    check_inputs(before, after)
    launch = launched.launch()
    if launch is not None and no_witness:
        raise UsageError("--no-witness runs nothing, so it takes no launch")
    a = parse_text(read_source(before, arch), shown(before), arch)
    b = parse_text(read_source(after, arch), shown(after), arch)
    toolchain = find_toolchain(a.arch, clang, lld) if clang is not None or lld is not None else None
    search = EmulatedWitness(launch, toolchain)
    certificate = None
    if certificate_path is not None:
        certificate = read_certificate(read_source(certificate_path), shown(certificate_path))
    result = verify(a, b, kernels, assumptions, search, not no_witness, certificate)
    if as_json:
        document: Json = {"kernels": [_document(k, search.notes) for k in result.kernels]}
        emit_json(document)
    else:
        for k in result.kernels:
            for line in _lines(k, search.notes):
                say(line)
    if not result.proved:
        names = ", ".join(k.name for k in result.kernels if k.status != "proved")
        raise CheckFailed(f"not proved equal to {shown(before)}: {names}", shown(after))


def _document(k: KernelProof, notes: Mapping[str, str]) -> Json:
    witness: Json = None
    if k.witness is not None:
        witness = {"inputs": k.witness.inputs, "a": k.witness.output_a, "b": k.witness.output_b}
    return {
        "name": k.name,
        "status": k.status,
        "assumptions": list(k.assumptions),
        "witness": witness,
        "search": notes.get(k.name),
        "blocks": [{"a": p.a, "b": p.b, "status": p.status} for p in k.blocks],
        "differences": [str(d) for d in k.differences],
    }


def _lines(k: KernelProof, notes: Mapping[str, str]) -> Iterator[str]:
    under = f" (assuming {', '.join(k.assumptions)})" if k.assumptions else ""
    points = len(k.blocks)
    yield f"{k.name}: {k.status}{under}, {points} cut point{'s' if points != 1 else ''}"
    for difference in k.differences[:3]:
        for line in str(difference).splitlines():
            yield f"  {line}"
    if k.witness is not None:
        yield from _witness_lines(k.witness)
    elif k.name in notes:
        yield f"  no difference seen in the emulator: {notes[k.name]}"


def _witness_lines(witness: Witness) -> Iterator[str]:
    """The launch as options of ``emulate``, its ARGS.json, and the results of the kernels."""
    inputs, a, b = witness.inputs, witness.output_a, witness.output_b
    options = [f"--{name} {','.join(map(str, _sizes(inputs[name])))}" for name in ("grid", "block")]
    options += [f"--kernel {inputs['kernel']}", f"--order {inputs['order']}"]
    options += ["--late"] if inputs["late"] else []
    options += [f"--lds {inputs['dynamic_lds']}"] if inputs["dynamic_lds"] else []
    if "error" in b:
        yield f"  witness: B fails where A does not, {b['error']}"
    else:
        where = f"{a['buffer']}[{a['index']}]"
        yield f"  witness: {where} is {a['value']} ({a['bits']}) after A, {b['value']} ({b['bits']}) after B"
    yield f"    isaopt emulate {' '.join(options)} --args ARGS.json"
    yield f"    ARGS.json: {json.dumps(inputs['args'])}"


def _sizes(value: Json) -> list[Json]:
    return list(value) if isinstance(value, list) else []
