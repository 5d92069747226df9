"""Loops with loads a round ahead: what moves, what stays and why; proved, and the same results in the emulator."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.pipeline.pipeline import Pipeline
from tests.emulator.running import text_of
from tests.transform.soundness import assert_same, assert_sound

WAITS = {
    "gfx11": {"LOADED": "s_waitcnt vmcnt(0)", "LDS": "s_waitcnt lgkmcnt(0)", "BARRIER": "s_barrier"},
    "gfx12": {
        "LOADED": "s_wait_loadcnt 0x0",
        "LDS": "s_wait_dscnt 0x0",
        "BARRIER": "s_barrier_signal -1\ns_barrier_wait -1",
    },
}
#: Each work-item stores a word of a tile; rounds multiply what neighbours stored.
START = """global_load_b32 v1, v0, s[4:5]
v_and_b32_e32 v2, 0x7c, v0
v_mov_b32_e32 v20, 0
v_mov_b32_e32 v21, 0
s_mov_b32 s8, 0
LOADED
ds_store_b32 v0, v1
LDS
BARRIER
"""
LOADS = "ds_load_b64 v[10:11], v2\nds_load_b64 v[12:13], v2 offset:16\n"
OTHERS = "ds_load_b64 v[14:15], v2 offset:32\nds_load_b64 v[16:17], v2 offset:64\n"
NEXT = "global_load_b32 v1, v0, s[6:7]\n"


def products(first: int) -> str:
    return "LDS\n" + "".join(
        f"v_fmac_f32_e32 v{20 + k % 2}, v{first + k % 2}, v{first + 2 + k // 2 % 2}\n" for k in range(24)
    )


TILE = LOADS + OTHERS + NEXT + products(10) + products(14)
PUBLISH = "LOADED\nBARRIER\nds_store_b32 v0, v1\nLDS\nBARRIER\n"
BACK = "s_add_i32 s8, s8, 1\ns_cmp_lg_u32 s8, 5\ns_cbranch_scc1 .Lloop\n"
END = "v_add_f32_e32 v20, v20, v21\nglobal_store_b32 v0, v20, s[2:3]"


def kernel(
    loop: str = TILE + PUBLISH,
    arch: str = "gfx1100",
    wave: int = 32,
    start: str = START,
    end: str = END,
    back: str = BACK,
) -> Module:
    text = start + ".Lloop:\n" + loop + back + end
    for name, wait in WAITS[arch[:5]].items():
        text = text.replace(name, wait)
    return parse_text(text_of(text, arch, wave, lds=8192), "k.s")


def pipelined(module: Module, without: tuple[int, ...] = ()) -> PassResult:
    return Pipeline(without=without).apply(module, module.kernels[0])


def names(module: Module, start: str, end: str) -> list[str]:
    """The mnemonics between two labels."""
    lines = [i.op.mnemonic if isinstance(i, Instruction) else i.text.strip() for i in module.items]
    return lines[lines.index(start) + 1 : lines.index(end)]


def reasons(result: PassResult) -> list[str]:
    return [d.code for d in result.declined] or [result.reason]


@pytest.mark.parametrize("wave", [32, 64])
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_the_first_loads_run_beside_the_last_arithmetic(arch: str, wave: int) -> None:
    module = kernel(arch=arch, wave=wave)
    result = pipelined(module)
    assert result.notes == ("loop .Lloop: 2 loads of each iteration in the one before, over 24 cycles of arithmetic",)
    before = names(result.module, "k:", ".Lloop:")
    assert [name for name in before if name.startswith("ds_load")] == ["ds_load_b64"] * 2
    loop = names(result.module, ".Lloop:", ".Lk_end:")
    loop = loop[: loop.index("s_cbranch_scc1")]
    last = max(at for at, name in enumerate(loop) if name.startswith("s_barrier"))
    assert loop[:last].count("ds_load_b64") == loop[last:].count("ds_load_b64") == 2
    assert loop[:last].count("v_fmac_f32_e32") == loop[last:].count("v_fmac_f32_e32") == 24
    assert verify_modules(module, result.module).proved


@pytest.mark.slow
def test_results_are_the_same_in_the_emulator() -> None:
    module = kernel()
    assert_same(module, pipelined(module).module)


def test_what_computes_an_address_comes_along() -> None:
    module = kernel("v_add_nc_u32_e32 v3, s8, v2\n" + TILE.replace("[10:11], v2", "[10:11], v3") + PUBLISH)
    result = pipelined(module)
    before = names(result.module, "k:", ".Lloop:")
    assert [name for name in before if name.startswith(("ds_load", "v_add"))] == ["v_add_nc_u32_e32"] + [
        "ds_load_b64"
    ] * 2
    assert verify_modules(module, result.module).proved


@pytest.mark.slow
def test_an_address_that_a_round_moves_is_that_of_the_next_round() -> None:
    module = kernel(TILE + "v_xor_b32_e32 v2, 8, v2\n" + PUBLISH)
    result = pipelined(module)
    loop = names(result.module, ".Lloop:", ".Lk_end:")
    first, last = (at for at, name in enumerate(loop) if name == "s_mov_b32")
    assert loop[first : last + 1] == ["s_mov_b32", "s_cselect_b32", "ds_load_b64", "ds_load_b64", "s_mov_b32"]
    assert_sound(module, result.module)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (BACK.replace("scc1", "vccnz"), "exit"),
        (BACK + "".join(f"s_mov_b32 s{k}, 0\n" for k in range(9, 106)), "sgpr-limit"),
    ],
    ids=["unknown-exit", "no-scalar"],
)
def test_no_iteration_too_many_loads_from_beyond_the_end_of_lds(end: str, code: str) -> None:
    module = kernel(TILE + "v_xor_b32_e32 v2, 8, v2\n" + PUBLISH, back=end)
    assert reasons(pipelined(module))[0] == code


def test_what_was_loaded_for_no_round_is_over_before_the_store_behind_the_loop() -> None:
    result = pipelined(kernel(end="global_store_b32 v0, v20, s[2:3]"))
    lines = [i.text.strip() for i in result.module.items]
    assert lines[lines.index("s_cbranch_scc1 .Lloop") + 1] == "s_waitcnt lgkmcnt(0)"


@pytest.mark.parametrize(
    ("loop", "code"),
    [
        (NEXT + PUBLISH + TILE.replace(NEXT, ""), "dependence"),  # it loads the tile of its own round
        (LOADS + NEXT + products(10) + PUBLISH, "no-gain"),  # all arithmetic needs what would be loaded anew
        (TILE + "v_mov_b32_e32 v3, v10\n" + PUBLISH.replace("v1", "v3") + "s_mov_b32 exec_lo, -1\n", "exec-changes"),
        (NEXT + products(10) + PUBLISH, "no-gain"),
        (TILE + PUBLISH.replace("BARRIER", ""), "memory-order"),  # others may store what it loads at any time
    ],
    ids=["own-tile", "one-step", "lanes-come-back", "no-loads", "no-barriers"],
)
def test_loops_stay_for_a_reason(loop: str, code: str) -> None:
    # Without a scalar for the lanes of a round, nothing is loaded ahead from memory.
    module = kernel(loop, end="".join(f"s_mov_b32 s{k}, 0\n" for k in range(9, 106)) + END)
    result = pipelined(module)
    assert result.module is module
    assert code in (result.reason, reasons(result)[0])


def test_a_result_that_is_needed_behind_the_loop_is_loaded_in_its_round() -> None:
    module = kernel(end="v_add_f32_e32 v20, v20, v10\n" + END)
    result = pipelined(module)
    assert names(result.module, "k:", ".Lloop:").count("ds_load_b64") < 2
    assert verify_modules(module, result.module).proved


def test_a_loop_is_left_out_by_its_line() -> None:
    module = kernel()
    loop = next(i.line for i in module.items if i.text.strip().startswith("ds_load"))
    assert not pipelined(module, without=(loop,)).changed
