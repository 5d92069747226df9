"""Wait states of MFMA, against LLVM's own hazard recognizer.

``data/mfma_waits.json`` has, for each target, pairs of instructions and the wait states that
``llc-19 -run-pass=post-RA-hazard-rec`` puts between them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.linting.run import lint_module
from tests.kernels import kernel_file

WAITS: dict[str, list[tuple[str, str, int]]] = json.loads(
    (Path(__file__).parent / "data" / "mfma_waits.json").read_text(encoding="utf-8")
)
KERNELS = sorted((Path(__file__).parents[2] / "kernels_s" / "cdna").glob("*.s"))


def findings(arch: str, *lines: str) -> list[int]:
    """The lines, counted from 0, that are found to come too early."""
    text = kernel_file(lines, "accum_offset 256", arch=arch, vgprs=256, sgprs=8)
    found = lint_module(parse_text(text, "k.s", read_only=True))
    assert all(f.rule == "mfma-wait-states" for f in found)
    return [f.line - 7 for f in found]


@pytest.mark.parametrize("arch", WAITS)
def test_as_many_wait_states_as_llvm_puts_there(arch: str) -> None:
    assert len(WAITS[arch]) > 100
    for less in (0, 1):
        # All pairs in one kernel, so far apart that none has to do with the next.
        lines: list[str] = []
        early = []
        for first, second, states in WAITS[arch]:
            lines += [first, *["v_nop"] * (states - less), second, *["v_nop"] * 20]
            if less and states:
                early.append(len(lines) - 21)
        assert findings(arch, *lines) == early


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_no_s_nop_of_the_compiler_is_too_much(path: Path) -> None:
    text = path.read_text()
    nops = list(re.finditer(r"\ts_nop (\d+)\n", text))
    assert nops
    for nop in nops:
        less = f"\ts_nop {int(nop.group(1)) - 1}\n" if nop.group(1) != "0" else ""
        module = parse_text(text[: nop.start()] + less + text[nop.end() :], "k.s", read_only=True)
        assert [f.rule for f in lint_module(module)] == ["mfma-wait-states"]


PRODUCER = "v_mfma_f32_4x4x4f16 a[0:3], v[0:1], v[2:3], 0"
READER = "v_accvgpr_read_b32 v9, a0"


def test_s_nop_counts_one_more_than_it_says() -> None:
    assert findings("gfx90a", PRODUCER, "s_nop 4", READER) == []
    assert findings("gfx90a", PRODUCER, "s_nop 3", READER) == [2]


def test_the_shorter_path_counts() -> None:
    short = (PRODUCER, "s_cbranch_scc1 .L", "s_nop 3", ".L:", READER)
    assert findings("gfx90a", *short) == [4]
    assert findings("gfx90a", PRODUCER, "s_nop 3", *short[1:]) == []


def test_a_loop_follows_itself() -> None:
    body = (".L:", "v_accvgpr_write_b32 a9, v0", READER, "s_nop 0", PRODUCER, "s_nop 1", "s_cbranch_scc1 .L")
    assert findings("gfx90a", *body) == [2]
    assert findings("gfx90a", *body[:5], "s_nop 2", body[6]) == []


def test_exec_written_by_the_vector_alu() -> None:
    compare = "v_cmpx_eq_u32_e64 s[0:1], v4, v5"
    assert findings("gfx90a", compare, "s_nop 2", PRODUCER) == [2]
    assert findings("gfx90a", compare, "s_nop 3", PRODUCER) == []
    assert findings("gfx90a", "s_mov_b64 exec, s[0:1]", PRODUCER) == []


def test_a_double_precision_product_between_a_value_and_its_store() -> None:
    between = ("v_mov_b32_e32 v0, 1.0", "v_mfma_f64_4x4x4f64 v[8:9], v[10:11], v[12:13], 0")
    store = "global_store_dword v[20:21], v0, off"
    assert findings("gfx90a", *between, store) == [2]
    assert findings("gfx90a", *between, "s_nop 0", store) == []
    newer = between[1].replace("4x4x4f64", "4x4x4_4b_f64")
    assert findings("gfx942", between[0], newer, store) == []


def test_independent_registers_need_nothing() -> None:
    assert findings("gfx90a", PRODUCER, "v_accvgpr_read_b32 v9, a4", "v_add_f32_e32 v20, v21, v22") == []
