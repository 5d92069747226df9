"""Tracks undefined registers in instructions that have C of their own: memory and control flow may not read them, other
instructions pass them on.

Per-lane and scalar operations carry their own tracking (:mod:`isaopt.emulator.lanes`).
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.emulator.site import SCALAR_OFFSET, Site
from isaopt.ir.program import RegUse
from isaopt.isa.meaning import Access, Space, Unit
from isaopt.isa.registers import EXEC_LO, SCC, VCC_LO

_HALVES, _BOTH = {"l": "0xffff", "h": "0xffff0000"}, "0xffffffff"


def touched(site: Site, ref: RegUse) -> tuple[str, str]:
    """C expressions for the bits that an instruction with 16-bit data touches in each register of a tuple, and in the
    last one."""
    memory = site.op.desc.memory
    half = ref.reg.half or (memory.half if memory is not None else "")
    if half:
        return _HALVES[half], _HALVES[half]
    odd = memory is not None and memory.formatted and memory.element.width == 16 and memory.count % 2
    return _BOTH, _HALVES["l"] if odd else _BOTH


def touches_memory(site: Site) -> bool:
    """Whether the instruction reads or writes memory (the lane exchanges of the LDS unit do not)."""
    return bool(site.op.desc.flags & {"mayload", "maystore"})


def _accumulated(site: Site) -> str:
    """The bits of C and D that count: one half if a gfx11 instruction preserves the other half of each register,
    otherwise all."""
    desc = site.op.desc
    halves = desc.unit is Unit.MATRIX and desc.operands[0].type.width == 16 and not site.features.packed_matrix_halves
    high = (site.op.modifier("op_sel") or "").rstrip("]").endswith("1")
    return "0xffffffff" if not halves else "0xffff0000" if high else "0xffff"


def _scalars(ref: RegUse) -> Iterator[int]:
    for unit in ref.reg.units:
        yield unit - SCALAR_OFFSET


def _bits_of(site: Site, ref: RegUse) -> str:
    """The bits of a data operand that reach memory."""
    if ref.reg.half:
        return "0xffff0000" if ref.reg.half == "h" else "0xffff"
    if not ref.desc.name.startswith(("vdata", "data")):
        return "0xffffffff"
    memory = site.op.desc.memory
    if memory is not None and memory.access is Access.STORE and not memory.formatted and memory.element.width < 32:
        return hex((1 << memory.element.width) - 1 << 16 * (memory.half == "h"))
    return touched(site, ref)[0]


def _shadowed(site: Site) -> bool:
    """Whether undefined bits of this memory are tracked: of scratch, and of all memory that is checked for them."""
    memory = site.op.desc.memory
    assert memory is not None
    if "uninit" not in site.checks:
        return memory.space is Space.SCRATCH or (memory.space is Space.FLAT and memory.access is Access.LOAD)
    return memory.access in (Access.LOAD, Access.STORE) and not memory.formatted and memory.element.width <= 32


def check_uses(site: Site) -> str:
    """C that faults if an address or stored data has undefined bits in an active lane."""
    out = []
    memory = site.op.desc.memory
    assert memory is not None
    for ref in site.op.refs:
        if not ref.reads:
            continue
        if ref.reg.is_vgpr:
            if memory.is_block and ref.desc.name == "vdata":
                continue  # M0 selects registers, which the runtime checks
            if _shadowed(site) and memory.stores and ref.desc.name.startswith(("vdata", "data")):
                continue  # a spilled register may be partly defined
            n, count = ref.reg.first, ref.reg.count
            bits = _bits_of(site, ref)
            last = touched(site, ref)[1] if memory.formatted and ref.desc.name == "vdata" else bits
            if last != bits:
                out.append(f"needs(w, {n + count - 1}, 1, {last})")
                count -= 1
            out.append(f"needs(w, {n}, {count}, {bits})")
        else:
            out.append(f"needs_scalar(w, {ref.reg.first - SCALAR_OFFSET}, {ref.reg.count})")
    return f"w->site = {site.ordinal}; if (RARE({' || '.join(out)})) return FAULT; " if out else ""


def define_results(site: Site) -> str:
    """C after an instruction that marks its results as defined, such as a load's."""
    out = []
    # The runtime tracks the contents of scratch, and which registers of a block are loaded.
    memory = site.op.desc.memory
    assert memory is not None
    own = memory.access is Access.LOAD and (_shadowed(site) or memory.is_block)
    for ref in site.op.refs:
        if not ref.writes:
            continue
        if own and (ref.reg.is_vgpr or (memory.space is Space.SCALAR and memory.element.width == 32)):
            continue
        if ref.reg.is_vgpr:
            bits, last = touched(site, ref)
            n, count = ref.reg.first, ref.reg.count
            if last != bits:
                out.append(f"define(w, {n + count - 1}, 1, exec_of(w), {last});")
                count -= 1
            out.append(f"define(w, {n}, {count}, exec_of(w), {bits});")
        else:
            out += [f"w->scalar_shadow[{k}] = 0;" for k in _scalars(ref)]
    out += [f"w->scalar_shadow[{u - SCALAR_OFFSET}] = 0;" for u in site.op.implicit_defs if u in (SCC, VCC_LO)]
    return " ".join(out)


def pass_on(site: Site) -> tuple[str, str]:
    """C before and after an instruction that makes its whole result undefined if any source bit is, in an active
    lane."""
    sources, targets = [], []
    for ref in site.op.refs:
        n, count = ref.reg.first, ref.reg.count
        # SWMMAC's destination is its accumulator too.
        if ref.reads or site.op.desc.is_sparse:
            if ref.reg.is_vgpr:
                bits = _accumulated(site) if ref.operand == 3 else "0xffffffff"
                sources.append(f"(spoilt_in(w, {n}, {count}) && any_undefined(w, {n}, {count}, {bits}))")
            else:
                sources += [f"w->scalar_shadow[{k}]" for k in _scalars(ref)]
        if ref.writes:
            if ref.reg.is_vgpr:
                bits = _accumulated(site)
                any_bad = f"RARE(spoilt_in(w, {n}, {count}) | undefined)"
                targets.append(f"if ({any_bad}) spoil_bits(w, {n}, {count}, undefined, {bits});")
            else:
                targets += [f"w->scalar_shadow[{k}] = undefined ? 0xffffffff : 0;" for k in _scalars(ref)]
    for unit in site.op.implicit_defs:
        targets.append(f"w->scalar_shadow[{unit - SCALAR_OFFSET}] = undefined ? 0xffffffff : 0;")
    if not targets:
        return "", ""
    if any(u - SCALAR_OFFSET == 126 for u in site.op.implicit_defs) or EXEC_LO in site.op.defs:
        targets.append(site.defined_exec("undefined"))
    return f"{{ u32 undefined = ({' || '.join(sources) or '0'}) ? 1 : 0;", " ".join(targets) + " }"


def check_condition(site: Site, condition: str) -> str:
    """C that faults before a branch on an undefined condition."""
    for name, place in (("SCC", 128), ("VCC", 106)):
        if name in condition:
            wide = " || w->scalar_shadow[VCC + 1]" if name == "VCC" and site.wave_size == 64 else ""
            return (
                f"if (RARE(w->scalar_shadow[{name}]{wide})) {{ w->site = {site.ordinal}; "
                f"if (fault(w, FAULT_UNDEFINED, 0, {place + SCALAR_OFFSET}, 0)) return FAULT; }} "
            )
    return ""
