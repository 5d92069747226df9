"""Random changes of a kernel's text that keep its meaning, by simple rules of their own: the prover must follow."""

from __future__ import annotations

import random
import re

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Kernel, Label, Module, Op
from isaopt.target.arch import get_arch
from isaopt.target.vopd import interlock_risk
from isaopt.target.vopd_ops import check_pair, half_of

_TIMING = re.compile(r"\s*s_(delay_alu|clause)\b")
_WIDE = re.compile(r"\tds_load_b128 v\[(\d+):(\d+)\], v(\d+)(?: offset:(\d+))?$")
_SINGLE = {
    "v_fmac_f32_e32": "v_dual_fmac_f32",
    "v_mul_f32_e32": "v_dual_mul_f32",
    "v_add_f32_e32": "v_dual_add_f32",
    "v_sub_f32_e32": "v_dual_sub_f32",
    "v_mov_b32_e32": "v_dual_mov_b32",
}
_FROM_DUAL = {dual: single for single, dual in _SINGLE.items()}
_FROM_DUAL |= {"v_dual_and_b32": "v_and_b32_e32", "v_dual_lshlrev_b32": "v_lshlrev_b32_e32"}
_FROM_DUAL |= {"v_dual_add_nc_u32": "v_add_nc_u32_e32", "v_dual_max_f32": "v_max_f32_e32"}
_FROM_DUAL |= {"v_dual_max_num_f32": "v_max_num_f32_e32"}


def _touched(op: Op) -> tuple[set[int], set[int]]:
    writes = {*op.defs, *op.implicit_defs}
    return writes, writes | {*op.uses, *op.implicit_uses}


def _stays(op: Op) -> bool:
    """Memory, waits, branches and whatever else has an order."""
    return (
        any(op.flag(f) for f in ("mayload", "maystore", "sideeffects", "branch", "terminator", "barrier"))
        or op.mnemonic.startswith(
            ("s_wait", "s_cbranch", "s_branch", "s_endpgm", "s_getpc", "ds_", "s_sendmsg", "s_nop")
        )
        or "rel32" in " ".join(o.text for o in op.operands)
    )


def _rebuild(module: Module, lines: list[str]) -> Module:
    return parse_text("".join(lines), module.path, module.arch)


def _lines(module: Module) -> list[str]:
    return module.text().splitlines(keepends=True)


def without_timing(module: Module) -> Module:
    """The module without hints and clauses."""
    return _rebuild(module, [line for line in _lines(module) if not _TIMING.match(line)])


def reordered(module: Module, kernel: Kernel, rng: random.Random, swaps: int) -> Module:
    """Adjacent independent instructions change places, ``swaps`` times; what has an order stays in it."""
    module = without_timing(module)
    kernel = module.kernel(kernel.name)
    runs: list[list[Instruction]] = [[]]
    for item in module.items[kernel.first : kernel.last]:
        if isinstance(item, Instruction) and item.col == 2:
            runs[-1].append(item)
            if _stays(item.op):
                runs.append([])
        elif isinstance(item, Label | Instruction):
            runs.append([])
    lines = _lines(module)
    for run in runs:
        if run and _stays(run[-1].op):
            run.pop()
    runs = [run for run in runs if len(run) > 1]
    order = {id(run): [(i.op, lines[i.line - 1]) for i in run] for run in runs}
    for _ in range(swaps if runs else 0):
        items = order[id(rng.choice(runs))]
        at = rng.randrange(len(items) - 1)
        (first, _), (second, _) = items[at], items[at + 1]
        (w1, t1), (w2, t2) = _touched(first), _touched(second)
        if not (w1 & t2 or w2 & t1):
            items[at], items[at + 1] = items[at + 1], items[at]
    for run in runs:
        for place, (_, text) in zip(run, order[id(run)], strict=True):
            lines[place.line - 1] = text
    return _rebuild(module, lines)


def unpaired(module: Module, kernel: Kernel, rng: random.Random, share: float) -> Module:
    """Dual instructions made single again, in an order in which neither reads what the other has written."""
    module = without_timing(module)
    lines = _lines(module)
    for _, item in module.instructions(module.kernel(kernel.name)):
        if item.op.pair is None or rng.random() > share:
            continue
        texts = [half.strip() for half in item.text[item.start : item.end].split("::")]
        names = [text.split()[0] for text in texts]
        if not all(name in _FROM_DUAL for name in names):
            continue
        singles = [text.replace(name, _FROM_DUAL[name], 1) for text, name in zip(texts, names, strict=True)]
        (w1, _), (w2, _) = (_touched(half) for half in item.op.pair)
        reads = [set(half.uses) for half in item.op.pair]
        if not w1 & reads[1]:
            lines[item.line - 1] = f"\t{singles[0]}\n\t{singles[1]}\n"
        elif not w2 & reads[0]:
            lines[item.line - 1] = f"\t{singles[1]}\n\t{singles[0]}\n"
    return _rebuild(module, lines)


def paired(module: Module, kernel: Kernel) -> Module:
    """Neighbouring single instructions made dual where that is legal, and no hazard of its own."""
    module = without_timing(module)
    arch = get_arch(module.arch)
    lines = _lines(module)
    items = [i for _, i in module.instructions(module.kernel(kernel.name))]
    at = 0
    while at + 1 < len(items):
        a, b = items[at], items[at + 1]
        at += 1
        names = [i.op.mnemonic for i in (a, b)]
        if b.line != a.line + 1 or not all(name in _SINGLE for name in names):
            continue
        if {*a.op.defs} & {*b.op.uses, *b.op.defs} or check_pair(arch, a.op, b.op, kernel.wave_size):
            continue
        if interlock_risk(arch, half_of(arch, a.op), half_of(arch, b.op)):
            continue
        texts = [i.text[i.start : i.end].replace(n, _SINGLE[n], 1) for i, n in zip((a, b), names, strict=True)]
        lines[a.line - 1] = f"\t{texts[0]} :: {texts[1]}\n"
        lines[b.line - 1] = ""
        at += 1
    return _rebuild(module, lines)


def split_loads(module: Module, kernel: Kernel, rng: random.Random, share: float) -> Module:
    """Wide LDS loads as two halves; every wait that counts LDS loads waits for all of them."""
    module = without_timing(module)
    lines = _lines(module)
    changed = False
    for _, item in module.instructions(module.kernel(kernel.name)):
        match = _WIDE.match(lines[item.line - 1].split(";")[0].rstrip())
        if match is None or rng.random() > share:
            continue
        first, address, offset = int(match[1]), int(match[3]), int(match[4] or 0)
        low = f"\tds_load_b64 v[{first}:{first + 1}], v{address} offset:{offset}\n"
        high = f"\tds_load_b64 v[{first + 2}:{first + 3}], v{address} offset:{offset + 8}\n"
        lines[item.line - 1] = high + low if address in (first, first + 1) else low + high
        changed = True
    if changed:
        lines = [re.sub(r"lgkmcnt\(\d+\)", "lgkmcnt(0)", line) for line in lines]
        lines = [re.sub(r"(s_wait_dscnt) 0x[0-9a-f]+", r"\1 0x0", line) for line in lines]
        lines = [re.sub(r"(s_wait_loadcnt_dscnt) 0x[0-9a-f]+", r"\1 0x0", line) for line in lines]
    return _rebuild(module, lines)
