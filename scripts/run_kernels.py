"""Run every kernel of kernels_s/ in the emulator and compare with NumPy.

    python scripts/run_kernels.py                  # each kernel, as compiled
    python scripts/run_kernels.py --late           # memory returns as late as the waits allow, waves in random order
    python scripts/run_kernels.py softmax_gfx1201  # only these
    python scripts/run_kernels.py --suffix .opt.s --from DIR   # other versions of the same kernels
    python scripts/run_kernels.py --bits --from DIR            # and byte for byte what kernels_s/ computes, of reals

The reference does the kernel's arithmetic in double precision; a result may differ from it by the stated tolerance,
relative to the largest magnitude that went into it.  Where the arithmetic allows (sums of small integers) inputs are
integers and the comparison is exact.

Exit codes: 0 all agree, 1 one differs or fails, 2 bad usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.emulator.arguments import Arg, BufferArg
from isaopt.emulator.emulation import EmulationOptions, compile_kernel
from isaopt.errors import IsaoptError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.kernel_case import Args, Case, from_bf16, integers, launched, uniform, wide
from scripts.wmma_cases import wmma_chain, wmma_types

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "kernels_s"


def sgemm(grid: tuple[int, int, int], block: tuple[int, int, int], n: int) -> Case:
    a, b, c = integers(1, n, n), integers(2, n, n), integers(3, n, n)
    expected = 2 * (wide(a) @ wide(b)) + 0.5 * wide(c)
    args: Args = {"a": a, "b": b, "c": c, "n": n, "alpha": 2.0, "beta": 0.5}
    return launched(grid, block, args, {"c": expected})


def reduction() -> Case:
    count, groups = 5000, 3
    values = integers(1, count)
    expected = np.zeros(groups)
    for group in range(groups):
        for first in range(group * 256, count, 256 * groups):
            expected[group] += wide(values[first : first + 256]).sum()
    partial = np.zeros(groups, np.float32)
    args: Args = {"input": values, "partial": partial, "count": count, "stride": 256 * groups}
    return launched((groups, 1, 1), (256, 1, 1), args, {"partial": expected})


def softmax() -> Case:
    rows, columns = 3, 1000
    values = 8 * uniform(1, rows, columns)
    powers = np.exp(wide(values) - wide(values).max(axis=1, keepdims=True))
    args: Args = {"input": values, "output": np.zeros_like(values), "columns": columns}
    expected = {"output": powers / powers.sum(axis=1, keepdims=True)}
    return launched((rows, 1, 1), (256, 1, 1), args, expected, 2e-6)


def layernorm() -> Case:
    rows, columns, epsilon = 3, 1500, 1e-5
    values, gamma, beta = uniform(1, rows, columns), uniform(2, columns), uniform(3, columns)
    x = wide(values)
    deviation = x - x.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt((deviation**2).mean(axis=1, keepdims=True) + epsilon)
    buffers = {"input": values, "gamma": gamma, "beta": beta, "output": np.zeros_like(values)}
    args: Args = {**buffers, "columns": columns, "epsilon": epsilon}
    expected = {"output": deviation * scale * wide(gamma) + wide(beta)}
    return launched((rows, 1, 1), (256, 1, 1), args, expected, 2e-6)


def nbody() -> Case:
    count, step, softening = 512, 0.01, 0.1
    bodies = uniform(1, count, 4)
    bodies[:, 3] = np.abs(bodies[:, 3])
    velocities = uniform(2, count, 4)
    p, v = wide(bodies), wide(velocities)
    delta = p[None, :, :3] - p[:, None, :3]
    force = p[None, :, 3] / ((delta**2).sum(axis=2) + softening) ** 1.5
    v_new = v.copy()
    v_new[:, :3] += (delta * force[:, :, None]).sum(axis=1) * step
    moved = p.copy()
    moved[:, :3] += v_new[:, :3] * step
    buffers = {"bodies": bodies, "moved": np.zeros_like(bodies), "velocities": velocities}
    args: Args = {**buffers, "count": count, "time_step": step, "softening": softening}
    return launched((count // 256, 1, 1), (256, 1, 1), args, {"moved": moved, "velocities": v_new}, 2e-6)


def conv3x3() -> Case:
    width, height = 70, 45
    image, weights = integers(1, height, width), integers(2, 3, 3)
    padded = np.pad(wide(image), 1)
    expected = sum(
        weights[y, x] * padded[y : y + height, x : x + width].astype(np.float64) for y in range(3) for x in range(3)
    )
    args: Args = {"image": image, "weights": weights, "output": np.zeros_like(image), "width": width, "height": height}
    grid = (-(-width // 32), -(-height // 32), 1)
    return launched(grid, (32, 8, 1), args, {"output": np.asarray(expected)})


def wmma_gemm() -> Case:
    n = 128
    a, b = integers(1, n, n, dtype="float16"), integers(2, n, n, dtype="float16")
    args: Args = {"a": a, "b": b, "c": np.zeros((n, n), np.float32), "n": n}
    return launched((n // 64, n // 64, 1), (128, 1, 1), args, {"c": wide(a) @ wide(b).T})


def triton_gemm(dtype: str) -> Case:
    m, n, k = 64, 128, 96
    a, b = integers(1, m, k, dtype=dtype), integers(2, k, n, dtype=dtype)
    buffers = {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}
    args: Args = {**buffers, "M": m, "N": n, "K": k, "scratch": None, "profile": None}
    return launched((n // 64, m // 64, 1), (128, 1, 1), args, {"c": wide(a) @ wide(b)})


#: What each file is launched with; for a file of several kernels, each of them by name.
CASES: dict[str, Callable[[], Case | dict[str, Case]]] = {
    "sgemm": lambda: sgemm((2, 2, 1), (128, 1, 1), 256),
    "sgemm_naive": lambda: sgemm((3, 3, 1), (16, 16, 1), 40),
    "sgemm_lds": lambda: sgemm((3, 3, 1), (32, 8, 1), 96),
    "reduction": reduction,
    "softmax": softmax,
    "layernorm": layernorm,
    "nbody": nbody,
    "conv3x3": conv3x3,
    "wmma_gemm": wmma_gemm,
    "wmma_gemm_lds": wmma_gemm,
    "wmma_types": lambda: wmma_types(32),
    "wmma_types_w64": lambda: wmma_types(64),
    "wmma_chain": wmma_chain,
    "triton_gemm_fp32": lambda: triton_gemm("float32"),
    "triton_gemm_fp16": lambda: triton_gemm("float16"),
}


#: Sizes at which versions are compared bit by bit, where one launch is not enough.
SIZES: dict[str, Callable[[], tuple[Case, ...]]] = {
    "sgemm": lambda: tuple(sgemm((n // 128, n // 128, 1), (128, 1, 1), n) for n in (128, 256, 384)),
}


def of_reals(case: Case) -> Case:
    """The case with reals in its buffers of floats, whose rounding shows the order of operations."""
    args = tuple(
        replace(arg, data=uniform(k, *arg.data.shape, dtype=str(arg.data.dtype)))
        if isinstance(arg, BufferArg) and arg.data.dtype.kind == "f"
        else arg
        for k, arg in enumerate(case.args)
    )
    return replace(case, args=args)


def same_bits(path: Path, name: str, options: EmulationOptions) -> tuple[bool, str]:
    """Whether a version computes what the kernel in kernels_s/ does, to the bit."""
    stem = name.rsplit("_", 1)[0]
    found = CASES[stem]()
    runs = 0
    modules = [parse_text(read_source(str(p)), str(p), None) for p in (KERNELS / f"{name}.s", path)]
    for kernel in modules[0].kernels:
        versions = [compile_kernel(m, m.kernel(kernel.name), options) for m in modules]
        cases = SIZES[stem]() if stem in SIZES else (found[kernel.name] if isinstance(found, dict) else found,)
        for case in map(of_reals, cases):
            buffers = [v.launch(case.geometry, copied(case.args)).buffers for v in versions]
            runs += 1
            for buffer in case.expected:
                if buffers[0][buffer].tobytes() != buffers[1][buffer].tobytes():
                    return False, f"{kernel.name}: other bits in {buffer}"
    return True, f"same bits in {runs} launches"


def copied(args: tuple[Arg, ...]) -> tuple[Arg, ...]:
    """Arguments with buffers of their own: a launch writes into them."""
    return tuple(replace(a, data=a.data.copy()) if isinstance(a, BufferArg) else a for a in args)


def error_of(case: Case, buffers: dict[str, NDArray[np.generic]]) -> float:
    """The largest difference relative to the largest expected magnitude; infinite for a NaN."""
    worst = 0.0
    for name, expected in case.expected.items():
        got = from_bf16(buffers[name]) if name in case.bf16 else buffers[name].astype(np.float64)
        if np.isnan(got).any():
            return float("inf")
        worst = max(worst, float(np.abs(got - expected).max() / np.abs(expected).max()))
    return worst


def dynamic_lds(name: str) -> int:
    """LDS that the kernel takes at launch, as its provenance says."""
    document = json.loads((KERNELS / "PROVENANCE.json").read_text())
    return int(document[f"{name}.s"].get("dynamic_lds_bytes", 0))


def run(path: Path, name: str, late: bool, order: str, bits: bool = False) -> tuple[bool, str]:
    """Whether the kernels of a file agree with the reference, and the line that says so; with ``bits`` also with the
    kernels of kernels_s/."""
    cases = CASES[name.rsplit("_", 1)[0]]()
    instructions, worst, allowed = 0, 0.0, 0.0
    agrees = True
    try:
        module = parse_text(read_source(str(path)), str(path), None)
        # Compiling many small kernels well takes longer than running them.
        options = EmulationOptions(
            order=order, late=late, dynamic_lds=dynamic_lds(name), optimize=not isinstance(cases, dict)
        )
        for kernel in module.kernels:
            case = cases[kernel.name] if isinstance(cases, dict) else cases
            result = compile_kernel(module, kernel, options).launch(case.geometry, case.args)
            error = error_of(case, result.buffers)
            agrees &= error <= case.tolerance
            instructions += result.instructions_executed
            worst, allowed = max(worst, error), max(allowed, case.tolerance)
        same, said = same_bits(path, name, options) if bits else (True, "")
    except IsaoptError as error:
        return False, f"{name:26} {error}"
    limit = "exact" if allowed == 0 else f"<= {allowed:g}"
    verdict = "agrees" if agrees else "DIFFERS"
    return agrees and same, f"{name:26} {instructions:10} {worst:10.2g} {limit:>8}  {verdict}{said and ', '}{said}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Run kernels_s/ in the emulator and compare with NumPy.")
    parser.add_argument("names", nargs="*", help="kernels to run, such as sgemm_gfx1100 (default: all that are there)")
    parser.add_argument("--late", action="store_true", help="memory as late as the waits allow")
    parser.add_argument("--order", default=None, help="order of the waves: fwd, rev or random:SEED")
    parser.add_argument("--from", dest="directory", type=Path, default=KERNELS, help="where the .s files are")
    parser.add_argument("--bits", action="store_true", help="compare with kernels_s/ byte for byte as well")
    parser.add_argument("--suffix", default=".s", help="what follows the kernel's name in the file name")
    options = parser.parse_args()
    shipped = sorted(p.stem for p in KERNELS.glob("*.s"))
    names = options.names or [n for n in shipped if (options.directory / f"{n}{options.suffix}").is_file()]
    if not names:
        parser.error(f"no kernel of kernels_s/ is in {options.directory}")
    unknown = [n for n in names if n.rsplit("_", 1)[0] not in CASES]
    if unknown:
        parser.error(f"no case for {', '.join(unknown)}")
    order = options.order or ("random:1" if options.late else "fwd")
    print(f"{'kernel':26} {'instrs':>10} {'error':>10} {'allowed':>8}")
    good = True
    for name in names:
        agrees, line = run(options.directory / f"{name}{options.suffix}", name, options.late, order, options.bits)
        good &= agrees
        print(line, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
