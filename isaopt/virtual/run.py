"""Runs a program with our HIP runtime, which is built here (its C, stubs for unimplemented functions, its exported
names and versions), and serves it until it ends.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from isaopt.cache.store import Store, chosen_store
from isaopt.errors import UsageError
from isaopt.private import private_directory
from isaopt.target.gpus import get_gpu
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.native import cache_directory, shared_object
from isaopt.virtual.findings import CHECKS, ProgramFinding
from isaopt.virtual.kernels import Compiler
from isaopt.virtual.server import RunSession, Server

_PARTS = (
    *("core", "memory", "image", "module", "heap", "hostcall", "launch", "check", "observe", "stream", "start"),
    *("graph", "copy", "texture", "device", "function", "compile"),
)
#: The sonames that programs load; one file serves all of them.
SONAMES = tuple(f"lib{name}.so{version}" for name in ("amdhip64", "hiprtc") for version in ("", ".5", ".6", ".7"))
_ENTRY = re.compile(r"^(?:API .*?\b(\w+)\(|(?:COPY1|FILLS)\((\w+))", re.MULTILINE)
#: Suffix of the functions for the per-thread default stream, which here runs in order like any other.
_PER_THREAD = "_spt"


def _data(name: str, package: str = "isaopt.virtual") -> str:
    return files(package).joinpath(name).read_text("utf-8")


def names() -> dict[str, list[str]]:
    """The exports of AMD's library, by version node; each node depends on the one before it (``hip_hcc.map.in``)."""
    found: dict[str, list[str]] = json.loads(_data("data/names.json"))
    return found


def implemented(source: str) -> frozenset[str]:
    """The functions that the C implements."""
    found = set()
    for entry, macro in _ENTRY.findall(source):
        found |= {entry or macro} | ({f"{macro}Async"} if macro.startswith("hipMemsetD") else set())
    return frozenset(found)


def source() -> str:
    """The whole library as C."""
    # Structures shared with compiled kernels are defined once, in the emulator.
    shared = _data("runtime/launch.c", "isaopt.emulator")
    errors: dict[str, list[str]] = json.loads(_data("data/errors.json"))
    table = "".join(f"{{{code}, {json.dumps(n)}, {json.dumps(t)}}}, " for code, (n, t) in errors.items())
    parts = {name: _data(f"runtime/{name}.c") for name in _PARTS}
    parts["core"] += (
        shared + f"static const struct Text {{ int code; const char *name, *text; }} errors[] = {{{table}}};\n"
    )
    text = "".join(parts.values())
    known = implemented(text)
    rest = []
    for name in sorted({n for listed in names().values() for n in listed} - known):
        plain = name.removesuffix(_PER_THREAD)
        if plain in known:
            rest.append(f'API int {name}(void) __attribute__((alias("{plain}")));\n')
        else:
            rest.append(f'API int {name}(void) {{ static u8 said; return missing("{name}", &said); }}\n')
    return text + "".join(rest)


def version_script() -> str:
    """The linker's version script."""
    lines, before = [], ""
    for version, listed in names().items():
        local = "" if before else " local: *;"
        lines.append(f"{version} {{ global: {' '.join(f'{n};' for n in listed)}{local} }}{before};")
        before = f" {version}"
    return "\n".join(lines) + "\n"


def build_library(tools: Toolchain, cache: Path, directory: Path) -> None:
    """Puts the library into ``directory`` under all its sonames; it is compiled once for each version of its text.

    Raises:
        MissingTool: no clang, or one that cannot compile for this host.
    """
    script = cache / "libamdhip64.map"
    temporary = script.with_suffix(f".{os.getpid()}")
    temporary.write_text(version_script())
    os.replace(temporary, script)
    # Findings show the program's calls: frames outside the library.
    link = ("--soname", "libamdhip64.so.6", "--version-script", str(script), "--undefined-version", "--eh-frame-hdr")
    built = shared_object(source(), tools, cache, link=link, more=("-fasynchronous-unwind-tables",))
    for name in SONAMES:
        (directory / name).symlink_to(built)


@dataclass(frozen=True, slots=True)
class RunRequest:
    """How to run: ``jobs`` threads run workgroups; ``limit`` bounds the wave instructions of a launch (0: none);
    ``trace`` is where launches are logged and ``kernels`` where code objects are written; ``simulate`` takes the
    device's time from the simulator; ``checks`` are those to perform (:data:`isaopt.virtual.findings.CHECKS`);
    ``devices`` is how many GPUs the program sees."""

    gpu: str
    jobs: int
    limit: int = 0
    trace: Path | None = None
    kernels: Path | None = None
    optimize: bool = False
    compare: bool = False
    simulate: bool = False
    checks: frozenset[str] = frozenset()
    devices: int = 1
    clang: str | None = None
    lld: str | None = None


@dataclass(frozen=True, slots=True)
class FinishedProgram:
    """``code`` is the program's exit code, as shells report it. ``optimized`` are the kernels that ``opt`` changed,
    ``kept`` those that it did not, with the reason; ``different`` are kernels whose two versions ran and left different
    memory; ``untimed`` are those that the simulator could not time."""

    code: int
    optimized: tuple[str, ...]
    kept: Mapping[str, str]
    different: tuple[str, ...]
    untimed: Mapping[str, str]
    findings: tuple[ProgramFinding, ...] = ()


def run_program(command: Sequence[str], request: RunRequest) -> FinishedProgram:
    """Runs a HIP program to its end, with its kernels on the CPU.

    Raises:
        UsageError: there is no such program, GPU or directory.
        MissingTool: there is no clang to compile kernels with.
    """
    gpu = get_gpu(request.gpu)
    tools = find_toolchain(gpu.arch, request.clang, request.lld)
    if request.kernels is not None:
        request.kernels.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="isaopt-run-") as scratch:
        kept = cache_directory()
        try:
            ours = not private_directory(kept)
        except OSError:
            ours = False
        store: Store | None = chosen_store(None, default=ours)
        work = kept if ours else Path(scratch)
        libraries = Path(scratch) / "lib"
        libraries.mkdir()
        build_library(tools, work, libraries)
        settings = (
            1 if "race" in request.checks else request.jobs,  # races are found by running waves in order
            request.limit,
            int(request.trace is not None),
            int(request.compare),
            int(request.simulate),
            sum(1 << k for k, name in enumerate(CHECKS) if name in request.checks),
            request.devices,
        )
        compiler = Compiler(tools, work, store, request.checks)
        session = RunSession(gpu, compiler, settings, request.optimize, request.compare, request.trace, request.kernels)
        if request.trace is not None:
            request.trace.write_text("", encoding="utf-8")
        with Server(Path(scratch) / "socket", session) as server:
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
            try:
                code = _run(command, libraries, Path(scratch) / "socket")
            finally:
                server.shutdown()
        session.disassemble()
    outcomes = compiler.outcomes
    changed = tuple(name for name, why in outcomes.items() if not why)
    stayed = {name: why for name, why in outcomes.items() if why}
    return FinishedProgram(code, changed, stayed, tuple(session.different), session.untimed, tuple(session.findings))


def _run(command: Sequence[str], libraries: Path, socket: Path) -> int:
    """The program's exit code; the program handles interrupts itself."""
    path = os.pathsep.join(p for p in (str(libraries), os.environ.get("LD_LIBRARY_PATH", "")) if p)
    environment = {**os.environ, "LD_LIBRARY_PATH": path, "ISAOPT_RUN": str(socket)}
    try:
        program = subprocess.Popen(list(command), env=environment)
    except OSError as error:
        raise UsageError(f"cannot be started: {error.strerror}", command[0]) from None
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code = program.wait()
    except BaseException:
        program.terminate()  # a signal to us is meant for the program
        program.wait()
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else 128 - code
