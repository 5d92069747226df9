"""The results of integer instructions: for each operation, a function of the values of its sources.

This is the only integer evaluator; the caller provides the register contents before the instruction. Everything is an
identity modulo 2^32 or 2^64 (RDNA3 and RDNA4 ISA guides, instruction descriptions of SOP1, SOP2, SOPC, SOPK, VOP1, VOP2
and VOP3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from isaopt.analysis.integers.bits import RELATIONS, Relation, bitwise, compare, invert, nonzero, select
from isaopt.analysis.integers.forms import MASK32, Atoms, Carry, Key, LinearForm, Value
from isaopt.analysis.integers.products import product
from isaopt.ir.program import Op, OperandKind
from isaopt.isa.meaning import Lanes, Unit
from isaopt.isa.registers import NUM_VGPRS, SCC

Read = Callable[[int], Value]
"""The content of a register before the instruction."""

_Of = Callable[..., Value | None]

#: Operations that take their first two sources in reverse order.
_REVERSED = {
    "v_subrev_nc_u32": "v_sub_nc_u32",
    "v_subrev_co_u32": "v_sub_co_u32",
    "v_subrev_co_ci_u32": "v_sub_co_ci_u32",
    "v_lshlrev_b32": "s_lshl_b32",
    "v_lshrrev_b32": "s_lshr_b32",
    "v_ashrrev_i32": "s_ashr_i32",
    "v_lshlrev_b64": "s_lshl_b64",
    "v_lshrrev_b64": "s_lshr_b64",
    "v_ashrrev_i64": "s_ashr_i64",
}


def _named(table: dict[str, _Of]) -> dict[str, _Of]:
    """A table by single names, from one whose keys are names separated by blanks."""
    return {name: made for names, made in table.items() for name in names.split()}


def _bits(name: str) -> _Of:
    return lambda a, *forms: bitwise(a, name, *forms)


def _shift(a: Atoms, x: LinearForm, by: LinearForm) -> LinearForm:
    return bitwise(a, "lshl_b32", x, by)


def _shifted64(a: Atoms, x: LinearForm, by: LinearForm) -> LinearForm | None:
    return None if by.terms else a.scaled64(x, 1 << (by.constant & 63))


def _shifted_down(a: Atoms, x: LinearForm, by: LinearForm, signed: bool) -> LinearForm | None:
    return None if by.terms else a.shifted_down(x, by.constant & 63, signed)


def _product_high(a: Atoms, x: LinearForm, y: LinearForm, signed: bool) -> Value:
    return a.half(a.product64(x, y, signed), True)


def _mad64(a: Atoms, x: LinearForm, y: LinearForm, z: LinearForm, signed: bool) -> LinearForm:
    return a.sum(64, ((a.product64(x, y, signed), 1), (z, 1)))


def _product24(
    a: Atoms, x: LinearForm, y: LinearForm, z: LinearForm | None = None, signed: bool = False
) -> LinearForm | None:
    """The product of the lower 24 bits; for signed ones, the sign must be known to be 0."""
    if signed and max(a.upper(x), a.upper(y)) > 0x7FFFFF:
        return None
    made = a.mul(*(bitwise(a, "and_b32", f, LinearForm(0xFFFFFF)) for f in (x, y)))
    return made if z is None else a.add(made, z)


def _field(a: Atoms, x: LinearForm, field: LinearForm, name: str) -> LinearForm | None:
    """A bit field whose position and width are in one number (RDNA3 ISA guide, S_BFE_U32)."""
    first, count = field.constant & 31, field.constant >> 16 & 127
    return None if field.terms or count > 31 else bitwise(a, name, x, LinearForm(first), LinearForm(count))


#: The result of operations on whole sources, of 32 or 64 bits; None if it has no form.
_VALUES: dict[str, _Of] = _named(
    {
        "v_add_nc_u32 v_add_co_u32 s_add_i32 s_add_u32 s_addk_i32": Atoms.add,
        "v_sub_nc_u32 v_sub_co_u32 s_sub_i32 s_sub_u32": Atoms.sub,
        "v_add3_u32": lambda a, x, y, z: a.sum(32, ((x, 1), (y, 1), (z, 1))),
        "v_lshl_add_u32": lambda a, x, by, y: a.add(_shift(a, x, by), y),
        "v_add_lshl_u32": lambda a, x, y, by: _shift(a, a.add(x, y), by),
        "v_xad_u32": lambda a, x, y, z: a.add(bitwise(a, "xor_b32", x, y), z),
        "v_and_or_b32": lambda a, x, y, z: bitwise(a, "or_b32", bitwise(a, "and_b32", x, y), z),
        "v_or3_b32": lambda a, x, y, z: bitwise(a, "or_b32", bitwise(a, "or_b32", x, y), z),
        "v_lshl_or_b32": lambda a, x, by, y: bitwise(a, "or_b32", _shift(a, x, by), y),
        "v_mul_lo_u32 s_mul_i32 s_mulk_i32": Atoms.mul,
        "v_mul_u32_u24 v_mad_u32_u24": _product24,
        "v_mul_i32_i24 v_mad_i32_i24": partial(_product24, signed=True),
        "v_mul_hi_u32 s_mul_hi_u32": partial(_product_high, signed=False),
        "v_mul_hi_i32 s_mul_hi_i32": partial(_product_high, signed=True),
        "v_mad_u64_u32": partial(_mad64, signed=False),
        "v_mad_i64_i32": partial(_mad64, signed=True),
        "s_mul_u64": product,
        "s_add_nc_u64 v_add_nc_u64": lambda a, x, y: a.sum(64, ((x, 1), (y, 1))),
        "s_sub_nc_u64 v_sub_nc_u64": lambda a, x, y: a.sum(64, ((x, 1), (y, -1))),
        "s_lshl_b64": _shifted64,
        "s_lshr_b64": partial(_shifted_down, signed=False),
        "s_ashr_i64": partial(_shifted_down, signed=True),
        "s_bfe_u32": partial(_field, name="bfe_u32"),
        "s_bfe_i32": partial(_field, name="bfe_i32"),
        **{f"s_lshl{n}_add_u32": lambda a, x, y, n=n: a.sum(32, ((x, 1 << n), (y, 1))) for n in range(1, 5)},
        **{f"v_{name} s_{name}": _bits(name) for name in ("min_u32", "max_u32", "min_i32", "max_i32")},
        **{f"s_{name}": _bits(name) for name in ("lshl_b32", "lshr_b32", "ashr_i32")},
        **{f"v_{name}": _bits(name) for name in ("bfe_u32", "bfe_i32")},
    }
)
#: The result of operations on each word of the sources separately.
_LOGIC: dict[str, _Of] = _named(
    {
        "v_and_b32 s_and_b32 s_and_b64": _bits("and_b32"),
        "v_or_b32 s_or_b32 s_or_b64": _bits("or_b32"),
        "v_xor_b32 s_xor_b32 s_xor_b64": _bits("xor_b32"),
        "v_not_b32 s_not_b32 s_not_b64": invert,
        "s_and_not1_b32 s_and_not1_b64": lambda a, x, y: bitwise(a, "and_b32", x, invert(a, y)),
        "s_or_not1_b32 s_or_not1_b64": lambda a, x, y: bitwise(a, "or_b32", x, invert(a, y)),
        "s_nand_b32 s_nand_b64": lambda a, x, y: invert(a, bitwise(a, "and_b32", x, y)),
        "s_nor_b32 s_nor_b64": lambda a, x, y: invert(a, bitwise(a, "or_b32", x, y)),
        "v_xnor_b32 s_xnor_b32 s_xnor_b64": lambda a, x, y: invert(a, bitwise(a, "xor_b32", x, y)),
    }
)
_MOVES = frozenset(("v_mov_b32", "s_mov_b32", "s_mov_b64", "s_movk_i32", "v_readfirstlane_b32"))
_SELECTS = frozenset(("s_cselect_b32", "s_cselect_b64"))
#: Scalar operations that set SCC to whether their result is not zero.
_TELL_NONZERO = frozenset((*_LOGIC, "s_lshl_b32", "s_lshr_b32", "s_ashr_i32", "s_bfe_u32", "s_bfe_i32"))
#: Sums (1) and differences (-1) that produce a carry, and those that consume it.
_CARRY_OUT = {"v_add_co_u32": 1, "s_add_u32": 1, "v_sub_co_u32": -1, "s_sub_u32": -1}
_CARRY_IN = {"v_add_co_ci_u32": 1, "s_addc_u32": 1, "v_sub_co_ci_u32": -1, "s_subb_u32": -1}
#: These also read their destination.
_CHANGING = frozenset(("s_addk_i32", "s_mulk_i32"))
COMPARISONS: dict[str, tuple[Relation, str]] = {
    f"{form}_{relation}_{kind}": (relation, kind)
    for relation in RELATIONS
    for form, kinds in (("s_cmp", ("i32", "u32", "u64")), ("s_cmpk", ("i32", "u32")))
    for kind in kinds
}
"""Scalar comparisons: the relation, and the type of the numbers."""
KNOWN = {*_VALUES, *_LOGIC, *_MOVES, *_SELECTS, *_CARRY_IN, *_REVERSED, *COMPARISONS}
"""The operations whose results :func:`results` knows."""


class _UnknownOperand(Exception):
    """An operand that has no value."""


def results(atoms: Atoms, op: Op, read: Read) -> Mapping[int, Value]:
    """The contents of the registers that the op, not a dual one, writes, where known.

    For scalar instructions this is at least a function of what they read.
    """
    scalar = op.desc.unit is Unit.SALU
    if not scalar and op.operation not in KNOWN:
        return {}
    reads = {u: read(u) for u in (op.read if scalar else op.uses)}
    key = (id(op), *reads.values())
    found = atoms.made.get(key)
    if found is None:
        made: dict[int, Value] = {}
        if not op.modifiers and (not op.desc.partial or op.operation in _CHANGING):
            with suppress(_UnknownOperand):
                made = _Step(atoms, op, reads.__getitem__).results()
        if scalar:
            _add_functions(atoms, op, reads, made)
        # With the op, so that no other one gets its identity.
        found = atoms.made[key] = (op, made)
    return found[1]


def _add_functions(atoms: Atoms, op: Op, reads: Mapping[int, Value], made: dict[int, Value]) -> None:
    """Adds results of a scalar instruction that are not known as a function of what it reads and of its text."""
    left = [u for u in op.written if u not in made and u >= NUM_VGPRS]
    if not left or op.flag("sideeffects") or op.flag("movrel") or op.operation == "s_getpc_b64":
        return
    if "mode" in op.desc.implicit_uses:  # as rounding and denormals do
        return
    if any(o.kind is OperandKind.EXPR for o in op.operands):  # which may count from where it stands
        return
    forms = tuple(atoms.word(v) for v in reads.values())
    text = tuple(o.text for o in op.operands if o.reg is None)
    sources = frozenset[Key]().union(*(atoms.sources(f) for f in forms))
    for unit in left:
        place = op.defs.index(unit) if unit in op.defs else -unit
        upper = 1 if unit == SCC else MASK32
        made[unit] = atoms.single((op.operation, text, place, *forms), True, upper, sources)


class _Step:
    """One instruction at work."""

    def __init__(self, atoms: Atoms, op: Op, read: Read) -> None:
        self.atoms, self.op, self.read = atoms, op, read
        self.name = _REVERSED.get(op.operation, op.operation)
        self.sources = [i for i, d in enumerate(op.desc.operands) if d.role in ("use", "none", "defuse")]
        if self.name != op.operation:
            self.sources[:2] = self.sources[1::-1]
        if self.name in _CHANGING:
            self.sources.insert(0, 0)

    def results(self) -> dict[int, Value]:
        name, atoms = self.name, self.atoms
        if name in COMPARISONS:
            relation, kind = COMPARISONS[name]
            return {SCC: compare(atoms, relation, kind, *(self.word_forms(i) for i in self.sources))}
        if name in _MOVES:
            words = self.words(self.sources[0])
            uniform = self.op.desc.lanes is not Lanes.UNIFORM or all(atoms.is_uniform(w) for w in words)
            return self.put(words if uniform else ())
        if name in _SELECTS:
            condition = atoms.word(self.read(SCC))
            cases = zip(*(self.word_forms(i) for i in self.sources), strict=True)
            return self.put([select(atoms, condition, yes, no) for yes, no in cases])
        if name in _LOGIC:
            forms = [self.word_forms(i) for i in self.sources]
            return self.put([_LOGIC[name](atoms, *each) for each in zip(*forms, strict=True)])
        if name in _CARRY_IN:
            return self.put([self.with_carry(_CARRY_IN[name])])
        if name not in _VALUES:
            return {}
        values = [self.value(i) for i in self.sources]
        made = _VALUES[name](atoms, *values)
        carry: dict[int, Value] = {}
        if name in _CARRY_OUT and (unit := self.carry_unit(1)) is not None:
            carry[unit] = Carry(values[0], values[1], _CARRY_OUT[name])
        if isinstance(made, LinearForm) and self.op.desc.operands[0].dwords == 2:
            return self.put((atoms.half(made, False), atoms.half(made, True)))
        return self.put((made,)) | carry

    def carry_unit(self, i: int) -> int | None:
        """Where a carry is: SCC, or the first register of the lane mask that operand ``i`` is."""
        reg = self.op.operands[i].reg
        return SCC if self.op.desc.lanes is Lanes.SCALAR else None if reg is None else reg.first

    def words(self, i: int) -> list[Value]:
        """The values of a source, word by word."""
        operand, count = self.op.operands[i], max(self.op.desc.operands[i].dwords, 1)
        reg = operand.reg
        if operand.neg or operand.absolute or (reg is not None and (reg.half or reg.count != count)):
            raise _UnknownOperand
        if reg is not None:
            return [self.read(u) for u in reg.units]
        bits = self.op.constant(i)
        if bits is None:
            raise _UnknownOperand
        return [LinearForm(bits >> 32 * k & MASK32) for k in range(count)]

    def word_forms(self, i: int) -> list[LinearForm]:
        return [self.atoms.word(w) for w in self.words(i)]

    def value(self, i: int) -> LinearForm:
        """The number in a source of 32 or 64 bits."""
        low, *high = self.words(i)
        return self.atoms.wide(low, high[0]) if high else self.atoms.word(low)

    def with_carry(self, sign: int) -> Value | None:
        """The upper half of a 64-bit sum or difference whose lower half made the carry."""
        atoms = self.atoms
        unit = self.carry_unit(self.sources[-1])
        carry = None if unit is None else self.read(unit)
        if not isinstance(carry, Carry) or carry.sign != sign:
            return None
        highs = [self.words(i)[0] for i in self.sources[:2]]
        # Which half of a sum belongs to which does not matter.
        sums = [
            atoms.sum(64, ((atoms.wide(carry.a, a), 1), (atoms.wide(carry.b, b), sign)))
            for a, b in ((highs, highs[::-1]) if sign > 0 else (highs,))
        ]
        return atoms.half(min(sums, key=atoms.torn), True)

    def put(self, words: Sequence[Value | None]) -> dict[int, Value]:
        """The results if the destination gets these words."""
        made: dict[int, Value] = {}
        reg = self.op.operands[0].reg
        if reg is not None and not reg.half:
            made = {reg.first + k: w for k, w in enumerate(words) if w is not None}
        if SCC in self.op.implicit_defs and self.name in _TELL_NONZERO and None not in words:
            made[SCC] = nonzero(self.atoms, [self.atoms.word(w) for w in words if w is not None])
        return made
