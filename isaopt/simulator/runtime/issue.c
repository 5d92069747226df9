/* What dispatching an instruction does to its wave, its SIMD and the memory. */

static void issue_valu(Run *r, Wave *w, const Timing *t, i64 now) {
    const Figures *f = r->f;
    const i64 *n = r->job->numbers;
    Simd *s = w->simd;
    i64 delay = t->exec - (t->one_source && s->exec_next > now + 1);
    s->gather = (s->gather > (double)now ? s->gather : (double)now) + t->gather;
    i64 at = (i64)s->gather - 1 + delay + t->bank_latency;
    at = most(at, s->exec_next);
    for (i64 k = 0; k < t->reads.count; k++) {
        i64 there = w->ready[n[t->reads.first + k]];
        if (there > at) at = there + (t->collides ? f->unforwarded : 0);
    }
    if (t->overwrite) {
        for (i64 k = 0; k < t->writes.count; k++) at = most(at, w->rewrite[n[t->writes.first + 2 * k]]);
        for (i64 k = 0; k < t->writes.count; k++) w->rewrite[n[t->writes.first + 2 * k]] = at + t->overwrite;
    }
    if (t->matrix) {
        /* The accumulator is forwarded from another matrix instruction. */
        at = most(now + delay + t->bank_latency, s->exec_next);
        for (i64 k = 0; k < t->reads.count; k++) {
            i64 u = n[t->reads.first + k], there = w->ready[u];
            for (i64 j = 0; j < t->forwarded.count; j++)
                if (n[t->forwarded.first + j] == u && w->matrix[u] != NONE) there = w->matrix[u];
            at = most(at, there);
        }
    }
    if (t->trans) {
        at = most(at, s->trans_next);
        s->trans_next = at + t->amount;
    }
    s->exec_next = at + t->occupies;
    for (i64 k = 0; k < t->writes.count; k++) {
        const i64 *write = n + t->writes.first + 2 * k;
        w->ready[write[0]] = at + write[1];
        w->matrix[write[0]] = t->matrix ? at + t->amount : NONE;
    }
    for (i64 k = 0; k < t->scalar_writes.count; k++) w->hold[n[t->scalar_writes.first + k]] = at;
    if (t->scalar_writes.count && t->to_sgpr) push(&w->scalars, at + f->scalar_write_time);
    i64 done = at + t->latency;
    if (t->trans) remember(w->trans_history, &w->trans_count, done);
    else remember(w->valu_history, &w->valu_count, done);
    w->drain = most(w->drain, at + t->drain);
    push(&s->window, done - 1);
    w->last_alu = now;
}

static void issue_salu(Run *r, Wave *w, const Timing *t, i64 now) {
    const i64 *n = r->job->numbers;
    i64 at = now + (w->salu_exec >= now ? r->f->salu_stream : r->f->salu_idle);
    if (at <= w->salu_exec) at = w->salu_exec + 1;
    for (i64 k = 0; k < t->reads.count; k++) {
        i64 u = n[t->reads.first + k];
        if (w->ready[u] > at && w->hold[u] == NONE) at = w->ready[u];
    }
    w->salu_exec = at;
    for (i64 k = 0; k < t->writes.count; k++) {
        const i64 *write = n + t->writes.first + 2 * k;
        w->ready[write[0]] = at + write[1];
        w->hold[write[0]] = NONE;
    }
    w->busy_scalar = at + t->latency;
    w->last_alu = now;
}

/* Something comes back later.  What came back makes room now and then. */
static void expect(Returns *c, i64 back) {
    if (c->first > FEW && c->first >= c->count) {
        for (i64 k = 0; k < c->count; k++) c->at[k] = c->at[c->first + k];
        c->first = 0;
    }
    c->at[c->first + c->count++] = back;
}

static void issue_memory(Run *r, Wave *w, const Timing *t, i64 ordinal, i64 now) {
    const Figures *f = r->f;
    Simd *s = w->simd;
    i64 start, back;
    if (t->unit == SMEM) {
        back = smem_access(r, t, ordinal, now);
    } else if (t->unit == EXPORT) {
        back = now + f->export_latency;
    } else {
        const Access *known = 0;
        if (w->next_access < w->job->access_count) {
            known = &r->job->access[w->job->accesses + w->next_access];
            if (known->count < 0) known = 0;
        }
        w->next_access++;
        if (t->unit == LDS) {
            lds_access(r, s->cu, t, ordinal, now, known, &start, &back);
            push(&s->lds_queue, start + 1);
        } else {
            vmem_access(r, w, t, ordinal, now, known, &start, &back);
            push(&s->vmem_queue, start + 1);
        }
        if (t->store) s->send_free = now + f->send_overhead + most(1, t->bytes / 128);
    }
    for (i64 k = 0; k < t->counters.count; k++) {
        Returns *c = &w->counter[r->job->numbers[t->counters.first + k]];
        if (c->count && t->unit != SMEM) back = most(back, c->at[c->first + c->count - 1]);
        expect(c, back);
    }
}

static int issue_internal(Run *r, Wave *w, const Timing *t, i64 ordinal, i64 now) {
    const Figures *f = r->f;
    const i64 *n = r->job->numbers;
    if (t->waits.count) {
        i64 release = now, why = SEQUENCER;
        for (i64 k = 0; k < t->waits.count; k++) {
            i64 counter = n[t->waits.first + 2 * k], allowed = n[t->waits.first + 2 * k + 1];
            Returns *c = &w->counter[counter];
            if (c->count <= allowed) continue;
            i64 needed = c->at[c->first + c->count - allowed - 1];
            /* Scalar loads return in any order, so only the latest counts for a wait for zero. */
            if (!allowed)
                for (i64 j = 0; j < c->count; j++) needed = most(needed, c->at[c->first + j]);
            if (needed > release) {
                release = needed;
                why = r->job->counter_reason[counter];
            }
            c->first += c->count - allowed;
            c->count = allowed;
        }
        book(r, w, why, ordinal, release - now);
        w->base = release + f->after_wait;
        return 1;
    }
    switch (t->kind) {
    case NOP:
        w->base = now + t->amount + 1;
        book(r, w, SEQUENCER, ordinal, t->amount);
        break;
    case BARRIER_BOTH:
    case BARRIER_WAIT:
        return barrier(r, w, t, ordinal, now);
    case BARRIER_SIGNAL:
        w->signal = w->group->generation;
        arrive(r, w, now);
        break;
    case SETPRIO:
        w->priority = t->amount & 3;
        break;
    case SLEEP:
        w->base = now + 1 + 64 * (t->amount & 127);
        book(r, w, SEQUENCER, ordinal, w->base - now - 1);
        break;
    case ENDPGM:
        finish(r, w, now);
        return 0;
    default:
        for (i64 k = 0; k < t->counters.count; k++) {
            Returns *c = &w->counter[n[t->counters.first + k]];
            expect(c, now + f->message);
        }
    }
    return 1;
}

static void issue(Run *r, Wave *w, i64 now) {
    const Figures *f = r->f;
    i64 ordinal = r->job->path[w->pos];
    const Timing *t = &r->job->timing[ordinal];
    w->fetch = most_of(w->fetch, (double)now - f->slack) + t->fetch;
    w->base = now + t->after;
    switch (t->unit) {
    case VALU:
        issue_valu(r, w, t, now);
        break;
    case SALU:
        issue_salu(r, w, t, now);
        break;
    case BRANCH: {
        i64 following = w->pos + 1;
        int jumps = following < r->job->length && r->job->path[following] != ordinal + 1;
        w->base = now + (jumps ? f->taken : f->not_taken);
        book(r, w, BRANCH_DELAY, ordinal, w->base - now - 1);
        if (jumps) w->line = -1;
        break;
    }
    case INTERNAL:
        if (!issue_internal(r, w, t, ordinal, now)) return;
        break;
    default:
        issue_memory(r, w, t, ordinal, now);
    }
    w->pos++;
    prepare(r, w);
}
