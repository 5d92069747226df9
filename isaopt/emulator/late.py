"""Emits the C that makes memory operations return as late as the waits allow (``runtime/late.c``)."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.emulator.site import SCALAR_OFFSET, Site
from isaopt.emulator.tracking import touched
from isaopt.isa.meaning import Access
from isaopt.isa.registers import AGPR_BASE, EXEC_HI, EXEC_LO, MODE, SCC
from isaopt.target.counters import event_kind, waits_of

#: Counter numbers in the C, by the names of both generations.
_COUNTERS = ("vmcnt", "vscnt", "lgkmcnt", "expcnt", "loadcnt", "storecnt", "dscnt", "kmcnt", "samplecnt", "bvhcnt")


def wait(site: Site) -> str:
    """The C of a wait."""
    counts = waits_of(site.op, site.arch)
    if counts is None:
        raise site.unsupported(f"the wait '{site.instruction.text.strip()}'")
    # Loads into one VGPR are ordered on gfx11 only (LLVM SIInsertWaitcnts.cpp, counterOutOfOrder and its callers).
    return " ".join(
        f"wait_for(w, {_COUNTERS.index(c)}, {n}, {int(not site.features.ordered_load_results)});"
        for c, n in counts.items()
    )


def check_loaded(site: Site) -> str:
    """C before an instruction that reports registers used too early, if that is checked. Registers that a load writes
    are checked when it issues."""
    op = site.op
    loads = "mayload" in op.desc.flags
    wanted = {u for r in op.refs if not (loads and r.writes) for u in r.reg.units}
    wanted = {*wanted, *op.implicit_uses, *op.implicit_defs} - {SCC, MODE, EXEC_LO, EXEC_HI}
    calls = []
    for first, count in _runs(sorted(u for u in wanted if u < AGPR_BASE)):
        scalar = first >= SCALAR_OFFSET
        name, place = ("needs_loaded_scalar", first - SCALAR_OFFSET) if scalar else ("needs_loaded", first)
        calls.append(f"{name}(w, {place}, {count});")
    return f"if (RARE(w->outstanding)) {{ w->site = {site.ordinal}; {' '.join(calls)} }} " if calls else ""


def _runs(units: list[int]) -> Iterator[tuple[int, int]]:
    """Runs of adjacent register units, as first unit and count."""
    start = 0
    for k in range(1, len(units) + 1):
        if k == len(units) or units[k] != units[k - 1] + 1 or units[k] == SCALAR_OFFSET:
            yield units[start], k - start
            start = k


def delayed(site: Site, text: str) -> str:
    """The C of an instruction, delayed if a counter counts it."""
    counters = [c for c in site.op.desc.counters if c in _COUNTERS]
    if not counters or site.name == "s_sendmsg":
        return text
    pairs = [(_COUNTERS.index(c), f"KIND_{event_kind(site.op, c).upper()}") for c in counters]
    (c0, k0), (c1, k1) = pairs[0], pairs[-1]
    issue = f"issue(w, {c0}, {k0}, {c1}, {k1});"
    memory = site.op.desc.memory
    if memory is not None and memory.access is Access.STORE:
        # Without delays, the store notes which instruction issued it.
        place = f"w->site = {site.ordinal}; " if site.checks else ""
        return f"{place}w->writing = {issue} {text} w->writing = 0;"
    flags = site.op.desc.flags
    takes = []
    for ref in site.op.refs:
        if ref.writes and ref.reg.is_vgpr:
            bits, last = touched(site, ref)
            holes = "~w->s[M0]" if memory is not None and memory.is_block else "0"
            takes.append(f"take_vector(w, {ref.reg.first}, {ref.reg.count}, {bits}, {last}, {holes});")
        elif ref.writes:
            takes.append(f"take_scalar(w, {ref.reg.first - SCALAR_OFFSET}, {ref.reg.count});")
    after = f"{issue} {' '.join(takes)}"
    if "smem" in flags:
        return f"{text} {after}"
    if site.checks:
        return f"{text} {after}"
    if "maystore" in flags:
        return f"finish_own(w); {text} {after}"
    if "mayload" in flags:
        return f"show_own(w); {text} hide_own(w); {after}"
    return f"{text} {after}"
