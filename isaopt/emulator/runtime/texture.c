/* Images: linear ones of one level, in 1 to 3 dimensions (RDNA3 and RDNA4 ISA guides, "Image Resource Definition" and
   "Sampler Resource Definition"; where gfx12 has its fields is in ROCR-Runtime, resource_gfx12.h).

   Coordinates are rounded to 8 bits of fraction, and linear filters weigh by those bits, exactly; the guides do not say
   (Direct3D 11.3 Functional Specification, "Point Sample Addressing" and "Linear Sample Addressing"). */
enum { WRAP, MIRROR, LAST_TEXEL, BORDER = 6 };
typedef struct {
    Format format;
    u64 base, row, slice;
    u32 size[3], clamp[3], select, plain, linear;
} Texture;
AI u32 image_format(W *w, u32 at, u32 later) { return w->s[at + 1] >> (later ? 17 : 20) & 0xff; }
/* Whether the image is one of those; rows of 3D images are padded to 256 bytes. */
AI u32 image_at(W *w, u32 at, Format f, u32 dims, u32 later, Texture *t) {
    const u32 *d = w->s + at;
    u32 levels = later ? (d[1] >> 12 & 31) | (d[1] >> 25 & 31) | (d[3] >> 15 & 31) : (d[1] >> 16 & 15) | (d[3] >> 12 & 0xff);
    *t = (Texture){.format = f, .base = (d[0] | (u64)(d[1] & 0xff) << 32) << 8, .select = d[3] & 0xfff};
    t->size[0] = (d[1] >> 30 | (d[2] & (later ? 0x3fff : 0xfff)) << 2) + 1;
    t->size[1] = dims > 1 ? (d[2] >> 14 & (later ? 0xffff : 0x3fff)) + 1 : 1;
    t->size[2] = dims > 2 ? (d[4] & (later ? 0x3fff : 0x1fff)) + 1 : 1;
    t->row = dims > 2 ? (t->size[0] * format_bytes(f) + 255ull) & ~255ull
                      : ((d[4] & (later ? 0xffff : 0x3fff)) + 1ull) * format_bytes(f);
    t->slice = t->row * t->size[1];
    return f.count && !levels && !(d[3] >> 20 & 31) && d[3] >> 28 == 7 + dims && !(d[5] | d[6] | d[7]);
}
/* Whether the sampler is one that is known: without anisotropy, comparison, or a border other than 0. */
AI u32 sampler_at(W *w, u32 at, u32 dims, u32 unorm, Texture *t) {
    const u32 *d = w->s + at;
    u32 filter = d[2] >> 20 & 3, known = filter < 2 && !(d[0] >> 9 & 0x3f) && !(d[0] >> 16) && !d[3];
    t->plain = unorm || (d[0] >> 15 & 1);
    t->linear = filter == 1;
    for (u32 k = 0; k < dims; k++) {
        u32 how = t->clamp[k] = d[0] >> 3 * k & 7;
        known &= how == LAST_TEXEL || how == BORDER || (how < LAST_TEXEL && !t->plain);
    }
    return known && !(t->linear && dims > 2);
}
/* The texel that is meant, or -1 for the border. */
AI i64 addressed(i64 i, i64 n, u32 how) {
    if (i >= 0 && i < n) return i;
    if (how == BORDER) return -1;
    if (how == LAST_TEXEL) return i < 0 ? 0 : n - 1;
    i64 period = how == MIRROR ? 2 * n : n;
    i = (i % period + period) % period;
    return i < n ? i : period - 1 - i;
}
/* A coordinate in 256ths of a texel. */
AI i64 in_texels(u32 bits, u32 n, u32 plain) {
    double x = (double)asf(bits) * (plain ? 256.0 : 256.0 * (double)n);
    return x != x ? 0 : (i64)even_double(x < -0x1p60 ? -0x1p60 : x > 0x1p60 ? 0x1p60 : x);
}
AI u64 texel_at(const Texture *t, const i64 *at) {
    return t->base + (u64)at[0] * format_bytes(t->format) + (u64)at[1] * t->row + (u64)at[2] * t->slice;
}
/* Each lane's texel, in `a`; lanes that are outside the image are missing from the result. */
AI mask texels(W *w, u64 *a, const Texture *t, u32 dims, const u32 *c, u32 sampled) {
    mask in = 0;
    for (u32 i = 0; i < WAVE; i++) {
        i64 at[3] = {0, 0, 0};
        u32 inside = 1;
        for (u32 k = 0; k < dims; k++) {
            u32 x = w->v[c[k]][i], n = t->size[k];
            at[k] = sampled ? addressed(in_texels(x, n, t->plain) >> 8, n, t->clamp[k]) : x < n ? (i64)x : -1;
            inside &= at[k] >= 0;
        }
        a[i] = inside ? texel_at(t, at) : 0;
        in |= (mask)inside << i;
    }
    return in;
}
/* The selections of the components that dmask asks for. */
AI u32 asked(u32 select, u32 dmask) {
    u32 found = 0, n = 0;
    for (u32 k = 0; k < 4; k++)
        if (dmask >> k & 1) found |= selected(select, k) << 3 * n++;
    return found;
}
NI int sample_linear(W *w, u32 nd, const Texture *t, u32 dims, const u32 *c, u32 select, u32 d16, u32 n) {
    mask e = exec_of(w);
    Format f = t->format;
    u32 r[4][WAVE];
    for (u32 k = 0; k < n; k++) {
        u32 s = selected(select, k);
        if (RARE(f.kind == UINT || f.kind == SINT || s == 2 || s == 3 || (s >= 4 && s - 4 >= f.count)))
            return fault(w, FAULT_FORMAT, 0, 0, 0);
    }
    for (u32 i = 0; i < WAVE; i++) {
        if (!(e >> i & 1)) continue;
        double sum[4] = {0, 0, 0, 0};
        for (u32 corner = 0; corner < 1u << dims; corner++) {
            i64 at[3] = {0, 0, 0}, weight = 1;
            for (u32 k = 0; k < dims; k++) {
                i64 x = in_texels(w->v[c[k]][i], t->size[k], t->plain) - 128, up = corner >> k & 1;
                weight *= up ? x & 255 : 256 - (x & 255);
                at[k] = addressed((x >> 8) + up, t->size[k], t->clamp[k]);
                if (at[k] < 0) weight = 0;
            }
            if (!weight) continue;
            const u8 *p = place(w, GLOBAL, i, texel_at(t, at), format_bytes(f), READ);
            if (RARE(!p)) return FAULT;
            for (u32 k = 0; k < n; k++) {
                u32 s = selected(select, k);
                if (s >= 4) sum[k] += (double)weight * (double)asf(from_field(field_of(p, f, s - 4), f.bits[s - 4], f.kind, 0));
            }
        }
        for (u32 k = 0; k < n; k++) r[k][i] = fitted(selected(select, k) == 1 ? 1.0 : sum[k] / (double)(1 << 8 * dims), d16);
    }
    put_components(w, nd, r, e, d16, n);
    return 0;
}
