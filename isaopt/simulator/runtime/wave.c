/* A wave between two instructions: barriers, and when its next instruction can issue. */

static void prepare(Run *r, Wave *w);

static void book(Run *r, Wave *w, i64 reason, i64 ordinal, i64 cycles) {
    w->book[reason * r->job->timings + ordinal] += cycles;
}

static void mark(Run *r, Wave *w, i64 now) {
    i64 *at = r->job->marks + 2 * (w->job->marks + w->marks++);
    at[0] = w->pos;
    at[1] = now;
}

static void add_event(Simd *s, i64 at, i64 wave) {
    i64 key = at << 10 | wave, k = s->event_count++;
    for (; k > 0 && s->events[k - 1] < key; k--) s->events[k] = s->events[k - 1];
    s->events[k] = key;
}

static void remember(i64 *history, i64 *count, i64 value) {
    history[(*count)++ % HISTORY] = value;
}

static void resume(Run *r, Wave *w, i64 now) {
    i64 ordinal = r->job->path[w->pos], arrived = w->base - 1;
    w->base = most(now + r->f->release, w->base);
    book(r, w, BARRIER, ordinal, w->base - arrived - 1);
    w->pos++;
    prepare(r, w);
}

static void open_barrier(Run *r, Group *g, i64 now) {
    i64 waiting[GROUP_WAVES], count = g->waiting_count;
    g->arrived = 0;
    g->opened[g->generation++] = now;
    for (i64 k = 0; k < count; k++) waiting[k] = g->waiting[k];
    g->waiting_count = 0;
    for (i64 k = 0; k < count; k++) resume(r, &r->waves[waiting[k]], now);
}

static void arrive(Run *r, Wave *w, i64 now) {
    if (++w->group->arrived >= w->group->members) open_barrier(r, w->group, now);
}

static int barrier(Run *r, Wave *w, const Timing *t, i64 ordinal, i64 now) {
    Group *g = w->group;
    if (t->kind == BARRIER_WAIT && w->signal >= 0) {
        i64 opened = w->signal < g->generation ? g->opened[w->signal] : -1;
        w->signal = -1;
        if (opened >= 0) {
            w->base = most(now + 1, opened + r->f->release);
            book(r, w, BARRIER, ordinal, w->base - now - 1);
            return 1;
        }
        g->waiting[g->waiting_count++] = w->index;
        return 0;
    }
    g->waiting[g->waiting_count++] = w->index;
    arrive(r, w, now);
    return 0;
}

/* SIMDs meet only in memory, at barriers and where a workgroup takes the place of another one; nothing of that wakes a
 * wave sooner than a barrier's release: until then a SIMD may run ahead of the others. */
static i64 apart(const Run *r) { return most(1, r->f->release); }

static void start_wave(Run *r, Wave *w, i64 now) {
    w->base = w->earliest = r->job->began[w->index] = now;
    w->fetch = (double)now;
    prepare(r, w);
}

/* The wave has ended; a barrier no longer waits for it, and the next workgroup takes the place of its own. */
static void finish(Run *r, Wave *w, i64 now) {
    Group *g = w->group;
    r->job->ended[w->index] = now;
    g->members--;
    if (g->members && g->arrived >= g->members) open_barrier(r, g, now);
    if (g->members || r->next >= r->job->groups) return;
    Group *next = &r->groups[r->next++];
    i64 at = now + apart(r);
    for (i64 k = 0, count = next->members; k < count; k++) {
        Wave *other = &r->waves[next->first + k];
        other->simd = r->waves[g->first + k % r->job->group_size[w->job->group]].simd;
        at = r->started = most(at, r->started + r->f->interval);
        start_wave(r, other, at);
    }
}

/* When a vector instruction may be dispatched for all that `s_delay_alu` says. */
static i64 hinted(Run *r, Wave *w) {
    i64 held = 0;
    Hints *h = &w->hints[w->pos % HINT_SLOTS];
    if (h->pos != w->pos) return 0;
    for (i64 k = 0; k < h->count; k++) {
        i64 distance = h->distance[k];
        if (h->unit[k] == HINT_SALU) {
            held = most(held, w->last_alu + 1 + distance);
            continue;
        }
        int trans = h->unit[k] == HINT_TRANS;
        i64 count = trans ? w->trans_count : w->valu_count;
        const i64 *history = trans ? w->trans_history : w->valu_history;
        if (distance <= count && distance <= HISTORY)
            held = most(held, history[(count - distance) % HISTORY] - r->f->valu_exec);
    }
    return held;
}

/* When an instruction that is not vector ALU may be dispatched, and why not earlier. */
static i64 dependences(Run *r, Wave *w, const Timing *t, i64 *why) {
    const Figures *f = r->f;
    const i64 *n = r->job->numbers;
    i64 at = 0;
    *why = SCALAR_DEPENDENCY;
    switch (t->unit) {
    case SALU:
        at = w->salu_exec - f->salu_backlog;
        for (i64 k = 0; k < t->reads.count; k++) {
            i64 hold = w->hold[n[t->reads.first + k]];
            if (hold != NONE) at = most(at, hold + f->to_salu);
        }
        break;
    case BRANCH:
        for (i64 k = 0; k < t->reads.count; k++) {
            i64 u = n[t->reads.first + k];
            at = most(at, w->ready[u] + f->salu_to_branch);
            if (w->hold[u] != NONE) at = most(at, w->hold[u] + f->to_branch);
        }
        break;
    case SMEM:
        for (i64 k = 0; k < t->scalar_reads.count; k++) {
            i64 u = n[t->scalar_reads.first + k];
            at = most(at, w->ready[u] + f->salu_to_smem);
            if (w->hold[u] != NONE) at = most(at, w->hold[u] + f->to_salu);
        }
        break;
    case INTERNAL:
        at = w->last_alu + f->internal_after;
        *why = SEQUENCER;
        if (t->kind == WAIT_DEPCTR && t->amount) at = most(at, w->drain - 1);
        break;
    default:
        if (w->drain) {
            at = w->drain + f->to_memory;
            *why = VALU_DRAIN;
        }
        if (w->busy_scalar && w->busy_scalar + f->salu_to_memory > at) {
            at = w->busy_scalar + f->salu_to_memory;
            *why = SCALAR_DEPENDENCY;
        }
        if (t->store && w->simd->send_free > at) {
            at = w->simd->send_free;
            *why = MEMORY_QUEUE;
        }
    }
    return at;
}

/* Finds out when the wave's next instruction can issue, and puts it among the events then. */
static void prepare(Run *r, Wave *w) {
    const Figures *f = r->f;
    Job *job = r->job;
    if (w->pos >= r->job->length) {
        finish(r, w, w->base);
        return;
    }
    const Timing *t = &job->timing[r->job->path[w->pos]];
    if (job->cold) w->book = job->cold[w->pos] ? job->cold_stalls : job->stalls;
    while (t->kind == DELAY_ALU) {
        /* A hint costs nothing but its bytes of code (no packet in the traces). */
        i64 ordinal = r->job->path[w->pos];
        job->issues[ordinal]++;
        if (job->marked[ordinal]) mark(r, w, w->base);
        w->fetch = most_of(w->fetch, (double)w->base - f->slack) + t->fetch;
        for (i64 k = 0; k < t->hints.count; k++) {
            const i64 *hint = job->numbers + t->hints.first + 3 * k;
            /* A skip counts instructions other than hints; hints cannot stand in between in what compilers emit. */
            i64 pos = w->pos + 1 + hint[0];
            Hints *h = &w->hints[pos % HINT_SLOTS];
            if (h->pos != pos) {
                h->pos = pos;
                h->count = 0;
            }
            if (h->count < HINTS) {
                h->unit[h->count] = hint[1];
                h->distance[h->count++] = hint[2];
            }
        }
        if (++w->pos >= r->job->length) {
            finish(r, w, w->base);
            return;
        }
        t = &job->timing[r->job->path[w->pos]];
    }
    i64 at = w->base, why = SEQUENCER, held, reason;
    if (t->cache_line != w->line) {
        w->line = t->cache_line;
        i64 there = fetch_code(r, t->cache_line, at);
        if (there > at) {
            at = there;
            why = FETCH;
        }
    }
    if (w->fetch > (double)at) {
        at = ceiling(w->fetch);
        why = FETCH;
    }
    if (t->unit == VALU) {
        held = hinted(r, w);
        reason = VALU_DEPENDENCY;
    } else {
        held = dependences(r, w, t, &reason);
    }
    if (t->to_sgpr && w->scalars.count >= f->scalar_writes) held = most(held, front(&w->scalars));
    if (held > at) {
        at = held;
        why = reason;
    }
    w->earliest = at;
    w->reason = why;
    w->unit = t->unit;
    add_event(w->simd, at, w->index);
}
