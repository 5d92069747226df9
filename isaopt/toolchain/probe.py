"""Tests a program: asks its version, assembles a tiny kernel with it, and links that kernel."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from isaopt.toolchain.run import PROBE_SECONDS, FinishedProcess, run

TARGET = "amdgcn-amd-amdhsa"

# One instruction and a whole descriptor, so that the instruction parser and the descriptor writer are both exercised.
PROBE_KERNEL = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
\t.globl\tprobe
\t.p2align\t8
\t.type\tprobe,@function
probe:
\ts_endpgm
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel probe
\t\t.amdhsa_next_free_vgpr 1
\t\t.amdhsa_next_free_sgpr 1
\t.end_amdhsa_kernel
"""


@dataclass(frozen=True, slots=True)
class ToolVersion:
    """The output of ``--version``: its first line, the major number in it (0 if none), and why the program cannot be
    used, if so."""

    text: str
    major: int
    problem: str = ""


@lru_cache(maxsize=256)
def version_of(command: tuple[str, ...]) -> ToolVersion:
    """The version of a program; a program that does not answer as clang or LLD has a ``problem``."""
    done = run([*command, "--version"], timeout=PROBE_SECONDS)
    if not done.ok:
        return ToolVersion("", 0, done.complaint())
    lines = done.stdout.decode(errors="replace").splitlines() or [""]
    for line in lines:  # objdump first prints where to find LLVM
        if match := re.search(r"(?:clang version|LLD|LLVM version)\s+(\d+)", line):
            return ToolVersion(line.strip(), int(match[1]))
    return ToolVersion(lines[0], 0, f"does not answer as a tool of LLVM: {lines[0][:80]!r}")


def assemble_command(clang: tuple[str, ...], arch: str, output: str) -> list[str]:
    """The command that assembles standard input for ``arch`` into the file ``output``."""
    return [*clang, f"--target={TARGET}", f"-mcpu={arch}", "-x", "assembler", "-c", "-", "-o", output]


def link_command(lld: tuple[str, ...], objects: list[str], output: str) -> list[str]:
    """The command that links objects into a code object that the HIP runtime loads."""
    return [*lld, "-shared", *objects, "-o", output]


@lru_cache(maxsize=256)
def _probe_object(clang: tuple[str, ...], arch: str) -> tuple[FinishedProcess, bytes]:
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        output = Path(directory) / "probe.o"
        text = PROBE_KERNEL.format(arch=arch).encode()
        done = run(assemble_command(clang, arch, str(output)), text, timeout=PROBE_SECONDS)
        return done, output.read_bytes() if done.ok and output.is_file() else b""


@lru_cache(maxsize=256)
def assembles(clang: tuple[str, ...], arch: str) -> str:
    """Why this clang cannot assemble for ``arch``, or an empty string."""
    done, data = _probe_object(clang, arch)
    if not done.ok:
        return f"cannot assemble for {arch}: {done.complaint()}"
    return "" if data.startswith(b"\x7fELF") else f"cannot assemble for {arch}: wrote no ELF object"


@lru_cache(maxsize=256)
def disassembles(objdump: tuple[str, ...], clang: tuple[str, ...] | None, arch: str) -> str:
    """Why this disassembler cannot read an AMDGPU object, or an empty string; without a clang there is no object to
    read."""
    if clang is None:
        return ""
    _, data = _probe_object(clang, arch)
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        source = Path(directory) / "probe.o"
        source.write_bytes(data)
        done = run([*objdump, "-d", str(source)], timeout=PROBE_SECONDS)
        if not done.ok:
            return f"cannot disassemble for {arch}: {done.complaint()}"
        return "" if b"s_endpgm" in done.stdout else f"cannot disassemble for {arch}: knows no such instructions"


@lru_cache(maxsize=256)
def links(lld: tuple[str, ...], clang: tuple[str, ...] | None, arch: str) -> str:
    """Why this linker cannot link an AMDGPU object, or an empty string; without a clang there is no object to link."""
    if clang is None:
        return ""
    _, data = _probe_object(clang, arch)
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        source, output = Path(directory) / "probe.o", Path(directory) / "probe.hsaco"
        source.write_bytes(data)
        done = run(link_command(lld, [str(source)], str(output)), timeout=PROBE_SECONDS)
        if not done.ok:
            return f"cannot link for {arch}: {done.complaint()}"
        return "" if output.is_file() else f"cannot link for {arch}: wrote nothing"
