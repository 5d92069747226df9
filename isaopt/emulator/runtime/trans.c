/* Single-precision transcendental functions, computed in double precision with additions, multiplications, divisions
   and square roots only, so that every host gives the same bits; then rounded to nearest.

   The double result is within 2^-48 of the true value, relatively: the rounded one is correctly rounded but for
   arguments whose true result lies that close to the middle of two floats.  AMD documents 1 ULP.  Denormals are read
   and given as zeros of their sign, whatever MODE says, as the hardware's transcendental unit does. */
AI u64 power_of_two(i32 n) { return (u64)(n + 1023) << 52; } /* as bits; -1022 <= n <= 1023 */
AI float rounded(double x) { return flush32((float)x); }
NI double exp2_double(double x) {
    double n = (double)(i32)(x + (x < 0 ? -0.5 : 0.5)), t = (x - n) * 0.6931471805599453094;
    double p = 1.0 / 6227020800.0; /* 1/13!, then Horner's rule down to 1/0! */
    p = p * t + 1.0 / 479001600.0;
    p = p * t + 1.0 / 39916800.0;
    p = p * t + 1.0 / 3628800.0;
    p = p * t + 1.0 / 362880.0;
    p = p * t + 1.0 / 40320.0;
    p = p * t + 1.0 / 5040.0;
    p = p * t + 1.0 / 720.0;
    p = p * t + 1.0 / 120.0;
    p = p * t + 1.0 / 24.0;
    p = p * t + 1.0 / 6.0;
    p = p * t + 0.5;
    p = p * t + 1.0;
    p = p * t + 1.0;
    return p * asd(power_of_two((i32)n));
}
AI float exp2_float(float a) {
    a = flush32(a);
    if (a != a) return nan1(a);
    if (a >= 128.0f) return asf(0x7f800000);
    if (a < -126.0f) return 0.0f;
    return rounded(exp2_double(a));
}
NI double log2_double(double x) { /* x normal and positive */
    u64 b = asq(x);
    i32 e = (i32)(b >> 52) - 1023;
    double m = asd((b & 0xfffffffffffffull) | 0x3ff0000000000000ull);
    if (m > 1.4142135623730951) {
        m = m * 0.5;
        e = e + 1;
    }
    double s = (m - 1.0) / (m + 1.0), q = s * s, p = 1.0 / 27.0; /* log m = 2 artanh s */
    for (i32 k = 25; k >= 1; k -= 2) p = p * q + 1.0 / (double)k;
    return (double)e + p * s * 2.8853900817779268147; /* 2 / ln 2 */
}
AI float log2_float(float a) {
    a = flush32(a);
    if (a != a) return nan1(a);
    if (a == 0) return asf(0xff800000);
    if (a < 0) return asf(0x7fc00000);
    if (asu(a) == 0x7f800000) return a;
    return rounded(log2_double(a));
}
AI float rcp_float(float a) {
    a = flush32(a);
    return a != a ? nan1(a) : rounded(1.0 / (double)a);
}
AI float sqrt_float(float a) {
    a = flush32(a);
    if (a != a) return nan1(a);
    return a < 0 ? asf(0x7fc00000) : (float)__builtin_sqrt((double)a);
}
AI float rsq_float(float a) {
    a = flush32(a);
    if (a != a) return nan1(a);
    if (a == 0) return asf((asu(a) & 0x80000000) | 0x7f800000);
    return a < 0 ? asf(0x7fc00000) : rounded(1.0 / __builtin_sqrt((double)a));
}
/* sin(2 pi x) for |x| <= 1/8, and cos. */
AI double sin_turn(double x) {
    double t = x * 6.283185307179586477, q = t * t, p = 0;
    p = p * q + 1.0 / 355687428096000.0;
    p = p * q - 1.0 / 1307674368000.0;
    p = p * q + 1.0 / 6227020800.0;
    p = p * q - 1.0 / 39916800.0;
    p = p * q + 1.0 / 362880.0;
    p = p * q - 1.0 / 5040.0;
    p = p * q + 1.0 / 120.0;
    p = p * q - 1.0 / 6.0;
    return t + t * q * p;
}
AI double cos_turn(double x) {
    double t = x * 6.283185307179586477, q = t * t, p = 1.0 / 20922789888000.0;
    p = p * q - 1.0 / 87178291200.0;
    p = p * q + 1.0 / 479001600.0;
    p = p * q - 1.0 / 3628800.0;
    p = p * q + 1.0 / 40320.0;
    p = p * q - 1.0 / 720.0;
    p = p * q + 1.0 / 24.0;
    p = p * q - 0.5;
    return 1.0 + q * p;
}
/* The argument is in turns; beyond 256 turns the result is 0 for sine and 1 for cosine. */
NI float turn_float(float a, u32 quarter) {
    a = flush32(a);
    if (a != a) return nan1(a);
    if (asu(a) << 1 == 0xff000000) return asf(0x7fc00000);
    if (a > 256.0f || a < -256.0f) return quarter ? 1.0f : 0.0f;
    double x = a;
    i32 n = (i32)(x * 4.0 + (x < 0 ? -0.5 : 0.5));
    double r = x - (double)n * 0.25;
    u32 k = (u32)n + quarter;
    if (a == 0 && !quarter) return a;
    double y = k & 1 ? cos_turn(r) : sin_turn(r);
    if (y == 0) return 0.0f;
    return rounded(k & 2 ? -y : y);
}
