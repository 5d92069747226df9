"""Forms made by hand: VOPD components, and instructions that LLVM 19 does not have yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from isaopt.isa.types import OperandType
from scripts.isa_gen.build import Builder, Family, Form, Operand
from scripts.isa_gen.records import bits, def_name

#: VOPD opcode -> (accepted as OPX), from the component records; dot2acc_f32_bf16 (13) is known since LLVM 22 only.
_DOT2_BF16 = 13
_RAYS = frozenset(f"image_bvh{kind}_intersect_ray" for kind in ("", "64", "8", "_dual"))
_BF16 = {OperandType.PK_F16: OperandType.PK_BF16}


def _v(label: str, role: str, dwords: int = 1, bits: int = 0) -> Operand:
    return Operand(label, role, "v", dwords, bits or 32 * dwords)


def _by_hand(
    family: Family, builder: Builder, base: str, encoding: str, operands: tuple[Operand, ...], **more: Any
) -> None:
    form = Form(
        base=base,
        mnemonic=base,
        record="",
        encoding=encoding,
        suffix="",
        operands=operands,
        modifiers=frozenset(),
        required=frozenset(),
        defs=(),
        uses=("exec",),
        partial=False,
        early=(),
        flags=frozenset(),
        counters=(),
        size=8,
        wave=0,
        archs=builder.archs,
    )
    family.forms.setdefault(base, []).append(replace(form, **more))


def _alias(family: Family, builder: Builder, old: str, new: str) -> None:
    family.aliases.setdefault(old, []).append((new, builder.archs))


def extra_forms(family: Family, builder: Builder) -> None:
    """Adds what LLVM 22's assembler takes and LLVM 19's records lack (found by asking it for every mnemonic it has)."""
    for old, new in (("v_dot4_i32_i8", "v_dot4_i32_iu8"), ("v_dot8_i32_i4", "v_dot8_i32_iu4")):
        _alias(family, builder, old, new)  # stands for the iu form with both signs set
    for old, new in (
        ("v_add3_nc_u32", "v_add3_u32"),
        ("v_xor_add_u32", "v_xad_u32"),
        ("v_interp_p2_new_f32", "v_interp_p2_f32"),
    ):
        _alias(family, builder, old, new)
    # A word of zeros, which is no instruction: the trap handler is called.
    _by_hand(family, builder, "v_illegal", "SOPP", (), uses=(), size=4, flags=frozenset({"sideeffects"}))
    for form in family.forms["v_dot2_f32_f16"]:
        if "dpp" in form.flags:
            operands = tuple(
                replace(o, written=_BF16.get(o.written, o.written) if o.written else None) for o in form.operands
            )
            like = replace(form, base="v_dot2_f32_bf16", operands=operands, record="")
            family.forms["v_dot2_f32_bf16"].append(replace(like, mnemonic=like.base + like.suffix))
    # LLVM 22 takes 16-bit register names on gfx12 with -mattr=+real-true16, and Triton writes them.
    swap = (_v("vdst", "defuse", 1, 16), _v("src0", "defuse", 1, 16))
    _by_hand(family, builder, "v_swap_b16", "VOP1", swap, partial=True, size=4, flags=frozenset({"valu", "vop1"}))
    if family.name == "gfx11":
        done = frozenset({"salu", "terminator", "sideeffects"})
        _by_hand(family, builder, "s_endpgm_ordered_ps_done", "SOPP", (), uses=(), size=4, flags=done)
        for kind in ("i32", "u32", "i64", "u64"):
            for compare in ("v_cmp", "v_cmpx"):
                _alias(family, builder, f"{compare}_tru_{kind}", f"{compare}_t_{kind}")
        return
    for old, new in (
        ("lds_direct_load", "ds_direct_load"),
        ("lds_param_load", "ds_param_load"),
        *((name.removeprefix("image_"), name) for name in sorted(_RAYS)),
        ("image_atomic_fmin", "image_atomic_min_flt"),
        ("image_atomic_fmax", "image_atomic_max_flt"),
        ("ds_bvh_stack_rtn_b32", "ds_bvh_stack_push4_pop1_rtn_b32"),
    ):
        _alias(family, builder, old, new)
    ds = {"modifiers": frozenset({"offset"}), "counters": ("dscnt",)}
    lanes = frozenset({"ds", "lane_access", "convergent"})
    operands = (_v("vdst", "def"), _v("addr", "use"), _v("data0", "use"))
    _by_hand(family, builder, "ds_bpermute_fi_b32", "DS", operands, flags=lanes, **ds)
    stack = frozenset({"ds", "mayload", "maystore", "sideeffects"})
    for name, results, data in (
        ("push4_pop1_rtn_b32", 1, 4),
        ("push8_pop1_rtn_b32", 1, 8),
        ("push8_pop2_rtn_b64", 2, 8),
    ):
        operands = (_v("vdst", "def", results), _v("addr", "defuse"), _v("data0", "use"), _v("data1", "use", data))
        _by_hand(family, builder, f"ds_bvh_stack_{name}", "DS", operands, flags=stack, **ds)
    rays = {"image_bvh_dual_intersect_ray": (2, 2, 3, 3, 2), "image_bvh8_intersect_ray": (2, 2, 3, 3, 1)}
    for name, widths in rays.items():
        # The origin and direction come back transformed in their own registers (LLVM's ray_origin_out, ray_dir_out);
        # the list is one operand here, so all of it counts as written.
        address = Operand("vaddr", "defuse", "m", sum(widths), 32 * sum(widths))
        operands = (_v("vdata", "def", 10), address)
        _by_hand(
            family,
            builder,
            name,
            "VIMAGE",
            (*operands, Operand("rsrc", "use", "sn", 4, 128)),
            size=12,
            flags=frozenset({"vimage", "mayload", "sideeffects"}),
            counters=("bvhcnt",),
        )
    _by_hand(
        family,
        builder,
        "s_alloc_vgpr",
        "SOP1",
        (Operand("src0", "use", "snilx", 1, 32),),
        defs=("scc",),
        uses=(),
        size=4,
        flags=frozenset({"salu", "sideeffects", "barrier"}),
    )


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
    src0 = Operand("src0", "use", "vsnilx", 1, 32)
    literal = Operand("imm", "none", "lx", 1, 32)
    vdst, vsrc1 = _v("vdst", "def"), _v("vsrc1", "use")
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
