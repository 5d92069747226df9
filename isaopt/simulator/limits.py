"""The limiting factor of a kernel: its busiest unit, and how close that comes to its roof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.simulator.results import KernelTime

#: Below this share of every roof, latency limits a kernel rather than a unit (the rule of thumb of NVIDIA's Nsight
#: Compute for "speed of light" throughputs; AMD publishes no rule).
_BUSY = 0.6
VALU_ISSUE, SALU_ISSUE = "VALU issue", "SALU issue"
#: The units whose work is the instructions themselves, of which passes make fewer.
ISSUE = (VALU_ISSUE, SALU_ISSUE)
_NAMES = {"ic": "Infinity Cache"}


@dataclass(frozen=True, slots=True)
class Limit:
    """``unit`` is the busiest unit, at this ``share`` of its roof. ``waits`` is the reason of most stalls if even that
    unit is often idle, otherwise empty."""

    unit: str
    share: float
    waits: str = ""

    @property
    def cause(self) -> str:
        """The factor that limits the kernel, in words."""
        return f"latency ({self.waits})" if self.waits else self.unit

    @property
    def detail(self) -> str:
        """The limiting factor with its share."""
        roof = f"at {self.share:.0%} of its roof".replace("%", " %")
        return f"{self.cause}, {self.unit} {roof}" if self.waits else f"{self.unit} {roof}"


def limit_of(time: KernelTime) -> Limit:
    """The limiting factor of the predicted run."""
    unit, share = max(shares(time), key=lambda found: found[1])
    waits = max(time.stalls, key=lambda reason: time.stalls[reason], default="") if share < _BUSY else ""
    return Limit(unit, round(share, 4), waits)


def shares(time: KernelTime) -> Iterator[tuple[str, float]]:
    """Each unit with the share of its roof that the run reaches."""
    yield VALU_ISSUE, time.valu_utilisation
    yield SALU_ISSUE, time.salu_utilisation
    for level in time.roofline.levels if time.roofline is not None and time.seconds else ():
        name = _NAMES.get(level.name, level.name.upper())
        yield f"{name} bandwidth", min(1.0, level.bytes / time.seconds / level.bytes_per_second)
