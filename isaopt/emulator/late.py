"""Memory operations that return as late as the waits allow: what surrounds them in the C (``runtime/late.c``)."""

from __future__ import annotations

from isaopt.emulator.halves import touched
from isaopt.emulator.site import SCALAR_OFFSET, Site
from isaopt.isa.meaning import Access
from isaopt.target.counters import event_kind, waits_of

#: Numbers of the counters in the C; the names of both generations.
_COUNTERS = ("vmcnt", "vscnt", "lgkmcnt", "expcnt", "loadcnt", "storecnt", "dscnt", "kmcnt", "samplecnt", "bvhcnt")


def wait(site: Site) -> str:
    """The statements of a wait."""
    counts = waits_of(site.op, site.arch)
    if counts is None:
        raise site.unsupported(f"the wait '{site.instruction.text.strip()}'")
    # Loads into one VGPR are ordered on gfx11 only (LLVM SIInsertWaitcnts.cpp, counterOutOfOrder and its callers).
    return " ".join(
        f"wait_for(w, {_COUNTERS.index(c)}, {n}, {int(not site.features.ordered_load_results)});"
        for c, n in counts.items()
    )


def delayed(site: Site, text: str) -> str:
    """The statements of an instruction, made to return late if it is one that counters count."""
    counters = [c for c in site.op.desc.counters if c in _COUNTERS]
    if not counters or site.name == "s_sendmsg":
        return text
    pairs = [(_COUNTERS.index(c), f"KIND_{event_kind(site.op, c).upper()}") for c in counters]
    (c0, k0), (c1, k1) = pairs[0], pairs[-1]
    issue = f"issue(w, {c0}, {k0}, {c1}, {k1});"
    memory = site.op.desc.memory
    if memory is not None and memory.access is Access.STORE:
        return f"w->writing = {issue} {text} w->writing = 0;"
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
    if "maystore" in flags:
        return f"finish_own(w); {text} {after}"
    if "mayload" in flags:
        return f"show_own(w); {text} hide_own(w); {after}"
    return f"{text} {after}"
