"""An instruction read by its pieces is what Lark makes of it whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from isaopt.asm.grammar import StatementParser
from isaopt.asm.metadata import unbounded
from isaopt.asm.parser import parse_text
from isaopt.asm.source import plainly_bounded, read_source
from isaopt.asm.statement import Half
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Directive, Instruction, OperandKind

KERNELS = Path(__file__).parents[2] / "kernels_s"
HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n'
SYMBOLS = {"known": 5, "offset": 3}
Outcome = tuple[tuple[Half, ...], bool] | tuple[str, int]


def outcome(text: str, whole: bool, symbols: dict[str, int]) -> Outcome:
    parser = StatementParser(symbols)
    try:
        return parser.parse_whole(text) if whole else parser.parse(text)
    except StatementError as error:
        return error.message, error.column


@pytest.mark.slow
def test_real_instructions() -> None:
    bodies = set()
    for path in sorted(KERNELS.glob("*.s")):
        module = parse_text(read_source(str(path)), str(path))
        bodies |= {i.text[i.start : i.end] for i in module.items if isinstance(i, Instruction)}
    assert len(bodies) > 5000
    parser = StatementParser({})
    assert [b for b in sorted(bodies) if parser.parse(b) != parser.parse_whole(b)] == []


HEADS = (
    "v_add_f32 ", "s_waitcnt\t", "V_ADD_F32  ", "exp ", "EXPORT ", "s_nop", "ds_gws_init ", "v_x.y ", "3x ", "",
    "exp\t",
)  # fmt: skip
SEPARATORS = (", ", ",", " , ", " ", ",,", "  ", "\t", " :: ", "::", " ::", " :: v_mov_b32 ", "::v_mov_b32 ", ":")
ITEMS = (
    "v0", "-v1", "|v2|", "-|s3|", "v[0:1]", "s[ 4 : 7 ]", "v1.h", "v300", "vcc", "vcc_lo", "exec", "m0", "a5", "null",
    "off", "0", "-1", "0x7f", "1.5", "-.5e3", "08", "known", "-known", "unknown", ".LBB0_1", "known+1", "s[known]",
    "1 -2", "v0 -v1", "unknown @x", "1f", "0b11", "neg(v1)", "sext(v1)", "-abs(v2)", "abs(1)", "vmcnt(0) lgkmcnt(1)",
    "sendmsg(MSG_INTERRUPT, 1, 2)", "hwreg(HW_REG_MODE, 0, known)", "{id: 1, size: 5}", "{id: 1, odd: 2}", "[v1, v3]",
    "[v1, v2", "v2]", "(1, 2)", ")1(", '"a, b"', '"a"', 'x"', "offset:16", "offset: known", "offset :4", "offset:",
    "offen", "offset", "quad_perm:[3,2,1,0]", "row_shl:1", "dim:2D", "dim:SQ_RSRC_IMG_2D_ARRAY", "a16", "tfe", "x:y",
    "||", "!", "mrt0", "done", "instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)", "v0:", "é", "\xa0",
    "v[0:1].l", "scc",
)  # fmt: skip


@pytest.mark.parametrize("symbols", [{}, SYMBOLS])
def test_any_text(symbols: dict[str, int]) -> None:
    draw = random.Random(0)
    alike = 0
    for _ in range(3000):
        text = draw.choice(HEADS) if draw.random() < 0.4 else HEADS[0]
        for count in range(draw.randint(1, 4)):
            text += (draw.choice(SEPARATORS[: draw.choice((2, 13))]) if count else "") + draw.choice(ITEMS)
        found, wanted = outcome(text, False, symbols), outcome(text, True, symbols)
        assert found == wanted, text
        alike += isinstance(found[0], tuple)
    assert alike > 500


def test_a_line_means_what_its_symbols_and_macros_are_by_then() -> None:
    line = "\ts_mov_b32 s0, late\n"
    items = parse_text(HEAD + line + "\t.set late, 5\n" + line).items
    kinds = [i.op.operands[1].kind for i in items if isinstance(i, Instruction)]
    assert kinds == [OperandKind.EXPR, OperandKind.INT]
    line = "\ts_mov_b32 s0, 1\n"
    items = parse_text(HEAD + line + "\t.macro s_mov_b32 a, b\n\ts_nop 0\n\t.endm\n" + line).items
    assert [type(i) for i in items if i.text == line] == [Instruction, Directive]


def test_the_last_line_keeps_its_own_end() -> None:
    text = HEAD + "\ts_nop 0\n" * 2 + "\ts_nop 0"
    assert parse_text(text).text() == text


def test_metadata_that_is_plainly_bounded_is_bounded() -> None:
    draw = random.Random(1)
    pieces = (
        "- ", "? ", ": ", "a", "a:", "\n", " ", "  ", "\n- ", "\n  ", "[", "]", "{", "}", "&x ", "*x", "'b'", "-" * 40,
    )  # fmt: skip
    plain = 0
    for _ in range(4000):
        text = "".join(draw.choice(pieces[: draw.choice((10, 18))]) for _ in range(draw.randint(1, 80)))
        if plainly_bounded(text):
            plain += 1
            assert unbounded(text) is None, text
    assert plain > 200
    assert not plainly_bounded("- " * 65 + "a")
    assert not plainly_bounded("".join("  " * n + "- a:\n" for n in range(40)))
