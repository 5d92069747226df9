"""The pass ``coalesce``: copies that go, proved and run; those that stay, and why."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.transform.base import PassResult
from isaopt.transform.coalesce import Coalesce
from isaopt.transform.copies import copied_operand
from isaopt.transform.unspill.coalesce import Coalescing
from isaopt.transform.unspill.versions import KernelForm, coalesced
from tests.emulator.running import text_of
from tests.transform.soundness import applied

ARCHS = ("gfx1100", "gfx1201")
WAITS = {"gfx11": "s_waitcnt vmcnt(0)", "gfx12": "s_wait_loadcnt 0x0"}


def kernel(lines: list[str], arch: str = "gfx1100", wave: int = 32) -> Module:
    return parse_text(text_of("\n".join(lines).replace("LOADED", WAITS[arch[:5]]), arch, wave), "k.s")


def loop(body: list[str], rounds: int = 5) -> list[str]:
    """A round, executed so many times."""
    step = ["s_add_i32 s8, s8, -1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lround"]
    return [f"s_mov_b32 s8, {rounds}", ".Lround:", *body, *step]


def joined(module: Module, max_vgprs: int | None = None) -> PassResult:
    return applied(Coalesce(max_vgprs), module, emulated=True)


def copies(module: Module) -> int:
    ops = (half for _, i in module.instructions(module.kernels[0]) for half in i.op.halves)
    return sum(copied_operand(op) is not None for op in ops)


def window(rounds: int) -> list[str]:
    """Rounds that each load a value and add it to the two before it, which they carry in v2 and v3."""
    one = ["global_load_b32 v4, v0, s[4:5]", "LOADED", "v_sub_nc_u32_e32 v5, v4, v2", "v_xor_b32_e32 v5, v5, v3"]
    one += ["v_add_nc_u32_e32 v6, v6, v5", "v_mov_b32_e32 v2, v3", "v_mov_b32_e32 v3, v4", "v_add_nc_u32_e32 v0, 4, v0"]
    start = ["v_mov_b32_e32 v9, v0", *(f"v_mov_b32_e32 v{r}, {r}" for r in (2, 3, 6))]
    return [*start, *loop(one * rounds), "global_store_b32 v9, v6, s[2:3]"]


@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)])
def test_a_window_that_comes_round_needs_no_copy(arch: str, wave: int) -> None:
    module = kernel(window(3), arch, wave)
    result = joined(module)
    # v9 holds what v0 began with, which the loop moves.
    assert (copies(module), copies(result.module)) == (7, 1)
    assert result.notes[0].startswith("6 of 7 copies")


def test_a_window_of_one_round_shifts() -> None:
    # Three values in a row at once need a register each, and the oldest of them another one in each round.
    assert copies(joined(kernel(window(1))).module) >= 2


def test_a_value_that_changes_while_its_copy_is_needed_stays_two() -> None:
    change = ["v_xor_b32_e32 v3, v3, v2", "v_mov_b32_e32 v2, v1", "v_add_nc_u32_e32 v1, 3, v1"]
    start = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in (1, 2, 3)]
    result = joined(kernel([*start, *loop(change), "global_store_b32 v0, v3, s[2:3]"]))
    assert result.reason == "no-gain"


@pytest.mark.parametrize("arch", ARCHS)
def test_lanes_that_are_off_keep_what_they_had(arch: str) -> None:
    body = ["v_add_nc_u32_e32 v3, 7, v2", "v_cmp_lt_u32_e32 vcc_lo, 40, v0", "s_and_saveexec_b32 s9, vcc_lo"]
    body += ["v_mov_b32_e32 v2, v3", "s_or_b32 exec_lo, exec_lo, s9", "v_xor_b32_e32 v2, v2, v3"]
    module = kernel(["v_mov_b32_e32 v2, 1", *loop(body), "global_store_b32 v0, v2, s[2:3]"], arch)
    assert copies(joined(module).module) == 1


def test_halves_of_dual_instructions_are_copies_too() -> None:
    body = ["v_dual_mov_b32 v2, v5 :: v_dual_add_nc_u32 v3, 0, v4", "v_xor_b32_e32 v4, v2, v0"]
    body += ["v_add_nc_u32_e32 v5, v3, v4"]
    start = ["v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v5, 2"]
    result = joined(kernel([*start, *loop(body), "global_store_b32 v0, v5, s[2:3]"]))
    assert result.changed
    assert copies(result.module) < 2


def test_registers_limit_it() -> None:
    taken = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in range(1, 7)]
    one = ["v_mov_b32_e32 v7, v1", "v_add_nc_u32_e32 v1, v2, v7", "v_mov_b32_e32 v2, v7"] * 4
    uses = [f"global_store_b32 v0, v{r}, s[2:3] offset:{64 * r}" for r in range(1, 7)]
    module = kernel([*taken, *loop(one), *uses])
    result = joined(module, max_vgprs=8)
    assert result.changed or result.reason == "register-limit"
    assert joined(module).changed


@pytest.mark.parametrize(("body", "reason"), [([], "no-candidate"), (["v_mov_b32_e32 v2, v0"], "no-candidate")])
def test_nothing_to_do_has_a_reason(body: list[str], reason: str) -> None:
    lines = [line.replace("v2, v0", "v2, 5") for line in body]
    assert joined(kernel([*lines, "global_store_b32 v0, v0, s[2:3]"])).reason == reason


def random_lines(rng: random.Random, count: int) -> list[str]:
    """Arithmetic and copies among eight registers, some of them in a part of the lanes, pairs among them."""

    def reg() -> str:
        return f"v{rng.randint(1, 8)}"

    def narrowed() -> list[str]:
        mask = [f"v_cmp_gt_u32_e32 vcc_lo, {rng.randint(1, 120)}, v0", "s_and_saveexec_b32 s9, vcc_lo"]
        return [*mask, *(rng.choice(plain)() for _ in range(rng.randint(1, 3))), "s_or_b32 exec_lo, exec_lo, s9"]

    pairs = ((1, 2), (3, 4), (5, 6), (7, 8))
    plain: list[Callable[[], str]] = [
        lambda: f"v_mov_b32_e32 {reg()}, {reg()}",
        lambda: f"v_mov_b32_e32 {reg()}, {reg()}",
        lambda: f"v_add_nc_u32_e32 {reg()}, 0, {reg()}",
        lambda: f"v_xor_b32_e32 {reg()}, {reg()}, {reg()}",
        lambda: f"v_sub_nc_u32_e32 {reg()}, {reg()}, {reg()}",
        lambda: f"v_lshlrev_b64 v[{'{}:{}'.format(*rng.choice(pairs))}], 3, v[{'{}:{}'.format(*rng.choice(pairs))}]",
    ]
    lines = []
    for _ in range(count):
        lines += narrowed() if rng.random() < 0.15 else [rng.choice(plain)()]
    return lines


@pytest.mark.parametrize("arch", ARCHS)
def test_random_kernels_are_proved_and_agree(arch: str) -> None:
    rng = random.Random(3)
    changed = 0
    for _ in range(8):
        start = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in range(1, 9)]
        ends = [f"global_store_b32 v0, v{r}, s[2:3] offset:{128 * r}" for r in rng.sample(range(1, 9), 3)]
        changed += joined(kernel([*start, *loop(random_lines(rng, 10)), *random_lines(rng, 4), *ends], arch)).changed
    assert changed >= 4


@pytest.mark.parametrize("arch", ARCHS)
def test_no_more_copies_go_than_the_registers_that_are_shared_say(arch: str) -> None:
    shared = set()
    for seed in range(60):
        rng = random.Random(seed)
        start = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in range(1, 9)]
        ends = [f"global_store_b32 v0, v{r}, s[2:3] offset:{128 * r}" for r in rng.sample(range(1, 9), 3)]
        module = kernel([*start, *loop(random_lines(rng, 10)), *random_lines(rng, 4), *ends], arch)
        plain = KernelForm.of(module, module.kernels[0])
        merging = Coalescing(plain.webs, plain.cfg, plain.copies)
        most = merging.most_saved(plain.copies)
        done = coalesced(plain, merging)
        assert done is not None
        saved = sum(c.weight for c in plain.copies) - sum(c.weight for c in done.copies)
        assert saved <= most
        shared.add((saved == most, most < sum(c.weight for c in plain.copies)))
    assert (True, True) in shared


def test_copies_go_where_no_loop_is_unrolled() -> None:
    body = ["v_add_nc_u32_e32 v2, 5, v0", "v_mov_b32_e32 v3, v2", "global_store_b32 v0, v3, s[2:3]"]
    straight, rounds = kernel(body), kernel(loop([*body, "s_cbranch_scc1 .Lout", ".Lout:"]))
    for module, goes in ((rounds, True), (straight, False)):
        (report,) = optimize_module(module, Options(passes=("unroll", "coalesce"))).kernels
        assert [ran.changed for ran in report.passes] == [False, goes]
