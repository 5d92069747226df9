"""What :func:`isaopt.api.report` answers: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isaopt.analysis.figures.limits import OccupancyLimits
    from isaopt.analysis.figures.metrics import Metrics
    from isaopt.analysis.figures.operand_table import OperandRow


@dataclass(frozen=True, slots=True)
class ReportKernel:
    """A kernel's figures, what limits its occupancy, and its instruction table.

    ``blocked`` says why ``opt`` leaves the kernel unchanged; it is empty if it does not.
    """

    name: str
    wave_size: int
    metrics: Metrics
    limits: OccupancyLimits
    blocked: tuple[str, ...]
    rows: tuple[OperandRow, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a file under a register-file model."""

    path: str
    arch: str
    bank_model: str
    kernels: tuple[ReportKernel, ...]
