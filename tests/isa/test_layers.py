"""The instruction tables stand at the bottom: nothing that describes an instruction knows the IR or a GPU."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "isaopt"
#: Folder -> the parts of the package that its files may import.
ALLOWED = {
    "isa": {"isa", "errors"},
    "ir": {"isa", "ir", "errors"},
    "target": {"isa", "ir", "target", "errors", "plain", "plugins"},
}


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_layer_imports_only_those_below_it(folder: str) -> None:
    found = set()
    for path in (PACKAGE / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("isaopt."):
                found.add(node.module.split(".")[1])
            elif isinstance(node, ast.Import):
                found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("isaopt.")}
    assert found
    assert found <= ALLOWED[folder]
