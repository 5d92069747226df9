"""CDNA (gfx90a, gfx942): read, printed and reported on; everything else refuses it in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import isaopt
from isaopt.analysis.figures.read_only import read_only_report
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_module
from isaopt.cli import main
from isaopt.errors import InputError
from isaopt.ir.program import Module, Op
from isaopt.isa.registers import AGPR_BASE, RegRef, unit_name, unit_of
from isaopt.isa.tables import lookup, mnemonics
from isaopt.linting.run import lint_module
from isaopt.target.matrix_layouts import layout_of
from isaopt.target.matrix_ops import matrix_ops
from isaopt.target.mfma_waits import mfma_of
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain

FILES = sorted((Path(__file__).parents[2] / "kernels_s" / "cdna").glob("*.s"))
TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
k:
\t{code}
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 24
\t\t.amdhsa_next_free_sgpr 8
\t\t.amdhsa_accum_offset 16
\t.end_amdhsa_kernel
"""
LINES = {
    "gfx90a": (
        "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], a[2:3], 0 cbsz:1 abid:1 blgp:3",
        "v_mfma_f64_16x16x4f64 v[0:7], v[8:9], v[10:11], v[0:7]",
        "v_accvgpr_write_b32 a5, v0",
        "v_accvgpr_write_b32 a[2*2], v0",
        "global_store_dwordx4 v[0:1], a[4:7], off glc slc",
        "buffer_load_dword a1, v0, s[0:3], s5 offen offset:16 scc",
        "v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:WORD_1",
        "v_mov_b32_dpp v0, v1 row_bcast:15 row_mask:0xa bank_mask:0xf",
        "v_addc_co_u32_e32 v0, vcc, v1, v2, vcc",
        "s_mov_b32 flat_scratch_lo, s1",
        "v_pk_fma_f32 v[0:1], v[2:3], s[0:1], v[4:5] op_sel_hi:[1,0,1]",
        "s_waitcnt vmcnt(63) lgkmcnt(15)",
        "ds_read2st64_b64 v[0:3], v4 offset0:1 offset1:2",
    ),
    "gfx942": (
        "v_mfma_f32_16x16x32_fp8_bf8 a[0:3], v[0:1], v[2:3], a[0:3]",
        "v_mfma_f32_32x32x4_2b_bf16 v[0:31], v[32:33], v[34:35], 1.0",
        "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10 cbsz:1",
        "global_load_dwordx2 v[0:1], v2, s[0:1] sc0 sc1 nt",
        "v_mov_b64_e32 v[0:1], s[2:3]",
        "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]",
    ),
}


def read(text: str) -> Module:
    return parse_text(text, "k.s", read_only=True)


def op(code: str, arch: str) -> Op:
    module = read(TEXT.format(arch=arch, code=code))
    return module.instructions(module.kernels[0])[0][1].op


def test_units_of_accumulation_registers() -> None:
    assert unit_name(AGPR_BASE + 7) == "a7"
    assert unit_of("a255") == AGPR_BASE + 255
    assert str(RegRef(AGPR_BASE + 4, 4)) == "a[4:7]"
    assert not RegRef(AGPR_BASE, 4).is_vgpr


@pytest.mark.parametrize(("arch", "code"), [(arch, line) for arch, lines in LINES.items() for line in lines])
def test_lines_are_read_and_printed(arch: str, code: str, toolchain: Toolchain) -> None:
    module = read(TEXT.format(arch=arch, code=code))
    assert module.kernels[0].wave_size == 64
    texts = (module.text(), print_module(module, True))
    first, second = (assemble(text, arch, path="k.s", toolchain=toolchain) for text in texts)
    assert first == second


def test_what_instructions_read_and_write() -> None:
    matrix = op("v_mfma_f32_32x32x8f16 a[0:15], v[0:1], a[2:3], a[0:15]", "gfx90a")
    assert matrix.defs == tuple(range(AGPR_BASE, AGPR_BASE + 16))
    assert set(matrix.uses) == {0, 1, *matrix.defs}
    store = op("global_store_dword v[0:1], a4, off", "gfx90a")
    assert (store.defs, set(store.uses), store.desc.counters) == ((), {0, 1, AGPR_BASE + 4}, ("vmcnt",))
    sdwa = op("v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE", "gfx90a")
    assert set(sdwa.uses) == {0, 1, 2}
    sparse = op("v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10", "gfx942")
    assert set(sparse.uses) == set(range(11))


@pytest.mark.parametrize("arch", LINES)
def test_matrix_instructions_are_those_of_the_tables(arch: str) -> None:
    assert {n for n in mnemonics(arch) if n.startswith(("v_mfma", "v_smfmac"))} == set(matrix_ops(arch))
    for name, matrix in matrix_ops(arch).items():
        order = ("D", "A", "B", "index" if matrix.sparse else "C")
        sizes = [layout_of(matrix, operand, 64).registers for operand in order]
        forms = lookup(arch, name)
        assert forms
        for form in forms:
            assert [o.dwords for o in form.operands] == sizes


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_real_kernels(path: Path) -> None:
    text = path.read_text()
    module = read(text)
    assert module.text() == text
    assert print_module(module, True) == text  # clang's own spelling is the canonical one
    assert lint_module(module) == ()
    report = read_only_report(module)
    assert [k.name for k in report.kernels] == ["mfma_f32_tile", "mfma_f64_tile", "mfma_gemm"]
    gemm = report.kernels[2]
    assert sum(m.count for m in gemm.matrix) == 4
    assert gemm.allocated_vgprs % 8 == 0
    assert gemm.waves_per_simd == 512 // gemm.allocated_vgprs


@pytest.mark.parametrize(
    ("name", "cycles"),
    # AMD lab notes, "AMD matrix cores": the table of CDNA2.
    [("32x32x2f32", 64), ("16x16x1f32", 32), ("4x4x1f32", 8), ("32x32x4f16", 64), ("16x16x16f16", 32),
     ("4x4x4f16", 8), ("32x32x8bf16_1k", 64), ("16x16x2bf16", 32)],
)  # fmt: skip
def test_cycles_of_cdna2(name: str, cycles: int) -> None:
    traits = mfma_of("gfx90a", f"v_mfma_f32_{name}")
    assert traits is not None
    assert 4 * traits.passes == cycles


@pytest.mark.parametrize(
    "command",
    [["opt", "-o", "OUT"], ["verify", "FILE"], ["emulate", "--grid", "1,1,1", "--block", "64,1,1"], ["diff", "FILE"],
     ["build", "-o", "OUT"], ["lint", "--fix", "-o", "OUT"]],
)  # fmt: skip
def test_everything_else_refuses_it(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, path = tmp_path / "out", str(FILES[0])
    words = {"OUT": str(out), "FILE": path}
    assert main.run([*(words.get(word, word) for word in command), path]) == 2
    error = capsys.readouterr().err.splitlines()
    assert len(error) == 1
    assert "target gfx90a is read-only here" in error[0]
    assert not out.exists()


def test_report_and_dump(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["report", "--json", str(FILES[0])]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["arch"] == "gfx90a"
    assert document["kernels"][0]["matrix"] == [{"mnemonic": "v_mfma_f32_16x16x4f32", "count": 1, "cycles": 32}]
    assert main.run(["report", str(FILES[0])]) == 0
    assert "v_mfma_f32_32x32x8f16" in capsys.readouterr().out
    assert main.run(["report", "--fail-on", "conflicts>0", str(FILES[0])]) == 2
    assert "fail-on" in capsys.readouterr().err
    assert main.run(["dump", str(FILES[0])]) == 0


def test_from_python() -> None:
    with pytest.raises(InputError, match="read-only"):
        isaopt.parse(FILES[0])
    module = isaopt.parse(FILES[0], read_only=True)
    assert isaopt.fmt(module) == FILES[0].read_text()
    assert isaopt.lint(module) == ()
    kernel = isaopt.read_only_report(module).kernels[0]
    assert kernel.matrix
    for function in (isaopt.optimize, isaopt.report):
        with pytest.raises(InputError, match="gfx90a"):
            function(module)


@pytest.mark.parametrize("code", ["v_accvgpr_read_b32 v0, a0", "v_add_f32 v0, sext(v1), v2", "v_mov_b32 v0, a[0:0]"])
def test_rdna_has_none_of_it(code: str) -> None:
    with pytest.raises(InputError):
        read(TEXT.format(arch="gfx1100", code=code))


def test_rdna_names_are_told_in_cdna_words() -> None:
    with pytest.raises(InputError, match="did you mean 's_load_dwordx4'"):
        read(TEXT.format(arch="gfx90a", code="s_load_b128 s[4:7], s[0:1], 0x0"))
