/* Workgroups one after the other; their waves in the given order, each until it waits at a barrier or ends. */
static u64 next_random(u64 *s) {
    u64 z = *s += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
static void shuffle(Launch *l) {
    for (u64 k = 0; k < l->waves; k++) l->turns[k] = (u32)(l->order == 1 ? l->waves - 1 - k : k);
    if (l->order == 2)
        for (u64 k = l->waves; k > 1; k--) {
            u64 j = next_random(&l->seed) % k;
            u32 t = l->turns[k - 1];
            l->turns[k - 1] = l->turns[j];
            l->turns[j] = t;
        }
    l->turn = 0;
}
static void start_group(Launch *l) {
    u64 x = l->next % l->groups[0], y = l->next / l->groups[0] % l->groups[1];
    u64 z = l->next / l->groups[0] / l->groups[1], threads = l->block[0] * l->block[1] * l->block[2];
    u64 id[3] = {x, y, z};
#if defined LATE || defined WATCHED
    for (u64 k = 0; k < l->lds_size; k++) l->lds[k] = (u8)((u32)k * 2654435761u >> 23); /* nothing defines it */
#else
    for (u64 k = 0; k < l->lds_size; k++) l->lds[k] = 0;
#endif
    for (u64 k = 0; k < l->waves; k++) {
        W *w = l->wave + k;
        for (u32 n = 0; n < SCALARS; n++) w->s[n] = l->initial[n];
        for (u32 n = 0; n < VGPRS; n++)
            for (u32 i = 0; i < WAVE; i++) w->v[n][i] = 0;
        mask e = 0;
        for (u32 i = 0; i < WAVE; i++) {
            u64 t = k * WAVE + i;
            if (t >= threads) break;
            e |= (mask)1 << i;
            u32 tx = (u32)(t % l->block[0]), ty = (u32)(t / l->block[0] % l->block[1]);
            u32 tz = (u32)(t / l->block[0] / l->block[1]);
            w->v[0][i] = tx | (l->item_ids > 0 ? ty << 10 : 0) | (l->item_ids > 1 ? tz << 20 : 0);
        }
        set_mask(w, EXEC, e);
        for (u32 d = 0; d < 3; d++)
            if (l->id_at[d] != 0xffffffff) w->s[l->id_at[d]] = (u32)id[d];
        if (l->ids_in_ttmp) {
            w->s[TTMP + 9] = (u32)x;
            w->s[TTMP + 7] = (u32)(y | z << 16);
            w->s[TTMP + 8] = (u32)(k & 31) << 25; /* the wave's number in the workgroup */
        }
        w->pc = 0;
        w->count = 0;
        w->buffers = w->last = l->buffers;
        w->buffer_count = l->buffer_count;
        w->lds = l->lds;
        w->lds_size = l->lds_size;
        w->scratch = l->scratch + k * l->scratch_size * WAVE;
        w->scratch_size = l->scratch_size;
        w->fault = 0;
        w->state = RUNNING;
        w->id = (u32)k;
        w->arrived = w->signalled = w->named = w->named_complete = w->first_signal = 0;
        w->launch = l;
        w->image = l->image;
#ifdef WATCHED
        w->global = (u32)(l->next * l->waves + k);
        w->data = 0;
        w->first_exec = e;
        w->absent = 0;
        w->has_stored = 0;
        w->lds_undefined = l->lds_undefined;
#endif
#ifdef TRACK
        w->scratch_undefined = l->scratch_undefined + k * l->scratch_size * WAVE;
        start_shadows(w, l->defined);
#endif
#ifdef LATE
        start_late(w, l->seed);
#endif
    }
    for (u64 k = 0; k < l->scratch_size * WAVE * l->waves; k++) l->scratch[k] = l->scratch_undefined[k] = 0;
    for (u32 k = 0; k < NAMED; k++) l->named[k].valid = l->named[k].members = l->named[k].signals = 0;
#ifdef RACE
    l->barrier_time = ++*l->clock;
#endif
#ifdef UNWRITTEN
    for (u64 k = 0; k < l->lds_size; k++) l->lds_undefined[k] = 0xff;
#endif
    l->signals = 0;
    l->crossed = 0;
    shuffle(l);
    l->started = 1;
}

/* Counts a signal and tells whether it is the first; the last of the waves that have not ended completes the barrier. */
static u32 members(Launch *l) {
    u32 n = 0;
    for (u64 k = 0; k < l->waves; k++) n += l->wave[k].state != ENDED;
    return n;
}
static u32 signal_barrier(W *w) {
    Launch *l = w->launch;
    u32 first = l->signals == 0;
    w->signalled = 1;
    if (++l->signals >= members(l)) l->signals = 0;
    return first;
}
static u32 barrier_state(W *w) { return 1 | members(w->launch) << 4 | (u32)w->launch->signals << 16; }

/* Barriers with names: complete when as many signals have come as there are members. */
static int known_barrier(W *w, u32 b) { return b < NAMED && w->launch->named[b].valid ? 1 : (fault(w, FAULT_NAMED, 0, b, 0), 0); }
static void complete_named(Launch *l, u32 b) {
    if (!l->named[b].signals || l->named[b].signals < l->named[b].members) return;
    l->named[b].signals = 0;
    for (u64 k = 0; k < l->waves; k++)
        if (l->wave[k].named == b) l->wave[k].named_complete = 1;
}
static int initialise_named(W *w, u32 b, u32 members) {
    if (b == 0) return 0;
    if (b >= NAMED || !members) return fault(w, FAULT_NAMED, 0, b, 0);
    w->launch->named[b].valid = 1;
    w->launch->named[b].members = members;
    w->launch->named[b].signals = 0;
    return 0;
}
static int join_named(W *w, u32 b) {
    if (b && !known_barrier(w, b)) return FAULT;
    w->named = b;
    w->named_complete = 0;
    return 0;
}
static int signal_named(W *w, u32 b, u32 members) {
    w->first_signal = 0;
    if (b == 0) return 0;
    if (members && b < NAMED) {
        w->launch->named[b].valid = 1;
        w->launch->named[b].members = members;
    }
    if (!known_barrier(w, b)) return FAULT;
    w->first_signal = w->launch->named[b].signals++ == 0;
    complete_named(w->launch, b);
    return 0;
}
static int leave_named(W *w) {
    u32 b = w->named;
    if (!b || !w->launch->named[b].members) return fault(w, FAULT_NAMED, 0, b, 0);
    w->named = w->named_complete = 0;
    w->launch->named[b].members--;
    complete_named(w->launch, b);
    return 0;
}
static u32 named_state(W *w, u32 b) {
    return b < NAMED ? w->launch->named[b].valid | w->launch->named[b].members << 4 | w->launch->named[b].signals << 16 : 0;
}

/* Global wave sync (RDNA3 ISA guide, DS_GWS_INIT and DS_GWS_BARRIER): a wave that finds no other missing ends the round, in
   which `missing` others had to come; and those of the next are as many as it says. */
static u64 *global_resource(W *w, u32 resource) {
    if (w->launch->global_sync) return w->launch->global_sync + (((w->s[M0] >> 16) + resource) & 63);
    fault(w, FAULT_DEADLOCK, 0, 0, 0);
    return 0;
}
static int initialise_global(W *w, u32 resource, u32 missing) {
    u64 *r = global_resource(w, resource);
    if (!r) return FAULT;
    __atomic_store_n(r, __atomic_load_n(r, __ATOMIC_SEQ_CST) >> 32 << 32 | missing, __ATOMIC_SEQ_CST);
    return 0;
}
static int wait_global(W *w, u32 resource, u32 missing) {
    u64 *r = global_resource(w, resource);
    if (!r) return FAULT;
    u64 old = __atomic_load_n(r, __ATOMIC_SEQ_CST), round = (old >> 32) + 1, now;
    if (!w->arrived) {
        do {
            round = (old >> 32) + 1;
            now = (u32)old ? old - 1 : round << 32 | missing;
        } while (!__atomic_compare_exchange_n(r, &old, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        if (!(u32)old) return 0;
        w->arrived = round;
        return AT_GLOBAL;
    }
    w->count++; /* so that waiting for ever ends by the limit */
    if (round == w->arrived) return AT_GLOBAL;
    w->arrived = 0;
    return 0;
}

/* No wave can run: those that gave way go on, or whose barriers are complete.  The workgroup's barrier opens when every
   wave left is there; where some wait elsewhere, when all have signalled it.  SLICE if only other workgroups can help. */
static int release(Launch *l) {
    u32 waiting = AT_BARRIER, any = 0, elsewhere = 0, global = 0;
    for (u64 k = 0; k < l->waves; k++) {
        W *w = l->wave + k;
        if (w->state == YIELD) waiting = YIELD;
        elsewhere |= w->state == AT_NAMED;
        global |= w->state == AT_GLOBAL;
        if (w->state == AT_GLOBAL) w->state = RUNNING;
    }
    if (global && waiting == AT_BARRIER) return SLICE;
    for (u64 k = 0; elsewhere && k < l->waves; k++)
        if (l->wave[k].state == AT_NAMED && l->wave[k].named_complete) {
            l->wave[k].state = RUNNING;
            any = 1;
        }
    if (waiting == AT_BARRIER) {
        if (elsewhere && (any || l->signals)) return (int)any;
        l->signals = 0;
    }
#ifdef BARRIERS
    if (waiting == AT_BARRIER) same_barrier(l);
#endif
#ifdef RACE
    if (waiting == AT_BARRIER) l->barrier_time = ++*l->clock;
#endif
    for (u64 k = 0; k < l->waves; k++)
        if (l->wave[k].state == waiting) {
            l->wave[k].state = RUNNING;
            any = 1;
        }
    return (int)any;
}
static void interrupt(W *w) {
    if (w->launch->interrupt) w->launch->interrupt(w->launch);
}
static int failed(Launch *l, W *w) {
    l->failed = w->id;
    l->fault = w->fault;
    l->fault_site = w->site;
    l->fault_lane = w->fault_lane;
    l->fault_address = w->fault_address;
    l->fault_size = w->fault_size;
    return FAULT;
}
/* Tells what a check found, once for each instruction; whether the kernel goes on. */
static int told(W *w, u32 kind) {
    Launch *l = w->launch;
    if (!l->finding || (kind != FAULT_UNDEFINED && kind < FAULT_UNWRITTEN)) return 0;
    if (!(l->said[w->site] >> kind & 1)) {
        l->said[w->site] |= 1u << kind;
        failed(l, w);
        l->finding(l);
    }
    w->fault = 0;
    return 1;
}

__attribute__((visibility("default"))) u64 wave_bytes(void) { return sizeof(W); }
__attribute__((visibility("default"))) u64 launch_bytes(void) { return sizeof(Launch); }
/* Where the workgroup that runs is, when something outside stopped it. */
__attribute__((visibility("default"))) void locate(Launch *l) {
    W *w = l->wave + l->turns[l->turn];
    l->failed = w->id;
    l->fault_site = w->site;
}

/* Runs until the grid is done (ENDED), an instruction faults (FAULT), or the slice is used up (SLICE). */
static int run_grid(Launch *l) {
    u64 slice_end = l->count + l->slice;
    int next;
    for (; l->next < l->end; l->next++, l->started = 0) {
        if (!l->started) start_group(l);
        do {
            for (; l->turn < l->waves; l->turn++) {
                W *w = l->wave + l->turns[l->turn];
                while (w->state == RUNNING) {
                    u64 before = w->count;
                    w->stop = before + (slice_end > l->count ? slice_end - l->count : 0);
                    int why = kernel(w);
                    l->count += w->count - before;
                    if (why == FAULT) return failed(l, w);
                    if (why == SLICE) return SLICE;
                    w->state = (u32)why;
                }
            }
            shuffle(l);
            next = release(l);
            if (next == SLICE) return SLICE;
        } while (next);
        for (u64 k = 0; k < l->waves; k++)
            if (l->wave[k].state == AT_NAMED) {
                fault(l->wave + k, FAULT_DEADLOCK, 0, 0, 0);
                return failed(l, l->wave + k);
            }
        if (l->count >= slice_end) {
            l->next++;
            l->started = 0;
            return l->next < l->end ? SLICE : ENDED;
        }
    }
    return ENDED;
}

__attribute__((visibility("default"))) int run(Launch *l) {
    u64 saved = host_float_defaults();
    int why = run_grid(l);
    host_float_restore(saved);
    return why;
}
