"""The places of a matrix instruction's elements, as ``isaopt layout`` prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.errors import InputError, UsageError
from isaopt.isa.tables import family as tables_of
from isaopt.target.arch import Confidence, get_arch
from isaopt.target.matrix import ElementPlace, LayoutChoice, MatrixOp, OperandLayout, OperandName
from isaopt.target.matrix_layouts import layout_of
from isaopt.target.matrix_ops import MATRIX_FAMILIES, check_choice, find_matrix_op, matrix_ops

_NAMES: dict[str, OperandName] = {"a": "A", "b": "B", "c": "C", "d": "D", "index": "index"}


@dataclass(frozen=True)
class MatrixLayout:
    """The layouts of all operands of ``op`` on a target, for a wave size and the modifiers of ``choice``."""

    arch: str
    op: MatrixOp
    wave_size: int
    choice: LayoutChoice
    operands: Mapping[OperandName, OperandLayout]

    @property
    def confidence(self) -> Confidence:
        return self.op.confidence(self.wave_size)

    def operand(self, name: str) -> OperandLayout:
        """The layout of ``A``, ``B``, ``C``, ``D`` or ``index``; :class:`UsageError` for an operand that the
        instruction lacks."""
        key = _NAMES.get(name.lower())
        if key is None or key not in self.operands:
            raise UsageError(f"{self.op.mnemonic} has no operand {name}", hint="it has " + ", ".join(self.operands))
        return self.operands[key]

    def places(self, operand: str, element: tuple[int, ...]) -> tuple[ElementPlace, ...]:
        """The places of an element, given by row, column and, if there are several, block; :class:`UsageError` outside
        of the matrix."""
        layout = self.operand(operand)
        names = [name for name, _ in layout.shape]
        if len(element) == len(layout.shape) - 1 and names[-1] == "block":
            element = (*element, 0)
        if len(element) != len(names):
            raise UsageError(f"an element of {operand} is {','.join(names)}, not {','.join(map(str, element))}")
        for (name, size), n in zip(layout.shape, element, strict=True):
            if not 0 <= n < size:
                raise UsageError(f"{name} of {operand} is 0 to {size - 1}, not {n}")
        return layout.places(element)

    def elements(self, operand: str, register: int, lane: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The elements in a lane's register of an operand, each with its lowest bit there."""
        layout = self.operand(operand)
        if not 0 <= register < layout.registers:
            raise UsageError(f"{operand} has registers 0 to {layout.registers - 1}, not {register}")
        if not 0 <= lane < self.wave_size:
            raise UsageError(f"lanes are 0 to {self.wave_size - 1}, not {lane}")
        found: dict[tuple[int, ...], int] = {}
        for bit in range(32):
            for element in layout.element(register, lane, bit):
                found.setdefault(element, bit)
        return tuple((bit, element) for element, bit in found.items())


def matrix_family(arch: str) -> str:
    """The family of a target's matrix instructions; :class:`isaopt.errors.InputError` for an unknown target."""
    family = tables_of(get_arch(arch, read_only=True).name)
    if family not in MATRIX_FAMILIES:
        raise InputError(f"how the matrices of {arch} lie in registers is not known here")
    return family


def instructions(arch: str) -> tuple[MatrixOp, ...]:
    """All matrix instructions of a target."""
    return tuple(matrix_ops(matrix_family(arch)).values())


def matrix_layout(
    mnemonic: str, arch: str, wave_size: int | None = None, modifiers: Mapping[str, str] | None = None
) -> MatrixLayout:
    """The layouts of an instruction's operands; ``modifiers`` are as in assembly (``index_key``: ``1``).

    Raises :class:`UsageError` for an instruction, wave size or modifier that the target does not have.
    """
    op = find_matrix_op(matrix_family(arch), mnemonic)
    wave = op.wave_sizes[0] if wave_size is None else wave_size
    choice = _choice(modifiers or {})
    check_choice(op, wave, choice)
    return MatrixLayout(arch, op, wave, choice, {name: layout_of(op, name, wave, choice) for name in op.operands})


def _choice(modifiers: Mapping[str, str]) -> LayoutChoice:
    numbers: dict[str, int] = {}
    for name, value in modifiers.items():
        if name not in ("op_sel", "index_key", "cbsz", "abid", "blgp"):
            raise UsageError(f"no layout depends on a modifier '{name}'")
        try:
            parts = [int(part, 0) for part in value.strip("[]").split(",")]
        except ValueError:
            raise UsageError(f"{name}:{value}: the value is not a number") from None
        if name == "op_sel":
            if len(parts) != 3 or parts[:2] != [0, 0]:
                raise UsageError(f"op_sel:{value}: it is [0,0,0] or [0,0,1]")
            numbers["high"] = parts[2]
        elif len(parts) == 1:
            numbers[name] = parts[0]
        else:
            raise UsageError(f"{name}:{value}: the value is one number")
    return LayoutChoice(**numbers)
