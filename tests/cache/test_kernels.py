"""A kernel of the same code as another gets its result, proved of this one's code, or is optimised itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from isaopt import pipeline
from isaopt.asm.isolate import isolated
from isaopt.asm.parser import parse_text
from isaopt.cache.kernels import KernelResults
from isaopt.cache.store import DeferredStore, Store
from isaopt.ir.program import Module
from isaopt.one_kernel import Done, optimize_kernel
from isaopt.outcome import Options, Result
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from tests.kernels import ARGUMENTS, kernel_file
from tests.test_parallel import timeless
from tests.test_pipeline import CODE, REASSIGN

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n'
LOOP = "\ts_branch .LBB0_2\n.LBB0_2:\n\ts_endpgm"


def kernel(name: str, number: int) -> str:
    """The kernel under another name, as the function of that number in its file."""
    text = kernel_file(CODE, ARGUMENTS, name=name, vgprs=41, sgprs=2).replace("\ts_endpgm", LOOP)
    return text.removeprefix(HEAD).replace(f"L{name}_end", f"Lfunc_end{number}").replace("LBB0", f"LBB{number}")


def file(*kernels: str, path: str = "k.s") -> Module:
    return parse_text(HEAD + "".join(kernels), path)


def stored(module: Module, options: Options, store: Store) -> Result:
    """The result, whose kernels are stored."""
    later = DeferredStore(store)
    result = optimize_module(module, options, store=later)
    later.commit()
    return result


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the kernels that were optimised themselves."""
    names: list[str] = []

    def noted(module: Module, *rest: Any) -> Done:
        names.append(module.kernels[0].name)
        return optimize_kernel(module, *rest)

    monkeypatch.setattr(pipeline, "optimize_kernel", noted)
    return names


def test_the_same_code_is_optimised_once_in_a_file(ran: list[str]) -> None:
    module = file(kernel("one", 0), kernel("two", 1), kernel("three", 2).replace("v40, 4, v0", "v40, 5, v0"))
    result = optimize_module(module, REASSIGN)
    assert ran == ["one", "three"]
    assert [k.name for k in result.kernels] == ["one", "two", "three"]
    assert [k.passes[0].changed for k in result.kernels] == [True] * 3
    assert verify_modules(module, result.module, by_text=False).proved
    one, two = (isolated(result.module, result.module.kernel(name)).module.text() for name in ("one", "two"))
    assert two == one.replace("one", "two").replace("LBB0", "LBB1").replace("Lfunc_end0", "Lfunc_end1")


def test_another_file_finds_it_in_the_store(tmp_path: Path, ran: list[str]) -> None:
    store = Store(tmp_path)
    stored(file(kernel("one", 0)), REASSIGN, store)
    again = file("\t.p2align 2\n", kernel("other", 7), path="other.s")
    found = stored(again, REASSIGN, store)
    assert ran == ["one"]
    own = optimize_module(again, REASSIGN)
    assert ran == ["one", "other"]
    assert timeless(found) == timeless(own)


@pytest.mark.parametrize(
    "options",
    [Options(level=1), replace(REASSIGN, verify=False), replace(REASSIGN, assumptions=("lane-race-free",))],
    ids=["level", "no proof", "assumption"],
)
def test_other_options_have_other_results(tmp_path: Path, ran: list[str], options: Options) -> None:
    store = Store(tmp_path)
    for asked in (REASSIGN, options):
        stored(file(kernel("one", 0)), asked, store)
    assert ran == ["one", "one"]


def test_what_was_proved_of_other_code_is_not_taken(tmp_path: Path, ran: list[str]) -> None:
    store = Store(tmp_path)
    other = file(kernel("one", 0).replace("v40, 4, v0", "v40, 5, v0"))
    module = file(kernel("one", 0))
    results = [
        KernelResults(m, replace(REASSIGN, objective="conflicts"), DeferredStore(store)) for m in (other, module)
    ]
    keys = [r.key(isolated(m, m.kernels[0])) for r, m in zip(results, (other, module), strict=True)]
    stored(other, REASSIGN, store)
    wrong = store.get(keys[0])
    assert wrong is not None
    store.put(keys[1], wrong)
    result = stored(module, REASSIGN, store)
    assert ran == ["one", "one"]
    assert result.changed
    assert verify_modules(module, result.module).proved


def test_damaged_results_are_made_again(tmp_path: Path, ran: list[str]) -> None:
    store, module = Store(tmp_path), file(kernel("one", 0))
    key = KernelResults(module, replace(REASSIGN, objective="conflicts"), DeferredStore(store)).key(
        isolated(module, module.kernels[0])
    )
    for payload in (b"not json", b"{}", b'{"changed":true,"code":"","around":[],"report":"[]","question":""}'):
        store.put(key, payload)
        assert stored(module, REASSIGN, store).changed
    assert ran == ["one"] * 3


def test_a_kernel_that_names_a_symbol_is_looked_up_nowhere() -> None:
    named = kernel("one", 0).replace("\tv_mov_b32_e32 v12, 0\n", "\ts_mov_b32 s9, table@abs32@lo\n", 1)
    module = file(named)
    assert not KernelResults(module, REASSIGN).key(isolated(module, module.kernels[0]))
