"""The register-file models by which reports, solver and simulator charge. Each is an entry of ``data/bank_models.json``
or of the entry-point group ``isaopt.bank_models``.

The cost of a bank collision is not documented, so each model is a hypothesis with its evidence; ``gather2`` is the
default because it reproduces public hardware traces best, and ``article`` breaks its ties.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Literal

from isaopt.errors import UsageError
from isaopt.plain import read_as
from isaopt.plugins import BANK_MODELS, plugins

DEFAULT_MODEL = "gather2"
ARTICLE = "article"
Counted = Literal["reads", "sources", "misses"]


@dataclass(frozen=True, slots=True)
class BankCost:
    """The formula for the cost of one VALU instruction.

    ``counts`` is ``all`` (every VGPR that the instruction reads), ``sources`` (without accumulators) or ``misses`` (the
    sources whose VGPR is not the last one read in the same slot and bank since the start of the block; a matrix
    instruction clears this). Of n distinct ones in a bank, all beyond ``reads_per_cycle`` cost ``1 / reads_per_cycle``
    cycles each: only in the fullest bank or, if ``adds_banks``, in every bank.
    """

    name: str
    counts: Counted
    adds_banks: bool
    reads_per_cycle: int

    @property
    def caches(self) -> bool:
        return self.counts == "misses"

    def beyond(self, banks: Iterable[int]) -> int:
        """The cost, in units of ``1 / reads_per_cycle`` cycles, of these numbers of VGPRs in the banks."""
        each = [max(0, count - self.reads_per_cycle) for count in banks]
        return sum(each) if self.adds_banks else max(each, default=0)

    def latency(self, banks: Iterable[int]) -> int:
        """The delay of the result in cycles: all reads of a bank except the first are waited for."""
        each = [-(-max(0, count - 1) // self.reads_per_cycle) for count in banks]
        return sum(each) if self.adds_banks else max(each, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BankModel(BankCost):
    """A register-file model with its rules and evidence; ``mark`` and ``heading`` identify it in tables."""

    description: str
    mark: str
    heading: str
    source: str
    confidence: Literal["measured", "documented", "assumed"]


SOURCE_CLASHES = BankCost("source_clashes", "sources", False, 1)
"""Reads that may cost time regardless of the model: sources in one bank, whatever a cache holds."""


@cache
def bank_models() -> Mapping[str, BankModel]:
    """The models by name: the built-in ones, then those of other packages."""
    text = files("isaopt.target").joinpath("data/bank_models.json").read_text("utf-8")
    found = read_as(tuple[BankModel, ...], json.loads(text), "register-file models", "bank_models.json")
    own = {model.name: model for model in found}
    outside = plugins(BANK_MODELS, BankModel, own)
    return {**own, **{name: replace(model, name=name) for name, model in outside.items()}}


def get_model(name: str = DEFAULT_MODEL) -> BankModel:
    """The model of that name; :class:`UsageError` for an unknown name."""
    model = bank_models().get(name)
    if model is None:
        raise UsageError(f"no register-file model is called {name!r}", hint="models are " + ", ".join(bank_models()))
    return model


def shown_models(chosen: str) -> tuple[BankModel, ...]:
    """The models that reports show beside the chosen one, in order."""
    return tuple(m for m in bank_models().values() if m.name in (DEFAULT_MODEL, ARTICLE, chosen))


@cache
def solver_costs(name: str = DEFAULT_MODEL) -> tuple[BankCost, BankCost, BankCost]:
    """The costs that a solver minimises, in order: the model's own, that of the tie-breaking model, and sources that
    share a bank."""
    second = ARTICLE if name != ARTICLE else DEFAULT_MODEL
    return get_model(name), get_model(second), SOURCE_CLASHES
