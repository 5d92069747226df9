"""From TableGen records to forms: one per encodable spelling, with the facts of ``InstrDesc``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from isaopt.isa.meaning import CacheDesc, Lanes, MemoryDesc, Unit
from isaopt.isa.types import OperandType
from scripts.isa_gen import traits
from scripts.isa_gen.corrections import HALVES, INDEXED_DESTINATION, KEEPS_OLD, NOT_ACCEPTED, SWAPS
from scripts.isa_gen.records import TARGETS, Dump, Record, def_name, tables_of
from scripts.isa_gen.types import IMMEDIATES, written_type

_PREDICATE = {"gfx11": ("isGFX11Only", "isGFX11Plus"), "gfx12": ("isGFX12Only", "isGFX12Plus")}

#: Text operand -> the modifiers that it may print as.
MODIFIERS: dict[str, tuple[str, ...]] = {
    "dpp_ctrl": (
        "quad_perm",
        "row_shl",
        "row_shr",
        "row_ror",
        "row_mirror",
        "row_half_mirror",
        "row_share",
        "row_xmask",
    ),
    "omod": ("mul", "div"),
    "index_key_8bit": ("index_key",),
    "index_key_16bit": ("index_key",),
    "waitexp": ("wait_exp",),
    "waitvsrc": ("wait_vm_vsrc",),
}
for _name in (
    *("a16", "dmask", "dim", "r128", "tfe", "unorm", "lwe", "d16", "format"),
    *("dpp8", "row_mask", "bank_mask", "bound_ctrl", "fi"),
    *("clamp", "op_sel", "op_sel_hi", "neg_lo", "neg_hi", "byte_sel"),
    *("gds", "offset0", "offset1", "compr", "vm"),
):
    MODIFIERS[_name] = (_name,)
_LITERAL_WORDS = frozenset({"idxen", "offen", "gds", "done", "row_en", "tfe", "lds"})


@dataclass(frozen=True)
class Operand:
    name: str
    role: str
    kinds: str
    dwords: int
    bits: int
    #: Told by the operand's class, or by ``describe``.
    type: OperandType | None = None
    written: OperandType | None = None


@dataclass(frozen=True)
class Form:
    """One form before packing: ``archs`` are the targets that have it, ``suffix`` the suffix that asks for it."""

    base: str
    mnemonic: str
    record: str
    encoding: str
    suffix: str
    operands: tuple[Operand, ...]
    modifiers: frozenset[str]
    required: frozenset[str]
    defs: tuple[str, ...]
    uses: tuple[str, ...]
    partial: bool
    early: tuple[str, ...]
    flags: frozenset[str]
    counters: tuple[str, ...]
    size: int
    wave: int
    archs: tuple[str, ...]
    vopd: tuple[int, str, bool] | None = None
    operation: str = ""
    unit: Unit = Unit.INTERNAL
    lanes: Lanes = Lanes.SCALAR
    memory: MemoryDesc | None = None
    cache: CacheDesc | None = None


@dataclass
class Family:
    name: str
    forms: dict[str, list[Form]] = field(default_factory=dict)
    aliases: dict[str, list[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    vopd: dict[str, Form] = field(default_factory=dict)


def with_destinations(base: str, operands: list[Operand]) -> list[Operand]:
    """The operands of ``base`` with the destinations that its record states as sources."""
    return [replace(o, role="def") if INDEXED_DESTINATION.fullmatch(f"{base} {o.name}") else o for o in operands]


class Builder:
    #: What ``cpol`` may print as since gfx12.
    cache: tuple[str, ...] = ("th", "scope")

    def __init__(self, dump: Dump, family: str) -> None:
        self.dump = dump
        self.family = family
        self.archs = tuple(name for name, row in TARGETS.items() if tables_of(row) == family)

    # records -------------------------------------------------------------------------------------------------------

    def reals(self) -> dict[str, Record]:
        """The family's encodable records that the assembler's text can name."""
        out = {}
        for name, record in self.dump.instructions.items():
            if record.get("isPseudo") or record.get("isCodeGenOnly"):
                continue
            if def_name(record.get("AssemblerPredicate")) not in _PREDICATE[self.family]:
                continue
            if not record["AsmString"] or "::" in record["AsmString"] or NOT_ACCEPTED.match(name):
                continue
            # VOP2/VOPC DPP twins that only spell out vcc: made from the plain record, like the e32 forms.
            if re.search(r"_dpp8?_w(32|64)_gfx1\d$", name):
                continue
            out[name] = record
        return out

    def pseudo(self, name: str, record: Record) -> Record | None:
        """The pseudo instruction that a real one encodes: it keeps facts that the real record lost."""
        names = self.dump.pseudos.get(record.get("PseudoInstr") or "", [])
        if not names:
            plain = self.sibling(name)
            return self.pseudo("", plain) if plain is not None else None
        for wanted in (lambda n: n.endswith("_gfx9"), lambda n: not n.endswith("_exact")):
            for candidate in names:
                if wanted(candidate):
                    return self.dump.instructions[candidate]
        return self.dump.instructions[names[0]]

    def sibling(self, name: str) -> Record | None:
        """The record of the same operation without DPP."""
        found = re.match(r"(.*?)(_e64)?_dpp8?(?:_w\d\d)?(_gfx1\d+)$", name)
        if not found:
            return None
        stem, e64, tail = found.groups()
        for infix in ("_e64",) if e64 else ("_e32", "_e64", ""):
            record = self.dump.instructions.get(stem + infix + tail)
            if record is not None:
                return record
        return None

    def profile(self, name: str, record: Record, pseudo: Record | None) -> Record | None:
        for source in (record, pseudo, self.sibling(name) if name else None):
            if source is not None and def_name(source.get("Pfl")):
                return self.dump.others[def_name(source["Pfl"])]
        return None

    # operands ------------------------------------------------------------------------------------------------------

    def operand(self, cls: str, name: str, role: str, profile: Record | None) -> Operand:
        record = self.dump.others[cls]
        optype = record.get("OperandType") or ""
        reg = self.dump.reg_class(cls)
        if cls == "ExpSrc0" or cls.startswith("ExpSrc"):
            return Operand(name, role, "vo", 1, 32)
        if optype in ("OPERAND_IMMEDIATE", "OPERAND_PCREL", "OPERAND_UNKNOWN") or "SPLIT_BARRIER" in optype:
            return Operand(name, "none", "x", 0, 0, IMMEDIATES.get(cls, OperandType.IMMEDIATE))
        written = written_type(optype)
        if "KIMM" in optype:
            width = 16 if optype.endswith("16") else 32
            return Operand(name, "none", "lx", 1, width, written, written)
        kinds = ""
        if reg.startswith(("VGPR", "VReg", "AV_", "VS_")):
            kinds += "v"
        if reg.startswith(("SReg", "SGPR", "VS_", "SRegOrLds")):
            kinds += "sn"
        if not kinds:
            raise ValueError(f"unknown register class {reg} of {cls}")
        if "REG_IMM" in optype:
            kinds += "ilx"
        elif "INLINE_C" in optype:
            kinds += "i"
        dwords = self.dump.width(cls)
        width = 32 * dwords
        if dwords == 1:
            found = re.search(r"(V2)?(?:INT|FP|BF)(16)(?:_DEFERRED)?$", optype)
            if found:
                width = 32 if found.group(1) else 16
            elif reg.startswith("VGPR_16"):
                width = 16
            elif profile is not None and not optype.startswith("OPERAND_REG_I"):
                key = {"vdst": "DstVT", "src0": "Src0VT", "src1": "Src1VT", "src2": "Src2VT"}.get(name)
                value = def_name(profile.get(key)) if key else ""
                if value in ("i16", "f16", "bf16"):
                    width = 16
        return Operand(name, role, kinds, dwords, width, written=written)

    # one record ----------------------------------------------------------------------------------------------------

    def form(self, name: str, record: Record) -> list[Form]:
        dump = self.dump
        text = re.sub(r"[{}]", "", record["AsmString"])
        found = re.match(r"[A-Za-z0-9_]+", text)
        assert found is not None, text
        word = found.group().lower()
        base = re.sub(r"(_e32|_e64|_dpp8|_dpp)+$", "", word)
        pseudo = self.pseudo(name, record)
        profile = self.profile(name, record, pseudo)
        outs, ins = dump.dag(record, "OutOperandList"), dump.dag(record, "InOperandList")
        classes = {n: (c, "use") for c, n in ins} | {n: (c, "def") for c, n in outs}
        operands: list[Operand] = []
        modifiers: set[str] = set()
        required: set[str] = set()
        printed: set[str] = set()
        nsa: list[Operand] | None = None
        for token in re.findall(r"\$\w+|\w+|[\[\]]", text[found.end() :]):
            if token == "[":
                nsa = []
            elif token == "]":
                assert nsa is not None
                total = sum(o.dwords for o in nsa)
                operands.append(Operand("vaddr", "use", "m", total, 32 * total))
                nsa = None
            elif not token.startswith("$"):
                if token == "off":
                    operands.append(Operand("off", "none", "o", 0, 0))
                elif token == "m0":
                    operands.append(Operand("m0", "use", "s", 1, 32))
                elif token in _LITERAL_WORDS:
                    modifiers.add(token)
                    required.add(token)
                else:
                    raise ValueError(f"{name}: text {token!r}")
            else:
                key = token[1:].removesuffix("_modifiers")
                printed.add(key)
                if key not in classes or key == "attrchan":
                    continue
                cls, role = classes[key]
                if key == "cpol":
                    modifiers |= {"glc", "slc", "dlc"} if self.family == "gfx11" else set(self.cache)
                    if self.family == "gfx11" and "GLC" in cls and "NonGLC" not in cls:
                        required.add("glc")
                    elif self.family == "gfx11" and traits.atomic(name, record, pseudo):
                        modifiers.discard("glc")
                elif key == "offset" and cls in ("SMEMOffset",):
                    operands.append(Operand(key, "none", "x", 0, 0, OperandType.IMMEDIATE_OFFSET))
                elif key == "offset":
                    modifiers.add("offset")
                    if cls == "SMEMOffsetMod":
                        required.add("offset")
                elif key == "waitvdst":
                    modifiers.add("wait_vdst" if self.family == "gfx11" else "wait_va_vdst")
                elif key in MODIFIERS:
                    modifiers |= set(MODIFIERS[key])
                    if key == "dpp8":
                        required.add("dpp8")
                else:
                    operand = self.operand(cls, key, role, profile)
                    if nsa is not None:
                        nsa.append(operand)
                    else:
                        operands.append(operand)
        # A source that shares the printed destination's register but is not printed itself.
        ties = self.ties(record, pseudo)
        tied_hidden = {dst for dst, src in ties if src not in printed and dst in printed and src != "old"}
        uses_old = any(src == "old" for _, src in ties)
        if traits.atomic(name, record, pseudo) and tied_hidden:
            operands = [replace(o, role="defuse") if o.name in tied_hidden else o for o in operands]
            tied_hidden = set()
        if SWAPS.match(base):
            operands = [replace(o, role="defuse") for o in operands]
            tied_hidden = set()
        if base.startswith("ds_bvh_stack"):
            operands = [replace(o, role="defuse") if o.name == "addr" else o for o in operands]
            tied_hidden = set()
        operands = with_destinations(base, operands)
        if base.startswith("v_fma_mix"):
            # op_sel_hi chooses between a whole f32 register and a half, whatever the profile says.
            operands = [replace(o, bits=32) if o.role == "use" else o for o in operands]
        operands = [replace(o, bits=16) if HALVES.fullmatch(f"{base} {o.name}") else o for o in operands]
        partial = bool(tied_hidden) or uses_old or bool(KEEPS_OLD.fullmatch(base))
        partial = partial or any(o.role == "def" and o.bits == 16 for o in operands)
        if "wmma_" in base:
            # gfx11: 16-bit results fill the op_sel half of each register; gfx12 packs two.
            partial = self.family == "gfx11" and base in ("v_wmma_f16_16x16x16_f16", "v_wmma_bf16_16x16x16_bf16")
        # Accumulators; DPP leaves the destination as it was in lanes that are masked off or read out of bounds.
        partial = partial or "swmmac" in base or "_dpp" in name
        if "tfe" in required:
            # Where a texel is not resident only the extra status register is sure to be written.
            partial = True
        encoding, suffix = traits.encoding(name, record, pseudo, base)
        defs, uses = traits.implicit(base, record, pseudo)
        early = traits.early_clobber(base, record, pseudo)
        flags = traits.flags(base, name, record, pseudo, encoding, tuple(operands))
        counters = traits.counters(self.family, base, encoding, flags)
        archs = tuple(a for a in self.archs if all(dump.holds(p, a) for p in dump.predicates(record)))
        form = Form(
            base,
            base,
            name,
            encoding,
            suffix,
            tuple(operands),
            frozenset(modifiers),
            frozenset(required),
            defs,
            uses,
            partial,
            early,
            flags,
            counters,
            record.get("Size") or 0,
            {"isWave32": 32, "isWave64": 64}.get(def_name(record.get("WaveSizePredicate")), 0),
            archs,
        )
        spelled = [form]
        if any(c == "Endpgm" for c, _ in ins):
            # The one positional operand that the text may leave out: s_endpgm.
            spelled = [replace(form, operands=()), form]
        return [w for f in spelled for a in self.by_arch(f) for w in self.by_wave(self.with_vcc(a))]

    def ties(self, record: Record, pseudo: Record | None) -> list[tuple[str, str]]:
        text = record.get("Constraints") or (pseudo or {}).get("Constraints") or ""
        pairs = []
        outs = {n for _, n in self.dump.dag(record, "OutOperandList")}
        for left, right in re.findall(r"\$(\w+)\s*=\s*\$(\w+)", text):
            dst, src = (left, right) if left in outs else (right, left)
            pairs.append((dst, src))
        names = {n for _, n in self.dump.dag(record, "InOperandList")}
        for src in ("vdst_in", "vdata_in", "sdst_in"):
            if src in names:
                pairs.append((src.removesuffix("_in"), src))
        return pairs

    def with_vcc(self, form: Form) -> Form:
        """Adds the vcc operands that the printer writes for e32 and plain DPP forms but no operand list holds."""
        if form.suffix not in ("_e32", "_dpp"):
            return form
        mask = Operand("vcc", "def", "s", 0, 0)
        read = Operand("vcc_in", "use", "s", 0, 0)
        ops = form.operands
        defs = tuple(d for d in form.defs if d != "vcc")
        uses = tuple(u for u in form.uses if u != "vcc")
        if form.encoding.startswith("VOPC") and not form.base.startswith("v_cmpx"):
            return replace(form, operands=(mask, *ops), defs=defs)
        if "_co_ci_u32" in form.base:
            return replace(form, operands=(ops[0], mask, *ops[1:], read), defs=defs, uses=uses)
        if form.base == "v_cndmask_b32":
            return replace(form, operands=(*ops, read), uses=uses)
        return form

    def by_wave(self, form: Form) -> list[Form]:
        """Lane masks are one register in wave32 and two in wave64."""
        if form.wave or not any(o.dwords == 0 and o.role in ("def", "use") for o in form.operands):
            waves: tuple[int, ...] = (form.wave,)
        else:
            waves = (32, 64)
        out = []
        for wave in waves:
            width = 2 if wave == 64 else 1
            ops = tuple(
                replace(o, dwords=width, bits=32 * width) if o.dwords == 0 and o.role in ("def", "use") else o
                for o in form.operands
            )
            out.append(replace(form, operands=ops, wave=wave))
        return out

    def by_arch(self, form: Form) -> list[Form]:
        """Splits forms that differ between the targets of a family."""
        if not form.archs:
            return []
        old = tuple(a for a in form.archs if "FeatureMADIntraFwdBug" in self.dump.features[a])
        if form.early and form.base.startswith("v_mad_") and form.base.endswith(("64_u32", "64_i32")):
            # The early clobber works around a bug of gfx11.0 (FeatureMADIntraFwdBug) only.
            rest = tuple(a for a in form.archs if a not in old)
            return [replace(form, archs=old)] * bool(old) + [replace(form, archs=rest, early=())] * bool(rest)
        if "dpp" in form.flags and form.suffix == "_e64_dpp":
            # AMDGPUAsmParser's validateDPP: a scalar or constant src1 needs FeatureDPPSrc1SGPR.
            plain = tuple(a for a in form.archs if "FeatureDPPSrc1SGPR" not in self.dump.features[a])
            if plain:
                ops = tuple(replace(o, kinds="v") if o.name == "src1" and "v" in o.kinds else o for o in form.operands)
                rest = tuple(a for a in form.archs if a not in plain)
                return [replace(form, operands=ops, archs=plain)] + [replace(form, archs=rest)] * bool(rest)
        return [form]


_ORDER = {"_e32": 0, "": 1, "_e64": 1, "_dpp": 2, "_e64_dpp": 3}


def _merge_true16(forms: list[Form]) -> list[Form]:
    """Keeps one of the twins of a 16-bit instruction (fake16 and true16 records), with both sets of modifiers."""
    fakes = {f.encoding: f for f in forms if "_fake16" in f.record}
    out = []
    for form in forms:
        if "_t16" in form.record and form.encoding in fakes:
            continue
        if "_fake16" in form.record:
            extra: frozenset[str] = frozenset()
            for other in forms:
                if "_t16" in other.record and other.encoding == form.encoding:
                    extra |= other.modifiers
            form = replace(form, modifiers=form.modifiers | extra)
        out.append(form)
    return out


def build_family(dump: Dump, name: str) -> Family:
    """All forms of a family's instructions by base mnemonic, its aliases, and its VOPD components."""
    from scripts.isa_gen.describe import described
    from scripts.isa_gen.extra import extra_forms, vopd_forms

    builder = Builder(dump, name)
    family = collected(builder)
    extra_forms(family, builder)
    vopd_forms(family, builder)
    family.forms = {base: [described(form) for form in forms] for base, forms in family.forms.items()}
    return family


def collected(builder: Builder) -> Family:
    """What the records themselves give: forms and aliases."""
    dump, family = builder.dump, Family(builder.family)
    for record_name, record in sorted(builder.reals().items()):
        for form in builder.form(record_name, record):
            family.forms.setdefault(form.base, []).append(form)
    for base, forms in family.forms.items():
        forms = _merge_true16(forms)
        both = {"_e32", "_e64"} <= {f.suffix for f in forms}
        named = []
        for form in forms:
            shown = form.suffix if both or "dpp" in form.suffix or form.encoding.startswith("VOPC") else ""
            if (form.suffix == "_dpp" and form.encoding.startswith("VOPC")) or base in ("v_nop", "v_pipeflush"):
                shown = ""  # the printer leaves it out here
            named.append(replace(form, mnemonic=base + shown))
        named.sort(key=lambda f: (_ORDER[f.suffix], "atomic_ret" in f.flags, "tfe" in f.required))
        unique: dict[Form, Form] = {}
        for form in named:
            unique.setdefault(replace(form, record=""), form)
        family.forms[base] = list(unique.values())
    for record in dump.aliases:
        old, new = record["FromMnemonic"].lower(), record["ToMnemonic"].lower()
        if old.endswith(("_e32", "_e64", "_dpp", "_sdwa")):
            continue  # loading asks for the encoding of a suffix itself
        names = dump.predicates(record)
        archs = tuple(a for a in builder.archs if all(dump.holds(p, a) for p in names))
        if archs and old != new and new in family.forms and old not in family.forms:
            family.aliases.setdefault(old, []).append((new, archs))
    return family
