/* Matrix multiply-accumulate.  Where each element stands is not said here: tables of places, made from the definition
   of the layouts, come as arguments.  A place is register * 2048 + lane * 32 + lowest bit.

   Floats: C first, then the products by k, summed in double precision and rounded once at the end to nearest; AMD
   documents neither the order nor the precision of the sum.  Integers: exact, wrapping or clamped.
   EXEC is not looked at: the instruction asks for all lanes. */
enum { W_F16, W_BF16, W_I8, W_U8, W_I4, W_U4, W_FP8, W_BF8, W_F32, W_I32 };
typedef struct {
    const u16 *a, *b, *c, *index; /* places of A by row and k, B by column and k, C and D by row and column */
    u32 size_k, inner;            /* inner: elements of a row of A; half of size_k where A is sparse */
} Matrix;
AI double bf16_value(u32 h) { return (double)asf(h << 16); }
/* The bits of a register from a place's lowest bit on. */
AI u32 place_bits(W *w, u32 n, u32 place) { return w->v[n + (place >> 11)][place >> 5 & 63] >> (place & 31); }
/* neg: bit 0 negates elements of lower halves, bit 1 those of upper halves. */
AI double wmma_element(W *w, u32 n, u32 place, u32 type, u32 neg) {
    u32 x = place_bits(w, n, place), sign = (neg >> (place >> 4 & 1) & 1) << 15;
    switch (type) {
    case W_F16: return half_value((x & 0xffff) ^ sign);
    case W_BF16: return bf16_value((x & 0xffff) ^ sign);
    case W_FP8: return fp8_value(x & 255);
    case W_BF8: return bf8_value(x & 255);
    case W_I8: return (double)(i8)x;
    case W_U8: return (double)(x & 255);
    case W_I4: return (double)((i32)(x << 28) >> 28);
    default: return (double)(x & 15);
    }
}
/* m[k][r]: the 16 rows of A, or columns of B, side by side, so that the sums of a row of D are taken together. */
AI void wmma_read(W *w, double (*m)[16], const u16 *places, u32 size, u32 n, u32 type, u32 neg) {
    for (u32 r = 0; r < 16; r++)
        for (u32 k = 0; k < size; k++) m[k][r] = wmma_element(w, n, places[r * size + k], type, neg);
}
/* neg_c: bit 0 negates C, bit 1 makes it positive first. */
AI double wmma_c(u32 bits, u32 type, u32 neg_c) {
    u32 sign = type == W_F32 ? 0x80000000 : 0x8000;
    if (type == W_I32) return (double)(i32)bits;
    if (type != W_F32) bits &= 0xffff;
    if (neg_c & 2) bits &= ~sign;
    if (neg_c & 1) bits ^= sign;
    return type == W_F32 ? (double)asf(bits) : type == W_F16 ? half_value(bits) : bf16_value(bits);
}
AI u32 wmma_d(double s, u32 type, u32 clamp) {
    i64 x;
    switch (type) {
    case W_F32: return s == s ? asu((float)s) : 0x7fc00000;
    case W_F16: return s == s ? narrow16(s, 0) : 0x7e00;
    case W_BF16: return s == s ? bf16_round(narrow_odd(s)) : 0x7fc0;
    }
    x = (i64)s;
    return !clamp ? (u32)x : x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? 0x80000000 : (u32)x;
}
AI void wmma(W *w, Matrix x, u32 nd, u32 na, u32 nb, u32 c_is_vgpr, u32 nc, u32 ni, u32 type_a, u32 type_b, u32 type_c,
             u32 neg_a, u32 neg_b, u32 neg_c, u32 clamp) {
    double a[64][16], b[64][16], sum[16];
    u32 out[256], half = type_c == W_F16 || type_c == W_BF16;
    wmma_read(w, a, x.a, x.inner, na, type_a, neg_a);
    wmma_read(w, b, x.b, x.size_k, nb, type_b, neg_b);
    for (u32 i = 0; i < 16; i++) {
        for (u32 j = 0; j < 16; j++)
            sum[j] = wmma_c(c_is_vgpr ? place_bits(w, nc, x.c[i * 16 + j]) : nc, type_c, neg_c);
        for (u32 k = 0; k < x.inner; k++) {
            /* Of a sparse A, the index says which k of its four an element meets. */
            u32 other = x.index ? k / 2 * 4 + (place_bits(w, ni, x.index[i * x.inner + k]) & 3) : k;
            for (u32 j = 0; j < 16; j++) sum[j] = sum[j] + a[k][i] * b[other][j];
        }
        for (u32 j = 0; j < 16; j++) out[i * 16 + j] = wmma_d(sum[j], type_c, clamp);
    }
    for (u32 e = 0; e < 256; e++) {
        u32 place = x.c[e], *d = &w->v[nd + (place >> 11)][place >> 5 & 63], shift = place & 31;
        *d = half ? (*d & ~(0xffffu << shift)) | out[e] << shift : out[e];
    }
}
