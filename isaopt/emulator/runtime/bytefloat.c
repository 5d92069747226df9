/* Floats of eight bits: fp8 is 1.4.3 with bias 7, no infinities, and NaN where all else is set; bf8 is 1.5.2, as IEEE
   would have it.  Rounded to nearest even; beyond the largest value fp8 gives NaN and bf8 infinity, which is what OCP's
   "8-bit Floating Point Specification" calls non-saturating; MODE.FP16_OVFL, which saturates, is not supported. */
AI double fp8_value(u32 x) {
    u32 e = x >> 3 & 15, m = x & 7;
    double r = (x & 127) == 127 ? asd(0x7ff8000000000000ull)
               : e          ? (double)(8 + m) * asd((u64)(1023 + e - 10) << 52)
                            : (double)m * (1.0 / 512.0);
    return x & 128 ? -r : r;
}
AI double bf8_value(u32 x) { return half_value((x & 255) << 8); }
AI float fp8_float(u32 x) { return (x & 127) == 127 ? asf((x & 128) << 24 | 0x7fc00000) : (float)fp8_value(x); }
AI float bf8_float(u32 x) { return (x & 127) > 124 ? asf((x & 128) << 24 | 0x7fc00000) : (float)bf8_value(x); }
/* fraction is the number of fraction bits, least the exponent of the smallest normal number. */
NI u32 narrow8(float a, u32 fraction, i32 least, u32 overflow) {
    u32 sign = asu(a) >> 31 << 7;
    if (a != a) return sign | 0x7f;
    double x = __builtin_fabs((double)a);
    i32 e = (i32)(asq(x) >> 52) - 1023;
    if (e > 20) return sign | overflow;
    if (e < least) e = least;
    double m = x * asd((u64)(1023 + (i32)fraction - e) << 52);
    u32 n = (u32)m;
    double rest = m - (double)n;
    u32 r = ((u32)(e - least) << fraction) + n + (rest > 0.5 || (rest == 0.5 && (n & 1)));
    return sign | (r > overflow ? overflow : r);
}
AI u32 fp8_round(float a) { return narrow8(a, 3, -6, 0x7f); }
AI u32 bf8_round(float a) { return narrow8(a, 2, -14, 0x7c); }
/* The top n bits of b added to the fraction of a finite number; a carry out of it is lost (RDNA4 ISA guide,
   V_CVT_SR_FP8_F32). */
AI float add_random(float a, u32 b, u32 n) {
    u32 x = asu(a);
    return (x & 0x7f800000) == 0x7f800000 ? a : asf((x & 0xff800000) | ((x + (b >> (32 - n))) & 0x7fffff));
}
