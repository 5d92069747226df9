"""A tiny lane-accurate interpreter of the few instructions that the tests use, and the text frame of a test kernel.

It shares nothing with the analyses.  A value is an integer, or None for undefined contents; a load delivers its
result either at
issue or as late as the next wait that covers it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Label, Module, Operand
from isaopt.isa.registers import EXEC_LO, SGPR_BASE, VCC_LO
from tests.kernels import kernel_file

LANES = 8
FULL = (1 << LANES) - 1


def kernel(body: str, arch: str = "gfx1100", wave: int = 32) -> Module:
    """A module with one kernel ``k`` of this body."""
    text = kernel_file(body, arch=arch, vgprs=256, sgprs=64, wave=wave)
    return parse_text(text, "k.s", None, keep_unknown=True)


class Undefined(Exception):
    """The program lets undefined contents decide control flow, or runs too long: it says nothing."""


@dataclass
class Machine:
    """Runs a kernel; ``trace`` collects what each store writes, ``steps`` the ordinals executed, with the scalar
    registers before each."""

    module: Module
    entry: int
    late: bool
    vgprs: dict[tuple[int, int], int | None] = field(default_factory=dict)
    sgprs: dict[int, int] = field(default_factory=dict)
    trace: list[tuple[int, int, int | None]] = field(default_factory=list)
    steps: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    arriving: list[tuple[int, int, int]] = field(default_factory=list)
    scc: int = 0
    place: dict[tuple[int, int], int] = field(default_factory=dict)

    def unit(self, item: int, ref: int) -> int:
        """Where reference ``ref`` of the instruction stands: its register, or the one that a renaming gives it."""
        op = self.module.instruction(item).op
        return self.place.get((item, ref), op.refs[ref].reg.first)

    def run(self, limit: int = 400) -> None:
        k = self.module.kernels[0]
        code = self.module.instructions(k)
        labels: dict[str, int] = {}
        n = 0
        for item in self.module.items[k.first : k.last]:
            if isinstance(item, Label):
                labels[item.name] = n
            n += isinstance(item, Instruction)
        self.sgprs[EXEC_LO] = self.entry
        self.sgprs[SGPR_BASE + 2] = 0  # the address base of every access
        for lane in range(LANES):
            if self.entry >> lane & 1:
                self.vgprs[0, lane] = lane * 7 + 1
        pc = 0
        for _ in range(limit):
            index, ins = code[pc]
            self.steps.append((pc, dict(self.sgprs)))
            name = ins.op.mnemonic
            if name == "s_endpgm":
                return
            target = self.step(index, ins)
            pc = labels[target] if target else pc + 1
        raise Undefined("too long")

    def scalar(self, o: Operand) -> int:
        if o.reg is not None:
            if o.reg.first not in self.sgprs:
                raise Undefined(str(o.reg))
            return self.sgprs[o.reg.first]
        assert isinstance(o.value, int)
        return o.value & FULL

    def step(self, item: int, ins: Instruction) -> str | None:
        op, name = ins.op, ins.op.mnemonic
        execm = self.sgprs[EXEC_LO]
        lanes = [i for i in range(LANES) if execm >> i & 1]
        ops = op.operands
        ref_of = {r.operand: i for i, r in enumerate(op.refs)}

        def vec(operand: int, lane: int) -> int | None:
            o = ops[operand]
            if o.reg is not None and o.reg.is_vgpr:
                return self.vgprs.get((self.unit(item, ref_of[operand]), lane))
            return self.scalar(o)

        if name.startswith("s_cbranch_") or name == "s_branch":
            test = name.rpartition("_")[2]
            taken = {"branch": True, "execz": execm == 0, "execnz": execm != 0, "scc1": self.scc, "scc0": not self.scc}
            return ops[0].text if taken[test] else None
        if name.startswith("s_waitcnt"):
            for unit, lane, value in self.arriving:
                self.vgprs[unit, lane] = value
            self.arriving.clear()
            return None
        if name == "s_cmp_lt_u32":
            self.scc = int(self.scalar(ops[0]) < self.scalar(ops[1]))
            return None
        if name == "s_add_u32":
            assert ops[0].reg is not None
            self.sgprs[ops[0].reg.first] = (self.scalar(ops[1]) + self.scalar(ops[2])) & FULL
            return None
        if name.startswith("s_"):
            dst = ops[0].reg
            assert dst is not None
            base = name.removesuffix("_b32")
            if base.endswith("_saveexec"):
                x = self.scalar(ops[1])
                value = {
                    "s_and": execm & x,
                    "s_or": execm | x,
                    "s_xor": execm ^ x,
                    "s_and_not1": x & ~execm & FULL,
                    "s_and_not0": execm & ~x & FULL,
                }[base.removesuffix("_saveexec")]
                self.sgprs[dst.first] = execm
                self.sgprs[EXEC_LO] = value
                return None
            args = [self.scalar(o) for o in ops[1:]]
            operations: dict[str, Callable[..., int]] = {
                "s_mov": lambda x: x,
                "s_and": lambda x, y: x & y,
                "s_or": lambda x, y: x | y,
                "s_xor": lambda x, y: x ^ y,
                "s_and_not1": lambda x, y: x & ~y & FULL,
            }
            self.sgprs[dst.first] = operations[base](*args)
            return None
        if name.startswith("v_cmp"):
            relation = name.split("_")[2]
            first = 0 if name.startswith("v_cmpx") else 1
            mask = 0
            for i in lanes:
                a, b = vec(first, i), vec(first + 1, i)
                if a is None or b is None:
                    raise Undefined(name)
                mask |= {"gt": a > b, "eq": a == b}[relation] << i
            dst_unit = EXEC_LO if first == 0 else (ops[0].reg.first if ops[0].reg else VCC_LO)
            self.sgprs[dst_unit] = mask
            return None
        if name == "global_store_b32":
            for i in lanes:
                self.trace.append((item, i, vec(1, i)))
            return None
        if name == "v_readlane_b32":
            value_read = vec(1, self.scalar(ops[2]))
            if value_read is None or ops[0].reg is None:
                raise Undefined(name)
            self.sgprs[ops[0].reg.first] = value_read & FULL
            return None
        dst_unit = self.unit(item, ref_of[0])
        results: list[tuple[int, int | None]] = []
        for i in lanes:
            args_v = [vec(j, i) for j in range(1, len(ops)) if ops[j].text != "off"]
            if name.startswith("v_fmac"):
                args_v.append(self.vgprs.get((dst_unit, i)))
            if None in args_v:
                results.append((i, None))
            elif name.startswith("v_mov"):
                results.append((i, args_v[0]))
            else:
                mixed = sum((j + 3) * (v or 0) for j, v in enumerate(args_v)) + len(name)
                results.append((i, mixed % 257))
        for i, v in results:
            if name.startswith("global_load") and self.late:
                self.vgprs[dst_unit, i] = None
                self.arriving.append((dst_unit, i, v))  # type: ignore[arg-type]
            else:
                self.vgprs[dst_unit, i] = v
        return None
