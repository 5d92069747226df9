"""Benchmarks on the modelled GPU: the pace that a set of parameters predicts."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.asm.parser import parse_text
from isaopt.calibration.benchmark import Benchmark, assembly, kernel_names
from isaopt.calibration.measurement import Results, pace
from isaopt.ir.program import Module
from isaopt.simulator.simulation import Kept, Workload, simulate_kernel
from isaopt.target.gpus import Gpu


@dataclass
class Predictor:
    """Predicts benchmarks of one target; keeps what it parsed, and how the waves of each kernel go."""

    arch: str
    modules: dict[str, Module] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)

    def cycles(self, benchmark: Benchmark, gpu: Gpu) -> dict[str, list[list[int]]]:
        """The readings of each wave, by kernel, as one launch on a GPU would give them."""
        module = self.modules.get(benchmark.name)
        if module is None:
            text = assembly(benchmark, self.arch)
            module = self.modules[benchmark.name] = parse_text(text, f"{benchmark.name}.s")
        model = gpu.with_values({"memory.level": benchmark.level}) if benchmark.level != "auto" else gpu
        size = benchmark.waves * benchmark.wave_size
        found = {}
        for name in kernel_names(benchmark):
            kernel = module.kernel(name)
            workload = Workload(workgroup_size=size, workgroups=1, record=True)
            run = simulate_kernel(module, kernel, model, workload, self.kept.setdefault(name, Kept()))
            readings = {k for k, (_, i) in enumerate(module.instructions(kernel)) if i.op.mnemonic == "s_getreg_b32"}
            at: dict[int, list[int]] = {}
            for wave, ordinal, cycle in run.timeline:
                if ordinal in readings:
                    at.setdefault(wave, []).append(cycle)
            # The last round's two readings.
            found[name] = [[times[-1] - times[-2] for _, times in sorted(at.items())]]
        return found

    def pace(self, benchmark: Benchmark, gpu: Gpu) -> float:
        """Cycles a repetition under the model."""
        found = pace(benchmark, Results(self.arch, gpu.name, self.cycles(benchmark, gpu)))
        assert found is not None
        return found.cycles


@dataclass
class Nearby:
    """Predictions near a model, for a fit: a benchmark is predicted again only when a parameter of its own has moved.

    What the other parameters do to it is left out until the next fit begins with a new ``Nearby``.
    """

    predictor: Predictor
    known: dict[tuple[str, tuple[float | str, ...]], float] = field(default_factory=dict)

    def pace(self, benchmark: Benchmark, gpu: Gpu) -> float:
        """Cycles a repetition under the model."""
        key = (benchmark.name, tuple(gpu.parameters[name].value for name in benchmark.parameters))
        if key not in self.known:
            self.known[key] = self.predictor.pace(benchmark, gpu)
        return self.known[key]
