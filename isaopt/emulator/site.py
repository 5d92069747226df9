"""An instruction of the kernel being translated: what emitters ask about it, and its names in C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from isaopt.emulator.modes import ModeRegister
from isaopt.errors import InputError
from isaopt.ir.coherence import Scope, scope_of
from isaopt.ir.program import Instruction, Op, Operand, OperandKind
from isaopt.isa.constants import SourceCode, encode, encode32, read
from isaopt.isa.registers import EXEC_LO, SCC, SGPR_BASE
from isaopt.isa.types import OperandType
from isaopt.target.arch import Features, features_of

#: Values of operands without storage (RDNA3 ISA guide, "scalar operands"); the upper halves of apertures are our
#: choice.
SHARED_BASE, PRIVATE_BASE = 0x0001_0000, 0x0002_0000
_KEYWORDS = {
    "src_shared_base": SHARED_BASE,
    "src_shared_limit": SHARED_BASE,
    "src_private_base": PRIVATE_BASE,
    "src_private_limit": PRIVATE_BASE,
    "null": 0,
}
#: Offset of a register in the wave's scalar file; ``scc`` and ``mode`` follow the encodings there as they do here.
SCALAR_OFFSET = SGPR_BASE


@dataclass
class Functions:
    """The C functions that the kernel calls; equal ones are shared, which keeps the C short and quick to compile."""

    texts: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    runtime: dict[str, None] = field(default_factory=dict)

    def name(self, result: str, params: Sequence[str], body: str) -> str:
        """The name of a function with this text, which is added if it is new."""
        key = f"{result}({', '.join(params)})\n{body}"
        if key not in self.names:
            name = self.names[key] = f"op{len(self.names)}"
            self.texts.append(f"NI {result} {name}(W *w{''.join(', ' + p for p in params)}) {{\n{body}}}\n")
        return self.names[key]

    def use(self, files: Sequence[str]) -> None:
        """Adds files of the runtime's C."""
        self.runtime.update(dict.fromkeys(files))


@dataclass(frozen=True)
class Site:
    """One instruction. ``ordinal`` is its number in the kernel, which faults report. ``literal`` gives its 32-bit
    literal in the code object; ``in_place``: the kernel runs in a process that has its memory; ``checks`` are those to
    perform then."""

    op: Op
    instruction: Instruction
    ordinal: int
    functions: Functions
    wave_size: int
    arch: str
    mode: ModeRegister
    path: str
    late: bool = False
    track: bool = False
    literal: Callable[[], int] | None = None
    in_place: bool = False
    checks: frozenset[str] = frozenset()

    @property
    def features(self) -> Features:
        return features_of(self.arch)

    @property
    def name(self) -> str:
        return self.op.operation

    def unsupported(self, what: str) -> InputError:
        """The error for an unsupported form."""
        return InputError(
            f"the emulator does not support {what}",
            self.path,
            self.instruction.line,
            self.instruction.col,
            self.instruction.text,
        )

    def operand(self, index: int) -> Operand:
        return self.op.operands[index]

    def dwords(self, index: int) -> int:
        return self.op.desc.operands[index].dwords

    def index_of(self, name: str) -> int | None:
        """The index of the operand that the tables call ``name``, such as ``saddr``."""
        for k, desc in enumerate(self.op.desc.operands):
            if desc.name == name:
                return k
        return None

    def is_vgpr(self, index: int) -> bool:
        reg = self.op.operands[index].reg
        return reg is not None and reg.is_vgpr

    def vgpr(self, index: int) -> int:
        """The number of the (first) VGPR of an operand."""
        reg = self.op.operands[index].reg
        assert reg is not None
        assert reg.is_vgpr
        return reg.first

    def sgpr(self, index: int) -> int | None:
        """An operand's offset in the wave's scalar file, or None for ``null``."""
        operand = self.op.operands[index]
        if operand.kind is OperandKind.KEYWORD and operand.text == "null":
            return None
        if operand.reg is None or operand.reg.is_vgpr:
            raise self.unsupported(f"operand '{operand.text}'")
        return operand.reg.first - SCALAR_OFFSET

    def number(self, name: str, default: int = 0) -> int:
        """An integer modifier, such as ``offset``."""
        value = self.op.modifier(name)
        return int(value, 0) if value else default

    def bits(self, name: str, count: int, default: int = 0) -> list[int]:
        """The bits of a modifier such as ``neg_lo:[0,1]``, all of them the default without it; of a list that is short
        the others are 0, as the assembler has it."""
        value = self.op.modifier(name)
        bits = [int(x) for x in value.strip("[]").split(",")] if value else [default] * count
        return (bits + [0] * count)[:count]

    def flag(self, name: str) -> bool:
        return self.op.modifier(name) is not None

    def scalar(self, index: int, kind: str = "u32") -> str:
        """The C expression of an operand that is the same in all lanes, as raw bits of the type's width (a mask: the
        whole mask); no modifiers applied."""
        operand = self.op.operands[index]
        wide = kind in ("b64", "u64", "i64", "f64") or (kind == "mask" and self.wave_size == 64)
        if operand.reg is not None:
            if operand.reg.is_vgpr:
                raise self.unsupported(f"the VGPR operand '{operand.text}' here")
            place = operand.reg.first - SCALAR_OFFSET
            if operand.reg.first == SCC:
                return "(u64)w->s[SCC]" if wide else "w->s[SCC]"
            return f"get64(w, {place})" if wide else f"w->s[{place}]"
        if operand.kind is OperandKind.KEYWORD:
            if operand.text not in _KEYWORDS:
                raise self.unsupported(f"operand '{operand.text}'")
            value = _KEYWORDS[operand.text]
            return f"0x{value << 32:x}ull" if wide else f"0x{value:x}u"
        return self._constant(index, wide)

    def _constant(self, index: int, wide: bool) -> str:
        """The bits of a number, or of a symbol or a distance, as linked."""
        operand, kind = self.op.operands[index], self.op.desc.operands[index].type
        bits = self.op.constant(index)
        if bits is None and operand.value is None and operand.kind is OperandKind.EXPR and self.literal is not None:
            literal = self.literal()
            bits = read(SourceCode(255, literal), kind) if kind.is_number else literal
        if bits is None and operand.value is not None and kind is OperandType.MIX:
            # Of an inline constant, the lower half is a half if one is read (LLVM's pull request 183487).
            half = self.bits("op_sel_hi", 3)[index - 1]
            bits = read(encode(operand.value, kind), OperandType.F16 if half else OperandType.F32)
        elif bits is None and operand.value is not None:
            # A field of the encoding; or a constant whose bits no source documents, treated as a word.
            packed = kind in (OperandType.PK_BF16, OperandType.SPLAT_BF16)
            bits = encode32(operand.value, "bf16" if packed else "b32").bits
        if bits is None:
            raise self.unsupported(f"operand '{operand.text}'")
        return f"0x{bits:x}ull" if wide else f"0x{bits & 0xFFFFFFFF:x}u"

    def set_scalar(self, index: int, expr: str, dwords: int | None = None) -> str:
        """C that writes ``expr`` to a scalar destination; it is evaluated for ``null``, too."""
        place = self.sgpr(index)
        if place is None:
            return f"(void)({expr});"
        if (dwords or self.dwords(index)) == 2:
            return f"set64(w, {place}, {expr});"
        return f"w->s[{place}] = {expr};"

    def set_mask(self, index: int, expr: str) -> str:
        """C that writes a lane mask to a scalar destination."""
        place = self.sgpr(index)
        return f"(void)({expr});" if place is None else f"set_mask(w, {place}, {expr});"

    def shadow(self, index: int, dwords: int) -> str:
        """The C expression of a scalar operand's undefined bits."""
        reg = self.op.operands[index].reg
        if reg is None or reg.is_vgpr:
            return "0"
        place = reg.first - SCALAR_OFFSET
        return f"shadow64(w, {place})" if dwords == 2 and reg.first != SCC else f"w->scalar_shadow[{place}]"

    def defined_exec(self, shadow: str) -> str:
        """C that faults if EXEC gets undefined bits: which lanes are active would be undefined."""
        return (
            f" if (RARE({shadow})) {{ w->site = {self.ordinal}; "
            f"if (fault(w, FAULT_UNDEFINED, 0, {EXEC_LO}, 0)) return FAULT; }}"
        )

    @property
    def coherent(self) -> str:
        """Whether a load bypasses the caches, in C, and so sees stores of other workgroups."""
        scope = scope_of(self.op)
        return "COHERENT" if scope is not None and scope >= Scope.AGENT else "0"

    def call(self, params: Sequence[str], args: Sequence[str], body: str, result: str = "void") -> str:
        """A call (an expression) of a shared function with this body; ``w`` is its first parameter."""
        name = self.functions.name(result, params, body)
        return f"{name}(w{''.join(', ' + a for a in args)})"

    def defined_m0(self) -> str:
        """C that faults if M0 is undefined, for accesses that use M0 without naming it."""
        return f"{self.checked('needs_scalar(w, M0, 1)')} " if self.track else ""

    def checked(self, call: str) -> str:
        """C for a call that returns 0 or ``FAULT``."""
        return f"w->site = {self.ordinal}; if (RARE({call})) return FAULT;"
