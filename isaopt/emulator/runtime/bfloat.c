/* bfloat16: the upper half of a single. */
AI u32 bf16_round(float r) {
    u32 x = asu(r);
    return r != r ? x >> 16 | 0x40 : (x + 0x7fff + (x >> 16 & 1)) >> 16;
}
/* A double that was rounded to odd, to a single that is rounded to odd, too: exact enough for one more rounding. */
AI float narrow_odd(double x) {
    float r = narrow(x, 3);
    return (double)r != x && x - x == 0 && x == x ? asf(asu(r) | 1) : r;
}
AI float bf16_float(u32 a) { return asf(a << 16); }
/* Sums of bfloat16 are exact in double precision but for far apart exponents, where they are rounded to odd. */
AI u32 bf16_add(u32 a, u32 b) {
    double x = bf16_float(a), y = bf16_float(b), s = x + y;
    if (s != s) return bf16_round(nan2(bf16_float(a), bf16_float(b)));
    return bf16_round(narrow_odd(s - s == 0 ? to_odd(s, two_sum_error(x, y, s)) : s));
}
AI u32 bf16_fma(u32 a, u32 b, u32 c) {
    double p = (double)bf16_float(a) * bf16_float(b), z = bf16_float(c), s = p + z;
    if (s != s) return bf16_round(nan3(bf16_float(a), bf16_float(b), bf16_float(c)));
    return bf16_round(narrow_odd(s - s == 0 ? to_odd(s, two_sum_error(p, z, s)) : s));
}
