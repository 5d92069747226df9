"""Control flow of any text, the solver on it, which code is linted, and what a comment silences."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import UsageError
from isaopt.linting.flow import LintBlock, build_flow, solve_backward, solve_forward
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import code_units, lint_module
from tests.linting.programs import context, found, program

LOOP = """
    s_mov_b32 s4, 0
    .Lhead:
    s_cbranch_scc0 .Lout
    s_add_u32 s4, s4, 1
    s_branch .Lhead
    s_nop 7
    .Lout:
"""


def blocks(body: str, end: bool = True) -> list[tuple[int, tuple[int, ...], bool]]:
    """Length, successors and escape of every block."""
    module = program(body, end=end)
    return [(len(b.items), b.succs, b.escapes) for b in build_flow(module, module.kernels[0]).blocks]


def test_blocks_of_a_loop() -> None:
    assert blocks(LOOP) == [(1, (1,), False), (1, (2, 4), False), (2, (1,), False), (1, (4,), False), (1, (), False)]
    flow = context(program(LOOP)).flow
    assert flow.order == (0, 1, 4, 2) or flow.order == (0, 1, 2, 4)
    assert flow.reachable == {0, 1, 2, 4}
    assert [b.preds for b in flow.blocks] == [(), (0, 2), (1,), (), (1, 3)]


def test_what_leaves_the_known_code_escapes() -> None:
    assert blocks("s_branch elsewhere") == [(1, (), True), (1, (), False)]
    assert blocks("s_cbranch_scc0 elsewhere") == [(1, (1,), True), (1, (), False)]
    assert blocks("s_setpc_b64 s[30:31]") == [(1, (), True), (1, (), False)]
    assert blocks("s_nop 0", end=False) == [(1, (), True)]
    # A label of its own may be reached by a jump, but nothing is behind it.
    assert blocks("s_cbranch_scc0 .Llast\ns_endpgm\n.Llast:", end=False)[-1] == (0, (), True)


def test_opaque_items_stand_in_their_blocks() -> None:
    body = ".macro wait\ns_waitcnt 0\n.endm\ns_nop 0\nwait\n.long 0xbf800000\ns_swappc_b64 s[30:31], s[8:9]\n.p2align 4"
    ctx = context(program(body))
    (block,) = ctx.blocks
    # The macro's definition emits nothing, its call does.
    names = [(i.op.mnemonic if i else "?", ctx.is_opaque(n)) for n, i in ctx.steps(block)]
    assert names == [("s_nop", False), ("?", True), ("?", True), ("s_swappc_b64", True), ("s_endpgm", False)]


def test_forward_and_backward_fixed_points() -> None:
    ctx = context(program(LOOP))

    def passed(block: int, state: frozenset[int]) -> frozenset[int]:
        return state | {block}

    at = solve_forward(ctx.flow, frozenset[int](), passed, frozenset.union)
    assert at == {0: set(), 1: {0, 1, 2}, 2: {0, 1, 2}, 4: {0, 1, 2}}

    def leaving(block: LintBlock) -> frozenset[int]:
        return frozenset()

    def joined(a: frozenset[int], b: frozenset[int]) -> frozenset[int]:
        return a | b

    after = solve_backward(ctx.flow, leaving, passed, joined)
    assert after == {0: {1, 2, 4}, 1: {1, 2, 4}, 2: {1, 2, 4}, 4: set()}


EARLY_USE = "global_load_b32 v1, v0, s[2:3]\nv_mov_b32_e32 v2, v1{}"


@pytest.mark.parametrize(
    ("comment", "silent"),
    [
        (" ; isaopt: allow read-before-wait", True),
        (" // isaopt: allow wait-too-strict, read-before-wait", True),
        (" /* isaopt:allow read-before-wait */", True),
        (" ; isaopt: allow overwrite-before-wait", False),
        (" ; read-before-wait", False),
    ],
)
def test_a_comment_silences_a_rule_on_its_line(comment: str, silent: bool) -> None:
    expected = [] if silent else [("read-before-wait", 2)]
    assert found(program(EARLY_USE.format(comment)), "read-before-wait") == expected


FUNCTION = """\t.type\thelper,@function
helper:
\ts_waitcnt vmcnt(0) lgkmcnt(0)
\tglobal_load_b32 v1, v0, s[2:3]
\tv_mov_b32_e32 v2, v1
\ts_setpc_b64 s[30:31]
.Lfunc_end0:
"""


def test_functions_are_linted_and_wait_for_what_their_callers_left() -> None:
    kernel = program("s_endpgm", end=False).text()
    module = parse_text(kernel + FUNCTION, "k.s")
    assert [unit.name for unit in code_units(module)] == ["k", "helper"]
    rules = choose_rules(["read-before-wait", "wait-not-needed", "wait-too-strict"])
    (finding,) = lint_module(module, rules)
    assert (finding.rule, finding.kernel) == ("read-before-wait", "helper")
    assert lint_module(module, rules, ["k"]) == ()
    with pytest.raises(UsageError, match="no kernel is called 'nobody'"):
        lint_module(module, rules, ["nobody"])


def test_a_file_of_bare_code_is_linted_as_a_whole() -> None:
    module = parse_text("start:\n\ts_load_b32 s4, s[0:1], 0x0\n\ts_mov_b32 s5, s4\n\ts_endpgm\n", "bare.s", "gfx1100")
    (finding,) = lint_module(module, choose_rules(["read-before-wait"]))
    assert (finding.kernel, finding.line) == ("start", 3)
    assert lint_module(parse_text("\t.text\n", "empty.s", "gfx1100")) == ()


def test_unknown_instructions_are_opaque() -> None:
    text = "k:\n\tglobal_load_b32 v1, v0, s[2:3]\n\tv_frobnicate v1\n\tv_mov_b32_e32 v2, v1\n\ts_endpgm\n"
    module = parse_text(text, "k.s", "gfx1100", keep_unknown=True)
    assert lint_module(module, choose_rules(["read-before-wait", "overwrite-before-wait"])) == ()
