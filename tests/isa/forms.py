"""Instructions written out of the tables, a legal one for each form, and what an assembler makes of them."""

from __future__ import annotations

import re
import subprocess

from isaopt.isa.instruction import InstrDesc, OperandDesc

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
