"""What is asked of a file once for each of its kernels, kept for the next one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from isaopt.ir.program import Module

Fact = TypeVar("Fact")
_FILES = 4


def kept(ask: Callable[[Module], Fact]) -> Callable[[Module], Fact]:
    """``ask`` with its answers for the last few modules remembered, by identity: modules never change."""
    answers: list[tuple[Module, Fact]] = []

    @wraps(ask)
    def answer(module: Module) -> Fact:
        for known, fact in answers:
            if known is module:
                return fact
        fact = ask(module)
        answers.insert(0, (module, fact))
        del answers[_FILES:]
        return fact

    return answer
