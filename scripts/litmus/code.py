"""Assembly as steps of the model."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from zlib import crc32

from isaopt.ir.program import Instruction, Label, Module, Op
from scripts.litmus.steps import (
    CU,
    DEVICE,
    ENGINE,
    LDS,
    LOADS,
    SCALAR,
    STORES,
    SYSTEM,
    Access,
    Branch,
    Compute,
    End,
    Invalidate,
    InvalidateScalar,
    Join,
    Message,
    Signal,
    Step,
    Unreadable,
    Wait,
    WriteBack,
)

_NOTHING = re.compile(r"s_nop|s_delay_alu|s_clause|s_sleep|s_waitcnt_depctr|s_wait_alu|s_setprio|s_code_end")
_SCOPES = {"SCOPE_CU": CU, "SCOPE_SE": ENGINE, "SCOPE_DEV": DEVICE, "SCOPE_SYS": SYSTEM}
_WIDTH = {"b32": 1, "b64": 2, "b96": 3, "b128": 4, "b256": 8, "b512": 16}
_WORK: dict[str, Callable[..., int]] = {
    "mov": lambda a: a,
    "readfirstlane": lambda a: a,
    "add_nc": lambda a, b: (a + b) & 0xFFFFFFFF,
    "add_co": lambda a, b: (a + b) & 0xFFFFFFFF,
    "add": lambda a, b: (a + b) & 0xFFFFFFFF,
    "lshlrev": lambda n, a: (a << n) & 0xFFFFFFFF,
    "lshl": lambda a, n: (a << n) & 0xFFFFFFFF,
    "lshr": lambda a, n: a >> n,
    "lshrrev": lambda n, a: a >> n,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
}
_COMPARE: dict[str, Callable[..., int]] = {
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lg": lambda a, b: int(a != b),
}
_ATOMIC: dict[str, Callable[..., int]] = {
    "add": lambda old, value: (old + value) & 0xFFFFFFFF,
    "swap": lambda old, value: value,
    "storexchg": lambda old, value: value,
    "or": lambda old, value: old | value,
    # Both forms have the new value first, the expected one second (RDNA3 ISA, section 16.12 and DS_CMPSTORE).
    "cmpswap": lambda old, new, expected: new if old == expected else old,
    "cmpstore": lambda old, new, expected: new if old == expected else old,
}


def registers(text: str) -> tuple[str, ...]:
    """``v[2:3]`` is v2 and v3."""
    if match := re.fullmatch(r"([vs])\[(\d+):(\d+)\]", text):
        return tuple(f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1))
    return (text,)


class Reader:
    """Reads one kernel's instructions."""

    def __init__(self, arch: str) -> None:
        self.new = arch.startswith("gfx12")

    def steps(self, module: Module) -> tuple[Step, ...]:
        """The first kernel of the module."""
        kernel = module.kernels[0]
        found: list[tuple[Op, int]] = []
        labels: dict[str, int] = {}
        lists: list[list[Step]] = []
        for item in module.items[kernel.first : kernel.last]:
            if isinstance(item, Label):
                labels[item.name] = len(found)
            elif isinstance(item, Instruction):
                found.append((item.op, len(found)))
                lists.append(self.read(item.op))
        starts = [0]
        for steps in lists:
            starts.append(starts[-1] + len(steps))
        out: list[Step] = []
        for (op, _), steps in zip(found, lists, strict=True):
            for step in steps:
                if isinstance(step, Branch):
                    target = op.operands[0].text
                    if target not in labels:
                        raise Unreadable(target)
                    step = Branch(starts[labels[target]], step.register, step.when)
                out.append(step)
        return tuple(out)

    def read(self, op: Op) -> list[Step]:
        """What one instruction does."""
        name = re.sub(r"_e(32|64)$", "", op.mnemonic)
        if op.pair is not None:
            return self._dual(op.pair)
        if _NOTHING.fullmatch(name):
            return []
        for pattern, reads in self._kinds():
            if match := pattern.fullmatch(name):
                return reads(op, match)
        raise Unreadable(name)

    def _kinds(self) -> tuple[tuple[re.Pattern[str], Callable[[Op, re.Match[str]], list[Step]]], ...]:
        return (
            (re.compile(r"(?:global|flat|buffer)_(load|store)_(b32|b64|b96|b128)"), self._vector),
            (re.compile(r"global_atomic_(\w+?)_[bu]32"), self._atomic),
            (re.compile(r"s_load_(b32|b64|b128|b256|b512)"), self._scalar),
            (re.compile(r"ds_(load|store)(_2addr)?_(b32|b64|b128)"), self._lds),
            (re.compile(r"ds_(\w+?)(?:_rtn)?_[bu]32"), self._lds_atomic),
            (re.compile(r"s_wait_?(\w+)"), self._wait),
            (re.compile(r"buffer_gl([01])_inv|s_dcache_inv|global_inv|global_wb"), self._cache),
            (re.compile(r"s_barrier(_signal|_wait|)"), self._barrier),
            (re.compile(r"s_sendmsg"), lambda op, match: [Message()]),
            (re.compile(r"s_endpgm"), lambda op, match: [End()]),
            (re.compile(r"s_branch|s_cbranch_(scc|vcc|exec)(0|1|z|nz)"), self._branch),
            (re.compile(r"[sv]_cmpk?_(eq|ne|lg)_[iu]32"), self._compare),
            (re.compile(r"v(?:_dual)?_(mul|add|fma|fmac)_f32"), self._opaque),
            (
                re.compile(
                    r"[sv](?:_dual)?_(mov|readfirstlane|add_nc|add_co|add|lshlrev|lshl|lshrrev|lshr|and|or)_[biu]32"
                ),
                self._value,
            ),
        )

    def _dual(self, pair: tuple[Op, Op]) -> list[Step]:
        """Both halves read before either writes."""
        (x,), (y,) = (self.read(half) for half in pair)
        assert isinstance(x, Compute)
        if isinstance(y, Compute) and x.dst not in y.sources:
            return [x, y]
        return [replace(x, dst="x"), y, Compute(x.dst, _WORK["mov"], ("x",))]

    def _opaque(self, op: Op, match: re.Match[str]) -> list[Step]:
        """Arithmetic of which only matters that the same operands give the same."""
        dst = registers(op.operands[0].text)[0]
        sources = tuple(self._source(op, k) for k in range(1, len(op.operands)))
        name = match[1].removesuffix("c")
        if name != match[1]:
            sources = (*sources, dst)
        return [Compute(dst, lambda *v: crc32(repr((name, sorted(v[:2]), v[2:])).encode()), sources)]

    @staticmethod
    def _source(op: Op, index: int) -> str | int:
        operand = op.operands[index]
        if operand.regs:
            return registers(operand.text)[0]
        if isinstance(operand.value, int):
            return operand.value & 0xFFFFFFFF
        raise Unreadable(operand.text)

    def _scope(self, op: Op) -> int:
        if self.new:
            return _SCOPES[op.modifier("scope") or "SCOPE_CU"]
        return CU if op.modifier("glc") is None else DEVICE

    def _address(self, op: Op, first: int, base: int) -> tuple[str | int, ...]:
        """``vN, s[a:b]`` or ``v[a:b], off``."""
        if op.operands[base].text == "off":
            return (registers(op.operands[first].text)[0],)
        return (self._source(op, first), registers(op.operands[base].text)[0])

    @staticmethod
    def _offsets(op: Op, count: int) -> tuple[int, ...]:
        start = int(op.modifier("offset") or "0", 0)
        return tuple(start + 4 * n for n in range(count))

    def _vector(self, op: Op, match: re.Match[str]) -> list[Step]:
        if not match[0].startswith("global"):
            raise Unreadable(match[0])
        offsets = self._offsets(op, _WIDTH[match[2]])
        if match[1] == "load":
            dsts = registers(op.operands[0].text)
            return [Access(LOADS, "global", self._address(op, 1, 2), offsets, dsts, scope=self._scope(op))]
        data = registers(op.operands[1].text)
        # gfx11 gives stores no scope: they are written through, as every store of gfx12 below system scope is.
        return [Access(STORES, "global", self._address(op, 0, 2), offsets, (), data, scope=self._scope(op))]

    def _atomic(self, op: Op, match: re.Match[str]) -> list[Step]:
        returns = op.modifier("th") == "TH_ATOMIC_RETURN" if self.new else op.modifier("glc") is not None
        first = int(returns)
        data = registers(op.operands[first + 1].text)
        dsts = registers(op.operands[0].text) if returns else ()
        scope = self._scope(op) if self.new else DEVICE
        address = self._address(op, first, first + 2)
        counter = LOADS if returns else STORES
        return [Access(counter, "global", address, self._offsets(op, 1), dsts, data, _ATOMIC[match[1]], scope)]

    def _scalar(self, op: Op, match: re.Match[str]) -> list[Step]:
        last = op.operands[2] if len(op.operands) > 2 else None
        start = int(op.modifier("offset") or "0", 0) + (last.value if last and isinstance(last.value, int) else 0)
        if last is not None and last.regs:
            raise Unreadable("s_load with a register offset")
        offsets = tuple(start + 4 * n for n in range(_WIDTH[match[1]]))
        base = (registers(op.operands[1].text)[0],)
        return [Access(SCALAR, "scalar", base, offsets, registers(op.operands[0].text))]

    def _lds(self, op: Op, match: re.Match[str]) -> list[Step]:
        width = _WIDTH[match[3]]
        if match[2]:
            starts = [4 * width * int(op.modifier(f"offset{k}") or "0", 0) for k in (0, 1)]
            offsets = tuple(s + 4 * n for s in starts for n in range(width))
        else:
            offsets = self._offsets(op, width)
        if match[1] == "load":
            return [Access(LDS, "lds", (self._source(op, 1),), offsets, registers(op.operands[0].text))]
        data = tuple(r for operand in op.operands[1:] for r in registers(operand.text))
        return [Access(LDS, "lds", (self._source(op, 0),), offsets, (), data)]

    def _lds_atomic(self, op: Op, match: re.Match[str]) -> list[Step]:
        if match[1] not in _ATOMIC:
            raise Unreadable(match[0])
        returns = "_rtn" in match[0]
        data = tuple(r for operand in op.operands[returns + 1 :] for r in registers(operand.text))
        dsts = registers(op.operands[0].text) if returns else ()
        address = (self._source(op, int(returns)),)
        return [Access(LDS, "lds", address, self._offsets(op, 1), dsts, data, _ATOMIC[match[1]])]

    def _wait(self, op: Op, match: re.Match[str]) -> list[Step]:
        values = [o.value for o in op.operands if isinstance(o.value, int)]
        both = (LDS, SCALAR)
        single = {"loadcnt": (LOADS,), "storecnt": (STORES,), "dscnt": (LDS,), "kmcnt": (SCALAR,)}
        old = {"vmcnt": (LOADS,), "lgkmcnt": both}
        if match[1] == "cnt" and not self.new:
            if values:  # the encoded form: expcnt 2:0, lgkmcnt 9:4, vmcnt 15:10
                return [Wait((LOADS,), values[0] >> 10 & 63), Wait(both, values[0] >> 4 & 63)]
            text = " ".join(o.text for o in op.operands)
            return [Wait(old[m[1]], int(m[2], 0)) for m in re.finditer(r"(vmcnt|lgkmcnt)\((\w+)\)", text)]
        if match[1] == "cnt_vscnt" and not self.new:
            return [Wait((STORES,), values[0])]
        if self.new and match[1] in single:
            return [Wait(single[match[1]], values[0])]
        if self.new and match[1] in ("loadcnt_dscnt", "storecnt_dscnt"):
            first = single[match[1].partition("_")[0]]
            return [Wait(first, values[0] >> 8 & 63), Wait((LDS,), values[0] & 63)]
        raise Unreadable(match[0])

    def _cache(self, op: Op, match: re.Match[str]) -> list[Step]:
        if match[0] == "s_dcache_inv":
            return [InvalidateScalar()]
        scope = _SCOPES[op.modifier("scope") or "SCOPE_CU"]
        if match[0] == "global_wb":
            return [WriteBack(scope)]
        # gfx11 names the cache, gfx12 the scope that shall be seen, which lies behind the caches of narrower ones.
        inner = tuple(range(scope - 1, -1, -1)) if self.new else (int(match[1]),)
        return [Invalidate(inner)]

    @staticmethod
    def _barrier(op: Op, match: re.Match[str]) -> list[Step]:
        kinds: dict[str, list[Step]] = {"": [Signal(), Join()], "_signal": [Signal()], "_wait": [Join()]}
        return kinds[match[1]]

    @staticmethod
    def _branch(op: Op, match: re.Match[str]) -> list[Step]:
        if match[1] is None:
            return [Branch(0)]
        register = {"scc": "scc", "vcc": "vcc_lo", "exec": "exec_lo"}[match[1]]
        return [Branch(0, register, match[2] in ("1", "nz"))]

    def _compare(self, op: Op, match: re.Match[str]) -> list[Step]:
        first = 1 if match[0].startswith("v") else 0
        dst = registers(op.operands[0].text)[0] if first else "scc"
        return [Compute(dst, _COMPARE[match[1]], (self._source(op, first), self._source(op, first + 1)))]

    def _value(self, op: Op, match: re.Match[str]) -> list[Step]:
        dst = registers(op.operands[0].text)[0]
        first = 2 if match[1] == "add_co" else 1
        sources = tuple(self._source(op, k) for k in range(first, len(op.operands)))
        return [Compute(dst, _WORK[match[1]], sources)]
