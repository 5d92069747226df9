#!/usr/bin/env python3
"""Checks the front end and the prover on every ``.s`` file of some folders.

    check_corpus.py DIR... [--clang PATH] [--no-assemble] [--kernels N] [--seconds N] [--verbose]

For each file: ``fmt`` gives it back byte for byte; ``fmt --normalize`` assembles to the identical object; ``report``,
``dump`` and ``diff`` end; a random renaming of each kernel that may be changed is proved.  A file that is refused with
an error is counted apart from one that fails a check, and no file stops the rest.  Exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import traceback
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.analysis.flow.blockers import blockers
from isaopt.api import diff, report
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_module
from isaopt.asm.source import read_source
from isaopt.cli.dump import records
from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Kernel, Module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.codeobject import differences
from isaopt.toolchain.find import Toolchain, find_toolchain
from tests.renaming import random_permutation, rename_kernel

CHECKS = ("parse", "fmt", "normalize", "report", "dump", "diff", "renaming")


class Failed(Exception):
    """A check did not hold."""


class Skipped(Exception):
    """A check that cannot be made here, with the reason."""


@dataclass
class Outcome:
    """What became of each check of one file: check -> (verdict, reason)."""

    path: Path
    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    tools: Toolchain | None
    kernels: int


def check_fmt(text: str, module: Module) -> None:
    if print_module(module) != text:
        raise Failed("the text is not given back byte for byte")


def check_normalize(text: str, module: Module, settings: Settings) -> None:
    if settings.tools is None:
        raise Skipped("no assembler asked for")
    try:
        before = assemble(text, module.arch, path=module.path, toolchain=settings.tools)
    except InputError as error:
        raise Skipped(f"the assembler refuses the original: {error.message[:80]}") from None
    try:
        after = assemble(print_module(module, normalize=True), module.arch, path="normal", toolchain=settings.tools)
    except InputError as error:
        raise Failed(f"the assembler refuses the normalised text: {str(error).replace(chr(10), ' | ')}") from None
    found = differences(before, after)
    if found:
        raise Failed(f"the objects differ: {', '.join(found)}")


def movable(module: Module, settings: Settings) -> list[Kernel]:
    """The first kernels that a pass may change."""
    return [k for k in module.kernels if not blockers(module, k)][: settings.kernels]


def check_renaming(module: Module, seed: str, settings: Settings) -> None:
    """A random bank-preserving permutation of each kernel's VGPRs is proved."""
    done = 0
    for kernel in movable(module, settings):
        rng = random.Random(f"{seed} {kernel.name}")
        renamed = rename_kernel(module, kernel, random_permutation(module, kernel, rng))
        proof = verify_modules(module, renamed, (kernel.name,)).kernels[0]
        if proof.status != "proved":
            raise Failed(f"kernel {kernel.name}: {proof.differences[0] if proof.differences else proof.status}")
        done += 1
    if not done:
        raise Skipped("no kernel may be changed" if module.kernels else "no kernel")


def check_file(path: Path, settings: Settings) -> Outcome:
    """Every check of one file; what a check raises ends that check only."""
    outcome = Outcome(path)

    def attempt(name: str, work: object) -> object:
        assert callable(work)
        try:
            result: object = work()
            outcome.verdicts[name] = ("ok", "")
            return result
        except Skipped as reason:
            outcome.verdicts[name] = ("skipped", str(reason))
        except Failed as reason:
            outcome.verdicts[name] = ("FAILED", str(reason))
        except TimeoutError:
            outcome.verdicts[name] = ("FAILED", "took too long")
        except IsaoptError as error:
            outcome.verdicts[name] = ("refused", str(error).splitlines()[0])
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}:{place.lineno}"
            outcome.verdicts[name] = ("CRASHED", f"{type(error).__name__}: {error} ({where})")
        return None

    def parsed() -> tuple[str, Module]:
        text = read_source(str(path))
        return text, parse_text(text, str(path))

    read = attempt("parse", parsed)
    if not isinstance(read, tuple):
        return outcome
    text, module = read
    attempt("fmt", lambda: check_fmt(text, module))
    attempt("normalize", lambda: check_normalize(text, module, settings))
    attempt("report", lambda: report(module))
    attempt("dump", lambda: [json.dumps(r) for r in records(module)])
    attempt("diff", lambda: diff(module, module) if module.kernels else None)
    attempt("renaming", lambda: check_renaming(module, path.name, settings))
    return outcome


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders, searched through, or single .s files")
    parser.add_argument("--clang", help="assembler to use, instead of the preferred one found")
    parser.add_argument("--no-assemble", action="store_true", help="leave out the comparison of objects")
    parser.add_argument("--kernels", type=int, default=8, help="kernels renamed in each file (default: 8)")
    parser.add_argument("--seconds", type=int, default=300, help="limit for one file (default: 300)")
    parser.add_argument("--verbose", action="store_true", help="also list what was refused or skipped")
    options = parser.parse_args()
    tools = None if options.no_assemble else find_toolchain("gfx1100", options.clang)
    settings = Settings(tools, options.kernels)
    paths = sorted({p for f in options.folders for p in ([f] if f.is_file() else f.rglob("*.s"))})
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    signal.signal(signal.SIGALRM, _late)
    failed = 0
    for path in paths:
        signal.alarm(options.seconds)
        try:
            outcome = check_file(path, settings)
        except TimeoutError:
            outcome = Outcome(path, {"parse": ("FAILED", "took too long")})
        finally:
            signal.alarm(0)
        for name, (verdict, reason) in outcome.verdicts.items():
            counts[name][verdict] += 1
            if verdict in ("FAILED", "CRASHED") or (options.verbose and verdict != "ok"):
                print(f"{path}: {name} {verdict}: {reason}", flush=True)
            failed += verdict in ("FAILED", "CRASHED")
    print(f"{len(paths)} files")
    verdicts = ("ok", "refused", "skipped", "FAILED", "CRASHED")
    print(f"{'check':<12}" + "".join(f"{v:>9}" for v in verdicts))
    for name in CHECKS:
        print(f"{name:<12}" + "".join(f"{counts[name][v]:>9}" for v in verdicts))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
