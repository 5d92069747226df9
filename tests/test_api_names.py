"""Every function of the public API stays a function, whatever modules were imported before it is asked for."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import isaopt


def test_no_module_hides_a_function() -> None:
    # In a process of its own, with every module imported: a package of the same name would replace the function.
    names = [m.name for m in pkgutil.walk_packages(isaopt.__path__, "isaopt.") if not m.name.endswith("__main__")]
    assert len(names) > 50
    code = (
        "import importlib, isaopt\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print([n for n in isaopt.__all__ if not callable(getattr(isaopt, n))])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_all_names_resolve() -> None:
    for name in isaopt.__all__:
        assert getattr(isaopt, name) is getattr(importlib.import_module("isaopt.api"), name)
