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
