"""Vector ALU instructions as terms: integers in normal form, floating point uninterpreted up to commutativity.

RDNA3 and RDNA4 ISA guides, VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD.  A dual instruction's halves are executed here one by
one; the reads of both come before the writes of either (ISA guide, VOPD).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO
from isaopt.proof.semantics.machine import Run
from isaopt.proof.semantics.names import destinations, sources
from isaopt.proof.semantics.scalar import upper_difference, upper_sum
from isaopt.proof.terms.compares import compare

Handler = Callable[[Run, Op, str], None]

_COMPARE = re.compile(r"v_cmpx?_(n?eq|lg|n?gt|n?ge|n?lt|n?le|ne|nlg|o|u|t|tru|f)_([iufb]+\d\d)$")
#: Operations whose first two of three sources commute.
FUSED = re.compile(
    r"v_(fma|fmac|fmaak|fmamk)_(f16|f32|f64)$|v_(fma|fmac)_dx9_zero_f32$|v_pk_fma_f16$|v_mad_u16$|v_mad_[iu]32_[iu](16|24)$"
)


def _in(run: Run, op: Op, position: int) -> int:
    return run.value(op, sources(op)[position])


def _in64(run: Run, op: Op, position: int) -> int:
    return run.value64(op, sources(op)[position])


def _out(run: Run, op: Op, value: int) -> None:
    run.put(op, destinations(op)[0], value)


def _old(run: Run, op: Op) -> int:
    """The destination before the instruction, as its accumulator."""
    index = destinations(op)[0]
    operand, desc = op.operands[index], op.desc.operands[index]
    reg = operand.reg
    assert reg is not None
    value = run.lane(reg.first)
    return run.integers.half(value, reg.half == "h") if desc.bits == 16 else value


def _move(run: Run, op: Op, name: str) -> None:
    _out(run, op, _in(run, op, 0))


def _fused(run: Run, op: Op, name: str) -> None:
    """Every spelling of a fused multiply-add: VOP2 with accumulator, with a constant, VOP3, dual."""
    if name.startswith("v_fmac"):
        a, b, c = _in(run, op, 0), _in(run, op, 1), _old(run, op)
    elif name.startswith("v_fmamk"):
        a, b, c = (_in(run, op, i) for i in range(3))
    else:
        a, b, c = (_in(run, op, i) for i in range(3))
    kind = name.rsplit("_", 1)[1]
    base = "fma_dx9_zero" if "dx9" in name else "fma"
    if a > b:
        a, b = b, a
    _out(run, op, run.terms.make(f"{base}_{kind}", (a, b, c, *run.mode(op)), run.modifiers(op)))


def _subtract(run: Run, op: Op, name: str) -> None:
    a, b = _in(run, op, 0), _in(run, op, 1)
    if "subrev" in name:
        a, b = b, a
    base = name.removeprefix("v_").replace("subrev", "sub")
    _out(run, op, run.terms.make(base, (a, b, *run.mode(op)), run.modifiers(op)))


def _sum(run: Run, op: Op, name: str) -> None:
    _out(run, op, run.integers.add(_in(run, op, 0), _in(run, op, 1)))


def _difference(run: Run, op: Op, name: str) -> None:
    a, b = _in(run, op, 0), _in(run, op, 1)
    _out(run, op, run.integers.sub(b, a) if "subrev" in name else run.integers.sub(a, b))


def _three(run: Run, op: Op) -> tuple[int, int, int]:
    return _in(run, op, 0), _in(run, op, 1), _in(run, op, 2)


def _add3(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.linear(32, ((a, 1), (b, 1), (c, 1))))


def _lshl_add(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.add(run.integers.shl(a, b), c))


def _add_lshl(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.shl(run.integers.add(a, b), c))


def _lshl_or(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.bitwise("or", (run.integers.shl(a, b), c)))


def _and_or(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.bitwise("or", (run.integers.bitwise("and", (a, b)), c)))


def _xor_add(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.add(run.integers.bitwise("xor", (a, b)), c))


def _bitwise(run: Run, op: Op, name: str) -> None:
    base = {"v_and": "and", "v_or": "or", "v_xor": "xor", "v_or3": "or", "v_xor3": "xor"}[name.removesuffix("_b32")]
    _out(run, op, run.integers.bitwise(base, [_in(run, op, i) for i in range(len(sources(op)))]))


def _not(run: Run, op: Op, name: str) -> None:
    _out(run, op, run.integers.not_(_in(run, op, 0)))


def _shift(run: Run, op: Op, name: str) -> None:
    by, a = _in(run, op, 0), _in(run, op, 1)
    n = run.integers
    function = {"v_lshlrev_b32": n.shl, "v_lshrrev_b32": n.lshr, "v_ashrrev_i32": n.ashr}[name]
    _out(run, op, function(a, by))


def _shift64(run: Run, op: Op, name: str) -> None:
    by, a = _in(run, op, 0), _in64(run, op, 1)
    n = run.integers
    result = n.shl64(a, by) if name == "v_lshlrev_b64" else n.shr64(name, a, by, name == "v_ashrrev_i64")
    run.put64(op, destinations(op)[0], result)


def _mul_low(run: Run, op: Op, name: str) -> None:
    _out(run, op, run.integers.mul(_in(run, op, 0), _in(run, op, 1)))


def _mul_high(run: Run, op: Op, name: str) -> None:
    product = run.integers.product64(_in(run, op, 0), _in(run, op, 1), name.endswith("i32"))
    _out(run, op, run.integers.high(product))


def _mul24(run: Run, a: int, b: int) -> int:
    n, t = run.integers, run.terms
    if n.upper(a) < 1 << 24 and n.upper(b) < 1 << 24:
        return n.mul(a, b)
    return t.make("mul_u24", tuple(sorted((a, b))))


def _mul_u24(run: Run, op: Op, name: str) -> None:
    _out(run, op, _mul24(run, _in(run, op, 0), _in(run, op, 1)))


def _mad_u24(run: Run, op: Op, name: str) -> None:
    a, b, c = _three(run, op)
    _out(run, op, run.integers.add(_mul24(run, a, b), c))


def _mad64(run: Run, op: Op, name: str) -> None:
    a, b, c = _in(run, op, 0), _in(run, op, 1), _in64(run, op, 2)
    signed = name == "v_mad_i64_i32"
    product = run.integers.product64(a, b, signed)
    outs = destinations(op)
    run.put64(op, outs[0], run.integers.add64(product, c))
    # Of a signed sum it is the sign, which is another bit even where the products are the same.
    run.put_mask(op, outs[1], run.decisions.var(run.terms.make("mad_carry", (product, c), signed)))


def _bit_field(run: Run, op: Op, name: str) -> None:
    a, at, width = _three(run, op)
    t, n = run.terms, run.integers
    first, count = t.const_value(at), t.const_value(width)
    if first is None or count is None:
        _out(run, op, t.make(name.removeprefix("v_"), (a, at, width)))
        return
    first, count = first & 31, count & 31
    a, first = n.within(a, first, count)
    if name == "v_bfe_i32":
        _out(run, op, t.make("bfe_i32", (a, t.const(first), t.const(count))))
    else:
        _out(run, op, n.bitwise("and", (n.lshr(a, t.const(first)), t.const((1 << count) - 1))))


def _select(run: Run, op: Op, name: str) -> None:
    no, yes = _in(run, op, 0), _in(run, op, 1)
    mask = run.lanes_of(op, sources(op)[2]) if len(sources(op)) > 2 else run.vcc()
    mask = run.decisions.constrain(mask, run.active)
    _out(run, op, choose(run, mask, yes, no))


def choose(run: Run, mask: int, yes: int, no: int) -> int:
    """``mask ? yes : no`` for a lane; a choice that would make a large diagram becomes a term of its own."""
    d = run.decisions
    if d.size(yes, 24) + d.size(no, 24) + d.size(mask, 24) >= 24:
        return run.terms.make("choose", (mask, yes, no))
    return d.ite(mask, yes, no)


def _add_co(run: Run, op: Op, name: str) -> None:
    a, b = _in(run, op, 0), _in(run, op, 1)
    outs = destinations(op)
    run.put(op, outs[0], run.integers.add(a, b))
    zero = run.terms.const_value(a) == 0 or run.terms.const_value(b) == 0
    carry = 1 if zero else run.decisions.var(run.terms.make("carry", tuple(sorted((a, b)))))
    run.put_mask(op, outs[1], carry)


def _sub_co(run: Run, op: Op, name: str) -> None:
    a, b = _in(run, op, 0), _in(run, op, 1)
    if "subrev" in name:
        a, b = b, a
    outs = destinations(op)
    run.put(op, outs[0], run.integers.sub(a, b))
    run.put_mask(op, outs[1], compare(run.world, "lt", "u32", a, b))


def _carry_chain(run: Run, op: Op, name: str) -> None:
    a, b = _in(run, op, 0), _in(run, op, 1)
    if "subrev" in name:
        a, b = b, a
    carry = run.decisions.constrain(run.lanes_of(op, sources(op)[2]), run.active)
    outs = destinations(op)
    if name == "v_add_co_ci_u32":
        value, fact = upper_sum(run, a, b, carry), ("carry3", (*sorted((a, b)), carry))
    else:
        value, fact = upper_difference(run, a, b, carry), ("borrow3", (a, b, carry))
    run.put(op, outs[0], value)
    run.put_mask(op, outs[1], run.decisions.var(run.terms.make(*fact)))


def _swap(run: Run, op: Op, name: str) -> None:
    first, second = op.operands[0].reg, op.operands[1].reg
    assert first is not None
    assert second is not None
    a, b = run.lane(first.first), run.lane(second.first)
    run.write(first.first, b)
    run.write(second.first, a)


def _compare(run: Run, op: Op, name: str) -> None:
    match = _COMPARE.match(name)
    assert match
    relation, kind = match[1], match[2]
    a, b = (run.value64(op, i) if op.desc.operands[i].bits == 64 else run.value(op, i) for i in sources(op))
    put_condition(run, op, name, compare(run.world, relation, kind, a, b, run.mode(op)))


def put_condition(run: Run, op: Op, name: str, fact: int) -> None:
    """Write a compare's outcome: to its mask, or to EXEC."""
    if name.startswith("v_cmpx"):
        word = run.masks.word(run.decisions.and_(run.exec, fact))
        run.write(EXEC_LO, run.integers.low(word) if run.masks.wide else word)
        if run.masks.wide:
            run.write(EXEC_HI, run.integers.high(word))
    else:
        run.put_mask(op, destinations(op)[0], fact)


def _mbcnt(run: Run, op: Op, name: str) -> None:
    kind = "mbcnt_lo" if "_lo_" in name else "mbcnt_hi"
    _out(run, op, run.terms.make(kind, (_in(run, op, 0), _in(run, op, 1))))


_PLAIN: dict[str, Handler] = {
    **dict.fromkeys(("v_mov_b32", "v_mov_b16"), _move),
    "v_add_nc_u32": _sum,
    **dict.fromkeys(("v_sub_nc_u32", "v_subrev_nc_u32"), _difference),
    "v_add3_u32": _add3,
    "v_lshl_add_u32": _lshl_add,
    "v_add_lshl_u32": _add_lshl,
    "v_lshl_or_b32": _lshl_or,
    "v_and_or_b32": _and_or,
    "v_xad_u32": _xor_add,
    **dict.fromkeys(("v_and_b32", "v_or_b32", "v_xor_b32", "v_or3_b32", "v_xor3_b32"), _bitwise),
    "v_not_b32": _not,
    **dict.fromkeys(("v_lshlrev_b32", "v_lshrrev_b32", "v_ashrrev_i32"), _shift),
    **dict.fromkeys(("v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"), _shift64),
    "v_mul_lo_u32": _mul_low,
    **dict.fromkeys(("v_mul_hi_u32", "v_mul_hi_i32"), _mul_high),
    "v_mul_u32_u24": _mul_u24,
    "v_mad_u32_u24": _mad_u24,
    **dict.fromkeys(("v_mad_u64_u32", "v_mad_i64_i32"), _mad64),
    **dict.fromkeys(("v_bfe_u32", "v_bfe_i32"), _bit_field),
    "v_cndmask_b32": _select,
    "v_add_co_u32": _add_co,
    **dict.fromkeys(("v_sub_co_u32", "v_subrev_co_u32"), _sub_co),
    **dict.fromkeys(("v_add_co_ci_u32", "v_sub_co_ci_u32", "v_subrev_co_ci_u32"), _carry_chain),
    "v_swap_b32": _swap,
    **dict.fromkeys(("v_mbcnt_lo_u32_b32", "v_mbcnt_hi_u32_b32"), _mbcnt),
}
_FLOAT_DIFFERENCE = re.compile(r"v_(sub|subrev)_(f16|f32)$")


def vector_handler(op: Op, name: str) -> Handler | None:
    """What executes a vector operation with that name, if its meaning matters beyond its inputs."""
    if any(m.name == "op_sel" for m in op.modifiers):
        return None
    if not op.modifiers and name in _PLAIN:
        return _PLAIN[name]
    if not op.modifiers and _COMPARE.match(name):
        return _compare
    if FUSED.match(name) and not name.startswith(("v_pk", "v_mad")) and not name.endswith("f64"):
        return _fused
    if _FLOAT_DIFFERENCE.match(name):
        return _subtract
    return None
