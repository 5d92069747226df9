"""``isaopt sim``: predicts cycles on a modelled GPU."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import arch_option, keep_unknown_option, note, shown
from isaopt.cli.launches import LaunchOptions, aim_options, launch_options, trip_counts, value_pairs
from isaopt.cli.pages import Destination, format_options, has_room
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from isaopt.simulator.results import LeftOut


@click.command()
@click.argument("source", metavar="[IN.s]", required=False, type=click.Path(path_type=str, allow_dash=True))
@click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter (repeatable).")
@click.option("--parameters", is_flag=True, help="List the parameters with their sources; simulate nothing.")
@click.option("--sensitivity", is_flag=True, help="Vary each uncertain parameter over its range.")
@click.option("--kernel", "kernels", metavar="NAME", multiple=True, help="Only this kernel (repeatable).")
@aim_options
@launch_options
@click.option("--whole", is_flag=True, help="Simulate every iteration of every loop, without extrapolation.")
@format_options
@arch_option
@keep_unknown_option
def command(
    source: str | None,
    gpu: str | None,
    settings: tuple[str, ...],
    parameters: bool,
    sensitivity: bool,
    kernels: tuple[str, ...],
    trips: tuple[str, ...],
    waves_per_simd: int | None,
    launched: LaunchOptions,
    whole: bool,
    to: Destination,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    """Predict the cycles of the kernels in IN.s on a modelled GPU, and show what stalls their waves.

    The model runs the resident waves of one compute unit (or workgroup processor) instruction by instruction. Without
    --grid, --block and --args, a large and a small launch are made up, the same as for opt and diff; the figures are
    those of the large one. Long loops are extrapolated from some of their iterations unless --whole is given. Whatever
    has to be assumed about the launch is listed. A kernel that cannot be followed, for example because it calls a
    function, is skipped with a warning; if --kernel names it, or if no other kernel is left, it is an error (exit code
    2). The model is compiled for this machine and needs a clang.

    \b
    Stalls are the average cycles that a wave is held back, by reason:
      valu_dependency  s_delay_alu holds an instruction   valu_queue     the SIMD's vector queue is full
      valu_drain       memory waits for vector results    arbitration    another wave issued
      lds_wait memory_wait store_wait scalar_wait barrier branch fetch lds_queue memory_queue sequencer

    \b
    Examples:
      isaopt sim sgemm.s --gpu rx7900xtx --trip .LBB0_3=512
      isaopt sim sgemm.s --grid 32,32 --block 128 --args args.json --json
      isaopt sim sgemm.s --set lds.latency=88 --set issue.arbitration=oldest
      isaopt sim --gpu rx9070xt --parameters
    """
    from isaopt.reports.simulation import (
        parameters_document,
        parameters_page,
        sensitivity_document,
        sensitivity_page,
        simulation_document,
        simulation_page,
    )
    from isaopt.target.gpus import get_gpu

    values = value_pairs(settings, "--set")
    if parameters:
        if source is not None:
            raise UsageError("--parameters takes no IN.s")
        to.check()
        model = get_gpu(gpu or "rx7900xtx", values)
        to.emit(lambda: parameters_page(model), lambda: parameters_document(model))
        return
    if source is None:
        raise UsageError("needs IN.s (see 'isaopt sim --help')")
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.simulator.results import Workload
    from isaopt.simulator.sensitivity import sensitivity as vary
    from isaopt.simulator.simulation import each_kernel, plan, simulate_module
    from isaopt.tuning.workloads import default_settings, launches

    to.check(source)
    # LDS alone does not describe a launch: it is added to the launches made up.
    launch = replace(launched, dynamic_lds=0).launch()
    workload = Workload(
        trips=trip_counts(trips),
        waves_per_simd=waves_per_simd,
        dynamic_lds=launched.dynamic_lds,
        launch=launch,
        whole=whole,
        # A picture of millions of instructions would show nothing.
        record=has_room(to.form) and not whole,
    )
    module = parse_text(read_source(source, arch), shown(source), arch, keep_unknown)
    if sensitivity:
        model, chosen = plan(module, gpu, values, workload, kernels)
        varied, left_out = each_kernel(
            chosen,
            bool(kernels),
            lambda kernel, given: (
                kernel.name,
                vary(module, kernel, model, default_settings(module, kernel, model, given)[0].workload),
            ),
        )
        rows = dict(varied)
        _say(left_out, shown(source))
        to.emit(
            lambda: sensitivity_page(shown(source), model.title, rows, left_out),
            lambda: sensitivity_document(model.name, rows, left_out),
            source,
        )
        return
    result = simulate_module(module, gpu, values, workload, kernels, launches)
    _say(result.left_out, shown(source))
    code = {k.name: [i for _, i in module.instructions(k)] for k in module.kernels} if has_room(to.form) else None
    to.emit(lambda: simulation_page(result, code), lambda: simulation_document(result), source)


def _say(left_out: Sequence[LeftOut], path: str) -> None:
    for kernel in left_out:
        where = f"{path}:{kernel.line}:1" if kernel.line else path
        note(f"{where}: warning: kernel '{kernel.name}' is skipped: {kernel.reason}")
