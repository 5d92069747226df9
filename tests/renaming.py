"""Renames the VGPRs of a kernel by a permutation, for tests of the prover and the emulator; knows nothing of webs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Directive, Instruction, Kernel, Module
from isaopt.isa.registers import NUM_VGPRS

Permutation = dict[int, int]

_VGPR = re.compile(r"(?<![\w.$])v(?:(\d+)|\[(\d+)(?::(\d+))?\])(?![\w$])")


def substitute(text: str, choose: Callable[[int, int], int]) -> str:
    """The text with each VGPR run ``(first, count)`` moved to start at ``choose(first, count)``."""

    def one(match: re.Match[str]) -> str:
        if match[1] is not None:
            return f"v{choose(int(match[1]), 1)}"
        first, last = int(match[2]), int(match[3] or match[2])
        new = choose(first, last - first + 1)
        return f"v[{new}:{new + last - first}]"

    return _VGPR.sub(one, text)


def _rewritten(module: Module, kernel: Kernel, code: Callable[[Instruction], str]) -> Module:
    """The module parsed again, with other text for each of the kernel's instructions and counts that cover all of the
    file."""
    texts = [item.text for item in module.items]
    for index, item in enumerate(module.items):
        if isinstance(item, Instruction) and kernel.first <= index < kernel.last:
            texts[index] = item.text[: item.start] + code(item) + item.text[item.end :]
    # Not simply all: a large workgroup may have no room for them.
    count = min(max((sum(run) for text in texts for run in _registers(text)), default=0), NUM_VGPRS)
    parts = []
    for text, item in zip(texts, module.items, strict=True):
        if isinstance(item, Directive) and item.name == ".amdhsa_next_free_vgpr":
            text = text[: item.start] + str(count) + text[item.end :]
        elif isinstance(item, Directive) and item.name == ".set" and ".num_vgpr" in item.args:
            text = text[: item.start] + item.args.split(",")[0] + f", {count}" + text[item.end :]
        parts.append(re.sub(r"(\.vgpr_count:\s*)\d+", rf"\g<1>{count}", text))
    return parse_text("".join(parts), module.path, module.arch)


def rename_kernel(module: Module, kernel: Kernel, permutation: Permutation) -> Module:
    """The kernel with every VGPR number put through the permutation."""
    return _rewritten(module, kernel, lambda item: substitute(_body(item), lambda first, _: permutation[first]))


def references(item: Instruction) -> list[tuple[int, int]]:
    """``(first, count)`` of each VGPR run in the instruction's text, in order."""
    return _registers(_body(item))


def _registers(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []

    def note(first: int, count: int) -> int:
        found.append((first, count))
        return first

    substitute(text, note)
    return found


def _body(item: Instruction) -> str:
    return item.text[item.start : item.end]


def _runs(module: Module, kernel: Kernel) -> list[tuple[int, int]]:
    """Maximal ranges of registers that some tuple ties together, as ``[first, end)``."""
    tied = [False] * (NUM_VGPRS + 1)
    used = [False] * (NUM_VGPRS + 1)
    for _, item in module.instructions(kernel):
        for first, count in references(item):
            for unit in range(first, first + count):
                used[unit] = True
                tied[unit] |= unit > first
    runs: list[tuple[int, int]] = []
    for unit in range(NUM_VGPRS):
        if used[unit]:
            if tied[unit] and runs and runs[-1][1] == unit:
                runs[-1] = (runs[-1][0], unit + 1)
            else:
                runs.append((unit, unit + 1))
    return runs


def random_permutation(module: Module, kernel: Kernel, rng: random.Random, banked: bool = True) -> Permutation:
    """An injective renaming that fixes the runs with v0, keeps tuples contiguous and, if ``banked``, every index mod 4.

    Keeping the bank keeps VOPD pairs legal; registers of 16-bit operands stay under 128, where they can be encoded.
    """
    short = {
        unit
        for _, item in module.instructions(kernel)
        for ref in item.op.refs
        if ref.desc.bits == 16 and ref.reg.is_vgpr
        for unit in ref.reg.units
    }
    runs = _runs(module, kernel)
    taken = [False] * NUM_VGPRS
    result: Permutation = {}
    # v0 holds the work-item id; a run that crosses 128 has no other place for its 16-bit operands.
    fixed = [r for r in runs if r[0] == 0 or (r[1] > 128 and not short.isdisjoint(range(*r)))]
    moved = [r for r in runs if r not in fixed]
    for first, end in fixed:
        for unit in range(first, end):
            result[unit], taken[unit] = unit, True
    rng.shuffle(moved)
    moved.sort(key=lambda r: r[0] - r[1])
    for first, end in moved:
        small = max(r[1] for r in runs) <= 64 or not short.isdisjoint(range(first, end))
        limit = 128 if end <= 128 and small else NUM_VGPRS
        places = [
            start
            for start in range(limit - (end - first) + 1)
            if not any(taken[start : start + end - first]) and not (banked and (start - first) % 4)
        ]
        if not places:
            return {unit: unit for a, b in runs for unit in range(a, b)}
        start = rng.choice(places)
        for unit in range(first, end):
            result[unit], taken[start + unit - first] = start + unit - first, True
    return result


def assemble(body: str, arch: str = "gfx1100", wave: int = 32, vgprs: int = NUM_VGPRS) -> Module:
    """A one-kernel file around a body, with the least that makes it a kernel."""
    return parse_text(
        f'\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n\t.text\nk:\n{body}\n\ts_endpgm\n.Lfunc_end0:\n'
        f"\t.rodata\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr {vgprs}\n\t\t.amdhsa_next_free_sgpr 16\n"
        f"\t\t.amdhsa_wavefront_size32 {int(wave == 32)}\n\t.end_amdhsa_kernel\n",
        "k.s",
        arch,
    )
