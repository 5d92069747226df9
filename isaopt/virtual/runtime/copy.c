/* Copies and fills.  Host and device see the same memory, so directions are checked and otherwise do not matter. */
static int copy3(u8 *to, u64 to_pitch, u64 to_slice, const u8 *from, u64 from_pitch, u64 from_slice, u64 width, u64 height,
                 u64 depth, int kind, Stream *s) {
    NEED(kind >= 0 && (kind <= 4 || kind == 1024), INVALID_DIRECTION);
    if (!width || !height || !depth) return OK;
    NEED(to && from, INVALID_VALUE);
    NEED(height * depth == 1 || (width <= to_pitch && width <= from_pitch), INVALID_PITCH);
    START;
    NEED(fits(to, (depth - 1) * to_slice + (height - 1) * to_pitch + width), INVALID_VALUE);
    NEED(fits(from, (depth - 1) * from_slice + (height - 1) * from_pitch + width), INVALID_VALUE);
    Op op = {.kind = COPY,
             .move = {to, from, to_pitch, to_slice, from_pitch, from_slice, width, height, depth, 0, 0}};
    return submit(s, &op);
}
static int fill3(u8 *to, u64 pitch, u64 slice, u32 value, u32 element, u64 width, u64 height, u64 depth, Stream *s) {
    if (!width || !height || !depth) return OK;
    NEED(to, INVALID_VALUE);
    START;
    NEED(fits(to, (depth - 1) * slice + (height - 1) * pitch + width), INVALID_VALUE);
    Op op = {.kind = FILL, .move = {to, 0, pitch, slice, 0, 0, width, height, depth, value, element}};
    return submit(s, &op);
}
#define COPY1(name, more, kind, stream) \
    API int name(void *to, const void *from, u64 n more) { return copy3(to, 0, 0, from, 0, 0, n, 1, 1, kind, stream); }
#define AND ,
COPY1(hipMemcpy, AND int kind, kind, 0)
COPY1(hipMemcpyAsync, AND int kind AND Stream *s, kind, s)
COPY1(hipMemcpyWithStream, AND int kind AND Stream *s, kind, s)
COPY1(hipMemcpyHtoD, , 1, 0)
COPY1(hipMemcpyDtoH, , 2, 0)
COPY1(hipMemcpyDtoD, , 3, 0)
COPY1(hipMemcpyHtoDAsync, AND Stream *s, 1, s)
COPY1(hipMemcpyDtoHAsync, AND Stream *s, 2, s)
COPY1(hipMemcpyDtoDAsync, AND Stream *s, 3, s)
API int hipMemcpyPeer(void *to, int to_device, const void *from, int from_device, u64 n) {
    return hipMemcpy(to, from, n, 3);
}
API int hipMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, u64 n, Stream *s) {
    return hipMemcpyAsync(to, from, n, 3, s);
}
API int hipMemcpy2DAsync(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, int kind, Stream *s) {
    return copy3(to, to_pitch, 0, from, from_pitch, 0, width, height, 1, kind, s);
}
API int hipMemcpy2D(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, int kind) {
    return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, 0);
}
typedef struct {
    u64 x, y, z;
} Position;
typedef struct {
    int bits[4], kind; /* kinds: signed, unsigned, float */
} Channels;
/* Images that HIP allocates: rows of `pitch` bytes; height and depth are 0 where it has fewer dimensions. */
typedef struct {
    u8 *data;
    u64 pitch;
    u32 width, height, depth, element, flags;
    Channels channels;
} Array;
static Pitched rows_of(const Array *a) { return (Pitched){a->data, a->pitch, a->width, a->height ?: 1}; }
/* Whether a box of the array, x and width in bytes, is in it. */
static int holds(const Array *a, u64 x, u64 y, u64 z, u64 width, u64 height, u64 depth) {
    u64 row = (u64)a->width * a->element, rows = a->height ?: 1, slices = a->depth ?: 1;
    return x <= row && width <= row - x && y <= rows && height <= rows - y && z <= slices && depth <= slices - z;
}
typedef struct {
    Array *from_array;
    Position from_at;
    Pitched from;
    Array *to_array;
    Position to_at;
    Pitched to;
    Extent extent;
    int kind;
} Copy3D;
/* Places in arrays, and then the width, count elements; other places count bytes. */
API int hipMemcpy3DAsync(const Copy3D *p, Stream *s) {
    NEED(p, INVALID_VALUE);
    const Array *any = p->from_array ?: p->to_array;
    Pitched from = p->from_array ? rows_of(p->from_array) : p->from, to = p->to_array ? rows_of(p->to_array) : p->to;
    Position a = p->from_at, b = p->to_at;
    Extent e = p->extent;
    if (any) e.width *= any->element;
    if (p->from_array) a.x *= p->from_array->element;
    if (p->to_array) b.x *= p->to_array->element;
    NEED(!p->from_array || holds(p->from_array, a.x, a.y, a.z, e.width, e.height, e.depth), INVALID_VALUE);
    NEED(!p->to_array || holds(p->to_array, b.x, b.y, b.z, e.width, e.height, e.depth), INVALID_VALUE);
    u64 from_slice = from.pitch * from.height, to_slice = to.pitch * to.height;
    return copy3((u8 *)to.at + b.x + b.y * to.pitch + b.z * to_slice, to.pitch, to_slice,
                 (u8 *)from.at + a.x + a.y * from.pitch + a.z * from_slice, from.pitch, from_slice, e.width, e.height,
                 e.depth, p->kind, s);
}
API int hipMemcpy3D(const Copy3D *p) { return hipMemcpy3DAsync(p, 0); }
typedef struct {
    u64 from_x, from_y;
    int from_type;
    const u8 *from_host, *from_device;
    Array *from_array;
    u64 from_pitch, to_x, to_y;
    int to_type;
    u8 *to_host, *to_device;
    Array *to_array;
    u64 to_pitch, width, height;
} Copy2D;
enum { IN_ARRAY = 10 }; /* a memory type */
API int hipMemcpyParam2DAsync(const Copy2D *p, Stream *s) {
    NEED(p, INVALID_VALUE);
    const Array *a = p->from_type == IN_ARRAY ? p->from_array : 0, *b = p->to_type == IN_ARRAY ? p->to_array : 0;
    NEED((p->from_type != IN_ARRAY || (a && holds(a, p->from_x, p->from_y, 0, p->width, p->height, 1))) &&
         (p->to_type != IN_ARRAY || (b && holds(b, p->to_x, p->to_y, 0, p->width, p->height, 1))), INVALID_VALUE);
    u64 from_pitch = a ? a->pitch : p->from_pitch, to_pitch = b ? b->pitch : p->to_pitch;
    const u8 *from = a ? a->data : p->from_type == HOST ? p->from_host : p->from_device;
    u8 *to = b ? b->data : p->to_type == HOST ? p->to_host : p->to_device;
    return copy3(to + p->to_x + p->to_y * to_pitch, to_pitch, 0, from + p->from_x + p->from_y * from_pitch, from_pitch, 0,
                 p->width, p->height, 1, 4, s);
}
API int hipMemcpyParam2D(const Copy2D *p) { return hipMemcpyParam2DAsync(p, 0); }
API int hipDrvMemcpy2DUnaligned(const Copy2D *p) { return hipMemcpyParam2DAsync(p, 0); }
#define ROW(a, x, y) ((a)->data + (x) + (y) * (a)->pitch)
API int hipMemcpy2DToArrayAsync(Array *a, u64 x, u64 y, const void *from, u64 pitch, u64 width, u64 height, int kind, Stream *s) {
    NEED(a && holds(a, x, y, 0, width, height, 1), INVALID_VALUE);
    return copy3(ROW(a, x, y), a->pitch, 0, from, pitch, 0, width, height, 1, kind, s);
}
API int hipMemcpy2DToArray(Array *a, u64 x, u64 y, const void *from, u64 pitch, u64 width, u64 height, int kind) {
    return hipMemcpy2DToArrayAsync(a, x, y, from, pitch, width, height, kind, 0);
}
API int hipMemcpy2DFromArrayAsync(void *to, u64 pitch, const Array *a, u64 x, u64 y, u64 width, u64 height, int kind, Stream *s) {
    NEED(a && holds(a, x, y, 0, width, height, 1), INVALID_VALUE);
    return copy3(to, pitch, 0, ROW(a, x, y), a->pitch, 0, width, height, 1, kind, s);
}
API int hipMemcpy2DFromArray(void *to, u64 pitch, const Array *a, u64 x, u64 y, u64 width, u64 height, int kind) {
    return hipMemcpy2DFromArrayAsync(to, pitch, a, x, y, width, height, kind, 0);
}
/* n bytes of an array's rows, one row behind the other, from a place on. */
static int copy_rows(const Array *a, u64 x, u64 y, u8 *other, u64 n, int kind, int out) {
    NEED(a, INVALID_VALUE);
    for (u64 row = (u64)a->width * a->element, part; n; n -= part, other += part, x = 0, y++) {
        part = x < row && n > row - x ? row - x : n;
        NEED(holds(a, x, y, 0, part, 1, 1), INVALID_VALUE);
        int error = out ? hipMemcpy(other, ROW(a, x, y), part, kind) : hipMemcpy(ROW(a, x, y), other, part, kind);
        if (error) return error;
    }
    return OK;
}
API int hipMemcpyToArray(Array *a, u64 x, u64 y, const void *from, u64 n, int kind) {
    return copy_rows(a, x, y, (u8 *)from, n, kind, 0);
}
API int hipMemcpyFromArray(void *to, const Array *a, u64 x, u64 y, u64 n, int kind) {
    return copy_rows(a, x, y, to, n, kind, 1);
}
API int hipMemcpyHtoA(Array *a, u64 x, const void *from, u64 n) { return copy_rows(a, x, 0, (u8 *)from, n, 1, 0); }
API int hipMemcpyAtoH(void *to, const Array *a, u64 x, u64 n) { return copy_rows(a, x, 0, to, n, 2, 1); }

API int hipMemcpyToSymbolAsync(const void *host, const void *from, u64 n, u64 offset, int kind, Stream *s) {
    u8 *p;
    u64 size;
    int error = place_of(host, &p, &size);
    if (error) return error;
    NEED(offset <= size && n <= size - offset, INVALID_VALUE);
    return hipMemcpyAsync(p + offset, from, n, kind, s);
}
API int hipMemcpyToSymbol(const void *host, const void *from, u64 n, u64 offset, int kind) {
    return hipMemcpyToSymbolAsync(host, from, n, offset, kind, 0);
}
API int hipMemcpyFromSymbolAsync(void *to, const void *host, u64 n, u64 offset, int kind, Stream *s) {
    u8 *p;
    u64 size;
    int error = place_of(host, &p, &size);
    if (error) return error;
    NEED(offset <= size && n <= size - offset, INVALID_VALUE);
    return hipMemcpyAsync(to, p + offset, n, kind, s);
}
API int hipMemcpyFromSymbol(void *to, const void *host, u64 n, u64 offset, int kind) {
    return hipMemcpyFromSymbolAsync(to, host, n, offset, kind, 0);
}

API int hipMemsetAsync(void *p, int value, u64 n, Stream *s) { return fill3(p, 0, 0, (u8)value, 1, n, 1, 1, s); }
API int hipMemset(void *p, int value, u64 n) { return hipMemsetAsync(p, value, n, 0); }
#define FILLS(name, type, bytes) \
    API int name##Async(void *p, type value, u64 n, Stream *s) { return fill3(p, 0, 0, (u32)value, bytes, n * bytes, 1, 1, s); } \
    API int name(void *p, type value, u64 n) { return name##Async(p, value, n, 0); }
FILLS(hipMemsetD8, u8, 1)
FILLS(hipMemsetD16, u16, 2)
FILLS(hipMemsetD32, int, 4)
API int hipMemset2DAsync(void *p, u64 pitch, int value, u64 width, u64 height, Stream *s) {
    return fill3(p, pitch, 0, (u8)value, 1, width, height, 1, s);
}
API int hipMemset2D(void *p, u64 pitch, int value, u64 width, u64 height) {
    return hipMemset2DAsync(p, pitch, value, width, height, 0);
}
API int hipMemset3DAsync(Pitched p, int value, Extent e, Stream *s) {
    return fill3(p.at, p.pitch, p.pitch * p.height, (u8)value, 1, e.width, e.height, e.depth, s);
}
API int hipMemset3D(Pitched p, int value, Extent e) { return hipMemset3DAsync(p, value, e, 0); }

/* Hints: memory is in one place only. */
API int hipMemPrefetchAsync(const void *p, u64 n, int device, Stream *s) { return check_stream(s); }
API int hipMemAdvise(const void *p, u64 n, int advice, int device) { return OK; }
API int hipStreamAttachMemAsync(Stream *s, void *p, u64 n, u32 flags) { return check_stream(s); }
