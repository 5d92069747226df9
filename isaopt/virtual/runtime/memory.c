/* Device memory is memory of this process; a list of allocations, by address, tells what a pointer points into. */
enum { HOST = 1, DEVICE = 2, MANAGED = 3 };
typedef struct {
    u8 *at;
    u64 size;
    u32 type, flags, registered;
} Allocation;
static Allocation *allocation;
static u64 allocations, allocated;

/* The index of the last allocation at or below p, plus 1. */
static u64 below(const void *p) {
    u64 low = 0, high = allocations;
    while (low < high) {
        u64 middle = (low + high) / 2;
        if (allocation[middle].at <= (u8 *)p) low = middle + 1;
        else high = middle;
    }
    return low;
}
static Allocation *find(const void *p) {
    u64 k = below(p);
    return k && (u8 *)p < allocation[k - 1].at + (allocation[k - 1].size ?: 1) ? allocation + k - 1 : 0;
}
static void enter(Allocation a) {
    u64 at = below(a.at);
    APPEND(allocation, allocations, a);
    memmove(allocation + at + 1, allocation + at, (allocations - 1 - at) * sizeof a);
    allocation[at] = a;
}
static void leave(Allocation *a) {
    u64 at = (u64)(a - allocation);
    memmove(a, a + 1, (--allocations - at) * sizeof *a);
}
static int allocate(void **p, u64 n, u32 type, u32 flags) {
    NEED(p, INVALID_VALUE);
    START;
    *p = 0;
    if (!n) return OK;
    pthread_mutex_lock(lock);
    int error = OUT_OF_MEMORY;
    if (type == HOST || (n <= number(MEMORY) && allocated + n <= number(MEMORY))) {
        u64 align = n < 4096 ? 256 : 4096;
        u8 *at = aligned_alloc(align, (n + align - 1) / align * align);
        if (at) {
            enter((Allocation){at, n, type, flags, 0});
            allocated += type == HOST ? 0 : n;
            *p = at;
            error = OK;
        }
    }
    pthread_mutex_unlock(lock);
    return failed(error);
}
static int release_memory(void *p, int error) {
    if (!p) return OK;
    START;
    pthread_mutex_lock(lock);
    Allocation *a = find(p);
    if (a && a->at == p && !a->registered) {
        allocated -= a->type == HOST ? 0 : a->size;
        leave(a);
        free(p);
        error = OK;
    }
    pthread_mutex_unlock(lock);
    return failed(error);
}
/* Whether n bytes at p do not leave the allocation that p is in, if it is in one. */
static int fits(const void *p, u64 n) {
    pthread_mutex_lock(lock);
    Allocation *a = find(p);
    int yes = !a || n <= a->size - (u64)((u8 *)p - a->at);
    pthread_mutex_unlock(lock);
    return yes;
}

API int hipMalloc(void **p, u64 n) { return allocate(p, n, DEVICE, 0); }
API int hipExtMallocWithFlags(void **p, u64 n, u32 flags) { return allocate(p, n, DEVICE, flags); }
API int hipMallocAsync(void **p, u64 n, void *stream) { return allocate(p, n, DEVICE, 0); }
API int hipMallocFromPoolAsync(void **p, u64 n, void *pool, void *stream) { return allocate(p, n, DEVICE, 0); }
API int hipMallocManaged(void **p, u64 n, u32 flags) {
    NEED(n, INVALID_VALUE);
    return allocate(p, n, MANAGED, flags);
}
API int hipHostMalloc(void **p, u64 n, u32 flags) { return allocate(p, n, HOST, flags); }
API int hipHostAlloc(void **p, u64 n, u32 flags) { return allocate(p, n, HOST, flags); }
API int hipExtHostAlloc(void **p, u64 n, u32 flags) { return allocate(p, n, HOST, flags); }
API int hipMallocHost(void **p, u64 n) { return allocate(p, n, HOST, 0); }
API int hipMemAllocHost(void **p, u64 n) { return allocate(p, n, HOST, 0); }
API int hipFree(void *p) { return release_memory(p, INVALID_VALUE); }
API int hipFreeAsync(void *p, void *stream) { return release_memory(p, INVALID_VALUE); }
API int hipHostFree(void *p) { return release_memory(p, INVALID_VALUE); }
API int hipFreeHost(void *p) { return release_memory(p, INVALID_VALUE); }
API int hipMemAllocPitch(void **p, u64 *pitch, u64 width, u64 height, u32 element) {
    NEED(p && pitch, INVALID_VALUE);
    *pitch = (width + 255) / 256 * 256;
    return allocate(p, *pitch * height, DEVICE, 0);
}
API int hipMallocPitch(void **p, u64 *pitch, u64 width, u64 height) {
    return hipMemAllocPitch(p, pitch, width, height, 4);
}
typedef struct {
    void *at;
    u64 pitch, width, height;
} Pitched;
typedef struct {
    u64 width, height, depth;
} Extent;
API int hipMalloc3D(Pitched *p, Extent e) {
    NEED(p, INVALID_VALUE);
    p->width = e.width;
    p->height = e.height;
    p->pitch = (e.width + 255) / 256 * 256;
    return allocate(&p->at, p->pitch * e.height * e.depth, DEVICE, 0);
}
API int hipHostRegister(void *p, u64 n, u32 flags) {
    NEED(p && n, INVALID_VALUE);
    START;
    pthread_mutex_lock(lock);
    int taken = find(p) != 0;
    if (!taken) enter((Allocation){p, n, HOST, flags, 1});
    pthread_mutex_unlock(lock);
    return failed(taken ? HOST_REGISTERED : OK);
}
API int hipHostUnregister(void *p) {
    START;
    pthread_mutex_lock(lock);
    Allocation *a = find(p);
    int error = a && a->at == p && a->registered ? OK : HOST_NOT_REGISTERED;
    if (!error) leave(a);
    pthread_mutex_unlock(lock);
    return failed(error);
}
API int hipHostGetDevicePointer(void **device, void *host, u32 flags) {
    NEED(device && host && find(host), INVALID_VALUE);
    *device = host;
    return OK;
}
API int hipHostGetFlags(u32 *flags, void *p) {
    Allocation *a = find(p);
    NEED(flags && a && a->type == HOST, INVALID_VALUE);
    *flags = a->flags;
    return OK;
}
API int hipMemGetInfo(u64 *unused, u64 *total) {
    START;
    if (unused) *unused = number(MEMORY) - allocated;
    if (total) *total = number(MEMORY);
    return OK;
}
API int hipMemGetAddressRange(void **base, u64 *size, void *p) {
    Allocation *a = find(p);
    NEED(a, NOT_FOUND);
    if (base) *base = a->at;
    if (size) *size = a->size;
    return OK;
}
API int hipMemPtrGetInfo(void *p, u64 *size) {
    Allocation *a = find(p);
    NEED(a && size, INVALID_VALUE);
    *size = a->size;
    return OK;
}
API int hipPointerGetAttributes(struct { i32 type, device; void *at, *host; i32 managed; u32 flags; } *out, void *p) {
    NEED(out && p, INVALID_VALUE);
    START;
    memset(out, 0, sizeof *out);
    Allocation *a = find(p);
    out->device = a ? 0 : -2;
    if (!a) return OK;
    out->type = (i32)a->type;
    out->at = p;
    out->host = a->type == DEVICE ? 0 : p;
    out->managed = a->type == MANAGED;
    out->flags = a->flags;
    return OK;
}
API int hipPointerGetAttribute(void *out, int attribute, void *p) {
    NEED(out && p, INVALID_VALUE);
    Allocation *a = find(p);
    NEED(a, INVALID_VALUE);
    switch (attribute) {
    case 2: *(i32 *)out = (i32)a->type; return OK;  /* memory type */
    case 3: case 4: *(void **)out = p; return OK;   /* device and host pointer */
    case 8: *(i32 *)out = a->type == MANAGED; return OK;
    case 9: *(i32 *)out = 0; return OK;             /* device */
    case 11: *(void **)out = a->at; return OK;      /* start and size of the range */
    case 12: *(u64 *)out = a->size; return OK;
    default: return failed(NOT_SUPPORTED);
    }
}
