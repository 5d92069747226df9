"""SGPR bases: text in, text out."""

from __future__ import annotations

import re

import pytest

from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.sgpr_bases import scalars
from isaopt.transform.sgpr_bases.sgpr_bases import SgprBases
from tests.renaming import assemble

BOTH = ("nonneg-index", "buffers-under-4gib")


def kernel(text: str, arch: str = "gfx1100", wave: int = 32) -> Module:
    lines = [line.strip() for line in text.strip().split("\n")]
    return assemble("\n".join(line if line.endswith(":") else f"\t{line}" for line in lines), arch, wave)


def batched(
    text: str, arch: str = "gfx1100", wave: int = 32, assume: tuple[str, ...] = BOTH
) -> tuple[Module, PassResult]:
    module = kernel(text, arch, wave)
    return module, SgprBases(assume).apply(module, module.kernels[0])


def code(result: PassResult) -> list[str]:
    module = result.module
    found = [i.text.strip() for _, i in module.instructions(module.kernels[0])]
    return [t for t in found if not t.startswith(("s_delay_alu", "s_waitcnt", "s_wait_", "s_clause", "s_endpgm"))]


def accesses(result: PassResult) -> list[str]:
    return [t for t in code(result) if t.startswith("global_")]


def check(before: Module, result: PassResult, assume: tuple[str, ...] = BOTH) -> None:
    """The result is proved under the assumptions, and not all of them are idle."""
    found = verify_modules(before, result.module, assumptions=assume).kernels[0]
    assert found.status == "proved", found.differences


#: base s[4:5] + 4 * sign-extended index in v1.
_INDEX = """
    v_ashrrev_i32_e32 v2, 31, v1
    v_lshlrev_b64 v[2:3], 2, v[1:2]
    v_add_co_u32 v4, vcc_lo, s4, v2
    v_add_co_ci_u32_e64 v5, null, s5, v3, vcc_lo
"""
_ONE = f"v_mul_lo_u32 v1, v0, s8{_INDEX}global_load_b32 v6, v[4:5], off offset:16\ns_waitcnt vmcnt(0)\n"
_STORE = "v_lshlrev_b32_e32 v7, 2, v0\nglobal_store_b32 v7, v6, s[6:7]\ns_endpgm"


def test_one_access_takes_the_pointer_as_its_base() -> None:
    before, result = batched(_ONE + _STORE)
    assert accesses(result)[0] == "global_load_b32 v6, v2, s[4:5] offset:16"
    assert code(result)[:2] == ["v_mul_lo_u32 v1, v0, s8", "v_lshlrev_b32_e32 v2, 2, v1"]
    check(before, result)


@pytest.mark.parametrize("assume", [(), BOTH[:1], BOTH[1:]])
def test_without_the_facts_it_is_left_alone_and_they_are_named(assume: tuple[str, ...]) -> None:
    before, result = batched(_ONE + _STORE, assume=assume)
    assert result.module is before
    (declined,) = result.declined
    assert declined.code == "needs-assumption"
    for name in BOTH:
        assert (name in declined.message) == (name not in assume)


#: Rows of a matrix, s9 elements apart, read in a loop whose bound is s10; only the store says what was read.
_ROWS = """
    v_mul_lo_u32 v1, v0, s8
    v_mov_b32_e32 v20, v1
    v_add_nc_u32_e32 v22, s9, v1
    v_ashrrev_i32_e32 v21, 31, v20
    v_ashrrev_i32_e32 v23, 31, v22
    v_lshlrev_b64 v[20:21], 2, v[20:21]
    v_lshlrev_b64 v[22:23], 2, v[22:23]
    v_mov_b32_e32 v10, 0
    s_mov_b32 s12, 0
    .Lloop:
    v_add_co_u32 v24, vcc_lo, s4, v20
    v_add_co_ci_u32_e64 v25, null, s5, v21, vcc_lo
    v_add_co_u32 v26, vcc_lo, s4, v22
    v_add_co_ci_u32_e64 v27, null, s5, v23, vcc_lo
    global_load_b32 v6, v[24:25], off
    global_load_b32 v7, v[26:27], off offset:8
    s_add_u32 s4, s4, 32
    s_addc_u32 s5, s5, 0
    s_add_i32 s12, s12, 1
    s_waitcnt vmcnt(0)
    v_fmac_f32_e32 v10, v6, v7
    s_cmp_lt_i32 s12, s10
    s_cbranch_scc1 .Lloop
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_b32 v0, v10, s[6:7]
    s_endpgm
"""


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_rows_share_the_lanes_offset_and_their_distance_is_computed_before_the_loop(arch: str) -> None:
    text = _ROWS
    if arch == "gfx1201":
        text = text.replace("s_waitcnt vmcnt(0)", "s_wait_loadcnt 0x0").replace("v_lshlrev_b64 ", "v_lshlrev_b64_e32 ")
        text = text.replace("s_add_u32", "s_add_co_u32").replace("s_addc_u32", "s_add_co_ci_u32")
        text = text.replace("s_add_i32", "s_add_co_i32")
    before, result = batched(text, arch)
    first, second, _ = accesses(result)
    assert first.endswith("s[4:5]")
    base = re.search(r"(v\d+), s\[(\d+):\d+\] offset:8$", second)
    assert base is not None
    assert base[1] == first.split(", ")[1]
    lines = code(result)
    loop = lines[lines.index(first) - 4 : lines.index("s_cbranch_scc1 .Lloop")]
    assert not [t for t in loop if t.startswith(("v_add_co", "v_lshl"))]
    assert lines.index("s_ashr_i32 s1, s0, 31") < lines.index(first)
    check(before, result)


def test_accesses_at_constant_distances_share_base_and_offset() -> None:
    text = "v_mul_lo_u32 v9, v0, s8\n"
    for row, reg in enumerate((20, 22, 24)):
        text += f"""
            v_add_nc_u32_e32 v{reg}, {5 * row}, v9
            v_ashrrev_i32_e32 v{reg + 1}, 31, v{reg}
            v_lshlrev_b64 v[{reg}:{reg + 1}], 2, v[{reg}:{reg + 1}]
            v_add_co_u32 v{reg}, vcc_lo, s4, v{reg}
            v_add_co_ci_u32_e64 v{reg + 1}, null, s5, v{reg + 1}, vcc_lo
            global_load_b32 v{reg + 20}, v[{reg}:{reg + 1}], off
        """
    text += "s_waitcnt vmcnt(0)\nv_add_f32_e32 v40, v40, v42\nv_add_f32_e32 v6, v40, v44\n" + _STORE
    before, result = batched(text)
    assert [a.split("s[4:5]")[1] for a in accesses(result)[:3]] == ["", " offset:20", " offset:40"]
    assert len({a.split(", ")[1] for a in accesses(result)[:3]}) == 1
    assert sum(t.startswith("v_") for t in code(result)) == 5
    check(before, result)


_MOVED = f"""
    v_mul_lo_u32 v1, v0, s8
    {_INDEX}
    v_mov_b32_e32 v10, 0
    s_mov_b32 s12, 0
    .Lloop:
    global_load_b32 v6, v[4:5], off
    v_add_co_u32 v4, vcc_lo, v4, 64
    v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo
    s_add_i32 s12, s12, 1
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v10, v10, v6
    s_cmp_lt_i32 s12, s10
    s_cbranch_scc1 .Lloop
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_b32 v0, v10, s[6:7]
    s_endpgm
"""


@pytest.mark.parametrize("wave", [32, 64])
def test_an_address_that_every_lane_moves_becomes_a_base_that_salu_moves(wave: int) -> None:
    text = _MOVED if wave == 32 else _MOVED.replace("vcc_lo", "vcc")
    before, result = batched(text, wave=wave)
    load = accesses(result)[0]
    base = re.search(r", s\[(\d+):(\d+)\]$", load)
    assert base is not None
    lines = code(result)
    assert f"s_mov_b64 s[{base[1]}:{base[2]}], s[4:5]" in lines[: lines.index(load)]
    assert f"s_add_u32 s{base[1]}, s{base[1]}, 0x40" in lines[lines.index(load) :]
    assert not [t for t in lines if t.startswith("v_add_co")]
    check(before, result)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_base_moves_before_its_accesses_where_scc_is_needed_behind_them(arch: str) -> None:
    text = f"""
        v_mul_lo_u32 v1, v0, s8
        {_INDEX}
        s_lshl_b32 s2, s9, 2
        s_ashr_i32 s3, s2, 31
        v_dual_mov_b32 v0, 0 :: v_dual_add_nc_u32 v11, s9, v0
        s_mov_b32 s12, 0
        .Lloop:
        s_add_i32 s12, s12, 1
        s_cmp_lt_i32 s12, s10
        global_load_b32 v6, v[4:5], off
        v_add_co_u32 v4, vcc_lo, v4, s2
        v_add_co_ci_u32_e64 v5, null, s3, v5, vcc_lo
        s_waitcnt vmcnt(0)
        v_add_f32_e32 v0, v0, v6
        s_cbranch_scc1 .Lloop
        v_mov_b32_e32 v7, 0
        global_store_b32 v7, v0, s[6:7]
        s_endpgm
    """
    if arch == "gfx1201":
        for old, new in (
            ("s_waitcnt vmcnt(0)", "s_wait_loadcnt 0x0"),
            ("s_add_i32", "s_add_co_i32"),
            ("b64 ", "b64_e32 "),
        ):
            text = text.replace(old, new)
    before, result = batched(text, arch)
    lines = code(result)
    load = accesses(result)[0]
    base = load.rsplit(", ", 1)[1]
    low = base[2:].split(":")[0]
    if arch == "gfx1201":  # SALU adds 64 bits without SCC, so the base moves where the round ends
        assert lines.index(f"s_add_nc_u64 {base}, {base}, s[2:3]") > lines.index(load)
    else:
        assert lines.index(".Lloop:" if ".Lloop:" in lines else "s_add_i32 s12, s12, 1") < lines.index(load)
        assert lines.index(f"s_add_u32 s{low}, s{low}, s2") < lines.index("s_cmp_lt_i32 s12, s10")
        assert any(t.startswith("s_sub_u32") for t in lines[: lines.index("s_add_i32 s12, s12, 1")])
    assert "v_mov_b32_e32 v0, 0" in lines  # what is left of the pair whose other half read v0
    check(before, result)


def test_a_wrong_distance_would_be_caught() -> None:
    before, result = batched(_ROWS)
    wrong = kernel("\n".join(t.replace("s_ashr_i32 s1, s0, 31", "s_ashr_i32 s1, s0, 30") for t in text_of(result)))
    right = kernel("\n".join(text_of(result)))
    assert verify_modules(before, right, assumptions=BOTH).proved
    assert not verify_modules(before, wrong, assumptions=BOTH).proved


def text_of(result: PassResult) -> list[str]:
    module = result.module
    items = module.items[module.kernels[0].first : module.kernels[0].last]
    return [line for line in ("".join(i.text for i in items)).split("\n") if line.strip()]


def test_the_counts_of_sgprs_follow() -> None:
    _, result = batched(_ROWS)
    used = max(int(n) for t in code(result) for n in re.findall(r"s\[?(?:\d+:)?(\d+)", t))
    text = result.module.text()
    assert (
        f".amdhsa_next_free_sgpr {used + 1}" in text
        or int(
            re.search(r"next_free_sgpr (\d+)", text)[1]  # type: ignore[index]
        )
        > used
    )


def test_addresses_of_other_shapes_are_declined() -> None:
    loaded = (
        "global_load_b64 v[4:5], v0, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_load_b32 v6, v[4:5], off\ns_waitcnt vmcnt(0)\n"
    )
    before, result = batched(loaded + _STORE)
    assert result.module is before
    assert [d.code for d in result.declined] == ["not-affine"]


def test_without_sgprs_left_an_access_keeps_its_address() -> None:
    """The base would be the sum of s[4:5] and s9, which no pair holds."""
    text = (
        "\n".join(f"s_mov_b32 s{n}, 0" for n in (0, 1, 2, 3, *range(10, 106)))
        + f"""
        v_mul_lo_u32 v1, v0, s8
        {_INDEX}
        v_add_co_u32 v4, vcc_lo, s9, v4
        v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo
        global_load_b32 v6, v[4:5], off
        s_waitcnt vmcnt(0)
        {_STORE}
    """
    )
    before, result = batched(text)
    assert result.module is before
    assert [d.code for d in result.declined] == ["sgpr-limit"]
    _, roomy = batched(text.replace("".join(f"s_mov_b32 s{n}, 0\n" for n in range(4)), ""))
    assert not roomy.declined


#: Two accesses 0x10000 bytes apart, with every SGPR in use.
_APART = "\n".join(f"s_mov_b32 s{n}, 0" for n in (0, 1, 2, 3, *range(9, 106)))
_APART += f"""
    {{index}}
    {_INDEX}
    v_add_co_u32 v8, vcc_lo, v4, 0x10000
    v_add_co_ci_u32_e64 v9, null, 0, v5, vcc_lo
    global_load_b32 v6, v[4:5], off
    global_load_b32 v7, v[8:9], off offset:4
    {{wait}}
    v_add_f32_e32 v6, v6, v7
    {_STORE}
"""


def apart(index: str, arch: str) -> tuple[Module, PassResult]:
    wait = "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0"
    return batched(_APART.format(index=index, wait=wait), arch)


def test_a_constant_outside_the_offset_field_needs_a_base_of_its_own() -> None:
    _, result = apart("v_mul_lo_u32 v1, v0, s8", "gfx1100")
    (declined,) = result.declined
    assert declined.code == "offset-range"
    assert "-4096 to 4095" in declined.message
    assert accesses(result)[1].endswith("v[8:9], off offset:4")


def test_a_wider_offset_field_holds_it() -> None:
    before, result = apart("v_mul_lo_u32 v1, v0, s8", "gfx1201")
    assert not result.declined
    assert accesses(result)[1].endswith("s[4:5] offset:65540")
    check(before, result)


def test_an_offset_that_may_wrap_takes_no_constant() -> None:
    _, result = apart("v_mul_lo_u32 v1, v0, s8\nv_and_b32_e32 v1, 0x3fffffff, v1", "gfx1100")
    assert [d.code for d in result.declined] == ["offset-range"]


def test_bases_that_do_not_fit_side_by_side_are_computed_one_by_one() -> None:
    text = "\n".join(f"s_mov_b32 s{n}, 0" for n in (0, 1, 2, 3, *range(13, 106))) + "\nv_and_b32_e32 v1, 0xffff, v0"
    text += _INDEX
    for n in range(8):
        text += f"""
            v_add_co_u32 v{20 + 2 * n}, vcc_lo, v4, {0x10000 * (n + 1):#x}
            v_add_co_ci_u32_e64 v{21 + 2 * n}, null, 0, v5, vcc_lo
            global_load_b32 v{40 + n}, v[{20 + 2 * n}:{21 + 2 * n}], off
        """
    text += "s_waitcnt vmcnt(0)\nv_mov_b32 v6, 0\n"
    text += "".join(f"v_add_f32_e32 v6, v6, v{40 + n}\n" for n in range(8)) + _STORE
    before, result = batched(text)
    assert not result.declined
    assert sum(t.startswith("s_add_u32") for t in code(result)) == 8
    assert not [t for t in code(result) if t.startswith("v_add_co")]
    check(before, result, ())


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_constants_beyond_one_distance_go_to_offset_fields(arch: str) -> None:
    """The second row is s9 elements on; one base serves its columns."""
    text = "v_mul_lo_u32 v9, v0, s8\n"
    for n, index in enumerate(("v_mov_b32 v1, v9", "v_add_nc_u32 v1, s9, v9", "v_add3_u32 v1, s9, 3, v9")):
        text += f"{index}{_INDEX}global_load_b32 v{20 + n}, v[4:5], off\n"
    wait = "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0"
    text += f"{wait}\nv_add_f32_e32 v20, v20, v21\nv_add_f32_e32 v6, v20, v22\n{_STORE}"
    before, result = batched(text.replace("b64 ", "b64_e32 ") if arch == "gfx1201" else text, arch)
    one, two, three, _ = accesses(result)
    assert one.endswith("s[4:5]")
    assert three.split(", ", 1)[1] == two.split(", ", 1)[1] + " offset:12"
    assert two.split(", ", 1)[1] != one.split(", ", 1)[1]
    check(before, result)


def test_accesses_of_more_lanes_take_no_distance_from_those_of_fewer() -> None:
    text = f"""
        v_mul_lo_u32 v9, v0, s8
        v_mov_b32 v6, 0
        v_mov_b32 v7, 0
        v_mov_b32 v1, v9
        {_INDEX}
        s_and_saveexec_b32 s14, s15
        global_load_b32 v6, v[4:5], off
        s_mov_b32 exec_lo, s14
        v_add_nc_u32 v1, s9, v9
        {_INDEX}
        global_load_b32 v7, v[4:5], off
        s_waitcnt vmcnt(0)
        v_add_f32_e32 v6, v6, v7
        {_STORE}
    """
    before, result = batched(text)
    one, two, _ = accesses(result)
    assert one.endswith("s[4:5]")
    assert two.endswith("s[4:5]")  # its own index, where the other one's with a base of its own would do for its lanes
    check(before, result)


def test_accesses_that_are_too_far_apart_have_offsets_of_their_own() -> None:
    """The distance between the rows is uniform, but in no scalar register."""
    text = f"""
        v_mul_lo_u32 v1, v0, s8
        v_mov_b32_e32 v20, s14
        v_xor_b32_e32 v20, s15, v20
        {_INDEX}
        global_load_b32 v6, v[4:5], off
        v_add_nc_u32_e32 v1, v20, v1
        {_INDEX}
        global_load_b32 v7, v[4:5], off
        global_load_b32 v8, v[4:5], off offset:8
        s_waitcnt vmcnt(0)
        v_add_f32_e32 v6, v6, v7
        v_add_f32_e32 v6, v6, v8
        {_STORE}
    """
    before, result = batched(text)
    assert not result.declined
    assert [a.split(", ", 2)[2] for a in accesses(result)[:3]] == ["s[4:5]", "s[4:5]", "s[4:5] offset:8"]
    check(before, result)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_64_bit_index_needs_no_facts(arch: str) -> None:
    """The workgroup's part is a 64-bit number, and the work-item's has only bits that are zero in it."""
    text = """
        v_and_b32_e32 v1, 0xff, v0
        s_mov_b32 s9, 0
        s_lshl_b64 s[10:11], s[8:9], 10
        v_lshl_or_b32 v2, v1, 2, s10
        v_mov_b32_e32 v3, s11
        v_add_co_u32 v4, vcc_lo, s4, v2
        v_add_co_ci_u32_e64 v5, null, s5, v3, vcc_lo
        global_load_b32 v8, v[4:5], off
        v_add_co_u32 v6, vcc_lo, s6, v2
        v_add_co_ci_u32_e64 v7, null, s7, v3, vcc_lo
        WAIT
        global_store_b32 v[6:7], v8, off
        s_endpgm
    """
    before, result = batched(
        text.replace("WAIT", "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0"), arch, assume=()
    )
    assert not result.declined
    assert all("s[" in a for a in accesses(result))
    assert not [t for t in code(result) if t.startswith("v_add_co")]
    check(before, result, ())
    wide = text.replace("0xff, v0", "0x1ff, v0")  # a bit in common: the sum may carry
    _, other = batched(wide.replace("WAIT", "s_waitcnt vmcnt(0)"), assume=())
    assert {d.code for d in other.declined} == {"not-affine"}


def test_in_a_large_kernel_not_every_way_to_compute_a_base_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"v_mul_lo_u32 v9, v0, s8\nv_add_nc_u32 v1, s9, v9{_INDEX}"
    text += f"global_load_b32 v6, v[4:5], off\ns_waitcnt vmcnt(0)\n{_STORE}"
    whole, result = batched(text)
    assert not any(note.startswith("large kernel") for note in result.notes)
    monkeypatch.setattr(scalars, "_MOST_TRIED", 0)
    before, result = batched(text)
    assert before.text() == whole.text()
    assert result.notes[-1].startswith("large kernel")
    check(before, result)
