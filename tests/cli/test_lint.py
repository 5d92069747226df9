"""``isaopt lint``: what it prints, JSON and SARIF, exit codes, and where ``--fix`` writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import isaopt
from isaopt.cli import main
from isaopt.errors import UsageError
from isaopt.linting.registry import all_rules
from tests.linting.programs import example

BAD, GOOD, SLOW = Path("bad.s"), Path("good.s"), Path("slow.s")
ONLY = ("--enable", "read-before-wait", "--enable", "wait-not-needed")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    BAD.write_text(example("read-before-wait", "bad"))
    GOOD.write_text(example("read-before-wait", "good"))
    SLOW.write_text(example("wait-not-needed", "bad"))


@pytest.fixture
def lint(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run ``isaopt lint`` with some arguments: exit code, standard output, standard error."""

    def run(*args: str | Path) -> tuple[int, str, str]:
        code = main.run(["lint", *map(str, args)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


Lint = Callable[..., tuple[int, str, str]]


def test_findings_in_the_compilers_form(lint: Lint) -> None:
    code, out, err = lint(BAD, *ONLY)
    assert code == 1
    first, source, caret = out.splitlines()
    assert first.startswith(f"{BAD}:13:2: error: v2 is read before global_load_b32 on line 11 ")
    assert first.endswith("[read-before-wait]")
    assert (source, caret) == ("\tv_add_f32_e32 v3, v1, v2", "\t^")
    assert err == "1 error, 0 warnings\n"


def test_clean_files_say_nothing(lint: Lint) -> None:
    assert lint(GOOD, *ONLY) == (0, "", "")


def test_warnings_fail_only_when_asked_to(lint: Lint) -> None:
    code, out, err = lint(SLOW, *ONLY)
    assert (code, err) == (0, "0 errors, 1 warning\n")
    assert ": warning: " in out
    assert lint(SLOW, *ONLY, "--fail-on", "warning")[0] == 1
    assert lint(GOOD, *ONLY, "--fail-on", "warning")[0] == 0


def test_rules_can_be_chosen(lint: Lint) -> None:
    assert lint(BAD, *ONLY, "--disable", "read-before-wait")[:2] == (0, "")
    code, _, err = lint(BAD, "--enable", "nonsense")
    assert code == 2
    assert "no lint rule is called 'nonsense'" in err
    assert lint(BAD, "--enable", "read-before-wait", "--disable", "read-before-wait")[0] == 2
    assert lint(BAD, *ONLY, "--kernel", "kernel")[0] == 1
    code, _, err = lint(BAD, *ONLY, "--kernel", "other")
    assert code == 2
    assert "no kernel is called 'other'" in err
    assert lint()[0] == 2


def test_every_rule_is_listed_with_its_meaning(lint: Lint) -> None:
    code, out, _ = lint("--rules")
    assert code == 0
    for rule in all_rules().values():
        assert f"\n{rule.id} ({rule.severity}" in f"\n{out}"
        assert " ".join(rule.help.split()) in " ".join(out.split())
    document = json.loads(lint("--rules", "--json")[1])
    assert [r["rule"] for r in document["rules"]] == list(all_rules())
    assert all(r["source"] and r["families"] for r in document["rules"])


def test_json(lint: Lint) -> None:
    code, out, err = lint(BAD, *ONLY, "--json")
    (finding,) = json.loads(out)["findings"]
    assert code == 1
    assert err == ""
    assert finding["rule"] == "read-before-wait"
    assert finding["severity"] == "error"
    assert (finding["line"], finding["column"], finding["kernel"]) == (13, 2, "kernel")
    assert finding["message"]
    assert finding["help"] == all_rules()["read-before-wait"].help
    assert json.loads(lint(GOOD, *ONLY, "--json")[1]) == {"findings": []}


def test_fix_writes_a_file_that_is_clean(lint: Lint, tmp_path: Path) -> None:
    target = tmp_path / "out.s"
    code, out, err = lint(BAD, *ONLY, "--fix", "-o", target)
    assert (code, out) == (0, "")
    assert err == "0 errors, 0 warnings; 1 repaired\n"
    assert target.read_text() == BAD.read_text().replace("vmcnt(1)", "vmcnt(0)")
    assert lint(target, *ONLY) == (0, "", "")
    code, out, _ = lint(BAD, *ONLY, "--fix", "-o", "-")
    assert (code, out) == (0, target.read_text())
    assert json.loads(lint(BAD, *ONLY, "--fix", "-o", target, "--json")[1]) == {"findings": [], "fixed": 1}


def test_fix_in_place_and_nowhere_else(lint: Lint, tmp_path: Path) -> None:
    copy = tmp_path / "copy.s"
    copy.write_text(BAD.read_text())
    for wrong in (
        ("--fix",),
        ("-o", tmp_path / "x.s"),
        ("--in-place",),
        ("--fix", "--in-place", "-o", tmp_path / "x.s"),
        ("--fix", "-o", copy),
        ("--fix", "-o", "-", "--json"),
    ):
        assert lint(copy, *wrong)[0] == 2
        assert copy.read_text() == BAD.read_text()
    assert lint(copy, *ONLY, "--fix", "--in-place")[0] == 0
    assert lint(copy, *ONLY)[0] == 0


def test_what_is_left_after_a_repair_is_placed_in_the_repaired_file(lint: Lint, tmp_path: Path) -> None:
    text = BAD.read_text().replace("vmcnt(1)", "lgkmcnt(0)")
    source, target = tmp_path / "in.s", tmp_path / "out.s"
    source.write_text(text)
    code, out, _ = lint(source, *ONLY, "--fix", "-o", target, "--fail-on", "warning")
    lines = target.read_text().splitlines()
    for line in (entry for entry in out.splitlines() if "[" in entry and entry.startswith(str(target))):
        number = int(line.removeprefix(f"{target}:").split(":")[0])
        assert lines[number - 1] in out
    assert code == int(bool(out))


# -- SARIF: the properties that the 2.1.0 schema allows and requires of each object that is used

OBJECTS: dict[str, tuple[set[str], set[str]]] = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),
    "run": ({"tool", "artifacts", "columnKind", "results"}, {"tool"}),
    "driver": ({"name", "version", "rules"}, {"name"}),
    "rule": ({"id", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"}, {"id"}),
    "result": ({"ruleId", "ruleIndex", "level", "message", "locations", "fixes"}, {"message"}),
    "physicalLocation": ({"artifactLocation", "region"}, {"artifactLocation"}),
    "region": ({"startLine", "startColumn", "charOffset", "charLength"}, set()),
    "fix": ({"description", "artifactChanges"}, {"artifactChanges"}),
    "artifactChange": ({"artifactLocation", "replacements"}, {"artifactLocation", "replacements"}),
    "replacement": ({"deletedRegion", "insertedContent"}, {"deletedRegion"}),
}


def conforms(kind: str, value: dict[str, Any]) -> dict[str, Any]:
    allowed, required = OBJECTS[kind]
    assert required <= value.keys() <= allowed, kind
    return value


def test_sarif(lint: Lint, tmp_path: Path) -> None:
    target = tmp_path / "out.sarif"
    source = BAD.absolute()
    code, out, _ = lint(source, *ONLY, "--sarif", target)
    assert code == 1
    assert out.startswith(f"{source}:13:2: error: ")
    log = conforms("log", json.loads(target.read_text()))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    conforms("run", run)
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = conforms("driver", run["tool"]["driver"])
    assert driver["version"] == isaopt.__version__
    assert [conforms("rule", r)["id"] for r in driver["rules"]] == ["read-before-wait", "wait-not-needed"]
    for rule in driver["rules"]:
        assert all(rule[key]["text"] for key in ("shortDescription", "fullDescription", "help"))
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    (result,) = run["results"]
    conforms("result", result)
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "read-before-wait"
    assert result["level"] == "error"
    assert result["message"]["text"]
    (location,) = result["locations"]
    assert location.keys() == {"physicalLocation", "logicalLocations"}
    physical = conforms("physicalLocation", location["physicalLocation"])
    assert physical["artifactLocation"] == {"uri": source.as_uri(), "index": 0}
    assert run["artifacts"][0]["location"]["uri"] == source.as_uri()
    assert conforms("region", physical["region"]) == {"startLine": 13, "startColumn": 2}


def test_the_fix_in_sarif_is_the_one_that_fix_applies(lint: Lint, tmp_path: Path) -> None:
    target = tmp_path / "out.sarif"
    lint(BAD, *ONLY, "--sarif", target)
    (result,) = json.loads(target.read_text())["runs"][0]["results"]
    (fix,) = result["fixes"]
    (change,) = conforms("fix", fix)["artifactChanges"]
    text = BAD.read_text()
    for replacement in reversed(conforms("artifactChange", change)["replacements"]):
        region = conforms("region", conforms("replacement", replacement)["deletedRegion"])
        at = region["charOffset"]
        text = text[:at] + replacement["insertedContent"]["text"] + text[at + region["charLength"] :]
    assert text == isaopt.repair(isaopt.parse(BAD), ONLY[1::2]).module.text()


def test_api() -> None:
    module = isaopt.parse(BAD)
    (finding,) = isaopt.lint(module, enable=["read-before-wait"])
    assert (finding.rule, finding.line) == ("read-before-wait", 13)
    assert isaopt.lint(module, enable=["read-before-wait"], kernels=["kernel"]) == (finding,)
    assert isaopt.repair(module, enable=["read-before-wait"]).left == ()
    with pytest.raises(UsageError, match="no lint rule is called 'nonsense'"):
        isaopt.lint(module, disable=["nonsense"])
