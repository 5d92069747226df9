"""Rules of dual instructions' errata, direct LDS loads, clauses, register release and PC-relative addresses."""

from __future__ import annotations

import pytest

from isaopt.linting.fixes import repair_module
from isaopt.linting.model import Severity
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import found, program


def filled(body: str, fill: str, count: int) -> str:
    return body.replace("FILL\n", f"{fill}\n" * count)


PAIR = "v_mov_b32_e32 v3, 2.0\nFILL\nv_dual_mul_f32 v1, v3, v0 :: v_dual_add_f32 v2, v5, v3"


@pytest.mark.parametrize(
    ("fill", "count", "severity"),
    [
        ("s_nop 0", 1, Severity.ERROR),
        ("v_mov_b32_e32 v9, v0", 4, Severity.ERROR),
        ("v_mov_b32_e32 v9, v0", 5, Severity.WARNING),
        ("v_mov_b32_e32 v9, v0", 40, Severity.WARNING),
        ("v_exp_f32_e32 v5, v0", 1, Severity.ERROR),
        ("s_waitcnt_depctr depctr_va_vdst(0)", 1, None),
        ("ds_load_b32 v9, v0", 1, Severity.ERROR),
    ],
)
def test_interlock_by_distance(fill: str, count: int, severity: Severity | None) -> None:
    body = filled(PAIR, fill, count)
    findings = lint_module(program(body), choose_rules(["vopd-interlock"]))
    assert [f.severity for f in findings] == ([severity] if severity else [])
    assert not found(program(body, "gfx1201"), "vopd-interlock")
    assert not found(program(body.replace("v5, v3", "v4, v3")), "vopd-interlock")


def test_dual_instruction_behind_dpp() -> None:
    dpp = "v_mov_b32_dpp v3, v0 row_shr:1 row_mask:0xf bank_mask:0xf"
    body = dpp + "\n{}\nv_dual_mul_f32 v1, v3, v0 :: v_dual_mov_b32 v2, v4"
    assert found(program(body.format("s_nop 0"), "gfx1150"), "vopd-dpp-source") == [("vopd-dpp-source", 3)]
    assert not found(program(body.format("s_nop 0"), "gfx1151"), "vopd-dpp-source")
    for between in ("s_waitcnt_depctr 0xfff", "v_mov_b32 v3, v0"):
        assert not found(program(body.format(between), "gfx1150"), "vopd-dpp-source")


@pytest.mark.parametrize(
    ("valus", "trans", "wait", "hazard"),
    [
        (0, 0, 0, False),
        (0, 0, 1, True),
        (3, 0, 3, False),
        (3, 0, 4, True),
        (3, 1, 1, True),
        (3, 1, 0, False),
        (15, 0, 15, False),
    ],
)
def test_direct_load_behind_valu(valus: int, trans: int, wait: int, hazard: bool) -> None:
    body = "v_mov_b32 v2, v1\n" + "v_mov_b32 v3, v4\n" * valus + "v_log_f32 v5, v6\n" * trans
    assert bool(found(program(f"{body}lds_direct_load v1 wait_vdst:{wait}"), "lds-direct-valu")) is hazard


def test_direct_load_behind_memory() -> None:
    for between, hazard in (("", True), ("v_nop\n", False), ("s_waitcnt 0\n", False), ("s_waitcnt vmcnt(0)\n", True)):
        body = f"global_store_b32 v0, v1, s[2:3]\n{between}lds_direct_load v1 wait_vdst:15"
        assert bool(found(program(body), "lds-direct-vmem")) is hazard, between


def test_clauses() -> None:
    load, store = "global_load_b32 v1, v0, s[2:3]\n", "global_store_b32 v0, v1, s[2:3]\n"
    good = [
        "s_clause 0x1\n" + load + load,
        "s_clause 0x1\n" + load + "s_nop 0\nbuffer_load_b32 v1, v0, s[4:7], s8 offen\n",
    ]
    bad = ["s_clause 0x0\n" + load, "s_clause 0x3f\n" + load * 64, "s_clause 0x1\n" + load + store]
    bad += [
        "s_clause 0x1\n" + load + middle + load for middle in ("s_waitcnt vmcnt(0)\n", ".Lx:\ns_cbranch_scc0 .Lx\n")
    ]
    bad += ["s_clause 0x1\nds_load_b32 v1, v0\nglobal_load_b32 v2, v0, s[2:3]", "s_clause 0x1\ns_nop 0\n" + load + load]
    assert not any(found(program(body), "clause-members") for body in good)
    assert all(found(program(body), "clause-members") for body in bad)


def test_releasing_registers() -> None:
    end = "s_nop 0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"
    store = "scratch_store_b32 off, v0, off\n"
    assert not found(program(end), "dealloc-vgprs")
    assert not found(program(f"{store}s_waitcnt_vscnt null, 0x0\n{end}"), "dealloc-vgprs")
    assert not found(program(f"global_store_b32 v0, v1, s[2:3]\n{end}"), "dealloc-vgprs")
    for bad in (f"{store}{end}", "v_nop\ns_sendmsg 3", f"{end}\nv_mov_b32 v0, v1"):
        assert found(program(bad), "dealloc-vgprs"), bad


def test_distances_behind_getpc() -> None:
    group = "s_getpc_b64 s[2:3]\n{}s_add_u32 s2, s2, t@rel32@lo+{}\ns_addc_u32 s3, s3, t@rel32@hi+{}"
    assert not found(program(group.format("", 4, 12)), "pc-relative-addend")
    assert found(program(group.format("", 4, 8)), "pc-relative-addend") == [("pc-relative-addend", 3)]
    assert len(found(program(group.format("s_nop 0\n", 4, 12)), "pc-relative-addend")) == 2
    assert not found(program(group.format("v_fma_f32 v0, v1, v2, 0x42280000\n", 16, 24)), "pc-relative-addend")


@pytest.mark.parametrize(
    ("low", "high", "symbol", "lines"),
    [
        (20, 28, "table", []),  # element 16 of an object, as compilers fold it
        (0, 8, "table", []),  # the one before it
        (-4, 4, "table", []),
        (-12, -4, "table", []),
        (-12, 0, "table", [2, 3]),
        (20, 12, "table", [2]),
        (20, 24, "table", [2, 3]),
        (20, 28, "k", [2, 3]),  # no element of a function
    ],
)
def test_element_of_an_object(low: int, high: int, symbol: str, lines: list[int]) -> None:
    group = (
        f"s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, {symbol}@rel32@lo{low:+}\ns_addc_u32 s5, s5, {symbol}@rel32@hi{high:+}"
    )
    assert found(program(group), "pc-relative-addend") == [("pc-relative-addend", line) for line in lines]


@pytest.mark.parametrize(("low", "high", "between", "known"), [(4, 12, "", True), (8, 16, "s_nop 0", False)])
def test_an_element_before_an_object_on_gfx12(low: int, high: int, between: str, known: bool) -> None:
    body = f"""
        s_getpc_b64 s[2:3]
        s_sext_i32_i16 s3, s3
        {between}
        s_add_co_u32 s2, s2, table@rel32@lo+{low}
        s_add_co_ci_u32 s3, s3, table@rel32@hi+{high}
    """
    assert bool(found(program(body, "gfx1201"), "pc-relative-addend")) is not known


def test_scheduling_modes_by_name_and_number() -> None:
    for register, unknown in (
        ("HW_REG_WAVE_SCHED_MODE", True),
        ("26", True),
        ("HW_REG_WAVE_MODE", False),
        ("2", False),
    ):
        for value in (1, 2):
            body = f"s_setreg_imm32_b32 hwreg({register}, 0, 2), {value}"
            assert bool(found(program(body, "gfx1201"), "expert-scheduling")) is (unknown and value == 1), body


def test_a_wait_inside_an_address_group_moves_its_distances() -> None:
    body = """
        v_mov_b32 v1, s2
        s_getpc_b64 s[2:3]
        s_sext_i32_i16 s3, s3
        s_add_co_u32 s2, s2, t@rel32@lo+8
        s_add_co_ci_u32 s3, s3, t@rel32@hi+16
    """
    rules = choose_rules(["sgpr-read", "pc-relative-addend"])
    result = repair_module(program(body, "gfx1201"), rules)
    assert result.left == ()
    # As the compiler writes it.
    code = [line.strip() for line in result.module.text().split("\n")[6:13]]
    wait = "s_wait_alu depctr_sa_sdst(0)"
    first, second = "s_add_co_u32 s2, s2, t@rel32@lo+12", "s_add_co_ci_u32 s3, s3, t@rel32@hi+24"
    assert code == ["s_getpc_b64 s[2:3]", wait, "s_sext_i32_i16 s3, s3", first, wait, second, "s_endpgm"]
