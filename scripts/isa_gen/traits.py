"""Encoding name, flags, counters and implicit registers of a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scripts.isa_gen import corrections as fix
from scripts.isa_gen.meaning import operation
from scripts.isa_gen.records import Record, bits, def_name

if TYPE_CHECKING:
    from scripts.isa_gen.build import Operand


def _any(key: str, *records: Record | None) -> bool:
    return any(bool(r.get(key)) for r in records if r is not None)


def atomic(name: str, record: Record, pseudo: Record | None) -> bool:
    """Whether it is a read-modify-write of memory.  LLVM counts plain LDS stores among the atomics without result."""
    if re.match(r"DS_(WRITE|STORE|READ|LOAD)_(?!XCHG)", name):
        return False
    return "ATOMIC" in name or _any("IsAtomicRet", record, pseudo) or _any("IsAtomicNoRet", record, pseudo)


def encoding(name: str, record: Record, pseudo: Record | None, base: str) -> tuple[str, str]:
    """``(encoding, suffix)``: the hardware's name of the encoding, and the mnemonic suffix that asks for it."""
    dpp = "_DPP8" if "_dpp8" in name else "_DPP16" if "_dpp" in name else ""
    if name.startswith("V_"):
        if "INTERP" in name:
            return "VINTERP", ""
        if dpp:
            wide = "_e64_dpp" in name or (bool(re.search(r"V_(DOT|FMA_MIX)", name)) and "_e32" not in name)
            wide = wide and not re.search(r"V_DOT2ACC", name)
            kind = _vop(name, record, pseudo)
            if wide:
                kind = "VOP3P" if re.search(r"V_(DOT\d_[FIU]32|FMA_MIX|DOT2_F32|DOT8|DOT4)", name) else "VOP3"
            return kind + dpp, "_e64_dpp" if wide else "_dpp"
        if _any("VOP3P", record, pseudo) or _any("IsWMMA", record, pseudo) or _any("IsSWMMAC", record, pseudo):
            return "VOP3P", "_e64"
        if "_e64" in name or (bits(record.get("Size")) == 8 and not re.search(r"FMA[AM]K", name)):
            return "VOP3", "_e64"
        return _vop(name, record, pseudo), "_e32"
    for key in ("SOP1", "SOP2", "SOPC", "SOPK", "SOPP"):
        if _any(key, record, pseudo):
            return key, ""
    if _any("SMRD", record, pseudo):
        return "SMEM", ""
    for key in ("MTBUF", "MUBUF", "VIMAGE", "VSAMPLE", "MIMG", "LDSDIR", "DS", "EXP"):
        if _any(key, record, pseudo):
            return key, ""
    if _any("FlatGlobal", record, pseudo) or base.startswith("global_"):
        return "GLOBAL", ""
    if _any("FlatScratch", record, pseudo) or base.startswith("scratch_"):
        return "SCRATCH", ""
    if _any("FLAT", record, pseudo):
        return "FLAT", ""
    if base.startswith(("image_", "tensor_")):
        return "MIMG" if base.startswith("image_") else "TENSOR", ""
    raise ValueError(f"no encoding for {name}")


def _vop(name: str, record: Record, pseudo: Record | None) -> str:
    if name.startswith("V_CMP"):
        return "VOPC"
    for key in ("VOP1", "VOP2", "VOPC"):
        if _any(key, record, pseudo):
            return key
    # DPP records have none of the flags; the operand count tells one-source operations.
    return "VOP2" if any(a[1] == "src1" for a in record["InOperandList"]["args"]) else "VOP1"


_IMPLICIT = {"EXEC": "exec", "EXEC_LO": "exec", "VCC": "vcc", "SCC": "scc", "M0": "m0", "MODE": "mode"}


def implicit(base: str, record: Record, pseudo: Record | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``(defs, uses)`` that no operand shows."""
    found = []
    for key in ("Defs", "Uses"):
        names = {_IMPLICIT.get(def_name(d), "") for r in (record, pseudo) if r for d in r.get(key) or []}
        found.append(names - {""})
    defs, uses = found
    if base.startswith(("ds_", "lds_")):
        uses.discard("m0")
        if fix.DS_M0.fullmatch(base) or base.startswith("lds_"):
            uses.add("m0")
    elif " m0 " in record["AsmString"]:
        uses.discard("m0")
    if base.startswith("s_cmov"):
        uses.add("scc")
    if base in fix.WRITES_SCC:
        defs.add("scc")
    if base.startswith(("s_setreg", "s_round_mode", "s_denorm_mode")):
        defs.add("mode")
        uses.add("mode")
    if re.match(r"[vs]_(pk_)?(minimum|maximum)", base):
        uses.add("mode")  # denormals follow MODE here as in v_min and v_max
    if base.startswith("s_getreg"):
        uses.add("mode")
    if re.match(r"[vs]_movrel|s_sendmsg|(global|scratch)_(load|store)_block", base):
        uses.add("m0")
    if base.startswith("v_") and base not in fix.IGNORES_EXEC and base not in ("v_nop", "v_pipeflush"):
        uses.add("exec")
    return tuple(sorted(defs)), tuple(sorted(uses))


def early_clobber(base: str, record: Record, pseudo: Record | None) -> tuple[str, ...]:
    """Destinations that must not overlap a source (for WMMA: other than the accumulator as a whole)."""
    if "wmma" in base or "swmmac" in base:
        return ("vdst",)
    if not base.startswith("v_"):
        return ()  # SMEM ones stand for XNACK replay, which these GPUs do not have
    text = (record.get("Constraints") or "") + "," + ((pseudo or {}).get("Constraints") or "")
    return tuple(sorted(set(re.findall(r"@earlyclobber \$(\w+)", text))))


def flags(
    base: str, name: str, record: Record, pseudo: Record | None, enc: str, operands: tuple[Operand, ...]
) -> frozenset[str]:
    """The classes an instruction belongs to, as :class:`isaopt.isa.instruction.InstrDesc` lists them."""
    out: set[str] = set()
    root = enc.split("_", maxsplit=1)[0]
    vector = root.startswith("VOP") or root == "VINTERP"
    if vector:
        out |= {"valu", {"VINTERP": "vinterp"}.get(root, root.lower())}
    if root.startswith("SOP"):
        out.add("salu")
    if "DPP" in enc:
        out |= {"dpp", "lane_access"}
    for key, flag in (("TRANS", "trans"), ("IsPacked", "packed"), ("IsDOT", "dot")):
        if vector and _any(key, record, pseudo):
            out.add(flag)
    if re.match(r"v_(s_)?(rcp|rsq|sqrt|log|exp|sin|cos)_|v_rcp_iflag", base):
        out.add("trans")
    if base.startswith("v_pk_"):
        out.add("packed")
    if "swmmac" in base:
        out.add("swmmac")
    elif "wmma" in base:
        out.add("wmma")
    if base.startswith("v_dot"):
        out.add("dot")
    kinds = {
        "SMEM": "smem", "MUBUF": "mubuf", "MTBUF": "mtbuf", "VIMAGE": "vimage", "VSAMPLE": "vsample", "MIMG": "mimg",
        "DS": "ds", "LDSDIR": "ldsdir", "EXP": "exp", "GLOBAL": "global", "SCRATCH": "scratch", "FLAT": "flat",
        "TENSOR": "tensor",
    }  # fmt: skip
    if root in kinds:
        out.add(kinds[root])
    if root in ("GLOBAL", "SCRATCH"):
        out.add("flat_encoding")
    _memory_flags(base, name, record, pseudo, operands, out)
    if "d16" in base or "d16_" in base:
        out.add("d16")
    if re.match(r"[vs]_movrel", base) or base.startswith("v_swaprel"):
        out.add("movrel")
    if fix.LANE_ACCESS.match(base):
        out.add("lane_access")
    if base in fix.IGNORES_EXEC:
        out.add("ignores_exec")
    if _any("isCommutable", pseudo):
        out.add("commutable")
    if _any("isConvergent", pseudo) or "lane_access" in out or base in fix.BARRIER_LIKE:
        out.add("convergent")
    # What the exec writers and the atomics do is told by their operands, implicit registers and flags.
    # LLVM marks s_mov_b32 for the sake of one pseudo that shares its record.
    told = vector or "atomic" in out or base == "s_mov_b32" or re.search(r"_(saveexec|wrexec)_", base)
    if fix.SIDE_EFFECTS.fullmatch(base) or (_any("hasSideEffects", pseudo) and not told):
        out.add("sideeffects")
    if base in fix.BARRIER_LIKE:
        out |= {"barrier", "sideeffects"}
    _control_flags(base, record, pseudo, out)
    return frozenset(out)


def _memory_flags(
    base: str, name: str, record: Record, pseudo: Record | None, operands: tuple[Operand, ...], out: set[str]
) -> None:
    memory = out & {"smem", "mubuf", "mtbuf", "vimage", "vsample", "mimg", "ds", "global", "scratch", "flat"}
    if not memory:
        return
    if _any("mayLoad", record, pseudo):
        out.add("mayload")
    if _any("mayStore", record, pseudo):
        out.add("maystore")
    returns = any(o.role in ("def", "defuse") for o in operands)
    if atomic(name, record, pseudo) or ("ds" in memory and {"mayload", "maystore"} <= out and _ds_atomic(base)):
        out |= {"atomic", "mayload", "maystore"}
        if returns:
            out.add("atomic_ret")
    elif re.match(r"(global|scratch|flat|buffer|tbuffer|image)_store", base) or base.startswith("ds_store_"):
        out.discard("mayload")
        out.add("maystore")
    elif re.match(r"(global|scratch|flat|buffer|tbuffer|image|ds|s|s_buffer)_(load|gather|sample)", base):
        out.discard("maystore")
        out.add("mayload")
    elif re.match(r"ds_(bpermute|permute|swizzle)", base):
        out -= {"mayload", "maystore"}


def _ds_atomic(base: str) -> bool:
    return not re.match(r"ds_(load|store_|append|consume|gws|ordered|bvh|nop|permute|bpermute|swizzle)", base)


def _control_flags(base: str, record: Record, pseudo: Record | None, out: set[str]) -> None:
    if _any("isBranch", record, pseudo) or base.startswith(("s_branch", "s_cbranch", "s_subvector_loop", "s_add_pc")):
        out |= {"branch", "terminator"}
    if operation(base) in ("s_swappc_b64", "s_call_b64"):
        out |= {"call", "sideeffects"}
    if operation(base) in fix.RETURNS:
        out |= {"return", "branch", "terminator"}
    if base.startswith("s_endpgm"):
        out |= {"terminator", "sideeffects"}


def counters(family: str, base: str, enc: str, flag: frozenset[str]) -> tuple[str, ...]:
    """The wait counters that an instruction increments (AMDGPUUsage, "memory model"; SIInsertWaitcnts.cpp)."""
    new = family != "gfx11"
    if fix.NO_COUNTER.fullmatch(base):
        return ()
    if "_async_" in base or "tensor" in flag:  # gfx1250
        return ("tensorcnt",) if "tensor" in flag else ("asynccnt",)
    if "ds" in flag:
        if base.startswith("ds_gws"):
            return ("dscnt",) if new else ("lgkmcnt", "expcnt")
        return ("dscnt",) if new else ("lgkmcnt",)
    if "ldsdir" in flag or "exp" in flag:
        return ("expcnt",)
    if "smem" in flag or base.startswith("s_sendmsg"):
        return ("kmcnt",) if new else ("lgkmcnt",)
    if base in ("s_barrier_signal_isfirst", "s_barrier_leave", "s_get_barrier_state"):
        return ("kmcnt",)
    if base == "global_inv":
        return ("loadcnt",)
    if base in ("global_wb", "global_wbinv"):
        return ("storecnt",)
    if not flag & {"mubuf", "mtbuf", "mimg", "vimage", "vsample", "global", "scratch", "flat"}:
        return ()
    store = "maystore" in flag and "atomic_ret" not in flag
    if store:
        first = "storecnt" if new else "vscnt"
    elif not new:
        first = "vmcnt"
    elif base.startswith("image_bvh"):
        first = "bvhcnt"
    elif "vsample" in flag:
        first = "samplecnt"
    else:
        first = "loadcnt"
    if "flat" in flag:
        return (first, "dscnt" if new else "lgkmcnt")
    return (first,)
