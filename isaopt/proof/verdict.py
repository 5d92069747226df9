"""Translation validation: proves that kernel B computes the same as kernel A for every input, or says where that cannot
be shown.

What is proved.  For every launch, both kernels make the same changes to LDS, global memory and scratch, in an order
that the memory model of the target (LLVM AMDGPUUsage, memory model gfx11, gfx12) cannot tell from the other one, send
the same messages, meet the same barriers, take the corresponding branches, and end.  Nothing is taken from the passes.

How.  :mod:`.walk` runs both kernels symbolically from cut point to cut point; :mod:`.relation` finds what holds at a
cut point, lane by lane, from the kernel entry on, and weakens it round loops until it no longer changes;
:mod:`.ahead` lets a loop of B have computed what A's next rounds begin with; :mod:`.turns` and :mod:`.buffers` let it
have LDS elsewhere, and fewer barriers;
:mod:`.memory` keeps the effects of each space as a term; :mod:`.arrival` makes a register that is used before the wait
for its load an unknown; :mod:`.integers` has the normal forms of address arithmetic, and :mod:`.smt` asks an SMT solver
for what they leave open.

A kernel that is the same bytes in both files is not run.  What surrounds the code is compared as the assembler made
it, and every expression in the code is its value there: :mod:`.surroundings`.

What it rests on (the same list is in ``isaopt verify --help``):

* Floating-point operations are uninterpreted: equal operation, modifiers, MODE and operands, which may be swapped
  where IEEE 754 says so.  Which NaN payload comes out of two NaNs is left open.
* The instruction tables of :mod:`isaopt.target` are right about what an instruction reads and writes.
* Launches are as the metadata say: no workgroup is larger than ``.max_flat_workgroup_size``, or other than
  ``.reqd_workgroup_size``, there are no more of them than ``.max_num_workgroups_*``, and ``hidden_group_size_*`` hold
  their size.  A grid has less than 2^32 work-items each way.
* A wave has a lane; nothing reads what a lane that was never launched holds; matrix instructions run with every lane
  on.  A register that nothing has written holds any one value.
* Memory accesses of different lanes or waves that conflict without synchronisation are a race, whose outcome is open;
  those of one wave that may conflict keep their order.  Kernel arguments are not written while the kernel runs.
* An LDS address is register plus offset modulo 2^32.  What a load gives of LDS that no wave of the workgroup has
  written is open, at each load anew.  Neighbouring dwords of LDS that one kernel accesses together are all within it,
  or none is: what an access partly beyond its end does depends on its width (RDNA3 ISA guide, 3.3.4.1).
* A trap handler looks at no register and no scratch, and returns to registers as they were; that of ``s_trap 2`` does
  not return.
* Hazards that need other remedies than waits for memory (``s_nop``, ``s_waitcnt_depctr``, ``s_wait_alu``) are those
  that lint knows; B may have none that A has not (:mod:`.hazards`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, Protocol

from isaopt.account import WorkAccount
from isaopt.analysis.figures.launch_metadata import kernel_arguments
from isaopt.errors import UsageError
from isaopt.ir.choose import chosen_kernels
from isaopt.ir.program import Kernel, Module
from isaopt.proof.in_place import replaced_in_place
from isaopt.proof.semantics.buffers import Buffers
from isaopt.proof.semantics.facts import argument_named, is_read_only, offset_facts
from isaopt.proof.semantics.layout import LdsPadding
from isaopt.proof.semantics.state import new_world
from isaopt.proof.surroundings.pair import FilePair, pair_of
from isaopt.proof.terms.smt import EqualityProver
from isaopt.proof.types import CannotProve, Difference
from isaopt.proof.walk.hazards import compare_hazards, spoiling_hazards
from isaopt.proof.walk.layouts import layouts
from isaopt.proof.walk.program import ProofKernel
from isaopt.proof.walk.turns import take_turns
from isaopt.proof.walk.walk import Walk

#: What a JSON document can hold.
Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Status = Literal["proved", "not-proved", "different"]

#: Facts about a launch that a caller may state; the proof uses one only if it fails without.
ASSUMPTIONS: Mapping[str, str] = {
    "nonneg-index": "a per-lane index that A sign-extends or holds in 64 bits, and adds to a pointer, is not negative",
    "buffers-under-4gib": "the offset that a lane of A adds to a pointer, by unsigned or non-negative indices, "
    "is less than 4 GiB",
    "arg:NAME<4GiB": "buffers-under-4gib for accesses through one argument, by its name or its number from 0 on",
    "read-only-arguments": "what arguments point to that the metadata call read-only (`.actual_access`) is written by "
    "nobody while the kernel runs, and what A adds to one leads to no other buffer",
    "arg:NAME=read-only": "the same of one argument, whatever the metadata call it",
    "lds-in-bounds": "no lane of A accesses LDS beyond the bytes that the kernel's descriptor asks for",
    "lane-race-free": "between synchronisations, no lane accesses memory that another lane of its wave writes",
}
_RESTARTS = 6
#: With this share of the instructions the same, undefined registers are first matched by number.
_SAME = 0.9
#: Ways to look for a proof, in order: undefined registers matched by number; cut points at loops only; rounds of
#: loops matched by the number of accesses (1) or of computations (2).
_Way = tuple[bool, bool, int]
_WAYS: tuple[_Way, ...] = (
    (False, False, 0),
    (True, False, 0),
    (False, True, 0),
    (False, False, 1),
    (True, False, 1),
    (False, False, 2),
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A concrete input for which the kernels differ: the input, and what each leaves, as JSON values."""

    inputs: Mapping[str, Value]
    output_a: Mapping[str, Value]
    output_b: Mapping[str, Value]


class WitnessSearch(Protocol):
    """Runs both kernels on concrete inputs; None if no difference was seen."""

    def __call__(self, before: Module, after: Module, kernel: str) -> Witness | None: ...


@dataclass(frozen=True, slots=True)
class BlockProof:
    """A cut point: the labels (or lines) of the two blocks; ``status`` as for kernels."""

    a: str
    b: str
    status: str


@dataclass(frozen=True, slots=True)
class KernelProof:
    """``assumptions``: those that the proof used.  ``differences``: why it failed, the first one first."""

    name: str
    status: Status
    assumptions: tuple[str, ...]
    blocks: tuple[BlockProof, ...]
    differences: tuple[Difference, ...] = ()
    witness: Witness | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Verification:
    path_a: str
    path_b: str
    kernels: tuple[KernelProof, ...]

    @property
    def proved(self) -> bool:
        return all(k.status == "proved" for k in self.kernels)


def verify_modules(
    before: Module,
    after: Module,
    kernels: Sequence[str] = (),
    assumptions: Sequence[str] = (),
    witness: WitnessSearch | None = None,
    by_text: bool = True,
    account: WorkAccount | None = None,
) -> Verification:
    """Proves each kernel of ``before`` (or those named) equal to the one of that name in ``after``.

    ``assumptions`` are names from :data:`ASSUMPTIONS`; one about an argument contains its name. ``witness`` searches
    for a concrete difference if there is no proof. With ``by_text``, a kernel that assembles to the same bytes needs no
    other proof and may contain code that the prover cannot follow. Without an assembler nothing is proved. The proof
    ends without an answer when the ``account`` is used up.

    Raises:
        UsageError: a kernel or an assumption that does not exist.
    """
    check_assumptions(before, assumptions)
    chosen = chosen_kernels(before.kernels, kernels)
    if not chosen:
        raise UsageError("the file has no kernel", before.path)
    proofs = []
    pair = pair_of(before, after, () if by_text else tuple(kernel.name for kernel in chosen))
    for kernel in chosen:
        start = time.monotonic()
        proof = _prove_kernel(before, after, kernel, tuple(assumptions), pair, account or WorkAccount())
        proof = replace(proof, seconds=time.monotonic() - start)
        if proof.status != "proved" and witness is not None:
            found = witness(before, after, kernel.name)
            proof = replace(proof, status="different", witness=found) if found is not None else proof
        proofs.append(proof)
    if not kernels:
        known = {kernel.name for kernel in chosen}
        extra = [k.name for k in after.kernels if k.name not in known]
        proofs += [_failed(name, Difference("A has no kernel of that name")) for name in extra]
    return Verification(before.path, after.path, tuple(proofs))


def is_assumption(name: str) -> bool:
    """Whether a name is spelled like an assumption; an argument's may still name one that no kernel has."""
    return argument_named(name) is not None if name.startswith("arg:") else name in ASSUMPTIONS


def check_assumptions(module: Module, assumptions: Sequence[str]) -> None:
    """Raises :class:`UsageError` for an assumption that does not exist, or is about an argument that does not."""
    for name in assumptions:
        if not is_assumption(name):
            raise UsageError(f"no assumption is called '{name}' (assumptions: {', '.join(sorted(ASSUMPTIONS))})")
        argument = argument_named(name)
        if argument is None:
            continue
        facts = (offset_facts(kernel_arguments(module, k.name), (name,)) for k in module.kernels)
        if not any(found.arguments or found.unwritten for found in facts):
            raise UsageError(f"'{name}': no kernel has a pointer argument '{argument}' in its metadata")


def _failed(kernel: str, *differences: Difference) -> KernelProof:
    return KernelProof(kernel, "not-proved", (), (), differences)


def _prove_kernel(
    before: Module,
    after: Module,
    kernel: Kernel,
    allowed: tuple[str, ...],
    pair: FilePair,
    account: WorkAccount,
) -> KernelProof:
    try:
        other = after.kernel(kernel.name)
    except KeyError:
        return _failed(kernel.name, Difference("B has no kernel of that name"))
    outside = pair.outside(kernel, other)
    if pair.same(kernel.name):
        same = BlockProof(kernel.name, kernel.name, "proved")
        return KernelProof(kernel.name, "proved", (), (same,))
    outside += tuple(compare_hazards(before, after, kernel))
    if outside:
        return _failed(kernel.name, *outside)
    try:
        risks = spoiling_hazards(before, after, kernel)
        programs = (
            replace(_program(pair, kernel, 0), risks=risks[0]),
            replace(_program(pair, other, 1), risks=risks[1]),
        )
    except CannotProve as error:
        return _failed(kernel.name, _refusal(error))
    if replaced_in_place(programs, account):
        labels = zip(*((block.label for block in p.flow.blocks) for p in programs), strict=True)
        return KernelProof(kernel.name, "proved", (), tuple(BlockProof(a, b, "proved") for a, b in labels))
    proof: KernelProof | None = None
    most_facts = 0
    options = tuple(dict.fromkeys(((), tuple(name for name in allowed if not is_read_only(name)), allowed)))
    final = dict.fromkeys(options, False)
    # Where LDS ends may be noticed, unless it is shown to be reached nowhere: with LDS elsewhere.
    grown = programs[0].launched.lds != programs[1].launched.lds
    for (shared, loops_only, level), facts in product(() if grown else _ways(programs), options):
        if (final[facts] and not level) or (proof is not None and account.exhausted):
            continue
        if loops_only and all(p.flow.joins <= p.flow.loops for p in programs):
            continue  # the same cut points as before
        again, alone = _attempt(programs, facts, shared, loops_only, level, account=account)
        final[facts] = final[facts] or (alone and not level)
        # Of proofs that do not go through, the first one with all facts says most.
        if again.status == "proved" or proof is None or len(facts) > most_facts:
            proof, most_facts = again, len(facts)
        if proof.status == "proved":
            return proof
    for (way, layout, (those, buffers)), facts in product(_elsewhere(programs), options):
        if proof is None or (proof.status != "proved" and not account.exhausted):
            fresh = replace(layout) if layout is not None else None  # terms are those of one attempt
            again, _ = _attempt(those, facts, *way, buffers, account, fresh)
            proof = again if again.status == "proved" or proof is None else proof
    why = "B has more LDS, and it is not known to take turns with it, nor to pad it"
    return proof or _failed(kernel.name, Difference(why))


def _elsewhere(
    programs: tuple[ProofKernel, ProofKernel],
) -> Iterator[tuple[_Way, LdsPadding | None, tuple[tuple[ProofKernel, ProofKernel], Callable[[], Buffers] | None]]]:
    """Ways to look at kernels of which B may have LDS elsewhere: padded, in turns, or both."""
    turns = list(take_turns(programs))
    for layout in layouts(programs):
        yield from ((way, layout, (programs, None)) for way in _ways(programs))
        yield from ((_WAYS[0], layout, turn) for turn in turns)
    yield from ((_WAYS[0], None, turn) for turn in turns)


def _ways(programs: tuple[ProofKernel, ProofKernel]) -> Sequence[_Way]:
    """Which ways to try: rounds are matched where B has more code than A or more loops, first of all where its
    innermost loops have more accesses or it has much more code, as with loops unrolled, or where loops of A are gone:
    written out, they may be shorter than they were."""
    if _same_registers(*programs):
        return sorted(_ways_by_size(programs), key=lambda way: not way[0])
    return _ways_by_size(programs)


def _same_registers(a: ProofKernel, b: ProofKernel) -> bool:
    """Whether nearly all instructions are the same to the letter, so that registers were hardly renamed."""
    texts = [Counter(i.text.strip() for _, i in p.module.instructions(p.kernel)) for p in (a, b)]
    return (texts[0] & texts[1]).total() >= _SAME * texts[0].total()


def _ways_by_size(programs: tuple[ProofKernel, ProofKernel]) -> Sequence[_Way]:
    sizes, loops = [p.size for p in programs], [len(p.flow.loops) for p in programs]
    repeated = [p.repeated_accesses for p in programs]
    if loops[1] < loops[0] or repeated[1] > repeated[0] or 4 * sizes[1] > 5 * sizes[0]:
        return sorted(_WAYS, key=lambda way: not way[2])
    return _WAYS if sizes[1] > sizes[0] or loops[1] > loops[0] else [way for way in _WAYS if not way[2]]


def _attempt(
    programs: tuple[ProofKernel, ProofKernel],
    facts: tuple[str, ...],
    shared: bool,
    loops_only: bool,
    level: int,
    buffers: Callable[[], Buffers] | None = None,
    account: WorkAccount | None = None,
    layout: LdsPadding | None = None,
) -> tuple[KernelProof, bool]:
    """One proof under the given assumptions, restarted when something that it relied on turns out not to hold; the
    second result says whether another strategy (``shared``, ``loops_only``: see :class:`Walk`) would give the same
    answer, ``level`` aside. ``buffers``: how the kernels take turns with LDS; ``layout``: how B pads
    it."""
    kernel = programs[0].kernel
    try:
        prover = EqualityProver()
        world = new_world(programs[0].module, kernel, programs[0].launched, frozenset(facts))
        world.account = account or world.account
        world.layout = layout
        for _ in range(_RESTARTS):
            touched, dormant = set(world.touched), world.dormant
            world.committed.clear()
            world.relied_on_dormant = False
            world.buffers = buffers() if buffers is not None else None
            walk = Walk(world, programs, shared, loops_only, level)
            walk.run()
            failed = [s.difference for s in walk.segments.values() if s.difference is not None]
            if failed and prover.prove(world, walk.suspects):
                continue
            if dormant and not world.dormant and world.relied_on_dormant:
                continue
            if (world.touched - touched) & world.committed:
                continue
            break
        else:
            raise CannotProve("the proof reached no fixpoint")
    except CannotProve as error:
        return _failed(kernel.name, _refusal(error)), False
    except RecursionError:
        return _failed(kernel.name, Difference("the lane masks of this kernel are too complex to follow")), False
    blocks = []
    for pair, segment in sorted(walk.segments.items()):
        names = [programs[i].flow.blocks[pair[i]].label for i in (0, 1)]
        status = "not-proved" if failed else "proved"
        blocks.append(BlockProof(names[0], names[1], status if segment.difference is None else "not-proved"))
    # Before states are joined, and where A reads nothing undefined, there is only one way to run the kernels, once they
    # have come to a cut point; which of them that is depends on the way.
    final = not walk.joined and not world.touched and len(walk.segments) == 1
    proof = KernelProof(
        kernel.name,
        "not-proved" if failed else "proved",
        tuple(sorted(world.used)),
        tuple(blocks),
        tuple(failed),
    )
    return proof, final


def _refusal(error: CannotProve) -> Difference:
    lines = (error.line, 0) if error.side == 0 else (0, error.line)
    return Difference(error.message, *lines)


def _program(pair: FilePair, kernel: Kernel, side: int) -> ProofKernel:
    try:
        module, launched = pair.code(side, kernel)
        return ProofKernel.of(module, kernel, launched)
    except CannotProve as error:
        raise CannotProve(error.message, error.line, side) from None
