"""The judges' reading of waits against the assembler's encodings, field by field and number by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Op, OperandKind
from isaopt.judge.waits import LIMITS, Wait, dependency_wait_of, drained, is_wait, spell, spell_dependencies, wait_of
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.codeobject import read_code_object
from isaopt.toolchain.find import Toolchain

MASKS = {"gfx1100": "s_waitcnt_depctr", "gfx1201": "s_wait_alu"}
DEPENDENCIES = {"va_vdst": 15, "va_sdst": 7, "va_ssrc": 1, "hold_cnt": 1, "vm_vsrc": 7, "va_vcc": 1, "sa_sdst": 1}


def op(text: str, arch: str) -> Op:
    item = parse_text(f"\t{text}\n", "line.s", arch).items[0]
    assert isinstance(item, Instruction)
    return item.op


def as_list(like: Op, text: str) -> Op:
    return replace(like, operands=(replace(like.operands[0], kind=OperandKind.EXPR, text=text, value=None),))


def as_number(like: Op, number: int) -> Op:
    operand = replace(like.operands[0], kind=OperandKind.INT, text=str(number), value=number)
    return replace(like, operands=(*like.operands[:-1], operand))


def encoded(lines: Iterable[str], arch: str, toolchain: Toolchain) -> list[int]:
    """The low 16 bits of each line's one word."""
    text = "".join(f"\t{line}\n" for line in lines)
    code = read_code_object(
        assemble(f'\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n\t.text\n{text}', arch, toolchain=toolchain)
    ).sections[".text"]
    return [int.from_bytes(code[k : k + 2], "little") for k in range(0, len(code), 4)]


def below(limits: dict[str, int], counts: Sequence[int]) -> dict[str, int]:
    return {c: n for (c, most), n in zip(limits.items(), counts, strict=True) if n < most}


@pytest.mark.slow
def test_every_count_of_s_waitcnt(toolchain: Toolchain) -> None:
    limits = {"vmcnt": 63, "expcnt": 7, "lgkmcnt": 63}
    like = op("s_waitcnt vmcnt(0)", "gfx1100")
    cases = list(product(*(range(most + 1) for most in limits.values())))
    texts = [" ".join(f"{c}({n})" for c, n in zip(limits, case, strict=True)) for case in cases]
    for case, text, number in zip(
        cases, texts, encoded((f"s_waitcnt {t}" for t in texts), "gfx1100", toolchain), strict=True
    ):
        expected = Wait(below(limits, case))
        assert wait_of(as_list(like, text), "gfx11") == expected, text
        assert wait_of(as_number(like, number), "gfx11") == expected, number


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_every_count_of_dependency_waits(arch: str, toolchain: Toolchain) -> None:
    like = op(f"{MASKS[arch]} depctr_va_vdst(0)", arch)
    cases = list(product(*(range(most + 1) for most in DEPENDENCIES.values())))
    texts = [" ".join(f"depctr_{c}({n})" for c, n in zip(DEPENDENCIES, case, strict=True)) for case in cases]
    for case, text, number in zip(
        cases, texts, encoded((f"{MASKS[arch]} {t}" for t in texts), arch, toolchain), strict=True
    ):
        expected = Wait(below(DEPENDENCIES, case))
        assert dependency_wait_of(as_list(like, text)) == expected, text
        assert dependency_wait_of(as_number(like, number)) == expected, number
        assert drained(as_number(like, number)) == {c for c, n in expected.counts.items() if n == 0}


@pytest.mark.parametrize("number", [0, 1, 0x3F7, 0x1000, 0xFC07, 0xFFF8, 0xFFFF, -1, -0x8000])
def test_numbers_of_s_waitcnt_are_sixteen_bits(number: int, toolchain: Toolchain) -> None:
    (bits,) = encoded([f"s_waitcnt {number}"], "gfx1100", toolchain)
    assert wait_of(op(f"s_waitcnt {number}", "gfx1100"), "gfx11") == wait_of(
        op(f"s_waitcnt {bits:#x}", "gfx1100"), "gfx11"
    )


@pytest.mark.parametrize(("family", "arch"), [("gfx11", "gfx1100"), ("gfx12", "gfx1201")])
def test_every_count_of_every_single_wait(family: str, arch: str, toolchain: Toolchain) -> None:
    for counter, most in LIMITS[family].items():
        form = f"s_waitcnt_{counter} null, {{}}" if family == "gfx11" else f"s_wait_{counter} {{}}"
        numbers = encoded((form.format(n) for n in range(70)), arch, toolchain)
        like = op(form.format(0), arch)
        for n, number in enumerate(numbers):
            beyond = frozenset({counter} if n > most else ())
            assert wait_of(as_number(like, number), family) == Wait({counter: n} if n < most else {}, beyond=beyond)


def test_every_count_of_a_double_wait() -> None:
    for first in ("loadcnt", "storecnt"):
        like = op(f"s_wait_{first}_dscnt 0x0", "gfx1201")
        for high, low in product(range(64), range(64)):
            expected = below({first: 63, "dscnt": 63}, (high, low))
            assert wait_of(as_number(like, high << 8 | low), "gfx12") == Wait(expected)


@pytest.mark.parametrize(
    ("text", "arch", "expected"),
    [
        ("s_waitcnt vmcnt(1), lgkmcnt(0x2)", "gfx1100", Wait({"vmcnt": 1, "lgkmcnt": 2})),
        ("s_waitcnt vmcnt(1) & lgkmcnt(2)", "gfx1100", Wait({"vmcnt": 1, "lgkmcnt": 2})),
        ("s_waitcnt vmcnt_sat(70) lgkmcnt_sat(70) expcnt(0)", "gfx1100", Wait({"expcnt": 0})),
        ("s_waitcnt vmcnt(N)", "gfx1100", Wait({}, frozenset({"vmcnt"}))),
        ("s_waitcnt N+1", "gfx1100", Wait({}, frozenset({"vmcnt", "expcnt", "lgkmcnt"}))),
        ("s_waitcnt_vscnt null, 0x0", "gfx1100", Wait({"vscnt": 0})),
        ("s_waitcnt_vscnt s3, 0x0", "gfx1100", Wait({}, frozenset({"vscnt"}))),
        ("s_wait_idle", "gfx1100", Wait({"vmcnt": 0, "vscnt": 0, "lgkmcnt": 0, "expcnt": 0})),
        ("s_wait_idle", "gfx1201", Wait(dict.fromkeys(LIMITS["gfx12"], 0))),
        ("s_waitcnt vmcnt(0)", "gfx1201", None),
        ("s_wait_event 0", "gfx1201", None),
        ("s_waitcnt_depctr 0", "gfx1100", None),
        ("s_barrier", "gfx1100", None),
    ],
)
def test_forms(text: str, arch: str, expected: Wait | None) -> None:
    assert wait_of(op(text, arch), arch[:5]) == expected


def test_what_is_not_known_is_at_best_everything() -> None:
    wait = wait_of(op("s_waitcnt vmcnt(N) lgkmcnt(3)", "gfx1100"), "gfx11")
    assert wait is not None
    assert wait.at_best.counts == {"vmcnt": 0, "lgkmcnt": 3}


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_spelling_is_read_back(arch: str, toolchain: Toolchain) -> None:
    family = arch[:5]
    for counts in ({c: k for k, c in enumerate(LIMITS[family])}, *({c: 1} for c in LIMITS[family])):
        read: dict[str, int] = {}
        lines = spell(family, counts)
        for line in lines:
            wait = wait_of(op(line, arch), family)
            assert wait is not None
            assert is_wait(op(line, arch))
            read.update(wait.counts)
        assert read == counts
        assert len(encoded(lines, arch, toolchain)) == len(lines)
    text = spell_dependencies(family, DEPENDENCIES)
    assert drained(op(text, arch)) == set(DEPENDENCIES)
    assert len(encoded([text], arch, toolchain)) == 1
