"""The cycles until a result is available to an instruction that needs it (data: ``machine.json``)."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources


@cache
def _rules(table: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    text = resources.files("isaopt.target").joinpath("data/machine.json").read_text(encoding="utf-8")
    rules = json.loads(text)[table]["rules"]
    return tuple((re.compile(rule["pattern"]), rule["cycles"]) for rule in rules)


def _cycles(table: str, name: str) -> int:
    for pattern, cycles in _rules(table):
        if pattern.match(name):
            return cycles
    raise KeyError(name)


@cache
def alu_latency(operation: str) -> int:
    """Cycles from the issue of a vector or scalar ALU instruction to that of an instruction that reads its result.

    Raises ``KeyError`` for an instruction of another unit.
    """
    return _cycles("alu_latency", operation)


@cache
def memory_latency(mnemonic: str) -> int:
    """Cycles from the issue of a memory access on an idle unit to that of an instruction that waits for it.

    Raises ``KeyError`` for an instruction that does not access memory.
    """
    return _cycles("memory_latency", mnemonic)
