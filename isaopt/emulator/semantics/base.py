"""How the meaning of an instruction is written down.

Vector operations that do the same in every lane (:class:`Lane`) and scalar ALU operations (:class:`Scalar`) are
tables: ``isaopt/emulator/data/vector.toml`` and ``scalar.toml``.  Whatever needs C of its own (memory, cross-lane,
control) is in a *family*, one file beside this one, which exports

* ``CUSTOM: dict[str, Emitter]``: what writes the C of each operation,
* ``SELF_TRACKING``: names of ``CUSTOM`` whose C keeps the shadows of undefined bits itself where ``site.track``; for
  others :mod:`isaopt.emulator.tracking` does, coarsely,
* ``RUNTIME: tuple[str, ...]``: files of ``isaopt/emulator/runtime`` (without ``.c``) that its C needs.

Keys are operations as the instruction tables name them: one for all encodings and targets.

Types of operands in ``Lane`` and ``Scalar``, and what the C expression sees:

========  ==========================================================================================================
``b32``   ``u32``; float modifiers (neg, abs) flip bits, denormals are never flushed
``u32``   ``u32``
``i32``   ``i32``
``f32``   ``float``; flushed on the way in and out where MODE says so
``b64``   ``u64`` (two registers); likewise ``u64``, ``i64``, and ``f64`` as ``double``
``b16``   ``u16``, the half that ``.l``/``.h`` or ``op_sel`` picks; likewise ``u16``, ``i16`` (``i16``), and ``f16``,
          ``bf16`` as the ``u16`` holding the bits
``pk16``  two halves as ``u32``; a constant with a point is half precision, in the low half
``pkbf16`` the same, but such a constant is a ``bf16``
``mask``  as a source 0 or 1, this lane's bit of the mask; as a result a bit
========  ==========================================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec

if TYPE_CHECKING:
    from isaopt.emulator.site import Site

Type = Literal[
    "b32",
    "u32",
    "i32",
    "f32",
    "b64",
    "u64",
    "i64",
    "f64",
    "b16",
    "u16",
    "i16",
    "f16",
    "bf16",
    "pk16",
    "pkbf16",
    "mask",
]

#: The C types of operands whose type is not named as in C.
_C_TYPES = dict.fromkeys(("b32", "pk16", "pkbf16", "mask"), "u32")
_C_TYPES |= {"b16": "u16", "b64": "u64", "f32": "float", "f64": "double"}


def c_type(kind: str) -> str:
    """The C type in which an operand of a type is held."""
    return _C_TYPES.get(kind, kind)


def width(kind: Type) -> int:
    """Bits of a type; a mask counts as 1."""
    return 1 if kind == "mask" else 32 if kind.startswith("pk") else int(kind[-2:])


@dataclass(frozen=True, slots=True)
class Lane:
    """A vector operation on one lane.

    ``expr`` is a C expression of ``a``, ``b``, ``c``, ``e`` (the sources in text order, immediates included), ``d``
    (the destination's old value) and ``i``, the lane.  With ``mask`` set, the instruction has a second destination, a
    lane mask, and this is the expression of its bit (``r`` is the first result).  ``result`` ``mask`` is for compares.
    A source beyond the operands in the text is VCC (``v_cndmask_b32`` in a dual instruction).  ``clamp`` is the
    expression that a ``clamp`` modifier puts in place of ``expr``, for integers; floats clamp by their type.
    ``mask`` may be the variable ``flag``, which ``expr`` then sets.  ``runtime`` names files of C that the expressions
    call.

    ``defined`` is for 32-bit results of which undefined source bits spoil only some bits: the undefined bits of the
    result, from those of the sources, ``A``, ``B``, ``C``, and their values.  Empty: any undefined bit spoils all.
    ``expr`` may say ``BYTE``, the number of the byte that a ``byte_sel`` modifier picks.
    ``nearest`` says that the C of a double-precision operation knows no rounding mode but to nearest.
    ``high`` puts a 16-bit result into the upper half whatever ``op_sel`` says.
    """

    result: Type
    sources: tuple[Type, ...]
    expr: str
    mask: str = ""
    clamp: str = ""
    runtime: tuple[str, ...] = ()
    defined: str = ""
    high: bool = False
    nearest: bool = False


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar operation.

    ``expr`` is a C expression of ``a``, ``b`` (sources in text order), ``d`` (the destination's old value) and ``scc``;
    ``scc_expr``, where given, is SCC's new value and may use ``r``, the result.  ``result`` ``""`` is for compares,
    which only set SCC.  ``defined`` as in :class:`Lane`.
    """

    result: Type | Literal[""]
    sources: tuple[Type, ...]
    expr: str
    scc_expr: str = ""
    runtime: tuple[str, ...] = ()
    defined: str = ""


P = ParamSpec("P")
#: Writes the C statements of one instruction.
Emitter = Callable[["Site"], str]


def emitter(write: Callable[Concatenate[Site, P], str]) -> Callable[P, Emitter]:
    """Makes a function of an instruction and parameters one that takes the parameters alone and returns the emitter for
    them."""

    def with_parameters(*args: P.args, **kwargs: P.kwargs) -> Emitter:
        return lambda site: write(site, *args, **kwargs)

    return with_parameters
