/* Atomic operations, and addresses by buffer descriptors. */

/* Atomic operations: lanes one after the other, lowest first. */
enum { A_ADD, A_SUB, A_RSUB, A_SUB_CLAMP, A_COND_SUB, A_SMIN, A_SMAX, A_UMIN, A_UMAX, A_AND, A_OR, A_XOR, A_INC, A_DEC,
       A_SWAP, A_CMPSWAP, A_MSKOR, A_WRAP, A_FADD, A_FMIN, A_FMAX, A_FCMPSWAP, A_PK_ADD_F16, A_PK_ADD_BF16 };
/* Those of whole numbers of both widths. */
#define WHOLE(SIGNED) \
    case A_ADD: return old + x; \
    case A_SUB: return old - x; \
    case A_RSUB: return x - old; \
    case A_SMIN: return (SIGNED)old < (SIGNED)x ? old : x; \
    case A_SMAX: return (SIGNED)old > (SIGNED)x ? old : x; \
    case A_UMIN: return old < x ? old : x; \
    case A_UMAX: return old > x ? old : x; \
    case A_AND: return old & x; \
    case A_OR: return old | x; \
    case A_XOR: return old ^ x; \
    case A_INC: return old >= x ? 0 : old + 1; \
    case A_DEC: return old == 0 || old > x ? x : old - 1; \
    case A_SWAP: return x; \
    case A_CMPSWAP: return old == y ? x : old; \
    case A_MSKOR: return (old & ~x) | y
AI u64 atomic32(u32 op, u32 old, u32 x, u32 y) {
    switch (op) {
    WHOLE(i32);
    case A_SUB_CLAMP: return old < x ? 0 : old - x;
    case A_COND_SUB: return old >= x ? old - x : old;
    case A_WRAP: return old >= x ? old - x : old + y;
    case A_FADD: return asu(add_rm(asf(old), asf(x), 0));
    case A_FMIN: return asu(min_num(asf(old), asf(x)));
    case A_FMAX: return asu(max_num(asf(old), asf(x)));
    case A_FCMPSWAP: return asf(old) == asf(y) ? x : old;
    case A_PK_ADD_F16: return add16(old & 0xffff, x & 0xffff, 0) | (u32)add16(old >> 16, x >> 16, 0) << 16;
    default: return bf16_add(old & 0xffff, x & 0xffff) | (u32)bf16_add(old >> 16, x >> 16) << 16;
    }
}
AI u64 atomic64(u32 op, u64 old, u64 x, u64 y) {
    switch (op) {
    WHOLE(i64);
    case A_FCMPSWAP: return asd(old) == asd(y) ? x : old;
    case A_FMIN: return asq(min_num64(asd(old), asd(x)));
    default: return asq(max_num64(asd(old), asd(x)));
    }
}
/* Stores r if memory still holds old: with IN_PLACE other threads may run other workgroups. */
AI int replace(u8 *p, u64 old, u64 r, u32 space, u32 dwords) {
#ifdef IN_PLACE
    if (space == GLOBAL || space == FLAT) {
        u32 low = (u32)old;
        if (dwords == 1)
            return __atomic_compare_exchange_n((u32 *)p, &low, (u32)r, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return __atomic_compare_exchange_n((u64 *)p, &old, r, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
#endif
    __builtin_memcpy(p, &r, 4 * dwords);
    return 1;
}
/* x and y are the registers of the operation's data; with `give`, nd gets what was there before. */
AI int atomic_space(W *w, u32 space, u32 nd, u32 give, u32 nx, u32 ny, const u64 *a, mask in, u32 op, u32 dwords) {
    mask e = exec_of(w);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u64 old = 0, x = w->v[nx][i], y = w->v[ny][i];
        if (in >> i & 1) {
            u8 *p = place(w, space, i, a[i], 4 * dwords, ATOMIC);
            if (RARE(!p)) return FAULT;
            if (dwords == 2) {
                x |= (u64)w->v[nx + 1][i] << 32;
                y |= (u64)w->v[ny + 1][i] << 32;
            }
            u64 r;
            do {
                __builtin_memcpy(&old, p, 4 * dwords);
                r = dwords == 2 ? atomic64(op, old, x, y) : atomic32(op, (u32)old, (u32)x, (u32)y);
            } while (!replace(p, old, r, space, dwords));
        }
        if (give) {
            w->v[nd][i] = (u32)old;
            if (dwords == 2) w->v[nd + 1][i] = (u32)(old >> 32);
        }
    }
    return 0;
}

/* Buffer descriptors: base [47:0], stride [61:48], size of swizzled elements [63:62], num_records [95:64], indices
   side by side [118:117], out-of-range rule [125:124] (RDNA3 ISA guide, "Buffer Addressing").  Fills the addresses and
   returns the lanes in range; `bad` is set for what is not supported: thread ids as indices, bits that gfx11 reserves
   and RDNA4 scales strides by, and accesses beyond a swizzled element. */
AI mask buffer_addresses(W *w, u64 *a, u32 place, u32 idxen, u32 nidx, u32 offen, u32 noff, u32 soffset, u32 offset,
                         u32 n, u32 *bad) {
    u32 d0 = w->s[place], d1 = w->s[place + 1], records = w->s[place + 2], d3 = w->s[place + 3];
    u64 base = d0 | (u64)(d1 & 0xffff) << 32;
    u32 stride = d1 >> 16 & 0x3fff, rule = d3 >> 28 & 3, swizzle = d1 >> 30, element = 2u << swizzle;
    u64 beside = 8ull << (d3 >> 21 & 3);
    mask in = 0;
    *bad = (d3 >> 18 & 7) != 0 || (d3 >> 23 & 1);
    for (u32 i = 0; i < WAVE; i++) {
        u64 index = idxen ? w->v[nidx][i] : 0, off = (u64)offset + (offen ? w->v[noff][i] : 0);
        u64 at = index * stride + off;
        u32 ok;
        if (rule == 0) ok = index < records && (stride == 0 || off + n <= stride);
        else if (rule == 1) ok = index < records;
        else if (rule == 2) ok = records != 0;
        else if (swizzle && stride) ok = index < records && off + n <= stride;
        else ok = at + soffset + n <= records;
        if (swizzle) {
            at = (index / beside * stride + off / element * element) * beside + index % beside * element + off % element;
            *bad |= ok && (exec_of(w) >> i & 1) && off % element + n > element;
        }
        a[i] = base + at + soffset;
        in |= (mask)ok << i;
    }
    return in;
}
/* Scalar buffer loads: dwords outside the descriptor's range read 0. */
NI int load_scalar_buffer(W *w, u32 sd, u32 at_sgpr, u64 offset, u32 kind, u32 dwords) {
    u64 base = (w->s[at_sgpr] | (u64)(w->s[at_sgpr + 1] & 0xffff) << 32) & ~3ull;
    u32 stride = w->s[at_sgpr + 1] >> 16 & 0x3fff, n = bytes_of(kind, 1);
    u64 size = (u64)w->s[at_sgpr + 2] * (stride ? stride : 1), at = kind == B32 ? offset & ~3ull : offset;
    u32 r[16][WAVE];
    for (u32 k = 0; k < dwords; k++) {
        r[k][0] = 0;
        if (at + 4 * k + n > size) continue;
        const u8 *p = place(w, GLOBAL, 0, base + at + 4 * k, n, READ);
        if (RARE(!p)) return FAULT;
        fetch(r + k, 0, p, kind, 1);
    }
    for (u32 k = 0; k < dwords; k++) w->s[sd + k] = r[k][0];
    return 0;
}
