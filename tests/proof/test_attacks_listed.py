"""The pairs of programs in ``attacks.txt``: state that no operand names, waits, halves of registers, lanes, caches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from isaopt.proof.verdict import verify_modules
from tests.proof.test_attacks import program


@dataclass(frozen=True)
class Listed:
    name: str
    arch: str
    options: frozenset[str]
    a: str
    b: str

    @property
    def wave(self) -> int:
        return 64 if "wave64" in self.options else 32


def listed() -> list[Listed]:
    found = []
    for block in (Path(__file__).parent / "attacks.txt").read_text().split("\n# ")[1:]:
        head, *lines = block.strip("\n").split("\n")
        name, arch, *options = head.split()
        whole = not any(line.startswith("-") for line in lines)
        a = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        b = "\n".join(line[1:] for line in lines if line.startswith("+") or (not whole and line.startswith(" ")))
        found.append(Listed(name, arch, frozenset(options), a, b))
    return found


ATTACKS = listed()


def test_names_are_unique() -> None:
    assert len({a.name for a in ATTACKS}) == len(ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_a_wrong_program_is_not_proved(attack: Listed) -> None:
    before = program(attack.a, attack.arch, attack.wave)
    after = program(attack.b, attack.arch, attack.wave)
    assert before.text() != after.text()
    found = verify_modules(before, after)
    assert not found.proved
    assert found.kernels[0].differences


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_the_right_program_is_proved_if_the_model_covers_it(attack: Listed) -> None:
    module = program(attack.a, attack.arch, attack.wave)
    assert verify_modules(module, module, by_text=False).proved == ("refused" not in attack.options)
