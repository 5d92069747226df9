"""Loops: the nest of natural loops, and trip counts where they are constant.

A natural loop is the header of a back edge (an edge to a dominator) with every block that reaches the back edge
without passing
through the header; loops of one header are one loop.  Cycles without such a header (irreducible) are not reported.
"""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.cfg import CFG
from isaopt.analysis.liveness import kernel_ops
from isaopt.ir.program import Kernel, Module, Op
from isaopt.ir.registers import SCC

_MAX_TRIPS = 1 << 20


@dataclass(frozen=True, slots=True)
class Loop:
    """``blocks`` includes inner loops', ``own_blocks`` does not; ``depth`` counts from 1; ``parent`` is an index or
    None.

    ``trip_count`` is how often the body runs each time the loop is entered, where that is a constant.
    """

    index: int
    header: int
    label: str
    blocks: frozenset[int]
    own_blocks: frozenset[int]
    depth: int
    parent: int | None
    trip_count: int | None


def find_loops(module: Module, kernel: Kernel, cfg: CFG) -> tuple[Loop, ...]:
    """The loops of a kernel, outer before inner, in layout order of their headers."""
    bodies: dict[int, set[int]] = {}
    for block in cfg.blocks:
        if block.index not in cfg.reachable:
            continue
        for s in block.succs:
            if cfg.dominates(s, block.index):
                body = bodies.setdefault(s, {s})
                todo = [block.index]
                while todo:
                    b = todo.pop()
                    if b not in body:
                        body.add(b)
                        todo.extend(p for p in cfg.blocks[b].preds if p in cfg.reachable)
    ops = kernel_ops(module, cfg)
    headers = sorted(bodies, key=lambda h: (-len(bodies[h]), h))
    parent_header = {
        h: min((g for g in headers if g != h and h in bodies[g]), key=lambda g: len(bodies[g]), default=None)
        for h in headers
    }
    depth: dict[int, int] = {}
    for h in headers:
        up = parent_header[h]
        depth[h] = 1 if up is None else depth[up] + 1
    order = sorted(headers, key=lambda h: (h, depth[h]))
    order.sort(key=lambda h: _chain(h, parent_header))
    index = {h: i for i, h in enumerate(order)}
    loops: list[Loop] = []
    for h in order:
        inner = set[int]().union(*(bodies[g] for g in headers if parent_header[g] == h))
        up = parent_header[h]
        loops.append(
            Loop(
                index[h],
                h,
                cfg.blocks[h].label,
                frozenset(bodies[h]),
                frozenset(bodies[h] - inner),
                depth[h],
                None if up is None else index[up],
                _trip_count(ops, cfg, h, bodies[h], inner),
            )
        )
    return tuple(loops)


def _chain(header: int, parent: dict[int, int | None]) -> tuple[int, ...]:
    """Headers from the outermost loop down to this one."""
    out = [header]
    up = parent[header]
    while up is not None:
        out.append(up)
        up = parent[up]
    return tuple(reversed(out))


def _trip_count(ops: list[Op], cfg: CFG, header: int, body: set[int], inner: set[int]) -> int | None:
    """The trip count of a loop whose only exit compares a scalar counter of constant start, step and bound."""
    exits = [(b, s) for b in body for s in cfg.blocks[b].succs if s not in body]
    latches = [b for b in cfg.blocks[header].preds if b in body]
    if len(exits) != 1 or len(latches) != 1:
        return None
    out, target = exits[0]
    latch = latches[0]
    block = cfg.blocks[out]
    if out in inner or not cfg.dominates(out, latch):
        return None
    last = block.first + len(block.instructions) - 1
    branch = ops[last].mnemonic
    if branch not in ("s_cbranch_scc0", "s_cbranch_scc1"):
        return None
    leave_on = (branch == "s_cbranch_scc1") == (target == block.taken)
    test = next((k for k in range(last - 1, block.first - 1, -1) if SCC in _defs(ops[k])), None)
    if test is None:
        return None
    compared = _comparison(ops[test])
    if compared is None:
        return None
    relation, signed, unit, bound = compared
    steps = [(b, k) for b in body for k in range(cfg.blocks[b].first, _end(cfg, b)) if unit in ops[k].defs]
    if len(steps) != 1:
        return None
    where, at = steps[0]
    step = _step(ops[at], unit)
    start = _start(ops, cfg, header, body, unit)
    if step is None or start is None or where in inner or not cfg.dominates(where, latch):
        return None
    stepped_first = (where == out and at < test) or (where != out and cfg.dominates(where, out))
    value = start
    for k in range(_MAX_TRIPS):
        if stepped_first:
            value = (value + step) & 0xFFFFFFFF
        if _holds(relation, signed, value, bound) == leave_on:
            # A test in the latch ends a complete pass; one before it leaves in the middle of the next.
            return k + 1 if out == latch else k
        if not stepped_first:
            value = (value + step) & 0xFFFFFFFF
    return None


def _end(cfg: CFG, b: int) -> int:
    return cfg.blocks[b].first + len(cfg.blocks[b].instructions)


def _defs(op: Op) -> tuple[int, ...]:
    return op.defs + op.implicit_defs


def _comparison(op: Op) -> tuple[str, bool, int, int] | None:
    """(relation, signed, unit, constant) of ``s_cmp_REL_T s, constant`` or ``s_cmpk_REL_T s, constant``."""
    parts = op.mnemonic.split("_")
    if len(parts) != 4 or parts[:2] not in (["s", "cmp"], ["s", "cmpk"]) or parts[3] not in ("i32", "u32"):
        return None
    if len(op.operands) != 2:
        return None
    reg, value = op.operands[0].reg, op.operands[1].value
    if reg is None or reg.count != 1 or not isinstance(value, int):
        return None
    return parts[2], parts[3] == "i32", reg.first, value & 0xFFFFFFFF


def _holds(relation: str, signed: bool, a: int, b: int) -> bool:
    if signed:
        a, b = (x - (1 << 32) if x >> 31 else x for x in (a, b))
    match relation:
        case "eq":
            return a == b
        case "lg":
            return a != b
        case "lt":
            return a < b
        case "le":
            return a <= b
        case "gt":
            return a > b
    return a >= b


def _step(op: Op, unit: int) -> int | None:
    """The constant that the op adds to the unit, or None."""
    name = op.mnemonic.replace("_co_", "_")
    value = op.operands[-1].value
    if name == "s_addk_i32":
        return value if isinstance(value, int) else None
    if name not in ("s_add_u32", "s_add_i32", "s_sub_u32", "s_sub_i32") or len(op.operands) != 3:
        return None
    a, b = op.operands[1], op.operands[2]
    if name.startswith("s_add") and a.reg is None:
        a, b = b, a
    if a.reg is None or a.reg.first != unit or not isinstance(b.value, int):
        return None
    return b.value if name.startswith("s_add") else -b.value


def _start(ops: list[Op], cfg: CFG, header: int, body: set[int], unit: int) -> int | None:
    """The constant that the unit holds when the loop is entered, if its last definition on the way there is unique
    and constant."""
    outside = [p for p in cfg.blocks[header].preds if p not in body]
    seen: set[int] = set()
    while len(outside) == 1 and outside[0] not in seen:
        b = outside[0]
        seen.add(b)
        for k in range(_end(cfg, b) - 1, cfg.blocks[b].first - 1, -1):
            if unit in _defs(ops[k]):
                return _constant(ops[k], unit)
        outside = list(cfg.blocks[b].preds)
    return None


def _constant(op: Op, unit: int) -> int | None:
    if not op.operands or op.operands[0].reg is None:
        return None
    first, value = op.operands[0].reg.first, op.operands[-1].value
    if not isinstance(value, int) or len(op.operands) != 2:
        return None
    if op.mnemonic in ("s_mov_b32", "s_movk_i32"):
        return value & 0xFFFFFFFF
    if op.mnemonic == "s_mov_b64":
        return (value >> 32 * (unit - first)) & 0xFFFFFFFF
    return None
