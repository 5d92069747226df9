"""Reading TableGen records: fields, operands, register classes, predicates."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: What ``Record`` stands for: TableGen's JSON has no schema of its own.
Record = dict[str, Any]

_MACHINE = Path(__file__).resolve().parents[2] / "isaopt" / "target" / "data" / "machine.json"
#: Every target that is described there: its family, and whether files for it are only read.  A target's place here is
#: its bit in every mask of targets.
TARGETS: dict[str, Any] = json.loads(_MACHINE.read_text(encoding="utf-8"))["arches"]
ALL_ARCHS = tuple(TARGETS)


def tables_of(row: Record) -> str:
    """The name of the tables that a target of :data:`TARGETS` uses."""
    return str(row.get("tables", row["family"]))


CDNA_ARCHS = ("gfx90a", "gfx942")
#: LLVM 19 does not know gfx1153; LLVM 22 gives it gfx1152's instructions.
_STAND_IN = {"gfx1153": "gfx1152"}


def def_name(value: Any) -> str:
    """The record that a field refers to, or an empty string."""
    return value.get("def", "") if isinstance(value, dict) else ""


def bits(value: Any) -> int:
    """A bit or bit-list field as a number; unset bits count as 0."""
    if isinstance(value, list):
        return sum((b or 0) << i for i, b in enumerate(value) if not isinstance(b, dict))
    return int(value or 0)


@dataclass
class Dump:
    """The records that the tables are made from."""

    instructions: dict[str, Record]
    others: dict[str, Record]
    aliases: list[Record]
    components: list[Record]
    vopd: list[Record]
    pseudos: dict[str, list[str]] = field(default_factory=dict)
    features: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Dump:
        with path.open(encoding="utf-8") as stream:
            raw: dict[str, Any] = json.load(stream)
        kinds = raw["!instanceof"]
        names = set(kinds["Instruction"])
        others: dict[str, Record] = {}
        for kind in ("DAGOperand", "RegisterClass", "Predicate", "SubtargetFeature", "VOPProfile", "Processor"):
            others.update((n, raw[n]) for n in kinds[kind])
        dump = cls(
            {n: raw[n] for n in names},
            others,
            [raw[n] for n in kinds["MnemonicAlias"]],
            [raw[n] for n in kinds["VOPD_Component"]],
            [raw[n] for n in kinds["VOPD_Base"]],
        )
        for name, record in dump.instructions.items():
            if record.get("isPseudo") and record.get("PseudoInstr"):
                dump.pseudos.setdefault(record["PseudoInstr"], []).append(name)
        processors = {others[n]["Name"]: others[n] for n in kinds["Processor"]}
        for arch in ALL_ARCHS:
            if _STAND_IN.get(arch, arch) not in processors:
                continue  # newer than the sources of this dump
            dump.features[arch] = dump._closure(
                [def_name(f) for f in processors[_STAND_IN.get(arch, arch)]["Features"]]
            )
        return dump

    def _closure(self, names: list[str]) -> frozenset[str]:
        seen: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += [def_name(f) for f in self.others[name].get("Implies", [])]
        return frozenset(seen)

    def holds(self, predicate: str, arch: str) -> bool:
        """Whether a predicate's assembler condition is true on an arch (wave size left open)."""
        # Both twins of a 16-bit instruction are read; build merges them.
        if predicate in ("isWave32", "isWave64", "UseRealTrue16Insts", "UseFakeTrue16Insts"):
            return True
        record = self.others.get(predicate)
        if record is None or not isinstance(record.get("AssemblerCondDag"), dict):
            return True
        return self._eval(record["AssemblerCondDag"], self.features[arch])

    def _eval(self, node: Record, features: frozenset[str]) -> bool:
        if node["kind"] == "def":
            return node["def"] in features
        op = def_name(node["operator"])
        values = [self._eval(arg[0], features) for arg in node["args"]]
        return {"all_of": all(values), "any_of": any(values), "not": not all(values)}[op]

    def predicates(self, record: Record) -> set[str]:
        names = {def_name(p) for p in record.get("Predicates", [])}
        names |= {def_name(record.get(k)) for k in ("AssemblerPredicate", "SubtargetPredicate", "WaveSizePredicate")}
        names |= {def_name(p) for p in record.get("OtherPredicates") or []}
        return names - {"", "TruePredicate"}

    def dag(self, record: Record, key: str) -> list[tuple[str, str]]:
        """``(operand class, name)`` of an operand list."""
        return [(def_name(a[0]), a[1]) for a in record[key]["args"]]

    def width(self, cls: str) -> int:
        """Dwords of an operand class; 0 for a lane mask, whose width follows the wave."""
        record = self.others[cls]
        name = def_name(record.get("RegClass")) or cls
        if name in ("SReg_1", "SReg_1_XEXEC"):
            return 0
        found = re.search(r"_(\d+)(?:_|$)", name)
        return max(int(found.group(1)) // 32, 1) if found else 0

    def reg_class(self, cls: str) -> str:
        return def_name(self.others[cls].get("RegClass")) or cls
