"""The pass ``schedule``: loads issued early enough, proved; what stays where it is, and why."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from isaopt.approval import approve
from isaopt.asm.parser import parse_text
from isaopt.asm.resources import highest_vgpr
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.reorder.schedule import Schedule
from tests.kernels import ARGUMENTS, LDS, kernel_file
from tests.transform.soundness import applied

KERNELS = Path(__file__).parents[2] / "kernels_s"


def kernel(lines: list[str], vgprs: int = 64, arch: str = "gfx1100") -> Module:
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, arch=arch, vgprs=vgprs))


START = ["s_load_b64 s[4:5], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0", "v_mov_b32_e32 v2, 1.0"]


def copies(between: str = "") -> list[str]:
    """Two copies of a loop body that load into one register, with enough work in between; then the result's store."""
    lines = [*START]
    for copy in range(2):
        lines += [f"ds_load_b32 v3, v1 offset:{128 * copy}", "s_waitcnt lgkmcnt(0)"]
        lines += [f"v_{'fmac' if copy else 'mul'}_f32_e32 v{8 + i}, v3, v2" for i in range(40)]
        lines += [between] if between and not copy else []
    return [*lines, *(f"global_store_b32 v1, v{8 + i}, s[4:5] offset:{256 * i - 4096}" for i in range(30))]


def order(module: Module) -> list[str]:
    return [i.op.mnemonic for _, i in module.instructions(module.kernels[0])]


def scheduled(module: Module, max_vgprs: int | None = None) -> PassResult:
    return applied(Schedule(max_vgprs), module)


def work_before_second_load(module: Module) -> int:
    names = order(module)
    first = names.index("ds_load_b32")
    return names[: names.index("ds_load_b32", first + 1)].count("v_mul_f32_e32")


def test_the_next_copys_load_is_issued_while_this_copy_computes() -> None:
    module = kernel(copies())
    assert work_before_second_load(module) == 40
    result = scheduled(module)
    assert result.changed
    assert work_before_second_load(result.module) < 10
    assert result.solver is not None
    assert result.solver.bound <= result.solver.objective


def test_the_order_of_the_alu_is_kept() -> None:
    module = kernel(copies())
    after = scheduled(module).module
    names = [n for n in order(after) if n.startswith("v_")]
    assert names == [n for n in order(module) if n.startswith("v_")]
    sums = [i.op.operands[0].text for _, i in after.instructions(after.kernels[0]) if "fmac" in i.op.mnemonic]
    assert len(set(sums)) == 40


def test_no_load_crosses_a_barrier() -> None:
    result = scheduled(kernel(copies("s_barrier")))
    assert work_before_second_load(result.module) == 40
    assert "barrier" in {d.code for d in result.declined}


def test_no_load_crosses_a_store_that_it_may_meet() -> None:
    # Other bytes of the lane, but another lane's may be the same.
    result = scheduled(kernel(copies("ds_store_b32 v1, v8 offset:64")))
    assert work_before_second_load(result.module) == 40
    result = scheduled(kernel(copies("global_store_b32 v1, v8, s[4:5] offset:64")))
    assert work_before_second_load(result.module) < 40
    result = scheduled(kernel(copies("ds_store_b32 v1, v8 offset:128")))
    assert work_before_second_load(result.module) == 40
    assert "memory-order" in {d.code for d in result.declined}
    result = scheduled(kernel(copies("ds_store_b32 v8, v9")))
    assert work_before_second_load(result.module) == 40


def test_no_load_crosses_a_change_of_exec() -> None:
    result = scheduled(kernel(copies("s_mov_b32 exec_lo, s2")))
    assert work_before_second_load(result.module) == 40
    assert "exec-changes" in {d.code for d in result.declined}


def test_no_load_moves_before_its_address() -> None:
    lines = copies()
    second = lines.index("ds_load_b32 v3, v1 offset:128")
    chain = [f"v_add_f32_e32 v{8 + i}, v{8 + i}, v{7 + i}" for i in range(1, 40)]
    lines[second:second] = [*chain, "v_cvt_u32_f32_e32 v4, v47"]
    lines[second + 40] = "ds_load_b32 v3, v4 offset:128"
    result = scheduled(kernel(lines))
    assert work_before_second_load(result.module) == 40
    assert "dependence" in {d.code for d in result.declined}


def test_the_address_moves_along() -> None:
    lines = copies()
    second = lines.index("ds_load_b32 v3, v1 offset:128")
    lines[second:second] = ["v_add_nc_u32_e32 v4, 64, v1"]
    lines[second + 1] = "ds_load_b32 v3, v4 offset:128"
    result = scheduled(kernel(lines))
    assert result.changed
    assert work_before_second_load(result.module) < 10


def full(vgprs: int) -> Module:
    """The same work with every register from v4 on, and v0, occupied all through."""
    others = [*range(4, 8), *range(48, vgprs)]
    begin = [f"v_mov_b32_e32 v{i}, v0" for i in [*others, *range(8, 48)]]
    end = [f"global_store_b32 v1, v{i}, s[4:5] offset:{4 * i}" for i in [0, 2, *others, *range(8, 48)]]
    lines = [line.replace("v_mul", "v_fmac") for line in copies()]
    return kernel([*lines[:3], *begin, *lines[3:], *end], vgprs)


def test_registers_limit_how_early() -> None:
    module = full(50)
    free = scheduled(module)
    assert free.changed
    assert 50 <= highest_vgpr(free.module, free.module.kernels[0]) < 96
    tight = scheduled(module, max_vgprs=50)
    assert "register-limit" in {d.code for d in tight.declined}
    assert highest_vgpr(tight.module, tight.module.kernels[0]) == 49


def test_occupancy_is_not_lost() -> None:
    # 16 waves have 96 registers each, and all are taken.
    result = scheduled(full(96))
    assert "register-limit" in {d.code for d in result.declined}
    assert highest_vgpr(result.module, result.module.kernels[0]) == 95


def test_values_that_take_turns_in_a_tuple_keep_their_order() -> None:
    # Both loads are the lower half of a pair whose upper half is v6, so no renaming takes them apart.
    lines = [*START, "v_mov_b32_e32 v6, v0"]
    for copy in range(2):
        lines += [f"ds_load_b32 v5, v1 offset:{128 * copy}", "s_waitcnt lgkmcnt(0)"]
        lines += [f"v_lshlrev_b64 v[{60 + 2 * copy}:{61 + 2 * copy}], v2, v[5:6]"]
        lines += [f"v_mul_f32_e32 v{8 + i}, v2, v2" for i in range(40)]
    lines += [f"global_store_b64 v1, v[{60 + 2 * copy}:{61 + 2 * copy}], s[4:5]" for copy in range(2)]
    result = scheduled(kernel([*lines, *(f"global_store_b32 v1, v{8 + i}, s[4:5]" for i in range(40))]))
    names = order(result.module)
    assert names.index("v_lshlrev_b64") < names.index("ds_load_b32", names.index("ds_load_b32") + 1)


def test_a_scalar_load_among_lds_loads_keeps_its_wait_right() -> None:
    lines = copies()
    lines[6:6] = ["s_load_b32 s6, s[0:1], 0x8"]
    lines.insert(-30, "v_mov_b32_e32 v8, s6")
    lines.insert(-31, "s_waitcnt lgkmcnt(0)")
    scheduled(kernel(lines))  # proved, where it changes


def scalar_rounds(base: str = "s[4:5]", arch: str = "gfx1100") -> list[str]:
    """Three rounds that load into the same SGPRs, the later ones from ``base``, and work behind each wait."""
    wait = "s_waitcnt lgkmcnt(0)" if arch == "gfx1100" else "s_wait_kmcnt 0x0"
    lines = ["s_load_b128 s[4:7], s[0:1], 0x0", wait, "v_mov_b32_e32 v2, 0"]
    for copy in range(3):
        lines += [f"s_load_b256 s[8:15], {base if copy else 's[4:5]'}, {32 * copy:#x}", wait]
        lines += [f"v_fmac_f32_e32 v2, s{8 + i % 8}, v0" for i in range(16)]
    return [*lines, "global_store_b32 v0, v2, s[4:5]"]


def loads_before_first_use(module: Module) -> int:
    names = order(module)
    return names[: names.index("v_fmac_f32_e32")].count("s_load_b256")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_scalar_loads_of_all_rounds_are_issued_together(arch: str) -> None:
    module = kernel(scalar_rounds(arch=arch), arch=arch)
    after = scheduled(module).module
    assert loads_before_first_use(after) == 3
    loads = [i.op for _, i in after.instructions(after.kernels[0]) if i.op.mnemonic == "s_load_b256"]
    assert len({unit for op in loads for unit in op.defs}) == 24
    assert all(min(op.defs) % 4 == 0 for op in loads)


def test_scalar_loads_of_what_may_be_one_place_keep_the_wait_between_them() -> None:
    # Of the two from the other pointer, the second may only pass the first one's users.
    lines = scalar_rounds("s[6:7]")
    assert loads_before_first_use(kernel(lines)) == 1
    result = scheduled(kernel(lines))
    assert loads_before_first_use(result.module) == 1


def test_a_load_that_waits_to_overwrite_another_one_still_does() -> None:
    lines, wait = scalar_rounds("s[6:7]"), "s_waitcnt lgkmcnt(0)"
    lines[3:3] = ["s_load_b256 s[8:15], s[4:5], 0x20", wait, "s_load_b256 s[8:15], s[6:7], 0x40", wait]
    result = scheduled(kernel(lines))  # proved
    assert loads_before_first_use(result.module) < 4


def test_what_lives_on_keeps_its_registers() -> None:
    lines = [*scalar_rounds()[:-1], "v_mov_b32_e32 v3, s12", "s_branch .Lnext", ".Lnext:", "v_add_f32_e32 v3, s11, v3"]
    after = scheduled(kernel([*lines, "global_store_b64 v0, v[2:3], s[4:5]"])).module
    last = [i.op for _, i in after.instructions(after.kernels[0]) if i.op.mnemonic == "s_load_b256"][-1]
    assert str(last.operands[0].reg) == "s[8:15]"


def test_registers_that_are_named_by_number_are_left_alone() -> None:
    lines = [*scalar_rounds()[:-1], "s_movrels_b32 s6, s8", "v_add_f32_e32 v2, s6, v2"]
    result = scheduled(kernel([*lines, "global_store_b32 v0, v2, s[4:5]"]))
    assert loads_before_first_use(result.module) == 1


@pytest.mark.parametrize("name", ["nbody_gfx1201", "triton_gemm_fp16_gfx1201", "reduction_gfx1100", "conv3x3_gfx1100"])
def test_compiler_output_is_proved(name: str) -> None:
    module = parse_text((KERNELS / f"{name}.s").read_text())
    result = Schedule().apply(module, module.kernels[0])
    if result.changed:
        assert approve(module, result.module, module.kernels[0]).verdict == "proved"
    else:
        assert result.module is module


def test_the_same_input_gives_the_same_output() -> None:
    module = kernel(copies())
    assert len({Schedule().apply(module, module.kernels[0]).module.text() for _ in range(2)}) == 1


def chained(arch: str, sums: int = 2, depth: int = 4) -> Module:
    """Sums of matrix products, one after the other; the fragments are loaded in front of them."""
    wide = 8 if arch.startswith("gfx11") else 4
    first = 8 + 8 * sums
    lines = [*START, *(f"v_mov_b32_e32 v{i}, v0" for i in range(8, first))]
    wait = "s_wait_dscnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    for k in range(depth):
        a = first + wide * k
        lines += [f"ds_load_b128 v[{i}:{i + 3}], v1 offset:{16 * (i - first)}" for i in range(a, a + wide, 4)]
    lines += [wait, *(["s_wait_kmcnt 0x0"] if arch.startswith("gfx12") else [])]
    for s in range(sums):
        d = f"v[{8 + 8 * s}:{15 + 8 * s}]"
        for k in range(depth):
            part = f"v[{first + wide * k}:{first + wide * (k + 1) - 1}]"
            lines += [f"v_wmma_f32_16x16x16_f16 {d}, {part}, {part}, {d}"]
    lines += [f"global_store_b128 v1, v[{i}:{i + 3}], s[4:5] offset:{4 * i}" for i in range(8, first, 4)]
    return kernel(lines, first + wide * depth, arch)


def sums_of(module: Module) -> list[str]:
    return [i.op.operands[0].text for _, i in module.instructions(module.kernels[0]) if "wmma" in i.op.mnemonic]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_matrix_products_of_one_sum_have_another_sums_between_them(arch: str) -> None:
    module = chained(arch)
    assert sums_of(module)[0] == sums_of(module)[1]
    result = scheduled(module)
    assert result.changed
    after = sums_of(result.module)
    assert all(a != b for a, b in itertools.pairwise(after))
    assert len(after) == 8
    again = Schedule().apply(result.module, result.module.kernels[0])
    assert sums_of(again.module) == after


def test_a_product_that_reads_anothers_result_has_one_between_them_and_no_nop() -> None:
    lines = [*START, *(f"v_mov_b32_e32 v{i}, v0" for i in range(8, 40)), "s_wait_kmcnt 0x0"]
    for half in range(2):
        first, second = f"v[{8 + 4 * half}:{11 + 4 * half}]", f"v[{16 + 8 * half}:{23 + 8 * half}]"
        lines += [f"v_wmma_f16_16x16x16_f16 {first}, v[32:35], v[36:39], {first}", "v_nop"]
        lines += [f"v_wmma_f32_16x16x16_f16 {second}, {first}, v[32:35], {second}"]
    lines += [f"global_store_b128 v1, v[{i}:{i + 3}], s[4:5] offset:{4 * i}" for i in range(16, 32, 4)]
    names = order(scheduled(kernel(lines, 40, "gfx1201")).module)
    assert "v_nop" not in names
    products = [name.split("_")[2] for name in names if "wmma" in name]
    assert products == ["f16", "f16", "f32", "f32"]


def test_no_matrix_product_crosses_a_barrier() -> None:
    text = chained("gfx1100").text()
    at = text.index("\tv_wmma_f32_16x16x16_f16 v[16:23]")
    module = parse_text(text[:at] + "\ts_barrier\n\tds_store_b32 v1, v2 offset:4096\n" + text[at:])
    after = scheduled(module).module
    names = [i.op.mnemonic for _, i in after.instructions(after.kernels[0])]
    assert names[: names.index("s_barrier")].count("v_wmma_f32_16x16x16_f16") == 4
    assert sums_of(after) == sums_of(module)


def test_matrix_products_of_a_single_sum_stay_in_their_order() -> None:
    module = chained("gfx1201", sums=1)
    result = scheduled(module)
    loads = {}
    found = []
    for _, i in result.module.instructions(result.module.kernels[0]):
        if i.op.mnemonic == "ds_load_b128":
            loads[i.op.operands[0].text] = int(i.op.modifier("offset") or "0", 0)
        elif "wmma" in i.op.mnemonic:
            found.append(i.op.operands[1].text)
    assert [loads[f] for f in found] == [0, 64, 128, 192]


def tiles(arch: str, needed: str = "") -> Module:
    """Two tiles through LDS, with work before the second is stored that no store needs, but ``needed``."""
    waits = ["s_waitcnt lgkmcnt(0)", "s_barrier"]
    if arch == "gfx1201":
        waits = ["s_wait_dscnt 0x0", "s_barrier_signal -1", "s_barrier_wait -1"]
    work = [f"v_fmac_f32_e32 v{8 + i % 24}, v3, v2" for i in range(96)]
    first = ["ds_store_b32 v1, v2", *waits, "ds_load_b32 v3, v1", waits[0], *work, *waits[1:]]
    second = ["ds_store_b32 v1, v31", needed, *waits]
    stores = [f"global_store_b32 v1, v{8 + i}, s[4:5] offset:{128 * i}" for i in range(24)]
    zeros = [f"v_mov_b32_e32 v{8 + i}, 0" for i in range(24)]
    return kernel(
        [*START, *zeros, *first, *(line for line in second if line), waits[0].replace("ds", "km"), *stores], arch=arch
    )


def between(module: Module) -> int:
    """The number of products between the last store to LDS and the barrier behind it."""
    names = order(module)
    last = len(names) - 1 - names[::-1].index("ds_store_b32")
    return names[last : next(k for k in range(last, len(names)) if "barrier" in names[k])].count("v_fmac_f32_e32")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_work_from_before_a_store_fills_the_wait_behind_it(arch: str) -> None:
    module = tiles(arch)
    assert between(module) == 0
    result = scheduled(module)
    assert 16 <= between(result.module) < 96


def test_work_that_something_behind_the_store_needs_stays_in_front_of_it() -> None:
    """The product that the last addition needs may not pass it; the others may."""
    result = scheduled(tiles("gfx1100", "v_add_f32_e32 v30, v30, v2"))
    names = [(i.op.mnemonic, i.op.operands[:1]) for _, i in result.module.instructions(result.module.kernels[0])]
    assert between(result.module) > 0
    assert [name for name, target in names if target and target[0].text == "v30"].index("v_add_f32_e32") == 5
