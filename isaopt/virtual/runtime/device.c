/* The devices, which are alike, and what they say of themselves. */
enum { UUID = 256 }; /* its place in the properties of HIP 6 */
#define KNOWN(n) NEED((n) >= 0 && (u64)(n) < number(DEVICES), INVALID_DEVICE)
API int hipInit(u32 flags) {
    NEED(!flags, INVALID_VALUE);
    START;
    return OK;
}
API int hipGetDeviceCount(int *n) {
    NEED(n, INVALID_VALUE);
    *n = 0;
    START;
    *n = (int)number(DEVICES);
    return OK;
}
API int hipGetDevice(int *out) {
    NEED(out, INVALID_VALUE);
    START;
    *out = device;
    return OK;
}
static int known(int n) {
    START;
    KNOWN(n);
    return OK;
}
API int hipSetDevice(int n) {
    int error = known(n);
    if (!error) device = n;
    return error;
}
API int hipDeviceGet(int *out, int n) {
    NEED(out, INVALID_VALUE);
    *out = n;
    return known(n);
}
API int hipSetValidDevices(int *list, int n) { return OK; }
API int hipDeviceReset(void) { return hipDeviceSynchronize(); }
API int hipSetDeviceFlags(u32 flags) { return hipDeviceSynchronize(); }
API int hipGetDeviceFlags(u32 *flags) {
    NEED(flags, INVALID_VALUE);
    *flags = 0;
    return OK;
}
static int properties(u8 *out, int n, u32 which) {
    NEED(out, INVALID_VALUE);
    START;
    KNOWN(n);
    memcpy(out, block[which].data, block[which].size);
    out[number(which ? BUS_PLACE_R0000 : BUS_PLACE)] += (u8)n;
    if (!which) out[UUID + 15] += (u8)n;
    return OK;
}
API int hipGetDevicePropertiesR0600(void *out, int n) { return properties(out, n, 0); }
API int hipGetDevicePropertiesR0000(void *out, int n) { return properties(out, n, 1); }
API int hipGetDeviceProperties(void *out, int n) { return properties(out, n, 1); }
API int hipChooseDevice(int *out, const void *wanted) { return hipGetDevice(out); }
API int hipChooseDeviceR0600(int *out, const void *wanted) { return hipGetDevice(out); }
API int hipDeviceGetAttribute(int *out, int attribute, int n) {
    enum { BUS_ID = 67 };
    NEED(out, INVALID_VALUE);
    START;
    KNOWN(n);
    const i32 *pair = (i32 *)block[2].data;
    *out = 0;
    for (u64 k = 0; k < block[2].size / 8; k++)
        if (pair[2 * k] == attribute) *out = pair[2 * k + 1] + (attribute == BUS_ID ? n : 0);
    return OK;
}
API int hipDeviceGetName(char *out, int n, int which) {
    NEED(out && n > 0, INVALID_VALUE);
    START;
    KNOWN(which);
    snprintf(out, (u64)n, "%s", (char *)block[0].data);
    return OK;
}
API int hipDeviceTotalMem(u64 *out, int n) {
    NEED(out, INVALID_VALUE);
    START;
    KNOWN(n);
    *out = number(MEMORY);
    return OK;
}
API int hipDeviceGetUuid(u8 *out, int n) {
    NEED(out, INVALID_VALUE);
    START;
    KNOWN(n);
    memcpy(out, block[0].data + UUID, 16);
    out[15] += (u8)n;
    return OK;
}
API int hipDeviceComputeCapability(int *major, int *minor, int n) {
    int error = hipDeviceGetAttribute(major, 23, n);
    return error ? error : hipDeviceGetAttribute(minor, 61, n);
}
API int hipDeviceGetPCIBusId(char *out, int n, int which) {
    NEED(out && n > 0, INVALID_VALUE);
    snprintf(out, (u64)n, "0000:%02x:00.0", 1 + which);
    return known(which);
}
API int hipDeviceGetByPCIBusId(int *out, const char *id) {
    NEED(out && id && strlen(id) > 5, INVALID_VALUE);
    *out = (int)strtoull(id + 5, 0, 16) - 1; /* after the domain */
    return known(*out);
}
static int version(int *out) {
    NEED(out, INVALID_VALUE);
    *out = 60342134; /* HIP 6.3 */
    return OK;
}
API int hipRuntimeGetVersion(int *out) { return version(out); }
API int hipDriverGetVersion(int *out) { return version(out); }
API int hipDeviceGetLimit(u64 *out, int limit) {
    static const u64 limits[] = {1024, 65536, 8 << 20};
    NEED(out, INVALID_VALUE);
    NEED(limit >= 0 && limit < 3, UNSUPPORTED_LIMIT);
    *out = limits[limit];
    return OK;
}
API int hipDeviceSetLimit(int limit, u64 value) { return failed(limit >= 0 && limit < 3 ? OK : UNSUPPORTED_LIMIT); }
API int hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 1;
    if (greatest) *greatest = -1;
    return OK;
}
static int zero(int *out) {
    NEED(out, INVALID_VALUE);
    *out = 0;
    return OK;
}
API int hipDeviceGetCacheConfig(int *out) { return zero(out); }
API int hipDeviceSetCacheConfig(int config) { return OK; }
API int hipDeviceGetSharedMemConfig(int *out) { return zero(out); }
API int hipDeviceSetSharedMemConfig(int config) { return OK; }
/* Peers.  A kernel reaches the memory of all devices, whether that was enabled or not. */
static u8 peers[MOST_DEVICES][MOST_DEVICES];
API int hipDeviceCanAccessPeer(int *out, int n, int peer) {
    NEED(out, INVALID_VALUE);
    *out = n != peer;
    return known(n) ?: known(peer);
}
API int hipDeviceGetP2PAttribute(int *out, int attribute, int n, int peer) {
    NEED(out && attribute >= 0 && attribute < 4 && n != peer, INVALID_VALUE);
    *out = attribute == 1 || attribute == 2; /* access, and atomics */
    return known(n) ?: known(peer);
}
API int hipDeviceEnablePeerAccess(int peer, u32 flags) {
    START;
    KNOWN(peer);
    NEED(peer != device, INVALID_DEVICE);
    NEED(!peers[device][peer]++, PEER_ENABLED);
    return OK;
}
API int hipDeviceDisablePeerAccess(int peer) {
    START;
    KNOWN(peer);
    NEED(peers[device][peer], PEER_NOT_ENABLED);
    peers[device][peer] = 0;
    return OK;
}
API int hipProfilerStart(void) { return OK; }
API int hipProfilerStop(void) { return OK; }

/* Contexts: each device has its one, which is known by its number plus 1. */
static int context(void **out, int n) {
    NEED(out, INVALID_VALUE);
    *out = (void *)(u64)(n + 1);
    return known(n);
}
API int hipCtxCreate(void **out, u32 flags, int n) { return context(out, n) ?: hipSetDevice(n); }
API int hipDevicePrimaryCtxRetain(void **out, int n) { return context(out, n); }
API int hipDevicePrimaryCtxRelease(int n) { return known(n); }
API int hipDevicePrimaryCtxReset(int n) { return known(n); }
API int hipDevicePrimaryCtxSetFlags(int n, u32 flags) { return known(n); }
API int hipDevicePrimaryCtxGetState(int n, u32 *flags, int *active) {
    if (flags) *flags = 0;
    if (active) *active = 1;
    return known(n);
}
static __thread i32 pushed[16];
static __thread u32 pushes;
API int hipCtxGetCurrent(void **out) { return context(out, device); }
API int hipCtxSetCurrent(void *context) { return context ? hipSetDevice((int)(u64)context - 1) : OK; }
API int hipCtxPushCurrent(void *context) {
    pushed[pushes++ % 16] = device;
    return hipCtxSetCurrent(context);
}
API int hipCtxPopCurrent(void **out) {
    if (out) context(out, device);
    return hipSetDevice(pushes ? pushed[--pushes % 16] : device);
}
API int hipCtxDestroy(void *context) { return OK; }
API int hipCtxGetDevice(int *out) { return hipGetDevice(out); }

/* Pools of memory: one for each device, of all of it. */
API int hipDeviceGetDefaultMemPool(void **out, int n) { return context(out, n); }
API int hipDeviceGetMemPool(void **out, int n) { return context(out, n); }
API int hipDeviceSetMemPool(int n, void *pool) { return known(n); }
API int hipMemPoolCreate(void **out, const void *wanted) { return context(out, device); }
API int hipMemPoolDestroy(void *pool) { return OK; }
API int hipMemPoolTrimTo(void *pool, u64 kept) { return OK; }
API int hipMemPoolSetAttribute(void *pool, int attribute, void *value) { return OK; }
API int hipMemPoolSetAccess(void *pool, const void *list, u64 n) { return OK; }
API int hipMemPoolGetAttribute(void *pool, int attribute, u64 *value) {
    NEED(value, INVALID_VALUE);
    *value = attribute < 4 ? 0 : allocated[device];
    return OK;
}
