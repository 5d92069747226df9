"""Loops rotated for the sake of pairs: proved, the same results in the emulator; what stays, and why."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.asm.parser import parse_text
from isaopt.emulator.agreement import agree, pair
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.target.arch import get_arch
from isaopt.transform.base import PassResult
from isaopt.transform.pair.pair import Pair
from isaopt.transform.pair.rotation.outcome import with_rotation
from isaopt.transform.pair.rotation.rotate import Rotation, rotated
from tests.emulator.running import text_of

#: Each instruction of a round needs the one before, so that only two rounds together have two that are independent.
ROUND = """v_mul_f32_e32 v5, v1, v2
v_add_f32_e32 v6, v5, v2
v_mul_f32_e32 v1, v6, v2
v_add_f32_e32 v3, v3, v1
"""
HEAD = """global_load_b32 v1, v0, s[4:5]
global_load_b32 v2, v0, s[6:7]
{wait}
v_cvt_f32_u32_e32 v3, v0
s_and_b32 s10, s4, 7
s_add_i32 s10, s10, 3
s_mov_b32 s8, 0
"""
BACK = """s_add_i32 s8, s8, 1
s_cmp_lg_u32 s8, s10
s_cbranch_scc1 .Lloop
"""
END = "global_store_b32 v0, v3, s[2:3]"


def kernel(body: str = ROUND, head: str = HEAD, end: str = END, rounds: str = "s10", arch: str = "gfx1100") -> Module:
    wait = "s_wait_loadcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt vmcnt(0)"
    code = head + ".Lloop:\n" + body + BACK.replace("s10", rounds) + end
    return parse_text(text_of(code.replace("{wait}", wait), arch), "k.s")


def turned(module: Module, room: int = 64) -> Rotation:
    return rotated(module, module.kernels[0], get_arch(module.arch), room)


def paired(module: Module, without: tuple[int, ...] = ()) -> PassResult:
    return Pair(without=without).apply(module, module.kernels[0])


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1151", "gfx1201"])
def test_what_begins_a_round_pairs_with_what_ends_the_one_before(arch: str) -> None:
    module = kernel(arch=arch)
    result = paired(module)
    loop = kernel_metrics(result.module, result.module.kernels[0]).loops[0]
    assert (loop.valu, loop.dual) == (3, 1)
    assert "loop .Lloop: 1 instruction of each iteration at the end of the one before" in result.notes
    assert "1 dual instructions, 0 before" in result.notes
    assert verify_modules(module, result.module).proved  # by the two files alone


@pytest.mark.slow
def test_results_are_the_same_in_the_emulator() -> None:
    module = kernel()
    found = agree(pair(module, paired(module).module, "k"), 2)
    assert found.agrees, found.why


def test_a_copy_stands_in_front_of_the_loop_alone() -> None:
    skipped = "s_cmp_eq_u32 s8, 1\ns_cbranch_scc1 .Lend\n"
    module = kernel(head=HEAD + skipped, end=".Lend:\n" + END)
    lines = [i.text.strip() for i in turned(module).module.items]
    at = lines.index(".Lloop:")
    assert lines[at - 1] == "v_mul_f32_e32 v5, v1, v2"
    assert lines[at - 2].startswith("s_cbranch_scc1 .Lend")
    assert verify_modules(module, turned(module).module).proved


#: v5 is written again by what the round itself does.
TAKEN = ROUND + "v_cvt_f32_u32_e32 v5, v3\nv_add_f32_e32 v3, v3, v5\n"


def test_a_register_with_another_value_in_the_loop_gives_way() -> None:
    module = kernel(TAKEN)
    rotation = turned(module)
    assert rotation.loops
    copies = [i for _, i in rotation.module.instructions(rotation.module.kernels[0]) if i.text.endswith("v1, v2\n")]
    assert len(copies) == 2
    assert copies[0].text == copies[1].text
    assert "v5," not in copies[0].text
    assert verify_modules(module, rotation.module).proved


def test_dual_instructions_are_taken_apart_for_it() -> None:
    # One half pairs with v6's instruction and the other with v1's; what is left is the first and the last of a round.
    more = "v_dual_mul_f32 v7, v1, v4 :: v_dual_add_f32 v8, v2, v1\n"
    end = END + "".join(f"\nglobal_store_b32 v0, v{r}, s[2:3]" for r in (7, 8))
    module = kernel(more + ROUND, HEAD + "v_cvt_f32_u32_e32 v4, v0\n", end)
    result = paired(module)
    before, after = (kernel_metrics(m, m.kernels[0]).loops[0] for m in (module, result.module))
    assert (before.valu, after.valu) == (5, 3)
    assert verify_modules(module, result.module).proved


SQUARE = ROUND.replace("v5, v1, v2", "v5, v1, v1")


def test_what_no_registers_let_pair_is_no_partner() -> None:
    # Whichever way round its operands stand, the sum would read v1 through the slot in which the square does.
    module = kernel(SQUARE)
    assert [loop.ahead for loop in turned(module).loops] == [2]
    result = paired(module)
    assert kernel_metrics(result.module, result.module.kernels[0]).loops[0].valu == 3
    rotation = turned(kernel(SQUARE.replace("v_add_f32_e32 v6, v5, v2", "v_rcp_f32_e32 v6, v5")))
    assert [declined.code for declined in rotation.declined] == ["no-gain"]


def test_a_rotated_loop_that_is_not_paired_after_all_is_dropped() -> None:
    module = kernel()
    own, rotation = module.kernels[0], turned(module)
    plain = PassResult(module, False)
    for found in (PassResult(rotation.module, False), PassResult(rotation.module, True)):
        result = with_rotation(own, plain, rotation, lambda _, found=found: found)  # type: ignore[misc]
        assert result.module is module
        assert [(declined.line, declined.code) for declined in result.declined] == [(rotation.loops[0].line, "no-gain")]


LEAVES = {
    "compare": "v_cmpx_lt_f32_e32 v3, v1\n",
    "mask": "v_cmp_lt_f32_e32 vcc_lo, v1, v3\ns_or_b32 s13, vcc_lo, s13\ns_and_not1_b32 exec_lo, exec_lo, s13\n",
}


@pytest.mark.parametrize("leave", LEAVES.values(), ids=LEAVES.keys())
def test_lanes_may_leave_one_by_one(leave: str) -> None:
    head = HEAD + "s_mov_b32 s13, 0\ns_mov_b32 s12, exec_lo\n"
    end = "s_mov_b32 exec_lo, s12\n" + END
    text = kernel(ROUND + leave, head, end).text()
    at = text.index("\ts_add_i32 s8")
    module = parse_text(text[:at] + "\ts_cbranch_execnz .Lloop\n" + text[text.index("\ts_mov_b32 exec_lo, s12") :])
    result = paired(module)
    loop = [i.text.strip() for i in result.module.items]
    loop = loop[loop.index(".Lloop:") :]
    dual = next(k for k, line in enumerate(loop) if line.startswith("v_dual"))
    assert dual < next(k for k, line in enumerate(loop) if line.startswith(("v_cmpx", "s_and_not1")))
    assert "loop .Lloop: 1 instruction of each iteration at the end of the one before" in result.notes
    assert verify_modules(module, result.module).proved


def test_a_loop_that_is_left_out_stays() -> None:
    module = kernel()
    part = next(p for p in paired(module).parts if p.name == "loop .Lloop")
    head = next(i for _, i in module.instructions(module.kernels[0]) if i.text.endswith("v1, v2\n"))
    assert part.line == head.line
    assert not paired(module, (part.line,)).changed


LOADED = "global_load_b32 v4, v0, s[4:5]\n{wait}\n"
MASKED = "s_mov_b32 exec_lo, s11\n"
TWO_WAYS = "s_cmp_eq_u32 s8, 1\ns_cbranch_scc1 .Lloop\nv_mov_b32_e32 v3, 1.0\n"


@pytest.mark.parametrize(
    ("code", "module", "room"),
    [
        ("live-at-exit", kernel(end=END + "\nglobal_store_b32 v0, v5, s[2:3]"), 64),
        ("dependence", kernel(LOADED + ROUND.replace("v5, v1, v2", "v5, v4, v1")), 64),
        ("exec-changes", kernel(ROUND + MASKED), 64),
        ("entry", kernel(head=HEAD + TWO_WAYS), 64),
        ("register-limit", kernel(TAKEN), 4),
        ("few-rounds", kernel(rounds="5"), 64),
        ("no-gain", kernel("v_mul_f32_e32 v5, v1, v2\nv_rcp_f32_e32 v6, v5\nv_mul_f32_e32 v1, v6, v2\n"), 64),
    ],
)
def test_reasons(code: str, module: Module, room: int) -> None:
    rotation = turned(module, room)
    assert rotation.module is module
    assert [declined.code for declined in rotation.declined] == [code]
    assert rotation.declined[0].line > 0


def test_nothing_is_said_of_a_loop_that_has_all_of_its_pairs() -> None:
    module = kernel("v_mul_f32_e32 v5, v1, v2\nv_mul_f32_e32 v6, v2, v1\nv_rcp_f32_e32 v1, v5\nv_rcp_f32_e32 v2, v6\n")
    rotation = turned(module)
    assert not rotation.declined
    assert rotation.module is module


def random_round(rng: random.Random) -> str:
    """Arithmetic on eight registers, with scalars and a condition that change in the round."""

    def reg() -> str:
        return f"v{rng.randint(1, 8)}"

    kinds: list[Callable[[], str]] = [
        lambda: f"v_mul_f32_e32 {reg()}, {reg()}, {reg()}",
        lambda: f"v_add_f32_e32 {reg()}, {reg()}, {reg()}",
        lambda: f"v_fmac_f32_e32 {reg()}, {reg()}, {reg()}",
        lambda: f"v_add_nc_u32_e32 {reg()}, s8, {reg()}",
        lambda: f"v_cndmask_b32_e32 {reg()}, {reg()}, {reg()}, vcc_lo",
        lambda: f"v_cmp_gt_f32_e32 vcc_lo, {reg()}, {reg()}",
        lambda: f"global_load_b32 {reg()}, v0, s[4:5]\ns_waitcnt vmcnt(0)",
        lambda: "s_add_i32 s8, s8, 0",
    ]
    weights = [5, 5, 2, 2, 1, 1, 1, 1]
    return "".join(rng.choices(kinds, weights)[0]() + "\n" for _ in range(rng.randint(4, 14)))


def test_whatever_is_rotated_is_proved() -> None:
    rng = random.Random(7)
    start = HEAD + "v_cmp_gt_f32_e32 vcc_lo, v1, v2\n" + "".join(f"v_mul_f32_e32 v{r}, v1, v2\n" for r in range(4, 9))
    done = 0
    for _ in range(50):
        module = kernel(random_round(rng), start, f"global_store_b32 v0, v{rng.randint(1, 8)}, s[2:3]")
        rotation = turned(module)
        if rotation.loops:
            assert verify_modules(module, rotation.module).proved, module.text()
            done += 1
    assert done >= 3
