/* Address spaces, and what is done there.  COPIES: the shadows of the bytes go where they go.  COHERENT: past the
   caches. */
enum { GLOBAL, LDS, SCRATCH, FLAT };
enum { READ, WRITE, ATOMIC, COPIES = 4, COHERENT = 8 };
/* What one element of a load or store is; D16 kinds keep the other half of the register. */
enum { B32, U8, I8, U16, I16, D16_U8, D16_I8, D16_B16, D16_HI_U8, D16_HI_I8, D16_HI_B16, STORE_HI8, STORE_HI16 };
AI u32 bytes_of(u32 kind, u32 dwords) {
    switch (kind) {
    case B32: return 4 * dwords;
    case U16: case I16: case D16_B16: case D16_HI_B16: case STORE_HI16: return 2;
    default: return 1;
    }
}
/* Reads one lane's element into r[0][lane], r[1][lane], ... */
AI void fetch(u32 (*r)[WAVE], u32 lane, const u8 *p, u32 kind, u32 dwords) {
    u32 x = p[0];
    switch (kind) {
    case B32:
        for (u32 k = 0; k < dwords; k++) __builtin_memcpy(&r[k][lane], p + 4 * k, 4);
        return;
    case I8: case D16_I8: case D16_HI_I8: x = (u32)(i32)(i8)x; break;
    case U16: case D16_B16: case D16_HI_B16: x |= (u32)p[1] << 8; break;
    case I16: x = (u32)(i32)(i16)(x | (u32)p[1] << 8); break;
    default: break;
    }
    r[0][lane] = x;
}
AI void put_loaded(W *w, u32 nd, u32 (*r)[WAVE], mask e, u32 kind, u32 dwords) {
    if (kind >= D16_U8 && kind <= D16_B16) put_half(w, nd, r[0], e, 0);
    else if (kind >= D16_HI_U8 && kind <= D16_HI_B16) put_half(w, nd, r[0], e, 1);
    else
        for (u32 k = 0; k < dwords; k++) put_where(w, nd + k, r[k], e);
}
/* Writes one lane's element of the registers v (or of their shadows). */
AI void copy_out(u32 (*v)[WAVE], u32 nv, u32 lane, u8 *p, u32 kind, u32 dwords) {
    u32 x = v[nv][lane];
    switch (kind) {
    case B32:
        for (u32 k = 0; k < dwords; k++) __builtin_memcpy(p + 4 * k, &v[nv + k][lane], 4);
        return;
    case U8: p[0] = (u8)x; return;
    case STORE_HI8: p[0] = (u8)(x >> 16); return;
    case U16: p[0] = (u8)x; p[1] = (u8)(x >> 8); return;
    default: p[0] = (u8)(x >> 16); p[1] = (u8)(x >> 24); return;
    }
}
/* Stores one lane's element: at once, or when the store that is being issued returns. */
AI void deposit(W *w, u32 nv, u32 lane, u8 *p, u32 kind, u32 dwords) {
#ifdef LATE
    if (w->writing) {
        Write *x = w->writing->write + w->writing->writes++;
        x->to = p;
        x->size = bytes_of(kind, dwords);
        copy_out(w->v, nv, lane, x->data, kind, dwords);
#ifndef SCOREBOARD
        return;
#endif
    }
#endif
    copy_out(w->v, nv, lane, p, kind, dwords);
}
/* The same for up to 16 bytes that are not a register's. */
AI void deposit_bytes(W *w, u8 *p, const u8 *data, u32 size) {
    u8 *to = p;
#ifdef LATE
    if (w->writing) {
        Write *x = w->writing->write + w->writing->writes++;
        x->to = p;
        x->size = size;
#ifndef SCOREBOARD
        to = x->data;
#endif
    }
#endif
    for (u32 k = 0; k < size; k++) to[k] = data[k];
}

#ifdef TRACK
/* Scratch remembers which of its bits are undefined: a spilled register comes back as it was. */
#ifdef UNWRITTEN
#define SHADOWED(space) 1 /* so does all other memory */
#else
#define SHADOWED(space) ((space) == SCRATCH || (space) == FLAT)
#endif
AI u8 *shadow_of(W *w, u32 space, const u8 *p) {
    u64 at = (u64)(p - w->scratch);
    if ((space == SCRATCH || space == FLAT) && at < w->scratch_size * WAVE) return w->scratch_undefined + at;
#ifdef UNWRITTEN
    at = (u64)(p - w->lds);
    if ((space == LDS || space == FLAT) && at < w->lds_size) return w->lds_undefined + at;
    if ((space == GLOBAL || space == FLAT) && w->last->undefined) return w->last->undefined + (p - w->last->host);
#endif
    return 0;
}
NI void mark_loaded(W *w, u32 nd, u32 (*r)[WAVE], mask e, u32 kind, u32 dwords) {
    if (kind >= D16_HI_U8 && kind <= D16_HI_B16) {
        for (u32 i = 0; i < WAVE; i++) r[0][i] <<= 16;
        mark(w, nd, r[0], e, 0xffff0000);
    } else
        for (u32 k = 0; k < dwords; k++) mark(w, nd + k, r[k], e, kind >= D16_U8 && kind <= D16_B16 ? 0xffff : 0xffffffff);
}
#endif
