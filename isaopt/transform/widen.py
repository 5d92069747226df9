"""The pass ``widen``: merges loads of neighbours in memory into one load.

Compilers load neighbours one by one if an index might wrap between them; with a shared address and constant offsets
(``sgpr-bases``) they are certainly neighbours. Lanes that read whole rows touch a cache line each, and every load does
so again, so one load of four words takes a quarter of the time. Registers are allocated anew, those of a wide load next
to each other. A load of several words needs no more alignment than one of a word (RDNA3 and RDNA4 ISA guides, "Memory
Alignment and Out-of-Range Behavior"; LLVM GCNSubtarget, ``unaligned-access-mode`` on amdhsa). A load of 64 bits is
atomic, and nothing says that 64 bits in the middle of a wider access are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.flow.accesses import COUNTED, SHARED, UNWRITTEN, is_coherent, noted
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Item, Kernel, Module, Op, RegUse
from isaopt.isa.meaning import Access, Space
from isaopt.isa.registers import VIRTUAL_BASE, RegRef
from isaopt.isa.types import OperandType
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.counters import counters_left
from isaopt.transform.base import Declined, PartsPass, PassResult, block_parts, left_out, unchanged
from isaopt.transform.dual_forms import apart, paired_again
from isaopt.transform.placement import present_banks, renamed_to
from isaopt.transform.reorder.sequencing import View
from isaopt.transform.unspill.versions import KernelForm, in_registers

#: Words of the widest load.
_MOST_WORDS = 4
#: The most instructions that a load moves up over: farther, it would hold its registers for too long.
_REACH = 64
_PACK_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class _Run:
    """Loads of neighbours in a block: their ordinals by address, their words, and the offset of the first."""

    loads: tuple[int, ...]
    words: tuple[int, ...]
    offset: int

    @property
    def place(self) -> int:
        """The ordinal where the wide load goes."""
        return min(self.loads)


@dataclass(frozen=True, slots=True)
class Widen(PartsPass):
    """``without``: lines of blocks to leave unchanged."""

    name: ClassVar[str] = "widen"
    summary: ClassVar[str] = "load neighbours in memory by one instruction"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with wider loads, or as it is."""
        if not _neighbours(item.op for _, item in module.instructions(kernel)):
            return unchanged(module, "no-candidate", "no two global loads can be merged")
        form = KernelForm(stripped(module, kernel), kernel.name)
        if any(counters_left(form.module.instruction(item).op) for item in form.cfg.order):
            return unchanged(module, "memory-order", "a wait that orders memory counts accesses")
        runs = _runs(form, self.without)
        if not runs:
            return unchanged(module, "no-candidate", "no two loads read adjacent memory")
        duals = _duals(form, runs)
        if duals:
            form = KernelForm(apart(form.module, duals), kernel.name)
            runs = _runs(form, self.without)
        limit = self.budget(module, kernel)
        done = _placed(_widened(form, runs), limit, round(_PACK_WORK * max(1, self.effort)), self.seed)
        lines = [form.module.items[form.cfg.order[run.place]].line for run in runs]
        if done is None:
            why = "no registers next to each other were found for its neighbours"
            declined = [Declined(line, "register-limit", why) for line in lines]
            return unchanged(module, "register-limit", why, declined=declined)
        if duals:
            done = paired_again(done, kernel)
        note = f"{len(runs)} loads instead of {sum(len(run.loads) for run in runs)}"
        parts = block_parts(form.module, form.cfg, sorted({form.cfg.block_of[run.place] for run in runs}))
        return PassResult(built(done, module, kernel), True, None, (note,), parts=parts)


@dataclass(frozen=True, slots=True)
class WidenRounds(Widen):
    """The fields are those of ``widen``."""

    name: ClassVar[str] = "widen-rounds"
    summary: ClassVar[str] = "load by one instruction what unrolled rounds load next to each other"


def _words(op: Op) -> int:
    """The number of words of a global-memory load that could be merged with a neighbour; 0 for anything else."""
    memory = op.desc.memory
    if memory is None or (memory.space, memory.access, memory.element) != (
        Space.GLOBAL,
        Access.LOAD,
        OperandType.B32,
    ):
        return 0
    plain = not (memory.to_lds or memory.half or op.flag(COUNTED) or is_coherent(op))
    plain = plain and all(m.name == "offset" for m in op.modifiers) and op.number("offset") is not None
    return memory.count if plain and memory.count < _MOST_WORDS and op.operands[0].reg is not None else 0


def _neighbours(ops: Iterable[Op]) -> bool:
    """Whether any loads use the same address registers and neighbouring offsets; otherwise none can be merged."""
    starts, ends = set(), set()
    for op in ops:
        if words := _words(op):
            address = tuple(operand.text for operand in op.operands[1:])
            offset = op.number("offset") or 0
            starts.add((address, offset))
            ends.add((address, offset + 4 * words))
    return not starts.isdisjoint(ends)


def _runs(form: KernelForm, without: tuple[int, ...]) -> list[_Run]:
    found: list[_Run] = []
    tuples: dict[int, tuple[int, ...]] = {}
    for b in sorted(form.cfg.reachable - left_out(form.module, form.cfg, without)):
        block = form.cfg.blocks[b]
        ops = form.viewer.ops[block.first : block.end]
        if sum(_words(op) > 0 for op in ops) >= 2:
            for run in _runs_of(form, form.viewer.view(b, False)):
                # Loads on different paths may define one value: as the same tuple, or only one of them does.
                own = _groups(form, run)
                if all(tuples.get(group, own) == own for group in own):
                    tuples |= dict.fromkeys(own, own)
                    found.append(run)
    return found


def _groups(form: KernelForm, run: _Run) -> tuple[int, ...]:
    """The webs that the loads of a run write, by address."""
    return tuple(form.webs.group_of[form.webs.web_at[form.cfg.order[load], 0, 0]] for load in run.loads)


def _runs_of(form: KernelForm, view: View) -> Iterator[_Run]:
    """The runs of loads in a block that can be merged, each at the place of its first load."""
    first = view.block.first
    by_address: dict[tuple[object, ...], dict[int, int]] = {}
    written: dict[int, int] = {}
    for k, op in enumerate(view.ops):
        if _words(op) and _free(form, first + k, op):
            names = [form.viewer.name_at.get((first + k, u, False), u) for r in op.refs if r.reads for u in r.reg.units]
            address = tuple((name, written.get(name, -1)) for name in names)
            by_address.setdefault(address, {}).setdefault(op.number("offset") or 0, k)
        for unit in op.written:
            written[form.viewer.name_at.get((first + k, unit, True), unit)] = k
    for loads in by_address.values():
        run: list[int] = []
        for offset in sorted(loads):
            k = loads[offset]
            if run and not _joins(form, view, run, k, offset):
                yield from _run(view, run)
                run = []
            run.append(k)
        yield from _run(view, run)


def _run(view: View, run: Sequence[int]) -> Iterator[_Run]:
    if len(run) > 1:
        offset = view.ops[run[0]].number("offset") or 0
        words = tuple(_words(view.ops[k]) for k in run)
        yield _Run(tuple(view.block.first + k for k in run), words, offset)


def _free(form: KernelForm, ordinal: int, op: Op) -> bool:
    """Whether only the load binds its destination registers to each other or to their numbers."""
    webs = form.webs
    index = next(i for i, ref in enumerate(op.refs) if ref.writes)
    own = [webs.web_at.get((form.cfg.order[ordinal], index, at), -1) for at in range(op.refs[index].reg.count)]
    if -1 in own:
        return False
    group = webs.groups[webs.group_of[own[0]]]
    return group.fixed is None and {w for w, _ in group.members} == set(own)


def _joins(form: KernelForm, view: View, run: Sequence[int], k: int, offset: int) -> bool:
    """Whether a load continues a run, and can move to the place of the run's first load."""
    last, first = view.ops[run[-1]], view.block.first
    end = (last.number("offset") or 0) + 4 * _words(last)
    together = [*run, k]
    place, before, own = min(together), sum(_words(view.ops[m]) for m in run), _words(view.ops[k])
    if offset != end or before + own > _MOST_WORDS or max(together) - place > _REACH or (own > 1 and before % 2):
        return False
    webs = [form.webs.web_at[form.cfg.order[first + m], 0, 0] for m in together]
    if len(set(webs)) < len(webs):
        return False
    return all(before < place or before in together for m in together for before in view.before.get(m, ()))


def _duals(form: KernelForm, runs: Sequence[_Run]) -> list[int]:
    """The dual instructions that name registers of the runs: other registers may violate their rules."""
    items = set()
    for item in (form.cfg.order[load] for run in runs for load in run.loads):
        for at in range(form.module.instruction(item).op.refs[0].reg.count):
            items |= {ref.item for ref in form.webs.webs[form.webs.web_at[item, 0, at]].refs}
    return sorted(i for i in items if form.module.instruction(i).op.pair is not None)


def _widened(form: KernelForm, runs: Sequence[_Run]) -> KernelForm:
    """The kernel with each run of loads replaced by one load into virtual registers."""
    webs, order = form.webs, form.cfg.order
    bases = {group.id: group.base for group in webs.groups}
    next_unit = VIRTUAL_BASE
    targets: dict[tuple[int, ...], RegRef] = {}
    for groups, run in {_groups(form, run): run for run in runs}.items():
        targets[groups] = RegRef(next_unit, sum(run.words))
        for group, words in zip(groups, run.words, strict=True):
            bases[group] = next_unit
            next_unit += words
    renamed = renamed_to(form.module, form.kernel, webs, bases)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for run in runs:
        target = targets[_groups(form, run)]
        for load in run.loads:
            changes[order[load], order[load] + 1] = ()
        item = renamed.instruction(order[run.place])
        wide = _wide_load(item.op, target, run.offset, renamed.arch, form.kernel.wave_size)
        changes[order[run.place], order[run.place] + 1] = (new_instruction(wide, item.line),)
    return KernelForm(spliced(renamed, changes), form.name)


def _wide_load(op: Op, target: RegRef, offset: int, arch: str, wave: int) -> Op:
    """The load of as many words as ``target`` has, from another load's address."""
    registers = [target, *(operand.reg for operand in op.operands[1:])]
    address = [_first(o.reg) if o.reg is not None and o.reg.is_vgpr else o.text for o in op.operands[1:]]
    dst = _first(target)
    text = f"global_load_b{32 * target.count} {', '.join(str(part) for part in (dst, *address))}"
    plain = read_op(f"{text} offset:{offset}" if offset else text, arch, wave)

    def register(ref: RegUse) -> RegRef:
        return registers[ref.operand] or ref.reg

    return noted(rename_registers(plain, register), {flag: op.flag(flag) for flag in (SHARED, UNWRITTEN)})


def _first(register: RegRef) -> RegRef:
    """A tuple of as many registers, from ``v0`` on."""
    return RegRef(0, register.count)


def _placed(form: KernelForm, limit: int, work: int, seed: int) -> Module | None:
    """The kernel with real registers, those that dual and matrix instructions name on the banks that they have."""
    virtual = {group.id for group in form.webs.groups if group.base >= VIRTUAL_BASE}
    banks = {g: at for g, at in present_banks(form.module, form.cfg, form.webs).items() if g not in virtual}
    return in_registers(form, limit, work, seed, banks)
