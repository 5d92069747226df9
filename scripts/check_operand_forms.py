"""Operand forms: every ALU instruction with every kind of operand and modifier, against itself through a register and
against what looks like it.

Usage: ``scripts/check_operand_forms.py [--out DIR] [--jobs N] [--sample N] [--seed N] [--bases N] [--only REGEX] ...``

For each form of each ALU instruction of gfx11 and gfx12, in wave32 and wave64, with all lanes on and with some off,
bodies are made of it and of its neighbours: constants by their bits in a register (which is meant to be the same),
numbers that look alike, signs, ``op_sel``, ``clamp``, output modifiers, swapped sources, DPP controls, other masks and
halves, and the same instruction after something that it may read was changed: MODE, VCC, the old result, a half of a
source.  The assembler says which are legal.  The prover runs all of them from the same state, in one world, so that
every two results which it takes for equal are one term; the emulator, which shares nothing with it but the
instruction tables, runs them on random and special numbers in two floating-point modes.  ``FALSE`` is a defect: results
of one term differ (in more than the bits of a NaN), or a result is not what the prover is certain of (the same in all
lanes, bits never set, an upper bound).  Then the exit code is 1.

With ``--out`` the results of each group of instructions are a file at once, and a campaign that was stopped goes on.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from isaopt.isa.instruction import InstrDesc
from scripts.campaigns import append, every, read
from scripts.operand_forms.campaign import FALSE_CLAIM, Found, campaign, table
from scripts.operand_forms.forms import descriptions

ARCHES = ("gfx1100", "gfx1151", "gfx1201")
#: Forms of a task: enough that different encodings of an operation meet.
_GROUP = 60


@dataclass(frozen=True)
class Task:
    """Some forms on a target, all lanes on or some off."""

    arch: str
    wave: int
    partial: bool
    number: int
    descs: tuple[InstrDesc, ...]
    seed: int
    bases: int
    share: float = 1.0

    @property
    def name(self) -> str:
        return f"{self.arch}-wave{self.wave}-{'some' if self.partial else 'all'}-{self.number}"


def tasks(seed: int, bases: int, only: str = "", arches: tuple[str, ...] = ARCHES, share: float = 1.0) -> list[Task]:
    """All of the campaign; encodings of an operation, and operations alike, are in one task."""
    found = []
    for arch in arches:
        for wave in (32, 64):
            wanted = [d for d in descriptions(arch, wave) if re.search(only, d.mnemonic)]
            for start in range(0, len(wanted), _GROUP):
                part = tuple(wanted[start : start + _GROUP])
                found += [Task(arch, wave, some, start // _GROUP, part, seed, bases, share) for some in (False, True)]
    return found


def sampled(count: int, seed: int, bases: int = 1, size: int = 12, share: float = 1.0) -> list[Task]:
    """``count`` tasks of ``size`` forms, drawn from all of them."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        arch, wave = rng.choice(ARCHES), rng.choice((32, 64))
        part = tuple(rng.sample(descriptions(arch, wave), size))
        found.append(Task(arch, wave, bool(rng.randrange(2)), number, part, seed, bases, share))
    return found


def results(task: Task) -> list[Found]:
    """What becomes of a task."""
    return list(campaign(task.arch, task.wave, task.partial, task.descs, task.seed, task.bases, task.share))


def _named(task: Task) -> tuple[str, list[Found]]:
    return task.name, results(task)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="folder for results; a campaign goes on with what is there")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--sample", type=int, help="only so many groups of a dozen forms, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bases", type=int, default=1, help="forms at random of each, beside the one with registers")
    parser.add_argument("--share", type=float, default=1.0, help="how many of the neighbours, from 0 to 1")
    parser.add_argument("--only", default="", help="mnemonics in which this regular expression is found")
    parser.add_argument("--arch", choices=ARCHES, action="append", help="targets (default: all)")
    options = parser.parse_args()
    if options.sample is not None:
        todo = sampled(options.sample, options.seed, options.bases, share=options.share)
    else:
        todo = tasks(options.seed, options.bases, options.only, tuple(options.arch or ARCHES), options.share)
    known: list[Found] = []
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        done = {path.stem: path for path in options.out.glob("*.jsonl")}
        for task in todo:
            if task.name in done:
                known += read(done[task.name], Found)
        todo = [task for task in todo if task.name not in done]
    # A campaign that is stopped has seen something of everything.
    random.Random(options.seed).shuffle(todo)
    for name, found in every(_named, todo, options.jobs):
        known += found
        if options.out:
            append(options.out / f"{name}.jsonl", *found)
        for f in found:
            if f.text:
                print(f"{name}: {f.kind}: {f.outcome}: {f.text}", flush=True)
    print(table(known))
    return 1 if any(f.outcome == FALSE_CLAIM for f in known) else 0


if __name__ == "__main__":
    raise SystemExit(main())
