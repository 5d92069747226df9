#!/usr/bin/env python3
"""CPU seconds of each pass, of lint and of all of `--level 3` on made-up kernels of a size and of twice it.

Usage: bench_large.py [--size N] [--kinds straight,tiles,loops,branches] [--passes pair,reassign,...] [--level]

What is promised is that the seconds grow about as the instructions do: the last column is by how much they grow from
the one size to the other.  `--level` runs the whole level on the larger kernel as well.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.run import lint_module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.transform.registry import PassOptions, make_pass, pass_names
from tests.kernels import ARGUMENTS, LDS, kernel_file

_ASSUMED = ("buffers-under-4gib", "nonneg-index")
#: Where values are kept: accumulators, and the operands of a tile.
_SUMS, _OPERANDS = 32, 96


def straight(count: int) -> Iterator[str]:
    """One block of multiplications and additions to 32 sums, each from operands that are read all over it."""
    for k in range(count):
        yield f"v_fmac_f32_e32 v{_SUMS + k % 32}, v{_OPERANDS + k * 7 % 16}, v{_OPERANDS + 16 + k // 3 % 16}"


def tiles(count: int) -> Iterator[str]:
    """Outer products of vectors from LDS, barriers between them: an unrolled loop of a GEMM."""
    done = tile = 0
    while done < count:
        lines = [f"ds_load_b128 v[{_OPERANDS + at}:{_OPERANDS + at + 3}], v1 offset:{16 * at}" for at in (0, 4, 8)]
        lines.append("s_waitcnt lgkmcnt(0)")
        lines += [
            f"v_fmac_f32_e32 v{_SUMS + 4 * row + column}, v{_OPERANDS + row}, v{_OPERANDS + 8 + column}"
            for row in range(8)
            for column in range(4)
        ]
        lines += ["ds_store_b32 v1, v32 offset:4096", "s_waitcnt lgkmcnt(0)", "s_barrier"] if tile % 4 == 3 else []
        yield from lines
        done, tile = done + len(lines), tile + 1


def loops(count: int) -> Iterator[str]:
    """Loops of a dozen instructions, one after the other."""
    for number in range(-(-count // 12)):
        yield "s_mov_b32 s6, 0"
        yield f".LOOP{number}:"
        yield from (f"v_fmac_f32_e32 v{_SUMS + at}, v{_OPERANDS + at}, v{_OPERANDS + number % 8}" for at in range(8))
        yield from ("s_add_i32 s6, s6, 1", "s_cmp_lg_u32 s6, s5", f"s_cbranch_scc1 .LOOP{number}")


def branches(count: int) -> Iterator[str]:
    """Divergent regions with a load and a store, one after the other."""
    for number in range(-(-count // 10)):
        sum_ = _SUMS + number % 32
        yield f"v_cmp_lt_f32_e32 vcc_lo, v{_OPERANDS + number % 16}, v{sum_}"
        yield from ("s_and_saveexec_b32 s6, vcc_lo", f"s_cbranch_execz .SKIP{number}")
        yield f"global_load_b32 v2, v0, s[2:3] offset:{4 * (number % 900)}"
        yield "s_waitcnt vmcnt(0)"
        yield f"v_fmac_f32_e32 v{sum_}, v2, v{_OPERANDS + number % 8}"
        yield f"v_mul_f32_e32 v{_OPERANDS + number % 16}, v2, v{sum_}"
        yield f"global_store_b32 v0, v{sum_}, s[2:3] offset:{4 * (number % 900)}"
        yield f".SKIP{number}:"
        yield "s_or_b32 exec_lo, exec_lo, s6"


KINDS: dict[str, Callable[[int], Iterator[str]]] = {kind.__name__: kind for kind in (straight, tiles, loops, branches)}


def kernel(kind: str, count: int) -> Module:
    """A kernel of about so many instructions."""
    lines = ["s_load_b128 s[2:5], s[0:1], 0x0", "v_lshlrev_b32_e32 v0, 2, v0", "v_lshlrev_b32_e32 v1, 4, v0"]
    lines += ["s_waitcnt lgkmcnt(0)"]
    lines += [f"global_load_b32 v{v}, v0, s[2:3] offset:{4 * v}" for v in range(_SUMS, _OPERANDS + 32)]
    lines += ["s_waitcnt vmcnt(0)", *KINDS[kind](count)]
    lines += [f"global_store_b32 v0, v{v}, s[2:3] offset:{4 * v}" for v in range(_SUMS, _SUMS + 32)]
    return parse_text(kernel_file(lines, ARGUMENTS, LDS, vgprs=128), f"{kind}.s")


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def steps(passes: list[str]) -> dict[str, Callable[[Module], object]]:
    """What is measured, by name."""

    def one(name: str) -> Callable[[Module], object]:
        made = make_pass(name, PassOptions(assumptions=_ASSUMED))
        return lambda module: made.apply(module, module.kernels[0])

    return {"lint": lint_module} | {name: one(name) for name in passes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1500, metavar="N", help="instructions of the smaller kernel")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--passes", default=",".join(pass_names()))
    parser.add_argument("--level", action="store_true", help="all of level 3 on the larger kernel, too")
    options = parser.parse_args()
    print(f"{'kernel':10} {'step':10} {options.size:>10} {2 * options.size:>10} {'growth':>8}")
    for kind in options.kinds.split(","):
        small, large = kernel(kind, options.size), kernel(kind, 2 * options.size)
        for name, step in steps([name for name in options.passes.split(",") if name]).items():
            before, after = (cpu(partial(step, m)) for m in (small, large))
            growth = f"{after / before:8.1f}" if before > 0 else ""
            print(f"{kind:10} {name:10} {before:10.1f} {after:10.1f} {growth}", flush=True)
        if options.level:
            whole = cpu(partial(optimize_module, large, Options(assumptions=_ASSUMED)))
            print(f"{kind:10} {'level 3':10} {'':>10} {whole:10.1f}", flush=True)


if __name__ == "__main__":
    main()
