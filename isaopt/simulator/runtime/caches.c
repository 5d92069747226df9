/* The memory side of a compute unit: LDS, vector caches, scalar cache, instruction cache.
 *
 * Each is a server: an access starts when the one before it has been taken, and returns a latency later.  What lies
 * behind the L0 are levels, each with a share of bandwidth for the share of the bytes that gets there. */

static u64 hash(i64 line, i64 mask) { return (((u64)line * 0x9e3779b97f4a7c15ull) >> 32) & (u64)mask; }

static Lines new_lines(Heap *heap, i64 room) {
    Lines c = {room, 0, -1, -1, 1};
    while (c.mask < 2 * room) c.mask *= 2;
    u64 bytes = (u64)room * sizeof(i64);
    c.line = take(heap, bytes);
    c.there = take(heap, bytes);
    c.older = take(heap, bytes);
    c.newer = take(heap, bytes);
    c.chain = take(heap, bytes);
    c.heads = fill(take(heap, (u64)c.mask * sizeof(i64)), c.mask, -1);
    c.mask--;
    return c;
}

static void unlink_line(Lines *c, i64 at) {
    i64 older = c->older[at], newer = c->newer[at];
    if (older >= 0) c->newer[older] = newer; else c->oldest = newer;
    if (newer >= 0) c->older[newer] = older; else c->newest = older;
}

static void link_line(Lines *c, i64 at) {
    c->older[at] = c->newest;
    c->newer[at] = -1;
    if (c->newest >= 0) c->newer[c->newest] = at; else c->oldest = at;
    c->newest = at;
}

/* Those of the line's sectors that were not there. */
static i64 touch(Lines *c, i64 line, i64 sectors) {
    i64 *head = &c->heads[hash(line, c->mask)];
    for (i64 at = *head; at >= 0; at = c->chain[at])
        if (c->line[at] == line) {
            unlink_line(c, at);
            link_line(c, at);
            i64 missing = sectors & ~c->there[at];
            c->there[at] |= sectors;
            return missing;
        }
    i64 at = c->used;
    if (at < c->room) {
        c->used++;
    } else {
        at = c->oldest;
        unlink_line(c, at);
        i64 *slot = &c->heads[hash(c->line[at], c->mask)];
        while (*slot != at) slot = &c->chain[*slot];
        *slot = c->chain[at];
        head = &c->heads[hash(line, c->mask)];
    }
    c->line[at] = line;
    c->there[at] = sectors;
    c->chain[at] = *head;
    *head = at;
    link_line(c, at);
    return sectors;
}

enum { SECTORS = 4, SECTOR_BYTES = 32 };

/* The sectors that come with these. */
static i64 together(i64 sectors, i64 count) {
    i64 found = 0;
    for (i64 first = 0; first < SECTORS; first += count) {
        i64 group = (((i64)1 << count) - 1) << first & (((i64)1 << SECTORS) - 1);
        if (sectors & group) found |= group;
    }
    return found;
}

static i64 sector_bytes(i64 sectors) {
    i64 count = 0;
    for (; sectors; sectors &= sectors - 1) count++;
    return SECTOR_BYTES * count;
}

static void forget_code(Run *r, i64 line) {
    i64 older = r->older[line], newer = r->newer[line];
    if (older >= 0) r->newer[older] = newer; else r->oldest = newer;
    if (newer >= 0) r->older[newer] = older; else r->newest = older;
    r->cached--;
}

static void keep_code(Run *r, i64 line) {
    r->older[line] = r->newest;
    r->newer[line] = -1;
    if (r->newest >= 0) r->newer[r->newest] = line; else r->oldest = line;
    r->newest = line;
    r->cached++;
}

/* When a line of code is there; the cache is shared by the waves of a WGP. */
static i64 fetch_code(Run *r, i64 line, i64 now) {
    const Figures *f = r->f;
    if (r->arrival[line] != NONE) {
        forget_code(r, line);
        keep_code(r, line);
        return r->arrival[line];
    }
    for (i64 wanted = line; wanted <= line + f->prefetch; wanted++) {
        if (r->arrival[wanted] != NONE) continue;
        if (r->cached >= f->icache_room) {
            i64 oldest = r->oldest;
            forget_code(r, oldest);
            r->arrival[oldest] = NONE;
        }
        r->arrival[wanted] = now + f->fetch_miss;
        keep_code(r, wanted);
    }
    return r->arrival[line];
}

static void lds_access(
    Run *r, i64 cu, const Timing *t, i64 ordinal, i64 now, const Access *known, i64 *start, i64 *back
) {
    const Figures *f = r->f;
    i64 ideal = r->job->ideal[ordinal];
    i64 dwords = t->bytes / 128;
    dwords = dwords < 1 ? 1 : dwords > 4 ? 4 : dwords;
    i64 service = known ? ceiling((double)(known->first * f->banks_bytes) / f->lds_rate) : ideal;
    service += f->lds_overhead;
    if (t->atomic) service *= 2;
    *start = most(now, r->lds_free[cu]);
    r->lds_free[cu] = *start + service;
    i64 latency = t->store ? f->lds_store_latency : f->lds_latency;
    *back = *start + latency + f->lds_extra[dwords] + most(0, service - ideal);
}

/* L1 and L2: what waits for a level behind these waits there, and no longer holds back what follows. */
enum { NEAR = 2 };

/* When the levels behind the L0 serve an access of so many bytes, of which so many miss the L0: each has the share that
 * gets there.  `near` is when the access leaves the compute unit. */
static double behind(Run *r, i64 cu, i64 ordinal, double begin, i64 missing, i64 accessed, double *near) {
    i64 levels = r->job->levels;
    const double *pace = r->job->pace + 2 * ordinal * levels;
    double *free = r->behind + cu * levels, done = begin;
    *near = begin;
    for (i64 k = 0; k < levels; k++) {
        double cost = 0;
        if (pace[k] > 0) cost += (double)missing / pace[k];
        if (pace[levels + k] > 0) cost += (double)accessed / pace[levels + k];
        if (cost == 0) continue;
        double start = most_of(begin, free[k]);
        free[k] = start + cost;
        done = most_of(done, start);
        if (k < NEAR) *near = most_of(*near, start);
    }
    r->job->beyond[ordinal] += missing;
    return done;
}

static void vmem_access(
    Run *r, Wave *w, const Timing *t, i64 ordinal, i64 now, const Access *known, i64 *start, i64 *back
) {
    const Figures *f = r->f;
    i64 cu = w->simd->cu;
    i64 count = known ? known->count : (t->bytes + f->line - 1) / f->line;
    double begin = most_of((double)now, r->vmem_free[cu]);
    r->vmem_free[cu] = begin + most_of(most_of((double)count, (double)t->bytes / f->l0_rate), 1.0);
    int l0 = (int)f->all_hit;
    i64 missing = count * f->line, accessed = missing;
    if (known && !l0) {
        missing = accessed = 0;
        for (i64 k = 0; k < known->count; k++) {
            i64 line = r->job->lines[known->first + k];
            i64 wanted = together(line & 15, f->transaction);
            accessed += sector_bytes(wanted);
            /* Stores and atomics go through. */
            missing += sector_bytes(t->store || t->atomic ? wanted : touch(&r->l0[cu], (line >> 4) + w->job->shift, wanted));
        }
        if (!missing) l0 = 1;
    }
    r->job->accessed[ordinal] += accessed;
    double done = begin, gone = begin;
    if (!f->all_hit && accessed) {
        double near, served = behind(r, cu, ordinal, begin, missing, accessed, &near);
        /* Nobody waits for what the L0 has. */
        if (missing) {
            done = served;
            gone = near;
        }
    }
    i64 latency = t->store ? f->vmem_store_latency : l0 ? f->l0_latency : r->job->latency[ordinal];
    /* What misses keeps its place in the queue until the path to the L2 takes it. */
    *start = (i64)gone;
    *back = (i64)done + latency;
}

/* The first load of an instruction misses, later ones hit. */
static i64 smem_access(Run *r, const Timing *t, i64 ordinal, i64 now) {
    const Figures *f = r->f;
    i64 extra = t->bytes >= 64 ? f->smem_widest : t->bytes >= 16 ? f->smem_wide : 0;
    if (r->seen[ordinal] == NONE) r->seen[ordinal] = now + f->smem_miss;
    return most(now + f->smem_latency, r->seen[ordinal]) + extra;
}
