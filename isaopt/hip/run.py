"""``launch`` and ``bench``: run a kernel on the GPU, check its results and measure its times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from isaopt.emulator.arguments import Arg, BufferArg
from isaopt.emulator.launch import Geometry
from isaopt.errors import CheckFailed, UsageError
from isaopt.hip.checking import Tolerance, compare
from isaopt.hip.interval import Interval
from isaopt.hip.library import Device, Hip
from isaopt.hip.program import GpuProgram, load_program
from isaopt.hip.session import buffers_of, failed, opened
from isaopt.hip.statistics import Times, speedup, summarize
from isaopt.hip.timing import TimingPlan, engine_clock_mhz, measure

if TYPE_CHECKING:
    from isaopt.emulator.arguments import Array

Check = Literal["none", "emulator"] | Path
"""The reference for the results: none, the emulator, or a directory of ``NAME.npy``."""


@dataclass(frozen=True, slots=True)
class LaunchResult:
    """The result of a launch: every buffer by name, which of them are results, and how it was checked.

    ``times`` is None if none were measured. ``clock_mhz`` is the engine clock after the last launch, 0 if unknown.
    """

    kernel: str
    device: Device
    buffers: Mapping[str, Array]
    dtypes: Mapping[str, str]
    outputs: tuple[str, ...]
    checked: str
    times: Times | None = None
    clock_mhz: float = 0.0


@dataclass(frozen=True, slots=True)
class TimedVersion:
    """One file of a comparison; ``speedup`` is relative to the first file, None for that itself. ``samples`` are
    seconds of a launch, by round."""

    path: str
    kernel: str
    times: Times
    speedup: Interval | None
    samples: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class BenchResult:
    """Versions timed in turns on one device. ``clocks_mhz`` are the engine clocks before and after, 0 if unknown;
    ``checked`` says whether all versions were checked to leave the same results."""

    device: Device
    versions: tuple[TimedVersion, ...]
    clocks_mhz: tuple[float, float]
    checked: bool


def _copies(args: Sequence[Arg]) -> tuple[Arg, ...]:
    return tuple(replace(a, data=a.data.copy()) if isinstance(a, BufferArg) else a for a in args)


def _expected(
    program: GpuProgram, kernel: str, geometry: Geometry, args: Sequence[Arg], check: Check, lds: int
) -> Mapping[str, Array]:
    """The expected results: all buffers by the emulator, or those that have a file in a directory."""
    import numpy as np

    if check == "emulator":
        if program.module is None:
            raise UsageError("--check emulator needs assembly text (a .s file)", program.path)
        from isaopt.emulator.emulation import EmulationOptions, compile_kernel, pick_kernel

        chosen = pick_kernel(program.module, kernel)
        return compile_kernel(program.module, chosen, EmulationOptions(dynamic_lds=lds)).launch(geometry, args).buffers
    assert isinstance(check, Path)
    found: dict[str, Array] = {}
    for name, arg in buffers_of(args).items():
        path = check / f"{name}.npy"
        if not path.exists():
            continue
        try:
            data = np.load(path, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot read: {error}", str(path)) from None
        if data.dtype != arg.data.dtype or data.shape != arg.data.shape:
            held, wanted = f"{data.dtype}{list(data.shape)}", f"{arg.data.dtype}{list(arg.data.shape)}"
            raise UsageError(f"holds {held}, the buffer is {wanted}", str(path))
        found[name] = np.ascontiguousarray(data)
    if not found:
        raise UsageError("the directory has no NAME.npy for any buffer", str(check))
    return found


def launch(
    path: str,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    args: Sequence[Arg] = (),
    *,
    kernel: str | None = None,
    arch: str | None = None,
    dynamic_lds: int = 0,
    device: int = 0,
    check: Check = "none",
    tolerance: Tolerance | None = None,
    timing: TimingPlan | None = None,
) -> LaunchResult:
    """Runs a kernel on a GPU through the HIP runtime; ``grid`` counts workgroups, ``block`` work-items of one
    workgroup.

    ``path`` is assembly, a code object, a bundle, or a program that contains one. Buffers of ``args`` are changed in
    place. The results are compared bit for bit, or within ``tolerance``. With ``timing``, the kernel is then run
    repeatedly, with its buffers as the previous run left them.

    Raises:
        MissingTool: there is no runtime, no GPU, or no assembler for assembly.
        CheckFailed: the results differ from the expected ones.
        UsageError: arguments, geometry or GPU do not fit the kernel.
    """
    hip = Hip(device)
    program = load_program(path, arch or (None if _is_text(path) else hip.device.arch))
    geometry = Geometry(grid, block)
    buffers = buffers_of(args)
    name = program.kernel_name(kernel)
    before = _copies(args)
    with opened(hip, program, name, geometry, args, dynamic_lds) as session:
        session.start()
        session.download()
        checked = "nothing"
        if check != "none":
            checked = "the emulator" if check == "emulator" else str(check)
            expected = _expected(program, name, geometry, before, check, dynamic_lds)
            _verify(buffers, expected, tolerance or Tolerance(), path)
        times, clock = None, 0.0
        if timing is not None:
            times = summarize(measure([session], timing)[0], timing.seed)
            clock = engine_clock_mhz(hip)
    return LaunchResult(
        name,
        hip.device,
        {n: b.data for n, b in buffers.items()},
        {n: b.dtype for n, b in buffers.items()},
        tuple(n for n, b in buffers.items() if b.out),
        checked,
        times,
        clock,
    )


def _is_text(path: str) -> bool:
    return path.endswith(".s")


def _verify(buffers: Mapping[str, BufferArg], expected: Mapping[str, Array], tolerance: Tolerance, path: str) -> None:
    wrong = [
        found
        for name, data in expected.items()
        if (found := compare(name, buffers[name].dtype, data, buffers[name].data, tolerance)) is not None
    ]
    if wrong:
        raise failed(wrong, path)


def bench(
    paths: Sequence[str],
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    args: Sequence[Arg] = (),
    *,
    kernel: str | None = None,
    arch: str | None = None,
    dynamic_lds: int = 0,
    device: int = 0,
    timing: TimingPlan | None = None,
    check: bool = True,
    tolerance: Tolerance | None = None,
) -> BenchResult:
    """Times one or several versions of a kernel on a GPU, in turns, and compares each with the first.

    With ``check``, every version first runs once on fresh buffers and must leave the same results as the first.

    Raises:
        MissingTool: there is no runtime, no GPU, or no assembler for assembly.
        CheckFailed: two versions leave different results.
        UsageError: arguments, geometry or GPU do not fit a version, or no file is given.
    """
    if not paths:
        raise UsageError("needs at least one file")
    plan = timing or TimingPlan()
    hip = Hip(device)
    geometry = Geometry(grid, block)
    programs = [load_program(p, arch or (None if _is_text(p) else hip.device.arch)) for p in paths]
    with ExitStack() as stack:
        sessions = []
        results: list[dict[str, BufferArg]] = []
        for program in programs:
            mine = _copies(args)
            session = stack.enter_context(opened(hip, program, kernel, geometry, mine, dynamic_lds))
            sessions.append(session)
            if check:
                session.start()
                session.download()
            results.append(buffers_of(mine))
        for path, found in zip(paths[1:], results[1:], strict=True):
            first = {name: b.data for name, b in results[0].items()}
            try:
                _verify(found, first, tolerance or Tolerance(), path)
            except CheckFailed as error:
                raise replace_hint(error, f"compared with {paths[0]}") from None
        before = engine_clock_mhz(hip)
        times = measure(sessions, plan)
        after = engine_clock_mhz(hip)
    versions = tuple(
        TimedVersion(
            path,
            session.kernel,
            summarize(samples, plan.seed),
            speedup(times[0], samples, plan.seed) if index else None,
            tuple(samples),
        )
        for index, (path, session, samples) in enumerate(zip(paths, sessions, times, strict=True))
    )
    return BenchResult(hip.device, versions, (before, after), check and len(paths) > 1)


def replace_hint(error: CheckFailed, hint: str) -> CheckFailed:
    """The same error with a hint."""
    return CheckFailed(error.message, error.path, error.line, error.col, error.source, hint)
