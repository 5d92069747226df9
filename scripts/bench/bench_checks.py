"""What the checks of ``isaopt run`` cost: processor seconds of programs with each check, over those without.

Promise: ``memory`` takes at most 8 times as long.  Times are of the processor, on one core, with everything compiled
before.

Usage: python scripts/bench/bench_checks.py  (needs the HIP toolchain that ``make hip`` lays out)
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.hip_install import find_hip

CHECKS = ("", "memory", "uninit", "race", "wait", "barrier", "all")
#: Kernels of ``checks.hip``, and how often each is launched.
KERNELS = {"stream": 40, "gather": 16, "product": 4}
MOST = 8.0


def seconds(program: Path, kernel: str, rounds: int, check: str, environment: dict[str, str]) -> float:
    """Processor seconds of the whole run."""
    options = ["--check", check] if check else []
    command = [sys.executable, "-m", "isaopt", "run", "--jobs", "1", *options, "--", str(program), kernel, str(rounds)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.stdout, done.stderr) == ("hipSuccess\n", ""), done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    hip = find_hip()
    source = Path(__file__).with_name("checks.hip")
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "checks"
        command = [hip.clang, *hip.flags, "-x", "hip", str(source), "--offload-arch=gfx1100", *hip.link_flags]
        subprocess.run([*command, "-o", program], check=True, env=hip.environment)
        environment = {**hip.environment, "ISAOPT_CACHE": f"{folder}/c", "ISAOPT_CACHE_DIR": f"{folder}/d"}
        print(f"{'kernel':8} {'plain s':>8} " + " ".join(f"{check:>8}" for check in CHECKS[1:]))
        for kernel, rounds in KERNELS.items():
            times = {}
            for check in CHECKS:
                empty = min(seconds(program, kernel, 0, check, environment) for _ in range(2))
                seconds(program, kernel, 1, check, environment)  # compiles the kernel
                times[check] = seconds(program, kernel, rounds, check, environment) - empty
            shown = " ".join(f"{times[check] / times['']:>7.1f}x" for check in CHECKS[1:])
            print(f"{kernel:8} {times['']:8.2f} {shown}")
            kept &= times["memory"] <= MOST * times[""]
    print("promise kept" if kept else "promise NOT kept")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
