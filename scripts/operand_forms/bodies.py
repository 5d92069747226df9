"""Bodies to compare: one instruction in one of its forms, and neighbours that a prover may take for it.

A body is one to three instructions that read the registers of :mod:`scripts.operand_forms.frame` and write its results.
What is legal is the assembler's to say.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.isa.constants import bits_of
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Unit
from isaopt.isa.tables import lookup, mnemonics
from isaopt.isa.types import OperandType
from scripts.operand_forms.frame import OLD_S, OLD_V, SOURCES, SPARE

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
_CONTROLS = _words(
    "quad_perm:[0,1,2,3] quad_perm:[1,0,3,2] quad_perm:[0,1,2,2] row_shl:1 row_shl:2 row_shr:1 "
    "row_ror:1 row_mirror row_half_mirror row_share:0 row_share:3 row_xmask:1 "
    "row_xmask:2"
)
_OCTETS = ("dpp8:[0,1,2,3,4,5,6,7]", "dpp8:[1,0,3,2,5,4,7,6]", "dpp8:[7,6,5,4,3,2,1,0]")


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
        rest = tuple(pair for pair in self.modifiers if pair[0] != name)
        return replace(self, modifiers=rest if text is None else (*rest, (name, text)))

    def with_source(self, position: int, source: Source) -> Form:
        return replace(self, sources=(*self.sources[:position], source, *self.sources[position + 1 :]))


@dataclass(frozen=True)
class Body:
    """``kind``: how it differs from the body numbered ``base``; ``same``: it is meant to do the same."""

    lines: tuple[str, ...]
    mnemonic: str
    base: int
    kind: str = "base"
    same: bool = False


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


def _span(bank: str, first: int, dwords: int) -> str:
    return f"{bank}{first}" if dwords == 1 else f"{bank}[{first}:{first + dwords - 1}]"


def _output(operand: OperandDesc, number: int) -> str:
    if operand.name.startswith("vcc"):
        return "vcc" if operand.dwords == 2 else "vcc_lo"
    if "v" in operand.kinds:
        return _span("v", OLD_V + 2 * number, operand.dwords)
    return _span("s", OLD_S + 2 * number, operand.dwords)


def _register(operand: OperandDesc, position: int, bank: str) -> Source:
    return Source(_span(bank, SOURCES + 4 * position, operand.dwords))


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
    ins = _sources(desc)
    sources = tuple(_plain(o, k) for k, o in enumerate(ins))
    form = Form(desc, tuple(_output(o, k) for k, o in enumerate(outs)), sources)
    if "dpp8" in desc.modifiers:
        form = form.with_modifier("dpp", _OCTETS[1])
    elif "quad_perm" in desc.modifiers:
        form = form.with_modifier("dpp", _CONTROLS[1]).with_modifier("row_mask", "row_mask:0xf")
        form = form.with_modifier("bank_mask", "bank_mask:0xf")
    return form


def _sources(desc: InstrDesc) -> list[OperandDesc]:
    return [o for o in desc.operands if o.role not in ("def", "defuse")]


def _pool(operand: OperandDesc) -> list[str]:
    if not set(operand.kinds) & set("vsi"):
        return list(_IMMEDIATES) if operand.kinds == "x" else [*_INTEGERS, *_FLOATS]
    if set(operand.kinds) & set("ilx"):
        return [*_INTEGERS, *_FLOATS]
    return []


def drawn(desc: InstrDesc, rng: random.Random) -> Form:
    """A form at random."""
    form = plain(desc)
    for k, operand in enumerate(_sources(desc)):
        pool = _pool(operand)
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
            form = _toggled(form, name, rng)
    if "byte_sel" in desc.modifiers:
        form = form.with_modifier("byte_sel", f"byte_sel:{rng.randrange(4)}")
    return form


def _flipped(half: str) -> str:
    return ".l" if half == ".h" else ".h"


def halved(form: Form, rng: random.Random) -> Form:
    """The form with each 16-bit vector register spelled as a half."""
    for k, (operand, source) in enumerate(zip(_sources(form.desc), form.sources, strict=True)):
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


def _toggled(form: Form, name: str, rng: random.Random) -> Form:
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


def neighbours(form: Form, rng: random.Random) -> Iterator[tuple[str, Form, bool]]:
    """Forms beside one, each with how it differs, and whether it is meant to be the same."""
    desc, ins = form.desc, _sources(form.desc)
    for k, (operand, source) in enumerate(zip(ins, form.sources, strict=True)):
        yield from _constants(form, k, operand, source, rng)
        if operand.type.is_float and operand.kinds != "x":
            yield "neg", form.with_source(k, replace(source, neg=not source.neg)), False
            yield "abs", form.with_source(k, replace(source, absolute=not source.absolute)), False
        if source.number is None and source.text[0] in "vs" and source.text[1:2] in "[0123456789":
            yield "register", form.with_source(k, replace(source, text=_other(source.text))), False
            if source.half:
                yield "half", form.with_source(k, replace(source, half=_flipped(source.half))), False
    if len(form.sources) >= 2:
        a, b, *rest = form.sources
        yield "sources swapped", replace(form, sources=(b, a, *rest)), False
        signs = (replace(a, text=b.text, half=b.half), replace(b, text=a.text, half=a.half))
        yield "values swapped under their signs", replace(form, sources=(*signs, *rest)), False
    if len(form.sources) >= 3:
        a, b, c, *rest = form.sources
        yield "later sources swapped", replace(form, sources=(a, c, b, *rest)), False
    for name in sorted(desc.modifiers & {"clamp", "mul", "op_sel", "op_sel_hi", "neg_lo", "neg_hi"}):
        yield name, _toggled(form, name, rng), False
    if form.destination_half:
        yield "destination half", replace(form, destination_half=_flipped(form.destination_half)), False
    if "byte_sel" in desc.modifiers:
        yield "byte_sel", form.with_modifier("byte_sel", f"byte_sel:{rng.randrange(4)}"), False
    yield from _lanes(form, rng)
    yield from _disturbed(form)
    for k, operand in enumerate(ins):
        if operand.type is OperandType.MASK:
            wide = operand.dwords == 2
            for text in ("vcc" if wide else "vcc_lo", _span("s", 28, operand.dwords), _span("s", 30, operand.dwords)):
                yield "mask", form.with_source(k, Source(text)), False


def _constants(
    form: Form, k: int, operand: OperandDesc, source: Source, rng: random.Random
) -> Iterator[tuple[str, Form, bool]]:
    """The value through a register, and numbers like it."""
    number = source.number
    if number is None:
        if source.text[0] == "s" and "v" in operand.kinds:
            yield from _through(form, k, operand, source, [f"s{n}" for n in _units(source.text)], "SGPR")
        return
    pool = _pool(operand)
    try:
        bits = bits_of(number, operand.type, operand.written) if operand.type.is_number else None
    except OverflowError:
        return
    if bits is not None and {"v", "s"} & set(operand.kinds):
        words = [bits & 0xFFFFFFFF, bits >> 32][: operand.dwords]
        yield from _through(form, k, operand, source, [f"0x{w:x}" for w in words], "constant")
        for bit in (1, 0x10000) if operand.dwords == 1 else ():
            other = [f"0x{words[0] ^ bit:x}"]
            for _, near, _ in _through(form, k, operand, source, other, "constant"):
                yield f"a bit of the {'lower' if bit == 1 else 'upper'} half", near, False
    near = [str(int(number)), f"{float(number):.1f}"] if abs(number) < 1e9 else []
    if isinstance(number, int):
        near += [str(number + 1), str(number - 1), f"0x{number & 0xFFFFFFFF:x}", str(-number)]
    else:
        near += [str(-number), f"{number * 2}"]
    near += [f"0x{bits & 0xFFFFFFFF:x}", f"0x{bits >> 32:x}"] if bits is not None else []
    near += rng.sample(pool, 2)
    for text in dict.fromkeys(near):
        if text != source.text:
            yield "number", form.with_source(k, replace(source, text=text)), False


def _through(
    form: Form, k: int, operand: OperandDesc, source: Source, words: list[str], what: str
) -> Iterator[tuple[str, Form, bool]]:
    for bank, move in (("v", "v_mov_b32_e32"), ("s", "s_mov_b32")):
        if bank in operand.kinds and operand.dwords == len(words) and (bank == "v" or what == "constant"):
            if bank == "s" and "v" in operand.kinds and form.desc.unit is Unit.SALU:
                continue
            moves = tuple(f"{move} {bank}{SPARE + n}, {word}" for n, word in enumerate(words))
            there = replace(source, text=_span(bank, SPARE, operand.dwords))
            name = f"{what} through {'a VGPR' if bank == 'v' else 'an SGPR'}"
            yield name, replace(form.with_source(k, there), before=moves), True


def _disturbed(form: Form) -> Iterator[tuple[str, Form, bool]]:
    """The same instruction after something that it may read without saying so, or reads a part of, was changed."""
    for k, (operand, source) in enumerate(zip(_sources(form.desc), form.sources, strict=True)):
        bank = source.text[0]
        if source.number is not None or bank not in "vs" or source.text.startswith(("vcc", "scc")):
            continue
        units = _units(source.text)
        for n in range(len(units)) if len(units) > 1 else ():
            words = [f"{bank}{30 if j == n else unit}" for j, unit in enumerate(units)]
            move = "v_mov_b32_e32" if bank == "v" else "s_mov_b32"
            moves = tuple(f"{move} {bank}{SPARE + j}, {word}" for j, word in enumerate(words))
            there = replace(source, text=_span(bank, SPARE, operand.dwords))
            yield "other register of a source", replace(form.with_source(k, there), before=moves), False
        if bank == "v" and len(units) == 1:
            for half in "lh":
                moves = (f"v_mov_b32_e32 v{SPARE}, v30", f"v_mov_b16_e32 v{SPARE}.{half}, {source.text}.{half}")
                there = replace(source, text=f"v{SPARE}")
                yield "other half of a source", replace(form.with_source(k, there), before=moves), False
    for text in form.outputs:
        bank = "v_mov_b32_e32 v" if text[0] == "v" and not text.startswith("vcc") else "s_mov_b32 s"
        if text.startswith("vcc"):
            yield "old result", replace(form, before=("s_mov_b64 vcc, s[28:29]",)), False
        else:
            moves = tuple(f"{bank}{unit}, {bank[-1]}{30 if j else 29}" for j, unit in enumerate(_units(text)))
            yield "old result", replace(form, before=moves), False
    for name, line in _STATE:
        yield name, replace(form, before=(line,)), False


#: Changes of what an instruction may read without naming it.
_STATE = (
    ("rounding", "s_round_mode 0x5"),
    ("denormals", "s_denorm_mode 0x5"),
    ("VCC", "s_mov_b64 vcc, s[28:29]"),
    ("SCC", "s_bitcmp0_b32 s25, 0"),
    ("M0", "s_mov_b32 m0, s30"),
    ("EXEC", "s_mov_b64 exec, s[28:29]"),
)


def _units(text: str) -> list[int]:
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    return list(range(numbers[0], numbers[-1] + 1))


def _other(text: str) -> str:
    """Another register of the same width: the next one that a pair may begin with."""
    return re.sub(r"\d+", lambda m: str(int(m[0]) + 2), text)


def _lanes(form: Form, rng: random.Random) -> Iterator[tuple[str, Form, bool]]:
    names = form.desc.modifiers
    if "dpp8" in names:
        for text in _OCTETS:
            yield "lanes", form.with_modifier("dpp", text), False
    elif "quad_perm" in names:
        for text in rng.sample(_CONTROLS, 4):
            yield "lanes", form.with_modifier("dpp", text), False
        for name, text in (
            ("row_mask", "row_mask:0x5"),
            ("bank_mask", "bank_mask:0x3"),
            ("bound_ctrl", "bound_ctrl:1"),
        ):
            yield name, form.with_modifier(name, text), False
        shifted = form.with_modifier("dpp", "row_shr:1")
        yield "bound_ctrl", shifted.with_modifier("bound_ctrl", "bound_ctrl:1"), False
    if "fi" in names:
        yield "fi", form.with_modifier("fi", "fi:1"), False


def initial() -> tuple[str, ...]:
    """Moves that leave in the results what they hold before any body: what an instruction writes is not that."""
    lines = [f"v_mov_b32_e32 v{OLD_V + n}, v{28 + n}" for n in range(4)]
    lines += [f"s_mov_b32 s{OLD_S + n}, s{20 + n}" for n in range(4)]
    return (*lines, "s_mov_b64 vcc, s[26:27]")


def bodies(arch: str, wave: int, descs: Sequence[InstrDesc], seed: int, bases: int, share: float = 1.0) -> list[Body]:
    """Every form of these instructions with registers only, ``bases`` more at random, and the neighbours of each, or a
    ``share`` of them."""
    found = [Body(initial(), "v_mov_b32", 0)]
    seen: set[tuple[str, ...]] = set()
    for desc in descs:
        rng = random.Random(f"{seed} {arch} {wave} {desc.mnemonic} {desc.operands}")
        forms = [plain(desc), *(drawn(desc, rng) for _ in range(bases))]
        if any(o.bits == 16 and "v" in o.kinds for o in desc.operands):
            forms += [halved(form, rng) for form in forms]
        for form in forms:
            base = len(found)
            if form.lines in seen:
                continue
            seen.add(form.lines)
            found.append(Body(form.lines, desc.mnemonic, base))
            for kind, other, same in neighbours(form, rng):
                if other.lines not in seen and (share >= 1 or rng.random() < share):
                    seen.add(other.lines)
                    found.append(Body(other.lines, desc.mnemonic, base, kind, same))
    return found
