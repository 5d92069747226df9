"""A pass whose result is not proved keeps the parts that are: faults planted in one of two loops, blocks, groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import pytest

from isaopt.approval import Approval
from isaopt.asm.printer import print_op
from isaopt.ir.edit import rename_registers
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.isa.registers import RegRef
from isaopt.outcome import Options
from isaopt.partial import MOST_TRIES, Judged, kept_part
from isaopt.pipeline import optimize_module
from isaopt.transform.base import Part, PassResult
from isaopt.transform.jump_threading.jump_threading import JumpThreading
from isaopt.transform.pair.pair import Pair
from isaopt.transform.pipeline.pipeline import Pipeline
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.transform.reorder.schedule import Schedule
from isaopt.transform.reorder.spread import Spread
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from isaopt.transform.unroll.unroll import Unroll
from tests.transform.test_schedule import kernel

START = [
    "s_load_b128 s[4:7], s[0:1], 0x0",
    "v_lshlrev_b32_e32 v1, 2, v0",
    *(f"v_cvt_f32_u32_e32 v{k}, v{k % 2}" for k in (2, 3)),
    *(f"v_cvt_f32_i32_e32 v{k}, v{k % 2}" for k in (4, 5)),
    "s_waitcnt lgkmcnt(0)",
]
END = [f"global_store_b32 v1, v{k}, s[4:5] offset:{256 * k}" for k in (2, 4)]


def counted(rounds: int) -> list[str]:
    """A loop with two products that could issue together."""
    return [
        f"s_mov_b32 s8, {rounds}",
        f".Lcounted{rounds}:",
        "v_mul_f32_e32 v10, v2, v3",
        "v_mul_f32_e32 v11, v4, v5",
        "v_add_f32_e32 v2, v10, v3",
        "v_add_f32_e32 v4, v11, v5",
        "s_add_i32 s8, s8, -1",
        "s_cmp_lg_u32 s8, 0",
        f"s_cbranch_scc1 .Lcounted{rounds}",
    ]


def twice_guarded(name: str) -> list[str]:
    """A loop that loads and stores under one condition."""
    return [
        "s_mov_b32 s8, 0",
        f".Lloop{name}:",
        *("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", "s_cselect_b32 s2, -1, 0", "s_cmp_ge_i32 s8, s6"),
        f"s_cbranch_scc1 .Lwork{name}",
        "global_load_b32 v13, v1, s[4:5]",
        f".Lwork{name}:",
        *("ds_load_b32 v14, v1", "s_waitcnt lgkmcnt(0)", "v_add_f32_e32 v2, v2, v14"),
        *("s_and_not1_b32 vcc_lo, exec_lo, s2", f"s_cbranch_vccnz .Lnext{name}"),
        *("s_waitcnt vmcnt(0)", "s_barrier", "ds_store_b32 v1, v13", "s_waitcnt lgkmcnt(0)", "s_barrier"),
        f".Lnext{name}:",
        *("s_and_not1_b32 vcc_lo, exec_lo, s2", f"s_cbranch_vccz .Lloop{name}"),
    ]


def late_load(name: str) -> list[str]:
    """A block that could issue its second load earlier."""
    lines = [f".Lblock{name}:"]
    for copy in range(2):
        lines += [f"ds_load_b32 v3, v1 offset:{128 * copy}", "s_waitcnt lgkmcnt(0)"]
        lines += [f"v_{'fmac' if copy else 'mul'}_f32_e32 v{8 + i}, v3, v2" for i in range(40)]
    lines += [f"global_store_b32 v1, v{8 + i}, s[4:5] offset:{256 * i - 4096}" for i in range(30)]
    return [*lines, "s_add_i32 s6, s6, 1", "s_cmp_lg_u32 s6, 8", f"s_cbranch_scc1 .Lblock{name}"]


def tiled(name: str) -> list[str]:
    """A loop whose first loads could run beside its last arithmetic."""
    lines = ["s_mov_b32 s8, 0", "s_barrier", "ds_store_b32 v1, v0", "s_waitcnt lgkmcnt(0)", "s_barrier"]
    lines += [f".Ltile{name}:", "ds_load_b32 v10, v1", "ds_load_b32 v11, v1 offset:128", "s_waitcnt lgkmcnt(0)"]
    lines += ["v_fmac_f32_e32 v2, v10, v10", *["v_fmac_f32_e32 v4, v11, v11"] * 24]
    lines += ["s_barrier", "ds_store_b32 v1, v0", "s_waitcnt lgkmcnt(0)", "s_barrier"]
    return [*lines, "s_add_i32 s8, s8, 1", "s_cmp_lg_u32 s8, s7", f"s_cbranch_scc1 .Ltile{name}"]


def run_of_loads(name: str) -> list[str]:
    """A block whose loads could stand among its work."""
    lines = [f".Lblock{name}:"]
    lines += [f"global_load_b32 v{6 + i}, v1, s[4:5] offset:{4 * i}" for i in range(4)]
    lines += [f"v_fmac_f32_e32 v{20 + i % 20}, v2, v{20 + (i + 7) % 20}" for i in range(500)]
    lines += ["s_waitcnt vmcnt(0)", "s_barrier", *(f"ds_store_b32 v1, v{6 + i} offset:{128 * i}" for i in range(4))]
    return [*lines, "s_add_i32 s6, s6, 1", "s_cmp_lg_u32 s6, 8", f"s_cbranch_scc1 .Lblock{name}"]


def wide_address(index: str, result: int) -> list[str]:
    """A load from a 64-bit address in VGPRs."""
    return [
        f"v_lshlrev_b32_e32 v16, {index}, v0",
        "v_mov_b32_e32 v17, 0",
        "v_add_co_u32 v18, vcc_lo, s4, v16",
        "v_add_co_ci_u32_e64 v19, null, s5, v17, vcc_lo",
        f"global_load_b32 v{result}, v[18:19], off",
        "s_waitcnt vmcnt(0)",
    ]


MANY = [f"v_mov_b32_e32 v{20 + i}, v0" for i in range(20)]
CASES = {
    "pair": (Pair, [*START, *counted(6), *counted(10), *END]),
    "unroll": (Unroll, [*START, *counted(6), *counted(10), *END]),
    "jump-threading": (JumpThreading, [*START, *twice_guarded("a"), *twice_guarded("b"), *END]),
    "pipeline": (Pipeline, [*START, *tiled("a"), *tiled("b"), *END]),
    "schedule": (Schedule, [*START, *late_load("a"), *late_load("b"), *END]),
    "spread": (Spread, [*START, *MANY, *run_of_loads("a"), *run_of_loads("b"), *END]),
    "sgpr-bases": (SgprBases, [*START, *wide_address("3", 2), *wide_address("4", 4), *END]),
}


class Pass(Protocol):
    without: tuple[int, ...]

    def apply(self, module: Module, kernel: Kernel) -> PassResult: ...


def spoilt(result: PassResult, part: Part) -> PassResult:
    """The result with a VGPR that an instruction of the part reads taken for the lane's number."""
    module = result.module
    for index, item in module.instructions(module.kernels[0]):
        if item.line in part.lines and not item.op.flag("salu"):
            target = next((r for r in item.op.refs if r.reads and not r.writes and r.reg.is_vgpr and r.reg.first), None)
            if target is None or target.reg.count > 1:
                continue
            op = rename_registers(item.op, lambda r, t=target: RegRef(0) if r is t else r.reg)  # type: ignore[misc]
            return replace(result, module=module.with_ops({index: op}, print_op))
    raise AssertionError(f"nothing to spoil in {part.name}")


def plant(monkeypatch: pytest.MonkeyPatch, cls: type[Pass], faulty: Sequence[Part]) -> None:
    honest = cls.apply

    def apply(self: Pass, module: Module, kernel: Kernel) -> PassResult:
        result = honest(self, module, kernel)
        for part in faulty if result.changed else ():
            if part.line not in self.without:
                result = spoilt(result, part)
        return result

    monkeypatch.setattr(cls, "apply", apply)


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", CASES)
def test_the_other_part_keeps_its_gain(name: str, which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cls, lines = CASES[name]
    module = kernel(lines)
    honest = make_pass(name, PassOptions()).apply(module, module.kernels[0])
    assert len(honest.parts) == 2
    bad, good = honest.parts[which], honest.parts[1 - which]
    # As much work as a second run gets: another amount may end at another choice that is as good.
    other = make_pass(name, PassOptions(without=(bad.line,), effort=0.1)).apply(module, module.kernels[0])
    assert other.changed
    assert [p.line for p in other.parts] == [good.line]
    plant(monkeypatch, cls, [bad])
    found = optimize_module(module, Options(passes=(name,)))
    assert found.kernels[0].verify == "proved"
    assert found.module.text() == other.module.text() != honest.module.text()
    ran = found.kernels[0].passes[0]
    (note,) = [n for n in ran.notes if n.startswith("left out: ")]
    assert note.startswith(f"left out: {bad.name}: with it, the rewrite ")
    assert [d.line for d in ran.declined if d.code == "not-proved"] == [bad.line]
    # A part that is left out stays in the text as it was.
    kept = {i.line: i.text for i in module.items if isinstance(i, Instruction) and i.op.flag("valu")}
    after = [i for i in found.module.items if isinstance(i, Instruction) and i.line in bad.lines and i.op.flag("valu")]
    if name in ("unroll", "jump-threading"):
        assert all(i.text == kept[i.line] for i in after)


@pytest.mark.slow
def test_faults_in_all_parts_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    cls, lines = CASES["unroll"]
    module = kernel(lines)
    plant(monkeypatch, cls, Unroll().apply(module, module.kernels[0]).parts)
    found = optimize_module(module, Options(passes=("unroll",)))
    assert not found.changed
    assert any(note.startswith("left unchanged: the rewrite ") for note in found.kernels[0].passes[0].notes)


PARTS = tuple(Part(10 * k, f"loop {k}", frozenset({10 * k, 10 * k + 1})) for k in range(1, 9))


def searched(
    faulty: set[int], shows_in: tuple[int, ...], instructions: int = 0
) -> tuple[Judged | None, list[tuple[int, ...]]]:
    """The search where the parts that begin in these lines are wrong, which is seen in others."""
    module = kernel(["v_mov_b32_e32 v1, v0"])
    tried: list[tuple[int, ...]] = []

    def attempt(without: tuple[int, ...]) -> Judged:
        tried.append(without)
        left = tuple(p for p in PARTS if p.line not in without)
        wrong = faulty & {p.line for p in left}
        verdict = Approval("failed", "no", lines=shows_in or tuple(wrong)) if wrong else Approval("proved")
        return Judged(PassResult(module, bool(left), parts=left), verdict)

    refused = attempt(())
    tried.clear()
    return kept_part(refused, attempt, instructions), tried


def test_what_the_refusal_points_at_goes_first() -> None:
    found, tried = searched({30}, (31,))
    assert found is not None
    assert tried == [(30,)]
    assert found.result.notes == ("left out: loop 3: with it, no",)


def test_two_faults_are_left_out_together() -> None:
    found, tried = searched({30, 60}, ())
    assert found is not None
    assert tried == [(30, 60)]


@pytest.mark.parametrize("shows_in", [(999,), (81,)])
@pytest.mark.parametrize("fault", [10, 40, 80])
def test_halves_find_parts_that_hold_where_nothing_points_at_the_fault(fault: int, shows_in: tuple[int, ...]) -> None:
    found, tried = searched({fault}, shows_in)
    assert len(tried) <= MOST_TRIES
    assert found is not None
    kept = {p.line for p in found.result.parts}
    assert fault not in kept
    assert len(kept) >= len(PARTS) // 2
    assert len(found.result.notes) == len(PARTS) - len(kept)


def test_a_large_kernel_is_tried_less_often() -> None:
    found, tried = searched({10, 80}, (999,), 100_000)
    assert found is None
    assert len(tried) == 1


def test_one_part_alone_is_not_tried_again() -> None:
    module = kernel(["v_mov_b32_e32 v1, v0"])

    def attempt(without: tuple[int, ...]) -> Judged:
        raise AssertionError(without)

    alone = Judged(PassResult(module, True, parts=PARTS[:1]), Approval("failed", "no", lines=(10,)))
    assert kept_part(alone, attempt) is None
