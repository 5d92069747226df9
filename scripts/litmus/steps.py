"""What a wave does, as the model knows it: one lane's registers, and the memory operations that others can observe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: What a counter counts: vector loads and atomics that return; stores and other atomics; LDS; scalar loads.
LOADS, STORES, LDS, SCALAR = "loads", "stores", "lds", "scalar"

#: How far a vector access goes before it may be answered (a scope of gfx12; gfx11's ``glc`` is DEVICE).
CU, ENGINE, DEVICE, SYSTEM = range(4)


class Unreadable(Exception):
    """The model has no meaning for this instruction."""


@dataclass(frozen=True, slots=True)
class Compute:
    """``dst`` gets ``work`` of the values of ``sources`` (register names, or integers)."""

    dst: str
    work: Callable[..., int]
    sources: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """A load (``dsts``), store (``data``) or atomic (``work`` of the old value and ``data``) of dwords.

    ``counter`` is the one that says when it is done; ``space`` is ``global``, ``scalar`` or ``lds``; the address is the
    sum of ``base`` and ``offsets[n]`` for dword n.
    """

    counter: str
    space: str
    base: tuple[str | int, ...]
    offsets: tuple[int, ...]
    dsts: tuple[str, ...] = ()
    data: tuple[str | int, ...] = ()
    work: Callable[..., int] | None = None
    scope: int = CU


@dataclass(frozen=True, slots=True)
class Wait:
    """At most ``left`` operations of these counters may be outstanding afterwards."""

    counters: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Invalidate:
    """The vector caches that answer these scopes drop their lines, the outermost first."""

    scopes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InvalidateScalar:
    """The scalar cache drops its lines, when it comes to it."""


@dataclass(frozen=True, slots=True)
class WriteBack:
    """What the wave has stored before reaches this scope."""

    scope: int


@dataclass(frozen=True, slots=True)
class Signal:
    """This wave has come to the barrier."""


@dataclass(frozen=True, slots=True)
class Join:
    """Waits until each wave of the workgroup that still runs has come as often as this one."""


@dataclass(frozen=True, slots=True)
class Message:
    """The host is told at once."""


@dataclass(frozen=True, slots=True)
class Branch:
    """To step ``target`` if ``register`` is ``when`` (None: always)."""

    target: int
    register: str | None = None
    when: bool = True


@dataclass(frozen=True, slots=True)
class End:
    """The wave is done."""


Step = Compute | Access | Wait | Invalidate | InvalidateScalar | WriteBack | Signal | Join | Message | Branch | End
