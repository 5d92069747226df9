"""Loads and stores of up to 32 registers, selected by M0 (RDNA4 ISA guide, GLOBAL_LOAD_BLOCK and its kin)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.semantics.memory import addresses
from isaopt.emulator.semantics.space import RUNTIME as RUNTIME
from isaopt.emulator.site import Site


@emitter
def _block(site: Site, family: str, load: bool) -> str:
    data = site.index_of("vdst" if load else "vdata")
    assert data is not None
    access = f"{'load' if load else 'store'}_space(w, {family.upper()}, n + k, b, in, B32, 1, 0)"
    params, args, lines = addresses(site, family, "4")
    before = after = ""
    followed = family == "scratch" or "uninit" in site.checks
    if site.track and load and not followed:
        after = "    define(w, n + k, 1, exec_of(w), 0xffffffff);\n"
    if site.track and not load and not followed:
        before = "    if (RARE(needs(w, n + k, 1, 0xffffffff))) return FAULT;\n"
    body = (
        f"{lines}  u32 m = w->s[M0];\n"
        + ("  if (RARE(needs_scalar(w, M0, 1))) return FAULT;\n" if site.track else "")
        + "  for (u32 k = 0; k < 32; k++) {\n    if (!(m >> k & 1)) continue;\n    u64 b[WAVE];\n"
        f"    for (u32 i = 0; i < WAVE; i++) b[i] = a[i] + 4 * k;\n{before}"
        f"    if (RARE({access})) return FAULT;\n"
        f"{after}  }}\n  return 0;\n"
    )
    return site.checked(site.call(["u32 n", *params], [str(site.vgpr(data)), *args], body, "int"))


CUSTOM: dict[str, Emitter] = {
    f"{family}_{'load' if load else 'store'}_block": _block(family, load)
    for family in ("global", "scratch")
    for load in (True, False)
}
