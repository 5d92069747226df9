"""Instructions in one of their forms: which operands and modifiers the tables allow, and some drawn from them.

What is legal is the assembler's to say.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Unit
from isaopt.isa.tables import lookup, mnemonics
from isaopt.isa.types import OperandType
from scripts.operand_forms.frame import OLD_S, OLD_V, SOURCES

#: Control, the program counter, state beside registers, and registers that another one selects.
_SKIPPED = re.compile(
    r"s_(get_?pc|set_?pc|swap_?pc|rfe|call|getreg|setreg|barrier|get_barrier|sendmsg|alloc|cbranch|mov_?rel|wakeup|sleep"
    r"|version|subvector|get_lock|ttrace|round_mode|denorm_mode)|v_(mov_?rel|interp|nop|pipeflush|swaprel)"
)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_INTEGERS = _words(
    """0 1 2 3 -1 -2 7 8 15 16 17 24 31 32 33 40 63 64 65 -16 -17 100 0x7f 0x7fff 0x8000 0xffff 0x10000 0x3c00 0x8001
    0x5678 0x3f800000 0x80000000 0x7fffffff 0xffffffff 0x3ff00000 0xfff0 0x12345678 0xffff8000 0x3f80 0x40590000
    0x42c80000 0xbc00"""
)


_FLOATS = _words("0.0 -0.0 0.5 -0.5 1.0 -1.0 2.0 -2.0 4.0 -4.0 0.15915494309189532 100.0 1.5 0.1 65504.0 16.0")


#: Immediate operands that no register holds.
_IMMEDIATES = _words("0 1 2 -1 31 32 0x7fff 0x8000 0xffff 100")


CONTROLS = _words(
    "quad_perm:[0,1,2,3] quad_perm:[1,0,3,2] quad_perm:[0,1,2,2] row_shl:1 row_shl:2 row_shr:1 "
    "row_ror:1 row_mirror row_half_mirror row_share:0 row_share:3 row_xmask:1 "
    "row_xmask:2"
)


OCTETS = ("dpp8:[0,1,2,3,4,5,6,7]", "dpp8:[1,0,3,2,5,4,7,6]", "dpp8:[7,6,5,4,3,2,1,0]")


@dataclass(frozen=True)
class Source:
    """A source operand: a register or number, and its signs; ``half`` is ``.l``, ``.h`` or nothing."""

    text: str
    neg: bool = False
    absolute: bool = False
    half: str = ""

    @property
    def number(self) -> int | float | None:
        """Its value, if it is a number."""
        try:
            return int(self.text, 0)
        except ValueError:
            pass
        try:
            return float(self.text)
        except ValueError:
            return None

    def __str__(self) -> str:
        text = f"|{self.text}{self.half}|" if self.absolute else self.text + self.half
        if not self.neg:
            return text
        return f"neg({text})" if self.number is not None and not self.absolute else f"-{text}"


@dataclass(frozen=True)
class Form:
    """An instruction in one form: ``outputs`` and ``sources`` in text order, ``modifiers`` by name; ``before`` are the
    moves that make registers of what stood in it."""

    desc: InstrDesc
    outputs: tuple[str, ...]
    sources: tuple[Source, ...]
    modifiers: tuple[tuple[str, str], ...] = ()
    before: tuple[str, ...] = ()
    destination_half: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        names = list(self.outputs)
        if self.destination_half and names:
            names[0] += self.destination_half
        shown, sources = [], iter(self.sources)
        outs = iter(names)
        for operand in self.desc.operands:
            shown.append(next(outs) if operand.role in ("def", "defuse") else str(next(sources)))
        tail = "".join(f" {value}" for _, value in self.modifiers)
        return (*self.before, f"{self.desc.mnemonic} {', '.join(shown)}{tail}")

    def modifier(self, name: str) -> str | None:
        return dict(self.modifiers).get(name)

    def with_modifier(self, name: str, text: str | None) -> Form:
        """With another value of a modifier, in its place, or without it (None)."""
        if text is not None and self.modifier(name) is None:
            return replace(self, modifiers=(*self.modifiers, (name, text)))
        changed = ((own, text if own == name else value) for own, value in self.modifiers)
        return replace(self, modifiers=tuple((own, value) for own, value in changed if value is not None))

    def with_source(self, position: int, source: Source) -> Form:
        return replace(self, sources=(*self.sources[:position], source, *self.sources[position + 1 :]))


def descriptions(arch: str, wave: int) -> list[InstrDesc]:
    """The forms of ALU instructions that have results in registers and nothing else."""
    found: dict[tuple[object, ...], InstrDesc] = {}
    for name in sorted(mnemonics(arch)):
        if _SKIPPED.match(name):
            continue
        for desc in lookup(arch, name):
            if desc.unit not in (Unit.VALU, Unit.TRANS, Unit.SALU) or desc.vopd or desc.wave not in (0, wave):
                continue
            if all(_written(o) for o in desc.operands) and desc.operands:
                found.setdefault((desc.mnemonic, desc.operands, desc.modifiers), desc)
    return list(found.values())


def _written(operand: OperandDesc) -> bool:
    kind = operand.type
    return kind.is_number or kind in (OperandType.MASK, OperandType.LANE, OperandType.IMMEDIATE)


def span(bank: str, first: int, dwords: int) -> str:
    return f"{bank}{first}" if dwords == 1 else f"{bank}[{first}:{first + dwords - 1}]"


def _output(operand: OperandDesc, number: int) -> str:
    if operand.name.startswith("vcc"):
        return "vcc" if operand.dwords == 2 else "vcc_lo"
    if "v" in operand.kinds:
        return span("v", OLD_V + 2 * number, operand.dwords)
    return span("s", OLD_S + 2 * number, operand.dwords)


def _register(operand: OperandDesc, position: int, bank: str) -> Source:
    return Source(span(bank, SOURCES + 4 * position, operand.dwords))


def _plain(operand: OperandDesc, position: int) -> Source:
    """The first choice for an operand: a vector register, if there may be one."""
    if operand.name.startswith("vcc"):
        return Source("vcc" if operand.dwords == 2 else "vcc_lo")
    if "v" in operand.kinds:
        return _register(operand, position, "v")
    if "s" in operand.kinds:
        return _register(operand, position, "s")
    return Source("3")


def plain(desc: InstrDesc) -> Form:
    """The form with registers only."""
    outs = [o for o in desc.operands if o.role in ("def", "defuse")]
    ins = inputs_of(desc)
    sources = tuple(_plain(o, k) for k, o in enumerate(ins))
    form = Form(desc, tuple(_output(o, k) for k, o in enumerate(outs)), sources)
    if "dpp8" in desc.modifiers:
        form = form.with_modifier("dpp", OCTETS[1])
    elif "quad_perm" in desc.modifiers:
        form = form.with_modifier("dpp", CONTROLS[1]).with_modifier("row_mask", "row_mask:0xf")
        form = form.with_modifier("bank_mask", "bank_mask:0xf")
    return form


def inputs_of(desc: InstrDesc) -> list[OperandDesc]:
    return [o for o in desc.operands if o.role not in ("def", "defuse")]


def numbers_for(operand: OperandDesc) -> list[str]:
    if not set(operand.kinds) & set("vsi"):
        return list(_IMMEDIATES) if operand.kinds == "x" else [*_INTEGERS, *_FLOATS]
    if set(operand.kinds) & set("ilx"):
        return [*_INTEGERS, *_FLOATS]
    return []


def drawn(desc: InstrDesc, rng: random.Random) -> Form:
    """A form at random."""
    form = plain(desc)
    for k, operand in enumerate(inputs_of(desc)):
        pool = numbers_for(operand)
        choice = rng.randrange(6)
        source = form.sources[k]
        if pool and (choice < 3 or source.number is not None):
            source = Source(rng.choice(pool))
        elif choice == 3 and "s" in operand.kinds and not operand.name.startswith("vcc"):
            source = _register(operand, k, "s")
        elif choice == 4 and "n" in operand.kinds and rng.randrange(3) == 0:
            source = Source("null")
        if operand.type.is_float and operand.kinds != "x" and rng.randrange(4) == 0:
            source = replace(source, neg=bool(rng.randrange(2)), absolute=bool(rng.randrange(2)))
        form = form.with_source(k, source)
    for name in sorted(desc.modifiers & {"clamp", "mul", "div", "op_sel", "op_sel_hi", "neg_lo", "neg_hi"}):
        if rng.randrange(3) == 0 and not (name == "div" and form.modifier("omod")):
            form = toggled(form, name, rng)
    if "byte_sel" in desc.modifiers:
        form = form.with_modifier("byte_sel", f"byte_sel:{rng.randrange(4)}")
    return form


def flipped(half: str) -> str:
    return ".l" if half == ".h" else ".h"


def halved(form: Form, rng: random.Random) -> Form:
    """The form with each 16-bit vector register spelled as a half."""
    for k, (operand, source) in enumerate(zip(inputs_of(form.desc), form.sources, strict=True)):
        if operand.bits == 16 and source.text[0] == "v":
            form = form.with_source(k, replace(source, half=rng.choice((".l", ".h"))))
    outs = [o for o in form.desc.operands if o.role in ("def", "defuse")]
    if outs and outs[0].bits == 16 and "v" in outs[0].kinds:
        form = replace(form, destination_half=rng.choice((".l", ".h")))
    return form.with_modifier("op_sel", None)


def _bits(form: Form) -> int:
    """How many bits ``op_sel`` has: one for each source, and one for a result that is a half."""
    desc = form.desc
    half = any(o.bits == 16 and o.role == "def" for o in desc.operands)
    return len(form.sources) + half


def toggled(form: Form, name: str, rng: random.Random) -> Form:
    if name in ("clamp",):
        return form.with_modifier(name, None if form.modifier(name) else name)
    if name in ("mul", "div"):
        return form.with_modifier("omod", rng.choice([None, "mul:2", "mul:4", "div:2"]))
    count = _bits(form) if name == "op_sel" else len(form.sources)
    if name == "op_sel" and "op_sel_hi" in form.desc.modifiers:
        count = len(form.sources)
    old = form.modifier(name)
    bits = [int(b) for b in old.partition("[")[2].rstrip("]").split(",")] if old else [int(name == "op_sel_hi")] * count
    bits[rng.randrange(count)] ^= 1
    return form.with_modifier(name, f"{name}:[{','.join(map(str, bits))}]")


def units_in(text: str) -> list[int]:
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    return list(range(numbers[0], numbers[-1] + 1))
