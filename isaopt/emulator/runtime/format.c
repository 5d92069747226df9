/* Formats of typed buffer accesses: components of a memory element and what becomes of them in a register.

   Fields stand from the least significant bit on, x first.  Loads are exact, or rounded once to nearest even; stores of
   normalised numbers clamp, with NaN as 0, and round to nearest even (Direct3D 11.3 Functional Specification 3.2.3). */
enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT };
enum { WHOLE, D16, D16_HIGH }; /* a component in a register, in a half of it, or one in the upper half */
typedef struct {
    u8 kind, count, bits[4];
} Format;
AI u32 format_bytes(Format f) { return (u32)(f.bits[0] + f.bits[1] + f.bits[2] + f.bits[3]) / 8; }
AI u32 format_at(Format f, u32 k) {
    u32 at = 0;
    for (u32 j = 0; j < k; j++) at += f.bits[j];
    return at;
}
/* The bits of a field in an element. */
AI u32 field_of(const u8 *data, Format f, u32 k) {
    u32 at = format_at(f, k), x = 0;
    for (u32 b = 0; b < f.bits[k]; b++) x |= (u32)(data[(at + b) >> 3] >> ((at + b) & 7) & 1) << b;
    return x;
}
AI i32 extend(u32 x, u32 bits) { return (i32)(x << (32 - bits)) >> (32 - bits); }
/* Unsigned floats with an exponent of five bits, as in 10_11_11. */
AI double small_float(u32 x, u32 fraction) {
    u32 e = x >> fraction, m = x & ((1u << fraction) - 1);
    if (e == 31) return asd(m ? 0x7ff8000000000000ull : 0x7ff0000000000000ull);
    return e ? (double)(m | 1u << fraction) * asd((u64)(1023 - 15 + e - fraction) << 52)
             : (double)m * asd((u64)(1023 - 14 - fraction) << 52);
}
AI u32 fitted(double x, u32 d16) {
    if (x != x) return d16 ? 0x7e00 : 0x7fc00000;
    return d16 ? narrow16(x, 0) : asu((float)x);
}
NI u32 from_field(u32 x, u32 bits, u32 kind, u32 d16) {
    u32 top = bits == 32 ? 0xffffffff : (1u << bits) - 1;
    i32 s = extend(x, bits);
    switch (kind) {
    case UNORM: return fitted((double)x / (double)top, d16);
    case SNORM: return fitted(s == -1 - (i32)(top >> 1) ? -1.0 : (double)s / (double)(top >> 1), d16);
    case USCALED: return fitted((double)x, d16);
    case SSCALED: return fitted((double)s, d16);
    case UINT: return x;
    case SINT: return d16 ? (u32)s & 0xffff : (u32)s;
    default: break;
    }
    if (bits < 16) return fitted(small_float(x, bits - 5), d16);
    if (bits == 16) return d16 ? x : asu(float_from_half(x));
    return d16 ? half_from_float(asf(x), 0) : x;
}
/* The field for a value; fits becomes 0 where the result is not documented. */
NI u32 to_field(u32 v, u32 bits, u32 kind, u32 d16, u32 *fits) {
    u32 top = bits == 32 ? 0xffffffff : (1u << bits) - 1;
    if (kind == UINT || kind == SINT) {
        if (d16) v = kind == UINT ? v & 0xffff : (u32)(i32)(i16)v;
        if (kind == UINT ? v > top : extend(v & top, bits) != (i32)v) *fits = 0;
        return v & top;
    }
    if (kind == FLOAT && bits == 32) return d16 ? asu(float_from_half(v & 0xffff)) : v;
    if (kind == FLOAT && bits == 16) return d16 ? v & 0xffff : half_from_float(asf(v), 0);
    if (kind > SNORM) {
        *fits = 0;
        return 0;
    }
    double x = d16 ? half_value(v & 0xffff) : (double)asf(v), low = kind == UNORM ? 0.0 : -1.0;
    x = x != x ? 0.0 : x < low ? low : x > 1.0 ? 1.0 : x;
    return (u32)(i32)even_double(x * (double)(kind == UNORM ? top : top >> 1)) & top;
}
/* select holds three bits for each component: 0, 1, or 4 and the number of the field (RDNA3 ISA guide, "Buffer
   Resource Descriptor", DST_SEL). */
AI u32 selected(u32 select, u32 k) { return select >> 3 * k & 7; }
AI void put_components(W *w, u32 nd, u32 (*r)[WAVE], mask e, u32 d16, u32 n) {
    for (u32 k = 0; k < n; k++) {
        if (d16 == WHOLE) put_where(w, nd + k, r[k], e);
        else put_half(w, nd + k / 2, r[k], e, d16 == D16_HIGH ? 1 : k & 1);
    }
}
AI int load_formatted(W *w, u32 nd, const u64 *a, mask in, Format f, u32 select, u32 d16, u32 n) {
    mask e = exec_of(w);
    u32 r[4][WAVE], size = format_bytes(f), integer = f.kind == UINT || f.kind == SINT;
    if (RARE(!f.count || (d16 && integer && f.bits[0] == 32))) return fault(w, FAULT_FORMAT, 0, 0, 0);
    for (u32 k = 0; k < n; k++) {
        u32 s = selected(select, k);
        if (RARE(s == 2 || s == 3 || (s >= 4 && s - 4 >= f.count))) return fault(w, FAULT_FORMAT, 0, 0, 0);
    }
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u8 data[16];
        u32 there = (u32)(in >> i & 1);
        if (there) {
            const u8 *p = place(w, GLOBAL, i, a[i], size, READ);
            if (RARE(!p)) return FAULT;
            for (u32 b = 0; b < size; b++) data[b] = p[b];
        }
        for (u32 k = 0; k < n; k++) {
            u32 s = selected(select, k), field = s & 3;
            r[k][i] = s == 1 ? (integer ? 1 : d16 ? 0x3c00 : 0x3f800000) : 0;
            if (s >= 4 && there) r[k][i] = from_field(field_of(data, f, field), f.bits[field], f.kind, d16);
        }
    }
    put_components(w, nd, r, e, d16, n);
    return 0;
}
AI int store_formatted(W *w, u32 nv, const u64 *a, mask in, Format f, u32 select, u32 d16, u32 n) {
    mask e = exec_of(w) & in;
    u32 size = format_bytes(f);
    if (RARE(!f.count || n < f.count)) return fault(w, FAULT_FORMAT, 0, 0, 0);
    for (u32 k = 0; k < f.count; k++)
        if (RARE(selected(select, k) != 4 + k)) return fault(w, FAULT_FORMAT, 0, 0, 0);
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        u8 data[16];
        for (u32 b = 0; b < 16; b++) data[b] = 0;
        for (u32 k = 0; k < f.count; k++) {
            u32 v = w->v[nv + (d16 ? k / 2 : k)][i], at = format_at(f, k), fits = 1;
            if (d16 == D16_HIGH || (d16 && (k & 1))) v >>= 16;
            u32 x = to_field(v, f.bits[k], f.kind, d16, &fits);
            if (RARE(!fits)) return fault(w, FAULT_FORMAT_RANGE, i, 0, 0);
            for (u32 b = 0; b < f.bits[k]; b++) data[(at + b) >> 3] |= (u8)((x >> b & 1) << ((at + b) & 7));
        }
        u8 *p = place(w, GLOBAL, i, a[i], size, WRITE);
        if (RARE(!p)) return FAULT;
        deposit_bytes(w, p, data, size);
    }
    return 0;
}
