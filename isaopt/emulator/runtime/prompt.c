/* Loads return at once. */
AI void deliver(W *w, u32 nd, u32 (*r)[WAVE], mask e, u32 kind, u32 dwords, u32 counters) {
    put_loaded(w, nd, r, e, kind, dwords);
}
