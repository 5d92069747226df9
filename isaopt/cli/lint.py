"""``isaopt lint``: static checks of gfx11 and gfx12 assembly, and the repair of mechanical faults."""

from __future__ import annotations

import json

import click

from isaopt.cli.common import (
    arch_option,
    check_output,
    emit_json,
    include_option,
    json_option,
    keep_unknown_option,
    note,
    output_option,
    resolve_output,
    shown,
    suggested,
    write_output,
)
from isaopt.errors import InputError, UsageError

RULES = suggested("isaopt.linting.registry:all_rules")


@click.command()
@click.argument("source", metavar="IN.s", required=False, type=click.Path(path_type=str, allow_dash=True))
@json_option
@click.option("--sarif", metavar="FILE", help="Also write the findings as SARIF 2.1.0.")
@click.option("--rules", "list_rules", is_flag=True, help="List every rule with its meaning; check nothing.")
@click.option("--enable", metavar="RULE", multiple=True, shell_complete=RULES, help="Run only this rule (repeatable).")
@click.option("--disable", metavar="RULE", multiple=True, shell_complete=RULES, help="Skip this rule (repeatable).")
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel or function (repeatable).")
@click.option("--fix", is_flag=True, help="Repair mechanical mistakes and write the result; needs -o or --in-place.")
@output_option("OUT.s")
@click.option("--in-place", is_flag=True, help="With --fix: overwrite IN.s.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="The lowest severity that makes the exit code 1.",
)
@include_option
@keep_unknown_option
@arch_option
@click.pass_context
def command(
    ctx: click.Context,
    source: str | None,
    as_json: bool,
    sarif: str | None,
    list_rules: bool,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    kernels: tuple[str, ...],
    fix: bool,
    output: str | None,
    in_place: bool,
    fail_on: str,
    keep_unknown: bool,
    arch: str | None,
) -> None:
    """Check every path through IN.s: waits, memory order, hazards, legality, resources and values.

    Each finding is printed as FILE:LINE:COL: error: MESSAGE [RULE]. A comment with `isaopt: allow RULE` silences a rule
    on its line. The exit code is 1 if there is an error.

    \b
    Examples:
      isaopt lint kernel.s
      isaopt lint kernel.s --fix -o kernel_fixed.s
      isaopt lint --rules
    """
    from isaopt import __version__
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import encode, is_code_object, read_source
    from isaopt.linting.fixes import repair_module
    from isaopt.linting.registry import choose_rules
    from isaopt.linting.run import lint_module
    from isaopt.reports.lint import finding_lines, lint_document, rules_document, rules_text, tally
    from isaopt.reports.sarif import sarif_document
    from isaopt.toolchain.assemble import accepted_input

    rules = choose_rules(enable, disable)
    if list_rules:
        if as_json:
            emit_json(rules_document(rules))
        else:
            click.echo(rules_text(rules), nl=False)
        return
    if source is None:
        raise UsageError("no input: give IN.s, or - for standard input", hint="isaopt lint --rules lists the rules")
    target = _target(source, fix, output, in_place, as_json)
    for path in (target, sarif):
        if path is not None:
            check_output(path, [source], in_place)
    if target is None:
        rules = tuple(r for r in rules if not keep_unknown or r.id != "unknown-instruction")
        keep_unknown = True  # the rule reports it, and the rest is still checked
    module = parse_text(read_source(source, arch), shown(source), arch, keep_unknown, read_only=target is None)
    fixed = None
    if target is None:
        found = lint_module(module, rules, kernels)
    else:
        repaired = repair_module(module, rules, kernels, keep_unknown)
        # A repair may supply what the assembler asks for, so the assembler judges the repaired text; its messages refer
        # to the input.
        try:
            accepted_input(repaired.module.text(), module.arch, shown(source))
        except InputError:
            accepted_input(module.text(), module.arch, shown(source))
            raise
        module, fixed, found = repaired.module, repaired.fixed, repaired.left
        write_output(target, encode(module.text()), [source], in_place)
    if sarif is not None:
        document = json.dumps(sarif_document(found, rules, shown(source), __version__), indent=2) + "\n"
        write_output(sarif, document.encode(), [source])
    if as_json:
        emit_json(lint_document(found, fixed))
    else:
        # Findings that remain after a repair are located in the repaired file.
        where = shown(source) if target in (None, "-") else target
        click.echo(finding_lines(found, module.text(), str(where)), nl=False, err=target == "-")
        if found or fixed is not None:
            note(tally(found) + (f"; {fixed} repaired" if fixed is not None else ""))
        if found and fixed is None and is_code_object(source):
            note(f"lines are those of the disassembly: isaopt disassemble {source} -o FILE.s")
    if any(f.severity == "error" or fail_on == "warning" for f in found):
        ctx.exit(1)


def _target(source: str, fix: bool, output: str | None, in_place: bool, as_json: bool) -> str | None:
    """Where the repaired text is written, or None without ``--fix``."""
    if not fix:
        if output is not None or in_place:
            raise UsageError("-o and --in-place need --fix")
        return None
    if output is None and not in_place:
        raise UsageError("--fix needs -o OUT.s or --in-place")
    target = resolve_output(source, output, in_place)
    if target == "-" and as_json:
        raise UsageError("--json and -o - both need standard output")
    return target
