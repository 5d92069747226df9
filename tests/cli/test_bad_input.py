"""Input that is no kernel, or an odd one: exit code 2, one line with the place, no traceback, nothing written."""

from __future__ import annotations

import io
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.cli import main

KERNEL = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
\t.text
\t.globl\tk
\t.p2align\t8
\t.type\tk,@function
k:
\tv_lshlrev_b32_e32 v1, 2, v0 ; scale
\ts_load_b64 s[0:1], s[0:1], 0x0
\ts_waitcnt lgkmcnt(0)
\tglobal_store_b32 v1, v0, s[0:1]
\ts_endpgm
.Lfunc_end0:
\t.size\tk, .Lfunc_end0-k
\t.section\t.rodata,"a",@progbits
\t.p2align\t6
\t.amdhsa_kernel k
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 2
\t\t.amdhsa_next_free_sgpr 2
\t.end_amdhsa_kernel
\t.text
"""
DATA = KERNEL.encode()
BUNDLE = b"# __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--gfx1100\n"

#: Name -> (content, what the first line says, whether it names a line of the file).
BAD: dict[str, tuple[bytes, str, bool]] = {
    "empty": (b"", "the file is empty", False),
    "blank": (b"\n \n\t\r\n", "the file is empty", False),
    "elf": (b"\x7fELF\x02\x01\x01" + bytes(100), "ELF object", False),
    "binary": (b"\x01\x02\n\0\xff\xfe" * 50, "binary file", True),
    "null byte": (DATA.replace(b"s_load", b"s_lo\0ad"), "unexpected", True),
    "utf-16": (KERNEL.encode("utf-16"), "binary file", True),
    "byte order mark": (b"\xef\xbb\xbf" + DATA, "byte order mark", True),
    "not utf-8 in code": (DATA.replace(b"s_load", b"s_l\xe9oad"), "unexpected", True),
    "prose": (b"hello world\n", "names no target", False),
    "unknown arch": (DATA.replace(b"gfx1100", b"gfx1234"), "target 'gfx1234' is not supported", True),
    "gfx9": (DATA.replace(b"gfx1100", b"gfx906:xnack-"), "target 'gfx906' is not supported", True),
    "gfx10": (DATA.replace(b"gfx1100", b"gfx1030"), "target 'gfx1030' is not supported", True),
    "generic": (DATA.replace(b"gfx1100", b"gfx11-generic"), "target 'gfx11-generic' is not supported", True),
    "gfx1250": (DATA.replace(b"gfx1100", b"gfx1250"), "target 'gfx1250' is not supported", True),
    "other arch": (DATA.replace(b"gfx1100", b"gfx1201").replace(b"v_lsh", b"v_dot2acc_f32_f16 v1,v0,v0\n\tv_lsh"),
                   "unknown instruction 'v_dot2acc_f32_f16' on gfx1201", True),
    "cut in the descriptor": (DATA[: DATA.index(b"\t.end_amdhsa")], "no .end_amdhsa_kernel", True),
    "cut in a line": (DATA[: DATA.index(b", s[0:1], 0x0")] + b",", "operands of 's_load_b64' fit no form", True),
    "cut in a comment": (DATA.replace(b"; scale", b"\n/* scale"), "comment is never closed", True),
    "no code": (DATA.replace(b"k:\n", b"other:\n"), "has a descriptor but no code", True),
    "described twice": (DATA + DATA[DATA.index(b"\t.section") :], "described twice", True),
    "text bundle": (BUNDLE + DATA + BUNDLE.replace(b"hip-amdgcn", b"host-x86"), "host and device bundle", True),
    "binary bundle": (b"__CLANG_OFFLOAD_BUNDLE__" + bytes(100), "host and device bundle", False),
    "compressed bundle": (b"CCOB\x02\0\x01\0" + bytes(50), "compressed offload bundle", False),
    "listing": (b"\nk.o:\tfile format elf64-amdgpu\n\nDisassembly of section .text:\n", "disassembler's listing", True),
    "long number": (DATA.replace(b"v1, 2, v0", b"v1, " + b"9" * 5000 + b", v0"), "invalid number '999", True),
    "mac line ends": (DATA.replace(b"\n", b"\r"), "a carriage return inside a line", True),
    "very long instruction": (DATA.replace(b"v1, 2, v0", b"v1, " + b"~" * 300_000 + b"2, v0"), "characters", True),
    "deep expression": (DATA.replace(b"v1, 2, v0", b"v1, " + b"(" * 9000 + b"2" + b")" * 8999), "unexpected", True),
    "preprocessor": (b"#define N 4\n" + DATA, "run it first (clang -E)", True),
}  # fmt: skip
#: What the assembler has no objection to.
ASSEMBLES = ("mac line ends", "preprocessor")
#: Content that is unusual and fine.
FINE: dict[str, bytes] = {
    "windows line ends": DATA.replace(b"\n", b"\r\n"),
    "tabs": DATA.replace(b" ", b"\t"),
    "no newline at the end": DATA.rstrip(b"\n"),
    "not utf-8 in a comment": DATA.replace(b"scale", b"\xe9\xff\xfe"),
    "null byte in a comment": DATA.replace(b"scale", b"\0"),
    "long comment": DATA.replace(b"scale", b"x" * 1_000_000),
    "two kernels": DATA + DATA[DATA.index(b"\t.globl") :].replace(b"k", b"k2").replace(b"k2ern", b"kern")
    .replace(b"Lfunc_end0", b"Lfunc_end1").replace(b"amdhsa_k2ernel", b"amdhsa_kernel"),
    "fifty thousand lines": DATA.replace(b"\ts_endpgm", b"\tv_add_nc_u32_e32 v1, 4, v1\n" * 50_000 + b"\ts_endpgm"),
}  # fmt: skip
COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "opt": lambda name: ["opt", name, "-o", "out.s"],
    "build": lambda name: ["build", name, "-o", "out.hsaco"],
    "report": lambda name: ["report", name],
    "diff": lambda name: ["diff", "good.s", name],
    "diff first": lambda name: ["diff", name, "good.s"],
    "fmt": lambda name: ["fmt", name, "-o", "out.s"],
    "dump": lambda name: ["dump", name, "--json-lines", "-o", "out.json"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ISAOPT_DEBUG", raising=False)
    (tmp_path / "good.s").write_bytes(DATA)
    return tmp_path


def refused(args: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines on standard error of a run that has to fail and to leave the folder as it was."""
    before = {p.name: p.stat().st_mtime_ns for p in folder.iterdir()}
    assert main.run(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert "internal error" not in err
    assert {p.name: p.stat().st_mtime_ns for p in folder.iterdir()} == before
    return err.splitlines()


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("command", COMMANDS)
def test_bad_input(command: str, case: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, words, placed = BAD[case]
    if command == "build" and case in ASSEMBLES:
        pytest.skip("the assembler takes it")
    (folder / "in.s").write_bytes(content)
    lines = refused(COMMANDS[command]("in.s"), folder, capsys)
    head = re.match(r"in\.s(?::(\d+):(\d+))?: error: (.+)$", lines[0])
    assert head, lines
    if (command == "build" and "assembler: " in head[3]) or "clang failed: " in head[3]:
        return  # build leaves the judgement, and the words, to the assembler
    assert words in head[3]
    assert (head[1] is not None) == placed
    rest = [line for line in lines[1:] if not line.startswith("hint: ")]
    if rest:  # the source line, and a caret under the column
        assert len(rest) == 2
        assert len(rest[1]) == int(head[2]) or rest[0].endswith("...") or rest[0].startswith("...")
        assert rest[1].strip() == "^"


@pytest.mark.parametrize("case", FINE)
@pytest.mark.parametrize("command", ["fmt", "dump", "report"])
def test_odd_input_that_is_fine(command: str, case: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if (command, case) == ("report", "fifty thousand lines"):
        pytest.skip("a table of fifty thousand rows")
    (folder / "in.s").write_bytes(FINE[case])
    assert main.run(COMMANDS[command]("in.s")) == 0
    assert capsys.readouterr().err == ""
    if command == "fmt":
        assert (folder / "out.s").read_bytes() == FINE[case]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_path_that_is_no_file(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sub").mkdir()
    for name in ("sub", "absent.s", "absent/in.s"):
        lines = refused(COMMANDS[command](name), folder, capsys)
        assert lines[0].startswith(f"{name}: error: cannot read the file: ")
        assert len(lines) == 1


@pytest.mark.parametrize("command", ["opt", "build", "fmt", "dump"])
def test_an_output_that_cannot_be(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sub").mkdir()
    for output in ("sub", "absent/out", "good.s"):
        args = [*COMMANDS[command]("good.s")[:-1], output]
        lines = refused(args, folder, capsys)
        assert lines[0].startswith(f"{output}: error: ")
    assert (folder / "good.s").read_bytes() == DATA


@pytest.mark.parametrize("command", ["report", "fmt", "dump"])
@pytest.mark.parametrize("bad", [False, True])
def test_standard_input(
    command: str, bad: bool, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = DATA.replace(b"s_load_b64", b"s_lode_b64") if bad else DATA
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    args = COMMANDS[command]("-")
    if bad:
        assert refused(args, folder, capsys)[0] == "<stdin>:8:2: error: unknown instruction 's_lode_b64' on gfx1100"
    else:
        assert main.run(args) == 0


def garbage(size: int) -> dict[str, bytes]:
    """Files of about this size that no reader may choke on."""
    target = b'\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n'
    noise = bytes(33 + i * i * 7919 % 94 for i in range(65_536))
    return {
        "noise": noise * (size // len(noise)),
        "noise behind a target": target + noise * (size // len(noise)),
        "lines": target + b"; x\n" * (size // 4),
        "open comments": target + b"/*" * (size // 2),
        "open descriptors": target + b".amdhsa_kernel k\n" * (size // 17),
        "open macros": target + b".macro m\n" * (size // 36) + b"x\n" * (size // 4),
        "quotes": target + b'"' * size,
    }


@pytest.mark.parametrize("case", garbage(0))
def test_fifty_megabytes_of_garbage_take_bounded_memory_and_work(case: str, tmp_path: Path) -> None:
    """The limits are on the process: two gigabytes of address space and a minute of its own processor time."""
    (tmp_path / "in.s").write_bytes(garbage(50_000_000)[case])

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    done = subprocess.run(
        [sys.executable, "-m", "isaopt", "fmt", "in.s", "-o", "out.s"],
        cwd=tmp_path, capture_output=True, preexec_fn=limit, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr[-500:]
    assert re.match(rb"in\.s(:\d+:\d+)?: error: (?!internal)", done.stderr)
    assert os.listdir(tmp_path) == ["in.s"]


@pytest.mark.parametrize(
    ("body", "place", "said"),
    [
        ("\ts_branch .Lnowhere", "7:11", "undefined label '.Lnowhere'"),
        ("\t.macro m\n\tm\n\t.endm\n\tm", "10:2", "macros cannot be nested"),
        ('\t.ascii "abc', "", "unexpected token"),
        ("\t.amdgpu_metadata\n---\na: [1, 2\n...\n\t.end_amdgpu_metadata", "7:1", "YAML"),
    ],
)
def test_what_the_assembler_refuses_is_not_optimised(
    body: str, place: str, said: str, kernel_text: Callable[..., str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    source, out = tmp_path / "k.s", tmp_path / "out.s"
    source.write_text(kernel_text(body))
    assert main.run(["opt", str(source), "-o", str(out)]) == 2
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith(f"{source}:{place}")
    assert said in first
    assert not out.exists()
