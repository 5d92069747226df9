/* Exchange between lanes: fill a table of the lane that each lane reads, then move. */
enum { NO_LANE = 255 }; /* reads as 0 */
NI void gather(u32 *r, const u32 *v, const u8 *from) {
    for (u32 i = 0; i < WAVE; i++) r[i] = from[i] < WAVE ? v[from[i]] : 0;
}
NI void move_lanes(W *w, u32 nd, u32 na, const u8 *from, mask x) {
    u32 r[WAVE];
    gather(r, w->v[na], from);
    for (u32 i = 0; i < WAVE; i++)
        if (x >> i & 1) w->v[nd][i] = r[i];
#ifdef TRACK
    if (w->spoilt[na] | w->spoilt[nd]) {
        gather(r, w->shadow[na], from);
        mark(w, nd, r, x, 0xffffffff);
    }
#endif
}
/* Whether a register of selections is undefined: then the move's result is, too. */
AI u32 undefined_choice(W *w, u32 ns) {
#ifdef TRACK
    return w->spoilt[ns] && any_undefined(w, ns, 1, 0xffffffff);
#else
    return 0;
#endif
}
AI void spoil_if_chosen(W *w, u32 nd, u32 undefined) {
#ifdef TRACK
    if (RARE(undefined)) spoil_all(w, nd, 1, 1);
#endif
}
/* Pulls from the lane that a byte address names; span is the lanes that an address can tell apart. */
NI void bpermute(W *w, u32 nd, u32 ns, u32 na, u32 offset, u32 span, u32 inactive) {
    mask e = exec_of(w);
    u8 from[WAVE];
    for (u32 i = 0; i < WAVE; i++) {
        u32 s = ((w->v[ns][i] + offset) >> 2 & (span - 1)) + (i & ~(span - 1));
        from[i] = inactive || (e >> s & 1) ? (u8)s : NO_LANE;
    }
    u32 undefined = undefined_choice(w, ns);
    move_lanes(w, nd, na, from, e);
    spoil_if_chosen(w, nd, undefined);
}
/* Pushes to the lane that a byte address names; the highest lane wins. */
NI void permute(W *w, u32 nd, u32 ns, u32 na, u32 offset, u32 span) {
    mask e = exec_of(w);
    u8 from[WAVE];
    for (u32 i = 0; i < WAVE; i++) from[i] = NO_LANE;
    for (u32 i = 0; i < WAVE; i++)
        if (e >> i & 1) from[((w->v[ns][i] + offset) >> 2 & (span - 1)) + (i & ~(span - 1))] = (u8)i;
    u32 undefined = undefined_choice(w, ns);
    move_lanes(w, nd, na, from, e);
    spoil_if_chosen(w, nd, undefined);
}
/* A fixed pattern: lanes that are not active read as 0, or their readers keep what they have. */
NI void move_fixed(W *w, u32 nd, u32 na, const u8 *table, u32 inactive, u32 zero) {
    mask e = exec_of(w), x = e;
    u8 from[WAVE];
    for (u32 i = 0; i < WAVE; i++) {
        u32 s = table[i], valid = s < WAVE && (inactive || (e >> s & 1));
        from[i] = valid ? (u8)s : NO_LANE;
        if (!valid && !zero) x &= ~((mask)1 << i);
    }
    move_lanes(w, nd, na, from, x);
}
/* Within rows of 16 (flip 0) or from the row beside (flip 16), by 4-bit selections in two scalars. */
NI void permlane16(W *w, u32 nd, u32 na, u32 low, u32 high, u32 flip, u32 inactive, u32 zero) {
    u8 table[WAVE];
    u64 select = low | (u64)high << 32;
    for (u32 i = 0; i < WAVE; i++) table[i] = (u8)(((i & ~15u) ^ flip) + (select >> (i & 15) * 4 & 15));
    move_fixed(w, nd, na, table, inactive, zero);
}
NI void permlane16_var(W *w, u32 nd, u32 na, u32 ns, u32 flip, u32 inactive, u32 zero) {
    u8 table[WAVE];
    for (u32 i = 0; i < WAVE; i++) table[i] = (u8)(((i & ~15u) ^ flip) + (w->v[ns][i] & 15));
    u32 undefined = undefined_choice(w, ns);
    move_fixed(w, nd, na, table, inactive, zero);
    spoil_if_chosen(w, nd, undefined);
}
AI u32 first_lane(W *w) {
    mask e = exec_of(w);
    return e ? (u32)__builtin_ctzll((u64)e) : 0;
}
