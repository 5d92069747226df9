"""What the prover must and must not accept, rule by rule, and what it says where it fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.cli.main import run
from isaopt.errors import UsageError
from isaopt.ir.program import Module
from isaopt.proof.verdict import KernelProof, Witness, verify_modules
from tests.kernels import block, entry
from tests.renaming import assemble

#: No other wave sees the order in which LDS performs what one asks.
ALONE = "\n" + block(entry([".max_flat_workgroup_size: 32"]))


def prove(
    a: str, b: str, arch: str = "gfx1100", wave: int = 32, assume: tuple[str, ...] = (), after: str = ""
) -> KernelProof:
    def module(text: str) -> Module:
        made = assemble("\n".join(f"\t{line}" for line in text.strip().split("\n")), arch, wave)
        return parse_text(made.text() + after, "k.s", arch) if after else made

    return verify_modules(module(a), module(b), assumptions=assume, by_text=False).kernels[0]


def proved(
    a: str, b: str, arch: str = "gfx1100", wave: int = 32, assume: tuple[str, ...] = (), after: str = ""
) -> bool:
    return prove(a, b, arch, wave, assume, after).status == "proved"


STORE = "global_store_b32 v1, v2, s[4:5]"
LOAD = "global_load_b32 v2, v1, s[6:7]\n"


def test_a_value_used_before_its_wait_is_unknown() -> None:
    good = f"v_mov_b32 v1, 0\n{LOAD}s_waitcnt vmcnt(0)\nv_add_f32 v2, v2, v2\n{STORE}"
    early = f"v_mov_b32 v1, 0\n{LOAD}v_add_f32 v2, v2, v2\ns_waitcnt vmcnt(0)\n{STORE}"
    assert proved(good, good)
    assert not proved(good, early)
    assert not proved(early, early)


def test_a_counted_wait_covers_what_it_says() -> None:
    two = "v_mov_b32 v1, 0\nglobal_load_b32 v2, v1, s[6:7]\nglobal_load_b32 v3, v1, s[6:7] offset:4\n"
    use = f"v_add_f32 v2, v2, v2\ns_waitcnt vmcnt(0)\n{STORE}\nglobal_store_b32 v1, v3, s[4:5] offset:4"
    assert proved(two + "s_waitcnt vmcnt(0)\n" + use, two + "s_waitcnt vmcnt(1)\n" + use)
    assert not proved(two + "s_waitcnt vmcnt(0)\n" + use, two + "s_waitcnt vmcnt(2)\n" + use)


def test_lds_needs_no_wait_for_lds() -> None:
    """It performs the accesses of a wave in order: a store behind a load is seen behind it, waited for or not."""
    text = "v_lshlrev_b32 v1, 2, v0\nv_mov_b32 v3, 0\nds_load_b32 v2, v1\n{}ds_store_b32 v1, v3 offset:1024\n{}" + STORE
    wait = "s_waitcnt lgkmcnt(0)\n"
    assert proved(text.format(wait, wait), text.format("", wait))


def test_a_wait_before_a_barrier_stays() -> None:
    text = "v_lshlrev_b32 v1, 2, v0\nds_store_b32 v1, v0\n{}s_barrier\nds_load_b32 v2, v1 offset:4\n{}" + STORE
    wait = "s_waitcnt lgkmcnt(0)\n"
    assert proved(text.format(wait, wait), text.format(wait, wait))
    found = prove(text.format(wait, wait), text.format("", wait))
    assert found.status == "not-proved"
    assert "outstanding" in found.differences[0].message
    # More waiting than before is fine.
    assert proved(text.format("", wait), text.format(wait, wait))


def test_accesses_of_one_wave_that_may_conflict_keep_their_order() -> None:
    head = "v_lshlrev_b32 v1, 2, v0\nv_mov_b32 v3, 1.0\n"
    store, load = "ds_store_b32 v1, v3\n", "ds_load_b32 v2, v1 offset:{}\n"
    tail = "s_waitcnt lgkmcnt(0)\n" + STORE
    # Lane i reads what lane i+1 writes: another lane's dword, but the order matters.
    near = head + store + load.format(4) + tail, head + load.format(4) + store + tail
    far = head + store + load.format(4096) + tail, head + load.format(4096) + store + tail
    assert not proved(*near, after=ALONE)
    assert proved(*far, after=ALONE)
    assert not proved(*far)
    found = prove(*near, assume=("lane-race-free",), after=ALONE)
    assert (found.status, found.assumptions) == ("proved", ("lane-race-free",))


def test_stores_to_different_dwords_of_a_line_commute() -> None:
    head = "v_lshlrev_b32 v1, 3, v0\nv_mov_b32 v2, 1.0\nv_mov_b32 v3, 2.0\n"
    a, b = "ds_store_b32 v1, v2\n", "ds_store_b32 v1, v3 offset:4\n"
    tail = "s_barrier\nds_load_b32 v4, v1\ns_waitcnt lgkmcnt(0)\nglobal_store_b32 v1, v4, s[4:5]"
    assert proved(head + a + b + tail, head + b + a + tail, after=ALONE)
    assert not proved(head + a + b + tail, head + b + a + tail)
    assert not proved(head + a + b + tail, head.replace(", 3, v0", ", 2, v0") + b + a + tail, after=ALONE)
    narrow = head.replace(", 3, v0", ", 2, v0")
    assert not proved(narrow + a + b + tail, narrow + b + a + tail, after=ALONE)


def test_operand_order_and_operation() -> None:
    text = "v_mov_b32 v1, 0\nv_mov_b32 v3, s6\n{}\n" + STORE
    assert proved(text.format("v_add_f32 v2, s7, v3"), text.format("v_add_f32_e64 v2, v3, s7"))
    assert not proved(text.format("v_sub_f32 v2, s7, v3"), text.format("v_subrev_f32 v2, s7, v3"))
    assert proved(text.format("v_sub_f32 v2, s7, v3"), text.format("v_subrev_f32_e64 v2, v3, s7"))
    assert not proved(text.format("v_add_f32 v2, s7, v3"), text.format("v_add_f32_e64 v2, -s7, v3"))
    assert not proved(text.format("v_mul_f32 v2, s7, v3"), text.format("v_mul_f32_e64 v2, s7, v3 clamp"))
    fused = "v_mov_b32 v2, s8\nv_fmac_f32 v2, s7, v3"
    assert proved(text.format(fused), text.format("v_mov_b32 v2, s8\nv_fma_f32 v2, v3, s7, v2"))
    assert not proved(text.format(fused), text.format("v_mul_f32 v2, s7, v3\nv_add_f32 v2, s8, v2"))


def test_a_dual_instruction_reads_before_it_writes() -> None:
    head, tail = "v_mov_b32 v1, 0\nv_mov_b32 v2, s6\nv_mov_b32 v5, s7\n", "\n" + STORE
    swap = "v_dual_mov_b32 v2, v5 :: v_dual_mov_b32 v5, v2"
    both = tail + "\nglobal_store_b32 v1, v5, s[4:5] offset:4"
    assert proved(head + "v_swap_b32 v2, v5" + both, head + swap + both)
    assert not proved(head + swap + both, head + "v_mov_b32 v2, v5\nv_mov_b32 v5, v2" + both)


def test_lanes_that_are_off_keep_their_values() -> None:
    text = (
        "v_mov_b32 v1, 0\nv_mov_b32 {0}, 1.0\nv_cmp_gt_u32 vcc_lo, 7, v0\ns_and_saveexec_b32 s8, vcc_lo\n"
        "v_mov_b32 {1}, 2.0\ns_or_b32 exec_lo, exec_lo, s8\nglobal_store_b32 v0, {2}, s[4:5]"
    )
    assert proved(text.format("v2", "v2", "v2"), text.format("v3", "v3", "v3"))
    assert not proved(text.format("v2", "v2", "v2"), text.format("v2", "v3", "v3"))
    select = (
        "v_cmp_gt_u32 vcc_lo, 7, v0\nv_mov_b32 v2, 2.0\nv_cndmask_b32 v2, 1.0, v2, vcc_lo\n"
        "global_store_b32 v0, v2, s[4:5]"
    )
    assert proved(text.format("v2", "v2", "v2"), select)
    assert not proved(text.format("v2", "v2", "v2"), select.replace("1.0, v2", "4.0, v2"))


def test_a_branch_that_skips_code_without_lanes_changes_nothing() -> None:
    text = (
        "v_mov_b32 v2, 1.0\nv_cmp_gt_u32 vcc_lo, 7, v0\ns_and_saveexec_b32 s8, vcc_lo\n{}"
        "v_mov_b32 v2, 2.0\n.Lskip:\ns_or_b32 exec_lo, exec_lo, s8\nglobal_store_b32 v0, v2, s[4:5]"
    )
    assert proved(text.format("s_cbranch_execz .Lskip\n"), text.format("s_cbranch_execz .Lskip\n"))
    assert not proved(text.format("s_cbranch_execz .Lskip\n"), text.format("s_cbranch_execnz .Lskip\n"))


def test_both_wave_sizes_and_generations() -> None:
    text = (
        "v_mov_b32 v2, 1.0\nv_cmp_gt_u32 vcc, 7, v0\ns_and_saveexec_b64 s[8:9], vcc\nv_mov_b32 {0}, 2.0\n"
        "s_or_b64 exec, exec, s[8:9]\nglobal_store_b32 v0, {0}, s[4:5]"
    )
    assert proved(text.format("v2"), text.format("v2"), wave=64)
    assert not proved(text.format("v2"), text.format("v3"), wave=64)
    load = "v_mov_b32 v1, 0\nglobal_load_b32 v2, v1, s[6:7]\n{}global_store_b32 v1, v2, s[4:5]"
    assert proved(load.format("s_wait_loadcnt 0x0\n"), load.format("s_wait_loadcnt 0x0\n"), "gfx1201")
    assert not proved(load.format("s_wait_loadcnt 0x0\n"), load.format("s_wait_dscnt 0x0\n"), "gfx1201")


def test_address_forms_under_named_assumptions() -> None:
    wide = (
        "v_mov_b32 v4, s8\nv_add_nc_u32 v4, v4, v0\nv_ashrrev_i32 v5, 31, v4\nv_lshlrev_b64 v[4:5], 2, v[4:5]\n"
        "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
        "global_store_b32 v[4:5], v0, off"
    )
    narrow = "v_add_nc_u32 v4, s8, v0\nv_lshlrev_b32 v4, 2, v4\nglobal_store_b32 v4, v0, s[4:5]"
    assert not proved(wide, narrow)
    found = prove(wide, narrow, assume=("nonneg-index", "buffers-under-4gib"))
    assert (found.status, found.assumptions) == ("proved", ("buffers-under-4gib", "nonneg-index"))
    assert not proved(wide, narrow.replace("2, v4", "3, v4"), assume=("nonneg-index", "buffers-under-4gib"))


def test_mode_is_part_of_an_operation() -> None:
    text = "v_mov_b32 v1, 0\nv_mov_b32 v3, s6\n{}v_add_f32 v2, s7, v3\n{}" + STORE
    mode = "s_round_mode 0x1\n"
    assert proved(text.format(mode, ""), text.format(mode, ""))
    assert not proved(text.format(mode, ""), text.format("", mode))


def test_declared_registers_must_do() -> None:
    body = "\tv_mov_b32 v9, 1.0\n\tglobal_store_b32 v0, v9, s[4:5]"
    enough, granted, short = (assemble(body, vgprs=count) for count in (10, 9, 8))
    assert verify_modules(enough, enough, by_text=False).proved
    assert verify_modules(enough, granted).proved  # in units of 8
    found = verify_modules(enough, short).kernels[0]
    assert "B declares 8 VGPRs and uses 10" in found.differences[0].message
    found = verify_modules(short, enough).kernels[0]
    assert "A declares 8 VGPRs and uses 10" in found.differences[0].message
    assert verify_modules(short, short).proved  # the same bytes


def test_a_failure_names_lines_and_the_terms_that_differ() -> None:
    found = prove("v_mov_b32 v2, 1.0\n" + STORE.replace("v1", "v0"), "v_mov_b32 v2, 2.0\n" + STORE.replace("v1", "v0"))
    first = found.differences[0]
    assert (first.line_a, first.line_b) == (5, 5)
    assert (first.term_a, first.term_b) == ("0x3f800000", "0x40000000")


def test_terms_are_shown_where_they_begin_to_differ() -> None:
    """What follows from a difference is as deep as the kernel is long, and both operands of each sum differ."""
    rest = "v_mul_f32 v3, v2, v2\nv_add_f32 v2, v3, v2\n" * 12 + "global_store_b32 v0, v2, s[4:5]"
    first = prove("v_exp_f32 v2, s6\n" + rest, "v_log_f32 v2, s6\n" + rest).differences[0]
    assert first.term_a.startswith("v_exp_f32")
    assert first.term_b.startswith("v_log_f32")


def test_terms_that_differ_below_what_is_shown_are_told_apart() -> None:
    """The operands of a subtraction change places, and are alike but for what they begin with."""
    chain = "".join(f"v_sqrt_f32 v{r}, v{r}\n" * 4 for r in (2, 3))
    start = f"v_exp_f32 v2, s6\nv_log_f32 v3, s6\n{chain}s_waitcnt_depctr 0xfff\n"
    text = f"{start}v_sub_f32 v2, {{}}\nglobal_store_b32 v0, v2, s[4:5]"
    first = prove(text.format("v2, v3"), text.format("v3, v2")).differences[0]
    assert first.term_a != first.term_b
    assert first.term_a.startswith("v_sub_f32(")


def test_different_is_said_only_with_a_witness() -> None:
    a, b = (assemble(f"\tv_mov_b32 v2, {c}\n\tglobal_store_b32 v0, v2, s[4:5]") for c in ("1.0", "2.0"))
    shown = Witness({"grid": 1}, {"out": 1.0}, {"out": 2.0})
    assert verify_modules(a, b, witness=lambda *_: shown).kernels[0].status == "different"
    assert verify_modules(a, b, witness=lambda *_: None).kernels[0].status == "not-proved"
    assert verify_modules(a, a, witness=lambda *_: shown).proved


def test_names_that_do_not_exist() -> None:
    module = assemble("\ts_nop 0")
    with pytest.raises(UsageError, match="no assumption is called 'luck'"):
        verify_modules(module, module, assumptions=["luck"])
    with pytest.raises(UsageError, match="no kernel is called 'x'"):
        verify_modules(module, module, kernels=["x"])


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = tmp_path / "a.s", tmp_path / "b.s"
    a.write_text(assemble("\tv_mov_b32 v2, 1.0\n\tglobal_store_b32 v0, v2, s[4:5]").text())
    b.write_text(assemble("\tv_mov_b32 v3, 1.0\n\tglobal_store_b32 v0, v3, s[4:5]").text())
    assert run(["verify", str(a), str(b), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kernels"][0]["status"] == "proved"
    assert document["kernels"][0]["witness"] is None
    assert document["kernels"][0]["blocks"][0]["status"] == "proved"
    b.write_text(b.read_text().replace("v3, 1.0", "v3, 4.0"))
    assert run(["verify", str(a), str(b)]) == 1
    captured = capsys.readouterr()
    assert "not-proved" in captured.out
    assert "not proved equal" in captured.err


def test_logic_on_64_bits_is_compared_as_such() -> None:
    head, tail = "v_mov_b32 v1, 0\nv_mov_b32 v2, 0\n", "\ns_cbranch_scc1 .Lend\nv_mov_b32 v2, 1.0\n.Lend:\n" + STORE
    plain = head + "s_and_b64 s[8:9], s[4:5], s[6:7]" + tail
    for wave in (32, 64):
        assert proved(plain, head + "s_nand_b64 s[8:9], s[4:5], s[6:7]\ns_not_b64 s[8:9], s[8:9]" + tail, wave=wave)
        assert not proved(plain, head + "s_nor_b64 s[8:9], s[4:5], s[6:7]\ns_not_b64 s[8:9], s[8:9]" + tail, wave=wave)
        # The low halves alone are not enough.
        assert not proved(plain, head + "s_and_b32 s8, s4, s6" + tail, wave=wave)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_metadata_that_differ_are_seen_under_any_line_ends(end: str) -> None:
    text = assemble("\ts_nop 0").text()
    files = [text + block(entry([f".kernarg_segment_size: {size}"])) for size in (8, 16)]
    a, b = (parse_text(file.replace("\n", end)) for file in files)
    assert verify_modules(a, a).proved
    assert not verify_modules(a, b).proved


def test_another_target_is_not_proved() -> None:
    one, other = (assemble("\tv_mov_b32_e32 v1, 0", arch) for arch in ("gfx1100", "gfx1201"))
    for pair in ((one, other), (other, one)):
        (found,) = verify_modules(*pair).kernels
        assert found.status == "not-proved"
        assert found.differences[0].message == "the files are for different targets"
