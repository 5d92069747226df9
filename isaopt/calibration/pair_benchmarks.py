"""Dual issue: which banks and which reuse of operands cost a cycle, and which opcodes pair at full rate."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.calibration.benchmark import STREAM, Benchmark, Body
from isaopt.target.arch import Arch
from isaopt.target.vopd import components

#: Accumulators: pairs of an even and an odd register, in banks that no case's sources use twice by accident.
_ACCUMULATORS = 24
_FIRST = 64


def _accumulators(count: int, bank: int | None = None) -> list[tuple[int, int]]:
    """Even and odd destinations; with ``bank``, the even ones all in that bank."""
    step = 4 if bank is not None else 2
    first = _FIRST + (bank or 0)
    return [(first + step * (k % _ACCUMULATORS), first + step * (k % _ACCUMULATORS) + 1) for k in range(count)]


def _source(bank: int, place: int, turn: int, moving: bool) -> int:
    """A register of a bank, one of eight in turn; ``place`` tells the sources of an instruction apart, which move on
    with ``turn`` only if they are to move."""
    return 8 + bank + 4 * ((place + (turn if moving else 0)) % 8)


def _pairs(banks: tuple[int, int, int, int], moving: bool, accumulator: int | None) -> Body:
    """Dual FMACs whose sources X0, X1, Y0, Y1 stand in these banks."""

    def body(count: int) -> list[str]:
        lines = []
        for k, (even, odd) in enumerate(_accumulators(count, accumulator)):
            x0, x1, y0, y1 = (_source(bank, place, k, moving) for place, bank in enumerate(banks))
            lines.append(f"v_dual_fmac_f32 v{even}, v{x0}, v{x1} :: v_dual_fmac_f32 v{odd}, v{y0}, v{y1}")
        return lines

    return body


def _triples(banks: tuple[int, int, int]) -> Body:
    """Single FMAs whose three sources stand in these banks and are new each time."""

    def body(count: int) -> list[str]:
        lines = []
        for k in range(count):
            sources = ", ".join(f"v{_source(bank, 3 * place, k, True)}" for place, bank in enumerate(banks))
            lines.append(f"v_fma_f32 v{64 + k % 64}, {sources}")
        return lines

    return body


#: Name, what it shows, banks of X0 X1 Y0 Y1, bank of X's accumulator.
_CASES = (
    ("distinct", "four sources on four banks", (0, 1, 2, 3), None),
    ("x0_y1", "X's first and Y's second source on one bank", (0, 1, 2, 0), None),
    ("x0_x1", "X's sources on one bank", (0, 0, 2, 3), None),
    ("accumulator", "X's first source in its accumulator's bank", (0, 1, 2, 3), 0),
    ("three", "X's sources and its accumulator on one bank", (0, 0, 2, 3), 0),
)


def pair_benchmarks(arch: Arch) -> Iterator[Benchmark]:
    """The cases of banks, with operands that repeat and with new ones each time, then every opcode in either half."""
    parameters = ("banks.model", "banks.source_clash")
    for name, title, banks, accumulator in _CASES:
        for moving in (False, True):
            words = "new operands each time" if moving else "the same operands"
            yield Benchmark(
                f"dual_{name}_{'moving' if moving else 'fixed'}",
                f"dual FMACs: {title}, {words}",
                _pairs(banks, moving, accumulator),
                parameters,
                beside=STREAM,
            )
    for name, triple in (("distinct", (0, 1, 2)), ("two", (0, 0, 2)), ("three", (0, 0, 0))):
        title = f"v_fma_f32 with new operands each time, banks {', '.join(map(str, triple))}"
        yield Benchmark(f"fma_banks_{name}", title, _triples(triple), parameters, beside=STREAM)
    yield from _opcodes(arch)


def _opcodes(arch: Arch) -> Iterator[Benchmark]:
    """Each opcode beside an FMAC, as X and as Y."""
    for name, component in sorted(components(arch.family).items()):
        if not component.creatable:
            continue
        for side in ("x", "y") if component.x else ("y",):

            def body(count: int, name: str = name, side: str = side) -> list[str]:
                lines = []
                for even, odd in _accumulators(count):
                    mine, other = (even, odd) if side == "x" else (odd, even)
                    # A third source must have the other parity than the FMAC's accumulator; four banks in all.
                    half = _half(name, mine, 8, 10 if side == "x" else 11)
                    fmac = f"v_dual_fmac_f32 v{other}, v13, v{15 if side == 'x' else 14}"
                    lines.append(f"{half} :: {fmac}" if side == "x" else f"{fmac} :: {half}")
                return lines

            yield Benchmark(
                f"dual_{side}_{name}",
                f"v_dual_{name} as {side.upper()} beside an FMAC",
                body,
                (),
                setup=("s_mov_b32 vcc_lo, 0",),
            )


def _half(name: str, dst: int, a: int, b: int) -> str:
    """A half of a pair with sources ``a`` and ``b``."""
    if name == "mov_b32":
        return f"v_dual_mov_b32 v{dst}, v{a}"
    if name == "fmamk_f32":
        return f"v_dual_fmamk_f32 v{dst}, v{a}, 0x3f800000, v{b}"
    if name == "fmaak_f32":
        return f"v_dual_fmaak_f32 v{dst}, v{a}, v{b}, 0x3f800000"
    return f"v_dual_{name} v{dst}, v{a}, v{b}"
