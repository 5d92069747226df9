"""``--fix``: the text that it writes, where it may put an instruction, and that the result is clean and assembles."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Module
from isaopt.judge.waits import wait_of
from isaopt.linting.fixes import apply_fixes, repair_module
from isaopt.linting.model import Edit, Finding, Severity
from isaopt.linting.registry import choose_rules
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain
from tests.linting.programs import Example, examples, program

RULES = choose_rules(["read-before-wait", "overwrite-before-wait", "store-data-overwritten", "lds-barrier-wait"])
#: Those of CDNA are left out: nothing rewrites its code.
EXAMPLES = [e for e in examples() if e.kind == "bad" and not e.words[0].startswith("gfx9")]
KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
BARED = [path for path in KERNELS if path.name.startswith(("conv", "reduction", "softmax", "wmma"))]


def code(module: Module) -> list[str]:
    """The kernel's lines without indentation, comments and labels kept."""
    (kernel,) = module.kernels
    text = "".join(item.text for item in module.items[kernel.first : kernel.last])
    return [line.strip() for line in text.strip().split("\n")]


def repaired(body: str, arch: str = "gfx1100") -> list[str]:
    result = repair_module(program(body, arch), RULES)
    assert result.left == ()
    return code(result.module)


def test_a_wait_is_put_in_with_the_largest_count_that_does() -> None:
    loads = ["global_load_b32 v1, v0, s[2:3]", "global_load_b32 v2, v0, s[2:3] offset:4"]
    use = "v_mov_b32_e32 v3, v1"
    assert repaired("\n".join([*loads, use])) == [*loads, "s_waitcnt vmcnt(1)", use, "s_endpgm"]
    assert repaired("\n".join([*loads, use]), "gfx1201") == [*loads, "s_wait_loadcnt 0x1", use, "s_endpgm"]


def test_a_wait_that_is_there_is_strengthened() -> None:
    body = "global_load_b32 v1, v0, s[2:3]\ns_load_b32 s4, s[0:1], 0x0\n{} ; why\nv_add_f32_e32 v3, s4, v1"
    assert repaired(body.format("s_waitcnt vmcnt(1)"))[2] == "s_waitcnt vmcnt(0) lgkmcnt(0) ; why"
    two = "global_load_b32 v1, v0, s[2:3]\nds_load_b32 v2, v0\ns_wait_loadcnt_dscnt 0x101\nv_add_f32_e32 v3, v2, v1"
    assert repaired(two, "gfx1201")[2] == "s_wait_loadcnt_dscnt 0x0"


def test_gfx12_waits_are_combined() -> None:
    body = "global_load_b32 v1, v0, s[2:3]\nds_load_b32 v2, v0\ns_load_b32 s4, s[0:1], 0x0\nv_add3_u32 v3, v1, v2, s4"
    assert repaired(body, "gfx1201")[3:5] == ["s_wait_loadcnt_dscnt 0x0", "s_wait_kmcnt 0x0"]


def test_a_wait_stands_in_front_of_the_delay_and_behind_the_label() -> None:
    body = """
        global_load_b32 v1, v0, s[2:3]
        .Lhere: s_delay_alu instid0(VALU_DEP_1)
        v_mov_b32_e32 v3, v1
        s_cbranch_scc0 .Lhere
    """
    assert repaired(body)[1:4] == [
        ".Lhere: s_waitcnt vmcnt(0)",
        "s_delay_alu instid0(VALU_DEP_1)",
        "v_mov_b32_e32 v3, v1",
    ]


def test_a_wait_stands_in_front_of_the_clause_with_the_count_of_that_place() -> None:
    body = """
        s_load_b64 s[2:3], s[0:1], 0x0
        global_load_b32 v1, v0, s[8:9]
        global_load_b32 v5, v0, s[8:9] offset:4
        s_clause 0x1
        global_load_b32 v4, v0, s[8:9]
        global_load_b32 v2, v1, s[2:3]
    """
    assert repaired(body)[3:5] == ["s_waitcnt vmcnt(1) lgkmcnt(0)", "s_clause 0x1"]


def test_nothing_is_put_between_getpc_and_its_distances() -> None:
    body = """
        s_load_b64 s[4:5], s[0:1], 0x0
        s_getpc_b64 s[4:5]
        s_add_u32 s4, s4, sym@rel32@lo+4
        s_addc_u32 s5, s5, sym@rel32@hi+12
    """
    assert repaired(body)[1:3] == ["s_waitcnt lgkmcnt(0)", "s_getpc_b64 s[4:5]"]
    inside = body.replace("s[4:5], s[0:1]", "s[6:7], s[0:1]").replace("s4, s4, sym", "s4, s6, sym")
    assert repaired(inside)[1:3] == ["s_waitcnt lgkmcnt(0)", "s_getpc_b64 s[4:5]"]


def test_a_wait_for_the_barrier_serves_the_uses_behind_it() -> None:
    body = "ds_load_b32 v2, v0\nds_store_b32 v0, v1\ns_barrier\nds_load_b32 v3, v0\nv_mov_b32_e32 v4, v2"
    assert repaired(body)[2:] == ["s_waitcnt lgkmcnt(0)", "s_barrier", *body.split("\n")[3:], "s_endpgm"]


def test_new_lines_end_like_the_old_ones() -> None:
    text = program("global_load_b32 v1, v0, s[2:3]\nv_mov_b32_e32 v3, v1").text().replace("\n", "\r\n")
    fixed = repair_module(parse_text(text, "k.s"), RULES).module.text()
    assert "\r\n\ts_waitcnt vmcnt(0)\r\n\tv_mov" in fixed
    assert fixed.count("\n") == fixed.count("\r\n")


def test_what_cannot_be_repaired_is_left() -> None:
    # The load is a member of the clause that the wait would have to stand in.
    body = "s_clause 0x1\nglobal_load_b32 v1, v0, s[8:9]\nglobal_load_b32 v2, v1, s[2:3]"
    result = repair_module(program(body), RULES)
    assert result.fixed == 0
    assert [f.rule for f in result.left] == ["read-before-wait"]


def test_overlapping_repairs_wait_for_another_round() -> None:
    def finding(*edits: Edit) -> Finding:
        return Finding("r", Severity.ERROR, 1, 1, None, "", "", edits)

    same = finding(Edit(2, 4, "X"))
    assert apply_fixes("abcdef", [same, same, finding(Edit(3, 5, "Y")), finding(Edit(5, 5, "Z"))]) == ("abXeZf", 3)
    # All of a repair or nothing of it.
    assert apply_fixes("abcdef", [same, finding(Edit(0, 1, "Q"), Edit(3, 5, "Y"))]) == ("abXef", 1)
    assert apply_fixes("abcdef", [finding(Edit(2, 2, "X")), finding(Edit(2, 2, "Y"))]) == ("abXcdef", 1)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_bad_example_assembles_once_repaired(example: Example, toolchain: Toolchain) -> None:
    module = parse_text(example.text, example.name, keep_unknown=example.rule == "unknown-instruction")
    result = repair_module(module, choose_rules([example.rule]))
    if result.fixed:
        text = result.module.text()
        assert result.left == ()
        assert assemble(text, module.arch, path=example.name, toolchain=toolchain)
        assert repair_module(result.module, choose_rules([example.rule])).fixed == 0


@pytest.mark.parametrize("path", BARED, ids=lambda path: path.name)
def test_a_kernel_without_its_waits_gets_them_back(path: Path, toolchain: Toolchain) -> None:
    module = parse_text(path.read_text(), str(path))
    family = "gfx12" if module.arch.startswith("gfx12") else "gfx11"
    kept = [item.text for item in module.items if not (isinstance(item, Instruction) and wait_of(item.op, family))]
    bare = parse_text("".join(kept), str(path))
    result = repair_module(bare, RULES)
    assert result.fixed
    assert result.left == ()
    assert assemble(result.module.text(), module.arch, path=str(path), toolchain=toolchain)
