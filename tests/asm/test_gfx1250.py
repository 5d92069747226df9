"""gfx1250: read, printed, reported on and linted as the assembler and the compiler have it; nothing rewrites it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from isaopt.analysis.figures.read_only import read_only_report
from isaopt.asm.parser import parse_text, read_draft
from isaopt.asm.printer import print_module
from isaopt.asm.read_lines import ReadLines
from isaopt.cli import main
from isaopt.errors import Faults, InputError
from isaopt.ir.program import Module, Op
from isaopt.isa.registers import HIGH_BASE, RegRef, high_vgpr, unit_name, vgpr_number
from isaopt.linting.run import lint_module
from isaopt.target.arch import get_arch
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain

KERNELS = Path(__file__).parent / "gfx1250" / "kernels.s"
HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"\nk:\n'
TAIL = "\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr {vgprs}\n\t\t.amdhsa_next_free_sgpr 8\n\t.end_amdhsa_kernel\n"
#: What the compiler says behind a register's low bits: ``v5 /*v261*/``.
MEANT = re.compile(r"/\*(v(?:\[\d+:\d+\]|\d+))")


def read(*lines: str, vgprs: int = 1024) -> Module:
    body = "".join(f"{line}\n" if line.endswith(":") else f"\t{line}\n" for line in lines)
    return parse_text(HEAD + body + TAIL.format(vgprs=vgprs), "k.s", read_only=True)


def ops(*lines: str) -> list[Op]:
    module = read(*lines)
    return [instruction.op for _, instruction in module.instructions(module.kernels[0])]


def written_and_read(*lines: str) -> tuple[list[str], list[str]]:
    """What the last of some instructions writes and reads, by name."""
    last = ops(*lines)[-1]
    return [unit_name(u) for u in last.defs], [unit_name(u) for u in last.uses]


@pytest.fixture(scope="module")
def compiled() -> Module:
    return parse_text(KERNELS.read_text(), str(KERNELS), read_only=True)


def test_compiled_kernels_are_printed_as_they_were_and_assemble_alike(compiled: Module, toolchain: Toolchain) -> None:
    text = KERNELS.read_text()
    assert compiled.text() == text
    printed = print_module(compiled, True)
    one, other = (assemble(t, "gfx1250", path="k.s", toolchain=toolchain) for t in (text, printed))
    assert one == other
    assert all(kernel.wave_size == 32 and not kernel.blocked for kernel in compiled.kernels)


def test_registers_above_255_are_those_that_the_compiler_means(compiled: Module) -> None:
    seen = 0
    for kernel in compiled.kernels:
        for _, item in compiled.instructions(kernel):
            high = [str(use.reg) for use in item.op.refs if use.reg.first >= HIGH_BASE]
            assert sorted(high) == sorted(MEANT.findall(item.text)), item.text
            seen += len(high)
    assert seen > 500


def test_figures_are_the_compilers(compiled: Module) -> None:
    text = KERNELS.read_text()
    for kernel in read_only_report(compiled).kernels:
        (count,) = re.findall(rf"^\t\.set {kernel.name}\.num_vgpr, (\d+)", text, re.M)
        assert kernel.vgprs == int(count)
    waves = [int(n) for n in re.findall(r"^; Occupancy: (\d+)", text, re.M)]
    assert [k.waves_per_simd for k in read_only_report(compiled).kernels] == waves
    (matrix,) = next(k for k in read_only_report(compiled).kernels if k.name == "matrix").matrix
    assert (matrix.mnemonic, matrix.count, matrix.cycles) == ("v_wmma_f32_16x16x32_f16", 1, None)


def test_compiled_kernels_have_no_finding(compiled: Module) -> None:
    assert lint_module(compiled) == ()


@pytest.mark.parametrize(
    ("line", "writes", "reads"),
    [
        ("v_add_f32 v1, v2, v3", ["v257"], ["v514", "v771"]),
        ("v_fmac_f32 v1, v2, v3", ["v257"], ["v514", "v771", "v257"]),
        ("v_fma_f32 v1, v2, s3, v4", ["v257"], ["v514", "s3", "v4"]),
        ("v_fmamk_f32 v1, v2, 0x40490fdb, v3", ["v257"], ["v514", "v3"]),
        ("v_mov_b64 v[2:3], v[4:5]", ["v258", "v259"], ["v516", "v517"]),
        ("global_load_b64 v[2:3], v[4:5], off", ["v258", "v259"], ["v516", "v517"]),
        ("global_store_b32 v[4:5], v6, off", [], ["v516", "v517", "v774"]),
        ("buffer_load_b32 v1, v2, s[0:3], null offen", ["v257"], ["v514", "s0", "s1", "s2", "s3"]),
        ("buffer_store_b32 v1, v2, s[0:3], null offen", [], ["v257", "v514", "s0", "s1", "s2", "s3"]),
        ("ds_store_2addr_b32 v1, v2, v3", [], ["v513", "v770", "v3"]),
        ("v_dual_fma_f32 v0, v1, v2, v3 :: v_dual_mov_b32 v5, v6", ["v256", "v261"], ["v513", "v770", "v3", "v518"]),
        ("v_dual_add_f32 v0, v1, v2 :: v_dual_fmamk_f32 v3, v4, 0x41200000, v5",
         ["v256", "v259"], ["v513", "v770", "v516", "v5"]),
        ("v_wmma_ld_scale_paired_b32 v1, v2", [], ["v1", "v2"]),
    ],
)  # fmt: skip
def test_which_bits_each_operand_takes(line: str, writes: list[str], reads: list[str]) -> None:
    """Source 0 has 2 as high bits, source 1 has 3, source 2 has 0, and the destination 1 (LLVM AMDGPUBaseInfo.cpp,
    getVGPRLoweringOperandTables)."""
    assert written_and_read("s_set_vgpr_msb 0x4e", line) == (writes, reads)


def test_the_bits_hold_until_they_are_set_again() -> None:
    assert written_and_read("s_set_vgpr_msb 0x40", "v_mov_b32 v1, v2", "v_mov_b32 v3, v2")[0] == ["v259"]
    assert written_and_read("s_set_vgpr_msb 0x40", "s_set_vgpr_msb 0x4000", "v_mov_b32 v3, v2")[0] == ["v3"]
    assert written_and_read("s_set_vgpr_msb 0x40", "s_endpgm", "v_mov_b32 v3, v2")[0] == ["v3"]


def test_a_constant_for_mode_sets_them_too() -> None:
    lines = ("s_set_vgpr_msb 0x40", "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 4), 0x25005", "v_add_f32 v0, v1, v2")
    assert written_and_read(*lines) == (["v256"], ["v257", "v514"])
    assert written_and_read("s_setreg_imm32_b32 hwreg(HW_REG_WAVE_STATUS, 0, 4), 0x25005", lines[2])[0] == ["v0"]


def test_a_run_may_cross_255(toolchain: Toolchain) -> None:
    module = read("v_mqsad_u32_u8 v[254:257], v[2:3], v0, v[244:247]", "s_endpgm")
    assert written_and_read("v_mqsad_u32_u8 v[254:257], v[2:3], v0, v[244:247]")[0] == ["v254", "v255", "v256", "v257"]
    assert written_and_read("s_set_vgpr_msb 0x40", "v_mov_b64 v[254:255], 0")[0] == ["v510", "v511"]
    assert assemble(print_module(module, True), "gfx1250", path="k.s", toolchain=toolchain)
    assert read_only_report(module).kernels[0].vgprs == 258
    with pytest.raises(InputError, match="register index out of range in v\\[254:257\\]"):
        parse_text(module.text().replace("gfx1250", "gfx1201"), "k.s")


def test_a_jump_with_other_bits_than_its_label_is_told() -> None:
    module = read("s_set_vgpr_msb 0x40", "v_mov_b32 v1, v2", "s_cbranch_scc1 done", "s_set_vgpr_msb 0x4000", "done:",
                  "v_mov_b32 v1, v2", "s_endpgm")  # fmt: skip
    (why,) = module.kernels[0].blocked
    assert "line 5 reaches 'done'" in why
    assert read_only_report(module).kernels[0].notes == (why,)


def test_names_of_registers_above_255() -> None:
    assert [unit_name(HIGH_BASE + n) for n in (0, 767)] == ["v256", "v1023"]
    assert str(high_vgpr(RegRef(4, 4), 512)) == "v[516:519]"
    assert vgpr_number(high_vgpr(RegRef(255), 768).first) == 1023
    assert get_arch("gfx1250", read_only=True).vgprs_per_wave == 1024


@pytest.mark.parametrize(
    ("line", "encoding", "modifiers"),
    [
        ("v_dual_add_f32 v0, v1, v2 :: v_dual_mul_f32 v3, v4, v5", "VOPD", []),
        ("v_dual_add_f32 v0, -v1, v2 :: v_dual_fma_f32 v3, v4, v5, v6", "VOPD3", []),
        ("v_dual_add_f64 v[0:1], v[2:3], v[4:5] :: v_dual_bitop2_b32 v7, v9, v11 bitop3:0x14", "VOPD3", ["bitop3"]),
        ("v_wmma_f32_16x16x128_f8f6f4 v[0:7], v[8:23], v[24:39], v[40:47] matrix_a_fmt:MATRIX_FMT_FP8", "VOP3P",
         ["matrix_a_fmt"]),
        ("global_load_b32 v0, v1, s[2:3] scale_offset scope:SCOPE_SE nv", "GLOBAL", ["scale_offset", "scope", "nv"]),
        ("tensor_load_to_lds s[0:3], s[4:11]", "TENSOR", []),
        ("v_add_nc_u64 v[0:1], 0x123456789abcdef0, v[2:3]", "VOP2", []),
    ],
)  # fmt: skip
def test_forms_that_only_this_target_has(line: str, encoding: str, modifiers: list[str], toolchain: Toolchain) -> None:
    module = read(line)
    (_, instruction), *_ = module.instructions(module.kernels[0])
    last = instruction.op.halves[-1]
    assert (last.desc.encoding, [m.name for m in last.modifiers]) == (encoding, modifiers)
    texts = (module.text(), print_module(module, True))
    assert len({bytes(assemble(t, "gfx1250", path="k.s", toolchain=toolchain)) for t in texts}) == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("s_waitcnt vmcnt(0)", "unknown instruction 's_waitcnt' on gfx1250"),
        ("v_mov_b32 v256, v0", "register index out of range in v256"),
        ("v_accvgpr_read_b32 v0, a0", "accumulation registers do not exist on gfx1250"),
        ("image_sample v0, v1, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_1D", "unknown instruction 'image_sample'"),
    ],
)
def test_what_it_lacks_is_told_in_one_line(line: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(line)
    assert words in str(caught.value)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (("global_load_b32 v1, v0, s[0:1]", "v_add_f32 v2, v1, v1", "s_endpgm"), "read-before-wait"),
        (("s_set_vgpr_msb 0x40", "v_mov_b32 v44, 0", "s_endpgm"), "vgpr-count"),
        (("v_mov_b32 v1, 0",), "missing-endpgm"),
        (("s_cbranch_scc1 nowhere", "s_endpgm"), "branch-target"),
        (("s_endpgm", "behind:", "v_mov_b32 v1, 0", "s_endpgm"), "unreachable-code"),
    ],
)
def test_lint(lines: tuple[str, ...], rule: str) -> None:
    assert [f.rule for f in lint_module(read(*lines, vgprs=300))] == [rule]


def test_a_draft_is_read_as_the_file_is() -> None:
    faults: Faults = []
    text = HEAD + "\ts_set_vgpr_msb 0x40\n\tv_nonsense v1\n\tv_mov_b32 v1, v2\n" + TAIL.format(vgprs=300)
    module = read_draft(text, "k.s", "gfx1250", ReadLines(), faults)
    assert [fault.line for fault in faults] == [4]
    last = module.instructions(module.kernels[0])[-1][1].op
    assert [unit_name(u) for u in last.defs] == ["v257"]


@pytest.mark.parametrize(
    "command",
    [["opt", "-o", "OUT"], ["verify", "FILE"], ["emulate", "--grid", "1,1,1", "--block", "32,1,1"], ["diff", "FILE"],
     ["build", "-o", "OUT"], ["lint", "--fix", "-o", "OUT"], ["sim"]],
)  # fmt: skip
def test_nothing_rewrites_proves_or_runs_it(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, path = tmp_path / "out", str(KERNELS)
    words = {"OUT": str(out), "FILE": path}
    assert main.run([*(words.get(word, word) for word in command), path]) == 2
    (error,) = capsys.readouterr().err.splitlines()
    assert error.startswith(f"{path}:1:")
    assert "target gfx1250 is read-only here" in error
    assert not out.exists()


def test_commands_that_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["report", "--json", str(KERNELS)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [k["vgprs"] > 256 for k in document["kernels"]] == [False, False, False, False, True]
    assert main.run(["dump", str(KERNELS)]) == 0
    assert "writes v256" in capsys.readouterr().out
    assert main.run(["lint", str(KERNELS)]) == 0
    assert main.run(["layout", "v_wmma_f32_16x16x32_f16", "--arch", "gfx1250"]) == 2
    assert "is not known" in capsys.readouterr().err
