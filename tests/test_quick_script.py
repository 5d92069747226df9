"""What `make quick` runs."""

from __future__ import annotations

from scripts.quick import ALWAYS, ROOT, concerned


def test_a_change_has_the_concerned_its_folder() -> None:
    changes = {
        "isaopt/proof/terms/integers.py": "proof",
        "isaopt/pipeline.py": "test_pipeline.py",
        "tests/cli/test_opt.py": "cli/test_opt.py",
        "tests/hip/stand_in.py": "hip",
        "docs/how-to/ci.md": "docs",
    }
    for path, expected in changes.items():
        assert list(concerned([path])) == [ROOT / "tests" / expected], path
    assert list(concerned(["README.md", "tests/conftest.py"])) == []


def test_what_always_runs_is_there() -> None:
    assert all((ROOT / "tests" / name).exists() for name in ALWAYS)


def test_every_folder_of_the_package_has_tests() -> None:
    folders = {path.parent.relative_to(ROOT / "isaopt").parts[0] for path in (ROOT / "isaopt").glob("*/*.py")}
    assert {name for name in folders if not (ROOT / "tests" / name).is_dir()} == set()
