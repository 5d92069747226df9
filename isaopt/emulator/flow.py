"""The code that a kernel may execute: its instructions, those of functions that it may call, and the control flow
between them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from isaopt.emulator import jumps
from isaopt.emulator.modes import ModeRegister, UnknownMode, changes_mode, modes_of
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Label, Module
from isaopt.toolchain.find import Toolchain

if TYPE_CHECKING:
    from isaopt.emulator.image import CodeImage

#: C condition of each branch (RDNA3 ISA guide, SOPP).
BRANCHES = {
    "s_branch": "1",
    "s_cbranch_scc0": "!w->s[SCC]",
    "s_cbranch_scc1": "w->s[SCC]",
    "s_cbranch_vccz": "!get_mask(w, VCC)",
    "s_cbranch_vccnz": "get_mask(w, VCC)",
    "s_cbranch_execz": "!exec_of(w)",
    "s_cbranch_execnz": "exec_of(w)",
}
ENDS = ("s_endpgm", "s_endpgm_saved")


class KernelCode:
    """Instructions by ordinal, the kernel's own first. ``items`` are their indices in the module, ``labels`` the
    ordinals of labels, ``ends`` the ordinals that follow the last instruction of each piece."""

    def __init__(
        self, module: Module, kernel: Kernel, toolchain: Toolchain | None = None, image: CodeImage | None = None
    ) -> None:
        self.module, self.kernel, self.toolchain = module, kernel, toolchain
        if image is not None:
            self.image = image
        self.instructions: list[Instruction] = []
        self.items: list[int] = []
        self.labels: dict[str, int] = {}
        self.ends: set[int] = set()
        for first, last in jumps.code_of(module, kernel):
            for k in range(first, last):
                item = module.items[k]
                if isinstance(item, Instruction):
                    self.instructions.append(item)
                    self.items.append(k)
                elif isinstance(item, Label):
                    self.labels[item.name] = len(self.instructions)
            self.ends.add(len(self.instructions))

    @cached_property
    def image(self) -> CodeImage:
        """The code object, assembled and linked when an instruction first needs it."""
        from isaopt.emulator.image import load_image  # few kernels need it, and ELF readers take long to import

        return load_image(self.module, self.items, self.toolchain)

    def literal(self, ordinal: int) -> int:
        """The literal constant of an instruction, as linked."""
        item = self.items[ordinal]
        if self.image.size[item] != self.instructions[ordinal].op.desc.size + 4:
            raise self.error(self.instructions[ordinal], "the emulator does not support this symbol as an operand")
        return self.image.literal(item)

    @cached_property
    def indirect(self) -> bool:
        """Whether there is an indirect jump."""
        return any(i.op.operation in jumps.INDIRECT for i in self.instructions)

    def landings(self) -> list[int]:
        """Ordinals that an indirect jump may reach: labels, and returns from calls."""
        after = {k + 1 for k, i in enumerate(self.instructions) if i.op.operation in jumps.CALLS}
        return sorted(k for k in {*self.labels.values(), *after} if k < len(self.instructions))

    def modes_from(self, start: ModeRegister) -> list[ModeRegister]:
        """The mode at each instruction if the kernel starts in mode ``start``."""
        ops = [instruction.op for instruction in self.instructions]
        if not any(changes_mode(op) for op in ops):
            return [start] * len(ops)
        successors = []
        for k, op in enumerate(ops):
            name = op.operation
            leaves = name in ENDS or name == "s_branch" or name in jumps.LEAVING or k + 1 in self.ends
            after = [] if leaves else [k + 1]
            if name in jumps.INDIRECT:
                after = self.landings()
            successors.append([*after, self.target(k)] if name in BRANCHES or name == "s_call_b64" else after)
        try:
            return modes_of(ops, successors, start)
        except UnknownMode as problem:
            instruction = self.instructions[problem.ordinal]
            raise self.error(instruction, f"the emulator does not support {problem}") from None

    def error(self, instruction: Instruction, message: str) -> InputError:
        return InputError(message, self.module.path, instruction.line, instruction.col, instruction.text)

    def target(self, ordinal: int) -> int:
        """The target of a branch, as an ordinal."""
        instruction = self.instructions[ordinal]
        name = instruction.op.operands[-1].text
        if name not in self.labels or self.labels[name] >= len(self.instructions):
            raise self.error(instruction, f"branch to '{name}', which is not in the kernel")
        return self.labels[name]

    def leaders(self) -> tuple[set[int], set[int]]:
        """The ordinals that start a block, and those of them that a backward branch targets."""
        starts, loops = {0}, set()
        for k, instruction in enumerate(self.instructions):
            name = instruction.op.operation
            if name in BRANCHES:
                target = self.target(k)
                starts |= {target, k + 1}
                if target <= k:
                    loops.add(target)
            elif name in ENDS or name in jumps.LEAVING:
                starts.add(k + 1)
        if self.indirect or self.ends != {len(self.instructions)}:
            starts |= {*self.landings(), *self.ends}
        return starts, loops
