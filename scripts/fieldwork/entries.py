"""What is written down of a run: one line of JSON for each file and each kernel, and what is wrong in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor time and peak in MB of a process; ``status`` is empty if it did its work, else
    ``refused``, ``wrong``, ``late``, ``memory`` or ``crashed``, and ``why`` says more."""

    cpu: float
    mb: int
    status: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """A kernel as it stands.  ``accesses`` are those to global memory, ``blocked`` the codes of what keeps ``opt`` off
    it; the other names are those of :class:`isaopt.analysis.figures.metrics.Metrics`."""

    instructions: int
    valu: int
    dual: int
    vgprs: int
    scratch_bytes: int
    wave_size: int
    waves: int
    conflicts: float
    accesses: int
    sgpr_bases: int
    blocked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileLine:
    """``file`` is relative to the directory of the run, ``compiler`` the seconds that it took to compile.  ``steps`` by
    name, ``kernels`` by name, ``lint``: findings by severity and rule."""

    file: str
    compiler: float | None
    lines: int
    steps: Mapping[str, Cost]
    kernels: Mapping[str, Figures] = field(default_factory=dict)
    lint: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def suite(self) -> str:
        return suite(self.file)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What ``opt`` made of a kernel.

    ``changed`` are the passes that changed it; ``reason`` is why none did, ``passes`` why each of the others did not;
    ``internal`` what it says of passes that failed; ``declined`` counts candidates by code.  ``gain`` is the share of
    the kernel's cycles that is predicted to be saved in the first workload, None where nothing could be predicted,
    which ``unpredicted`` explains.  ``by_steps``: the proof needs the certificate.  ``faults`` are what the judges
    said, ``steps`` their seconds; ``after`` is None where nothing changed.
    """

    changed: tuple[str, ...]
    reason: str
    passes: Mapping[str, str]
    internal: tuple[str, ...]
    declined: Mapping[str, int]
    gain: float | None
    unpredicted: str
    by_steps: bool
    faults: Mapping[str, str]
    steps: Mapping[str, float]
    after: Figures | None


@dataclass(frozen=True, slots=True)
class KernelLine:
    """``places`` are seconds by the part of the package that spent them; ``found`` is None where ``cost`` says why
    there is nothing; ``traceback`` is that of an internal error that ``opt`` outlived."""

    file: str
    kernel: str
    cost: Cost
    places: Mapping[str, float]
    found: Outcome | None
    traceback: str = ""

    @property
    def suite(self) -> str:
        return suite(self.file)

    @property
    def seconds(self) -> float:
        """Processor time of ``opt``, without that of the judges; all there is where it did not end."""
        return self.cost.cpu if self.found is None else self.found.steps["opt"]

    @property
    def reason(self) -> str:
        """Why the kernel is as it was; empty where it is not."""
        if self.found is None:
            return self.cost.status
        return "" if self.found.changed else self.found.reason or "none given"


def suite(file: str) -> str:
    """The first two folders of a file, which are its project and its target."""
    return "/".join(file.split("/")[:-1][:2]) or "."


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong: its kind, where, and what was said."""

    kind: str
    where: str
    what: str


def faults(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Iterator[Fault]:
    """Everything that is wrong.  A file that is refused, and a kernel that takes too long, are faults as well: such
    files are what the tool is for."""
    for line in files:
        for step, cost in line.steps.items():
            if cost.status:
                yield Fault(f"{step}: {cost.status}", line.file, _last(cost.why))
    for kernel in kernels:
        where = f"{kernel.file} {kernel.kernel}"
        if kernel.found is None:
            yield Fault(f"opt: {kernel.cost.status}", where, _last(kernel.cost.why))
            continue
        for said in kernel.found.internal:
            yield Fault("opt: internal error", where, _last(kernel.traceback) or said)
        for step, said in kernel.found.faults.items():
            yield Fault(f"output: {step}", where, said)
        if kernel.reason == "none given":
            yield Fault("no reason", where, "")


def _last(text: str) -> str:
    """The last line of a traceback, and the place that raised it."""
    found = [line.strip() for line in text.splitlines() if line.strip()]
    places = [line for line in found if line.startswith("File ")]
    if len(found) < 2 or not places:
        return found[-1] if found else ""
    file, line = places[-1].split(", ")[:2]
    return f"{found[-1]} ({Path(file.removeprefix('File ').strip(chr(34))).name}, {line})"
