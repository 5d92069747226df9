/* LDS operations with two addresses, or one for the whole wave.  Lanes act one after the other, lowest first. */
AI int exchange2(W *w, u32 nd, u32 na, u32 nx, u32 ny, u32 first, u32 second, u32 dwords) {
    mask e = exec_of(w);
    u32 n = 4 * dwords, r[4][WAVE];
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u32 old[4], new[4];
        u8 *p = place(w, LDS, i, w->v[na][i] + first, n, ATOMIC);
        if (RARE(!p)) return FAULT;
        u8 *q = place(w, LDS, i, w->v[na][i] + second, n, ATOMIC);
        if (RARE(!q)) return FAULT;
        __builtin_memcpy(old, p, n);
        __builtin_memcpy(old + dwords, q, n);
        for (u32 k = 0; k < dwords; k++) {
            new[k] = w->v[nx + k][i];
            new[dwords + k] = w->v[ny + k][i];
        }
        __builtin_memcpy(p, new, n);
        __builtin_memcpy(q, new + dwords, n);
        for (u32 k = 0; k < 2 * dwords; k++) r[k][i] = old[k];
    }
    for (u32 k = 0; k < 2 * dwords; k++) put_where(w, nd + k, r[k], e);
    return 0;
}
/* Two dwords; bit 31 of each new value says whether to store the rest of it. */
NI int exchange_conditional(W *w, u32 nd, u32 na, u32 nx, u32 offset) {
    mask e = exec_of(w);
    u32 r[2][WAVE];
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u8 *p = place(w, LDS, i, (w->v[na][i] + offset) & 0xfff8, 8, ATOMIC);
        if (RARE(!p)) return FAULT;
        for (u32 k = 0; k < 2; k++) {
            u32 x = w->v[nx + k][i], y = x & 0x7fffffff;
            __builtin_memcpy(&r[k][i], p + 4 * k, 4);
            if (x >> 31) __builtin_memcpy(p + 4 * k, &y, 4);
        }
    }
    for (u32 k = 0; k < 2; k++) put_where(w, nd + k, r[k], e);
    return 0;
}
/* Adds the number of active lanes, or takes it away; all get the old value. */
NI int count_lanes(W *w, u32 nd, u32 offset, i32 sign) {
    mask e = exec_of(w);
    u32 old, r[WAVE];
    u8 *p = place(w, LDS, 0, (u64)(w->s[M0] & 0xffff) + offset, 4, ATOMIC);
    if (RARE(!p)) return FAULT;
    __builtin_memcpy(&old, p, 4);
    for (u32 i = 0; i < WAVE; i++) r[i] = old;
    old += (u32)(sign * __builtin_popcountll(e));
    __builtin_memcpy(p, &old, 4);
    put_where(w, nd, r, e);
    return 0;
}
