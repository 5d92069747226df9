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
    "elf": (b"\x7fELF\x02\x01\x01" + bytes(100), "contains no GPU code", False),
    "binary": (b"\x01\x02\n\0\xff\xfe" * 50, "binary file", True),
    "null byte": (DATA.replace(b"s_load", b"s_lo\0ad"), "unexpected", True),
    "utf-16": (KERNEL.encode("utf-16"), "binary file", True),
    "byte order mark": (b"\xef\xbb\xbf" + DATA, "byte order mark", True),
    "not utf-8 in code": (DATA.replace(b"s_load", b"s_l\xe9oad"), "'\\xe9' is no character", True),
    "prose": (b"hello world\n", "names no target", True),
    "unknown arch": (DATA.replace(b"gfx1100", b"gfx1234"), "target 'gfx1234' is not supported", True),
    "gfx9": (DATA.replace(b"gfx1100", b"gfx906:xnack-"), "target 'gfx906' is not supported", True),
    "gfx10": (DATA.replace(b"gfx1100", b"gfx1030"), "target 'gfx1030' is not supported", True),
    "generic": (DATA.replace(b"gfx1100", b"gfx11-generic"), "target 'gfx11-generic' is not supported", True),
    "shaders": (DATA.replace(b"amdhsa--", b"amdpal--"), "code for amdpal (shaders) is not supported", True),
    "gfx1251": (DATA.replace(b"gfx1100", b"gfx1251"), "target 'gfx1251' is not supported", True),
    "other arch": (DATA.replace(b"gfx1100", b"gfx1201").replace(b"v_lsh", b"v_dot2acc_f32_f16 v1,v0,v0\n\tv_lsh"),
                   "unknown instruction 'v_dot2acc_f32_f16' on gfx1201", True),
    "cut in the descriptor": (DATA[: DATA.index(b"\t.end_amdhsa")], "no .end_amdhsa_kernel", True),
    "cut in a line": (DATA[: DATA.index(b", s[0:1], 0x0")] + b",", "'s_load_b64' takes 3 operands (sdst, sbase", True),
    "cut in a comment": (DATA.replace(b"; scale", b"\n/* scale"), "comment is never closed", True),
    "no code": (DATA.replace(b"k:\n", b"other:\n"), "has a descriptor but no code", True),
    "described twice": (DATA + DATA[DATA.index(b"\t.section") :], "described twice", True),
    "text bundle": (BUNDLE + DATA + BUNDLE.replace(b"hip-amdgcn", b"host-x86"), "host and device bundle", True),
    "binary bundle": (b"__CLANG_OFFLOAD_BUNDLE__" + bytes(100), "contains no code object (it has none)", False),
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
    .replace(b"Lfunc_end0", b"Lfunc_end1").replace(b"amdhsa_k2ernel", b"amdhsa_kernel")
    .replace(b"lgk2mcnt", b"lgkmcnt").replace(b"k2ernarg", b"kernarg"),
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


@pytest.mark.slow
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
        said = "<stdin>:8:2: error: unknown instruction 's_lode_b64' on gfx1100, did you mean 's_load_b64'?"
        assert refused(args, folder, capsys)[0] == said
    else:
        assert main.run(args) == 0


def chain(first: str, link: str, length: int = 60) -> bytes:
    """Symbols of which each names the next twice."""
    links = "".join(f"\t.set a{i}, {link.format(i + 1)}\n" for i in range(length))
    return f"\t.set a{length}, {first}\n{links}\t.long a0\n".encode()


META = b"""\t.amdgpu_metadata
---
amdhsa.kernels:
  - .name: k
    .vgpr_count: 2
amdhsa.version: [1, 2]
...
\t.end_amdgpu_metadata
"""
#: What the assembler refuses, by itself or expanded without end: the line that is named.
REFUSED: dict[str, tuple[bytes, int]] = {
    "undefined label": (DATA.replace(b"\ts_endpgm", b"\ts_branch .Lnowhere\n\ts_endpgm"), 11),
    "recursive macro": (DATA.replace(b"\ts_endpgm", b"\t.macro m\n\tm\n\t.endm\n\tm\n\ts_endpgm"), 14),
    "macros of each other": (b"\t.macro m\n\tn\n\t.endm\n\t.macro n\n\tm\n\t.endm\n" + DATA + b"\tm\n", 28),
    "unclosed string": (DATA + b'\t.ascii "abc\n', 22),
    "unclosed string at the end": (DATA + b'\t.ascii "abc', 22),
    "metadata without what it needs": (DATA + META, 29),
    "metadata that is no YAML": (DATA + META.replace(b"  - .name: k", b"  - .name: [k"), 22),
    "metadata with a key twice": (DATA + META.replace(b"...", b"amdhsa.version: [1, 2]\n..."), 22),
    "metadata with tabs": (DATA + META.replace(b"    .vgpr", b"\t.vgpr"), 22),
    "label twice": (DATA.replace(b"\ts_endpgm", b"x:\nx:\n\ts_endpgm"), 12),
    "symbol twice": (DATA + b"\t.equiv q, 1\n\t.equiv q, 2\n", 23),
    "circle of symbols": (DATA + b"\t.set p, q\n\t.set q, p\n\t.long p\n", 22),
    "chain of unknown symbols": (DATA + chain("unknown", "a{0}+a{0}"), 64),
    "chain of labels": (DATA + chain("k", "a{0}-k+a{0}"), 64),
    "blocks in blocks": (DATA + b"\t.rept 3000\n\t.rept 3000\n\ts_nop 0\n\t.endr\n\t.endr\n", 22),
    "unknown directive": (DATA + b"\t.frobnicate 1\n", 22),
    "unknown descriptor directive": (DATA.replace(b"\t.end_amd", b"\t.amdhsa_frobnicate 1\n\t.end_amd"), 20),
    "descriptor directive twice": (DATA.replace(b"\t.end_amd", b"\t.amdhsa_next_free_vgpr 3\n\t.end_amd"), 20),
    "descriptor without VGPRs": (DATA.replace(b"\t\t.amdhsa_next_free_vgpr 2\n", b""), 19),
    "too many VGPRs": (DATA.replace(b"free_vgpr 2", b"free_vgpr 2000"), 18),
    "wrong counter": (DATA.replace(b"lgkmcnt(0)", b"foocnt(0)"), 9),
    "unknown delay": (DATA.replace(b"\ts_endpgm", b"\ts_delay_alu instid0(FOO)\n\ts_endpgm"), 11),
    "odd register pair": (DATA.replace(b"s_load_b64 s[0:1]", b"s_load_b64 s[1:2]"), 8),
    "number too large": (DATA.replace(b"v1, 2, v0", b"v1, 0x1ffffffff, v0"), 7),
    "no hexadecimal number": (DATA.replace(b"v1, 2, v0", b"v1, 0xzz, v0"), 7),
    "two literals": (DATA.replace(b"\ts_endpgm", b"\tv_add3_u32 v0, 0x12345, 0x54321, v1\n\ts_endpgm"), 11),
    "branch too far": (DATA.replace(b"\ts_endpgm", b"\ts_branch 70000\n\ts_endpgm"), 11),
    "size without value": (DATA.replace(b".Lfunc_end0-k", b".Lnowhere-k"), 13),
    "missing file": (DATA + b'\t.include "absent.s"\n', 22),
    "itself": (DATA + b'\t.include "in.s"\n', 22),
    "section without end": (DATA + b"\t.popsection\n", 22),
    "its own refusal": (DATA + b'\t.error "no"\n', 22),
    "alignment too large": (DATA + b"\t.p2align 70\n", 22),
    "frame without beginning": (DATA + b"\t.cfi_endproc\n", 22),
    "unknown section flag": (DATA + b'\t.section .foo,"zzz",@progbits\n', 22),
    "digits of another script": (DATA.replace(b"v1, 2, v0", "v1, \u0662, v0".encode()), 7),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("command", ["opt", "build", "fmt", "lint"])
def test_what_the_assembler_refuses(command: str, case: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, line = REFUSED[case]
    (folder / "in.s").write_bytes(content)
    args = ["lint", "--fix", "in.s", "-o", "out.s"] if command == "lint" else COMMANDS[command]("in.s")
    assert re.match(rf"in\.s:{line}:\d+: error: ", refused(args, folder, capsys)[0])


@pytest.mark.slow
def test_a_million_blank_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "in.s").write_bytes(DATA.replace(b"\ts_endpgm", b"\n" * 1_100_000 + b"\ts_endpgm"))
    assert main.run(COMMANDS["fmt"]("in.s")) == 0
    (folder / "in.s").write_bytes(b"\n" * 2_000_000 + DATA)
    assert (
        "in.s:2000000:1: error: the file has more than 2000000 lines"
        in refused(COMMANDS["opt"]("in.s"), folder, capsys)[0]
    )


def test_numbers_that_double_are_no_chain(folder: Path) -> None:
    doubled = "".join(f"\t.set b{i}, b{i - 1}+b{i - 1}\n" for i in range(1, 60))
    (folder / "in.s").write_bytes(DATA + f"\t.set b0, 1\n{doubled}\t.quad b59\n".encode())
    assert main.run(["lint", "in.s"]) == 0
    assert main.run(COMMANDS["build"]("in.s")) == 0


@pytest.mark.parametrize(
    ("name", "content", "hint"),
    [
        ("k.hip", "__global__ void k() {}\n", "hipcc -S --offload-device-only --offload-arch=gfx1100 k.hip"),
        ("k.txt", "#include <hip/hip_runtime.h>\n", "hipcc -S"),
        ("k.ll", "define amdgpu_kernel void @k() {\n", "llc -mtriple=amdgcn-amd-amdhsa"),
    ],
)
def test_a_source_is_to_be_compiled(
    name: str, content: str, hint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text(content)
    lines = refused(["opt", name, "-o", "out.s"], folder, capsys)
    assert lines[0] == f"{name}:1:1: error: the file names no target"
    assert hint in lines[-1]


def test_lint_goes_on_behind_what_it_does_not_know(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "in.s").write_bytes(DATA.replace(b"\tv_lsh", b"\tv_nonsense v9\n\tv_lsh").replace(b"\ts_waitcnt", b";"))
    assert main.run(["lint", "in.s"]) == 1
    out = capsys.readouterr().out
    assert "in.s:7:2: error: unknown instruction 'v_nonsense' on gfx1100 [unknown-instruction]" in out
    assert "[read-before-wait]" in out
    main.run(["lint", "--keep-unknown", "in.s"])
    assert "unknown-instruction" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("v_add_f32 v0, v1, v2000", 20, "register index out of range in v2000"),
        ("v_mov_b32 v0,, v1", 15, "unexpected ','"),
        ("v_add_f32 v0, v1, v2, v3", 24, "'v_add_f32' takes 3 operands (vdst, src0, src1), not 4"),
        ("v_add_f32 v0, v1, v[2:4]", 20, "operand 3 of 'v_add_f32' (src1) cannot be v[2:4]: it is a VGPR"),
        ("v_add_f32_e64 v0, v1, v2 clmp", 27, "'v_add_f32_e64' has no modifier 'clmp', did you mean 'clamp'?"),
    ],
)
def test_lint_goes_on_behind_what_cannot_be_read(
    line: str, column: int, words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "in.s").write_bytes(DATA.replace(b"\tv_lsh", f"\t{line}\n\tv_nonsense v9\n\tv_lsh".encode()))
    assert main.run(["lint", "in.s"]) == 1
    out = capsys.readouterr().out
    assert f"in.s:7:{column}: error: {words}" in out
    assert "in.s:8:2: error: unknown instruction 'v_nonsense'" in out


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


@pytest.mark.slow
@pytest.mark.parametrize("case", garbage(0))
def test_megabytes_of_garbage_take_bounded_memory_and_work(case: str, tmp_path: Path) -> None:
    """The limits are on the process: a gigabyte of address space and half a minute of its own processor time."""
    (tmp_path / "in.s").write_bytes(garbage(20_000_000)[case])

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))

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
