"""A result that is looked up is the result that was computed, for these questions only."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

import isaopt.cache.results
from isaopt.approval import TrialApproval
from isaopt.asm.parser import parse_text
from isaopt.cache.results import optimize_cached, result_key
from isaopt.cache.store import Store
from isaopt.cli import main
from isaopt.outcome import Options
from isaopt.transform.registry import PassOptions
from tests.cli.test_opt import TEXT


def test_the_second_result_is_looked_up_and_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    module = parse_text(TEXT, "k.s")
    first = optimize_cached(module, store=store)
    assert not first.hit
    assert first.result.changed
    assert not optimize_cached(module, store=store).hit
    first.keep(store)

    def never(*_: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(isaopt.cache.results, "optimize_module", never)
    second = optimize_cached(parse_text(TEXT, "elsewhere.s"), store=store)
    assert second.hit
    for field in fields(first.result):
        if field.name not in ("seconds", "module"):
            assert getattr(second.result, field.name) == getattr(first.result, field.name)
    assert second.result.module == replace(first.result.module, path="elsewhere.s")


def test_an_entry_that_is_no_result_is_computed_anew(tmp_path: Path) -> None:
    store = Store(tmp_path)
    module = parse_text(TEXT, "k.s")
    key = result_key(TEXT, "gfx1100", Options())
    assert key is not None
    for payload in (b"not json", b"[]", b'{"text": 1}'):
        store.put(key, payload)
        found = optimize_cached(module, store=store)
        assert not found.hit
        found.keep(store)
    assert optimize_cached(module, store=store).hit


@pytest.mark.slow
def test_everything_that_a_result_depends_on_is_in_its_key() -> None:
    keys = [
        result_key(text, arch, options)
        for text in (TEXT, TEXT + "\n")
        for arch in ("gfx1100", "gfx1201")
        for options in (
            Options(),
            Options(level=1),
            Options(passes=("reassign",)),
            Options(kernels=("k",)),
            Options(verify=False),
            Options(assumptions=("lane-race-free",)),
            Options(pass_options=PassOptions(max_vgprs=30)),
            Options(pass_options=PassOptions(effort=2)),
            Options(pass_options=PassOptions(seed=1)),
        )
    ]
    assert len(set(keys)) == len(keys) == 36
    assert result_key(TEXT, "gfx1100", Options()) == keys[0]
    assert result_key(TEXT, "gfx1100", Options(trials=TrialApproval())) is None
    assert result_key(TEXT + '\t.include "more.inc"\n', "gfx1100", Options()) is None


def test_opt_says_whether_it_looked_the_result_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "k.s", tmp_path / "out.s"
    source.write_text(TEXT)
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "cache"))
    found = []
    for options in ([], [], ["--no-cache"], ["--seed", "3"], ["--seed", "3", "--cache"]):
        assert main.run(["opt", str(source), "-o", str(out), "--json", *options]) == 0
        document = json.loads(capsys.readouterr().out)
        found.append((document["cached"], document["output"]["sha256"]))
    assert [hit for hit, _ in found] == [False, True, False, False, True]
    assert len({sha for _, sha in found[:3]}) == 1
