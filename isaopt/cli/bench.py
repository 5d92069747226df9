"""``isaopt bench``: compare versions of a kernel on a real GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from isaopt.cli.common import emit_json, json_option, say
from isaopt.cli.onto_gpu import OnGpu, device_json, device_line, gpu_options, times_json, times_line
from isaopt.plain import Json, picked

if TYPE_CHECKING:
    from isaopt.hip.interval import Interval
    from isaopt.hip.run import BenchResult


def _document(done: BenchResult) -> dict[str, Json]:
    before, after = done.clocks_mhz
    return {
        "device": device_json(done.device),
        "clock_mhz": {"before": before or None, "after": after or None},
        "checked": done.checked,
        "versions": [{**picked(v, "path", "kernel", "speedup"), "times": times_json(v.times)} for v in done.versions],
    }


def _verdict(speedup: Interval) -> str:
    from isaopt.reports.figures import speed

    figures = f"{speed(speedup.value, 4)} (95 % between {speedup.low:.4f} and {speedup.high:.4f})"
    return f"no difference shown: {figures}" if speedup.low <= 1 <= speedup.high else figures


@click.command()
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@gpu_options
@click.option(
    "--repeat", type=click.IntRange(min=2), default=50, show_default=True, metavar="N", help="Samples of each version."
)
@click.option(
    "--warmup", type=click.IntRange(min=0), default=10, show_default=True, metavar="N", help="Launches before."
)
@click.option(
    "--inner",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Launches in a sample; raise it for kernels too short for the timer.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of the order of versions within a round.",
)
@click.option("--no-check", is_flag=True, help="Skip the check that all versions leave the same results.")
@json_option
def command(
    sources: tuple[str, ...],
    on: OnGpu,
    repeat: int,
    warmup: int,
    inner: int,
    seed: int,
    no_check: bool,
    as_json: bool,
) -> None:
    """Time versions of a kernel on a GPU and compare each with the first.

    Each round launches all versions once, in random order, so that all see the same clocks and temperatures. Times come
    from events on the device. The result is the ratio of the medians with its 95 % confidence interval (bootstrap over
    rounds). Before timing, every version must leave the same results as the first.

    \b
    Examples:
      isaopt bench kernel.s kernel.opt.s --grid 64,64 --block 256 --args args.json
      isaopt bench a.hsaco b.hsaco --grid 512 --block 256 --args args.json --repeat 200 --inner 20 --json
    """
    from isaopt.hip.run import bench
    from isaopt.hip.timing import TimingPlan

    done = bench(
        sources,
        *on.sizes(),
        on.args(),
        kernel=on.name,
        arch=on.arch,
        dynamic_lds=on.dynamic_lds,
        device=on.device,
        timing=TimingPlan(repeat, warmup, inner, seed),
        check=not no_check,
        tolerance=on.tolerance(),
    )
    if as_json:
        emit_json(_document(done))
        return
    say(device_line(done.device))
    if any(done.clocks_mhz):
        say("engine clock {:g} MHz before, {:g} MHz after".format(*done.clocks_mhz))
    for version in done.versions:
        say(f"{version.path}: {version.kernel}: {times_line(version.times)}")
        if version.speedup is not None:
            say(f"  {_verdict(version.speedup)}")
    if not done.checked and len(sources) > 1:
        say("results were not compared (--no-check)")
