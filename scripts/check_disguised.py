"""Disguises: programs that are known to be wrong stay wrong among other cut points, so none of them may be proved.

Usage: ``scripts/check_disguised.py [--out FILE] [--jobs N] [--count N] [--seed N] [--only REGEX]``.

Each pair in ``tests/proof/attacks.txt`` breaks one rule of the prover in the simplest program that can. Here the same
code is put into both programs, at places that both have: branches over nothing, which add cut points before, between
and behind what the pair is about, and a loop around all of it, of which a launch may ask for one round only. Either
leaves both programs as they were, so a disguise that is ``PROVED`` is a defect, and makes the exit code 1. No oracle
is needed, so this covers memory order and hazards, which the emulator does not see.

With ``--out`` the results of each pair are lines of a file at once, and a campaign that was stopped goes on.
"""

from __future__ import annotations

import argparse
import difflib
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from isaopt.errors import IsaoptError
from isaopt.proof.verdict import verify_modules
from scripts.campaigns import append, every, read, table
from tests.proof.test_attacks_listed import Listed, listed

PROVED = "PROVED"
#: Registers that no pair uses.
_FREE, _ROUNDS = "s98", "s99"
#: Ways to branch over nothing: whichever way control goes, the same is done.
_OVER_NOTHING = (
    ("s_cbranch_vccz {label}", "s_nop 0", "{label}:"),
    ("s_cbranch_vccnz {label}", "s_nop 0", "s_nop 0", "{label}:"),
    ("s_cbranch_scc1 {label}", "s_nop 0", "{label}:"),
    ("s_cbranch_scc0 {label}", "s_branch {label}_b", "{label}:", "s_nop 0", "{label}_b:"),
    ("s_cbranch_vccz {label}", f"s_mov_b32 {_FREE}, 1", "{label}:"),
)


@dataclass(frozen=True)
class Found:
    """What became of one disguise of a pair: ``PROVED``, ``refused``, or ``unread`` if the assembler's rules forbid
    it."""

    name: str
    number: int
    kinds: str
    outcome: str
    text: str = ""


@dataclass(frozen=True)
class Task:
    """So many disguises of a pair."""

    pair: Listed
    count: int
    seed: int


def disguised(pair: Listed, rng: random.Random) -> tuple[Listed, str]:
    """The pair with branches over nothing at places that both programs have, in a loop or not, and what was done."""
    a, b = ([line.strip() for line in text.split("\n")] for text in (pair.a, pair.b))
    blocks = difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    places = [(block.a + n, block.b + n) for block in blocks for n in range(block.size)]
    most = rng.choice((1, 2, len(places)))
    kinds = []
    # From the end on, so that places stay where they are.
    for number, (i, j) in enumerate(sorted(rng.sample(places, min(most, len(places))), reverse=True)):
        code = [line.format(label=f".Ldisguise{number}") for line in rng.choice(_OVER_NOTHING)]
        a[i:i], b[j:j] = code, code
        kinds.append("branch")
    if rng.random() < 0.3:
        for lines in (a, b):
            lines[:0] = [f"s_mov_b32 {_ROUNDS}, 0", ".Ldisguise:"]
            lines += [f"s_add_i32 {_ROUNDS}, {_ROUNDS}, 1", f"s_cmp_lt_u32 {_ROUNDS}, s10", "s_cbranch_scc1 .Ldisguise"]
        kinds.append("loop")
    return replace(pair, a="\n".join(a), b="\n".join(b)), " ".join(sorted(set(kinds)))


def results(task: Task) -> list[Found]:
    """What becomes of a pair's disguises."""
    rng = random.Random(f"{task.seed} {task.pair.name}")
    made = [(number, *disguised(task.pair, rng)) for number in range(task.count)]
    # Programs without a line in common have no place for one.
    return [_judged(task.pair.name, number, pair, kinds) for number, pair, kinds in made if kinds]


def _judged(name: str, number: int, pair: Listed, kinds: str) -> Found:
    try:
        before, after = pair.program(pair.a), pair.program(pair.b)
    except IsaoptError:
        return Found(name, number, kinds, "unread")
    if not verify_modules(before, after, assumptions=pair.assumed).proved:
        return Found(name, number, kinds, "refused")
    return Found(name, number, kinds, PROVED, f"{before.text()}\n---\n{after.text()}")


def tasks(count: int, seed: int, only: str = "") -> list[Task]:
    """All pairs that can be disguised, each with so many disguises."""
    return [Task(p, count, seed) for p in listed() if re.search(only, p.name) and not _unsuited(p)]


def _unsuited(pair: Listed) -> bool:
    """Whether a disguise may be no disguise: the pair uses its registers, ends early, or is about what stands side by
    side, as where it differs in ``s_nop`` alone."""
    plain = [re.sub(r"^\s*s_nop .*\n", "", f"{text}\n", flags=re.M) for text in (pair.a, pair.b)]
    return plain[0] == plain[1] or any(re.search(rf"\b({_FREE}|{_ROUNDS})\b|s_endpgm", text) for text in plain)


def sampled(size: int, seed: int) -> Iterator[Found]:
    """One disguise each of pairs drawn from all of them."""
    for task in random.Random(seed).sample(tasks(1, seed), size):
        yield from results(task)


def summary(found: Sequence[Found]) -> str:
    return table(Counter((f.kinds, f.outcome) for f in found), outcomes=["refused", "unread", PROVED])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="file for results; a campaign goes on with what is there")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--count", type=int, default=10, help="disguises of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="pairs in whose name this regular expression is found")
    options = parser.parse_args()
    known = read(options.out, Found) if options.out else []
    done = {f.name for f in known}
    todo = [task for task in tasks(options.count, options.seed, options.only) if task.pair.name not in done]
    for found in every(results, todo, options.jobs):
        known += found
        if options.out:
            append(options.out, *found)
        for f in found:
            if f.outcome == PROVED:
                print(f"{PROVED}: {f.name}, disguise {f.number} ({f.kinds})\n{f.text}", flush=True)
    print(summary(known))
    return int(any(f.outcome == PROVED for f in known))


if __name__ == "__main__":
    sys.exit(main())
