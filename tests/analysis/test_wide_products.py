"""64-bit products of affine forms: that they are identities, and that compilers' sequences for them are recognised."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.analysis.integers.forms import MASK32, MASK64, Atoms, LinearForm
from isaopt.analysis.integers.products import product, spread
from tests.analysis.form_numbers import Numbers, signed
from tests.analysis.test_affine import Forms

_STEPS = ("add", "times", "mul", "and", "zext", "sext", "sum", "wide product", "32 by 32", "signed", "pair", "spread")
_HALVES = ("correct", "complete", "multiple")
_numbers = st.lists(
    st.one_of(st.integers(0, MASK32), st.integers(0, 9), st.sampled_from((MASK32, 1 << 31))), min_size=5, max_size=5
)


@given(
    st.lists(
        st.tuples(st.sampled_from(_STEPS + _HALVES), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12
    ),
    _numbers,
)
@settings(max_examples=300)
def test_forms_are_the_numbers_that_they_stand_for(program: list[tuple[str, int, int]], inputs: list[int]) -> None:
    atoms = Atoms()
    numbers = Numbers(atoms)
    narrow: list[tuple[LinearForm, int]] = [(LinearForm(inputs[0]), inputs[0])]
    for position, value in enumerate(inputs[1:]):
        bound = (MASK32, MASK32, 0xFFFF, 1)[position]
        form = atoms.single(("start", position), position % 2 == 0, bound)
        numbers.known[form.terms[0][0]] = value & bound
        narrow.append((form, value & bound))
    wide = [(atoms.wide(narrow[1][0], narrow[2][0]), narrow[2][1] << 32 | narrow[1][1])]
    for name, i, j in program:
        (x, a), (y, b) = narrow[i % len(narrow)], narrow[j % len(narrow)]
        (u, p), (v, q) = wide[i % len(wide)], wide[j % len(wide)]
        low, high = atoms.low(u), atoms.word(atoms.half(u, True))
        match name:
            case "add":
                narrow.append((atoms.sum(32, ((x, 1), (y, 3)), 8), a + 3 * b + 8 & MASK32))
            case "times":
                narrow.append((atoms.times(x, j), a * j & MASK32))
            case "mul":
                narrow.append((atoms.mul(x, y), a * b & MASK32))
            case "and":
                narrow.append((low, p & MASK32))
            case "zext" | "sext":
                wide.append((atoms.widened(name, x), (a if name == "zext" else signed(a)) & MASK64))
            case "sum":
                wide.append((atoms.sum(64, ((u, 5), (v, -1)), 4), 5 * p - q + 4 & MASK64))
            case "wide product":
                wide.append((product(atoms, u, v), p * q & MASK64))
            case "32 by 32":
                wide.append((atoms.product64(x, y, False), a * b))
            case "signed":
                wide.append((atoms.product64(x, y, True), signed(a) * signed(b) & MASK64))
            case "pair":
                wide.append((atoms.wide(x, y), b << 32 | a))
            case "spread":
                wide.append((spread(atoms, u), p))
            case "correct":
                wide.append((atoms.wide(low, atoms.sum(32, ((high, 1), (x, 7)), 9)), p + (7 * a + 9 << 32) & MASK64))
            case "multiple":
                part = atoms.product64(low, LinearForm(12), False)
                upper = atoms.sum(32, ((atoms.word(atoms.half(part, True)), 1), (high, 12)))
                wide.append((atoms.wide(atoms.low(part), upper), 12 * p & MASK64))
            case "complete":
                lows, highs = (low, atoms.low(v)), (high, atoms.word(atoms.half(v, True)))
                part = atoms.product64(*lows, False)
                parts = (atoms.mul(lows[0], highs[1]), atoms.mul(highs[0], lows[1]))
                upper = atoms.sum(32, [(atoms.word(atoms.half(part, True)), 1), *((x, 1) for x in parts)])
                wide.append((atoms.wide(atoms.low(part), upper), p * q & MASK64))
    for form, value in narrow:
        assert numbers.of(form, 32) == value
        assert value <= atoms.upper(form)
    for form, value in wide:
        assert numbers.of(form, 64) == value
        assert numbers.of(atoms.low(form), 32) == value & MASK32


#: v[2:3] is v0 (and v1, its upper half) times s[4:5], in the ways that compilers compute it.
_FULL = (
    "v_mad_u64_u32 v[2:3], null, v0, s4, 0\nv_mul_lo_u32 v6, v0, s5\nv_mul_lo_u32 v7, v1, s4\n"
    "v_add3_u32 v3, v3, v6, v7",
    "v_mul_lo_u32 v2, v0, s4\nv_mul_hi_u32 v3, v0, s4\nv_mul_lo_u32 v6, v0, s5\nv_add_nc_u32 v3, v6, v3\n"
    "v_mul_lo_u32 v6, v1, s4\nv_add_nc_u32 v3, v3, v6",
    "v_mad_u64_u32 v[2:3], null, v0, s4, 0\nv_mad_u64_u32 v[6:7], null, v0, s5, v[3:4]\n"
    "v_mad_u64_u32 v[8:9], null, v1, s4, v[6:7]\nv_mov_b32 v3, v8",
)


@pytest.mark.parametrize("text", _FULL)
def test_a_64_bit_product_is_one(text: str) -> None:
    found = Forms(text)
    a = found.atoms
    stride = a.wide(found.start("s4"), found.start("s5"))
    assert found.wide("v2", "v3") == product(a, a.wide(found.start("v0"), found.start("v1")), stride)
    signed = Forms(f"v_ashrrev_i32 v1, 31, v0\n{text}")
    a = signed.atoms
    row = a.widened("sext", signed.start("v0"))
    assert signed.wide("v2", "v3") == product(a, row, a.wide(signed.start("s4"), signed.start("s5")))


def test_a_part_that_is_missing_makes_it_another_number() -> None:
    for text in _FULL[:2]:
        found = Forms(text.replace("v_mul_lo_u32 v6, v0, s5", "v_mul_lo_u32 v6, v0, s6"))
        a = found.atoms
        stride = a.wide(found.start("s4"), found.start("s5"))
        assert found.wide("v2", "v3") != product(a, a.wide(found.start("v0"), found.start("v1")), stride)


def test_scalar_products_with_their_upper_halves() -> None:
    found = Forms(
        "s_mul_hi_u32 s11, s2, s4\ns_mul_i32 s12, s2, s5\ns_add_i32 s11, s11, s12\ns_mul_i32 s12, s3, s4\n"
        "s_add_i32 s11, s11, s12\ns_mul_i32 s10, s2, s4\ns_mul_hi_i32 s21, s2, s4\ns_mul_i32 s20, s2, s4"
    )
    a = found.atoms
    one, two = (a.wide(found.start(f"s{k}"), found.start(f"s{k + 1}")) for k in (2, 4))
    assert found.wide("s10", "s11") == product(a, one, two)
    sign = [a.widened("sext", found.start(s)) for s in ("s2", "s4")]
    assert found.wide("s20", "s21") == product(a, *sign)


def test_what_is_added_to_a_row_comes_out_of_the_product() -> None:
    """(4 * workgroup + 64 + item) * stride, the sum made in 64 bits."""
    found = Forms(
        "s_mov_b32 s9, 0\ns_lshl_b64 s[10:11], s[8:9], 2\nv_add_co_u32 v0, vcc_lo, v0, s10\n"
        "v_add_co_ci_u32_e64 v1, null, 0, s11, vcc_lo\nv_add_co_u32 v0, vcc_lo, v0, 64\n"
        f"v_add_co_ci_u32_e64 v1, null, 0, v1, vcc_lo\n{_FULL[0]}"
    )
    a = found.atoms
    stride = a.wide(found.start("s4"), found.start("s5"))
    group, item = (product(a, a.widened("zext", found.start(r)), stride) for r in ("s8", "v0"))
    assert found.wide("v2", "v3") == a.sum(64, ((group, 4), (item, 1), (stride, 64)))


def test_sums_that_cannot_wrap_are_multiplied_out_in_the_end() -> None:
    found = Forms("v_and_b32 v1, 0xff, v0\nv_add_nc_u32 v2, 8, v1\nv_mad_u64_u32 v[4:5], null, v2, s4, 0")
    a = found.atoms
    item = found.of("v1")
    assert isinstance(item, LinearForm)
    stride = a.widened("zext", found.start("s4"))
    whole = a.sum(64, ((product(a, a.widened("zext", item), stride), 1), (stride, 8)))
    assert spread(a, found.wide("v4", "v5")) == whole
    other = Forms("v_add_nc_u32 v2, 8, v0\nv_mad_u64_u32 v[4:5], null, v2, s4, 0")
    kept = other.wide("v4", "v5")
    assert spread(other.atoms, kept) == kept
    assert len(kept.terms) == 1
