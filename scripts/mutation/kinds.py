"""Kinds of mutations: each changes one or two lines of a kernel, at random by a fixed seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from isaopt.ir.program import Directive, Module, Op

_REGISTER = re.compile(r"\b([vs])(\d+)\b|\b([vs])\[(\d+):(\d+)\]")
_NUMBER = re.compile(r"(?<![\w.\[:])(0x[0-9a-fA-F]+|\d+)(?![\w.\]:])")
_OFFSET = re.compile(r"offset([01]?):(\d+)")
_COUNT = re.compile(r"(?<![\w])(0x[0-9a-fA-F]+|\d+)(\)|$)")
_COPY = re.compile(r"\b(v_mov_b32|v_dual_mov_b32|s_mov_b(32|64)|v_swap_b32)\b")
#: Instructions that only cost time, and directives that only count.
_SILENT = re.compile(
    r"s_(delay_alu|clause|nop|set_inst_prefetch_distance)\b|\.amdhsa_(inst_pref_size|reserve_vcc|next_free_\w+)"
)
_SWAPS = (
    ("v_add_f32", "v_sub_f32"), ("v_mul_f32", "v_add_f32"), ("v_fmac_f32", "v_mul_f32"),
    ("v_add_nc_u32", "v_sub_nc_u32"), ("v_dual_fmac_f32", "v_dual_mul_f32"), ("v_dual_mul_f32", "v_dual_add_f32"),
    ("v_xor_b32", "v_or_b32"),
    ("v_max_f32", "v_min_f32"), ("v_lshlrev_b32", "v_lshrrev_b32"), ("s_or_b32", "s_and_b32"),
    ("v_exp_f32", "v_rcp_f32"),
    ("v_cmp_gt_i32", "v_cmp_ge_i32"), ("v_cmpx_gt_i32", "v_cmpx_lt_i32"), ("v_cmp_le_i32", "v_cmp_lt_i32"),
    ("s_cbranch_scc1", "s_cbranch_scc0"), ("s_cbranch_execz", "s_cbranch_execnz"), ("s_cmp_lt_i32", "s_cmp_ge_i32"),
    ("ds_load_b32", "ds_load_u16"), ("s_and_saveexec_b32", "s_or_saveexec_b32"), ("v_mov_b32", "v_not_b32"),
    ("v_ashrrev_i32", "v_lshrrev_b32"), ("s_and_not1_b32", "s_and_b32"), ("s_add_i32", "s_sub_i32"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """``lines``: changed line numbers (from 1) with old and new text."""

    kind: str
    text: str
    lines: tuple[tuple[int, str, str], ...]


def _code_lines(module: Module) -> list[int]:
    """Line indices (from 0) of the instructions of all kernels."""
    return [i.line - 1 for kernel in module.kernels for _, i in module.instructions(kernel)]


def _code(line: str) -> str:
    return " ".join(line.partition(";")[0].split())


def _register(rng: random.Random, match: re.Match[str], steps: tuple[int, ...] = (-2, -1, 1, 2, 3)) -> str:
    step = rng.choice(steps)
    if match[1]:
        return f"{match[1]}{max(0, int(match[2]) + step)}"
    first, last = int(match[4]), int(match[5])
    step = max(step, -first) * (1 if match[3] == "v" else 4)
    return f"{match[3]}[{max(first + step, 0)}:{max(last + step, last - first)}]"


def _change_one(pattern: re.Pattern[str], line: str, rng: random.Random, new: Callable[[re.Match[str]], str]) -> str:
    code, mark, comment = line.partition(";")
    found = list(pattern.finditer(code))
    if not found:
        return line
    match = rng.choice(found)
    return code[: match.start()] + new(match) + code[match.end() :] + mark + comment


def _swap_registers(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    code = lines[at].partition(";")[0].rstrip()
    found = [m for m in _REGISTER.finditer(code) if m[1]]
    if len(found) < 2:
        return {}
    a, b = rng.sample(found, 2)
    if a.start() > b.start():
        a, b = b, a
    return {at: code[: a.start()] + b[0] + code[a.end() : b.start()] + a[0] + code[b.end() :] + "\n"}


def _drop(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    return {at: "\n"}


def _drop_wait(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    return {at: "\n"} if "s_wait" in lines[at] else {}


def _weaken_wait(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    if "s_wait" not in lines[at] or "depctr" in lines[at]:
        return {}
    return {at: _COUNT.sub(lambda m: f"{int(m[1], 0) + 1}{m[2]}", lines[at].rstrip(), count=1) + "\n"}


def _offset(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    return {at: _change_one(_OFFSET, lines[at], rng, lambda m: f"offset{m[1]}:{int(m[2]) + rng.choice((1, 2, 4, 8))}")}


def _reorder(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    if at + 1 >= len(lines) or not re.match(r"\t[a-z]", lines[at + 1]) or not re.match(r"\t[a-z]", lines[at]):
        return {}
    return {at: lines[at + 1], at + 1: lines[at]}


def _rename(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    return {at: _change_one(_REGISTER, lines[at], rng, lambda m: _register(rng, m))}


def _copy(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    """Off by one in a copy, as in a cycle of copies that is taken apart in the wrong order."""
    if not _COPY.search(lines[at]):
        return {}
    return {at: _change_one(_REGISTER, lines[at], rng, lambda m: _register(rng, m, (-1, 1)))}


def _opcode(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    for a, b in rng.sample(_SWAPS, len(_SWAPS)):
        for old, new in ((a, b), (b, a)):
            if re.match(rf"\t{old}(_e32|_e64)?\s", lines[at]) or f":: {old} " in lines[at]:
                return {at: lines[at].replace(old, new, 1)}
    return {}


def _modifier(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    line = lines[at].rstrip("\n")
    if line.startswith("\tv_") and "_e64" in line and "_f32" in line:
        return {at: line + " clamp\n"}
    if "global_load" in line or "global_store" in line:
        return {at: line + (" glc\n" if "glc" not in line else "\n")}
    if "neg_lo" in line:
        return {at: line.replace("neg_lo:[0", "neg_lo:[1") + "\n"}
    return {}


def _constant(lines: list[str], at: int, rng: random.Random) -> dict[int, str]:
    if "s_wait" in lines[at] or "s_delay" in lines[at] or "s_clause" in lines[at]:
        return {}
    return {at: _change_one(_NUMBER, lines[at], rng, lambda m: str(int(m[1], 0) + rng.choice((1, 4))))}


def _directive(module: Module, rng: random.Random) -> Mutant | None:
    choices = [i for k in module.kernels for i in k.descriptor.values()]
    item = module.items[rng.choice(choices)]
    if not isinstance(item, Directive) or not item.args.strip().isdecimal():
        return None
    new = item.text[: item.start] + str(int(item.args) ^ 1) + item.text[item.end :]
    lines = module.text().splitlines(keepends=True)
    old = lines[item.line - 1]
    lines[item.line - 1] = new
    return Mutant("directive", "".join(lines), ((item.line, old.strip(), new.strip()),))


_KINDS: dict[str, Callable[[list[str], int, random.Random], dict[int, str]]] = {
    "swap-registers": _swap_registers,
    "rename-one": _rename,
    "drop-wait": _drop_wait,
    "weaken-wait": _weaken_wait,
    "drop-line": _drop,
    "offset": _offset,
    "reorder": _reorder,
    "copy": _copy,
    "opcode": _opcode,
    "modifier": _modifier,
    "constant": _constant,
}
KINDS = (*_KINDS, "directive", "two")


def mutants(module: Module, count: int, seed: int) -> Iterator[Mutant]:
    """``count`` different mutants of the module's kernels, by a fixed seed; kinds in turn.

    A small kernel has too few; the rest are ``two`` changes at once.
    """
    rng = random.Random(seed)
    lines = module.text().splitlines(keepends=True)
    code = _code_lines(module)
    pools = {
        "wait": [i for i in code if "s_wait" in lines[i]] or code,
        "copy": [i for i in code if _COPY.search(lines[i])] or code,
        "offset": [i for i in code if _OFFSET.search(lines[i])] or code,
    }
    seen: set[tuple[tuple[int, str, str], ...]] = set()
    for attempt in range(count * 40):
        if len(seen) == count:
            return
        kind = KINDS[attempt % (len(KINDS) - 1)] if attempt < count * 20 else "two"
        mutant: Mutant | None
        if kind == "directive":
            mutant = _directive(module, rng)
        else:
            changed = list(lines)
            for each in rng.choices(list(_KINDS), k=2) if kind == "two" else (kind,):
                pool = next((pool for word, pool in pools.items() if word in each), code)
                for i, new in _KINDS[each](changed, rng.choice(pool), rng).items():
                    changed[i] = new
            places = [i for i in code if _code(lines[i]) != _code(changed[i])]
            changes = tuple((i + 1, lines[i].strip(), changed[i].strip()) for i in places)
            mutant = Mutant(kind, "".join(changed), changes) if changes else None
        if mutant is not None and mutant.lines not in seen:
            seen.add(mutant.lines)
            yield mutant


def reason(module: Module, mutant: Mutant) -> str:
    """Why a mutant has no effect, as far as one can tell without the prover; empty if that takes a look at it."""
    if all(not t or _SILENT.match(t) for _, old, new in mutant.lines for t in (old, new)):
        return "time or counts only"
    if mutant.kind == "reorder":
        if any(_SILENT.match(old) for _, old, _ in mutant.lines):
            return "time only"
        ops = {i.line: i.op for k in module.kernels for _, i in module.instructions(k)}
        first, second = (ops[number] for number, _, _ in mutant.lines)
        if _independent(first, second):
            return "independent"
    if mutant.kind == "swap-registers":
        op = next(i.op for k in module.kernels for _, i in module.instructions(k) if i.line == mutant.lines[0][0])
        _, old, new = mutant.lines[0]
        if op.flag("commutable") and op.pair is None and old.split(",")[0] == new.split(",")[0]:
            return "operands of a commutative operation"
    return ""


def _independent(a: Op, b: Op) -> bool:
    """Neither writes what the other touches, and not both are memory or order."""
    writes = [{*o.defs, *o.implicit_defs} for o in (a, b)]
    touches = [{*o.defs, *o.implicit_defs, *o.uses, *o.implicit_uses} for o in (a, b)]
    # The tables mark s_mov_b32 as having side effects, for its use in setting M0.
    ordered = [
        any(o.flag(f) for f in ("mayload", "maystore", "sideeffects")) and o.mnemonic != "s_mov_b32" for o in (a, b)
    ]
    return not (writes[0] & touches[1] or writes[1] & touches[0] or all(ordered))
