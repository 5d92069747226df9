"""Silent errors of every sort that a register assignment can make, planted one at a time."""

from __future__ import annotations

import pytest

from isaopt.check.allocation import check_allocation
from tests.check.renaming import assemble

STORE = "\n global_store_b32 v{0}, v{1}, s[0:1]"


def rules(before: str, after: str, arch: str = "gfx1100", wave: int = 32) -> set[str]:
    return {f.rule for f in check_allocation(assemble(before, arch, wave), assemble(after, arch, wave), "k")}


def template(text: str, arch: str, good: str, bad: str, original: str, rule: str, wave: int = 32) -> None:
    """``text`` with ``{r}`` put at a register where it may stand, and at one where it may not."""
    before = text.replace("{r}", original)
    assert rules(before, text.replace("{r}", good), arch, wave) == set(), "the legal one"
    assert rule in rules(before, text.replace("{r}", bad), arch, wave), "the mistake"


KEEPERS = {
    "accumulator": ("gfx1100", "v_mov_b32 v{r}, 1\n v_mov_b32 v2, 2\n v_fmac_f32 v2, v0, v0"),
    "packed accumulator": ("gfx1100", "v_mov_b32 v2, 2\n v_pk_fmac_f16 v2, v0, v0"),
    "dot accumulator": ("gfx1100", "v_mov_b32 v2, 2\n v_dot2acc_f32_f16 v2, v0, v0"),
    "d16 load": ("gfx1100", "v_mov_b32 v2, 2\n global_load_d16_hi_b16 v2, v0, s[0:1]\n s_waitcnt vmcnt(0)"),
    "lds d16 load": ("gfx1201", "v_mov_b32 v2, 2\n ds_load_u16_d16 v2, v0\n s_wait_dscnt 0x0"),
    "16-bit result": ("gfx1100", "v_mov_b32 v2, 2\n v_add_f16 v2, v0, v0"),
    "true16 half": ("gfx1100", "v_mov_b32 v2, 2\n v_add_f16 v2.h, v0.l, v0.l"),
    "mixed": ("gfx1201", "v_mov_b32 v2, 2\n v_fma_mixhi_f16 v2, v0, v0, v0"),
    "fp8": ("gfx1201", "v_mov_b32 v2, 2\n v_cvt_pk_fp8_f32 v2, v0, v0 op_sel:[0,0,1]"),
    "dpp16": ("gfx1100", "v_mov_b32 v2, 2\n v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf"),
    "dpp without a suffix": ("gfx1100", "v_mov_b32 v2, 2\n v_add_f32 v2, v0, v0 quad_perm:[1,0,3,2] row_mask:0x1"),
    "dpp8": ("gfx1100", "v_mov_b32 v2, 2\n v_add_f32_dpp v2, v0, v0 dpp8:[7,6,5,4,3,2,1,0]"),
    "permlane": ("gfx1100", "v_mov_b32 v2, 2\n v_permlane16_b32 v2, v0, s2, s3"),
    "writelane": ("gfx1100", "v_mov_b32 v2, 2\n v_writelane_b32 v2, s2, 3"),
    "sparse image": (
        "gfx1100",
        "v_mov_b32 v2, 2\n image_load v[2:3], v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D tfe\n s_waitcnt vmcnt(0)",
    ),
    "sparse buffer": (
        "gfx1201",
        "v_mov_b32 v2, 2\n buffer_load_b32 v[2:3], off, s[4:7], null tfe\n s_wait_loadcnt 0x0",
    ),
    "dual accumulator": ("gfx1100", "v_mov_b32 v2, 2\n v_dual_fmac_f32 v2, v0, v0 :: v_dual_mov_b32 v5, 0"),
}  # fmt: skip


@pytest.mark.parametrize("name", KEEPERS)
def test_what_an_instruction_keeps_of_its_destination_stays_with_it(name: str) -> None:
    arch, code = KEEPERS[name]
    text = code.replace("v{r}", "v7").replace("v_mov_b32 v2, 2", "v_mov_b32 v{r}, 2", 1) + STORE.format(0, 2)
    template(text, arch, "2", "9", "2", "value")


SHARED = "v_mov_b32 v1, 3\n v_mov_b32 v2, 5\n {code}" + STORE.format(0, 1) + STORE.format(0, 2)


@pytest.mark.parametrize(
    ("arch", "code"),
    [
        ("gfx1100", "v_swap_b32 v1, v2"),
        ("gfx1100", "v_add_f16 v1.l, v2.h, v2.l"),
        ("gfx1100", "v_add_co_u32 v1, vcc_lo, v1, v2\n v_add_co_ci_u32 v2, vcc_lo, 0, v2, vcc_lo"),
        ("gfx1100", "v_div_scale_f32 v1, vcc_lo, v1, v2, v1\n v_div_fmas_f32 v2, v1, v2, v1"),
        ("gfx1201", "v_cmp_lt_f32 vcc_lo, v1, v2\n v_cndmask_b32 v1, v1, v2, vcc_lo"),
    ],
)
def test_one_operand_moved_off_its_value(arch: str, code: str) -> None:
    before = SHARED.format(code=code)
    assert rules(before, before.replace("v2", "v9"), arch) == set()
    for old, new in (("v1, v2", "v1, v0"), ("v1,", "v0,")):
        mutated = SHARED.format(code=code.replace(old, new, 1))
        if mutated != before:
            assert rules(before, mutated, arch) != set()


def test_a_half_that_is_read_as_the_other_is_no_renaming() -> None:
    before = "v_mov_b32 v1, v0\n v_add_f16 v2.l, v1.l, v1.h" + STORE.format(0, 2)
    assert rules(before, before.replace("v1.l", "v1.h")) == {"text"}
    assert rules("v_pk_add_f16 v1, v0, v0 op_sel:[0,1]", "v_pk_add_f16 v1, v0, v0 op_sel:[1,0]") == {"text"}


@pytest.mark.parametrize(
    "reader",
    [
        "v_readlane_b32 s4, v{0}, 5",
        "v_mov_b32_dpp v8, v{0} row_shr:1 row_mask:0xf bank_mask:0xf fi:1",
        "ds_bpermute_b32 v8, v0, v{0}\n s_waitcnt lgkmcnt(0)",
        "ds_swizzle_b32 v8, v{0} offset:0x401f\n s_waitcnt lgkmcnt(0)",
        "v_permlane64_b32 v8, v{0}",
        "v_permlanex16_b32 v8, v{0}, s4, s5",
        "image_sample v8, v{0}, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D\n s_waitcnt vmcnt(0)",
    ],
)
def test_readers_of_other_lanes_see_what_a_narrow_write_left_there(reader: str) -> None:
    """v3 is written in all lanes, then in some; moving the second write loses the value of the others."""
    narrow = "v_mov_b32 v3, 4\n v_mov_b32 v8, 0\n v_cmp_gt_u32 vcc_lo, 7, v0\n s_and_saveexec_b32 s2, vcc_lo\n"
    before = narrow + " v_mov_b32 v3, 1\n " + reader.format(3)
    assert rules(before, before.replace("v3", "v11")) == set()
    assert "value" in rules(before, narrow + " v_mov_b32 v5, 1\n " + reader.format(5))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("second", ["global_load_b32 v{0}, v0, s[2:3]", "ds_load_b32 v{0}, v0", "v_mov_b32 v{0}, 1"])
def test_a_dead_pending_load_keeps_its_register(arch: str, second: str) -> None:
    """It returns after whatever is written there next: in order on gfx11 for one kind of load, in none on gfx12."""
    wait = "s_waitcnt vmcnt(0) lgkmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt_dscnt 0x0"
    text = "global_load_b32 v4, v0, s[0:1]\n " + second + f"\n {wait}" + STORE.format(0, "{0}")
    assert rules(text.format(5), text.format(6), arch) == set()
    assert "pending-load" in rules(text.format(5), text.format(4), arch)


@pytest.mark.parametrize(
    ("arch", "before", "after", "rule"),
    [
        ("gfx1100", "v_wmma_f32_16x16x16_f16 v[8:15], v[16:23], v[24:31], v[8:15]",
         "v_wmma_f32_16x16x16_f16 v[8:15], v[9:16], v[24:31], v[8:15]", "encoding"),
        ("gfx1201", "v_swmmac_f32_16x16x32_f16 v[0:7], v[8:11], v[12:19], v20",
         "v_swmmac_f32_16x16x32_f16 v[0:7], v[8:11], v[12:19], v7", "encoding"),
        ("gfx1100", "v_mad_u64_u32 v[2:3], null, v4, v5, v[6:7]",
         "v_mad_u64_u32 v[4:5], null, v4, v5, v[6:7]", "encoding"),
        ("gfx1100", "v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]",
         "v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[2:5]", "encoding"),
        ("gfx1100", "v_add_f16_e32 v2.l, v3.l, v4.h", "v_add_f16_e32 v2.l, v130.l, v4.h", "encoding"),
    ],
)  # fmt: skip
def test_forms_that_cannot_be(arch: str, before: str, after: str, rule: str) -> None:
    assert rule in rules(before, after, arch)


class TestHazards:
    @pytest.mark.parametrize(("between", "found"), [(0, True), (4, True), (5, False)])
    def test_register_of_a_transcendental_result_used_again_too_soon(self, between: int, found: bool) -> None:
        filler = "v_mov_b32 v9, v0\n" * between

        def body(r: int) -> str:
            return f"v_exp_f32 v4, v0\n v_mul_f32 v{r}, v0, v0\n {filler} v_add_f32 v7, v{r}, v0" + STORE.format(0, 7)

        assert rules(body(6), body(5)) == set()
        assert rules(body(6), body(4)) == ({"hazard"} if found else set())
        assert rules(body(6), body(4), "gfx1151") == set()
        assert rules(body(6), body(4), "gfx1201") == set()

    @pytest.mark.parametrize(
        ("between", "found"),
        [
            ("s_waitcnt_depctr depctr_va_vdst(0)", False),
            ("s_waitcnt_depctr 0xfff", False),
            ("s_waitcnt_depctr depctr_sa_sdst(0)", True),
            ("ds_store_b32 v0, v0", False),
            ("s_nop 7", True),
            ("v_rcp_f32 v9, v0", True),
            ("v_rcp_f32 v9, v0\n v_rcp_f32 v10, v0", False),
        ],
    )
    def test_what_ends_it(self, between: str, found: bool) -> None:
        def body(r: int) -> str:
            return f"v_exp_f32 v4, v0\n v_mul_f32 v{r}, v0, v0\n {between}\n v_add_f32 v7, v{r}, v0"

        assert rules(body(6), body(4)) == ({"hazard"} if found else set())

    def test_it_is_followed_round_a_loop(self) -> None:
        def body(r: int) -> str:
            return (
                f"v_mov_b32 v{r}, 0\n.LOOP:\n v_add_f32 v7, v{r}, v0\n v_exp_f32 v4, v0\n v_mul_f32 v{r}, v7, v0\n"
                " s_add_i32 s2, s2, 1\n s_cbranch_scc1 .LOOP"
            )

        assert rules(body(6), body(4)) == {"hazard"}

    @pytest.mark.parametrize(("between", "found"), [("s_nop 0", True), ("v_nop", False)])
    @pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
    def test_matrix_operand_in_the_registers_of_the_matrix_result_before(
        self, arch: str, between: str, found: bool
    ) -> None:
        size = 8 if arch == "gfx1100" else 4
        wait = "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0"
        loads = "\n".join(f"global_load_b128 v[{{0}}+{4 * i}:{{0}}+{4 * i + 3}], v0, s[0:1]" for i in range(size // 4))

        def body(r: int) -> str:
            a = f"v[{r}:{r + size - 1}]"
            return (
                f"v_wmma_f32_16x16x16_f16 v[40:47], v[16:{15 + size}], v[24:{23 + size}], v[48:55]\n"
                f"{loads.format(r)}\n {wait}\n {between}\n"
                f"v_wmma_f32_16x16x16_f16 v[64:71], {a}, v[24:{23 + size}], v[48:55]"
            )

        assert rules(body(80), body(88), arch) == set()
        assert rules(body(80), body(40), arch) == ({"hazard"} if found else set())
