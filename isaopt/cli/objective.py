"""``--objective`` and the options that describe the launches to tune for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import click

from isaopt.cli.common import grouped
from isaopt.cli.launches import LaunchOptions, aim_options, launch_options, trip_counts
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch
    from isaopt.ir.program import Instruction, Module
    from isaopt.outcome import Measuring
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.tuning.model import Aim, Objective


@dataclass(frozen=True, slots=True)
class ObjectiveOptions:
    """The options as given; ``objective`` is None if it was not given."""

    objective: str | None
    gpu: str | None
    trips: tuple[str, ...]
    waves_per_simd: int | None
    device: int = 0
    launches: int | None = None
    launch_seconds: float | None = None

    def chosen(self, level: int, passes: str | None) -> Objective:
        """The objective; if none was given, the one of the level.

        Raises:
            UsageError: launches are described, but the objective does not use them.
        """
        from isaopt.outcome import default_objective

        found = self.objective or default_objective(level, passes is not None)
        if found == "conflicts" and (self.gpu or self.trips or self.waves_per_simd is not None):
            raise UsageError("--objective conflicts does not use --gpu, --trip and --waves-per-simd")
        if found != "measured" and (self.device or self.launches is not None or self.launch_seconds is not None):
            raise UsageError(f"--objective {found} does not use --device, --launches and --launch-seconds")
        return cast("Objective", found)

    def measuring(self, cache: bool | None) -> Measuring:
        """How to measure on the GPU; measurements are stored unless ``cache`` is False."""
        from isaopt.cache.store import chosen_store
        from isaopt.outcome import Measuring

        store = chosen_store(cache, default=True) if self.objective == "measured" else None
        usual = Measuring(self.device, store=None if store is None else str(store.root))
        return replace(usual, launches=self.launches or usual.launches, seconds=self.launch_seconds or usual.seconds)

    def aim(self, launch: Launch | None) -> Aim:
        """What is known of the launches to tune for."""
        from isaopt.tuning.model import Aim

        return Aim(self.gpu, trip_counts(self.trips), self.waves_per_simd, launch)


objective_options = grouped(
    "tuned",
    ObjectiveOptions,
    click.option(
        "--objective",
        type=click.Choice(["balanced", "cycles", "measured", "conflicts"]),
        help="balanced: every pass of the level, except those that isaopt sim predicts to make the kernel "
        "slower than IN.s; the default at level 3. cycles: the passes and settings that it predicts to be "
        "fastest. measured: like cycles, but the best candidates are timed on this machine's GPU with "
        "--grid, --block and --args, and the fastest is kept. conflicts: every pass, without predictions; "
        "the default at other levels.",
    ),
    click.option("--device", default=0, type=click.IntRange(min=0), metavar="N", help="measured: number of the GPU."),
    click.option(
        "--launches", type=click.IntRange(min=8), metavar="N", help="measured: maximum number of launches (400)."
    ),
    click.option(
        "--launch-seconds",
        type=click.FloatRange(min=1),
        metavar="S",
        help="measured: seconds, set-up included, after which a launch counts as hanging (60).",
    ),
    aim_options,
)
"""``--objective`` and the options that belong to it."""


def _aim(launched: LaunchOptions, gpu: str | None, trips: tuple[str, ...], waves_per_simd: int | None) -> Aim:
    return ObjectiveOptions(None, gpu, trips, waves_per_simd).aim(launched.launch())


prediction_options = grouped("aim", _aim, aim_options, launch_options)
"""The options that describe the launch to predict for, for commands that do not optimise."""


def replays(before: Module, after: Module, names: Iterable[str], aim: Aim) -> dict[str, SimulatedVersions]:
    """Simulations of both versions of the kernels, for a report that has room for them."""
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.tuning.replay import replay

    def code(module: Module, name: str) -> list[Instruction]:
        return [i for _, i in module.instructions(module.kernel(name))]

    return {
        name: SimulatedVersions(replay(before, after, name, aim), code(before, name), code(after, name))
        for name in names
    }
