"""Flat, scratch and buffer accesses, and every atomic (RDNA3/RDNA4 ISA guides, FLAT, MUBUF and DS formats)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.semantics.memory import (
    D16_LOADS,
    LOADS,
    SPACES,
    STORES,
    AddressCode,
    access,
    addresses,
    scalar_offset,
)
from isaopt.emulator.site import Site

RUNTIME = ("float", "half", "bfloat", "double", "space")

#: Operation names after the family's prefix: the C operation and dwords.
_ATOMICS: dict[str, tuple[str, int]] = {
    "sub_clamp_u32": ("A_SUB_CLAMP", 1),
    "cond_sub_u32": ("A_COND_SUB", 1),
    "cmpswap_f32": ("A_FCMPSWAP", 1),
    "add_f32": ("A_FADD", 1),
    "min_f32": ("A_FMIN", 1),
    "max_f32": ("A_FMAX", 1),
    "min_num_f32": ("A_FMIN", 1),
    "max_num_f32": ("A_FMAX", 1),
    "pk_add_f16": ("A_PK_ADD_F16", 1),
    "pk_add_bf16": ("A_PK_ADD_BF16", 1),
}
for _dwords, _u, _i, _b in ((1, "u32", "i32", "b32"), (2, "u64", "i64", "b64")):
    for _name, _op in (("add", "A_ADD"), ("sub", "A_SUB"), ("inc", "A_INC"), ("dec", "A_DEC"), ("min", "A_UMIN"),
                       ("max", "A_UMAX")):  # fmt: skip
        _ATOMICS[f"{_name}_{_u}"] = (_op, _dwords)
    _ATOMICS[f"min_{_i}"], _ATOMICS[f"max_{_i}"] = ("A_SMIN", _dwords), ("A_SMAX", _dwords)
    for _name, _op in (
        ("and", "A_AND"),
        ("or", "A_OR"),
        ("xor", "A_XOR"),
        ("swap", "A_SWAP"),
        ("cmpswap", "A_CMPSWAP"),
    ):
        _ATOMICS[f"{_name}_{_b}"] = (_op, _dwords)
_SWAPS = ("A_SWAP", "A_CMPSWAP", "A_FCMPSWAP")
#: DS names that differ from these, or exist only there.
_DS_ATOMICS: dict[str, tuple[str, int]] = {k: v for k, v in _ATOMICS.items() if v[0] not in _SWAPS}
_DS_ATOMICS |= {
    "rsub_u32": ("A_RSUB", 1),
    "rsub_u64": ("A_RSUB", 2),
    "mskor_b32": ("A_MSKOR", 1),
    "mskor_b64": ("A_MSKOR", 2),
    "cmpstore_b32": ("A_CMPSWAP", 1),
    "cmpstore_b64": ("A_CMPSWAP", 2),
    "cmpstore_f32": ("A_FCMPSWAP", 1),
    "cmpstore_f64": ("A_FCMPSWAP", 2),
    "min_f64": ("A_FMIN", 2),
    "max_f64": ("A_FMAX", 2),
    "min_num_f64": ("A_FMIN", 2),
    "max_num_f64": ("A_FMAX", 2),
}


def buffer_addresses(site: Site, family: str, n: str) -> AddressCode:
    """The address code of an access of ``n`` bytes (C) through a buffer descriptor."""
    resource, soffset, address = site.index_of("srsrc"), site.index_of("soffset"), site.index_of("vaddr")
    if resource is None or soffset is None or site.flag("tfe"):
        raise site.unsupported(f"this form of '{site.op.mnemonic}'")
    place = site.sgpr(resource)
    index, offset = int(site.flag("idxen")), int(site.flag("offen"))
    first = site.vgpr(address) if address is not None else 0
    params = ["u32 place", "u32 nidx", "u32 noff", "u32 soffset", "u32 offset"]
    args = [str(place), str(first), str(first + index * offset), site.scalar(soffset), str(site.number("offset"))]
    lines = (
        f"  u64 a[WAVE];\n  u32 bad;\n  mask in = buffer_addresses(w, a, place, {index}, nidx, {offset}, noff, "
        f"soffset, offset, {n}, &bad);\n  if (RARE(bad)) return fault(w, FAULT_RESOURCE, 0, 0, 0);\n"
    )
    return params, args, lines


@emitter
def _atomic(site: Site, family: str, op: str, dwords: int) -> str:
    data = site.index_of("vdata")
    assert data is not None
    params, args, lines = (buffer_addresses if family == "buffer" else addresses)(site, family, str(4 * dwords))
    space = SPACES.get(family, family.upper())
    gives = "atomic_ret" in site.op.desc.flags
    target = site.index_of("vdst")
    x = site.vgpr(data)
    nd = site.vgpr(target if target is not None else data) if gives else 0
    # The data of a compare-and-swap: the new value, then the one to compare with.
    y = x + dwords if "CMPSWAP" in op else x
    body = f"{lines}  return atomic_space(w, {space}, nd, {int(gives)}, nx, ny, a, in, {op}, {dwords});\n"
    all_params, all_args = ["u32 nd", "u32 nx", "u32 ny", *params], [str(nd), str(x), str(y), *args]
    return site.checked(site.call(all_params, all_args, body, "int"))


@emitter
def _ds_atomic(site: Site, op: str, dwords: int) -> str:
    if site.flag("gds"):
        raise site.unsupported("global data share")
    address, first, second = site.index_of("addr"), site.index_of("data0"), site.index_of("data1")
    assert address is not None
    assert first is not None
    target = site.index_of("vdst")
    body = (
        "  u64 a[WAVE];\n  addresses_lds(w, a, na, offset);\n"
        f"  return atomic_space(w, LDS, nd, {int(target is not None)}, nx, ny, a, ALL, {op}, {dwords});\n"
    )
    x = site.vgpr(first)
    args = [
        str(site.vgpr(target) if target is not None else 0),
        str(x),
        str(site.vgpr(second) if second is not None else x),
        str(site.vgpr(address)),
        str(site.number("offset")),
    ]
    return site.checked(site.call(["u32 nd", "u32 nx", "u32 ny", "u32 na", "u32 offset"], args, body, "int"))


@emitter
def _scalar_buffer(site: Site, kind: str, dwords: int) -> str:
    place, resource = site.sgpr(0), site.sgpr(1)
    if place is None or resource is None:
        raise site.unsupported(f"'null' in '{site.op.mnemonic}'")
    variable, offset = scalar_offset(site)
    return site.checked(f"load_scalar_buffer(w, {place}, {resource}, (u64){variable} + {offset}, {kind}, {dwords})")


@emitter
def _scalar_element(site: Site, kind: str) -> str:
    """Loads of less than a dword into a scalar register (gfx12)."""
    place, (variable, offset) = site.sgpr(0), scalar_offset(site)
    body = (
        f"  u32 r[1][WAVE];\n  u8 *p = place(w, GLOBAL, 0, base + (u64)offset, bytes_of({kind}, 1), READ);\n"
        f"  if (RARE(!p)) return FAULT;\n  fetch(r, 0, p, {kind}, 1);\n  w->s[sd] = r[0][0];\n  return 0;\n"
    )
    args = [str(place), site.scalar(1, "u64"), f"(i64){variable} + ({offset})"]
    return site.checked(site.call(["u32 sd", "u64 base", "i64 offset"], args, body, "int"))


CUSTOM: dict[str, Emitter] = {}
for _family, _where in (("flat", addresses), ("scratch", addresses), ("buffer", buffer_addresses)):
    for _name, (_kind, _dwords) in {**LOADS, **D16_LOADS}.items():
        CUSTOM[f"{_family}_load_{_name}"] = access("load", _family, _kind, _dwords, _where)
    for _name, (_kind, _dwords) in STORES.items():
        CUSTOM[f"{_family}_store_{_name}"] = access("store", _family, _kind, _dwords, _where)
for _family in ("global", "flat", "buffer"):
    for _name, (_op, _dwords) in _ATOMICS.items():
        CUSTOM[f"{_family}_atomic_{_name}"] = _atomic(_family, _op, _dwords)
for _name, (_op, _dwords) in _DS_ATOMICS.items():
    _stem, _, _type = _name.rpartition("_")
    CUSTOM[f"ds_{_name}"] = CUSTOM[f"ds_{_stem}_rtn_{_type}"] = _ds_atomic(_op, _dwords)
CUSTOM["ds_wrap_rtn_b32"] = _ds_atomic("A_WRAP", 1)
CUSTOM["ds_storexchg_rtn_b32"] = _ds_atomic("A_SWAP", 1)
CUSTOM["ds_storexchg_rtn_b64"] = _ds_atomic("A_SWAP", 2)
for _bits in (32, 64, 96, 128, 256, 512):
    CUSTOM[f"s_buffer_load_b{_bits}"] = _scalar_buffer("B32", _bits // 32)
for _name in ("u8", "i8", "u16", "i16"):
    CUSTOM[f"s_buffer_load_{_name}"] = _scalar_buffer(_name.upper(), 1)
    CUSTOM[f"s_load_{_name}"] = _scalar_element(_name.upper())
