"""Forms of gfx1250, from LLVM 22's records: gfx12's encodings, with what this target adds or takes away.

A record belongs to it when it is encoded as on gfx12 or gfx1250 and all its predicates hold there.  Halves of dual
instructions are read off the records of whole pairs, of the 8-byte VOPD and of the 12-byte VOPD3, which has a third
source and signs.
"""

from __future__ import annotations

import re
from dataclasses import replace

from scripts.isa_gen.build import MODIFIERS, Builder, Family, Form, collected
from scripts.isa_gen.describe import described
from scripts.isa_gen.records import Dump, Record, bits

ARCH = "gfx1250"
#: Text operands that only this target prints.
_MODIFIERS = (
    *("bitop3", "scale_sel", "matrix_a_fmt", "matrix_b_fmt", "matrix_a_scale", "matrix_b_scale"),
    *("matrix_a_scale_fmt", "matrix_b_scale_fmt", "matrix_a_reuse", "matrix_b_reuse"),
)
_HALF = re.compile(r"v_dual_(\w+?)\s*\$(.*)")


class Gfx1250Builder(Builder):
    """The forms of gfx1250."""

    cache = ("th", "scope", "nv", "scale_offset")

    def __init__(self, dump: Dump) -> None:
        self.dump, self.family, self.archs = dump, ARCH, (ARCH,)

    def named(self, pairs: bool) -> dict[str, Record]:
        """The encodable records that the text can name: of pairs, or all others."""
        out = {}
        for name, record in self.dump.instructions.items():
            if record.get("isPseudo") or record.get("isCodeGenOnly") or not record["AsmString"]:
                continue
            if not re.search(r"_gfx12(50)?$", name) or re.search(r"_dpp8?_w(32|64)_gfx1\d+$", name):
                continue
            if ("::" in record["AsmString"]) != pairs:
                continue
            if all(self.dump.holds(p, ARCH) for p in self.dump.predicates(record)):
                out[name] = record
        return out

    def reals(self) -> dict[str, Record]:
        return self.named(pairs=False)

    def components(self) -> dict[str, list[Form]]:
        """The halves of dual instructions by base mnemonic, those of VOPD first."""
        parts = self.dump.components
        numbers = {re.sub(r"(max|min)_f32", r"\1_num_f32", r["VOPDName"]): bits(r["VOPDOp"]) for r in parts}
        found: dict[Form, bool] = {}
        for name, record in sorted(self.named(pairs=True).items(), key=lambda item: item[1]["Size"]):
            wide = "_e96_" in name
            texts = re.sub(r"[{}]", "", record["AsmString"]).split("::")
            for half, text in zip("XY", texts, strict=True):
                form = self.by_wave(self.component(text.strip(), half, record, wide))[0]
                found[form] = found.get(form, False) or half == "X"
        out: dict[str, list[Form]] = {}
        for form, first in found.items():
            number = numbers[form.base]
            out.setdefault(form.base, []).append(replace(form, vopd=(number, form.base.removeprefix("v_dual_"), first)))
        return out

    def component(self, text: str, half: str, record: Record, wide: bool) -> Form:
        """One half of a pair, as its record has it."""
        found = _HALF.fullmatch(text)
        assert found is not None, text
        base = f"v_dual_{found[1]}"
        outs, ins = self.dump.dag(record, "OutOperandList"), self.dump.dag(record, "InOperandList")
        classes = {n: (c, "use") for c, n in ins} | {n: (c, "def") for c, n in outs}
        operands, modifiers = [], set[str]()
        for token in re.findall(r"\$(\w+)", "$" + found[2]):
            key = token.removesuffix("_modifiers")
            if key in MODIFIERS:
                modifiers |= set(MODIFIERS[key])
                continue
            cls, role = classes[key]
            operands.append(self.operand(cls, key.removesuffix(half), role, None))
        reads_vcc = base == "v_dual_cndmask_b32" and not wide
        accumulates = base.startswith(("v_dual_fmac", "v_dual_dot2acc"))
        return Form(
            base, base, "", "VOPD3" if wide else "VOPD", "", tuple(operands), frozenset(modifiers), frozenset(), (),
            ("exec", "mode", "vcc") if reads_vcc else ("exec", "mode"), accumulates, (),
            frozenset({"valu", "vopd"} | ({"dot"} if "dot2" in base else set())), (), 12 if wide else 8, 32, (ARCH,),
        )  # fmt: skip


def build_gfx1250(dump: Dump) -> Family:
    """All forms of gfx1250 by base mnemonic, and its aliases."""
    MODIFIERS.update((name, (name,)) for name in _MODIFIERS)
    MODIFIERS["index_key_32bit"] = ("index_key",)
    builder = Gfx1250Builder(dump)
    family = collected(builder)
    family.forms = {base: [form for form in forms if form.wave != 64] for base, forms in family.forms.items()}
    family.forms |= builder.components()
    family.forms = {base: [described(form) for form in forms] for base, forms in family.forms.items()}
    return family
