"""Looks for a HIP runtime and for AMD GPUs, without loading or starting anything."""

from __future__ import annotations

import ctypes.util
import os
import re
from dataclasses import dataclass
from pathlib import Path

HIP_LIBRARY = "libamdhip64.so"
KFD_DEVICE = Path("/dev/kfd")
KFD_NODES = Path("/sys/class/kfd/kfd/topology/nodes")


@dataclass(frozen=True, slots=True)
class ListedGpu:
    """A GPU that the kernel driver lists: its topology node and its processor name, such as ``gfx1100``."""

    node: int
    arch: str


def _version(library: Path) -> tuple[int, ...]:
    """The version numbers after ``.so``: of several versions in one place the newest is taken, and the name without a
    version first."""
    numbers = library.name.removeprefix(HIP_LIBRARY).strip(".").split(".")
    return tuple(int(n) for n in numbers if n.isdigit()) or (1 << 30,)


def find_hip_library() -> str:
    """Path (or loader name) of the HIP runtime library; empty if there is none.

    ``ISAOPT_HIP_LIBRARY`` names the file itself; otherwise it is searched for in ``ROCM_PATH``, ``/opt/rocm``, the
    newest ``/opt/rocm-*``, and where the loader looks.
    """
    named = os.environ.get("ISAOPT_HIP_LIBRARY")
    if named:
        return named
    installed = sorted(Path("/opt").glob("rocm-*"), key=lambda p: [int(n) for n in re.findall(r"\d+", p.name)])
    for base in (os.environ.get("ROCM_PATH"), "/opt/rocm", *reversed(installed)):
        for sub in ("lib", "lib64", "lib/x86_64-linux-gnu"):
            found = sorted((Path(base) / sub).glob(f"{HIP_LIBRARY}*"), key=_version) if base else []
            if found:
                return str(found[-1])
    return ctypes.util.find_library("amdhip64") or ""


def arch_of_version(version: int) -> str:
    """The processor name for ``gfx_target_version`` of the KFD topology: decimal 110501 is gfx1151.

    Source: Linux ``amdkfd``, topology: major * 10000 + minor * 100 + stepping. LLVM's names have the last two in hex.
    """
    major, minor, stepping = version // 10000, version // 100 % 100, version % 100
    return f"gfx{major}{minor:x}{stepping:x}"


def find_gpus(nodes: Path = KFD_NODES) -> tuple[ListedGpu, ...]:
    """All AMD GPUs in the driver's topology, by node. CPUs are also nodes, with version 0, and are left out."""
    found: list[ListedGpu] = []
    for properties in nodes.glob("*/properties"):
        try:
            fields = dict(line.split(None, 1) for line in properties.read_text().splitlines() if " " in line)
            version = int(fields.get("gfx_target_version", "0"))
        except (OSError, ValueError):
            continue
        if version:
            found.append(ListedGpu(int(properties.parent.name), arch_of_version(version)))
    return tuple(sorted(found, key=lambda gpu: gpu.node))


def gpu_problem(gpus: tuple[ListedGpu, ...], device: Path = KFD_DEVICE) -> str:
    """Why no GPU can be used, or an empty string."""
    if not device.exists():
        return f"{device} does not exist: the amdgpu kernel driver is not loaded, or not passed into this container"
    if not os.access(device, os.R_OK | os.W_OK):
        return f"no permission for {device}: add the user to the groups render and video"
    return "" if gpus else "the driver lists no GPU"
