"""Loads and stores of global memory and LDS, and scalar loads (RDNA3/RDNA4 ISA guides, FLAT, DS and SMEM formats)."""

from __future__ import annotations

from collections.abc import Callable

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site

RUNTIME: tuple[str, ...] = ()

#: C names of address spaces that differ from the family's.
SPACES = {"buffer": "GLOBAL"}
#: Loads: name after the family's prefix to element kind and dwords.
LOADS: dict[str, tuple[str, int]] = {
    "b32": ("B32", 1),
    "b64": ("B32", 2),
    "b96": ("B32", 3),
    "b128": ("B32", 4),
    "u8": ("U8", 1),
    "i8": ("I8", 1),
    "u16": ("U16", 1),
    "i16": ("I16", 1),
}
D16_LOADS: dict[str, tuple[str, int]] = {
    "d16_u8": ("D16_U8", 1),
    "d16_i8": ("D16_I8", 1),
    "d16_b16": ("D16_B16", 1),
    "d16_hi_u8": ("D16_HI_U8", 1),
    "d16_hi_i8": ("D16_HI_I8", 1),
    "d16_hi_b16": ("D16_HI_B16", 1),
}
STORES: dict[str, tuple[str, int]] = {
    "b8": ("U8", 1),
    "b16": ("U16", 1),
    "b32": ("B32", 1),
    "b64": ("B32", 2),
    "b96": ("B32", 3),
    "b128": ("B32", 4),
    "d16_hi_b8": ("STORE_HI8", 1),
    "d16_hi_b16": ("STORE_HI16", 1),
}


def halved(site: Site, index: int, kind: str) -> str:
    """The element kind if the register is written as ``v5.l`` or ``v5.h``."""
    reg = site.operand(index).reg
    if reg is None or reg.half != "h":
        return kind
    return {"U8": "STORE_HI8", "U16": "STORE_HI16", "D16_U8": "D16_HI_U8", "D16_I8": "D16_HI_I8",
            "D16_B16": "D16_HI_B16"}.get(kind, kind)  # fmt: skip


#: Parameters and arguments of a function, and the C lines that leave each lane's address in ``a`` and the lanes in
#: range in ``in``, for an access of some bytes (C).
AddressCode = tuple[list[str], list[str], str]


def addresses(site: Site, family: str, n: str) -> AddressCode:
    """The address code of a global, flat or scratch access of ``n`` bytes (C)."""
    offset, base = site.number("offset"), site.index_of("saddr")
    address = site.index_of("vaddr")
    scalar = base if base is not None and site.sgpr(base) is not None else None
    lines = "  u64 a[WAVE];\n  mask in = ALL;\n"
    if family == "scratch":
        params, args, terms = ["i32 offset"], [str(offset)], "(u32)offset"
        if address is not None:
            params, args, terms = [*params, "u32 na"], [*args, str(site.vgpr(address))], terms + " + w->v[na][i]"
        if scalar is not None:
            params, args, terms = [*params, "u32 base"], [*args, site.scalar(scalar)], terms + " + base"
        return params, args, lines + f"  for (u32 i = 0; i < WAVE; i++) a[i] = (u32)({terms});\n"
    if address is None:
        raise site.unsupported(f"the address form of '{site.op.mnemonic}'")
    params, args = ["u32 na", "i32 offset"], [str(site.vgpr(address)), str(offset)]
    if scalar is None:
        return params, args, lines + "  addresses_v(w, a, na, offset);\n"
    return (
        [*params, "u64 base"],
        [*args, site.scalar(scalar, "u64")],
        lines + "  addresses_s(w, a, na, base, offset);\n",
    )


@emitter
def access(
    site: Site,
    verb: str,
    family: str,
    kind: str,
    dwords: int,
    where: Callable[[Site, str, str], AddressCode] = addresses,
) -> str:
    """A ``load`` or a ``store``."""
    data = 0 if verb == "load" else site.index_of("data0" if family == "lds" else "vdata")
    assert data is not None
    element = halved(site, data, kind)
    params, args, lines = where(site, family, f"bytes_of({element}, {dwords})")
    what = f"a, in, {element}, {dwords}, {site.coherent if verb == 'load' else 0}"
    body = f"{lines}  return {verb}_space(w, {SPACES.get(family, family.upper())}, n, {what});\n"
    return site.checked(site.call(["u32 n", *params], [str(site.vgpr(data)), *args], body, "int"))


def _lds_addresses(site: Site, family: str, n: str) -> AddressCode:
    address = site.index_of("addr")
    assert address is not None
    lines = "  u64 a[WAVE];\n  mask in = ALL;\n  addresses_lds(w, a, na, offset);\n"
    return ["u32 na", "u32 offset"], [str(site.vgpr(address)), str(site.number("offset"))], lines


def _two_offsets(site: Site, unit: int) -> list[str]:
    return [str(site.number("offset0") * unit), str(site.number("offset1") * unit)]


@emitter
def _lds_load2(site: Site, dwords: int, stride: int) -> str:
    body = f"  return load_lds2(w, nd, na, first, second, {dwords});\n"
    args = [str(site.vgpr(0)), str(site.vgpr(1)), *_two_offsets(site, 4 * dwords * stride)]
    return site.checked(site.call(["u32 nd", "u32 na", "u32 first", "u32 second"], args, body, "int"))


@emitter
def _lds_store2(site: Site, dwords: int, stride: int) -> str:
    first, second = _two_offsets(site, 4 * dwords * stride)
    body = (
        f"  return store_lds(w, na, nv, first, B32, {dwords}) || "
        f"store_lds(w, na, nw, second, B32, {dwords}) ? FAULT : 0;\n"
    )
    args = [str(site.vgpr(0)), str(site.vgpr(1)), str(site.vgpr(2)), first, second]
    return site.checked(site.call(["u32 na", "u32 nv", "u32 nw", "u32 first", "u32 second"], args, body, "int"))


def scalar_offset(site: Site) -> tuple[str, int]:
    """The offset of a scalar load: a register (C) and a constant."""
    offset, soffset = site.number("offset"), site.index_of("soffset")
    if soffset is not None:
        return site.scalar(soffset), offset
    value = site.operand(2).value
    if not isinstance(value, int):
        raise site.unsupported(f"the offset '{site.operand(2).text}'")
    return "0", offset + value


@emitter
def _scalar_load(site: Site, dwords: int) -> str:
    place = site.sgpr(0)
    if place is None:
        raise site.unsupported("a scalar load into 'null'")
    variable, offset = scalar_offset(site)
    where = f"{site.scalar(1, 'u64')}, (i64){variable} + ({offset})"
    return site.checked(f"load_scalar(w, {place}, {where}, {dwords})")


CUSTOM: dict[str, Emitter] = {}
for _name, (_kind, _dwords) in {**LOADS, **D16_LOADS}.items():
    CUSTOM[f"global_load_{_name}"] = access("load", "global", _kind, _dwords)
for _name, (_kind, _dwords) in STORES.items():
    CUSTOM[f"global_store_{_name}"] = access("store", "global", _kind, _dwords)
for _name, (_kind, _dwords) in LOADS.items():
    CUSTOM[f"ds_load_{_name}"] = access("load", "lds", _kind, _dwords, _lds_addresses)
for _name, _kind in {"u8_d16": "D16_U8", "i8_d16": "D16_I8", "u16_d16": "D16_B16", "u8_d16_hi": "D16_HI_U8",
                     "i8_d16_hi": "D16_HI_I8", "u16_d16_hi": "D16_HI_B16"}.items():  # fmt: skip
    CUSTOM[f"ds_load_{_name}"] = access("load", "lds", _kind, 1, _lds_addresses)
for _name, (_kind, _dwords) in {"b8_d16_hi": ("STORE_HI8", 1), "b16_d16_hi": ("STORE_HI16", 1),
                                **{k: v for k, v in STORES.items() if "d16" not in k}}.items():  # fmt: skip
    CUSTOM[f"ds_store_{_name}"] = access("store", "lds", _kind, _dwords, _lds_addresses)
for _dwords in (1, 2):
    CUSTOM[f"ds_load_2addr_b{32 * _dwords}"] = _lds_load2(_dwords, 1)
    CUSTOM[f"ds_load_2addr_stride64_b{32 * _dwords}"] = _lds_load2(_dwords, 64)
    CUSTOM[f"ds_store_2addr_b{32 * _dwords}"] = _lds_store2(_dwords, 1)
    CUSTOM[f"ds_store_2addr_stride64_b{32 * _dwords}"] = _lds_store2(_dwords, 64)
for _bits in (32, 64, 96, 128, 256, 512):
    CUSTOM[f"s_load_b{_bits}"] = _scalar_load(_bits // 32)
