"""Code objects, bundles and programs in the place of assembly, and code objects written back."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest

import isaopt
from isaopt.cli import main
from isaopt.errors import InputError
from isaopt.toolchain.assemble import build
from isaopt.toolchain.image import differences
from tests.disassembly.programs import HEAD, kernel
from tests.hip_install import find_hip
from tests.toolchain.test_bundle import bundle

BODY = """\ts_load_b64 s[4:5], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v2, 1.0
\tv_mov_b32_e32 v6, 2.0
\tv_add_f32_e32 v5, v2, v6
\tv_add_f32_e32 v4, v2, v6
\ts_waitcnt lgkmcnt(0)
\tglobal_store_b32 v1, v5, s[4:5]
\tglobal_store_b32 v1, v4, s[4:5] offset:2048
"""
TEXT = HEAD.format(arch="gfx1100") + kernel("k", BODY)
GFX12 = HEAD.format(arch="gfx1201") + kernel("twelve", "")
OTHER = HEAD.format(arch="gfx1100") + kernel("other", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.s").write_text(TEXT)
    (tmp_path / "k.hsaco").write_bytes(build(TEXT, "gfx1100"))
    parts = {"gfx1100": TEXT, "gfx1201": GFX12}
    entries = [("host-x86_64-unknown-linux-gnu-", b""), *(
        (f"hipv4-amdgcn-amd-amdhsa--{arch}", build(text, arch)) for arch, text in parts.items()
    )]  # fmt: skip
    (tmp_path / "two.hipfb").write_bytes(bundle(*entries))
    (tmp_path / "same.hipfb").write_bytes(bundle(entries[1], (entries[1][0], build(OTHER, "gfx1100"))))
    return tmp_path


def test_disassemble_writes_what_makes_it_again(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main.run(["disassemble", "k.hsaco", "-o", "out.s"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main.run(["build", "out.s", "-o", "out.hsaco"]) == 0
    assert differences((folder / "k.hsaco").read_bytes(), (folder / "out.hsaco").read_bytes()) == ()
    assert isaopt.disassemble("k.hsaco").text == (folder / "out.s").read_text()
    for source in ("k.hsaco", "-"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((folder / "k.hsaco").read_bytes())))
        assert main.run(["disassemble", source]) == 0
        assert capsys.readouterr().out == (folder / "out.s").read_text()


def test_which_code_object(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["disassemble", "two.hipfb", "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] or line.strip() for line in listed] == [
        "hipv4-amdgcn-amd-amdhsa--gfx1100", "k", "hipv4-amdgcn-amd-amdhsa--gfx1201", "twelve",
    ]  # fmt: skip
    assert main.run(["disassemble", "two.hipfb", "--list", "--json"]) == 0
    assert [e["kernels"] for e in json.loads(capsys.readouterr().out)] == [["k"], ["twelve"]]
    assert isaopt.disassemble("two.hipfb", "gfx1201").arch == "gfx1201"
    assert "other:" in isaopt.disassemble("same.hipfb", kernel="other").text
    for asked, said in (
        (["two.hipfb"], "contains 2 code objects (gfx1100, gfx1201)"),
        (["same.hipfb", "--arch", "gfx1100"], "contains 2 code objects (gfx1100)"),
        (["two.hipfb", "--arch", "gfx1102"], "contains no code object for gfx1102 (it has gfx1100, gfx1201)"),
        (["two.hipfb", "--kernel", "x"], "contains no code object with the kernel x"),
        (["absent"], "cannot read the file"),
    ):
        assert main.run(["disassemble", *asked, "-o", "out.s"]) == 2
        assert f"{asked[0]}: error: {said}" in capsys.readouterr().err
    assert not (folder / "out.s").exists()


def test_a_code_object_is_optimised_to_a_code_object(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for source in ("k.s", "k.hsaco", "two.hipfb"):
        arch = ["--arch", "gfx1100"] if source == "two.hipfb" else []
        assert main.run(["opt", source, "-o", f"{source}.opt.hsaco", "--level", "2", *arch]) == 0
        assert "proved" in capsys.readouterr().out
    written = [(folder / f"{source}.opt.hsaco").read_bytes() for source in ("k.s", "k.hsaco", "two.hipfb")]
    assert differences(written[0], written[1]) == differences(written[1], written[2]) == ()
    assert differences((folder / "k.hsaco").read_bytes(), written[0]) != ()
    assert main.run(["verify", "k.hsaco", "k.hsaco.opt.hsaco"]) == 0
    assert "proved" in capsys.readouterr().out
    assert main.run(["diff", "k.s", "k.hsaco.opt.hsaco", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kernels"][0]["after"]["dual"] > 0


@pytest.mark.parametrize("command", [["report"], ["lint"], ["sim"], ["dump", "--json-lines"], ["fmt"]])
def test_what_reads_assembly_reads_code_objects(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run([*command, "k.hsaco"]) == 0
    assert main.run([*command, "two.hipfb", "--arch", "gfx1201"]) == 0
    assert main.run([*command, "two.hipfb"]) == 2
    assert "contains 2 code objects" in capsys.readouterr().err


def test_findings_in_a_code_object_say_what_their_lines_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = "\tglobal_load_b32 v1, v0, s[0:1]\n\tv_add_f32 v1, v1, v1\n\ts_endpgm\n"
    (folder / "bad.hsaco").write_bytes(build(HEAD.format(arch="gfx1100") + kernel("k", body), "gfx1100"))
    assert main.run(["lint", "bad.hsaco"]) == 1
    assert "lines are those of the disassembly: isaopt disassemble bad.hsaco" in capsys.readouterr().err
    assert main.run(["lint", "bad.hsaco", "--json"]) == 1
    assert "disassembly" not in capsys.readouterr().err


def test_a_code_object_is_not_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "k.hsaco").read_bytes()
    for args in (
        ["opt", "k.hsaco", "--in-place"],
        ["fmt", "k.hsaco", "--in-place"],
        ["lint", "k.hsaco", "--fix", "--in-place"],
    ):
        assert main.run(args) == 2
        assert "--in-place would write assembly over a code object" in capsys.readouterr().err
    assert (folder / "k.hsaco").read_bytes() == before


def test_code_that_cannot_move_is_read_by_disassemble_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 16\n\ts_addc_u32 s5, s5, 0\n\ts_setpc_b64 s[4:5]\n"
    (folder / "pc.hsaco").write_bytes(build(HEAD.format(arch="gfx1100") + kernel("k", body), "gfx1100"))
    assert main.run(["disassemble", "pc.hsaco", "-o", "pc.s"]) == 0
    assert "computes a PC-relative address that stays a number" in capsys.readouterr().err
    assert main.run(["opt", "pc.hsaco", "-o", "out.hsaco"]) == 2
    assert "computes a PC-relative address in an unknown way" in capsys.readouterr().err
    assert not (folder / "out.hsaco").exists()


def test_without_a_disassembler(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["disassemble", "k.hsaco", "--objdump", "/bin/false"]) == 3
    assert "--objdump /bin/false" in capsys.readouterr().err


def test_what_is_no_code_object(folder: Path) -> None:
    (folder / "host.o").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(100))
    with pytest.raises(InputError, match="contains no GPU code"):
        isaopt.parse("host.o")
    with pytest.raises(InputError, match="neither a code object nor a program that contains one"):
        isaopt.disassemble("k.s")


@pytest.mark.slow
def test_programs_of_a_real_compiler(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hip = find_hip()
    source = folder / "p.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n__device__ int table[3] = {1, 2, 3};\n__device__ int *at = &table[1];\n"
        "__device__ __noinline__ int helper(int x) { return x * table[x & 1] + *at; }\n"
        "typedef int (*function)(int);\n__device__ function helpers[1] = {helper};\n"
        "__global__ void k(int *p) { *p = helper(*p) + helpers[p[1]](3); }\nint main() { return 0; }\n"
    )
    command = [hip.clang, "-x", "hip", str(source), *hip.flags, "--offload-arch=gfx1100"]
    for name, options in (("p.o", ["-c"]), ("p", hip.link_flags), ("p.so", ["-shared", "-fPIC", *hip.link_flags]),
                          ("packed.o", ["-c", "--offload-compress"])):  # fmt: skip
        subprocess.run([*command, *options, "-o", name], check=True, env=hip.environment)
        text = isaopt.disassemble(name).text
        assert "\t.amdhsa_kernel _Z1kPi" in text
        assert "\t.quad\t_Z6helperi" in text
        assert "helpers@rel32@lo+4" in text
