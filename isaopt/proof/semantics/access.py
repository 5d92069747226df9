"""Memory instructions: LDS, global, flat, scratch, buffer and scalar loads, stores, atomics.

RDNA3 ISA guide 10 (LDS), 9 (vector memory), 8 (scalar memory); RDNA4 ISA guide for temporal hints and scopes.
An LDS address is the sum of register and offset modulo 2^32; a global one modulo 2^64, its 32-bit VGPR offset (saddr
form) extended by zeros and the immediate by its sign.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Lanes, MemoryDesc, Space
from isaopt.isa.registers import MODE
from isaopt.proof.semantics.facts import IN_BOUNDS
from isaopt.proof.semantics.layout import span
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import MemoryPlace, fence, load, read, seen_by, store, together
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.offsets import global_address
from isaopt.proof.semantics.slots import BASES, is_last_use
from isaopt.proof.semantics.world import GLOBAL, LDS, SCRATCH, Effect
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import CannotProve
from isaopt.target.arch import features_of

#: Modifiers that ask for more than the default coherence; ``slc dlc`` (or ``th`` alone) is a streaming hint (LLVM
#: AMDGPUUsage, memory model gfx11, nontemporal).
_COHERENT = frozenset({"glc", "dlc", "scope"})
#: Temporal hints of gfx12 that change no value.  The others do: a last use may drop what was written (RDNA4 ISA guide,
#: temporal hints; LLVM AMDGPUUsage, gfx12).
_HINTS = frozenset(("RT", "NT", "HT", "NT_RT", "RT_NT", "NT_HT"))
#: LDS is allocated in multiples of so many bytes, or of a multiple (LLVM AMDGPUUsage, ``granulated_lds_size``).
_LDS_GRANULE = 512


def is_local(op: Op) -> bool:
    """Whether an instruction is a plain load from LDS or store to it, at an address of each lane's own."""
    memory, own = op.desc.memory, op.desc.lanes is Lanes.LANEWISE
    return memory is not None and memory.space is Space.LDS and own and not memory.is_atomic


def _offset(run: SideExecution, op: Op, name: str = "offset") -> int:
    text = op.modifier(name)
    if not text:
        return 0
    try:
        return int(text, 0)
    except ValueError:
        raise CannotProve(f"'{op.mnemonic}': {name} is not a number", run.line) from None


def is_ordered(op: Op) -> bool:
    """Whether the access takes part in synchronisation: volatile or atomic by its cache bits or scope."""
    names = {m.name for m in op.modifiers}
    asked = names & _COHERENT
    hint = (op.modifier("th") or "RT").partition("_")[2].partition("_")[2] or "RT"
    beyond = (bool(asked) and not (asked == {"dlc"} and "slc" in names)) or hint not in _HINTS
    return beyond or _is_atomic(op)


def _is_atomic(op: Op) -> bool:
    return op.desc.memory is not None and op.desc.memory.is_atomic


def _mode(run: SideExecution, op: Op) -> tuple[int, ...]:
    """MODE, where an access may depend on it: what an atomic operation on floats makes of denormals is MODE's (RDNA3
    ISA guide, 3.2.2 and 10.5), and how numbers are rounded to a buffer's format is not said."""
    formatted = op.desc.memory is not None and op.desc.memory.formatted
    return (run.regs[MODE],) if formatted or _is_atomic(op) else ()


def execute_memory(run: SideExecution, op: Op) -> tuple[int, ...]:
    """Execute a memory instruction; the terms of its parts, which are distinguished while they are outstanding."""
    memory = op.desc.memory
    assert memory is not None
    match memory.space:
        case Space.SCALAR | Space.SCALAR_BUFFER if memory.access is Access.PREFETCH:
            # Whether it may fault is not said anywhere.
            inputs = tuple(value for index in sources(op) for value in run.values(op, index))
            modifiers = (op.operation, *sorted((m.name, m.value or "") for m in op.modifiers))
            run.side.loads.append(Effect(run.line, run.terms.make("touch", inputs, modifiers)))
            return ()
        case Space.SCALAR | Space.SCALAR_BUFFER:
            return _scalar(run, op, memory)
        case Space.BUFFER:
            return _buffer(run, op, memory)
        case Space.GLOBAL | Space.SCRATCH:
            if slots := run.world.slots[run.side.number].get(run.index):
                return _slots(run, op, slots)
            if is_ordered(op):
                return _event(run, op, _global_address(run, op, memory.space))
            return _global(run, op, memory)
        case Space.LDS if is_local(op):
            return _local(run, op, memory)
        case Space.LDS | Space.FLAT:  # the latter may be to any space
            return _event(run, op, None)
    raise CannotProve(f"'{op.mnemonic}' is not modelled", run.line)


def _operand(op: Op, *names: str) -> int | None:
    for index, desc in enumerate(op.desc.operands):
        if desc.name in names:
            return index
    return None


def _narrow(run: SideExecution, data: int, memory: MemoryDesc) -> int:
    """What a store makes of a register."""
    if memory.element.width == 32:
        return data
    half = run.integers.half(data, memory.half == "h")
    return half if memory.element.width == 16 else run.integers.bitwise("and", (half, run.terms.const(0xFF)))


def _extended(run: SideExecution, loaded: int, memory: MemoryDesc) -> int:
    """An element as the instruction leaves it in 32 bits."""
    bits = memory.element.width
    if bits == 32:
        return loaded
    narrow = run.terms.make("load8" if bits == 8 else "load16", (loaded,))
    return run.terms.make(f"sext{bits}", (narrow,)) if memory.element.is_signed else narrow


def _fill(run: SideExecution, unit: int, loaded: int, memory: MemoryDesc) -> None:
    """Write a loaded element to a register, or to the half that a d16 load names."""
    value, n = _extended(run, loaded, memory), run.integers
    if memory.half:
        old, value = run.lane(unit), n.half(value, False)
        upper = memory.half == "h"
        value = n.cat16(n.half(old, False), value) if upper else n.cat16(value, n.half(old, True))
    run.write(unit, value)


def _local(run: SideExecution, op: Op, memory: MemoryDesc) -> tuple[int, ...]:
    """``ds_load_*`` and ``ds_store_*``."""
    base_index = _operand(op, "addr")
    assert base_index is not None
    base = run.value(op, base_index)
    names = ("offset",) if memory.addresses == 1 else ("offset0", "offset1")
    if any(m.name not in names for m in op.modifiers):
        raise CannotProve(f"'{op.mnemonic}': one of its modifiers is not modelled", run.line)
    starts = [_offset(run, op, name) * memory.stride for name in names]
    size = memory.element.width // 8
    addresses = [run.integers.offset(base, start + 4 * i) for start in starts for i in range(memory.count)]
    layout = run.world.layout
    if layout is not None and run.active != FALSE:
        for start in starts:
            layout.check_width(run, run.integers.offset(base, start), memory.bytes)
        if run.world.buffers is None:
            addresses = [layout.place(run, address, size) for address in addresses]
    cut = _cut(run, base, [start + 4 * i for start in starts for i in range(memory.count)], size)
    cut = cut and (*cut, len(starts))  # what becomes of the one of two addresses that is not beyond it is not said
    keys = []
    if memory.access is Access.LOAD:
        reg = op.operands[destinations(op)[0]].reg
        assert reg is not None
        for part, address in enumerate(addresses):
            value = load(run, LDS, address, size, cut=cut and (*cut, part))
            keys.append(value)
            _fill(run, reg.first + part, value, memory)
        return tuple(keys)
    data: list[int] = []
    for name in ("data0", "data1")[: len(starts)]:
        index = _operand(op, name)
        assert index is not None
        data += _registers(run, op, index)
    extra = together(run, [MemoryPlace(LDS, address, size) for address in addresses])
    for part, (address, value) in enumerate(zip(addresses, data, strict=True)):
        own = (*extra, *cut, part) if cut else extra
        keys.append(store(run, LDS, address, size, _narrow(run, value, memory), own))
    return tuple(keys)


def _cut(run: SideExecution, base: int, offsets: Sequence[int], size: int) -> tuple[object, ...]:
    """What tells an access to several elements of LDS from accesses to each, if one element may be beyond the end and
    another one not: a load of several dwords then gives 0 in all of them (RDNA3 ISA guide, 3.3.4.1).  The end is at a
    multiple of more than the widest access."""
    n, first = run.integers, min(offsets)
    length = max(offsets) + size - first
    if len(offsets) == 1 or run.active == FALSE or (run.world.buffers or run.world.layout) is not None:
        return ()  # the latter show that no access is beyond the end
    address = n.offset(base, first)
    whole = length <= _LDS_GRANULE and not n.bits(address) & ((1 << (length - 1).bit_length()) - 1)
    if whole or span(run, address, length)[1] <= run.world.lds:
        return ()
    if IN_BOUNDS in run.world.facts.names:
        run.world.used.add(IN_BOUNDS)
        return ()
    return "cut", *(offset - first for offset in offsets)


def _registers(run: SideExecution, op: Op, index: int) -> list[int]:
    reg = op.operands[index].reg
    assert reg is not None
    if reg.half:
        half = run.integers.half(run.read(reg.first), reg.half == "h")
        return [half]
    return [run.read(u) for u in reg.units]


def _global_address(run: SideExecution, op: Op, space: Space) -> int:
    """The address of a global (64-bit) or scratch (32-bit) access, its offset included."""
    vaddr, saddr = _operand(op, "vaddr"), _operand(op, "saddr")
    n = run.integers
    offset = _offset(run, op)
    if space is Space.SCRATCH:
        parts = [run.value(op, i) for i in (vaddr, saddr) if i is not None and op.operands[i].reg is not None]
        features = features_of(run.world.arch)
        if len(parts) == 1 and offset > 0 and n.upper(parts[0]) >> 31 and not features.signed_scratch_offsets:
            # No sum modulo 2^32: the offset does not make up for a negative register.
            parts = [run.terms.make("unsigned", tuple(parts))]
        address = n.linear(32, [(part, 1) for part in parts], offset)
        if len(parts) == 2 and features.scratch_swizzle_bug:
            # The address is no sum, but what these registers make of each other.
            return run.terms.make("unswizzled", (*parts, address))
        return address
    assert vaddr is not None
    reg = op.operands[vaddr].reg
    assert reg is not None
    base = run.value64(op, vaddr) if reg.count == 2 else n.zext(run.value(op, vaddr))
    if saddr is not None and op.operands[saddr].reg is not None:
        base = n.add64(run.value64(op, saddr), base)
    return global_address(run, n.offset64(base, offset))


def _global(run: SideExecution, op: Op, memory: MemoryDesc) -> tuple[int, ...]:
    space, size = GLOBAL if memory.space is Space.GLOBAL else SCRATCH, memory.element.width // 8
    address = _global_address(run, op, memory.space)
    n = run.integers
    step = n.offset64 if space == GLOBAL else n.offset
    hints = tuple(sorted((m.name, m.value or "") for m in op.modifiers if m.name != "offset"))
    keys = []
    if memory.access is Access.LOAD:
        reg = op.operands[destinations(op)[0]].reg
        assert reg is not None
        for part in range(memory.count):
            value = load(run, space, step(address, 4 * part), size, hints)
            keys.append(value)
            _fill(run, reg.first + part, value, memory)
        return tuple(keys)
    index = _operand(op, "vdata")
    assert index is not None
    places = [MemoryPlace(space, step(address, 4 * part), size) for part in range(memory.count)]
    extra = (*hints, *together(run, places))
    for place, value in zip(places, _registers(run, op, index), strict=True):
        keys.append(store(run, space, place.address, size, _narrow(run, value, memory), extra))
    return tuple(keys)


def _slots(run: SideExecution, op: Op, slots: tuple[int, ...]) -> tuple[int, ...]:
    """A load from slots of scratch or a store to them: copies, which nobody else can observe."""
    named = zip(op.operands, op.desc.operands, strict=True)
    reg, role = next((o.reg, desc.role) for o, desc in named if o.reg is not None and desc.name not in BASES)
    for slot, unit in zip(slots, reg.units, strict=True):
        source, target = (slot, unit) if role == "def" else (unit, slot)
        run.write(target, run.lane(source))
        if is_last_use(op):
            # Whether what lanes that are off have stored stays is not said anywhere.
            run.regs[slot] = run.terms.unknown("loaded for the last time")
    return ()


def _event(run: SideExecution, op: Op, address: int | None) -> tuple[int, ...]:
    """An access that orders everything: atomics, volatile ones, flat ones."""
    inputs: list[int] = [run.terms.make("lanes", (run.decisions.constrain(run.exec, run.care),))]
    if address is not None:
        inputs.append(address)
    for index in sources(op):
        name = op.desc.operands[index].name
        if address is not None and name in ("vaddr", "saddr", "off"):
            continue
        if op.operands[index].text != "off":
            inputs += run.values(op, index)
    if op.desc.partial:
        for index in destinations(op):
            reg = op.operands[index].reg
            if reg is not None:
                inputs += [run.read(u) for u in reg.units]
    skipped = {"offset"} if address is not None else set()
    text = (op.operation, *sorted((m.name, m.value or "") for m in op.modifiers if m.name not in skipped))
    event = fence(run, repr(text), (*inputs, *run.implicit(op), *_mode(run, op)))
    for index in destinations(op):
        reg = op.operands[index].reg
        for part in range(reg.count if reg is not None else 0):
            run.put(op, index, run.terms.make("returned", (event,), (index, part)), part)
    return (event,)


def _buffer(run: SideExecution, op: Op, memory: MemoryDesc) -> tuple[int, ...]:
    """Buffer accesses: the address is an uninterpreted function of resource, index, offset."""
    if is_ordered(op) or op.modifier("tfe") is not None:
        return _event(run, op, None)
    lanes = run.terms.make("lanes", (run.decisions.constrain(run.exec, run.care),))
    inputs: list[int] = [lanes, *_mode(run, op)]
    for index in sources(op):
        if op.operands[index].text != "off":
            inputs += run.values(op, index)
    modifiers = (op.operation, *sorted((m.name, m.value or "") for m in op.modifiers))
    if memory.access is not Access.LOAD:
        term = run.terms.make("buffer_store", tuple(inputs), modifiers)
        run.regs[GLOBAL] = run.terms.make("memory", (run.regs[GLOBAL], term))
        run.side.effects.append(Effect(run.line, term))
        return (term,)
    old: tuple[int, ...] = ()
    index = destinations(op)[0]
    reg = op.operands[index].reg
    assert reg is not None
    if op.desc.partial:
        old = tuple(run.lane(u) for u in reg.units)
    event = read(run, "buffer", (run.regs[GLOBAL], *inputs[1:], *old), modifiers)
    run.side.loads.append(Effect(run.line, run.terms.make("touch", tuple(inputs), modifiers)))
    for part in range(reg.count):
        run.put(op, index, run.terms.make("returned", (event,), (0, part)), part)
    return (event,)


def _scalar(run: SideExecution, op: Op, memory: MemoryDesc) -> tuple[int, ...]:
    """Scalar loads: from the kernel's arguments, which nothing writes, or from global memory."""
    t, n = run.terms, run.integers
    base_index, soffset = _operand(op, "sbase"), _operand(op, "soffset")
    assert base_index is not None
    offset_index = _operand(op, "offset")
    offset = _offset(run, op)
    if offset_index is not None:
        value = op.operands[offset_index].value
        if not isinstance(value, int):
            raise CannotProve(f"'{op.mnemonic}': offset is not a number", run.line)
        offset += value
    size = memory.element.width // 8
    if offset % size:
        raise CannotProve(f"'{op.mnemonic}': the offset's low bits are ignored", run.line)
    # A load into null reads memory, too, and so may fault.
    run.work += memory.count
    if is_ordered(op):
        return _event(run, op, None)
    if memory.space is Space.SCALAR_BUFFER:
        inputs = (*run.values(op, base_index), *((run.value(op, soffset),) if soffset is not None else ()))
        keys = []
        for part in range(memory.count):
            element = (memory.element, offset + 4 * part)
            term = read(run, "sbuffer", (run.regs[GLOBAL], *inputs), element)
            run.side.loads.append(Effect(run.line, t.make("touch", inputs, element)))
            run.put(op, destinations(op)[0], term, part)
            keys.append(term)
        return tuple(keys)
    address = run.value64(op, base_index)
    if soffset is not None and op.operands[soffset].reg is not None:
        more = run.value(op, soffset)
        # The base's low bits and the offset's are left out one by one, with nothing carried.
        more = n.bitwise("and", (more, t.const(-size)))
        address = n.add64(address, n.zext(more))
    if offset < 0:
        # Undefined unless the register's offset makes up for it (RDNA3 ISA guide, 8.1.1): no sum like any other.
        address = t.make("below", (address,), offset)
    keys = []
    for part in range(memory.count):
        place = n.offset64(address, offset + 4 * part)
        value = _argument(run, place, size)
        if value is None:
            # The low bits of base and offset are left out, and the base may have some.
            around = MemoryPlace(GLOBAL, n.offset64(place, -6), size + 6)
            state = seen_by(run, run.regs[GLOBAL], around)
            value = read(run, "scalar_load", (state, place), (size,))
            run.side.loads.append(Effect(run.line, t.make("touch", (place,), ("scalar", size))))
            keys.append(value)
        run.put(op, destinations(op)[0], _extended(run, value, memory), part)
    return tuple(keys)


def _argument(run: SideExecution, address: int, size: int) -> int | None:
    """The kernel argument at an address, if it is one: constant for the whole launch."""
    world, t = run.world, run.terms
    offset = -1
    if address == world.kernarg:
        offset = 0
    elif t.op[address] == "lin64" and t.args[address] == (world.kernarg,):
        payload = t.payload[address]
        assert isinstance(payload, tuple)
        offset = payload[0] if payload[1] == (1,) else -1
    if offset < 0 or offset + size > world.kernarg_size:
        return None
    return t.make("argument", (), (offset, size))
