"""Numbers that terms are evaluated to, against an SMT solver's; and what is tried before one is asked."""

from __future__ import annotations

import pytest
from bitwuzla import Bitwuzla, Options, TermManager
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.asm.parser import parse_text
from isaopt.proof.semantics.launch import RegisterField
from isaopt.proof.semantics.world import World
from isaopt.proof.terms.counterexample import has_counterexample, values_of
from isaopt.proof.terms.smt import decided
from isaopt.proof.terms.translation import Translation
from isaopt.proof.terms.words import parts_of
from tests.proof.worlds import world_of

TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
.amdhsa_kernel k
.amdhsa_wavefront_size32 1
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 1
.end_amdhsa_kernel
k:
\ts_endpgm
"""
#: Operators on words of 32 bits, with the widths of their arguments and of their result.
OPERATORS = (
    *((op, (32, 32), 32) for op in ("and", "or", "xor", "mul", "shl", "lshr", "ashr", "cat16")),
    *((op, (32,), 32) for op in ("lo16", "hi16", "load16", "load8", "sext16")),
    *((op, (64,), 32) for op in ("lo", "hi")),
    ("cat", (32, 32), 64), *((op, (32,), 64) for op in ("zext", "sext")),
    ("mul64", (64, 64), 64), ("mul64", (64, 64, 64), 64),
    ("shl64", (64, 32), 64), ("lin32", (32, 32), 32), ("lin64", (64, 64), 64),
    *((op, (32, 32), 1) for op in ("less", "lessu", "carry", "eq")), ("zero", (32,), 1), ("ite", (1, 1, 1), 1),
)  # fmt: skip


def fresh() -> World:
    module = parse_text(TEXT, "k.s")
    return world_of(module)


def term_of(world: World, op: str, args: tuple[int, ...]) -> int:
    """A term of that operator as it stands, without any normal form."""
    payload: object = None
    if op in ("lin32", "lin64"):
        payload = (7, (3, -2))
    if op in ("less", "lessu"):
        op, payload = "less", "u32" if op == "lessu" else "i32"
    return world.terms.make(op, args, payload)


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.sampled_from(OPERATORS), *[st.integers(0, 9)] * 3), min_size=1, max_size=8),
    st.lists(st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 70), st.just(2**64 - 1)), min_size=8, max_size=8),
)
@settings(max_examples=120)
def test_a_term_is_the_number_that_the_solver_makes_of_it(
    program: list[tuple[tuple[str, tuple[int, ...], int], int, int, int]], inputs: list[int]
) -> None:
    world = fresh()
    made: dict[int, list[int]] = {
        1: [world.terms.make("bit", (), i) for i in range(2)],
        32: [world.terms.make("initial", (), i) for i in range(4)],
        64: [world.terms.make("wide", (), i) for i in range(2)],
    }
    numbers = dict(zip([*made[1], *made[32], *made[64]], inputs, strict=True))
    for (op, widths, width), *picks in program:
        args = tuple(made[w][pick % len(made[w])] for w, pick in zip(widths, picks, strict=False))
        made[width].append(term_of(world, op, args))
    manager = TermManager()
    solver = Bitwuzla(manager, Options())
    translation = Translation(world, manager)
    for width, terms in made.items():
        for term in terms:
            order = parts_of(world, term, width, 1000)
            assert order is not None
            values = values_of(world, order, lambda t, w: numbers[t] & ((1 << w) - 1))
            expression = translation.term(term, width)
            assert expression is not None
            known = {
                translation.term(t, w): (manager.mk_true() if numbers[t] & 1 else manager.mk_false())
                if w == 1
                else translation.number(numbers[t], w)
                for t, w in order
                if t in numbers
            }
            result = solver.simplify_term(manager.substitute_term(expression, known))
            assert values[term, width] == (result.value() if width == 1 else int(result.value(10)))


def test_what_differs_somewhere_is_found_and_what_is_equal_is_not() -> None:
    world = fresh()
    t, n = world.terms, world.integers
    x, y = t.make("initial", (), 1), t.make("initial", (), 2)
    both = n.add(t.make("and", (x, y)), t.make("or", (x, y)))
    assert not has_counterexample(world, both, n.add(x, y), 32, 300)
    assert has_counterexample(world, both, n.add(x, n.add(y, t.const(1))), 32, 300)
    assert not has_counterexample(world, both, n.add(x, n.add(y, t.const(1))), 32, 2)


def test_a_bound_of_a_variable_is_kept() -> None:
    """The work-item id is below 1024, so a mask of ten bits changes nothing."""
    world = fresh()
    t = world.terms
    tid = t.make("tid")
    world.integers.fields[tid] = (RegisterField(0, 32, 1023, ("item", 0)),)
    masked = t.make("and", (tid, t.const(1023)))
    assert not has_counterexample(world, tid, masked, 32, 300)
    assert has_counterexample(world, tid, t.make("and", (tid, t.const(511))), 32, 300)


def test_a_product_decides_a_condition_about_itself_whatever_it_is() -> None:
    """Without its meaning a product is still one number: what bounds it bounds it, and nothing else is shown."""
    world = fresh()
    t, d = world.terms, world.decisions
    product = t.make("mul", (t.make("initial", (), 1), t.make("initial", (), 2)))
    small = d.var(t.make("less", (product, t.const(8)), "u32"))
    smaller = d.var(t.make("less", (product, t.const(9)), "u32"))
    assert decided(world, small, smaller) is True
    assert decided(world, small, d.var(t.make("less", (t.const(9), product), "u32"))) is False
    factor = d.var(t.make("zero", (t.make("initial", (), 1),)))
    assert decided(world, factor, d.var(t.make("zero", (product,)))) is None
