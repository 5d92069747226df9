"""How fast files are read, in seconds of CPU: text to IR, and whole commands beside the assembler.

The promises: of all files together at least 8,000 distinct instructions a second, with nothing known from other files,
and 300,000 repeated lines; `isaopt fmt` at most 10 times clang's time for assembling the same files; `isaopt --help`
0.1 s, `isaopt report` of the smallest file 0.4 s.  Bare Lark on the same instructions stands beside them.

Usage: python scripts/bench/bench_parse.py [FILE.s ...]   (default: kernels_s)
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lark import Lark

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from isaopt.asm import grammar
from isaopt.asm.parser import target_arch
from isaopt.asm.reader import Reader
from isaopt.asm.source import read_source
from isaopt.collector import collect_rarely
from isaopt.ir.program import Instruction
from isaopt.toolchain.find import find_toolchain
from isaopt.toolchain.probe import assemble_command
from isaopt.toolchain.textfacts import kernel_waves

RUNS = 5
REPEATED = 50_000
DISTINCT, AGAIN, CLANG, HELP, REPORT = 8_000, 300_000, 10.0, 0.1, 0.4


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of CPU for the distinct instructions of a file: by bare Lark, new, and in a line seen before."""

    count: int
    lark: float
    new: float
    again: float


def median_seconds(action: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> float:
    """Median CPU time of several runs."""
    times = []
    for _ in range(RUNS):
        prepare()
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times)


def wave_size(text: str) -> int:
    return 64 if {k.wave_size for k in kernel_waves(text)} == {64} else 32


def pace(path: str) -> Pace:
    text = read_source(path)
    arch = target_arch(text, path, read_only=True)
    wave = wave_size(text)

    def reader() -> Reader:
        return Reader(path, arch, {}, wave)

    items = reader().read(text)
    bodies = list(dict.fromkeys(i.text[i.start : i.end] for i in items if isinstance(i, Instruction)))
    source = "".join(f"\t{body}\n" for body in bodies)
    lark = Lark(grammar.grammar_text(), parser="lalr", start="instruction")
    whole = median_seconds(lambda: [lark.parse(body) for body in bodies])
    new = median_seconds(lambda: reader().read(source), grammar._machine().pieces.clear)
    warm = reader()
    warm.read(source)
    times = max(1, REPEATED // len(bodies))
    repeated = source * times
    return Pace(len(bodies), whole, new, median_seconds(lambda: warm.read(repeated)) / times)


def cpu_seconds(command: list[str], kept: Path) -> float:
    """User and system time of a process and its children, with bytecode and tables in ``kept`` as users have them."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(kept), "XDG_CACHE_HOME": str(kept), "PYTHONPATH": str(ROOT)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def assembling(path: str, kept: Path) -> list[str]:
    """clang's command for a file."""
    text = read_source(path)
    arch = target_arch(text, path, read_only=True)
    command = assemble_command(find_toolchain(arch).clang.command, arch, str(kept / "out.o"))
    wave = ["-mwavefrontsize64"] if wave_size(text) == 64 else []
    return [*(path if part == "-" else part for part in command), *wave]


def verdict(what: str, found: str, promise: str, met: bool) -> bool:
    print(f"{what:44} {found:>12}   {promise:16} {'met' if met else 'MISSED'}")
    return met


def main(paths: list[str]) -> int:
    collect_rarely()
    print(f"{'file':34} {'distinct':>8} {'lark us':>8} {'new us':>8} {'again us':>9}")
    paces = []
    for path in paths:
        p = pace(path)
        paces.append(p)
        lark, new, again = (seconds / p.count * 1e6 for seconds in (p.lark, p.new, p.again))
        print(f"{Path(path).name:34} {p.count:8} {lark:8.1f} {new:8.1f} {again:9.2f}")
    count = sum(p.count for p in paces)
    distinct, repeated = count / sum(p.new for p in paces), count / sum(p.again for p in paces)
    smallest = min(paths, key=os.path.getsize)
    isaopt = [sys.executable, "-m", "isaopt"]
    with tempfile.TemporaryDirectory(prefix="isaopt-bench-") as directory:
        kept = Path(directory)
        cpu_seconds([*isaopt, "report", smallest], kept)
        clang = sum(cpu_seconds(assembling(path, kept), kept) for path in paths)
        fmt = sum(cpu_seconds([*isaopt, "fmt", path], kept) for path in paths)
        shown = statistics.median(cpu_seconds([*isaopt, "--help"], kept) for _ in range(RUNS))
        report = statistics.median(cpu_seconds([*isaopt, "report", smallest], kept) for _ in range(RUNS))
    met = [
        verdict("distinct instructions a second", f"{distinct:,.0f}", f"at least {DISTINCT:,}", distinct >= DISTINCT),
        verdict("repeated lines a second", f"{repeated:,.0f}", f"at least {AGAIN:,}", repeated >= AGAIN),
        verdict("fmt to clang, each file by itself", f"{fmt / clang:.1f}", f"at most {CLANG:g}", fmt <= CLANG * clang),
        verdict("--help, s", f"{shown:.3f}", f"at most {HELP}", shown <= HELP),
        verdict(f"report {Path(smallest).name}, s", f"{report:.3f}", f"at most {REPORT}", report <= REPORT),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    default = sorted(str(p) for p in (ROOT / "kernels_s").glob("*.s"))
    sys.exit(main(sys.argv[1:] or default))
