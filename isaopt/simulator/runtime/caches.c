/* The memory side of a compute unit: what isaopt/simulator/memory.py says. */

static u64 hash(i64 line, i64 mask) { return (((u64)line * 0x9e3779b97f4a7c15ull) >> 32) & (u64)mask; }

static Lines new_lines(Heap *heap, i64 room) {
    Lines c = {room, 0, -1, -1, 1};
    while (c.mask < 2 * room) c.mask *= 2;
    u64 bytes = (u64)room * sizeof(i64);
    c.line = take(heap, bytes);
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

static int touch(Lines *c, i64 line) {
    i64 *head = &c->heads[hash(line, c->mask)];
    for (i64 at = *head; at >= 0; at = c->chain[at])
        if (c->line[at] == line) {
            unlink_line(c, at);
            link_line(c, at);
            return 1;
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
    c->chain[at] = *head;
    *head = at;
    link_line(c, at);
    return 0;
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

static void lds_access(Run *r, i64 cu, const Timing *t, i64 now, const Access *known, i64 *start, i64 *back) {
    const Figures *f = r->f;
    i64 dwords = t->bytes / 128;
    dwords = dwords < 1 ? 1 : dwords > 4 ? 4 : dwords;
    i64 service = known ? ceiling((double)(known->cycles * f->banks_bytes) / f->lds_rate) : t->ideal;
    service += f->lds_overhead;
    if (t->atomic) service *= 2;
    *start = most(now, r->lds_free[cu]);
    r->lds_free[cu] = *start + service;
    i64 latency = t->store ? f->lds_store_latency : f->lds_latency;
    *back = *start + latency + f->lds_extra[dwords] + most(0, service - t->ideal);
}

static void vmem_access(
    Run *r, i64 cu, const Timing *t, i64 ordinal, i64 now, const Access *known, i64 *start, i64 *back
) {
    const Figures *f = r->f;
    i64 moved = known ? known->bytes : t->bytes;
    i64 count = known ? known->count : (t->bytes + f->line - 1) / f->line;
    double begin = most_of((double)now, r->vmem_free[cu]);
    r->vmem_free[cu] = begin + most_of(most_of((double)count, (double)moved / f->l0_rate), 1.0);
    int l0 = (int)f->level_is_l0;
    i64 missing = count * f->line;
    if (known && !t->store && !l0) {
        missing = 0;
        for (i64 k = 0; k < known->count; k++)
            if (!touch(&r->l0[cu], r->job->lines[known->first + k])) missing += f->line;
        if (!missing) l0 = 1;
    }
    double done = begin;
    if (!l0 && missing) {
        r->job->beyond[ordinal] += missing;
        done = most_of(begin, r->behind[cu]);
        r->behind[cu] = done + (double)missing / f->level_rate;
    }
    i64 latency = t->store ? f->vmem_store_latency : l0 ? f->l0_latency : f->level_latency;
    *start = (i64)done;
    *back = (i64)done + latency;
}

static i64 smem_access(Run *r, const Timing *t, i64 ordinal, i64 now) {
    const Figures *f = r->f;
    i64 extra = t->bytes >= 64 ? f->smem_widest : t->bytes >= 16 ? f->smem_wide : 0;
    if (r->seen[ordinal] == NONE) r->seen[ordinal] = now + f->smem_miss;
    return most(now + f->smem_latency, r->seen[ordinal]) + extra;
}
