/* Single-precision arithmetic, exact on any host.

   NaN rule: an operation on NaNs gives the first of them in operand order, made quiet; one that makes a NaN gives
   0x7fc00000.  Hosts differ in both, so neither is left to them. */
enum { RM = 0, RM64 = 0, IEEE = 0 }; /* rounding modes and a bit of MODE; a function for another mode shadows them */

AI u32 quiet(u32 x) { return x | 0x00400000; }
AI float nan1(float a) { return asf(a != a ? quiet(asu(a)) : 0x7fc00000); }
AI float nan2(float a, float b) { return asf(a != a ? quiet(asu(a)) : b != b ? quiet(asu(b)) : 0x7fc00000); }
AI float nan3(float a, float b, float c) {
    return asf(a != a ? quiet(asu(a)) : b != b ? quiet(asu(b)) : c != c ? quiet(asu(c)) : 0x7fc00000);
}
AI float flush32(float a) { return asf((asu(a) & 0x7f800000) ? asu(a) : asu(a) & 0x80000000); }

/* Round an exact sum hi + lo of doubles to odd, so that one more rounding to a narrower type is exact. */
AI double to_odd(double hi, double lo) {
    u64 x = asq(hi);
    if (lo != 0 && !(x & 1)) x += ((lo > 0) == (hi > 0)) ? 1 : -1;
    return asd(x);
}
AI double two_sum_error(double a, double b, double s) {
    double bb = s - a;
    return (a - (s - bb)) + (b - bb);
}
#ifdef HARDWARE_FMA
AI float fma_nearest(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#else
AI float fma_nearest(float a, float b, float c) {
    double p = (double)a * b, s = p + c; /* the product of two 24-bit significands is exact in 53 bits */
    if (!(s - s == 0) || s == 0) return (float)s;
    return (float)to_odd(s, two_sum_error(p, c, s));
}
#endif

/* A double that was rounded to odd, to single precision under a rounding mode (0 nearest, 1 up, 2 down, 3 to zero). */
NI float narrow(double x, u32 rm) {
    float r = (float)x;
    if (rm == 0 || x != x || (double)r == x) return r;
    u32 bits = asu(r);
    int up = rm == 1 || (rm == 3 && x < 0);   /* towards +infinity */
    if (up && (double)r < x) bits = r == 0 ? 1 : r > 0 ? bits + 1 : bits - 1;
    if (!up && (double)r > x) bits = r == 0 ? 0x80000001 : r > 0 ? bits - 1 : bits + 1;
    return asf(bits);
}
NI float add_directed(float a, float b, u32 rm) {
    double s = (double)a + b;
    if (s == 0 && (a != 0 || asu(a) != asu(b))) return asf(rm == 2 ? 0x80000000 : 0);
    if (!(s - s == 0)) return (float)s;
    return narrow(to_odd(s, two_sum_error(a, b, s)), rm);
}
NI float mul_directed(float a, float b, u32 rm) { return narrow((double)a * b, rm); }
NI float fma_directed(float a, float b, float c, u32 rm) {
    double p = (double)a * b, s = p + c;
    if (s == 0 && (p != 0 || asq(p) != asq(c))) return asf(rm == 2 ? 0x80000000 : 0);
    if (!(s - s == 0)) return (float)s;
    return narrow(to_odd(s, two_sum_error(p, c, s)), rm);
}

AI float add_rm(float a, float b, u32 rm) {
    float r = rm ? add_directed(a, b, rm) : a + b;
    return r == r ? r : nan2(a, b);
}
AI float sub_rm(float a, float b, u32 rm) {
    float r = rm ? add_directed(a, -b, rm) : a - b;
    return r == r ? r : nan2(a, b);
}
AI float mul_rm(float a, float b, u32 rm) {
    float r = rm ? mul_directed(a, b, rm) : a * b;
    return r == r ? r : nan2(a, b);
}
AI float fma_rm(float a, float b, float c, u32 rm) {
    float r = rm ? fma_directed(a, b, c, rm) : fma_nearest(a, b, c);
    return r == r ? r : nan3(a, b, c);
}
#define ADD(a, b) add_rm(a, b, RM)
#define SUB(a, b) sub_rm(a, b, RM)
#define MUL(a, b) mul_rm(a, b, RM)
#define FMA(a, b, c) fma_rm(a, b, c, RM)
/* DX9 rules: zero times anything, infinities and NaNs included, is +0. */
AI float mul_dx9(float a, float b, u32 rm) { return a == 0 || b == 0 ? 0.0f : mul_rm(a, b, rm); }
AI float fma_dx9(float a, float b, float c, u32 rm) {
    return a == 0 || b == 0 ? add_rm(0.0f, c, rm) : fma_rm(a, b, c, rm);
}

/* IEEE 754-2008 minNum and maxNum, as RDNA has them: a NaN loses to a number; -0 is less than +0.  With the IEEE bit of
   MODE (gfx11) a signalling NaN wins, made quiet (RDNA3 ISA guide, V_MAX_F32). */
AI u32 signals32(float a) { return a != a && !(asu(a) & 0x400000); }
AI u32 order32(float a) { u32 x = asu(a); return x & 0x80000000 ? ~x : x | 0x80000000; }
AI float max_num_mode(float a, float b, u32 ieee) {
    if (ieee && (signals32(a) || signals32(b))) return asf(quiet(asu(signals32(a) ? a : b)));
    return a != a ? (b != b ? nan2(a, b) : b) : b != b ? a : order32(a) >= order32(b) ? a : b;
}
AI float min_num_mode(float a, float b, u32 ieee) {
    if (ieee && (signals32(a) || signals32(b))) return asf(quiet(asu(signals32(a) ? a : b)));
    return a != a ? (b != b ? nan2(a, b) : b) : b != b ? a : order32(a) <= order32(b) ? a : b;
}
#define max_num(a, b) max_num_mode(a, b, IEEE)
#define min_num(a, b) min_num_mode(a, b, IEEE)
/* IEEE 754-2019 minimum and maximum: a NaN wins. */
AI float maximum(float a, float b) { return a != a || b != b ? nan2(a, b) : order32(a) >= order32(b) ? a : b; }
AI float minimum(float a, float b) { return a != a || b != b ? nan2(a, b) : order32(a) <= order32(b) ? a : b; }
#define med3_num(a, b, c) med3_num_mode(a, b, c, IEEE)
AI float med3_num_mode(float a, float b, float c, u32 ieee) {
    if (a != a || b != b || c != c) return min_num_mode(min_num_mode(a, b, ieee), c, ieee);
    float hi = max_num(max_num(a, b), c);
    return order32(hi) == order32(a) ? max_num(b, c) : order32(hi) == order32(b) ? max_num(a, c) : max_num(a, b);
}
/* Clamp to [0, 1]; with DX10_CLAMP a NaN becomes 0. */
AI float clamp32(float x, u32 dx10) {
    if (x != x) return dx10 ? 0.0f : x;
    return x > 1.0f ? 1.0f : x > 0.0f ? x : 0.0f;
}
AI u32 class32(float a) {
    u32 x = asu(a), e = x >> 23 & 255, m = x & 0x7fffff, n = x >> 31;
    if (e == 255) return m ? (m >> 22 ? 2 : 1) : n ? 4 : 512;
    if (e == 0) return m ? (n ? 16 : 128) : n ? 32 : 64;
    return n ? 8 : 256;
}
/* Which axis is the largest: 2 for z, 1 for y, 0 for x; the faces of a cube map by it (RDNA3 ISA guide, V_CUBEID_F32). */
AI u32 cube_axis(float x, float y, float z) {
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y), c = __builtin_fabsf(z);
    return c >= a && c >= b ? 2 : b >= a ? 1 : 0;
}
AI float cube_id(float x, float y, float z) {
    u32 axis = cube_axis(x, y, z);
    return (float)(2 * axis) + ((axis == 2 ? z : axis == 1 ? y : x) < 0 ? 1.0f : 0.0f);
}
AI float cube_s(float x, float y, float z) {
    switch (cube_axis(x, y, z)) {
    case 2: return z < 0 ? -x : x;
    case 1: return x;
    default: return x < 0 ? z : -z;
    }
}
AI float cube_t(float x, float y, float z) { return cube_axis(x, y, z) == 1 ? (y < 0 ? -z : z) : -y; }
/* Whether the product with b gives way to the least float (RDNA3 ISA guide, V_MULLIT_F32). */
AI u32 mullit(float b, float c) { return !(b > -3.402823466e38f) || !(c > 0); }
