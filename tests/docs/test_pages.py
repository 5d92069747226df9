"""What README and the documentation say of files, commands, options and make targets is so."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from isaopt.cli.main import COMMANDS, group
from isaopt.linting.registry import all_rules
from isaopt.proof.verdict import ASSUMPTIONS
from isaopt.target.arch import read_only_row, supported_arches
from tests.docs.pages import PAGES, ROOT, SHELL, blocks, isaopt_commands


def names(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", text)
    assert [t for t in targets if "<" not in t and not (page.parent / t).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_commands_and_options_exist(page: Path) -> None:
    for language, block in blocks(page):
        if language in SHELL:
            for words in isaopt_commands(block):
                check(words)


def check(words: list[str]) -> None:
    """That a call names a command, and only options that it has."""
    if words and words[0].startswith("-"):
        return
    assert words[0] in COMMANDS, words
    context = click.Context(group)
    command = group.get_command(context, words[0])
    assert command is not None
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    known |= {"-h", "--help"}
    used = {word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
    assert used <= known, f"isaopt {words[0]} has no {sorted(used - known)}"


def test_the_check_notices_what_does_not_exist() -> None:
    (words,) = isaopt_commands("isaopt opt in.s -o out.s --no-such-option | cat  # isaopt nonsense\n")
    with pytest.raises(AssertionError, match="no-such-option"):
        check(words)
    with pytest.raises(AssertionError):
        check(["optimise", "in.s"])


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_inline_commands_exist(page: Path) -> None:
    said = set(re.findall(r"`isaopt ([a-z]+)", page.read_text(encoding="utf-8")))
    assert said <= {*COMMANDS}, said - {*COMMANDS}


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    said = set(re.findall(r"(?:`|^)make ([a-z]+)(?:`|\s)", page.read_text(encoding="utf-8"), re.M))
    assert said <= targets


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_scripts_exist(page: Path) -> None:
    for script in re.findall(r"scripts/[\w/]+\.py", page.read_text(encoding="utf-8")):
        assert (ROOT / script).is_file(), script


def test_pages_that_the_program_names_exist() -> None:
    named = {n for path in (ROOT / "isaopt").rglob("*.py") for n in re.findall(r"docs/[\w/-]+\.md", path.read_text())}
    assert "docs/how-to/editor.md" in named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_lint_rules_of_a_target_that_is_only_read_are_told() -> None:
    page = (ROOT / "docs" / "reference" / "read-only.md").read_text(encoding="utf-8")
    section = page[page.index("## gfx1250") : page.index("## Wait states")]
    row = read_only_row("gfx1250")
    assert row is not None
    told = section[section.index("knows these rules") : section.index("Hazards")]
    assert set(re.findall(r"`([\w-]+)`", told)) == set(row["rules"])
    assert set(row["rules"]) <= set(all_rules())


def test_the_list_of_what_an_architecture_needs_is_complete() -> None:
    page = (ROOT / "docs" / "how-to" / "add-architecture.md").read_text(encoding="utf-8")
    said = re.findall(r"^\| `([\w/.]+)` \|", page[: page.index("## Steps")], re.M)
    parts = [path for folder in ("isaopt", "scripts", "grammars", "editors") for path in (ROOT / folder).rglob("*")]
    naming = {
        str(path.relative_to(ROOT))
        for path in parts
        if path.is_file()
        and "__pycache__" not in path.parts
        and ("gfx1250" in path.name or b"gfx1250" in path.read_bytes())
    }
    assert naming == set(said)
    assert len(said) <= 8
    assert all(name.startswith(("isaopt/target/", "isaopt/isa/data/", "scripts/")) for name in said)


def test_every_folder_has_a_line_in_the_architecture() -> None:
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("## The folders") :]
    folders = {path.name for path in (ROOT / "isaopt").iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert {name for name in folders if f"`isaopt/{name}/`" not in table} == set()
    assert {name for name in re.findall(r"`isaopt/(\w+)/`", table) if name not in folders} == set()


def test_every_module_in_the_picture_exists() -> None:
    picture = (ROOT / "docs" / "images" / "architecture.svg").read_text(encoding="utf-8")
    groups = re.findall(r'<g class="(?:core|fact|judge)">.*?<text class="t"[^>]*>([^<]*)<', picture)
    assert len(groups) > 10
    for name in (part for group_ in groups for part in group_.split(", ")):
        assert (ROOT / "isaopt" / name).is_dir(), name


def test_every_assumption_is_in_the_table() -> None:
    page = (ROOT / "docs/explanation/verify.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\S+)` \|", page.split("## Assumptions")[1].split("\n## ")[0], re.M)) == set(
        ASSUMPTIONS
    )


def test_readme_names_the_targets() -> None:
    (line,) = re.findall(r"^- (gfx1100.*) are optimised", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    said = set()
    for first, last in re.findall(r"gfx(\d+)(?:–(\d+))?", line):
        said |= {f"gfx{n}" for n in range(int(first), int(last or first) + 1)}
    assert said == set(supported_arches())


def test_readme_has_a_small_table_out_of_the_large_one() -> None:
    readme, results = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/reference/results.md"))
    table = readme.split("<!-- table: scripts/results_table.py -->\n")[1].split("\n<!-- end of table -->")[0]
    heading, _, *rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()]
    assert len(heading) == 5
    assert len(rows) == 6
    large = {
        cells[0]: cells
        for line in results.split("\n## ")[0].splitlines()
        if line.startswith("| ")
        for cells in [[cell.strip() for cell in line.strip("| ").split("|")]]
    }
    for name, speed, _, conflicts, proof in rows:
        row = dict(zip(large["kernel"], large[name], strict=True))
        assert speed == row["predicted speed"].split(", ")[0]
        assert conflicts == row["conflicts `gather2`"]
        assert proof == row["verify"] == "proved"
