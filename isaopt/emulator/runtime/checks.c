/* What `isaopt run --check` looks for beyond the bounds of memory, at the one place where memory is touched
   (`place`) and where waves wait.  What is found is told, and the kernel goes on. */
#ifdef UNWRITTEN
/* Bytes that nobody wrote: their shadows come along into registers and back, and are looked at where a value decides
   something (`needs`), where an access is no plain copy (here), and where the host gets them (virtual/runtime/check.c). */
static void unwritten(W *w, u32 space, u32 lane, u64 a, u8 *p, u32 n, u32 how) {
    u8 *q = shadow_of(w, space, p);
    u32 any = 0;
    if (!q) return;
    for (u32 k = 0; k < n; k++) any |= q[k];
    if (!(how & WRITE) && any) fault(w, how & COPIES ? NOTE_LOAD : FAULT_UNWRITTEN, lane, a, n);
    for (u32 k = 0; k < n && any && !(how & COPIES); k++) q[k] = 0;
}
/* A value with undefined bits is stored. */
NI void note_store(W *w, u32 space, u32 lane, u64 a, const u8 *undefined, u32 n) {
    u32 any = 0;
    for (u32 k = 0; k < n; k++) any |= undefined[k];
    if (any && space != SCRATCH && space != LDS) fault(w, NOTE_STORE, lane, a, n);
}
#endif
#ifdef RACE
/* Accesses of two waves to the same bytes, one of them a store, with nothing between them that orders them.  The clock
   ticks at barriers, and where a wave makes its stores known to others (a wait for all of them, an atomic operation) or
   asks for theirs (an atomic operation, a load past the caches, an invalidation of them).  Two waves are taken for
   ordered if, since the first access, they have met at a barrier, or one has done the former and the other the latter. */
static u32 tick(W *w) { return ++*w->launch->clock; }
static void make_known(W *w) { w->launch->sync[w->global].released = tick(w); }
static void ask_for(W *w) { w->launch->sync[w->global].acquired = tick(w); }
static int ordered(W *w, u32 space, u32 who, u32 when) {
    Launch *l = w->launch;
    u32 together = space == LDS || (who - 1) / l->waves == w->global / l->waves;
    if (when < l->launch_time || (together && when < l->barrier_time)) return 1;
    return l->sync[who - 1].released > when && l->sync[w->global].acquired > when;
}
static void conflict(W *w, u32 lane, u64 a, u32 n, u32 how, u32 who, u32 site, u32 stored) {
    w->launch->other_wave = who - 1;
    w->launch->other_site = site;
    w->launch->other_stored = stored;
    fault(w, how & WRITE ? FAULT_RACE_STORE : FAULT_RACE_LOAD, lane, a, n);
}
static void race_on(W *w, u32 space, u32 lane, u64 a, u32 n, Cell *c, u32 bytes, u32 how) {
    u32 me = w->global + 1, now = *w->launch->clock;
    if (c->writer && c->writer != me && (c->stored & bytes) && !ordered(w, space, c->writer, c->wrote))
        conflict(w, lane, a, n, how, c->writer, c->write_site, 1);
    if (how & WRITE) {
        for (u32 k = 0; k < 2; k++)
            if (c->reader[k] && c->reader[k] != me && (c->loaded[k] & bytes) && !ordered(w, space, c->reader[k], c->read[k]))
                conflict(w, lane, a, n, how, c->reader[k], c->read_site[k], 0);
        c->stored = (u8)(c->writer == me && c->wrote == now ? c->stored | bytes : bytes);
        c->writer = me;
        c->wrote = now;
        c->write_site = w->site;
        return;
    }
    if (c->reader[0] != me) { /* two readers are enough: a wave that stores is one of them at most */
        c->reader[1] = c->reader[0];
        c->read[1] = c->read[0];
        c->read_site[1] = c->read_site[0];
        c->loaded[1] = c->loaded[0];
        c->loaded[0] = 0;
    }
    c->loaded[0] = (u8)(c->read[0] == now ? c->loaded[0] | bytes : bytes);
    c->reader[0] = me;
    c->read[0] = now;
    c->read_site[0] = w->site;
}
static void race(W *w, u32 space, u32 lane, u64 a, u8 *p, u32 n, u32 how) {
    const u8 *data = w->data;
    u32 same = data != 0;
    for (u32 k = 0; same && k < n; k++) same = data[k] == p[k];
    w->data = 0;
    if (how & ATOMIC) make_known(w);
    if (how & (ATOMIC | COHERENT)) ask_for(w);
    if (same || (how & (ATOMIC | COHERENT))) return; /* on gfx11 an atomic store is spelled as any other */
    Buffer *b = w->last;
    Cell *cells = space == LDS ? w->launch->lds_cells : p - b->host < (i64)b->size && p >= b->host ? b->cells : 0;
    u64 at = (u64)(p - (space == LDS ? w->lds : b->host));
    for (u64 k = at; cells && k < at + n; k = (k | 3) + 1) {
        u64 end = (k | 3) + 1 < at + n ? (k | 3) + 1 : at + n;
        race_on(w, space, lane, a, n, cells + k / 4, ((1u << (end - k)) - 1) << (k & 3), how);
    }
}
#endif
#ifdef BARRIERS
/* Lanes that a barrier was passed without, and that go on all the same; those that have ended do nothing more. */
static void pass_barrier(W *w) {
    mask missing = w->first_exec & ~exec_of(w);
    if (RARE(w->absent & exec_of(w))) fault(w, FAULT_DIVERGED, (u32)__builtin_ctzll((u64)(w->absent & exec_of(w))), 0, 0);
    w->absent = missing;
    w->absent_site = w->barrier_site = w->site;
    w->has_stored = 0;
}
static void diverged(W *w, u32 lane, u32 how) {
    w->has_stored |= how & 3;
    if (!(w->absent >> lane & 1)) return;
    u32 site = w->site;
    w->site = w->absent_site;
    fault(w, FAULT_DIVERGED, lane, 0, 0);
    w->site = site;
    w->absent = 0;
}
/* The waves that wait must wait at the same place; a wave that ended before must not have done anything since. */
static void same_barrier(Launch *l) {
    W *one = 0, *other = 0;
    for (u64 k = 0; k < l->waves; k++) {
        W *w = l->wave + k;
        if (w->state == YIELD || w->state == AT_NAMED) return;
        if (w->state == AT_BARRIER && one && w->barrier_site != one->barrier_site) other = w;
        if (w->state == AT_BARRIER && !one) one = w;
    }
    for (u64 k = 0; k < l->waves; k++)
        if (l->wave[k].state == ENDED && l->wave[k].has_stored) other = l->wave + k;
    if (!one || !other) return;
    l->other_wave = other->id;
    l->other_site = other->state == ENDED ? NOWHERE : other->barrier_site;
    one->site = one->barrier_site;
    fault(one, FAULT_APART, 0, 0, 0);
}
#endif
AI void watch(W *w, u32 space, u32 lane, u64 a, u8 *p, u32 n, u32 how) {
    if (space == SCRATCH) return;
#ifdef UNWRITTEN
    unwritten(w, space, lane, a, p, n, how);
#endif
#ifdef RACE
    race(w, space, lane, a, p, n, how);
#endif
#ifdef BARRIERS
    diverged(w, lane, how);
#endif
#ifdef SCOREBOARD
    if (RARE(w->launch->crossed)) unwaited_store(w, lane, a, p, n);
#endif
}
