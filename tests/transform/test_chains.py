"""Chains of additions of which only the last result is needed, proved and generated."""

from __future__ import annotations

from random import Random

import pytest

from isaopt.asm.printer import print_op
from isaopt.proof.verdict import verify_modules
from isaopt.rebuild.build import built
from isaopt.rebuild.rewrite import stripped
from isaopt.transform.sgpr_bases.chains import with_short_chains
from tests.renaming import assemble

STORE = "global_store_b32 v0, v{}, s[2:3]"


def shortened(lines: list[str], arch: str = "gfx1100") -> list[str]:
    """What remains, before waits are added to it; with them it is proved to do the same."""
    module = assemble("".join(f"\t{line}\n" for line in lines), arch)
    (kernel,) = module.kernels
    bare = stripped(module, kernel)
    done = with_short_chains(bare, kernel)
    verdict = verify_modules(built(bare, module, kernel), built(done, module, kernel))
    assert verdict.proved, (verdict, done.text())
    return [print_op(item.op) for _, item in done.instructions(done.kernels[0])][:-1]


def steps(count: int, step: str = "s4", register: str = "v1") -> list[str]:
    return [f"v_add_nc_u32_e32 {register}, {step}, {register}"] * count


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize(
    ("count", "made"),
    [
        (2, ["v_lshl_add_u32 v1, s4, 1, v1"]),
        (8, ["v_lshl_add_u32 v1, s4, 3, v1"]),
        (5, ["v_lshl_add_u32 v1, s4, 2, v1", "v_add_nc_u32_e32 v1, s4, v1"]),
        (1, steps(1)),
    ],
)
def test_equal_steps_are_one_with_a_shift(count: int, made: list[str], arch: str) -> None:
    assert shortened([*steps(count), STORE.format(1)], arch) == [*made, STORE.format(1)]


def test_constants_are_added_up_and_different_steps_go_together() -> None:
    lines = [*steps(2, "64"), *steps(1, "0xffffff80"), *steps(1, "7"), STORE.format(1), *["s_nop 0"] * 8]
    assert shortened(lines)[0] == "v_add_nc_u32_e32 v1, 7, v1"
    lines = [*steps(1), *steps(1, "s5"), *steps(1, "100"), *steps(1), STORE.format(1)]
    assert shortened(lines)[:-1] == ["v_lshl_add_u32 v1, s4, 1, v1", "v_add3_u32 v1, v1, s5, 0x64"]


def test_a_chain_ends_in_a_dual_instruction() -> None:
    dual = "v_dual_mul_f32 v2, v3, v3 :: v_dual_add_nc_u32 v1, s4, v5"
    lines = ["v_add_nc_u32_e32 v5, s4, v1", *steps(2, register="v5"), dual, STORE.format(1), STORE.format(2)]
    assert shortened(lines)[:2] == ["v_lshl_add_u32 v1, s4, 2, v1", "v_mul_f32_e32 v2, v3, v3"]


def test_the_sum_comes_as_soon_as_its_register_is_free() -> None:
    lines = [*steps(1), "v_mov_b32_e32 v3, v2", "v_add_nc_u32_e32 v2, s4, v1", STORE.format(2), STORE.format(3)]
    assert shortened(lines)[:2] == ["v_mov_b32_e32 v3, v2", "v_lshl_add_u32 v2, s4, 1, v1"]


@pytest.mark.parametrize(
    "between",
    [
        "global_store_b32 v0, v1, s[2:3]",
        "s_mov_b32 s4, s5",
        "s_mov_b32 exec_lo, s5",
        "v_mov_b32_e32 v1, v3",
        "s_cbranch_scc0 .Lend",
    ],
)
def test_what_else_happens_to_a_step_keeps_it(between: str) -> None:
    lines = [*steps(1), between, *steps(1), STORE.format(1)]
    if "Lend" in between:
        lines.insert(-1, ".Lend:")
    assert [line for line in shortened(lines) if line.startswith("v_add")] == steps(2)


def test_generated_chains() -> None:
    assert sum(shorter(Random(seed)) for seed in range(60)) > 30


def shorter(rng: Random) -> bool:
    """Additions between few registers, some in dual instructions, others between them; whether there are fewer now."""
    arch, lines = rng.choice(["gfx1100", "gfx1201"]), list[str]()
    for _ in range(rng.randint(6, 24)):
        target, source = f"v{rng.randint(1, 5)}", f"v{rng.randint(1, 5)}"
        step = rng.choice(["s4", "s4", "s5", "16", "0x1000", "-4"])
        kind = rng.random()
        if kind < 0.7:
            lines.append(f"v_add_nc_u32_e32 {target}, {step}, {rng.choice([target, source])}")
        elif kind < 0.8:
            x, y = rng.choice([(6, 7), (8, 9)])
            lines.append(
                f"v_dual_mul_f32 v{x}, v{x}, v{y} :: v_dual_add_nc_u32 v{2 * rng.randint(0, 2) + 1}, {step}, v2"
            )
        elif kind < 0.9:
            lines.append(f"v_xor_b32_e32 {target}, {target}, {source}")
        else:
            lines.append(
                rng.choice(["s_add_i32 s4, s4, s5", "s_and_b32 exec_lo, exec_lo, s8", f"v_mov_b32_e32 {target}, s5"])
            )
    lines += [STORE.format(r) for r in range(1, 10) if rng.random() < 0.6]
    start = [f"v_lshlrev_b32_e32 v{r}, {r}, v0" for r in range(1, 10)]
    return len(shortened([*start, *lines], arch)) < len([*start, *lines])
