/* Launches.  A kernel's arguments come one by one or as a block; they are packed as its metadata says. */
static int pack(Op *op, void **args, void **extra) {
    pthread_mutex_lock(lock);
    int error = started() ? prepare(op->kernel) : NO_DEVICE;
    pthread_mutex_unlock(lock);
    if (error) return error;
    Record *k = op->kernel->version->record;
    op->size = k->kernarg;
    op->args = calloc(1, op->size + 1);
    if (args)
        for (u32 n = 0, which = 0; n < k->arguments; n++)
            if (k->argument[n].kind == EXPLICIT)
                memcpy(op->args + k->argument[n].offset, args[which++], k->argument[n].size);
    if (!args && extra) {
        const void *from = 0;
        u64 size = 0;
        for (; *extra != (void *)3; extra += 2) { /* HIP_LAUNCH_PARAM_END; 1 the block, 2 its size */
            if (*extra == (void *)1) from = extra[1];
            else if (*extra == (void *)2) size = *(u64 *)extra[1];
            else return INVALID_VALUE;
        }
        if (from) memcpy(op->args, from, size < op->size ? size : op->size);
    }
    return OK;
}
static int start_kernel(Kernel *k, dim3 grid, dim3 group, void **args, void **extra, u64 dynamic, Stream *s, u32 cooperative) {
    START;
    NEED(k, INVALID_DEVICE_FUNCTION);
    Op op = {.kind = LAUNCH, .kernel = k, .grid = grid, .group = group, .dynamic = (u32)dynamic, .cooperative = cooperative,
             .device = device_of(s)};
    int error = pack(&op, args, extra);
    if (!error) error = submit(s, &op);
    free(op.args);
    return failed(error);
}
static __thread struct {
    dim3 grid, group;
    u64 dynamic;
    Stream *stream;
} configured[16];
static __thread u32 configurations;
API int __hipPushCallConfiguration(dim3 grid, dim3 group, u64 dynamic, Stream *s) {
    u32 k = configurations++ % 16;
    configured[k].grid = grid;
    configured[k].group = group;
    configured[k].dynamic = dynamic;
    configured[k].stream = s;
    return OK;
}
API int __hipPopCallConfiguration(dim3 *grid, dim3 *group, u64 *dynamic, Stream **s) {
    u32 k = --configurations % 16;
    *grid = configured[k].grid;
    *group = configured[k].group;
    *dynamic = configured[k].dynamic;
    *s = configured[k].stream;
    return OK;
}
API int hipLaunchKernel(const void *f, dim3 grid, dim3 group, void **args, u64 dynamic, Stream *s) {
    return start_kernel(kernel_of(f), grid, group, args, 0, dynamic, s, 0);
}
static void stamp(Event *e, Stream *s) {
    Op op = {.kind = RECORD, .event = e};
    if (e) submit(s, &op);
}
API int hipExtLaunchKernel(const void *f, dim3 grid, dim3 group, void **args, u64 dynamic, Stream *s, Event *from, Event *to,
                           int flags) {
    stamp(from, s);
    int error = start_kernel(kernel_of(f), grid, group, args, 0, dynamic, s, 0);
    stamp(to, s);
    return error;
}
API int hipLaunchCooperativeKernel(const void *f, dim3 grid, dim3 group, void **args, u32 dynamic, Stream *s) {
    return start_kernel(kernel_of(f), grid, group, args, 0, dynamic, s, 1);
}
API int hipModuleLaunchKernel(Kernel *k, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 dynamic, Stream *s, void **args,
                              void **extra) {
    NEED(k, INVALID_HANDLE);
    return start_kernel(kernel_of(k), (dim3){gx, gy, gz}, (dim3){bx, by, bz}, args, extra, dynamic, s, 0);
}
API int hipModuleLaunchCooperativeKernel(Kernel *k, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 dynamic, Stream *s,
                                         void **args) {
    NEED(k, INVALID_HANDLE);
    return start_kernel(kernel_of(k), (dim3){gx, gy, gz}, (dim3){bx, by, bz}, args, 0, dynamic, s, 1);
}
typedef struct {
    dim3 grid, group;
    u64 dynamic;
    Stream *stream;
    void *attribute;
    u32 attributes;
} Config;
static u32 together(const void *attributes, u32 count) {
    for (const u32 *a = attributes; count--; a += 18)
        if (a[0] == 2 && a[2]) return 1; /* hipLaunchAttributeCooperative */
    return 0;
}
API int hipLaunchKernelExC(const Config *c, const void *f, void **args) {
    NEED(c, INVALID_VALUE);
    return start_kernel(kernel_of(f), c->grid, c->group, args, 0, c->dynamic, c->stream, together(c->attribute, c->attributes));
}
typedef struct {
    dim3 grid, group;
    u32 dynamic;
    Stream *stream;
    void *attribute;
    u32 attributes;
} DriverConfig;
API int hipDrvLaunchKernelEx(const DriverConfig *c, Kernel *k, void **args, void **extra) {
    NEED(c && k, INVALID_VALUE);
    return start_kernel(kernel_of(k), c->grid, c->group, args, extra, c->dynamic, c->stream,
                        together(c->attribute, c->attributes));
}
/* The grid in work-items. */
API int hipExtModuleLaunchKernel(Kernel *k, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u64 dynamic, Stream *s, void **args,
                                 void **extra, Event *from, Event *to, u32 flags) {
    NEED(k, INVALID_HANDLE);
    NEED(bx && by && bz && gx % bx == 0 && gy % by == 0 && gz % bz == 0, INVALID_CONFIGURATION);
    stamp(from, s);
    int error = start_kernel(kernel_of(k), (dim3){gx / bx, gy / by, gz / bz}, (dim3){bx, by, bz}, args, extra, dynamic, s, 0);
    stamp(to, s);
    return error;
}
API int hipHccModuleLaunchKernel(Kernel *k, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u64 dynamic, Stream *s, void **args,
                                 void **extra, Event *from, Event *to) {
    return hipExtModuleLaunchKernel(k, gx, gy, gz, bx, by, bz, dynamic, s, args, extra, from, to, 0);
}
API int _Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j(
    Kernel *k, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u64 dynamic, Stream *s, void **args, void **extra, Event *from,
    Event *to, u32 flags) {
    return hipExtModuleLaunchKernel(k, gx, gy, gz, bx, by, bz, dynamic, s, args, extra, from, to, flags);
}
