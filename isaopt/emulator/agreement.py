"""Compares two versions of a kernel on concrete launches: searches for a difference, or gathers agreement.

Work is bounded by counts of launches and instructions, never by the clock; the same seed gives the same launches.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from isaopt.emulator.launches import Launch, candidates
from isaopt.emulator.trial import LIMIT, TrialComparison, TrialMode, TrialOutcome, TrialVersion, compare
from isaopt.errors import InputError, UsageError
from isaopt.ir.program import Kernel, Module

if TYPE_CHECKING:
    from isaopt.toolchain.find import Toolchain

#: The most launches tried to find some on which the first version runs, and the most instructions it may execute in all
#: of them.
CANDIDATES = 48
WORK = 30_000_000
#: The launches kept: the first few whatever they do, then up to the maximum those that reach new code.
LAUNCHES, MOST_LAUNCHES = 3, 6
#: Orders of waves and lateness of memory, used in turn.
MODES = (TrialMode("fwd"), TrialMode("random:1", late=True), TrialMode("rev"), TrialMode("fwd", late=True))


@dataclass(frozen=True, slots=True)
class Found:
    """A launch on which the versions differ, and where."""

    launch: Launch
    comparison: TrialComparison


@dataclass(frozen=True, slots=True)
class Agreement:
    """``agrees`` after ``trials`` runs of both versions on ``launches`` launches (geometry and scalars); otherwise
    ``why`` not, with the ``line`` of the second version that is responsible (0: none)."""

    agrees: bool
    trials: int = 0
    launches: int = 0
    why: str = ""
    line: int = 0
    found: Found | None = None


@dataclass
class VersionPair:
    """Two versions of a kernel, and the launches on which the first one runs and writes something."""

    a: TrialVersion
    b: TrialVersion
    given: Launch | None
    seed: int = 0

    def launches(self) -> Iterator[tuple[Launch, TrialOutcome]]:
        """The launches, with the results of the first version.

        Raises:
            CheckFailed, UsageError: the first version does not run on the given launch.
        """
        if self.given is not None:
            outcome = self.a.run(self.given, TrialMode(), 10 * LIMIT)
            if outcome.error is not None:
                raise outcome.error
            yield self.given, outcome
            return
        work, kept, reached = 0, 0, 0
        total = len(self.a.module.instructions(self.a.kernel))
        for launch in islice(candidates(self.a.module, self.a.kernel, self.seed), CANDIDATES):
            outcome = self.a.run(launch, TrialMode())
            work += outcome.instructions if outcome.ended and outcome.error is None else LIMIT // 4
            if outcome.error is None and outcome.wrote:
                now = len(self.a.reached())
                if kept < LAUNCHES or now > reached:
                    yield launch, outcome
                    kept += 1
                reached = max(reached, now)
            if kept >= MOST_LAUNCHES or work > WORK or (kept >= LAUNCHES and reached == total):
                return

    def trial(self, launch: Launch, mode: TrialMode, known: TrialOutcome | None = None) -> TrialComparison | None:
        """One trial; None if the first version does not run there or writes nothing."""
        limit = 10 * LIMIT if self.given is not None else LIMIT
        prompt = known if known is not None and mode.order == TrialMode().order else None
        prompt = prompt or self.a.run(launch, TrialMode(mode.order), limit)
        if prompt.error is not None or not prompt.wrote:
            return None
        a = self.a.run(launch, mode, limit) if mode.late else prompt
        if a.error is not None or compare(a, prompt, mode, self.a, launch).status != "same":
            return TrialComparison("unclear", why="the first version itself depends on when memory returns")
        return compare(a, self.b.run(launch, mode, 4 * limit), mode, self.b, launch)


def pair(
    before: Module, after: Module, kernel: str, given: Launch | None = None, toolchain: Toolchain | None = None
) -> VersionPair:
    """The versions of the kernel of that name; raises :class:`KeyError` if one of the modules has none."""
    a, b = before.kernel(kernel), after.kernel(kernel)
    return VersionPair(TrialVersion(before, a, toolchain), TrialVersion(after, b, toolchain), given)


def search(versions: VersionPair) -> Found | str:
    """A launch on which the versions differ; or why none was found, in words.

    Raises:
        CheckFailed, UsageError: the first version does not run on the launch that was given.
        MissingTool: no clang.
    """
    good: list[tuple[Launch, TrialOutcome]] = []
    unclear = ""
    trials = 0
    try:
        for launch, outcome in versions.launches():
            good.append((launch, outcome))
            for drawn, known in ((launch, outcome), (launch.redrawn(1), None)):
                found = versions.trial(drawn, TrialMode(), known)
                if found is not None and found.status == "different":
                    return Found(drawn, found)
                trials += found is not None and found.status == "same"
                unclear = unclear or (found.why if found is not None else "")
        for mode in MODES[1:]:
            for launch, _ in good[:2] if mode.late else good:
                found = versions.trial(launch, mode)
                if found is not None and found.status == "different":
                    return Found(launch, found)
                trials += found is not None and found.status == "same"
                unclear = unclear or (found.why if found is not None else "")
    except InputError as error:
        return error.message + (f" (line {error.line})" if error.line else "")
    except UsageError as error:
        if versions.given is not None:
            raise
        return error.message
    if unclear:
        return unclear
    if not good:
        return "no launch was found on which the first version runs and writes a result"
    return f"both versions agree in {trials} trials on {len(good)} launches"


def agree(versions: VersionPair, trials: int = 8) -> Agreement:
    """Runs both versions ``trials`` times, with varied contents of buffers, orders of waves and lateness of memory.

    There is no agreement if an instruction that only one version has was never executed, nor if the first version's
    result depends on when memory returns: then nothing follows about the second.

    Raises: as :func:`search`.
    """
    try:
        return _agree(versions, trials)
    except InputError as error:
        return Agreement(False, why=error.message, line=error.line)
    except UsageError as error:
        if versions.given is not None:
            raise
        return Agreement(False, why=error.message)


def _agree(versions: VersionPair, trials: int) -> Agreement:
    good = [launch for launch, _ in versions.launches()]
    if not good:
        return Agreement(False, why="no launch was found on which the input runs and writes a result")
    done = 0
    for attempt in range(4 * trials):
        if done == trials:
            break
        launch = good[attempt % len(good)].redrawn(attempt // len(good))
        mode = MODES[(attempt + attempt // len(good)) % len(MODES)]
        found = versions.trial(launch, mode)
        if found is None:
            continue
        if found.status != "same":
            return Agreement(False, done, len(good), _words(found), 0, Found(launch, found))
        done += 1
    if done < trials:
        why = f"only {done} of {trials} trials could be used: in the others the input fails or writes nothing"
        return Agreement(False, done, len(good), why)
    missed = unreached(versions)
    if missed:
        why = f"the trials never executed changed code (line {missed}); give a launch that does"
        return Agreement(False, done, len(good), why, missed)
    return Agreement(True, done, len(good))


def _words(found: TrialComparison) -> str:
    """A difference in one line."""
    if found.mismatch is None:
        return found.why
    a, b, mode = found.mismatch.a, found.mismatch.b, found.mismatch.mode
    how = " with memory returning late" if mode.late else ""
    if "error" in b:
        return f"it fails in the emulator{how}, where the input does not: {b['error']}"
    return (
        f"it differs from its input in the emulator{how}: {a['buffer']}[{a['index']}] is {b['value']}, not {a['value']}"
    )


def unreached(versions: VersionPair) -> int:
    """The line of an instruction that only one version has and that no trial reached; 0 if there is none."""
    sides = [_code(v.module, v.kernel) for v in (versions.a, versions.b)]
    reached = [v.reached() for v in (versions.a, versions.b)]
    if all(len(r) == len(s) for r, s in zip(reached, sides, strict=True)):
        return 0
    texts = [[text for text, _ in side] for side in sides]
    for tag, a1, a2, b1, b2 in difflib.SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for side, (first, last) in ((1, (b1, b2)), (0, (a1, a2))):
            for k in range(first, last):
                if k not in reached[side]:
                    return sides[side][k][1]
    return 0


def _code(module: Module, kernel: Kernel) -> list[tuple[str, int]]:
    return [(" ".join(i.text[i.start : i.end].split()), i.line) for _, i in module.instructions(kernel)]
