"""What the codec writes it reads back as the same values of the same types, and it refuses what is none of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import pytest

from isaopt.plain import decode, encode


@dataclass(frozen=True)
class Leaf:
    share: Fraction
    by_name: dict[str, Fraction]
    size: float = 0.0


@dataclass(frozen=True)
class Tree:
    name: str
    leaf: Leaf | None
    all: tuple[Leaf, ...]
    mixed: tuple[tuple[str, float, float, str], ...] = ()
    word: Literal["a", "b"] = "a"
    flag: bool = False


CASES = [
    Tree("t", None, ()),
    Tree(
        "\udcff ü\n",
        Leaf(Fraction(1, 3), {"m": Fraction(2)}),
        (Leaf(Fraction(-5, 2), {}, 0.1),),
        (("x", 1.0, 2.5, "y"),),
    ),
    Tree("t", None, (), word="b", flag=True),
]


@pytest.mark.parametrize("value", CASES)
def test_a_tree_survives_json(value: Tree) -> None:
    again = decode(Tree, json.loads(json.dumps(encode(value))))
    assert again == value


@pytest.mark.parametrize(
    "document",
    [
        {"name": "t"},
        {**json.loads(json.dumps(encode(CASES[0]))), "word": "c"},
        {**json.loads(json.dumps(encode(CASES[0]))), "flag": 1},
        {**json.loads(json.dumps(encode(CASES[0]))), "all": "text"},
        {**json.loads(json.dumps(encode(CASES[0]))), "mixed": [["x", 1]]},
        [],
        "text",
        None,
    ],
)
def test_what_is_no_tree_is_refused(document: object) -> None:
    with pytest.raises(ValueError):
        decode(Tree, document)


def test_what_has_no_json_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        encode(object())
