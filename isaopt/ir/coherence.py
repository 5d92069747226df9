"""The coherence scope and cache policy of a memory access: the cache bits of an op as one type.

RDNA3 ISA guide, "Memory scopes and temporal hints"; RDNA4 ISA guide, "Cache coherence controls"; LLVM AMDGPUUsage,
memory models gfx11 and gfx12; spellings: LLVM AMDGPUAsmParser.cpp (``parseScope``, ``parseTH``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from isaopt.ir.program import Op


class Scope(IntEnum):
    """Which observers must see an access in order, nearest first; the numbers are those of gfx12."""

    #: The compute unit: waves that share the vector cache.
    CU = 0
    #: The shader engine: all of a workgroup, in either mode.
    WORKGROUP = 1
    #: The device.
    AGENT = 2
    #: The host and other devices too.
    SYSTEM = 3


_SCOPES = {"SCOPE_CU": Scope.CU, "SCOPE_SE": Scope.WORKGROUP, "SCOPE_DEV": Scope.AGENT, "SCOPE_SYS": Scope.SYSTEM}
#: Temporal hints after ``TH_LOAD_`` and ``TH_STORE_``, then after ``TH_ATOMIC_``.
_HINTS = {"RT": 0, "NT": 1, "HT": 2, "LU": 3, "WB": 3, "BYPASS": 3, "NT_RT": 4, "RT_NT": 5, "NT_HT": 6, "NT_WB": 7}
_ATOMIC = {"RT": 0, "RETURN": 1, "RT_RETURN": 1, "NT": 2, "NT_RETURN": 3, "CASCADE_RT": 4, "CASCADE_NT": 6}


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """The cache bits of a memory access.

    ``scope`` is gfx12's, or the meaning of ``glc`` for a load of gfx11: past the vector cache, which is as far as any
    load of gfx11 goes (LLVM memory model gfx11, "load atomic"). It is None if the encoding does not say: stores and
    atomics of gfx11 go through to the second-level cache in any case. ``hint`` is gfx12's temporal hint, 0 to 7;
    ``glc``, ``slc`` and ``dlc`` are gfx11's bits.
    """

    scope: Scope | None
    hint: int = 0
    glc: bool = False
    slc: bool = False
    dlc: bool = False
    bypass: bool = False
    last_use: bool = False
    nontemporal: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the access requests nothing but the value: no scope beyond the compute unit, no hint. The bit that
        makes an atomic return the old value does not count."""
        return self.scope in (None, Scope.CU) and not (self.hint or self.slc or self.dlc)


def cache_policy(op: Op) -> CachePolicy | None:
    """The cache bits of a memory access or cache operation; None for other ops and for an unknown spelling."""
    desc = op.desc
    if desc.memory is None and desc.cache is None:
        return None
    if "th" in desc.modifiers or "scope" in desc.modifiers:
        return _scoped(op)
    memory = desc.memory
    glc, slc, dlc = (op.modifier(name) is not None for name in ("glc", "slc", "dlc"))
    if memory is not None and memory.is_atomic:
        return CachePolicy(None, glc=glc, slc=slc, dlc=dlc, nontemporal=slc and dlc)
    scope = None
    if memory is not None and memory.loads:
        scope = Scope.SYSTEM if glc else Scope.CU
    return CachePolicy(scope, glc=glc, slc=slc, dlc=dlc, nontemporal=slc)


def _scoped(op: Op) -> CachePolicy | None:
    scope = _scope(op.modifier("scope"))
    text = op.modifier("th")
    if scope is None:
        return None
    if text is None or text == "TH_DEFAULT":
        return CachePolicy(scope)
    kind, _, name = text.removeprefix("TH_").partition("_")
    if kind == "ATOMIC":
        code = _ATOMIC.get(name)
        if code is None:
            return None
        # The bit that makes an atomic return the old value is not a hint.
        return CachePolicy(scope, code & ~1, nontemporal=bool(code & 2))
    code = _HINTS.get(name)
    if code is None:
        return None
    # The near and the far caches have separate hints; non-temporal for either counts.
    return CachePolicy(scope, code, bypass=name == "BYPASS", last_use=name == "LU", nontemporal="NT" in name.split("_"))


def _scope(text: str | None) -> Scope | None:
    if text is None:
        return Scope.CU
    if text in _SCOPES:
        return _SCOPES[text]
    try:
        return Scope(int(text, 0))
    except ValueError:
        return None
