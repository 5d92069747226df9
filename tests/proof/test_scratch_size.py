"""How much scratch a kernel asks for may become less where it needs no more, and nowhere else."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import block, entry
from tests.proof.test_attacks import program

SPILLED = """scratch_store_b32 off, v0, off offset:4
scratch_load_b32 v2, off, off offset:4
s_waitcnt vmcnt(0)
STORE"""
KEPT = "v_mov_b32_e32 v2, v0\nSTORE"
BY_ADDRESS = SPILLED.replace("off, off offset:4", "v3, off", 1)
FLAT = f"flat_load_b32 v4, v[4:5]\n{SPILLED}"
TOLD = f"s_getreg_b32 s6, hwreg(HW_REG_SH_MEM_BASES)\n{SPILLED}"
OLD = 16
#: Where the pointer to the arguments is beside what tells of scratch.
KERNARG = {"dispatch_ptr": "s[2:3]", "queue_ptr": "s[2:3]", "private_segment_size": "s[0:1]"}


def kernel(code: str, size: int, enabled: bool, stated: int, dynamic: bool = False, told: str = "") -> Module:
    text = program(code, after=block(entry([f".private_segment_fixed_size: {stated}"])), scratch=False).text()
    count = ".amdhsa_user_sgpr_count 2\n"
    more = f"\t\t.amdhsa_private_segment_fixed_size {size}\n\t\t.amdhsa_enable_private_segment {int(enabled)}\n"
    more += f"\t\t.amdhsa_uses_dynamic_stack {int(dynamic)}\n"
    if told:
        count, more = count.replace("2", "4"), f"{more}\t\t.amdhsa_user_sgpr_{told} 1\n"
        text = text.replace("user_sgpr_count 2", "user_sgpr_count 4").replace("s[0:1], 0x", f"{KERNARG[told]}, 0x")
    return parse_text(text.replace(count, count + more), "t.s")


def proved(before: Module, after: Module) -> bool:
    return verify_modules(before, after).proved


@pytest.mark.parametrize(
    ("size", "enabled", "stated"), [(0, False, 0), (8, True, 8), (0, False, OLD), (OLD, True, OLD)]
)
def test_less_is_enough_without_accesses(size: int, enabled: bool, stated: int) -> None:
    assert proved(kernel(SPILLED, OLD, True, OLD), kernel(KEPT, size, enabled, stated))


def test_less_is_enough_as_far_as_it_is_used() -> None:
    before = kernel(SPILLED, OLD, True, OLD)
    assert proved(before, kernel(SPILLED, 8, True, 8))
    assert not proved(before, kernel(SPILLED, 4, True, 4))
    assert not proved(before, kernel(SPILLED, 8, False, 8))


def test_the_metadata_follow_the_descriptor() -> None:
    assert not proved(kernel(SPILLED, OLD, True, OLD), kernel(KEPT, 8, True, 4))


def test_what_only_the_metadata_asked_for_may_be_used() -> None:
    swapped = SPILLED.replace("v2,", "v3,").replace("STORE", "v_mov_b32_e32 v2, v3\nSTORE")
    before = kernel(SPILLED, 0, True, OLD)
    assert proved(before, kernel(swapped, 0, True, OLD))
    assert not proved(before, kernel(swapped, 0, True, 0))
    assert proved(kernel(KEPT, 0, True, OLD), kernel(f"s_nop 0\n{KEPT}", 0, True, 0))


def test_no_version_gets_more() -> None:
    assert not proved(kernel(KEPT, 0, False, 0), kernel(f"s_nop 0\n{KEPT}", 1 << 28, False, 1 << 28))
    assert not proved(kernel(KEPT, OLD, True, OLD), kernel(f"s_nop 0\n{KEPT}", 1 << 28, True, OLD))
    assert not proved(kernel(KEPT, 0, False, 0), kernel(SPILLED, OLD, True, OLD))
    assert not proved(kernel(KEPT, 0, False, 0), kernel(f"s_nop 0\n{KEPT}", 0, True, 0))


@pytest.mark.parametrize("code", [BY_ADDRESS, FLAT, TOLD])
def test_all_of_it_stays_where_something_may_tell(code: str) -> None:
    assert not proved(kernel(code, OLD, True, OLD), kernel(code, 8, True, 8))


def test_all_of_it_stays_where_the_stack_is_dynamic() -> None:
    assert not proved(kernel(SPILLED, OLD, True, OLD, True), kernel(KEPT, 0, False, 0, True))


@pytest.mark.parametrize("told", KERNARG)
def test_all_of_it_stays_where_a_wave_can_find_out_how_much_it_is(told: str) -> None:
    before = kernel(SPILLED, OLD, True, OLD, told=told)
    assert proved(before, kernel(KEPT, OLD, True, OLD, told=told))
    assert not proved(before, kernel(KEPT, 0, False, 0, told=told))


@pytest.mark.parametrize(("enabled", "stated"), [(False, OLD), (True, 0), (True, 4), (False, 0)])
def test_none_is_used_where_none_is_set_up(enabled: bool, stated: int) -> None:
    assert not proved(kernel(KEPT, OLD, enabled, stated), kernel(SPILLED, OLD, enabled, stated))
    assert not proved(kernel(KEPT, OLD, False, stated), kernel(SPILLED, OLD, enabled, stated))


@pytest.mark.parametrize(
    "access",
    [
        "scratch_store_b32 off, v0, off offset:64",
        "scratch_store_b32 off, v0, off offset:-4",
        "scratch_store_b32 v1, v0, off",
        "scratch_store_b32 off, v0, s8",
        "scratch_store_b8 off, v0, off offset:64",
        "scratch_load_b32 v9, off, off offset:64",
        "scratch_load_b32 v9, v1, off",
    ],
)
@pytest.mark.parametrize("enabled", [False, True])
def test_no_access_is_new_that_may_leave_the_own_scratch(access: str, enabled: bool) -> None:
    assert not proved(kernel(KEPT, OLD, enabled, OLD), kernel(f"{access}\n{KEPT}", OLD, enabled, OLD))
    wide = "scratch_store_b32 v1, v0, off"
    assert proved(kernel(f"{wide}\n{KEPT}", OLD, True, OLD), kernel(KEPT, OLD, True, OLD))


def test_code_that_cannot_be_followed_has_no_slots() -> None:
    code = SPILLED.replace("off, off offset:4", "off, s3", 1).replace("STORE", "s_movreld_b32 s4, s5\nSTORE")
    assert not proved(kernel(code, OLD, True, OLD), kernel(KEPT, OLD, True, OLD))
