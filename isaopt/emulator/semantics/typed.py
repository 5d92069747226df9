"""Typed buffer accesses of formats that convert nothing (RDNA3 and RDNA4 ISA guides, MTBUF; the names and numbers are
LLVM's, SIDefines.h, ``UfmtGFX11``).

Normalised, scaled, packed and half-precision formats are refused, and accesses of fewer components than the format has:
their rounding and range checks are not documented well enough.
"""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.semantics.space import RUNTIME as RUNTIME
from isaopt.emulator.semantics.space import buffer_load, buffer_store
from isaopt.emulator.site import Site

_PREFIX = "BUF_FMT_"
#: First number of the integer formats of 32-bit components by their count; the other two follow.
_DWORDS = {1: 20, 2: 48, 3: 58, 4: 61}
_NUMBERS: dict[int, str] = {5: "8_UINT", 6: "8_SINT", 11: "16_UINT", 12: "16_SINT"}
for _count, _first in _DWORDS.items():
    for _k, _type in enumerate(("UINT", "SINT", "FLOAT")):
        _NUMBERS[_first + _k] = "_".join(["32"] * _count + [_type])
#: Element kind and number of components of each format.
_FORMATS: dict[str, tuple[str, int]] = {
    name: ("B32", name.count("_")) for name in _NUMBERS.values() if name.startswith("32")
} | {"8_UINT": ("U8", 1), "8_SINT": ("I8", 1), "16_UINT": ("U16", 1), "16_SINT": ("I16", 1)}


def _format(site: Site, components: int, load: bool) -> str:
    """The element kind."""
    text = (site.op.modifier("format") or "1").strip("[] ")
    name = _NUMBERS.get(int(text, 0), text) if text[0].isdigit() else text.removeprefix(_PREFIX)
    kind, count = _FORMATS.get(name, ("", 0))
    if count != components or (kind != "B32" and not load):
        raise site.unsupported(f"the format '{text}' in '{site.op.mnemonic}'")
    return kind


def _load(components: int) -> Emitter:
    def emit(site: Site) -> str:
        return buffer_load(_format(site, components, True), components)(site)

    return emit


def _store(components: int) -> Emitter:
    def emit(site: Site) -> str:
        return buffer_store(_format(site, components, False), components)(site)

    return emit


CUSTOM: dict[str, Emitter] = {}
for _components in range(1, 5):
    CUSTOM[f"tbuffer_load_format_{'xyzw'[:_components]}"] = _load(_components)
    CUSTOM[f"tbuffer_store_format_{'xyzw'[:_components]}"] = _store(_components)
