"""What LLVM's records lack or state wrongly for gfx11 and gfx12, by mnemonic, with the reason."""

from __future__ import annotations

import re

#: LDS instructions that do read M0.  The encodable DS records list M0 for all, which was true up to gfx8 (LDS limit).
DS_M0 = re.compile(r"ds_(append|consume|ordered_count|gws_\w+|\w*addtid\w*|(direct|param)_load|\w+_gs_reg_rtn)$")

#: Waves of a workgroup meet here.
BARRIER_LIKE = frozenset(
    (
        *("s_barrier", "s_barrier_signal", "s_barrier_signal_isfirst", "s_barrier_wait", "s_barrier_leave"),
        *("s_barrier_init", "s_barrier_join", "s_get_barrier_state"),
    )
)

#: ``hasSideEffects`` is unset on the encodable records; these order or observe more than their operands say.
SIDE_EFFECTS = re.compile(
    r"s_(waitcnt\w*|wait_\w+|sendmsg\w*|barrier\w*|wakeup_barrier|get_barrier_state|getreg\w*|setreg\w*|sethalt|setkill|trap|rfe\w*"
    r"|sleep\w*|icache_inv|dcache_inv|gl1_inv|wakeup|setprio|incperflevel|decperflevel|ttracedata\w*|endpgm\w*|code_end|round_mode"
    r"|denorm_mode|version|clause|set_inst_prefetch_distance|alloc_vgpr|swap_to_pc\w*|memtime|memrealtime|cbranch_cdbg\w*|prefetch\w*"
    r"|inst_prefetch|subvector\w*|atc_probe\w*|delay_alu|singleuse_vdst|nop)$"
    r"|buffer_gl[01]_inv$|global_(inv|wb|wbinv)$|ds_(gws_\w+|nop|ordered_count|bvh_stack\w*)$|v_pipeflush$|exp$|export$"
)

#: Reads or writes lanes without regard to EXEC, or lanes other than its own.
LANE_ACCESS = re.compile(
    r"v_(readlane|readfirstlane|writelane|permlane\w*)_|v_permlane|ds_(bpermute|permute|swizzle)|v_mov_b32_dpp"
    # derivatives are differences between the lanes of a quad
    r"|image_(sample|gather4|get_lod)|global_load_tr"
)
#: v_readfirstlane_b32 looks at EXEC to find the lane; these two do not look at it at all.
IGNORES_EXEC = frozenset({"v_readlane_b32", "v_writelane_b32"})

#: Destination keeps bits that the instruction does not write, although its record shows no tie.
KEEPS_OLD = re.compile(
    # SCC = 0 leaves the destination as it was; LLVM models no read at all.
    r"s_cmov\w*"
    # does nothing in wave32 (RDNA3 and RDNA4 ISA guides, VOP1)
    r"|v_permlane64_b32"
    # LLVM 19 has no tie on this accumulator
    r"|v_pk_fmac_f16"
    # one half or one byte of the destination
    r"|v_fma_mix(lo|hi)_f16|v_cvt_pk_(fp8|bf8)_f32|v_cvt_sr_(fp8|bf8)_f32"
    # the op_sel half of each result register on gfx11 (see build, gfx12 packs two per register)
    r"|v_interp_p2_(rtz_)?f16_f32"
    # a register chosen by M0
    r"|[sv]_movrels?d\w*|v_swaprel\w*"
    # 16-bit loads into one half; the format variants are taken with them, to be on the safe side
    r"|(global|flat|scratch|ds|buffer|tbuffer)_load_(\w+_)?d16(_\w+)?|ds_load_\w+_d16(_hi)?"
)

#: The destination is a register that M0 chooses, from the one that is named on; LLVM's records read the named one as an
#: address and write nothing (SOPInstructions.td, VOP1Instructions.td).
INDEXED_DESTINATION = re.compile(r"[sv]_movrels?d(_2)?_b(32|64) [sv]dst")

#: SCC says whether the result is nonzero (RDNA3 and RDNA4 ISA guides, SOP1); LLVM's records have no SCC, as nothing in
#: LLVM selects these.
WRITES_SCC = frozenset({"s_quadmask_b32", "s_quadmask_b64"})

#: Every operand of these is read and written.
SWAPS = re.compile(r"v_swap(rel)?_b\d+$")

#: Not loads or stores for any counter: LLVM's SIInsertWaitcnts leaves buffer invalidates out (getMUBUFIsBufferInv).
NO_COUNTER = re.compile(r"buffer_gl[01]_inv$|s_prefetch\w+$|ds_nop$")

#: ``isReturn`` and ``isTerminator`` sit on pseudos that the encodable records do not join with.
RETURNS = frozenset({"s_setpc_b64", "s_rfe_b64", "s_rfe_restore_b64"})

#: Records that exist but that LLVM 22's assembler refuses on these GPUs: loads into LDS, TFE on stores, DPP of
#: v_pk_fmac_f16, hints and barriers that came out of the target definition again.
NOT_ACCEPTED = re.compile(r"BUFFER_LOAD_LDS_|BUFFER_STORE_\w*TFE|V_PK_FMAC_F16_dpp|S_SINGLEUSE_VDST|S_WAKEUP_BARRIER")

#: Operands that are half a register (LLVM 22 spells them ``v1.l``) though LLVM 19 has them whole.
HALVES = re.compile(
    r"v_align(bit|byte)_b32 src2|v_cmpx?_class_f16 src[01]|v_interp_p2_(rtz_)?f16_f32 src0"
    r"|v_interp_p10_(rtz_)?f16_f32 src[02]|v_cvt_pk_f32_(fp|bf)8 src0|v_cvt_pk_(fp|bf)8_f32 vdst"
)

#: Scalar encodings that the sequencer executes itself, as it does all SOPP that neither branch nor send a message.
SEQUENCER = re.compile(r"s_waitcnt_\w+|s_barrier\w*|s_get_barrier_state|s_alloc_vgpr|s_sleep_var|s_version")
