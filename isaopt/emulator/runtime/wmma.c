/* Matrix multiply-accumulate of 16x16 tiles.

   Floats: the products and C are summed in double precision, C first, then by k, and rounded once at the end to
   nearest; AMD documents neither the order nor the precision of the sum.  Integers: exact, wrapping or clamped.
   EXEC is not looked at: the instruction asks for all lanes. */
enum { W_F16, W_BF16, W_I8, W_U8, W_I4, W_U4, W_FP8, W_BF8 };
AI double bf16_value(u32 h) { return (double)asf(h << 16); }
AI u32 element_bits(u32 type) { return type <= W_BF16 ? 16 : type <= W_U8 || type >= W_FP8 ? 8 : 4; }
/* Element j of the registers from n on in a lane; neg: bit 0 negates even elements, bit 1 odd ones. */
AI double wmma_element(W *w, u32 n, u32 lane, u32 j, u32 type, u32 neg) {
    u32 bits = element_bits(type), per = 32 / bits;
    u32 x = w->v[n + j / per][lane] >> j % per * bits & (bits == 16 ? 0xffff : bits == 8 ? 255 : 15);
    switch (type) {
    case W_F16: return half_value(x ^ (neg >> (j & 1) & 1) << 15);
    case W_BF16: return bf16_value(x ^ (neg >> (j & 1) & 1) << 15);
    case W_FP8: return fp8_value(x);
    case W_BF8: return bf8_value(x);
    case W_I8: return (double)(i8)x;
    case W_I4: return (double)((i32)(x << 28) >> 28);
    default: return (double)x;
    }
}
/* Row (of A) or column (of B) r, element k.  Replicated: lanes 0 to 15 hold whole rows, the others copies; else each
   group of 16 lanes holds the next share of k. */
AI void wmma_read(W *w, double (*m)[32], u32 n, u32 size_k, u32 type, u32 neg, u32 replicated) {
    u32 groups = replicated ? 1 : WAVE / 16, share = size_k / groups;
    for (u32 g = 0; g < groups; g++)
        for (u32 r = 0; r < 16; r++)
            for (u32 j = 0; j < share; j++) m[r][g * share + j] = wmma_element(w, n, g * 16 + r, j, type, neg);
}
/* The row of C and D that element i of a lane is. */
AI u32 wmma_row(u32 i, u32 lane, u32 interleaved) {
    u32 g = lane / 16, groups = WAVE / 16;
    return interleaved ? groups * i + g : i + g * (16 / groups);
}
AI void wmma_f32(W *w, u32 nd, u32 na, u32 nb, u32 c_is_vgpr, u32 nc, u32 type_a, u32 type_b, u32 neg_a, u32 neg_b,
                 u32 neg_c, u32 gfx11) {
    double a[16][32], b[16][32];
    u32 out[8][WAVE], n = 256 / WAVE;
    wmma_read(w, a, na, 16, type_a, neg_a, gfx11);
    wmma_read(w, b, nb, 16, type_b, neg_b, gfx11);
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) {
            u32 row = wmma_row(i, l, gfx11), bits = c_is_vgpr ? w->v[nc + i][l] : nc;
            if (neg_c & 2) bits &= 0x7fffffff;
            if (neg_c & 1) bits ^= 0x80000000;
            double s = (double)asf(bits);
            for (u32 k = 0; k < 16; k++) s = s + a[row][k] * b[l % 16][k];
            out[i][l] = s == s ? asu((float)s) : 0x7fc00000;
        }
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) w->v[nd + i][l] = out[i][l];
}
AI void wmma_i32(W *w, u32 nd, u32 na, u32 nb, u32 c_is_vgpr, u32 nc, u32 type_a, u32 type_b, u32 size_k, u32 clamp,
                 u32 gfx11) {
    double a[16][32], b[16][32];
    u32 out[8][WAVE], n = 256 / WAVE;
    wmma_read(w, a, na, size_k, type_a, 0, gfx11);
    wmma_read(w, b, nb, size_k, type_b, 0, gfx11);
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) {
            u32 row = wmma_row(i, l, gfx11);
            double s = (double)(i32)(c_is_vgpr ? w->v[nc + i][l] : nc);
            for (u32 k = 0; k < size_k; k++) s = s + a[row][k] * b[l % 16][k];
            i64 x = (i64)s;
            out[i][l] = !clamp ? (u32)x : x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? 0x80000000 : (u32)x;
        }
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) w->v[nd + i][l] = out[i][l];
}
/* Results of 16 bits: on gfx11 one a register, in the half that `high` says; on gfx12 two a register. */
AI void wmma_16(W *w, u32 nd, u32 na, u32 nb, u32 c_is_vgpr, u32 nc, u32 type, u32 neg_a, u32 neg_b, u32 neg_c,
                u32 gfx11, u32 high) {
    double a[16][32], b[16][32];
    u32 out[8][WAVE], n = 256 / WAVE;
    wmma_read(w, a, na, 16, type, neg_a, gfx11);
    wmma_read(w, b, nb, 16, type, neg_b, gfx11);
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) {
            u32 row = wmma_row(i, l, gfx11), half = gfx11 ? high : i & 1;
            u32 c = (c_is_vgpr ? w->v[nc + (gfx11 ? i : i / 2)][l] >> 16 * half : nc) & 0xffff;
            if (neg_c & 2) c &= 0x7fff;
            if (neg_c & 1) c ^= 0x8000;
            double s = type == W_F16 ? half_value(c) : bf16_value(c);
            for (u32 k = 0; k < 16; k++) s = s + a[row][k] * b[l % 16][k];
            out[i][l] = type == W_F16 ? (s == s ? narrow16(s, 0) : 0x7e00) : s == s ? bf16_round(narrow_odd(s)) : 0x7fc0;
        }
    for (u32 i = 0; i < n; i++)
        for (u32 l = 0; l < WAVE; l++) {
            u32 *d = &w->v[nd + (gfx11 ? i : i / 2)][l], shift = 16 * (gfx11 ? high : i & 1);
            *d = (*d & ~(0xffffu << shift)) | out[i][l] << shift;
        }
}
