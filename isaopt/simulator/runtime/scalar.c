/* Scalar operations, loads of arguments, and conditions of branches. */

static i64 sign32(u64 x) { return (i32)(u32)x; }
static i64 sign16(u64 x) { return (short)(unsigned short)x; }
static u64 low32(i64 x) { return (u64)x & M32; }

/* The result; `scc` is left alone where the operation does not tell it.  0 where it needs an SCC that is unknown. */
static int scalar_operation(const Follower *f, i64 code, u64 a, u64 b, u64 *out, int *scc) {
    const Values *v = f->values;
    u64 r, before = v->scalar[f->scc];
    switch (code) {
    case S_MOV_B32: case S_MOVK_I32: case S_MOV_B64: *out = a; return 1;
    case S_SUB_I32: *out = low32((i64)(a - b)); return 1;
    case S_MUL_I32: *out = a * b & M32; return 1;
    case S_MUL_HI_U32: *out = a * b >> 32; return 1;
    case S_MUL_HI_I32: *out = low32(sign32(a) * sign32(b) >> 32); return 1;
    case S_MAX_I32: *out = sign32(a) >= sign32(b) ? a : b; return 1;
    case S_MIN_I32: *out = sign32(a) <= sign32(b) ? a : b; return 1;
    case S_MAX_U32: *out = a > b ? a : b; return 1;
    case S_MIN_U32: *out = a < b ? a : b; return 1;
    case S_SEXT_I32_I16: *out = low32(sign16(a)); return 1;
    case S_PACK_LL_B32_B16: *out = (a & 0xffff) | (b << 16 & M32); return 1;
    case S_ADDK_I32: *out = low32((i64)a + sign16(b)); return 1;
    case S_MULK_I32: *out = low32((i64)a * sign16(b)); return 1;
    case S_ADD_U64: case S_ADD_NC_U64: *out = a + b; return 1;
    case S_SUB_U64: case S_SUB_NC_U64: *out = a - b; return 1;
    case S_MUL_U64: *out = a * b; return 1;
    case S_CSELECT_B32:
        *out = before ? a : b;
        return v->scalar_known[f->scc];
    case S_ADDC_U32:
        *out = (a + b + before) & M32;
        *scc = a + b + before > M32;
        return v->scalar_known[f->scc];
    case S_SUBB_U32:
        *out = (a - b - before) & M32;
        *scc = (i64)(a - b - before) < 0;
        return v->scalar_known[f->scc];
    case S_ADD_U32: r = a + b; *scc = r > M32; *out = r & M32; return 1;
    case S_ADD_I32: r = a + b; *scc = (~(a ^ b) & (a ^ r)) >> 31 & 1; *out = r & M32; return 1;
    case S_SUB_U32: *scc = b > a; *out = (a - b) & M32; return 1;
    case S_LSHL1_ADD_U32: r = (a << 1) + b; *scc = r > M32; *out = r & M32; return 1;
    case S_LSHL2_ADD_U32: r = (a << 2) + b; *scc = r > M32; *out = r & M32; return 1;
    case S_LSHL3_ADD_U32: r = (a << 3) + b; *scc = r > M32; *out = r & M32; return 1;
    case S_LSHL4_ADD_U32: r = (a << 4) + b; *scc = r > M32; *out = r & M32; return 1;
    case S_ABS_I32: r = low32(sign32(a) < 0 ? -sign32(a) : sign32(a)); break;
    case S_NOT_B32: r = ~a & M32; break;
    case S_AND_B32: case S_AND_B64: r = a & b; break;
    case S_OR_B32: case S_OR_B64: r = a | b; break;
    case S_XOR_B32: case S_XOR_B64: r = a ^ b; break;
    case S_AND_NOT1_B32: case S_AND_NOT1_B64: r = a & ~b; break;
    case S_OR_NOT1_B32: r = a | (~b & M32); break;
    case S_OR_NOT1_B64: r = a | ~b; break;
    case S_LSHL_B32: r = a << (b & 31) & M32; break;
    case S_LSHR_B32: r = a >> (b & 31); break;
    case S_ASHR_I32: r = low32(sign32(a) >> (b & 31)); break;
    case S_BFE_U32: {
        u64 width = b >> 16 & 127;
        r = a >> (b & 31) & (width > 63 ? ~0ull : (1ull << width) - 1);
        break;
    }
    case S_BFE_I32: {
        u64 width = b >> 16 & 127, bits = width > 31 ? 32 : width, top = bits ? 1ull << (bits - 1) : 0;
        r = a >> (b & 31) & ((1ull << bits) - 1);
        r = ((r ^ top) - top) & M32;
        break;
    }
    case S_LSHL_B64: r = a << (b & 63); break;
    case S_LSHR_B64: r = a >> (b & 63); break;
    case S_ASHR_I64: r = (u64)((i64)a >> (b & 63)); break;
    default: return 0;
    }
    *scc = r != 0;
    *out = r;
    return 1;
}

/* A load from the argument segment gives what it holds; any other is unknown. */
static void load_arguments(Follower *f, const Operation *o) {
    Values *v = f->values;
    u64 base, part;
    int known = scalar_source(v, &o->source[0], &base);
    forget(f, o->forgets);
    if (!known) return;
    i64 offset = o->offset;
    for (i64 k = 1; k < o->sources; k++)
        if (scalar_source(v, &o->source[k], &part)) offset += (i64)part;
    __int128 at = (__int128)base + offset - f->segment_at;
    if (at < 0 || at > f->segment_bytes) return;
    for (i64 k = 0; k < o->words && (i64)at + 4 * k + 4 <= f->segment_bytes; k++) {
        const u8 *b = f->segment + (i64)at + 4 * k;
        v->scalar_known[o->target + k] = 1;
        v->scalar[o->target + k] = (u32)b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24;
    }
}

static void scalar_step(Follower *f, const Operation *o) {
    Values *v = f->values;
    u64 value[MOST_SOURCES] = {0, 0, 0, 0}, out = 0;
    int known = KNOWN, scc = -1, all = 0, each[MOST_SOURCES];
    for (i64 k = 0; k < o->sources; k++) {
        each[k] = scalar_source(v, &o->source[k], &value[k]);
        known = both(known, each[k]);
        all |= each[k] == KNOWN && value[k] == (f->lanes > 32 ? ~0ull : M32);
    }
    /* All lanes are on again, whichever were. */
    if (all && known == TAKEN && (o->code == S_OR_B32 || o->code == S_OR_B64)) known = KNOWN;
    if (o->form == COMPARE) {
        scc = known ? holds(o->code, o->words, value[0], value[1]) : -1;
        forget(f, o->forgets);
        if (known) put_scalar(f, f->scc, 1, (u64)scc, known);
        return;
    }
    if (known) known = both(known, scalar_operation(f, o->code, value[0], value[1], &out, &scc));
    forget(f, o->forgets);
    if (o->form == SAVE) put_scalar(f, o->target, o->words, value[1], each[1]);
    if (!known || o->target < 0) return;
    put_scalar(f, o->form == SAVE ? f->exec : o->target, o->words, out, known);
    if (scc >= 0 && (o->scc || o->form == SAVE)) put_scalar(f, f->scc, 1, (u64)scc, known);
}

static void follow_step(Follower *f, i64 ordinal) {
    List step = f->step[ordinal];
    if (step.count <= 0) return;
    const Operation *o = f->operation + step.first;
    if (o->form == FORGET && step.count == 1) {
        forget(f, o->forgets);
    } else if (o->form == SCALAR || o->form == COMPARE || o->form == SAVE) {
        scalar_step(f, o);
    } else if (o->form == SCALAR_LOAD) {
        load_arguments(f, o);
    } else {
        Result result[2];
        for (i64 k = 0; k < step.count; k++) compute(f, &o[k], &result[k]);
        for (i64 k = 0; k < step.count; k++) write_result(f, &o[k], &result[k]);
    }
}

enum { NO_CONDITION, ON_SCC0, ON_SCC1, ON_VCCZ, ON_VCCNZ, ON_EXECZ, ON_EXECNZ };

/* Whether a branch is taken; -1 where that is unknown. */
static int condition(const Follower *f, i64 kind) {
    const Values *v = f->values;
    if (kind == NO_CONDITION) return -1;
    i64 unit = kind == ON_SCC0 || kind == ON_SCC1 ? f->scc : kind == ON_VCCZ || kind == ON_VCCNZ ? f->vcc : f->exec;
    i64 words = unit == f->scc ? 1 : f->lanes / 32;
    u32 bits = 0;
    for (i64 k = 0; k < words; k++) {
        if (v->scalar_known[unit + k] != KNOWN) return -1;
        bits |= v->scalar[unit + k];
    }
    return (bits != 0) == (kind == ON_SCC1 || kind == ON_VCCNZ || kind == ON_EXECNZ);
}
