"""Benchmarks on the modelled GPU: the pace that a set of parameters predicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from isaopt.asm.parser import parse_text
from isaopt.calibration.benchmark import Benchmark, assembly, kernel_names
from isaopt.calibration.measurement import Results, pace
from isaopt.simulator.kept import Kept
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.target.gpus import Gpu

#: How often the measured stretch is run: the first run loads its code into the instruction cache.
_ROUNDS = 2
#: Instructions for which a loop is simulated: one that only touches memory beforehand need not be long.
_BUDGET = 4000
#: The most predictions of a benchmark to keep.
_ROOM = 64


@dataclass
class BenchmarkPredictor:
    """Predicts benchmarks of one target; keeps what it parsed, how the waves of each kernel go, and what came out, for
    the next time that the parameters which count have these values."""

    arch: str
    prepared: dict[str, list[tuple[str, Prepared]]] = field(default_factory=dict)
    paces: dict[str, Kept[float]] = field(default_factory=dict)

    def cycles(self, benchmark: Benchmark, gpu: Gpu) -> dict[str, list[list[int]]]:
        """The readings of each wave, by kernel, as one launch on a GPU would give them."""
        if benchmark.name not in self.prepared:
            self.prepared[benchmark.name] = list(self._prepare(benchmark))
        model = gpu.with_values({"memory.level": benchmark.level}) if benchmark.level != "auto" else gpu
        found = {}
        for name, kernel in self.prepared[benchmark.name]:
            run = kernel.run(model)
            at: dict[int, list[int]] = {}
            readings = {t.ordinal for t in kernel.program(model).timings if t.kind == "s_getreg_b32"}
            for wave, ordinal, cycle in run.timeline:
                if ordinal in readings:
                    at.setdefault(wave, []).append(cycle)
            # The last iteration's two readings.
            found[name] = [[times[-1] - times[-2] for _, times in sorted(at.items())]]
        return found

    def _prepare(self, benchmark: Benchmark) -> Iterator[tuple[str, Prepared]]:
        module = parse_text(assembly(benchmark, self.arch), f"{benchmark.name}.s")
        size = benchmark.waves * benchmark.wave_size
        for name, count in zip(kernel_names(benchmark), (benchmark.short, benchmark.long), strict=True):
            trips = {f".L{name}_round": _ROUNDS} | ({f".L{name}_inner": count} if benchmark.inner else {})
            workload = Workload(
                trips, workgroup_size=size, workgroups=1, budget=_BUDGET, whole=bool(benchmark.inner), record=True
            )
            yield name, Prepared(module, module.kernel(name), workload)

    def pace(self, benchmark: Benchmark, gpu: Gpu) -> float:
        """Cycles per repetition under the model."""
        return self.paces.setdefault(benchmark.name, Kept(_ROOM)).get(gpu, lambda noted: self._pace(benchmark, noted))

    def _pace(self, benchmark: Benchmark, gpu: Gpu) -> float:
        found = pace(benchmark, Results(self.arch, gpu.name, self.cycles(benchmark, gpu)))
        assert found is not None
        return found.cycles


@dataclass
class Nearby:
    """Predictions near a model, for a fit: a benchmark is predicted again only when a parameter of its own has moved.

    What the other parameters do to it is left out until a new ``Nearby`` begins: before a fit, and before it ends.
    """

    predictor: BenchmarkPredictor
    known: dict[tuple[str, tuple[float | str, ...]], float] = field(default_factory=dict)

    def pace(self, benchmark: Benchmark, gpu: Gpu) -> float:
        """Cycles per repetition under the model."""
        key = (benchmark.name, tuple(gpu.parameters[name].value for name in benchmark.depends))
        if key not in self.known:
            self.known[key] = self.predictor.pace(benchmark, gpu)
        return self.known[key]
