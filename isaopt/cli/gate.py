"""``--fail-on`` and its companions: conditions, named exceptions, and annotations for a pull request."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import Command, check_output, grouped, note, write_output
from isaopt.errors import CheckFailed, InputError, UsageError

if TYPE_CHECKING:
    from isaopt.analysis.figures.metrics import Metrics
    from isaopt.analysis.figures.thresholds import Threshold, Waiver
    from isaopt.ir.program import Module


@dataclass(slots=True)
class Gate:
    """The options as given; :meth:`read` runs before the work, :meth:`judge` after it."""

    fail_on: tuple[str, ...]
    exceptions: str | None
    annotate: str | None
    gate_sarif: str | None
    thresholds: tuple[Threshold, ...] = field(default=(), init=False)
    waivers: tuple[Waiver, ...] = field(default=(), init=False)

    def refuse(self, arch: str) -> None:
        """Raise :class:`UsageError` if there are conditions: none of their figures exist for a read-only target."""
        if self.fail_on or self.exceptions or self.annotate or self.gate_sarif:
            raise UsageError(f"{arch} has no figures for --fail-on and related options")

    def read(self, changes: bool) -> None:
        """Read the conditions and exceptions before the work, so that a mistake in them wastes none.

        Raises:
            UsageError: a condition cannot be read, or an output cannot be written.
            InputError: a file of exceptions cannot be read.
        """
        from isaopt.analysis.figures.thresholds import parse_threshold, read_waivers

        self.thresholds = tuple(parse_threshold(text, changes) for text in self.fail_on)
        if self.gate_sarif is not None:
            check_output(self.gate_sarif)
        if self.exceptions is not None:
            try:
                text = Path(self.exceptions).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) else "not UTF-8"
                raise InputError(f"cannot read: {why}", self.exceptions) from error
            self.waivers = read_waivers(text, self.exceptions)

    @property
    def predicts(self) -> bool:
        """Whether a condition uses a figure that the simulator predicts."""
        return any(limit.predicted for limit in self.thresholds)

    def judge(self, kernels: Iterable[tuple[str, Metrics | None, Metrics]], after: Module, path: str) -> None:
        """Judge the kernels of the file ``path``, each given as a name with its figures before and after.

        Raises:
            CheckFailed: a condition holds where no exception covers it. All such places but the last are printed first.
        """
        from isaopt import __version__
        from isaopt.analysis.figures.thresholds import judge
        from isaopt.reports.gate import gate_sarif, github_commands, line_of

        chosen = tuple(kernels)
        asking = [limit for limit in self.thresholds if limit.predicted]
        for name in [name for name, a, b in chosen if any(_blind(limit, a, b) for limit in asking)]:
            note(f"isaopt: warning: kernel '{name}': --fail-on has no predicted cycles to compare")
        found = judge(self.thresholds, chosen, self.waivers)
        for crossing, waiver in found.waived:
            note(f"isaopt: note: {crossing.message}; excepted: {waiver.reason}")
        for waiver in found.unused:
            note(f"isaopt: warning: the exception for '{waiver.kernel}' from '{waiver.condition.text}' is not needed")
        if self.gate_sarif is not None:
            document = gate_sarif(found, self.thresholds, after, path, __version__)
            write_output(self.gate_sarif, (json.dumps(document, indent=2) + "\n").encode())
        if self.annotate == "github":
            for line in github_commands(found, after, path):
                print(line, file=sys.stderr)
        errors = [
            CheckFailed(
                f"--fail-on '{crossing.threshold.text}' holds for {crossing}", path, line_of(after, crossing), 1
            )
            for crossing in found.violations
        ]
        for error in errors[:-1]:
            print(error, file=sys.stderr)
        if errors:
            raise errors[-1]


def _blind(limit: Threshold, before: Metrics | None, after: Metrics) -> bool:
    """Whether a condition on predicted cycles cannot be judged; an unchanged kernel needs no prediction for a condition
    on a change."""
    if limit.delta and before is not None:
        return before != after and (after.predicted_cycles is None or before.predicted_for != after.predicted_for)
    return after.predicted_cycles is None


def gate_options(changes: bool) -> Callable[[Command], Command]:
    """``--fail-on``, ``--exceptions``, ``--annotate`` and ``--gate-sarif``, passed as one ``gate``.

    ``changes`` says that the command has a before and an after.
    """
    more = "; vgprs>+0 asks about the change" if changes else ""

    return grouped(
        "gate",
        Gate,
        click.option(
            "--fail-on",
            metavar="EXPR",
            multiple=True,
            help="Exit with 1 if EXPR holds for a kernel (repeatable). EXPR compares a figure of --json with a number: "
            f"'conflicts>0', 'waves<8', 'conflicts.article>0'; loop.conflicts>0 asks about each loop{more}.",
        ),
        click.option(
            "--exceptions",
            metavar="FILE.toml",
            help="Kernels that may violate a condition: [[exception]] tables with kernel, condition and reason.",
        ),
        click.option(
            "--annotate",
            type=click.Choice(["github"]),
            help="Also print each violation to standard error as an annotation for a pull request.",
        ),
        click.option(
            "--gate-sarif", metavar="FILE", help="Also write the violations as SARIF 2.1.0, for code scanning."
        ),
    )
