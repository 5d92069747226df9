"""A disassembler, which the Python packages of the development environment do not have."""

from __future__ import annotations

import pytest

from isaopt.errors import MissingTool
from isaopt.toolchain.find import find_objdump


@pytest.fixture(scope="session", autouse=True)
def _objdump() -> None:
    try:
        find_objdump("gfx1201")
    except MissingTool as error:
        pytest.skip(f"{error.message}; `make hip` brings one where apt-get has Debian's packages")
