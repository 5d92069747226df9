"""``isaopt emulate`` and the files that it reads and writes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.cli.emulate import command
from isaopt.emulator.arguments import Arg, BufferArg, NullArg, ScalarArg, initial, read_arguments
from isaopt.emulator.launch import parse_order, start_mode, start_registers
from isaopt.emulator.metadata import layout_of
from isaopt.errors import IsaoptError, UsageError
from tests.emulator.running import text_of

KERNELS = Path(__file__).parents[2] / "kernels_s"
ADD = """
global_load_b32 v1, v0, s[4:5]
global_load_b32 v2, v0, s[6:7]
s_waitcnt vmcnt(0)
v_add_f32_e32 v1, v1, v2
global_store_b32 v0, v1, s[2:3]
"""


def arguments(tmp_path: Path, size: int = 32) -> Path:
    np.save(tmp_path / "b.npy", np.full(size, 0.5, np.float32))
    path = tmp_path / "args.json"
    path.write_text(
        json.dumps(
            [
                {"kind": "buffer", "name": "c", "dtype": "f32", "shape": [size], "init": "zeros", "out": True},
                {"kind": "buffer", "name": "a", "dtype": "f32", "shape": [size], "init": "arange"},
                {"kind": "buffer", "name": "b", "dtype": "f32", "shape": [size], "init": "b.npy"},
            ]
        )
    )
    return path


def test_run_writes_and_reports(tmp_path: Path) -> None:
    source = tmp_path / "k.s"
    source.write_text(text_of(ADD))
    out = tmp_path / "results"
    options = ["--grid", "1,1,1", "--block", "32,1,1", "--args", str(arguments(tmp_path)), "--out", str(out), "--json"]
    run = CliRunner().invoke(command, [str(source), *options], catch_exceptions=False)
    assert run.exit_code == 0
    document = json.loads(run.stdout)
    result = np.load(out / "c.npy")
    assert np.array_equal(result, np.arange(32, dtype=np.float32) + np.float32(0.5))
    assert [p.name for p in out.iterdir()] == ["c.npy"]
    assert document["kernel"] == "k"
    # Four of the prologue, five of the body, s_endpgm.
    assert document["instructions_executed"] == 10
    assert document["outputs"] == {
        "c": {"sha256": hashlib.sha256(result.tobytes()).hexdigest(), "shape": [32], "dtype": "f32"}
    }


def test_instructions_are_counted_exactly(tmp_path: Path) -> None:
    body = "s_mov_b32 s10, 0\nloop:\ns_add_u32 s10, s10, 1\ns_cmp_lt_u32 s10, 7\ns_cbranch_scc1 loop"
    module = parse_text(text_of(body, raw=True), "k.s", None)
    zero = np.zeros(1, np.float32)
    args = [BufferArg(name, zero) for name in "abc"]
    result = isaopt.emulate(module, (3, 2, 1), (64, 1, 1), args)
    assert result.instructions_executed == (1 + 7 * 3 + 1) * 2 * 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{}", "must be a list"),
        ("[1]", "argument 0: must be an object"),
        ('[{"kind": "texture"}]', "unknown kind 'texture'"),
        ('[{"kind": "buffer", "dtype": "f8"}]', "unknown dtype 'f8'"),
        ('[{"kind": "buffer", "shape": [-1]}]', "must be a list of sizes"),
        ('[{"kind": "buffer", "shape": [4], "init": "none.npy"}]', "cannot read"),
        ('[{"kind": "buffer", "shape": [4], "init": "random:x"}]', "is not a non-negative integer"),
        ('[{"kind": "scalar", "value": "x"}]', "must be a number"),
        ('[{"kind": "scalar", "dtype": "u8", "value": 300}]', "argument 'arg0'"),
    ],
)
def test_bad_arguments(text: str, message: str) -> None:
    with pytest.raises(IsaoptError) as caught:
        read_arguments(text, "args.json")
    assert message in caught.value.message
    assert str(caught.value).startswith("args.json:1:" if text != "{}" else "args.json: ")


def test_an_argument_that_makes_no_sense_is_shown_where_it_stands() -> None:
    text = '[\n  {"kind": "null"},\n  {"kind": "scalar",\n   "value": "x"}\n]\n'
    with pytest.raises(UsageError) as caught:
        read_arguments(text, "args.json")
    assert str(caught.value).splitlines()[0] == "args.json:3:3: error: argument 'arg1': its value must be a number"


def test_arguments() -> None:
    text = """[{"kind": "scalar", "name": "x", "dtype": "f16", "value": 1.5}, {"kind": "null", "name": "p"},
               {"kind": "buffer", "name": "b", "dtype": "i16", "shape": [2, 3], "init": "arange"}]"""
    x, p, b = read_arguments(text, "args.json")
    assert x == ScalarArg("x", b"\x00\x3e")
    assert p == NullArg("p")
    assert isinstance(b, BufferArg)
    assert b.data.tolist() == [[0, 1, 2], [3, 4, 5]]
    first, second = initial("random:7", [5], "f32"), initial("random:7", [5], "f32")
    assert np.array_equal(first, second)
    assert np.abs(first.astype(float)).max() < 1


@pytest.mark.parametrize(("text", "order"), [("fwd", (0, 0)), ("rev", (1, 0)), ("random:5", (2, 5))])
def test_orders(text: str, order: tuple[int, int]) -> None:
    assert parse_order(text) == order


@pytest.mark.parametrize("text", ["", "random", "fwd:1", "random:x", "up"])
def test_unknown_orders(text: str) -> None:
    with pytest.raises(UsageError):
        parse_order(text)


def test_geometry_and_argument_count_are_checked() -> None:
    module = parse_text(text_of(ADD), "k.s", None)
    with pytest.raises(UsageError, match=r"takes 3 arguments \(.*\), not 0"):
        isaopt.emulate(module, (1, 1, 1), (32, 1, 1))
    with pytest.raises(UsageError, match="at most 1024 work-items"):
        isaopt.emulate(module, (1, 1, 1), (2048, 1, 1))
    with pytest.raises(UsageError, match="at least 1"):
        isaopt.emulate(module, (0, 1, 1), (32, 1, 1))
    with pytest.raises(UsageError, match="no kernel is called 'x'"):
        isaopt.emulate(module, (1, 1, 1), (32, 1, 1), kernel="x")


def test_start_state() -> None:
    for name, values, ids in (
        ("sgemm_gfx1100", 2, [14, 15, 0xFFFFFFFF]),
        ("sgemm_gfx1201", 2, [0xFFFFFFFF] * 3),
        ("softmax_gfx1100", 2, [15, 0xFFFFFFFF, 0xFFFFFFFF]),
    ):
        module = parse_text((KERNELS / f"{name}.s").read_text(), name, None)
        layout = layout_of(module, module.kernels[0])
        registers, where = start_registers(layout, module.arch, 0x123456789A, 0, 0)
        assert registers == [0x3456789A, 0x12]
        assert len(registers) == values
        assert where == ids
        assert start_mode(layout, module.arch).bits & 0xF0 == 0xF0


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_work_items_and_workgroups(arch: str) -> None:
    # Every work-item writes its own numbers where they say.
    x, y, z = ("s2", "s3", "s4") if arch == "gfx1100" else ("ttmp9", "s3", "s4")
    ids = "" if arch == "gfx1100" else "s_and_b32 s3, ttmp7, 0xffff\ns_lshr_b32 s4, ttmp7, 16\n"
    wait = "s_waitcnt lgkmcnt(0)" if arch == "gfx1100" else "s_wait_kmcnt 0x0"
    body = f"""
    {ids}
    v_bfe_u32 v1, v0, 10, 10
    v_bfe_u32 v2, v0, 20, 10
    v_and_b32_e32 v0, 0x3ff, v0
    s_load_b64 s[6:7], s[0:1], 0x0
    v_lshl_or_b32 v3, v1, 4, v0
    v_lshl_or_b32 v3, v2, 8, v3
    v_mov_b32_e32 v4, {x}
    v_lshl_or_b32 v3, v4, 12, v3
    v_mov_b32_e32 v4, {y}
    v_lshl_or_b32 v3, v4, 16, v3
    v_mov_b32_e32 v4, {z}
    v_lshl_or_b32 v3, v4, 20, v3
    s_mul_i32 s8, {z}, 3
    s_add_i32 s8, s8, {y}
    s_mul_i32 s8, s8, 2
    s_add_i32 s8, s8, {x}
    s_mul_i32 s8, s8, 30
    v_mul_u32_u24_e32 v4, 15, v2
    v_mul_u32_u24_e32 v5, 5, v1
    v_add3_u32 v4, v4, v5, v0
    v_add_nc_u32_e32 v4, s8, v4
    v_lshlrev_b32_e32 v4, 2, v4
    {wait}
    global_store_b32 v4, v3, s[6:7]
    """
    directives = "\n".join(f"\t\t.amdhsa_system_sgpr_workgroup_id_{axis} 1" for axis in "xyz")
    module = parse_text(text_of(body, arch, raw=True, ids=2, directives=directives), "k.s", None)
    out = np.zeros((2, 3, 2, 2, 3, 5), np.uint32)  # group z, y, x, item z, y, x
    nothing = np.zeros(1, np.uint32)
    args = [BufferArg("out", out), BufferArg("b", nothing), BufferArg("c", nothing)]
    isaopt.emulate(module, (2, 3, 2), (5, 3, 2), args)
    gz, gy, gx, iz, iy, ix = np.indices(out.shape)
    assert np.array_equal(out, ix | iy << 4 | iz << 8 | gx << 12 | gy << 16 | gz << 20)


def test_a_file_without_metadata_takes_its_arguments_in_sequence() -> None:
    body = """
    s_load_b32 s4, s[0:1], 0x0
    s_load_b64 s[2:3], s[0:1], 0x8
    s_load_b32 s5, s[0:1], 0x10
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v0, 2, v0
    v_mov_b32_e32 v1, s4
    v_add_nc_u32_e32 v1, s5, v1
    global_store_b32 v0, v1, s[2:3]
    """
    text = text_of(body, raw=True)
    module = parse_text(text[: text.index("\t.amdgpu_metadata")], "k.s", None)
    out = np.zeros(32, np.uint32)
    args: list[Arg] = [
        ScalarArg("x", (5).to_bytes(4, "little")),
        BufferArg("out", out),
        ScalarArg("y", (6).to_bytes(4, "little")),
    ]
    isaopt.emulate(module, (1, 1, 1), (32, 1, 1), args)
    assert out.tolist() == [11] * 32
