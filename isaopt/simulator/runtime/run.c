/* The state of a run in memory, and the event loop over it. */

static Run build(Job *job, Heap *heap) {
    const Figures *f = &job->figures;
    const int real = heap->arena != 0;
    Run r = {job, f, .next = job->resident};
    r.simds = take(heap, (u64)job->simds * sizeof(Simd));
    r.waves = take(heap, (u64)job->waves * sizeof(Wave));
    r.groups = take(heap, (u64)job->groups * sizeof(Group));
    r.lds_free = fill(take(heap, (u64)job->cus * sizeof(i64)), job->cus, 0);
    r.vmem_free = take(heap, (u64)job->cus * sizeof(double));
    r.behind = take(heap, (u64)(job->cus * job->levels) * sizeof(double));
    r.l0 = take(heap, (u64)job->cus * sizeof(Lines));
    for (i64 cu = 0; cu < job->cus; cu++) {
        Lines lines = new_lines(heap, f->l0_room);
        if (!real) continue;
        r.l0[cu] = lines;
        r.vmem_free[cu] = 0;
        for (i64 k = 0; k < job->levels; k++) r.behind[cu * job->levels + k] = 0;
    }
    r.seen = fill(take(heap, (u64)job->timings * sizeof(i64)), job->timings, NONE);
    i64 code = job->cache_lines + f->prefetch + 1;
    r.arrival = fill(take(heap, (u64)code * sizeof(i64)), code, NONE);
    r.older = take(heap, (u64)code * sizeof(i64));
    r.newer = take(heap, (u64)code * sizeof(i64));
    r.oldest = r.newest = -1;
    for (i64 k = 0; k < job->simds; k++) {
        Simd s = {.cu = job->simd_cu[k], .look = NEVER};
        s.window = new_ring(heap, f->queue);
        s.lds_queue = new_ring(heap, f->lds_depth);
        s.vmem_queue = new_ring(heap, f->vmem_depth);
        s.events = take(heap, (u64)job->waves * sizeof(i64));
        for (i64 unit = 0; unit < UNITS; unit++) {
            s.pool[unit] = take(heap, (u64)job->waves * sizeof(i64));
            s.last[unit] = -1;
        }
        if (real) r.simds[k] = s;
    }
    for (i64 k = 0; k < job->groups; k++) {
        i64 *opened = take(heap, (u64)job->opened * sizeof(i64));
        if (!real) continue;
        r.groups[k].first = k ? r.groups[k - 1].first + job->group_size[k - 1] : 0;
        r.groups[k].arrived = r.groups[k].generation = r.groups[k].waiting_count = 0;
        r.groups[k].members = job->group_size[k];
        r.groups[k].opened = opened;
    }
    for (i64 k = 0; k < job->waves; k++) {
        const WaveJob *given = &job->wave[k];
        u64 units = (u64)job->units * sizeof(i64);
        i64 *ready = fill(take(heap, units), job->units, 0), *hold = fill(take(heap, units), job->units, NONE);
        i64 *matrix = fill(take(heap, units), job->units, NONE), *rewrite = fill(take(heap, units), job->units, 0);
        Ring scalars = new_ring(heap, f->scalar_writes);
        Returns *counter = take(heap, (u64)job->counters * sizeof(Returns));
        for (i64 c = 0; c < job->counters; c++) {
            i64 *at = take(heap, (u64)(job->counter_room[c] + 1) * sizeof(i64));
            if (real) counter[c] = (Returns){at, 0, 0};
        }
        if (!real) continue;
        Wave *w = &r.waves[k];
        w->index = k;
        w->pos = w->next_access = w->priority = w->drain = w->busy_scalar = w->unit = w->marks = 0;
        w->valu_count = w->trans_count = 0;
        w->reason = SEQUENCER;
        w->blocked = ARBITRATION;
        w->salu_exec = w->last_alu = -100;
        w->line = w->signal = -1;
        w->ready = ready;
        w->hold = hold;
        w->matrix = matrix;
        w->rewrite = rewrite;
        w->book = job->stalls;
        w->scalars = scalars;
        w->counter = counter;
        for (i64 h = 0; h < HINT_SLOTS; h++) w->hints[h].pos = -1;
        w->simd = &r.simds[given->simd];
        w->group = &r.groups[given->group];
        w->job = given;
    }
    return r;
}

/* Bytes of state that the job needs. */
EXPORTED u64 engine_bytes(Job *job) {
    Heap heap = {0, 0};
    build(job, &heap);
    return heap.used;
}

EXPORTED u64 engine_job_bytes(void) { return sizeof(Job); }

EXPORTED void engine_run(Job *job, char *arena) {
    Heap heap = {arena, 0};
    Run run = build(job, &heap), *r = &run;
    for (i64 k = 0; k < job->waves; k++)
        if (job->wave[k].group < job->resident) start_wave(r, &r->waves[k], r->started = job->wave[k].start);
    i64 ahead = apart(r);
    for (;;) {
        i64 now = NEVER;
        Simd *s = r->simds;
        for (i64 k = 0; k < job->simds; k++) {
            Simd *c = &r->simds[k];
            i64 at = c->event_count ? c->events[c->event_count - 1] >> 10 : NEVER;
            if (c->look <= at) at = c->look;
            if (at < now) {
                now = at;
                s = c;
            }
        }
        if (now == NEVER) return;
        while (s->event_count && s->events[s->event_count - 1] >> 10 <= now) {
            i64 wave = s->events[--s->event_count] & 1023, unit = r->waves[wave].unit;
            s->pool[unit][s->pool_count[unit]++] = wave;
        }
        s->look = step(r, s, now, now + ahead);
    }
}
