"""The pass ``widen``: loads of neighbours as one, proved; what stays apart, and why."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.widen import Widen
from tests.emulator.running import text_of
from tests.transform.soundness import applied

WAITS = {"gfx11": "s_waitcnt vmcnt(0)", "gfx12": "s_wait_loadcnt 0x0"}


def kernel(lines: list[str], arch: str = "gfx1100", wave: int = 32) -> Module:
    return parse_text(text_of("\n".join(lines).replace("LOADED", WAITS[arch[:5]]), arch, wave), "k.s")


def load(dst: str, offset: int, width: int = 32, address: str = "v0, s[4:5]") -> str:
    return f"global_load_b{width} {dst}, {address} offset:{offset}"


def summed(first: int, count: int) -> list[str]:
    """Waits, adds up the registers, and stores the sum."""
    sums = [f"v_add_nc_u32_e32 v{first}, v{first}, v{first + k}" for k in range(1, count)]
    return ["LOADED", *sums, f"global_store_b32 v0, v{first}, s[2:3]"]


def widened(module: Module, max_vgprs: int | None = None, without: tuple[int, ...] = ()) -> PassResult:
    return applied(Widen(max_vgprs, without=without), module, emulated=True)


def loads(module: Module) -> list[str]:
    ops = (i.op for _, i in module.instructions(module.kernels[0]))
    return [op.mnemonic for op in ops if op.mnemonic.startswith("global_load")]


@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)])
def test_four_words_are_one_load(arch: str, wave: int) -> None:
    # In another order than in memory, in registers apart from each other, with work in between.
    lines = [load("v9", 8), load("v5", 0), "v_mov_b32_e32 v12, v0", load("v7", 12), load("v10", 4), "LOADED"]
    lines += ["v_sub_nc_u32_e32 v5, v5, v10", "v_xor_b32_e32 v7, v7, v9", "v_lshl_add_u32 v5, v5, 3, v7"]
    module = kernel([*lines, "global_store_b32 v12, v5, s[2:3]"], arch, wave)
    assert loads(widened(module).module) == ["global_load_b128"]


@pytest.mark.parametrize(
    ("widths", "found"),
    [
        ([32, 32], ["b64"]),
        ([64, 32], ["b96"]),
        ([32, 64, 32], ["b32", "b96"]),
        ([64, 64], ["b128"]),
        ([32] * 5, ["b128", "b32"]),
        ([64, 96], ["b64", "b96"]),
        ([32] * 7, ["b128", "b96"]),
    ],
)
def test_as_many_as_fit_into_four_words(widths: list[int], found: list[str]) -> None:
    lines, at = [], 0
    for width in widths:
        words = width // 32
        dst = f"v{4 + at}" if words == 1 else f"v[{4 + at}:{3 + at + words}]"
        lines.append(load(dst, 4 * at + 16, width))
        at += words
    result = widened(kernel([*lines, *summed(4, at)]))
    assert loads(result.module) == [f"global_load_{width}" for width in found]


def test_the_address_may_be_what_was_loaded() -> None:
    inner = [load(f"v{4 + k}", 4 * k, address="v2, s[4:5]") for k in range(2)]
    lines = [load("v2", 0), load("v3", 4), "LOADED", "v_and_b32_e32 v2, 60, v2", *inner, *summed(3, 3)]
    assert loads(widened(kernel(lines)).module) == ["global_load_b64"] * 2


@pytest.mark.parametrize(
    "between",
    [
        "v_add_nc_u32_e32 v0, 4, v0",  # another address
        "global_store_b32 v0, v1, s[2:3]",  # it may be to the same place
        "buffer_gl0_inv",
        "s_barrier",
        "s_mov_b32 exec_lo, 15",
    ],
)
def test_loads_stay_apart_where_one_may_not_move(between: str) -> None:
    module = kernel([load("v4", 0), between, load("v5", 4), *summed(4, 2)])
    assert loads(widened(module).module) == ["global_load_b32"] * 2


@pytest.mark.parametrize(
    "second", [load("v5", 8), load("v5", 0), load("v5", 4) + " glc", load("v5", 4, address="v0, s[6:7]")]
)
def test_loads_of_other_places_or_kinds_stay_apart(second: str) -> None:
    module = kernel([load("v4", 0), second, *summed(4, 2)])
    result = widened(module)
    assert (result.changed, result.reason) == (False, "no-candidate")


def test_a_result_of_another_tuple_stays() -> None:
    lines = [load("v4", 0), load("v5", 4), "LOADED", "global_store_b64 v0, v[4:5], s[2:3]"]
    assert not widened(kernel(lines)).changed


def test_dual_instructions_of_the_results_keep_their_rules() -> None:
    dual = "v_dual_add_f32 v4, v4, v6 :: v_dual_add_f32 v7, v7, v9"
    lines = [*(load(f"v{r}", 4 * k) for k, r in enumerate((4, 6, 7, 9))), "LOADED", dual]
    result = widened(kernel([*lines, "v_add_f32_e32 v4, v4, v7", "global_store_b32 v0, v4, s[2:3]"]))
    assert loads(result.module) == ["global_load_b128"]


def test_parts_can_be_left_out() -> None:
    lines = [
        load("v4", 0),
        load("v5", 4),
        "s_cmp_eq_u32 s2, 0",
        "s_cbranch_scc1 .Lnext",
        ".Lnext:",
        load("v6", 8),
        load("v7", 12),
    ]
    module = kernel([*lines, *summed(4, 4)])
    result = widened(module)
    assert loads(result.module) == ["global_load_b64"] * 2
    again = widened(module, without=(result.parts[0].line,))
    assert loads(again.module) == ["global_load_b32", "global_load_b32", "global_load_b64"]


def test_registers_limit_it() -> None:
    # All of eight hold something while the two results take turns in one.
    taken = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in range(1, 7)]
    one, two = ([load("v7", 4 * k), "LOADED", f"v_add_nc_u32_e32 v{1 + k}, v{1 + k}, v7"] for k in range(2))
    uses = [f"global_store_b32 v0, v{r}, s[2:3] offset:{64 * r}" for r in range(1, 7)]
    module = kernel([*taken, *one, *two, *uses])
    assert widened(module, max_vgprs=8).reason == "register-limit"
    assert loads(widened(module).module) == ["global_load_b64"]


@pytest.mark.parametrize(("second", "found"), [(("v4", "v5"), ["b64", "b64"]), (("v5", "v6"), ["b64", "b32", "b32"])])
def test_a_value_that_is_loaded_on_two_ways_is_in_one_tuple(second: tuple[str, str], found: list[str]) -> None:
    lines = ["v_mov_b32_e32 v6, 0", load("v4", 0), load("v5", 4), "LOADED", "v_readfirstlane_b32 s8, v4"]
    lines += ["s_bitcmp1_b32 s8, 0", "s_cbranch_scc1 .Lnext"]
    lines += [load(dst, 8 + 4 * k, address="v0, s[6:7]") for k, dst in enumerate(second)]
    result = widened(kernel([*lines, "LOADED", ".Lnext:", *summed(4, 3)]))
    assert loads(result.module) == [f"global_load_{width}" for width in found]
