"""What `isaopt run --check` finds: every seeded fault, with its place, and nothing in programs without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.virtual.conftest import PROGRAMS, Start

pytestmark = pytest.mark.hip

SOURCE = (PROGRAMS / "seeded.hip").read_text().splitlines()


def line_of(text: str) -> int:
    """The only line of the program with this text."""
    (found,) = (k for k, line in enumerate(SOURCE, 1) if text in line)
    return found


@pytest.mark.parametrize("checks", ["memory", "all"])
def test_clean_programs_are_silent(run: Start, checks: str) -> None:
    done = run("seeded clean", "--check", checks)
    assert (done.stdout, done.stderr, done.returncode) == ("hipSuccess\n", "", 0)
    done = run("tile", "--check", checks)
    assert (done.stdout, done.stderr, done.returncode) == ("0 wrong, 2 launches\n", "", 0)


@pytest.mark.parametrize(
    ("fault", "check", "words", "at"),
    [
        ("past-end", "memory", "store of 4 bytes at 0x{address:x}, outside all allocations", "void past_end"),
        ("freed", "memory", "load of 4 bytes", "b[i] = a[i] + 1"),
        ("host-pointer", "memory", "load of 4 bytes", "b[i] = a[i] + 1"),
        ("lds", "memory", "store of 4 bytes at LDS byte 256, outside", "shared[threadIdx.x * n] = n"),
        ("unwritten", "uninit", "the host copies the bytes at", "b[i] = a[i] + 1"),
        ("unwritten-copied", "uninit", "decides an address, a branch or which lanes run", "a[threadIdx.x & 1] > 0"),
        ("unwritten-atomic", "uninit", "atomic of 4 uninitialised bytes", ""),
        ("race-lds", "race", "races with a", "shared["),
        ("race-global", "race", "store of 4 bytes at 0x{address:x} races with a store", "void meet"),
        ("race-fence", "race", "load of 4 bytes at 0x{address:x} races with a store", "sum += parts[k]"),
        ("half-wave", "barrier", "lane 8 does not take part", "s_barrier()"),
        ("one-wave", "barrier", "wave 1 has ended instead", "s_barrier()"),
        ("no-wait", "wait", "is used before a wait for its load", "asm volatile(\"s_waitcnt"),
        ("no-store-wait", "wait", "wrote without a wait before the barrier", "b[128 + threadIdx.x]"),
    ],
)  # fmt: skip
def test_each_fault_is_found(run: Start, tmp_path: Path, fault: str, check: str, words: str, at: str) -> None:
    report, sarif = tmp_path / "found.json", tmp_path / "found.sarif"
    done = run(f"seeded {fault}", "--check", check, "--json", report, "--sarif", sarif)
    assert done.returncode == 1
    found = json.loads(report.read_text())["findings"]
    assert {f["check"] for f in found} == {check}
    first = found[0]
    assert words.format(address=first["address"]) in first["message"]
    assert f"isaopt run: {check}: {first['message']}" in done.stderr
    if at:
        assert first["file"] == str(PROGRAMS / "seeded.hip")
        assert at in SOURCE[first["line"] - 1]
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    assert [r["ruleId"] for r in results] == [f["check"] for f in found]
    place = results[0]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == (
        Path(first["file"]).as_uri(),
        first["line"],
    )


def test_where_memory_was_made_and_freed_is_told(run: Start, tmp_path: Path) -> None:
    report = tmp_path / "found.json"
    done = run("seeded freed", "--check", "memory", "--json", report)
    (found,) = json.loads(report.read_text())["findings"]
    memory = found["allocation"]
    assert (memory["size"], memory["kind"], found["address"]) == (1024, "device memory", memory["address"])
    assert "0 bytes into 1024 bytes of device memory that was freed" in done.stderr
    assert [place["line"] for place in memory["freed"]] == [line_of("(void)hipFree(a);")]
    assert memory["made"][-1]["function"] == found["call"][-1]["function"] == "main"
    assert found["call"][-1]["line"] == line_of("(void)hipFree(a);") + 1
    assert done.stdout == "hipErrorIllegalAddress\n"


def test_both_accesses_of_a_race_are_named(run: Start, tmp_path: Path) -> None:
    report = tmp_path / "found.json"
    run("seeded race-fence", "--check", "race", "--json", report, "--jobs", "2")
    found = json.loads(report.read_text())["findings"][0]
    (related,) = found["related"]
    assert (found["workgroup"], found["work_item"]) == ([3, 0, 0], [0, 0, 0])
    assert related["line"] == line_of("parts[blockIdx.x] =")


def test_options_that_make_no_sense_are_refused(run: Start) -> None:
    assert "there is no check 'bounds' (there are memory, uninit" in run("tile", "--check", "memory,bounds").stderr
    assert "findings are written with --check only" in run("tile", "--json", "x.json").stderr
