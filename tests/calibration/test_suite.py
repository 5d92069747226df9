"""The suite: every benchmark assembles, is clean, measures what it says, and can be written and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.calibration.benchmark import assembly, kernel_names
from isaopt.calibration.prediction import BenchmarkPredictor
from isaopt.calibration.suite import benchmarks, read_suite
from isaopt.cli import main
from isaopt.errors import InputError, UsageError
from isaopt.linting.model import Severity
from isaopt.target.gpus import Gpu, get_gpu, gpu_for
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain

ARCHES = ("gfx1100", "gfx1151", "gfx1201")


@pytest.mark.parametrize("arch", ARCHES)
def test_names_are_unique_and_parameters_exist(arch: str) -> None:
    suite = benchmarks(arch)
    assert len({b.name for b in suite}) == len(suite) > 80
    known = get_gpu(gpu_for(arch)).parameters
    assert {name for b in suite for name in b.depends} <= set(known)
    # What a pace depends on beside what it shows, another benchmark shows.
    numbers = {name for b in suite for name in b.parameters}
    assert {name for b in suite for name in b.beside} <= numbers
    # What is asked of the model first of all: the bank questions, with repeated and with new operands.
    assert {
        f"dual_{case}_{kind}"
        for case in ("distinct", "x0_y1", "x0_x1", "accumulator", "three")
        for kind in ("fixed", "moving")
    } <= {b.name for b in suite}


@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHES)
def test_benchmarks_assemble_and_are_clean(arch: str, toolchain: Toolchain) -> None:
    # One of each kind of opcode pair is enough here; the others differ in a mnemonic.
    suite = [
        b for b in benchmarks(arch) if not b.name.startswith(("dual_x_", "dual_y_")) or b.name.endswith("fmaak_f32")
    ]
    # A file has one wave size; one run of the assembler for each is much faster than one for each benchmark.
    for size in (32, 64):
        assemble("".join(assembly(b, arch) for b in suite if b.wave_size == size), arch, toolchain=toolchain)
    other = {b.name: assembly(b, ARCHES[0]).replace(ARCHES[0], arch) for b in benchmarks(ARCHES[0])}
    for number, benchmark in enumerate(suite):
        text = assembly(benchmark, arch)
        if arch != ARCHES[0] and text == other.get(benchmark.name) and number % 8:
            # The same instructions on a GPU of the same family: a sample of these will do.
            continue
        if benchmark.name in ("fetch_next", "fetch_far"):
            # Ten thousand instructions that are jumped over.
            continue
        # The other kernel is the same with more repetitions.
        findings = isaopt.lint(parse_text(text, benchmark.name), kernels=kernel_names(benchmark)[:1])
        assert [f.message for f in findings if f.severity is Severity.ERROR] == [], benchmark.name


def test_the_long_version_has_only_more_repetitions() -> None:
    benchmark = next(b for b in benchmarks("gfx1100") if b.name == "chain_fma")
    module = parse_text(assembly(benchmark, "gfx1100"), "k.s")
    texts = []
    for name in kernel_names(benchmark):
        lines = [i.text.strip() for _, i in module.instructions(module.kernel(name))]
        texts.append([line.replace(name, "") for line in lines])
    short, long = texts
    line = "v_fma_f32 v8, v8, v9, v10"
    assert (short.count(line), long.count(line)) == (benchmark.short, benchmark.long)
    assert [t for t in short if t != line] == [t for t in long if t != line]


@pytest.mark.slow
def test_all_that_the_model_knows_of_an_edge_back_is_hidden_behind_other_waves() -> None:
    suite = {b.name: b for b in benchmarks("gfx1100")}
    predictor, gpu = BenchmarkPredictor("gfx1100"), get_gpu("rx7900xtx")

    def excess(kind: str, gpu: Gpu) -> float:
        """Cycles a repetition and wave that the loop takes more, of six waves on a SIMD."""
        loop, straight = (predictor.pace(suite[f"{form}_{kind}"], gpu) / 6 for form in ("loop", "straight"))
        assert 62 < straight < 68
        return loop - straight

    for kind in ("plain", "lds", "delay"):
        assert abs(excess(kind, gpu)) < 0.3
    assert abs(excess("plain", gpu.with_values({"branch.taken": 100}))) < 0.3
    assert excess("lds", gpu.with_values({"branch.taken": 100})) > 10
    assert excess("plain", gpu.with_values({"issue.arbitration": "round-robin"})) > 2


def test_a_suite_is_written_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = tmp_path / "suite"
    assert main.run(["microbench", "-o", str(directory), "--arch", "gfx1201"]) == 0
    arch, suite = read_suite(str(directory))
    assert (arch, [b.name for b in suite]) == ("gfx1201", [b.name for b in benchmarks("gfx1201")])
    assert {p.name for p in directory.iterdir()} == {"manifest.json", *(f"{b.name}.s" for b in suite)}
    assert isaopt.microbench("gfx1201")["manifest.json"] == (directory / "manifest.json").read_text()
    capsys.readouterr()
    assert main.run(["microbench", "-o", str(directory), "--arch", "gfx1201"]) == 2
    assert "is not an empty directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["benchmarks"][0].update(waves=3), "is not one of this version"),
        (lambda d: d["benchmarks"][0].update(name="nonsense"), "is not one of this version"),
        (lambda d: d.pop("arch"), "not a suite manifest"),
        (lambda d: d.update(benchmarks=3), "not a suite manifest"),
    ],
)
def test_another_versions_suite_is_refused(tmp_path: Path, change: object, words: str) -> None:
    document = json.loads(isaopt.microbench("gfx1100")["manifest.json"])
    assert callable(change)
    change(document)
    (tmp_path / "manifest.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match=words):
        read_suite(str(tmp_path))


def test_a_directory_without_a_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no manifest"):
        read_suite(str(tmp_path))


def test_benchmarks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["microbench", "--arch", "gfx1100", "--list"]) == 0
    assert "lds_load_b128: ds_load_b128 and its wait [lds.latency_b128]" in capsys.readouterr().out
    assert main.run(["microbench", "--arch", "gfx1100"]) == 2
    assert main.run(["microbench", "--arch", "gfx900", "--list"]) == 2
