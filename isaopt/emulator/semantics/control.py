"""Program control, waits and hints (RDNA3/RDNA4 ISA guides, SOPP). Branches are in the translator."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.site import Site
from isaopt.isa.messages import GET_DOORBELL, GET_REALTIME, INTERRUPT

RUNTIME: tuple[str, ...] = ()


def nothing(site: Site) -> str:
    """An instruction without an effect on results: hints, cache control, delays."""
    return ""


def _message(site: Site) -> str:
    """``s_sendmsg`` that deallocates VGPRs or interrupts the host; other messages go to hardware that is not
    emulated."""
    if site.in_place and site.op.message == INTERRUPT:
        return "interrupt(w);"
    if site.op.releases_vgprs:
        return ""
    raise site.unsupported(f"the message '{site.operand(0).text}'")


def _realtime(site: Site) -> str:
    """``s_sendmsg_rtn`` for a clock: the number of instructions that the wave has executed, so that runs repeat
    exactly."""
    if site.in_place and site.op.message == GET_DOORBELL:  # for the trap handler, which is not emulated
        return site.set_scalar(0, "0")
    if site.op.message != GET_REALTIME:
        raise site.unsupported(f"the message '{site.operand(1).text}'")
    return site.set_scalar(0, "(u32)w->count" if site.dwords(0) == 1 else "w->count")


def _trap(site: Site) -> str:
    """Ends the run, as there is no trap handler. A kernel whose traps are not reached is unaffected."""
    return f"w->site = {site.ordinal}; return fault(w, FAULT_TRAP, 0, 0, 0);"


def _invalidate(site: Site) -> str:
    """Makes stores of other workgroups visible to the wave."""
    wide = site.name == "buffer_gl1_inv" or site.coherent != "0"
    return "ask_for(w);" if wide and "race" in site.checks else ""


#: No effect on values at all.
HINTS = (
    "s_nop", "s_delay_alu", "s_clause", "s_set_inst_prefetch_distance", "s_waitcnt_depctr", "s_sethalt",
    "s_setprio", "s_icache_inv", "s_dcache_inv", "buffer_gl0_inv", "buffer_gl1_inv", "s_gl1_inv", "global_inv",
    "global_wb", "global_wbinv", "s_ttracedata", "s_ttracedata_imm", "s_incperflevel", "s_decperflevel", "s_code_end",
    "s_prefetch_inst", "s_prefetch_inst_pc_rel", "s_prefetch_data", "s_prefetch_data_pc_rel", "s_buffer_prefetch_data",
    "v_nop", "ds_nop", "s_version", "s_wait_event", "v_pipeflush", "s_wakeup", "s_atc_probe", "s_atc_probe_buffer",
)  # fmt: skip
CUSTOM: dict[str, Emitter] = dict.fromkeys(HINTS, nothing)
CUSTOM["buffer_gl1_inv"] = CUSTOM["global_inv"] = _invalidate
CUSTOM["s_sendmsg"] = _message
CUSTOM["s_sendmsg_rtn_b32"] = CUSTOM["s_sendmsg_rtn_b64"] = _realtime
CUSTOM["s_trap"] = _trap
