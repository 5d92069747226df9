"""The dependence of a prediction on parameters that are not well measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isaopt.ir.program import Kernel, Module
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu, Value


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A parameter at other values: for each, the cycles as a multiple of those at the default."""

    name: str
    default: Value
    confidence: str
    results: Mapping[str, float]

    @property
    def spread(self) -> float:
        """The largest relative change either way."""
        return max((abs(ratio - 1) for ratio in self.results.values()), default=0.0)


def alternatives(gpu: Gpu) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """The alternatives of each open parameter: the ends of its range, other sources' values, other choices."""
    for name, parameter in gpu.parameters.items():
        if name.startswith(("clock.", "gpu.")):
            continue
        values: list[Value] = [v for v in (parameter.low, parameter.high) if v is not None]
        values += [o.value for o in parameter.others]
        values += [c for c in parameter.choices if name != "memory.level" or c in ("l0", "ic", "vram")]
        different = tuple(dict.fromkeys(v for v in values if v != parameter.value))
        if different:
            yield name, different


def sensitivity(module: Module, kernel: Kernel, gpu: Gpu, workload: Workload | None = None) -> tuple[Sensitivity, ...]:
    """Simulates the kernel with every alternative of every open parameter, one at a time; largest effect first.

    Raises what :func:`isaopt.simulator.simulation.simulate_kernel` does.
    """
    kept = Prepared(module, kernel, workload or Workload())
    base = simulate_kernel(module, kernel, gpu, workload, kept).cycles
    rows = []
    for name, values in alternatives(gpu):
        results = {
            f"{value:g}" if isinstance(value, float) else str(value): round(
                simulate_kernel(module, kernel, gpu.with_values({name: value}), workload, kept).cycles / base, 4
            )
            for value in values
        }
        parameter = gpu.parameters[name]
        rows.append(Sensitivity(name, parameter.value, parameter.confidence, results))
    return tuple(sorted(rows, key=lambda row: (-row.spread, row.name)))
