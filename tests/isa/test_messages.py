"""Messages by name and by number."""

from __future__ import annotations

import pytest

from isaopt.asm.line import read_op


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)", 3),
        ("s_sendmsg 3", 3),
        ("s_sendmsg 0x103", 3),
        ("s_sendmsg sendmsg( 3 , 0, 0)", 3),
        ("s_sendmsg sendmsg(MSG_INTERRUPT)", 1),
        ("s_sendmsg_rtn_b64 s[2:3], sendmsg(MSG_RTN_GET_REALTIME)", 131),
        ("s_sendmsg sendmsg(SYMBOL)", None),
        ("s_nop 3", None),
    ],
)
def test_the_message_that_is_sent(text: str, number: int | None) -> None:
    op = read_op(text, "gfx1100", 32)
    assert op.message == number
    assert op.releases_vgprs == (number == 3)
