"""Constant steps of addresses in straight-line code, and offsets that hold them."""

from __future__ import annotations

import pytest

from isaopt.analysis.flow.accesses import COUNTED, SHARED, UNWRITTEN, noted
from isaopt.analysis.flow.liveness import kernel_ops, live_ranges
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.isa.registers import SGPR_BASE
from isaopt.transform.access_offsets import address_of, moved
from isaopt.transform.dead import without_dead
from isaopt.transform.unroll.fold import StraightLine, fold
from tests.renaming import assemble

S = SGPR_BASE


def folded(code: str, arch: str = "gfx1100", constants: dict[int, int] | None = None) -> list[str]:
    """The first block of some lines after folding, as text."""
    module = assemble("".join(f"\t{line.strip()}\n" for line in code.split(";")), arch)
    kernel = module.kernels[0]
    cfg, live = live_ranges(module, kernel)
    end = len(cfg.blocks[0].instructions)
    numbers = constants or {}
    block = StraightLine(kernel_ops(module, cfg)[:end], live.live_out[:end], numbers.get, arch, 32)
    return [print_op(op) for op in fold(block).ops if op is not None][:-1]


LOAD = "ds_load_b32 v{}, v1"
KEEP = "global_store_b32 v[8:9], v{}, off"


def test_steps_between_loads_go_into_offsets() -> None:
    code = f"{LOAD.format(4)};v_add_nc_u32_e32 v1, 0x80, v1;{LOAD.format(5)};v_add_nc_u32_e32 v1, 0x80, v1"
    code += f";{LOAD.format(6)}"
    assert folded(code) == [
        "ds_load_b32 v4, v1",
        "ds_load_b32 v5, v1 offset:128",
        "ds_load_b32 v6, v1 offset:256",
    ]


def test_the_last_step_does_the_work_of_all_where_the_register_lives_on() -> None:
    code = f"{LOAD.format(4)};v_add_nc_u32_e32 v1, 0x80, v1;{LOAD.format(5)};v_add_nc_u32_e32 v1, 0x80, v1"
    code += f";{LOAD.format(6)};" + KEEP.format(1)
    assert folded(code) == [
        "ds_load_b32 v4, v1",
        "ds_load_b32 v5, v1 offset:128",
        "v_add_nc_u32_e32 v1, 0x100, v1",
        "ds_load_b32 v6, v1",
        "global_store_b32 v[8:9], v1, off",
    ]


def test_a_step_that_does_not_fit_starts_anew() -> None:
    code = ";".join(f"v_add_nc_u32_e32 v1, 0x6000, v1;{LOAD.format(4 + i)}" for i in range(4))
    assert folded(code) == [
        "ds_load_b32 v4, v1 offset:24576",
        "ds_load_b32 v5, v1 offset:49152",
        "v_add_nc_u32_e32 v1, 0x12000, v1",
        "ds_load_b32 v6, v1",
        "ds_load_b32 v7, v1 offset:24576",
    ]


def test_other_readers_get_the_true_value() -> None:
    code = f"v_add_nc_u32_e32 v1, 4, v1;{LOAD.format(4)};v_add_nc_u32_e32 v1, 4, v1;v_cvt_f32_u32_e32 v5, v1"
    code += f";v_add_nc_u32_e32 v1, 4, v1;{LOAD.format(6)};ds_store_b32 v1, v1 offset:8"
    assert folded(code) == [
        "ds_load_b32 v4, v1 offset:4",
        "v_add_nc_u32_e32 v1, 8, v1",
        "v_cvt_f32_u32_e32 v5, v1",
        "v_add_nc_u32_e32 v1, 4, v1",
        "ds_load_b32 v6, v1",
        "ds_store_b32 v1, v1 offset:8",
    ]


def test_a_copy_is_read_where_it_came_from() -> None:
    code = f"v_mov_b32_e32 v1, v2;{LOAD.format(4)};v_add_nc_u32_e32 v3, 64, v1;ds_load_b32 v3, v3 offset:4"
    assert folded(code) == [
        "v_mov_b32_e32 v1, v2",
        "ds_load_b32 v4, v2",
        "v_add_nc_u32_e32 v3, 64, v1",
        "ds_load_b32 v3, v2 offset:68",
    ]
    # Not if that register has changed since.
    changed = folded(f"v_mov_b32_e32 v1, v2;v_mov_b32_e32 v2, 0;{LOAD.format(4)};{KEEP.format(2)}")
    assert changed[2] == "ds_load_b32 v4, v1"


def test_a_scalar_counter_in_an_address() -> None:
    rounds = ";".join(
        f"v_add_nc_u32_e32 v{4 + i}, s2, v1;ds_load_b32 v{4 + i}, v{4 + i};s_addk_i32 s2, 0x200" for i in (0, 1)
    )
    # Known at the start: the sum is a constant away from v1.
    assert [x for x in folded(rounds, constants={S + 2: 0}) if "ds_load" in x] == [
        "ds_load_b32 v4, v1",
        "ds_load_b32 v5, v1 offset:512",
    ]
    # Unknown: the sum lags with the counter.
    assert folded(rounds) == [
        "v_add_nc_u32_e32 v4, s2, v1",
        "ds_load_b32 v4, v4",
        "v_add_nc_u32_e32 v5, s2, v1",
        "ds_load_b32 v5, v5 offset:512",
    ]


def test_a_sum_that_is_still_there_is_not_made_again() -> None:
    code = "v_lshl_add_u32 v4, s2, 2, v1;ds_load_b32 v5, v4;s_add_i32 s2, s2, 4;v_lshl_add_u32 v4, s2, 2, v1"
    assert folded(f"{code};ds_load_b32 v6, v4") == [
        "v_lshl_add_u32 v4, s2, 2, v1",
        "ds_load_b32 v5, v4",
        "ds_load_b32 v6, v4 offset:16",
    ]


def test_known_counters_become_numbers() -> None:
    code = "s_addk_i32 s2, 0x200;v_or_b32_e32 v4, s2, v1;s_addk_i32 s2, 0x200;v_mad_u32_u24 v5, s2, v1, v2"
    assert folded(f"{code};{KEEP.format(4)};{KEEP.format(5)}", constants={S + 2: 0}) == [
        "v_or_b32_e32 v4, 0x200, v1",
        "s_addk_i32 s2, 0x400",
        "v_mad_u32_u24 v5, s2, v1, v2",
        KEEP.format(4),
        KEEP.format(5),
    ]


def test_lanes_that_are_off_keep_their_value() -> None:
    code = f"v_add_nc_u32_e32 v1, 4, v1;{LOAD.format(4)};s_mov_b32 exec_lo, s4;v_add_nc_u32_e32 v1, 4, v1;"
    code += f"{LOAD.format(5)};v_mov_b32_e32 v1, 0"
    assert folded(code)[0] == "v_add_nc_u32_e32 v1, 4, v1"
    assert "ds_load_b32 v5, v1 offset:4" in folded(code)
    copied = folded(f"v_mov_b32_e32 v1, v2;s_mov_b32 exec_lo, s4;{LOAD.format(5)}")
    assert "ds_load_b32 v5, v1" in copied


WIDE = "v_add_co_u32 v2, vcc_lo, v2, 64;v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo"
GLOBAL = "global_load_b32 v{}, v[2:3], off"


def test_steps_of_64_bits() -> None:
    code = f"{GLOBAL.format(4)};{WIDE};{GLOBAL.format(5)};{WIDE};{GLOBAL.format(6)}"
    assert folded(code) == [GLOBAL.format(4), GLOBAL.format(5) + " offset:64", GLOBAL.format(6) + " offset:128"]
    lives = folded(f"{code};{KEEP.format(3)}")
    assert lives[2:4] == ["v_add_co_u32 v2, vcc_lo, v2, 0x80", "v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo"]
    far = WIDE.replace("64;", "0x800;")
    reach = f"{far};{far};{GLOBAL.format(4)};{KEEP.format(4)}"
    assert folded(reach)[0] == "v_add_co_u32 v2, vcc_lo, v2, 0x1000"
    assert folded(reach, "gfx1201")[0] == GLOBAL.format(4) + " offset:4096"


def test_a_scalar_base_advances_for_all_that_use_it() -> None:
    step = "s_add_u32 s4, s4, 32;s_addc_u32 s5, s5, 0"
    two = "v_add_co_u32 v2, vcc_lo, s4, v6;v_add_co_ci_u32_e64 v3, null, s5, v7, vcc_lo"
    code = f"{step};global_load_b32 v4, v1, s[4:5];s_load_b32 s6, s[4:5], 0x10;{two};{GLOBAL.format(5)}"
    assert folded(code) == [
        "global_load_b32 v4, v1, s[4:5] offset:32",
        "s_load_b32 s6, s[4:5], 0x30",
        *two.split(";"),
        GLOBAL.format(5) + " offset:32",
    ]


def test_single_sums_of_two_words() -> None:
    step, load = "s_add_nc_u64 s[4:5], s[4:5], 4", "s_load_b32 s{}, s[8:9], 0x0"
    code = (
        f"{step};s_add_nc_u64 s[8:9], s[6:7], s[4:5];{load.format(2)};{step};s_mov_b64 s[8:9], s[4:5];{load.format(3)}"
    )
    assert folded(code, "gfx1201") == [
        "s_add_nc_u64 s[8:9], s[6:7], s[4:5]",
        "s_load_b32 s2, s[8:9], 0x4",
        "s_mov_b64 s[8:9], s[4:5]",
        "s_load_b32 s3, s[8:9], 0x8",
    ]
    word = "v_mov_b32_e32 v1, s{};global_store_b32 v[8:9], v1, off"
    for unit in (4, 5):
        assert folded(f"{step};{step};{word.format(unit)}", "gfx1201")[0] == "s_add_nc_u64 s[4:5], s[4:5], 8"
    # What lags far behind has no literal.
    far = f"s_add_u32 s6, s6, -64;s_addc_u32 s7, s7, -1;s_mov_b64 s[4:5], s[6:7];{step};{word.format(4)}"
    assert folded(far, "gfx1201")[:4] == [
        "s_add_u32 s6, s6, -64", "s_addc_u32 s7, s7, -1", "s_mov_b64 s[4:5], s[6:7]", step
    ]  # fmt: skip


def test_a_32_bit_offset_beside_a_scalar_base_keeps_its_steps() -> None:
    """It is extended by zeros: v1 + 4 may wrap where the address does not."""
    code = "v_add_nc_u32_e32 v1, 4, v1;global_load_b32 v4, v1, s[4:5]"
    assert folded(code) == code.split(";")


@pytest.mark.parametrize(
    ("access", "base", "extra", "result"),
    [
        ("ds_load_b128 v[4:7], v1 offset:16", 2, 528, "ds_load_b128 v[4:7], v2 offset:544"),
        ("ds_store_b32 v1, v2 offset:8", 1, -8, "ds_store_b32 v1, v2"),
        ("ds_load_b32 v4, v1 offset:65532", 1, 4, None),
        ("ds_load_b32 v4, v1", 1, -4, None),
        ("ds_load_2addr_b32 v[4:5], v1 offset1:32", 1, 528, "ds_load_2addr_b32 v[4:5], v1 offset0:132 offset1:164"),
        (
            "ds_load_2addr_b32 v[4:5], v1 offset1:64",
            1,
            4096,
            "ds_load_2addr_stride64_b32 v[4:5], v1 offset0:16 offset1:17",
        ),
        ("ds_load_2addr_b64 v[4:7], v1 offset1:1", 1, 4, None),
        ("ds_load_2addr_stride64_b32 v[4:5], v1 offset1:1", 1, 4, "ds_load_2addr_b32 v[4:5], v1 offset0:1 offset1:65"),
        ("ds_store_2addr_b32 v1, v4, v5 offset1:255", 1, 4, None),
        ("global_load_b32 v4, v[2:3], off", 2, -4096, "global_load_b32 v4, v[2:3], off offset:-4096"),
        ("global_load_b32 v4, v[2:3], off offset:4095", 2, 1, None),
        ("global_atomic_add_u32 v1, v4, s[2:3]", S + 2, 8, "global_atomic_add_u32 v1, v4, s[2:3] offset:8"),
        ("s_load_b64 s[8:9], s[2:3], 0xfffff", S + 2, 1, None),
        ("s_load_b32 s8, s[2:3], s4 offset:0x10", S + 2, 16, None),
        ("ds_bpermute_b32 v4, v1, v2", 1, 4, None),
        ("ds_add_u32 v1, v2", 1, 4, None),
        ("flat_load_b32 v4, v[2:3]", 2, 4, None),
        ("scratch_load_b32 v4, v1, off", 1, 4, None),
        ("buffer_load_b32 v4, v1, s[4:7], 0 offen", 1, 4, None),
    ],
)
def test_offsets(access: str, base: int, extra: int, result: str | None) -> None:
    op = moved(read_op(access, "gfx1100", 32), base, extra, "gfx1100", 32)
    assert (None if op is None else print_op(op)) == result


def test_a_moved_access_keeps_what_is_noted_of_its_order() -> None:
    op = noted(read_op("ds_load_b32 v4, v1", "gfx1100", 32), {SHARED: True, COUNTED: True})
    made = moved(op, 2, 16, "gfx1100", 32)
    assert made is not None
    assert made.flag(SHARED)
    assert made.flag(COUNTED)
    assert not made.flag(UNWRITTEN)


def test_a_vgpr_beside_a_scalar_base_is_no_base() -> None:
    where = address_of(read_op("global_load_b32 v4, v1, s[2:3]", "gfx1100", 32))
    assert where is not None
    assert (where.operand, where.words) == (2, 2)


def test_nothing_goes_between_the_program_counter_and_its_distance() -> None:
    address = "\ts_getpc_b64 s[4:5]\n\ts_mov_b32 s6, 5\n\ts_add_u32 s4, s4, table@rel32@lo+8\n"
    module = assemble(
        f"{address}\ts_addc_u32 s5, s5, table@rel32@hi+16\n\ts_mov_b32 s7, 5\n\ts_load_b32 s6, s[4:5], 0x0\n"
    )
    kernel = module.kernels[0]
    left = without_dead(module, kernel)
    written = [i.op.operands[0].text for _, i in left.instructions(left.kernels[0]) if i.op.mnemonic == "s_mov_b32"]
    assert written == ["s6"]
