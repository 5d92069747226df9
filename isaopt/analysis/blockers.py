"""Why a kernel's code must be left untouched: what the analyses cannot see through, with a reason code and a place."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.cfg import branch_target, is_branch
from isaopt.ir.program import Directive, Instruction, Kernel, Label, Module, Op


@dataclass(frozen=True, slots=True)
class Blocker:
    """``code`` names the kind of obstacle, ``message`` says it for a person, ``item`` is the index of the item that
    is one."""

    code: str
    message: str
    item: int


# Sources: AMD RDNA3 and RDNA4 ISA guides, "SOP1 instructions" (calls, s_alloc_vgpr, s_movrel), "LDS direct load",
# "VOP1 instructions" (v_movrel); LLVM GCNHazardRecognizer.cpp for the interlocks of LDS-direct loads.
_BY_PREFIX: tuple[tuple[str, str, str], ...] = (
    ("s_swappc", "call", "calls a function, whose register use is not visible"),
    ("s_call", "call", "calls a function, whose register use is not visible"),
    ("s_setpc", "indirect-jump", "jumps to a computed address"),
    ("s_rfe", "indirect-jump", "returns from a trap handler"),
    ("s_cbranch_cdbg", "debug-branch", "branches on debugger state"),
    ("s_cbranch_i_fork", "indirect-jump", "jumps to a computed address"),
    ("s_cbranch_g_fork", "indirect-jump", "jumps to a computed address"),
    ("s_cbranch_join", "indirect-jump", "jumps to a computed address"),
    ("s_subvector_loop", "subvector-loop", "splits the wave into sub-vectors"),
    ("v_movrel", "indexed-register", "selects a register by index"),
    ("v_swaprel", "indexed-register", "selects a register by index"),
    ("s_movrel", "indexed-register", "selects a register by index"),
    ("s_set_gpr_idx", "indexed-register", "selects registers by index"),
    ("s_alloc_vgpr", "dynamic-vgprs", "changes the number of VGPRs while running"),
    ("lds_direct_load", "lds-direct", "reads LDS into a VGPR with its own interlock operands"),
    ("lds_param_load", "lds-direct", "reads parameters into a VGPR with its own interlock operands"),
    ("ds_direct_load", "lds-direct", "reads LDS into a VGPR with its own interlock operands"),
    ("ds_param_load", "lds-direct", "reads parameters into a VGPR with its own interlock operands"),
    ("v_interp", "interpolation", "interpolates with its own export wait"),
    ("exp", "export", "exports VGPRs, which stay in use until the export is done"),
    ("ds_gws", "gds", "uses global wave sync"),
    ("ds_ordered_count", "gds", "uses ordered count"),
    ("global_load_block", "block-transfer", "transfers registers that M0 selects"),
    ("global_store_block", "block-transfer", "transfers registers that M0 selects"),
    ("scratch_load_block", "block-transfer", "transfers registers that M0 selects"),
    ("scratch_store_block", "block-transfer", "transfers registers that M0 selects"),
)

# Directives that emit no bytes into the code, or only alignment padding of s_nop.
_HARMLESS = frozenset(
    {
        ".loc",
        ".file",
        ".p2align",
        ".align",
        ".balign",
        ".p2alignl",
        ".set",
        ".globl",
        ".global",
        ".weak",
        ".protected",
        ".hidden",
        ".type",
        ".size",
        ".ident",
        ".text",
        ".amdgpu_lds",
        ".local",
        ".internal",
        ".addrsig",
        ".addrsig_sym",
        ".line",
    }
)


def blockers(module: Module, kernel: Kernel) -> tuple[Blocker, ...]:
    """Everything in the kernel's body that forbids changing its code, in text order; empty if it may be changed."""
    body = range(kernel.first, kernel.last)
    labels = {item.name for i in body if isinstance(item := module.items[i], Label)}
    code = [i for i in body if isinstance(module.items[i], Instruction)]
    limit = _declared_vgprs(module, kernel)
    found = [Blocker("parse", reason, kernel.first) for reason in kernel.blocked]
    if not code:
        return (*found, Blocker("empty", "the kernel has no instructions", kernel.first))
    for i in body:
        item = module.items[i]
        if isinstance(item, Instruction):
            found.extend(Blocker(c, m, i) for c, m in _instruction(item.op, labels, limit))
        elif isinstance(item, Directive) and code[0] < i < code[-1] and not _harmless(item):
            found.append(Blocker("directive", f"directive {item.name} stands between instructions", i))
    last = module.items[code[-1]]
    assert isinstance(last, Instruction)
    if last.op.mnemonic not in ("s_branch", "s_setpc_b64") and not last.op.mnemonic.startswith("s_endpgm"):
        found.append(Blocker("falls-off", "control runs off the end of the kernel", code[-1]))
    return tuple(found)


def _harmless(item: Directive) -> bool:
    return item.name.lower() in _HARMLESS or item.name.lower().startswith(".cfi_")


def _instruction(op: Op, labels: set[str], limit: int | None) -> list[tuple[str, str]]:
    name = op.mnemonic
    out: list[tuple[str, str]] = []
    if op.flag("unknown"):
        out.append(("unknown-instruction", f"{name} is not in the instruction tables"))
    for prefix, code, why in _BY_PREFIX:
        if name.startswith(prefix) and (prefix != "exp" or name in ("exp", "export")):
            out.append((code, f"{name} {why}"))
            break
    if name.startswith("s_setreg") and any("WAVE_SCHED_MODE" in o.text.upper() for o in op.operands):
        out.append(("expert-scheduling", f"{name} turns off hardware interlocks (expert scheduling mode)"))
    elif name.startswith("s_setreg") and _numeric_sched_mode(op):
        out.append(("expert-scheduling", f"{name} may turn off hardware interlocks (expert scheduling mode)"))
    if is_branch(op) and branch_target(op) not in labels:
        out.append(("branch-target", f"{name} to {branch_target(op)!r}, which is no label of this kernel"))
    if limit is not None:
        top = max((ref.reg.first + ref.reg.count for ref in op.refs if ref.reg.is_vgpr), default=0)
        if top > limit:
            out.append(("undeclared-register", f"{name} uses v{top - 1}, but the kernel declares {limit} VGPRs"))
    return out


def _numeric_sched_mode(op: Op) -> bool:
    """A hardware register given as a bare number: id in bits 5:0; HW_REG_WAVE_SCHED_MODE is 26 (LLVM SIDefines.h)."""
    for operand in op.operands:
        text = operand.text.replace(" ", "").lower()
        if text.startswith("hwreg("):
            first = text[6:].split(",")[0].rstrip(")")
            try:
                return int(first, 0) == 26
            except ValueError:
                return False
    if op.operands and isinstance(op.operands[0].value, int):
        return op.operands[0].value & 63 == 26
    return False


def _declared_vgprs(module: Module, kernel: Kernel) -> int | None:
    """The number in ``.amdhsa_next_free_vgpr``, or None if it is absent or an expression."""
    index = kernel.descriptor.get(".amdhsa_next_free_vgpr")
    if index is None:
        return None
    item = module.items[index]
    assert isinstance(item, Directive)
    try:
        return int(item.args.strip(), 0)
    except ValueError:
        return None
