"""Scalar operations that replace EXEC (RDNA3/RDNA4 ISA guides, SOP1)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site

RUNTIME = ("scalar",)
_LOGIC = {"and": "a & b", "or": "a | b", "xor": "a ^ b", "nand": "~(a & b)", "nor": "~(a | b)", "xnor": "~(a ^ b)",
          "and_not1": "a & ~b", "or_not1": "a | ~b", "and_not0": "~a & b", "or_not0": "~a | b"}  # fmt: skip
_AND, _OR = "(A | B) & (A | a) & (B | b)", "(A | B) & (A | ~a) & (B | ~b)"
#: A defined 0 of an operand decides an AND, a defined 1 an OR.
_LOGIC_DEFINED = {"and": _AND, "nand": _AND, "or": _OR, "nor": _OR, "xor": "A | B", "xnor": "A | B",
                  "and_not1": "(A | B) & (A | a) & (B | ~b)", "or_not1": "(A | B) & (A | ~a) & (B | b)",
                  "and_not0": "(A | B) & (A | ~a) & (B | b)", "or_not0": "(A | B) & (A | a) & (B | ~b)"}  # fmt: skip


@emitter
def _saveexec(site: Site, name: str, bits: int, write_result: bool) -> str:
    """``D = EXEC; EXEC = S0 op EXEC; SCC = EXEC != 0``; the ``wrexec`` forms write the new EXEC to D as well."""
    c_type, dwords = (f"u{bits}", bits // 32)
    get, put = ("w->s[EXEC]", "w->s[EXEC] = r;") if dwords == 1 else ("get64(w, EXEC)", "set64(w, EXEC, r);")
    text = f"{c_type} a = {site.scalar(1, 'u64' if dwords == 2 else 'u32')}, b = {get}, r = {_LOGIC[name]};"
    if site.track:
        text += f" {c_type} A = {site.shadow(1, dwords)}, B = 0, U = {_LOGIC_DEFINED[name]};{site.defined_exec('U')}"
    text += f" {site.set_scalar(0, 'r' if write_result else 'b', dwords)} {put} w->s[SCC] = r != 0;"
    place = site.sgpr(0)
    if site.track:
        written = [] if place is None else [place, place + 1][:dwords]
        text += "".join(f" w->scalar_shadow[{k}] = 0;" for k in (*written, 128))
    return f"{{ {text} }}"


CUSTOM: dict[str, Emitter] = {}
for _bits in (32, 64):
    for _name in _LOGIC:
        CUSTOM[f"s_{_name}_saveexec_b{_bits}"] = _saveexec(_name, _bits, False)
    for _name in ("and_not0", "and_not1"):
        CUSTOM[f"s_{_name}_wrexec_b{_bits}"] = _saveexec(_name, _bits, True)
SELF_TRACKING = tuple(CUSTOM)
