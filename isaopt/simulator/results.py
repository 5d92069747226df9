"""The input and the results of a simulation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.simulator.roofline import Roofline

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch


@dataclass(frozen=True, slots=True)
class InstructionTime:
    """The average cost of one instruction to a wave, in the simulated iterations.

    ``issues`` is how often all waves executed it; ``stalls`` are cycles by reason, summed over them; ``times`` is how
    often a wave of the real launch executes it.
    """

    ordinal: int
    item: int
    line: int
    issues: int
    times: float
    stalls: dict[str, int]

    @property
    def cost(self) -> float:
        """Cycles that the instruction delays a wave in the whole launch."""
        return sum(self.stalls.values()) / self.issues * self.times if self.issues else 0.0

    @property
    def reason(self) -> str:
        """The main reason of its stalls; empty if there are none."""
        return max(self.stalls, key=lambda name: self.stalls[name]) if any(self.stalls.values()) else ""


@dataclass(frozen=True, slots=True)
class LoopTime:
    """A loop in its steady state.

    ``cycles_per_iteration`` is the time in which each wave makes one pass, inner loops included, beside the others;
    ``simd_cycles_per_iteration`` is that divided by the waves on the SIMD, which is what one pass costs the SIMD.
    ``iterations`` is how often the body runs each time the loop is entered, ``simulated`` how many of those were
    simulated.
    """

    label: str
    cycles_per_iteration: float | None
    simd_cycles_per_iteration: float | None
    iterations: int
    simulated: int


@dataclass(frozen=True, slots=True)
class KernelTime:
    """The prediction for one kernel.

    ``cycles`` is the time of the launch, or of the workgroups that fill the GPU once if its size is unknown. ``stalls``
    are the average cycles that a wave is held back, by reason. ``valu_utilisation`` is the share of cycles in which a
    SIMD's vector ALU is busy, ``salu_utilisation`` that of those in which it issues a scalar instruction;
    ``dual_issue_rate`` is the share of dual instructions among vector instructions.
    ``timeline`` has (wave, ordinal, cycle) of every issue if requested.
    """

    name: str
    waves_per_simd: int
    workgroups: int
    cycles: float
    seconds: float
    valu_utilisation: float
    salu_utilisation: float
    dual_issue_rate: float
    stalls: dict[str, float]
    loops: tuple[LoopTime, ...]
    flops_per_second: float
    instructions: tuple[InstructionTime, ...]
    spans: tuple[tuple[int, int], ...] = ()
    timeline: tuple[tuple[int, int, int], ...] = ()
    assumed: tuple[str, ...] = ()
    roofline: Roofline | None = None


@dataclass(frozen=True, slots=True)
class PredictedLaunch:
    """The prediction for one named and described launch; ``workgroups`` is None for the number that fills the GPU
    once."""

    name: str
    description: str
    workgroups: int | None
    time: KernelTime


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A kernel that the simulator cannot follow, and why; ``line`` is that of the instruction, 0 if the reason is not a
    single one."""

    name: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Simulation:
    """The prediction for a file: the GPU, the assumptions, each kernel's ``launches``, and the kernels left out."""

    path: str
    arch: str
    gpu: str
    title: str
    changed: tuple[str, ...]
    launches: tuple[tuple[PredictedLaunch, ...], ...]
    assumed: tuple[str, ...] = field(default=())
    left_out: tuple[LeftOut, ...] = field(default=())

    @property
    def kernels(self) -> tuple[KernelTime, ...]:
        """Each kernel in the first of its launches."""
        return tuple(launched[0].time for launched in self.launches)


@dataclass(frozen=True, slots=True)
class Workload:
    """The known properties of the launch.

    ``trips`` are loop counts by label; ``workgroups`` is the number launched, None for enough to fill the GPU.
    ``waves_per_simd`` overrides the number that the resources allow; ``workgroup_size`` is in work-items;
    ``dynamic_lds`` is the LDS given at launch, in bytes; ``launch`` contains all of that and the arguments. Without
    one, ``scalars`` is the assumed value of every scalar argument: the control path is then followed as with a launch,
    but without comparisons of lanes unless ``masks``.
    ``assumed_trips`` are counts, by label, for loops whose count is otherwise unknown. ``budget`` limits the
    instructions of all resident waves together for which iterations are simulated, as long as enough iterations remain;
    ``whole`` simulates all of them. ``record`` keeps the timeline.
    """

    trips: Mapping[str, int] = field(default_factory=dict)
    workgroups: int | None = None
    waves_per_simd: int | None = None
    workgroup_size: int | None = None
    dynamic_lds: int = 0
    launch: Launch | None = None
    scalars: int | None = None
    masks: bool = True
    assumed_trips: Mapping[str, int] = field(default_factory=dict)
    budget: int | None = None
    whole: bool = False
    record: bool = False

    @property
    def groups(self) -> int | None:
        """The number of workgroups launched; None if unspecified."""
        return math.prod(self.launch.geometry.grid) if self.launch is not None else self.workgroups
