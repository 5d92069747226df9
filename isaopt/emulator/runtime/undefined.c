/* Keeps the shadows of undefined bits. */

/* Fills und: all ones in a lane where one of the n sources has an undefined bit among those that it reads. */
NI void spoil(u32 *und, const u32 *const *source, const u32 *bits, u32 n, u32 scalars, mask masks) {
    for (u32 i = 0; i < WAVE; i++) und[i] = scalars || (masks >> i & 1) ? 0xffffffff : 0;
    for (u32 k = 0; k < n; k++)
        for (u32 i = 0; i < WAVE; i++) und[i] |= source[k][i] & bits[k] ? 0xffffffff : 0;
}

NI void mark(W *w, u32 nd, const u32 *und, mask x, u32 bits) {
    u32 *s = w->shadow[nd], any = 0;
    for (u32 i = 0; i < WAVE; i++) {
        if (x >> i & 1) s[i] = (s[i] & ~bits) | (und[i] & bits);
        any |= s[i];
    }
    w->spoilt[nd] = any != 0;
}
NI void mark_lane(W *w, u32 nd, u32 k, u32 und) {
    u32 any = 0;
    w->shadow[nd][k] = und;
    for (u32 i = 0; i < WAVE; i++) any |= w->shadow[nd][i];
    w->spoilt[nd] = any != 0;
}
AI mask undefined_lanes(const u32 *und, mask x) {
    mask m = 0;
    for (u32 i = 0; i < WAVE; i++) m |= (mask)(und[i] != 0) << i;
    return m & x;
}
/* The registers [nd, nd + dwords) were written by a load or another instruction whose result is defined. */
NI void define(W *w, u32 nd, u32 dwords, mask x, u32 bits) {
    u32 none[WAVE];
    u32 any = 0;
    for (u32 k = 0; k < dwords; k++) any |= w->spoilt[nd + k];
    if (!any) return;
    for (u32 i = 0; i < WAVE; i++) none[i] = 0;
    for (u32 k = 0; k < dwords; k++)
        if (w->spoilt[nd + k]) mark(w, nd + k, none, x, bits);
}
/* Whether an active lane has an undefined bit of these in the registers; the fault is noted then. */
NI int undefined_in(W *w, u32 n, u32 dwords, mask x, u32 bits) {
    for (u32 k = 0; k < dwords; k++)
        for (u32 i = 0; i < WAVE; i++)
            if ((x >> i & 1) && (w->shadow[n + k][i] & bits)) return fault(w, FAULT_UNDEFINED, i, n + k, 0);
    return 0;
}
/* The same for an instruction that is about to use them. */
NI int needs(W *w, u32 n, u32 dwords, u32 bits) {
    for (u32 k = 0; k < dwords; k++)
        if (w->spoilt[n + k]) return undefined_in(w, n, dwords, exec_of(w), bits);
    return 0;
}
NI int needs_scalar(W *w, u32 n, u32 dwords) {
    for (u32 k = 0; k < dwords; k++)
        if (w->scalar_shadow[n + k]) return fault(w, FAULT_UNDEFINED, 0, 256 + n + k, 0);
    return 0;
}
NI u32 spoilt_in(W *w, u32 n, u32 dwords) {
    u32 any = 0;
    for (u32 k = 0; k < dwords; k++) any |= w->spoilt[n + k];
    return any;
}
AI u64 shadow64(W *w, u32 n) { return w->scalar_shadow[n] | (u64)w->scalar_shadow[n + 1] << 32; }
AI void set_shadow64(W *w, u32 n, u64 x) {
    w->scalar_shadow[n] = (u32)x;
    w->scalar_shadow[n + 1] = (u32)(x >> 32);
}
AI mask shadow_mask(W *w, u32 n) { return WAVE == 32 ? (mask)w->scalar_shadow[n] : (mask)shadow64(w, n); }
AI void set_shadow_mask(W *w, u32 n, mask x) {
    w->scalar_shadow[n] = (u32)x;
    if (WAVE == 64) w->scalar_shadow[n + 1] = (u32)((u64)x >> 32);
}
/* At the start only what the packet processor sets is defined. */
static void start_shadows(W *w, const u8 *defined) {
    mask e = exec_of(w);
    for (u32 n = 0; n < VGPRS; n++) {
        w->spoilt[n] = n != 0;
        for (u32 i = 0; i < WAVE; i++) w->shadow[n][i] = n != 0 && (e >> i & 1) ? 0xffffffff : 0;
    }
    for (u32 n = 0; n < SCALARS; n++) w->scalar_shadow[n] = defined[n] ? 0 : 0xffffffff;
    w->mask_shadow = 0;
}

/* For instructions of which any undefined bit spoils everything. */
NI u32 any_undefined(W *w, u32 n, u32 dwords, u32 bits) {
    mask x = exec_of(w);
    for (u32 k = 0; k < dwords; k++)
        for (u32 i = 0; i < WAVE; i++)
            if ((x >> i & 1) && (w->shadow[n + k][i] & bits)) return 1;
    return 0;
}
NI void spoil_bits(W *w, u32 n, u32 dwords, u32 undefined, u32 bits) {
    u32 und[WAVE];
    for (u32 i = 0; i < WAVE; i++) und[i] = undefined ? 0xffffffff : 0;
    for (u32 k = 0; k < dwords; k++) mark(w, n + k, und, exec_of(w), bits);
}
AI void spoil_all(W *w, u32 n, u32 dwords, u32 undefined) { spoil_bits(w, n, dwords, undefined, 0xffffffff); }
