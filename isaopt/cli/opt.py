"""``isaopt opt``: the main job."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import (
    Json,
    arch_option,
    check_output,
    emit_json,
    input_argument,
    json_option,
    keep_unknown_option,
    note,
    sha256,
    shown,
    toolchain_options,
    write_output,
)
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.pipeline import Result

_REPORTS = (".json", ".md")


def _assumptions(facts: tuple[str, ...]) -> tuple[str, ...]:
    """No pass of this version uses an assumption: each one that was given is said to be unused."""
    for fact in facts:
        note(f"isaopt: note: assumption '{fact}' was not needed by any pass")
    return ()


def document(
    result: Result, source: str, before: bytes, output: str | None, after: bytes, arch: str
) -> dict[str, Json]:
    """What ``--json`` prints, as the interface contract has it."""
    from isaopt.reports.document import metrics_document, pass_document

    return {
        "arch": arch,
        "input": {"path": shown(source), "sha256": sha256(before)},
        "output": {"path": output, "sha256": sha256(after)},
        "seconds": round(result.seconds, 3),
        "assumptions": [],
        "lint": asdict(result.lint),
        "kernels": [
            {
                "name": kernel.name,
                "wave_size": kernel.wave_size,
                "before": metrics_document(kernel.before),
                "after": metrics_document(kernel.after),
                "verify": kernel.verify,
                "passes": [pass_document(p) for p in kernel.passes],
            }
            for kernel in result.kernels
        ],
    }


@click.command(
    help="Rewrite a kernel file: run the passes, prove the result equal to the input, assemble it, write it.\n\n"
    "Example: isaopt opt kernel.s -o kernel.opt.s"
)
@input_argument
@click.option("-o", "--output", metavar="OUT.s", help="Where to write; - is standard output.")
@click.option("--in-place", is_flag=True, help="Write over the input.")
@click.option("--passes", metavar="A,B,C", help="Passes to run, instead of a level's (see isaopt passes).")
@click.option("--level", type=click.IntRange(0, 3), default=3, show_default=True, help="Which set of passes to run.")
@click.option("--assume", metavar="FACT", multiple=True, help="A fact about the kernel that the file cannot prove.")
@click.option(
    "--max-vgprs", type=click.IntRange(1, 256), metavar="N", help="Use no more VGPRs than this, if the input does not."
)
@click.option(
    "--effort", type=click.IntRange(1, 100), default=1, show_default=True, help="Solver work, in deterministic units."
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Seed of the solver.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Kept for builds; the result never depends on it.")
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel (repeatable).")
@click.option("--report", "report_path", metavar="FILE", help="Also write the report: .json or .md by its ending.")
@click.option("--no-verify", is_flag=True, help="Skip the proof; the report says so.")
@click.option("--explain", is_flag=True, help="Say what each pass did or refused, and why.")
@json_option
@arch_option
@keep_unknown_option
@toolchain_options
def command(
    source: str,
    output: str | None,
    in_place: bool,
    passes: str | None,
    level: int,
    assume: tuple[str, ...],
    max_vgprs: int | None,
    effort: int,
    seed: int,
    jobs: int,
    kernels: tuple[str, ...],
    report_path: str | None,
    no_verify: bool,
    explain: bool,
    as_json: bool,
    arch: str | None,
    keep_unknown: bool,
    clang: str | None,
    lld: str | None,
) -> None:
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import encode, read_source
    from isaopt.pipeline import Options, optimize_module
    from isaopt.transform.registry import PassOptions

    if in_place:
        if output is not None or source == "-":
            raise UsageError("--in-place needs an input file and no -o")
        output = source
    if output is None:
        raise UsageError("say where to write: -o OUT.s, or --in-place")
    if report_path is not None and Path(report_path).suffix not in _REPORTS:
        raise UsageError(f"--report {report_path}: the ending must be {' or '.join(_REPORTS)}")
    check_output(output, [source], in_place)
    if report_path is not None:
        check_output(report_path, [source])
    if as_json and output == "-":
        raise UsageError("--json and -o - both need standard output")
    text = read_source(source)
    module = parse_text(text, shown(source), arch, keep_unknown)
    options = Options(
        level,
        tuple(name.strip() for name in passes.split(",") if name.strip()) if passes is not None else None,
        kernels,
        not no_verify,
        _assumptions(assume),
        PassOptions(max_vgprs, effort, seed),
    )
    result = optimize_module(module, options)
    data = encode(result.module.text())
    if result.changed:
        _assemble(result.module.text(), module.arch, shown(source), clang, lld)
    report = document(result, source, encode(text), output, data, module.arch)
    write_output(output, data, [source], in_place)
    if report_path is not None:
        import json

        from isaopt.reports.document import render_markdown

        rendered = (
            json.dumps(report, indent=2) + "\n"
            if report_path.endswith(".json")
            else render_markdown(result, shown(source))
        )
        write_output(report_path, rendered.encode())
    for kernel in result.kernels:
        for ran in kernel.passes:
            for text_note in ran.notes:
                if explain or text_note.startswith("left unchanged"):
                    note(f"isaopt: note: {kernel.name}: {ran.name}: {text_note}")
    if as_json:
        emit_json(report)
    elif output != "-":
        from isaopt.reports.document import print_summary

        print_summary(result, shown(source))


def _assemble(text: str, arch: str, path: str, clang: str | None, lld: str | None) -> None:
    """The assembler judges what is about to be written; without one, the result says that nobody did."""
    from isaopt.errors import CheckFailed, InputError, MissingTool
    from isaopt.toolchain.assemble import assemble
    from isaopt.toolchain.find import find_toolchain

    try:
        toolchain = find_toolchain(arch, clang=clang, lld=lld)
    except MissingTool:
        if clang is not None or lld is not None:
            raise
        note("isaopt: warning: no assembler found, so the output was not assembled (see isaopt doctor)")
        return
    try:
        assemble(text, arch, path=path, toolchain=toolchain)
    except InputError as error:
        raise CheckFailed(
            f"the rewritten file does not assemble, nothing written: {error.message}",
            path,
            error.line,
            error.col,
            error.source,
        ) from None
