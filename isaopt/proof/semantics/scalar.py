"""Scalar ALU instructions as terms.

RDNA3 and RDNA4 ISA guides, SOP1, SOP2, SOPC, SOPK; SCC of a logical operation is "result is not zero", of an unsigned
add its carry.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_LO, SCC
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.terms.compares import compare
from isaopt.proof.types import CannotProve

Handler = Callable[[SideExecution, Op, str], None]

_LOGIC = re.compile(r"s_(and|or|xor|nand|nor|xnor|and_not1|or_not1)_b(32|64)$")
_EXEC_LOGIC = re.compile(r"s_(and|or|xor|nand|nor|xnor|and_not0|and_not1|or_not0|or_not1)_(saveexec|wrexec)_b(32|64)$")
_INVERTED = {"nand": "and", "nor": "or", "xnor": "xor"}
_COMPARE = re.compile(r"s_cmpk?_(eq|lg|gt|ge|lt|le)_([iu]\d\d)$")
_SHIFT_ADD = re.compile(r"s_lshl([1234])_add_u32$")


def _wide(run: SideExecution, op: Op, position: int) -> int:
    wide = op.desc.operands[sources(op)[position]].dwords == 2
    return run.source_value64(op, position) if wide else run.source_value(op, position)


def _combine(run: SideExecution, name: str, a: int, b: int, wide: bool) -> int:
    """A logical operation on scalars, bitwise both as numbers and as wave masks."""
    base, _, negated = name.partition("_not")
    if negated == "0":
        a = _not(run, a, wide)
    elif negated == "1":
        b = _not(run, b, wide)
    base = _INVERTED.get(base, base)
    if wide == run.masks.wide and (run.masks.is_mask(a) or run.masks.is_mask(b)):
        d = run.decisions
        function = {"and": d.and_, "or": d.or_, "xor": d.xor}[base]
        result = run.masks.word(function(run.masks.lanes(a), run.masks.lanes(b)))
    elif wide:
        result = run.terms.make(base, tuple(sorted((a, b)))) if a != b or base == "xor" else a
    else:
        result = run.integers.bitwise(base, (a, b))
    return _not(run, result, wide) if name in _INVERTED else result


def _not(run: SideExecution, a: int, wide: bool) -> int:
    if wide == run.masks.wide and run.masks.is_mask(a):
        return run.masks.word(run.decisions.not_(run.masks.lanes(a)))
    if wide:
        value = run.terms.const_value(a)
        if value is not None:
            return run.terms.const64(~value)
        return run.terms.make("xor", tuple(sorted((a, run.terms.const64(-1)))))
    return run.integers.not_(a)


def _set_nonzero(run: SideExecution, value: int, wide: bool) -> None:
    run.put_scc(run.any_lane(value) if wide == run.masks.wide else run.nonzero(value))


def _logic(run: SideExecution, op: Op, name: str) -> None:
    match = _LOGIC.match(name)
    assert match
    wide = match[2] == "64"
    result = _combine(run, match[1], _wide(run, op, 0), _wide(run, op, 1), wide)
    run.put_result(op, result, wide)
    _set_nonzero(run, result, wide)


def _invert(run: SideExecution, op: Op, name: str) -> None:
    wide = name.endswith("64")
    result = _not(run, _wide(run, op, 0), wide)
    run.put_result(op, result, wide)
    _set_nonzero(run, result, wide)


def _exec_logic(run: SideExecution, op: Op, name: str) -> None:
    match = _EXEC_LOGIC.match(name)
    assert match
    wide = match[3] == "64"
    if wide and not run.masks.wide:
        raise CannotProve(f"'{op.mnemonic}' in wave32 is not modelled", run.line)
    if EXEC_LO in op.defs:
        raise CannotProve(f"'{op.mnemonic}' may not name EXEC as its destination", run.line)  # RDNA3 ISA guide, 6.7
    source, old = _wide(run, op, 0), run.exec_word() if wide == run.masks.wide else run.scalar(EXEC_LO)
    result = _combine(run, match[1], source, old, wide)
    run.put_result(op, old if match[2] == "saveexec" else result, wide)
    if wide:
        run.write(EXEC_LO, run.integers.low(result))
        run.write(EXEC_LO + 1, run.integers.high(result))
    else:
        run.write(EXEC_LO, result)
    _set_nonzero(run, result, wide)


def _move(run: SideExecution, op: Op, name: str) -> None:
    wide = name.endswith("64")
    run.put_result(op, _wide(run, op, 0), wide)


def _movk(run: SideExecution, op: Op, name: str) -> None:
    run.put_result(op, _constant16(run, op))


def _constant16(run: SideExecution, op: Op, signed: bool = True) -> int:
    """The 16-bit immediate of SOPK, the last operand."""
    operand = len(op.operands) - 1
    value = run.terms.const_value(run.value(op, operand))
    if value is None:
        raise CannotProve(f"what number '{op.operands[operand].text}' is, is not known", run.line)
    return run.terms.const((value & 0xFFFF) - ((value & 0x8000) << 1 if signed else 0))


def _conditional_move(run: SideExecution, op: Op, name: str) -> None:
    index = destinations(op)[0]
    reg = op.operands[index].reg
    if reg is None:
        return
    if name == "s_cmovk_i32":
        new, wide = _constant16(run, op), False
    else:
        new, wide = _wide(run, op, 0), name.endswith("64")
    old = run.integers.cat(run.scalar(reg.first), run.scalar(reg.first + 1)) if wide else run.scalar(reg.first)
    run.put_result(op, _choose(run, new, old), wide)


def _choose(run: SideExecution, yes: int, no: int) -> int:
    """``SCC ? yes : no``."""
    condition = run.decisions.constrain(run.scalar(SCC), run.care)
    if condition in (0, 1):
        return no if condition else yes
    return yes if yes == no else run.terms.make("sel", (condition, yes, no))


def _select(run: SideExecution, op: Op, name: str) -> None:
    run.put_result(op, _choose(run, _wide(run, op, 0), _wide(run, op, 1)), name.endswith("64"))


def _carry(run: SideExecution, a: int, b: int) -> int:
    """The carry out of a 32-bit sum."""
    if run.terms.const_value(a) == 0 or run.terms.const_value(b) == 0:
        return 1
    return run.decisions.var(run.terms.make("carry", tuple(sorted((a, b)))))


def upper_sum(run: SideExecution, a: int, b: int, carry: int) -> int:
    """The upper half of a 64-bit sum, given the carry out of the lower half."""
    t, n = run.terms, run.integers
    if carry == 1:
        return n.add(a, b)
    if carry == 0:
        return n.linear(32, ((a, 1), (b, 1)), 1)
    if t.op[carry] == "ite" and t.args[carry][1:] == (0, 1) and t.op[t.args[carry][0]] == "carry":
        low_a, low_b = t.args[t.args[carry][0]]
        # Which upper half is paired with which lower one does not change the sum; choose the pairing with the simplest
        # numbers.
        pairings = sorted(
            ((n.cat(low_a, x), n.cat(low_b, y)) for x, y in ((a, b), (b, a))),
            key=lambda pair: (sum(_torn(run, p) for p in pair), sorted(pair)),
        )
        return n.high(n.add64(*pairings[0]))
    return t.make("addc", (*sorted((a, b)), carry))


def _torn(run: SideExecution, whole: int) -> int:
    """How unlikely it is that the halves of a number belong together: 2 if they differ in kind, 0 if it has none."""
    t = run.terms
    if t.op[whole] != "cat":
        return 0
    low, high = t.args[whole]
    return 1 if t.op[low] == t.op[high] else 2


def upper_difference(run: SideExecution, a: int, b: int, borrow: int) -> int:
    """The upper half of a 64-bit difference, given the borrow of the lower one."""
    t, n = run.terms, run.integers
    if borrow == 1:
        return n.sub(a, b)
    if t.op[borrow] == "ite" and t.args[borrow][1:] == (0, 1):
        atom = t.args[borrow][0]
        if t.op[atom] == "less" and t.payload[atom] == "u32":
            low_a, low_b = t.args[atom]
            return n.high(n.linear(64, ((n.cat(low_a, a), 1), (n.cat(low_b, b), -1))))
    return t.make("subb", (a, b, borrow))


def _own(run: SideExecution, op: Op) -> int:
    reg = op.operands[destinations(op)[0]].reg
    return run.scalar(reg.first) if reg is not None else run.terms.const(0)


def _addk(run: SideExecution, op: Op, name: str) -> None:
    a, b = _own(run, op), _constant16(run, op)
    run.put_result(op, run.integers.add(a, b))
    run.put_scc(run.decisions.var(run.terms.make("overflow", tuple(sorted((a, b))))))


def _mulk(run: SideExecution, op: Op, name: str) -> None:
    run.put_result(op, run.integers.mul(_own(run, op), _constant16(run, op)))


def _mul(run: SideExecution, op: Op, name: str) -> None:
    run.put_result(op, run.integers.mul(run.source_value(op, 0), run.source_value(op, 1)))


def _mul_high(run: SideExecution, op: Op, name: str) -> None:
    product = run.integers.product64(run.source_value(op, 0), run.source_value(op, 1), name.endswith("i32"))
    run.put_result(op, run.integers.high(product))


def _sum(run: SideExecution, op: Op, name: str) -> None:
    """A sum or difference and its SCC: carry or borrow of unsigned ones, overflow of signed ones."""
    a, b = run.source_value(op, 0), run.source_value(op, 1)
    n, pair = run.integers, tuple(sorted((a, b)))
    match name:
        case "s_add_u32":
            result, scc = n.add(a, b), _carry(run, a, b)
        case "s_sub_u32":
            result, scc = n.sub(a, b), compare(run.world, "lt", "u32", a, b)
        case "s_addc_u32":
            carry = run.scalar(SCC)
            result, scc = upper_sum(run, a, b, carry), _fact(run, "carry3", (*pair, carry))
        case "s_subb_u32":
            borrow = run.scalar(SCC)
            result, scc = upper_difference(run, a, b, borrow), _fact(run, "borrow3", (a, b, borrow))
        case "s_add_i32":
            result, scc = n.add(a, b), _fact(run, "overflow", pair)
        case _:
            result, scc = n.sub(a, b), _fact(run, "underflow", (a, b))
    run.put_result(op, result)
    run.put_scc(scc)


def _fact(run: SideExecution, name: str, parts: tuple[int, ...]) -> int:
    return run.decisions.var(run.terms.make(name, parts))


def _wide_arithmetic(run: SideExecution, op: Op, name: str) -> None:
    a, b = _wide(run, op, 0), _wide(run, op, 1)
    n = run.integers
    result = n.mul64(a, b) if "mul" in name else n.linear(64, ((a, 1), (b, -1 if "sub" in name else 1)))
    run.put_result(op, result, True)


def _shift(run: SideExecution, op: Op, name: str) -> None:
    wide = name.endswith("64")
    a, by = _wide(run, op, 0), run.source_value(op, 1)
    if name.startswith("s_lshl"):
        result = run.integers.shl64(a, by) if wide else run.integers.shl(a, by)
    elif wide:
        result = run.integers.shr64(a, by, name == "s_ashr_i64")
    else:
        result = run.integers.lshr(a, by) if name.startswith("s_lshr") else run.integers.ashr(a, by)
    run.put_result(op, result, wide)
    run.put_scc(run.nonzero(result))


def _bit_field(run: SideExecution, op: Op, name: str) -> None:
    """Bits 4:0 of the second source say where the field begins, and bits 22:16 how wide it is; what more than 31 bits
    are is not said (RDNA3 and RDNA4 ISA guides, S_BFE_U32: ``1U << S1[22:16]``)."""
    a, field, n = run.source_value(op, 0), run.terms.const_value(run.source_value(op, 1)), run.integers
    width = None if field is None else field >> 16 & 127
    if field is None or width is None or width > 31:
        generic_scalar(run, op, name)
        return
    shifted = n.lshr(a, run.terms.const(field & 31))
    result = n.bitwise("and", (shifted, run.terms.const((1 << width) - 1)))
    run.put_result(op, result)
    run.put_scc(run.nonzero(result))


def _shift_add(run: SideExecution, op: Op, name: str) -> None:
    match = _SHIFT_ADD.match(name)
    assert match
    a, b = run.source_value(op, 0), run.source_value(op, 1)
    run.put_result(op, run.integers.linear(32, ((a, 1 << int(match[1])), (b, 1))))
    run.put_scc(run.decisions.var(run.terms.make("shift_carry", (a, b), int(match[1]))))


def _compare(run: SideExecution, op: Op, name: str) -> None:
    match = _COMPARE.match(name)
    assert match
    if name.startswith("s_cmpk"):
        a, b = run.value(op, 0), _constant16(run, op, match[2] == "i32")
    else:
        a, b = _wide(run, op, 0), _wide(run, op, 1)
    run.put_scc(compare(run.world, match[1], match[2], a, b))


def _test_bit(run: SideExecution, op: Op, name: str) -> None:
    """A bit test: SCC says whether the bit of the first source numbered by the low five bits of the second is 0 or
    1."""
    a, by = run.source_value(op, 0), run.source_value(op, 1)
    n, at = run.integers, run.terms.const_value(by)
    one = run.terms.const(1)
    word, bit = (n.lshr(a, by), one) if at is None else (a, run.terms.const(1 << (at & 31)))
    found = n.bitwise("and", (word, bit))
    run.put_scc(compare(run.world, "lg" if name == "s_bitcmp1_b32" else "eq", "b32", found, run.terms.const(0)))


def _sign_extend16(run: SideExecution, op: Op, name: str) -> None:
    half = run.integers.half(run.source_value(op, 0), False)
    value = run.terms.const_value(half)
    result = run.terms.make("sext16", (half,)) if value is None else run.terms.const(value - ((value & 0x8000) << 1))
    run.put_result(op, result)


_TABLE: dict[str, Handler] = {
    **dict.fromkeys(("s_mov_b32", "s_mov_b64"), _move),
    "s_movk_i32": _movk,
    **dict.fromkeys(("s_cmov_b32", "s_cmov_b64", "s_cmovk_i32"), _conditional_move),
    **dict.fromkeys(("s_cselect_b32", "s_cselect_b64"), _select),
    **dict.fromkeys(("s_not_b32", "s_not_b64"), _invert),
    **dict.fromkeys(("s_add_u32", "s_sub_u32", "s_addc_u32", "s_subb_u32", "s_add_i32", "s_sub_i32"), _sum),
    "s_addk_i32": _addk,
    "s_mulk_i32": _mulk,
    "s_mul_i32": _mul,
    **dict.fromkeys(("s_mul_hi_u32", "s_mul_hi_i32"), _mul_high),
    **dict.fromkeys(("s_mul_u64", "s_add_nc_u64", "s_sub_nc_u64"), _wide_arithmetic),
    **dict.fromkeys(
        ("s_lshl_b32", "s_lshl_b64", "s_lshr_b32", "s_lshr_b64", "s_ashr_i32", "s_ashr_i64"),
        _shift,
    ),
    "s_bfe_u32": _bit_field,
    **dict.fromkeys(("s_bitcmp0_b32", "s_bitcmp1_b32"), _test_bit),
    "s_sext_i32_i16": _sign_extend16,
}


def scalar_handler(name: str) -> Handler | None:
    """The handler of a scalar operation whose semantics are modelled; None for others."""
    if name in _TABLE:
        return _TABLE[name]
    for pattern, handler in (
        (_LOGIC, _logic),
        (_EXEC_LOGIC, _exec_logic),
        (_COMPARE, _compare),
        (_SHIFT_ADD, _shift_add),
    ):
        if pattern.match(name):
            return handler
    return None


def generic_scalar(run: SideExecution, op: Op, name: str) -> None:
    """Any other scalar operation: an uninterpreted function of its inputs."""
    inputs: list[int] = []
    for index in sources(op):
        inputs += run.values(op, index)
    if op.desc.partial:
        for index in destinations(op):
            reg = op.operands[index].reg
            if reg is not None:
                inputs += [run.scalar(u) for u in reg.units]
    inputs += run.implicit(op)
    arguments = tuple(inputs)
    for position, index in enumerate(destinations(op)):
        reg = op.operands[index].reg
        for part in range(reg.count if reg is not None else 0):
            run.put(op, index, run.terms.make(name, arguments, (position, part)), part)
    for unit in op.implicit_defs:
        if unit == SCC:
            run.put_scc(run.decisions.var(run.terms.make(name, arguments, "scc")))
        else:
            run.write(unit, run.terms.make(name, arguments, ("implicit", unit)))
