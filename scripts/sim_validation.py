"""Predicted against measured: the micro captures to the cycle, the article's kernels 5 to 8 by their ratios.

python scripts/sim_validation.py [--measured] [--stages DIR] [--otherwise]

Macro: the measured times are those of seb-v, "Deep dive into matrix optimization on AMD GPUs" (FP32, 4096 x 4096, RX
7900 XTX).  Its kernels are not ours; stand-ins are made as it made its own:

    5  kernels_s/validation/sgemm_indexed_gfx1100.s     the compiler's, with the same instructions in its loops
    6  5 with pair, reassign                            dual instructions alone, their four sources on four banks
    7  6 with unroll                                    k-loop written out eight times
    8  7 with sgpr-bases, jump-threading, spread       loads through scalar bases, two at a time over the loop

The article's kernels 6 to 8 wait once a step, for all twelve LDS loads (its listing; nine waits in the eight steps of
kernel 7).  The passes wait for each when it is due, so the stages that are simulated have their waits changed to that
(DIR/6_waits.s, ...).  Every step is proved.  DIR keeps the stages (DIR/6.s, ...); what is missing there is made, in
about a minute of processor time.

They are predicted for the launch that was measured, and no constant is fitted to these ratios.  --otherwise shows what
they would be with other values of open questions.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import isaopt
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Entry, Launch
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.simulator.results import Workload
from isaopt.target.gpus import Value, get_gpu
from tests.simulator.measured import FIGURES
from tests.simulator.programs import PROGRAMS, run_alone

MEASURED_MS = {"5": 4.0994, "6": 3.6368, "7": 3.3314, "8": 2.8032}
STAGES = {
    "6": ("pair", "reassign"),
    "7": ("unroll",),
    "8": ("sgpr-bases", "jump-threading", "spread"),
}
_LDS_LOAD, _WAIT = re.compile(r"\s*ds_load"), re.compile(r"(\s*s_waitcnt lgkmcnt)\(\d+\)\s*$")
#: Behind these a wait is not for LDS loads alone, or not for those before.
_OTHERWISE = re.compile(r"\s*(ds_|s_load|s_barrier|s_cbranch|s_branch)|\S+:")
ASSUMPTIONS = ("nonneg-index", "buffers-under-4gib")
SIZE, TILE = 4096, 128
OTHERWISE: tuple[Mapping[str, Value], ...] = (
    {"memory.level": "l2"},
    {"memory.level": "vram"},
    {"l1.bytes": 0},
    {"l1.bytes_per_cycle": 32},
    {"l2.bytes_per_cycle": 16},
    {"l2.latency": 340},
    {"ic.bytes_per_cycle": 10.1},
    {"vram.latency": 1500},
    {"vram.gb_per_s": 847},
    {"issue.arbitration": "greedy-turn"},
    {"vmem.transaction_bytes": 64},
    {"vmem.transaction_bytes": 128},
)


def micro() -> None:
    exact, worst = 0, 0
    print(f"{'program after a wait':40} measured predicted")
    for name, (lines, measured) in PROGRAMS.items():
        times, release = run_alone(lines, {})
        predicted = times[-2] - release
        exact += predicted == measured
        worst = max(worst, abs(predicted - measured))
        if predicted != measured:
            print(f"{name:40} {measured:8} {predicted:9}")
    print(f"{exact} of {len(PROGRAMS)} exact, none off by more than {worst}\n")


def measured() -> None:
    """What traces measured beside the micro programs, as a Markdown table."""
    print("| figure | measured | predicted | |\n| --- | --- | --- | --- |")
    for figure in FIGURES:
        span = f"{figure.low:g}" + (f" to {figure.high:g}" if figure.high > figure.low else "")
        print(f"| {figure.name} | {span} | {figure.predicted():.4g} | {figure.known} |")
    print()


def stages(directory: Path) -> dict[str, Module]:
    previous = isaopt.parse(ROOT / "kernels_s" / "validation" / "sgemm_indexed_gfx1100.s")
    found = {"5": previous}
    for name, passes in STAGES.items():
        path = directory / f"{name}.s"
        if not path.exists():
            print(f"making {path} ({', '.join(passes)}) ...", file=sys.stderr)
            result = isaopt.optimize(previous, Options(passes=passes, assumptions=ASSUMPTIONS))
            unproved = [kernel.name for kernel in result.kernels if kernel.verify != "proved"]
            if unproved:
                sys.exit(f"stage {name} is not proved equal to the one before")
            directory.mkdir(parents=True, exist_ok=True)
            path.write_text(result.module.text())
        previous = isaopt.parse(path)
        found[name] = waiting_once(previous, directory / f"{name}_waits.s")
    return found


def waiting_once(module: Module, path: Path) -> Module:
    """The stage as the article's kernels wait: behind LDS loads once for all of them."""
    if not path.exists():
        lines: list[str] = []
        loads, waited = False, False
        for line in module.text().splitlines():
            if _LDS_LOAD.match(line):
                loads, waited = True, False
            elif _OTHERWISE.match(line):
                loads = False
            found = _WAIT.match(line) if loads else None
            if found is None:
                lines.append(line)
            elif not waited:
                lines.append(f"{found[1]}(0)")
                waited = True
        path.write_text("\n".join(lines) + "\n")
    changed: Module = isaopt.parse(path)
    if not isaopt.verify(module, changed).proved:
        sys.exit(f"{path} is not proved equal to the stage that it was made from")
    return changed


def launch() -> Launch:
    """The article's: 4096 x 4096, a workgroup of 128 for each 128 x 128."""
    buffer: Entry = {"kind": "buffer", "dtype": "f32", "shape": [SIZE * SIZE], "init": "zeros"}
    groups = SIZE // TILE
    geometry = Geometry((groups, groups, 1), (TILE, 1, 1))
    size: Entry = {"kind": "scalar", "dtype": "i32", "value": SIZE}
    return Launch(geometry, (*(buffer,) * 3, size))


def cycles(modules: Mapping[str, Module], values: Mapping[str, Value] | None = None) -> dict[str, float]:
    """Of each stage."""
    workload = Workload(launch=launch())
    return {
        name: isaopt.sim(module, "rx7900xtx", values, workload).kernels[0].cycles for name, module in modules.items()
    }


def ratios(times: Mapping[str, float]) -> list[float]:
    return [times[a] / times[b] for a, b in pairwise(MEASURED_MS)]


def errors(predicted: Sequence[float]) -> list[float]:
    return [p / m - 1 for p, m in zip(predicted, ratios(MEASURED_MS), strict=True)]


def macro(directory: Path, otherwise: bool) -> None:
    modules = stages(directory)
    times = cycles(modules)
    clock = get_gpu("rx7900xtx").number("clock.mhz") * 1e3
    for name, measured in MEASURED_MS.items():
        print(f"kernel {name}: {measured:.3f} ms measured, {times[name] / clock:.3f} predicted")
    print(f"{'kernels':8} measured predicted   error")
    found = ratios(times)
    for (a, b), measured, predicted in zip(pairwise(MEASURED_MS), ratios(MEASURED_MS), found, strict=True):
        print(f"{a} -> {b}   {measured:8.4f} {predicted:9.4f} {predicted / measured - 1:+7.1%}")
    for values in OTHERWISE if otherwise else ():
        row = errors(ratios(cycles(modules, values)))
        print(f"{', '.join(f'{k}={v}' for k, v in values.items()):32} " + " ".join(f"{e:+7.1%}" for e in row))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stages", type=Path, help="directory that keeps the stages; without it only micro is run")
    parser.add_argument("--otherwise", action="store_true", help="also with other values of open questions")
    parser.add_argument("--measured", action="store_true", help="also what traces measured beside the micro programs")
    args = parser.parse_args()
    micro()
    if args.measured:
        measured()
    if args.stages is not None:
        macro(args.stages, args.otherwise)


if __name__ == "__main__":
    main()
