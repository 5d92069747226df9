"""Analysis results of one version of a file, computed once. Modules never change, so a result is valid as long as its
module exists.

This is the only store of analyses. Nothing is ever invalidated: a pass makes a new module, which starts empty.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from isaopt.ir.program import Module, Op

Given = ParamSpec("Given")
Fact = TypeVar("Fact")


def kept(ask: Callable[Given, Fact]) -> Callable[Given, Fact]:
    """Decorates ``ask`` so that its answers are stored in its first argument, a module, for as long as that lives.

    Other arguments are compared by identity if they belong to a module (kernels, graphs, other modules), and by value
    if they are names or numbers. Nobody may change an answer.
    """

    name = _name(ask)

    @wraps(ask)
    def answer(*args: Given.args, **given: Given.kwargs) -> Fact:
        module = args[0]
        assert isinstance(module, Module)
        rest = (*args[1:], *given.items())
        for known, fact in module.kept.get(name, ()):
            if _same(known, rest):
                return cast(Fact, fact)
        found = ask(*args, **given)
        module.kept.setdefault(name, []).append((rest, found))
        return found

    return answer


def remember(ask: Callable[..., Fact], fact: Fact, module: Module, *rest: object) -> None:
    """Stores an answer of ``ask``, a :func:`kept` function, for the module; the caller knows it to be right."""
    module.kept.setdefault(_name(ask), []).append((rest, fact))


def known(ask: Callable[..., Fact], module: Module, *rest: object) -> Fact | None:
    """The stored answer of ``ask``; None if it would have to be computed."""
    for known, fact in module.kept.get(_name(ask), ()):
        if _same(known, rest):
            return cast(Fact, fact)
    return None


def kept_in_op(ask: Callable[Concatenate[Op, Given], Fact]) -> Callable[Concatenate[Op, Given], Fact]:
    """Like :func:`kept`, for a question about an op alone, which many versions share as one object; other arguments are
    compared by value. Nobody may change an answer."""

    @wraps(ask)
    def answer(op: Op, /, *args: Given.args, **given: Given.kwargs) -> Fact:
        key = (ask, *args, *given.items()) if args or given else ask
        try:
            return cast(Fact, op.facts[key])
        except KeyError:
            found = op.facts[key] = ask(op, *args, **given)
            return found

    return answer


def remember_in_op(ask: Callable[Concatenate[Op, Given], Fact], fact: Fact, op: Op, *args: object) -> None:
    """Stores an answer of ``ask``, a :func:`kept_in_op` function, for an op; the caller knows it to be right."""
    op.facts[_bare(ask), *args] = fact


def is_known_in_op(ask: Callable[Concatenate[Op, Given], Fact], op: Op, *args: object) -> bool:
    """Whether an answer of ``ask``, a :func:`kept_in_op` function, is stored."""
    return (_bare(ask), *args) in op.facts


def _bare(ask: Callable[..., object]) -> object:
    """The function that is decorated."""
    return vars(ask)["__wrapped__"]


def _name(ask: Callable[..., object]) -> str:
    return f"{ask.__module__}.{ask.__qualname__}"


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(
        a is b or (isinstance(a, (str, int, tuple, frozenset)) and a == b) for a, b in zip(one, other, strict=True)
    )
