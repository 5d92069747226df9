"""Hand-written renamings that the allocation checker has to accept or reject."""

from __future__ import annotations

import pytest

from isaopt.check.allocation import check_allocation
from tests.check.renaming import assemble


def rules(before: str, after: str, arch: str = "gfx1100", wave: int = 32, vgprs: int = 256) -> set[str]:
    findings = check_allocation(assemble(before, arch, wave), assemble(after, arch, wave, vgprs), "k")
    if vgprs != 256:
        findings = tuple(f for f in findings if f.rule != "text")
    return {f.rule for f in findings}


STORE = "\n global_store_b32 v{0}, v{1}, s[0:1]"

IF_ELSE = """
 v_cmp_gt_u32_e32 vcc_lo, 7, v0
 s_and_saveexec_b32 s2, vcc_lo
 s_xor_b32 s2, exec_lo, s2
 s_cbranch_execz .LELSE
 {then}
.LELSE:
 s_and_not1_saveexec_b32 s2, s2
 s_cbranch_execz .LJOIN
 {other}
.LJOIN:
 s_or_b32 exec_lo, exec_lo, s2
 {join}
"""


def if_else(then: str, other: str, join: str) -> str:
    return IF_ELSE.format(then=then, other=other, join=join)


LOOP = """
 v_mov_b32_e32 {count}, v0
 s_mov_b32 s2, 0
.LOOP:
 v_add_nc_u32_e32 {count}, -1, {count}
 {body}
 v_cmp_eq_u32_e32 vcc_lo, 0, {count}
 s_or_b32 s2, vcc_lo, s2
 s_and_not1_b32 exec_lo, exec_lo, s2
 s_cbranch_execnz .LOOP
 s_or_b32 exec_lo, exec_lo, s2
 {after}
"""


class TestAccepted:
    def test_straight_line_splits_a_reused_register(self) -> None:
        before = (
            "v_mov_b32_e32 v1, 1\n v_add_f32_e32 v2, v1, v0\n v_mov_b32_e32 v1, 2\n v_add_f32_e32 v2, v1, v2"
            + STORE.format(0, 2)
        )
        after = (
            "v_mov_b32_e32 v7, 1\n v_add_f32_e32 v5, v7, v0\n v_mov_b32_e32 v9, 2\n v_add_f32_e32 v6, v9, v5"
            + STORE.format(0, 6)
        )
        assert rules(before, after) == set()

    def test_value_made_on_both_sides_of_a_divergent_branch(self) -> None:
        def body(r: int) -> str:
            return if_else(f"v_mov_b32_e32 v{r}, 1", f"v_mov_b32_e32 v{r}, 2", STORE.format(0, r))

        assert rules(body(3), body(11)) == set()

    def test_default_overwritten_on_one_side(self) -> None:
        def body(r: int) -> str:
            return f"v_mov_b32_e32 v{r}, 9\n" + if_else("s_nop 0", f"v_mov_b32_e32 v{r}, 2", STORE.format(0, r))

        assert rules(body(3), body(11)) == set()

    def test_sides_may_use_different_registers_for_temporaries(self) -> None:
        before = if_else("v_mov_b32_e32 v3, 1" + STORE.format(0, 3), "v_mov_b32_e32 v3, 2" + STORE.format(0, 3), "")
        after = if_else("v_mov_b32_e32 v5, 1" + STORE.format(0, 5), "v_mov_b32_e32 v6, 2" + STORE.format(0, 6), "")
        assert rules(before, after) == set()

    def test_value_that_lanes_leave_a_loop_with(self) -> None:
        before = LOOP.format(count="v1", body="v_mul_f32_e32 v2, v0, v1", after=STORE.format(0, 2))
        after = LOOP.format(count="v4", body="v_mul_f32_e32 v9, v0, v4", after=STORE.format(0, 9))
        assert rules(before, after) == set()

    def test_undefined_register_is_any_value(self) -> None:
        assert (
            rules("v_add_f32_e32 v2, v5, v5" + STORE.format(0, 2), "v_add_f32_e32 v2, v6, v6" + STORE.format(0, 2))
            == set()
        )

    def test_wave64_masks_are_pairs(self) -> None:
        def body(r: int) -> str:
            return f"""
 v_cmp_gt_u32_e32 vcc, 7, v0
 s_and_saveexec_b64 s[2:3], vcc
 s_xor_b64 s[2:3], exec, s[2:3]
 v_mov_b32_e32 v{r}, 1
 s_and_not1_saveexec_b64 s[2:3], s[2:3]
 v_mov_b32_e32 v{r}, 2
 s_or_b64 exec, exec, s[2:3]
""" + STORE.format(0, r)

        assert rules(body(3), body(8), wave=64) == set()

    def test_register_of_a_returned_load_is_free_again(self) -> None:
        before = "global_load_b32 v1, v0, s[0:1]\n s_waitcnt vmcnt(0)\n v_mov_b32_e32 v2, 1" + STORE.format(0, 2)
        after = "global_load_b32 v1, v0, s[0:1]\n s_waitcnt vmcnt(0)\n v_mov_b32_e32 v1, 1" + STORE.format(0, 1)
        assert rules(before, after) == set()


class TestValueRejected:
    def test_wrong_register_read(self) -> None:
        before = "v_mov_b32_e32 v1, 1\n v_mov_b32_e32 v2, 2" + STORE.format(0, 2)
        after = "v_mov_b32_e32 v1, 1\n v_mov_b32_e32 v2, 2" + STORE.format(0, 1)
        assert rules(before, after) == {"value"}

    def test_work_item_id_cannot_move(self) -> None:
        assert rules("v_mov_b32_e32 v1, v0" + STORE.format(1, 1), "v_mov_b32_e32 v1, v2" + STORE.format(1, 1)) == {
            "value"
        }

    def test_clobbered_while_live(self) -> None:
        before = "v_mov_b32_e32 v1, 1\n v_mov_b32_e32 v2, 2\n v_add_f32_e32 v3, v1, v2" + STORE.format(0, 3)
        after = "v_mov_b32_e32 v1, 1\n v_mov_b32_e32 v1, 2\n v_add_f32_e32 v3, v1, v1" + STORE.format(0, 3)
        assert rules(before, after) == {"value"}

    def test_sides_that_share_a_join_cannot_part(self) -> None:
        before = if_else("v_mov_b32_e32 v3, 1", "v_mov_b32_e32 v3, 2", STORE.format(0, 3))
        after = if_else("v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v3, 2", STORE.format(0, 3))
        assert rules(before, after) == {"value"}

    def test_write_under_a_partial_mask_does_not_hide_the_other_lanes_value(self) -> None:
        """Lanes that are off keep what they had; in linear order the second write alone seems to reach the store."""
        before = if_else("v_mov_b32_e32 v3, 1", "v_mov_b32_e32 v4, 5\n v_mov_b32_e32 v3, v4", STORE.format(0, 3))
        after = if_else("v_mov_b32_e32 v3, 1", "v_mov_b32_e32 v4, 5\n v_mov_b32_e32 v9, v4", STORE.format(0, 9))
        assert rules(before, after) == {"value"}

    def test_temporary_may_not_clobber_what_the_other_lanes_hold(self) -> None:
        """The else side's temporary may share the then side's result register: they live in different lanes ..."""
        before = if_else("v_mov_b32_e32 v3, 1", "v_mov_b32_e32 v4, 5\n v_mov_b32_e32 v3, v4", STORE.format(0, 3))
        after = if_else("v_mov_b32_e32 v3, 1", "v_mov_b32_e32 v3, 5\n v_mov_b32_e32 v3, v3", STORE.format(0, 3))
        assert rules(before, after) == set()
        # ... but not when it is written before the lanes part.
        early = "v_mov_b32_e32 v3, 7\n" + if_else("s_nop 0", "v_mov_b32_e32 v4, 5", STORE.format(0, 3))
        clobbered = "v_mov_b32_e32 v3, 7\n" + if_else("s_nop 0", "v_mov_b32_e32 v3, 5", STORE.format(0, 3))
        assert rules(early, clobbered) == {"value"}

    def test_loop_carried_value(self) -> None:
        before = LOOP.format(count="v1", body="v_mov_b32_e32 v3, 1" + STORE.format(0, 3), after=STORE.format(0, 0))
        after = LOOP.format(count="v1", body="v_mov_b32_e32 v1, 1" + STORE.format(0, 1), after=STORE.format(0, 0))
        assert rules(before, after) == {"value"}

    def test_widened_mask_reads_lanes_that_were_not_written(self) -> None:
        before = "v_mov_b32_e32 v3, 4\n" + if_else("v_mov_b32_e32 v3, 1", "s_nop 0", STORE.format(0, 3))
        after = "v_mov_b32_e32 v3, 4\n" + if_else("v_mov_b32_e32 v5, 1", "s_nop 0", STORE.format(0, 5))
        assert rules(before, after) == {"value"}

    def test_cross_lane_reader_sees_inactive_lanes(self) -> None:
        def body(inside: int, read: int) -> str:
            return f"v_mov_b32_e32 v3, 4\n v_cmp_gt_u32_e32 vcc_lo, 7, v0\n s_and_saveexec_b32 s2, vcc_lo\n \
v_mov_b32_e32 v{inside}, 1\n v_readlane_b32 s5, v{read}, 3\n s_store_none"

        text = body(3, 3).replace("\n s_store_none", "")
        moved = body(5, 5).replace("\n s_store_none", "")
        assert rules(text, moved) == {"value"}
        # An ordinary reader sees the active lanes only.
        assert (
            rules(
                text.replace("v_readlane_b32 s5, v3, 3", "v_mov_b32_e32 v6, v3"),
                moved.replace("v_readlane_b32 s5, v5, 3", "v_mov_b32_e32 v6, v5"),
            )
            == set()
        )

    def test_accumulator_is_read(self) -> None:
        before = "v_mov_b32_e32 v1, 0\n v_fmac_f32_e32 v1, v0, v0" + STORE.format(0, 1)
        after = "v_mov_b32_e32 v1, 0\n v_fmac_f32_e32 v2, v0, v0" + STORE.format(0, 2)
        assert rules(before, after) == {"value"}

    def test_undefined_register_is_one_value(self) -> None:
        before = "v_mov_b32_e32 v2, v5\n v_mov_b32_e32 v3, v5\n v_sub_f32_e32 v2, v2, v3" + STORE.format(0, 2)
        after = "v_mov_b32_e32 v2, v5\n v_mov_b32_e32 v3, v6\n v_sub_f32_e32 v2, v2, v3" + STORE.format(0, 2)
        assert rules(before, after) == {"value"}


class TestPendingLoads:
    def test_dead_load_may_not_return_into_a_live_register(self) -> None:
        before = "global_load_b32 v1, v0, s[0:1]\n v_mov_b32_e32 v2, 1" + STORE.format(0, 2)
        after = "global_load_b32 v1, v0, s[0:1]\n v_mov_b32_e32 v1, 1" + STORE.format(0, 1)
        assert rules(before, after) == {"pending-load"}

    @pytest.mark.parametrize(("count", "verdict"), [(1, set()), (2, {"pending-load"})])
    def test_wait_counts_later_loads(self, count: int, verdict: set[str]) -> None:
        loads = "global_load_b32 v1, v0, s[0:1]\n global_load_b32 v2, v0, s[0:1] offset:4\n"
        wait = f" s_waitcnt vmcnt({count})\n v_mov_b32_e32 v"
        assert rules(loads + wait + "3, 1" + STORE.format(0, 3), loads + wait + "1, 1" + STORE.format(0, 1)) == verdict

    def test_scalar_loads_make_a_partial_lds_wait_useless(self) -> None:
        loads = "ds_load_b32 v1, v0\n s_load_b32 s4, s[0:1], 0x0\n s_waitcnt lgkmcnt(1)\n v_mov_b32_e32 v"
        assert rules(loads + "3, 1" + STORE.format(0, 3), loads + "1, 1" + STORE.format(0, 1)) == {"pending-load"}
        clear = loads.replace("lgkmcnt(1)", "lgkmcnt(0)")
        assert rules(clear + "3, 1" + STORE.format(0, 3), clear + "1, 1" + STORE.format(0, 1)) == set()

    def test_gfx12_counters(self) -> None:
        loads = "ds_load_b32 v1, v0\n s_wait_loadcnt_dscnt 0x{0}\n v_mov_b32_e32 v"
        for value, verdict in (("3f00", set()), ("0001", {"pending-load"})):
            text = loads.format(value)
            got = rules(text + "3, 1" + STORE.format(0, 3), text + "1, 1" + STORE.format(0, 1), "gfx1201")
            assert got == verdict, value

    def test_load_pending_around_a_loop(self) -> None:
        def body(r: int) -> str:
            return LOOP.format(
                count="v1",
                body=f"v_mov_b32_e32 v{r}, 3" + STORE.format(0, r) + "\n global_load_b32 v7, v0, s[0:1]",
                after="",
            )

        assert rules(body(3), body(7)) == {"pending-load"}


class TestEncoding:
    def test_vopd_banks(self) -> None:
        good = "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v5, v7"
        assert rules(good, "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v9, v13, v7") == set()

    @pytest.mark.parametrize(
        "after",
        [
            "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v8, v5, v7",
            "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v8, v7",
            "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v5, v10",
            "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v10, v7",
        ],
        ids=["destination parity", "src0 bank", "src1 bank", "equal parity on gfx11"],
    )
    def test_vopd_clash(self, after: str) -> None:
        assert rules("v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v5, v7", after) == {"encoding"}

    def test_equal_parity_is_fine_on_gfx12_and_where_it_was(self) -> None:
        before = "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v5, v7"
        after = "v_dual_fmac_f32 v2, v4, v6 :: v_dual_fmac_f32 v3, v10, v7"
        assert rules(before, after, "gfx1201") == set()
        assert rules(after, "v_dual_fmac_f32 v2, v8, v6 :: v_dual_fmac_f32 v3, v10, v7") == set()

    def test_gfx12_moves_may_share_a_bank(self) -> None:
        before = "v_dual_mov_b32 v2, v4 :: v_dual_mov_b32 v3, v5"
        after = "v_dual_mov_b32 v2, v4 :: v_dual_mov_b32 v3, v8"
        assert rules(before, after, "gfx1201") == set()
        assert "encoding" in rules(before, after, "gfx1100")

    def test_one_register_in_both_halves_is_kept_from_rdna35_on(self) -> None:
        before = "v_dual_mul_f32 v2, v4, v6 :: v_dual_mul_f32 v3, v4, v7"
        after = "v_dual_mul_f32 v2, v5, v6 :: v_dual_mul_f32 v3, v5, v7"
        assert rules(before, after, "gfx1201") == set()
        assert rules(before, after, "gfx1151") == set()
        assert rules(before, after, "gfx1100") == {"encoding"}
        apart = "v_dual_mul_f32 v2, v4, v6 :: v_dual_mul_f32 v3, v5, v7"
        assert "encoding" in rules(apart, after, "gfx1201")

    def test_matrix_result_may_not_overlap_a_or_b(self) -> None:
        before = "v_wmma_f32_16x16x16_f16 v[8:15], v[16:23], v[24:31], v[8:15]"
        assert rules(before, "v_wmma_f32_16x16x16_f16 v[8:15], v[15:22], v[24:31], v[8:15]") == {"encoding"}
        assert rules(before, "v_wmma_f32_16x16x16_f16 v[40:47], v[16:23], v[24:31], v[44:51]") == {"encoding"}
        assert rules(before, "v_wmma_f32_16x16x16_f16 v[40:47], v[16:23], v[24:31], v[40:47]") == set()

    def test_early_clobber_only_on_gfx110x(self) -> None:
        before = "v_mad_u64_u32 v[2:3], null, v4, v5, v[6:7]"
        after = "v_mad_u64_u32 v[6:7], null, v4, v5, v[6:7]"
        assert rules(before, after, "gfx1100") == {"encoding"}
        assert rules(before, after, "gfx1151") == set()

    def test_short_operand(self) -> None:
        before, after = "v_add_f16_e32 v2, v3, v4", "v_add_f16_e32 v2, v3, v127"
        assert rules(before, after) == set()
        found = check_allocation(assemble(before), assemble(after.replace("127", "128")), "k")
        assert [f.rule for f in found] == ["encoding"]


class TestFile:
    def test_changed_mnemonic_constant_or_modifier(self) -> None:
        before = "v_add_f32_e64 v1, v0, 2.0"
        for after in (
            "v_sub_f32_e64 v1, v0, 2.0",
            "v_add_f32_e64 v1, v0, 4.0",
            "v_add_f32_e64 v1, v0, 2.0 clamp",
            "v_add_f32_e64 v1, -v0, 2.0",
        ):
            assert rules(before, after) == {"text"}, after

    def test_scalar_operands_are_not_renamed(self) -> None:
        assert rules("v_mov_b32_e32 v1, s2", "v_mov_b32_e32 v1, s3") == {"text"}

    def test_added_instruction(self) -> None:
        assert rules("s_nop 0", "s_nop 0\n s_nop 0") != set()

    def test_too_small_a_count(self) -> None:
        assert rules("v_mov_b32_e32 v1, v0", "v_mov_b32_e32 v9, v0", vgprs=9) == {"register-count"}
        assert rules("v_mov_b32_e32 v1, v0", "v_mov_b32_e32 v9, v0", vgprs=10) == set()

    @pytest.mark.parametrize(
        "barrier", ["s_setpc_b64 s[4:5]", "s_swappc_b64 s[4:5], s[6:7]", "v_movrels_b32_e32 v2, v3"]
    )
    def test_what_it_does_not_model_it_refuses(self, barrier: str) -> None:
        assert rules(f"v_mov_b32_e32 v1, v0\n {barrier}", f"v_mov_b32_e32 v9, v0\n {barrier}") == {"cannot-check"}

    def test_unchanged_kernel_is_proved_whatever_it_holds(self) -> None:
        assert rules("s_setpc_b64 s[4:5]", "s_setpc_b64 s[4:5]") == set()
