/* Runs kernels: workgroups in order, on as many threads as the run was given. */
enum { EXPLICIT, COUNT_X, COUNT_Y, COUNT_Z, SIZE_X, SIZE_Y, SIZE_Z, REST_X, REST_Y, REST_Z, DIMS, DYNAMIC_LDS, PRIVATE_BASE,
       SHARED_BASE, QUEUE, HOSTCALLS, HEAP, PRINTF, GRID_SYNC, ZERO }; /* kinds of arguments; _KINDS of kernels.py */
enum { LDS_LIMIT = 65536, SHORT_SLICE = 20000, SLICE = 5000000, MOST_MEMORY = 1 << 30, WAVE_ENDED = 2, WAVE_FAULT = 3, FAULT_TRAP = 12, FAULT_READONLY = 4 };
typedef struct {
    Kernel *kernel;
    Version *version;
    dim3 grid, group;
    u32 lds, cooperative;
    u64 next, total, count, image; /* next: the workgroup to start */
    u8 *kernarg;
    int error;
    Launch start; /* what all workgroups start with */
    u64 *launched; /* with checks, the calls that lead to the launch, and where something undefined was first loaded */
    Place loaded;
} Run;
static const char *const fault_text[] = {
    "", "access outside all memory", "LDS access out of range", "scratch access out of range", "store to read-only memory",
    "undefined register", "jump to where no instruction is", "buffer, image or sampler descriptor that is not supported",
    "barrier wait without its signal", "register selected by M0 beyond the kernel's", "buffer format that is not supported",
    "value that the buffer format cannot hold", "trap (an assertion that failed, or __builtin_trap)", "unknown named barrier",
    "barrier that no other wave can complete"};
static void finding(Launch *l);
static void start_checks(Run *r, u8 *segment, u8 *packet);
static u64 queue[64], sync[8], global_sync[64];
static __thread Run *running;
static __thread Launch *workgroup;
static u64 clock_fs; /* the device's time, in femtoseconds */
static u8 *no_buffer; /* where code that prints through a buffer would find it; nothing may be read there */
enum { NO_ACCESS = 1 << 20 };

static void describe(Run *r, Launch *l, const char *what) {
    u64 x = l->next % l->groups[0], y = l->next / l->groups[0] % l->groups[1], z = l->next / l->groups[0] / l->groups[1];
    u32 sites = r->version->record->sites;
    SAY("kernel %s: %s (workgroup (%llu, %llu, %llu), wave %llu, lane %llu)\n  at instruction %llu: %s\n", r->kernel->name,
        what, x, y, z, l->failed, l->fault_lane, l->fault_site, l->fault_site < sites ? r->version->site[l->fault_site] : "?");
}
/* A store or load of device code went where the process has no memory: said, and the process ends as HIP's does. */
static struct {
    void (*handler)(int, void *, void *);
    u64 mask[16];
    int flags;
    void *restorer;
} before;
static void segmentation_fault(int number, u8 *info, void *context) {
    if (workgroup) {
        u8 *address = *(u8 **)(info + 16);
        char text[160];
        running->version->locate(workgroup);
        snprintf(text, sizeof text, (u64)(address - no_buffer) < NO_ACCESS
                                        ? "printf through a buffer (-mprintf-kind=buffered) is not supported"
                                        : "memory access fault at address %p", address);
        describe(running, workgroup, text);
        fflush(stdout);
        abort();
    }
    if ((u64)before.handler > 1) before.handler(number, info, context);
    else sigaction(number, &before, 0);
}
static void watch(void) {
    static int done;
    if (done++) return;
    struct {
        void (*handler)(int, u8 *, void *);
        u64 mask[16];
        int flags;
        void *restorer;
    } action = {segmentation_fault, {0}, 4, 0}; /* SA_SIGINFO */
    sigaction(11, &action, &before);
    no_buffer = mmap(0, NO_ACCESS, 0, 0x22, -1, 0);
}

static u8 *zeroed(u64 n) {
    u8 *p = aligned_alloc(64, (n + 127) / 64 * 64);
    memset(p, 0, n);
    return p;
}
/* The memory of one workgroup, and what says so. */
static Launch *workspace(Run *r) {
    Record *k = r->version->record;
    Launch *l = (Launch *)zeroed(sizeof *l);
    *l = r->start;
    l->wave = (void *)zeroed(l->waves * r->version->wave_bytes);
    l->lds = zeroed(l->lds_size + 1);
    l->scratch = zeroed(l->waves * k->wave * l->scratch_size + 1);
    l->scratch_undefined = l->scratch; /* set to 0 with it, and not looked at */
    if (checking(CHECK_UNINIT)) {
        l->scratch_undefined = zeroed(l->waves * k->wave * l->scratch_size + 1);
        l->lds_undefined = zeroed(l->lds_size + 1);
    }
    if (checking(CHECK_RACE)) l->lds_cells = (Cell *)zeroed((l->lds_size / 4 + 1) * sizeof *l->lds_cells);
    l->turns = (u32 *)zeroed(4 * l->waves);
    return l;
}
static void give_back(Launch *l) {
    free(l->wave);
    free(l->lds);
    if (l->scratch_undefined != l->scratch) free(l->scratch_undefined);
    free(l->lds_undefined);
    free(l->lds_cells);
    free(l->scratch);
    free(l->turns);
    free(l);
}
/* Runs what is left of a workgroup, for at most `slice` instructions; whether it has ended. */
static int step(Run *r, Launch *l, u64 slice) {
    u64 counted = l->count;
    l->slice = slice;
    workgroup = l;
    running = r;
    int why = r->version->run(l);
    workgroup = 0;
    u64 all = __atomic_add_fetch(&r->count, l->count - counted, __ATOMIC_RELAXED);
    int reach = l->fault <= FAULT_READONLY; /* a fault of where, not of what */
    if (why == WAVE_FAULT && !__atomic_exchange_n(&r->error, reach ? ILLEGAL_ADDRESS : LAUNCH_FAILURE, __ATOMIC_SEQ_CST)) {
        if (reach && checking(~0ull)) {
            running = r;
            finding(l);
        } else
            describe(r, l, fault_text[l->fault < 15 ? l->fault : 0]);
        if (l->fault == FAULT_TRAP) {
            fflush(stdout);
            abort();
        }
    }
    if (number(LIMIT) && all > number(LIMIT) && !__atomic_exchange_n(&r->error, LAUNCH_TIMEOUT, __ATOMIC_SEQ_CST))
        SAY("kernel %s: more than %llu instructions were executed (--limit)\n", r->kernel->name, number(LIMIT));
    return why == WAVE_ENDED;
}
/* What one thread does: it runs a workgroup to its end, then the next.  One that takes long may wait for others which
   have not started, so twice as many get their turns then, up to those that the GPU holds at a time; those of a
   cooperative launch all start at once. */
static void *work(void *run) {
    Run *r = run;
    Launch **active = 0, *spare = 0;
    u64 running_now = 0, left = 1, wanted = 1, jobs = number(JOBS), waves = r->start.waves;
    u64 bytes = waves * (r->version->wave_bytes + r->version->record->wave * r->start.scratch_size);
    u64 most = 32 * number(CUS) / waves / jobs, room = MOST_MEMORY / bytes / jobs;
    most = (room < most ? room : most) + 1;
    if (r->cooperative) wanted = most = (r->total + jobs - 1) / jobs;
    while ((left || running_now) && !r->error) {
        while (running_now < wanted) {
            u64 g = left ? __atomic_fetch_add(&r->next, 1, __ATOMIC_SEQ_CST) : 0;
            left = left && g < r->total;
            if (!left) break;
            Launch *l = spare ?: workspace(r);
            spare = 0;
            l->next = g;
            l->end = g + 1;
            l->started = l->count = 0;
            APPEND(active, running_now, l);
        }
        u64 kept = 0;
        for (u64 k = 0; k < running_now; k++) {
            Launch *l = active[k];
            int ended = !r->error && step(r, l, running_now > 1 ? SHORT_SLICE : SLICE);
            if (!ended) active[kept++] = l;
            else if (spare) give_back(l);
            else spare = l;
        }
        if (!r->cooperative) wanted = !kept ? 1 : 2 * kept < most ? 2 * kept : most;
        running_now = kept;
    }
    while (running_now) give_back(active[--running_now]);
    if (spare) give_back(spare);
    free(active);
    return 0;
}
static void start_registers(Run *r, u8 *packet) {
    static const u32 always[] = {124, 126, 127, 129, 115, 116, 117}; /* null, EXEC, MODE; on gfx12 the workgroup's ids */
    Record *k = r->version->record;
    Launch *l = &r->start;
    u64 pointer[3] = {(u64)packet, (u64)queue, (u64)r->kernarg};
    for (u32 n = 0; n < k->initials; n++) {
        u32 x = r->version->initial[n], which = x - 0xa0000000;
        l->initial[n] = which < 6 ? (u32)(pointer[which / 2] >> 32 * (which & 1)) : x;
    }
    memcpy(l->id_at, k->id_at, sizeof l->id_at);
    for (u32 n = 0; n < k->initials; n++) l->defined[n] = 1;
    for (u32 n = 0; n < (k->ids_in_ttmp ? 7 : 4); n++) l->defined[always[n]] = 1;
    for (u32 d = 0; d < 3; d++)
        if (l->id_at[d] < SCALARS) l->defined[l->id_at[d]] = 1;
}
/* Fills in what the compiler asks for behind the kernel's own arguments (AMDGPUUsage, "hidden_*"). */
static void hidden_arguments(Run *r, u32 dynamic) {
    u32 *g = &r->grid.x, *b = &r->group.x;
    for (u32 n = 0; n < r->version->record->arguments; n++) {
        u32 kind = r->version->record->argument[n].kind;
        u64 x = kind >= COUNT_X && kind <= COUNT_Z ? g[kind - COUNT_X]
                : kind >= SIZE_X && kind <= SIZE_Z ? b[kind - SIZE_X]
                : kind == DIMS         ? (g[2] * b[2] > 1 ? 3 : g[1] * b[1] > 1 ? 2 : 1)
                : kind == DYNAMIC_LDS  ? dynamic
                : kind == PRIVATE_BASE ? 0x20000
                : kind == SHARED_BASE  ? 0x10000
                : kind == QUEUE        ? (u64)queue
                : kind == HOSTCALLS    ? (u64)hostcalls()
                : kind == HEAP         ? (u64)heap()
                : kind == PRINTF       ? (u64)no_buffer
                                       : 0;
        if (kind == HOSTCALLS) heap(); /* code objects of version 4 ask for memory through that alone */
        if (kind == GRID_SYNC && r->cooperative) {
            memset(sync, 0, sizeof sync); /* mg_info of ockl/src/cg.cl: with the number of workgroups, which wait for each other */
            sync[5] = r->total;
            x = (u64)sync;
        }
        if (kind != EXPLICIT)
            memcpy(r->kernarg + r->version->record->argument[n].offset, &x, r->version->record->argument[n].size);
    }
}
static int run_version(Kernel *kernel, u32 which, dim3 grid, dim3 group, u32 dynamic, const u8 *given, u64 size,
                       int cooperative, u64 *count) {
    Version *v = kernel->version + which;
    Record *k = v->record;
    Run r = {kernel, v, grid, group, k->lds + dynamic, (u32)cooperative, 0, (u64)grid.x * grid.y * grid.z};
    u64 threads = (u64)group.x * group.y * group.z, jobs = number(JOBS);
    u8 *segment = aligned_alloc(64, (k->kernarg + 255) / 64 * 64), packet[64] __attribute__((aligned(64))) = {0};
    memset(segment, 0, (k->kernarg + 255) / 64 * 64);
    memcpy(segment, given, size < k->kernarg ? size : k->kernarg);
    r.kernarg = segment;
    hidden_arguments(&r, dynamic);
    u16 head[6] = {2, 3, (u16)group.x, (u16)group.y, (u16)group.z, 0};
    u32 body[5] = {grid.x * group.x, grid.y * group.y, grid.z * group.z, k->scratch, r.lds};
    memcpy(packet, head, 12);
    memcpy(packet + 12, body, 20);
    memcpy(packet + 40, &segment, 8);
    r.start = (Launch){.groups = {grid.x, grid.y, grid.z}, .block = {group.x, group.y, group.z},
                       .waves = (threads + k->wave - 1) / k->wave, .lds_size = r.lds, .scratch_size = k->scratch,
                       .limit = ~0ull, .ids_in_ttmp = k->ids_in_ttmp, .item_ids = k->item_ids,
                       .image = (u64)kernel->module->image[device].base, .interrupt = serve, .global_sync = global_sync};
    if (cooperative) global_sync[0] = global_sync[0] >> 32 << 32 | (u32)(r.total - 1); /* for one wave of each workgroup */
    start_registers(&r, packet);
    if (checking(~0ull)) start_checks(&r, segment, packet);
    if (jobs > r.total) jobs = r.total;
    u64 thread[64], made = 0;
    while (made + 1 < jobs && made < 64 && !pthread_create(thread + made, 0, work, &r)) made++;
    work(&r);
    while (made) pthread_join(thread[--made], 0);
    free(segment);
    free(r.start.buffers);
    free(r.start.sync);
    free(r.launched);
    *count = r.count;
    return r.error;
}
