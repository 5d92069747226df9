"""Indices taken apart against arithmetic on numbers, and ranges of forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.analysis.integers.bits import bitwise
from isaopt.analysis.integers.forms import Atoms, LinearForm, Slice
from isaopt.transform.sgpr_bases.facts import separated

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def value64(atoms: Atoms, form: LinearForm, values: dict[int, int]) -> int:
    total = form.constant
    for atom, factor in form.terms:
        kind, inner, *_ = atoms.table[atom].key
        assert isinstance(inner, LinearForm)
        number = inner.constant + sum(c * values[a] for a, c in inner.terms) & M32
        total += factor * (number - (number >> 31 << 32) if kind == "sext" else number)
    return total & M64


@given(
    st.integers(0, 31),
    st.integers(-3, 3),
    st.integers(0, 12),
    st.sampled_from((32, 3, 8)),
    st.sampled_from((-(1 << 31), -256, -255, -1, 0, 1, 255, 256, 257, (1 << 31) - 256, (1 << 31) - 1)),
    st.one_of(st.integers(0, M32), st.sampled_from((-31, -32))),
    st.booleans(),
    st.sampled_from(("sext", "zext")),
)
@settings(max_examples=500)
def test_a_group_and_its_items(
    shift: int, factor: int, bits: int, few: int, constant: int, group: int, most: bool, kind: str
) -> None:
    """The largest and the smallest item of some group, or of that below the sign or the end (-31, -32); there are few
    groups or many."""
    atoms = Atoms()
    group = (1 << -group >> shift) - 1 if group < 0 else group
    groups = atoms.single(("start", 300), True, (1 << few) - 1)
    items = atoms.single(("start", 0), False, (1 << bits) - 1)
    index = atoms.sum(32, ((groups, 1 << shift), (items, factor)), constant)
    values = {groups.terms[0][0]: group & (1 << few) - 1, items.terms[0][0]: ((1 << bits) - 1) * most}
    number = index.constant + sum(c * values[a] for a, c in index.terms) & M32
    assert number <= atoms.upper(index)
    form = atoms.widened(kind, index)
    assert value64(atoms, separated(atoms, form), values) == value64(atoms, form, values)


def test_lanes_parts_of_what_is_taken_apart_have_no_sign() -> None:
    atoms = Atoms()
    groups, items = atoms.single(("start", 300), True), atoms.single(("start", 0), False, 255)
    form = atoms.widened("sext", atoms.sum(32, ((groups, 256), (items, 1)), 7 << 8))
    found = {atoms.table[a].key[0]: atoms.table[a].uniform for a, _ in separated(atoms, form).terms}
    assert found == {"sext": True, "zext": False}
    assert separated(atoms, atoms.widened("sext", atoms.sum(32, ((groups, 128), (items, 1))))).terms[0][1] == 1


@pytest.mark.parametrize(
    ("name", "operands", "most"),
    [
        ("and_b32", (0x3FF,), 63),
        ("and_b32", (0x30,), 0x30),
        ("and_b32", (0x7FF,), 0x7FF),
        ("and_b32", (0xFFC00,), 7 << 10),
        ("bfe_u32", (10, 10), 7),
        ("bfe_u32", (12, 8), 1),
        ("bfe_u32", (9, 10), 1023),
        ("bfe_u32", (20, 10), 1023),
    ],
)
def test_fields_of_packed_ids(name: str, operands: tuple[int, ...], most: int) -> None:
    atoms = Atoms()
    ids = atoms.single(("start", 0), False)
    atoms.slices[ids.terms[0][0]] = (Slice(0, 10, 63, "item"), Slice(10, 10, 7, "item", 1))
    found = bitwise(atoms, name, ids, *map(LinearForm, operands))
    assert atoms.upper(found) == most
