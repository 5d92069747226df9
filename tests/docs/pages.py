"""The pages of the documentation, and the commands that they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

#: Blocks of commands, by the language of the fence; ``sh gpu`` needs a GPU.
SHELL = ("", "sh", "sh gpu")


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    text = page.read_text(encoding="utf-8")
    for language, block in re.findall(r"^```([^\n`]*)\n(.*?)^```$", text, re.M | re.S):
        yield language.strip(), block


def isaopt_commands(block: str) -> Iterator[list[str]]:
    """The arguments of each call of isaopt in a block, without comments and a wrapped compiler's arguments."""
    for line in block.replace("\\\n", " ").splitlines():
        if not re.match(r"\s*(\w+=\S+ )*isaopt ", line) and " | isaopt " not in line:
            continue
        words = shlex.split(line, comments=True)
        for start in (i for i, word in enumerate(words) if word == "isaopt"):
            end = next((i for i in range(start, len(words)) if words[i] in ("|", "--", "&&")), len(words))
            yield words[start + 1 : end]
