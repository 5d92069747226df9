"""What doctor says of GPUs, from a made-up driver directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.toolchain.run import child_environment, run
from isaopt.toolchain.runtime import arch_of_version, find_gpus, find_hip_library, gpu_problem


@pytest.mark.parametrize(
    ("version", "arch"), [(110000, "gfx1100"), (110501, "gfx1151"), (120001, "gfx1201"), (90010, "gfx90a")]
)
def test_processor_names(version: int, arch: str) -> None:
    assert arch_of_version(version) == arch


def test_gpus_are_listed_by_node_without_the_cpu(tmp_path: Path) -> None:
    for node, version in ((0, 0), (10, 120001), (2, 110000)):
        (tmp_path / str(node)).mkdir()
        (tmp_path / str(node) / "properties").write_text(f"cpu_cores_count 8\ngfx_target_version {version}\n")
    gpus = find_gpus(tmp_path)
    assert [(g.node, g.arch) for g in gpus] == [(2, "gfx1100"), (10, "gfx1201")]
    device = tmp_path / "kfd"
    device.touch()
    assert gpu_problem(gpus, device) == ""
    assert gpu_problem((), device) == "the driver lists no GPU"
    assert "does not exist" in gpu_problem(gpus, tmp_path / "absent")


def test_no_driver_means_no_gpu(tmp_path: Path) -> None:
    assert find_gpus(tmp_path / "absent") == ()


def test_hip_library_is_found_under_rocm_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libamdhip64.so.6").touch()
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    assert find_hip_library() == str(tmp_path / "lib" / "libamdhip64.so.6")


def test_zig_gets_a_writable_cache_where_home_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ZIG_GLOBAL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert "isaopt-zig-" in child_environment()["ZIG_GLOBAL_CACHE_DIR"]
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "ZIG_GLOBAL_CACHE_DIR" not in child_environment()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert "ZIG_GLOBAL_CACHE_DIR" in child_environment()


def test_a_program_that_hangs_or_does_not_exist_is_a_result() -> None:
    late = run(["sleep", "60"], timeout=0.2)
    assert (late.status, late.stderr) == (124, "no answer within 0.2 seconds")
    assert run(["/nowhere/at/all"]).status == 127
    assert run(["sh", "-c", "cat; exit 3"], b"in").stdout == b"in"
    assert run(["sh", "-c", "kill -9 $$"]).complaint() == "died of signal 9"
