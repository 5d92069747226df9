#!/usr/bin/env python3
"""Compares LDS and global loads, stores and atomics in the emulator with AMD's own pseudo-code.

    PYTHONPATH=/tmp/tg .venv/bin/python scripts/check_emulator_pcode_memory.py [--arch gfx1201] [NAMES]

The companion of :mod:`scripts.check_emulator_pcode`, which says where the pseudo-code comes from.  Instructions with
one address are covered; what each leaves in memory and in its destination is compared.  The exit code is 1 if anything
differs that ``EXPECTED`` does not explain.
"""

from __future__ import annotations

import argparse
import importlib
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
from isaopt.isa.instruction import InstrDesc
from isaopt.isa.tables import lookup
from scripts.check_emulator_pcode import FAMILIES, inputs
from scripts.pcode.comparison import compare_all
from scripts.pcode.machine import Machine
from scripts.pcode.syntax import Node, Unreadable, parse
from scripts.pcode.values import decode, is_nan
from tests.emulator.running import launch, text_of

ENCODINGS = re.compile(r"DSOp|GLOBALOp|VGLOBALOp")
#: Two addresses, counters, other lanes, and what works on more than a lane's own data.
SKIPPED = re.compile(
    r"2addr|2st64|addtid|gws|consume|append|permute|swizzle|bvh|ordered|block|_tr_|_gs_|nop|_wb|_inv|param|direct|_lds_"
)
EXPECTED: dict[str, str] = {
    f"{stem}_f{bits}": "with a NaN in memory the number, as LLVM takes these for minnum and maxnum"
    for stem in ("ds_min", "ds_max", "ds_min_rtn", "ds_max_rtn", "global_atomic_min", "global_atomic_max")
    for bits in (32, 64)
}
ROWS = 128
#: First registers of what is in memory, the data, the second data, the old destination, and the destination.
_MEMORY, _DATA, _DATA2, _OLD, _RESULT = 16, 20, 24, 28, 40


@dataclass(frozen=True, slots=True)
class Access:
    """An instruction with a line to run it, its pseudo-code, and the dwords of its data and result."""

    name: str
    line: str
    code: list[Node]
    data: int
    data2: int
    result: int
    lds: bool


def readable(text: str) -> list[Node]:
    """Pseudo-code with the accessed memory as a register."""
    lines = [line for line in text.split("\n") if "Calc" not in line]
    without_offset = re.sub(r"(ADDR|addr) \+ OFFSET\.u32", r"\1", "\n".join(lines))
    joined = re.sub(r"MEM\[\s*(ADDR|addr)\s*\]", "MEMORY", without_offset)
    joined = re.sub(
        r"MEM\[\s*(?:ADDR|addr)\s*\+\s*(\d+)U?\s*\]\.b32",
        lambda m: f"MEMORY[{8 * int(m[1]) + 31} : {8 * int(m[1])}]",
        joined,
    )
    if "MEM[" in joined or "LDS[" in joined:
        raise Unreadable("another address")
    return parse(joined)


def accesses(arch: str, wanted: Sequence[str]) -> Iterator[Access | tuple[str, str]]:
    """What can be compared; for the rest its name, and why not."""
    table = importlib.import_module(f"tinygrad.runtime.autogen.amd.{FAMILIES[arch]}.str_pcode").PCODE
    for key, text in table.items():
        name = key.name.lower()
        if not ENCODINGS.match(type(key).__name__) or SKIPPED.search(name) or (wanted and name not in wanted):
            continue
        forms = [f for f in lookup(arch, name) if f.wave in (0, 32)]
        if name.startswith("global_"):
            forms = [f for f in forms if any(o.name == "saddr" for o in f.operands)]
            forms.sort(key=lambda f: "atomic_ret" not in f.flags)
        if not forms or not knows(forms[0].operation):
            yield name, "not emulated" if forms else "not in the tables"
            continue
        try:
            yield _access(name, forms[0], readable(text), arch)
        except Unreadable as error:
            yield name, f"pseudo-code: {error}"


def _access(name: str, form: InstrDesc, code: list[Node], arch: str) -> Access:
    lds = name.startswith("ds_")
    texts, sizes = [], {"data": 0, "data2": 0, "result": 0}
    for operand in form.operands:
        if operand.name == "saddr":
            texts.append("s[4:5]")
            continue
        if operand.name in ("addr", "vaddr"):
            texts.append("v5" if lds else "v4")
            continue
        kind = {"vdst": "result", "data1": "data2"}.get(operand.name, "data")
        first = {"result": _RESULT, "data": _DATA, "data2": _DATA2}[kind]
        sizes[kind] = operand.dwords
        texts.append(f"v{first}" if operand.dwords == 1 else f"v[{first}:{first + operand.dwords - 1}]")
    end = ""
    if "atomic_ret" in form.flags and not lds:
        end = " th:TH_ATOMIC_RETURN" if arch.startswith("gfx12") else " glc"
    return Access(name, f"{form.mnemonic} {', '.join(texts)}{end}", code, lds=lds, **sizes)


def emulated(batch: Sequence[Access], data: NDArray[np.uint32], arch: str) -> NDArray[np.uint32]:
    """What is in memory and in the destination afterwards: [row, access, 8 dwords]."""
    rows = len(data)
    out = np.zeros((rows, len(batch), 8), np.uint32)
    gfx12 = arch.startswith("gfx12")
    wait = (
        "s_wait_loadcnt 0x0\ns_wait_storecnt 0x0\ns_wait_dscnt 0x0"
        if gfx12
        else "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_waitcnt_vscnt null, 0x0"
    )
    lines = [
        f"s_mov_b32 s12, {'ttmp9' if gfx12 else 's2'}", "s_load_b128 s[4:7], s[0:1], 0x0",
        "s_wait_kmcnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)",
        "v_lshl_or_b32 v1, s12, 5, v0", "v_lshlrev_b32_e32 v2, 6, v1", "v_lshlrev_b32_e32 v5, 4, v0",
        *(f"global_load_b128 v[{_MEMORY + 4 * k}:{_MEMORY + 4 * k + 3}], v2, s[6:7] offset:{16 * k}" for k in range(4)),
        wait, f"v_mul_u32_u24_e32 v3, {32 * len(batch)}, v1",
    ]  # fmt: skip
    for k, access in enumerate(batch):
        lines += [f"v_mov_b32_e32 v{_RESULT + j}, v{_OLD + j}" for j in range(4)]
        lines += [f"v_add_nc_u32_e32 v4, {32 * k}, v3", f"global_store_b128 v4, v[{_MEMORY}:{_MEMORY + 3}], s[4:5]"]
        if access.lds:
            lines += [f"ds_store_b128 v5, v[{_MEMORY}:{_MEMORY + 3}]"]
        lines += [wait, access.line, wait]
        if access.lds:
            lines += ["ds_load_b128 v[44:47], v5", wait, "global_store_b128 v4, v[44:47], s[4:5]"]
        lines += [f"global_store_b128 v4, v[{_RESULT}:{_RESULT + 3}], s[4:5] offset:16"]
    directives = "\t\t.amdhsa_float_denorm_mode_32 3\n\t\t.amdhsa_float_denorm_mode_16_64 3"
    text = text_of("\n".join("\n".join(lines).split("\n")), arch, raw=True, directives=directives, lds=512)
    launch(text, out, data, block=(32, 1, 1), grid=(rows // 32, 1, 1))
    return out


def _wide(row: NDArray[np.uint32], first: int, dwords: int) -> int:
    return sum(int(row[first + k]) << 32 * k for k in range(dwords))


def expected(access: Access, row: NDArray[np.uint32]) -> tuple[int, int]:
    """Memory and destination, 16 bytes each."""
    old = _wide(row, _OLD - _MEMORY, 4)
    registers = {
        "MEMORY": _wide(row, 0, 4),
        "DATA": _wide(row, _DATA - _MEMORY, access.data),
        "DATA2": _wide(row, _DATA2 - _MEMORY, access.data2),
        "VDATA": _wide(row, _DATA - _MEMORY, access.data) if access.data else old,
        "RETURN_DATA": old,
    }
    machine = Machine(registers)
    machine.run(access.code)
    if not access.result:
        return machine.registers["MEMORY"], old
    return machine.registers["MEMORY"], machine.registers["RETURN_DATA" if access.data or access.lds else "VDATA"]


def _agree(access: Access, want: int, got: int) -> bool:
    """Equal, or NaNs in the same places."""
    if want == got:
        return True
    match = re.search(r"_(b?f)(16|32|64)$", access.name)
    if match is None or match[1] == "bf":
        return False
    bits = int(match[2])
    pieces = [(want >> at & (1 << bits) - 1, got >> at & (1 << bits) - 1) for at in range(0, 128, bits)]
    return all(x == y or (is_nan(decode(x, bits)) and is_nan(decode(y, bits))) for x, y in pieces)


def samples() -> NDArray[np.uint32]:
    """Rows of 16 dwords: memory, data, second data and old destination, which are often equal or close."""
    data = np.hstack([inputs(ROWS, 5)[:, :8], inputs(ROWS, 6)[:, :8]])
    for row in range(0, ROWS, 4):
        data[row, _DATA2 - _MEMORY : _DATA2 - _MEMORY + 2] = data[row, :2]
        data[row + 1, 4:6] = data[row + 1, :2]
        data[row + 2, 6:8] = data[row + 2, :2]
        data[row + 2, 5] = data[row + 2, 0]
    return data


def check(batch: Sequence[Access], arch: str) -> Iterator[str]:
    """A line for each access that differs or cannot be compared."""
    data = samples()
    try:
        results = emulated(batch, data, arch)
    except IsaoptError as error:
        if len(batch) == 1:
            yield f"{batch[0].name}: emulator: {error.message}"
            return
        for access in batch:
            yield from check([access], arch)
        return
    for k, access in enumerate(batch):
        different = []
        try:
            for row in range(ROWS):
                wanted = expected(access, data[row])
                had = tuple(_wide(results[row, k], first, 4) for first in (0, 4))
                if not all(_agree(access, w, h) for w, h in zip(wanted, had, strict=True)):
                    different.append((data[row], wanted, had))
        except (Unreadable, KeyError, OverflowError) as error:
            yield f"{access.name}: pseudo-code: {type(error).__name__} {error}"
            continue
        if different:
            row_data, wanted, had = different[0]
            yield (
                f"{access.name}: {len(different)} of {ROWS} differ: memory {_wide(row_data, 0, 2):#x} "
                f"data {_wide(row_data, 4, 4):#x} data2 {_wide(row_data, 8, 2):#x}: "
                f"guide {wanted[0]:#x} {wanted[1]:#x}, emulator {had[0]:#x} {had[1]:#x}"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="mnemonics (default: all)")
    parser.add_argument("--arch", choices=FAMILIES, default="gfx1201")
    options = parser.parse_args()
    items = list(accesses(options.arch, options.names))
    found = [item for item in items if isinstance(item, Access)]
    uncovered = [item for item in items if not isinstance(item, Access)]
    return compare_all("accesses", options.arch, [found], uncovered, EXPECTED, lambda batch: check(batch, options.arch))


if __name__ == "__main__":
    raise SystemExit(main())
