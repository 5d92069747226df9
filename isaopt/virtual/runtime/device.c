/* The device, of which there is one, and what it says of itself. */
API int hipInit(u32 flags) {
    NEED(!flags, INVALID_VALUE);
    START;
    return OK;
}
API int hipGetDeviceCount(int *n) {
    NEED(n, INVALID_VALUE);
    *n = 0;
    START;
    *n = 1;
    return OK;
}
API int hipGetDevice(int *device) {
    NEED(device, INVALID_VALUE);
    START;
    *device = 0;
    return OK;
}
API int hipSetDevice(int device) {
    START;
    return failed(device ? INVALID_DEVICE : OK);
}
API int hipDeviceGet(int *out, int device) {
    NEED(out, INVALID_VALUE);
    *out = 0;
    return hipSetDevice(device);
}
API int hipSetValidDevices(int *list, int n) { return OK; }
API int hipDeviceReset(void) { return hipDeviceSynchronize(); }
API int hipSetDeviceFlags(u32 flags) { return hipDeviceSynchronize(); }
API int hipGetDeviceFlags(u32 *flags) {
    NEED(flags, INVALID_VALUE);
    *flags = 0;
    return OK;
}
static int properties(void *out, int device, u32 which) {
    NEED(out, INVALID_VALUE);
    START;
    NEED(device == 0, INVALID_DEVICE);
    memcpy(out, block[which].data, block[which].size);
    return OK;
}
API int hipGetDevicePropertiesR0600(void *out, int device) { return properties(out, device, 0); }
API int hipGetDevicePropertiesR0000(void *out, int device) { return properties(out, device, 1); }
API int hipGetDeviceProperties(void *out, int device) { return properties(out, device, 1); }
API int hipChooseDevice(int *out, const void *wanted) { return hipGetDevice(out); }
API int hipChooseDeviceR0600(int *out, const void *wanted) { return hipGetDevice(out); }
API int hipDeviceGetAttribute(int *out, int attribute, int device) {
    NEED(out, INVALID_VALUE);
    START;
    NEED(device == 0, INVALID_DEVICE);
    const i32 *pair = (i32 *)block[2].data;
    *out = 0;
    for (u64 k = 0; k < block[2].size / 8; k++)
        if (pair[2 * k] == attribute) *out = pair[2 * k + 1];
    return OK;
}
API int hipDeviceGetName(char *out, int n, int device) {
    NEED(out && n > 0, INVALID_VALUE);
    START;
    NEED(device == 0, INVALID_DEVICE);
    snprintf(out, (u64)n, "%s", (char *)block[0].data);
    return OK;
}
API int hipDeviceTotalMem(u64 *out, int device) {
    NEED(out, INVALID_VALUE);
    START;
    NEED(device == 0, INVALID_DEVICE);
    *out = number(MEMORY);
    return OK;
}
API int hipDeviceGetUuid(void *out, int device) {
    NEED(out, INVALID_VALUE);
    START;
    memcpy(out, block[0].data + 256, 16);
    return OK;
}
API int hipDeviceComputeCapability(int *major, int *minor, int device) {
    int error = hipDeviceGetAttribute(major, 23, device);
    return error ? error : hipDeviceGetAttribute(minor, 61, device);
}
API int hipDeviceGetPCIBusId(char *out, int n, int device) {
    NEED(out && n > 0, INVALID_VALUE);
    snprintf(out, (u64)n, "0000:01:00.0");
    return hipSetDevice(device);
}
API int hipDeviceGetByPCIBusId(int *out, const char *id) { return hipGetDevice(out); }
static int version(int *out) {
    NEED(out, INVALID_VALUE);
    *out = 60342134; /* HIP 6.3 */
    return OK;
}
API int hipRuntimeGetVersion(int *out) { return version(out); }
API int hipDriverGetVersion(int *out) { return version(out); }
API int hipDeviceGetLimit(u64 *out, int limit) {
    static const u64 limits[] = {1024, 65536, 0};
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
API int hipDeviceCanAccessPeer(int *out, int device, int peer) { return zero(out); }
API int hipDeviceEnablePeerAccess(int peer, u32 flags) { return failed(INVALID_DEVICE); }
API int hipDeviceDisablePeerAccess(int peer) { return failed(PEER_NOT_ENABLED); }
API int hipProfilerStart(void) { return OK; }
API int hipProfilerStop(void) { return OK; }

/* Contexts: the device has its one. */
API int hipCtxCreate(void **out, u32 flags, int device) {
    NEED(out, INVALID_VALUE);
    *out = (void *)1;
    return hipSetDevice(device);
}
API int hipDevicePrimaryCtxRetain(void **out, int device) { return hipCtxCreate(out, 0, device); }
API int hipDevicePrimaryCtxRelease(int device) { return hipSetDevice(device); }
API int hipDevicePrimaryCtxReset(int device) { return hipSetDevice(device); }
API int hipDevicePrimaryCtxSetFlags(int device, u32 flags) { return hipSetDevice(device); }
API int hipDevicePrimaryCtxGetState(int device, u32 *flags, int *active) {
    if (flags) *flags = 0;
    if (active) *active = 1;
    return hipSetDevice(device);
}
API int hipCtxGetCurrent(void **out) { return hipCtxCreate(out, 0, 0); }
API int hipCtxSetCurrent(void *context) { return hipDeviceSynchronize(); }
API int hipCtxPushCurrent(void *context) { return hipDeviceSynchronize(); }
API int hipCtxPopCurrent(void **out) { return out ? hipCtxCreate(out, 0, 0) : OK; }
API int hipCtxDestroy(void *context) { return OK; }
API int hipCtxGetDevice(int *out) { return hipGetDevice(out); }

/* Pools of memory: one, of all of it. */
API int hipDeviceGetDefaultMemPool(void **out, int device) { return hipCtxCreate(out, 0, device); }
API int hipDeviceGetMemPool(void **out, int device) { return hipCtxCreate(out, 0, device); }
API int hipDeviceSetMemPool(int device, void *pool) { return hipSetDevice(device); }
API int hipMemPoolCreate(void **out, const void *wanted) { return hipCtxCreate(out, 0, 0); }
API int hipMemPoolDestroy(void *pool) { return OK; }
API int hipMemPoolTrimTo(void *pool, u64 kept) { return OK; }
API int hipMemPoolSetAttribute(void *pool, int attribute, void *value) { return OK; }
API int hipMemPoolSetAccess(void *pool, const void *list, u64 n) { return OK; }
API int hipMemPoolGetAttribute(void *pool, int attribute, u64 *value) {
    NEED(value, INVALID_VALUE);
    *value = attribute < 4 ? 0 : allocated;
    return OK;
}

/* Kernels: what they need, and how many workgroups fit.  A multiprocessor is a WGP: 4 SIMDs, 128 KB of LDS. */
static int asked(Kernel *k, Record **out) {
    START;
    NEED(k, INVALID_DEVICE_FUNCTION);
    pthread_mutex_lock(lock);
    int error = prepare(k);
    pthread_mutex_unlock(lock);
    *out = k->version->record;
    return failed(error);
}
typedef struct {
    i32 binary, cache;
    u64 constant, local;
    i32 dynamic, threads, registers, carveout, ptx;
    u64 shared;
} FunctionAttributes;
API int hipFuncGetAttributes(FunctionAttributes *out, const void *f) {
    Record *r;
    NEED(out, INVALID_VALUE);
    int error = asked(kernel_of(f), &r);
    if (!error)
        *out = (FunctionAttributes){11, 0, 0, r->scratch, (i32)(LDS_LIMIT - r->lds), (i32)r->max_threads, (i32)r->vgprs, 0, 11,
                                    r->lds};
    return error;
}
API int hipFuncGetAttribute(int *out, int attribute, Kernel *k) {
    FunctionAttributes a;
    NEED(out, INVALID_VALUE);
    int error = hipFuncGetAttributes(&a, k);
    if (error) return error;
    const i64 values[] = {a.threads, (i64)a.shared, 0, (i64)a.local, a.registers, a.ptx, a.binary, 0, a.dynamic, 0};
    NEED(attribute >= 0 && attribute < 10, INVALID_VALUE);
    *out = (int)values[attribute];
    return OK;
}
API int hipFuncSetAttribute(const void *f, int attribute, int value) {
    return failed(kernel_of(f) ? OK : INVALID_DEVICE_FUNCTION);
}
API int hipFuncSetCacheConfig(const void *f, int config) { return OK; }
API int hipFuncSetSharedMemConfig(const void *f, int config) { return OK; }
static u32 fitting(Record *r, u32 threads, u64 dynamic) {
    u32 waves = (threads + r->wave - 1) / r->wave, n = 4 * r->waves_per_simd / waves;
    u64 lds = r->lds + dynamic;
    if (lds && 131072 / lds < n) n = (u32)(131072 / lds);
    return threads <= r->max_threads && lds <= LDS_LIMIT ? n < 32 ? n : 32 : 0;
}
API int hipOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *f, int threads, u64 dynamic) {
    Record *r;
    NEED(out && threads > 0, INVALID_VALUE);
    int error = asked(kernel_of(f), &r);
    if (!error) *out = (int)fitting(r, (u32)threads, dynamic);
    return error;
}
API int hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, const void *f, int threads, u64 dynamic, u32 flags) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(out, f, threads, dynamic);
}
API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *out, Kernel *k, int threads, u64 dynamic) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(out, k, threads, dynamic);
}
API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, Kernel *k, int threads, u64 dynamic, u32 flags) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(out, k, threads, dynamic);
}
API int hipOccupancyMaxPotentialBlockSize(int *grid, int *threads, const void *f, u64 dynamic, int limit) {
    Record *r;
    NEED(grid && threads, INVALID_VALUE);
    int error = asked(kernel_of(f), &r);
    if (error) return error;
    u32 most = limit > 0 && (u32)limit < r->max_threads ? (u32)limit : r->max_threads, best = 0;
    for (u32 t = most / r->wave * r->wave ?: most; t; t = t > r->wave ? t - r->wave : 0)
        if (fitting(r, t, dynamic) * t > best) {
            best = fitting(r, t, dynamic) * t;
            *threads = (int)t;
            *grid = (int)(fitting(r, t, dynamic) * (u32)number(CUS) / 2);
        }
    return failed(best ? OK : INVALID_VALUE);
}
API int hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *threads, Kernel *k, u64 dynamic, int limit) {
    return hipOccupancyMaxPotentialBlockSize(grid, threads, k, dynamic, limit);
}
API int hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *threads, Kernel *k, u64 dynamic, int limit, u32 flags) {
    return hipOccupancyMaxPotentialBlockSize(grid, threads, k, dynamic, limit);
}
API const char *hipKernelNameRef(Kernel *k) { return k ? k->name : 0; }
API const char *hipKernelNameRefByPtr(const void *f, Stream *s) { return hipKernelNameRef(kernel_of(f)); }

/* Errors; the table `errors` comes before this text. */
static const struct Text *text_of(int error) {
    for (u32 k = 0; k < sizeof errors / sizeof *errors; k++)
        if (errors[k].code == error) return errors + k;
    return 0;
}
API const char *hipGetErrorName(int error) { return text_of(error) ? text_of(error)->name : "hipErrorUnknown"; }
API const char *hipGetErrorString(int error) { return text_of(error) ? text_of(error)->text : "unknown error"; }
API int hipDrvGetErrorName(int error, const char **out) {
    NEED(out, INVALID_VALUE);
    *out = text_of(error) ? text_of(error)->name : 0;
    return *out ? OK : INVALID_VALUE;
}
API int hipDrvGetErrorString(int error, const char **out) {
    NEED(out, INVALID_VALUE);
    *out = text_of(error) ? text_of(error)->text : 0;
    return *out ? OK : INVALID_VALUE;
}
API int hipPeekAtLastError(void) { return last_error; }
API int hipGetLastError(void) {
    int error = last_error;
    last_error = OK;
    return error;
}
API int hipExtGetLastError(void) { return hipGetLastError(); }
API int hipGetProcAddress(const char *name, void **out, int version, u64 flags, int *status) {
    struct {
        const char *path;
        void *base, *symbol, *address;
    } self;
    NEED(name && out, INVALID_VALUE);
    if (version >= 600 && !strcmp(name, "hipGetDeviceProperties")) name = "hipGetDevicePropertiesR0600";
    if (version >= 600 && !strcmp(name, "hipChooseDevice")) name = "hipChooseDeviceR0600";
    dladdr((void *)hipGetProcAddress, &self);
    *out = dlsym(dlopen(self.path, 1 | 4), name); /* RTLD_LAZY | RTLD_NOLOAD: of this library, whoever loaded it */
    if (status) *status = !*out;
    return failed(*out ? OK : NOT_FOUND);
}
