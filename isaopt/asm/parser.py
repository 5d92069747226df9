"""Parses text into a module: target, items and kernels."""

from __future__ import annotations

import re
from dataclasses import replace

from isaopt.asm.distances import distance_of, with_labels
from isaopt.asm.high_vgprs import with_high_vgprs
from isaopt.asm.kernels import find_kernels
from isaopt.asm.read_lines import ReadLines
from isaopt.asm.reader import Reader
from isaopt.asm.source import MAX_LINES
from isaopt.errors import Faults, InputError, UsageError
from isaopt.ir.program import Module
from isaopt.isa.tables import ARCHS, READ_ONLY_ARCHS
from isaopt.target.arch import read_only_row
from isaopt.toolchain.textfacts import kernel_waves

_TARGET = re.compile(r'^[ \t]*(?:\.amdgcn_target[ \t]+"|amdhsa\.target:[ \t]*[\'"]?)([^"\'\n]+)', re.M)
_SOURCES = (".hip", ".cu", ".cpp", ".cc", ".cxx", ".c", ".cl", ".h", ".hpp")
_C = re.compile(r"^[ \t]*#[ \t]*(?:include|pragma)\b|\b__(?:global__|kernel)\b", re.M)
_IR = re.compile(r"^(?:define|target triple)\b", re.M)
_OTHER_CODE = re.compile(r"-(amdpal|mesa3d)-")
_GENERIC = "a generic target has no register file of its own: compile for one GPU, such as gfx1100"


def _what_instead(text: str, path: str) -> str:
    """Advice for a file without a target, which may be a source that was not compiled."""
    compile_it = f"hipcc -S --offload-device-only --offload-arch=gfx1100 {path} -o kernel.s"
    if path.endswith(_SOURCES) or _C.search(text):
        return f"this looks like a source file: {compile_it}, or build the program with isaopt hipcc"
    if path.endswith(".ll") or _IR.search(text):
        return "this looks like LLVM IR: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 makes assembly of it"
    return "it has no .amdgcn_target; give the target with --arch gfx1100"


def target_arch(text: str, path: str, read_only: bool = False) -> str:
    """The target that the file names. Raises :class:`InputError` if it names none or an unknown one, or a read-only
    target while ``read_only`` is False."""
    match = _TARGET.search(text)
    if match is None:
        raise InputError("the file names no target", path, 1, 1, text.split("\n", 1)[0], _what_instead(text, path))
    target = match.group(1).strip().split(":")[0]
    name = target[target.rfind("-gfx") + 1 :] if "-gfx" in target else target.rsplit("-", 1)[-1]
    line = text.count("\n", 0, match.start(1)) + 1
    start = text.rfind("\n", 0, match.start(1)) + 1
    graphics = _OTHER_CODE.search(target)
    if graphics or (name not in ARCHS and name not in READ_ONLY_ARCHS):
        source = text[start : text.find("\n", match.start(1)) if "\n" in text[match.start(1) :] else len(text)]
        raise InputError(
            f"code for {graphics[1]} (shaders) is not supported, only for amdhsa (HIP, OpenCL, OpenMP)"
            if graphics
            else f"target '{name}' is not supported (supported: {', '.join(ARCHS)})",
            path,
            line,
            match.start(1) - start + 1,
            source,
            _GENERIC if name.endswith("-generic") else "",
        )
    return _enough(name, path, read_only, line, match.start(1) - start + 1)


def _enough(arch: str, path: str, read_only: bool, line: int = 0, column: int = 0) -> str:
    if arch in READ_ONLY_ARCHS and not read_only:
        raise InputError(
            f"target {arch} is read-only here: fmt, dump, report and lint take it; nothing rewrites, builds, proves or "
            "runs it",
            path,
            line,
            column,
        )
    return arch


def parse_text(
    text: str, path: str = "<stdin>", arch: str | None = None, keep_unknown: bool = False, read_only: bool = False
) -> Module:
    """Parses a file's text.

    ``arch`` overrides the target that the file names, and is required if the file names none. ``keep_unknown`` turns an
    instruction that the tables lack into an opaque barrier instead of an error. ``read_only`` accepts targets for which
    code cannot be rewritten, proved or run. Raises :class:`InputError` with the position.
    """
    if arch is not None and arch not in (*ARCHS, *READ_ONLY_ARCHS):
        raise UsageError(f"--arch {arch} is not supported (supported: {', '.join(ARCHS)})")
    if text.count("\n") >= MAX_LINES:
        raise InputError(f"the file has more than {MAX_LINES} lines", path, MAX_LINES, 1)
    chosen = _enough(arch, path, read_only) if arch else target_arch(text, path, read_only)
    module, known = _read(text, path, chosen, keep_unknown)
    return with_labels(module) if known.distances else module


def read_draft(text: str, path: str, arch: str, known: ReadLines, faults: Faults) -> Module:
    """Reads a text that is being typed, for any readable target. Errors are added to ``faults``, and what cannot be
    read is kept verbatim. ``known`` holds the lines read in earlier versions.

    No tool is called: kernels with branches given as distances are blocked.
    """
    module, _ = _read(text, path, arch, False, known, faults)
    if not known.distances:
        return module
    blocked = "branches are given as distances"
    return replace(
        module,
        kernels=tuple(
            replace(k, blocked=(*k.blocked, blocked))
            if any(distance_of(i.op) is not None for _, i in module.instructions(k))
            else k
            for k in module.kernels
        ),
    )


def _read(
    text: str, path: str, arch: str, keep_unknown: bool, known: ReadLines | None = None, faults: Faults | None = None
) -> tuple[Module, ReadLines]:
    # Needed before the code is read: the wave size decides whether VCC is one register or two.
    waves = {kernel.name: kernel.wave_size for kernel in kernel_waves(text)}
    row = read_only_row(arch)
    if row is not None:
        waves = dict.fromkeys(waves, row["waves"])
    default = row["waves"] if row else 64 if waves and set(waves.values()) == {64} else 32
    reader = Reader(path, arch, waves, default, keep_unknown, known, faults)
    items = reader.read(text)
    return with_high_vgprs(Module(path, arch, items, find_kernels(items, waves, path, faults))), reader.known
