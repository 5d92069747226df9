"""Why a kernel's code must be left untouched: code that the analyses cannot follow, with a reason code and a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import branch_target, ends_program, is_branch
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Kernel, Label, Module, Op
from isaopt.isa.hardware_registers import SCHED_MODE
from isaopt.isa.meaning import Unit
from isaopt.target.depctr import turns_on_expert_mode


@dataclass(frozen=True, slots=True)
class Blocker:
    """``code`` names the kind of obstacle, ``message`` describes it, ``item`` is the index of the item that causes
    it."""

    code: str
    message: str
    item: int


# Sources: AMD RDNA3 and RDNA4 ISA guides, "SOP1 instructions" (calls, s_alloc_vgpr, s_movrel), "LDS direct load",
# "VOP1 instructions" (v_movrel); LLVM GCNHazardRecognizer.cpp for the interlocks of LDS-direct loads.
_CALL = ("call", "calls a function, whose register use is not visible")
_JUMP = ("indirect-jump", "jumps to a computed address")
_DEBUG = ("debug-branch", "branches on debugger state")
_INDEXED = ("indexed-register", "selects registers by index")
_SUBVECTOR = ("subvector-loop", "splits the wave into sub-vectors")
_GDS = ("gds", "uses global wave sync")
_BY_OPERATION: dict[str, tuple[str, str]] = {
    "s_swappc_b64": _CALL,
    "s_call_b64": _CALL,
    "s_setpc_b64": _JUMP,
    **dict.fromkeys(("s_cbranch_i_fork", "s_cbranch_g_fork", "s_cbranch_join"), _JUMP),
    **dict.fromkeys(("s_rfe_b64", "s_rfe_restore_b64"), ("indirect-jump", "returns from a trap handler")),
    **{f"s_cbranch_cdbg{on}": _DEBUG for on in ("sys", "user", "sys_or_user", "sys_and_user")},
    **dict.fromkeys(("s_subvector_loop_begin", "s_subvector_loop_end"), _SUBVECTOR),
    **{f"s_set_gpr_idx_{what}": _INDEXED for what in ("on", "off", "mode", "idx")},
    "s_alloc_vgpr": ("dynamic-vgprs", "changes the number of VGPRs while running"),
    "lds_direct_load": ("lds-direct", "reads LDS into a VGPR with its own interlock operands"),
    "lds_param_load": ("lds-direct", "reads parameters into a VGPR with its own interlock operands"),
    **{f"ds_gws_{what}": _GDS for what in ("barrier", "init", "sema_br", "sema_p", "sema_release_all", "sema_v")},
    "ds_ordered_count": ("gds", "uses ordered count"),
    "v_illegal": ("trap", "calls the trap handler"),
}
#: Bytes of the largest access that names its registers: a scalar load of 16.
_MOST_BYTES = 64

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


@kept
def blockers(module: Module, kernel: Kernel) -> tuple[Blocker, ...]:
    """All obstacles in the kernel's body that forbid changing its code, in text order; empty if it may be changed."""
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
            found.append(Blocker("directive", f"directive {item.name} appears between instructions", i))
    found += _scheduling(module, code, kernel.first)
    last = module.instruction(code[-1])
    if last.op.operation != "s_branch" and not ends_program(last.op) and not last.op.aborts:
        found.append(Blocker("falls-off", "control can run past the end of the kernel", code[-1]))
    return tuple(found)


def _harmless(item: Directive) -> bool:
    return item.name.lower() in _HARMLESS or item.name.lower().startswith(".cfi_")


def _instruction(op: Op, labels: set[str], limit: int | None) -> list[tuple[str, str]]:
    name = op.mnemonic
    out: list[tuple[str, str]] = []
    if op.flag("unknown"):
        out.append(("unknown-instruction", f"{name} is not in the instruction tables"))
    obstacle = _obstacle(op)
    if obstacle is not None:
        out.append((obstacle[0], f"{name} {obstacle[1]}"))
    if is_branch(op) and branch_target(op) not in labels:
        out.append(("branch-target", f"{name} to {branch_target(op)!r}, which is not a label of this kernel"))
    if limit is not None:
        top = max((ref.reg.first + ref.reg.count for ref in op.refs if ref.reg.is_vgpr), default=0)
        if top > limit:
            out.append(("undeclared-register", f"{name} uses v{top - 1}, but the kernel declares {limit} VGPRs"))
    return out


def _obstacle(op: Op) -> tuple[str, str] | None:
    """The code and the description of an instruction's effect that no analysis follows."""
    if op.flag("movrel"):
        return "indexed-register", "selects a register by index"
    if op.desc.unit is Unit.EXPORT:
        return "export", "exports VGPRs, which stay in use until the export is done"
    if op.desc.encoding == "VINTERP":
        return "interpolation", "interpolates with its own export wait"
    if op.desc.memory is not None and op.desc.memory.bytes > _MOST_BYTES:
        return "block-transfer", "transfers registers that M0 selects"
    return _BY_OPERATION.get(op.operation)


def _scheduling(module: Module, code: Sequence[int], first: int) -> Iterator[Blocker]:
    """Writes of the scheduling mode, except for one by which the kernel's first block turns expert mode on."""
    writes = []
    for i in code:
        written = module.instruction(i).op.sets_register
        if written is not None and (written[0] is None or written[0].name == SCHED_MODE):
            writes.append(i)
    for i in writes:
        op = module.instruction(i).op
        before = module.items[first:i]
        inside = any(isinstance(x, Label) or (isinstance(x, Instruction) and is_branch(x.op)) for x in before)
        if len(writes) > 1 or inside or not turns_on_expert_mode(op):
            yield Blocker("expert-scheduling", f"{op.mnemonic} changes which hardware interlocks are on", i)


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
