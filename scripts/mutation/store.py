"""Results as JSON lines, one file a kernel: a campaign that is stopped goes on where it was."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.mutation.judge import OUTCOMES
from scripts.mutation.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Record:
    """What became of the mutant of that number and seed; ``lines`` as in :class:`.kinds.Mutant`."""

    kernel: str
    seed: int
    number: int
    kind: str
    outcome: str
    why: str
    seconds: float
    lines: tuple[tuple[int, str, str], ...]


def read(path: Path) -> Iterator[Record]:
    """The records of a file; nothing if there is none, and without a last line that was cut off."""
    if not path.exists():
        return
    for line in path.read_text().splitlines():
        try:
            data = json.loads(line)
        except json.JSONDecodeError:
            continue
        data["lines"] = tuple(tuple(change) for change in data["lines"])
        yield Record(**data)


def add(path: Path, record: Record) -> None:
    with path.open("a") as out:
        out.write(json.dumps(asdict(record)) + "\n")


def table(records: Iterable[Record]) -> str:
    """Mutants by kind and outcome; a proved mutant that was not looked at further counts as ``proved``."""
    counts = Counter((r.kind, r.outcome) for r in records)
    columns = [o for o in (*OUTCOMES[:3], "proved", *OUTCOMES[3:]) if any(c == o for _, c in counts) or o == "FALSE"]
    lines = ["".join([f"{'kind':15}", f"{'mutants':>9}", *(f"{c:>11}" for c in columns)])]
    for kind in (*KINDS, "all"):
        row = [sum(n for (k, o), n in counts.items() if o == c and kind in (k, "all")) for c in columns]
        lines.append("".join([f"{kind:15}", f"{sum(row):9}", *(f"{n:11}" for n in row)]))
    return "\n".join(lines)
