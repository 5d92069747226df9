"""The pass ``jump-threading``: a loop that tests one condition several times gets a copy for each outcome.

Compilers guard the loads of the next iteration, and the stores of the loaded values, with the same test in two places.
In each copy, the code between runs straight through: the copy that continues the loop has loads, arithmetic and stores
in one block, the copy that leaves it has neither loads nor stores.

If the loop begins with the test, the test moves to the end of the copy that continues, so that its body is one block
with one branch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.flow.cfg import is_branch
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.flow.loops import Loop, find_loops
from isaopt.ir.program import Kernel, Module, Op
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.arch import get_arch
from isaopt.target.sizes import size_of
from isaopt.transform.base import Declined, Part, PassResult, first_line, loop_part, unchanged
from isaopt.transform.dead import without_dead
from isaopt.transform.jump_threading.layout import ThreadedLayout, in_line
from isaopt.transform.jump_threading.plan import Edges, Follower, Node, SplitPlan, writes_exec

#: The most instructions of a test that is repeated at the end of the loop.
_MAX_TEST = 16
#: The most loops that are threaded in a kernel.
_MAX_LOOPS = 4


@dataclass(frozen=True, slots=True)
class JumpThreading:
    """``without``: lines of loops that stay as they are."""

    name: ClassVar[str] = "jump-threading"
    summary: ClassVar[str] = "copy loops for each outcome of a condition that they test several times"

    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its loops threaded, or as it is."""
        plain = stripped(module, kernel)
        notes: list[str] = []
        declined: tuple[Declined, ...] = ()
        parts: list[Part] = []
        for _ in range(_MAX_LOOPS):
            attempt = _ThreadSearch(plain, plain.kernel(kernel.name), self.without)
            found = attempt.run()
            # Copies keep the source lines of the original, so candidates that were declined before the first change are
            # reported once.
            declined = declined or tuple(attempt.declined)
            if found is None:
                break
            plain, note, part = found
            notes.append(note)
            parts.append(part)
        if not notes:
            return unchanged(module, "no-candidate", "no loop tests a condition twice", declined=declined)
        # The conditions of the branches that are gone.
        done = built(without_dead(plain, plain.kernel(kernel.name)), module, kernel)
        return PassResult(done, True, None, tuple(notes), (), declined, tuple(parts))


class _ThreadSearch:
    """Searches for one loop to thread."""

    def __init__(self, module: Module, kernel: Kernel, without: tuple[int, ...]) -> None:
        self.module, self.kernel, self.without = module, kernel, without
        self.cfg, self.ops = code_of(module, kernel)
        self.arch = get_arch(module.arch)
        self.declined: list[Declined] = []

    def run(self) -> tuple[Module, str, Part] | None:
        """The kernel with one loop threaded, the note for the report, and the loop."""
        for loop in find_loops(self.module, self.kernel, self.cfg):
            if first_line(self.module, self.cfg, loop.header) in self.without:
                continue
            if any(p not in self.cfg.reachable for b in loop.blocks for p in self.cfg.blocks[b].preds):
                continue  # code that nothing reaches jumps into the loop
            plan = self.best(loop)
            if plan is not None:
                return (*self.applied(loop, plan), loop_part(self.module, self.cfg, loop.header, loop.blocks))
        return None

    def last(self, block: int) -> Op:
        return self.ops[self.cfg.blocks[block].end - 1]

    def line(self, block: int) -> int:
        return self.module.items[self.cfg.blocks[block].instructions[-1]].line

    def best(self, loop: Loop) -> SplitPlan | None:
        """The split that decides the most branches; the reasons why branches that test the same condition stay
        undecided."""
        tests = [b for b in sorted(loop.own_blocks) if is_branch(self.last(b)) and self.last(b).mnemonic != "s_branch"]
        if len(tests) < 2:
            return None
        follower = Follower(self.cfg, self.ops, loop, self.kernel.wave_size)
        plain = follower.plan(None)
        if plain is None:
            return None
        known = {node[0] for node in plain.decided}
        found: list[tuple[int, int, SplitPlan]] = []
        for b in tests:
            plan = follower.plan(b)
            if plan is None or b in known:
                continue
            gain = len({n for n in plan.decided if n[1] is not None and n[0] not in known})
            if not gain:
                self.decline(b, follower)
            elif self.bytes_of(plan) > self.arch.icache_bytes:
                size = f"{self.bytes_of(plan)} bytes, and the instruction cache has {self.arch.icache_bytes}"
                self.declined.append(Declined(self.line(b), "code-size", f"the copies of the loop would take {size}"))
            elif _hot(loop, plan) is None:
                self.declined.append(Declined(self.line(b), "leaves-loop", "neither outcome stays in the loop"))
            else:
                found.append((-gain, b, plan))
        return min(found, key=lambda f: f[:2])[2] if found else None

    def decline(self, block: int, follower: Follower) -> None:
        name = self.last(block).mnemonic
        if name in ("s_cbranch_execz", "s_cbranch_execnz"):
            self.declined.append(
                Declined(self.line(block), "not-uniform", f"{name} tests lanes, not a uniform condition")
            )
        elif not follower.has_lane and any(writes_exec(op) for op in self.ops):
            self.declined.append(
                Declined(
                    self.line(block), "exec-changes", "it is not known that a lane is active, and later tests read EXEC"
                )
            )
        else:
            self.declined.append(
                Declined(self.line(block), "condition-differs", f"{name} decides no later branch of its loop")
            )

    def bytes_of(self, plan: SplitPlan) -> int:
        total = 0
        for b, _ in plan.edges:
            block = self.cfg.blocks[b]
            total += sum(size_of(op) for op in self.ops[block.first : block.end])
        return total

    def applied(self, loop: Loop, plan: SplitPlan) -> tuple[Module, str]:
        hot = _hot(loop, plan)
        edges = dict(plan.edges)
        first: Node = (loop.header, None)
        if plan.at == loop.header and len(self.cfg.blocks[loop.header].instructions) <= _MAX_TEST:
            _rotate(edges, first, hot)
        sequence = in_line(edges, first, hot)
        layout = ThreadedLayout(self.module, self.kernel, self.cfg, loop.blocks, sequence, edges)
        copies = len(plan.edges) - len({n[0] for n in plan.edges})
        where = f"line {self.line(plan.at)}" if plan.at is not None else "the loop"
        note = f"{len(plan.decided)} branches decided by the one at {where}, {copies} blocks copied"
        return layout.result(), note


def _hot(loop: Loop, plan: SplitPlan) -> bool | None:
    """The outcome that continues the loop, None if neither does; if both do, the one that falls through."""
    first: Node = (loop.header, None)
    round_again = {node[1] for node, e in plan.edges.items() if first in (e.taken, e.after)} - {None}
    if len(round_again) == 1:
        return round_again.pop()
    return False if round_again else None


def _rotate(edges: dict[Node, Edges], first: Node, hot: bool | None) -> None:
    """A second copy of the header, after the copies that continue the loop."""
    again: Node = (first[0], hot)
    ends = [n for n, e in edges.items() if n != first and n[1] is hot and {e.taken, e.after} == {first, None}]
    for node in ends:
        edges[node] = Edges(None, again)
    if ends:
        edges[again] = edges[first]
