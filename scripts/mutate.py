"""Mutation campaign against the prover: it must not call a changed kernel proved unless the change has no effect.

Usage: ``scripts/mutate.py [--count N] [--seed N] [--verbose] [--emulate] FILES``.

Each mutation changes one or two lines of a kernel.  A mutant that is proved is listed, unless one can see without the
prover that it has no effect (it changes only time or counts, or swaps independent neighbours or the operands of a
commutative operation).  ``--emulate`` runs every mutant that is proved against the original in the emulator: one that
differs there is a false proof, and makes the exit code 1.  Prints a table by kind.

What has been listed so far, looked at by hand: results that nothing reads (EXEC saved before the last block), registers
set to what they hold already (accumulators zeroed twice), EXEC restored twice, waits made stronger by a swap with a
barrier half, waits weakened to a count that still covers the load, neighbouring scalar loads of kernel arguments.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from isaopt.asm.parser import parse_text
from isaopt.emulator.agreement import Found, pair, search
from isaopt.errors import IsaoptError
from isaopt.ir.program import Directive, Module, Op
from isaopt.proof.verdict import verify_modules

_REGISTER = re.compile(r"\b([vs])(\d+)\b|\b([vs])\[(\d+):(\d+)\]")
_NUMBER = re.compile(r"(?<![\w.\[:])(0x[0-9a-fA-F]+|\d+)(?![\w.\]:])")
_OFFSET = re.compile(r"offset([01]?):(\d+)")
_COUNT = re.compile(r"(?<![\w])(0x[0-9a-fA-F]+|\d+)(\)|$)")
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


def _register(rng: random.Random, match: re.Match[str]) -> str:
    step = rng.choice((-2, -1, 1, 2, 3))
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
    code = lines[at].partition(";")[0]
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
    "opcode": _opcode,
    "modifier": _modifier,
    "constant": _constant,
}


def mutants(module: Module, count: int, seed: int) -> Iterator[Mutant]:
    """``count`` mutants of the module's kernels, by a fixed seed; kinds in turn."""
    rng = random.Random(seed)
    lines = module.text().splitlines(keepends=True)
    code = _code_lines(module)
    waits = [i for i in code if "s_wait" in lines[i]]
    kinds = [*_KINDS, "directive"]
    made = 0
    for attempt in range(count * 40):
        if made == count:
            return
        kind = kinds[attempt % len(kinds)]
        if kind == "directive":
            mutant = _directive(module, rng)
            if mutant is not None:
                made += 1
                yield mutant
            continue
        pool = waits if "wait" in kind and waits else code
        change = _KINDS[kind](lines, rng.choice(pool), rng)
        change = {i: t for i, t in change.items() if _code(lines[i]) != _code(t)}
        if not change:
            continue
        text = "".join(change.get(i, line) for i, line in enumerate(lines))
        made += 1
        yield Mutant(kind, text, tuple((i + 1, lines[i].strip(), t.strip()) for i, t in sorted(change.items())))


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


def refuted(module: Module, changed: Module) -> str:
    """The launch on which a kernel and its mutant differ, in words; empty if none was found."""
    for kernel in module.kernels:
        found = search(pair(module, changed, kernel.name))
        if isinstance(found, Found):
            return f"{found.launch.document()} {found.comparison.mismatch}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--emulate", action="store_true", help="run what is proved in the emulator")
    options = parser.parse_args()
    lies = 0
    totals: Counter[tuple[str, str]] = Counter()
    for path in options.files:
        module = parse_text(Path(path).read_text(), path)
        for mutant in mutants(module, options.count, options.seed):
            try:
                changed = parse_text(mutant.text, path)
                result = verify_modules(module, changed)
                outcome = "proved" if result.proved else "not-proved"
            except IsaoptError:
                outcome = "not-read"
            difference = refuted(module, changed) if outcome == "proved" and options.emulate else ""
            if difference:
                lies += 1
                print(f"{path}: {mutant.kind}: FALSE PROOF: {difference}\n    {mutant.lines}", flush=True)
            elif outcome == "proved" and reason(module, mutant):
                outcome = "no effect"
            totals[mutant.kind, outcome] += 1
            if outcome == "proved" or options.verbose:
                print(f"{path}: {mutant.kind}: {outcome}")
                for number, old, new in mutant.lines:
                    print(f"    {number}: {old or '(nothing)'}  ->  {new or '(nothing)'}", flush=True)
    print(f"{'kind':16} {'mutants':>8} {'caught':>8} {'no effect':>9} {'proved':>8} {'not read':>8}")
    for kind in (*_KINDS, "directive"):
        counts = [totals[kind, o] for o in ("not-proved", "no effect", "proved", "not-read")]
        print(f"{kind:16} {sum(counts):8} {counts[0]:8} {counts[1]:9} {counts[2]:8} {counts[3]:8}")
    if options.emulate:
        proved = sum(n for (_, outcome), n in totals.items() if outcome in ("proved", "no effect"))
        print(f"{lies} of {proved} proofs are false")
    return 1 if lies else 0


if __name__ == "__main__":
    raise SystemExit(main())
