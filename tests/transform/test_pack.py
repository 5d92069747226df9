"""The pass ``pack``: halves put together by one instruction, proved and run; and where they stay as they are."""

from __future__ import annotations

import random

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.pack import Pack
from tests.emulator.running import text_of
from tests.transform.soundness import applied

TARGETS = [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)]
#: What a target's compiler moves halves by.
HALVES = {
    "gfx1100": ("v_mov_b16_e32 v{d}.l, v{a}.l", "v_mov_b16_e32 v{d}.h, v{a}.h", "v_mov_b16_e32 v{d}.h, v{a}.l"),
    "gfx1201": ("v_and_b32_e32 v{d}, 0xffff0000, v{a}", "v_or_b32_e32 v{d}, v{a}, v{b}", "v_mov_b32_e32 v{d}, v{a}"),
}
FORMS = (
    "v_lshrrev_b32_e32 v{d}, 16, v{a}", "v_lshlrev_b32_e32 v{d}, 16, v{a}", "v_and_b32_e32 v{d}, 0xffff, v{a}",
    "v_lshl_or_b32 v{d}, v{a}, 16, v{b}", "v_and_or_b32 v{d}, v{a}, 0xffff, v{b}", "v_add_nc_u32_e32 v{d}, v{a}, v{b}",
)  # fmt: skip


def kernel(lines: list[str], arch: str = "gfx1100", wave: int = 32) -> Module:
    """Loads v2 to v5, runs the lines, and stores v2 to v9."""
    wait = "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0"
    load = ["v_lshlrev_b32_e32 v1, 5, v0", "global_load_b128 v[2:5], v1, s[4:5]", wait]
    rest = [f"v_mov_b32_e32 v{d}, {d}" for d in range(6, 10)]
    store = ["global_store_b128 v1, v[2:5], s[2:3]", "global_store_b128 v1, v[6:9], s[2:3] offset:16"]
    return parse_text(text_of("\n".join([*load, *rest, *lines, *store]), arch, wave), "k.s")


def packed(module: Module) -> PassResult:
    result = applied(Pack(), module, emulated=True)
    assert not result.changed or count(result.module) < count(module)
    return result


def count(module: Module) -> int:
    return sum(item.op.flag("valu") for _, item in module.instructions(module.kernels[0]))


def permutes(module: Module) -> list[str]:
    items = (item for _, item in module.instructions(module.kernels[0]))
    return [item.text.strip() for item in items if item.op.operation == "v_perm_b32"]


@pytest.mark.parametrize(("arch", "wave"), TARGETS)
def test_rows_of_halves_are_transposed_by_two_instructions(arch: str, wave: int) -> None:
    lines = ["v_mov_b16_e32 v6.l, v2.l", "v_mov_b16_e32 v6.h, v3.l", "v_lshrrev_b32_e32 v7, 16, v2"]
    lines += ["v_lshrrev_b32_e32 v8, 16, v3", "v_mov_b16_e32 v7.h, v8.l", "v_mov_b32_e32 v8, 0"]
    result = packed(kernel(lines, arch, wave))
    assert permutes(result.module) == ["v_perm_b32 v6, v3, v2, 0x5040100", "v_perm_b32 v7, v3, v2, 0x7060302"]


def test_halves_that_are_masked_and_joined_are_packed_where_registers_have_no_halves() -> None:
    lines = ["v_and_b32_e32 v6, 0xffff, v2", "v_lshl_or_b32 v6, v3, 16, v6", "v_and_b32_e32 v7, 0xffff0000, v3"]
    lines += ["v_lshrrev_b32_e32 v8, 16, v2", "v_or_b32_e32 v7, v7, v8", "v_mov_b32_e32 v8, 0"]
    result = packed(kernel(lines, "gfx1201"))
    assert permutes(result.module) == ["v_perm_b32 v6, v3, v2, 0x5040100", "v_perm_b32 v7, v3, v2, 0x7060302"]


@pytest.mark.parametrize("wrong", ["v3, v2, 0x5040302", "v2, v3, 0x5040100", "v3, v2, 0x1000504", "v3, v2, 0x5040101"])
def test_other_halves_are_not_proved(wrong: str) -> None:
    module = kernel(["v_mov_b16_e32 v6.l, v2.l", "v_mov_b16_e32 v6.h, v3.l"])
    assert not verify_modules(module, kernel([f"v_perm_b32 v6, {wrong}"])).proved


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["v_add_nc_u32_e32 v6, v2, v3"], "no-candidate"),
        (["v_mov_b16_e32 v2.h, v3.l"], "no-candidate"),
        # v2 holds another value by then.
        (["v_mov_b16_e32 v6.l, v2.l", "v_mov_b32_e32 v2, 1", "v_mov_b16_e32 v6.h, v3.l"], "no-candidate"),
        # The lanes are others.
        (["v_mov_b16_e32 v6.l, v2.l", "s_mov_b32 exec_lo, 0xff", "v_mov_b16_e32 v6.h, v3.l"], "no-candidate"),
        # The first is needed besides.
        (["v_mov_b16_e32 v6.l, v2.l", "v_add_nc_u32_e32 v7, v6, v2", "v_mov_b16_e32 v6.h, v3.l"], "no-gain"),
        (["v_lshrrev_b32_e32 v6, 16, v2", "v_mov_b32_e32 v7, v6"], "no-candidate"),
    ],
)
def test_what_gains_nothing_stays(lines: list[str], reason: str) -> None:
    assert packed(kernel(lines)).reason == reason


def test_lines_that_are_left_out_stay() -> None:
    module = kernel(["v_mov_b16_e32 v6.l, v2.l", "v_mov_b16_e32 v6.h, v3.l"])
    result = packed(module)
    assert not Pack(without=tuple(part.line for part in result.parts)).apply(module, module.kernels[0]).changed


@pytest.mark.parametrize(("arch", "wave"), TARGETS)
def test_random_moves_of_halves_are_proved_and_give_the_same_bits(arch: str, wave: int) -> None:
    changed = 0
    for seed in range(12):
        chosen = random.Random(seed)
        names = [{x: chosen.randrange(2, 10) for x in "dab"} for _ in range(14)]
        lines = [chosen.choice((*FORMS, *HALVES[arch] * 2)).format(**name) for name in names]
        changed += packed(kernel(lines, arch, wave)).changed
    assert changed >= 2
