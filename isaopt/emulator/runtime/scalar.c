/* Helpers of the scalar operations. */
AI u32 overflows_add(u32 a, u32 b) { return (~(a ^ b) & (a ^ (a + b))) >> 31; }
AI u32 overflows_sub(u32 a, u32 b) { return ((a ^ b) & (a ^ (a - b))) >> 31; }
AI i32 absolute(i32 a) { return a < 0 ? (i32)(0u - (u32)a) : a; }
AI u32 bfe32(u32 a, u32 b) {
    u32 n = b >> 16 & 127, x = a >> (b & 31);
    return n >= 32 ? x : x & ((1u << n) - 1);
}
AI i32 bfe32_signed(i32 a, u32 b) {
    u32 n = b >> 16 & 127;
    i32 x = a >> (b & 31);
    return n == 0 ? 0 : n >= 32 ? x : (i32)((u32)x << (32 - n)) >> (32 - n);
}
AI u64 bfe64(u64 a, u32 b) {
    u32 n = b >> 16 & 127;
    u64 x = a >> (b & 63);
    return n >= 64 ? x : x & ((1ull << n) - 1);
}
AI i64 bfe64_signed(i64 a, u32 b) {
    u32 n = b >> 16 & 127;
    i64 x = a >> (b & 63);
    return n == 0 ? 0 : n >= 64 ? x : (i64)((u64)x << (64 - n)) >> (64 - n);
}
NI u64 replicate_bits(u32 a) {
    u64 r = 0;
    for (u32 k = 0; k < 32; k++) r |= (u64)(a >> k & 1) * 3 << 2 * k;
    return r;
}
AI u64 whole_quads(u64 a) {
    u64 any = (a | a >> 1 | a >> 2 | a >> 3) & 0x1111111111111111ull;
    return any * 15;
}
NI u64 quad_mask(u64 a) {
    u64 r = 0;
    for (u32 k = 0; k < 16; k++) r |= (u64)((a >> 4 * k & 15) != 0) << k;
    return r;
}
AI u32 sign_bits32(i32 a) {
    u32 x = (u32)(a < 0 ? ~a : a);
    return x ? (u32)__builtin_clz(x) : 0xffffffff;
}
AI u32 sign_bits64(i64 a) {
    u64 x = (u64)(a < 0 ? ~a : a);
    return x ? (u32)__builtin_clzll(x) : 0xffffffff;
}
