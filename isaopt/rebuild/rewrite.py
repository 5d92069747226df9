"""Removes from a kernel what follows from its order, and adds it again for a new order: the only way from bare code,
which carries just the program's meaning, to a kernel that can be assembled.

Passes take a kernel bare (:func:`stripped`) and leave it bare. Everything derived from its code is made by
:func:`built`: waits, hazard waits, clauses, delay hints, register counts and code size.

Waits for results, hazard waits, ``s_clause`` and ``s_delay_alu`` say nothing that the other instructions do not imply;
a pass that moves code works without them. Waits that the memory model requires stay, and so does every wait that cannot
be explained; where the removed ones order anything other than registers, a wait is kept.

``s_clause``, memory instructions that are issued back to back, is only grouping, never meaning (RDNA3 ISA guide,
"Clauses"; LLVM ``SIInsertHardClauses.cpp``): a clause holds accesses of one kind and nothing else, at most 32 of them.

Addends of PC-relative addresses count the bytes from the end of ``s_getpc_b64`` to the literal that they are in (LLVM
``SIInstrInfo.cpp``, ``SI_PC_ADD_REL_OFFSET``), and so the waits in between.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from isaopt.analysis.flow.accesses import COUNTED, SHARED, noted
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction, with_instructions
from isaopt.asm.resources import with_code_size, with_sgpr_count, with_vgpr_count
from isaopt.ir.edit import spliced
from isaopt.ir.kept import kept, known, remember
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op, OperandKind
from isaopt.isa.meaning import Unit
from isaopt.isa.types import OperandType
from isaopt.rebuild.delays import address_members, delays
from isaopt.rebuild.hazards import guards
from isaopt.rebuild.interlocks import RESULTS, SOURCES
from isaopt.rebuild.ordering import Waits, ordering_waits
from isaopt.rebuild.waits import clause_members, memory_waits, missing_waits, needless_waits, waits_in
from isaopt.target.counters import is_wait, wait_texts
from isaopt.target.depctr import depctr_counts, in_expert_mode
from isaopt.target.sizes import size_of

MAX_CLAUSE = 32
_IMAGE = frozenset({"mimg", "vimage", "vsample"})


def clause_kind(op: Op) -> str | None:
    """The kind of clause that an op may belong to; ops of the same kind may share one. None for an op that may be in no
    clause."""
    desc, flags = op.desc, op.desc.flags
    if desc.unit is Unit.SMEM:
        return "scalar" if op.defs else None
    if desc.unit is not Unit.VMEM or desc.cache is not None:
        return None
    where = "image" if flags & _IMAGE else "flat" if "flat" in flags else "vector"
    if "atomic" in flags:
        return f"{where} atomic"
    if any(o.type is OperandType.SAMPLER for o in desc.operands):
        return "image sample"
    if desc.return_path == "ray":
        return "image bvh"
    return f"{where} store" if "maystore" in flags else f"{where} load"


def clauses(ops: Sequence[Op]) -> list[tuple[int, int]]:
    """The runs of at least two adjacent ops that form clauses: (first index, length), in order."""
    found: list[tuple[int, int]] = []
    start, kind = 0, None
    for index, op in enumerate([*ops, None]):
        now = clause_kind(op) if op is not None else None
        if now != kind or index - start == MAX_CLAUSE:
            if kind is not None and index - start > 1:
                found.append((start, index - start))
            start, kind = index, now
    return found


_HINTS = frozenset({"s_delay_alu", "s_clause"})


def made(module: Module, kernel: Kernel, text: str, line: int) -> Instruction:
    """Makes a new instruction line from its text."""
    op = read_op(text, module.arch, kernel.wave_size)
    return new_instruction(op, line)


@kept
def stripped(module: Module, kernel: Kernel) -> Module:
    """The kernel without the instructions that :func:`finished` derives anew."""
    cfg, ops = code_of(module, kernel)
    kept = memory_waits(module, cfg)
    added = ordering_waits(module, kernel, cfg, ops, Waits(waits_in(ops, module.arch), kept))
    changes: dict[tuple[int, int], list[Item]] = {}

    def put(first: int, last: int, counts: Mapping[str, int], line: int, flag: str = "") -> None:
        waits = [made(module, kernel, text, line) for text in wait_texts(counts, module.arch)]
        changes.setdefault((first, last), []).extend(_noted(w, {flag: True}) if flag else w for w in waits)

    for k, index in enumerate(cfg.order):
        op = ops[k]
        line = module.items[index].line
        if k in added.before:
            # The s_nop of a message that releases the VGPRs stands directly before it.
            first = cfg.blocks[cfg.block_of[k]].first
            start = next((i for i in range(k, first, -1) if ops[i - 1].mnemonic != "s_nop"), first)
            put(cfg.order[start], cfg.order[start], added.before[k], line, added.releases.get(k, ""))
        if op.mnemonic in _HINTS or (is_wait(op) and k not in kept):
            changes[index, index + 1] = []
        elif is_wait(op) and kept[k]:
            put(index, index + 1, kept[k], line)
        item = module.items[index]
        notes = {SHARED: k in added.ordered, COUNTED: k in added.counted}
        if isinstance(item, Instruction) and any(on is not op.flag(flag) for flag, on in notes.items()):
            changes[index, index + 1] = [_noted(item, notes)]
        if k in added.after:
            put(index + 1, index + 1, added.after[k], line)
    bare = spliced(module, changes)
    return with_distances(module, _without_guards(bare, bare.kernel(kernel.name)), kernel)


def _noted(item: Instruction, notes: Mapping[str, bool]) -> Instruction:
    """The instruction with these flags, or without any, for passes that move it."""
    return replace(item, op=noted(item.op, notes))


def _without_guards(module: Module, kernel: Kernel) -> Module:
    """Removes the hazard waits, and ``v_nop`` between matrix instructions, that the analysis would put back in the same
    place; in expert scheduling mode, all waits for what it turns off."""
    cfg, ops = code_of(module, kernel)
    places = [k for k, op in enumerate(ops) if depctr_counts(op) or op.mnemonic == "v_nop"]
    if not places:
        return module
    free = {RESULTS, SOURCES} if in_expert_mode(ops) else frozenset[str]()
    bare = spliced(module, {(cfg.order[k], cfg.order[k] + 1): () for k in places})
    bare_cfg, bare_ops = code_of(bare, kernel)
    back: dict[int, Mapping[str, int]] = {}
    nops: set[int] = set()
    for guard in guards(bare_ops, bare_cfg, module.arch, kernel.wave_size):
        if guard.counts:
            back[guard.ordinal] = guard.counts
        else:
            nops.add(guard.ordinal)
    # The instruction after each has this ordinal in the code without hazard waits.
    after = {k: k - nth for nth, k in enumerate(places)}
    several = Counter(after[k] for k in places if ops[k].mnemonic == "v_nop")
    drop = {}
    for k in places:
        if ops[k].mnemonic == "v_nop":
            # One is put back; the purpose of any others is unknown.
            known = after[k] in nops and several[after[k]] == 1
        else:
            again = back.get(after[k], {})
            known = all(f in free or again.get(f, n + 1) <= n for f, n in depctr_counts(ops[k]).items())
        if known:
            drop[cfg.order[k], cfg.order[k] + 1] = ()
    return spliced(module, drop)


def finished(module: Module, kernel: Kernel) -> Module:
    """The kernel with all waits, hazard waits, clauses and delay hints that its order needs."""
    done = module
    for step in (_with_waits, _without_needless, _with_guards, _with_clauses, _with_delays):
        done = step(done, done.kernel(kernel.name))
    return with_distances(module, done, kernel)


def _with_waits(module: Module, kernel: Kernel) -> Module:
    missing = missing_waits(module, build_cfg(module, kernel))
    return _inserted(module, kernel, {wait.ordinal: wait_texts(wait.counts, module.arch) for wait in missing})


def _without_needless(module: Module, kernel: Kernel) -> Module:
    needless = needless_waits(module, build_cfg(module, kernel))
    return _inserted(module, kernel, {k: wait_texts(left, module.arch) for k, left in needless.items()}, instead=True)


def _with_guards(module: Module, kernel: Kernel) -> Module:
    cfg, ops = code_of(module, kernel)
    new: dict[int, list[str]] = {}
    for guard in guards(ops, cfg, module.arch, kernel.wave_size):
        new.setdefault(guard.ordinal, []).append(guard.text(module.arch))
    return _inserted(module, kernel, new)


def _with_clauses(module: Module, kernel: Kernel) -> Module:
    cfg, ops = code_of(module, kernel)
    found = (
        (block.first + start, length) for block in cfg.blocks for start, length in clauses(ops[block.first : block.end])
    )
    return _inserted(module, kernel, {k: [f"s_clause {length - 1:#x}"] for k, length in found})


def _with_delays(module: Module, kernel: Kernel) -> Module:
    cfg, ops = code_of(module, kernel)
    inside = clause_members(ops) | address_members(ops)
    new = {d.ordinal: [f"s_delay_alu {d.operand}"] for d in delays(ops, cfg, inside)}
    return _inserted(module, kernel, new)


def _inserted(module: Module, kernel: Kernel, new: Mapping[int, Sequence[str]], instead: bool = False) -> Module:
    """The module with these lines before the instructions of these ordinals, or ``instead`` of them."""
    order = build_cfg(module, kernel).order
    return spliced(
        module,
        {
            (order[k], order[k] + instead): [made(module, kernel, text, module.items[order[k]].line) for text in texts]
            for k, texts in new.items()
        },
    )


_RELATIVE = re.compile(r"(?P<what>[^@]+@(?:gotpc)?rel32@(?:lo|hi))(?P<addend>[+-](?:0x[0-9a-fA-F]+|[0-9]+))?$")
_LITERAL_BYTES = 4


def with_distances(before: Module, after: Module, kernel: Kernel) -> Module:
    """``after`` with its addends off by as much as those in ``before``, from which only other instructions between them
    were taken, or to which they were added."""
    old = list(_literals(before, before.kernel(kernel.name)))
    new = list(_literals(after, after.kernel(kernel.name)))
    if [what for _, what, _, _ in old] != [what for _, what, _, _ in new]:
        return after
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for (_, _, was, _), (index, what, distance, addend) in zip(old, new, strict=True):
        if distance != was:
            changes[index, index + 1] = [_relative(after.instruction(index), f"{what}{addend + distance - was:+d}")]
    return spliced(after, changes) if changes else after


def _literals(module: Module, kernel: Kernel) -> Iterator[tuple[int, str, int, int]]:
    """Each such literal: the instruction's item index, what it is relative to, the bytes from the nearest
    ``s_getpc_b64`` before it, and its addend."""
    distance: int | None = None
    for index, item in module.instructions(kernel):
        if distance is not None:
            distance += size_of(item.op)
            for operand in item.op.operands:
                match = _RELATIVE.match(operand.text) if operand.kind is OperandKind.EXPR else None
                if match:
                    yield index, match["what"], distance - _LITERAL_BYTES, int(match["addend"] or "0", 0)
        if item.op.operation == "s_getpc_b64":
            distance = 0


def _relative(item: Instruction, text: str) -> Instruction:
    operands = tuple(replace(o, text=text) if _RELATIVE.match(o.text) else o for o in item.op.operands)
    return new_instruction(replace(item.op, operands=operands), item.line)


def built(bare: Module, before: Module, kernel: Kernel) -> Module:
    """The kernel of that name in ``bare``, with everything derived from its code.

    ``before`` is the version for which the counts were right. Stripping the result gives back the same bare code: waits
    that serve registers do not accumulate as reasons to keep an order.
    """
    name = kernel.name
    counted = with_vgpr_count(bare, bare.kernel(name), before)
    counted = with_sgpr_count(counted, counted.kernel(name), before)
    done = finished(counted, counted.kernel(name))
    done = with_code_size(done, done.kernel(name), before)
    _keep_bare(counted, done, name)
    return done


def replaced(module: Module, kernel: Kernel, new: Mapping[int, Sequence[Op]]) -> Module:
    """The kernel with the instructions at these items replaced by others that do the same with the same registers: its
    waits and clauses stay as they are, and hazard waits, delay hints and code size follow."""
    hints = {index: () for index, item in module.instructions(kernel) if item.op.mnemonic == "s_delay_alu"}
    done = with_instructions(module, {**hints, **new})
    for step in (_with_guards, _with_delays):
        done = step(done, done.kernel(kernel.name))
    done = with_distances(module, done, kernel)
    return with_code_size(done, done.kernel(kernel.name), module)


def follow_renaming(before: Module, after: Module, kernel: Kernel) -> None:
    """Updates the bare form of a kernel if only items of its built form were replaced, one for one."""
    bare = known(stripped, before, kernel)
    own = {id(item) for item in before.items}
    # Of code that was not built, what is noted of its accesses stands in copies: that is stripped again.
    if bare is not None and all(id(i) in own for i in bare.items if isinstance(i, Instruction) and i.op.refs):
        new = {id(old): item for old, item in zip(before.items, after.items, strict=True) if old is not item}
        _keep_bare(replace(bare, items=tuple(new.get(id(item), item) for item in bare.items)), after, kernel.name)


def _keep_bare(bare: Module, done: Module, name: str) -> None:
    """Stores the bare form of the built kernel, with the file's present statements about it."""
    own, other = bare.kernel(name), done.kernel(name)
    items = (*done.items[: other.first], *bare.items[own.first : own.last], *done.items[other.last :])
    remember(stripped, replace(bare, items=items), done, other)
