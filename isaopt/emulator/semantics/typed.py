"""Buffer accesses that convert: typed ones, whose format the instruction names, and ``buffer_*_format_*``, whose format
is the resource descriptor's (RDNA3 and RDNA4 ISA guides, MTBUF, MUBUF and "Buffer Resource Descriptor").

Names and numbers are those of LLVM's SIDefines.h, ``UfmtGFX11``; a name lists fields from the most significant one.
What the guides leave open is refused: stores of scaled and of 10- and 11-bit floats, values out of an integer format's
range, stores of fewer components than the format has.
"""

from __future__ import annotations

import re

from isaopt.emulator.semantics.base import Emitter
from isaopt.emulator.semantics.space import RUNTIME as SPACE
from isaopt.emulator.semantics.space import buffer_addresses
from isaopt.emulator.site import Site

RUNTIME = (*SPACE, "format")

_ALL = ("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT")
_UNSCALED, _PLAIN = ("UNORM", "SNORM", "UINT", "SINT"), ("UINT", "SINT", "FLOAT")
#: Fields and their numeric types, in the order of format numbers, which start at 1.
_SERIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("8", _ALL),
    ("16", (*_ALL, "FLOAT")),
    ("8_8", _ALL),
    ("32", _PLAIN),
    ("16_16", (*_ALL, "FLOAT")),
    ("10_11_11", ("FLOAT",)),
    ("11_11_10", ("FLOAT",)),
    ("10_10_10_2", _UNSCALED),
    ("2_10_10_10", _ALL),
    ("8_8_8_8", _ALL),
    ("32_32", _PLAIN),
    ("16_16_16_16", (*_ALL, "FLOAT")),
    ("32_32_32", _PLAIN),
    ("32_32_32_32", _PLAIN),
)
#: Format names by number; 0 is invalid.
FORMATS: tuple[str, ...] = ("INVALID", *(f"{fields}_{kind}" for fields, kinds in _SERIES for kind in kinds))
_SPLIT = re.compile(r"BUF_DATA_FORMAT_(\w+)\s*,\s*BUF_NUM_FORMAT_(\w+)")
#: The DST_SEL that selects every component in order.
_IN_ORDER = 0o7654


def _layout(name: str) -> str:
    """The C initialiser of a format."""
    if name == "INVALID":
        return "{0}"
    fields, _, kind = name.rpartition("_")
    bits = [int(b) for b in reversed(fields.split("_"))]
    return f"{{{kind}, {len(bits)}, {{{', '.join(map(str, bits))}}}}}"


def _of_instruction(site: Site) -> tuple[str, str]:
    """The format and the component selection as C; missing components read as 0."""
    text = (site.op.modifier("format") or "1").strip("[] ")
    split = _SPLIT.fullmatch(text)
    number = int(text, 0) if text[0].isdigit() else None
    name = f"{split[1]}_{split[2]}" if split else text.removeprefix("BUF_FMT_")
    if number is not None:
        name = FORMATS[number] if number < len(FORMATS) else ""
    if name not in FORMATS[1:]:
        raise site.unsupported(f"the format '{text}' in '{site.op.mnemonic}'")
    select = _IN_ORDER & ((1 << 3 * name.count("_")) - 1)
    return f"(Format){_layout(name)}", f"0x{select:x}"


def format_of(site: Site, number: str) -> str:
    """C for the format with this number, which is C, too; unknown numbers have no format."""
    table = ", ".join(_layout(name) for name in FORMATS)
    body = f"  static const Format known[256] = {{{table}}};\n  return known[number];\n"
    return f"{site.functions.name('Format', ['u32 number'], body)}(w, {number})"


def _of_resource(site: Site) -> tuple[str, str]:
    return format_of(site, "w->s[place + 3] >> 12 & 63"), "w->s[place + 3] & 0xfff"


def _access(site: Site) -> str:
    memory, data = site.op.desc.memory, site.index_of("vdata")
    assert memory is not None
    assert data is not None
    packing = "WHOLE" if memory.element.width == 32 else "D16_HIGH" if memory.half == "h" else "D16"
    function = "load_formatted" if memory.loads else "store_formatted"
    form, select = _of_instruction(site) if site.op.flag("mtbuf") else _of_resource(site)
    params, args, lines = buffer_addresses(site, "buffer", "format_bytes(f)")
    what = f"{select}, {packing}, {memory.count}"
    body = f"  Format f = {form};\n{lines}  return {function}(w, n, a, in, f, {what});\n"
    return site.checked(site.call(["u32 n", *params], [str(site.vgpr(data)), *args], body, "int"))


_NAMES = [f"{verb}_{d16}format_{'xyzw'[:n]}" for verb in ("load", "store") for d16 in ("", "d16_") for n in range(1, 5)]
CUSTOM: dict[str, Emitter] = {
    **{f"{unit}_{name}": _access for unit in ("buffer", "tbuffer") for name in _NAMES},
    "buffer_load_d16_hi_format_x": _access,
    "buffer_store_d16_hi_format_x": _access,
}
