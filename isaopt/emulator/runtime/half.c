/* Half precision: values are their 16 bits; computed exactly, or rounded to odd, in double precision, rounded once. */
AI double half_value(u32 h) {
    u32 e = h >> 10 & 31, m = h & 1023;
    u64 s = (u64)(h & 0x8000) << 48;
    if (e == 31) return asd(s | 0x7ff0000000000000ull | (u64)m << 42 | (m ? 0x0008000000000000ull : 0));
    if (e == 0) {
        double x = (double)m * (1.0 / 16777216.0);
        return s ? -x : x;
    }
    return asd(s | (u64)(e + 1008) << 52 | (u64)m << 42);
}
AI u32 is_nan16(u32 h) { return (h & 0x7fff) > 0x7c00; }
AI f16 nan16_1(u32 a) { return (f16)(is_nan16(a) ? a | 0x200 : 0x7e00); }
AI f16 nan16_2(u32 a, u32 b) { return (f16)(is_nan16(a) ? a | 0x200 : is_nan16(b) ? b | 0x200 : 0x7e00); }
AI f16 nan16_3(u32 a, u32 b, u32 c) { return is_nan16(a) || is_nan16(b) ? nan16_2(a, b) : nan16_1(c); }
AI f16 flush16(u32 a) { return (f16)(a & 0x7c00 ? a : a & 0x8000); }
/* Rounds to half precision under a mode (0 nearest even, 1 up, 2 down, 3 to zero); x is exact or rounded to odd. */
NI u32 narrow16(double x, u32 rm) {
    u64 b = asq(x);
    u32 sign = (u32)(b >> 63) << 15;
    i32 e = (i32)(b >> 52 & 2047) - 1023;
    if (e == 1024) return (b << 12) ? 0x7e00 : sign | 0x7c00;
    if (e > 16) e = 16;
    i32 q = (e < -14 ? -14 : e) - 10; /* the exponent of the last place */
    double m = (sign ? -x : x) * asd((u64)(1023 - q) << 52);
    if (m > 4095.0) m = 4095.0;
    u32 n = (u32)m, up = 0;
    double rest = m - (double)n;
    if (rm == 0) up = rest > 0.5 || (rest == 0.5 && (n & 1));
    else if (rm == 1) up = rest > 0 && !sign;
    else if (rm == 2) up = rest > 0 && sign;
    u32 r = (e < -14 ? 0 : (u32)(e + 14) << 10) + n + up;
    if (r >= 0x7c00) r = rm == 3 || (rm == 1 && sign) || (rm == 2 && !sign) ? 0x7bff : 0x7c00;
    return sign | r;
}
AI f16 sum16(double a, double b, u32 rm) {
    double s = a + b; /* exact: 40 bits span all halves */
    if (s == 0 && asq(a) != asq(b)) return rm == 2 ? 0x8000 : 0;
    return (f16)narrow16(s, rm);
}
AI f16 add16(u32 a, u32 b, u32 rm) {
    double x = half_value(a), y = half_value(b);
    return x + y == x + y ? sum16(x, y, rm) : nan16_2(a, b);
}
AI f16 sub16(u32 a, u32 b, u32 rm) {
    double x = half_value(a), y = -half_value(b);
    return x + y == x + y ? sum16(x, y, rm) : nan16_2(a, b);
}
AI f16 mul16(u32 a, u32 b, u32 rm) {
    double r = half_value(a) * half_value(b);
    return r == r ? (f16)narrow16(r, rm) : nan16_2(a, b);
}
AI f16 fma16(u32 a, u32 b, u32 c, u32 rm) {
    double p = half_value(a) * half_value(b), z = half_value(c), s = p + z;
    if (s != s) return nan16_3(a, b, c);
    if (s == 0 && asq(p) != asq(z)) return rm == 2 ? 0x8000 : 0;
    if (s - s != 0) return (f16)narrow16(s, rm);
    return (f16)narrow16(to_odd(s, two_sum_error(p, z, s)), rm);
}
#define ADD16(a, b) add16(a, b, RM64)
#define SUB16(a, b) sub16(a, b, RM64)
#define MUL16(a, b) mul16(a, b, RM64)
#define FMA16(a, b, c) fma16(a, b, c, RM64)
AI u32 order16(u32 a) { return a & 0x8000 ? ~a & 0xffff : a | 0x8000; }
AI u32 signals16(u32 a) { return is_nan16(a) && !(a & 0x200); }
AI f16 max_num16_mode(u32 a, u32 b, u32 ieee) {
    if (ieee && (signals16(a) || signals16(b))) return (f16)((signals16(a) ? a : b) | 0x200);
    return (f16)(is_nan16(a) ? (is_nan16(b) ? nan16_2(a, b) : b) : is_nan16(b) ? a : order16(a) >= order16(b) ? a : b);
}
AI f16 min_num16_mode(u32 a, u32 b, u32 ieee) {
    if (ieee && (signals16(a) || signals16(b))) return (f16)((signals16(a) ? a : b) | 0x200);
    return (f16)(is_nan16(a) ? (is_nan16(b) ? nan16_2(a, b) : b) : is_nan16(b) ? a : order16(a) <= order16(b) ? a : b);
}
#define max_num16(a, b) max_num16_mode(a, b, IEEE)
#define min_num16(a, b) min_num16_mode(a, b, IEEE)
AI f16 maximum16(u32 a, u32 b) { return is_nan16(a) || is_nan16(b) ? nan16_2(a, b) : max_num16(a, b); }
AI f16 minimum16(u32 a, u32 b) { return is_nan16(a) || is_nan16(b) ? nan16_2(a, b) : min_num16(a, b); }
#define med3_num16(a, b, c) med3_num16_mode(a, b, c, IEEE)
AI f16 med3_num16_mode(u32 a, u32 b, u32 c, u32 ieee) {
    if (is_nan16(a) || is_nan16(b) || is_nan16(c)) return min_num16_mode(min_num16_mode(a, b, ieee), c, ieee);
    u32 hi = max_num16(max_num16(a, b), c);
    return hi == a ? max_num16(b, c) : hi == b ? max_num16(a, c) : max_num16(a, b);
}
AI f16 clamp16(u32 a, u32 dx10) {
    if (is_nan16(a)) return dx10 ? 0 : (f16)a;
    return (f16)(a & 0x8000 ? 0 : a > 0x3c00 ? 0x3c00 : a);
}
AI u32 class16(u32 x) {
    u32 e = x >> 10 & 31, m = x & 1023, n = x >> 15 & 1;
    if (e == 31) return m ? (m >> 9 ? 2 : 1) : n ? 4 : 512;
    if (e == 0) return m ? (n ? 16 : 128) : n ? 32 : 64;
    return n ? 8 : 256;
}
AI int less16(u32 a, u32 b) { return half_value(a) < half_value(b); }
AI int equal16(u32 a, u32 b) { return half_value(a) == half_value(b); }
/* To half precision from single, and back (exact). */
AI f16 half_from_float(float a, u32 rm) {
    if (a != a) return (f16)(asu(a) >> 16 & 0x8000 | 0x7c00 | 0x200 | (asu(a) >> 13 & 0x1ff));
    return (f16)narrow16((double)a, rm);
}
AI float float_from_half(u32 a) {
    if (is_nan16(a)) return asf((a & 0x8000) << 16 | 0x7fc00000 | (a & 0x3ff) << 13);
    return (float)half_value(a);
}
AI double trunc_double(double x) {
    double t = x < 0 ? -x : x;
    if (!(t < 4503599627370496.0)) return x;
    double n = (double)(i64)x;
    return n == 0 ? (asq(x) >> 63 ? -0.0 : 0.0) : n;
}
AI double floor_double(double x) {
    double n = trunc_double(x);
    return n > x ? n - 1.0 : n;
}
AI double ceil_double(double x) { return -floor_double(-x); }
AI double even_double(double x) {
    double f = floor_double(x), r = x - f;
    if (!(x - x == 0) || r == 0) return x;
    double n = r > 0.5 || (r == 0.5 && f - 2.0 * floor_double(f * 0.5) != 0) ? f + 1.0 : f;
    return n == 0 ? (asq(x) >> 63 ? -0.0 : 0.0) : n;
}
#define UNARY16(name, f) \
    AI f16 name(u32 a) { return is_nan16(a) ? nan16_1(a) : (f16)narrow16(f(half_value(a)), 0); }
UNARY16(floor16, floor_double)
UNARY16(trunc16, trunc_double)
UNARY16(ceil16, ceil_double)
UNARY16(even16, even_double)
#define UNARY32(name, f) AI float name(float a) { return a != a ? nan1(a) : (float)f((double)a); }
UNARY32(floor32, floor_double)
UNARY32(trunc32, trunc_double)
UNARY32(ceil32, ceil_double)
UNARY32(even32, even_double)
/* x - floor(x), kept below 1. */
AI float fract32(float a) {
    if (a != a || a - a != 0) return a != a ? nan1(a) : asf(0x7fc00000);
    float r = (float)((double)a - floor_double((double)a));
    return r >= 1.0f ? asf(0x3f7fffff) : r;
}
AI f16 fract16(u32 a) {
    if ((a & 0x7c00) == 0x7c00) return nan16_1(a);
    u32 r = narrow16(half_value(a) - floor_double(half_value(a)), 0);
    return (f16)(r >= 0x3c00 ? 0x3bff : r);
}
/* a * 2^n exactly as a double where that is in its range; n is bounded first, beyond which nothing changes. */
AI double scaled(double a, i32 n) {
    n = n > 600 ? 600 : n < -600 ? -600 : n;
    return a * asd((u64)(1023 + n) << 52);
}
AI float ldexp32(float a, i32 n, u32 rm) { return a != a ? nan1(a) : narrow(scaled((double)a, n), rm); }
AI f16 ldexp16(u32 a, i32 n, u32 rm) { return is_nan16(a) ? nan16_1(a) : (f16)narrow16(scaled(half_value(a), n), rm); }
AI u32 exponent_of(double x) { return (u32)(asq(x) >> 52 & 2047); }
AI double mantissa_of(double x) { /* in [0.5, 1) */
    return x == 0 || x - x != 0 ? x : asd((asq(x) & 0x800fffffffffffffull) | 1022ull << 52);
}
AI i32 frexp_exponent(double x) { return x == 0 || x - x != 0 ? 0 : (i32)exponent_of(x) - 1022; }
AI float frexp_mant32(float a) { return a != a ? nan1(a) : (float)mantissa_of((double)a); }
AI f16 frexp_mant16(u32 a) { return is_nan16(a) ? nan16_1(a) : (f16)narrow16(mantissa_of(half_value(a)), 0); }
/* To integers: towards zero, saturated, NaN to 0. */
AI i32 int_from_double(double x) {
    return x != x ? 0 : x >= 2147483647.0 ? 0x7fffffff : x <= -2147483648.0 ? (i32)0x80000000 : (i32)x;
}
AI u32 uint_from_double(double x) { return !(x > 0) ? 0 : x >= 4294967295.0 ? 0xffffffff : (u32)(i64)x; }
AI u32 limit(double x, double low, double high) { /* as a 32-bit pattern */
    return x != x ? 0 : (u32)(i32)(i64)trunc_double(x < low ? low : x > high ? high : x);
}
AI u32 snorm16(double x) { return limit(even_double((x < -1 ? -1 : x > 1 ? 1 : x) * 32767.0), -32767.0, 32767.0) & 0xffff; }
AI u32 unorm16(double x) { return limit(even_double((x < 0 ? 0 : x > 1 ? 1 : x) * 65535.0), 0.0, 65535.0) & 0xffff; }
AI u32 saturate16(i32 x) { return (u32)(x > 32767 ? 32767 : x < -32768 ? -32768 : x) & 0xffff; }
AI u32 saturate_u16(u32 x) { return x > 65535 ? 65535 : x; }
AI u32 saturate_u8(i32 x) { return (u32)(x < 0 ? 0 : x > 255 ? 255 : x); }
/* Quotient fix-up: c / b, of which a is the quotient so far. */
AI f16 div_fixup16(u32 a, u32 b, u32 c) {
    u32 s = (b ^ c) & 0x8000, mb = b & 0x7fff, mc = c & 0x7fff;
    if (is_nan16(c)) return (f16)(c | 0x200);
    if (is_nan16(b)) return (f16)(b | 0x200);
    if ((mb == 0 && mc == 0) || (mb == 0x7c00 && mc == 0x7c00)) return 0xfe00;
    if (mb == 0 || mc == 0x7c00) return (f16)(s | 0x7c00);
    if (mb == 0x7c00 || mc == 0) return (f16)s;
    return (f16)((a & 0x7fff) | s);
}
AI float div_fixup32(float q, float den, float num) {
    u32 a = asu(q), b = asu(den), c = asu(num), s = (b ^ c) & 0x80000000, mb = b & 0x7fffffff, mc = c & 0x7fffffff;
    if (num != num) return asf(quiet(c));
    if (den != den) return asf(quiet(b));
    if ((mb == 0 && mc == 0) || (mb == 0x7f800000 && mc == 0x7f800000)) return asf(0xffc00000);
    if (mb == 0 || mc == 0x7f800000) return asf(s | 0x7f800000);
    if (mb == 0x7f800000 || mc == 0) return asf(s);
    if (q != q) return asf(s | 0x7f800000); /* as hardware does: the estimate overflowed */
    i32 eb = (i32)(mb >> 23), ec = (i32)(mc >> 23);
    if (ec - eb < -150) return asf(s);
    return asf((a & 0x7fffffff) | s);
}
/* Scaling before a division; *flag is whether the quotient has to be scaled back. */
AI float div_scale32(float a, float den, float num, u32 *flag) {
    i32 eb = (i32)(asu(den) >> 23 & 255), ec = (i32)(asu(num) >> 23 & 255);
    float r = a;
    *flag = 0;
    if (num == 0 || den == 0) return asf(0x7fc00000);
    double inverse = 1.0 / (double)den, quotient = (double)num / (double)den;
    u32 tiny_inverse = inverse != 0 && __builtin_fabs(inverse) < 1.1754943508222875e-38;
    u32 tiny_quotient = quotient != 0 && __builtin_fabs(quotient) < 1.1754943508222875e-38;
    if (ec - eb >= 96) {
        *flag = 1;
        if (asu(a) == asu(den)) r = (float)scaled((double)a, 64);
    } else if (eb == 0)
        r = (float)scaled((double)a, 64);
    else if (tiny_inverse && tiny_quotient) {
        *flag = 1; /* the guide has ldexp(S0, 64) here, which would overflow */
        if (asu(a) == asu(den)) r = (float)scaled((double)a, -64);
    } else if (tiny_inverse)
        r = (float)scaled((double)a, -64);
    else if (tiny_quotient) {
        *flag = 1;
        if (asu(a) == asu(num)) r = (float)scaled((double)a, 64);
    } else if (ec <= 23)
        r = (float)scaled((double)a, 64);
    return r;
}
/* The last step of a division whose operands were scaled: the quotient is scaled back and rounded once.  Hardware chooses
   the direction by the exponent of the estimate; the guide of RDNA3 has 2 ** 32 here, that of RDNA4 what is done. */
AI float div_fmas32(float a, float b, float c, u32 rm) {
    double p = (double)a * b, s = p + c;
    if (s - s == 0) s = to_odd(s, two_sum_error(p, c, s));
    return s != s ? nan3(a, b, c) : narrow(scaled(s, (asu(c) >> 23 & 255) > 127 ? 64 : -64), rm);
}
