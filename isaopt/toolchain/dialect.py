"""What newer assemblers write, in words that each supported one reads: the meaning is the same, and so are the lines.

LLVM's development branch, and Triton 3.9 with it, names targets ``amdgpu11.00-amd-amdhsa-unknown-gfx1100`` and gives
the instruction prefetch as ``instprefsize(BYTES)``: the lines of 128 bytes that hold so many bytes, or the most that
the descriptor has room for (LLVM AMDGPUMCExpr.cpp, ``evaluateInstPrefSize``; AMDGPUUsage, "compute_pgm_rsrc3").  For
gfx12 they name halves of registers, ``v1.l``, which LLVM 22 reads there only if it is told to.
"""

from __future__ import annotations

import re

from isaopt.target.arch import get_arch

_TARGET = re.compile(
    r"""^(?P<start>[ \t]*(?:\.amdgcn_target[ \t]+"|amdhsa\.target:[ \t]*['"]?))amdgpu[\w.]*-amd-amdhsa-(?:unknown)?-""",
    re.MULTILINE,
)
_PREFETCH = re.compile(r"^[ \t]*\.amdhsa_inst_pref_size\b[^\n]*", re.MULTILINE)
_CALL = "instprefsize("
_LINE_BYTES = 128
_HALF = re.compile(r"^[ \t]*[vV][\w.]*[ \t][^;/\n]*\b[vV](?:\d+|\[\d+\])\.[lh]\b", re.MULTILINE)


def understood(text: str, arch: str) -> str:
    """The text as every supported assembler reads it; unbalanced brackets are left for it to complain of."""
    text = _TARGET.sub(lambda match: f"{match['start']}amdgcn-amd-amdhsa--", text)
    if _CALL not in text:
        return text
    most = int(get_arch(arch).figure("instruction_prefetch_lines").value)
    return _PREFETCH.sub(lambda match: _computed(match[0], most), text)


def needed_options(text: str) -> list[str]:
    """What clang must be told besides the target to read a text: that registers have halves, where some are named."""
    return ["-Xclangas", "-target-feature", "-Xclangas", "+real-true16"] if _HALF.search(text) else []


def _computed(line: str, most: int) -> str:
    """The line with arithmetic in the place of each call: a comparison that holds is -1 to the assembler."""
    start = line.find(_CALL)
    end = _closing(line, start + len(_CALL)) if start >= 0 else -1
    if end < 0:
        return line
    size = line[start + len(_CALL) : end]
    lines = f"((({size})+{_LINE_BYTES - 1})/{_LINE_BYTES})"
    return _computed(f"{line[:start]}({lines}+({lines}>{most})*({lines}-{most})){line[end + 1 :]}", most)


def _closing(line: str, at: int) -> int:
    """Where the bracket closes that was opened before ``at``; -1 if it does not."""
    depth = 1
    for index in range(at, len(line)):
        depth += (line[index] == "(") - (line[index] == ")")
        if depth == 0:
            return index
    return -1
