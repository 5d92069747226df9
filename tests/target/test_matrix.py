"""Layouts of matrix instructions: against the instruction tables, AMD's published code, and themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isaopt.errors import UsageError
from isaopt.isa.tables import lookup, mnemonics
from isaopt.reports.matrix import item_formula, lane_formula
from isaopt.target.matrix import NO_CHOICE, LayoutChoice, OperandLayout, OperandName
from isaopt.target.matrix_layouts import layout_of
from isaopt.target.matrix_ops import MATRIX_FAMILIES, check_choice, find_matrix_op, index_keys, matrix_op, matrix_ops

ARCHS = {"gfx11": "gfx1100", "gfx12": "gfx1201"}
CASES = [(f, name, w) for f in MATRIX_FAMILIES for name, op in matrix_ops(f).items() for w in op.wave_sizes]


def layout(family: str, name: str, operand: OperandName, wave: int, choice: LayoutChoice = NO_CHOICE) -> OperandLayout:
    return layout_of(find_matrix_op(family, name), operand, wave, choice)


@pytest.mark.parametrize("family", ARCHS)
def test_every_matrix_instruction_of_the_tables_is_here(family: str) -> None:
    names = {n for n in mnemonics(ARCHS[family]) if n.startswith(("v_wmma", "v_swmmac"))}
    assert names == set(matrix_ops(family))


@pytest.mark.parametrize(("family", "name", "wave"), [c for c in CASES if c[0] in ARCHS])
def test_sizes_and_modifiers_agree_with_the_tables(family: str, name: str, wave: int) -> None:
    (form,) = [f for f in lookup(ARCHS[family], name) if f.wave == wave]
    op = find_matrix_op(family, name)
    order: tuple[OperandName, ...] = ("D", "A", "B", "index" if op.sparse else "C")
    assert [layout_of(op, x, wave).registers for x in order] == [o.dwords for o in form.operands]
    # The parts of the index register, counted from the sizes, are there exactly where the assembler has a modifier.
    assert ("index_key" in form.modifiers) == (index_keys(op, wave) > 1)
    assert ("op_sel" in form.modifiers) == ("op_sel" in op.modifiers)


def distinct() -> list[tuple[bool, OperandLayout]]:
    """Every layout once, many instructions sharing one; and whether it holds copies."""
    found: dict[object, tuple[bool, OperandLayout]] = {}
    for family, name, wave in CASES:
        op = find_matrix_op(family, name)
        for operand in op.operands:
            made = layout_of(op, operand, wave)
            copies = family == "gfx11" and operand in ("A", "B")
            key = (made.shape, made.lane, made.item, wave, made.slot_bits, made.bits)
            found.setdefault(key, (copies, made))
    return list(found.values())


def test_every_element_stands_somewhere_and_nothing_twice() -> None:
    for copies, made in distinct():
        used: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for element in made.coordinates():
            places = made.places(element)
            assert len(places) == (made.wave_size // 16 if copies else 1)
            for p in places:
                assert 0 <= p.lane < made.wave_size
                assert p.register + (p.bit + p.bits - 1) // 32 < made.registers
                assert p.bit % min(p.bits, 32) == 0
                assert used.setdefault((p.register, p.lane, p.bit), element) == element
        assert len(used) == made.wave_size * made.items


def test_the_printed_rules_say_the_same() -> None:
    for _, made in distinct():
        lane, item = (compile(f(made).replace("/", "//"), "rule", "eval") for f in (lane_formula, item_formula))
        for element in list(made.coordinates())[::7]:
            values: dict[str, object] = dict(zip((n for n, _ in made.shape), element, strict=True))
            slot = eval(item, {}, values) * made.slot_bits
            for copy, place in enumerate(made.places(element)):
                assert eval(lane, {}, values | {"copy": copy}) == place.lane
                assert (place.register, place.bit) == (slot // 32, slot % 32)


def test_gfx11_as_published() -> None:
    """GPUOpen, "How to accelerate AI applications on RDNA 3 using WMMA": the loads and stores of its example."""
    a, b, d = (layout("gfx11", "v_wmma_f16_16x16x16_f16", x, 32) for x in ("A", "B", "D"))
    high = layout("gfx11", "v_wmma_f16_16x16x16_f16", "D", 32, LayoutChoice(high=1))
    for lane in range(32):
        for e in range(16):
            assert a.element(e // 2, lane, 16 * (e % 2)) == ((lane % 16, e),)
            assert b.element(e // 2, lane, 16 * (e % 2)) == ((e, lane % 16),)
        for e in range(8):
            assert d.element(e, lane, 0) == high.element(e, lane, 16) == ((2 * e + lane // 16, lane % 16),)
            assert d.element(e, lane, 16) == high.element(e, lane, 0) == ()


def test_gfx12_as_published() -> None:
    """GPUOpen, "Using the Matrix Cores of AMD RDNA 4 architecture GPUs": the loads and stores of its example."""
    a, b, d = (layout("gfx12", "v_wmma_f32_16x16x16_f16", x, 32) for x in ("A", "B", "D"))
    for lane in range(32):
        for e in range(8):
            k = e + lane // 16 * 8
            assert a.element(e // 2, lane, 16 * (e % 2)) == ((lane % 16, k),)
            assert b.element(e // 2, lane, 16 * (e % 2)) == ((k, lane % 16),)
            assert d.element(e, lane, 0) == ((k, lane % 16),)


def test_mfma_as_published() -> None:
    """AMD lab notes, "AMD matrix cores", examples 1 and 2: a block of 16 by 4 threads."""
    a, b, d = (layout("gfx90a", "v_mfma_f32_16x16x4f32", x, 64) for x in ("A", "B", "D"))
    many = layout("gfx90a", "v_mfma_f32_16x16x1f32", "D", 64)
    for x in range(16):
        for y in range(4):
            lane = x + 16 * y
            assert a.element(0, lane, 0) == ((x, y),)
            assert b.element(0, lane, 0) == ((y, x),)
            for i in range(4):
                assert d.element(i, lane, 0) == ((i + 4 * y, x),)
                for block in range(4):
                    assert many.element(4 * block + i, lane, 0) == ((i + 4 * y, x, block),)


def test_fourfold_f64_has_one_layout_for_b_and_d() -> None:
    """AMD lab notes, "AMD matrix cores", example 3."""
    b, d = (layout("gfx90a", "v_mfma_f64_4x4x4f64", x, 64) for x in ("B", "D"))
    assert {e: d.places(e) for e in d.coordinates()} == {e: b.places(e) for e in b.coordinates()}


def test_broadcasts_of_mfma() -> None:
    """CDNA2 ISA guide, "CBSZ", "ABID", "BLGP"; AMD lab notes have the same examples."""
    name = "v_mfma_f32_4x4x1f32"
    a = layout("gfx90a", name, "A", 64)
    spread = layout("gfx90a", name, "A", 64, LayoutChoice(cbsz=2, abid=1))
    for block in range(16):
        assert spread.places((3, 0, block)) == a.places((3, 0, block // 4 * 4 + 1))
    b = layout("gfx90a", name, "B", 64)
    patterns: dict[int, Callable[[int], int]] = {
        1: lambda n: n % 32,
        2: lambda n: n % 32 + 32,
        3: lambda n: (n + 16) % 64,
        6: lambda n: n % 16 + 32,
    }
    for blgp, source in patterns.items():
        swizzled = layout("gfx90a", name, "B", 64, LayoutChoice(blgp=blgp))
        for element in b.coordinates():
            assert swizzled.places(element)[0].lane == source(b.places(element)[0].lane)


def test_gfx942_takes_the_older_spelling() -> None:
    assert matrix_op("gfx942", "v_mfma_f32_32x32x4f16") is matrix_op("gfx942", "v_mfma_f32_32x32x4_2b_f16")
    assert matrix_op("gfx942", "v_mfma_f32_32x32x8bf16_1k") is matrix_op("gfx942", "v_mfma_f32_32x32x8_bf16")
    assert matrix_op("gfx90a", "v_mfma_f32_32x32x4_2b_f16") is None


@pytest.mark.parametrize(
    ("family", "name", "wave", "choice"),
    [
        ("gfx90a", "v_mfma_f32_16x16x4f32", 32, NO_CHOICE),
        ("gfx11", "v_wmma_f32_16x16x16_f16", 32, LayoutChoice(high=1)),
        ("gfx12", "v_wmma_f16_16x16x16_f16", 32, LayoutChoice(high=1)),
        ("gfx12", "v_swmmac_f32_16x16x32_f16", 32, LayoutChoice(index_key=2)),
        ("gfx12", "v_swmmac_i32_16x16x64_iu4", 32, LayoutChoice(index_key=1)),
        ("gfx12", "v_swmmac_f32_16x16x32_f16", 32, LayoutChoice(cbsz=1)),
        ("gfx90a", "v_mfma_f32_32x32x1f32", 64, LayoutChoice(cbsz=2)),
        ("gfx90a", "v_mfma_f32_4x4x1f32", 64, LayoutChoice(cbsz=1, abid=2)),
        ("gfx90a", "v_mfma_f64_16x16x4f64", 64, LayoutChoice(blgp=1)),
        ("gfx942", "v_smfmac_f32_16x16x32_f16", 64, LayoutChoice(abid=4)),
    ],
)
def test_what_an_instruction_does_not_take_is_refused(family: str, name: str, wave: int, choice: LayoutChoice) -> None:
    with pytest.raises(UsageError):
        check_choice(find_matrix_op(family, name), wave, choice)


def test_what_it_takes_is_not() -> None:
    check_choice(find_matrix_op("gfx12", "v_swmmac_f32_16x16x32_f16"), 64, LayoutChoice(index_key=3))
    check_choice(find_matrix_op("gfx90a", "v_mfma_f32_4x4x1f32"), 64, LayoutChoice(cbsz=4, abid=15))
    check_choice(find_matrix_op("gfx942", "v_smfmac_f32_16x16x32_f16"), 64, LayoutChoice(abid=3))
