"""Vector ALU instructions as terms: integers in normal form, floating point uninterpreted up to commutativity.

RDNA3 and RDNA4 ISA guides, VOP1, VOP2, VOP3, VOP3P, VOPC, VOPD.  A dual instruction's halves are executed here one by
one; the reads of both come before the writes of either (ISA guide, VOPD).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_LO
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.scalar import upper_difference, upper_sum
from isaopt.proof.terms.compares import compare
from isaopt.proof.terms.integers import Integers

Handler = Callable[[SideExecution, Op, str], None]

_COMPARE = re.compile(r"v_cmpx?_(n?eq|lg|n?gt|n?ge|n?lt|n?le|ne|nlg|o|u|t|f)_([iufb]+\d\d)$")
#: Operations whose first two of three sources commute.
FUSED = re.compile(
    r"v_(fma|fmac|fmaak|fmamk)_(f16|f32|f64)$|v_(fma|fmac)_dx9_zero_f32$|v_pk_fma_f16$|v_mad_u16$|v_mad_[iu]32_[iu](16|24)$"
)


def _old(run: SideExecution, op: Op) -> int:
    """The old value of the destination, as an accumulator."""
    index = destinations(op)[0]
    operand, desc = op.operands[index], op.desc.operands[index]
    reg = operand.reg
    assert reg is not None
    value = run.lane(reg.first)
    return run.integers.half(value, reg.half == "h") if desc.bits == 16 else value


def _fused(run: SideExecution, op: Op, name: str) -> None:
    """A fused multiply-add in any spelling: VOP2 with accumulator, with a constant, VOP3, dual."""
    a, b = run.source_value(op, 0), run.source_value(op, 1)
    c = _old(run, op) if name.startswith("v_fmac") else run.source_value(op, 2)
    kind = name.rsplit("_", 1)[1]
    base = "fma_dx9_zero" if "dx9" in name else "fma"
    if a > b:
        a, b = b, a
    run.put_result(op, run.terms.make(f"{base}_{kind}", (a, b, c, *run.mode(op)), run.modifiers(op)))


def _ordered(run: SideExecution, op: Op, name: str) -> tuple[int, int]:
    """The first two sources, in the order of a subtraction."""
    a, b = run.source_value(op, 0), run.source_value(op, 1)
    return (b, a) if "subrev" in name else (a, b)


def _subtract(run: SideExecution, op: Op, name: str) -> None:
    """A difference.  With a constant it is the sum with the negated constant; a register may hold a NaN, whose sign
    tells the two apart."""
    (a, b), t = _ordered(run, op, name), run.terms
    kind = name.rsplit("_", 1)[1]
    sign, infinity = (1 << 31, 0x7F800000) if kind == "f32" else (1 << 15, 0x7C00)
    constant, modifiers = t.const_value(b), run.modifiers(op)
    if constant is None or constant & (sign - 1) > infinity:
        run.put_result(op, t.make(f"v_sub_{kind}", (a, b, *run.mode(op)), modifiers))
    else:
        terms = sorted((a, t.const(constant ^ sign)))
        run.put_result(op, t.make(f"v_add_{kind}", (*terms, *run.mode(op)), (modifiers, 0, 0)))


def _shift64(run: SideExecution, op: Op, name: str) -> None:
    by, a = run.source_value(op, 0), run.source_value64(op, 1)
    n = run.integers
    result = n.shl64(a, by) if name == "v_lshlrev_b64" else n.shr64(a, by, name == "v_ashrrev_i64")
    run.put_result(op, result, True)


def _align_bit(run: SideExecution, op: Op, name: str) -> None:
    """The lower half of two registers, the first the upper one, shifted right by the low five bits of the third."""
    high, low, by = (run.source_value(op, i) for i in range(3))
    n, amount = run.integers, run.terms.const_value(by)
    if amount is None:
        run.put_result(op, run.terms.make("alignbit_b32", (high, low, by)))
    else:
        run.put_result(op, n.low(n.shr64(n.cat(low, high), run.terms.const(amount & 31), False)))


def _mul24(n: Integers, a: int, b: int) -> int:
    if n.upper(a) < 1 << 24 and n.upper(b) < 1 << 24:
        return n.mul(a, b)
    return n.terms.make("mul_u24", tuple(sorted((a, b))))


#: Operations of 32-bit sources whose one result is a term of them.
_VALUES: dict[str, Callable[[Integers, tuple[int, ...]], int]] = {
    "v_mov_b16": lambda n, s: s[0],
    "v_add_nc_u32": lambda n, s: n.add(*s),
    "v_sub_nc_u32": lambda n, s: n.sub(*s),
    "v_subrev_nc_u32": lambda n, s: n.sub(s[1], s[0]),
    "v_add3_u32": lambda n, s: n.linear(32, [(x, 1) for x in s]),
    "v_lshl_add_u32": lambda n, s: n.add(n.shl(s[0], s[1]), s[2]),
    "v_add_lshl_u32": lambda n, s: n.shl(n.add(s[0], s[1]), s[2]),
    "v_lshl_or_b32": lambda n, s: n.bitwise("or", (n.shl(s[0], s[1]), s[2])),
    "v_and_or_b32": lambda n, s: n.bitwise("or", (n.bitwise("and", s[:2]), s[2])),
    "v_xad_u32": lambda n, s: n.add(n.bitwise("xor", s[:2]), s[2]),
    "v_and_b32": lambda n, s: n.bitwise("and", s),
    **dict.fromkeys(("v_or_b32", "v_or3_b32"), lambda n, s: n.bitwise("or", s)),
    **dict.fromkeys(("v_xor_b32", "v_xor3_b32"), lambda n, s: n.bitwise("xor", s)),
    "v_bfi_b32": lambda n, s: n.bitwise("or", (n.bitwise("and", s[:2]), n.bitwise("and", (n.not_(s[0]), s[2])))),
    "v_not_b32": lambda n, s: n.not_(s[0]),
    "v_lshlrev_b32": lambda n, s: n.shl(s[1], s[0]),
    "v_lshrrev_b32": lambda n, s: n.lshr(s[1], s[0]),
    "v_ashrrev_i32": lambda n, s: n.ashr(s[1], s[0]),
    "v_mul_lo_u32": lambda n, s: n.mul(*s),
    "v_mul_hi_u32": lambda n, s: n.high(n.product64(s[0], s[1], False)),
    "v_mul_hi_i32": lambda n, s: n.high(n.product64(s[0], s[1], True)),
    "v_mul_u32_u24": lambda n, s: _mul24(n, *s),
    "v_mad_u32_u24": lambda n, s: n.add(_mul24(n, s[0], s[1]), s[2]),
    "v_mbcnt_lo_u32_b32": lambda n, s: n.terms.make("mbcnt_lo", s),
    "v_mbcnt_hi_u32_b32": lambda n, s: n.terms.make("mbcnt_hi", s),
}


def _value(run: SideExecution, op: Op, name: str) -> None:
    run.put_result(op, _VALUES[name](run.integers, tuple(run.value(op, index) for index in sources(op))))


def _move(run: SideExecution, op: Op, name: str) -> None:
    operand = op.operands[sources(op)[0]]
    plain = operand.reg is not None and operand.reg.is_vgpr and not operand.neg and not operand.absolute
    run.put_result(
        op, run.lane(operand.reg.first, True) if plain and operand.reg is not None else run.source_value(op, 0)
    )


def _mad64(run: SideExecution, op: Op, name: str) -> None:
    a, b, c = run.source_value(op, 0), run.source_value(op, 1), run.source_value64(op, 2)
    signed = name == "v_mad_i64_i32"
    product = run.integers.product64(a, b, signed)
    outs = destinations(op)
    result = run.integers.add64(product, c)
    # Of a signed sum it is the sign, which is another bit even where the products are the same.
    carry = "mad_carry"
    run.put(op, outs[0], run.integers.low(result))
    if _overtakes(op, outs[0], sources(op)[2]):
        carry = "mad_overtaken"
        run.put(op, outs[0], run.terms.make(carry, (product, c), "upper"), 1)
    else:
        run.put(op, outs[0], run.integers.high(result), 1)
    run.put_mask(op, outs[1], run.decisions.var(run.terms.make(carry, (product, c), signed)))


def _overtakes(op: Op, out: int, addend: int) -> bool:
    """Whether the lower half of the result is written to where the upper half of the addend is still to be read from
    (LLVM FeatureMADIntraFwdBug): compilers emit it where nothing uses the upper half of the result."""
    reg, other = op.operands[out].reg, op.operands[addend].reg
    early = op.desc.operands[out].name in op.desc.early_clobber
    return early and reg is not None and other is not None and reg.first == other.first + 1


def _bit_field(run: SideExecution, op: Op, name: str) -> None:
    a, at, width = (run.source_value(op, i) for i in range(3))
    t, n = run.terms, run.integers
    first, count = t.const_value(at), t.const_value(width)
    if first is None or count is None:
        run.put_result(op, t.make(name.removeprefix("v_"), (a, at, width)))
        return
    first, count = first & 31, count & 31
    a, first = n.within(a, first, count)
    if name == "v_bfe_i32":
        run.put_result(op, t.make("bfe_i32", (a, t.const(first), t.const(count))))
    else:
        run.put_result(op, n.bitwise("and", (n.lshr(a, t.const(first)), t.const((1 << count) - 1))))


def _permute(run: SideExecution, op: Op, name: str) -> None:
    """Bytes of two registers, of which the second has those of numbers 0 to 3; known where they come in halves."""
    a, b, selector = (run.source_value(op, i) for i in range(3))
    chosen, n = run.terms.const_value(selector), run.integers
    known = () if chosen is None else (chosen & 0xFFFF, chosen >> 16)
    low, high = [_chosen_half(n, a, b, half) for half in known] or (None, None)
    whole = run.terms.make("perm_b32", (a, b, selector)) if low is None or high is None else n.cat16(low, high)
    run.put_result(op, whole)


def _chosen_half(n: Integers, a: int, b: int, selector: int) -> int | None:
    """The half that two selectors of bytes choose together; None for bytes of different halves."""
    if selector == 0x0C0C:
        return n.terms.const(0)
    found = {0x0100: (b, False), 0x0302: (b, True), 0x0504: (a, False), 0x0706: (a, True)}.get(selector)
    return None if found is None else n.half(*found)


def _select(run: SideExecution, op: Op, name: str) -> None:
    no, yes = run.source_value(op, 0), run.source_value(op, 1)
    mask = run.lanes_of(op, sources(op)[2]) if len(sources(op)) > 2 else run.vcc()
    mask = run.decisions.constrain(mask, run.active)
    run.put_result(op, choose(run, mask, yes, no))


def choose(run: SideExecution, mask: int, yes: int, no: int) -> int:
    """``mask ? yes : no`` for a lane; a choice that would make a large diagram becomes a term of its own."""
    d = run.decisions
    if d.size(yes, 24) + d.size(no, 24) + d.size(mask, 24) >= 24:
        return run.terms.make("choose", (mask, yes, no))
    return d.ite(mask, yes, no)


def _add_co(run: SideExecution, op: Op, name: str) -> None:
    a, b = run.source_value(op, 0), run.source_value(op, 1)
    outs = destinations(op)
    run.put(op, outs[0], run.integers.add(a, b))
    zero = run.terms.const_value(a) == 0 or run.terms.const_value(b) == 0
    carry = 1 if zero else run.decisions.var(run.terms.make("carry", tuple(sorted((a, b)))))
    run.put_mask(op, outs[1], carry)


def _sub_co(run: SideExecution, op: Op, name: str) -> None:
    a, b = _ordered(run, op, name)
    outs = destinations(op)
    run.put(op, outs[0], run.integers.sub(a, b))
    run.put_mask(op, outs[1], compare(run.world, "lt", "u32", a, b))


def _carry_chain(run: SideExecution, op: Op, name: str) -> None:
    a, b = _ordered(run, op, name)
    carry = run.decisions.constrain(run.lanes_of(op, sources(op)[2]), run.active)
    outs = destinations(op)
    if name == "v_add_co_ci_u32":
        value, fact = upper_sum(run, a, b, carry), ("carry3", (*sorted((a, b)), carry))
    else:
        value, fact = upper_difference(run, a, b, carry), ("borrow3", (a, b, carry))
    run.put(op, outs[0], value)
    run.put_mask(op, outs[1], run.decisions.var(run.terms.make(*fact)))


def _swap(run: SideExecution, op: Op, name: str) -> None:
    first, second = op.operands[0].reg, op.operands[1].reg
    assert first is not None
    assert second is not None
    a, b = run.lane(first.first), run.lane(second.first)
    run.write(first.first, b)
    run.write(second.first, a)


def _compare(run: SideExecution, op: Op, name: str) -> None:
    match = _COMPARE.match(name)
    assert match
    relation, kind = match[1], match[2]
    a, b = (run.value64(op, i) if op.desc.operands[i].bits == 64 else run.value(op, i) for i in sources(op))
    put_condition(run, op, name, compare(run.world, relation, kind, a, b, run.mode(op)))


def put_condition(run: SideExecution, op: Op, name: str, fact: int) -> None:
    """Writes a compare's result: to its mask, or to EXEC."""
    if name.startswith("v_cmpx"):
        run.write_mask(EXEC_LO, fact)
    else:
        run.put_mask(op, destinations(op)[0], fact)


_PLAIN: dict[str, Handler] = {
    **dict.fromkeys(_VALUES, _value),
    "v_mov_b32": _move,
    **dict.fromkeys(("v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"), _shift64),
    **dict.fromkeys(("v_mad_u64_u32", "v_mad_i64_i32"), _mad64),
    **dict.fromkeys(("v_bfe_u32", "v_bfe_i32"), _bit_field),
    "v_alignbit_b32": _align_bit,
    "v_cndmask_b32": _select,
    "v_perm_b32": _permute,
    "v_add_co_u32": _add_co,
    **dict.fromkeys(("v_sub_co_u32", "v_subrev_co_u32"), _sub_co),
    **dict.fromkeys(("v_add_co_ci_u32", "v_sub_co_ci_u32", "v_subrev_co_ci_u32"), _carry_chain),
    "v_swap_b32": _swap,
}
_FLOAT_DIFFERENCE = re.compile(r"v_(sub|subrev)_(f16|f32)$")


def vector_handler(op: Op, name: str) -> Handler | None:
    """The handler of a vector operation whose semantics are modelled; None for others."""
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
