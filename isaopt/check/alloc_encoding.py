"""Whether renamed operands can be encoded and keep the rules that the assembler does not check.

VOPD rules: RDNA3 and RDNA4 ISA guides, VOPD; overlap rules: LLVM VOP3PInstructions.td and GCNHazardRecognizer.cpp;
16-bit operands: LLVM VOPInstructions.td, VGPR_16_Lo128.
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Op, Operand
from isaopt.target.arch import features_of, get_arch

#: The eight-bit source fields of VOP1, VOP2 and VOPC spend one bit of a 16-bit operand on the half.
_SHORT_INDEX = 128


def encoding_problems(before: Op, after: Op, arch: str) -> Iterator[str]:
    """What is wrong with ``after`` that was not already so in ``before``."""
    if after.pair is not None and before.pair is not None:
        yield from _vopd(before, after, arch)
    else:
        yield from _overlaps(before, after, arch)
    yield from _short_operands(after)


# -- VOPD


def _vgpr(operand: Operand | None) -> int | None:
    reg = operand.reg if operand is not None else None
    return reg.first if reg is not None and reg.is_vgpr else None


def _slots(half: Op) -> tuple[int | None, int | None, int | None, int | None]:
    """Destination, SRC0, SRC1 and SRC2 of one component, as VGPR numbers."""
    name = half.mnemonic.removeprefix("v_dual_")
    regs = [_vgpr(o) for o in half.operands]
    regs += [None] * (4 - len(regs))
    destination, first = regs[0], regs[1]
    if name == "mov_b32":
        return destination, first, None, None
    if name == "fmamk_f32":
        return destination, first, None, regs[3]
    accumulates = name == "fmac_f32" or name.startswith("dot2")
    return destination, first, regs[2], destination if accumulates else None


def _clash(a: int | None, b: int | None, banks: int) -> bool:
    return a is not None and b is not None and a % banks == b % banks


def _vopd(before: Op, after: Op, arch: str) -> Iterator[str]:
    assert before.pair is not None
    assert after.pair is not None
    x, y = (_slots(h) for h in after.pair)
    old_x, old_y = (_slots(h) for h in before.pair)
    if _clash(x[0], y[0], 2):
        yield "the destinations of the pair have equal parity"
    moves = all(h.mnemonic == "v_dual_mov_b32" for h in after.pair) and features_of(arch).dual_move_second_port
    if not moves:
        for slot in (1, 2):
            shared = x[slot] == y[slot] and old_x[slot] == old_y[slot] and features_of(arch).dual_shared_sources
            # From RDNA3.5 on the same register may stand in both (LLVM change 196198); kept where it was so.
            if _clash(x[slot], y[slot], 4) and not shared:
                yield f"src{slot - 1} of both halves is in VGPR bank {(x[slot] or 0) % 4}"
        if _clash(x[3], y[3], 2):
            yield "src2 of both halves has equal parity"
    if get_arch(arch).vopd_interlock_erratum:
        # The destination interlock can be lost then (LLVM pull request 220348).
        for slot in (1, 2):
            if _clash(x[slot], y[slot], 2) and not _clash(old_x[slot], old_y[slot], 2):
                yield f"src{slot - 1} of both halves has equal parity, which it had not in the original"


# -- operands that must not share registers


def _units(operand: Operand) -> set[int]:
    return {u for r in operand.regs if r.is_vgpr for u in r.units}


def _overlap_pairs(op: Op, arch: str) -> set[tuple[int, int]]:
    """Operand positions (destination, source) that overlap and must not."""
    names = [d.name for d in op.desc.operands]
    name = op.mnemonic
    early = {i for i, n in enumerate(names) if n in op.desc.early_clobber}
    if name.startswith(("v_mqsad", "v_qsad")):
        early.add(0)
    if name.startswith(("v_mad_u64_u32", "v_mad_i64_i32", "v_mad_co_")):
        # Only gfx11.0 loses the forwarded value (MADIntraFwd); clang emits the overlap elsewhere.
        early = {0} if features_of(arch).mad64_overlap_bug else set()
    matrix = name.startswith(("v_wmma", "v_swmmac"))
    if matrix:
        early = {0}
    found = set()
    for d in early:
        written = _units(op.operands[d])
        for s, operand in enumerate(op.operands):
            if s == d or (s < len(op.desc.operands) and op.desc.operands[s].role not in ("use", "defuse")):
                continue
            if matrix and name.startswith("v_wmma") and s == 3 and operand.reg == op.operands[d].reg:
                continue
            if not written.isdisjoint(_units(operand)):
                found.add((d, s))
    return found


def _overlaps(before: Op, after: Op, arch: str) -> Iterator[str]:
    if not after.operands:
        return
    for d, s in sorted(_overlap_pairs(after, arch) - _overlap_pairs(before, arch)):
        yield f"destination {after.operands[d].text} must not overlap source {after.operands[s].text}"
    written = [u for r in after.refs if r.writes and r.reg.is_vgpr for u in r.reg.units]
    if len(written) != len(set(written)):
        yield "two destinations share a register"
    for old, new in zip(before.desc.tied, after.desc.tied, strict=True):
        if old == new:
            yield from _tied(after, new)


def _tied(op: Op, names: tuple[str, str]) -> Iterator[str]:
    position = {d.name: i for i, d in enumerate(op.desc.operands)}
    if all(n in position for n in names):
        a, b = (op.operands[position[n]] for n in names)
        if a.regs != b.regs and a.regs and b.regs and not op.mnemonic.startswith("v_swap"):
            yield f"operands {a.text} and {b.text} must be one register"


def _short_operands(op: Op) -> Iterator[str]:
    for half in op.halves:
        encoding = half.desc.encoding.lower()
        if "_e64" in half.mnemonic or "vop3" in encoding:
            continue
        if not (encoding.startswith(("vop1", "vop2", "vopc")) or "_e32" in half.mnemonic):
            continue
        for ref in half.refs:
            if ref.desc.bits == 16 and ref.reg.is_vgpr and ref.reg.first >= _SHORT_INDEX:
                yield f"{ref.reg} cannot be encoded as a 16-bit operand of '{half.mnemonic}'"
