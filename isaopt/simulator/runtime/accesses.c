/* Where memory instructions point to: the lines that an access touches, or the cycles that its bank conflicts keep the
 * LDS busy. */

enum { LDS_PLACE = 1, GLOBAL_PLACE };
/* 32 banks of 4 bytes; sectors have 32 bytes, and four of them are a line (RDNA3 ISA guide, LDS; memory coalescing). */
enum { BANKS = 32, SECTOR_SHIFT = 5, LINE_SHIFT = 2 };

/* Where a memory instruction says that it points to.  `each` is what a lane accesses, in bytes; `shift` are the offsets
 * of LDS accesses, `offset` that of another; `base` the scalar pair of the base (-1: none). */
typedef struct Place { i64 kind, each, shifts, shift[2], offset, base; Source address; } Place;

/* Cycles that an LDS access of `width` bytes a lane takes: lanes are served in groups that fill the banks once (8 lanes
 * of 128 bits), and in a group the distinct dwords of the fullest bank one after the other (RDNA3 ISA guide, LDS: the
 * same dword is broadcast). */
static i64 bank_cycles(const u32 *lane, i64 lanes, u64 shift, i64 width) {
    u32 seen[BANKS][BANKS];
    u64 lowest = ~0ull;
    i64 dwords = (width + 3) / 4, together = BANKS, total = 0;
    if (dwords < 1) dwords = 1;
    for (i64 room = 1; room < dwords; room *= 2) together /= 2;
    if (together < 1) together = 1;
    for (i64 k = 0; k < lanes; k++)
        if (lane[k] + shift < lowest) lowest = lane[k] + shift;
    /* What differs by a multiple of all banks meets in the same ones. */
    u32 first = (u32)(lowest >> 2) % BANKS;
    for (i64 begin = 0; begin < lanes; begin += together) {
        i64 count[BANKS] = {0}, fullest = 0;
        for (i64 k = begin; k < begin + together && k < lanes; k++) {
            u32 word = (u32)((lane[k] + shift - lowest) >> 2) + first;
            for (i64 d = 0; d < dwords; d++, word++) {
                u32 *there = seen[word % BANKS];
                i64 *n = &count[word % BANKS], at = 0;
                while (at < *n && there[at] != word) at++;
                if (at < *n) continue;
                there[(*n)++] = word;
                if (*n > fullest) fullest = *n;
            }
        }
        total += fullest;
    }
    return total;
}

/* Lines with their sectors, rising, as the lanes touch them; returns how many, of which `room` are written. */
static i64 touched(u64 *sector, i64 count, i64 *lines, i64 room) {
    for (i64 k = 1; k < count; k++) {
        u64 value = sector[k];
        i64 at = k;
        for (; at > 0 && sector[at - 1] > value; at--) sector[at] = sector[at - 1];
        sector[at] = value;
    }
    i64 found = 0;
    for (i64 k = 0; k < count;) {
        u64 line = sector[k] >> LINE_SHIFT, bits = 0;
        for (; k < count && sector[k] >> LINE_SHIFT == line; k++) bits |= 1ull << (sector[k] & 3);
        if (found < room) lines[found] = (i64)(line << 4 | bits);
        found++;
    }
    return found;
}

static Access access_of(const Follower *f, const Place *p, i64 *lines, i64 at, i64 room) {
    const Values *v = f->values;
    const Access unknown = {0, -1};
    const Source *s = &p->address;
    /* Loads for a round that does not come have no lane. */
    int off = f->lanes <= 32 && v->scalar_known[f->exec] && !v->scalar[f->exec];
    if (off && p->kind != LDS_PLACE) return (Access){(i32)at, 0};
    if (s->kind != VECTOR_REGISTER || !v->vector_known[s->unit]) return unknown;
    const u32 *low = v->vector[s->unit];
    if (p->kind == LDS_PLACE) {
        i64 cycles = 0;
        for (i64 k = 0; k < p->shifts; k++) cycles += bank_cycles(low, f->lanes, (u64)p->shift[k], p->each);
        return (Access){(i32)cycles, 0};
    }
    const u32 *high = 0;
    if (s->wide) {
        if (!v->vector_known[s->unit + 1]) return unknown;
        high = v->vector[s->unit + 1];
    }
    u64 base = 0, sector[2 * MOST_LANES];
    if (p->base >= 0) {
        const Source pair = {SCALAR_REGISTER, p->base, 1, 0};
        /* An unknown base is the same for all lanes; it is taken as aligned. */
        if (!scalar_source(v, &pair, &base)) base = (u64)(p->base + VGPRS + 1) << 36;
        base &= ((u64)1 << 48) - 1;
    }
    i64 count = 0;
    for (i64 k = 0; k < f->lanes; k++) {
        u64 address = (low[k] | (high ? (u64)high[k] << 32 : 0)) + base + (u64)p->offset;
        u64 from = address >> SECTOR_SHIFT, to = (address + (u64)(p->each - 1)) >> SECTOR_SHIFT;
        if (!count || sector[count - 1] != from) sector[count++] = from;
        if (to != from) sector[count++] = to;
    }
    return (Access){(i32)at, (i32)touched(sector, count, lines + at, room > at ? room - at : 0)};
}

/* Goes on along a path. */
static void follow_on(Follower *f, const i32 *path, i64 k, i64 length) {
    follow_step(f, path[k]);
    i64 kind = -f->step[path[k]].count;
    if (kind <= 0 || k + 1 == length) return;
    /* A path that is not that of this wave: its lanes are taken as on. */
    if (condition(f, kind) != (path[k + 1] == path[k] + 1)) return;
    for (i64 u = 0; u < 2; u++) forget_register(f, f->exec + u + VGPRS);
}

/* What the address register of each LDS access along a path holds, a row of lanes each; whether that is known. */
EXPORTED void follow_lanes(Follower *f, const i32 *path, i64 length, u32 *lane, u8 *known) {
    begin(f);
    for (i64 k = 0; k < length; k++) {
        const Place *p = &f->place[path[k]];
        if (p->kind == LDS_PLACE) {
            const Source *s = &p->address;
            *known = s->kind == VECTOR_REGISTER && f->values->vector_known[s->unit];
            for (i64 n = 0; *known && n < f->lanes; n++) lane[n] = f->values->vector[s->unit][n];
            lane += f->lanes;
            known++;
        }
        follow_on(f, path, k, length);
    }
}

EXPORTED i64 follow_bank_cycles(const u32 *lane, i64 lanes, i64 shift, i64 width) {
    return bank_cycles(lane, lanes, (u64)shift, width);
}

/* The accesses of a wave along a path; returns how many lines stand in `lines` afterwards, or would where `room` does
 * not do.  The first `at` stand there already. */
EXPORTED i64 follow_accesses(Follower *f, const i32 *path, i64 length, Access *access, i64 *lines, i64 at, i64 room) {
    begin(f);
    for (i64 k = 0; k < length; k++) {
        const Place *p = &f->place[path[k]];
        if (p->kind) {
            *access = access_of(f, p, lines, at, room);
            if (access->count > 0) at += access->count;
            access++;
        }
        follow_on(f, path, k, length);
    }
    return at;
}
