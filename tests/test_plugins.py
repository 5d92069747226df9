"""Passes, register-file models, GPUs and lint rules of another package: the example of the documentation, installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import isaopt
from tests.kernels import kernel_file

ROOT = Path(isaopt.__file__).parents[1]
PAGE = (ROOT / "docs" / "how-to" / "extend.md").read_text("utf-8")
BASE = ROOT / "isaopt" / "target" / "data" / "gpus" / "rx7900xtx.json"
#: A pass that changes what a kernel does, and one that raises.
WRONG = """
from dataclasses import dataclass
from my_tools import DropCopies, spliced, PassResult

@dataclass(frozen=True)
class DropAdds(DropCopies):
    name = "drop-adds"
    def apply(self, module, kernel):
        items = range(kernel.first, kernel.last)
        adds = [i for i in items if getattr(module.items[i], "text", "").strip().startswith("v_add_nc_u32")]
        return PassResult(spliced(module, {(i, i + 1): () for i in adds}), True)

@dataclass(frozen=True)
class Raises(DropCopies):
    name = "raises"
    def apply(self, module, kernel):
        raise RuntimeError("no")
"""
KERNEL = kernel_file(
    (
        "s_load_b64 s[0:1], s[0:1], 0x0",
        "v_mov_b32_e32 v1, v1",
        "v_lshlrev_b32_e32 v0, 2, v0",
        "v_add_nc_u32_e32 v2, 7, v0",
        "s_waitcnt lgkmcnt(0)",
        "global_store_b32 v0, v2, s[0:1]",
    ),
    *("kernarg_size 8", "user_sgpr_kernarg_segment_ptr 1"),
    vgprs=3,
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the example's package as an installer leaves it."""
    folder = tmp_path_factory.mktemp("site")
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    (project,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (folder / "my_tools.py").write_text(code)
    (folder / "my_wrong.py").write_text(WRONG)
    (folder / "small.json").write_text(json.dumps(json.loads(BASE.read_text("utf-8")) | {"title": "Small"}))
    points = tomllib.loads(project)["project"]["entry-points"]
    points["isaopt.passes"] |= {"drop-adds": "my_wrong:DropAdds", "raises": "my_wrong:Raises"}
    info = folder / "my_tools-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-tools\nVersion: 1.0\n")
    rows = [[f"[{group}]", *(f"{name} = {value}" for name, value in named.items())] for group, named in points.items()]
    (info / "entry_points.txt").write_text("\n".join(line for row in rows for line in row) + "\n")
    (folder / "k.s").write_text(KERNEL)
    return folder


def isaopt_run(folder: Path, *arguments: str, status: int = 0) -> str:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    command = [sys.executable, "-m", "isaopt", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def optimized(folder: Path, passes: str) -> tuple[str, dict[str, tuple[bool, str]]]:
    said = isaopt_run(folder, "opt", "k.s", "-o", "out.s", "--passes", passes, "--json", "--no-cache")
    (kernel,) = json.loads(said)["kernels"]
    return kernel["verify"], {ran["name"]: (ran["changed"], " ".join(ran["notes"])) for ran in kernel["passes"]}


@pytest.mark.slow
def test_a_pass_from_outside_is_listed_run_and_proved(installed: Path) -> None:
    listed = isaopt_run(installed, "passes")
    assert "drop-copies: remove moves of a register to itself\n  levels none; options limit" in listed
    found = optimized(installed, "drop-copies{limit=3}")
    assert found == ("proved", {"drop-copies": (True, "")})
    assert "v_mov_b32_e32 v1, v1" not in (installed / "out.s").read_text()
    assert isaopt_run(installed, "opt", "k.s", "-o", "x.s", "--passes", "drop-copies{limits=3}", status=2).startswith(
        "--passes:1:13: error: drop-copies has no option 'limits', did you mean 'limit'?"
    )


@pytest.mark.slow
def test_a_wrong_pass_from_outside_changes_nothing(installed: Path) -> None:
    found = optimized(installed, "drop-adds,drop-copies")
    changed, why = found[1]["drop-adds"]
    assert not changed
    assert "left unchanged" in why
    text = (installed / "out.s").read_text()
    assert "v_add_nc_u32_e32" in text
    assert "v_mov_b32_e32 v1, v1" not in text
    assert "RuntimeError" in optimized(installed, "raises")[1]["raises"][1]


@pytest.mark.slow
def test_models_gpus_and_rules_from_outside(installed: Path) -> None:
    report = json.loads(isaopt_run(installed, "report", "k.s", "--json", "--bank-model", "free"))
    assert report["kernels"][0]["bank_conflicts_by_model"]["free"] == 0
    assert "+free" in isaopt_run(installed, "report", "k.s", "--bank-model", "free")
    assert optimized(installed, "reassign{bank-model=free}")[0] == "proved"
    predicted = json.loads(isaopt_run(installed, "sim", "k.s", "--gpu", "small", "--set", "banks.model=free", "--json"))
    assert predicted["gpu"] == "small"
    assert "this moves a register to itself" in isaopt_run(installed, "lint", "k.s")


@pytest.mark.slow
def test_what_cannot_be_loaded_is_said(installed: Path, tmp_path: Path) -> None:
    info = tmp_path / "bad-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[isaopt.passes]\nnone = not_there:Pass\n")
    (tmp_path / "k.s").write_text(KERNEL)
    said = isaopt_run(tmp_path, "opt", "k.s", "-o", "o.s", "--passes", "none", status=2)
    assert "the entry point 'none' in isaopt.passes of the package bad cannot be loaded" in said
    (info / "entry_points.txt").write_text("[isaopt.passes]\nbatch = not_there:Pass\n")
    assert "has a name that is taken" in isaopt_run(tmp_path, "passes", status=2)
