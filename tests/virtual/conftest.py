"""HIP programs, compiled as users do, and what starts them without a GPU."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hip_install import Hip, find_hip

PROGRAMS = Path(__file__).parent / "programs"
Start = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def hip() -> Hip:
    return find_hip()


@pytest.fixture(scope="session")
def compiled(hip: Hip, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs, linked against AMD's own library: they need its symbol versions."""
    folder = tmp_path_factory.mktemp("programs")
    for source in PROGRAMS.glob("*.hip"):
        command = [hip.clang, *hip.flags, "-g", "-x", "hip", str(source), "--offload-arch=gfx1100", *hip.link_flags]
        subprocess.run([*command, "-o", folder / source.stem], check=True, env=hip.environment, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def start(hip: Hip, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Runs Python with caches of its own."""
    caches = tmp_path_factory.mktemp("caches")
    own = {"ISAOPT_CACHE": str(caches / "c"), "ISAOPT_CACHE_DIR": str(caches / "d")}

    def started(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        # Where the program dies by a signal, no core file is left.
        command = ["sh", "-c", 'ulimit -c 0; exec "$@"', "sh", sys.executable, *map(str, arguments)]
        return subprocess.run(command, env={**hip.environment, **own}, capture_output=True, text=True, check=False)

    return started


@pytest.fixture(scope="session")
def run(start: Start, compiled: Path) -> Start:
    def started(program: str | Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
        name, *arguments = str(program).split()
        return start("-m", "isaopt", "run", *options, "--", compiled / name, *arguments)

    return started
