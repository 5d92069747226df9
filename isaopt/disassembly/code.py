"""Decodes machine code: llvm-objdump's instructions, and the distances in them that become labels.

Distances are of two kinds: those of branches (``PC = PC + 4 + SIMM16 * 4``, AMD RDNA3 and RDNA4 ISA guides, "SOPP
instructions"), and those added to ``s_getpc_b64``, which become the relocations that the linker resolved to them (LLVM
SIInstrInfo.cpp, ``SI_PC_ADD_REL_OFFSET``; AMDGPUUsage, "Relocation Records").
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from isaopt.errors import InputError
from isaopt.isa.tables import lookup
from isaopt.isa.types import OperandType
from isaopt.toolchain.find import Tool
from isaopt.toolchain.run import run, tool_seconds

_LINE = re.compile(
    r"^\t(?P<text>[^\n]*?)[ \t]*// (?P<at>[0-9A-F]+): (?P<words>[0-9A-F]{8}(?: [0-9A-F]{8})*)(?: <.*>)?$", re.M
)
#: Fixed bits of SOP1 ``s_getpc_b64``, and of SOP2 ``s_add_u32`` and ``s_addc_u32`` with a literal (on gfx12
#: ``s_add_co_u32`` and ``s_add_co_ci_u32``; AMD RDNA3 and RDNA4 ISA guides, "SOP1" and "SOP2").
_GETPC, _GETPC_MASK = 0xBE804700, 0xFF80FFFF
_ADD, _ADDC, _SOP2_MASK = 0x80000000, 0x82000000, 0xFF800000
_LITERAL = 0xFF
_NEAR = 12
"""How many instructions after ``s_getpc_b64`` may contain the two additions of its distance."""


@dataclass(frozen=True, slots=True)
class DecodedInstruction:
    """An instruction at an address; ``text`` is empty for words that are no instruction."""

    at: int
    words: tuple[int, ...]
    text: str

    @property
    def end(self) -> int:
        return self.at + 4 * len(self.words)

    @property
    def raw(self) -> str:
        """The words as a directive."""
        return ".long " + ", ".join(f"{word:#010x}" for word in self.words)


@dataclass(frozen=True, slots=True)
class Distance:
    """An address that code computes by its distance from ``start``, the end of an ``s_getpc_b64``; ``places`` are the
    instructions that add the low and the high half of the distance."""

    start: int
    target: int
    places: tuple[DecodedInstruction, DecodedInstruction]


def decode(data: bytes, sections: Sequence[str], wave_size: int, tool: Tool, path: str) -> list[DecodedInstruction]:
    """Every instruction of the sections with code, by address; :class:`InputError` if the disassembler fails."""
    features = ["+wavefrontsize64"] if wave_size == 64 else []
    found = _decoded(data, sections, features, tool, path)
    if all(i.text for i in found):
        return found
    # 16-bit register operands decode only with the feature that enables their syntax.
    halves = _decoded(data, sections, [*features, "+real-true16"], tool, path)
    return min(found, halves, key=lambda code: sum(not i.text for i in code))


def _decoded(
    data: bytes, sections: Sequence[str], features: Sequence[str], tool: Tool, path: str
) -> list[DecodedInstruction]:
    with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
        source = Path(directory) / "code.hsaco"
        source.write_bytes(data)
        mode = [f"--mattr={','.join(features)}"] if features else []
        chosen = [f"--section={name}" for name in sections]
        done = run([*tool.command, "-d", "-z", *mode, *chosen, str(source)], timeout=tool_seconds(len(data)))
    if not done.ok:
        raise InputError(f"llvm-objdump failed: {done.complaint()}", path)
    return [
        DecodedInstruction(
            int(match["at"], 16),
            tuple(int(word, 16) for word in match["words"].split()),
            "" if match["text"].startswith((".long", "<unknown>")) else " ".join(match["text"].split()),
        )
        for match in _LINE.finditer(done.stdout.decode("utf-8", "surrogateescape"))
    ]


@lru_cache(maxsize=4096)
def _branches(mnemonic: str, arch: str) -> bool:
    """Whether the last operand of an instruction is a distance in words."""
    forms = lookup(arch, mnemonic)
    return bool(forms and forms[0].operands and forms[0].operands[-1].type is OperandType.BRANCH_TARGET)


def branch_target(instruction: DecodedInstruction, arch: str) -> int | None:
    """The target of a direct branch or call; None for any other instruction."""
    if len(instruction.words) != 1 or not _branches(instruction.text.split(" ", 1)[0], arch):
        return None
    return instruction.end + 4 * (((instruction.words[0] & 0xFFFF) ^ 0x8000) - 0x8000)


def with_label(instruction: DecodedInstruction, label: str) -> DecodedInstruction:
    """The branch with a label instead of its distance."""
    head, comma, last = instruction.text.rpartition(",")
    return replace(instruction, text=f"{head}, {label}" if comma else f"{last.split(' ')[0]} {label}")


def distances(code: Sequence[DecodedInstruction]) -> Iterator[Distance | int]:
    """Each address that is computed from the program counter; or the address of an ``s_getpc_b64`` whose distance was
    not recognised."""
    for index, instruction in enumerate(code):
        word = instruction.words[0]
        if word & _GETPC_MASK != _GETPC or len(instruction.words) != 1:
            continue
        register = word >> 16 & 0x7F
        near = code[index + 1 : index + 1 + _NEAR]
        low = next((i for i in near if _adds(i, _ADD, register)), None)
        high = next((i for i in near if _adds(i, _ADDC, register + 1)), None)
        if low is None or high is None:
            yield instruction.at
            continue
        distance = low.words[1] | high.words[1] << 32
        target = (instruction.end + distance) & (1 << 64) - 1
        yield Distance(instruction.end, target, (low, high))


def _adds(instruction: DecodedInstruction, operation: int, register: int) -> bool:
    """Whether an instruction adds a literal to this register."""
    if len(instruction.words) != 2:
        return False
    word = instruction.words[0]
    operands = (word >> 16 & 0x7F, word & 0xFF, word >> 8 & 0xFF)
    return word & _SOP2_MASK == operation and operands == (register, register, _LITERAL)


def with_expression(instruction: DecodedInstruction, expression: str) -> DecodedInstruction:
    """The instruction with an expression instead of its literal, which is its last operand."""
    head, _, _ = instruction.text.rpartition(",")
    return replace(instruction, text=f"{head}, {expression}")
