#!/usr/bin/env python3
"""Checks the parser against an assembler, line by line, on the instructions of a folder of ``.s`` files.

    check_assembler_lines.py DIR... [--arch gfx1100 ...] [--wave 32 64] [--files 'gfx11*'] [--clang PATH] [--show 20]

LLVM's own tests of its assembler (``llvm/test/MC/AMDGPU`` of its sources) are what it is meant for.  Of every distinct
line those that the assembler accepts for a target by themselves are kept.  Each of them must be read, must be given
back byte for byte, and what the printer makes of it must assemble to the same bytes.  Prints a table by target, and
what failed by mnemonic and complaint; exit code 1 if anything did.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.asm.printer import print_op
from isaopt.asm.reader import Reader
from isaopt.errors import InputError
from isaopt.ir.program import Instruction
from isaopt.toolchain.assemble import needed_options
from isaopt.toolchain.elf import read_object
from isaopt.toolchain.find import Toolchain, find_toolchain
from isaopt.toolchain.probe import assemble_command
from isaopt.toolchain.run import run

_COMMENT = re.compile(r"//.*|;.*|/\*.*?\*/|^#.*", re.S)
_INSTRUCTION = re.compile(r"[A-Za-z]\w*(?:\s|$)(?!\s*=)")
_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error:", re.M)
#: Lines assembled at once, and seconds that one call of the assembler may take.
_CHUNK, _SECONDS = 20_000, 600
_LABEL = "isaopt_line_"


@dataclass
class Tally:
    """What became of the lines that the assembler accepts for a target."""

    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    lossy: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        return self.refused.total() + self.lossy.total() + self.differing.total()

    def count(self, counter: Counter[str], reason: str, line: str) -> None:
        counter[reason] += 1
        self.examples.setdefault(reason, line)


def instructions_of(paths: Iterable[Path]) -> list[str]:
    """The distinct lines that look like instructions, in order, without comments."""
    found: dict[str, None] = {}
    for path in paths:
        for raw in path.read_text(encoding="utf-8", errors="replace").splitlines():
            line = _COMMENT.sub("", raw).strip()
            if line.isascii() and _INSTRUCTION.match(line) and "\\" not in line and "[[" not in line:
                found[line] = None
    return list(found)


def encoded(lines: Sequence[str], arch: str, wave: int, tools: Toolchain) -> dict[str, bytes]:
    """The bytes of each line that the assembler accepts by itself."""
    out: dict[str, bytes] = {}
    # Where registers have halves, whole ones stand for none: the two are not for one call.
    for alike in ([line for line in lines if bool(needed_options(line)) == halves] for halves in (False, True)):
        for start in range(0, len(alike), _CHUNK):
            out |= _encoded(list(dict.fromkeys(alike[start : start + _CHUNK])), arch, wave, tools)
    return out


def _encoded(lines: list[str], arch: str, wave: int, tools: Toolchain) -> dict[str, bytes]:
    while lines:
        text = "".join(f"{_LABEL}{i}:\n{line}\n" for i, line in enumerate(lines)) + f"{_LABEL}{len(lines)}:\n"
        with tempfile.TemporaryDirectory(prefix="isaopt-") as directory:
            output = Path(directory) / "lines.o"
            command = assemble_command(tools.clang.command, arch, str(output)) + ["-mwavefrontsize64"] * (wave == 64)
            command += needed_options(text)
            done = run(command, text.encode(), cwd=directory, timeout=_SECONDS)
            if done.ok:
                made = read_object(output.read_bytes())
                break
        wrong = {(int(match[1]) - 1) // 2 for match in _ERROR.finditer(done.stderr)}
        if not wrong:
            raise SystemExit(f"the assembler says nothing of a place: {done.complaint()}")
        lines = [line for i, line in enumerate(lines) if i not in wrong]
    else:
        return {}
    data = next(s for s in made.sections.values() if s.name == ".text").data
    places = [made.by_name[f"{_LABEL}{i}"].value for i in range(len(lines) + 1)]
    return {line: data[a:b] for line, (a, b) in zip(lines, pairwise(places), strict=True) if a < b}


def check(lines: Sequence[str], arch: str, wave: int, tools: Toolchain) -> Tally:
    """Reads every line that is accepted, prints it, and assembles what was printed."""
    tally = Tally()
    accepted = encoded(lines, arch, wave, tools)
    tally.accepted = len(accepted)
    printed: dict[str, str] = {}
    reader = Reader("line", arch, {}, wave)
    for line in accepted:
        mnemonic = line.split()[0].lower()
        try:
            (item,) = reader.read(line)
        except InputError as error:
            said = re.sub(r"'[^']*'", "'...'", error.message).split(" (takes")[0]
            tally.count(tally.refused, f"{mnemonic}: {said}", line)
            continue
        if item.text != line or not isinstance(item, Instruction):
            tally.count(tally.lossy, mnemonic, line)
            continue
        printed[line] = print_op(item.op)
    again = encoded(list(dict.fromkeys(printed.values())), arch, wave, tools)
    for line, text in printed.items():
        if again.get(text) != accepted[line]:
            tally.count(tally.differing, f"{line.split()[0].lower()} (printed)", f"{line}  ->  {text}")
    return tally


def _report(tally: Tally, show: int) -> Iterator[str]:
    for title, counter in (("refused", tally.refused), ("lossy", tally.lossy), ("differs", tally.differing)):
        for reason, count in counter.most_common(show):
            yield f"  {title} {count:>5}  {reason}   e.g. {tally.examples[reason]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders, searched through, or single .s files")
    parser.add_argument("--arch", nargs="+", default=["gfx1100", "gfx1150", "gfx1200", "gfx1201"])
    parser.add_argument("--wave", nargs="+", type=int, choices=(32, 64), default=[32, 64])
    parser.add_argument("--files", default="*.s", help="only files whose names match (default: all)")
    parser.add_argument("--share", type=int, default=1, help="check one line in so many (default: every one)")
    parser.add_argument("--clang", help="assembler to use, instead of the preferred one found")
    parser.add_argument("--show", type=int, default=20, help="complaints listed of each kind and target (default: 20)")
    options = parser.parse_args()
    every = sorted({p for f in options.folders for p in ([f] if f.is_file() else f.rglob("*.s"))})
    lines = instructions_of(p for p in every if fnmatch(p.name, options.files))[:: options.share]
    print(f"{len(lines)} distinct lines")
    failed = 0
    for arch in options.arch:
        tools = find_toolchain(arch, options.clang)
        for wave in options.wave:
            tally = check(lines, arch, wave, tools)
            failed += tally.failed
            print(
                f"{arch} wave{wave}: {tally.accepted} accepted by the assembler, {tally.refused.total()} refused here, "
                f"{tally.lossy.total()} not given back, {tally.differing.total()} printed otherwise",
                flush=True,
            )
            for text in _report(tally, options.show):
                print(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
