/* Vector operations on integers.  An operation computes first and writes afterwards, for the halves of a dual
 * instruction read before either writes. */

typedef struct { int known, low_only; u32 low[MOST_LANES], high[MOST_LANES], carry[MOST_LANES]; } Result;

static u32 permuted(u32 a, u32 b, u32 c) {
    u64 both = (u64)a << 32 | b;
    u32 out = 0;
    for (int byte = 0; byte < 4; byte++) {
        u32 select = c >> 8 * byte & 0xff, from = select < 7 ? select : 7;
        u32 value = select >= 13 ? 0xff : select == 12 ? 0 : (u32)(both >> 8 * from) & 0xff;
        out |= value << 8 * byte;
    }
    return out;
}

static u32 field(u32 x, u32 offset, u32 width) { return x >> (offset & 31) & (((u32)1 << (width & 31)) - 1); }

static u32 signed_field(u32 x, u32 offset, u32 width) {
    u32 bits = width & 31, top = bits ? (u32)1 << (bits - 1) : 0;
    return (field(x, offset, width) ^ top) - top;
}

#define M24 0xffffffu
/* The low 24 bits as a signed number. */
#define SIGNED24(x) ((((x) & M24) ^ 0x800000u) - 0x800000u)
#define EACH(name, value) \
    case name: \
        for (i64 k = 0; k < lanes; k++) { \
            const u32 a = x[k], b = y[k], c = z[k]; \
            out[k] = (u32)(value); \
        } \
        break;

static void vector_operation(
    i64 code, i64 lanes, const u32 *restrict x, const u32 *restrict y, const u32 *restrict z, u32 *restrict out
) {
    switch (code) {
    EACH(V_MOV_B32, a)
    EACH(V_NOT_B32, ~a)
    EACH(V_AND_B32, a & b)
    EACH(V_OR_B32, a | b)
    EACH(V_XOR_B32, a ^ b)
    EACH(V_ADD_NC_U32, a + b)
    EACH(V_SUB_NC_U32, a - b)
    EACH(V_SUBREV_NC_U32, b - a)
    EACH(V_ADD_NC_I32, a + b)
    EACH(V_LSHLREV_B32, b << (a & 31))
    EACH(V_LSHRREV_B32, b >> (a & 31))
    EACH(V_ASHRREV_I32, (i32)b >> (a & 31))
    EACH(V_MUL_LO_U32, a * b)
    EACH(V_MUL_HI_U32, (u64)a * b >> 32)
    EACH(V_MUL_U32_U24, (a & M24) * (b & M24))
    EACH(V_MUL_I32_I24, (u32)SIGNED24(a) * (u32)SIGNED24(b))
    EACH(V_MAD_U32_U24, (a & M24) * (b & M24) + c)
    EACH(V_MAD_I32_I24, (u32)SIGNED24(a) * (u32)SIGNED24(b) + c)
    EACH(V_MAD_U32_U16, (a & 0xffff) * (b & 0xffff) + c)
    EACH(V_LSHL_ADD_U32, (a << (b & 31)) + c)
    EACH(V_ADD_LSHL_U32, (a + b) << (c & 31))
    EACH(V_LSHL_OR_B32, a << (b & 31) | c)
    EACH(V_AND_OR_B32, (a & b) | c)
    EACH(V_OR3_B32, a | b | c)
    EACH(V_XOR3_B32, a ^ b ^ c)
    EACH(V_ADD3_U32, a + b + c)
    EACH(V_XAD_U32, (a ^ b) + c)
    EACH(V_BFE_U32, field(a, b, c))
    EACH(V_BFE_I32, signed_field(a, b, c))
    EACH(V_BFI_B32, (a & b) | (~a & c))
    EACH(V_ALIGNBIT_B32, ((u64)a << 32 | b) >> (c & 31))
    EACH(V_PERM_B32, permuted(a, b, c))
    EACH(V_MAX_U32, a > b ? a : b)
    EACH(V_MIN_U32, a < b ? a : b)
    EACH(V_MAX_I32, (i32)a > (i32)b ? a : b)
    EACH(V_MIN_I32, (i32)a < (i32)b ? a : b)
    }
}

static u64 wide_operation(i64 code, u64 a, u64 b, u64 c) {
    switch (code) {
    case V_LSHLREV_B64: return b << (a & 63);
    case V_LSHRREV_B64: return b >> (a & 63);
    case V_MAD_U64_U32: return a * b + c;
    default: return (u64)((i64)(i32)a * (i64)(i32)b) + c; /* V_MAD_I64_I32 */
    }
}

static void compute_wide(const Follower *f, const Operation *o, Result *r) {
    u64 at[3][MOST_LANES];
    i64 n = o->sources;
    r->known = 1;
    for (i64 k = 0; k < n; k++) r->known &= wide_lanes(f, &o->source[k], (int)o->source[k].wide, at[k]);
    if (!r->known && o->code != V_LSHRREV_B64) {
        /* The low half of the result needs no high halves of the sources, which compilers leave undefined. */
        r->known = r->low_only = 1;
        for (i64 k = 0; k < n; k++) r->known &= wide_lanes(f, &o->source[k], 0, at[k]);
    }
    if (!r->known) return;
    for (i64 k = 0; k < f->lanes; k++) {
        u64 value = wide_operation(o->code, at[0][k], at[1][k], n > 2 ? at[2][k] : 0);
        r->low[k] = (u32)value;
        r->high[k] = (u32)(value >> 32);
    }
}

static void compute_carry(const Follower *f, const Operation *o, Result *r) {
    u32 room[2][MOST_LANES];
    const Values *v = f->values;
    const u32 *a = lanes_of(f, &o->source[0], room[0]), *b = lanes_of(f, &o->source[1], room[1]);
    if (!a || !b) return;
    if (o->code == V_SUB_CO_U32) {
        r->known = 1;
        for (i64 k = 0; k < f->lanes; k++) {
            r->low[k] = a[k] - b[k];
            r->carry[k] = b[k] > a[k];
        }
        return;
    }
    const u32 *before = o->carry_in < 0 ? 0 : v->carry[o->carry_in];
    if (before && !v->carry_known[o->carry_in]) return;
    r->known = 1;
    for (i64 k = 0; k < f->lanes; k++) {
        u64 total = (u64)a[k] + b[k] + (before ? before[k] : 0);
        r->low[k] = (u32)total;
        r->carry[k] = (u32)(total >> 32);
    }
}

/* A bit for each lane that is on and for which the comparison holds. */
static void compare_lanes(const Follower *f, const Operation *o, Result *r) {
    u64 at[2][MOST_LANES], mask = 0;
    if (!f->masks) return;
    for (i64 k = 0; k < 2; k++)
        if (!wide_lanes(f, &o->source[k], (int)o->source[k].wide, at[k])) return;
    for (i64 k = 0; k < f->lanes; k++) mask |= (u64)holds(o->code, o->words, at[0][k], at[1][k]) << k;
    r->known = KNOWN;
    for (i64 k = 0; k < f->lanes / 32; k++) {
        if (f->values->scalar_known[f->exec + k] == TAKEN) r->known = TAKEN;
        r->low[k] = (u32)(mask >> 32 * k) & f->values->scalar[f->exec + k];
    }
}

static void compute(const Follower *f, const Operation *o, Result *r) {
    r->known = r->low_only = 0;
    if (o->form == VECTOR_WIDE) compute_wide(f, o, r);
    else if (o->form == LANE_COMPARE) compare_lanes(f, o, r);
    else if (o->form == CARRY) compute_carry(f, o, r);
    else if (o->form == LANE_READ) {
        const Source *from = &o->source[0];
        u64 lane;
        if (from->kind != VECTOR_REGISTER || !f->values->vector_known[from->unit]) return;
        if (!scalar_source(f->values, &o->source[1], &lane)) return;
        r->known = 1;
        r->low[0] = f->values->vector[from->unit][lane % (u64)f->lanes];
    } else if (o->form == VECTOR) {
        u32 room[3][MOST_LANES];
        const u32 *at[3];
        for (i64 k = 0; k < 3; k++) {
            at[k] = k < o->sources ? lanes_of(f, &o->source[k], room[k]) : at[0];
            if (!at[k]) return;
        }
        r->known = 1;
        vector_operation(o->code, f->lanes, at[0], at[1], at[2], r->low);
    }
}

static void put(u32 *to, const u32 *from, i64 lanes) {
    for (i64 k = 0; k < lanes; k++) to[k] = from[k];
}

static void write_result(Follower *f, const Operation *o, const Result *r) {
    Values *v = f->values;
    forget(f, o->forgets);
    if (!r->known || o->target < 0) return;
    if (o->form == LANE_READ || o->form == LANE_COMPARE) {
        i64 words = o->form == LANE_READ ? 1 : f->lanes / 32;
        for (i64 k = 0; k < words; k++) put_scalar(f, o->target + k, 1, r->low[k], r->known);
        return;
    }
    v->vector_known[o->target] = 1;
    put(v->vector[o->target], r->low, f->lanes);
    if (o->form == VECTOR_WIDE && !r->low_only) {
        v->vector_known[o->target + 1] = 1;
        put(v->vector[o->target + 1], r->high, f->lanes);
    }
    if (o->form == CARRY) {
        v->carry_known[o->carry_out] = 1;
        put(v->carry[o->carry_out], r->carry, f->lanes);
    }
}
