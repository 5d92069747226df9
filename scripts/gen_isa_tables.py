#!/usr/bin/env python3
"""Makes the instruction tables in ``isaopt/isa/data`` from LLVM's TableGen records of the AMDGPU target.

    gen_isa_tables.py --source llvm-project/llvm --tblgen llvm-tblgen-19
    gen_isa_tables.py --json DUMP

The dump is what ``llvm-tblgen -dump-json AMDGPU.td`` prints (LLVM 19.1.7: 420 MB, so it is not kept).  Only the facts
that :class:`isaopt.isa.instruction.InstrDesc` holds go into the tables.  What the records lack, or state wrongly for
these GPUs, is corrected in ``scripts/isa_gen/corrections.py``, each time with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.isa_gen.build import build_family
from scripts.isa_gen.cdna import build_cdna
from scripts.isa_gen.pack import pack_family
from scripts.isa_gen.records import CDNA_ARCHS, Dump

OUT = Path(__file__).resolve().parent.parent / "isaopt" / "isa" / "data"


def dump_from_source(source: Path, tblgen: str) -> Path:
    """Runs llvm-tblgen over AMDGPU.td of an LLVM source tree (its ``llvm`` directory); returns the JSON file."""
    target = source / "lib" / "Target" / "AMDGPU"
    out = Path(tempfile.mkdtemp(prefix="isa-tables-")) / "amdgpu.json"
    command = [tblgen, "-dump-json", "-I", str(source / "include"), "-I", str(target), str(target / "AMDGPU.td")]
    subprocess.run([*command, "-o", str(out)], check=True)
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--json", type=Path, help="output of llvm-tblgen -dump-json")
    group.add_argument("--source", type=Path, help="the llvm directory of an LLVM 19 source tree")
    parser.add_argument("--tblgen", default="llvm-tblgen-19")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    path = args.json or dump_from_source(args.source, args.tblgen)
    dump = Dump.load(path)
    files = {}
    for family in ("gfx11", "gfx12", *CDNA_ARCHS):
        built = build_cdna(dump, family) if family in CDNA_ARCHS else build_family(dump, family)
        blob, forms, names = pack_family(built)
        (args.out / f"isa_{family}.msgpack").write_bytes(blob)
        files[f"isa_{family}.msgpack"] = {
            "sha256": hashlib.sha256(blob).hexdigest(),
            "forms": forms,
            "mnemonics": names,
        }
        print(f"{family}: {names} mnemonics, {forms} forms, {len(blob)} bytes")
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 24):
            digest.update(chunk)
    provenance = {
        "source": "LLVM 19.1.7, llvm/lib/Target/AMDGPU/AMDGPU.td (Apache-2.0 WITH LLVM-exception)",
        "package": "Debian source package llvm-toolchain-19 1:19.1.7-3~deb12u1; llvm-tblgen-19 of package llvm-19",
        "command": "llvm-tblgen-19 -dump-json -I include -I lib/Target/AMDGPU lib/Target/AMDGPU/AMDGPU.td",
        "dump_sha256": digest.hexdigest(),
        "generator": "scripts/gen_isa_tables.py",
        "corrections": "scripts/isa_gen/corrections.py",
        "files": files,
    }
    (args.out / "isa_provenance.json").write_text(json.dumps(provenance, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
