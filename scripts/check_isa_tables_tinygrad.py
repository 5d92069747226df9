#!/usr/bin/env python3
"""Compares the instruction tables with AMD's own operand tables, which tinygrad's wheel carries.

    python -m venv /tmp/tg && /tmp/tg/bin/pip install tinygrad click lark msgpack
    /tmp/tg/bin/python scripts/check_isa_tables_tinygrad.py

A development aid: the project does not depend on tinygrad.  AMD's tables are made from the machine-readable ISA
descriptions, the project's from LLVM, so what both say is likely right.  Every difference is listed under the reason
that explains it; what no reason explains comes last and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.tables import lookup

#: tinygrad's module and the target that it is compared with.
FAMILIES = {"rdna3": "gfx1151", "rdna4": "gfx1201"}
ENCODINGS = {
    "VOP1Op": "VOP1", "VOP2Op": "VOP2", "VOPCOp": "VOPC", "VOP3Op": "VOP3", "VOP3SDOp": "VOP3", "VOP3POp": "VOP3P",
}  # fmt: skip
#: AMD's operand name -> the table's.
NAMES = {
    "src0": "src0", "src1": "src1", "src2": "src2", "ssrc0": "src0", "ssrc1": "src1", "vsrc0": "src0", "vsrc1": "src1",
    "sdst": "sdst", "vdst": "vdst", "vdata": "vdata", "data0": "data0", "data1": "data1", "addr": "addr",
    "sdata": "sdst", "data": "vdata", "vsrc": "vdata",
}  # fmt: skip
#: Why AMD's tables and these may differ: encoding class, "OPERATION operand amd-bits table-bits" pattern, reason.
WIDTHS: tuple[tuple[str, str, str], ...] = (
    (
        r"MIMG|VIMAGE|VSAMPLE",
        r"\S+ vdata \d+ \d+",
        "an image result's width is in dmask; the table has a form for each",
    ),
    (r"VOP3SD|VOP3", r"\S+ (sdst|src2) 64 32", "AMD gives lane masks as 64 bits, the table by wave size"),
    (r"SOP", r"\S+ \S+ 16 32", "scalar registers have no halves, an operand takes the register"),
    (r"SOP1", r"S_(SENDMSG_RTN|BARRIER)\S* ssrc0 \d+ 0", "a message or barrier number, no register"),
    (r"VOP", r"\S+_[IU]24\S* \S+ 24 32", "24 bits of a 32-bit register"),
    (r"VINTERP", r"\S+ src[02] 16 32", "the half is chosen by op_sel; kernels that interpolate are left alone"),
    (
        r"VOP",
        r"V_CVT_(PK|SR)_\S* \S+ 16 32",
        "packed bytes, held by a 32-bit register",
    ),
    (r"DS", r"DS_STORE_B16 data0 16 32", "memory instructions name whole registers"),
    (r"GLOBAL", r"\S+CMPSWAP\S* vdst \d+ \d+", "AMD gives both data, the instruction returns the first alone"),
)
MISSING: tuple[tuple[str, str], ...] = (
    (r"(buffer|global|scratch)_load_lds_", "loads into LDS: the assembler refuses them on these GPUs (LLVM 22)"),
    (r"v_readfirstlane_b32_e64", "LLVM knows the VOP1 form alone"),
    (r"v_swap_b16_e32", "in the table without a suffix, as the assembler spells it"),
)  # fmt: skip

Difference = tuple[str, str]  # text, reason or ""


def _named(form: InstrDesc, name: str) -> OperandDesc | None:
    return next((o for o in form.operands if o.name == name), None)


def _differences(family: str, arch: str) -> Iterator[Difference]:
    module = importlib.import_module(f"tinygrad.runtime.autogen.amd.{family}.operands")
    for operation, operands in module.OPERANDS.items():
        kind, name = type(operation).__name__, str(operation.name)
        mnemonic = name.lower()
        wanted = ENCODINGS.get(kind, "")
        forms = [f for f in lookup(arch, mnemonic) if f.wave in (0, 32) and wanted in ("", f.encoding)]
        if not forms:
            reason = next((why for pattern, why in MISSING if re.match(pattern, mnemonic)), "")
            yield f"{family} {kind} {mnemonic}: not in the table", reason
            continue
        for label, (_format, bits, _type) in operands.items():
            own = [o for f in forms if (o := _named(f, NAMES.get(label, ""))) is not None]
            # A byte, or a bit, is held by a register; else one of the forms must have AMD's width.
            if not own or any(o.bits == bits or (o.bits == 32 and bits in (1, 8)) for o in own):
                continue
            what = f"{name} {label} {bits} {own[0].bits}"
            reasons = (why for enc, pattern, why in WIDTHS if re.match(enc, kind) and re.fullmatch(pattern, what))
            yield f"{family} {kind} {name} {label}: AMD {bits} bits, table {own[0].bits}", next(reasons, "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbose", action="store_true", help="list explained differences one by one")
    options = parser.parse_args()
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for family, arch in FAMILIES.items():
        for text, reason in _differences(family, arch):
            by_reason[reason].append(text)
    unexplained = by_reason.pop("", [])
    for reason, texts in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        print(f"{len(texts):>4}  {reason}")
        for text in texts if options.verbose else ():
            print(f"      {text}")
    print(f"{len(unexplained)} unexplained")
    for text in unexplained:
        print(f"      {text}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
