"""A HIP runtime made for the tests, and a kernel that it can run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hip.stand_in import HIDDEN
from tests.kernels import arguments, block, entry, kernel_file

#: out[i] = a * x[i] + out[i] for i < n, one element a work-item; 64 work-items a workgroup.
FMA = kernel_file(
    (
        "s_clause 0x1",
        "s_load_b128 s[4:7], s[0:1], null",
        "s_load_b64 s[8:9], s[0:1], 0x10",
        "v_lshl_add_u32 v1, s2, 6, v0",
        "s_waitcnt lgkmcnt(0)",
        "v_cmp_gt_u32_e32 vcc_lo, s9, v1",
        "s_and_saveexec_b32 s3, vcc_lo",
        "s_cbranch_execz .Lend",
        "v_lshlrev_b32_e32 v1, 2, v1",
        "global_load_b32 v2, v1, s[6:7]",
        "global_load_b32 v3, v1, s[4:5]",
        "s_waitcnt vmcnt(0)",
        "v_fmac_f32_e32 v3, s8, v2",
        "global_store_b32 v1, v3, s[4:5]",
        ".Lend:",
    ),
    *("kernarg_size 24", "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1"),
    name="fma",
    vgprs=4,
    sgprs=10,
) + block(entry([".max_flat_workgroup_size: 64", ".sgpr_count: 12", ".vgpr_count: 4", *arguments(8, 8, 4, 4)], "fma"))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The fake runtime, compiled; ``compiled("-DOLD_LAYOUT")`` is one of HIP 5."""
    made: dict[tuple[str, ...], Path] = {}

    def build(*flags: str) -> Path:
        if flags not in made:
            output = tmp_path_factory.mktemp("fake") / "libamdhip64.so"
            source = Path(__file__).parent / "fake_hip.c"
            # The machine's own compiler, if it has one, is there sooner than zig's.
            compiler = [shutil.which("cc") or sys.executable, *([] if shutil.which("cc") else ["-m", "ziglang", "cc"])]
            command = [*compiler, "-shared", "-fPIC", "-O1", *flags]
            subprocess.run([*command, str(source), "-o", str(output)], check=True)
            made[flags] = output
        return made[flags]

    return build


@pytest.fixture
def gpu(compiled: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with a GPU, as far as isaopt can tell; the path of the log of its launches."""
    for name in ("FAIL", "NONE", "ARCH", "MS", "WRONG"):
        monkeypatch.delenv(f"FAKE_HIP_{name}", raising=False)
    monkeypatch.setenv("ISAOPT_HIP_LIBRARY", str(compiled()))
    monkeypatch.setenv("FAKE_HIP_LOG", str(tmp_path / "launches"))
    return tmp_path / "launches"


@pytest.fixture
def fma(tmp_path: Path) -> Path:
    """The kernel as a file, with ``args.json`` beside it."""
    path = tmp_path / "fma.s"
    path.write_text(FMA)
    (tmp_path / "args.json").write_text(
        '[{"kind": "buffer", "name": "out", "shape": [100], "init": "random:2", "out": true},'
        ' {"kind": "buffer", "name": "x", "shape": [100], "init": "random:1"},'
        ' {"kind": "scalar", "name": "a", "dtype": "f32", "value": 2.5},'
        ' {"kind": "scalar", "name": "n", "dtype": "i32", "value": 100}]'
    )
    return path


@pytest.fixture
def stand_in(gpu: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """A GPU whose parameters are hidden; the log of its launches."""

    def made(**settings: object) -> Path:
        monkeypatch.setenv("STAND_IN", json.dumps({"gpu": "rx7900xtx", "values": dict(HIDDEN), **settings}))
        monkeypatch.setenv("FAKE_HIP_PYTHON", "tests.hip.stand_in")
        monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "cache"))
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        return gpu

    return made
