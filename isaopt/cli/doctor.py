"""``isaopt doctor``: list the external tools that were found, and what the missing ones prevent."""

from __future__ import annotations

import platform
from importlib.metadata import version

import click

from isaopt.cli.common import emit_json, json_option, say, toolchain_options
from isaopt.errors import MissingTool
from isaopt.plain import Json
from isaopt.target.arch import DEFAULT_ARCHES
from isaopt.toolchain.find import INSTALL_HINT, ToolCandidate, ToolSearch
from isaopt.toolchain.survey import NEEDED_FOR, Findings, survey

LIBRARIES = ("ortools", "lark", "networkx", "pyelftools", "msgpack", "rich", "click")


def _search_json(arch: str, found: ToolSearch) -> dict[str, Json]:
    tool = found.tool
    return {
        "name": found.name,
        "arch": arch,
        "found": tool is not None,
        "command": tool.command if tool else None,
        "origin": tool.origin if tool else None,
        "version": tool.version if tool else None,
        "why": tool.reason if tool else None,
        "needed_for": NEEDED_FOR[found.name],
        "rejected": [
            {"command": r.candidate.command, "origin": r.candidate.origin, "reason": r.reason} for r in found.rejected
        ],
    }


def doctor_document(findings: Findings) -> dict[str, Json]:
    """The document that ``doctor --json`` prints."""
    return {
        "version": version("isaopt"),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "tools": [_search_json(arch, found) for arch, found in findings.searches],
        "hip_runtime": {
            "found": bool(findings.hip_library),
            "path": findings.hip_library or None,
            "needed_for": NEEDED_FOR["HIP runtime"],
        },
        "gpus": [{"node": gpu.node, "arch": gpu.arch} for gpu in findings.gpus],
        "gpu_problem": findings.gpu_problem or None,
        "missing": [{"name": name, "needed_for": NEEDED_FOR[name]} for name in findings.missing],
    }


def _origin(candidate: ToolCandidate) -> str:
    return "--clang/--lld" if candidate.origin == "option" else candidate.origin


def _show(findings: Findings) -> None:
    say(f"isaopt {version('isaopt')}, Python {platform.python_version()}")
    say("libraries: " + ", ".join(f"{name} {version(name)}" for name in LIBRARIES))
    for arch, found in findings.searches:
        tool = found.tool
        if tool is not None:
            say("")
            say(f"{found.name} for {arch}: {' '.join(tool.command)}")
            say(f"  {tool.version}")
            say(f"  why: {tool.reason}")
        else:
            say("")
            say(f"{found.name} for {arch}: missing")
        for rejected in found.rejected:
            say(f"  not: {rejected.candidate.shown} ({_origin(rejected.candidate)}): {rejected.reason}")
    say("")
    say(f"HIP runtime: {findings.hip_library or 'missing'}")
    listed = ", ".join(f"{gpu.arch} (node {gpu.node})" for gpu in findings.gpus)
    problem = f"missing ({findings.gpu_problem})"
    say(f"GPU: {listed}, {problem}" if listed and findings.gpu_problem else f"GPU: {listed or problem}")
    if findings.missing:
        say("")
    for name in findings.missing:
        say(f"missing: {name}, needed for {NEEDED_FOR[name]}")


@click.command()
@click.option("--arch", metavar="GFX", help="Test the tools for this target; by default one of gfx11 and one of gfx12.")
@toolchain_options
@json_option
def command(arch: str | None, clang: str | None, lld: str | None, as_json: bool) -> None:
    """Show which clang, ld.lld, HIP runtime and GPU were found, where and why, and what is missing for which command.

    Each tool is tried on a small kernel before it is accepted. The search order is --clang and --lld, ROCM_PATH, PATH
    (the highest version from 18 on), then the ziglang package (pip install 'isaopt[toolchain]').

    The exit code is 3 if clang or ld.lld is missing; a missing runtime or GPU is only reported.

    \b
    Examples:
      isaopt doctor
      isaopt doctor --arch gfx1201 --json
    """
    findings = survey(DEFAULT_ARCHES if arch is None else (arch,), clang, lld)
    if as_json:
        emit_json(doctor_document(findings))
    else:
        _show(findings)
    absent = [name for name in findings.missing if name in ("clang", "ld.lld")]
    if absent:
        raise MissingTool(f"no working {' and '.join(absent)}", hint=INSTALL_HINT)
