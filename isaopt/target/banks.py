"""The register-file models by name; the one place where others get them.

What a bank collision costs is not documented, so each model is a hypothesis with its evidence; ``gather2`` is the
default because it reproduces public hardware traces best, ``article`` decides where it is indifferent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from isaopt.errors import UsageError
from isaopt.target.bank_model import BANKS, BankModel, Charge, CostView, State, bank_of
from isaopt.target.banks_article import Article
from isaopt.target.banks_gather2 import Gather2
from isaopt.target.reads import Read, Reads, reads_of

__all__ = [
    "ARTICLE",
    "BANKS",
    "DEFAULT_MODEL",
    "MODELS",
    "BankModel",
    "Charge",
    "CostView",
    "Read",
    "Reads",
    "State",
    "bank_of",
    "charge_block",
    "get_model",
    "reads_of",
]

DEFAULT_MODEL = "gather2"
ARTICLE = "article"
MODELS: dict[str, BankModel] = {model.name: model for model in (Gather2(), Article())}


def get_model(name: str = DEFAULT_MODEL) -> BankModel:
    """The model of that name; :class:`UsageError` for an unknown one."""
    model = MODELS.get(name)
    if model is None:
        raise UsageError(f"no register-file model is called {name!r}", hint="models are " + ", ".join(MODELS))
    return model


def charge_block(model: BankModel, instructions: Iterable[Reads]) -> Iterator[Charge]:
    """What a model charges for the instructions of one basic block, in order."""
    state = model.start()
    for reads in instructions:
        charge, state = model.charge(state, reads)
        yield charge
