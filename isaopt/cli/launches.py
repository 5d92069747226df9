"""Options that describe a launch, for commands that run kernels to compare them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import Command, gpu_option, grouped, shown
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.emulator.arguments import Arg
    from isaopt.emulator.launches import Launch


Axes = tuple[int, int, int]


def _triple(text: str, option: str) -> Axes:
    """Parses ``X,Y,Z``; Y and Z are optional."""
    try:
        x, y, z, *more = (*(int(part, 0) for part in text.replace("x", ",").split(",")), 1, 1)
    except ValueError:
        more = [0, 0, 0]
    if len(more) > 2:
        raise UsageError(f"{option}: '{text}' is not X,Y,Z")
    return x, y, z


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """The options as given."""

    grid: str | None
    block: str | None
    args_path: str | None
    dynamic_lds: int

    def sizes(self) -> tuple[Axes, Axes]:
        """The grid and the block; :class:`UsageError` if one is missing."""
        if self.grid is None or self.block is None:
            raise UsageError("a launch needs both --grid and --block")
        return _triple(self.grid, "--grid"), _triple(self.block, "--block")

    def args(self) -> tuple[Arg, ...]:
        """The arguments of ``ARGS.json``, or none without a file."""
        from isaopt.asm.source import read_source
        from isaopt.emulator.arguments import read_arguments

        return read_arguments(read_source(self.args_path), shown(self.args_path)) if self.args_path else ()

    def launch(self) -> Launch | None:
        """The launch that the options describe, or None without any.

        Raises:
            UsageError: only some of the options were given, or ``ARGS.json`` makes no sense.
        """
        if self.grid is None and self.block is None and self.args_path is None and not self.dynamic_lds:
            return None
        sizes = self.sizes()
        from isaopt.asm.source import read_source
        from isaopt.emulator.launch import Geometry
        from isaopt.emulator.launches import given_launch

        text = read_source(self.args_path) if self.args_path else "[]"
        return given_launch(
            Geometry(*sizes), text, shown(self.args_path) if self.args_path else "ARGS.json", self.dynamic_lds
        )


ONE_LAUNCH = (
    click.option("--grid", metavar="X,Y,Z", help="Workgroups in the grid."),
    click.option("--block", metavar="X,Y,Z", help="Work-items in a workgroup."),
    click.option("--args", "args_path", metavar="ARGS.json", help="Kernel arguments, in order."),
    click.option(
        "--lds", "dynamic_lds", default=0, metavar="BYTES", help="Dynamic LDS, in addition to what the kernel declares."
    ),
)
"""The options of a launch, for commands that run exactly one."""
kernel_option = click.option("--kernel", "name", metavar="NAME", help="The kernel to run, if the file has several.")
out_option = click.option(
    "--out", metavar="DIR", type=click.Path(path_type=Path), help="Save each output buffer as NAME.npy in DIR."
)
launch_options = grouped(
    "launched",
    LaunchOptions,
    click.option(
        "--grid",
        metavar="X,Y,Z",
        help="Number of workgroups of the launch; by default representative launches are made up.",
    ),
    *ONE_LAUNCH[1:],
)
"""``--grid``, ``--block``, ``--args`` and ``--lds``, as in ``emulate``."""


def aim_options(command: Command) -> Command:
    """``--gpu``, ``--trip`` and ``--waves-per-simd``, as in ``sim``, passed as ``gpu``, ``trips`` and
    ``waves_per_simd``."""
    gpu = gpu_option("GPU to model, by name or as a .json file; by default one for the target.")
    trips = click.option(
        "--trip",
        "trips",
        metavar="LABEL=N",
        multiple=True,
        help="Number of iterations of the loop at LABEL in IN.s (repeatable).",
    )
    waves = click.option(
        "--waves-per-simd",
        type=int,
        metavar="N",
        help="Number of resident waves, instead of what the kernel's resources allow.",
    )
    return gpu(trips(waves(command)))


def value_pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary; :class:`UsageError` for anything else."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"{option} takes NAME=VALUE, not '{text}'")
        found[name.strip()] = value.strip()
    return found


def trip_counts(texts: Sequence[str]) -> dict[str, int]:
    """The counts of ``--trip`` by label; :class:`UsageError` for one that is not a number."""
    found: dict[str, int] = {}
    for label, value in value_pairs(texts, "--trip").items():
        try:
            found[label] = int(value, 0)
        except ValueError:
            raise UsageError(f"--trip {label}={value}: not a number") from None
    return found
