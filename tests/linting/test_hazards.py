"""Hazard rules: conditions and distances one by one, paths round loops, and what the compiler's waits are there for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.ir.program import Instruction, Module, Op
from isaopt.linting.model import Severity
from isaopt.linting.paths import search_back
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from isaopt.target.depctr import WAITS, Delay, delay_of, depctr_waits
from tests.linting.programs import found, program

KERNELS = Path(__file__).parents[2] / "kernels_s"
WAVE64 = Path(__file__).parent / "data" / "softmax_wave64_gfx1100.s"
HAZARDS = ("trans-use", "valu-partial-forwarding", "valu-mask-write", "sgpr-read")


def wave64(body: str) -> Module:
    descriptor = "\t\t.amdhsa_wavefront_size32 0\n\t.end_amdhsa_kernel"
    text = program("s_nop 0").text().replace("\t.end_amdhsa_kernel", descriptor)
    return parse_text(text.replace("s_nop 0", "\n\t".join(body.split("\n"))), "k.s")


def op(text: str, arch: str = "gfx1100") -> Op:
    item = parse_text(f"\t{text}\n", "line.s", arch).items[0]
    assert isinstance(item, Instruction)
    return item.op


@pytest.mark.parametrize(
    ("text", "arch", "fields"),
    [
        ("s_waitcnt_depctr depctr_va_vdst(0)", "gfx1100", {"va_vdst"}),
        ("s_waitcnt_depctr 0xfff", "gfx1100", {"va_vdst"}),
        ("s_waitcnt_depctr 0xfffe", "gfx1100", {"sa_sdst"}),
        ("s_waitcnt_depctr 0xffe3", "gfx1100", {"vm_vsrc"}),
        ("s_waitcnt_depctr depctr_va_vdst(1)", "gfx1100", set()),
        ("s_wait_alu depctr_va_sdst(0) depctr_va_vcc(0)", "gfx1201", {"va_sdst", "va_vcc"}),
        ("s_wait_alu 0", "gfx1201", {"va_vdst", "va_sdst", "va_ssrc", "hold_cnt", "vm_vsrc", "va_vcc", "sa_sdst"}),
        ("s_nop 0", "gfx1100", set()),
    ],
)
def test_fields_that_are_waited_to_zero(text: str, arch: str, fields: set[str]) -> None:
    assert depctr_waits(op(text, arch)) == fields


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("instid0(VALU_DEP_1) | instskip(NEXT) | instid1(TRANS32_DEP_2)", Delay("VALU_DEP_1", 1, "TRANS32_DEP_2")),
        ("instid0(SALU_CYCLE_3)", Delay("SALU_CYCLE_3", 0, "NO_DEP")),
        ("0x131", Delay("VALU_DEP_1", 3, "VALU_DEP_2")),
        ("0xf", None),
        ("0x60", None),
    ],
)
def test_delays(text: str, delay: Delay | None) -> None:
    assert delay_of(op(f"s_delay_alu {text}")) == delay


def filled(body: str, fill: str, count: int) -> str:
    return body.replace("FILL\n", f"{fill}\n" * count)


TRANS = "v_exp_f32_e32 v1, v0\nFILL\nv_add_f32_e32 v2, v1, v1"


@pytest.mark.parametrize(
    ("fill", "count", "hazard"),
    [
        ("v_mov_b32_e32 v9, v0", 5, True),
        ("v_mov_b32_e32 v9, v0", 6, False),
        ("v_log_f32_e32 v9, v0", 1, True),
        ("v_log_f32_e32 v9, v0", 2, False),
        ("s_nop 7", 20, True),
        ("ds_load_b32 v9, v0", 1, False),
        ("global_load_b32 v9, v0, s[2:3]", 1, False),
        ("s_load_b32 s9, s[2:3], 0x0", 1, True),
        ("s_waitcnt_depctr 0xfff", 1, False),
        ("s_waitcnt_depctr depctr_va_vdst(1)", 1, True),
        ("v_dual_mov_b32 v9, v0 :: v_dual_mov_b32 v10, v3", 5, True),
        # An overwrite of the whole register is not known to end the hazard.
        ("v_mov_b32_e32 v1, v0", 1, True),
    ],
)
def test_transcendental_distance(fill: str, count: int, hazard: bool) -> None:
    module = program(filled(TRANS, fill, count))
    assert found(module, "trans-use") == ([("trans-use", count + 2)] if hazard else [])


def test_transcendental_only_where_the_hardware_has_it() -> None:
    body = filled(TRANS, "s_nop 0", 1)
    for arch in ("gfx1101", "gfx1103"):
        assert found(program(body, arch), "trans-use")
    for arch in ("gfx1150", "gfx1151", "gfx1200"):
        assert not found(program(body, arch), "trans-use")


def test_transcendental_reads() -> None:
    after = "v_exp_f32_e32 v1, v0\n{}"
    reads = [
        "v_fmac_f32_e32 v1, v0, v2",
        "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf",
        "v_exp_f32_e32 v2, v1",
    ]
    for reader in [*reads, "v_dual_mov_b32 v2, v1 :: v_dual_mov_b32 v3, v4", "v_pk_fma_f16 v2, v3, v4, v1"]:
        assert found(program(after.format(reader)), "trans-use"), reader
    for other in ("v_mov_b32_e32 v1, v0", "v_add_f32_e32 v2, v0, v3", "global_store_b32 v0, v1, s[2:3]"):
        assert not found(program(after.format(other)), "trans-use"), other
    # Halves of a register are apart.
    assert found(program("v_exp_f16_e32 v1.l, v0.l\nv_mov_b16_e32 v2.l, v1.l"), "trans-use")
    assert not found(program("v_exp_f16_e32 v1.l, v0.l\nv_mov_b16_e32 v2.l, v1.h"), "trans-use")


def test_transcendental_round_a_loop_and_over_a_branch() -> None:
    loop = """
        v_mov_b32_e32 v1, v0
        .Lloop:
        v_add_f32_e32 v2, v1, v2
        v_exp_f32_e32 v1, v0
        s_cbranch_scc0 .Lloop
    """
    assert found(program(loop), "trans-use") == [("trans-use", 3)]
    branch = """
        v_exp_f32_e32 v1, v0
        s_cbranch_scc0 .Lelse
        s_waitcnt_depctr depctr_va_vdst(0)
        {}
        .Lelse:
        v_add_f32_e32 v2, v1, v2
    """
    assert found(program(branch.format("s_nop 0")), "trans-use") == [("trans-use", 6)]
    assert found(program(branch.format("s_branch .Lelse\n.Lelse2:")), "trans-use")
    behind = "s_branch .Luse\nv_exp_f32_e32 v1, v0\n.Luse:\nv_add_f32_e32 v2, v1, v2"
    assert not found(program(behind), "trans-use")  # the writer cannot be reached


def test_matrix_chains() -> None:
    first = "v_wmma_f32_16x16x16_f16 v[8:15], v[24:31], v[32:39], v[8:15]\n"
    for source, hazard in (("v[8:15], v[24:31], v[40:47]", True), ("v[24:31], v[12:19], v[40:47]", True)):
        assert bool(found(program(f"{first}v_wmma_f32_16x16x16_f16 v[40:47], {source}"), "wmma-source")) is hazard
    assert not found(program(first + first), "wmma-source")  # the accumulator is forwarded
    assert not found(program(f"{first}v_wmma_f32_16x16x16_f16 v[40:47], v[24:31], v[32:39], v[8:15]"), "wmma-source")
    again = "v_wmma_f32_16x16x16_f16 v[40:47], v[8:15], v[24:31], v[40:47]"
    for between, hazard in (
        ("v_nop", False),
        ("s_nop 7", True),
        ("ds_load_b32 v1, v0", True),
        ("v_mov_b32 v1, 0", False),
    ):
        assert bool(found(program(f"{first}{between}\n{again}"), "wmma-source")) is hazard, between
    loop = f".Lloop:\n{again}\n{first}s_cbranch_scc0 .Lloop"
    assert found(program(loop), "wmma-source") == [("wmma-source", 2)]


def test_sparse_matrix_index() -> None:
    wmma = "v_wmma_f32_16x16x16_f16 v[8:15], v[24:27], v[28:31], v[8:15]\n"
    index = "v_swmmac_f32_16x16x32_f16 v[32:39], v[40:43], v[44:51], {} index_key:0"
    assert found(program(wmma + index.format("v8"), "gfx1201"), "wmma-source")
    assert not found(program(wmma + index.format("v7"), "gfx1201"), "wmma-source")


def test_cmpx_before_permlane() -> None:
    cmpx = "v_cmpx_gt_u32_e32 8, v0\n"
    lanes = "v_permlanex16_b32 v1, v2, 0, 1"
    for between, hazard in (("", True), ("v_nop\n", True), ("s_nop 0\n", True), ("v_mov_b32 v3, v3\n", False)):
        assert bool(found(program(cmpx + between + lanes), "vcmpx-permlane")) is hazard, between
    assert found(program(cmpx + "v_permlane64_b32 v1, v2", "gfx1201"), "vcmpx-permlane")
    assert not found(program("v_cmp_gt_u32_e32 vcc_lo, 8, v0\n" + lanes), "vcmpx-permlane")


def partial(before: int, after: int, reader: int) -> str:
    fill = "v_mov_b32_e32 v9, v0\n"
    return (
        f"v_mov_b32_e32 v1, v0\n{fill * before}s_mov_b64 exec, s[2:3]\n{fill * after}v_mov_b32_e32 v2, v0\n"
        f"{fill * reader}v_add_f32_e32 v3, v1, v2"
    )


@pytest.mark.parametrize(
    ("before", "after", "reader", "hazard"),
    [
        (0, 0, 0, True),
        (2, 0, 4, True),
        (1, 1, 4, True),
        (0, 2, 0, True),
        (2, 1, 0, False),
        (3, 0, 0, False),
        (0, 0, 5, False),
    ],
)
def test_partial_forwarding(before: int, after: int, reader: int, hazard: bool) -> None:
    body = partial(before, after, reader)
    assert bool(found(wave64(body), "valu-partial-forwarding")) is hazard
    wave32 = body.replace("s_mov_b64 exec, s[2:3]", "s_mov_b32 exec_lo, s2")
    assert not found(program(wave32), "valu-partial-forwarding")


def test_partial_forwarding_needs_both_registers() -> None:
    for old, new in (
        ("v1, v2", "v1, v1"),
        ("s_mov_b64 exec", "s_mov_b64 s[4:5]"),
        ("v_mov_b32_e32 v2, v0", "ds_load_b32 v2, v0"),
    ):
        body = partial(0, 0, 0)
        assert old in body
        assert not found(wave64(body.replace(old, new)), "valu-partial-forwarding")


MASK = "v_cndmask_b32_e64 v1, v2, v3, s[4:5]\n{}\nv_cndmask_b32_e64 v1, v2, v3, s[4:5]"


@pytest.mark.parametrize(
    ("between", "severity"),
    [
        ("s_mov_b64 s[4:5], -1", Severity.ERROR),
        ("s_mov_b32 s5, -1", Severity.ERROR),
        ("s_mov_b64 s[4:5], -1\ns_waitcnt_depctr depctr_sa_sdst(0)", None),
        ("s_mov_b64 s[4:5], -1\ns_waitcnt_depctr depctr_va_sdst(0)", Severity.ERROR),
        ("s_mov_b64 s[6:7], -1", None),
        # Compilers up to LLVM 20 see no hazard in these.
        ("v_cmp_gt_u32_e64 s[4:5], 8, v0", Severity.WARNING),
        ("v_mov_b32 v9, s8\ns_mov_b64 s[4:5], -1", Severity.WARNING),
        ("v_mov_b32 v9, 0x12345\ns_mov_b64 s[4:5], -1", Severity.WARNING),
        ("v_mov_b32 v9, 64\ns_mov_b64 s[4:5], -1", Severity.ERROR),
        ("s_load_b64 s[4:5], s[2:3], 0x0\ns_waitcnt lgkmcnt(0)", None),
    ],
)
def test_mask_written_again(between: str, severity: Severity | None) -> None:
    findings = lint_module(wave64(MASK.format(between)), choose_rules(["valu-mask-write"]))
    assert [f.severity for f in findings] == ([severity] if severity else [])
    wave32 = program(MASK.format(between).replace("s[4:5]", "s4").replace("_b64 s4", "_b32 s4"))
    assert "b64" in between or not found(wave32, "valu-mask-write")


@pytest.mark.parametrize("other", ["e64 v9, v2, v3, s[6:7]", "e32 v9, v2, v3, vcc"])
def test_another_mask_is_another_scalar(other: str) -> None:
    body = MASK.format(f"v_cndmask_b32_{other}\ns_mov_b64 s[4:5], -1")
    findings = lint_module(wave64(body), choose_rules(["valu-mask-write"]))
    assert [f.severity for f in findings] == [Severity.WARNING]


def test_mask_whose_first_half_was_waited_for() -> None:
    """LLVM 19 waits behind the first write only."""
    body = MASK.format("s_mov_b32 s5, 0\ns_waitcnt_depctr 0xfffe\ns_mov_b32 s4, 0")
    findings = lint_module(wave64(body), choose_rules(["valu-mask-write"]))
    assert [f.severity for f in findings] == [Severity.WARNING]
    body = MASK.format("s_mov_b32 s5, 0\ns_waitcnt_depctr depctr_va_sdst(0)\ns_mov_b32 s4, 0")
    findings = lint_module(wave64(body), choose_rules(["valu-mask-write"]))
    assert [f.severity for f in findings] == [Severity.ERROR]


def test_mask_in_vcc() -> None:
    body = "v_cndmask_b32_e32 v1, v2, v3, vcc\n{}\nv_add_co_ci_u32_e32 v4, vcc, v2, v3, vcc"
    assert found(wave64(body.format("s_mov_b64 vcc, -1")), "valu-mask-write") == [("valu-mask-write", 3)]
    assert not found(wave64(body.format("s_mov_b64 vcc, -1\ns_waitcnt_depctr 0xfffe")), "valu-mask-write")
    # A scalar instruction waits for what the vector ALU writes.
    salu = "v_cndmask_b32_e32 v1, v2, v3, vcc\nv_cmp_gt_u32_e32 vcc, 8, v0\ns_and_b64 s[2:3], vcc, s[2:3]"
    assert not found(wave64(salu), "valu-mask-write")


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\nv_mov_b32 v1, s2", 3),
        ("v_mov_b32 v1, s3\ns_mov_b32 s2, 0\ns_add_co_i32 s4, s2, 1", 3),
        ("s_mov_b32 s2, 0\nv_mov_b32 v1, s2", None),
        ("v_mov_b32 v1, s2\ns_mov_b32 s4, 0\nv_mov_b32 v1, s4", None),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\ns_wait_alu depctr_sa_sdst(0)\nv_mov_b32 v1, s2", None),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\ns_wait_alu depctr_va_sdst(0)\nv_mov_b32 v1, s2", 4),
        ("v_mov_b32 v1, s2\nv_readfirstlane_b32 s2, v1\nv_mov_b32 v1, s2", 3),
        ("v_mov_b32 v1, s2\nv_readfirstlane_b32 s2, v1\ns_mov_b32 s4, s2", None),
        # A scalar instruction that changes a tracked register in place reads it: it has waited for the vector ALU.
        ("v_max3_num_f32 v1, s2, s4, v1\nv_readfirstlane_b32 s2, v1\ns_addk_co_i32 s4, 8\nv_mov_b32 v1, s2", None),
        ("v_mov_b32 v1, s2\nv_readfirstlane_b32 s2, v1\ns_addk_co_i32 s4, 8\nv_mov_b32 v1, s2", 4),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\ns_addk_co_i32 s2, 8", 3),
        ("v_cndmask_b32 v1, v2, v3, vcc_lo\nv_cmp_gt_u32 vcc_lo, 8, v0\nv_cndmask_b32 v1, v2, v3, vcc_lo", 3),
        ("v_cndmask_b32 v1, v2, v3, vcc_lo\ns_mov_b32 vcc_lo, 0\ns_cbranch_vccz .L\n.L:", 3),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\ns_load_b32 s8, s[4:5], 0x0\nv_mov_b32 v1, s2", None),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\nglobal_load_b32 v8, v0, s[4:5]\nv_mov_b32 v1, s2", 4),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\nglobal_load_b32 v8, v0, s[2:3]", None),
        ("v_mov_b32 v1, s2\ns_mov_b32 s2, 0\ns_and_b32 exec_lo, exec_lo, s2", 3),
        ("v_mov_b32 v1, ttmp9\ns_mov_b32 ttmp9, 0\nv_mov_b32 v1, ttmp9", 3),
        ("v_mov_b32 v1, m0\ns_mov_b32 m0, 0\nv_mov_b32 v1, m0", None),
        (".L:\nv_mov_b32 v1, s2\ns_add_co_i32 s2, s2, 1\ns_cbranch_scc0 .L", 2),
        (".L:\ns_add_co_i32 s2, s2, 1\nv_mov_b32 v1, s2\ns_cbranch_scc0 .L", 3),
    ],
)
def test_scalar_read_on_gfx12(body: str, line: int | None) -> None:
    expected = [] if line is None else [("sgpr-read", line)]
    assert found(program(body, "gfx1201"), "sgpr-read")[:1] == expected


def test_a_function_may_be_called_after_any_read() -> None:
    text = "\t.type f,@function\nf:\n\ts_mov_b32 s2, 0\n\tv_mov_b32 v1, s2\n\ts_setpc_b64 s[30:31]\n"
    assert [f.line for f in lint_module(parse_text(text, "f.s", "gfx1201"), choose_rules(["sgpr-read"]))] == [4]


@cache
def waits_in(path: Path) -> tuple[Module, list[tuple[int, Instruction]]]:
    module = parse_text(path.read_text(), str(path))
    return module, [(i, ins) for k in module.kernels for i, ins in module.instructions(k) if ins.op.mnemonic in WAITS]


@pytest.mark.parametrize(
    ("path", "unneeded"),
    [
        *(
            (KERNELS / f"{name}.s", 0)
            for name in ("softmax_gfx1100", "nbody_gfx1100", "softmax_gfx1201", "conv3x3_gfx1201")
        ),
        # The compiler assumes that a written mask is read too early. One is never read again, one only by the scalar
        # ALU, which waits by itself.
        (WAVE64, 2),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else "",
)
def test_each_hazard_wait_of_the_compiler_is_missed_when_it_goes(path: Path, unneeded: int) -> None:
    module, waits = waits_in(path)
    rules = choose_rules(HAZARDS)
    assert not lint_module(module, rules)
    nop = op("s_nop 0", module.arch)
    silent = [i for i, _ in waits if not lint_module(module.with_ops({i: nop}, print_op), rules)]
    assert len(waits) > 4
    assert len(silent) == unneeded


def test_transcendentals_are_searched_for_only_near_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # A search from every instruction of a kernel with thousands of branches would take minutes.
    searched = []

    def counted(*args: object) -> object:
        searched.append(args[1])
        return search_back(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("isaopt.linting.rules.hazards_valu.search_back", counted)
    skip = "s_cbranch_scc1 .Ls{n}\nv_add_nc_u32_e32 v1, v0, v1\n.Ls{n}:\n"
    skips = "".join(skip.format(n=n) for n in range(40))
    assert not found(program(skips), "trans-use")
    assert not searched
    assert not found(program("v_exp_f32_e32 v2, v0\n" + skips), "trans-use")
    assert len(searched) == 40  # none of the branches has to be left
    searched.clear()
    assert not found(program("v_exp_f32_e32 v2, v0\n" + "v_mov_b32_e32 v3, v0\n" * 6 + skips), "trans-use")
    assert len(searched) == 6
