"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import settings

from isaopt.toolchain.find import Toolchain, find_toolchain
from tests.kernels import kernel_file

# A build of one commit gives one answer: the property tests draw the same cases each time.
# `HYPOTHESIS_PROFILE=explore` draws new ones, for whoever hunts mistakes; what it finds becomes an example of its own.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written rather than compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests have a secret of their own for their caches, and leave the user's alone."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    """The clang and ld.lld of this machine; the development environment always has the ziglang wheel's."""
    return find_toolchain("gfx1100")


@pytest.fixture(scope="session")
def kernel_text() -> Callable[..., str]:
    """Make a small complete kernel: ``kernel_text(body, arch=, name=, vgprs=, wave_size=)``."""

    def make(
        body: str = "\tv_mov_b32_e32 v0, 0",
        arch: str = "gfx1100",
        name: str = "k",
        vgprs: int = 8,
        wave_size: int = 32,
    ) -> str:
        return kernel_file(body, arch=arch, name=name, vgprs=vgprs, sgprs=16, wave=wave_size) + "\t.text\n"

    return make
