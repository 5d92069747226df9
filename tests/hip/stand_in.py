"""A GPU for the runtime of the tests: results by the emulator, times by the simulator with parameters of its own.

Told by the environment, for it works in whatever process loads the runtime: ``STAND_IN`` is JSON with ``gpu`` (a
model's name), ``values`` (its parameters that nobody else knows), ``noise`` (of a time, in proportion), ``seed``, and
by regular expression over a version's text which ones ``hang``, ``fault`` or are ``wrong``.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from isaopt.asm.parser import parse_text
from isaopt.calibration.benchmark import kernel_names
from isaopt.calibration.prediction import BenchmarkPredictor
from isaopt.calibration.suite import benchmarks
from isaopt.emulator.arguments import Arg, BufferArg, scalar
from isaopt.emulator.emulation import EmulationOptions, compile_kernel
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import Entry, Launch
from isaopt.emulator.metadata import layout_of
from isaopt.hip import program
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Value, get_gpu

Triple = tuple[int, int, int]
#: The reader of memory is far slower here than in the model, and the loop's branch far cheaper.
HIDDEN: Mapping[str, Value] = {"l2.latency": 330, "l0.latency": 35, "branch.taken": 4, "salu.latency": 4}

_build: Callable[..., bytes] = vars(program)["build"]
_texts: dict[bytes, str] = {}


def begin() -> None:
    """From now on it is known which text a code object was made from: there is no disassembler in a GPU."""

    def noted(text: str, arch: str, **others: Any) -> bytes:
        image = _build(text, arch, **others)
        _texts[image] = text
        return image

    vars(program)["build"] = noted


@cache
def settings() -> dict[str, Any]:
    return dict(json.loads(os.environ["STAND_IN"]))


def _concerns(what: str, text: str) -> bool:
    pattern = settings().get(what)
    return bool(pattern) and re.search(str(pattern), text) is not None


@cache
def _milliseconds(text: str, name: str, grid: Triple, block: Triple, kernarg: tuple[int, ...]) -> float:
    """What the kernel takes, without noise."""
    module = parse_text(text, "k.s", None)
    entries: tuple[Entry, ...] = tuple(
        {"kind": "scalar", "name": f"a{k}", "dtype": "i32", "value": -value - 1}
        if value < 0
        else {"kind": "buffer", "name": f"a{k}", "dtype": "u32", "shape": [value // 4], "init": "zeros"}
        for k, value in enumerate(kernarg)
    )
    gpu = get_gpu(str(settings()["gpu"]), settings().get("values") or {})
    launch = Launch(Geometry(grid, block), entries)
    return simulate_kernel(module, module.kernel(name), gpu, Workload(launch=launch)).seconds * 1000


@cache
def _cycles(name: str, text: str) -> tuple[int, ...]:
    """What each wave of a microbenchmark reads off the shader's clock."""
    arch = parse_text(text, "k.s", None).arch
    (benchmark,) = (b for b in benchmarks(arch) if name in kernel_names(b))
    gpu = get_gpu(str(settings()["gpu"]), settings().get("values") or {})
    return tuple(BenchmarkPredictor(arch).cycles(benchmark, gpu)[name][0])


def disturbed(time: float, number: int) -> float:
    """A time as it is measured: with noise, and one in twenty times with something in the way."""
    chance = random.Random(f"{settings().get('seed', 0)} {number}")
    noise = float(str(settings().get("noise", 0.01)))
    late = 1 + chance.uniform(0.05, 0.3) if chance.random() < 0.05 else 1.0
    return time * math.exp(chance.gauss(0, noise)) * late


def launched(
    image: int, size: int, name: str, grid: Triple, block: Triple, lds: int, kernarg: int, length: int, out: int
) -> None:
    """Runs a kernel on memory as it is, and says how many milliseconds it took: a negative number for ever, 0 for a
    fault."""
    text = _texts[ctypes.string_at(image, size)]
    result = ctypes.c_double.from_address(out)
    with open(os.environ["FAKE_HIP_LOG"], "a+") as log:
        log.seek(0)
        number = len(log.readlines())
        log.write(f"{name}\n")
    if _concerns("hang", text) or _concerns("fault", text):
        result.value = -1.0 if _concerns("hang", text) else 0.0
        return
    given = ctypes.string_at(kernarg, length)
    if name.endswith(("_short", "_long")):
        out_buffer = int.from_bytes(given[:8], "little")
        for k, cycles in enumerate(_cycles(name, text)):
            ctypes.c_uint32.from_address(out_buffer + 4 * k).value = round(disturbed(cycles, number))
        result.value = 0.01
        return
    module = parse_text(text, "k.s", None)
    fake = ctypes.CDLL(os.environ["ISAOPT_HIP_LIBRARY"])
    fake.fakeSize.argtypes, fake.fakeSize.restype = [ctypes.c_uint64], ctypes.c_size_t
    args: list[Arg] = []
    places: dict[str, int] = {}
    said: list[int] = []
    for k, slot in enumerate(a for a in layout_of(module, module.kernel(name)).arguments if not a.hidden):
        value = int.from_bytes(given[slot.offset : slot.offset + slot.size], "little", signed=slot.size == 4)
        if slot.kind == "global_buffer":
            data = np.frombuffer(ctypes.string_at(value, fake.fakeSize(value)), np.uint32).copy()
            args.append(BufferArg(f"a{k}", data, True, "u32"))
            places[f"a{k}"] = value
            said.append(data.nbytes)
        else:
            args.append(scalar(f"a{k}", "i32", value))
            said.append(-abs(value) - 1)
    done = compile_kernel(module, module.kernel(name), EmulationOptions(dynamic_lds=lds)).launch(
        Geometry(grid, block), args
    )
    for buffer, address in places.items():
        left = done.buffers[buffer]
        if _concerns("wrong", text):
            left.view(np.uint8)[0] ^= 1
        ctypes.memmove(address, left.ctypes.data, left.nbytes)
    result.value = disturbed(_milliseconds(text, name, grid, block, tuple(said)), number)
