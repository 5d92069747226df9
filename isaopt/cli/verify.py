"""``isaopt verify``: prove that one file's kernels compute what another's do."""

from __future__ import annotations

import click

from isaopt.cli.common import Json, arch_option, emit_json, json_option, shown
from isaopt.errors import CheckFailed

_HELP = """Prove that each kernel of B.s computes what the one of that name in A.s does, for every input.

\b
Proved without any hint: renamed registers, reordered instructions, dual pairs made and split, wide LDS loads split,
parallel copies, re-counted waits, merged or duplicated blocks, loops unrolled by a constant.

\b
A proof rests on this:
  - Floating-point operations are uninterpreted; operands may be swapped where IEEE 754 allows it, NaN payloads aside.
  - The instruction tables say rightly what each instruction reads and writes.
  - Nothing reads what lanes that were never launched hold; matrix instructions run with every lane on.
  - Conflicting accesses of different lanes or waves without synchronisation are a race, whose outcome is open;
    accesses of one wave that may conflict keep their order. Kernel arguments do not change while the kernel runs.
  - An LDS address is register plus offset modulo 2^32.
  - Hazards that nops or s_waitcnt_depctr / s_wait_alu avoid are those that 'isaopt lint' knows; B may have no more
    of a kind than A.
  - What --assume names, if the proof needs it; it is listed then.

Exit code 1 if some kernel is not proved.

Example: isaopt verify kernel.s kernel.opt.s
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
    help="A fact about launches: nonneg-index, buffers-under-4gib or lane-race-free (repeatable).",
)
@json_option
@arch_option
def command(
    before: str, after: str, kernels: tuple[str, ...], assumptions: tuple[str, ...], as_json: bool, arch: str | None
) -> None:
    from isaopt.api import verify
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source

    a = parse_text(read_source(before), shown(before), arch)
    b = parse_text(read_source(after), shown(after), arch)
    result = verify(a, b, kernels=kernels, assumptions=assumptions)
    if as_json:
        document: Json = {
            "kernels": [
                {
                    "name": k.name,
                    "status": k.status,
                    "assumptions": list(k.assumptions),
                    "witness": None
                    if k.witness is None
                    else {"inputs": k.witness.inputs, "a": k.witness.output_a, "b": k.witness.output_b},
                    "blocks": [{"a": p.a, "b": p.b, "status": p.status} for p in k.blocks],
                    "differences": [str(d) for d in k.differences],
                }
                for k in result.kernels
            ]
        }
        emit_json(document)
    else:
        for k in result.kernels:
            under = f" (assuming {', '.join(k.assumptions)})" if k.assumptions else ""
            click.echo(f"{k.name}: {k.status}{under}, {len(k.blocks)} cut points")
            for difference in k.differences[:3]:
                click.echo("\n".join("  " + line for line in str(difference).splitlines()))
    if not result.proved:
        names = ", ".join(k.name for k in result.kernels if k.status != "proved")
        raise CheckFailed(f"not proved equal to {shown(before)}: {names}", shown(after))
