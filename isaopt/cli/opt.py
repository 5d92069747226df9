"""``isaopt opt``: optimise the kernels of a file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import (
    arch_option,
    cache_option,
    check_output,
    emit_json,
    input_argument,
    input_sha256,
    is_stream,
    json_option,
    keep_unknown_option,
    note,
    resolve_output,
    sha256,
    shown,
    toolchain_options,
    write_output,
)
from isaopt.cli.gate import Gate, gate_options
from isaopt.cli.launches import LaunchOptions, launch_options
from isaopt.cli.objective import ObjectiveOptions, objective_options, replays
from isaopt.cli.optimizing import Optimizing, optimizing_options
from isaopt.cli.pages import Format, format_of, has_room, kernel_blocks, rendered, show_page, version_blocks
from isaopt.cli.progress import progress_bar
from isaopt.errors import UsageError

CODE_OBJECT = (".hsaco", ".co")
"""The endings that make an output a code object."""

if TYPE_CHECKING:
    from isaopt.approval import TrialApproval
    from isaopt.emulator.launches import Launch
    from isaopt.ir.program import Module
    from isaopt.outcome import Result
    from isaopt.reports.page import Page
    from isaopt.tuning.model import Aim


@click.command()
@input_argument
@click.option(
    "-o",
    "--output",
    metavar="OUT.s",
    help="Output file: assembly, or a code object if it ends in .hsaco; - is standard output.",
)
@click.option("--in-place", is_flag=True, help="Overwrite IN.s.")
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel (repeatable).")
@optimizing_options
@objective_options
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of processes, for the kernels of a file or the candidates of one kernel. The output does not "
    "depend on it.",
)
@cache_option("on if ISAOPT_CACHE_DIR is set")
@click.option(
    "--accept",
    type=click.Choice(["emulated"]),
    help="Also accept a result that is not proved if it agrees with the input in 8 emulator trials with random "
    "buffers, several wave orders and late memory that together run all changed code. This is not a proof.",
)
@launch_options
@click.option("--no-verify", is_flag=True, help="Do not prove the result equal to the input; reports say so.")
@click.option(
    "--certificate",
    "certificate_path",
    metavar="FILE",
    help="If the proof needs intermediate versions, also write them, for 'isaopt verify --certificate'.",
)
@click.option(
    "--report",
    "report_path",
    metavar="FILE",
    help="Also write a report; its extension chooses the format: .html, .md, .txt or .json.",
)
@click.option("--explain", is_flag=True, help="Print what each pass did, and why it declined each candidate.")
@gate_options(changes=True)
@json_option
@arch_option
@keep_unknown_option
@toolchain_options
def command(
    source: str,
    output: str | None,
    in_place: bool,
    kernels: tuple[str, ...],
    optimizing: Optimizing,
    tuned: ObjectiveOptions,
    jobs: int,
    cache: bool | None,
    accept: str | None,
    launched: LaunchOptions,
    no_verify: bool,
    certificate_path: str | None,
    report_path: str | None,
    explain: bool,
    gate: Gate,
    as_json: bool,
    arch: str | None,
    keep_unknown: bool,
    clang: str | None,
    lld: str | None,
) -> None:
    """Optimise the kernels of a file: run the passes, prove the result equal to IN.s, assemble it, write it.

    The first line of output is the verdict: the predicted speed-up and what limits the kernel. The figures before and
    after follow, then the result of each pass, with the proved bound of each objective of the solver. A kernel that
    cannot be improved, analysed or proved is left unchanged, with the reason.

    IN.s may be a code object or a program that contains one; it is disassembled first (see isaopt disassemble).
    OUT.hsaco is assembled and linked. Without clang, the result is written unassembled, with a warning.

    --fail-on is evaluated after the files are written: OUT.s is valid even if a condition holds.

    \b
    Examples:
      isaopt opt kernel.s -o kernel.opt.s
      isaopt opt kernel.s -o kernel.opt.s --report kernel.html --explain
      isaopt opt kernel.hsaco -o kernel.opt.hsaco
      isaopt opt kernel.s --in-place --max-vgprs 128 --fail-on 'conflicts>0'
      isaopt opt kernel.s -o kernel.opt.s --objective cycles --gpu rx7900xtx --trip .LBB0_3=512 --explain
      isaopt opt kernel.s -o kernel.opt.s --accept emulated --grid 2,2 --block 128 --args args.json
    """
    from isaopt import interrupt
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import encode, read_source
    from isaopt.cache.results import optimize_cached
    from isaopt.cache.store import chosen_store
    from isaopt.certificate import certify
    from isaopt.reports.document import opt_document
    from isaopt.reports.optimization import opt_page
    from isaopt.reports.replay import with_replays
    from isaopt.toolchain.assemble import accept_output, accepted_input, build
    from isaopt.toolchain.includes import include_folder, reads_files
    from isaopt.toolchain.textfacts import retarget

    target = _target(source, output, in_place)
    if as_json and target == "-":
        raise UsageError("--json and -o - both need standard output")
    check_output(target, [source], in_place)
    form = None
    if report_path is not None:
        form = format_of(report_path, "--report")
        check_output(report_path, [source])
        _distinct("--report", report_path, target)
    if certificate_path is not None:
        if no_verify:
            raise UsageError("--certificate and --no-verify cannot be combined")
        check_output(certificate_path, [source])
        _distinct("--certificate", certificate_path, target)
        if report_path is not None:
            _distinct("--certificate", certificate_path, report_path, "--report")
    gate.read(changes=True)
    launch = launched.launch()
    objective = tuned.chosen(optimizing.level, optimizing.passes)
    if accept is None and launch is not None and objective == "conflicts":
        raise UsageError("--objective conflicts takes no launch unless --accept emulated is given")
    if accept is not None and no_verify:
        raise UsageError("--accept and --no-verify cannot be combined")
    text = read_source(source, arch)
    moved = Path(os.path.realpath(target)).parent != include_folder(shown(source))
    if moved and reads_files(text) and not is_stream(target) and not target.endswith(CODE_OBJECT):
        raise UsageError("the result would include another folder's files", target, hint="write it beside the input")
    module = parse_text(text, shown(source), arch, keep_unknown)
    tools = accepted_input(text, module.arch, shown(source), clang, lld)
    options = replace(
        optimizing.options(),
        kernels=kernels,
        verify=not no_verify,
        trials=_trials(launch, module.arch, clang, lld) if accept is not None else None,
        objective=objective,
        aim=tuned.aim(launch),
        measuring=tuned.measuring(cache),
    )
    with progress_bar(len(kernels or module.kernels)) as progress:
        store = chosen_store(cache, default=False)
        cached = optimize_cached(module, options, store, jobs, progress)
        result = cached.result
        if result.changed and tools is not None:
            progress("assembling the result")
            accept_output(result.module.text(), module.arch, shown(source), tools)
    data = encode(result.module.text())
    if target.endswith(CODE_OBJECT):
        data = build(retarget(result.module.text(), module.arch), module.arch, path=shown(source), toolchain=tools)
    document = opt_document(
        result,
        {"path": shown(source), "sha256": input_sha256(source, text)},
        {"path": target, "sha256": sha256(data)},
        result.assumptions,
        cached.hit,
    )
    certificate = None
    if certificate_path is not None:
        certificate = certify(module, result.module, {k.name: k.steps for k in result.kernels}).text().encode()
    report = None
    if form is not None:
        report = rendered(
            form,
            lambda: _full_page(module, result, explain, form, options.aim, target),
            lambda: with_replays(document, replays(module, result.module, _changed(result), options.aim)),
        )
    if tools is None and result.changed:
        note("isaopt: warning: no assembler found, so the output was not assembled (see isaopt doctor)")
    if is_stream(target):
        write_output(target, data)
    interrupt.commit()
    cached.keep(store)
    if not is_stream(target):
        write_output(target, data, [source], in_place)
    if certificate_path is not None and certificate is not None:
        write_output(certificate_path, certificate)
    else:
        for name in [k.name for k in result.kernels if k.steps]:
            note(f"isaopt: note: {name}: proved in steps; 'isaopt verify' needs the file that --certificate writes")
    if report_path is not None and report is not None:
        write_output(report_path, report)
    if as_json:
        emit_json(document)
    elif target != "-":
        show_page(opt_page(result, shown(source), explain, written=target))
    for fact in dict.fromkeys(optimizing.assume):
        if fact not in result.assumptions:
            note(f"isaopt: note: assumption '{fact}' was not needed")
    if as_json or target == "-":
        _say_notes(result, explain)
    gate.judge(((k.name, k.before, k.after) for k in result.kernels), result.module, shown(source))


def _target(source: str, output: str | None, in_place: bool) -> str:
    """Where the result is written; :class:`UsageError` if no option or more than one says so."""
    if output is None and not in_place:
        raise UsageError("needs -o OUT.s or --in-place")
    return resolve_output(source, output, in_place)


def _trials(launch: Launch | None, arch: str, clang: str | None, lld: str | None) -> TrialApproval:
    from isaopt.approval import TrialApproval
    from isaopt.toolchain.find import find_toolchain

    return TrialApproval(given=launch, toolchain=find_toolchain(arch, clang, lld))


def _distinct(option: str, path: str, target: str, other: str = "-o") -> None:
    if target != "-" and os.path.realpath(path) == os.path.realpath(target):
        raise UsageError(f"{option} and {other} name the same file", path=path)


def _full_page(before: Module, result: Result, explain: bool, form: Format, aim: Aim, written: str) -> Page:
    """The page for a file, which has room for the changed instructions."""
    from isaopt.analysis.figures.comparison import compare_kernel
    from isaopt.reports.optimization import opt_page
    from isaopt.target.bank_models import DEFAULT_MODEL

    changed = _changed(result)
    changes = [compare_kernel(before, result.module, name, DEFAULT_MODEL) for name in changed]
    if not has_room(form):
        return opt_page(result, before.path, explain, changes, DEFAULT_MODEL, written=written)
    details = version_blocks(before, result.module, changed)
    details |= kernel_blocks(before, [k.name for k in result.kernels if k.name not in changed])
    played = replays(before, result.module, changed, aim)
    return opt_page(result, before.path, explain, changes, DEFAULT_MODEL, details, played, written)


def _changed(result: Result) -> list[str]:
    return [k.name for k in result.kernels if any(ran.changed for ran in k.passes)]


def _say_notes(result: Result, explain: bool) -> None:
    """Print the summary's messages on standard error if standard output is used for something else."""
    for kernel in result.kernels:
        for text in kernel.refused:
            note(f"isaopt: note: {kernel.name}: {text}")
        passes = () if kernel.refused else kernel.passes
        said: dict[str, list[str]] = {}
        for ran in passes:
            for text in ran.notes:
                if explain or text.startswith("left unchanged"):
                    said.setdefault(text, []).append(ran.name)
        for text, names in said.items():
            of = "" if 1 < len(names) == len(passes) else f"{', '.join(names)}: "
            note(f"isaopt: note: {kernel.name}: {of}{text}")
        for ran in passes if explain else ():
            for declined in ran.declined:
                where = f"line {declined.line}: " if declined.line else ""
                note(f"isaopt: note: {kernel.name}: {ran.name}: declined: {where}{declined.message} [{declined.code}]")
        if kernel.evidence:
            note(f"isaopt: warning: {kernel.name}: {kernel.evidence}")
