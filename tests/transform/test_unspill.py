"""The pass ``unspill``: scratch slots in registers, proved; what stays in scratch, and why."""

from __future__ import annotations

import re

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.unspill.unspill import Unspill
from tests.kernels import arguments, block, entry, kernel_file
from tests.transform.soundness import applied

HEAD = ["s_load_b128 s[4:7], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0", "s_waitcnt lgkmcnt(0)"]
STORE = "global_store_b32 v1, v2, s[4:5]"


def kernel(lines: list[str], vgprs: int = 16, size: int = 64, arch: str = "gfx1100", wave: int = 32) -> Module:
    lines = [*HEAD, *lines]
    if arch.startswith("gfx12"):
        lines = [re.sub(r"s_waitcnt (vm|lgkm)cnt\(0\)", lambda m: f"s_wait_{WAITS[m[1]]}cnt 0x0", x) for x in lines]
    facts = [
        f".private_segment_fixed_size: {size}", ".vgpr_spill_count: 9", f".vgpr_count: {vgprs}",
        f".wavefront_size: {wave}", ".max_flat_workgroup_size: 64", *arguments(8, 8),
    ]  # fmt: skip
    text = kernel_file(
        lines, "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1", f"private_segment_fixed_size {size}",
        "enable_private_segment 1", "kernarg_size 16", arch=arch, vgprs=vgprs, wave=wave,
    )  # fmt: skip
    noted = f"\t.set k.private_seg_size, {size}\n; ScratchSize: {size}\n\t.section\t.rodata"
    return parse_text(text.replace("\t.section\t.rodata", noted) + block(entry(facts)))


WAITS = {"vm": "load", "lgkm": "km"}


def unspilled(module: Module, max_vgprs: int | None = None, changed: bool = True) -> PassResult:
    result = applied(Unspill(max_vgprs), module, emulated=True)
    assert result.changed == changed
    return result


def names(module: Module, prefix: str = "") -> list[str]:
    return [i.op.mnemonic for _, i in module.instructions(module.kernels[0]) if i.op.mnemonic.startswith(prefix)]


SPILL = [
    "v_add_nc_u32_e32 v2, 7, v0",
    "scratch_store_b32 off, v2, off offset:12",
    "v_mov_b32_e32 v2, 3",
    "global_store_b32 v1, v2, s[6:7]",
    "scratch_load_b32 v2, off, off offset:12",
    "s_waitcnt vmcnt(0)",
    STORE,
]


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)])
def test_a_spilled_value_stays_in_a_register(arch: str, wave: int) -> None:
    result = unspilled(kernel(SPILL, arch=arch, wave=wave))
    assert names(result.module, "scratch") == []
    # Neither a copy nor a wait is left of it.
    assert names(result.module, "v_mov") == ["v_mov_b32_e32"]
    assert len(names(result.module, "s_wait")) == 1


def test_a_last_use_is_a_load_like_others() -> None:
    lines = [line + (" th:TH_LOAD_LU" if line.startswith("scratch_load") else "") for line in SPILL]
    assert names(unspilled(kernel(lines, arch="gfx1201")).module, "scratch") == []


@pytest.mark.parametrize("before", [[], SPILL[:2]])
def test_what_nothing_has_stored_stays_in_scratch(before: list[str]) -> None:
    lines = [*before, "scratch_load_b64 v[2:3], off, off offset:12", "s_waitcnt vmcnt(0)", STORE]
    assert "nothing has stored" in unspilled(kernel(lines), changed=False).notes[0]


def test_no_scratch_is_asked_for_where_none_is_used() -> None:
    text = unspilled(kernel(SPILL)).module.text()
    assert ".amdhsa_private_segment_fixed_size 0\n" in text
    assert ".amdhsa_enable_private_segment 0\n" in text
    assert ".private_segment_fixed_size: 0\n" in text
    assert ".set k.private_seg_size, 0\n" in text
    assert "; ScratchSize: 0\n" in text
    assert ".vgpr_spill_count: 0\n" in text


@pytest.mark.slow
def test_wide_accesses_and_slots_that_overlap() -> None:
    lines = [
        "v_mov_b32_e32 v2, 5",
        "v_add_nc_u32_e32 v3, 1, v0",
        "v_add_nc_u32_e32 v4, 2, v0",
        "v_add_nc_u32_e32 v5, 3, v0",
        "scratch_store_b128 off, v[2:5], off offset:16",
        "scratch_store_b32 off, v1, off offset:20",
        "v_mov_b32_e32 v3, 0",
        "scratch_load_b96 v[6:8], off, off offset:20",
        "s_waitcnt vmcnt(0)",
        "v_add3_u32 v2, v6, v7, v8",
        "v_add_nc_u32_e32 v2, v2, v3",
        STORE,
    ]
    assert names(unspilled(kernel(lines)).module, "scratch") == []


@pytest.mark.slow
def test_lanes_that_store_apart() -> None:
    lines = [
        "v_mov_b32_e32 v2, 5",
        "scratch_store_b32 off, v2, off",
        "v_cmp_gt_u32_e32 vcc_lo, 9, v0",
        "s_and_saveexec_b32 s8, vcc_lo",
        "v_add_nc_u32_e32 v2, 1, v0",
        "scratch_store_b32 off, v2, off",
        "s_mov_b32 exec_lo, s8",
        "v_mov_b32_e32 v2, 0",
        "global_store_b32 v1, v2, s[6:7]",
        "scratch_load_b32 v2, off, off",
        "s_waitcnt vmcnt(0)",
        STORE,
    ]
    assert names(unspilled(kernel(lines)).module, "scratch") == []


@pytest.mark.slow
def test_a_loop_reads_its_invariant_where_it_is() -> None:
    lines = [
        "scratch_store_b32 off, v0, off offset:4",
        "v_mov_b32_e32 v2, 0",
        "s_mov_b32 s8, 0",
        "L1:",
        "scratch_load_b32 v3, off, off offset:4",
        "s_waitcnt vmcnt(0)",
        "v_mad_u32_u24 v2, v2, 5, v3",
        "s_add_i32 s8, s8, 1",
        "s_cmp_lt_u32 s8, 6",
        "s_cbranch_scc1 L1",
        STORE,
    ]
    result = unspilled(kernel(lines))
    (loop,) = re.findall(r"L1:\n(.*)s_cbranch", result.module.text(), re.S)
    assert "v_mov" not in loop
    assert "7 -> 0 weighted" in result.notes[0]


def full_file(count: int) -> list[str]:
    """So many values at once; more of them are in scratch."""
    lines = [f"v_add_nc_u32_e32 v{3 + i}, {i}, v0" for i in range(count)]
    lines += [f"v_add_nc_u32_e32 v2, {i + 40}, v0\n\tscratch_store_b32 off, v2, off offset:{4 * i}" for i in range(12)]
    lines += ["v_mov_b32_e32 v2, 0", *(f"v_xor_b32_e32 v2, v2, v{3 + i}" for i in range(count))]
    for i in range(12):
        lines += [f"scratch_load_b32 v3, off, off offset:{4 * i}", "s_waitcnt vmcnt(0)", "v_mad_u32_u24 v2, v2, 3, v3"]
    return [*"\n\t".join(lines).split("\n\t"), STORE]


@pytest.mark.slow
def test_results_come_later_where_registers_are_too_few() -> None:
    # 12 values and 9 at once do not fit, but they need not be there together.
    result = unspilled(kernel(full_file(9), vgprs=12), 12)
    assert names(result.module, "scratch") == []
    assert "next_free_vgpr 12\n" in result.module.text()


@pytest.mark.slow
def test_values_copied_early_in_a_loop_leave_registers_to_others() -> None:
    # As in the online softmax of attention: what is carried round is copied first, and rescaled late.
    count, spilled = 8, 9
    carried, copies = range(5, 5 + count), range(5 + count, 5 + 2 * count)
    lines: list[str] = []
    for slot in range(spilled):
        lines += [f"v_add_nc_u32_e32 v2, {slot + 1}, v0", f"scratch_store_b32 off, v2, off offset:{4 * slot}"]
    lines += [f"v_add_nc_u32_e32 v{r}, {r}, v0" for r in carried]
    lines += ["v_mov_b32_e32 v4, 1.0", "s_mov_b32 s8, 4", ".L1:", "v_add_f32_e32 v4, 1.0, v4"]
    lines += [f"v_mov_b32_e32 v{copies[3 * n % count]}, v{carried[3 * n % count]}" for n in range(count)]
    for n in range(count):
        lines += [f"scratch_load_b32 v3, off, off offset:{4 * n}", "s_waitcnt vmcnt(0)"]
        lines += [f"v_mul_f32_e32 v{carried[n]}, v3, v4", f"v_fmac_f32_e32 v{carried[n]}, v{copies[n]}, v4"]
    lines += ["s_sub_i32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .L1", "v_mov_b32_e32 v2, 0"]
    lines += [f"v_add_f32_e32 v2, v2, v{r}" for r in carried]
    vgprs = 2 * count + 5
    result = unspilled(kernel([*lines, STORE], vgprs, 4 * spilled), max_vgprs=vgprs)
    assert names(result.module, "scratch") == []


def sums_and_loads(form: str, carried: bool = False) -> list[str]:
    """Six sums of a common base, which is dead behind them, and six loads, three of them in scratch, stay live round a
    loop, which may change the base."""
    lines = ["v_mul_u32_u24_e32 v2, 3, v0", "s_mov_b32 s8, 3"]
    lines += [form.format(f"v{4 + i}", 16 * i + 100, "v2") for i in range(6)]
    for i in range(6):
        lines += [f"global_load_b32 v3, v1, s[6:7] offset:{4 * i}", "s_waitcnt vmcnt(0)"]
        lines += [f"scratch_store_b32 off, v3, off offset:{4 * i}" if i < 3 else f"v_mov_b32_e32 v{7 + i}, v3"]
    turn = ["v_add_nc_u32_e32 v2, 5, v2"] if carried else []
    lines += [".L1:", *turn, "s_sub_i32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .L1"]
    lines += [*([] if carried else ["v_mov_b32_e32 v2, 0"]), *(f"v_mad_u32_u24 v2, v2, 3, v{4 + i}" for i in range(9))]
    for i in range(3):
        lines += [f"scratch_load_b32 v3, off, off offset:{4 * i}", "s_waitcnt vmcnt(0)", "v_mad_u32_u24 v2, v2, 5, v3"]
    return [*lines, STORE]


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_sums_are_computed_again_where_registers_are_too_few(arch: str) -> None:
    result = unspilled(kernel(sums_and_loads("v_add_nc_u32_e32 {}, {}, {}"), 13, arch=arch), 13)
    assert names(result.module, "scratch") == []
    assert "v_add_nc_u32" in result.module.text().partition(".L1:")[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "carried"),
    [
        ("v_cvt_f32_u32_e32 {0}, {2}\n\tv_add_f32_e32 {0}, {0}, {2}", False),  # a sum in a mode that may change
        ("v_add_nc_u32_e32 {}, {}, {}", True),  # the base is another one behind the loop
        ("v_add_nc_u32_e32 {0}, {1}, v0", False),  # the register that the wave starts with is somebody else's by then
        ("v_readfirstlane_b32 s9, {2}\n\tv_add_nc_u32_e32 {0}, s9, {2}", False),  # so is the scalar
    ],
)
def test_what_would_not_be_the_same_is_not_computed_again(form: str, carried: bool) -> None:
    lines = [x for text in sums_and_loads(form, carried) for x in text.split("\n\t")]
    assert names(unspilled(kernel(lines, 13), 13).module, "scratch")


@pytest.mark.slow
@pytest.mark.parametrize("base", ["off", "s20"])
def test_what_does_not_fit_stays_and_moves_together(base: str) -> None:
    # A load from memory that another wave may have written keeps its place, and its result waits for the end.
    held = [f"global_load_b32 v{3 + i}, v1, s[6:7] offset:{4 * i} glc" for i in range(8)]
    lines = ["s_mov_b32 s20, 16", *held, "s_waitcnt vmcnt(0)", "buffer_gl0_inv"]
    for i in range(4):
        slot = f"{base} offset:{8 * i + 4}"
        lines += [f"global_load_b32 v2, v1, s[6:7] offset:{4 * i + 64} glc", "s_waitcnt vmcnt(0)", "buffer_gl0_inv"]
        lines += [f"scratch_store_b32 off, v2, {slot}"]
    lines += ["v_mov_b32_e32 v2, 0", *(f"v_xor_b32_e32 v2, v2, v{3 + i}" for i in range(8))]
    for i in range(4):
        lines += [
            f"scratch_load_b32 v3, off, {base} offset:{8 * i + 4}",
            "s_waitcnt vmcnt(0)",
            "v_sub_nc_u32_e32 v2, v3, v2",
        ]
    result = unspilled(kernel([*lines, STORE], vgprs=12), 12)
    left = names(result.module, "scratch_store")
    assert 0 < len(left) < 4
    assert not any(
        "s20" in i.text for _, i in result.module.instructions(result.module.kernels[0]) if i.op.flag("scratch")
    )
    assert f".amdhsa_private_segment_fixed_size {4 * len(left)}\n" in result.module.text()
    assert {d.code for d in result.declined} == {"register-limit"}
    assert "cannot fit in 12" in result.declined[0].message


@pytest.mark.slow
def test_a_wait_by_number_counts_what_is_left() -> None:
    # The wait in front of the release leaves the scratch load alone outstanding, not a load from memory.
    lines = [
        "scratch_store_b32 off, v0, off",
        "global_load_b32 v2, v1, s[6:7]",
        "scratch_load_b32 v3, off, off",
        "s_waitcnt vmcnt(1)",
        "s_waitcnt_vscnt null, 0x0",
        "s_barrier",
        "s_waitcnt vmcnt(0)",
        "v_add_nc_u32_e32 v2, v2, v3",
        STORE,
    ]
    found = names(unspilled(kernel(lines)).module)
    text = unspilled(kernel(lines)).module.text()
    assert "scratch_load_b32" not in found
    assert "s_waitcnt vmcnt(0)" in text[: text.index("s_barrier")]


def test_a_wave64_waits_where_copies_bring_writes_near() -> None:
    lines = [
        "v_add_nc_u32_e32 v2, 7, v0",
        "scratch_store_b32 off, v2, off offset:12",
        "v_cmp_gt_u32_e32 vcc, 9, v0",
        "s_and_saveexec_b64 s[8:9], vcc",
        "v_add_nc_u32_e32 v3, 1, v0",
        "scratch_load_b32 v2, off, off offset:12",
        "s_waitcnt vmcnt(0)",
        "v_add_nc_u32_e32 v2, v2, v3",
        STORE,
    ]
    assert "s_waitcnt_depctr depctr_va_vdst(0)" in unspilled(kernel(lines, wave=64)).module.text()


def test_a_loop_that_goes_on_by_what_was_spilled() -> None:
    # A wave sees nothing of others in its scratch: going on by it is no waiting for another wave.
    lines = [
        "scratch_store_b32 off, v0, off offset:4",
        "v_mov_b32_e32 v2, 0",
        "L1:",
        "scratch_load_b32 v3, off, off offset:4",
        "s_waitcnt vmcnt(0)",
        "v_add_nc_u32_e32 v2, 1, v2",
        "v_cmp_lt_u32_e32 vcc_lo, v2, v3",
        "s_cbranch_vccnz L1",
        STORE,
    ]
    assert names(unspilled(kernel(lines)).module, "scratch") == []


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_scalar_that_holds_a_constant_is_an_address(arch: str) -> None:
    lines = [
        "s_mov_b32 s8, 8",
        "s_mov_b32 s9, 3",
        "v_mov_b32_e32 v3, v0",
        ".L1:",
        "v_add_nc_u32_e32 v2, 7, v3",
        "scratch_store_b32 off, v2, s8 offset:4",
        "v_mov_b32_e32 v2, v3",
        "scratch_load_b32 v3, off, off offset:12",
        "s_waitcnt vmcnt(0)",
        "s_sub_i32 s9, s9, 1",
        "s_cmp_lg_u32 s9, 0",
        "s_cbranch_scc1 .L1",
        STORE,
    ]
    assert names(unspilled(kernel(lines, arch=arch)).module, "scratch") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("scratch_store_b32 v1, v0, off", "dynamic-address"),
        ("scratch_store_b32 off, v0, s8", "dynamic-address"),
        ("scratch_store_b8 off, v0, off offset:1", "form"),
        ("scratch_load_b32 v3, off, off offset:2", "form"),
        ("scratch_load_b32 v3, off, off glc", "form"),
        ("flat_load_b32 v3, v[4:5]", "flat"),
        ("s_mov_b64 s[8:9], src_private_base", "address-escapes"),
    ],
)
def test_scratch_that_is_more_than_slots_stays(line: str, code: str) -> None:
    result = unspilled(kernel([line, *SPILL]), changed=False)
    assert result.reason == code


def test_a_kernel_without_scratch_has_nothing_to_do() -> None:
    assert unspilled(kernel([STORE.replace("v2", "v0")]), changed=False).reason == "no-candidate"
