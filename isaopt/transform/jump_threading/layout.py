"""Writes the copies of a threaded loop into a kernel: their order, labels and branches."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import NewLabels, spliced
from isaopt.ir.program import Item, Kernel, Label, Module, Op
from isaopt.transform.jump_threading.plan import Edges, Node

_OPPOSITE = {
    "s_cbranch_scc0": "s_cbranch_scc1",
    "s_cbranch_scc1": "s_cbranch_scc0",
    "s_cbranch_vccz": "s_cbranch_vccnz",
    "s_cbranch_vccnz": "s_cbranch_vccz",
    "s_cbranch_execz": "s_cbranch_execnz",
    "s_cbranch_execnz": "s_cbranch_execz",
}


def in_line(edges: dict[Node, Edges], first: Node, hot: bool | None) -> list[Node]:
    """The copies in an order in which control mostly falls through, those of the ``hot`` outcome first."""
    sequence: list[Node] = []
    placed: set[Node] = set()
    waiting = [first]
    while waiting:
        waiting.sort(key=lambda n: (n[1] is not None, n[1] is not hot))
        node: Node | None = waiting.pop(0)
        while node is not None and node not in placed:
            placed.add(node)
            sequence.append(node)
            out = edges[node]
            following = [n for n in (out.after, out.taken) if n is not None and n in edges and n not in placed]
            following.sort(key=lambda n: n[1] is not None and n[1] is not hot)
            waiting += [n for n in following[1:] if n not in waiting]
            node = following[0] if following else None
    return sequence


class ThreadedLayout:
    """Lays out a kernel whose loop is replaced by copies of its blocks.

    The first copy of a block keeps its labels, comments and directives; later ones have only its instructions.
    """

    def __init__(
        self,
        module: Module,
        kernel: Kernel,
        cfg: CFG,
        loop: Collection[int],
        sequence: Sequence[Node],
        edges: dict[Node, Edges],
    ) -> None:
        self.module, self.kernel, self.cfg, self.edges = module, kernel, cfg, edges
        self.low, self.high = min(loop), max(loop)
        # A block of the loop without a copy is one that no outcome reaches any more.
        others = [b for b in range(self.low, self.high + 1) if b not in loop]
        self.sequence: list[Node] = [*sequence, *((b, None) for b in others)]
        self.inside = set(self.sequence)
        self.names = NewLabels(module)
        # Something branches back into the loop, to a label.
        self.stem = next(cfg.blocks[b].label for b in sorted(loop) if cfg.blocks[b].label)
        self.label_of: dict[Node, str] = {}
        self.first_copy: dict[int, Node] = {}
        for node in self.sequence:
            self.first_copy.setdefault(node[0], node)

    def result(self) -> Module:
        """The kernel with the copies in place of the loop."""
        written = [self.written(node, self.following(at)) for at, node in enumerate(self.sequence)]
        items: list[Item] = []
        for node, body in zip(self.sequence, written, strict=True):
            name = self.label_of.get(node)
            if name is not None and self.own_label(node) != name:
                items.append(Label(f"{name}:\n", self.line_of(node), 1, name))
            items += body
        changes: dict[tuple[int, int], Sequence[Item]] = {(self.start(self.low), self.end(self.high)): items}
        for node, name in self.label_of.items():
            if node not in self.inside and self.own_label(node) != name:
                at = self.cfg.blocks[node[0]].instructions[0]
                changes[at, at] = [Label(f"{name}:\n", self.line_of(node), 1, name)]
        if self.low > 0:
            self.drop_jump(self.low - 1, changes)
        return spliced(self.module, changes)

    def drop_jump(self, block: int, changes: dict[tuple[int, int], Sequence[Item]]) -> None:
        """Deletes the jump at the end of a block to the block that now follows it."""
        index = self.cfg.blocks[block].instructions[-1]
        goes = self.cfg.blocks[block].taken
        if (
            self.module.instruction(index).op.mnemonic == "s_branch"
            and goes is not None
            and (goes, None) == self.sequence[0]
        ):
            changes[index, index + 1] = ()

    def start(self, block: int) -> int:
        """The index of the first item that belongs to the block."""
        first = self.cfg.blocks[block].instructions[0]
        if block == 0:
            return first
        return self.cfg.blocks[block - 1].instructions[-1] + 1

    def end(self, block: int) -> int:
        return self.cfg.blocks[block].instructions[-1] + 1

    def line_of(self, node: Node) -> int:
        return self.module.items[self.cfg.blocks[node[0]].instructions[0]].line

    def following(self, at: int) -> Node | None:
        """The node after that place of the sequence."""
        if at + 1 < len(self.sequence):
            return self.sequence[at + 1]
        return (self.high + 1, None) if self.high + 1 < len(self.cfg.blocks) else None

    def own_label(self, node: Node) -> str:
        """The label that a branch can use and that stands in the copy already."""
        return self.cfg.blocks[node[0]].label if self.first_copy.get(node[0], node) == node else ""

    def label(self, node: Node) -> str:
        """The name of the copy for a branch to it."""
        known = self.label_of.get(node) or self.own_label(node)
        if not known:
            known = self.names.new(self.cfg.blocks[node[0]].label or self.stem, "thread")
        self.label_of[node] = known
        return known

    def written(self, node: Node, following: Node | None) -> list[Item]:
        block = self.cfg.blocks[node[0]]
        whole = self.first_copy[node[0]] == node
        span = range(self.start(node[0]), self.end(node[0])) if whole else block.instructions
        body: list[Item] = [self.module.items[i] for i in span]
        last = self.module.instruction(block.instructions[-1]).op
        out = self.edges.get(node)
        if out is None:
            # A block outside the loop: only its fall-through successor may have moved.
            out = Edges(
                None if block.taken is None else (block.taken, None),
                None if block.fallthrough is None else (block.fallthrough, None),
            )
        if is_branch(last):
            body.pop()
        return body + self.branches(last, out, following, self.module.items[block.instructions[-1]].line)

    def branches(self, last: Op, out: Edges, following: Node | None, line: int) -> list[Item]:
        """The branches at the end of a copy, given what follows it."""
        texts: list[str] = []
        only = out.after if out.taken is None else out.taken if out.after is None else None
        if out.taken is not None and out.after is not None and out.taken != out.after:
            if out.taken == following:
                texts.append(f"{_OPPOSITE[last.mnemonic]} {self.label(out.after)}")
            else:
                texts.append(f"{last.mnemonic} {self.label(out.taken)}")
                only = out.after
        elif out.taken is not None:
            only = out.taken
        if only is not None and only != following:
            texts.append(f"s_branch {self.label(only)}")
        ops = [read_op(text, self.module.arch, self.kernel.wave_size) for text in texts]
        return [new_instruction(op, line) for op in ops]
