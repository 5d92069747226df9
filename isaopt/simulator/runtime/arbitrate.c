/* Which of the ready waves issues, and what held it back until then. */

/* Books how long the instruction was held back. */
static void account(Run *r, Wave *w, i64 now) {
    Job *job = r->job;
    i64 ordinal = r->job->path[w->pos];
    job->issues[ordinal]++;
    if (w->earliest > w->base) book(r, w, w->reason, ordinal, w->earliest - w->base);
    if (now > w->earliest) {
        book(r, w, w->blocked, ordinal, now - w->earliest);
        w->blocked = ARBITRATION;
    }
    if (job->marked[ordinal]) mark(r, w, now);
    if (job->record) {
        i64 *at = job->timeline + 3 * job->timeline_count++;
        at[0] = w->index;
        at[1] = ordinal;
        at[2] = now;
    }
}

/* When the SIMD can dispatch to a unit, and what it waits for. */
static i64 port(const Run *r, const Simd *s, i64 unit, i64 now, i64 *blocked) {
    const Ring *queue;
    switch (unit) {
    case VALU:
        queue = &s->window;
        *blocked = VALU_QUEUE;
        break;
    case LDS:
        queue = &s->lds_queue;
        *blocked = LDS_QUEUE;
        break;
    case VMEM:
    case EXPORT:
        queue = &s->vmem_queue;
        *blocked = MEMORY_QUEUE;
        break;
    default:
        *blocked = -1;
        return now;
    }
    return queue->count >= queue->room ? front(queue) : now;
}

/* Rank of a ready wave within its priority: the least issues. */
static i64 turn(const Run *r, const Simd *s, i64 unit, i64 wave) {
    i64 last = s->last[unit], count = r->job->waves;
    if (r->f->arbitration == OLDEST || last < 0) return wave;
    if (r->f->arbitration == GREEDY_OLDEST) return wave == last ? -1 : wave;
    i64 rank = wave - last - (r->f->greedy ? 0 : 1);
    return rank < 0 ? rank + count : rank;
}

/* Which of the ready waves issues: by priority, then as `issue.arbitration` says. */
static i64 choose(const Run *r, const Simd *s, i64 unit) {
    i64 best = 0, count = s->pool_count[unit];
    if (count == 1) return best;
    i64 first = s->pool[unit][0], high = r->waves[first].priority, least = turn(r, s, unit, first);
    for (i64 k = 1; k < count; k++) {
        i64 wave = s->pool[unit][k], ahead = r->waves[wave].priority - high, own = turn(r, s, unit, wave);
        if (ahead > 0 || (!ahead && own < least)) {
            best = k;
            high += ahead;
            least = own;
        }
    }
    return best;
}

/* Lets a wave that keeps the vector port issue on while nothing else of the SIMD can happen; returns when the port is
 * free. */
static i64 burst(Run *r, Simd *s, Wave *w, i64 now, i64 limit) {
    for (i64 unit = 0; unit < UNITS; unit++)
        if (s->pool_count[unit] && unit != VALU) {
            i64 blocked, free = port(r, s, unit, now, &blocked);
            if (free < limit) limit = free;
        }
    i64 rivals = s->pool_count[VALU];
    while (w->unit == VALU && s->event_count) {
        i64 at = w->earliest, key = at << 10 | w->index;
        if (at > now && rivals) break;
        i64 start = most(at, now);
        if (s->window.count >= s->window.room && front(&s->window) > start) {
            start = front(&s->window);
            w->blocked = VALU_QUEUE;
            for (i64 k = 0; k < rivals; k++) r->waves[s->pool[VALU][k]].blocked = VALU_QUEUE;
        }
        /* The wave's own event has to be the only one until then, else the others are looked at first. */
        if (start >= limit || s->events[s->event_count - 1] != key) break;
        s->event_count--;
        if (s->event_count && s->events[s->event_count - 1] >> 10 <= start) {
            s->events[s->event_count++] = key;
            break;
        }
        account(r, w, start);
        issue(r, w, start);
        now = start + 1;
    }
    return now;
}

/* Issues what the SIMD can this cycle, and the vector instructions that follow at once; returns when to look again at
 * what still waits. */
static i64 step(Run *r, Simd *s, i64 now, i64 limit) {
    i64 again = NEVER;
    for (i64 unit = 0; unit < UNITS; unit++) {
        i64 count = s->pool_count[unit], blocked;
        if (!count) continue;
        i64 free = port(r, s, unit, now, &blocked);
        if (free > now) {
            for (i64 k = 0; k < count; k++) r->waves[s->pool[unit][k]].blocked = blocked;
        } else if (unit == INTERNAL || unit == BRANCH) {
            s->pool_count[unit] = 0;
            for (i64 k = 0; k < count; k++) {
                Wave *w = &r->waves[s->pool[unit][k]];
                account(r, w, now);
                issue(r, w, now);
            }
        } else {
            i64 at = choose(r, s, unit);
            Wave *w = &r->waves[s->pool[unit][at]];
            s->pool_count[unit] = --count;
            for (i64 k = at; k < count; k++) s->pool[unit][k] = s->pool[unit][k + 1];
            s->last[unit] = w->index;
            account(r, w, now);
            issue(r, w, now);
            free = now + 1;
            if (unit == VALU && r->f->greedy && w->unit == VALU) free = burst(r, s, w, free, limit);
        }
        if (s->pool_count[unit] && free < again) again = free;
    }
    return again;
}
