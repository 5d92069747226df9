/* Double precision; NaNs as in single precision. */
AI double quiet64(double a) { return asd(asq(a) | 0x0008000000000000ull); }
AI double made64(void) { return asd(0x7ff8000000000000ull); }
AI double nan64_1(double a) { return a != a ? quiet64(a) : made64(); }
AI double nan64_2(double a, double b) { return a != a ? quiet64(a) : nan64_1(b); }
AI double nan64_3(double a, double b, double c) { return a != a ? quiet64(a) : nan64_2(b, c); }
AI double flush64(double a) { return asq(a) << 1 >> 53 ? a : asd(asq(a) & 0x8000000000000000ull); }
/* The exact sum of the product and c in 192 bits around the larger of the two, then one rounding. */
typedef unsigned __int128 u128;
AI u32 top_bit(u128 x) { return x >> 64 ? 127 - __builtin_clzll((u64)(x >> 64)) : 63 - __builtin_clzll((u64)x); }
NI double fma64_exact(double a, double b, double c, u32 rm) {
    if (!(a - a == 0 && b - b == 0)) return a * b + c;
    if (c - c != 0) return c; /* the product is finite, even where a double cannot hold it */
    if (a == 0 || b == 0) return c == 0 && asq(a * b) != asq(c) ? asd((u64)(rm == 2) << 63) : c;
    u64 ba = asq(a), bb = asq(b), bc = asq(c);
    i32 ea = (i32)(ba >> 52 & 2047), eb = (i32)(bb >> 52 & 2047), ec = (i32)(bc >> 52 & 2047);
    u64 ma = (ba & 0xfffffffffffffull) | (ea ? 1ull << 52 : 0), mb = (bb & 0xfffffffffffffull) | (eb ? 1ull << 52 : 0);
    u64 mc = (bc & 0xfffffffffffffull) | (ec ? 1ull << 52 : 0);
    i32 ep = (ea ? ea : 1) + (eb ? eb : 1) - 2150;    /* product = mp * 2^ep */
    i32 ez = (ec ? ec : 1) - 1075;
    u32 sp = (u32)((ba ^ bb) >> 63), sz = (u32)(bc >> 63);
    u128 mp = (u128)ma * mb, mz = mc;
    /* Both as multiples of 2^e with two guard bits below and a sticky bit for what falls off. */
    u32 up = 126 - top_bit(mp) - 1;
    mp <<= up;
    ep -= (i32)up;
    if (mz) {
        up = 126 - top_bit(mz) - 1;
        mz <<= up;
        ez -= (i32)up;
    }
    i32 e = mz && ez > ep ? ez : ep;
    u32 dp = (u32)(e - ep), dz = mz ? (u32)(e - ez) : 0;
    u128 lost_p = dp == 0 ? 0 : dp > 127 ? mp : mp & (((u128)1 << dp) - 1);
    u128 lost_z = dz == 0 ? 0 : dz > 127 ? mz : mz & (((u128)1 << dz) - 1);
    mp = dp > 127 ? 0 : mp >> dp;
    mz = dz > 127 ? 0 : mz >> dz;
    u128 m;
    u32 s = sp, sticky = lost_p || lost_z;
    if (sp == sz)
        m = mp + mz;
    else if (mp > mz || (mp == mz && lost_p)) {
        m = mp - mz - (lost_z ? 1 : 0);
    } else {
        m = mz - mp - (lost_p ? 1 : 0);
        s = sz;
    }
    if (m == 0 && !sticky) return asd((u64)(rm == 2) << 63);
    u32 t = m ? top_bit(m) : 0;
    i32 last = (i32)t - 52;                       /* bits to drop for 53 significant ones */
    if (e + last < -1074) last = -1074 - e;       /* subnormal: the last place is 2^-1074 */
    u64 kept;
    const u32 away = (rm == 1 && !s) || (rm == 2 && s);
    if (last <= 0)
        kept = (u64)(m << -last);
    else if (last > 127)
        kept = away;
    else {
        u128 rest = m & (((u128)1 << last) - 1), half = (u128)1 << (last - 1);
        kept = (u64)(m >> last);
        if (rm ? away && (rest || sticky) : rest > half || (rest == half && (sticky || (kept & 1)))) kept++;
    }
    i32 place = e + last;                         /* value = kept * 2^place */
    if (kept >> 53) {
        kept >>= 1;
        place++;
    }
    u64 bits = kept >> 52 ? (u64)(place + 1075) << 52 | (kept & 0xfffffffffffffull) : kept;
    if (kept >> 52 && place + 1075 >= 2047) bits = (2047ull << 52) - (rm != 0 && !away);
    return asd((u64)s << 63 | bits);
}
#ifdef HARDWARE_FMA
AI double fma64_nearest(double a, double b, double c) { return __builtin_fma(a, b, c); }
#else
AI double fma64_nearest(double a, double b, double c) { return fma64_exact(a, b, c, 0); }
#endif
AI double add64(double a, double b, u32 rm) {
    double r = rm ? fma64_exact(a, 1.0, b, rm) : a + b;
    return r == r ? r : nan64_2(a, b);
}
AI double mul64(double a, double b, u32 rm) {
    /* Adding a zero of the product's sign changes nothing. */
    double r = rm ? fma64_exact(a, b, asd((asq(a) ^ asq(b)) & 0x8000000000000000ull), rm) : a * b;
    return r == r ? r : nan64_2(a, b);
}
AI double fma64(double a, double b, double c, u32 rm) {
    double r = rm ? fma64_exact(a, b, c, rm) : fma64_nearest(a, b, c);
    return r == r ? r : nan64_3(a, b, c);
}
#define ADD64(a, b) add64(a, b, RM64)
#define MUL64(a, b) mul64(a, b, RM64)
#define FMA64(a, b, c) fma64(a, b, c, RM64)
AI u64 order64(double a) { u64 x = asq(a); return x >> 63 ? ~x : x | 0x8000000000000000ull; }
AI u32 signals64(double a) { return a != a && !(asq(a) & 0x8000000000000ull); }
AI double max_num64_mode(double a, double b, u32 ieee) {
    if (ieee && (signals64(a) || signals64(b))) return nan64_2(signals64(a) ? a : b, b);
    return a != a ? (b != b ? nan64_2(a, b) : b) : b != b ? a : order64(a) >= order64(b) ? a : b;
}
AI double min_num64_mode(double a, double b, u32 ieee) {
    if (ieee && (signals64(a) || signals64(b))) return nan64_2(signals64(a) ? a : b, b);
    return a != a ? (b != b ? nan64_2(a, b) : b) : b != b ? a : order64(a) <= order64(b) ? a : b;
}
#define max_num64(a, b) max_num64_mode(a, b, IEEE)
#define min_num64(a, b) min_num64_mode(a, b, IEEE)
AI double maximum64(double a, double b) { return a != a || b != b ? nan64_2(a, b) : max_num64(a, b); }
AI double minimum64(double a, double b) { return a != a || b != b ? nan64_2(a, b) : min_num64(a, b); }
AI double clamp64(double x, u32 dx10) {
    if (x != x) return dx10 ? 0.0 : x;
    return x > 1.0 ? 1.0 : x > 0.0 ? x : 0.0;
}
AI u32 class64(double a) {
    u64 x = asq(a), e = x >> 52 & 2047, m = x & 0xfffffffffffffull;
    u32 n = (u32)(x >> 63);
    if (e == 2047) return m ? (m >> 51 ? 2 : 1) : n ? 4 : 512;
    if (e == 0) return m ? (n ? 16 : 128) : n ? 32 : 64;
    return n ? 8 : 256;
}
#define UNARY64(name, f) AI double name(double a) { return a != a ? quiet64(a) : f(a); }
UNARY64(floor64, floor_double)
UNARY64(trunc64, trunc_double)
UNARY64(ceil64, ceil_double)
UNARY64(even64, even_double)
AI double fract64(double a) {
    if (a != a || a - a != 0) return nan64_1(a);
    double r = a - floor_double(a);
    return r >= 1.0 ? asd(0x3fefffffffffffffull) : r;
}
/* a * 2^n with one rounding: steps that are exact, then the last. */
AI double ldexp64(double a, i32 n) {
    if (a != a) return quiet64(a);
    n = n > 4200 ? 4200 : n < -4200 ? -4200 : n;
    while (n > 1000) { a *= asd(2023ull << 52); n -= 1000; }
    /* Downwards only the final step may round: first to the edge of the normal numbers. */
    if (n < 0 && a != 0) {
        i32 e = (i32)(asq(a) >> 52 & 2047);
        if (e == 0) { a *= asd(1077ull << 52); n -= 54; e = (i32)(asq(a) >> 52 & 2047); }
        i32 exact = e - 1 < -n ? e - 1 : -n;
        while (exact > 0) { i32 k = exact > 1000 ? 1000 : exact; a *= asd((u64)(1023 - k) << 52); exact -= k; n += k; }
        if (n < -60) n = -60;
        return n < 0 ? a * asd((u64)(1023 + n) << 52) : a;
    }
    return n > 0 ? a * asd((u64)(1023 + n) << 52) : a;
}
AI double frexp_mant64(double a) {
    if (a != a) return quiet64(a);
    if (a == 0 || a - a != 0) return a;
    if (!(asq(a) >> 52 & 2047)) a *= asd(1077ull << 52);
    return mantissa_of(a);
}
AI i32 frexp_exp64(double a) {
    if (a == 0 || a - a != 0) return 0;
    if (!(asq(a) >> 52 & 2047)) return frexp_exponent(a * asd(1077ull << 52)) - 54;
    return frexp_exponent(a);
}
AI double rcp64(double a) { return a != a ? quiet64(a) : 1.0 / a; }
AI double sqrt64(double a) { return a != a ? quiet64(a) : a < 0 ? made64() : __builtin_sqrt(a); }
AI double rsq64(double a) {
    if (a != a) return quiet64(a);
    if (a == 0) return asd((asq(a) & 0x8000000000000000ull) | 0x7ff0000000000000ull);
    return a < 0 ? made64() : 1.0 / __builtin_sqrt(a);
}
AI float float_from_double(double a, u32 rm) {
    if (a != a) return asf((u32)(asq(a) >> 32 & 0x80000000) | 0x7fc00000 | (u32)(asq(a) >> 29 & 0x3fffff));
    return narrow(a, rm);
}
AI double double_from_float(float a) {
    u32 x = asu(a);
    return a == a ? (double)a : asd((u64)(x & 0x80000000) << 32 | 0x7ff8000000000000ull | (u64)(x & 0x3fffff) << 29);
}
AI double div_fixup64(double q, double den, double num) {
    u64 b = asq(den), c = asq(num), s = (b ^ c) & 0x8000000000000000ull, mb = b << 1 >> 1, mc = c << 1 >> 1;
    const u64 inf = 0x7ff0000000000000ull;
    if (num != num) return quiet64(num);
    if (den != den) return quiet64(den);
    if ((mb == 0 && mc == 0) || (mb == inf && mc == inf)) return asd(0xfff8000000000000ull);
    if (mb == 0 || mc == inf) return asd(s | inf);
    if (mb == inf || mc == 0) return asd(s);
    if (q != q) return asd(s | inf);
    if ((i32)(mc >> 52) - (i32)(mb >> 52) < -1075) return asd(s);
    return asd((asq(q) << 1 >> 1) | s);
}
AI double div_scale64(double a, double den, double num, u32 *flag) {
    i32 eb = (i32)(asq(den) >> 52 & 2047), ec = (i32)(asq(num) >> 52 & 2047);
    const double tiny = 2.2250738585072014e-308;
    double r = a, inverse = 1.0 / den, quotient = num / den;
    *flag = 0;
    if (num == 0 || den == 0) return made64();
    u32 tiny_inverse = inverse != 0 && __builtin_fabs(inverse) < tiny;
    u32 tiny_quotient = quotient != 0 && __builtin_fabs(quotient) < tiny;
    if (ec - eb >= 768) {
        *flag = 1;
        if (asq(a) == asq(den)) r = ldexp64(a, 128);
    } else if (eb == 0)
        r = ldexp64(a, 128);
    else if (tiny_inverse && tiny_quotient) {
        *flag = 1; /* the guide has ldexp(S0, 128) here, which would overflow */
        if (asq(a) == asq(den)) r = ldexp64(a, -128);
    } else if (tiny_inverse)
        r = ldexp64(a, -128);
    else if (tiny_quotient) {
        *flag = 1;
        if (asq(a) == asq(num)) r = ldexp64(a, 128);
    } else if (ec <= 53)
        r = ldexp64(a, 128);
    return r;
}
/* As div_fmas32; `r` is a * b + c, rounded.  A denormal result that is halfway between two is
   decided by what was rounded off. */
AI double div_fmas64(double a, double b, double c, double r) {
    i32 n = (asq(c) >> 52 & 2047) > 1023 ? 128 : -128;
    if (n < 0 && __builtin_fabs(r - ldexp64(ldexp64(r, n), -n)) == asd(76ull << 52)) { /* 2 ** (-1075 + 128) */
        double p = a * b, s = c + p, rest = (s - r) + (two_sum_error(c, p, s) + __builtin_fma(a, b, -p));
        if (rest != 0) r = asd((rest > 0) == (r > 0) ? asq(r) + 1 : asq(r) - 1);
    }
    return ldexp64(r, n);
}
/* The first 1201 bits of 2 / pi behind the point, the highest first. */
static const u32 two_over_pi[38] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b0000,
};
/* A chunk of 53 bits of them, times the power of two that it stands for (RDNA3 ISA guide, V_TRIG_PREOP_F64). */
AI double trig_preop(double a, u32 chunk) {
    i32 exponent = (i32)(asq(a) >> 52 & 0x7ff);
    i32 shift = (i32)(chunk & 31) * 53 + (exponent > 1077 ? exponent - 1077 : 0);
    u64 bits = 0;
    for (i32 k = shift; k < shift + 53; k++)
        bits = bits << 1 | (k < 1201 ? two_over_pi[k >> 5] >> (31 - (k & 31)) & 1 : 0);
    return ldexp64((double)bits, -53 - shift + (exponent >= 1968 ? 128 : 0));
}
