"""The extension for Visual Studio Code says of the language what the server does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import cast

import pytest

from isaopt import __version__
from isaopt.isa.tables import ARCHS, mnemonics
from isaopt.languageserver.marks import HINTS, TOKEN_MODIFIERS, TOKEN_TYPES
from tests.languageserver.texts import TEXT

FOLDER = Path(__file__).parents[1] / "editors" / "vscode"
Tree = dict[str, "Tree"] | list["Tree"] | str | int | bool


def document(name: str) -> Tree:
    return cast(Tree, json.loads((FOLDER / name).read_text(encoding="utf-8")))


def at(tree: Tree, *path: str | int) -> Tree:
    for key in path:
        assert isinstance(tree, dict | list)
        tree = tree[cast(str, key)] if isinstance(tree, dict) else tree[cast(int, key)]
    return tree


PACKAGE = document("package.json")
GRAMMAR = document("syntaxes/amdgpu.tmLanguage.json")


def test_the_files_that_the_extension_names_are_there() -> None:
    assert at(PACKAGE, "version") == __version__
    language, grammar = at(PACKAGE, "contributes", "languages", 0), at(PACKAGE, "contributes", "grammars", 0)
    for path in (at(PACKAGE, "main"), at(language, "configuration"), at(grammar, "path")):
        assert (FOLDER / str(path)).is_file()
    assert at(language, "id") == at(grammar, "language") == "amdgpu"
    assert at(grammar, "scopeName") == at(GRAMMAR, "scopeName")
    assert re.search(str(at(language, "firstLine")), TEXT)
    assert document("language-configuration.json")


def test_tokens_and_hints_are_the_server_s() -> None:
    contributed = at(PACKAGE, "contributes")
    assert isinstance(contributed, dict)
    for name, own in (("semanticTokenTypes", TOKEN_TYPES), ("semanticTokenModifiers", TOKEN_MODIFIERS)):
        rows = contributed[name]
        assert isinstance(rows, list)
        assert [at(row, "id") for row in rows] == own
    assert at(contributed, "configuration", "properties", "isaopt.hints", "items", "enum") == list(HINTS)
    settings = at(contributed, "configuration", "properties")
    assert isinstance(settings, dict)
    asked = re.findall(r'settings\.get\("(\w+)"\)', (FOLDER / "extension.js").read_text(encoding="utf-8"))
    assert {f"isaopt.{name}" for name in asked} == set(settings)


def matches(name: str, text: str) -> bool:
    rule = at(GRAMMAR, "repository", name)
    rules = at(rule, "patterns") if isinstance(rule, dict) and "patterns" in rule else [rule]
    assert isinstance(rules, list)
    return any(re.search(str(at(each, "match")), text) for each in rules if isinstance(each, dict) and "match" in each)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels", ".LBB0_1:"), ("directives", "\t.amdhsa_kernel k"), ("registers", "v[4:7]"), ("registers", "s5"),
        ("registers", "vcc_lo"), ("modifiers", "offset:16"), ("modifiers", "glc"), ("numbers", "0x1f"),
        ("comments", "; said"), ("numbers", "1.5"),
    ],
)  # fmt: skip
def test_the_grammar_knows_the_parts_of_the_language(name: str, text: str) -> None:
    assert matches(name, text)


def test_the_grammar_knows_every_mnemonic() -> None:
    missed = {m for arch in ARCHS for m in mnemonics(arch) if not matches("mnemonics", f"\t{m} ")}
    assert missed == set()
    assert not matches("mnemonics", "\tsomething v1")
