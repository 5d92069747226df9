"""Instructions that use the program counter as a value: reading it, indirect jumps, calls of functions in the same file
(RDNA3 ISA guide, SOP1 ``S_GETPC_B64``, ``S_SETPC_B64``, ``S_SWAPPC_B64`` and SOPK ``S_CALL_B64``)."""

from __future__ import annotations

import re
from itertools import pairwise

from isaopt.emulator.site import Site
from isaopt.graphs import reachable
from isaopt.ir.program import Directive, Instruction, Kernel, Label, Module, OperandKind

#: Jump to the address in a register pair.
INDIRECT = frozenset(("s_setpc_b64", "s_swappc_b64"))
CALLS = frozenset(("s_swappc_b64", "s_call_b64"))
#: Instructions that control does not fall through.
LEAVING = INDIRECT | CALLS
MNEMONICS = LEAVING | {"s_getpc_b64"}
_NAME = re.compile(r"[A-Za-z_.$][\w.$]*")
_POINTERS = (".quad", ".8byte", ".long", ".4byte", ".int")


def code_of(module: Module, kernel: Kernel) -> list[tuple[int, int]]:
    """Item ranges of the kernel and of the functions that it may call: those named in its code, in theirs, or in data
    of the file."""
    ranges = [(kernel.first, kernel.last)]
    if not _jumps(module, *ranges[0]):
        return ranges
    functions = _functions(module)
    in_data = {
        name
        for item in module.items
        if isinstance(item, Directive) and item.name in _POINTERS
        for name in _NAME.findall(item.args)
    }
    called = (in_data | _names(module, *ranges[0])) & functions.keys()
    names = reachable(called, lambda name: _names(module, *functions[name]) & functions.keys())
    return [ranges[0], *sorted(functions[name] for name in names)]


def _functions(module: Module) -> dict[str, tuple[int, int]]:
    """Item ranges of functions, by the label that they start at (``.type NAME,@function``)."""
    typed = {
        item.args.partition(",")[0].strip().strip('"')
        for item in module.items
        if isinstance(item, Directive) and item.name == ".type" and "function" in item.args
    }
    inside = {k for kernel in module.kernels for k in range(kernel.first, kernel.last)}
    starts = [
        (k, item.name)
        for k, item in enumerate(module.items)
        if isinstance(item, Label) and item.name in typed and k not in inside
    ]
    bounds = [k for k, _ in starts] + [len(module.items)]
    out: dict[str, tuple[int, int]] = {}
    for (first, last), (_, name) in zip(pairwise(bounds), starts, strict=True):
        kernels = [k.first for k in module.kernels if first < k.first < last]
        last = min([last, *kernels])
        code = [k for k in range(first, last) if isinstance(module.items[k], Instruction)]
        if code:
            out[name] = first, code[-1] + 1
    return out


def _jumps(module: Module, first: int, last: int) -> bool:
    return any(isinstance(item, Instruction) and item.op.operation in LEAVING for item in module.items[first:last])


def _names(module: Module, first: int, last: int) -> set[str]:
    """The symbols in the operands of the code."""
    return {
        name
        for item in module.items[first:last]
        if isinstance(item, Instruction)
        for operand in item.op.operands
        if operand.kind is OperandKind.EXPR
        for name in _NAME.findall(operand.text)
    }


def emit(site: Site, name: str, following: int, resume: int, target: int | None) -> str:
    """The C of one of ``MNEMONICS``; ``following`` is the address of the next instruction in the file, ``target`` the
    ordinal that ``s_call_b64`` calls."""
    saves = f" {site.set_scalar(0, f'w->image + 0x{following:x}ull', 2)}" if name != "s_setpc_b64" else ""
    place = site.sgpr(0)
    if site.track and saves and place is not None:
        saves += f" set_shadow64(w, {place}, 0);"
    if name == "s_getpc_b64":
        return saves.strip()
    # A jump may close a loop, so each one is a point where a run can pause.
    pause = f"if (RARE(w->count >= w->stop)) {{ w->pc = {resume}; return SLICE; }} R{resume}:;"
    if target is not None:
        return f"{pause}{saves} goto L{target};"
    source = 0 if name == "s_setpc_b64" else 1
    check = ""
    if site.track:
        register = site.sgpr(source)
        check = f" if (RARE(needs_scalar(w, {register}, 2))) return FAULT;"
    value = site.scalar(source, "u64")
    return f"w->site = {site.ordinal};{check} {pause} w->site = {site.ordinal}; target = {value};{saves} goto jump;"
