"""Bodies to compare: one instruction in one of its forms, and neighbours that a prover may take for it.

A body is one to three instructions that read the registers of :mod:`scripts.operand_forms.frame` and write its results.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.isa.constants import bits_of
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Unit
from isaopt.isa.types import OperandType
from scripts.operand_forms.forms import (
    CONTROLS,
    OCTETS,
    Form,
    Source,
    drawn,
    flipped,
    halved,
    inputs_of,
    numbers_for,
    plain,
    span,
    toggled,
    units_in,
)
from scripts.operand_forms.frame import OLD_S, OLD_V, SPARE


@dataclass(frozen=True)
class Body:
    """``kind``: how it differs from the body numbered ``base``; ``same``: it is meant to do the same."""

    lines: tuple[str, ...]
    mnemonic: str
    base: int
    kind: str = "base"
    same: bool = False


def neighbours(form: Form, rng: random.Random) -> Iterator[tuple[str, Form, bool]]:
    """Forms beside one, each with how it differs, and whether it is meant to be the same."""
    desc, ins = form.desc, inputs_of(form.desc)
    for k, (operand, source) in enumerate(zip(ins, form.sources, strict=True)):
        yield from _constants(form, k, operand, source, rng)
        if operand.type.is_float and operand.kinds != "x":
            yield "neg", form.with_source(k, replace(source, neg=not source.neg)), False
            yield "abs", form.with_source(k, replace(source, absolute=not source.absolute)), False
        if source.number is None and source.text[0] in "vs" and source.text[1:2] in "[0123456789":
            yield "register", form.with_source(k, replace(source, text=_other(source.text))), False
            if source.half:
                yield "half", form.with_source(k, replace(source, half=flipped(source.half))), False
    if len(form.sources) >= 2:
        a, b, *rest = form.sources
        yield "sources swapped", replace(form, sources=(b, a, *rest)), False
        signs = (replace(a, text=b.text, half=b.half), replace(b, text=a.text, half=a.half))
        yield "values swapped under their signs", replace(form, sources=(*signs, *rest)), False
    if len(form.sources) >= 3:
        a, b, c, *rest = form.sources
        yield "later sources swapped", replace(form, sources=(a, c, b, *rest)), False
    for name in sorted(desc.modifiers & {"clamp", "mul", "op_sel", "op_sel_hi", "neg_lo", "neg_hi"}):
        yield name, toggled(form, name, rng), False
    if form.destination_half:
        yield "destination half", replace(form, destination_half=flipped(form.destination_half)), False
    if "byte_sel" in desc.modifiers:
        yield "byte_sel", form.with_modifier("byte_sel", f"byte_sel:{rng.randrange(4)}"), False
    yield from _lanes(form, rng)
    yield from _disturbed(form)
    for k, operand in enumerate(ins):
        if operand.type is OperandType.MASK:
            wide = operand.dwords == 2
            for text in ("vcc" if wide else "vcc_lo", span("s", 28, operand.dwords), span("s", 30, operand.dwords)):
                yield "mask", form.with_source(k, Source(text)), False


def _constants(
    form: Form, k: int, operand: OperandDesc, source: Source, rng: random.Random
) -> Iterator[tuple[str, Form, bool]]:
    """The value through a register, and numbers like it."""
    number = source.number
    if number is None:
        if source.text[0] == "s" and "v" in operand.kinds:
            yield from _through(form, k, operand, source, [f"s{n}" for n in units_in(source.text)], "SGPR")
        return
    pool = numbers_for(operand)
    try:
        bits = bits_of(number, operand.type, operand.written) if operand.type.is_number else None
    except OverflowError:
        return
    if bits is not None and {"v", "s"} & set(operand.kinds):
        words = [bits & 0xFFFFFFFF, bits >> 32][: operand.dwords]
        yield from _through(form, k, operand, source, [f"0x{w:x}" for w in words], "constant")
        for bit in (1, 0x10000) if operand.dwords == 1 else ():
            other = [f"0x{words[0] ^ bit:x}"]
            for _, changed, _ in _through(form, k, operand, source, other, "constant"):
                yield f"a bit of the {'lower' if bit == 1 else 'upper'} half", changed, False
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
            there = replace(source, text=span(bank, SPARE, operand.dwords))
            name = f"{what} through {'a VGPR' if bank == 'v' else 'an SGPR'}"
            yield name, replace(form.with_source(k, there), before=moves), True


def _disturbed(form: Form) -> Iterator[tuple[str, Form, bool]]:
    """The same instruction after something that it may read without saying so, or reads a part of, was changed."""
    for k, (operand, source) in enumerate(zip(inputs_of(form.desc), form.sources, strict=True)):
        bank = source.text[0]
        if source.number is not None or bank not in "vs" or source.text.startswith(("vcc", "scc")):
            continue
        units = units_in(source.text)
        for n in range(len(units)) if len(units) > 1 else ():
            words = [f"{bank}{30 if j == n else unit}" for j, unit in enumerate(units)]
            move = "v_mov_b32_e32" if bank == "v" else "s_mov_b32"
            moves = tuple(f"{move} {bank}{SPARE + j}, {word}" for j, word in enumerate(words))
            there = replace(source, text=span(bank, SPARE, operand.dwords))
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
            moves = tuple(f"{bank}{unit}, {bank[-1]}{30 if j else 29}" for j, unit in enumerate(units_in(text)))
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


def _other(text: str) -> str:
    """Another register of the same width: the next one that a pair may begin with."""
    return re.sub(r"\d+", lambda m: str(int(m[0]) + 2), text)


def _lanes(form: Form, rng: random.Random) -> Iterator[tuple[str, Form, bool]]:
    names = form.desc.modifiers
    if "dpp8" in names:
        for text in OCTETS:
            yield "lanes", form.with_modifier("dpp", text), False
    elif "quad_perm" in names:
        for text in rng.sample(CONTROLS, 4):
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
