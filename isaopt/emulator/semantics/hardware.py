"""Hardware registers, and registers selected by M0 (RDNA3 ISA guide, SOPK, SOPP, VOP1)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site
from isaopt.isa.hardware_registers import MODE, hardware_field

RUNTIME: tuple[str, ...] = ()
#: Clocks, and the bit that each starts at; they count the wave's instructions, so that runs repeat exactly.
_CYCLES = {"SHADER_CYCLES": 0, "SHADER_CYCLES_LO": 0, "SHADER_CYCLES_HI": 32}


def _written(site: Site) -> str:
    """``s_setreg`` of MODE: it is tracked at translation, where ``s_getreg`` reads it as well."""
    return ""


def _getreg(site: Site) -> str:
    read = hardware_field(site.operand(1).text, site.operand(1).value)
    if read is None or (read.name != MODE and read.name not in _CYCLES):
        raise site.unsupported(f"reading '{site.operand(1).text}'")
    mask = (1 << read.size) - 1
    if read.name == MODE:
        value = f"0x{site.mode.bits >> read.offset & mask:x}u"
    else:
        value = f"(u32)(w->count >> {_CYCLES[read.name] + read.offset}) & 0x{mask:x}u"
    place = site.sgpr(0)
    track = f" w->scalar_shadow[{place}] = 0;" if site.track and place is not None else ""
    return site.set_scalar(0, value, 1) + track


@emitter
def _move_relative(site: Site, source: bool, target: bool, apart: bool) -> str:
    """``v_movrel*``: M0 is added to the number of the source or the destination; in ``_2`` forms, each has a half of
    M0."""
    if not site.is_vgpr(1) and source:
        raise site.unsupported(f"a scalar source of '{site.op.mnemonic}'")
    shift_a, shift_d = ("& 0x3ff", ">> 16 & 0x3ff") if apart else ("", "")
    vector = site.is_vgpr(1)
    body = f"  u32 m = w->s[M0], a = {f'nx + (m {shift_a})' if source else 'nx'}, d = nd"
    body += f" + (m {shift_d});\n" if target else ";\n"
    limit = "a >= VGPRS || d >= VGPRS" if vector else "d >= VGPRS"
    body += f"  if (RARE({limit})) return fault(w, FAULT_REGISTER, 0, {'a' if source else 'd'}, 0);\n"
    body += "  u32 r[WAVE];\n  mask x = exec_of(w);\n"
    body += f"  for (u32 i = 0; i < WAVE; i++) r[i] = {'w->v[a][i]' if vector else 'nx'};\n  put_where(w, d, r, x);\n"
    if site.track:
        shadow = "w->shadow[a][i]" if vector else "shadow"
        body += "  if (RARE(needs_scalar(w, M0, 1))) return FAULT;\n"
        body += f"  for (u32 i = 0; i < WAVE; i++) r[i] = {shadow};\n  mark(w, d, r, x, 0xffffffff);\n"
    value = str(site.vgpr(1)) if vector else site.scalar(1)
    args = [str(site.vgpr(0)), value, "0" if vector or not site.track else site.shadow(1, 1)]
    return site.checked(site.call(["u32 nd", "u32 nx", "u32 shadow"], args, body + "  return 0;\n", "int"))


@emitter
def _scalar_relative(site: Site, source: bool, target: bool, apart: bool) -> str:
    """``s_movrel*``: M0 is added to the number of the source or the destination, which must stay among the SGPRs."""
    place, dwords = site.sgpr(0), site.dwords(0)
    origin = site.sgpr(1) if source else None
    if place is None or (source and origin is None):
        raise site.unsupported(f"'null' in '{site.op.mnemonic}'")
    shift_a, shift_d = ("& 0x3ff", ">> 16 & 0x3ff") if apart else ("", "")
    body = f"  u64 m = w->s[M0], a = nx{f' + (m {shift_a})' if source else ''}, d = nd"
    body += f" + (m {shift_d});\n" if target else ";\n"
    moved = "a" if source else "d"
    checks = [f"{x} + {dwords} > VCC" for x, on in (("a", source), ("d", target)) if on]
    body += f"  if (RARE({' || '.join(checks)})) return fault(w, FAULT_REGISTER, 0, {moved}, 0);\n"
    if site.track:
        body += "  if (RARE(needs_scalar(w, M0, 1))) return FAULT;\n"
    value = ("get64(w, a)" if dwords == 2 else "w->s[a]") if source else "x"
    body += f"  u64 r = {value};\n" + ("  set64(w, d, r);\n" if dwords == 2 else "  w->s[d] = (u32)r;\n")
    if site.track:
        shadow = ("shadow64(w, a)" if dwords == 2 else "w->scalar_shadow[a]") if source else "shadow"
        body += f"  u64 u = {shadow};\n" + (
            "  set_shadow64(w, d, u);\n" if dwords == 2 else "  w->scalar_shadow[d] = (u32)u;\n"
        )
    x = "0" if source else site.scalar(1, "b64" if dwords == 2 else "b32")
    undefined = "0" if source or not site.track else site.shadow(1, dwords)
    params = ["u32 nd", "u32 nx", "u64 x", "u64 shadow"]
    args = [str(place), str(origin or 0), x, undefined]
    return site.checked(site.call(params, args, body + "  return 0;\n", "int"))


def _swap_relative(site: Site) -> str:
    """``v_swaprel_b32``: a half of M0 is added to each number."""
    body = (
        "  u32 m = w->s[M0], a = nx + (m & 0x3ff), d = nd + (m >> 16 & 0x3ff), r[WAVE], q[WAVE];\n"
        "  if (RARE(a >= VGPRS || d >= VGPRS)) return fault(w, FAULT_REGISTER, 0, a, 0);\n  mask x = exec_of(w);\n"
        "  for (u32 i = 0; i < WAVE; i++) { r[i] = w->v[a][i]; q[i] = w->v[d][i]; }\n"
        "  put_where(w, d, r, x); put_where(w, a, q, x);\n"
    )
    if site.track:
        body += (
            "  if (RARE(needs_scalar(w, M0, 1))) return FAULT;\n"
            "  for (u32 i = 0; i < WAVE; i++) { r[i] = w->shadow[a][i]; q[i] = w->shadow[d][i]; }\n"
            "  mark(w, d, r, x, 0xffffffff); mark(w, a, q, x, 0xffffffff);\n"
        )
    args = [str(site.vgpr(0)), str(site.vgpr(1))]
    return site.checked(site.call(["u32 nd", "u32 nx"], args, body + "  return 0;\n", "int"))


CUSTOM: dict[str, Emitter] = {
    "s_round_mode": _written,
    "s_denorm_mode": _written,
    "s_setreg_imm32_b32": _written,
    "s_setreg_b32": _written,
    "s_getreg_b32": _getreg,
    "v_movrels_b32": _move_relative(True, False, False),
    "v_movreld_b32": _move_relative(False, True, False),
    "v_movrelsd_b32": _move_relative(True, True, False),
    "v_movrelsd_2_b32": _move_relative(True, True, True),
    "v_swaprel_b32": _swap_relative,
    "s_movrels_b32": _scalar_relative(True, False, False),
    "s_movrels_b64": _scalar_relative(True, False, False),
    "s_movreld_b32": _scalar_relative(False, True, False),
    "s_movreld_b64": _scalar_relative(False, True, False),
    "s_movrelsd_2_b32": _scalar_relative(True, True, True),
}
SELF_TRACKING = tuple(CUSTOM)
