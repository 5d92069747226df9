"""What a page shows of a simulation beyond its figures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.cli import main
from isaopt.reports.page import Drawing, Table, plain
from isaopt.reports.simulation_blocks import KINDS, kind_of, simulation_blocks
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu

BODY = """\ts_mov_b32 s4, 4
.Lloop:
\tv_exp_f32_e32 v1, v1
\ts_delay_alu instid0(TRANS32_DEP_1)
\tv_add_f32_e32 v1, v1, v1
\tds_load_b32 v2, v0
\ts_waitcnt lgkmcnt(0)
\tv_add_f32_e32 v1, v1, v2
\ts_sub_u32 s4, s4, 1
\ts_cmp_lg_u32 s4, 0
\ts_cbranch_scc1 .Lloop"""


def test_each_instruction_has_its_cost_and_each_wave_its_row(kernel_text: Callable[..., str]) -> None:
    module = parse_text(kernel_text(BODY), "k.s")
    kernel = module.kernels[0]
    code = [i for _, i in module.instructions(kernel)]
    found = simulate_kernel(module, kernel, get_gpu("rx7900xtx"), Workload(workgroups=1, waves_per_simd=1, record=True))
    stalls, waves, roofs, peaks, table = simulation_blocks(found, code)
    assert isinstance(stalls, Drawing)
    assert isinstance(waves, Drawing)
    assert isinstance(roofs, Drawing)
    assert isinstance(peaks, Table)
    assert isinstance(table, Table)
    # Two additions and an exponential for each four bytes; four waves on the SIMDs of a CU or WGP, four rounds.
    assert [plain(cell) for cell in peaks.rows[-1].cells[:3]] == ["LDS", "2.048 kB", "0.75"]
    for drawing in (stalls, waves, roofs):
        assert ET.fromstring(drawing.svg()).tag.endswith("svg")
        assert drawing.svg() == drawing.svg()
    rows = {plain(row.cells[-1]): [plain(cell) for cell in row.cells] for row in table.rows}
    assert rows["ds_load_b32 v2, v0"][1] == "4"
    wait = rows["s_waitcnt lgkmcnt(0)"]
    assert wait[5] == "lds_wait"
    # Bars are as long as shares say, the longest one full.
    shares = {line: float(row[3].rstrip("%") or 0) for line, row in rows.items()}
    most = max(shares.values())
    assert sum(shares.values()) == pytest.approx(100, abs=1)
    for line, row in rows.items():
        assert len(row[4]) == pytest.approx(24 * shares[line] / most, abs=1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2", "dual VALU"),
        ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]", "matrix"),
        ("v_exp_f32_e32 v0, v1", "VALU"),
        ("ds_load_b128 v[0:3], v4", "LDS"),
        ("global_load_b32 v0, v1, s[0:1]", "vector memory"),
        ("s_load_b64 s[4:5], s[0:1], 0x0", "scalar memory"),
        ("s_waitcnt vmcnt(0)", "barrier, wait or hint"),
        ("s_add_i32 s4, s4, 1", "SALU"),
    ],
)
def test_instructions_have_a_kind(text: str, kind: str, kernel_text: Callable[..., str]) -> None:
    module = parse_text(kernel_text("\t" + text), "k.s")
    first = module.instructions(module.kernels[0])[0][1]
    assert KINDS[kind_of(first.op)] == kind


def test_html_has_the_plots_and_a_pipe_has_not(
    kernel_text: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.s"
    source.write_text(kernel_text(BODY))
    assert main.run(["sim", str(source), "--html"]) == 0
    assert capsys.readouterr().out.count("<svg") == 3
    assert main.run(["sim", str(source)]) == 0
    assert "mostly" not in capsys.readouterr().out
