"""What is asked of a file once for each of its kernels, kept for the next one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Fact = TypeVar("Fact")
Modules = TypeVarTuple("Modules")
_FILES = 4


def kept(ask: Callable[[*Modules], Fact]) -> Callable[[*Modules], Fact]:
    """``ask`` with its answers for the last few modules, or pairs of modules, remembered by identity: modules never
    change, and neither must an answer."""
    answers: list[tuple[tuple[object, ...], Fact]] = []

    @wraps(ask)
    def answer(*modules: *Modules) -> Fact:
        asked: tuple[object, ...] = modules
        for known, fact in answers:
            if all(a is b for a, b in zip(known, asked, strict=True)):
                return fact
        fact = ask(*modules)
        answers.insert(0, (asked, fact))
        del answers[_FILES:]
        return fact

    return answer
