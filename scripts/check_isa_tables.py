#!/usr/bin/env python3
"""Checks the instruction tables against an assembler: writes an instruction for every form and assembles it.

    check_isa_tables.py --mc llvm-mc-22 [--arch gfx1100 ...] [--show 20]

Reports forms that the assembler refuses, forms whose canonical name differs from the table's, and sizes that differ.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.tables import ARCHS, lookup, mnemonics

#: Operands and modifiers that an instruction is not complete without, or that have a grammar of their own.
SPECIAL_OPERANDS = {
    "s_sendmsg": "sendmsg(MSG_INTERRUPT)", "s_sendmsghalt": "sendmsg(MSG_INTERRUPT)",
    "s_sendmsg_rtn_b32": "sendmsg(MSG_RTN_GET_TMA)", "s_sendmsg_rtn_b64": "sendmsg(MSG_RTN_GET_TMA)",
    "s_getreg_b32": "hwreg(HW_REG_MODE)", "s_setreg_b32": "hwreg(HW_REG_MODE)",
    "s_setreg_imm32_b32": "hwreg(HW_REG_MODE)", "lds_param_load": "attr0.x", "ds_param_load": "attr0.x",
    "exp": "mrt0", "export": "mrt0", "s_barrier_signal": "-1", "s_barrier_wait": "-1", "s_barrier_signal_isfirst": "-1",
}  # fmt: skip


def _register(kind: str, first: int, count: int) -> str:
    return f"{kind}{first}" if count == 1 else f"{kind}[{first}:{first + count - 1}]"


def operand_text(desc: InstrDesc, operand: OperandDesc, index: int) -> str:
    """A legal operand of that description."""
    if operand.name in ("vcc", "vcc_in"):
        return "vcc_lo" if operand.dwords == 1 else "vcc"
    if operand.name == "m0":
        return "m0"
    if operand.kinds == "o":
        return "off"
    if operand.kinds == "m":
        regs: list[str] = []
        left = operand.dwords
        while left:
            last = (len(regs) == 4 and desc.encoding == "MIMG") or (len(regs) == 3 and desc.encoding == "VSAMPLE")
            take = left if last else 1
            if desc.mnemonic.startswith("image_bvh"):
                take = _bvh_part(desc, operand.dwords, len(regs))
            regs.append(_register("v", 40 + 5 * len(regs), take))
            left -= take
        return "[" + ", ".join(regs) + "]"
    if operand.role == "none":
        if "l" in operand.kinds:
            return "0x1234" if operand.bits == 16 else "0x1234567"
        if operand.name == "imm":
            return "1"
        return SPECIAL_OPERANDS.get(desc.mnemonic, "1")
    if desc.mnemonic in ("s_waitcnt_expcnt", "s_waitcnt_lgkmcnt", "s_waitcnt_vmcnt", "s_waitcnt_vscnt"):
        return "null"
    if "v" in operand.kinds:
        # Instructions that have no spelling without a half.
        return _register("v", 2 + 12 * index, operand.dwords) + ".l" * desc.mnemonic.startswith(
            ("v_mov_b16", "v_swap_b16")
        )
    return _register("s", 8 + 8 * index, operand.dwords)


def _bvh_part(desc: InstrDesc, total: int, index: int) -> int:
    """Widths of the address parts of a ray instruction: node, extent, origin, direction, inverse direction."""
    wide = 2 if "64" in desc.mnemonic else 1
    if desc.mnemonic in ("image_bvh_dual_intersect_ray", "image_bvh8_intersect_ray"):
        return [2, 2, 3, 3, total - 10][index]
    # With 16-bit addresses the two directions share three registers.
    return [wide, 1, 3, 3, 3][index]


def line_of(desc: InstrDesc) -> str:
    """An instruction of that form."""
    text = ", ".join(operand_text(desc, o, i) for i, o in enumerate(desc.operands))
    if desc.mnemonic in ("exp", "export"):
        text = text.replace("mrt0,", "mrt0", 1)
    mods = []
    for name in sorted(desc.required, key=lambda n: (n not in ("idxen", "offen"), n)):
        mods.append({"dpp8": "dpp8:[7,6,5,4,3,2,1,0]", "offset": "offset:0x10"}.get(name, name))
    if "quad_perm" in desc.modifiers:
        mods.append("quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf")
    if "dim" in desc.modifiers:
        vdata = next((o.dwords for o in desc.operands if o.name == "vdata"), 1)
        masks = {1: 1, 2: 3, 3: 7, 4: 15, 5: 15}
        mods.append(f"dmask:{masks[min(vdata, 5)]:#x} dim:SQ_RSRC_IMG_1D")
    if "format" in desc.modifiers:
        head, _, soffset = text.rpartition(", ")
        text = f"{head}, format:1, {soffset}"
    if "atomic_ret" in desc.flags and "th" in desc.modifiers:
        mods.append("th:TH_ATOMIC_RETURN")
    return " ".join([desc.mnemonic, text, *mods]).strip()


def assemble(mc: str, arch: str, wave: int, lines: list[str]) -> tuple[dict[int, str], list[tuple[str, int]]]:
    """``(errors by line, canonical text and size of each good line)``."""
    command = [mc, "-triple=amdgcn-amd-amdhsa", f"-mcpu={arch}", f"-mattr=+wavefrontsize{wave}", "-show-encoding"]
    errors: dict[int, str] = {}
    for _ in range(3):
        source = "\n".join("s_nop 0" if i in errors else text for i, text in enumerate(lines))
        done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
        found = {int(m[1]) - 1: m[2] for m in re.finditer(r"<stdin>:(\d+):\d+: error: (.*)", done.stderr)}
        if not found:
            break
        errors |= found
    good = []
    for text in done.stdout.splitlines():
        match = re.match(r"\t(.*?)\s*; encoding: \[(.*)\]", text)
        if match:
            good.append((match[1], match[2].count(",") + 1))
    return errors, good


def check(mc: str, arch: str, wave: int, show: int, only: str) -> int:
    forms = [
        d
        for name in sorted(mnemonics(arch))
        for d in lookup(arch, name)
        if d.wave in (0, wave) and d.encoding != "VOPD" and re.match(only, name)
    ]
    lines = [line_of(d) for d in forms]
    errors, good = assemble(mc, arch, wave, lines)
    print(f"{arch} wave{wave}: {len(forms)} forms, {len(errors)} refused")
    # Image forms are one per width of data and address; which of them go with a dimension is not in the tables.
    problems = Counter(
        (errors[i], forms[i].encoding)
        for i in errors
        if not re.search(r"image (address|data)|image_gather|must be MSAA", errors[i])
    )
    print(f"  {sum(problems.values())} of them not for the choice of an image dimension")
    for key, count in problems.most_common(show):
        example = next(i for i in errors if (errors[i], forms[i].encoding) == key)
        print(f"  {count:5d} {key[1]:12s} {key[0]}: {lines[example]}   ({forms[example].record})")
    if len(good) != len(lines):
        print(f"  {len(good)} lines came back instead of {len(lines)}")
        return 1
    renamed: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for i, (desc, (text, size)) in enumerate(zip(forms, good, strict=True)):
        if i in errors:
            continue
        name = text.split()[0]
        if name != desc.mnemonic:
            renamed["name"] += 1
            examples.setdefault(f"name {desc.mnemonic} -> {name}", lines[i])
        literal = 4 if any(o.kinds == "lx" for o in desc.operands) and desc.size == 4 else 0
        if size not in (desc.size, desc.size + literal):
            renamed["size"] += 1
            examples.setdefault(f"size {desc.size} -> {size} {desc.encoding}", text)
    for kind, sample in list(examples.items())[:show]:
        print(f"  {kind}: {sample}")
    print(f"  {dict(renamed)}")
    return len(errors) + sum(renamed.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mc", default="llvm-mc-22")
    parser.add_argument("--arch", nargs="*", default=["gfx1100", "gfx1151", "gfx1201"], choices=ARCHS)
    parser.add_argument("--wave", nargs="*", type=int, default=[32, 64])
    parser.add_argument("--only", default="", help="regular expression of mnemonics")
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_args()
    total = sum(check(args.mc, a, w, args.show, args.only) for a in args.arch for w in args.wave)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
