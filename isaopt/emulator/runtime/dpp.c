/* Reads v through a table of lanes into t; the lanes that the instruction writes are returned. */
NI mask dpp(W *w, u32 *t, const u32 *v, const u8 *from, mask enabled, u32 zero, u32 inactive) {
    mask e = exec_of(w), out = 0;
    for (u32 i = 0; i < WAVE; i++) {
        u32 s = from[i];
        u32 valid = s < WAVE && (inactive || (e >> s & 1));
        t[i] = valid ? v[s] : 0;
        out |= (mask)(valid || zero) << i;
    }
    return out & enabled;
}
