/* The adversarial memory system: a load's registers hold garbage until a wait that guarantees its return, a store
   reaches memory only then.  A wave sees its own stores at once, except through scalar loads.

   An operation stays pending on each of its counters.  Those of one kind on a counter finish in issue order; kinds
   finish in any order between them, scalar loads and messages among themselves too.  So a wait for at most n guarantees
   an operation if it and the later ones of its kind on that counter are more than n; of unordered ones, if n is 0.

   With SCOREBOARD everything returns at once, and who uses a register that might not have come is told of it. */
enum { KIND_SCALAR, KIND_MESSAGE, KIND_LOAD, KIND_STORE, KIND_SCRATCH, KIND_LDS, KIND_GDS, KIND_EXPORT, KIND_DIRECT };

AI Pending *pending_at(W *w, u32 k) { return w->pending + w->queue[k]; }
static void start_late(W *w, u64 seed) {
    w->outstanding = 0;
    w->writing = 0;
    for (u32 k = 0; k < VGPRS; k++) w->awaited[k] = 0;
    for (u32 k = 0; k < SCALARS; k++) w->awaited_scalar[k] = 0;
    w->late_seed = seed * 0x9e3779b97f4a7c15ull + w->id + 1;
    for (u32 k = 0; k < PENDING; k++) w->queue[k] = k;
}
AI u32 garbage(W *w) {
    u64 z = w->late_seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    return (u32)((z ^ z >> 27) * 0x94d049bb133111ebull >> 32);
}
NI void finish_writes(W *w, Pending *p) {
#ifdef SCOREBOARD
    w->launch->crossed -= p->writes && p->crossed;
    p->writes = 0;
#endif
    for (u32 k = 0; k < p->writes; k++) __builtin_memcpy(p->write[k].to, p->write[k].data, p->write[k].size);
    p->writes = 0;
}
#ifdef SCOREBOARD
AI u8 *awaited_by(W *w, Pending *p) { return p->scalar ? w->awaited_scalar + p->first : w->awaited + p->first; }
NI void finish_read(W *w, Pending *p) {
    u8 *a = awaited_by(w, p);
    for (u32 k = 0; k < p->dwords; k++) a[k] -= a[k] && !(p->holes >> k & 1);
    p->dwords = 0;
}
/* The same registers may be loaded again only in the order in which loads return. */
NI void await(W *w, Pending *p) {
    u8 *a = awaited_by(w, p);
    for (u32 k = 0; k < p->dwords; k++) {
        if (p->holes >> k & 1) continue;
        for (u32 j = 0; a[k] && j + 1 < w->outstanding; j++) {
            Pending *q = pending_at(w, j);
            u32 same = q->scalar == p->scalar && q->first <= p->first + k && p->first + k < q->first + q->dwords;
            u32 c = (u32)__builtin_ctz(p->counters);
            if (same && (!(q->counters >> c & 1) || q->kind[c] != p->kind[c] || p->kind[c] <= KIND_MESSAGE))
                fault(w, FAULT_WAIT, 0, p->scalar ? 256 + p->first + k : p->first + k, 0);
        }
        a[k]++;
    }
}
NI void needs_loaded(W *w, u32 n, u32 count) {
    for (u32 k = 0; k < count; k++)
        if (w->awaited[n + k]) fault(w, FAULT_WAIT, 0, n + k, 0);
}
NI void needs_loaded_scalar(W *w, u32 n, u32 count) {
    for (u32 k = 0; k < count; k++)
        if (w->awaited_scalar[n + k]) fault(w, FAULT_WAIT, 0, 256 + n + k, 0);
}
/* Stores that go on while the wave passes a barrier, behind which others will take them for done. */
NI void cross_barrier(W *w) {
    for (u32 k = 0; k < w->outstanding; k++) {
        Pending *p = pending_at(w, k);
        w->launch->crossed += p->writes && !p->crossed;
        p->crossed |= p->writes;
    }
}
NI void unwaited_store(W *w, u32 lane, u64 a, const u8 *p, u32 n) {
    Launch *l = w->launch;
    for (u64 o = 0; o < l->waves; o++)
        for (u32 k = 0; l->wave + o != w && k < l->wave[o].outstanding; k++) {
            Pending *q = pending_at(l->wave + o, k);
            for (u32 j = 0; q->crossed && j < q->writes; j++)
                if (p < q->write[j].to + q->write[j].size && q->write[j].to < p + n) {
                    l->other_wave = l->wave[o].global;
                    l->other_site = q->site;
                    l->other_stored = 1;
                    fault(w, FAULT_WAIT_STORE, lane, a, n);
                }
        }
}
#else
NI void finish_read(W *w, Pending *p) {
    if (p->scalar)
        for (u32 k = 0; k < p->dwords; k++) w->s[p->first + k] = p->data[k][0];
    else
        for (u32 k = 0; k < p->dwords; k++) {
            u32 *d = w->v[p->first + k], bits = k + 1 < p->dwords ? p->bits : p->last_bits;
            if (p->holes >> k & 1) continue;
            for (u32 i = 0; i < WAVE; i++)
                if (p->lanes >> i & 1) d[i] = (d[i] & ~bits) | (p->data[k][i] & bits);
        }
    p->dwords = 0;
}
#endif
/* Finishes what is pending on no counter any more; where loads are not ordered, the oldest result comes last. */
NI void retire(W *w, u32 unordered_loads) {
    for (u32 k = 0; k < w->outstanding; k++)
        if (!pending_at(w, k)->counters) finish_writes(w, pending_at(w, k));
    for (u32 k = 0; k < w->outstanding; k++) {
        Pending *p = pending_at(w, unordered_loads ? w->outstanding - 1 - k : k);
        if (!p->counters) finish_read(w, p);
    }
    u32 kept = 0, left[PENDING], gone[PENDING], n = 0;
    for (u32 k = 0; k < w->outstanding; k++) {
        if (pending_at(w, k)->counters) left[kept++] = w->queue[k];
        else gone[n++] = w->queue[k];
    }
    for (u32 k = 0; k < kept; k++) w->queue[k] = left[k];
    for (u32 k = 0; k < n; k++) w->queue[kept + k] = gone[k];
    w->outstanding = kept;
}
/* A wait until at most n operations are outstanding on counter c. */
NI void wait_for(W *w, u32 c, u32 n, u32 unordered_loads) {
    u32 later[16];
    for (u32 k = 0; k < 16; k++) later[k] = 0;
    for (u32 k = w->outstanding; k-- > 0;) {
        Pending *p = pending_at(w, k);
        if (!(p->counters >> c & 1)) continue;
        u32 kind = p->kind[c], count = kind <= KIND_MESSAGE ? 1 : ++later[kind];
        if (count > n) p->counters &= ~(1u << c);
    }
    retire(w, unordered_loads);
}
/* A new operation; counters and their kinds as (counter, kind) pairs. */
NI Pending *issue(W *w, u32 c0, u32 k0, u32 c1, u32 k1) {
    if (w->outstanding == PENDING) { /* the counters are full: hardware waits, too */
        pending_at(w, 0)->counters = 0;
        retire(w, 0);
    }
    Pending *p = pending_at(w, w->outstanding++);
    p->counters = 1u << c0 | 1u << c1;
    p->kind[c0] = (u8)k0;
    p->kind[c1] = (u8)k1;
    p->writes = p->dwords = p->crossed = 0;
    p->site = w->site;
    return p;
}
/* Takes the values that an instruction just loaded into registers, and leaves garbage there: in these bits of each, of
   the last one in those of its own; registers in `holes` were not loaded. */
NI void take_vector(W *w, u32 first, u32 dwords, u32 bits, u32 last, u32 holes) {
    Pending *p = pending_at(w, w->outstanding - 1);
    p->scalar = 0;
    p->first = first;
    p->dwords = dwords;
    p->bits = bits;
    p->last_bits = last;
    p->holes = holes;
    p->lanes = exec_of(w);
#ifdef SCOREBOARD
    await(w, p);
    return;
#endif
    for (u32 k = 0; k < dwords; k++) {
        u32 mine = k + 1 < dwords ? bits : last;
        if (holes >> k & 1) continue;
        for (u32 i = 0; i < WAVE; i++) {
            u32 *d = &w->v[first + k][i];
            p->data[k][i] = *d;
            if (p->lanes >> i & 1) *d = (*d & ~mine) | (garbage(w) & mine);
        }
    }
}
NI void take_scalar(W *w, u32 first, u32 dwords) {
    Pending *p = pending_at(w, w->outstanding - 1);
    p->scalar = 1;
    p->first = first;
    p->dwords = dwords;
    p->holes = 0;
#ifdef SCOREBOARD
    await(w, p);
    return;
#endif
    for (u32 k = 0; k < dwords; k++) {
        p->data[k][0] = w->s[first + k];
        w->s[first + k] = garbage(w);
    }
}
/* Lets a load see the wave's own stores: exchanges memory with what they will write there, oldest first; back in the
   opposite order. */
AI void exchange(Write *x) {
#ifdef SCOREBOARD
    return;
#endif
    for (u32 b = 0; b < x->size; b++) {
        u8 t = x->to[b];
        x->to[b] = x->data[b];
        x->data[b] = t;
    }
}
NI void show_own(W *w) {
    for (u32 k = 0; k < w->outstanding; k++)
        for (u32 j = 0; j < pending_at(w, k)->writes; j++) exchange(pending_at(w, k)->write + j);
}
NI void hide_own(W *w) {
    for (u32 k = w->outstanding; k-- > 0;)
        for (u32 j = pending_at(w, k)->writes; j-- > 0;) exchange(pending_at(w, k)->write + j);
}
/* Before an atomic operation the wave's own stores are done. */
NI void finish_own(W *w) {
    for (u32 k = 0; k < w->outstanding; k++) finish_writes(w, pending_at(w, k));
}
