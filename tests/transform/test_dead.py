"""Instructions that nothing needs, also where a register only feeds itself round a loop."""

from __future__ import annotations

from random import Random

import pytest

from isaopt.asm.printer import print_op
from isaopt.proof.verdict import verify_modules
from isaopt.transform.dead import without_dead
from tests.renaming import assemble

_LOOP = """\
\ts_mov_b32 s4, 0
{before}.Lloop:
{body}\ts_add_i32 s4, s4, 1
\ts_cmp_lt_u32 s4, 5
\ts_cbranch_scc1 .Lloop
\tglobal_store_b32 v0, v{result}, s[2:3]
"""
_REGISTERS = range(1, 8)
_FORMS = ("v_add_nc_u32_e32", "v_xor_b32_e32", "v_mul_f32_e32", "v_sub_f32_e32")


def left(code: str, arch: str = "gfx1100") -> list[str]:
    """What remains of the code, proved to do the same."""
    module = assemble(code, arch)
    done = without_dead(module, module.kernels[0])
    assert verify_modules(module, done).proved
    return [print_op(item.op) for _, item in done.instructions(done.kernels[0])]


def test_a_pointer_that_only_feeds_itself_goes() -> None:
    body = "\tv_add_co_u32 v2, vcc_lo, v2, 64\n\tv_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo\n\ts_add_u32 s8, s8, 4\n"
    lines = left(_LOOP.format(before="", body=body, result=1))
    assert [line for line in lines if "v2" in line or "v3" in line or "s8" in line] == []
    kept = left(_LOOP.format(before="", body=body, result=3))
    assert len(kept) == len(lines) + 2


def test_half_of_a_dual_instruction_goes() -> None:
    body = "\tv_dual_mov_b32 v1, v3 :: v_dual_add_nc_u32 v2, 1, v4\n"
    lines = left(_LOOP.format(before="", body=body, result=1))
    assert "v_mov_b32_e32 v1, v3" in lines
    assert not any("dual" in line for line in lines)


@pytest.mark.parametrize(
    "op", ["s_nop 0", "s_setprio 1", "ds_load_b32 v3, v0", "s_mov_b32 m0, s5", "s_mov_b32 exec_lo, -1"]
)
def test_what_does_more_than_compute_stays(op: str) -> None:
    module = assemble(f"\t{op}\n\ts_mov_b32 s9, 0\n")
    done = without_dead(module, module.kernels[0])
    assert [print_op(item.op) for _, item in done.instructions(done.kernels[0])] == [op, "s_endpgm"]


@pytest.mark.parametrize("seed", range(24))
def test_a_loop_keeps_what_its_result_depends_on(seed: int) -> None:
    """Against the definitions that reach each use, followed from the result."""
    rng = Random(seed)
    names = [rng.choice(_FORMS) for _ in range(rng.randint(3, 14))]
    body = [(name, rng.choice(_REGISTERS), rng.choice(_REGISTERS), rng.choice(_REGISTERS)) for name in names]
    result = rng.choice(_REGISTERS)
    start = "".join(f"\tv_mov_b32_e32 v{r}, {r}\n" for r in _REGISTERS)
    text = "".join(f"\t{name} v{d}, v{a}, v{b}\n" for name, d, a, b in body)
    lines = left(_LOOP.format(before=start, body=text, result=result), rng.choice(["gfx1100", "gfx1201"]))

    def reaching(register: int, at: int) -> tuple[int | None, bool]:
        """The last write of it before a place of the body, and whether the value from before the loop reaches too."""
        here = [i for i in range(at) if body[i][1] == register]
        later = [i for i in range(at, len(body)) if body[i][1] == register]
        return (here[-1], False) if here else (later[-1] if later else None, True)

    needed, first, todo = set[int](), set[int](), [(result, len(body))]
    seen = set(todo)
    while todo:
        source, initial = reaching(*todo[0])
        if (initial and todo[0][1] < len(body)) or source is None:
            first.add(todo[0][0])
        todo.pop(0)
        if source is not None and source not in needed:
            needed.add(source)
            new = [(register, source) for register in body[source][2:] if (register, source) not in seen]
            seen.update(new)
            todo += new
    expected = [f"v_mov_b32_e32 v{r}, {r}" for r in sorted(first)]
    expected += [f"{name} v{d}, v{a}, v{b}" for i, (name, d, a, b) in enumerate(body) if i in needed]
    assert [line for line in lines if line.startswith("v_")] == expected
