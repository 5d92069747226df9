"""What the evaluator of integers says of generated instructions, against the emulator running them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from isaopt.analysis.integers.forms import Atoms, LinearForm, Value
from isaopt.analysis.integers.operations import KNOWN, results
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Op
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Lanes, Unit
from isaopt.isa.registers import NUM_VGPRS, SCC, SGPR_BASE, VCC_LO
from isaopt.isa.tables import lookup, mnemonics
from isaopt.isa.types import OperandType
from tests.analysis.form_numbers import Numbers, Unknown
from tests.emulator.running import launch, text_of

#: Registers that the code has numbers in before the first instruction, and that it never writes.
_VGPRS, _SGPRS = (1, 2, 3, 4), tuple(range(8, 16))
_FIRST = ("s_mov_b32 vcc_lo, s8", "s_cmp_eq_u32 s8, s9")
_CARRIED = {
    "v_add_co_u32": "v_add_co_ci_u32",
    "v_sub_co_u32": "v_sub_co_ci_u32",
    "v_subrev_co_u32": "v_subrev_co_ci_u32",
    "s_add_u32": "s_addc_u32",
    "s_sub_u32": "s_subb_u32",
}
_NUMBERS = (0, 1, 5, 31, 64, -1, -16, 0x7FFFFFFF, 0x80000000, 0xFF00, 0x10004, 0x1234567)


def _operand(
    desc: OperandDesc, rng: Random, scalar: bool, free: dict[str, int], read: list[int], ready: set[int], fresh: bool
) -> str:
    """An operand of a kind that fits: a fresh register, one with a number in it, a number."""
    if desc.type is OperandType.MASK:
        return "vcc_lo"
    kind = "s" if "v" not in desc.kinds else "v"
    count = max(desc.dwords, 1)
    if fresh:
        free[kind] += count + free[kind] % 2 * (count == 2)
        return _register(kind, free[kind] - count, count)
    if desc.type in (OperandType.IMMEDIATE_I16, OperandType.IMMEDIATE_U16):
        return str(rng.choice((0, 3, 0x7FFF, 0x8000, 0xFFFE)))
    if scalar and "l" in desc.kinds and rng.random() < 0.4:
        return str(rng.choice(_NUMBERS))
    if not scalar and rng.random() < 0.3:
        return str(rng.randrange(-16, 65))
    if kind == "v" and "s" in desc.kinds and rng.random() < 0.3 and not read:
        read.append(1)  # one scalar register to an instruction of the vector ALU
        kind = "s"
    base, step = (SGPR_BASE, count) if kind == "s" else (0, 1)
    firsts = [f for f in range(0, free[kind], step) if all(base + f + k in ready for k in range(count))]
    return _register(kind, rng.choice(firsts), count)


def _register(kind: str, first: int, count: int) -> str:
    return f"{kind}{first}" if count == 1 else f"{kind}[{first}:{first + count - 1}]"


def _integers(arch: str) -> list[InstrDesc]:
    """The instructions that the evaluator knows, in every form."""
    forms = [d for m in sorted(mnemonics(arch)) for d in lookup(arch, m) if "dpp" not in d.encoding and d.wave != 64]
    whole = [d for d in forms if not d.partial or d.operation in ("s_addk_i32", "s_mulk_i32")]
    known = [d for d in whole if d.operation in KNOWN and d.lanes is not Lanes.UNIFORM]
    return [d for d in known if not d.required and d.vopd is None and "sdwa" not in d.encoding]


def _program(arch: str, rng: Random, most: int, atoms: Atoms) -> tuple[list[Op], dict[int, Value]]:
    """Instructions, and what the evaluator says that they leave; they read what it knows."""
    known, free, ops = _integers(arch), {"v": 5, "s": 16}, [read_op(t, arch, 32) for t in _FIRST]
    ready = {*_VGPRS, *(SGPR_BASE + s for s in _SGPRS)}
    values: dict[int, Value] = {}

    def read(unit: int) -> Value:
        return values.get(unit) or atoms.single(("start", unit), unit >= NUM_VGPRS)

    while len(ops) < most and free["v"] < 56 and free["s"] < 90:
        # Half of the carries are used as such.
        follows = [d for d in known if d.operation == _CARRIED.get(ops[-1].operation) and rng.random() < 0.5]
        desc, before, scalars = rng.choice(follows or known), dict(free), list[int]()
        scalar = desc.unit is Unit.SALU
        text = ", ".join(
            _operand(d, rng, scalar, free, scalars, ready, not desc.partial and d.role == "def") for d in desc.operands
        )
        try:
            op = read_op(f"{desc.mnemonic} {text}", arch, 32)
        except StatementError:
            free.update(before)
            continue
        ops.append(op)
        made = results(atoms, op, read)
        for unit in (*op.defs, *op.implicit_defs):
            values[unit] = made.get(unit) or atoms.single(("made", len(ops), unit), unit >= NUM_VGPRS)
        ready.update(made.keys() & set(op.defs))
    return ops, values


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("seed", range(8))
def test_generated_instructions_leave_what_the_evaluator_says(seed: int, arch: str) -> None:
    rng = Random(seed)
    atoms = Atoms()
    ops, values = _program(arch, rng, 60, atoms)
    claims = {unit: value for unit, value in values.items() if unit not in (SCC, VCC_LO)}
    found, start = _run(arch, ops, sorted(claims), rng)
    for unit, value in claims.items():
        same = min(u for u in claims if claims[u] == value)
        assert np.array_equal(found[unit], found[same]), (unit, same)
    checked = 0
    for lane in range(32):
        numbers = Numbers(atoms)
        for unit, words in start.items():
            ((atom, _),) = atoms.single(("start", unit), unit >= NUM_VGPRS).terms
            numbers.known[atom] = int(words[lane])
        for unit, value in claims.items():
            try:
                number = numbers.value(value)
            except Unknown:
                continue
            assert number == found[unit][lane], (unit, [op.mnemonic for op in ops if unit in op.defs])
            if isinstance(value, LinearForm):
                assert number <= atoms.upper(value)
                assert not number & ~atoms.bits(value)
            checked += 1
    assert checked > 32 * len(claims) // 4


def _run(
    arch: str, ops: list[Op], units: list[int], rng: Random
) -> tuple[dict[int, np.ndarray], dict[int, np.ndarray]]:
    """What the units hold in each lane behind the instructions, and what the first registers held before them."""
    memory = np.random.default_rng(rng.randrange(1 << 30)).integers(0, 1 << 32, (5, 32), np.uint64).astype(np.uint32)
    memory[rng.randrange(5), :8] = [0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 2, 0xFFFF, 31]
    gfx12 = arch.startswith("gfx12")
    lines = [f"global_load_b32 v{v}, v0, s[4:5] offset:{128 * k}" for k, v in enumerate(_VGPRS)]
    lines += ["s_load_b256 s[8:15], s[4:5], 0x200", "s_wait_loadcnt 0x0" if gfx12 else "s_waitcnt vmcnt(0)"]
    lines += ["s_wait_kmcnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)", *map(print_op, ops)]
    for unit in units:
        source = f"v{unit}" if unit < NUM_VGPRS else "v60"
        lines += [] if unit < NUM_VGPRS else [f"v_mov_b32_e32 v60, s{unit - SGPR_BASE}"]
        lines += [f"global_store_b32 v0, {source}, s[2:3]", "v_add_nc_u32_e32 v0, 0x80, v0"]
    out = np.zeros((len(units), 32), np.uint32)
    launch(text_of("\n".join(lines), arch), out, memory)
    start = {v: memory[k] for k, v in enumerate(_VGPRS)}
    start |= {SGPR_BASE + s: np.full(32, memory[4, k]) for k, s in enumerate(_SGPRS)}
    return dict(zip(units, out, strict=True)), start
