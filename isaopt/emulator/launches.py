"""Launches for trials: a user's, or made up from the kernel's metadata.

A launch is kept as the entries of an ``ARGS.json``, so that ``isaopt emulate`` can repeat it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from isaopt.analysis.figures.launch_metadata import Argument
from isaopt.emulator.arguments import Arg, read_arguments
from isaopt.emulator.launch import Geometry, start_registers
from isaopt.emulator.metadata import ArgumentLayout, layout_of
from isaopt.emulator.site import SCALAR_OFFSET
from isaopt.errors import UsageError
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Unit
from isaopt.isa.types import OperandType as T

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
Entry: TypeAlias = "Mapping[str, Json]"

#: Bytes of a made-up buffer: a 512 x 512 matrix of floats.
BUFFER_BYTES = 1 << 20
#: All LDS that a workgroup may have (RDNA3 ISA guide 12.1).
_LDS = 65536
#: Values for size arguments: powers of two, multiples of tiles, odd ones that leave a remainder, and zero, for which
#: loops have a bypass.
_SIZES = (256, 64, 100, 128, 33, 1, 0, 512, 96, 17, 200, 32, 160, 5, 1000, 16, 48, 7, 2, 300, 2048)
_REALS = (0.5, 2.0, 1.0, -0.75, 0.01, 3.0)


@dataclass(frozen=True, slots=True)
class Launch:
    """Geometry, the entries of ``ARGS.json``, the path that file names in them are relative to, and bytes of LDS beyond
    what the kernel declares."""

    geometry: Geometry
    args: tuple[Entry, ...]
    path: str = "ARGS.json"
    dynamic_lds: int = 0

    def arguments(self) -> tuple[Arg, ...]:
        """New buffers with their initial contents; raises :class:`UsageError` for an invalid entry."""
        return read_arguments(json.dumps(self.args), self.path)

    def redrawn(self, trial: int) -> Launch:
        """The launch with other random contents of buffers; trial 0 is the launch itself."""
        return replace(self, args=tuple(_redrawn(entry, trial) for entry in self.args))

    def document(self) -> dict[str, Json]:
        """The launch as JSON; every buffer is an output, so that ``emulate`` shows its final contents."""
        args: list[Json] = [{**a, "out": True} if a.get("kind") == "buffer" else dict(a) for a in self.args]
        return {
            "grid": list(self.geometry.grid),
            "block": list(self.geometry.block),
            "dynamic_lds": self.dynamic_lds,
            "args": args,
        }


def _redrawn(entry: Entry, trial: int) -> Entry:
    init = entry.get("init")
    if not isinstance(init, str) or not init.startswith("random:"):
        return entry
    return {**entry, "init": f"random:{int(init.removeprefix('random:'), 0) + 1009 * trial}"}


def given_launch(geometry: Geometry, text: str, path: str, dynamic_lds: int = 0) -> Launch:
    """A user's launch, from the text of its ``ARGS.json``; raises :class:`UsageError` if it is invalid."""
    read_arguments(text, path)
    return Launch(geometry, tuple(json.loads(text)), path, dynamic_lds)


def candidates(module: Module, kernel: Kernel, seed: int = 0) -> Iterator[Launch]:
    """An endless sequence of launches that the kernel may have been written for, likeliest first.

    Raises:
        UsageError: an argument that ``ARGS.json`` cannot express.
    """
    layout = layout_of(module, kernel)
    slots = [a for a in layout.arguments if not a.hidden]
    for slot in slots:
        if slot.kind not in ("global_buffer", "by_value") or (
            slot.kind == "by_value" and slot.size not in (1, 2, 4, 8)
        ):
            what = f"{slot.size} bytes by value" if slot.kind == "by_value" else f"'{slot.kind}'"
            raise UsageError(f"cannot make up a launch for an argument of {what}", module.path)
    ops = [half for _, i in module.instructions(kernel) for half in i.op.halves]
    lds = any(op.desc.unit is Unit.LDS for op in ops)
    return _candidates(layout, slots, argument_uses(module, kernel, layout), lds, _contents(ops), seed)


_ELEMENTS: dict[str, frozenset[T]] = {
    "bf16": frozenset({T.BF16, T.PK_BF16, T.SPLAT_BF16}),
    "f16": frozenset({T.F16, T.PK_F16, T.SPLAT_F16}),
    "f64": frozenset({T.F64}),
    "f32": frozenset({T.F32, T.MIX}),
}


def _contents(ops: Iterable[Op]) -> tuple[str, ...]:
    """Contents of buffers, in turn: mostly of the narrowest or rarest element type that the kernel computes with, since
    other data read as that type give NaNs, which hide differences; sometimes floats and small integers, which may be
    indices."""
    types = {operand.type for op in ops for operand in op.desc.operands}
    main = next((kind for kind, own in _ELEMENTS.items() if own & types), "i32")
    return (main, main, "f32", main, "i32", main, main, "i32")


def _candidates(
    layout: ArgumentLayout,
    slots: Sequence[Argument],
    uses: Mapping[int, Use],
    lds: bool,
    contents: Sequence[str],
    seed: int,
) -> Iterator[Launch]:
    rng = random.Random(seed)
    shapes = _geometries(layout)
    dynamic = (_LDS, 0) if lds and not layout.lds_bytes else (0, _LDS - layout.lds_bytes if lds else 0)
    step = 0
    while True:
        size = _SIZES[step % len(_SIZES)]
        own = step % 3 == 2
        kind = contents[step % len(contents)]
        args = tuple(
            _entry(k, slot, uses, rng.choice(_SIZES) if own else size, kind, seed + step * 31 + k, step, rng)
            for k, slot in enumerate(slots)
        )
        yield Launch(shapes[step // 2 % len(shapes)], args, dynamic_lds=dynamic[step // 7 % 2])
        step += 1


def _entry(
    index: int, slot: Argument, uses: Mapping[int, Use], size: int, kind: str, seed: int, step: int, rng: random.Random
) -> Entry:
    name = slot.name if slot.name and "/" not in slot.name else f"arg{index}"
    use = uses.get(slot.offset, "integer")
    pointer = slot.kind == "global_buffer"
    if slot.kind == "by_value" and slot.size == 8:
        pointer = use == "address" if step % 4 < 3 else use != "address"
    if pointer:
        count = BUFFER_BYTES // {"f16": 2, "bf16": 2, "f64": 8}.get(kind, 4)
        return {"kind": "buffer", "name": name, "dtype": kind, "shape": [count], "init": f"random:{seed}"}
    if slot.size > 1 and use == "real":
        dtype = {2: "f16", 4: "f32", 8: "f64"}[slot.size]
        return {"kind": "scalar", "name": name, "dtype": dtype, "value": rng.choice(_REALS)}
    limit = {1: 127, 2: 32767}.get(slot.size, 1 << 30)
    return {"kind": "scalar", "name": name, "dtype": f"i{8 * slot.size}", "value": min(size, limit)}


def _geometries(layout: ArgumentLayout) -> list[Geometry]:
    """Workgroup sizes that the descriptor allows, and grids of a few workgroups along the axes that the kernel uses."""
    d = layout.descriptor
    axes = [d.get(f"system_sgpr_workgroup_id_{axis}", int(axis == "x")) for axis in "xyz"]
    ids = d.get("system_vgpr_workitem_id", 0)
    blocks: list[tuple[int, int, int]] = []
    if layout.required_workgroup:
        x, y, z = layout.required_workgroup
        blocks.append((x, y, z))
    else:
        most = layout.max_workgroup
        sizes = [most] if most < 1024 else [256, 1024]
        sizes += [n for n in (128, 64, 32) if n < most]
        for n in sizes:
            blocks += _split(n, ids)
    grids = [(2, 2 if axes[1] else 1, 2 if axes[2] else 1), (3, 1, 1), (1, 1, 1)]
    if axes[1]:
        grids.insert(1, (3, 2, 1))
    return [Geometry(g, b) for g in grids for b in blocks]


def _split(threads: int, ids: int) -> list[tuple[int, int, int]]:
    """Shapes of a workgroup with this many work-items, for a kernel that uses the ids of ``ids`` + 1 axes."""
    if ids == 0:
        return [(threads, 1, 1)]
    flat = (threads, 1, 1)
    side = 1 << (threads.bit_length() - 1) // 2
    shapes = [(threads // side, side, 1), (32, threads // 32, 1) if threads >= 32 else flat]
    if ids == 2 and threads >= 8:
        shapes.insert(0, (threads // 4, 2, 2))
    return list(dict.fromkeys([*shapes, flat]))


Use = Literal["integer", "real", "address"]
_MOVES = ("v_mov_b32", "s_mov_b32", "s_mov_b64")
_ADDRESSES = ("saddr", "sbase", "addr", "vaddr")


def argument_uses(module: Module, kernel: Kernel, layout: ArgumentLayout) -> Mapping[int, Use]:
    """The use of each dword of the kernel argument segment, by byte offset, where one was found."""
    values, _ = start_registers(layout, module.arch, _MARK, 0, 0)
    if _MARK not in values:
        return {}
    base = values.index(_MARK) + SCALAR_OFFSET
    held: dict[int, int] = {}
    uses: dict[int, Use] = {}
    for _, instruction in module.instructions(kernel):
        for op in instruction.op.pair or (instruction.op,):
            offset = _segment_offset(op, base)
            if offset is None:
                for unit, use in _reads(op):
                    if unit in held and uses.get(held[unit]) in (None, "integer"):
                        uses[held[unit]] = use
            _define(op, offset, held)
    return uses


#: The value that stands for the segment's address at the start.
_MARK = 0x5EC0DE


def _segment_offset(op: Op, base: int) -> int | None:
    """The offset of a scalar load from the kernel argument segment."""
    if not op.desc.loads_scalar_words:
        return None
    bases = [r.reg.first for r in op.refs if r.desc.name == "sbase"]
    if bases != [base] or len([r for r in op.refs if r.reads]) != 1:
        return None
    try:
        return int(op.operands[2].text, 0)
    except (IndexError, ValueError):
        return None


def _reads(op: Op) -> Iterator[tuple[int, Use]]:
    for ref in op.refs:
        if ref.reads:
            use: Use = "real" if ref.desc.type.is_float else "integer"
            for unit in ref.reg.units:
                yield unit, "address" if op.desc.memory is not None and ref.desc.name in _ADDRESSES else use


def _define(op: Op, offset: int | None, held: dict[int, int]) -> None:
    moved: dict[int, int] = {}
    if op.operation in _MOVES and not op.flag("dpp"):
        sources = [u for r in op.refs if r.reads for u in r.reg.units]
        moved = {d: held[s] for d, s in zip(op.defs, sources, strict=False) if s in held}
    for k, unit in enumerate(op.defs):
        held.pop(unit, None)
        if offset is not None:
            held[unit] = offset + 4 * k
    held.update(moved)
