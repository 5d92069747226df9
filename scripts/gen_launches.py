"""Write kernels_s/launches.json: how ``isaopt hwcheck`` launches the kernels there (kernels_s/README.md says what they
take).

    python scripts/gen_launches.py

Each kernel has a small launch, whose results the emulator computes in seconds, and a large one, which is timed.
``tolerance`` is relative, for kernels with functions that the emulator does not round as a GPU does.
"""

from __future__ import annotations

import json
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "kernels_s" / "launches.json"
Entry = dict[str, object]


def buffer(name: str, *shape: int, dtype: str = "f32", out: bool = False, seed: int = 1) -> Entry:
    init = "zeros" if out else f"random:{seed}"
    return {"kind": "buffer", "name": name, "dtype": dtype, "shape": list(shape), "init": init, "out": out}


def scalar(name: str, value: float, dtype: str = "i32") -> Entry:
    return {"kind": "scalar", "name": name, "dtype": dtype, "value": value}


def launch(grid: tuple[int, ...], block: tuple[int, ...], *args: Entry, lds: int = 0) -> Entry:
    sizes = {"grid": [*grid, 1, 1][:3], "block": [*block, 1, 1][:3]}
    return {**sizes, "dynamic_lds": lds, "args": list(args)}


def gemm(n: int, tile: int, *block: int) -> Entry:
    matrices = (buffer("a", n, n), buffer("b", n, n, seed=2), buffer("c", n, n, out=True))
    groups = -(-n // tile)
    return launch(
        (groups, groups), block, *matrices, scalar("n", n), scalar("alpha", 2, "f32"), scalar("beta", 0, "f32")
    )


def wmma(n: int) -> Entry:
    halves = (buffer("a", n, n, dtype="f16"), buffer("b", n, n, dtype="f16", seed=2))
    return launch((n // 64, n // 64), (128,), *halves, buffer("c", n, n, out=True), scalar("n", n))


def triton(n: int, dtype: str, lds: int) -> Entry:
    matrices = (buffer("a", n, n, dtype=dtype), buffer("b", n, n, dtype=dtype, seed=2), buffer("c", n, n, out=True))
    sizes = [scalar(name, n) for name in "MNK"]
    null: list[Entry] = [{"kind": "null", "name": name} for name in ("scratch", "profile")]
    return launch((n // 64, n // 64), (128,), *matrices, *sizes, *null, lds=lds)


def reduction(groups: int, each: int) -> Entry:
    count = groups * 256 * each
    sums = buffer("partial", groups, out=True)
    return launch(
        (groups,), (256,), buffer("input", count), sums, scalar("count", count), scalar("stride", 256 * groups)
    )


def rows(number: int, columns: int, norm: bool) -> Entry:
    data, out = buffer("input", number, columns), buffer("output", number, columns, out=True)
    between = (buffer("gamma", columns, seed=2), buffer("beta", columns, seed=3)) if norm else ()
    epsilon = (scalar("epsilon", 1e-5, "f32"),) if norm else ()
    return launch((number,), (256,), data, *between, out, scalar("columns", columns), *epsilon)


def nbody(count: int) -> Entry:
    moved = (buffer("bodies", count, 4), buffer("moved", count, 4, out=True), buffer("velocities", count, 4, seed=2))
    sizes = (scalar("count", count), scalar("time_step", 0.01, "f32"), scalar("softening", 0.1, "f32"))
    return launch((count // 256,), (256,), *moved, *sizes)


def conv(width: int, height: int) -> Entry:
    data = (buffer("image", height, width), buffer("weights", 3, 3, seed=2), buffer("output", height, width, out=True))
    return launch((-(-width // 32), -(-height // 8)), (32, 8), *data, scalar("width", width), scalar("height", height))


def lds(name: str) -> int:
    document = json.loads((TARGET.parent / "PROVENANCE.json").read_text())
    return max(int(entry.get("dynamic_lds_bytes", 0)) for path, entry in document.items() if path.startswith(name))


LAUNCHES: dict[str, tuple[Entry, Entry, float]] = {
    "sgemm": (gemm(256, 128, 128), gemm(2048, 128, 128), 0),
    "sgemm_naive": (gemm(40, 16, 16, 16), gemm(1024, 16, 16, 16), 0),
    "sgemm_lds": (gemm(96, 32, 32, 8), gemm(2048, 32, 32, 8), 0),
    "reduction": (reduction(3, 7), reduction(960, 64), 0),
    "softmax": (rows(3, 1000, False), rows(4096, 4096, False), 2e-6),
    "layernorm": (rows(3, 1500, True), rows(4096, 4096, True), 2e-6),
    "nbody": (nbody(512), nbody(32768), 2e-6),
    "conv3x3": (conv(70, 45), conv(4096, 4096), 0),
    "wmma_gemm": (wmma(128), wmma(2048), 2e-6),
    "wmma_gemm_lds": (wmma(128), wmma(2048), 2e-6),
    "triton_gemm_fp32": (triton(128, "f32", lds("triton_gemm_fp32")), triton(2048, "f32", lds("triton_gemm_fp32")), 0),
    "triton_gemm_fp16": (
        triton(128, "f16", lds("triton_gemm_fp16")), triton(2048, "f16", lds("triton_gemm_fp16")), 2e-6,
    ),
}  # fmt: skip


def main() -> None:
    document = {name: {"small": s, "large": g, "tolerance": t} for name, (s, g, t) in LAUNCHES.items()}
    TARGET.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in document.items()) + "\n}\n")


if __name__ == "__main__":
    main()
