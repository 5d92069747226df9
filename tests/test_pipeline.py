"""The main job, end to end, and that a mistake planted in a pass never reaches the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt import one_kernel, pipeline
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.asm.source import read_source
from isaopt.ir.edit import rename_registers
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.linting.model import Finding
from isaopt.linting.run import lint_module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.proof.question import Answer, questions
from isaopt.proof.surroundings.reach import fallen_into
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain
from isaopt.transform import reassign
from isaopt.transform.base import PassResult
from isaopt.transform.registry import PassOptions
from tests.kernels import ARGUMENTS, block, entry, kernel_file

KERNELS = Path(__file__).parents[1] / "kernels_s"
REASSIGN = Options(passes=("reassign",))

#: Two dual FMACs whose accumulators and sources meet on one bank: four reads of bank 0.
CODE = (
    *("s_load_b64 s[0:1], s[0:1], 0x0", "v_lshlrev_b32_e32 v40, 4, v0", "s_waitcnt lgkmcnt(0)"),
    *(f"global_load_b32 v{v}, v40, s[0:1] offset:{4 * n}" for n, v in enumerate((4, 8, 1, 5))),
    *("v_mov_b32_e32 v12, 0", "v_mov_b32_e32 v13, 0", "s_waitcnt vmcnt(0)"),
    "v_dual_fmac_f32 v12, v4, v8 :: v_dual_fmac_f32 v13, v1, v5",
    *("v_add_f32_e32 v12, v12, v13", "global_store_b32 v40, v12, s[0:1]"),
)
#: An argument has the kernel's name.
ARGUMENT = (".args:", "  - .name:           k", "    .offset: 0", "    .size: 8", "    .value_kind: global_buffer")
KERNEL = kernel_file(CODE, ARGUMENTS, vgprs=41, sgprs=2)
METADATA = block(entry([*ARGUMENT, ".sgpr_count: 2", ".vgpr_count:     41", ".max_flat_workgroup_size: 32"]))
CLASH = KERNEL + METADATA


def test_conflicts_reach_a_proved_minimum() -> None:
    result = optimize_module(parse_text(CLASH), REASSIGN)
    kernel = result.kernels[0]
    assert kernel.before.bank_conflicts > 0
    assert kernel.after.bank_conflicts == 0
    assert kernel.after.bank_conflicts_by_model["article"] == 0
    assert kernel.verify == "proved"
    solver = kernel.passes[0].solver
    assert solver is not None
    assert (solver.objective, solver.bound) == (0, 0)


def test_counts_follow_the_code() -> None:
    result = optimize_module(parse_text(CLASH), REASSIGN)
    text = result.module.text()
    used = result.kernels[0].after.vgprs
    assert used < 41
    assert f".amdhsa_next_free_vgpr {used}\n" in text
    assert f"    .vgpr_count:     {used}\n" in text
    assert "      - .name:           k\n" in text


def test_output_assembles_and_a_second_run_finds_nothing_more() -> None:
    module = optimize_module(parse_text(CLASH)).module
    assemble(module.text(), "gfx1100", path="k.s", toolchain=find_toolchain("gfx1100"))
    again = optimize_module(parse_text(module.text()))
    assert not again.changed


def test_same_input_gives_the_same_output() -> None:
    texts = {optimize_module(parse_text(CLASH)).module.text() for _ in range(2)}
    assert len(texts) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sgemm_lds_gfx1100", "conv3x3_gfx1201", "reduction_gfx1100", "wmma_gemm_gfx1100"])
def test_real_kernels(name: str) -> None:
    module = parse_text(read_source(str(KERNELS / f"{name}.s")), name)
    # Whatever the solver finds has to hold; it need not look for the best.
    result = optimize_module(module, replace(REASSIGN, pass_options=PassOptions(effort=0.1)))
    for kernel in result.kernels:
        before, after = kernel.before, kernel.after
        assert kernel.verify == "proved"
        assert (after.bank_conflicts, after.instructions) <= (before.bank_conflicts, before.instructions)
        assert after.occupancy_waves_per_simd >= before.occupancy_waves_per_simd
        assert verify_modules(module, result.module, (kernel.name,)).proved
    assemble(result.module.text(), module.arch, path=name, toolchain=find_toolchain(module.arch))


def _sabotaged(result: PassResult, kernel_name: str) -> PassResult:
    """The result with one source register of one dual instruction changed."""
    module = result.module
    for index, instruction in module.instructions(module.kernel(kernel_name)):
        if instruction.op.pair is not None:
            target = next(r for r in instruction.op.refs if r.reads and r.reg.is_vgpr)
            # Of the same bank, and defined: lint has nothing against it.
            others = (r.reg for r in instruction.op.refs if r.reads and r.reg.is_vgpr and r.reg != target.reg)
            wrong = next(reg for reg in others if (reg.first - target.reg.first) % 2 == 0)
            op = rename_registers(instruction.op, lambda r, t=target, w=wrong: w if r is t else r.reg)  # type: ignore[misc]
            return replace(result, module=module.with_ops({index: op}, print_op))
    raise AssertionError("no dual instruction")


def test_a_planted_mistake_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = reassign.Reassign.apply

    def dishonest(self: reassign.Reassign, module: Module, kernel: object) -> PassResult:
        return _sabotaged(honest(self, module, module.kernels[0]), "k")

    monkeypatch.setattr(reassign.Reassign, "apply", dishonest)
    result = optimize_module(parse_text(CLASH), REASSIGN)
    assert not result.changed
    assert any("not proved" in note for note in result.kernels[0].passes[0].notes)
    unproved = optimize_module(parse_text(CLASH), Options(passes=("reassign",), verify=False))
    assert unproved.changed
    assert unproved.kernels[0].verify == "skipped"


def test_a_kernel_with_a_call_is_left_alone_and_says_why() -> None:
    text = CLASH.replace("\tv_add_f32_e32 v12, v12, v13\n", "\ts_swappc_b64 s[30:31], s[4:5]\n")
    result = optimize_module(parse_text(text))
    assert not result.changed
    assert any("call" in note for note in result.kernels[0].passes[0].notes)


def test_only_changed_bytes_are_register_numbers_and_counts() -> None:
    module = parse_text(CLASH)
    after = optimize_module(module, REASSIGN).module
    for a, b in zip(module.items, after.items, strict=True):
        assert type(a) is type(b)
        if isinstance(a, Instruction) and isinstance(b, Instruction):
            assert a.op.mnemonic == b.op.mnemonic
            assert a.text[: a.start] == b.text[: b.start]


def two_kernels() -> Module:
    """The kernel twice in one file, as ``k`` and ``k2``."""
    return parse_text(KERNEL + kernel_file(CODE, ARGUMENTS, name="k2", vgprs=41, sgprs=2) + METADATA)


def test_every_kernel_of_a_file_is_judged_where_it_stands_by_then() -> None:
    # The first kernel's code changes its length, so the second one moves.
    module = two_kernels()
    assert [k.name for k in module.kernels] == ["k", "k2"]
    result = optimize_module(module, Options(objective="conflicts"))
    assert [k.verify for k in result.kernels] == ["proved", "proved"]
    one, two = result.kernels
    assert one.after.dual > one.before.dual
    assert (one.after.instructions, one.after.vgprs, one.after.dual) == (
        two.after.instructions,
        two.after.vgprs,
        two.after.dual,
    )
    assemble(result.module.text(), "gfx1100", path="k.s", toolchain=find_toolchain("gfx1100"))


def test_a_kernel_may_be_chosen() -> None:
    module = two_kernels()
    result = optimize_module(module, Options(passes=("reassign",), kernels=("k2",)))
    assert [k.name for k in result.kernels] == ["k2"]
    one, two = (
        [i.text for _, i in result.module.instructions(k)] != [i.text for _, i in module.instructions(old)]
        for k, old in zip(result.module.kernels, module.kernels, strict=True)
    )
    assert (one, two) == (False, True)


def test_a_defect_of_a_pass_costs_one_kernel_that_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = reassign.Reassign.apply

    def fragile(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        if kernel.name == "k":
            raise IndexError("list index out of range")
        return honest(self, module, kernel)

    monkeypatch.setattr(reassign.Reassign, "apply", fragile)
    monkeypatch.delenv("ISAOPT_DEBUG", raising=False)
    result = optimize_module(two_kernels(), Options(level=2))
    first, second = result.kernels
    said = "left unchanged: internal error: IndexError: list index out of range, please report"
    assert first.passes[1].notes == (said,)
    assert [p.changed for p in first.passes] == [True, False]
    assert [d.code for d in first.passes[1].declined] == ["internal"]
    assert first.verify == second.verify == "proved"
    assert not any("internal" in note for ran in second.passes for note in ran.notes)
    monkeypatch.setenv("ISAOPT_DEBUG", "1")
    with pytest.raises(IndexError):
        optimize_module(two_kernels(), Options(level=2))


def test_a_kernel_that_is_another_program_in_its_file_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    module = two_kernels()
    honest = questions

    def other(before: Module, after: Module, kernels: Sequence[str]) -> dict[str, Answer]:
        asked = dict(honest(before, after, kernels))
        return {name: "another" if name == "k" and len(before.kernels) > 1 else found for name, found in asked.items()}

    monkeypatch.setattr(pipeline, "questions", other)
    result = optimize_module(module, Options(level=1))
    first, second = result.kernels
    why = "in the whole file it is another program than alone"
    assert first.passes[0].notes == (f"left unchanged: all passes together: {why}",)
    assert not first.passes[0].changed
    assert first.after == first.before
    assert second.after.bank_conflicts < second.before.bank_conflicts
    assert verify_modules(module, result.module).proved


def test_a_kernel_that_needs_its_file_is_optimised_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = two_kernels().text()
    code, second = "\tv_mov_b32_e32 v13, 0\n", text.index("\nk2:\n")
    text = text[:second] + text[second:].replace(code, f"\ts_mov_b32 vcc_lo, four\n{code}", 1)
    module = parse_text(text.replace("\nk:\n", "\nk:\n\t.set four, 4\n", 1))
    honest, seen = reassign.Reassign.apply, []

    def looking(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        seen.append((kernel.name, ".set four" in module.text()))
        return honest(self, module, kernel)

    monkeypatch.setattr(reassign.Reassign, "apply", looking)
    result = optimize_module(module, REASSIGN)
    assert seen == [("k", True), ("k2", False), ("k2", True)]
    assert all(kernel.passes[0].changed for kernel in result.kernels)
    assert verify_modules(module, result.module).proved


@pytest.mark.parametrize(
    ("end", "changed"),
    [("s_endpgm", True), ("s_trap 2", True), ("s_trap 3", False), ("s_nop 0", False), ("s_branch .Linside", False),
     ("s_branch 4", False)],
)  # fmt: skip
def test_a_kernel_that_other_code_may_enter_stays_as_it_was(end: str, changed: bool) -> None:
    start, descriptor = CLASH.index("\t.globl\tk\n"), CLASH.index("\t.amdhsa_kernel k")
    code = f"\t.type first,@function\nfirst:\n\t{end}\n.Lend:\n\t.size first, .Lend-first\n"
    described = CLASH[descriptor : CLASH.index("\t.amdgpu_metadata")].replace("kernel k", "kernel first")
    text = f"{CLASH[:start]}{code}{CLASH[start:descriptor]}{described}{CLASH[descriptor:]}"
    text = text.replace("\tv_mov_b32_e32 v13, 0\n", "\tv_mov_b32_e32 v13, 0\n\ts_cbranch_execz .Labort\n.Linside:\n")
    module = parse_text(text.replace("\ts_endpgm\n.Lk_end", "\ts_endpgm\n.Labort:\n\ts_trap 2\n.Lk_end"))
    result = optimize_module(module, replace(REASSIGN, kernels=("k",)))
    assert result.changed == changed
    assert verify_modules(module, result.module).proved


def test_a_pass_sees_no_other_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = reassign.Reassign.apply
    seen = []

    def looking(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        seen.append([k.name for k in module.kernels])
        return honest(self, module, kernel)

    monkeypatch.setattr(reassign.Reassign, "apply", looking)
    optimize_module(two_kernels(), REASSIGN)
    assert seen == [["k"], ["k2"]]


def test_no_pass_runs_on_a_kernel_of_which_nothing_could_be_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    text = CLASH.replace(
        "\ts_waitcnt lgkmcnt(0)\n", "\ts_waitcnt lgkmcnt(0)\n\timage_load v1, v2, s[4:11] dmask:0x1 dim:1D\n", 1
    )
    module = parse_text(text, "image.s")
    monkeypatch.setattr(reassign.Reassign, "apply", lambda *_: pytest.fail("a pass has run"))
    result = optimize_module(module, REASSIGN)
    (report,) = result.kernels
    (only,) = report.passes
    assert result.module.text() == text
    assert only.reason == "unprovable"
    assert "'image_load' is not modelled" in only.notes[0]
    assert "(line 10)" in only.notes[0]


def test_no_pass_runs_on_a_kernel_into_which_code_falls_that_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, seen = reassign.Reassign.apply, []

    def looking(self: reassign.Reassign, module: Module, kernel: Kernel) -> PassResult:
        seen.append(kernel.name)
        return honest(self, module, kernel)

    monkeypatch.setattr(reassign.Reassign, "apply", looking)
    text = two_kernels().text()
    for end, expected in (("s_endpgm", ["k2"]), ("s_nop 0", [])):
        seen.clear()
        called = text.replace("\ts_endpgm\n", f"\ts_swappc_b64 s[30:31], s[4:5]\n\t{end}\n", 1)
        result = optimize_module(parse_text(called), REASSIGN)
        assert seen == expected == [k.name for k in result.kernels if k.passes[0].changed]
    assert "may lead into it" in result.kernels[1].passes[0].notes[0]


def test_code_falls_into_what_follows_in_its_section_alone() -> None:
    """Behind a section comes what the linker puts there."""
    text = two_kernels().text().replace("\ts_endpgm\n", "\ts_swappc_b64 s[30:31], s[4:5]\n", 1)
    apart = text.replace("\t.text\n\t.globl\tk2", '\t.section\t.text.k2,"ax",@progbits\n\t.globl\tk2')
    assert apart != text
    # Where the text goes back to a section, it is not told which.
    back = apart.replace("\t.section\t.rodata", "\t.pushsection\t.rodata", 1)
    assert [list(fallen_into(parse_text(t))) for t in (text, apart, back)] == [["k2"], [], ["k2"]]


def test_what_is_taken_back_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "_differs", lambda *_: "it differs there")
    module = parse_text(read_source(str(KERNELS / "wmma_chain_gfx1201.s")), "wmma_chain_gfx1201.s")
    result = optimize_module(module, Options(level=3))
    assert result.module.text() == module.text()
    for kernel in result.kernels:
        assert kernel.tuning is not None
        assert all(figure.after == figure.before for figure in kernel.tuning.workloads)
        assert all(tried.outcome != "chosen" for tried in kernel.tuning.candidates)


def test_a_wrong_repair_of_pairs_costs_nothing_but_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(module: Module, kernel: Kernel) -> Module:
        return _sabotaged(PassResult(module, True), kernel.name).module

    monkeypatch.setattr(one_kernel, "with_safe_pairs", wrong)
    result = optimize_module(parse_text(CLASH), REASSIGN)
    assert result.changed
    assert verify_modules(parse_text(CLASH), result.module).proved
    outcomes = {p.name: (p.changed, p.reason) for p in result.kernels[0].passes}
    assert outcomes == {"reassign": (True, ""), "safe-pairs": (False, "not-proved")}


def test_only_what_changed_is_linted(monkeypatch: pytest.MonkeyPatch) -> None:
    linted: list[Sequence[str]] = []

    def noted(module: Module, kernels: Sequence[str] = ()) -> tuple[Finding, ...]:
        linted.append(kernels)
        return lint_module(module, kernels=kernels)

    monkeypatch.setattr("isaopt.one_kernel.lint_module", noted)
    called = CLASH.replace("\tv_add_f32_e32 v12, v12, v13\n", "\ts_swappc_b64 s[30:31], s[4:5]\n")
    assert not optimize_module(parse_text(called)).changed
    assert linted == []
    assert optimize_module(parse_text(CLASH), REASSIGN).changed
    assert linted == [("k",)]
