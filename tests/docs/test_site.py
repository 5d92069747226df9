"""The documentation builds without a warning, fetches nothing, and has an entry for everything there is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import isaopt
from isaopt.cli.main import COMMANDS
from isaopt.linting.registry import all_rules
from tests.docs.pages import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with warnings as errors."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(ROOT / "docs"), str(out)]
    built = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    return out


def ids(page: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))


def test_no_page_fetches_anything(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loads = re.findall(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="((?:https?:)?//[^"]*)"', text)
        assert loads == [], page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_every_command_has_a_section(site: Path) -> None:
    assert {f"isaopt-{name}" for name in COMMANDS} <= ids(site / "reference" / "commands.html")


def test_every_rule_has_a_section_with_both_examples(site: Path) -> None:
    page = (site / "reference" / "lint.html").read_text(encoding="utf-8")
    sections = re.findall(r'<section id="([\w-]+)">\s*<h2>(.*?)</section>', page, re.S)
    rules = {name: text for name, text in sections if name in all_rules()}
    assert rules.keys() == all_rules().keys()
    for name, text in rules.items():
        reported, accepted = re.findall(r"<pre>(.*?)</pre>", text, re.S)
        assert reported != accepted, name


def test_every_pass_has_a_section(site: Path) -> None:
    assert {each.name for each in isaopt.passes()} <= ids(site / "reference" / "passes.html")


def test_every_public_name_has_its_docstring(site: Path) -> None:
    documented = ids(site / "reference" / "python.html")
    public = {name: getattr(isaopt, name) for name in isaopt.__all__}
    expected = {
        f"{each.__module__}.{each.__qualname__}" if isinstance(each, type) else f"isaopt.{name}"
        for name, each in public.items()
    }
    assert expected - documented == set()
