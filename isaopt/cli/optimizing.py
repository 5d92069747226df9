"""Options of the pipeline, for commands that optimise code made by other tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import grouped, suggested
from isaopt.errors import UsageError

if TYPE_CHECKING:
    from isaopt.outcome import Options


@dataclass(frozen=True, slots=True)
class Optimizing:
    """The options as given."""

    passes: str | None
    level: int
    max_vgprs: int | None
    effort: int
    seed: int
    assume: tuple[str, ...]

    def options(self) -> Options:
        """The options of the pipeline; :class:`UsageError` for an unknown pass or assumption."""
        from isaopt.outcome import Options
        from isaopt.proof.verdict import ASSUMPTIONS, is_assumption
        from isaopt.transform.registry import PassOptions
        from isaopt.transform.spec import parse_passes, settings_of

        names = None
        if self.passes is not None:
            specs = parse_passes(self.passes)
            settings_of(specs, self.passes)
            names = tuple(map(str, specs))
        chosen = PassOptions(self.max_vgprs, self.effort, self.seed)
        for fact in self.assume:
            if not is_assumption(fact):
                raise UsageError(f"--assume {fact}: no such fact (facts: {', '.join(sorted(ASSUMPTIONS))})")
        return Options(self.level, names, (), True, self.assume, chosen)


optimizing_options = grouped(
    "optimizing",
    Optimizing,
    click.option(
        "--passes",
        metavar="A,B{X=N},C",
        shell_complete=suggested("isaopt.transform.registry:pass_names"),
        help="Run these passes in this order instead of a level's, with options such as unroll{factor=4} (see isaopt "
        "passes).",
    ),
    click.option(
        "--level",
        type=click.IntRange(0, 3),
        default=3,
        show_default=True,
        help="Set of passes to run, from 0 (none) to 3 (see isaopt passes).",
    ),
    click.option(
        "--max-vgprs",
        type=click.IntRange(1, 256),
        metavar="N",
        help="Maximum number of VGPRs; a kernel that would need more is left unchanged.",
    ),
    click.option(
        "--effort",
        type=click.IntRange(1, 100),
        default=1,
        show_default=True,
        help="Work that solvers may do, and that a kernel's passes and proofs may take together, as a multiple of the "
        "default. It is counted, not timed, so the "
        "output does not depend on the machine.",
    ),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Seed of the solver."),
    click.option(
        "--assume",
        metavar="FACT",
        multiple=True,
        shell_complete=suggested("isaopt.proof.verdict:ASSUMPTIONS"),
        help="A fact about launches that the file cannot show (repeatable): buffers-under-4gib, arg:NAME<4GiB "
        "for one argument's buffer, nonneg-index, read-only-arguments, arg:NAME=read-only, lds-in-bounds or "
        "lane-race-free. Reports list those that a proof used.",
    ),
)
"""``--passes``, ``--level``, ``--max-vgprs``, ``--effort``, ``--seed`` and ``--assume``, as in ``opt``."""
