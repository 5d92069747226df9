/* What a wave computes on its way, as far as integer arithmetic on its ids and arguments tells: the values of its
 * registers, and where each is read and written.
 *
 * Values that come from memory, and all floating point, are unknown.  Every lane gets values, as if it were on; the
 * lanes that are on decide comparisons, and all are where EXEC is unknown.  The names of
 * operations (V_MOV_B32, ...) stand before this text: isaopt/simulator/operations.py lists them.
 */

enum { VGPRS = 256, SCALARS = 256, MOST_LANES = 64, MOST_SOURCES = 4 };
enum { ABSENT, CONSTANT, VECTOR_REGISTER, SCALAR_REGISTER };
enum { FORGET, VECTOR, VECTOR_WIDE, CARRY, LANE_READ, SCALAR, COMPARE, SCALAR_LOAD, LANE_COMPARE, SAVE };
enum { UNKNOWN, KNOWN, TAKEN };

/* `unit` of a scalar counts from the first one; `wide` is a pair of registers. */
typedef struct { i64 kind, unit, wide; u64 value; } Source;

/* One operation.  `words` are the registers that it writes from `target` on (-1: none); `carry_in` and `carry_out` the
 * masks of an addition; `scc` whether it writes SCC; `offset` that of a load. */
typedef struct {
    i64 form, code, sources, target, words, carry_in, carry_out, scc, offset;
    List forgets;
    Source source[MOST_SOURCES];
} Operation;

/* A scalar is UNKNOWN or KNOWN; EXEC is TAKEN instead of unknown, and so is what is computed with it.
 * One more than there are, so that a pair which begins with the last one is unknown. */
typedef struct {
    u8 vector_known[VGPRS + 1], scalar_known[SCALARS + 1], carry_known[SCALARS];
    u32 vector[VGPRS + 1][MOST_LANES], carry[SCALARS][MOST_LANES];
    u32 scalar[SCALARS + 1];
} Values;

/* The program as it is followed: by ordinal, which operations compute something that addresses or branches depend on.
 * `start` are the scalars (unit, value) that a wave begins with, `ids` its v0. */
typedef struct {
    const Operation *operation;
    const List *step;
    const struct Place *place;
    const i64 *numbers;
    const u8 *segment;
    const i64 *start;
    const u32 *ids;
    Values *values;
    i64 segment_bytes, segment_at, start_count, lanes, masks, scc, vcc, exec;
} Follower;

static void begin(Follower *f) {
    Values *v = f->values;
    for (i64 k = 0; k <= VGPRS; k++) v->vector_known[k] = 0;
    for (i64 k = 0; k < SCALARS; k++) v->scalar_known[k] = v->carry_known[k] = 0;
    v->scalar_known[SCALARS] = 0;
    for (i64 k = 0; k < f->start_count; k++) {
        v->scalar_known[f->start[2 * k]] = 1;
        v->scalar[f->start[2 * k]] = (u32)f->start[2 * k + 1];
    }
    v->vector_known[0] = 1;
    for (i64 k = 0; k < f->lanes; k++) v->vector[0][k] = f->ids[k];
}

/* Where EXEC is unknown, all lanes are taken as on. */
static void forget_register(Follower *f, i64 u) {
    Values *v = f->values;
    if (u < VGPRS) {
        v->vector_known[u] = 0;
        return;
    }
    u -= VGPRS;
    int is_exec = u == f->exec || u == f->exec + 1;
    v->scalar_known[u] = is_exec ? TAKEN : UNKNOWN;
    v->carry_known[u] = UNKNOWN;
    if (is_exec) v->scalar[u] = ~0u;
}

static void forget(Follower *f, List units) {
    for (i64 k = 0; k < units.count; k++) forget_register(f, f->numbers[units.first + k]);
}

/* What is known of something computed with two others. */
static int both(int a, int b) { return !a || !b ? UNKNOWN : a > b ? a : b; }

static void put_scalar(const Follower *f, i64 unit, i64 words, u64 value, int known) {
    for (i64 k = 0; k < words; k++) {
        f->values->scalar_known[unit + k] = (u8)known;
        f->values->scalar[unit + k] = (u32)(value >> 32 * k);
    }
}

/* A constant or a scalar; whether it is KNOWN or TAKEN, UNKNOWN also where it is a vector. */
static int scalar_source(const Values *v, const Source *s, u64 *value) {
    if (s->kind == CONSTANT) {
        *value = s->value;
        return KNOWN;
    }
    if (s->kind != SCALAR_REGISTER || !v->scalar_known[s->unit]) return 0;
    int low = v->scalar_known[s->unit], high = v->scalar_known[s->unit + 1];
    *value = v->scalar[s->unit];
    if (!s->wide) return low;
    *value |= (u64)v->scalar[s->unit + 1] << 32;
    return both(low, high);
}

/* The lanes of a source, in `room` where they do not stand in a register; null where it is unknown. */
static const u32 *lanes_of(const Follower *f, const Source *s, u32 *room) {
    const Values *v = f->values;
    u64 value;
    if (s->kind == VECTOR_REGISTER) return v->vector_known[s->unit] ? v->vector[s->unit] : 0;
    if (!scalar_source(v, s, &value)) return 0;
    for (i64 k = 0; k < f->lanes; k++) room[k] = (u32)value;
    return room;
}

static int wide_lanes(const Follower *f, const Source *s, int wide, u64 *room) {
    const Values *v = f->values;
    u64 value;
    if (s->kind == VECTOR_REGISTER) {
        if (!v->vector_known[s->unit] || (wide && !v->vector_known[s->unit + 1])) return 0;
        for (i64 k = 0; k < f->lanes; k++) room[k] = v->vector[s->unit][k];
        if (wide)
            for (i64 k = 0; k < f->lanes; k++) room[k] |= (u64)v->vector[s->unit + 1][k] << 32;
        return 1;
    }
    Source read = *s;
    read.wide = wide;
    if (!scalar_source(v, &read, &value)) return 0;
    if (!wide) value = (u32)value;
    for (i64 k = 0; k < f->lanes; k++) room[k] = value;
    return 1;
}

#define M32 0xffffffffull

/* `kind` is how the numbers are read. */
static int holds(i64 relation, i64 kind, u64 a, u64 b) {
    if (kind == READ_I32 || kind == READ_I64) {
        /* Order as signed numbers is that of unsigned ones with the top bit turned. */
        a = kind == READ_I32 ? (a & M32) ^ 0x80000000ull : a ^ 1ull << 63;
        b = kind == READ_I32 ? (b & M32) ^ 0x80000000ull : b ^ 1ull << 63;
    } else if (kind == READ_U32) {
        a &= M32;
        b &= M32;
    }
    switch (relation) {
    case IS_EQ: return a == b;
    case IS_LG: return a != b;
    case IS_GT: return a > b;
    case IS_GE: return a >= b;
    case IS_LT: return a < b;
    default: return a <= b;
    }
}

EXPORTED i64 follow_bytes(void) { return sizeof(Values); }
