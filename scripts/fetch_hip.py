"""Lay out a HIP toolchain for the tests in a directory, without root: Debian's packages, unpacked.

    python scripts/fetch_hip.py .venv/hip

HIP's headers and runtime, the device libraries, hipcc, and a clang that can offload, if the machine has none itself.
Where there is no apt-get, or it finds nothing, it says so and ends well: the tests that need HIP are then skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

#: What every test with HIP needs, and what the libraries among them need themselves.
HIP = (
    "libamdhip64-dev libamdhip64-5 rocm-device-libs hipcc libhsa-runtime64-1 libamd-comgr2 libhsakmt1 libllvm15 "
    "libnuma1 libelf1 libedit2 libbsd0 libfile-which-perl liburi-encode-perl"
)
#: What a clang with offloading consists of; ``{}`` is its major version.
CLANG = "clang-{0} libclang-cpp{0} libllvm{0} libclang-common-{0}-dev lld-{0} clang-tools-{0} libclang1-{0} llvm-{0}"
OLDEST_CLANG = 19

#: The device libraries of old packages know no newer GPU; what they lack is one constant each.
ISA_VERSIONS = {"1100": 11000, "1101": 11001, "1102": 11002, "1200": 12000, "1201": 12001}
ABI_VERSIONS = (500, 600)
CONSTANT = "@{name} = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 {value}\n"


def say(text: str) -> None:
    print(f"fetch_hip: {text}", file=sys.stderr)


def offloading_clang() -> str:
    """The newest clang++ on PATH that has the offload bundler and lld beside it; empty if there is none."""
    found: list[tuple[int, str]] = []
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        for program in Path(directory or ".").glob("clang++-*"):
            version = program.name.removeprefix("clang++-")
            tools = Path(os.path.realpath(program)).parent
            if version.isdigit() and all((tools / t).exists() for t in ("clang-offload-bundler", "lld")):
                found.append((int(version), str(program)))
    newest = max(found, default=(0, ""))
    return newest[1] if newest[0] >= OLDEST_CLANG else ""


def apt_options(work: Path) -> list[str]:
    """Options that keep apt's lists in a directory of our own, so that no root is needed."""
    for name in ("lists/partial", "cache/archives/partial"):
        (work / name).mkdir(parents=True)
    return [
        "-o", f"Dir::State::lists={work / 'lists'}",
        "-o", f"Dir::Cache={work / 'cache'}",
        "-o", "APT::Sandbox::User=root",
        "-o", "Acquire::Retries=1",
        "-o", "Acquire::http::Timeout=20",
        "-qq",
    ]  # fmt: skip


def known_packages(options: list[str]) -> set[str]:
    done = subprocess.run(["apt-cache", *options, "pkgnames"], capture_output=True, text=True, check=False)
    return set(done.stdout.split())


def fetch(root: Path, work: Path) -> str:
    """Download and unpack into ``root``; returns why that did not work, or an empty string."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return "no apt-get and dpkg-deb here"
    options = apt_options(work)
    done = subprocess.run(["apt-get", *options, "update"], capture_output=True, text=True, check=False)
    known = known_packages(options)
    wanted = HIP.split()
    if not offloading_clang():
        versions = sorted(int(m[1]) for n in known if (m := re.fullmatch(r"clang-(\d+)", n)))
        if not versions or versions[-1] < OLDEST_CLANG:
            return f"no package of clang {OLDEST_CLANG} or newer"
        wanted += CLANG.format(versions[-1]).split()
    if "libamdhip64-dev" not in known:
        return f"no package libamdhip64-dev: {(done.stderr.strip().splitlines() or ['unknown to apt-get'])[-1]}"
    archives = work / "archives"
    archives.mkdir()
    done = subprocess.run(
        ["apt-get", *options, "download", *(w for w in wanted if w in known)],
        cwd=archives,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["apt-get download failed"])[-1]
    for archive in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", str(archive), str(root)], check=True)
    return ""


def unpacked_clang(root: Path) -> str:
    found = sorted(root.glob("usr/lib/llvm-*/bin/clang++"), key=lambda p: int(p.parts[-3].removeprefix("llvm-")))
    return str(found[-1]) if found else ""


def complete_device_libraries(bitcode: Path, clang: str, environment: dict[str, str]) -> None:
    """Add the constants for GPUs and ABIs that the packaged libraries do not have."""
    missing = {f"oclc_isa_version_{isa}": ("__oclc_ISA_version", value) for isa, value in ISA_VERSIONS.items()}
    missing |= {f"oclc_abi_version_{abi}": ("__oclc_ABI_version", abi) for abi in ABI_VERSIONS}
    for stem, (name, value) in missing.items():
        output = bitcode / f"{stem}.bc"
        if output.exists():
            continue
        flags = ["--target=amdgcn-amd-amdhsa", "-nogpulib", "-Wno-override-module", "-c", "-emit-llvm"]
        subprocess.run(
            [clang, *flags, "-x", "ir", "-", "-o", str(output)],
            input=CONSTANT.format(name=name, value=value).encode(),
            env=environment,
            check=True,
        )


def give_tools_their_libraries(root: Path) -> None:
    """Links in the folder where LLVM's programs look (``$ORIGIN/../lib``): llvm-objdump has to run by itself."""
    for folder in root.glob("usr/lib/llvm-*/lib"):
        for library in root.glob("usr/lib/*-linux-gnu/*.so*"):
            if not (folder / library.name).exists():
                (folder / library.name).symlink_to(os.path.relpath(library, folder))


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    if (root / "complete").is_file():
        return
    shutil.rmtree(root, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        partial = Path(tempfile.mkdtemp(prefix=".hip-", dir=root.parent))
        try:
            problem = fetch(partial, Path(work))
            if problem:
                say(f"{problem}; the tests that need HIP will be skipped")
                return
            clang = offloading_clang() or unpacked_clang(partial)
            libraries = [str(p) for p in (*partial.glob("usr/lib/*-linux-gnu"), *partial.glob("usr/lib/llvm-*/lib"))]
            environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}
            give_tools_their_libraries(partial)
            for bitcode in partial.glob("usr/lib/*/amdgcn/bitcode"):
                complete_device_libraries(bitcode, clang, environment)
            (partial / "complete").write_text("")
            os.replace(partial, root)
            say(f"{root}: HIP for the tests, compiled with {offloading_clang() or unpacked_clang(root)}")
        except (OSError, subprocess.CalledProcessError) as error:
            say(f"{error}; the tests that need HIP will be skipped")
        finally:
            shutil.rmtree(partial, ignore_errors=True)


if __name__ == "__main__":
    main()
