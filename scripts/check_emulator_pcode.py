#!/usr/bin/env python3
"""Compares the emulator with AMD's own pseudo-code, instruction by instruction, on random and special operands.

    pip download --no-deps tinygrad && unzip tinygrad-*.whl -d /tmp/tg
    PYTHONPATH=/tmp/tg .venv/bin/python scripts/check_emulator_pcode.py [--arch gfx1201] [NAMES]

tinygrad's wheel carries the pseudo-code of the ISA guides (``tinygrad.runtime.autogen.amd``); :mod:`scripts.pcode`
reads and executes it.  A development aid: nothing at run time depends on it.  Vector and scalar ALU instructions are
covered.  What differs is listed with operands and both results; instructions whose pseudo-code is prose, or says less
than the hardware does, are listed with the reason in ``EXPECTED``.  The exit code is 1 if anything else differs.
"""

from __future__ import annotations

import argparse
import importlib
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from isaopt.emulator.translate import knows
from isaopt.errors import IsaoptError
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.tables import lookup
from scripts.pcode.comparison import compare_all
from scripts.pcode.machine import Machine
from scripts.pcode.syntax import Node, Unreadable, parse
from scripts.pcode.values import FORMATS, Value, decode, is_nan
from tests.emulator.running import launch, text_of

FAMILIES = {"gfx1151": "rdna3", "gfx1201": "rdna4"}
ENCODINGS = re.compile(r"VOP1Op|VOP2Op|VOP3Op|VOP3POp|VOP3SDOp|VOPCOp|SOP1Op|SOP2Op|SOPCOp")
#: Control, other lanes, other state than registers.
SKIPPED = re.compile(
    r"s_(get_?pc|set_?pc|swap_?pc|rfe|call|getreg|setreg|barrier|get_barrier|sendmsg|alloc|cbranch|mov_?rel|wakeup|sleep|"
    r"version|subvector|\w+exec|\w+exec_b|quadmask_exec)|v_(readlane|writelane|readfirstlane|permlane|swap|mov_?rel|interp|wmma|swmmac"
    r"|nop|pipeflush|fmaak|fmamk|mbcnt|s_\w+)|s_fma(ak|mk)"
)
#: Results within so many units in the last place: the guides give a bound, not a value.
APPROXIMATE = re.compile(r"[vs]_(exp|log|rcp|rsq|sqrt|sin|cos|rcp_iflag)_f(16|32|64)$")
EXPECTED: dict[str, str] = {
    **dict.fromkeys(
        ("v_rndne_f16", "v_rndne_f32", "v_rndne_f64", "s_rndne_f16", "s_rndne_f32"),
        "the pseudo-code loses the sign of a zero result",
    ),
    **dict.fromkeys(("v_fract_f16", "v_fract_f32", "v_fract_f64"), "the result is below 1, by the ISA guides' text"),
    **dict.fromkeys(("v_sin_f32", "v_cos_f32", "v_sin_f16", "v_cos_f16"), "the pseudo-code rounds the angle first"),
    **dict.fromkeys(
        ("v_frexp_exp_i32_f64", "v_frexp_exp_i32_f32", "v_frexp_exp_i16_f16"), "0 for zero, as LLVM has it"
    ),
    **dict.fromkeys(("s_bcnt0_i32_b64", "s_bcnt1_i32_b64"), "the pseudo-code looks at 64 bits of a 32-bit result"),
    **dict.fromkeys(("v_cvt_pk_rtz_f16_f32", "s_cvt_pk_rtz_f16_f32"), "rounding towards zero is not modelled here"),
    "v_div_fixup_f16": "the pseudo-code takes the pattern of a NaN for a number",
    "v_div_scale_f32": "whether the inverse is a denormal is meant of single precision; else the result overflows",
    "v_cvt_off_f32_i4": "the pseudo-code leaves the table out",
    "v_trig_preop_f64": "the pseudo-code shifts a number of which it keeps too few bits",
}
ROWS = 128
_SPECIAL = {
    16: (0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x7D01, 0x3C00, 0xBC00, 0x3800, 0x4200,
         0x3555),
    32: (0, 1, 0x80000000, 0x80000001, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
         0x3F800000, 0xBF800000, 0x40490FDB, 0x4F000000, 0xCF000000, 0x4F800000, 0xFFFFFFFF, 0x7FFFFFFF, 31, 32, 16,
         0x3F000000, 0x40200000, 0xC0600000),
    64: (0, 1 << 63, 1, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
         0x7FF0000000000001, 0x3FF0000000000000, 0xBFE0000000000000, 0x0010000000000000, 0x000FFFFFFFFFFFFF,
         0x41DFFFFFFFC00000, 33, (1 << 64) - 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """An instruction with a line to run it, its pseudo-code, and the bits of its sources and result."""

    name: str
    line: str
    code: list[Node]
    widths: tuple[int, ...]
    result: int
    vector: bool


def operations(arch: str, wanted: Sequence[str]) -> Iterator[Operation | tuple[str, str]]:
    """What can be compared; for the rest its name, and why not."""
    table = importlib.import_module(f"tinygrad.runtime.autogen.amd.{FAMILIES[arch]}.str_pcode").PCODE
    seen = set()
    for key, text in table.items():
        name = re.sub(r"_e(32|64)$", "", key.name.lower())
        if not ENCODINGS.match(type(key).__name__) or name in seen or (wanted and name not in wanted):
            continue
        seen.add(name)
        if SKIPPED.match(name):
            continue
        forms = [f for f in lookup(arch, name) if "dpp" not in f.flags and f.wave in (0, 32) and not f.required]
        if not forms:
            yield name, "not in the tables"
            continue
        if not knows(forms[0].operation):
            yield name, "not emulated"
            continue
        form = max(forms, key=lambda f: ("_e64" in f.mnemonic, f.mnemonic))
        try:
            yield _operation(name, form, parse(text))
        except Unreadable as error:
            yield name, f"pseudo-code: {error}"


def _operation(name: str, form: InstrDesc, code: list[Node]) -> Operation:
    vector = name.startswith("v_")
    texts: list[str] = []
    widths: list[int] = []
    results: list[OperandDesc] = []
    for operand in form.operands:
        if operand.role in ("def", "defuse"):
            results.append(operand)
            mask = operand.name in ("vcc", "sdst") and vector
            texts.append("vcc_lo" if mask else _register("v" if vector else "s", 40, operand))
        elif operand.name in ("vcc", "vcc_in") or (
            vector
            and name.startswith(("v_cndmask", "v_add_co_ci", "v_sub_co_ci", "v_subrev_co_ci"))
            and operand.name == "src2"
        ):
            texts.append("vcc_lo")
        elif operand.name in ("simm16", "imm"):
            raise Unreadable("an immediate")
        else:
            texts.append(_register("v" if vector else "s", 16 + 2 * len(widths), operand))
            widths.append(operand.bits or 32 * operand.dwords)
    if len(widths) > 3:
        raise Unreadable("four sources")
    bits = max((r.bits or 32 * r.dwords for r in results if r.name not in ("vcc", "sdst") or not vector), default=0)
    return Operation(name, f"{form.mnemonic} {', '.join(texts)}", code, tuple(widths), bits, vector)


def _register(kind: str, first: int, operand: OperandDesc) -> str:
    if operand.dwords > 2:
        raise Unreadable("wide operands")
    return f"{kind}{first}" if operand.dwords == 1 else f"{kind}[{first}:{first + 1}]"


def inputs(rows: int, seed: int) -> NDArray[np.uint32]:
    """Rows of three 64-bit sources, the destination's old value (64 bits) and a bit; 16 dwords each."""
    rng = random.Random(seed)
    data = np.zeros((rows, 16), np.uint32)
    for row in range(rows):
        kind = rng.choice((16, 32, 32, 64))
        for source in range(3):
            choice = rng.randrange(4)
            if choice == 0:
                value = rng.getrandbits(64)
            elif choice == 1:
                value = rng.choice(_SPECIAL[kind]) * (0x10001 if kind == 16 and rng.randrange(2) else 1)
            elif choice == 2:
                value = rng.randrange(64)
            else:
                value = _plain_float(rng, kind)
            data[row, 2 * source] = value & 0xFFFFFFFF
            data[row, 2 * source + 1] = value >> 32 & 0xFFFFFFFF
        data[row, 6], data[row, 7], data[row, 8] = rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(1)
    return data


def _plain_float(rng: random.Random, bits: int) -> int:
    fraction, least = FORMATS[bits]
    exponent = (1 - least) + rng.randrange(-12, 13)
    one = rng.getrandbits(1) << (bits - 1) | exponent << fraction | rng.getrandbits(fraction)
    return one << 16 | one if bits == 16 else one


def emulated(batch: Sequence[Operation], data: NDArray[np.uint32], arch: str) -> NDArray[np.uint32]:
    """Results [row, operation, (low, high, bit)]."""
    vector, rows = batch[0].vector, len(data)
    out = np.zeros((rows, len(batch), 4), np.uint32)
    wait = "s_wait_loadcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt vmcnt(0)"
    scalar_wait = "s_wait_kmcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    group = "ttmp9" if arch.startswith("gfx12") else "s15"
    lines = [
        f"s_mov_b32 s12, {group if arch.startswith('gfx12') else 's2'}",
        "s_load_b128 s[4:7], s[0:1], 0x0",
        scalar_wait,
    ]
    if vector:
        lines += ["v_lshl_or_b32 v1, s12, 5, v0", "v_lshlrev_b32_e32 v2, 6, v1"]
        lines += [f"global_load_b128 v[{16 + 4 * k}:{19 + 4 * k}], v2, s[6:7] offset:{16 * k}" for k in range(3)]
        lines += [
            wait,
            f"v_mul_u32_u24_e32 v3, {16 * len(batch)}, v1",
            "v_cmp_ne_u32_e32 vcc_lo, 0, v24",
            "s_mov_b32 s13, vcc_lo",
        ]
    else:
        lines += ["s_lshl_b32 s13, s12, 6", "s_load_b512 s[16:31], s[6:7], s13", scalar_wait,
                  f"s_mul_i32 s13, s12, {16 * len(batch)}", "v_mov_b32_e32 v3, s13"]  # fmt: skip
    for k, operation in enumerate(batch):
        if vector:
            lines += ["v_mov_b32_e32 v40, v22", "v_mov_b32_e32 v41, v23", "s_mov_b32 vcc_lo, s13", operation.line]
            if "cmpx" in operation.name:
                lines += ["s_mov_b32 vcc_lo, exec_lo", "s_mov_b32 exec_lo, -1"]
            lines += ["v_cndmask_b32_e64 v42, 0, 1, vcc_lo"]
        else:
            lines += ["s_mov_b64 s[40:41], s[22:23]", "s_cmp_lg_u32 s24, 0", operation.line, "s_cselect_b32 s42, 1, 0"]
            lines += ["v_mov_b32_e32 v40, s40", "v_mov_b32_e32 v41, s41", "v_mov_b32_e32 v42, s42"]
        lines += [
            "v_mov_b32_e32 v43, 0",
            f"v_add_nc_u32_e32 v4, {16 * k}, v3",
            "global_store_b128 v4, v[40:43], s[4:5]",
        ]
    directives = "\t\t.amdhsa_float_denorm_mode_32 3\n\t\t.amdhsa_float_denorm_mode_16_64 3"
    if not arch.startswith("gfx12"):
        directives += "\n\t\t.amdhsa_ieee_mode 1\n\t\t.amdhsa_dx10_clamp 0"
    text = text_of("\n".join(lines), arch, raw=True, directives=directives)
    grid = (rows // 32, 1, 1) if vector else (rows, 1, 1)
    launch(text, out, data, block=(32, 1, 1), grid=grid)
    return out


def expected(operation: Operation, row: NDArray[np.uint32], others: dict[str, list[Node]]) -> tuple[int, int]:
    """D0 and the bit (of VCC, EXEC or SCC)."""
    words = [int(w) for w in row]
    bit = words[8]
    registers = {f"S{k}": words[2 * k] | words[2 * k + 1] << 32 for k in range(3)}
    for k, bits in enumerate(operation.widths):
        registers[f"S{k}"] &= (1 << bits) - 1
    registers |= {
        "D0": words[6] | words[7] << 32,
        "D1": 0,
        "SCC": bit,
        "VCC": bit,
        "EXEC": 1,
        "OPSEL": 0,
        "OPSEL_HI": 0,
    }
    registers |= {"WAVE_MODE.IEEE": 1, "laneId": 0, "NEG": 0, "NEG_HI": 0, "WAVE32": 1, "WAVE64": 0}

    def call(name: str, given: list[Value]) -> Value:
        if name not in others:
            raise Unreadable(name)
        inner = Machine({**registers, **{f"S{k}": v.raw for k, v in enumerate(given)}, "D0": 0}, other=call)
        inner.run(others[name])
        kind = name.rsplit("_", 1)[1]
        letter = kind[0].upper() if kind[0] in "uif" else "U"
        bits = int(kind[1:]) if kind[1:].isdecimal() else 32
        bits = 32 if "sad" in name else bits
        return Value(letter, bits, inner.registers["D0"] & ((1 << bits) - 1))

    flushed = operation.name.endswith("f32") and bool(APPROXIMATE.match(operation.name))
    if flushed and not registers["S0"] & 0x7F800000:
        registers["S0"] &= 0x80000000  # documented: denormals are zeros
    if "div_scale" in operation.name:
        registers["D0"] = registers["S0"] | (0 if operation.name.endswith("f64") else words[7] << 32)
    if operation.name.startswith("v_fmac_dx9"):
        registers["S2"] = registers["D0"]
    machine = Machine(registers, other=call)
    machine.run(operation.code)
    if flushed and not machine.registers["D0"] & 0x7F800000:
        machine.registers["D0"] &= ~0x7FFFFFFF
    if re.match(r"s_(cvt_f16_f32|(?!cvt_)\w+_f16)$", operation.name):
        machine.registers["D0"] &= ~0xFFFF0000  # the guides leave open what becomes of the upper half
    is_compare = operation.name.startswith("v_cmp")
    if is_compare and "cmpx" not in operation.name:
        return 0, machine.registers["D0"] & 1 if "D0" in machine.written else machine.registers["VCC"] & 1
    if is_compare:
        return 0, machine.registers["EXEC"] & 1
    bit = (
        machine.registers["D1" if "D1" in machine.written else "VCC"] if operation.vector else machine.registers["SCC"]
    )
    return machine.registers["D0"], bit & 1


def _wide(row: NDArray[np.uint32], source: int) -> int:
    return int(row[2 * source]) | int(row[2 * source + 1]) << 32


def agree(operation: Operation, want: int, got: int) -> bool:
    """Equal bits, or both NaN, or close where the guides promise no more."""
    if want == got:
        return True
    match = re.search(r"_(?:pk_)?\w*?f(16|32|64)(?:_|$)", operation.name)
    if match is None:
        return False
    for bits in {operation.result, int(match[1])} & FORMATS.keys():
        pieces = 64 // bits
        mask = (1 << bits) - 1
        if all(_close(operation, want >> bits * k & mask, got >> bits * k & mask, bits) for k in range(pieces)):
            return True
    return False


def _close(operation: Operation, want: int, got: int, bits: int) -> bool:
    if want == got:
        return True
    x, y = decode(want, bits), decode(got, bits)
    if is_nan(x) and is_nan(y):
        return True
    return bool(APPROXIMATE.match(operation.name)) and abs(want - got) <= 2


def check(batch: Sequence[Operation], arch: str, others: dict[str, list[Node]], verbose: bool) -> Iterator[str]:
    """A line for each operation that differs."""
    if len(batch) > 1 and (alone := [o for o in batch if "div_scale" in o.name]):
        for operation in alone:
            yield from check([operation], arch, others, verbose)
        batch = [o for o in batch if o not in alone]
    data = inputs(ROWS, 7)
    if "div_scale" in batch[0].name:
        for row in range(ROWS):  # what is scaled is one of the other two
            data[row, :2] = data[row, 2:4] if row % 2 else data[row, 4:6]
    try:
        results = emulated(batch, data, arch)
    except IsaoptError as error:
        if len(batch) > 1:
            for operation in batch:
                yield from check([operation], arch, others, verbose)
        else:
            yield f"{batch[0].name}: emulator: {error.message}"
        return
    for k, operation in enumerate(batch):
        different = []
        compared = 0
        why = ""
        for row in range(len(data)):
            try:
                want, bit = expected(operation, data[row], others)
            except (Unreadable, KeyError, OverflowError, ZeroDivisionError) as error:
                why = f"{type(error).__name__} {error}"
                continue
            compared += 1
            got = int(results[row, k, 0]) | int(results[row, k, 1]) << 32
            compare = operation.result == 0
            if compare:
                want = got
            if not agree(operation, want, got) or bit != int(results[row, k, 2]):
                different.append((row, want, bit, got, int(results[row, k, 2])))
        if different:
            row, want, bit, got, had = different[0]
            shown = " ".join(
                f"S{j}={int(data[row, 2 * j]) | int(data[row, 2 * j + 1]) << 32:#x}"
                for j in range(len(operation.widths))
            )
            yield (
                f"{operation.name}: {len(different)} of {compared} differ: {shown} old={int(data[row, 6]):#x} "
                f"in={data[row, 8]}: "
                f"guide {want:#x} bit {bit}, emulator {got:#x} bit {had}"
            )
        elif compared < len(data) // 4:
            yield f"{operation.name}: pseudo-code: {why}"
        elif verbose:
            print(f"{operation.name}: {compared} agree")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="base mnemonics (default: all)")
    parser.add_argument("--arch", choices=FAMILIES, default="gfx1201")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    table = importlib.import_module(f"tinygrad.runtime.autogen.amd.{FAMILIES[options.arch]}.str_pcode").PCODE
    others: dict[str, list[Node]] = {}
    for key, text in table.items():
        try:
            others.setdefault(re.sub(r"_e(32|64)$", "", key.name.lower()), parse(text))
        except Unreadable:
            continue
    items = list(operations(options.arch, options.names))
    found = [item for item in items if isinstance(item, Operation)]
    uncovered = [item for item in items if not isinstance(item, Operation)]
    groups = [[o for o in found if o.vector == vector] for vector in (True, False)]
    return compare_all(
        "operations", options.arch, groups, uncovered, EXPECTED,
        lambda batch: check(batch, options.arch, others, options.verbose),
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
