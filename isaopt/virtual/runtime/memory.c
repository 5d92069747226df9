/* Device memory is memory of this process; a list of allocations, by address, tells what a pointer points into. */
enum { HOST = 1, DEVICE = 2, MANAGED = 3 };
/* Where a lane is, and what it touches there. */
typedef struct {
    struct Kernel *kernel;
    struct Version *version;
    u64 site, group, wave, lane, address, size, width, groups[3], block[3], said;
} Place;
typedef struct {
    u8 *at;
    u64 size;
    u32 type, flags, registered;
    i32 device;
    u64 *made, *freed; /* calls that lead to it, ended by 0 */
    u8 *undefined;     /* as the emulator's Buffer has them */
    Cell *cells;
    Place *note;       /* who stored something undefined there first, and where it came from */
} Allocation;
static Allocation *allocation;
static u64 allocations, allocated[MOST_DEVICES];
static Mutex table; /* of the allocations; kernels may run meanwhile */
/* With checks, memory that was freed is kept for a while, so that who still uses it is found out. */
enum { KEPT_BYTES = 1 << 28, KEPT_COUNT = 1 << 16, REDZONE = 512 };
static Allocation *kept;
static u64 kept_from, kept_until, kept_bytes;

/* The program's calls that lead here. */
static u64 *frames(void) {
    void *at[24];
    u64 here[4], there[4], *made = calloc(25, 8), n = 0;
    int count = backtrace(at, 24);
    dladdr((void *)frames, here);
    for (int k = 0; k < count; k++)
        if (dladdr(at[k], there) && there[1] != here[1]) made[n++] = (u64)at[k];
    return made;
}

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
static Allocation *at_or_null(const void *p) {
    u64 k = below(p);
    return k && (u8 *)p < allocation[k - 1].at + (allocation[k - 1].size ?: 1) ? allocation + k - 1 : 0;
}
/* What a pointer points into; `at` is null if nothing is known of it. */
static Allocation find(const void *p) {
    pthread_mutex_lock(table);
    Allocation *a = at_or_null(p), found = a ? *a : (Allocation){0};
    pthread_mutex_unlock(table);
    return found;
}
static void enter(Allocation a) {
    a.device = device;
    if (checking(~0ull)) a.made = frames();
    if (checking(CHECK_UNINIT) && a.type == DEVICE && !a.registered) a.undefined = memset(malloc(a.size), 0xff, a.size);
    if (checking(CHECK_RACE)) a.cells = calloc(a.size / 4 + 1, sizeof *a.cells);
    pthread_mutex_lock(table);
    u64 k = below(a.at);
    APPEND(allocation, allocations, a);
    memmove(allocation + k + 1, allocation + k, (allocations - 1 - k) * sizeof a);
    allocation[k] = a;
    allocated[a.device] += a.type == HOST || a.registered ? 0 : a.size;
    pthread_mutex_unlock(table);
}
/* Gives memory back that was freed: with checks, what was freed long ago. */
static void retire(Allocation a) {
    free(a.undefined);
    free(a.cells);
    free(a.note);
    a.undefined = 0;
    a.cells = 0;
    a.note = 0;
    if (!a.made) {
        free(a.at);
        return;
    }
    a.freed = frames();
    pthread_mutex_lock(table);
    if (!kept) kept = calloc(KEPT_COUNT, sizeof *kept);
    kept[kept_until++ % KEPT_COUNT] = a;
    kept_bytes += a.size;
    while (kept_bytes > KEPT_BYTES || kept_until - kept_from == KEPT_COUNT) {
        Allocation *old = kept + kept_from++ % KEPT_COUNT;
        kept_bytes -= old->size;
        free(old->at);
        free(old->made);
        free(old->freed);
    }
    pthread_mutex_unlock(table);
}
/* The allocation, there or freed, that an address is in or lies behind or before; `at` is null where none is near. */
static Allocation nearest(const u8 *p) {
    enum { NEAR = 1 << 20 };
    Allocation found = {0};
    u64 least = NEAR;
    pthread_mutex_lock(table);
    for (u64 k = 0; k < allocations + kept_until - kept_from; k++) {
        Allocation *a = k < allocations ? allocation + k : kept + (kept_from + k - allocations) % KEPT_COUNT;
        u64 far = p < a->at ? (u64)(a->at - p) : p < a->at + a->size ? 0 : (u64)(p - a->at - a->size) + 1;
        if (far >= least) continue;
        found = *a;
        least = far;
    }
    pthread_mutex_unlock(table);
    return found;
}
/* Takes the allocation that starts here off the list; whether there was one, made the same way. */
static int leave(const void *p, u32 registered, Allocation *out) {
    pthread_mutex_lock(table);
    Allocation *a = at_or_null(p);
    int yes = a && a->at == p && a->registered == registered;
    if (yes) {
        allocated[a->device] -= a->type == HOST || registered ? 0 : a->size;
        *out = *a;
        memmove(a, a + 1, (u64)(allocation + --allocations - a) * sizeof *a);
    }
    pthread_mutex_unlock(table);
    return yes;
}
static int allocate(void **p, u64 n, u32 type, u32 flags) {
    NEED(p, INVALID_VALUE);
    START;
    *p = 0;
    if (!n) return OK;
    NEED(type == HOST || (n <= number(MEMORY) && allocated[device] + n <= number(MEMORY)), OUT_OF_MEMORY);
    u64 align = n < 4096 ? 256 : 4096, room = n + (checking(~0ull) ? REDZONE : 0);
    u8 *made = aligned_alloc(align, (room + align - 1) / align * align);
    NEED(made, OUT_OF_MEMORY);
    enter((Allocation){made, n, type, flags, 0});
    *p = made;
    return OK;
}
static int release_memory(void *p) {
    if (!p) return OK;
    START;
    Allocation a;
    NEED(leave(p, 0, &a), INVALID_VALUE);
    retire(a);
    return OK;
}
/* Whether n bytes at p do not leave the allocation that p is in, if it is in one. */
static int fits(const void *p, u64 n) {
    Allocation a = find(p);
    return !a.at || n <= a.size - (u64)((u8 *)p - a.at);
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
API int hipFree(void *p) { return release_memory(p); }
API int hipFreeAsync(void *p, void *stream) { return release_memory(p); }
API int hipHostFree(void *p) { return release_memory(p); }
API int hipFreeHost(void *p) { return release_memory(p); }
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
    NEED(!find(p).at, HOST_REGISTERED);
    enter((Allocation){p, n, HOST, flags, 1});
    return OK;
}
API int hipHostUnregister(void *p) {
    Allocation a;
    START;
    NEED(leave(p, 1, &a), HOST_NOT_REGISTERED);
    free(a.cells);
    return OK;
}
API int hipHostGetDevicePointer(void **device, void *host, u32 flags) {
    NEED(device && host && find(host).at, INVALID_VALUE);
    *device = host;
    return OK;
}
API int hipHostGetFlags(u32 *flags, void *p) {
    Allocation a = find(p);
    NEED(flags && a.at && a.type == HOST, INVALID_VALUE);
    *flags = a.flags;
    return OK;
}
API int hipMemGetInfo(u64 *unused, u64 *total) {
    START;
    if (unused) *unused = number(MEMORY) - allocated[device];
    if (total) *total = number(MEMORY);
    return OK;
}
API int hipMemGetAddressRange(void **base, u64 *size, void *p) {
    Allocation a = find(p);
    NEED(a.at, NOT_FOUND);
    if (base) *base = a.at;
    if (size) *size = a.size;
    return OK;
}
API int hipMemPtrGetInfo(void *p, u64 *size) {
    Allocation a = find(p);
    NEED(a.at && size, INVALID_VALUE);
    *size = a.size;
    return OK;
}
API int hipPointerGetAttributes(struct { i32 type, device; void *at, *host; i32 managed; u32 flags; } *out, void *p) {
    NEED(out && p, INVALID_VALUE);
    START;
    memset(out, 0, sizeof *out);
    Allocation a = find(p);
    out->device = a.at ? a.device : -2;
    if (!a.at) return OK;
    out->type = (i32)a.type;
    out->at = p;
    out->host = a.type == DEVICE ? 0 : p;
    out->managed = a.type == MANAGED;
    out->flags = a.flags;
    return OK;
}
API int hipPointerGetAttribute(void *out, int attribute, void *p) {
    NEED(out && p, INVALID_VALUE);
    Allocation a = find(p);
    NEED(a.at, INVALID_VALUE);
    switch (attribute) {
    case 2: *(i32 *)out = (i32)a.type; return OK;  /* memory type */
    case 3: case 4: *(void **)out = p; return OK;   /* device and host pointer */
    case 8: *(i32 *)out = a.type == MANAGED; return OK;
    case 9: *(i32 *)out = a.device; return OK;
    case 11: *(void **)out = a.at; return OK;      /* start and size of the range */
    case 12: *(u64 *)out = a.size; return OK;
    default: return failed(NOT_SUPPORTED);
    }
}
