"""The coherence scope of a memory access, from its cache bits.

RDNA3 ISA guide, "Memory scopes and temporal hints"; RDNA4 ISA guide, "Cache coherence controls"; LLVM AMDGPUUsage,
memory models gfx11 and gfx12; spellings: LLVM AMDGPUAsmParser.cpp (``parseScope``).
"""

from __future__ import annotations

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


def scope_of(op: Op) -> Scope | None:
    """The scope of a memory access or cache operation; None for other ops, and where the encoding does not say.

    gfx12 names it. On gfx11 a load with ``glc`` bypasses the vector cache, which is as far as any load goes (LLVM
    memory model gfx11, "load atomic"); stores and atomics go through to the second-level cache in any case.
    """
    desc, memory = op.desc, op.desc.memory
    if memory is None and desc.cache is None:
        return None
    if not {"th", "scope"} & set(desc.modifiers):
        if memory is None or memory.is_atomic or not memory.loads:
            return None
        return Scope.CU if op.modifier("glc") is None else Scope.SYSTEM
    text = op.modifier("scope")
    if text is None or text in _SCOPES:
        return Scope.CU if text is None else _SCOPES[text]
    try:
        return Scope(int(text, 0))
    except ValueError:
        return None
