"""Forms made by hand: VOPD components, and instructions that LLVM 19 does not have yet."""

from __future__ import annotations

from dataclasses import replace

from isa_gen.build import Builder, Family, Form, Operand
from isa_gen.records import bits, def_name

#: VOPD opcode -> (accepted as OPX), from the component records; dot2acc_f32_bf16 (13) is known since LLVM 22 only.
_DOT2_BF16 = 13


def extra_forms(family: Family, builder: Builder) -> None:
    """Adds what later LLVM versions take and LLVM 19's records lack."""


def vopd_forms(family: Family, builder: Builder) -> None:
    """One form per VOPD component, under the name that the text uses (``v_dual_fmac_f32``)."""
    for record in builder.dump.components:
        op = bits(record["VOPDOp"])
        base_vop = def_name(record["BaseVOP"])
        name = record["VOPDName"].removeprefix("v_dual_")
        if family.name == "gfx12" and name in ("max_f32", "min_f32"):
            name = name.replace("_f32", "_num_f32")
        _component(family, builder, name, op, bool(bits(record["CanBeVOPDX"])), base_vop)
    # LLVM 22 takes dot2acc_f32_bf16 on both families, and dot2acc_f32_f16 on gfx12 (LLVM 19 has neither).
    _component(family, builder, "dot2acc_f32_bf16", _DOT2_BF16, True, "")


def _component(family: Family, builder: Builder, name: str, op: int, x: bool, base_vop: str) -> None:
    def v(label: str, role: str) -> Operand:
        return Operand(label, role, "v", 1, 32)

    src0 = Operand("src0", "use", "vsnilx", 1, 32)
    literal = Operand("imm", "none", "lx", 1, 32)
    vdst, vsrc1 = v("vdst", "def"), v("vsrc1", "use")
    operands: tuple[Operand, ...] = (vdst, src0, vsrc1)
    if name == "mov_b32":
        operands = (vdst, src0)
    elif name == "fmaak_f32":
        operands = (vdst, src0, vsrc1, literal)
    elif name == "fmamk_f32":
        operands = (vdst, src0, literal, vsrc1)
    integer = name in ("mov_b32", "cndmask_b32", "add_nc_u32", "lshlrev_b32", "and_b32")
    uses = ["exec"] + ([] if integer else ["mode"]) + (["vcc"] if name == "cndmask_b32" else [])
    form = Form(
        f"v_dual_{name}",
        f"v_dual_{name}",
        base_vop,
        "VOPD",
        "",
        operands,
        frozenset(),
        frozenset(),
        (),
        tuple(uses),
        name in ("fmac_f32", "dot2acc_f32_f16", "dot2acc_f32_bf16"),
        (),
        frozenset({"valu", "vopd"} | ({"dot"} if name.startswith("dot2") else set())),
        (),
        8,
        32,
        builder.archs,
        (op, name, x),
    )
    family.forms[form.base] = [replace(form)]
