/* Memory: every access is checked against the buffers, LDS or scratch, lane by lane. */
NI u8 *search_buffers(W *w, u64 a, u64 n) {
    for (u64 k = 0; k < w->buffer_count; k++) {
        Buffer *b = w->buffers + k;
        if (a - b->base < b->size && b->size - (a - b->base) >= n) {
            w->last = b;
            return b->host + (a - b->base);
        }
    }
    return 0;
}
/* Where n bytes at a GPU address are on the host, or null; w->last is their buffer then.  With IN_PLACE a GPU address is
   one of this process, and its own protection is the check: the only buffer is all of memory. */
AI u8 *host_of(W *w, u64 a, u64 n) {
#ifdef IN_PLACE
    return (u8 *)a;
#endif
    Buffer *b = w->last;
    if (a - b->base < b->size && b->size - (a - b->base) >= n) return b->host + (a - b->base);
    return search_buffers(w, a, n);
}

AI u64 writable(W *w) {
#ifdef IN_PLACE
    return 1;
#endif
    return w->last->writable;
}

/* Per-lane addresses: a 64-bit register pair, or a scalar base plus a 32-bit register, plus the offset. */
AI void addresses_v(W *w, u64 *a, u32 na, i32 offset) {
    for (u32 i = 0; i < WAVE; i++) a[i] = (w->v[na][i] | (u64)w->v[na + 1][i] << 32) + (u64)(i64)offset;
}
AI void addresses_s(W *w, u64 *a, u32 na, u64 base, i32 offset) {
    for (u32 i = 0; i < WAVE; i++) a[i] = base + w->v[na][i] + (u64)(i64)offset;
}
AI int load_global(W *w, u32 nd, const u64 *a, u32 kind, u32 dwords) {
    mask e = exec_of(w);
    u32 r[dwords][WAVE], n = bytes_of(kind, dwords);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        const u8 *p = host_of(w, a[i], n);
        if (RARE(!p)) return fault(w, FAULT_GLOBAL, i, a[i], n);
        fetch(r, i, p, kind, dwords);
    }
    put_loaded(w, nd, r, e, kind, dwords);
    return 0;
}
AI int store_global(W *w, u32 nv, const u64 *a, u32 kind, u32 dwords) {
    mask e = exec_of(w);
    u32 n = bytes_of(kind, dwords);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u8 *p = host_of(w, a[i], n);
        if (RARE(!p)) return fault(w, FAULT_GLOBAL, i, a[i], n);
        if (RARE(!writable(w))) return fault(w, FAULT_READONLY, i, a[i], n);
        deposit(w, nv, i, p, kind, dwords);
    }
    return 0;
}

/* LDS: the address is a byte offset that may not leave the workgroup's allocation. */
AI int load_lds(W *w, u32 nd, u32 na, u32 offset, u32 kind, u32 dwords) {
    mask e = exec_of(w);
    u32 r[dwords][WAVE], n = bytes_of(kind, dwords);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u64 at = (u64)w->v[na][i] + offset;
        if (RARE(at + n > w->lds_size)) return fault(w, FAULT_LDS, i, at, n);
        fetch(r, i, w->lds + at, kind, dwords);
    }
    put_loaded(w, nd, r, e, kind, dwords);
    return 0;
}
AI int load_lds2(W *w, u32 nd, u32 na, u32 first, u32 second, u32 dwords) {
    mask e = exec_of(w);
    u32 r[2 * dwords][WAVE], n = 4 * dwords;
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u64 at = w->v[na][i], top = first > second ? first : second;
        if (RARE(at + top + n > w->lds_size)) return fault(w, FAULT_LDS, i, at + top, n);
        fetch(r, i, w->lds + at + first, B32, dwords);
        fetch(r + dwords, i, w->lds + at + second, B32, dwords);
    }
    put_loaded(w, nd, r, e, B32, 2 * dwords);
    return 0;
}
AI int store_lds(W *w, u32 na, u32 nv, u32 offset, u32 kind, u32 dwords) {
    mask e = exec_of(w);
    u32 n = bytes_of(kind, dwords);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u64 at = (u64)w->v[na][i] + offset;
        if (RARE(at + n > w->lds_size)) return fault(w, FAULT_LDS, i, at, n);
        deposit(w, nv, i, w->lds + at, kind, dwords);
    }
    return 0;
}

/* Scalar loads: dword by dword, addresses aligned down. */
NI int load_scalar(W *w, u32 sd, u64 base, i64 offset, u32 dwords) {
    u64 a = (base & ~3ull) + (u64)(offset & ~3ll);
    for (u32 k = 0; k < dwords; k++) {
        const u8 *p = host_of(w, a + 4 * k, 4);
        if (RARE(!p)) return fault(w, FAULT_GLOBAL, 0, a + 4 * k, 4);
        __builtin_memcpy(&w->s[sd + k], p, 4);
    }
    return 0;
}
