"""What a wait waits for, as the instruction says it."""

from __future__ import annotations

import pytest

from isaopt.ir.program import Op
from isaopt.target.counters import waits_of
from tests.linting.programs import program


def op_of(text: str, arch: str) -> Op:
    module = program(text, arch)
    return next(i.op for _, i in module.instructions(module.kernels[0]) if i.op.mnemonic.startswith("s_wait"))


@pytest.mark.parametrize(
    ("text", "arch", "expected"),
    [
        ("s_waitcnt_vscnt null, 0x3", "gfx1100", {"vscnt": 3}),
        # The register's value is added to the number.
        ("s_waitcnt_vscnt s4, 0x0", "gfx1100", None),
        ("s_waitcnt vmcnt(2) lgkmcnt(0)", "gfx1100", {"vmcnt": 2, "lgkmcnt": 0}),
        ("s_wait_storecnt_dscnt 0x102", "gfx1201", {"storecnt": 1, "dscnt": 2}),
    ],
)
def test_what_a_wait_waits_for(text: str, arch: str, expected: dict[str, int] | None) -> None:
    assert waits_of(op_of(text, arch), arch) == expected
