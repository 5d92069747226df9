"""Certificates: each step is proved anew, and nothing that a file says is taken for granted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from isaopt import certificate
from isaopt.asm.parser import parse_text
from isaopt.certificate import Certificate, certify, read_certificate, verify_certified
from isaopt.cli.main import run
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.proof.types import Difference
from isaopt.proof.verdict import KernelProof, Verification, verify_modules
from tests.proof.test_attacks import program

CODE = "v_lshlrev_b32_e32 v1, 2, v0\nv_add_nc_u32_e32 {}, v0, v0\nv_add_nc_u32_e32 v2, {}, v0\nSTORE"
FIRST, BETWEEN, LAST = (program(CODE.format(reg, reg)) for reg in ("v3", "v4", "v5"))
WRONG = program(CODE.format("v4", "v0"))


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prover that never proves the last version from the first one."""

    def weaker(
        before: Module, after: Module, kernels: Sequence[str] = (), assumptions: Sequence[str] = (), *rest: object
    ) -> Verification:
        found = verify_modules(before, after, kernels, assumptions)
        if before.text() == FIRST.text() and after.text() == LAST.text():
            lost = KernelProof("k", "not-proved", (), (), (Difference("too far"),))
            return Verification(found.path_a, found.path_b, (lost,))
        return found

    monkeypatch.setattr(certificate, "verify_modules", weaker)


@pytest.mark.usefixtures("in_steps")
def test_steps_prove_what_is_not_proved_at_once() -> None:
    assert not verify_certified(FIRST, LAST, certify(FIRST, LAST, {})).proved
    written = certify(FIRST, LAST, {"k": (BETWEEN.text(),)}).text()
    assert verify_certified(FIRST, LAST, read_certificate(written, "c.json")).proved


@pytest.mark.usefixtures("in_steps")
def test_a_wrong_version_proves_nothing() -> None:
    found = verify_certified(FIRST, LAST, certify(FIRST, LAST, {"k": (WRONG.text(),)}))
    assert not found.proved
    assert "step 1 of 2" in str(found.kernels[0].differences[0])


def test_a_wrong_output_is_not_proved_by_right_versions() -> None:
    found = verify_certified(FIRST, WRONG, certify(FIRST, WRONG, {"k": (BETWEEN.text(), LAST.text())}))
    assert not found.proved
    assert "step 3 of 3" in str(found.kernels[0].differences[0])


def test_a_version_that_is_no_assembly_is_an_error() -> None:
    with pytest.raises(InputError, match="version 1 of the certificate"):
        verify_certified(FIRST, WRONG, certify(FIRST, WRONG, {"k": ("\tv_nothing v1\n",)}))


def test_a_certificate_is_for_its_files_only() -> None:
    made = certify(FIRST, LAST, {})
    with pytest.raises(InputError, match="another output"):
        verify_certified(FIRST, BETWEEN, made)
    with pytest.raises(InputError, match="another input"):
        verify_certified(BETWEEN, LAST, made)


def test_versions_of_a_kernel_that_only_the_output_has_prove_nothing() -> None:
    other = parse_text(LAST.text().replace("k:", "h:").replace("_kernel k", "_kernel h"), "b.s")
    found = verify_certified(FIRST, other, certify(FIRST, other, {"h": (other.text(),)}))
    assert {p.name: p.status for p in found.kernels} == {"k": "not-proved", "h": "not-proved"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "another"}',
        '{"format": "isaopt-certificate-1", "input": "", "output": "", "steps": 3}',
        "[" * 100_000,
        Certificate("", "", {"k": ("",) * 65}).text(),
        Certificate("", "", {"k": ("; \ud800",)}).text(),
    ],
    ids=["empty", "list", "nothing", "format", "steps", "deep", "many", "no-characters"],
)
def test_another_file_is_an_error(text: str) -> None:
    with pytest.raises(InputError):
        read_certificate(text, "c.json")


def test_the_commands_write_and_read_one(tmp_path: Path) -> None:
    source, out, cert = (tmp_path / name for name in ("k.s", "k.opt.s", "k.json"))
    source.write_text(FIRST.text())
    options = ["--passes", "reassign", "--max-vgprs", "60"]
    assert run(["opt", str(source), "-o", str(out), "--certificate", str(cert), *options]) == 0
    assert json.loads(cert.read_text())["steps"] == {}, "proved at once"
    assert run(["opt", str(source), "-o", str(out), "--certificate", str(cert), "--report", str(cert)]) == 2
    assert run(["verify", str(source), str(out), "--certificate", str(cert)]) == 0
    out.write_text(WRONG.text())
    assert run(["verify", str(source), str(out), "--certificate", str(cert)]) == 2
