"""Barriers of gfx12 (RDNA4 ISA guide, SOP1 and SOPP; LLVM's AMDGPUUsage for those with names), and global wave sync.

Number -1 is the workgroup's barrier, 0 does nothing, 1 to 16 have names: a wave initialises one with a count of members
(M0[21:16]), joins one, signals any, and waits for the one it has joined. SCC after ``s_barrier_leave`` is not
documented and counts as undefined.
"""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site

RUNTIME: tuple[str, ...] = ()
_WORKGROUP = -1


def _number(site: Site, index: int) -> tuple[str, int | None]:
    """The barrier's number as C, and its value if it is a constant; a number from M0 needs :meth:`Site.defined_m0`."""
    operand = site.operand(index)
    if operand.reg is not None:
        return "w->s[M0] & 31", None
    value = operand.value
    if value in (0xFFFF, 0xFFFFFFFF):
        value = _WORKGROUP
    if not isinstance(value, int) or not _WORKGROUP <= value <= 16:
        raise site.unsupported(f"the barrier '{operand.text}'")
    return str(value), value


@emitter
def _signal(site: Site, first: bool) -> str:
    text, value = _number(site, 0)
    track = " w->scalar_shadow[SCC] = 0;" if site.track and first else ""
    if value == 0:
        return f"w->s[SCC] = 0;{track}" if first else ""
    if value == _WORKGROUP:
        return f"w->s[SCC] = signal_barrier(w);{track}" if first else "signal_barrier(w);"
    before = "" if value is not None else site.defined_m0()
    members = "0" if value is not None or first else "w->s[M0] >> 16 & 63"
    scc = f" w->s[SCC] = w->first_signal;{track}" if first else ""
    return before + site.checked(f"signal_named(w, {text}, {members})") + scc


@emitter
def _named(site: Site, function: str, members: bool) -> str:
    text, value = _number(site, 0)
    if value == _WORKGROUP:
        raise site.unsupported(f"the barrier '{site.operand(0).text}'")
    before = site.defined_m0() if members or value is None else ""
    return before + site.checked(f"{function}(w, {text}{', w->s[M0] >> 16 & 63' if members else ''})")


def _leave(site: Site) -> str:
    track = " w->scalar_shadow[SCC] = 0xffffffff;" if site.track else ""
    return site.checked("leave_named(w)") + " w->s[SCC] = 0;" + track


def _state(site: Site) -> str:
    text, value = _number(site, 1)
    if value == 0:
        raise site.unsupported("the state of barrier 0")
    state = "barrier_state(w)" if value == _WORKGROUP else f"named_state(w, {text})"
    place = site.sgpr(0)
    track = f" w->scalar_shadow[{place}] = 0;" if site.track and place is not None else ""
    return ("" if value is not None else site.defined_m0()) + site.set_scalar(0, state, 1) + track


def global_sync(site: Site, function: str) -> str:
    """The call with the resource and the number from the first active lane."""
    value = f"w->v[{site.vgpr(0)}][__builtin_ctzll(exec_of(w))]"
    return f"{function}(w, {site.number('offset')}, {value})"


def _initialise_global(site: Site) -> str:
    return f"if (exec_of(w)) {{ {site.defined_m0()}{site.checked(global_sync(site, 'initialise_global'))} }}"


CUSTOM: dict[str, Emitter] = {
    "ds_gws_init": _initialise_global,
    "s_barrier_signal": _signal(False),
    "s_barrier_signal_isfirst": _signal(True),
    "s_barrier_init": _named("initialise_named", True),
    "s_barrier_join": _named("join_named", False),
    "s_barrier_leave": _leave,
    "s_get_barrier_state": _state,
}
SELF_TRACKING = tuple(CUSTOM)
