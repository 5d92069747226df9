"""Loads, stores and samples of images with a single level, laid out in rows (RDNA3 and RDNA4 ISA guides, MIMG, VIMAGE
and VSAMPLE), which is what :mod:`isaopt.virtual` makes of HIP's textures."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.semantics.typed import RUNTIME as TYPED
from isaopt.emulator.semantics.typed import format_of
from isaopt.emulator.site import Site
from isaopt.isa.types import OperandType

RUNTIME = (*TYPED, "texture")

_DIMENSIONS = {"SQ_RSRC_IMG_1D": 1, "SQ_RSRC_IMG_2D": 2, "SQ_RSRC_IMG_3D": 3}
_UNKNOWN = ("a16", "r128", "tfe", "lwe")


def _first(site: Site, kind: OperandType) -> int | None:
    return next((k for k, desc in enumerate(site.op.desc.operands) if desc.type is kind), None)


def _coordinates(site: Site) -> list[int]:
    """The coordinate VGPRs."""
    pairs = zip(site.op.operands, site.op.desc.operands, strict=True)
    refs = [reg for operand, desc in pairs if desc.type is OperandType.COORDINATES for reg in operand.regs]
    return [reg.first + k for reg in refs for k in range(reg.count)]


def _access(site: Site) -> str:
    memory, resource = site.op.desc.memory, _first(site, OperandType.IMAGE)
    dims, dmask = _DIMENSIONS.get(site.op.modifier("dim") or ""), site.number("dmask")
    assert memory is not None
    assert resource is not None
    partial = not memory.loads and dmask & (dmask + 1)
    if dims is None or not dmask or partial or any(map(site.flag, _UNKNOWN)):
        raise site.unsupported(f"this form of '{site.op.mnemonic}'")
    sampler, later = _first(site, OperandType.SAMPLER), int("mimg" not in site.op.desc.flags)
    coordinates = [str(n) for n in _coordinates(site)[:dims]]
    known = f"image_at(w, place, f, {dims}, {later}, &t)"
    if sampler is not None:
        known += f" || !sampler_at(w, sampler, {dims}, {int(site.flag('unorm'))}, &t)"
    packing, n = "D16" if site.flag("d16") else "WHOLE", dmask.bit_count()
    select = f"asked(t.select, {dmask})" if memory.loads else "t.select"
    body = (
        f"  u32 c[3] = {{x, y, z}};\n  u64 a[WAVE];\n  Texture t;\n"
        f"  Format f = {format_of(site, f'image_format(w, place, {later})')};\n"
        f"  if (RARE(!{known})) return fault(w, FAULT_RESOURCE, 0, 0, 0);\n"
    )
    if sampler is not None:
        body += f"  if (t.linear) return sample_linear(w, n, &t, {dims}, c, {select}, {packing}, {n});\n"
    function = "load_formatted" if memory.loads else "store_formatted"
    body += f"  mask in = texels(w, a, &t, {dims}, c, {int(sampler is not None)});\n"
    body += f"  return {function}(w, n, a, in, f, {select}, {packing}, {n});\n"
    places = [str(site.sgpr(k)) for k in (resource, resource if sampler is None else sampler)]
    args = [str(site.vgpr(0)), *places, *coordinates, *["0"] * (3 - dims)]
    return site.checked(site.call(["u32 n", "u32 place", "u32 sampler", "u32 x", "u32 y", "u32 z"], args, body, "int"))


CUSTOM: dict[str, Emitter] = dict.fromkeys(("image_load", "image_store", "image_sample_lz"), _access)
