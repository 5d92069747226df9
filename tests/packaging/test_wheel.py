"""The wheel: what it holds, what it says of itself, and that it works without the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import isaopt

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def metadata(wheel: Path) -> Metadata:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(archive.read(name), validate=True)


def test_it_holds_the_package_and_nothing_else(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "isaopt", "grammars"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    wanted = {name.replace("grammars/", "isaopt/_grammars/", 1) for name in listed.stdout.split("\n") if name}
    assert wanted <= held
    endings = {Path(name).suffix for name in wanted}
    assert {".lark", ".c", ".json", ".toml", ".css", ".js", ".cmake", ".typed"} <= endings
    assert {name.split("/")[0] for name in held} == {"isaopt", f"isaopt-{isaopt.__version__}.dist-info"}
    assert not [name for name in held if "__pycache__" in name]


def test_its_metadata_is_what_a_registry_asks_for(wheel: Path) -> None:
    found = metadata(wheel)
    assert (found.name, str(found.version)) == ("isaopt", isaopt.__version__)
    assert found.description_content_type == "text/markdown"
    assert found.license_expression == "MIT"
    assert found.license_files
    assert found.summary
    assert "Typing :: Typed" in (found.classifiers or [])
    assert {"toolchain", "plots", "lsp", "all"} <= set(found.provides_extra or [])


def test_plots_and_tools_are_asked_for_by_extras_alone(wheel: Path) -> None:
    needed = [r for r in metadata(wheel).requires_dist or [] if r.marker is None or "extra" not in str(r.marker)]
    assert {"ortools", "bitwuzla"} <= {r.name for r in needed}
    assert not {"matplotlib", "ziglang", "pygls"} & {r.name for r in needed}
    asked = {r.name for r in metadata(wheel).requires_dist or [] if r.marker and r.marker.evaluate({"extra": "all"})}
    assert {"matplotlib", "ziglang", "pygls", "distributed"} <= asked


@pytest.mark.slow
def test_it_works_on_its_own(wheel: Path, tmp_path: Path) -> None:
    """Grammar, tables and C come from the wheel; of the checkout only the dependencies are at hand."""
    installed = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(installed)
    source = ROOT / "kernels_s" / "softmax_gfx1201.s"
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r})\n"
        f"import isaopt; assert isaopt.__file__.startswith({str(installed)!r})\n"
        "from isaopt.cli.main import run\n"
        f"sys.exit(run(['opt', {str(source)!r}, '-o', 'out.s', '--passes', 'reassign', '--no-cache']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.s").exists()


def test_a_page_without_matplotlib_says_how_to_get_its_plots() -> None:
    assert find_spec("matplotlib"), "the tests need it"
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from isaopt.reports.charts import draw\n"
        "print(draw(1.0, 'pressure', lambda axes: None))\n"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.startswith("<svg")
    assert "pip install &#x27;isaopt[plots]&#x27;" in said
