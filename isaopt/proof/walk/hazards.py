"""Hazards that the hardware leaves to software: B must not have one that A has not, nor what the guides forbid.

The rules are lint's: they look at one kernel by itself.  What this adds to the proof is that both kernels' instructions
get the operands that the text names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from isaopt.asm.printer import print_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.registers import EXEC_LO, VCC_HI, VCC_LO
from isaopt.isa.types import OperandType
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.registry import all_rules, get_rule
from isaopt.linting.rules.expert import missing_interlocks
from isaopt.linting.rules.hazards_sgpr import early_mask_reads, early_scalar_reads
from isaopt.linting.run import lint_module, standard_context
from isaopt.linting.traits import traits_of
from isaopt.proof.semantics.risks import Past, Risks
from isaopt.proof.types import Difference
from isaopt.target.arch import get_arch
from isaopt.target.vopd import overwrites_source
from isaopt.target.vopd_ops import half_of

_RULES = (
    "trans-use",
    "wmma-source",
    "vcmpx-permlane",
    "valu-partial-forwarding",
    "valu-mask-write",
    "vopd-interlock",
    "vopd-dpp-source",
    "sgpr-read",
    "dst-overlap",
    "dealloc-vgprs",
    "clause-members",
    "buffer-offset",
    "vopd-dst-parity",
    "vopd-src0-bank",
    "vopd-src1-bank",
    "vopd-src2-parity",
    "vopd-scalar-limit",
    "vopd-literal",
    "vopd-operands",
    "vopd-opx",
    "constant-bus",
    "literal-count",
    "barrier-halves",
    "expert-wait",
)


#: What compilers emit, so that other registers, another order or another pair may not count.
_EMITTED = frozenset(("vopd-interlock", "vopd-dpp-source", "sgpr-read", "valu-mask-write"))
#: What may spoil the results of an instruction: the walk tells spoilt values from sound ones
#: (:meth:`isaopt.proof.semantics.machine.SideExecution.spoilt`).
_SPOILING = _EMITTED | {"trans-use", "wmma-source", "vcmpx-permlane", "valu-partial-forwarding", "dst-overlap"}
#: What compilers leave on some paths and depends on few vector ALU instructions before: the walk asks for it on each
#: path that it takes.
_BY_PATH = frozenset(("vopd-interlock", "vopd-dpp-source"))
#: One of these that A has on some paths only is no excuse, as B may have it on others.
_ON_EVERY_PATH = _SPOILING - _BY_PATH - {"dst-overlap"}
#: Of reads that lint reports only once, every one; and what only the stricter of two readings forbids.
_EVERY: dict[str, Callable[[Context], Iterable[Finding]]] = {
    "sgpr-read": early_scalar_reads,
    "valu-mask-write": early_mask_reads,
    "expert-wait": partial(missing_interlocks, strict=True),
}
#: Where B may have none: what comes of it is known of no result, and the same instruction may be executed elsewhere.
_NEVER = frozenset(_RULES) - _SPOILING
#: Of these, what is checked more strictly than by lint.
_STRICT = _NEVER & _EVERY.keys()


def compare_hazards(before: Module, after: Module, kernel: Kernel) -> Iterator[Difference]:
    """A difference for each hazard of B that A has not at the same instruction, those aside that compilers emit."""
    theirs = _errors(after, kernel, frozenset(_RULES) - _EMITTED)
    if not theirs:
        return
    found = _certain(before, kernel, _errors(before, kernel, frozenset(_RULES) - _EMITTED))
    allowed = Counter((f.rule, print_op(before.instruction(index).op)) for index, f in found)
    for index, finding in theirs:
        item = after.instruction(index)
        what = finding.rule, print_op(item.op)
        if allowed[what] > 0 and finding.rule not in _NEVER:
            allowed[what] -= 1
        else:
            yield Difference(f"{finding.message} [{finding.rule}]", 0, item.line)


def spoiling_hazards(before: Module, after: Module, kernel: Kernel) -> tuple[Risks, Risks]:
    """Those of the hazards that may spoil results; of a kind of which B has none, none of A's: that they spoil nothing
    is one thing that A may do."""
    theirs = _spoiling(after, after.kernel(kernel.name), False)
    mine = _spoiling(before, kernel, True) if theirs else Risks()
    always, at_times = (frozenset[str]().union(*rules.values()) for rules in (theirs.always, theirs.at_times))
    return replace(mine, always=_of_kinds(mine.always, always), at_times=_of_kinds(mine.at_times, at_times)), theirs


def _of_kinds(rules: Mapping[int, frozenset[str]], kinds: frozenset[str]) -> dict[int, frozenset[str]]:
    return {index: found & kinds for index, found in rules.items() if found & kinds}


def _spoiling(module: Module, kernel: Kernel, certain: bool) -> Risks:
    """``certain``: without what may be on some paths only."""
    rules: dict[int, frozenset[str]] = {}
    at_times: dict[int, frozenset[str]] = {}
    found = _errors(module, kernel, _SPOILING)
    for index, finding in _certain(module, kernel, found) if certain else found:
        into = at_times if finding.rule in _BY_PATH else rules
        into[index] = into.get(index, frozenset()) | {_kind(finding)}
    arch = get_arch(module.arch)
    for index, item in module.instructions(kernel):
        if item.op.pair is not None and overwrites_source(arch, *(half_of(arch, half) for half in item.op.pair)):
            rules[index] = rules.get(index, frozenset()) | {"dual-order"}
        if kernel.wave_size == 64 and (_overwrites_source(item.op) or _shares_mask(item.op)):
            rules[index] = rules.get(index, frozenset()) | {"wave64-source"}
    traits = [(index, traits_of(item.op)) for index, item in module.instructions(kernel)] if at_times else []
    return Risks(
        rules,
        at_times,
        cache(partial(_behind, module, kernel)),
        certain,
        frozenset(index for index, found in traits if found.valu),
        1 + max(arch.vector_window(trans) for trans in (False, True)),
        frozenset(index for index, found in traits if found.drains_valu),
        frozenset(index for index, found in traits if "va_vdst" in found.waits),
    )


def _kind(finding: Finding) -> str:
    """What A may spoil by one reading of the sources only is no excuse for what B spoils by all."""
    return finding.rule if finding.severity is Severity.ERROR else f"{finding.rule}, perhaps"


def _behind(module: Module, kernel: Kernel, past: Past, index: int) -> frozenset[str]:
    """What an instruction breaks of the rules that depend on the way to it, behind these instructions."""
    code = [module.items[item] for item in (*past, index) if item >= 0]
    kernel = replace(kernel, first=0, last=len(code))
    path = replace(module, items=tuple(replace(item, line=n) for n, item in enumerate(code, 1)), kernels=(kernel,))
    context = Context(path, kernel, all_rules(), (0,) * len(code))
    found = (f for name in sorted(_BY_PATH) for f in get_rule(name).check(context))
    return frozenset(_kind(f) for f in found if f.line == len(code) and _counts(f))


def _overwrites_source(op: Op) -> bool:
    """Whether a mask that the first half of a wave64 writes is a scalar that the second one still reads (RDNA3 ISA
    guide, "Wave64 Destination Restrictions")."""
    written, read = {EXEC_LO}.intersection(op.implicit_defs) if op.desc.is_vector else set[int](), set[int]()
    for index, (operand, desc) in enumerate(zip(op.operands, op.desc.operands, strict=False)):
        reg = operand.reg
        if reg is None or reg.is_vgpr:
            continue
        if desc.role == "def" and desc.type is OperandType.MASK:
            written.add(reg.first)
        elif desc.role == "use":
            read.update(reg.units[1:] if index in op.desc.masks_read else reg.units)
    return not written.isdisjoint(read)


def _shares_mask(op: Op) -> bool:
    """Whether a mask of lanes, of which the second half of a wave64 reads the next register, is another source as well
    (RDNA3 ISA guide, 7.2.2.3)."""
    sources = [(i, o.reg) for i, o in enumerate(op.operands) if o.reg is not None and op.desc.operands[i].role == "use"]
    masks = {u for i, reg in sources if i in op.desc.masks_read for u in reg.units}
    masks |= {VCC_LO, VCC_HI} if op.desc.reads_vcc_mask else set()
    return any(not masks.isdisjoint(reg.units) for i, reg in sources if i not in op.desc.masks_read)


def _errors(module: Module, kernel: Kernel, names: frozenset[str]) -> list[tuple[int, Finding]]:
    """The findings that are errors, each with its item."""
    # A comment that allows a finding changes nothing for the hardware.
    rules = [get_rule(name) for name in _RULES if name not in _STRICT]
    found = (*lint_module(module, rules, [kernel.name], allowances=False), *_strict(module, kernel.name, names))
    if not any(f.rule in names and _counts(f) for f in found):
        return []
    numbered = _numbered(module)
    rules = [replace(r, check=_EVERY.get(r.id, r.check)) for r in map(get_rule, _RULES) if r.id in names]
    return [(f.line - 1, f) for f in lint_module(numbered, rules, [kernel.name], allowances=False) if _counts(f)]


def _numbered(module: Module) -> Module:
    """The module with the numbers of its items as lines, as copies of an instruction have its line."""
    return replace(module, items=tuple(replace(item, line=n) for n, item in enumerate(module.items, 1)))


def _certain(module: Module, kernel: Kernel, found: list[tuple[int, Finding]]) -> list[tuple[int, Finding]]:
    """The findings without those that may be on some paths only."""
    names = _ON_EVERY_PATH.intersection(finding.rule for _, finding in found)
    if not names:
        return found
    numbered = _numbered(module)
    own = standard_context(numbered, numbered.kernel(kernel.name))
    context = replace(own, every_path=True, _facts={}, _findings={})
    sure = [f for name in sorted(names) for f in _EVERY.get(name, get_rule(name).check)(context) if _counts(f)]
    return [*((i, f) for i, f in found if f.rule not in names), *((f.line - 1, f) for f in sure)]


def _strict(module: Module, kernel: str, names: frozenset[str]) -> Iterator[Finding]:
    """The findings of the rules that are checked more strictly than by lint, whose own are found once per module."""
    family = get_arch(module.arch).family
    for name in sorted(names & _STRICT):
        if family in get_rule(name).families:
            yield from _EVERY[name](standard_context(module, module.kernel(kernel)))


#: Rules whose warnings count, too: what only later compilers avoid, and what has merely been reported to go wrong.
_WARNINGS = frozenset(("valu-mask-write", "vopd-dpp-source"))


def _counts(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR or finding.rule in _WARNINGS
