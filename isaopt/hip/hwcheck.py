"""A first run on a GPU: the micro suite, the model fitted to it, kernels before and after ``opt``.

Everything is launched in processes of its own; failures are reported, and the rest continues.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.calibration.fit import gpu_document
from isaopt.calibration.suite import suite_files
from isaopt.emulator.emulation import EmulationOptions as Emulation
from isaopt.emulator.emulation import compile_kernel
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Launch, given_launch
from isaopt.errors import IsaoptError, UsageError
from isaopt.hip.checking import Tolerance
from isaopt.hip.interval import Interval
from isaopt.hip.library import Device, Hip
from isaopt.hip.statistics import Times, speedup, summarize
from isaopt.hip.suite import run_suite
from isaopt.hip.trials import GpuTrials
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu, gpu_for
from isaopt.tuning.model import Aim
from isaopt.workers import Lost, run_tasks

if TYPE_CHECKING:
    from isaopt.calibration.fit import Calibration
    from isaopt.calibration.measurement import Results
    from isaopt.ir.program import Kernel, Module

LAUNCHES = "launches.json"
_SECONDS = 120.0
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Checked:
    """A kernel before and after ``opt``.

    ``emulated`` says how the input's results differ from the emulator's in a small launch, ``same`` how the output's
    differ from the input's in a large one: empty if they do not.  ``times`` and ``predicted`` are of both versions in
    the large launch, in seconds, the latter by GPU model.  ``problem`` is why something is missing.
    """

    path: str
    kernel: str
    changed: bool = False
    verify: str = ""
    emulated: str | None = None
    same: str | None = None
    times: tuple[Times, ...] = ()
    speedup: Interval | None = None
    predicted: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class HardwareCheck:
    """``files`` are texts by name, for the recipient of the archive: results of the suite, the fitted model, both
    versions of each kernel."""

    device: Device
    results: Results | None
    calibration: Calibration | None
    kernels: tuple[Checked, ...]
    problems: tuple[str, ...]
    files: Mapping[str, str]


def _device(index: int) -> Device:
    return Hip(index).device


def find_device(index: int = 0) -> Device:
    """The GPU, queried in a separate process.

    Raises:
        MissingTool: there is no runtime, or no GPU.
        HipError: the runtime does not answer.
    """
    ((_, answer),) = run_tasks(_device, [index], 1, _SECONDS)
    if not isinstance(answer, Lost):
        return answer
    raise answer.error if isinstance(answer.error, IsaoptError) else IsaoptError(answer.why, exit_code=3)


def hwcheck(
    kernels: str | None = None,
    *,
    device: int = 0,
    only: Sequence[str] = (),
    repeats: int = 25,
    fit: bool = True,
    progress: Progress = lambda _: None,
) -> HardwareCheck:
    """Tests a GPU: measures the micro suite, fits the model to it, and runs kernels before and after ``opt``.

    ``only`` restricts the suite to benchmarks whose names begin with one of its entries; ``fit`` is False to measure
    only. ``kernels`` is a directory whose ``launches.json`` names the kernels and their launches.

    Raises:
        MissingTool: there is no runtime, no GPU, or no assembler.
        UsageError: the directory has no ``launches.json``, or an invalid one.
    """
    gpu = find_device(device)
    work = _HardwareWork(gpu, progress)
    asked = read_launches(Path(kernels), gpu.arch) if kernels is not None else []
    with tempfile.TemporaryDirectory(prefix="isaopt-") as scratch:
        results = work.suite(Path(scratch), repeats, only)
        found = work.fitted(results) if fit and results is not None else None
        models = [gpu_for(gpu.arch)]
        if "gpu.json" in work.files:
            (Path(scratch) / "gpu.json").write_text(work.files["gpu.json"])
            models.append(str(Path(scratch) / "gpu.json"))
        checked = [work.checked(entry, Path(scratch), models) for entry in asked]
    return HardwareCheck(gpu, results, found, tuple(checked), tuple(work.problems), work.files)


@dataclass(frozen=True, slots=True)
class _Asked:
    path: Path
    small: Launch
    large: Launch
    tolerance: float


def read_launches(directory: Path, arch: str) -> list[_Asked]:
    """The entries of ``launches.json`` for this target: an entry applies to ``NAME.s`` or ``NAME_ARCH.s``."""
    path = directory / LAUNCHES
    text = read_source(str(path))
    try:
        entries = json.loads(text)
        found = []
        for name, entry in entries.items():
            files = [directory / f"{name}_{arch}.s", directory / f"{name}.s"]
            launches = [_launch(entry[size], str(path)) for size in ("small", "large")]
            tolerance = float(entry.get("tolerance", 0))
            found += [_Asked(file, launches[0], launches[1], tolerance) for file in files if file.exists()][:1]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"is not a valid description of launches: {error!r}", str(path)) from None
    return found


def _launch(entry: Mapping[str, object], path: str) -> Launch:
    def sizes(name: str) -> tuple[int, int, int]:
        x, y, z = (int(n) for n in cast("Sequence[int]", entry[name]))
        return x, y, z

    geometry = Geometry(sizes("grid"), sizes("block"))
    return given_launch(geometry, json.dumps(entry["args"]), path, int(str(entry.get("dynamic_lds", 0))))


@dataclass
class _HardwareWork:
    device: Device
    progress: Progress
    problems: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def suite(self, scratch: Path, repeats: int, only: Sequence[str]) -> Results | None:
        """Runs the micro suite; None if it could not be run."""
        from isaopt.calibration.measurement import results_document

        directory = scratch / "suite"
        directory.mkdir()
        for name, text in suite_files(self.device.arch).items():
            (directory / name).write_text(text)

        def left_out(name: str, why: str) -> None:
            self.problems.append(f"benchmark {name}: {why}")

        try:
            results = run_suite(str(directory), repeats, self.device.index, self.progress, left_out, only)
        except IsaoptError as error:
            self.problems.append(f"micro suite: {error.message}")
            return None
        self.files["results.json"] = json.dumps(results_document(results)) + "\n"
        return results

    def fitted(self, results: Results) -> Calibration | None:
        """Fits the model to the measurements of the suite."""
        from isaopt.api import calibrate

        try:
            found = calibrate(results, progress=self.progress)
        except IsaoptError as error:
            self.problems.append(f"calibration: {error.message}")
            return None
        document = gpu_document(found, f"{results.device}, calibrated", f"isaopt hwcheck: {results.device}")
        self.files["gpu.json"] = json.dumps(document, indent=2) + "\n"
        return found

    def checked(self, asked: _Asked, scratch: Path, models: Sequence[str]) -> Checked:
        """Checks a kernel before and after ``opt``; a failure becomes its ``problem``."""
        name = asked.path.stem
        self.progress(name)
        found = Checked(asked.path.name, "")
        try:
            before = parse_text(read_source(str(asked.path)), str(asked.path), None)
            (kernel,) = before.kernels
            found = replace(found, kernel=kernel.name)
            done = optimize_module(before, Options(aim=Aim(launch=asked.large)))
            after = done.module
            self.files |= {f"{name}.s": before.text(), f"{name}.opt.s": after.text()}
            found = replace(found, changed=done.changed, verify=done.kernels[0].verify)
            found = replace(found, predicted={m: _predicted((before, after), kernel, asked.large, m) for m in models})
            found = replace(found, emulated=self.emulated(asked, before, kernel, scratch / f"{name}.small"))
            return self.timed(asked, found, (before, after), kernel, scratch / f"{name}.large")
        except (IsaoptError, ValueError) as error:
            return replace(found, problem=error.message if isinstance(error, IsaoptError) else f"{error}")

    def emulated(self, asked: _Asked, module: Module, kernel: Kernel, scratch: Path) -> str:
        """How the results of the small launch differ from the emulator's."""
        (scratch / "expected").mkdir(parents=True)
        given = asked.small
        program = compile_kernel(module, kernel, Emulation(dynamic_lds=given.dynamic_lds))
        for name, data in program.launch(given.geometry, given.arguments()).buffers.items():
            np.save(scratch / "expected" / f"{name}.npy", data)
        tolerance = Tolerance(asked.tolerance, asked.tolerance)
        trials = GpuTrials(kernel.name, given, scratch, self.device.index, _SECONDS, tolerance=tolerance)
        with closing(trials):
            return trials.check(module.text())

    def timed(
        self, asked: _Asked, found: Checked, versions: tuple[Module, Module], kernel: Kernel, scratch: Path
    ) -> Checked:
        """Times both versions in the large launch, in turns."""
        scratch.mkdir()
        texts = list(dict.fromkeys(version.text() for version in versions))
        with closing(GpuTrials(kernel.name, asked.large, scratch, self.device.index, _SECONDS)) as trials:
            seconds = trials.begin(texts[0])
            found = replace(found, same=trials.check(texts[-1]) if len(texts) > 1 else "")
            if found.same:
                return found
            samples = trials.in_turns(texts, 10, 0, seconds)
        if samples is None:
            return replace(found, problem="the process was lost in which both versions were timed")
        times = tuple(summarize(own) for own in samples)
        return replace(found, times=times, speedup=speedup(samples[0], samples[1]) if len(samples) > 1 else None)


def _predicted(versions: tuple[Module, Module], kernel: Kernel, launch: Launch, model: str) -> tuple[float, float]:
    """Seconds of both versions on a GPU model."""
    gpu = get_gpu(model)
    first, second = (simulate_kernel(m, m.kernel(kernel.name), gpu, Workload(launch=launch)).seconds for m in versions)
    return first, second
