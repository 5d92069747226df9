"""The VOPD rules against the assembler: random pairs, accepted and rejected alike."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from isaopt.isa.registers import unit_of
from isaopt.target.arch import get_arch
from isaopt.target.vopd import (
    PairHalf,
    Reason,
    VopdSource,
    check_halves,
    components,
    interlock_constraints,
    interlock_risk,
    make_half,
    slot_constraints,
)

ARCHES = ("gfx1100", "gfx1151", "gfx1201")
PAIRS = 4000
_ERROR = re.compile(r":(\d+):\d+: error: ")
_SCALARS = ("s0", "s1", "s7", "s104", "vcc_lo", "vcc_hi", "m0", "exec_lo", "exec_hi", "ttmp3", "ttmp7")
_SPECIAL = {"src_scc": -1, "src_shared_base": -2, "src_private_limit": -3}
_NUMBERS: tuple[tuple[str, int | float], ...] = (
    ("0", 0),
    ("64", 64),
    ("65", 65),
    ("-16", -16),
    ("-17", -17),
    ("0xffffffff", 0xFFFFFFFF),
    ("1.0", 1.0),
    ("-4.0", -4.0),
    ("0x3f800000", 0x3F800000),
    ("0x3e22f983", 0x3E22F983),
    ("0x41", 0x41),
    ("0x12345678", 0x12345678),
    ("2.5", 2.5),
    ("0x40200000", 0x40200000),
    ("0x3c00", 0x3C00),
    ("100", 100),
)


@dataclass(frozen=True)
class Drawn:
    """A half as drawn: its text and the operands it was made from."""

    text: str
    name: str
    dst: int
    sources: tuple[VopdSource, ...]


def _llvm_mc() -> str | None:
    versions = [shutil.which(f"llvm-mc-{v}") for v in range(30, 19, -1)]
    return next((path for path in versions if path), None)


def assembler(arch: str, source: Path, wave_size: int = 32) -> list[str]:
    """The command that assembles a file for a target, errors on standard error."""
    size = [f"-mattr=+wavefrontsize{wave_size}"]
    tool = _llvm_mc()
    if tool:
        return [tool, "-triple=amdgcn-amd-amdhsa", f"-mcpu={arch}", *size, "-filetype=null", str(source)]
    flag = "-mwavefrontsize64" if wave_size == 64 else "-mno-wavefrontsize64"
    clang = ["-m", "ziglang", "clang", "--target=amdgcn-amd-amdhsa", f"-mcpu={arch}", flag, "-ferror-limit=0"]
    return [sys.executable, *clang, "-x", "assembler", "-c", "-o", "/dev/null", str(source)]


def rejected_lines(arch: str, lines: Sequence[str], directory: Path, wave_size: int = 32) -> set[int]:
    """Indices of the lines that the assembler refuses."""
    source = directory / "pairs.s"
    source.write_text("\n".join(lines) + "\n")
    done = subprocess.run(assembler(arch, source, wave_size), capture_output=True, text=True, check=False)
    found = {int(m.group(1)) - 1 for m in map(_ERROR.search, done.stderr.splitlines()) if m}
    assert found or done.returncode == 0, done.stderr[:500]
    return found


def draw_source(rng: random.Random, field: str, base: int) -> tuple[str, VopdSource]:
    """An operand for a field of a component's layout; registers come from a small window so that banks collide."""
    roll = rng.random()
    if field == "K":
        if roll < 0.1:
            return "(sym+4)", VopdSource("expr")
        text, value = rng.choice(_NUMBERS)
        return text, VopdSource("number", value)
    if field != "src0" or roll < 0.55:
        vgpr = base + rng.randrange(9)
        return f"v{vgpr}", VopdSource("vgpr", vgpr)
    if roll < 0.75:
        name = rng.choice(_SCALARS)
        return name, VopdSource("scalar", unit_of(name))
    if roll < 0.80:
        name = rng.choice(list(_SPECIAL))
        return name, VopdSource("scalar", _SPECIAL[name])
    if roll < 0.82:
        return "null", VopdSource("none")
    if roll < 0.84:
        return "(sym+4)", VopdSource("expr")
    text, value = rng.choice(_NUMBERS)
    return text, VopdSource("number", value)


def draw_half(rng: random.Random, arch: str, name: str, base: int) -> Drawn:
    comp = components(get_arch(arch).family)[name]
    dst = base + rng.randrange(9)
    fields = [f for f in comp.layout[1:] if f not in ("acc", "vcc")]
    drawn = [draw_source(rng, field, base) for field in fields]
    operands = ", ".join([f"v{dst}", *(text for text, _ in drawn)])
    return Drawn(f"v_dual_{name} {operands}", name, dst, tuple(source for _, source in drawn))


def half(arch: str, drawn: Drawn) -> PairHalf:
    return make_half(get_arch(arch), drawn.name, drawn.dst, drawn.sources)


@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHES)
def test_rules_agree_with_the_assembler(arch: str, tmp_path: Path) -> None:
    rng = random.Random(f"pairs {arch}")
    names = list(components(get_arch(arch).family))
    pairs = []
    for _ in range(PAIRS):
        base = rng.choice((0, 120, 247))
        x, y = (draw_half(rng, arch, rng.choice(names), base) for _ in "xy")
        pairs.append((x, y))
    lines = [f"{x.text} :: {y.text}" for x, y in pairs]
    rejected = rejected_lines(arch, lines, tmp_path)
    seen: Counter[Reason | str] = Counter()
    wrong = []
    for index, (x, y) in enumerate(pairs):
        found = check_halves(get_arch(arch), half(arch, x), half(arch, y))
        seen.update({v.reason for v in found} if len(found) == 1 else {"several" if found else "legal"})
        if bool(found) != (index in rejected):
            wrong.append((lines[index], [v.reason for v in found]))
    assert not wrong, wrong[:10]
    # Each rule must have decided some pair by itself, or the comparison says nothing of it.
    alone = {"dst-parity", "src0-bank", "src1-bank", "src2-parity", "scalar-limit", "literal", "not-opx", "legal"}
    assert alone <= {reason for reason, count in seen.items() if count >= 3}


@pytest.mark.parametrize("arch", ARCHES)
def test_every_pair_of_opcodes_is_as_the_table_says(arch: str, tmp_path: Path) -> None:
    comps = components(get_arch(arch).family)
    values = {"src0": ("v{}", "vgpr"), "vsrc1": ("v{}", "vgpr"), "vsrc2": ("v{}", "vgpr"), "K": ("0x77", "number")}
    pairs = []
    for x in comps.values():
        for y in comps.values():
            halves = []
            for side, comp in enumerate((x, y)):
                fields = [f for f in comp.layout[1:] if f in values]
                numbers = [8 * (i + 1) + side for i in range(len(fields))]
                texts = [values[f][0].format(n) for f, n in zip(fields, numbers, strict=True)]
                sources = [
                    VopdSource("number", 0x77) if f == "K" else VopdSource("vgpr", n)
                    for f, n in zip(fields, numbers, strict=True)
                ]
                text = ", ".join([f"v_dual_{comp.name} v{side}", *texts])
                halves.append(Drawn(text, comp.name, side, tuple(sources)))
            pairs.append((halves[0], halves[1]))
    rejected = rejected_lines(arch, [f"{x.text} :: {y.text}" for x, y in pairs], tmp_path)
    assert len(pairs) == 17 * 17
    for index, (x2, y2) in enumerate(pairs):
        reasons = [v.reason for v in check_halves(get_arch(arch), half(arch, x2), half(arch, y2))]
        assert reasons == (["not-opx"] if index in rejected else [])
    assert len(rejected) == 3 * 17


def test_wave64_has_no_pairs(tmp_path: Path) -> None:
    line = "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v2"
    arch = get_arch("gfx1100")
    x, y = (make_half(arch, "mov_b32", d, (VopdSource("vgpr", d + 1),)) for d in (0, 1))
    for wave_size, expected in ((32, []), (64, ["not-wave32"])):
        assert [v.reason for v in check_halves(arch, x, y, wave_size)] == expected
        assert bool(rejected_lines("gfx1100", [line], tmp_path, wave_size)) == bool(expected)


def test_slot_constraints_are_the_register_rules() -> None:
    gfx11, gfx12 = get_arch("gfx1100"), get_arch("gfx1201")
    assert [(c.slot, c.modulus) for c in slot_constraints(gfx11, "fmac_f32", "mov_b32")] == [
        ("dst", 2),
        ("src0", 4),
        ("src1", 4),
        ("src2", 2),
    ]
    assert len(slot_constraints(gfx11, "mov_b32", "mov_b32")) == 4
    assert [c.slot for c in slot_constraints(gfx12, "mov_b32", "mov_b32")] == ["dst"]
    assert len(slot_constraints(gfx12, "mov_b32", "add_f32")) == 4


def fmac(arch: str, dst: int, src0: int, src1: int) -> PairHalf:
    return make_half(get_arch(arch), "fmac_f32", dst, (VopdSource("vgpr", src0), VopdSource("vgpr", src1)))


def test_interlock_erratum_is_about_equal_parity_on_gfx11() -> None:
    arch = get_arch("gfx1100")
    x, y = fmac("gfx1100", 0, 4, 8), fmac("gfx1100", 1, 6, 9)
    assert check_halves(arch, x, y) == []
    assert interlock_risk(arch, x, y) == ("src0",)
    assert interlock_risk(arch, x, fmac("gfx1100", 1, 5, 10)) == ("src1",)
    assert interlock_risk(arch, x, fmac("gfx1100", 1, 5, 9)) == ()
    assert interlock_risk(get_arch("gfx1201"), x, y) == ()
    assert interlock_constraints(get_arch("gfx1201")) == ()


def test_faults_of_a_half_by_itself() -> None:
    arch = get_arch("gfx1100")
    assert make_half(arch, "max_num_f32", 0, (VopdSource("vgpr", 1),)).faults == ("not-vopd-component",)
    assert make_half(get_arch("gfx1201"), "max_f32", 0, ()).faults == ("not-vopd-component",)
    assert make_half(arch, "add_f32", 0, (VopdSource("vgpr", 1), VopdSource("scalar", 260))).faults == ("operand-kind",)
    assert make_half(arch, "add_f32", 0, (VopdSource("vgpr", 1),)).faults == ("operand-kind",)
    assert make_half(
        arch, "fmaak_f32", 0, (VopdSource("vgpr", 1), VopdSource("vgpr", 2), VopdSource("vgpr", 3))
    ).faults == ("operand-kind",)
    broken = make_half(arch, "add_f32", 0, (VopdSource("vgpr", 1), VopdSource("scalar", 260)))
    assert [v.reason for v in check_halves(arch, broken, fmac("gfx1100", 1, 6, 9))] == ["operand-kind"]
