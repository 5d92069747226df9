"""Finds clang and ld.lld, tests that they work, and records why others were passed over.

Order of preference: the tools that ``--clang`` and ``--lld`` name, ``ROCM_PATH``, ``PATH`` (highest version, at least
18), the ``ziglang`` wheel. A named tool that does not work is an error: silently taking another one would hide it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from isaopt.errors import MissingTool
from isaopt.toolchain.probe import assembles, disassembles, links, version_of

ToolName = Literal["clang", "ld.lld", "llvm-objdump"]
Origin = Literal["option", "ROCM_PATH", "PATH", "ziglang", "make hip"]

MIN_PATH_VERSION = 18
"""The first clang whose assembler knows gfx12 (LLVM 18 release notes); older ones on PATH are passed over."""

INSTALL_HINT = "install one with: pip install 'isaopt[toolchain]'"
OBJDUMP_HINT = "it is part of LLVM: apt-get install llvm, ROCm (ROCM_PATH), or make hip"


@dataclass(frozen=True, slots=True)
class ToolCandidate:
    """A program that may be the tool, and the source that named it."""

    name: ToolName
    origin: Origin
    command: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The command as a person would type it."""
        return " ".join(self.command)


@dataclass(frozen=True, slots=True)
class Tool:
    """A candidate that was tested to work: ``version`` is the text that it prints, ``major`` the number in it."""

    name: ToolName
    origin: Origin
    command: tuple[str, ...]
    version: str
    major: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was passed over, and the reason."""

    candidate: ToolCandidate
    reason: str


@dataclass(frozen=True, slots=True)
class ToolSearch:
    """The outcome of the search for one tool: the chosen one, if any, and all candidates that were tried or skipped."""

    name: ToolName
    tool: Tool | None
    rejected: tuple[Rejected, ...]

    def required(self) -> Tool:
        """The tool.

        Raises:
            MissingTool: none works; the message carries the reason of each candidate.
        """
        if self.tool is not None:
            return self.tool
        named = [r for r in self.rejected if r.candidate.origin == "option"]
        if named:
            option = {"clang": "--clang", "ld.lld": "--lld"}.get(self.name, "--objdump")
            raise MissingTool(f"{option} {named[0].candidate.shown}: {named[0].reason}")
        tried = "; ".join(f"{r.candidate.shown}: {r.reason}" for r in self.rejected)
        raise MissingTool(
            f"no working {self.name} found" + (f" (tried {tried})" if tried else ""),
            hint=OBJDUMP_HINT if self.name == "llvm-objdump" else INSTALL_HINT,
        )


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The two tools needed for a build."""

    clang: Tool
    lld: Tool


def _rocm_programs(name: ToolName) -> Iterator[Path]:
    root = os.environ.get("ROCM_PATH")
    if root:
        for sub in ("llvm/bin", "lib/llvm/bin", "bin"):
            yield Path(root) / sub / name


def _path_programs(name: ToolName) -> Iterator[Path]:
    """``clang``, ``clang-NN`` (or ``ld.lld``, ``ld.lld-NN``) in every directory of PATH, each real file once."""
    pattern = re.compile(re.escape(name) + r"(-\d+)?(\.exe)?")
    seen: set[str] = set()
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        try:
            entries = sorted(os.listdir(directory or "."))
        except OSError:
            continue
        for entry in entries:
            program = Path(directory or ".") / entry
            if pattern.fullmatch(entry) and program.is_file() and os.access(program, os.X_OK):
                # clang knows its role only from the name of the link by which it is called, so the link itself is kept.
                real = os.path.realpath(program)
                if real not in seen:
                    seen.add(real)
                    yield program.absolute()


def _zig_command(name: ToolName) -> tuple[str, ...] | None:
    """The command for the wheel's copy: its ``zig`` program, or Python if the wheel is laid out differently."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / ("zig.exe" if os.name == "nt" else "zig")
    return (str(program), name) if program.is_file() else (sys.executable, "-m", "ziglang", name)


def candidates(name: ToolName, option: str | None = None) -> tuple[ToolCandidate, ...]:
    """All programs that could be the tool, in order of preference; only the named one if ``option`` is given.

    Candidates of PATH come highest version first; one that does not report its version comes last and is rejected
    later.
    """
    if option is not None:
        return (ToolCandidate(name, "option", (shutil.which(option) or option,)),)
    found = [ToolCandidate(name, "ROCM_PATH", (str(p),)) for p in _rocm_programs(name) if p.is_file()]
    on_path = [ToolCandidate(name, "PATH", (str(p),)) for p in _path_programs(name)]
    if name == "llvm-objdump":
        beside = Path(sys.prefix).glob(f"hip/usr/lib/llvm-*/bin/{name}")
        on_path += [ToolCandidate(name, "make hip", (str(p),)) for p in sorted(beside)]
    found += sorted(on_path, key=lambda c: -(version_of(c.command).major))
    if name != "llvm-objdump" and (zig := _zig_command(name)) is not None:
        found.append(ToolCandidate(name, "ziglang", zig))
    return tuple(found)


def _judge(candidate: ToolCandidate, arch: str, clang: Tool | None) -> str:
    """Why the candidate cannot be used, or an empty string."""
    version = version_of(candidate.command)
    if version.problem:
        return version.problem
    if candidate.origin == "PATH" and version.major < MIN_PATH_VERSION:
        return f"version {version.major}, at least {MIN_PATH_VERSION} is needed"
    if candidate.name == "clang":
        return assembles(candidate.command, arch)
    if candidate.name == "llvm-objdump":
        return disassembles(candidate.command, clang.command if clang is not None else None, arch)
    return links(candidate.command, clang.command if clang is not None else None, arch)


_WHY: dict[Origin, str] = {
    "option": "named on the command line",
    "ROCM_PATH": "found under ROCM_PATH",
    "PATH": "highest working version on PATH",
    "make hip": "from Debian's packages, which make hip lays out",
    "ziglang": "from the ziglang wheel, as nothing preferred to it works",
}


def search(name: ToolName, arch: str, option: str | None = None, clang: Tool | None = None) -> ToolSearch:
    """The first candidate that works for ``arch``; ``clang`` makes the object with which a linker is tested."""
    rejected: list[Rejected] = []
    tool: Tool | None = None
    for candidate in candidates(name, option):
        if tool is not None:
            rejected.append(Rejected(candidate, f"not needed: {' '.join(tool.command)} comes first"))
            continue
        problem = _judge(candidate, arch, clang)
        if problem:
            rejected.append(Rejected(candidate, problem))
            continue
        version = version_of(candidate.command)
        tool = Tool(name, candidate.origin, candidate.command, version.text, version.major, _WHY[candidate.origin])
    return ToolSearch(name, tool, tuple(rejected))


@lru_cache(maxsize=64)
def _find(arch: str, clang: str | None, lld: str | None, _environment: tuple[str | None, ...]) -> Toolchain:
    compiler = search("clang", arch, clang).required()
    return Toolchain(compiler, search("ld.lld", arch, lld, compiler).required())


def find_objdump(arch: str, objdump: str | None = None) -> Tool:
    """The llvm-objdump to use for ``arch``, tested on a tiny kernel.

    Raises:
        MissingTool: there is none, or the one named by ``objdump`` does not work.
    """
    return search("llvm-objdump", arch, objdump, find_toolchain(arch).clang).required()


def find_toolchain(arch: str, clang: str | None = None, lld: str | None = None) -> Toolchain:
    """The clang and ld.lld to use for ``arch``, tested by assembling and linking a tiny kernel; cached per process.

    Raises:
        MissingTool: one of them is missing, or the one named by ``clang``/``lld`` does not work.
    """
    return _find(arch, clang, lld, (os.environ.get("PATH"), os.environ.get("ROCM_PATH")))
