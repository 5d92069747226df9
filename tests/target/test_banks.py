"""The register-file models on measured and published cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.errors import UsageError
from isaopt.target.bank_models import bank_models, get_model
from isaopt.target.banks import Charge, charge_block
from isaopt.target.reads import Reads, VgprRead

# Dual FMACs that the HIP compiler made for an FP32 matrix multiplication, as (dst, src0, src1) of X and of Y
# (seb-v, "Deep dive into matrix optimization on AMD GPUs", kernel 5).
COMPILED = [
    ((127, 138, 144), (122, 139, 143)),
    ((128, 138, 145), (121, 139, 142)),
    ((123, 139, 144), (114, 140, 143)),
    ((124, 139, 145), (113, 140, 142)),
    ((115, 140, 144), (110, 141, 143)),
    ((116, 140, 145), (109, 141, 142)),
    ((111, 141, 144), (90, 138, 147)),
    ((112, 141, 145), (89, 138, 146)),
    ((91, 138, 148), (94, 139, 147)),
    ((92, 138, 149), (93, 139, 146)),
    ((95, 139, 148), (98, 140, 147)),
    ((96, 139, 149), (97, 140, 146)),
    ((99, 140, 148), (118, 141, 147)),
    ((100, 140, 149), (117, 141, 146)),
    ((119, 141, 148), (70, 138, 151)),
    ((120, 141, 149), (69, 138, 150)),
]
# The article's cache table for them, sources in the order X0 X1 Y0 Y1: r2 = read from bank 2, c2 = its cache had it.
# In the table each row's W cells are the destinations of the row before.
PUBLISHED = """\
r2 r0 r3 r3
c2 r1 c3 r2
c3 c0 r0 c3
c3 c1 c0 c2
c0 c0 r1 c3
c0 c1 c1 c2
c1 c0 c2 r3
c1 c1 c2 r2
c2 r0 c3 c3
c2 r1 c3 c2
c3 c0 c0 c3
c3 c1 c0 c2
c0 c0 c1 c3
c0 c1 c1 c2
c1 c0 c2 r3
c1 c1 c2 r2
""".splitlines()


def fmac_pair(x: tuple[int, int, int], y: tuple[int, int, int]) -> Reads:
    return tuple(
        read
        for component, (dst, src0, src1) in enumerate((x, y))
        for read in (
            VgprRead(2, dst, component, accumulator=True),
            VgprRead(0, src0, component),
            VgprRead(1, src1, component),
        )
    )


def single(*vgprs: int) -> Reads:
    return tuple(VgprRead(slot, v) for slot, v in enumerate(vgprs))


def matrix(*starts: int, width: int = 8) -> Reads:
    return tuple(
        VgprRead(slot, start + i, matrix=True, offset=i) for slot, start in enumerate(starts) for i in range(width)
    )


def charge(model: str, reads: Reads) -> Charge:
    (only,) = charge_block(get_model(model), [reads])
    return only


def cost(model: str, reads: Reads) -> Fraction:
    return charge(model, reads).extra_cycles


def test_article_gives_every_cell_of_the_published_cache_table() -> None:
    instructions = [fmac_pair(x, y) for x, y in COMPILED]
    rows = []
    for reads, result in zip(instructions, charge_block(get_model("article"), instructions), strict=True):
        cells = [(r, s) for r, s in zip(reads, result.served, strict=True) if not r.accumulator]
        rows.append(" ".join(f"{'c' if served else 'r'}{r.vgpr % 4}" for r, served in cells))
    assert rows == PUBLISHED


def test_article_finds_one_collision_in_the_compiled_listing_when_its_caches_hold() -> None:
    # The only two reads of one bank are those of the first row, where the caches are cold.
    charges = list(charge_block(get_model("article"), [fmac_pair(x, y) for x, y in COMPILED]))
    assert [c.extra_cycles for c in charges] == [1] + [0] * 15
    assert charges[0].conflicts == ((4, 5),)


def test_without_caches_the_compiled_listing_collides_as_published_scans_say() -> None:
    # 12 of 16 pairs have two of their four sources in one bank.
    assert sum(cost("article", fmac_pair(x, y)) > 0 for x, y in COMPILED) == 12


def test_gather2_on_the_compiled_listing() -> None:
    # Eight pairs read three VGPRs of one bank, accumulators included, eight read two.
    costs = [cost("gather2", fmac_pair(x, y)) for x, y in COMPILED]
    assert costs.count(Fraction(1, 2)) == 8
    assert costs.count(Fraction(0)) == 8


@pytest.mark.parametrize(
    ("vgprs", "extra", "latency"),
    [((16,), 0, 0), ((16, 33), 0, 0), ((16, 32), 0, 1), ((16, 32, 48), Fraction(1, 2), 1), ((4, 4, 4), 0, 0)],
)
def test_gather2_on_measured_single_instructions(vgprs: tuple[int, ...], extra: Fraction, latency: int) -> None:
    result = charge("gather2", single(*vgprs))
    assert (result.extra_cycles, result.latency) == (extra, latency)


def test_gather2_counts_accumulators_and_article_does_not() -> None:
    reads = fmac_pair((4, 8, 12), (5, 10, 15))
    assert cost("gather2", reads) == Fraction(1, 2)
    assert charge("gather2", reads).conflicts == ((0, 1, 2),)
    assert cost("article", reads) == 1
    assert charge("article", reads).conflicts == ((1, 2),)
    # X0 shares its bank with Y's accumulator only: free in both (kernels 6 to 8 of the article).
    clean = fmac_pair((4, 9, 10), (5, 8, 11))
    assert cost("gather2", clean) == 0
    assert cost("article", clean) == 0


def test_article_keeps_slots_and_banks_apart_and_explicit_src2_counts() -> None:
    model = get_model("article")
    served = [c.served for c in charge_block(model, [single(5, 6), single(6, 5), single(5, 6), single(1, 6, 7)])]
    # v6 in SRC1 stays cached through the second instruction, whose SRC1 is in another bank; v5 in SRC0 likewise.
    assert served == [(False, False), (False, False), (True, True), (False, True, False)]
    assert cost("article", single(0, 4, 8)) == 2
    assert cost("article", single(0, 4, 1)) == 1
    assert cost("article", single(4, 4)) == 0
    assert charge("article", single(4, 4)).served == (False, False)


def test_wide_operands_use_consecutive_banks() -> None:
    # v_add_f64 of two pairs that start in one bank: two reads in each of two banks.
    reads = (VgprRead(0, 4), VgprRead(0, 5, offset=1), VgprRead(1, 8), VgprRead(1, 9, offset=1))
    assert cost("gather2", reads) == 0
    assert charge("gather2", reads).latency == 1
    assert cost("article", reads) == 2


@pytest.mark.parametrize("model", bank_models())
def test_matrix_tuples_that_start_in_one_bank_cost_two_cycles(model: str) -> None:
    assert cost(model, matrix(0, 9, 18)) == 0
    assert cost(model, matrix(0, 8, 17)) == 2
    assert cost(model, matrix(0, 9, 16)) == 2
    assert cost(model, matrix(0, 8, 16)) == 2
    assert cost(model, matrix(8, 8, 17)) == 0
    assert charge(model, matrix(0, 9, 16)).conflicts == ((*range(8), *range(16, 24)),)


def test_matrix_instruction_leaves_nothing_in_the_article_caches() -> None:
    served = [c.served for c in charge_block(get_model("article"), [single(5), matrix(0, 9, 18), single(5)])]
    assert served[2] == (False,)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 40), st.booleans()), max_size=6), st.integers(0, 60))
def test_a_charge_is_what_the_formula_says(raw: list[tuple[int, int, bool]], shift: int) -> None:
    """The formula, evaluated by itself, gives what the model charges on cold caches."""
    reads = tuple(VgprRead(2 if acc else slot, v, accumulator=acc) for slot, v, acc in raw)
    for model in bank_models().values():
        seen = {r.vgpr for r in reads if model.counts == "reads" or not r.accumulator}
        each = [max(0, len([v for v in seen if v % 4 == bank]) - model.reads_per_cycle) for bank in range(4)]
        (result,) = charge_block(model, [reads])
        assert result.extra_cycles * model.reads_per_cycle == (sum(each) if model.adds_banks else max(each))
        assert bool(result.conflicts) == (result.extra_cycles > 0)
        moved = tuple(VgprRead(r.slot, r.vgpr + 4 * shift, accumulator=r.accumulator) for r in reads)
        assert [c.extra_cycles for c in charge_block(model, [moved])] == [result.extra_cycles]


def test_a_bank_of_one_read_a_cycle() -> None:
    assert [cost("one-read", single(*v)) for v in ((4, 9), (4, 8), (4, 8, 12), (4, 4, 8), (4, 8, 5))] == [0, 1, 2, 1, 1]
    assert charge("one-read", single(4, 8, 12)).latency == 2
    # Banks deliver at the same time, accumulators with the others, and nothing is read from a cache.
    assert cost("one-read", (VgprRead(0, 4), VgprRead(0, 5, offset=1), VgprRead(1, 8), VgprRead(1, 9, offset=1))) == 1
    assert cost("one-read", fmac_pair((4, 9, 10), (5, 8, 11))) == 1
    assert [c.extra_cycles for c in charge_block(get_model("one-read"), [single(4, 8)] * 2)] == [1, 1]


def test_unknown_model_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="gather2, article, one-read"):
        get_model("gather3")
