"""Names of files, kernels and arguments are part of a line, in every format: none begins one, none speaks to a log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.cli import main
from isaopt.printable import inline, one_line

COMMAND = "::error file=x::planted"
#: Line breaks of all kinds (Unicode has some more than logs take for one), an escape sequence, a change of direction.
FILE = f"a\n{COMMAND}\r\x1b[31m\x0b\u2028\u202e##[error]b.s"
KERNEL = f"{COMMAND}\x0c\x1b[2K\x85"
METADATA = f"""\
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space: global
        .name: "x\\n{COMMAND}"
        .offset: 0
        .size: 8
        .value_kind: global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .private_segment_fixed_size: 0
    .sgpr_count: 16
    .vgpr_count: 8
    .wavefront_size: 32
    .name: "{KERNEL.encode("unicode_escape").decode()}"
    .symbol: "y\\n{COMMAND}"
amdhsa.version: [1, 2]
...
\t.end_amdgpu_metadata
"""
BODY = """\
\ts_load_b64 s[0:1], s[0:1], null
\ts_waitcnt lgkmcnt(0)
.Lloop:
\tv_mov_b32_e32 v1, 0
\ts_cbranch_scc1 .Lloop
\tglobal_store_b32 v0, v1, s[0:1]"""

#: Each with its exit code, by which it is seen that the command got as far as to say something.
COMMANDS = [
    (0, ["report", "IN"]),
    (0, ["report", "IN", "--markdown"]),
    (0, ["report", "IN", "--html"]),
    (0, ["report", "IN", "--json"]),
    (1, ["report", "IN", "--fail-on", "instructions>0", "--annotate", "github"]),
    (1, ["lint", "IN"]),
    (0, ["diff", "IN", "IN"]),
    (0, ["diff", "IN", "IN", "--markdown"]),
    (0, ["diff", "IN", "IN", "--html"]),
    (0, ["verify", "IN", "IN", "--no-witness"]),
    (0, ["sim", "IN"]),
    (0, ["sim", "IN", "--html"]),
    (0, ["dump", "IN", "--json-lines"]),
    (0, ["opt", "IN", "-o", "OUT", "--explain", "--passes", "reassign"]),
    (2, ["opt", "IN", "-o", "OUT", "--kernel", f"k\n{COMMAND}"]),
    (2, ["opt", "IN", "-o", "OUT", "--assume", f"fact\n{COMMAND}"]),
    (2, ["opt", f"missing\n{COMMAND}", "-o", "OUT"]),
    (3, ["build", "IN", "-o", "OUT", "--clang", f"/no\n{COMMAND}"]),
    (2, ["fmt", "IN", f"--what\n{COMMAND}"]),
    (0, ["batch", "DIR", "-o", "OUT.d", "--all", "--no-cache", "--passes", "reassign"]),
    (2, [f"{COMMAND}\n"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "command"),
    COMMANDS,
    ids=[" ".join(words)[:30].encode("unicode_escape").decode() for _, words in COMMANDS],
)
def test_no_name_begins_a_line(
    code: int, command: list[str], kernel_text: Callable[..., str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    source = folder / FILE
    text = kernel_text(BODY, name="NAME").replace(".LNAME", ".Lk").replace("NAME", f'"{KERNEL}"')
    source.write_text(text + METADATA, newline="")
    known = {"IN": str(source), "OUT": str(tmp_path / "out\n::error::"), "DIR": str(folder), "OUT.d": str(folder / "d")}
    assert main.run([known.get(word, word) for word in command]) == code
    out = capfd.readouterr()
    assert out.out or out.err
    for line in (out.out + out.err).split("\n"):
        spoken = line.lstrip()
        assert not spoken.startswith("::") or (spoken.startswith("::error file=") and "--annotate" in command)
        assert "##[" not in line
        assert all(c.isprintable() or c == "\t" for c in line), line


def test_broken_input_is_shown_without_effect(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "k.s"
    source.write_text(f"{COMMAND} \x1b[2K\n")
    assert main.run(["lint", str(source), "--arch", "gfx1100"]) == 1
    lines = capfd.readouterr().out.split("\n")
    assert lines[0].startswith(f"{source}:1:")
    assert not any(line.lstrip().startswith("::") or "\x1b" in line for line in lines)


def test_what_is_escaped() -> None:
    assert inline("plain ü 漢 \t::x") == "plain ü 漢 \t::x"
    assert inline("a\nb\x1b\u2028\u202e\x85") == "a\\nb\\x1b\\u2028\\u202e\\x85"
    assert one_line(" ::error::x") == " \\x3a:error::x"
    assert json.loads(f'"{one_line("##[error]").replace(chr(92), chr(92) * 2)}"') == "#\\x23[error]"
