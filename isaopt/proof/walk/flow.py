"""Control flow of a kernel as the proof sees it: blocks with their exits and conditions; and the pairs of blocks still
reachable, as far as an unfinished proof knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TypeVar

from isaopt.graphs import descendants, fixpoint, reachable, reverse_post_order
from isaopt.ir.program import Directive, Instruction, Item, Kernel, Label, Module, Op, OperandKind, Verbatim
from isaopt.isa.hardware_registers import MODE, SCHED_MODE, HardwareField
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, NUM_TTMPS, SCC, TTMP_BASE, VCC_HI, VCC_LO
from isaopt.isa.types import OperandType
from isaopt.judge.waits import is_wait, wait_of
from isaopt.proof.types import CannotProve
from isaopt.target.arch import get_arch

Pair = tuple[int, int]
#: The pair that an edge leaves, and which of its edges it is; (-1, -1) stands for the start of the kernel.
Source = tuple[Pair, int]
START: Pair = (-1, -1)
Node = TypeVar("Node", int, Pair)
State = TypeVar("State")


_CONDITIONS = {
    "s_cbranch_scc0": ("scc", False),
    "s_cbranch_scc1": ("scc", True),
    "s_cbranch_vccz": ("vcc", False),
    "s_cbranch_vccnz": ("vcc", True),
    "s_cbranch_execz": ("exec", False),
    "s_cbranch_execnz": ("exec", True),
}
#: Control flow, indexing and issue modes outside the model.
_REFUSED = re.compile(
    r"s_(setpc|swappc|call|rfe|cbranch_(?!exec|vcc|scc)|subvector|endpgm_|set_gpr_idx|movrel|alloc_vgpr|setkill|wait_event)"
    r"|v_illegal|v_movrel|v_swaprel|(lds|ds)_(param|direct)_load|exp(ort)?\b|image_|v_interp|ds_gws|ds_ordered|ds_\w+_gs_reg"
)
_SILENT = re.compile(
    r"\.(p2align|align|balign|loc|file|cfi_\w+|set|size|type|globl|global|weak|protected|hidden|local|ident)$"
)
#: Without a value they fill with s_nop.
_ALIGN = frozenset([".p2align", ".align", ".balign"])
#: Turns on expert scheduling mode; what it then takes to be right is compared as other hazards are.
_EXPERT = HardwareField(SCHED_MODE, 0, 2), 2
#: The bits of MODE that enable exceptions, and a trap after each instruction (RDNA3 ISA guide, 3.4.2): then a result
#: that nothing uses is noticed.
_EXCEPTIONS = 0x7FF << 11
#: With this bit of its operand ``s_sleep`` has no end of its own (RDNA4 ISA guide, S_SLEEP).
_FOREVER = 0x8000
_EXEC_AND_M0 = frozenset((EXEC_LO, EXEC_HI, M0))
#: Of these a scalar instruction names one at most (RDNA3 ISA guide, 6.2).
_HARDWARE = frozenset((EXEC_LO, M0, SCC))
#: Hardware registers that may be read: MODE, clocks, and what is fixed when a wave starts.  The others tell of SCC,
#: EXEC, exceptions, outstanding accesses or allocated registers, which a proof does not follow up to there, or where
#: scratch is in global memory, from which it is taken to be apart.
_READABLE = re.compile(r"hwreg\(\s*(HW_REG_(WAVE_)?(MODE|HW_ID\d?|LDS_ALLOC|SHADER_CYCLES\w*|SH_MEM_BASES)|0*1)\s*[,)]")
_COMMENT = re.compile(r"/\*.*?\*/|(;|//|^\s*#).*?$", re.S | re.M)


@dataclass(frozen=True, slots=True)
class Exit:
    """How a block ends.

    ``kind``: ``end``, ``go`` (to ``target``) or ``if``: to ``target`` if ``mask`` (``scc``, ``vcc``, ``exec``) is
    nonzero and ``sense`` is true, or zero and it is false, else to ``fallthrough``.
    """

    kind: str
    target: int = -1
    fallthrough: int = -1
    mask: str = ""
    sense: bool = True


@dataclass(frozen=True, slots=True)
class ProofBlock:
    """``body``: item indices without the branch; ``line``: of the first item; ``last``: item index of the branch."""

    label: str
    line: int
    body: tuple[int, ...]
    exit: Exit
    last: int
    successors: frozenset[int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "successors", frozenset((self.exit.target, self.exit.fallthrough)) - {-1})


@dataclass(frozen=True, slots=True)
class ProofFlow:
    """Blocks of a kernel, entry first.

    ``joins`` are those with several ways in.  ``loops`` are those that an edge leads to from a block that a search in
    depth from the entry leaves earlier: every cycle has one, and where it has one way in, that is it, wherever the text
    has it.  ``heads`` are joins that control may come to again: a loop may be entered in its middle, and go round by
    falling through.
    """

    blocks: tuple[ProofBlock, ...]
    joins: frozenset[int]
    loops: frozenset[int]
    heads: frozenset[int]

    def states(
        self, start: State, transfer: Callable[[int, State], State], join: Callable[[State, State], State]
    ) -> dict[int, State]:
        """The state on entry to each reachable block, by number; see :func:`isaopt.graphs.fixpoint`."""
        return fixpoint({0: start}, lambda number: self.blocks[number].successors, transfer, join)


def build_flow(module: Module, kernel: Kernel) -> ProofFlow:
    """The blocks of a kernel; raises :class:`CannotProve` for control flow outside the model."""
    runs: list[list[int]] = [[]]
    labels: dict[str, int] = {}
    names: dict[int, str] = {}
    for index in range(kernel.first, kernel.last):
        item = module.items[index]
        if isinstance(item, Label):
            if runs[-1]:
                runs.append([])
            labels[item.name] = len(runs) - 1
            names.setdefault(len(runs) - 1, item.name)
        elif isinstance(item, Instruction):
            _refuse(item, get_arch(module.arch).family)
            if runs[-1] and _grouped(module.instruction(runs[-1][-1]).op, item.op):
                raise CannotProve("a scalar cache is invalidated beside another scalar access", item.line)
            runs[-1].append(index)
            if item.op.mnemonic.startswith(("s_branch", "s_cbranch", "s_endpgm")):
                runs.append([])
        else:
            _check_silent(item)
    blocks = []
    for number, run in enumerate(runs):
        line = module.items[run[0]].line if run else 0
        if run and module.instruction(run[-1]).op.aborts and not any(runs[number + 1 :]):
            blocks.append(ProofBlock(names.get(number, f"line {line}"), line, tuple(run), Exit("end"), run[-1]))
            continue
        out = _exit(module, run, number, len(runs), labels)
        branch = out.kind != "go" or (bool(run) and module.instruction(run[-1]).op.mnemonic == "s_branch")
        body = tuple(run[:-1] if branch else run)
        blocks.append(ProofBlock(names.get(number, f"line {line}"), line, body, out, run[-1] if run else -1))
    targets = [block.successors for block in blocks]
    order = {n: place for place, n in enumerate(reverse_post_order([0], targets.__getitem__))}
    loops = (t for n, place in order.items() for t in targets[n] if order[t] <= place)
    joins = _joins(targets)
    heads = frozenset(join for join in joins if join in descendants(join, targets.__getitem__))
    return ProofFlow(tuple(blocks), joins, frozenset(loops), heads)


def numbered(flow: ProofFlow, counts: Mapping[int, int], times: int) -> ProofFlow:
    """The same control flow with ``times`` copies of every block, which tell how often something has happened, modulo
    that number; ``counts``: how often it happens in a block."""
    size = len(flow.blocks)

    def moved(block: ProofBlock, copy: int) -> ProofBlock:
        target, other = (n + size * copy if n >= 0 else n for n in (block.exit.target, block.exit.fallthrough))
        return replace(block, exit=replace(block.exit, target=target, fallthrough=other))

    blocks = [
        moved(block, (copy + counts.get(number, 0)) % times)
        for copy in range(times)
        for number, block in enumerate(flow.blocks)
    ]

    def copies(numbers: frozenset[int]) -> frozenset[int]:
        return frozenset(number + size * copy for number in numbers for copy in range(times))

    return ProofFlow(tuple(blocks), copies(flow.joins), copies(flow.loops), copies(flow.heads))


def unreached(entering: Mapping[Pair, Collection[Source]]) -> list[tuple[Pair, Source]]:
    """Edges that lead on only from themselves: those of loops into which no way leads any more."""
    leading: dict[Pair, set[Pair]] = {}
    for target, sources in entering.items():
        for source, _ in sources:
            leading.setdefault(source, set()).add(target)
    known = reachable([START], lambda pair: leading.get(pair, ()))
    return [(target, s) for target, sources in entering.items() for s in sources if s[0] not in known]


def _joins(targets: Sequence[Set[int]]) -> frozenset[int]:
    ways = Counter(target for number in reachable([0], targets.__getitem__) for target in targets[number])
    return frozenset(target for target, count in ways.items() if count > 1) | ({0} & ways.keys())


def _refuse(item: Instruction, family: str) -> None:
    name = item.op.mnemonic
    if is_wait(item.op) and ((wait := wait_of(item.op, family)) is None or wait.unknown or wait.beyond):
        raise CannotProve(f"'{item.text.strip()}': what it waits for is not known", item.line)
    if _REFUSED.match(name) or item.op.desc.encoding == "unknown" or item.op.flag("unknown"):
        raise CannotProve(f"'{name}' is not modelled", item.line)
    targets = zip(item.op.operands, item.op.desc.operands, strict=False)
    if item.op.implicit_defs and any(d.role == "def" and o.text == "null" for o, d in targets):
        # RDNA3 ISA guide: it does by 3.4.4, and does not by 6.2.
        raise CannotProve(f"whether '{name}' with the destination null writes SCC is not known", item.line)
    for half in item.op.halves if item.op.desc.is_vector else ():
        for operand, desc in zip(half.operands, half.desc.operands, strict=False):
            # RDNA3 ISA guide, 7.1 and 3.4.6: neither takes a result, and no mask of lanes is in the latter two.
            forbidden = _EXEC_AND_M0 if desc.role != "use" else {M0, EXEC_HI} if desc.type is OperandType.MASK else ()
            if operand.reg is not None and operand.reg.first in forbidden:
                raise CannotProve(f"'{item.text.strip()}' may not name {operand.text} there", item.line)
    if (item.op.sends or name.startswith("v_s_")) and {VCC_LO, VCC_HI} & {*item.op.defs}:
        raise CannotProve(f"'{name}' leaves VCC or VCCZ undefined", item.line)  # RDNA3 ISA guide, 5.1; RDNA4, 7.10
    if item.op.flag("salu") and len(_HARDWARE & {*item.op.uses}) > 1:
        raise CannotProve(f"'{item.text.strip()}' reads more than one of EXEC, M0 and SCC", item.line)
    if item.op.modifier("gds") is not None:
        raise CannotProve("GDS, which reads its data late, is not modelled", item.line)
    if item.op.sends and item.op.message is None:
        raise CannotProve(f"'{item.text.strip()}': which message it sends is not known", item.line)
    written = item.op.sets_register
    if written is not None and written != _EXPERT:
        field, value = written
        text = item.op.operands[0].text
        if field is None or field.name != MODE:
            # Others switch interlocks off, hold the base of scratch, or say which exceptions are taken.
            raise CannotProve(f"'{text}' may change what other instructions do", item.line)
        most = (1 << field.size) - 1
        if (most if value is None else value & most) << field.offset & _EXCEPTIONS:
            raise CannotProve(f"'{text}' may enable exceptions, which a proof does not follow", item.line)
    if name == "s_sleep" and (not isinstance(ticks := item.op.operands[0].value, int) or ticks & _FOREVER):
        raise CannotProve(f"'{item.text.strip()}' may not end until another wave wakes this one", item.line)
    if name.startswith("s_getreg") and not _READABLE.match(item.op.operands[-1].text):
        raise CannotProve(f"'{item.op.operands[-1].text}' may read state that the proof does not model", item.line)
    if name != "s_mov_b32" and any(TTMP_BASE <= unit < TTMP_BASE + NUM_TTMPS for unit in item.op.defs):
        raise CannotProve(f"'{name}' writes a register that only a trap handler can write", item.line)


def _grouped(*ops: Op) -> bool:
    """Whether neighbours are one group of accesses by the scalar cache with an invalidate among them, which must be in
    one by itself (RDNA3 ISA guide, 8.3)."""
    return all(op.flag("smem") for op in ops) and any(op.desc.cache is not None for op in ops)


def _check_silent(item: Item) -> None:
    if isinstance(item, Directive):
        if not _SILENT.match(item.name) or (item.name in _ALIGN and "".join(item.args.split(",")[1:2]).strip()):
            raise CannotProve(f"directive '{item.name}' appears between instructions", item.line)
    elif isinstance(item, Verbatim) and _COMMENT.sub("", item.text).strip():
        raise CannotProve("text that is no instruction appears between instructions", item.line)


def _exit(module: Module, run: list[int], position: int, count: int, labels: dict[str, int]) -> Exit:
    following = position + 1
    if not run:
        return Exit("go", following) if following < count else Exit("off")
    last = module.instruction(run[-1])
    name = last.op.mnemonic
    if name.startswith("s_endpgm"):
        return Exit("end")
    if name == "s_branch":
        return Exit("go", _target(last, labels))
    if following >= count:
        raise CannotProve("control can run past the end of the kernel", last.line)
    if name in _CONDITIONS:
        mask, sense = _CONDITIONS[name]
        return Exit("if", _target(last, labels), following, mask, sense)
    return Exit("go", following)


def _target(item: Instruction, labels: dict[str, int]) -> int:
    operand = item.op.operands[0]
    if operand.kind is not OperandKind.EXPR or operand.text not in labels:
        raise CannotProve(f"branch target '{operand.text}' is not a label of this kernel", item.line)
    return labels[operand.text]
