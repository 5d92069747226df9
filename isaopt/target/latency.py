"""How long an ALU result takes to reach an instruction that needs it, by mnemonic (data: ``machine.json``)."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources


@cache
def _rules() -> tuple[tuple[re.Pattern[str], int], ...]:
    text = resources.files("isaopt.target").joinpath("data/machine.json").read_text(encoding="utf-8")
    rules = json.loads(text)["alu_latency"]["rules"]
    return tuple((re.compile(rule["pattern"]), rule["cycles"]) for rule in rules)


@cache
def alu_latency(mnemonic: str) -> int:
    """Cycles from the issue of a vector or scalar ALU instruction to that of one that reads its result.

    Raises ``KeyError`` for an instruction of another unit.
    """
    name = mnemonic.replace("v_dual_", "v_", 1)
    for pattern, cycles in _rules():
        if pattern.match(name):
            return cycles
    raise KeyError(mnemonic)
