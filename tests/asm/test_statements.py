"""What people and compilers write, and what the parser says of what it cannot read."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Op, OperandKind
from isaopt.isa.registers import unit_name

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n'


def op_of(text: str, arch: str = "gfx1100") -> Op:
    items = parse_text(HEAD.format(arch=arch) + text + "\n").items
    found = [i for i in items if isinstance(i, Instruction)]
    assert len(found) == 1
    return found[0].op


def names(units: tuple[int, ...]) -> list[str]:
    return [unit_name(u) for u in units]


@pytest.mark.parametrize(
    ("text", "arch", "defs", "uses"),
    [
        ("v_fmac_f32_e32 v0, v1, v2", "gfx1100", ["v0"], ["v1", "v2", "v0"]),
        ("v_add_f32 v0, -|v1|, s2", "gfx1100", ["v0"], ["v1", "s2"]),
        ("v_cmp_lt_f32_e32 vcc_lo, v1, v2", "gfx1100", ["vcc_lo"], ["v1", "v2"]),
        ("v_cndmask_b32_e64 v0, v1, v2, s3", "gfx1201", ["v0"], ["v1", "v2", "s3"]),
        ("global_load_b128 v[4:7], v0, s[2:3] offset:-16", "gfx1100", ["v4", "v5", "v6", "v7"], ["v0", "s2", "s3"]),
        ("global_load_d16_hi_b16 v1, v[2:3], off", "gfx1100", ["v1"], ["v2", "v3", "v1"]),
        ("ds_store_b64 v0, v[1:2] offset:8", "gfx1100", [], ["v0", "v1", "v2"]),
        ("v_swap_b32 v1, v2", "gfx1100", ["v1", "v2"], ["v1", "v2"]),
        (
            "image_load v[0:1], v2, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D tfe",
            "gfx1100",
            ["v0", "v1"],
            ["v2", *(f"s{i}" for i in range(4, 12)), "v0", "v1"],
        ),
        (
            "image_load v0, v2, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D d16",
            "gfx1201",
            ["v0"],
            ["v2", *(f"s{i}" for i in range(4, 12)), "v0"],
        ),
        ("v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf", "gfx1100", ["v0"], ["v1", "v0"]),
        ("v_dual_fmac_f32 v0, v1, v2 :: v_dual_mov_b32 v3, s4", "gfx1100", ["v0", "v3"], ["v1", "v2", "v0", "s4"]),
        ("s_load_b64 s[0:1], s[2:3], 0x10", "gfx1201", ["s0", "s1"], ["s2", "s3"]),
    ],
)
def test_defs_and_uses(text: str, arch: str, defs: list[str], uses: list[str]) -> None:
    op = op_of(text, arch)
    assert names(op.defs) == defs
    assert names(op.uses) == uses


@pytest.mark.parametrize(
    "text",
    [
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)",
        "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)",
        "v_fma_f32 v0, -v1, |v2|, -|v3| clamp mul:2",
        "v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,1,0] op_sel_hi:[1,0,1] neg_lo:[1,0,0]",
        "buffer_load_b32 v0, v1, s[4:7], 0 offen offset:4 glc",
        "s_add_u32 s0, s0, sym@rel32@lo+4",
        "s_cbranch_scc1 .LBB0_3",
        "ds_load_2addr_b32 v[0:1], v2 offset0:1 offset1:2",
        "v_add_f32_e32 v0, 0x3dcccccd, v1",
        "s_endpgm",
    ],
)
def test_canonical_text_is_printed_as_it_was(text: str) -> None:
    assert print_op(op_of(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("V_ADD_F32 v[0], neg(v1), abs(v2)", "v_add_f32 v0, -v1, |v2|"),
        ("v_mov_b32 v[1+1], v[2*2]", "v_mov_b32 v2, v4"),
        ("s_waitcnt vmcnt(1) & lgkmcnt(2)", "s_waitcnt vmcnt(1)&lgkmcnt(2)"),
        ("s_waitcnt vmcnt(1), lgkmcnt(2)", "s_waitcnt vmcnt(1) lgkmcnt(2)"),
        ("v_mov_b32 /* why */ v0, v1 // here", "v_mov_b32 v0, v1"),
        ("v_fma_f32 v5, -|v1|, v2, -|-1|", "v_fma_f32 v5, -|v1|, v2, -|-1|"),
        (
            "tbuffer_load_format_x v4, off, s[8:11], s3, format:[BUF_FMT_8_UNORM] offset:4",
            "tbuffer_load_format_x v4, off, s[8:11], s3 format:[BUF_FMT_8_UNORM] offset:4",
        ),
        (
            "image_load v0, [v2, v3], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
            "image_load v0, [v2, v3], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        ),
        ("v_add_f64 v[0:1], [v2, v3], v[4:5]", "v_add_f64 v[0:1], v[2:3], v[4:5]"),
        # The assembler needs no comma, and takes one before a modifier or at the end.
        ("v_max_f32 v1, v2 v3", "v_max_f32 v1, v2, v3"),
        ("v_add_f32 v0, v1, v2,", "v_add_f32 v0, v1, v2"),
        ("v_fract_f32 v1, v2, clamp div:2", "v_fract_f32 v1, v2 clamp div:2"),
        (
            "tbuffer_store_format_x v0, v1, s[0:3] format:0 s4 idxen",
            "tbuffer_store_format_x v0, v1, s[0:3], s4 format:0 idxen",
        ),
        ("image_load v0, v1, s[4:11] dmask:0x1 dim:1D a16", "image_load v0, v1, s[4:11] dmask:0x1 dim:1D a16"),
        ("ds_gws_sema_v gds", "ds_gws_sema_v gds"),
        ("v_sin_f32 v0, -[s4]", "v_sin_f32 v0, -s4"),
        # A register that has a name and no number is no symbol, with a sign either.
        (".set null, 3\n v_add_f32_e64 v0, neg(null), v1", "v_add_f32_e64 v0, -null, v1"),
        # A hardware register by its fields, of which any may be left out.
        ("s_getreg_b32 s2, {}", "s_getreg_b32 s2, hwreg(0, 0, 32)"),
        ("s_setreg_b32 {size: 2, id: 26}, s2", "s_setreg_b32 hwreg(26, 0, 2), s2"),
        # VCC where an encoding has room for no other mask, and an offset of zero.
        ("v_cmp_le_u16 v1, v2 row_shl:1 row_mask:0xf", "v_cmp_le_u16 vcc_lo, v1, v2 row_shl:1 row_mask:0xf"),
        ("v_cmp_gt_u16_dpp v1, v2 row_shl:1", "v_cmp_gt_u16_dpp vcc_lo, v1, v2 row_shl:1"),
        ("v_cmp_ge_i32_e32 s0, v0", "v_cmp_ge_i32_e32 vcc_lo, s0, v0"),
        ("v_add_co_ci_u32_e32 v3, v3, v4", "v_add_co_ci_u32_e32 v3, vcc_lo, v3, v4, vcc_lo"),
        ("s_load_dword s1, s[2:3] glc", "s_load_dword s1, s[2:3], 0 glc"),
        ("s_mov_b64_e32 s[0:1], 0.5", "s_mov_b64_e32 s[0:1], 0.5"),
        ("v_dual_mov_b32 v0,v1::v_dual_mov_b32 v3,v2", "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2"),
    ],
)
def test_other_spellings(text: str, canonical: str) -> None:
    assert print_op(op_of(text)) == canonical


@pytest.mark.parametrize("text", ["-null", "|null|", "-|null|", "-src_shared_base"])
def test_a_register_without_a_number_takes_signs(text: str) -> None:
    operand = op_of(f".set null, 3\n v_fma_f32 v0, v1, {text}, 0x41200000", "gfx1201").operands[2]
    assert (operand.kind, operand.value) == (OperandKind.KEYWORD, None)
    assert (operand.neg, operand.absolute) == (text.startswith("-"), "|" in text)


@pytest.mark.parametrize(
    ("text", "message", "col"),
    [
        ("\tv_frobnicate v0, v1", "unknown instruction 'v_frobnicate'", 2),
        ("\tv_add_f32 v0, v1, -", "unexpected end of line", 21),
        ("\tv_add_f32 v0, v256, v1", "out of range", 16),
        ("\tv_mvo_b32_e32 v0, v1", "'v_mvo_b32_e32' on gfx1100, did you mean 'v_mov_b32'?", 2),
        ("\tv_mov_b32 v0, v1, v2", "takes 2 operands (vdst, src0), not 3", 20),
        ("\tv_add_f32_e32 v0, v1", "takes 3 operands (vdst, src0, src1), not 2", 20),
        ("\tv_add_f32_e32 v0, v1, s2", "operand 3 of 'v_add_f32_e32' (src1) cannot be s2: it is a VGPR", 24),
        ("\tv_dual_mov_b32 v0, v1 :: v_dual_mov_b32 s3, v2", "operand 1 of 'v_dual_mov_b32' (vdst)", 42),
        ("\ts_load_b64 v[0:1], s[0:1], 0x0", "it is 2 scalar registers", 13),
        ("\tv_mov_b32 v\u0661, 0", "'\u0661' is no character of assembly", 13),
        ("\tv_mov_b32 v0, \uff11", "is no character of assembly", 16),
        ("\t.set x, \u0663", "is no character of assembly", 10),
        ("\tv_dual_mov_b32 v0, v1", "second half", 2),
        ("\ts_getreg_b32 s2, {name: 3}", "unknown field 'name'", 2),
    ],
)
def test_errors_have_a_place(text: str, message: str, col: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_text(HEAD.format(arch="gfx1100") + text + "\n", "k.s")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.col) == (2, col)
    assert str(caught.value).splitlines()[0].startswith(f"k.s:2:{col}: error: ")


def test_unknown_instruction_can_be_kept() -> None:
    module = parse_text(HEAD.format(arch="gfx1100") + "\tv_frobnicate v0, v1\n", keep_unknown=True)
    instruction = module.items[-1]
    assert isinstance(instruction, Instruction)
    assert instruction.op.flag("unknown")


def test_macros_and_metadata_are_kept_verbatim() -> None:
    text = HEAD.format(arch="gfx1100") + ".macro twice a\n\tv_nonsense \\a\n.endm\n\ttwice v0\n/* a\nb */\n\ts_endpgm\n"
    module = parse_text(text)
    assert module.text() == text
    assert sum(isinstance(i, Instruction) for i in module.items) == 1
