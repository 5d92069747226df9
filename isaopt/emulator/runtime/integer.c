/* Integer helpers of the vector operations. */
AI i32 bfe_signed(i32 a, u32 b, u32 c) {
    u32 n = c & 31, x = (u32)(a >> (b & 31));
    return n ? (i32)(x << (32 - n)) >> (32 - n) : 0;
}
AI u32 count_sign_bits(i32 a) {
    u32 x = (u32)(a < 0 ? ~a : a);
    return x ? (u32)__builtin_clz(x) : 0xffffffff;
}
AI u32 add_saturated(u32 a, u32 b) { return a + b < a ? 0xffffffff : a + b; }
AI i32 saturated_i32(i64 x) { return x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? (i32)-0x80000000ll : (i32)x; }
AI u32 saturated_u32(u64 x) { return x >> 32 ? 0xffffffff : (u32)x; }
AI u32 add_saturated_signed(u32 a, u32 b) { return (u32)saturated_i32((i64)(i32)a + (i32)b); }
AI u32 sub_saturated_signed(u32 a, u32 b) { return (u32)saturated_i32((i64)(i32)a - (i32)b); }
AI i32 low24(i32 a) { return (i32)((u32)a << 8) >> 8; }
AI u32 add_overflows(i64 a, i64 b) {
    i64 r;
    return (u32)__builtin_add_overflow(a, b, &r);
}
AI u32 sum_is_negative(i64 a, i64 b) {
    i64 r;
    return (u32)__builtin_add_overflow(a, b, &r) ^ (u32)(r < 0);
}
AI u32 permute_byte(u32 a, u32 b, u32 sel) {
    u64 both = (u64)a << 32 | b;
    if (sel >= 13) return 0xff;
    if (sel == 12) return 0;
    if (sel >= 8) return both >> ((sel - 8) * 16 + 15) & 1 ? 0xff : 0; /* sign of byte 1, 3, 5, 7 */
    return (u32)(both >> sel * 8) & 0xff;
}
AI u32 permute_bytes(u32 a, u32 b, u32 c) {
    return permute_byte(a, b, c & 255) | permute_byte(a, b, c >> 8 & 255) << 8 |
           permute_byte(a, b, c >> 16 & 255) << 16 | permute_byte(a, b, c >> 24) << 24;
}
AI u32 permute_byte_defined(u32 a, u32 b, u32 sel) { return sel >= 12 ? 0 : permute_byte(a, b, sel); }
AI u32 permute_bytes_defined(u32 a, u32 b, u32 c) {
    return permute_byte_defined(a, b, c & 255) | permute_byte_defined(a, b, c >> 8 & 255) << 8 |
           permute_byte_defined(a, b, c >> 16 & 255) << 16 | permute_byte_defined(a, b, c >> 24) << 24;
}
/* A sum of absolute differences of bytes; `masked` leaves out those where b has 0. */
AI u32 sad(u32 a, u32 b, u32 masked) {
    u32 r = 0;
    for (u32 k = 0; k < 32; k += 8) {
        u32 x = a >> k & 255, y = b >> k & 255;
        r += masked && y == 0 ? 0 : x > y ? x - y : y - x;
    }
    return r;
}
AI u32 sad_u8(u32 a, u32 b) { return sad(a, b, 0); }
AI u32 msad_u8(u32 a, u32 b) { return sad(a, b, 1); }
/* Four sums of absolute differences, of bytes k .. k + 3 of a, in halves. */
AI u64 qsad(u64 a, u32 b, u64 c, u32 masked) {
    u64 r = 0;
    for (u32 k = 0; k < 4; k++) {
        u32 x = (u32)(a >> 8 * k);
        r |= (u64)((sad(x, b, masked) + (u32)(c >> 16 * k & 0xffff)) & 0xffff) << 16 * k;
    }
    return r;
}
/* Two masked sums, of bytes 0 .. 3 and 1 .. 4 of a, in words. */
AI u64 mqsad_wide(u64 a, u32 b, u64 c) {
    return (u32)(msad_u8((u32)a, b) + (u32)c) | (u64)(u32)(msad_u8((u32)(a >> 8), b) + (u32)(c >> 32)) << 32;
}
AI u32 sad_u16(u32 a, u32 b) {
    u32 x = a & 0xffff, y = b & 0xffff, p = a >> 16, q = b >> 16;
    return (x > y ? x - y : y - x) + (p > q ? p - q : q - p);
}
AI u32 lerp_u8(u32 a, u32 b, u32 c) {
    u32 r = 0;
    for (u32 k = 0; k < 32; k += 8) r |= (((a >> k & 255) + (b >> k & 255) + (c >> k & 1)) >> 1 & 255) << k;
    return r;
}
/* Undefined bits: from the lowest upwards; all of them where the amount of a shift has any. */
AI u32 up32(u32 x) { return x | (0 - x); }
AI u64 up64(u64 x) { return x | (0 - x); }
AI u32 spoil_if(u32 x) { return x ? 0xffffffff : 0; }
