"""Exchange between lanes (RDNA3/RDNA4 ISA guides: DS permutes, VOP1 and VOP3 lane operations)."""

from __future__ import annotations

from isaopt.emulator.crosslane import lane_table
from isaopt.emulator.semantics.base import Emitter, emitter
from isaopt.emulator.site import Site
from isaopt.emulator.sources import half_select

RUNTIME = ("exchange",)
_NONE = 255


def _span(site: Site) -> int:
    """How many lanes an address of a DS permute can select: gfx11 stays within halves of a wave64, gfx12 does not."""
    return site.wave_size if site.features.whole_wave_permute else 32


@emitter
def _bpermute(site: Site, inactive: int) -> str:
    d, s, a = (site.vgpr(k) for k in range(3))
    return f"bpermute(w, {d}, {s}, {a}, {site.number('offset')}, {_span(site)}, {inactive});"


def _permute(site: Site) -> str:
    d, s, a = (site.vgpr(k) for k in range(3))
    return f"permute(w, {d}, {s}, {a}, {site.number('offset')}, {_span(site)});"


def swizzle_lanes(offset: int, wave_size: int) -> list[int]:
    """The lane that each lane reads under an offset of ``ds_swizzle_b32`` (RDNA3 ISA guide, "DS_SWIZZLE_B32")."""
    out = []
    for i in range(wave_size):
        half, k = i & 32, i & 31
        if offset >= 0xE000:
            mask = offset & 31
            reverse = int(f"{k:05b}"[::-1], 2)
            out.append(half | (reverse >> mask.bit_count()) | (k & mask))
        elif offset >= 0xC000:
            amount, keep = offset >> 5 & 31, offset & 31
            step = -amount if offset >> 10 & 1 else amount
            out.append(half | (k & keep) | ((k + step) & ~keep & 31))
        elif offset & 0x8000:
            out.append(half | (k & ~3) | (offset >> 2 * (k & 3) & 3))
        else:
            out.append(half | (((k & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31)))
    return out


def _swizzle_offset(site: Site) -> int:
    text = (site.op.modifier("offset") or "0").replace(" ", "")
    try:
        return int(text, 0)
    except ValueError:
        pass
    name, _, rest = text.removeprefix("swizzle(").rstrip(")").partition(",")
    try:
        if name == "BITMASK_PERM":
            pattern = rest.strip("\"'").rjust(5, "p")
            keep = sum(1 << 4 - k for k, c in enumerate(pattern) if c in "pi")
            flip = sum(1 << 4 - k for k, c in enumerate(pattern) if c == "i")
            fixed = sum(1 << 4 - k for k, c in enumerate(pattern) if c == "1")
            return keep | fixed << 5 | flip << 10
        numbers = [int(x, 0) for x in rest.split(",")]
    except ValueError:
        raise site.unsupported(f"the swizzle '{text}'") from None
    if name == "QUAD_PERM" and len(numbers) == 4:
        return 0x8000 | sum(n << 2 * k for k, n in enumerate(numbers))
    if name == "BROADCAST" and len(numbers) == 2:
        return (32 - numbers[0]) | numbers[1] << 5
    if name == "SWAP" and len(numbers) == 1:
        return 0x1F | numbers[0] << 10
    if name == "REVERSE" and len(numbers) == 1:
        return 0x1F | (numbers[0] - 1) << 10
    if name == "FFT" and len(numbers) == 1:
        return 0xE000 | numbers[0]
    if name == "ROTATE" and len(numbers) == 2:
        return 0xC000 | numbers[0] << 10 | numbers[1] << 5
    raise site.unsupported(f"the swizzle '{text}'")


def _swizzle(site: Site) -> str:
    table = lane_table(swizzle_lanes(_swizzle_offset(site), site.wave_size))
    return f"move_fixed(w, {site.vgpr(0)}, {site.vgpr(1)}, {table}, 0, 1);"


def _fetch_flags(site: Site) -> str:
    """``op_sel:[fi,bound_ctrl]`` of the row permutes: whether inactive lanes are read, and whether an invalid lane
    reads 0 or keeps its value."""
    inactive, zero = half_select(site.op, 1, 0), half_select(site.op, 1, 1)
    return f"{inactive}, {zero}"


@emitter
def _permlane16(site: Site, flip: int) -> str:
    low, high = site.scalar(2), site.scalar(3)
    text = f"permlane16(w, {site.vgpr(0)}, {site.vgpr(1)}, {low}, {high}, {flip}, {_fetch_flags(site)});"
    return text + _spoilt_by(site, 0, (2, 3))


@emitter
def _permlane16_var(site: Site, flip: int) -> str:
    d, a, s = (site.vgpr(k) for k in range(3))
    return f"permlane16_var(w, {d}, {a}, {s}, {flip}, {_fetch_flags(site)});"


def _permlane64(site: Site) -> str:
    if site.wave_size == 32:
        return ""
    table = lane_table([i ^ 32 for i in range(64)])
    return f"move_fixed(w, {site.vgpr(0)}, {site.vgpr(1)}, {table}, 1, 0);"


def _spoilt_by(site: Site, target: int, scalars: tuple[int, ...]) -> str:
    """C that makes a vector result undefined if one of these scalars is."""
    shadows = [s for k in scalars if (s := site.shadow(k, 1)) != "0"]
    if not site.track or not shadows:
        return ""
    return f" if (RARE({' | '.join(shadows)})) spoil_all(w, {site.vgpr(target)}, 1, 1);"


def _read(site: Site, lane: str, shadow: str) -> str:
    """C that reads a lane of a register, and its undefined bits, into a scalar."""
    source = site.vgpr(1)
    text = f"u32 k = {lane}; u32 x = w->v[{source}][k];"
    place = site.sgpr(0)
    if place is None:
        return ""
    text += f" w->s[{place}] = x;"
    if site.track:
        undefined = f" | (u32)all_if({shadow})" if shadow != "0" else ""
        text += f" w->scalar_shadow[{place}] = w->shadow[{source}][k]{undefined};"
    return f"{{ {text} }}"


def _readlane(site: Site) -> str:
    return _read(site, f"{site.scalar(2)} & (WAVE - 1)", site.shadow(2, 1))


def _readfirstlane(site: Site) -> str:
    if not site.is_vgpr(1):  # a scalar is the same in all lanes
        text = site.set_scalar(0, site.scalar(1), 1)
        place = site.sgpr(0)
        return text + (f" w->scalar_shadow[{place}] = {site.shadow(1, 1)};" if site.track and place is not None else "")
    return _read(site, "first_lane(w)", "0")


def _writelane(site: Site) -> str:
    target = site.vgpr(0)
    text = f"u32 k = {site.scalar(2)} & (WAVE - 1); w->v[{target}][k] = {site.scalar(1)};"
    if site.track:
        chosen = site.shadow(2, 1)
        text += f" mark_lane(w, {target}, k, {site.shadow(1, 1)});"
        if chosen != "0":
            text += f" if (RARE({chosen})) spoil_all(w, {target}, 1, 1);"
    return f"{{ {text} }}"


CUSTOM: dict[str, Emitter] = {
    "ds_bpermute_b32": _bpermute(0),
    "ds_bpermute_fi_b32": _bpermute(1),
    "ds_permute_b32": _permute,
    "ds_swizzle_b32": _swizzle,
    "v_permlane16_b32": _permlane16(0),
    "v_permlanex16_b32": _permlane16(16),
    "v_permlane16_var_b32": _permlane16_var(0),
    "v_permlanex16_var_b32": _permlane16_var(16),
    "v_permlane64_b32": _permlane64,
    "v_readlane_b32": _readlane,
    "v_readfirstlane_b32": _readfirstlane,
    "v_writelane_b32": _writelane,
}
SELF_TRACKING = tuple(CUSTOM)
