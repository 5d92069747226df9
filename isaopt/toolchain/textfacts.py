"""Properties of a ``.s`` file that the assembler's command line needs: target, wave size, code object version.

They apply to the whole command, while the text states them per kernel or not at all. This module reads lines instead of
the IR, so that ``build`` can assemble what the parser does not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from isaopt.errors import InputError

_LINE = re.compile(
    r"^[ \t]*(?:\.amdhsa_kernel[ \t]+(?P<kernel>[^\s;]+)"
    r"|\.amdhsa_wavefront_size32[ \t]+(?P<wave32>[^\s;/]+)"
    r"|(?P<end>\.end_amdhsa_kernel\b))",
    re.MULTILINE,
)
_TARGET_LINE = re.compile(r"^[ \t]*(?:\.amdgcn_target|amdhsa\.target:)[^\n]*", re.MULTILINE)
_TARGET = re.compile(r"(?P<triple>(?:amdgcn|amdgpu[\w.]*)-amd-amdhsa-[^\s\"'-]*-)(?P<arch>gfx\w+)")
_CODE_OBJECT = re.compile(r"^[ \t]*\.amdhsa_code_object_version\b", re.MULTILINE)
_METADATA_VERSION = re.compile(r"^amdhsa\.version:[ \t]*\r?\n[ \t]*-[ \t]*1[ \t]*\r?\n[ \t]*-[ \t]*(\d+)", re.MULTILINE)

# The metadata version that each code object version wrote (LLVM AMDGPUUsage, "Code Object Metadata"). Text without the
# version directive is older than LLVM 18, whose newest version was 5.
_VERSION_OF_METADATA = {"1": 4, "2": 5}


@dataclass(frozen=True, slots=True)
class KernelWave:
    """A kernel descriptor in the text: the line on which it starts, and its wave size."""

    name: str
    line: int
    wave_size: int


def kernel_waves(text: str) -> tuple[KernelWave, ...]:
    """All ``.amdhsa_kernel`` blocks; without ``.amdhsa_wavefront_size32`` a kernel is wave32, as in clang's default
    mode."""
    found: list[KernelWave] = []
    line, at, inside = 1, 0, False
    for match in _LINE.finditer(text):
        if match["kernel"] is not None:
            line, at, inside = line + text.count("\n", at, match.start()), match.start(), True
            found.append(KernelWave(match["kernel"].strip('"'), line, 32))
        elif match["end"] is not None:
            inside = False
        elif inside:
            found[-1] = replace(found[-1], wave_size=64 if match["wave32"] in ("0", "0x0") else 32)
    return tuple(found)


def wave_size_of(text: str, path: str = "<stdin>") -> int:
    """The single wave size of all kernels in the file; 32 if there are none.

    Raises:
        InputError: there are kernels of both sizes. The assembler reads a file in one mode and rejects the
            other's ``vcc``.
    """
    waves = kernel_waves(text)
    for wave in waves[1:]:
        if wave.wave_size != waves[0].wave_size:
            raise InputError(
                f"kernel {wave.name} is wave{wave.wave_size} but {waves[0].name} is wave{waves[0].wave_size}: "
                "the assembler reads a whole file in one wave size",
                path=path,
                line=wave.line,
                col=1,
                source=text.split("\n")[wave.line - 1],
                hint="split the file by wave size",
            )
    return waves[0].wave_size if waves else 32


def code_object_version_of(text: str) -> int | None:
    """The version to request from the assembler, or None if the text states it or gives no clue."""
    if _CODE_OBJECT.search(text):
        return None
    match = _METADATA_VERSION.search(text)
    return _VERSION_OF_METADATA.get(match[1]) if match else None


def stated_arch(text: str) -> str | None:
    """The processor named by the file's target directive or, without one, by its metadata; None if neither names
    one."""
    for line in _TARGET_LINE.finditer(text):
        match = _TARGET.search(line[0])
        if match:
            return match["arch"]
    return None


def retarget(text: str, arch: str) -> str:
    """The text with ``arch`` in its target directive and metadata where they name the stated processor; the assembler
    refuses text of another target.  What they say of yet another one stays, for it is not what the text is for."""
    stated = stated_arch(text)

    def rename(line: re.Match[str]) -> str:
        return _TARGET.sub(lambda m: m["triple"] + (arch if m["arch"] == stated else m["arch"]), line[0])

    return _TARGET_LINE.sub(rename, text)
