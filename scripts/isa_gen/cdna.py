"""Forms of the CDNA targets (gfx90a, gfx942), which isaopt reads and checks but does not rewrite.

Their encodable records carry many suffixes (``_vi``, ``_gfx9``, ``_gfx90a``, ``_gfx940``), so a record belongs to a
target when all its predicates hold there.  Images are left out: these GPUs have no use for them in compute.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from isaopt.isa.types import OperandType
from scripts.isa_gen import traits
from scripts.isa_gen.build import MODIFIERS, Builder, Family, Form, Operand, with_destinations
from scripts.isa_gen.describe import described
from scripts.isa_gen.records import Dump, Record, def_name
from scripts.isa_gen.types import written_type

_SDWA = ("dst_sel", "dst_unused", "src0_sel", "src1_sel")
_DPP = ("quad_perm", "row_shl", "row_shr", "row_ror", "row_mirror", "row_half_mirror", "wave_shl", "wave_rol",
        "wave_shr", "wave_ror", "row_bcast", "row_newbcast", "row_share")  # fmt: skip
_CACHE = {"gfx90a": ("glc", "slc", "dlc", "scc"), "gfx942": ("sc0", "sc1", "nt")}
_WORDS = frozenset({"idxen", "offen", "gds", "lds", "tfe", "addr64"})
_PLAIN = frozenset({"cbsz", "abid", "blgp", "clamp", "op_sel", "op_sel_hi", "neg_lo", "neg_hi", "row_mask",
                    "bank_mask", "bound_ctrl", "fi", "offset", "offset0", "offset1", "gds", "d16", *_SDWA})  # fmt: skip
_SUFFIX = re.compile(r"(_e32|_e64|_dpp|_sdwa)+$")
_ORDER = {"_e32": 0, "": 1, "_e64": 1, "_dpp": 2, "_sdwa": 3}
#: VALU instructions that leave part of their destination as it was, as corrections.KEEPS_OLD has it for RDNA.
_KEEPS = re.compile(
    r"v_(dot\d?c_\w+|fmac_\w+|mac_\w+|pk_fmac_\w+|smfmac_\w+|writelane_b32|(fma|mad)_mix(lo|hi)_f16"
    r"|cvt_(pk|sr)_(fp8|bf8)_f32)|(global|flat|scratch|ds|buffer)_\w*d16\w*|s_cmov\w*|s_movreld\w*"
)


class CdnaBuilder(Builder):
    """The forms of one CDNA target."""

    def __init__(self, dump: Dump, arch: str) -> None:
        self.dump = dump
        self.family = arch
        self.archs = (arch,)

    def reals(self) -> dict[str, Record]:
        out = {}
        for name, record in self.dump.instructions.items():
            if record.get("isPseudo") or record.get("isCodeGenOnly") or not record["AsmString"]:
                continue
            if def_name(record.get("AssemblerPredicate")) in ("", "TruePredicate") or name.startswith("IMAGE_"):
                continue
            if all(self.dump.holds(p, self.family) for p in self.dump.predicates(record)):
                out[name] = record
        return out

    def operand(self, cls: str, name: str, role: str, profile: Record | None) -> Operand:
        reg = self.dump.reg_class(cls)
        if reg.startswith(("AReg", "AGPR", "AV_", "AVLdSt", "AISrc")) or cls.startswith(("AVLdSt", "AVSrc", "AISrc")):
            inline = "INLINE" in (self.dump.others[cls].get("OperandType") or "")
            kinds = ("a" if reg.startswith(("AReg", "AGPR")) else "va") + ("i" if inline else "")
            dwords = self.dump.width(cls) if not reg.startswith("AGPR_32") else 1
            optype = self.dump.others[cls].get("OperandType") or ""
            return Operand(name, role, kinds, dwords, 32 * dwords, written=written_type(optype))
        return super().operand(cls, name, role, profile)

    def form(self, name: str, record: Record) -> list[Form]:
        text = re.sub(r"[{}]", "", record["AsmString"])
        found = re.match(r"[A-Za-z0-9_]+", text)
        assert found is not None, text
        base = _SUFFIX.sub("", found.group().lower())
        pseudo = self.pseudo("", record)
        profile = self.profile("", record, pseudo)
        outs, ins = self.dump.dag(record, "OutOperandList"), self.dump.dag(record, "InOperandList")
        classes = {n: (c, "use") for c, n in ins} | {n: (c, "def") for c, n in outs}
        operands: list[Operand] = []
        modifiers: set[str] = set()
        required: set[str] = set()
        printed: set[str] = set()
        for token in re.findall(r"\$\w+|\w+", text[found.end() :]):
            if not token.startswith("$"):
                if token == "off":
                    operands.append(Operand("off", "none", "o", 0, 0))
                elif token == "vcc":
                    role = "def" if len(operands) == 1 else "use"
                    operands.append(Operand("vcc" if role == "def" else "vcc_in", role, "s", 2, 64))
                elif token in _WORDS:
                    modifiers.add(token)
                    required.add(token)
                elif token == "m0":
                    operands.append(Operand("m0", "use", "s", 1, 32))
                else:
                    raise ValueError(f"{name}: text {token!r}")
                continue
            key = token[1:].removesuffix("_modifiers")
            printed.add(key)
            if key not in classes:
                continue
            cls, role = classes[key]
            if key == "cpol":
                modifiers |= set(_CACHE[self.family])
            elif key == "dpp_ctrl":
                modifiers |= set(_DPP)
            elif key == "omod":
                modifiers |= {"mul", "div"}
            elif key == "offset" and cls == "SMEMOffset":
                operands.append(Operand(key, "none", "x", 0, 0, OperandType.IMMEDIATE_OFFSET))
            elif key in _PLAIN:
                modifiers.add(key)
            elif key in MODIFIERS:
                modifiers |= set(MODIFIERS[key])
            else:
                operands.append(self.operand(cls, key, role, profile))
        suffix = next((s for s in ("_sdwa", "_dpp", "_e32") if s in name), "_e64" if "_e64" in name else "")
        if suffix == "_sdwa":
            modifiers |= set(_SDWA)
        if not suffix and name.startswith("V_") and traits._any("VOP3", record, pseudo):
            suffix = "_e64"
        return self._finished(name, record, pseudo, base, suffix, operands, modifiers, required, printed)

    def _finished(
        self,
        name: str,
        record: Record,
        pseudo: Record | None,
        base: str,
        suffix: str,
        operands: list[Operand],
        modifiers: set[str],
        required: set[str],
        printed: set[str],
    ) -> list[Form]:
        encoding = (
            f"VOP_{suffix[1:].upper()}"
            if suffix in ("_sdwa", "_dpp")
            else traits.encoding(name, record, pseudo, base)[0]
        )
        defs, uses = traits.implicit(base, record, pseudo)
        flags = set(traits.flags(base, name, record, pseudo, encoding, tuple(operands)))
        if base.startswith(("v_mfma_", "v_smfmac_")):
            flags |= {"mai", "mfma"}
        elif base.startswith("v_accvgpr_"):
            flags.add("mai")
        if suffix == "_sdwa":
            flags.add("sdwa")
        # An accumulator that the text does not repeat; SDWA and DPP leave bits or lanes as they were.
        ties = self.ties(record, pseudo)
        hidden = {dst for dst, src in ties if src not in printed and dst in printed and src != "old"}
        partial = bool(hidden) or suffix in ("_sdwa", "_dpp") or bool(_KEEPS.fullmatch(base))
        if traits.atomic(name, record, pseudo) and hidden:
            operands = [replace(o, role="defuse") if o.name in hidden else o for o in operands]
        operands = with_destinations(base, operands)
        if base.startswith("v_swap"):
            operands = [replace(o, role="defuse") for o in operands]
        # Everything runs in wave64 here, so a lane mask is a pair.
        operands = [
            replace(o, dwords=2, bits=64) if o.dwords == 0 and o.role in ("def", "use") and "s" in o.kinds else o
            for o in operands
        ]
        form = Form(
            base, base, name, encoding, suffix, tuple(operands), frozenset(modifiers), frozenset(required), defs, uses,
            partial, (), frozenset(flags), counters(base, frozenset(flags)), record.get("Size") or 0, 64, self.archs,
        )  # fmt: skip
        forms = [self._with_masks(form)]
        if base.startswith("s_endpgm"):
            forms.append(replace(form, operands=()))
        return forms

    def _with_masks(self, form: Form) -> Form:
        """Adds the vcc operands of e32 forms that the text has and no operand list holds."""
        if form.suffix != "_e32":
            return form
        mask, read = Operand("vcc", "def", "s", 2, 64), Operand("vcc_in", "use", "s", 2, 64)
        defs = tuple(d for d in form.defs if d != "vcc")
        uses = tuple(u for u in form.uses if u != "vcc")
        if any(o.name in ("vcc", "vcc_in") for o in form.operands):
            return replace(form, defs=defs, uses=uses)  # v_add_co_u32 and its like: the record's text has it
        if form.base.startswith("v_cmp"):
            return replace(form, operands=(mask, *form.operands), defs=defs)
        if form.base == "v_cndmask_b32":
            return replace(form, operands=(*form.operands, read), uses=uses)
        return form


def counters(base: str, flags: frozenset[str]) -> tuple[str, ...]:
    """The wait counters of an instruction: gfx9 counts stores with loads (LLVM AMDGPUUsage, "memory model gfx90a")."""
    if "smem" in flags or "ds" in flags or base.startswith("s_sendmsg"):
        return ("lgkmcnt",)
    if "exp" in flags:
        return ("expcnt",)
    if flags & {"mubuf", "mtbuf", "global", "scratch"}:
        return ("vmcnt",)
    return ("vmcnt", "lgkmcnt") if "flat" in flags else ()


def build_cdna(dump: Dump, arch: str) -> Family:
    """All forms of a CDNA target by base mnemonic, and its aliases."""
    builder = CdnaBuilder(dump, arch)
    family = Family(arch)
    for name, record in sorted(builder.reals().items()):
        for form in builder.form(name, record):
            family.forms.setdefault(form.base, []).append(form)
    for base, forms in family.forms.items():
        both = {"_e32", "_e64"} <= {f.suffix for f in forms}
        named = [replace(f, mnemonic=base + (f.suffix if both or f.suffix in ("_dpp", "_sdwa") else "")) for f in forms]
        named.sort(key=lambda f: (_ORDER[f.suffix], "atomic_ret" in f.flags))
        unique: dict[Any, Form] = {}
        for form in named:
            unique.setdefault(replace(form, record=""), form)
        family.forms[base] = list(unique.values())
    for record in dump.aliases:
        old, new = record["FromMnemonic"].lower(), record["ToMnemonic"].lower()
        if (
            old.endswith(("_e32", "_e64", "_dpp", "_sdwa"))
            or old == new
            or new not in family.forms
            or old in family.forms
        ):
            continue
        if all(dump.holds(p, arch) for p in dump.predicates(record)):
            family.aliases.setdefault(old, []).append((new, (arch,)))
    family.forms = {base: [described(form) for form in forms] for base, forms in family.forms.items()}
    return family
