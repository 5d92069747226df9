"""Widened sums taken apart against arithmetic on numbers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.proof.semantics.launch import RegisterField
from isaopt.proof.terms.exact import expanded
from tests.proof.test_attacks import program as kernel
from tests.proof.test_integers import Step, built, evaluate, numbers, steps
from tests.proof.worlds import world_of

M64 = (1 << 64) - 1
MODULE = kernel("")


@pytest.mark.slow
@given(steps, numbers, st.integers(-4, 4), st.integers(0, 1 << 20))
@settings(max_examples=200)
def test_an_address_taken_apart_is_the_same_number(
    program: list[Step], inputs: list[int], factor: int, offset: int
) -> None:
    world = world_of(MODULE)
    narrow, wide, env = built(world.terms, world.integers, program, inputs)
    n = world.integers
    for (term, value), (whole, number) in zip(narrow, reversed(wide), strict=False):
        for widened, plain in ((n.sext(term), value - (value >> 31 << 32)), (n.zext(term), value)):
            address = n.linear(64, ((widened, factor), (whole, 1)), offset)
            found = evaluate(world.terms, expanded(world, address), env)
            assert found == (plain * factor + number + offset) & M64


@pytest.mark.slow
@given(
    st.integers(0, 31),
    st.integers(-3, 3),
    st.integers(0, 12),
    st.integers(0, 12),
    st.sampled_from((-(1 << 31), -256, -255, -1, 0, 1, 255, 256, 257, (1 << 31) - 256, (1 << 31) - 1)),
    st.one_of(st.integers(0, (1 << 32) - 1), st.sampled_from((-31, -32))),
    st.booleans(),
)
@settings(max_examples=1000)
def test_a_group_and_its_items(
    shift: int, factor: int, bits: int, few: int, constant: int, group: int, most: bool
) -> None:
    """The largest and the smallest item of some group, or of that below the sign or the end (-31, -32); there are few
    groups or many."""
    world = world_of(MODULE)
    t, n = world.terms, world.integers
    groups, items = t.make("initial", (), 5), t.make("vsymbol", (), 7)
    n.fields[items] = (RegisterField(0, 32, (1 << bits) - 1, ("item", 0)),)
    group = (1 << -group >> shift) - 1 if group < 0 else group
    if few < 10:
        n.fields[groups] = (RegisterField(0, 32, (1 << few) - 1, ("group", 0)),)
        group &= (1 << few) - 1
    item = ((1 << bits) - 1) * most
    index = n.linear(32, ((groups, 1 << shift), (items, factor)), constant)
    value = (group << shift) + item * factor + constant & 0xFFFFFFFF
    env = {groups: group, items: item}
    for widened, plain in ((n.sext(index), value - (value >> 31 << 32)), (n.zext(index), value)):
        assert evaluate(t, expanded(world, widened), env) == plain & M64


def test_what_is_taken_apart() -> None:
    world = world_of(MODULE)
    t, n = world.terms, world.integers
    group, item = t.make("initial", (), 5), t.make("vsymbol", (), 7)
    n.fields[item] = (RegisterField(0, 32, 255, ("item", 0)),)
    index = n.linear(32, ((group, 256), (item, 1)))
    assert expanded(world, n.sext(index)) == n.add64(n.sext(n.linear(32, ((group, 256),))), n.zext(item))
    for other in (n.linear(32, ((group, 128), (item, 1))), n.offset(index, 1), n.linear(32, ((group, 256), (item, 2)))):
        assert expanded(world, n.sext(other)) == n.sext(other)


@given(
    st.lists(st.tuples(st.sampled_from((1, 2, 4, 16, 24, 128, 528, 1 << 28)), st.integers(0, 9)), max_size=4),
    st.integers(0, 1 << 13),
    st.integers(1, 9),
    st.randoms(use_true_random=False),
)
@settings(max_examples=300)
def test_a_sum_shifted_right_is_the_same_number(
    parts: list[tuple[int, int]], constant: int, by: int, random: Random
) -> None:
    world = world_of(MODULE)
    t, n = world.terms, world.integers
    env, items, total = {}, [], constant
    for k, (factor, bits) in enumerate(parts):
        term = t.make("vsymbol", (), k)
        n.fields[term] = (RegisterField(0, 32, (1 << bits) - 1, ("item", 0)),)
        env[term] = random.choice((0, (1 << bits) - 1, random.getrandbits(bits + 1) >> 1))
        items.append((term, factor))
        total += factor * env[term]
    shifted = n.lshr(n.linear(32, items, constant), t.const(by))
    assert evaluate(t, shifted, env) == (total & 0xFFFFFFFF) >> by
