"""``isaopt launch``: run a kernel on a real GPU."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import check_output, emit_json, json_option, say, write_output
from isaopt.cli.emulate import outputs_json, save_buffers, say_outputs
from isaopt.cli.launches import out_option
from isaopt.cli.onto_gpu import OnGpu, device_json, device_line, gpu_options, times_json, times_line
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.hip.run import Check


def _run_suite(suite: str, source: str | None, output: str | None, repeat: int, device: int) -> None:
    import json

    from isaopt.calibration.measurement import results_document
    from isaopt.cli.progress import progress_bar
    from isaopt.hip.suite import run_suite

    if source is not None or output is None:
        raise UsageError("--suite replaces FILE and needs -o RESULTS.json")
    check_output(output)
    with progress_bar(0) as progress:
        results = run_suite(suite, repeat or 25, device, progress)
    write_output(output, (json.dumps(results_document(results)) + "\n").encode())


@click.command()
@click.argument("source", metavar="FILE", required=False)
@gpu_options
@click.option(
    "--check",
    metavar="emulator|DIR",
    help="Compare the results with the emulator's (needs a .s file) or with NAME.npy files in DIR.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also time N launches (with --suite: launches of each kernel, 25 by default).",
)
@click.option("--warmup", type=click.IntRange(min=0), default=10, show_default=True, metavar="N", help="Before timing.")
@out_option
@click.option("--suite", metavar="DIR", help="Run the suite that isaopt microbench wrote to DIR instead of FILE.")
@click.option("-o", "--output", metavar="RESULTS.json", help="Where --suite writes its results for isaopt calibrate.")
@json_option
def command(
    source: str | None,
    on: OnGpu,
    check: str | None,
    repeat: int,
    warmup: int,
    out: Path | None,
    suite: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Run a kernel on a GPU through the HIP runtime, with arguments in the format of isaopt emulate.

    FILE is assembly, a .hsaco, an offload bundle, or a program that contains one. The runtime (ROCm 5 to 7) is searched
    for in ROCM_PATH, in /opt/rocm and where the dynamic loader looks; ISAOPT_HIP_LIBRARY names it directly. The exit
    code is 1 if the results differ from what --check expects, and 3 without a runtime or a GPU.

    \b
    Examples:
      isaopt launch sgemm.s --grid 2,2 --block 128 --args args.json --check emulator
      isaopt launch sgemm.hsaco --grid 2,2 --block 128 --args args.json --check expected --rtol 1e-5 --repeat 100
      isaopt launch --suite suite -o results.json
    """
    if suite is not None:
        _run_suite(suite, source, output, repeat, on.device)
        return
    if source is None or output is not None:
        raise UsageError("needs FILE, or --suite DIR with -o RESULTS.json (see 'isaopt launch --help')")
    from isaopt.hip.run import launch
    from isaopt.hip.timing import TimingPlan

    against: Check = "none" if check is None else "emulator" if check == "emulator" else Path(check)
    done = launch(
        source,
        *on.sizes(),
        on.args(),
        kernel=on.name,
        arch=on.arch,
        dynamic_lds=on.dynamic_lds,
        device=on.device,
        check=against,
        tolerance=on.tolerance(),
        timing=TimingPlan(repeat, warmup) if repeat else None,
    )
    if out is not None:
        save_buffers(done.outputs, done.buffers, out)
    if as_json:
        emit_json(
            {
                "kernel": done.kernel,
                "device": device_json(done.device),
                "checked": None if done.checked == "nothing" else done.checked,
                "outputs": outputs_json(done),
                "times": times_json(done.times),
                "clock_mhz": done.clock_mhz or None,
            }
        )
        return
    say(f"{done.kernel} on {device_line(done.device)}")
    say_outputs(done)
    if done.checked != "nothing":
        say(f"  as {done.checked} has it")
    if done.times is not None:
        clock = f" at {done.clock_mhz:g} MHz" if done.clock_mhz else ""
        say(f"  {times_line(done.times)}{clock}")
