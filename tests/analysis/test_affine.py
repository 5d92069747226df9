"""Affine forms of registers: what is one number, what is not."""

from __future__ import annotations

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.integers.affine import Affine, EntryState
from isaopt.analysis.integers.forms import LinearForm, Slice, Value
from isaopt.isa.registers import SGPR_BASE, unit_of
from tests.renaming import assemble


class Forms:
    """The forms in front of a kernel's last instruction."""

    def __init__(self, text: str, wave: int = 32, entry: EntryState | None = None) -> None:
        lines = [line.strip() for line in text.strip().split("\n")]
        module = assemble("\n".join(t if t.endswith(":") else f"\t{t}" for t in lines), wave=wave)
        kernel = module.kernels[0]
        cfg = build_cfg(module, kernel)
        ops = kernel_ops(module, cfg)
        self.affine = Affine(ops, cfg, exec_masks(module, kernel, cfg), entry or EntryState())
        assert self.affine.converged
        self.atoms = self.affine.atoms
        last = len(ops) - 1
        block = cfg.blocks[cfg.block_of[last]]
        self.affine.look(self.affine.states(block.index)[last - block.first], last)

    def of(self, name: str) -> Value:
        return self.affine.read(unit_of(name))

    def start(self, name: str) -> LinearForm:
        return self.affine.initial(unit_of(name))

    def wide(self, low: str, high: str) -> LinearForm:
        return self.atoms.wide(self.of(low), self.of(high))


def test_an_address_is_taken_apart() -> None:
    found = Forms(
        "v_mul_lo_u32 v1, v0, s8\nv_add_nc_u32 v1, s9, v1\nv_ashrrev_i32 v2, 31, v1\nv_lshlrev_b64 v[1:2], 2, v[1:2]\n"
        "v_add_co_u32 v4, vcc_lo, v1, s4\nv_add_co_ci_u32_e64 v5, null, s5, v2, vcc_lo"
    )
    a = found.atoms
    index = a.add(a.mul(found.start("v0"), found.start("s8")), found.start("s9"))
    pointer = a.wide(found.start("s4"), found.start("s5"))
    assert found.wide("v4", "v5") == a.sum(64, ((a.widened("sext", index), 4), (pointer, 1)))


def test_products_of_sums_are_multiplied_out() -> None:
    one = Forms("s_add_i32 s1, s2, 16\nv_mul_lo_u32 v1, v0, s1")
    a = one.atoms
    assert one.of("v1") == a.sum(32, ((a.mul(one.start("v0"), one.start("s2")), 1), (one.start("v0"), 16)))


def test_bits_that_do_not_meet_are_added() -> None:
    found = Forms("v_and_b32 v1, 7, v0\ns_lshl_b32 s1, s2, 3\nv_or_b32 v2, s1, v1\nv_or_b32 v3, s2, v1")
    one = found.of("v1")
    assert isinstance(one, LinearForm)
    assert found.of("v2") == found.atoms.sum(32, ((one, 1), (found.start("s2"), 8)))
    assert found.of("v3") != found.atoms.add(one, found.start("s2"))


def test_arguments_are_known_by_their_offset() -> None:
    entry = EntryState(kernarg=SGPR_BASE, arguments=16)
    found = Forms("s_load_b64 s[4:5], s[0:1], 0x8\ns_load_b32 s6, s[0:1], 0x10", entry=entry)
    four, six = found.of("s4"), found.of("s6")
    assert isinstance(four, LinearForm)
    assert isinstance(six, LinearForm)
    assert found.atoms.table[four.terms[0][0]].key == ("argument", 8)
    assert found.atoms.table[six.terms[0][0]].key[0] == "def"


def test_what_a_loop_changes_is_unknown_in_it_and_the_rest_is_not() -> None:
    found = Forms(
        "v_lshlrev_b32 v2, 2, v0\ns_mov_b32 s4, 0\n.Lloop:\nv_add_nc_u32 v1, s4, v0\ns_add_i32 s4, s4, 1\n"
        "s_cmp_lt_i32 s4, s5\ns_cbranch_scc1 .Lloop\nv_sub_nc_u32 v3, v1, v0"
    )
    a = found.atoms
    assert found.of("v2") == a.times(found.start("v0"), 4)
    counter, before = found.of("s4"), found.of("v3")
    assert isinstance(counter, LinearForm)
    assert isinstance(before, LinearForm)
    assert counter == a.sum(32, ((before, 1),), 1)
    assert a.sources(counter)


def test_lanes_that_were_off_at_a_write_have_something_else() -> None:
    text = "v_mov_b32 v1, 1\nv_cmp_gt_u32 vcc_lo, 7, v0\ns_and_saveexec_b32 s4, vcc_lo\nv_mov_b32 v1, 2\n"
    inside = Forms(text)
    assert inside.of("v1") == LinearForm(2)
    outside = Forms(text + "s_mov_b32 exec_lo, s4\nv_mov_b32 v3, v1")
    assert outside.of("v1") not in (LinearForm(1), LinearForm(2))


def test_a_bit_of_a_sum_may_be_known_to_be_zero() -> None:
    found = Forms(
        "v_lshrrev_b32 v1, 4, v0\ns_lshl_b32 s1, s2, 6\nv_or_b32 v2, s1, v1\nv_or_b32 v3, 8, v2\nv_or_b32 v4, 4, v2\n"
        "v_and_b32 v5, -2, v2\nv_and_b32 v6, -64, v3",
        entry=EntryState(slices={0: (Slice(0, 32, 127),)}),
    )
    two = found.of("v2")
    assert isinstance(two, LinearForm)
    assert found.of("v3") == found.atoms.sum(32, ((two, 1),), 8)
    assert found.of("v4") != found.atoms.sum(32, ((two, 1),), 4)
    assert found.of("v5") != two
    assert found.of("v6") != found.of("v3")


def test_a_mask_that_takes_no_bit_changes_nothing() -> None:
    found = Forms("v_and_b32 v1, 63, v0\nv_lshlrev_b32 v2, 2, v1\nv_and_b32 v3, 0xfc, v2\nv_and_b32 v4, 0x7c, v2")
    assert found.of("v3") == found.of("v2")
    assert found.of("v4") != found.of("v2")


def test_what_an_inner_loop_leaves_alone_is_known_in_it() -> None:
    """v2 is made anew in every round of the outer loop, from something that the inner one does not change."""
    found = Forms(
        "s_mov_b32 s4, 0\n.LBB0_1:\nv_mul_lo_u32 v2, v0, s4\ns_mov_b32 s5, 8\n.LBB0_2:\ns_add_i32 s5, s5, -1\n"
        "s_cmp_lg_u32 s5, 0\ns_cbranch_scc1 .LBB0_2\nv_mov_b32 v3, v2\ns_add_i32 s6, s4, 0\ns_add_i32 s4, s4, 1\n"
        "s_cmp_lg_u32 s4, s7\ns_cbranch_scc1 .LBB0_1\ns_nop 0"
    )
    row = found.of("s6")
    assert isinstance(row, LinearForm)
    assert found.of("v2") == found.of("v3") == found.atoms.mul(found.start("v0"), row)


def test_a_number_that_is_made_anew_is_not_what_it_was() -> None:
    """Behind the second of two ways, s5 is what it was before s4 was loaded again."""
    found = Forms(
        "s_mov_b32 s5, 0\n.LBB0_1:\ns_load_b32 s4, s[2:3], 0x0\ns_waitcnt lgkmcnt(0)\ns_cmp_lg_u32 s4, 0\n"
        "s_cbranch_scc1 .LBB0_2\ns_mov_b32 s5, s4\n.LBB0_2:\ns_add_i32 s8, s5, 0\ns_cmp_lg_u32 s4, s7\n"
        "s_cbranch_scc1 .LBB0_1\ns_nop 0"
    )
    assert found.of("s8") != found.of("s4")


def test_a_64_bit_difference_is_one() -> None:
    text = (
        "v_sub_co_u32 v4, vcc_lo, v2, s4\nv_sub_co_ci_u32_e64 v5, null, v3, s5, vcc_lo\n"
        "v_subrev_co_u32 v6, vcc_lo, s4, v2\nv_subrev_co_ci_u32_e64 v7, null, s5, v3, vcc_lo\n"
        "s_sub_u32 s8, s6, s4\ns_subb_u32 s9, s7, s5"
    )

    def difference(found: Forms, one: str, two: str) -> LinearForm:
        a = found.atoms
        parts = [(a.wide(found.start(r), found.start(f"{r[0]}{int(r[1:]) + 1}")), f) for r, f in ((one, 1), (two, -1))]
        return a.sum(64, parts)

    found = Forms(text)
    assert found.wide("v4", "v5") == found.wide("v6", "v7") == difference(found, "v2", "s4")
    assert found.wide("s8", "s9") == difference(found, "s6", "s4")
    # Neither takes the other's carry, nor the operands the other way round.
    for old, new in (("v_sub_co_ci", "v_add_co_ci"), ("v_sub_co_u32", "v_add_co_u32"), ("v3, s5", "s5, v3")):
        other = Forms(text.replace(old, new))
        assert other.wide("v4", "v5") != difference(other, "v2", "s4")
