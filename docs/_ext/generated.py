"""Parts of pages that are made from isaopt itself when the site is built, so that they cannot be out of date.

A line ``<!-- generated: NAME -->`` in a page stands for the Markdown that the function of that name returns.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import matrix_layouts
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import isaopt
from isaopt.linting.model import Rule
from isaopt.linting.registry import all_rules
from isaopt.reports.markdown import markdown_table
from isaopt.target.arch import machine_data
from isaopt.target.bank_models import bank_models as register_file_models
from tests.linting.programs import example

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "reference" / "isaopt.schema.json"
MARK = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.M)


def passes() -> str:
    """A row for each pass: what it does, the levels that run it, its options with their defaults."""
    rows = []
    for info in isaopt.passes():
        options = ", ".join(f"`{name.replace('_', '-')}`" for name in info.options)
        levels = ", ".join(map(str, info.levels)) or "on request"
        rows.append([f"[`{info.name}`](#{info.name})", info.summary, levels, options])
    return markdown_table(("pass", "what it does", "levels", "options"), rows)


def bank_models() -> str:
    """A row for each register-file model."""
    rows = [[f"`{name}`", model.description] for name, model in register_file_models().items()]
    return markdown_table(("model", "what it says, and what it rests on"), rows)


def lint_rules() -> str:
    """A section for each rule, with an example that it rejects and one that it accepts."""
    return "\n\n".join(_rule(rule) for rule in all_rules().values())


def _rule(rule: Rule) -> str:
    rows = machine_data()["arches"].items()
    also = {name for name, row in rows if "read_only" in row and rule.id in row["read_only"]["rules"]}
    targets = ", ".join(sorted(rule.families | also))
    parts = [
        f"## {rule.id}",
        f"*{rule.severity}* · {targets} · {rule.summary[0].upper()}{rule.summary[1:]}.",
        rule.help,
        f"Source: {rule.source}.",
    ]
    bad, good = (textwrap.dedent(example(rule.id, kind).expandtabs(4)).strip("\n") for kind in ("bad", "good"))
    if _code(bad) != _code(good):
        bad, good = _code(bad), _code(good)
    parts += (
        f"{heading}:\n\n```{{code-block}} asm\n:force:\n\n{code}\n```"
        for heading, code in (("Reported", bad), ("Accepted", good))
    )
    return "\n\n".join(parts)


def _code(text: str) -> str:
    """The instructions of an example: what stands between its label and the end of the code, else all of it."""
    found = re.search(r"^kernel:\n(.*?)^\.Lkernel_end", text, re.M | re.S)
    return textwrap.dedent(found[1]).strip("\n") if found else text


def json_schemas() -> str:
    """A section for each document and each part that several share: its fields with types and meanings."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    return "\n\n".join(_section(name, node) for name, node in defs.items())


def _section(name: str, node: dict[str, Any]) -> str:
    rows = [[f"`{field}`", kind, meaning] for field, kind, meaning in _fields(node, "")]
    return f"## {name}\n\n{node['description']}\n\n{markdown_table(('field', 'type', 'meaning'), rows)}"


def _fields(node: dict[str, Any], where: str) -> list[tuple[str, str, str]]:
    """The fields of an object and of those in it: place, type, meaning."""
    rows: list[tuple[str, str, str]] = []
    for name, field in node.get("properties", {}).items():
        rows.append((where + name, _kind(field), field.get("description", "")))
        for inner, mark in ((field, "."), (field.get("items", {}), "[]."), (field.get("anyOf", [{}])[0], ".")):
            rows += _fields(inner, where + name + mark)
    return rows


def _kind(node: dict[str, Any]) -> str:
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "enum" in node:
        return ", ".join(f"`{value}`" for value in node["enum"])
    if "anyOf" in node:
        return " or ".join(_kind(each) for each in node["anyOf"])
    if "items" in node:
        return f"array of {_kind(node['items'])}"
    kind = node.get("type", "any")
    return kind if isinstance(kind, str) else " or ".join(kind)


def python_functions() -> str:
    """The signature and docstring of each public function."""
    names = [name for name in isaopt.__all__ if inspect.isfunction(getattr(isaopt, name))]
    return "```{eval-rst}\n" + "\n".join(f".. autofunction:: isaopt.{name}" for name in names) + "\n```"


def python_types() -> str:
    """The public dataclasses with their fields."""
    classes = [each for name in isaopt.__all__ if isinstance(each := getattr(isaopt, name), type)]
    names = dict.fromkeys(f"{each.__module__}.{each.__qualname__}" for each in classes)
    parts = [f".. autoclass:: {name}\n   :members:\n   :undoc-members:" for name in names]
    return "```{eval-rst}\n" + "\n\n".join(parts) + "\n```"


CONTENT: dict[str, Callable[[], str]] = {
    "bank-models": bank_models,
    "json-schemas": json_schemas,
    "lint-rules": lint_rules,
    "matrix-layouts": matrix_layouts.tables,
    "passes": passes,
    "python-functions": python_functions,
    "python-types": python_types,
}


def _fill(_app: Sphinx, docname: str, source: list[str]) -> None:
    def content(mark: re.Match[str]) -> str:
        if mark[1] not in CONTENT:
            raise ExtensionError(f"{docname}: nothing generates '{mark[1]}'")
        return CONTENT[mark[1]]()

    source[0] = MARK.sub(content, source[0])


def _verbatim(_app: Sphinx, _context: click.Context, lines: list[str]) -> None:
    """Help as its terminal has it: paragraphs that click leaves alone, and names in backquotes, in fixed width."""
    found = "\n".join(lines)
    found = re.sub(r"^(?:\|.*(?:\n|$))+", lambda m: _literal(m[0]), found, flags=re.M)
    lines[:] = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", found).splitlines()


def _literal(block: str) -> str:
    rows = [row.removeprefix("|").removeprefix(" ") for row in block.splitlines()]
    return "\n.. code-block:: text\n\n" + "\n".join(f"   {row}".rstrip() for row in rows) + "\n\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", _fill)
    app.connect("sphinx-click-process-description", _verbatim)
    return {"parallel_read_safe": True}
