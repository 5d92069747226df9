"""The GitHub Action and the pre-commit hooks: their steps, run on files."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.linting.programs import example

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Files to check, and a PATH with this isaopt and a ``python`` that writes down what it is asked."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (
        ("isaopt", f'exec {sys.executable} -m isaopt "$@"'),
        ("python", 'printf "%s\\n" "$@" > "$PWD/asked"'),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    (tmp_path / "kernels" / "deep").mkdir(parents=True)
    for source, name in (("good", "good.s"), ("bad", "deep/bad file.s"), ("bad", "deep/bad.s")):
        (tmp_path / "kernels" / name).write_text(example("missing-endpgm", source))
    return tmp_path


def run(command: list[str], project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{project / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def step(name: str, project: Path, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A step as the runner has it: expressions filled in, in the shell that composite actions get."""
    given = {key: value.get("default", "") for key, value in ACTION["inputs"].items()} | inputs
    filled = {f"${{{{ inputs.{key} }}}}": value for key, value in given.items()}
    filled["${{ github.action_path }}"] = "/the/action"
    variables = {key: filled[value] for key, value in STEPS[name]["env"].items()}
    return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]], project, **variables)


def test_every_input_is_described_and_used() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    for name, given in ACTION["inputs"].items():
        assert given["description"]
        assert f"inputs.{name}" in text
    assert all(step["shell"] == "bash" for step in STEPS.values())


def test_the_action_installs_its_own_version(project: Path) -> None:
    assert step("Install isaopt", project, {}).returncode == 0
    assert (project / "asked").read_text().splitlines()[-1] == "/the/action[toolchain]"
    step("Install isaopt", project, {"package": "isaopt==1"})
    assert (project / "asked").read_text().splitlines()[-1] == "isaopt==1"


@pytest.mark.slow
def test_the_action_lints_what_the_pattern_names(project: Path) -> None:
    assert step("Lint", project, {"files": "kernels/*.s"}).returncode == 0
    found = step("Lint", project, {"files": "kernels/*.s\nkernels/**/bad.s"})
    assert found.returncode == 1
    assert "deep/bad.s:" in found.stdout + found.stderr
    missing = step("Lint", project, {"files": "nowhere/*.s"})
    assert missing.returncode == 2
    assert "::error::no file matches" in missing.stdout


@pytest.mark.slow
def test_the_action_gates_figures(project: Path) -> None:
    good = {"files": "kernels/good.s"}
    assert step("Gate the figures", project, good | {"fail-on": "vgprs>255\nconflicts>1000\n"}).returncode == 0
    failed = step("Gate the figures", project, good | {"fail-on": "conflicts>1000\ninstructions>0"})
    assert failed.returncode == 1
    assert "::error" in failed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("files", "status"), [(["good.s"], 0), (["good.s", "deep/bad.s", "deep/bad file.s"], 1)])
def test_the_hook_lints_each_file(project: Path, files: list[str], status: int) -> None:
    hook = HOOKS["isaopt-lint"]
    found = run([*shlex.split(hook["entry"]), *(f"kernels/{name}" for name in files)], project)
    assert found.returncode == status, found.stderr
    assert all(name in found.stdout + found.stderr for name in files[1:])


def test_the_other_hook_repairs(project: Path) -> None:
    path = project / "kernels" / "deep" / "bad file.s"
    assert run([*shlex.split(HOOKS["isaopt-lint-fix"]["entry"]), str(path)], project).returncode == 0
    assert run([*shlex.split(HOOKS["isaopt-lint"]["entry"]), str(path)], project).returncode == 0
