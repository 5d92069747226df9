"""Fixtures of the tests that compile HIP programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hip_install import Hip, find_hip


@pytest.fixture(scope="session")
def hip() -> Hip:
    """A HIP toolchain; the test is skipped where there is none."""
    return find_hip()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hip: Hip) -> Path:
    """A cache of the test's own; the compiler finds its libraries."""
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LD_LIBRARY_PATH", hip.library_path)
    return tmp_path / "cache"
