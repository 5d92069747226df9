"""``isaopt emulate``: run a kernel on the CPU, bit-exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import (
    arch_option,
    emit_json,
    grouped,
    input_argument,
    json_option,
    say,
    sha256,
    shown,
    toolchain_options,
    write_output,
)
from isaopt.cli.launches import ONE_LAUNCH, LaunchOptions, kernel_option, out_option
from isaopt.errors import UsageError
from isaopt.plain import Json, picked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from isaopt.emulator.arguments import Array
    from isaopt.emulator.emulation import Emulation
    from isaopt.hip.run import LaunchResult


def outputs_json(done: Emulation | LaunchResult) -> dict[str, Json]:
    """The results of a run, by name."""
    return {
        name: {
            "sha256": sha256(done.buffers[name].tobytes()),
            "shape": list(done.buffers[name].shape),
            "dtype": done.dtypes[name],
        }
        for name in done.outputs
    }


def say_outputs(done: Emulation | LaunchResult) -> None:
    """A line for each result of a run."""
    for name in done.outputs:
        data = done.buffers[name]
        say(f"  {name}: {done.dtypes[name]}{list(data.shape)} sha256 {sha256(data.tobytes())[:16]}")


def save_buffers(names: Sequence[str], buffers: Mapping[str, Array], directory: Path) -> None:
    """Write each named buffer as ``NAME.npy`` into a directory, which is created if it is missing."""
    import io

    import numpy as np

    if directory.exists() and not directory.is_dir():
        raise UsageError("--out must name a directory, not a file", path=str(directory))
    directory.mkdir(parents=True, exist_ok=True)
    for name in names:
        if "/" in name or name in ("", ".", ".."):
            raise UsageError(f"buffer '{name}' has a name that cannot be a file name")
        stream = io.BytesIO()
        np.save(stream, buffers[name], allow_pickle=False)
        write_output(str(directory / f"{name}.npy"), stream.getvalue())


@click.command()
@input_argument
@grouped("launched", LaunchOptions, *ONE_LAUNCH)
@kernel_option
@click.option(
    "--order",
    default="fwd",
    show_default=True,
    metavar="fwd|rev|random:SEED",
    help="Order of a workgroup's waves between barriers.",
)
@click.option(
    "--late", is_flag=True, help="Deliver loads and stores as late as the ISA permits, so that a missing wait shows."
)
@click.option(
    "--limit",
    default=None,
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop with an error after N wave instructions.",
)
@click.option("--allow-undefined", is_flag=True, help="Do not report uses of undefined registers.")
@out_option
@json_option
@arch_option
@toolchain_options
def command(
    source: str,
    launched: LaunchOptions,
    name: str | None,
    order: str,
    late: bool,
    limit: int | None,
    allow_undefined: bool,
    out: Path | None,
    as_json: bool,
    arch: str | None,
    clang: str | None,
    lld: str | None,
) -> None:
    """Run a kernel of IN.s bit-exactly on the CPU and print its results.

    Fails if the kernel accesses memory outside its buffers or LDS, or if an undefined register reaches memory or a
    branch.

    \b
    Example:
      isaopt emulate sgemm.s --grid 2,2 --block 128 --args args.json --out results
      args.json: [{"kind": "buffer", "name": "a", "dtype": "f32", "shape": [256, 256], "init": "random:1"},
                  {"kind": "buffer", "name": "c", "dtype": "f32", "shape": [256, 256], "out": true},
                  {"kind": "scalar", "name": "n", "dtype": "i32", "value": 256}]
    """
    from isaopt.asm.parser import parse_text
    from isaopt.asm.source import read_source
    from isaopt.emulator.emulation import DEFAULT_LIMIT, EmulationOptions, compile_kernel, pick_kernel
    from isaopt.emulator.launch import Geometry
    from isaopt.toolchain.find import find_toolchain

    geometry, args = Geometry(*launched.sizes()), launched.args()
    module = parse_text(read_source(source, arch), shown(source), arch)
    options = EmulationOptions(order, late, launched.dynamic_lds, limit or DEFAULT_LIMIT, not allow_undefined)
    toolchain = find_toolchain(module.arch, clang, lld)
    # isaopt.api is not used here: importing the whole pipeline takes longer than parsing the kernel.
    result = compile_kernel(module, pick_kernel(module, name), options, toolchain).launch(geometry, args)
    if out is not None:
        save_buffers(result.outputs, result.buffers, out)
    if as_json:
        document = picked(result, "kernel", "instructions_executed")
        emit_json({**document, "seconds": round(result.seconds, 6), "outputs": outputs_json(result)})
        return
    rate = result.instructions_executed / max(result.seconds, 1e-9) / 1e6
    say(f"{result.kernel}: {result.instructions_executed} wave instructions in {result.seconds:.3f} s ({rate:.1f} M/s)")
    say_outputs(result)
