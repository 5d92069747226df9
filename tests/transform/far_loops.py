"""Loops that load from global memory, drawn at random: for one round after the other, some of them lane by lane."""

from __future__ import annotations

import random

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from tests.emulator.running import text_of

_ARITHMETIC = ("v_add_f32_e32", "v_mul_f32_e32", "v_max_f32_e32", "v_xor_b32_e32", "v_add_nc_u32_e32")
#: The first register of what the n-th load of a round loads, and registers for results, sums and addresses.
_LOADED, _RESULTS, _SUMS = (16, 20, 24), range(28, 34), (8, 9)


def far_loop(seed: int, arch: str, wave: int) -> Module:
    """A kernel with one such loop."""
    draw = random.Random(seed)
    wide = wave == 64
    loaded = "s_wait_loadcnt 0x0" if arch.startswith("gfx12") else "s_waitcnt vmcnt(0)"
    stored = "s_wait_dscnt 0x0" if arch.startswith("gfx12") else "s_waitcnt lgkmcnt(0)"
    vcc, execution, size = ("vcc", "exec", "b64") if wide else ("vcc_lo", "exec_lo", "b32")
    done, now, all_lanes = ("s[10:11]", "s[12:13]", "s[14:15]") if wide else ("s10", "s12", "s14")
    divergent = draw.random() < 0.6
    start = ["v_and_b32_e32 v2, 0x7c, v0", "v_mov_b32_e32 v3, 0", f"v_bfe_u32 v4, v0, 2, {draw.randint(1, 3)}"]
    start += [f"s_mov_{size} {done}, 0", f"s_mov_{size} {all_lanes}, {execution}", "s_mov_b32 s8, 0"]
    start += [f"v_cvt_f32_u32_e32 v{s}, v0" for s in _SUMS]
    start += [f"v_mov_b32_e32 v{r}, {r - 20}" for r in _RESULTS]
    start += ["v_mov_b32_e32 v5, s4", "v_mov_b32_e32 v6, s5"]
    far = draw.random() < 0.4
    body: list[str] = []
    have: list[int] = []
    for first in _LOADED[: draw.randint(1, 3)]:
        count = draw.choice((1, 1, 2, 4))
        to = f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"
        offset = f" offset:{4 * draw.randint(0, 8)}" if draw.random() < 0.5 else ""
        if far:
            body += [f"v_add_co_u32 v10, {vcc}, v5, v2", f"v_add_co_ci_u32_e64 v11, null, 0, v6, {vcc}"]
            body += [f"global_load_b{32 * count} {to}, v[10:11], off{offset}"]
        else:
            body += [f"global_load_b{32 * count} {to}, v2, s[{draw.choice(('4:5', '6:7'))}]{offset}"]
        have += range(first, first + count)
    step = f"v_add_nc_u32_e32 v2, {draw.choice((16, 64, 64, 128))}, v2"
    if draw.random() < 0.5:
        body.append(step)
    body.append(loaded)
    if draw.random() < 0.4:
        body += [f"v_and_b32_e32 v12, 0x3c, v{draw.choice(have)}", "global_load_b32 v13, v12, s[6:7]", loaded]
        have.append(13)
    values = [*have, *_RESULTS]
    for _ in range(draw.randint(4, 24)):
        a, b = draw.choice(values), draw.choice(values)
        if draw.random() < 0.4:
            body.append(f"v_fmac_f32_e32 v{draw.choice(_SUMS)}, v{a}, v{b}")
        else:
            body.append(f"{draw.choice(_ARITHMETIC)} v{draw.choice(_RESULTS)}, v{a}, v{b}")
    if draw.random() < 0.3:
        body += ["v_and_b32_e32 v14, 0x7c, v0", f"ds_store_b32 v14, v{draw.choice(_RESULTS)}", stored]
    if draw.random() < 0.2:
        body.append(f"global_store_b32 v0, v{draw.choice(_RESULTS)}, s[2:3]")
    if step not in body:
        body.append(step)
    if divergent:
        body += ["v_add_nc_u32_e32 v3, 1, v3"]
        if draw.random() < 0.5:
            body += [f"v_cmp_gt_u32_e64 {now}, v3, v4", f"s_or_{size} {done}, {now}, {done}"]
            body += [f"s_and_not1_{size} {execution}, {execution}, {done}"]
        else:
            body += ["v_cmpx_le_u32_e64 v3, v4"]
        body += ["s_cbranch_execnz .Lloop", f"s_mov_{size} {execution}, {all_lanes}"]
    else:
        trips, more = draw.randint(1, 5), draw.random() < 0.5
        body += ["s_add_i32 s8, s8, 1", f"s_cmp_{'lt_i32' if more else 'ge_i32'} s8, {trips}"]
        body += [f"s_cbranch_scc{int(more)} .Lloop"]
    end = ["v_add_f32_e32 v8, v8, v9", "global_store_b32 v0, v8, s[2:3]"]
    return parse_text(text_of("\n".join([*start, ".Lloop:", *body, *end]), arch, wave, lds=1024), "k.s")
