/* Arrays, textures and surfaces: a texture is the image and sampler descriptors that device code loads (ROCm device
   libraries, ockl/src/image.cl; the fields as in ROCR-Runtime, image_manager_gfx11.cpp and image_manager_gfx12.cpp),
   with all images in rows, which the emulator reads. */
typedef struct {
    int type;
    union {
        Array *array;
        struct {
            u8 *at;
            Channels channels;
            u64 width, height, pitch; /* the width is in bytes where it is the only size */
        };
    };
} Resource;
typedef struct {
    int address[3], filter, read, srgb;
    float border[4];
    int normalized;
    u32 anisotropy;
    int mip_filter;
    float bias, least, most;
} Sampling;
/* What the device code of HIP takes for a texture or a surface. */
typedef struct {
    u32 image[12], sampler[8];
    Resource resource;
    Sampling sampling;
} Texture;
enum { IS_ARRAY, IS_LINEAR = 2, IS_PITCHED }; /* resource types */
enum { SIGNED, UNSIGNED, FLOATING };
enum { MOST_TEXELS = 1 << 14, LAYERED = 1, CUBEMAP = 4, GATHER = 8 };

/* Bytes of an element of 1, 2 or 4 equal channels; 0 for others. */
static u32 element_of(const Channels *c) {
    u32 n = 0, bits = (u32)c->bits[0];
    while (n < 4 && c->bits[n]) {
        if (c->bits[n] != c->bits[0]) return 0;
        n++;
    }
    if (n == 3 || (bits != 8 && bits != 16 && bits != 32) || (u32)c->kind > FLOATING || (bits == 8 && c->kind == FLOATING)) return 0;
    return n * bits / 8;
}
API int hipMalloc3DArray(Array **made, const Channels *c, Extent e, u32 flags) {
    NEED(made && c && e.width && e.width <= MOST_TEXELS && e.height <= MOST_TEXELS && e.depth <= MOST_TEXELS / 2, INVALID_VALUE);
    u32 element = element_of(c);
    NEED(element && (e.height || !e.depth), INVALID_VALUE);
    NEED(!(flags & (LAYERED | CUBEMAP | GATHER)), NOT_SUPPORTED);
    Array a = {0, (e.width * element + 255) & ~255ull, (u32)e.width, (u32)e.height, (u32)e.depth, element, flags, *c};
    int error = allocate((void **)&a.data, a.pitch * (e.height ?: 1) * (e.depth ?: 1), DEVICE, 0);
    if (error) return error;
    *made = malloc(sizeof a);
    **made = a;
    return OK;
}
API int hipMallocArray(Array **made, const Channels *c, u64 width, u64 height, u32 flags) {
    return hipMalloc3DArray(made, c, (Extent){width, height, 0}, flags);
}
API int hipFreeArray(Array *a) {
    if (!a) return OK;
    int error = hipFree(a->data);
    free(a);
    return error;
}
API int hipArrayDestroy(Array *a) { return a ? hipFreeArray(a) : failed(INVALID_VALUE); }
API Channels hipCreateChannelDesc(int x, int y, int z, int w, int kind) { return (Channels){{x, y, z, w}, kind}; }
API int hipGetChannelDesc(Channels *c, const Array *a) {
    NEED(c && a, INVALID_VALUE);
    *c = a->channels;
    return OK;
}
API int hipArrayGetInfo(Channels *c, Extent *e, u32 *flags, const Array *a) {
    NEED(a, INVALID_VALUE);
    if (c) *c = a->channels;
    if (e) *e = (Extent){a->width, a->height, a->depth};
    if (flags) *flags = a->flags;
    return OK;
}

/* The number of a format (RDNA3 ISA guide, "Data format"): unsigned and signed fractions, scaled numbers, integers, and floats of
   16 bits follow one another; of 32 bits there are integers and floats only.  0 if there is none. */
static u32 format_number(const Channels *c, u32 element, int fractions) {
    static const u8 first[3][5] = {{0, 1, 14, 0, 42}, {0, 7, 23, 0, 51}, {0, 20, 48, 0, 61}};
    u32 bits = (u32)c->bits[0], n = first[bits / 16][element * 8 / bits], is_signed = c->kind == SIGNED;
    if (bits == 32) return fractions && c->kind != FLOATING ? 0 : n + (c->kind == FLOATING ? 2 : is_signed);
    return n + (c->kind == FLOATING ? 6 : is_signed + (fractions ? 0 : 4));
}
/* What device code asks about an image besides: type and order of its channels (HSA runtime specification, image formats). */
static void tell_format(Texture *t, const Channels *c, u32 element, int fractions, u64 width) {
    u32 size = (u32)c->bits[0] / 16, n = element * 8 / (u32)c->bits[0];
    t->image[8] = c->kind == FLOATING ? 13 + size : fractions ? size + (c->kind == SIGNED ? 0 : 2) : size + (c->kind == SIGNED ? 8 : 11);
    t->image[9] = n == 1 ? 1 : n == 2 ? 3 : 8;
    t->image[10] = (u32)width;
}
/* Where components come from: a missing one is 0, or 1 if it is the last. */
static u32 selection(u32 n) { return n == 1 ? 01004 : n == 2 ? 01054 : 07654; }
static int fill_image(Texture *t, const Resource *r, int fractions) {
    const Channels *c = r->type == IS_ARRAY ? &r->array->channels : &r->channels;
    u32 element = element_of(c), format = element ? format_number(c, element, fractions) : 0, *d = t->image;
    NEED(format, INVALID_VALUE);
    u32 select = selection(element * 8 / (u32)c->bits[0]);
    if (r->type == IS_LINEAR) {
        u64 n = r->width / element;
        d[0] = (u32)(u64)r->at;
        d[1] = (u32)((u64)r->at >> 32 & 0xffff) | element << 16;
        d[2] = (u32)n;
        d[3] = select | format << 12;
        tell_format(t, c, element, fractions, n);
        return OK;
    }
    Array whole = r->type == IS_ARRAY ? *r->array : (Array){r->at, r->pitch, (u32)r->width, (u32)r->height, 0, 0, 0, {{0}, 0}};
    u32 dims = whole.depth ? 3 : whole.height ? 2 : 1, later = number(GENERATION) >= 12;
    u64 pitch = whole.pitch / element;
    d[0] = (u32)((u64)whole.data >> 8);
    d[1] = (u32)((u64)whole.data >> 40 & 0xff) | format << (later ? 17 : 20) | (whole.width - 1) << 30;
    d[2] = (whole.width - 1) >> 2 | (whole.height ? whole.height - 1 : 0) << 14;
    d[3] = select | (7 + dims) << 28;
    d[4] = dims == 3 ? whole.depth - 1 : (u32)pitch - 1;
    tell_format(t, c, element, fractions, whole.width);
    return OK;
}
static int make_texture(Texture **made, const Resource *r, const Sampling *s) {
    NEED(made && r, INVALID_VALUE);
    NEED(r->type == IS_ARRAY || r->type == IS_LINEAR || r->type == IS_PITCHED, NOT_SUPPORTED);
    NEED(r->type == IS_ARRAY ? r->array != 0 : r->at && !((u64)r->at & 255), INVALID_VALUE);
    NEED(r->type != IS_PITCHED || (r->width && r->width <= MOST_TEXELS && r->height && r->height <= MOST_TEXELS &&
                                   r->pitch && !(r->pitch & 255) && fits(r->at, (r->height - 1) * r->pitch)), INVALID_VALUE);
    NEED(r->type != IS_LINEAR || fits(r->at, r->width), INVALID_VALUE);
    Texture *t;
    int error = allocate((void **)&t, sizeof *t, HOST, 0);
    if (error) return error;
    memset(t, 0, sizeof *t);
    t->resource = *r;
    if (s) t->sampling = *s;
    error = fill_image(t, r, s && s->read);
    if (error) hipHostFree(t);
    else *made = t;
    return error;
}
API int hipCreateTextureObject(Texture **made, const Resource *r, const Sampling *s, const void *view) {
    NEED(s, INVALID_VALUE);
    NEED(!view && !s->srgb && !s->anisotropy && s->bias == 0, NOT_SUPPORTED);
    int error = make_texture(made, r, s);
    if (error) return error;
    /* Wrap, clamp, mirror, border; what needs normalised coordinates becomes clamping.  All dimensions do as the first. */
    static const u8 clamps[4] = {0, 2, 1, 6};
    u32 how = clamps[s->address[0] & 3], *d = (*made)->sampler;
    if (!s->normalized && how < 2) how = 2;
    d[0] = how | how << 3 | how << 6 | (s->normalized ? 0 : 1 << 15);
    d[1] = 4095 << 12;
    d[2] = s->filter ? 5 << 20 : 0;
    return OK;
}
API int hipDestroyTextureObject(Texture *t) { return t ? hipHostFree(t) : OK; }
API int hipGetTextureObjectResourceDesc(Resource *r, const Texture *t) {
    NEED(r && t, INVALID_VALUE);
    *r = t->resource;
    return OK;
}
API int hipGetTextureObjectTextureDesc(Sampling *s, const Texture *t) {
    NEED(s && t, INVALID_VALUE);
    *s = t->sampling;
    return OK;
}
API int hipCreateSurfaceObject(Texture **made, const Resource *r) {
    NEED(r && r->type == IS_ARRAY, INVALID_VALUE);
    return make_texture(made, r, 0);
}
API int hipDestroySurfaceObject(Texture *t) { return hipDestroyTextureObject(t); }
/* C++ names in HIP 5. */
API int _Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc(Texture **made, const Resource *r) {
    return hipCreateSurfaceObject(made, r);
}
API int _Z23hipDestroySurfaceObjectP13__hip_surface(Texture *t) { return hipDestroySurfaceObject(t); }
