"""Every function of the public API stays a function, whatever modules were imported before it is asked for."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import isaopt
from isaopt.cli.main import COMMANDS


@pytest.mark.slow
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


def test_every_command_is_a_function_with_types() -> None:
    for name in (*COMMANDS, "parse", "optimize"):
        function = getattr(isaopt, name)
        assert name in isaopt.__all__
        hints = inspect.get_annotations(function)
        assert set(hints) == {*inspect.signature(function).parameters, "return"}
        assert inspect.getdoc(function)


def test_the_functions_print_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    module = isaopt.parse(Path(__file__).parent / "golden" / "inputs" / "before.s")
    ran = {each.name for kernel in isaopt.optimize(module).kernels for each in kernel.passes}
    assert ran
    assert ran <= {each.name for each in isaopt.passes()}
    assert isaopt.fmt(module) == module.text()
    assert len(isaopt.dump(module)) == sum(k.metrics.instructions for k in isaopt.report(module).kernels)
    assert all(kernel.changes == () for kernel in isaopt.diff(module, module).kernels)
    assert isaopt.build(module).startswith(b"\x7fELF")
    assert isaopt.doctor(["gfx1100"]).searches[0][1].tool is not None
    assert capfd.readouterr() == ("", "")


def test_all_names_resolve() -> None:
    for name in isaopt.__all__:
        assert getattr(isaopt, name) is getattr(importlib.import_module("isaopt.api"), name)
