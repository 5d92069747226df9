"""Parts of pages that are made from isaopt itself when the site is built, so that they cannot be out of date.

A line ``<!-- generated: NAME -->`` in a page stands for the Markdown that the function of that name returns.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matrix_layouts
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import isaopt
from isaopt.linting.model import Rule
from isaopt.linting.registry import all_rules
from isaopt.reports.markdown import markdown_table
from isaopt.target.banks import MODELS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "linting" / "examples"
SCHEMAS = ROOT / "docs" / "reference" / "schemas"
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
    rows = [[f"`{name}`", model.description] for name, model in MODELS.items()]
    return markdown_table(("model", "what it says, and what it rests on"), rows)


def lint_rules() -> str:
    """A section for each rule, with an example that it rejects and one that it accepts."""
    return "\n\n".join(_rule(rule) for rule in all_rules().values())


def _rule(rule: Rule) -> str:
    targets = ", ".join(sorted(rule.families))
    parts = [
        f"## {rule.id}",
        f"*{rule.severity}* · {targets} · {rule.summary[0].upper()}{rule.summary[1:]}.",
        rule.help,
        f"Source: {rule.source}.",
    ]
    for kind, heading in (("bad", "Reported"), ("good", "Accepted")):
        path = sorted(EXAMPLES.glob(f"{rule.id}.{kind}.*s"), key=lambda p: ("gfx12" in p.name, len(p.name)))[0]
        parts.append(f"{heading}:\n\n```{{code-block}} asm\n:force:\n\n{_code(path)}\n```")
    return "\n\n".join(parts)


def _code(path: Path) -> str:
    """The instructions of an example: what stands between its label and the end of the code, else all of it."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^kernel:\n(.*?)^\.Lkernel_end", text, re.M | re.S)
    return textwrap.dedent((found[1] if found else text).expandtabs(4)).strip("\n")


def json_schemas() -> str:
    """A section for each schema: its fields with their types and meanings."""
    return "\n\n".join(_schema(path) for path in sorted(SCHEMAS.glob("*.json")))


def _schema(path: Path) -> str:
    schema = json.loads(path.read_text(encoding="utf-8"))
    rows = [[f"`{name}`", kind, meaning] for name, kind, meaning in _fields(schema, schema, "")]
    command = path.name.removesuffix(".schema.json")
    table = markdown_table(("field", "type", "meaning"), rows)
    return f"## {command}\n\n{schema['description']} [{path.name}](schemas/{path.name})\n\n{table}"


def _fields(node: dict[str, Any], whole: dict[str, Any], where: str) -> list[tuple[str, str, str]]:
    rows: list[tuple[str, str, str]] = []
    for name, found in node.get("properties", {}).items():
        each = _resolved(found, whole)
        item = _resolved(each["items"], whole) if "items" in each else {}
        kind = _kind(each, whole)
        place = f"{where}{name}"
        rows.append((place, kind, found.get("description", each.get("description", ""))))
        if "$ref" not in found and "$ref" not in each.get("items", {}):
            rows += _fields(each, whole, f"{place}.") + _fields(item, whole, f"{place}[].")
    return rows


def _kind(node: dict[str, Any], whole: dict[str, Any]) -> str:
    kind = node.get("type", "any")
    kinds = " or ".join(kind) if isinstance(kind, list) else kind
    if "items" in node:
        return (
            f"{kinds} of {_resolved(node['items'], whole).get('title', _kind(_resolved(node['items'], whole), whole))}"
        )
    return str(node.get("title", kinds))


def _resolved(node: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    found = whole["$defs"][node["$ref"].rpartition("/")[2]]
    assert isinstance(found, dict)
    return found


def python_functions() -> str:
    """The signature and docstring of each public function."""
    names = [name for name in isaopt.__all__ if callable(getattr(isaopt, name))]
    return "```{eval-rst}\n" + "\n".join(f".. autofunction:: isaopt.{name}" for name in names) + "\n```"


CONTENT: dict[str, Callable[[], str]] = {
    "bank-models": bank_models,
    "json-schemas": json_schemas,
    "lint-rules": lint_rules,
    "matrix-layouts": matrix_layouts.tables,
    "passes": passes,
    "python-functions": python_functions,
}


def _fill(_app: Sphinx, docname: str, source: list[str]) -> None:
    def content(mark: re.Match[str]) -> str:
        if mark[1] not in CONTENT:
            raise ExtensionError(f"{docname}: nothing generates '{mark[1]}'")
        return CONTENT[mark[1]]()

    source[0] = MARK.sub(content, source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True}
