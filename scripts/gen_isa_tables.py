#!/usr/bin/env python3
"""Makes the instruction tables in ``isaopt/isa/data`` from LLVM's TableGen records of the AMDGPU target.

    gen_isa_tables.py --release 19 --source llvm-project/llvm
    gen_isa_tables.py --release 22 --json DUMP

Each release of LLVM gives the tables of the families in :data:`RELEASES`; the others stay as they are.  The dump is
what ``llvm-tblgen -dump-json AMDGPU.td`` prints (400 MB, so it is not kept).  Only the facts that
:class:`isaopt.isa.instruction.InstrDesc` holds go into the tables.  What the records lack, or state wrongly for these
GPUs, is corrected in ``scripts/isa_gen/corrections.py``, each time with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.isa_gen.build import Family, build_family
from scripts.isa_gen.cdna import build_cdna
from scripts.isa_gen.gfx1250 import build_gfx1250
from scripts.isa_gen.pack import pack_family
from scripts.isa_gen.records import TARGETS, Dump, tables_of

OUT = Path(__file__).resolve().parent.parent / "isaopt" / "isa" / "data"


def dump_from_source(source: Path, tblgen: str) -> Path:
    """Runs llvm-tblgen over AMDGPU.td of an LLVM source tree (its ``llvm`` directory); returns the JSON file."""
    target = source / "lib" / "Target" / "AMDGPU"
    out = Path(tempfile.mkdtemp(prefix="isa-tables-")) / "amdgpu.json"
    command = [tblgen, "-dump-json", "-I", str(source / "include"), "-I", str(target), str(target / "AMDGPU.td")]
    subprocess.run([*command, "-o", str(out)], check=True)
    return out


@dataclass(frozen=True)
class Release:
    """A release of LLVM, and the families whose tables are made from its records."""

    version: str
    package: str
    families: dict[str, Callable[[Dump], Family]]


RELEASES = {
    "19": Release(
        "19.1.7",
        "Debian source package llvm-toolchain-19 1:19.1.7-3~deb12u1; llvm-tblgen-19 of package llvm-19",
        {
            "gfx11": lambda dump: build_family(dump, "gfx11"),
            "gfx12": lambda dump: build_family(dump, "gfx12"),
            "gfx90a": lambda dump: build_cdna(dump, "gfx90a"),
            "gfx942": lambda dump: build_cdna(dump, "gfx942"),
        },
    ),
    "22": Release(
        "22.1.8",
        "Debian source package llvm-toolchain-22 1:22.1.8-1; llvm-tblgen-22 of package llvm-22",
        {"gfx1250": build_gfx1250},
    ),
}


def sha256_of(path: Path) -> str:
    """The digest of a file too large to hold."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 24):
            digest.update(chunk)
    return digest.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--json", type=Path, help="output of llvm-tblgen -dump-json")
    group.add_argument("--source", type=Path, help="the llvm directory of a source tree of that release")
    parser.add_argument("--release", choices=RELEASES, default="19", help="major version of LLVM (default: 19)")
    parser.add_argument("--tblgen", help="default: llvm-tblgen of that release")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    release = RELEASES[args.release]
    path = args.json or dump_from_source(args.source, args.tblgen or f"llvm-tblgen-{args.release}")
    dump = Dump.load(path)
    where = args.out / "isa_provenance.json"
    provenance = json.loads(where.read_text(encoding="utf-8"))
    source = {
        "source": f"LLVM {release.version}, llvm/lib/Target/AMDGPU/AMDGPU.td (Apache-2.0 WITH LLVM-exception)",
        "package": release.package,
        "command": f"llvm-tblgen-{args.release} -dump-json -I include -I lib/Target/AMDGPU lib/Target/AMDGPU/AMDGPU.td",
        "dump_sha256": sha256_of(path),
    }
    provenance["releases"][args.release] = source
    for family, build in release.families.items():
        blob, forms, names = pack_family(build(dump))
        (args.out / f"isa_{family}.msgpack").write_bytes(blob)
        provenance["files"][f"isa_{family}.msgpack"] = {
            "release": args.release,
            "sha256": hashlib.sha256(blob).hexdigest(),
            "forms": forms,
            "mnemonics": names,
        }
        print(f"{family}: {names} mnemonics, {forms} forms, {len(blob)} bytes")
    provenance["targets"] = {
        name: {"family": tables_of(row), "read_only": "read_only" in row} for name, row in TARGETS.items()
    }
    where.write_text(json.dumps(provenance, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
