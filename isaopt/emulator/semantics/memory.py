"""Loads and stores of global memory and LDS, and scalar loads (RDNA3/RDNA4 ISA guides, FLAT, DS and SMEM formats)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.site import Site

RUNTIME: tuple[str, ...] = ()

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
    """The element kind where the register is written as ``v5.l`` or ``v5.h``."""
    reg = site.operand(index).reg
    if reg is None or reg.half != "h":
        return kind
    return {"U8": "STORE_HI8", "U16": "STORE_HI16", "D16_U8": "D16_HI_U8", "D16_I8": "D16_HI_I8",
            "D16_B16": "D16_HI_B16"}.get(kind, kind)  # fmt: skip


def global_address(site: Site) -> tuple[list[str], list[str], str]:
    """Parameters, arguments and the C line that fills ``a`` with each lane's address."""
    address, base = site.index_of("vaddr"), site.index_of("saddr")
    if address is None:
        raise site.unsupported(f"the address form of '{site.op.mnemonic}'")
    offset = site.number("offset")
    if base is not None and site.sgpr(base) is not None:
        params, args = ["u32 na", "u64 base", "i32 offset"], [str(site.vgpr(address)), site.scalar(base, "u64")]
        return params, [*args, str(offset)], "  u64 a[WAVE];\n  addresses_s(w, a, na, base, offset);\n"
    return (
        ["u32 na", "i32 offset"],
        [str(site.vgpr(address)), str(offset)],
        "  u64 a[WAVE];\n  addresses_v(w, a, na, offset);\n",
    )


def _global_load(kind: str, dwords: int) -> Emitter:
    def emit(site: Site) -> str:
        params, args, lines = global_address(site)
        element = halved(site, 0, kind)
        body = f"{lines}  return load_space(w, GLOBAL, nd, a, ALL, {element}, {dwords}, {site.coherent});\n"
        return site.checked(site.call(["u32 nd", *params], [str(site.vgpr(0)), *args], body, "int"))

    return emit


def _global_store(kind: str, dwords: int) -> Emitter:
    def emit(site: Site) -> str:
        params, args, lines = global_address(site)
        data = site.index_of("vdata")
        assert data is not None
        element = halved(site, data, kind)
        body = f"{lines}  return store_space(w, GLOBAL, nv, a, ALL, {element}, {dwords}, 0);\n"
        return site.checked(site.call(["u32 nv", *params], [str(site.vgpr(data)), *args], body, "int"))

    return emit


def _lds_load(kind: str, dwords: int) -> Emitter:
    def emit(site: Site) -> str:
        element = halved(site, 0, kind)
        body = f"  return load_lds(w, nd, na, offset, {element}, {dwords});\n"
        args = [str(site.vgpr(0)), str(site.vgpr(1)), str(site.number("offset"))]
        return site.checked(site.call(["u32 nd", "u32 na", "u32 offset"], args, body, "int"))

    return emit


def _lds_store(kind: str, dwords: int) -> Emitter:
    def emit(site: Site) -> str:
        element = halved(site, 1, kind)
        body = f"  return store_lds(w, na, nv, offset, {element}, {dwords});\n"
        args = [str(site.vgpr(0)), str(site.vgpr(1)), str(site.number("offset"))]
        return site.checked(site.call(["u32 na", "u32 nv", "u32 offset"], args, body, "int"))

    return emit


def _two_offsets(site: Site, unit: int) -> list[str]:
    return [str(site.number("offset0") * unit), str(site.number("offset1") * unit)]


def _lds_load2(dwords: int, stride: int) -> Emitter:
    def emit(site: Site) -> str:
        body = f"  return load_lds2(w, nd, na, first, second, {dwords});\n"
        args = [str(site.vgpr(0)), str(site.vgpr(1)), *_two_offsets(site, 4 * dwords * stride)]
        return site.checked(site.call(["u32 nd", "u32 na", "u32 first", "u32 second"], args, body, "int"))

    return emit


def _lds_store2(dwords: int, stride: int) -> Emitter:
    def emit(site: Site) -> str:
        first, second = _two_offsets(site, 4 * dwords * stride)
        body = (
            f"  return store_lds(w, na, nv, first, B32, {dwords}) || "
            f"store_lds(w, na, nw, second, B32, {dwords}) ? FAULT : 0;\n"
        )
        args = [str(site.vgpr(0)), str(site.vgpr(1)), str(site.vgpr(2)), first, second]
        return site.checked(site.call(["u32 na", "u32 nv", "u32 nw", "u32 first", "u32 second"], args, body, "int"))

    return emit


def _scalar_load(dwords: int) -> Emitter:
    def emit(site: Site) -> str:
        place = site.sgpr(0)
        if place is None:
            raise site.unsupported("a scalar load into 'null'")
        offset = site.number("offset")
        soffset = site.index_of("soffset")
        variable = "0"
        if soffset is not None:
            variable = site.scalar(soffset)
        else:
            value = site.operand(2).value
            if not isinstance(value, int):
                raise site.unsupported(f"the offset '{site.operand(2).text}'")
            offset += value
        where = f"{site.scalar(1, 'u64')}, (i64){variable} + ({offset})"
        return site.checked(f"load_scalar(w, {place}, {where}, {dwords})")

    return emit


CUSTOM: dict[str, Emitter] = {}
for _name, (_kind, _dwords) in {**LOADS, **D16_LOADS}.items():
    CUSTOM[f"global_load_{_name}"] = _global_load(_kind, _dwords)
for _name, (_kind, _dwords) in STORES.items():
    CUSTOM[f"global_store_{_name}"] = _global_store(_kind, _dwords)
for _name, (_kind, _dwords) in LOADS.items():
    CUSTOM[f"ds_load_{_name}"] = _lds_load(_kind, _dwords)
for _name, _kind in {"u8_d16": "D16_U8", "i8_d16": "D16_I8", "u16_d16": "D16_B16", "u8_d16_hi": "D16_HI_U8",
                     "i8_d16_hi": "D16_HI_I8", "u16_d16_hi": "D16_HI_B16"}.items():  # fmt: skip
    CUSTOM[f"ds_load_{_name}"] = _lds_load(_kind, 1)
for _name, (_kind, _dwords) in {"b8_d16_hi": ("STORE_HI8", 1), "b16_d16_hi": ("STORE_HI16", 1),
                                **{k: v for k, v in STORES.items() if "d16" not in k}}.items():  # fmt: skip
    CUSTOM[f"ds_store_{_name}"] = _lds_store(_kind, _dwords)
for _dwords in (1, 2):
    CUSTOM[f"ds_load_2addr_b{32 * _dwords}"] = _lds_load2(_dwords, 1)
    CUSTOM[f"ds_load_2addr_stride64_b{32 * _dwords}"] = _lds_load2(_dwords, 64)
    CUSTOM[f"ds_store_2addr_b{32 * _dwords}"] = _lds_store2(_dwords, 1)
    CUSTOM[f"ds_store_2addr_stride64_b{32 * _dwords}"] = _lds_store2(_dwords, 64)
for _bits in (32, 64, 96, 128, 256, 512):
    CUSTOM[f"s_load_b{_bits}"] = _scalar_load(_bits // 32)
