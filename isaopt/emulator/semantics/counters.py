"""LDS operations beyond one address a lane, and accesses addressed by lane (RDNA3/RDNA4 ISA guides, DS and FLAT
formats: ``DS_STOREXCHG_2ADDR``, ``DS_CONDXCHG32``, ``DS_APPEND``, ``DS_CONSUME``, ``*_ADDTID``).

Both counters and the ``ds_*_addtid`` forms start from M0[15:0], as LLVM's SelectDSAppendConsume and the pseudo-code of
the latter have it.
"""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site

RUNTIME = ("float", "half", "bfloat", "double", "space", "counters")


def _no_gds(site: Site) -> None:
    if site.flag("gds"):
        raise site.unsupported("global data share")


@emitter
def _exchange2(site: Site, dwords: int, stride: int) -> str:
    _no_gds(site)
    unit = 4 * dwords * stride
    args = [str(site.vgpr(k)) for k in range(4)]
    args += [str(site.number("offset0") * unit), str(site.number("offset1") * unit)]
    params = ["u32 nd", "u32 na", "u32 nx", "u32 ny", "u32 first", "u32 second"]
    body = f"  return exchange2(w, nd, na, nx, ny, first, second, {dwords});\n"
    return site.checked(site.call(params, args, body, "int"))


def _conditional(site: Site) -> str:
    _no_gds(site)
    d, a, x = (site.vgpr(k) for k in range(3))
    return site.checked(f"exchange_conditional(w, {d}, {a}, {x}, {site.number('offset')})")


@emitter
def _counter(site: Site, sign: str) -> str:
    _no_gds(site)
    return site.defined_m0() + site.checked(f"count_lanes(w, {site.vgpr(0)}, {site.number('offset')}, {sign})")


@emitter
def _lane_addressed(site: Site, space: str, load: bool) -> str:
    base, check = "(w->s[M0] & 0xffff)", ""
    if space == "LDS":
        _no_gds(site)
        check = site.defined_m0()
    else:
        place = site.index_of("saddr")
        base = "0" if place is None or site.sgpr(place) is None else site.scalar(place, "u64")
    function = "load_space" if load else "store_space"
    body = (
        "  u64 a[WAVE];\n  for (u32 i = 0; i < WAVE; i++) a[i] = base + 4 * i;\n"
        f"  return {function}(w, {space}, n, a, ALL, B32, 1, 0);\n"
    )
    args = [str(site.vgpr(0)), f"(u64){base} + (u64)(i64){site.number('offset')}"]
    return check + site.checked(site.call(["u32 n", "u64 base"], args, body, "int"))


CUSTOM: dict[str, Emitter] = {
    "ds_condxchg32_rtn_b64": _conditional,
    "ds_append": _counter("1"),
    "ds_consume": _counter("-1"),
    "ds_load_addtid_b32": _lane_addressed("LDS", True),
    "ds_store_addtid_b32": _lane_addressed("LDS", False),
    "global_load_addtid_b32": _lane_addressed("GLOBAL", True),
    "global_store_addtid_b32": _lane_addressed("GLOBAL", False),
}
for _dwords in (1, 2):
    CUSTOM[f"ds_storexchg_2addr_rtn_b{32 * _dwords}"] = _exchange2(_dwords, 1)
    CUSTOM[f"ds_storexchg_2addr_stride64_rtn_b{32 * _dwords}"] = _exchange2(_dwords, 64)
