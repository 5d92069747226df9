"""The messages that ``s_sendmsg`` and related instructions send, as numbers however they are written.

LLVM AMDGPUAsmUtils.cpp (names of gfx11 and later), SIDefines.h (``SendMsg``: from gfx11 on the id is the low byte), and
the RDNA3 ISA guide, S_SENDMSG.
"""

from __future__ import annotations

import re

INTERRUPT, DEALLOC_VGPRS = 1, 3
GET_DOORBELL, GET_REALTIME = 128, 131

_NAMES = {
    "MSG_INTERRUPT": INTERRUPT,
    "MSG_HS_TESSFACTOR": 2,
    "MSG_DEALLOC_VGPRS": DEALLOC_VGPRS,
    "MSG_STALL_WAVE_GEN": 5,
    "MSG_HALT_WAVES": 6,
    "MSG_GS_ALLOC_REQ": 9,
    "MSG_SYSMSG": 15,
    "MSG_RTN_GET_DOORBELL": GET_DOORBELL,
    "MSG_RTN_GET_DDID": 129,
    "MSG_RTN_GET_TMA": 130,
    "MSG_RTN_GET_REALTIME": GET_REALTIME,
    "MSG_RTN_SAVE_WAVE": 132,
    "MSG_RTN_GET_TBA": 133,
    "MSG_RTN_GET_TBA_TO_PC": 134,
    "MSG_RTN_GET_SE_AID_ID": 135,
}
_SENT = re.compile(r"sendmsg\(\s*(\w+)\s*(?:,\s*\w+\s*)*\)$")


def message_number(text: str, value: object) -> int | None:
    """The message that an operand names by its text or, if it is a number, by its ``value``; None if neither gives it
    (for example, a symbol)."""
    if isinstance(value, int):
        return value & 0xFF
    sent = _SENT.match(text)
    if sent is None:
        return None
    try:
        return _NAMES[sent[1]] if sent[1] in _NAMES else int(sent[1], 0) & 0xFF
    except ValueError:
        return None
