/* Memory by address space: global, LDS, scratch, flat (the address says which of them).  Every access goes through
   `place`, lane by lane: that is where it is checked.

   a[lane] is a GPU address, or an offset into LDS or the lane's scratch.  Lanes outside `in` do not take part: a load
   gives them 0, as a buffer descriptor's range check does. */
enum { SHARED_APERTURE = 0x10000, PRIVATE_APERTURE = 0x20000 }; /* upper halves of flat addresses */

NI u8 *search_buffers(W *w, u64 a, u64 n) {
    u64 low = 0, high = w->buffer_count;
    while (low < high) {
        u64 middle = (low + high) / 2;
        if (w->buffers[middle].base <= a) low = middle + 1;
        else high = middle;
    }
    Buffer *b = w->buffers + low - 1;
    if (!low || a - b->base >= b->size || b->size - (a - b->base) < n) return 0;
    w->last = b;
    return b->host + (a - b->base);
}
/* Where n bytes at a GPU address are on the host, or null; w->last is their buffer then.  With UNBOUNDED a GPU address is
   one of this process, and its own protection is the check: the only buffer is all of memory. */
AI u8 *host_of(W *w, u64 a, u64 n) {
#ifdef UNBOUNDED
    return (u8 *)a;
#endif
    Buffer *b = w->last;
    if (a - b->base < b->size && b->size - (a - b->base) >= n) return b->host + (a - b->base);
    return search_buffers(w, a, n);
}
AI u64 writable(W *w) {
#ifdef UNBOUNDED
    return 1;
#endif
    return w->last->writable;
}
AI u8 *place(W *w, u32 space, u32 lane, u64 a, u32 n, u32 how) {
    if (space == FLAT) {
        u32 high = (u32)(a >> 32);
        if (high == SHARED_APERTURE || high == PRIVATE_APERTURE) {
            space = high == SHARED_APERTURE ? LDS : SCRATCH;
            a = (u32)a;
        } else
            space = GLOBAL;
    }
    u64 size = space == LDS ? w->lds_size : w->scratch_size;
#ifdef UNBOUNDED
    /* As on a GPU: loads give 0, stores are dropped (RDNA3 ISA guide, LDS addresses that are out of range). */
    if (space == LDS && RARE(a >= size)) return __builtin_memset(w->nowhere, 0, sizeof w->nowhere);
#endif
    if (space != GLOBAL && RARE(a > size || size - a < n)) {
        fault(w, space == LDS ? FAULT_LDS : FAULT_SCRATCH, lane, a, n);
        return 0;
    }
    u8 *p = space == LDS ? w->lds + a : space == SCRATCH ? w->scratch + lane * w->scratch_size + a : host_of(w, a, n);
    if (space == GLOBAL && RARE(!p || ((how & (WRITE | ATOMIC)) && !writable(w)))) {
        fault(w, p ? FAULT_READONLY : FAULT_GLOBAL, lane, a, n);
        return 0;
    }
#ifdef WATCHED
    watch(w, space, lane, a, p, n, how);
#endif
    return p;
}

/* Per-lane addresses: a 64-bit register pair, or a scalar base plus a 32-bit register, plus the offset. */
AI void addresses_v(W *w, u64 *a, u32 na, i32 offset) {
    for (u32 i = 0; i < WAVE; i++) a[i] = (w->v[na][i] | (u64)w->v[na + 1][i] << 32) + (u64)(i64)offset;
}
AI void addresses_s(W *w, u64 *a, u32 na, u64 base, i32 offset) {
    for (u32 i = 0; i < WAVE; i++) a[i] = base + w->v[na][i] + (u64)(i64)offset;
}
AI int load_space(W *w, u32 space, u32 nd, const u64 *a, mask in, u32 kind, u32 dwords, u32 how) {
    mask e = exec_of(w);
    u32 r[dwords][WAVE], n = bytes_of(kind, dwords);
#ifdef TRACK
    u32 und[dwords][WAVE];
#endif
    for (u32 i = 0; i < WAVE; i++) {
        if (!((e & in) >> i & 1)) {
            for (u32 k = 0; k < dwords; k++) {
                r[k][i] = 0;
#ifdef TRACK
                und[k][i] = 0;
#endif
            }
            continue;
        }
        const u8 *p = place(w, space, i, a[i], n, READ | COPIES | how);
        if (RARE(!p)) return FAULT;
        fetch(r, i, p, kind, dwords);
#ifdef TRACK
        for (u32 k = 0; k < dwords; k++) und[k][i] = 0;
        const u8 *q = shadow_of(w, space, p);
        if (q) fetch(und, i, q, kind, dwords);
#endif
    }
    put_loaded(w, nd, r, e, kind, dwords);
#ifdef TRACK
    if (SHADOWED(space)) mark_loaded(w, nd, und, e, kind, dwords);
#endif
    return 0;
}
AI int store_space(W *w, u32 space, u32 nv, const u64 *a, mask in, u32 kind, u32 dwords, u32 how) {
    mask e = exec_of(w) & in;
    u32 n = bytes_of(kind, dwords);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
#ifdef WATCHED
        u8 data[16], undefined[16];
        copy_out(w->v, nv, i, data, kind, dwords);
        w->data = data;
#endif
        u8 *p = place(w, space, i, a[i], n, WRITE | COPIES | how);
        if (RARE(!p)) return FAULT;
        deposit(w, nv, i, p, kind, dwords);
#ifdef TRACK
        u8 *q = shadow_of(w, space, p);
        if (q) copy_out(w->shadow, nv, i, q, kind, dwords);
#endif
#ifdef UNWRITTEN
        copy_out(w->shadow, nv, i, undefined, kind, dwords);
        note_store(w, space, i, a[i], undefined, n);
#endif
    }
    return 0;
}

/* LDS: the address is a byte offset of 32 bits that may not leave the workgroup's allocation.  Compilers make negative
   bases (LLVM SIISelLowering and AMDGPUISelDAGToDAG, isDSOffsetLegal: from gfx9 on the sum may wrap). */
AI void addresses_lds(W *w, u64 *a, u32 na, u32 offset) {
    for (u32 i = 0; i < WAVE; i++) a[i] = w->v[na][i] + offset;
}
AI int load_lds2(W *w, u32 nd, u32 na, u32 first, u32 second, u32 dwords) {
    u64 a[WAVE], b[WAVE];
    addresses_lds(w, a, na, first);
    addresses_lds(w, b, na, second);
    return load_space(w, LDS, nd, a, ALL, B32, dwords, 0) || load_space(w, LDS, nd + dwords, b, ALL, B32, dwords, 0);
}
AI int store_lds(W *w, u32 na, u32 nv, u32 offset, u32 kind, u32 dwords) {
    u64 a[WAVE];
    addresses_lds(w, a, na, offset);
    return store_space(w, LDS, nv, a, ALL, kind, dwords, 0);
}

/* Scalar loads: dword by dword, addresses aligned down. */
NI int load_scalar(W *w, u32 sd, u64 base, i64 offset, u32 dwords) {
    u64 a = (base & ~3ull) + (u64)(offset & ~3ll);
    for (u32 k = 0; k < dwords; k++) {
        const u8 *p = place(w, GLOBAL, 0, a + 4 * k, 4, READ | COPIES);
        if (RARE(!p)) return FAULT;
        __builtin_memcpy(&w->s[sd + k], p, 4);
#ifdef UNWRITTEN
        const u8 *q = shadow_of(w, GLOBAL, p);
        w->scalar_shadow[sd + k] = 0;
        if (q) __builtin_memcpy(&w->scalar_shadow[sd + k], q, 4);
#endif
    }
    return 0;
}
