"""An estimate and how sure it is; apart from :mod:`isaopt.hip.statistics`, whose NumPy takes long to import."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its 95 % confidence interval."""

    value: float
    low: float
    high: float
