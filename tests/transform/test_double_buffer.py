"""The pass ``double-buffer``: tiles in two places, proved and run in every order of waves; and where they stay."""

from __future__ import annotations

from itertools import product

import pytest

from isaopt.analysis.integers.origins import with_unwritten
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.double_buffer.double_buffer import DoubleBuffer
from tests.emulator.running import text_of
from tests.transform.soundness import applied, assert_same

SIZE = 4112
START = """v_xor_b32_e32 v10, 4, v0
v_mov_b32_e32 v11, v0
v_mov_b32_e32 v8, 0
s_mov_b32 s8, 0
"""
GET = "global_load_b32 v3, v0, s[4:5]\n"
PUT = "WAIT\nds_store_b32 v11, v3\nWAIT\nBARRIER\n"
USE = "ds_load_b32 v5, v10\nWAIT\nv_fmac_f32_e32 v8, v5, v5\n"
FREE = "BARRIER\n"
STEP = "s_add_u32 s4, s4, 64\ns_addc_u32 s5, s5, 0\n"
BACK = "s_add_i32 s8, s8, 1\ns_cmp_lt_i32 s8, 5\ns_cbranch_scc1 .Lloop\n"
END = "global_store_b32 v0, v8, s[2:3]"
GUARD = "s_cmp_lt_u32 s8, 3\ns_cbranch_scc1 .Lsome\nWAIT\nv_mov_b32_e32 v3, 1.0\n.Lsome:\n"
SOME = "v_cmp_gt_u32_e32 vcc_lo, 128, v0\ns_cbranch_vccnz .Lend\n"

SHAPES = {
    "rounds": ".Lloop:\n" + GET + PUT + USE + FREE + STEP + BACK + END,
    "freed first": ".Lloop:\n" + FREE + GET + PUT + USE + STEP + BACK + END,
    "some leave": SOME + ".Lloop:\n" + FREE + GET + PUT + USE + STEP + BACK + END + "\ns_endpgm\n.Lend:\ns_nop 0\n",
    "in front": GET + PUT + ".Lloop:\n" + USE + FREE + STEP + GET + PUT + BACK + USE + END,
    "copied behind": GET
    + PUT
    + ".Lloop:\n"
    + (USE + FREE + STEP + GET + PUT + BACK)
    + "v_mov_b32_e32 v12, v10\n"
    + USE.replace("v10", "v12")
    + END,
    "register reused": "v_mov_b32_e32 v13, v0\n"
    + GET
    + PUT.replace("v11", "v13")
    + ".Lloop:\n"
    + (USE + "v_mov_b32_e32 v13, 1.0\n" + FREE + "v_fmac_f32_e32 v8, v13, v13\n" + STEP + GET + PUT + BACK)
    + (USE + END),
    "two ways": ".Lloop:\n" + GET + GUARD + PUT + USE + FREE + STEP + BACK + END,
    "address needed": ".Lloop:\n" + GET + PUT.replace("v11", "v0") + USE + FREE + STEP + BACK + END,
    "two arrays": ".Lloop:\n"
    + GET
    + PUT.replace("v3\n", "v3\nds_store_b32 v11, v3 offset:4096\n")
    + USE
    + USE.replace("v10", "v10 offset:4096")
    + FREE
    + STEP
    + BACK
    + END,
    "two loops": "s_mov_b32 s9, 0\n.Louter:\ns_mov_b32 s8, 0\n.Lloop:\n"
    + (GET + PUT + USE + FREE + STEP + BACK)
    + "s_add_i32 s9, s9, 1\ns_cmp_lt_i32 s9, 2\ns_cbranch_scc1 .Louter\n"
    + END,
}


def kernel(code: str, arch: str = "gfx1100", cu: bool = False, lds: int = SIZE) -> Module:
    old = arch == "gfx1100"
    code = code.replace("WAIT", "s_waitcnt vmcnt(0) lgkmcnt(0)" if old else "s_wait_loadcnt_dscnt 0x0")
    code = code.replace("BARRIER", "s_barrier" if old else "s_barrier_signal -1\ns_barrier_wait -1")
    mode = f"\t\t.amdhsa_workgroup_processor_mode {int(not cu)}"
    return parse_text(text_of(START + code, arch, lds=lds, directives=mode), "k.s")


def buffered(module: Module, assumptions: tuple[str, ...] = ()) -> PassResult:
    return applied(DoubleBuffer(assumptions=assumptions), module, assumptions)


def count(module: Module, text: str) -> int:
    return sum(item.text.strip().startswith(text) for item in module.items)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "arch", "cu"), [*product(SHAPES, ("gfx1100", "gfx1201"), (False, True))])
def test_each_tile_has_the_other_place_and_a_barrier_less(shape: str, arch: str, cu: bool) -> None:
    size = 2 * SIZE if shape == "two arrays" else SIZE
    module = kernel(SHAPES[shape], arch, cu, size)
    result = buffered(module)
    assert result.changed, result.notes
    barrier = "s_barrier" if arch == "gfx1100" else "s_barrier_signal"
    assert count(result.module, barrier) == count(module, barrier) - 1
    assert count(result.module, f".amdhsa_group_segment_fixed_size {2 * size}") == 1
    assert count(result.module, f".group_segment_fixed_size: {2 * size}") == 1
    assert_same(module, result.module, 4)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["rounds", "freed first", "in front", "two ways", "two loops"])
def test_with_one_thing_wrong_nothing_is_proved(shape: str) -> None:
    module = kernel(SHAPES[shape])
    right = buffered(module).module.text()
    lines = right.splitlines(keepends=True)
    needed = ("v_add_nc_u32_e32", "s_mul_i32", "s_barrier", "v_mov_b32_e32 v12")
    wrong = ["".join(lines[:k] + lines[k + 1 :]) for k, line in enumerate(lines) if line.strip().startswith(needed)]
    assert len(wrong) >= 4
    wrong += [right.replace(hex(SIZE), hex(SIZE + by)) for by in (-SIZE // 2, -32, -4, 4, 32)]
    wrong += [right.replace(f"fixed_size {2 * SIZE}", f"fixed_size {2 * SIZE - by}") for by in (32, SIZE)]
    for text in wrong:
        assert text != right
        assert not verify_modules(module, parse_text(text, "k.s")).proved, text


def test_tiles_that_nobody_writes_may_be_loaded_beside_it() -> None:
    code = GET + PUT + ".Lloop:\n" + STEP + GET + USE + FREE + PUT + BACK + USE + END
    plain = kernel(code)
    assert buffered(plain).reason == "memory-order"
    assumed = ("arg:1=read-only",)
    module = with_unwritten(plain, plain.kernels[0], assumed)
    result = buffered(module, assumed)
    assert result.changed, result.notes
    assert_same(module, result.module, 4)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (GET + PUT + USE + END, "no-candidate"),  # no loop
        (".Lloop:\n" + GET + PUT.replace("BARRIER\n", "") + STEP + BACK + FREE + USE + END, "no-candidate"),  # one tile
        (SHAPES["rounds"].replace(FREE, FREE + FREE), "barriers"),
        (SHAPES["rounds"].replace("v_fmac", "ds_store_b32 v11, v5\nv_fmac"), "barriers"),
        (SHAPES["rounds"].replace(GET, GET + USE), "barriers"),
        (SHAPES["rounds"].replace("ds_store_b32", "ds_add_u32"), "form"),
        (SHAPES["rounds"].replace(FREE, END + "\n" + FREE), "memory-order"),
        (SOME + SHAPES["freed first"].replace(END, f".Lend:\n{END}"), "memory-order"),
        (SHAPES["rounds"].replace(USE, "s_mov_b32 exec_lo, 0xffff\n" + USE), "exec-changes"),
        (SHAPES["rounds"].replace(USE, "v_xor_b32_e32 v10, 8, v10\n" + USE), "address"),
        (SHAPES["rounds"].replace("ds_load_b32 v5, v10", "ds_load_b32 v5, v10 offset:64"), "needs-assumption"),
    ],
    ids=["once", "kept", "twice", "while-loading", "stale", "atomic", "store", "ended", "lanes", "address", "beyond"],
)
def test_tiles_stay_for_a_reason(code: str, reason: str) -> None:
    result = buffered(kernel(code))
    assert not result.changed
    assert result.reason == reason
    assert [d.code for d in result.declined] == ([] if reason == "no-candidate" else [reason])


@pytest.mark.parametrize(
    ("lds", "reason"), [(0, "dynamic-lds"), (40000, "occupancy"), (65536, "occupancy"), (8192, "")]
)
def test_lds_has_to_have_room(lds: int, reason: str) -> None:
    assert buffered(kernel(SHAPES["rounds"], lds=lds)).reason == reason


def test_an_access_beyond_the_end_is_assumed_away() -> None:
    far = SHAPES["rounds"].replace("ds_load_b32 v5, v10", "ds_load_b32 v5, v10 offset:64")
    assert buffered(kernel(far), ("lds-in-bounds",)).changed


def test_registers_are_needed() -> None:
    module = kernel(SHAPES["address needed"])
    assert DoubleBuffer(max_vgprs=12).apply(module, module.kernels[0]).reason == "register-limit"
    scalars = "".join(f"s_mov_b32 s{n}, 0\n" for n in range(9, 106))
    assert buffered(kernel(scalars + SHAPES["rounds"])).reason == "sgpr-limit"
