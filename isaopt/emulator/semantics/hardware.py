"""Hardware registers and registers that are selected by M0 (RDNA3 ISA guide, SOPK, SOPP, VOP1)."""

from __future__ import annotations

from isaopt.emulator.modes import MODE, hardware_register
from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.site import Site

RUNTIME: tuple[str, ...] = ()


def _written(site: Site) -> str:
    """MODE is followed at translation; ``s_getreg`` reads it from there, too."""
    return ""


def _getreg(site: Site) -> str:
    register = hardware_register(site.operand(1))
    if register is None or register[0] != MODE:
        raise site.unsupported(f"reading '{site.operand(1).text}'")
    value = site.mode.bits >> register[1] & (1 << register[2]) - 1
    place = site.sgpr(0)
    track = f" w->scalar_shadow[{place}] = 0;" if site.track and place is not None else ""
    return site.set_scalar(0, f"0x{value:x}u", 1) + track


def _move_relative(source: bool, target: bool, apart: bool) -> Emitter:
    """``v_movrel*``: M0 is added to the number of the source or the target; for ``_2`` forms each has a half of M0."""

    def emit(site: Site) -> str:
        if not site.is_vgpr(1) and source:
            raise site.unsupported(f"a scalar source of '{site.op.mnemonic}'")
        shift_a, shift_d = ("& 0x3ff", ">> 16 & 0x3ff") if apart else ("", "")
        vector = site.is_vgpr(1)
        body = f"  u32 m = w->s[M0], a = {f'nx + (m {shift_a})' if source else 'nx'}, d = nd"
        body += f" + (m {shift_d});\n" if target else ";\n"
        limit = "a >= VGPRS || d >= VGPRS" if vector else "d >= VGPRS"
        body += f"  if (RARE({limit})) return fault(w, FAULT_REGISTER, 0, {'a' if source else 'd'}, 0);\n"
        body += "  u32 r[WAVE];\n  mask x = exec_of(w);\n"
        body += (
            f"  for (u32 i = 0; i < WAVE; i++) r[i] = {'w->v[a][i]' if vector else 'nx'};\n  put_where(w, d, r, x);\n"
        )
        if site.track:
            shadow = "w->shadow[a][i]" if vector else "shadow"
            body += "  if (RARE(w->scalar_shadow[M0])) return fault(w, FAULT_UNDEFINED, 0, 256 + M0, 0);\n"
            body += f"  for (u32 i = 0; i < WAVE; i++) r[i] = {shadow};\n  mark(w, d, r, x, 0xffffffff);\n"
        value = str(site.vgpr(1)) if vector else site.scalar(1)
        args = [str(site.vgpr(0)), value, "0" if vector or not site.track else site.shadow(1, 1)]
        return site.checked(site.call(["u32 nd", "u32 nx", "u32 shadow"], args, body + "  return 0;\n", "int"))

    return emit


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
}
SELF_TRACKING = tuple(CUSTOM)
