"""``--objective`` and the options that say for which launches a kernel is tuned."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import click

from isaopt.cli.common import Command
from isaopt.cli.launches import aim_options, chosen_launch, launch_options, trip_counts
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch
    from isaopt.ir.program import Instruction, Module
    from isaopt.reports.replay import Versions
    from isaopt.tuning.model import Aim, Objective


@dataclass(frozen=True, slots=True)
class Wish:
    """The options as they were given; ``objective`` is None where none was."""

    objective: str | None
    gpu: str | None
    trips: tuple[str, ...]
    waves_per_simd: int | None

    def chosen(self, level: int, passes: str | None) -> Objective:
        """The objective, by the level where none was given.

        Raises:
            UsageError: something is said of launches, and the objective has no use for it.
        """
        from isaopt.pipeline import default_objective

        found = self.objective or default_objective(level, passes is not None)
        if found == "conflicts" and (self.gpu or self.trips or self.waves_per_simd is not None):
            raise UsageError("--gpu, --trip and --waves-per-simd are of no use with --objective conflicts")
        return cast("Objective", found)

    def aim(self, launch: Launch | None) -> Aim:
        """What is known of the launches."""
        from isaopt.tuning.model import Aim

        return Aim(self.gpu, trip_counts(self.trips), self.waves_per_simd, launch)


def objective_options(command: Command) -> Command:
    """``--objective``, ``--gpu``, ``--trip`` and ``--waves-per-simd``, passed as one ``wish``."""

    @functools.wraps(command)
    def wrapped(
        *args: object,
        objective: str | None,
        gpu: str | None,
        trips: tuple[str, ...],
        waves_per_simd: int | None,
        **others: object,
    ) -> object:
        return command(*args, wish=Wish(objective, gpu, trips, waves_per_simd), **others)

    chosen = click.option(
        "--objective",
        type=click.Choice(["balanced", "cycles", "conflicts"]),
        help="balanced: every pass that improves what it is for, as long as isaopt sim predicts the kernel to be no "
        "slower than in IN.s; the default at level 3. cycles: the passes and settings with which it "
        "predicts the kernel fastest, and no slower than in IN.s. conflicts: every pass that improves what it is for; "
        "the default elsewhere.",
    )
    return cast("Command", chosen(aim_options(wrapped)))


def prediction_options(command: Command) -> Command:
    """The options that say for which launch to predict, for a command that optimises nothing, passed as one ``aim``."""

    @functools.wraps(command)
    def wrapped(
        *args: object,
        gpu: str | None,
        trips: tuple[str, ...],
        waves_per_simd: int | None,
        grid: str | None,
        block: str | None,
        args_path: str | None,
        dynamic_lds: int,
        **others: object,
    ) -> object:
        launch = chosen_launch(grid, block, args_path, dynamic_lds)
        return command(*args, aim=Wish(None, gpu, trips, waves_per_simd).aim(launch), **others)

    return cast("Command", aim_options(launch_options(wrapped)))


def replays(before: Module, after: Module, names: Iterable[str], aim: Aim) -> dict[str, Versions]:
    """Both versions of kernels in the simulator, for a report that has room for them."""
    from isaopt.reports.replay import Versions
    from isaopt.tuning.replay import replay

    def code(module: Module, name: str) -> list[Instruction]:
        return [i for _, i in module.instructions(module.kernel(name))]

    return {name: Versions(replay(before, after, name, aim), code(before, name), code(after, name)) for name in names}
