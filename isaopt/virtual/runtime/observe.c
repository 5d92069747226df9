/* What a launch is beyond running: it is compared with that of another version, noted, and its time taken. */
/* --compare: both versions start from the same memory; what the first left is kept, the second's must be equal. */
typedef struct {
    u8 *at, *then, *result;
    u64 size;
} Snapshot;
static int compare(Kernel *k, dim3 grid, dim3 group, u32 dynamic, const u8 *args, u64 size, int cooperative, u64 *count) {
    pthread_mutex_lock(table);
    Snapshot *s = calloc(allocations + 1, sizeof *s);
    u64 n = allocations, other, different = 0;
    for (u64 a = 0; a < n; a++) {
        s[a] = (Snapshot){allocation[a].at, malloc(allocation[a].size), malloc(allocation[a].size), allocation[a].size};
        memcpy(s[a].then, s[a].at, s[a].size);
    }
    pthread_mutex_unlock(table);
    int error = run_version(k, 0, grid, group, dynamic, args, size, cooperative, count);
    for (u64 a = 0; a < n; a++) {
        memcpy(s[a].result, s[a].at, s[a].size);
        memcpy(s[a].at, s[a].then, s[a].size);
    }
    if (!error) error = run_version(k, 1, grid, group, dynamic, args, size, cooperative, &other);
    for (u64 a = 0; a < n && !error && !different; a++)
        for (u64 b = 0; b < s[a].size && !different; b++)
            if (s[a].at[b] != s[a].result[b]) {
                different = 1;
                SAY("kernel %s: the optimised version left 0x%02x where the original left 0x%02x, at byte %llu of the "
                    "%llu bytes at %p\n", k->name, s[a].at[b], s[a].result[b], b, s[a].size, s[a].at);
            }
    if (different) free(ask(NOTE, "different ", 10, k->name, 0));
    for (u64 a = 0; a < n; a++) {
        memcpy(s[a].at, s[a].result, s[a].size);
        free(s[a].then);
        free(s[a].result);
    }
    free(s);
    return error;
}

static void trace(Kernel *k, dim3 g, dim3 b, u32 dynamic, const u8 *args, u64 count, double seconds, int error) {
    char *text = malloc(strlen(k->name) + 512 + 96 * k->version->record->arguments + 8 * k->version->record->kernarg), *p = text;
    p += snprintf(p, 1 << 20, "launch {\"kernel\": \"%s\", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"lds\": %u, "
                  "\"arguments\": [", k->name, g.x, g.y, g.z, b.x, b.y, b.z, k->version->record->lds + dynamic);
    for (u32 n = 0, shown = 0; n < k->version->record->arguments; n++) {
        u32 size = k->version->record->argument[n].size;
        if (k->version->record->argument[n].kind != EXPLICIT) continue;
        p += snprintf(p, 8, "%s\"0x", shown++ ? ", " : "");
        for (u32 x = size; x--;) p += snprintf(p, 3, "%02x", args[k->version->record->argument[n].offset + x]);
        *p++ = '"';
    }
    snprintf(p, 200, "], \"instructions\": %llu, \"seconds\": %.6f, \"error\": %d}", count, seconds, error);
    free(ask(NOTE, text, strlen(text), "", 0));
    free(text);
}
/* What the simulator predicts for a launch, in femtoseconds; 0 if it cannot. */
static u64 simulated(Kernel *k, dim3 g, dim3 b, u32 dynamic, const u8 *args) {
    Record *r = k->version->record;
    u64 name = strlen(k->name), size = 0;
    u8 *body = calloc(1, 72 + name + 8 * r->arguments + r->kernarg), *p = body, *values = calloc(1, r->kernarg + 1);
    const u64 head[2] = {k->module->id, name}, numbers[7] = {g.x, g.y, g.z, b.x, b.y, b.z, dynamic};
    memcpy(p, head, 16);
    memcpy(p + 16, k->name, name);
    memcpy(p += 16 + name, numbers, 56);
    memcpy(values, args, r->kernarg);
    p += 56;
    for (u32 n = 0; n < r->arguments; n++) {
        if (r->argument[n].kind != EXPLICIT) continue;
        u8 *pointer = r->argument[n].size == 8 ? (u8 *)at(args, r->argument[n].offset, 8) : 0;
        Allocation a = find(pointer);
        u64 behind = a.at ? a.size - (u64)(pointer - a.at) : 0;
        memcpy(p, &behind, 8);
        p += 8;
        if (behind) memset(values + r->argument[n].offset, 0, 8); /* where it is makes no difference */
    }
    memcpy(p, values, r->kernarg);
    free(values);
    p += r->kernarg;
    u64 *answer = (u64 *)ask(TIME, body, (u64)(p - body), "", &size), fs = answer && size == 8 ? *answer : 0;
    free(answer);
    free(body);
    return fs;
}
/* Whether a kernel may ask for memory.  What it gets, and what is written there, depends on when it asks. */
static int allocates(Record *r) {
    for (u32 n = 0; n < r->arguments; n++)
        if (r->argument[n].kind == HEAP) return 1;
    return 0;
}
/* A launch with its arguments as one block; under the lock. */
static int launch(Kernel *k, dim3 grid, dim3 group, u32 dynamic, const u8 *args, u64 size, int cooperative) {
    i64 from[2], to[2];
    u64 count = 0;
    int error = prepare(k);
    if (error) return error;
    Record *r = k->version->record;
    u64 threads = (u64)group.x * group.y * group.z;
    if (!grid.x || !grid.y || !grid.z || !threads || threads > 1024 || threads > r->max_threads) return INVALID_CONFIGURATION;
    if ((u64)r->lds + dynamic > LDS_LIMIT) return INVALID_VALUE;
    watch();
    clock_gettime(1, from);
    error = k->version[1].record && !allocates(r) ? compare(k, grid, group, dynamic, args, size, cooperative, &count)
                                 : run_version(k, 0, grid, group, dynamic, args, size, cooperative, &count);
    clock_gettime(1, to);
    u64 fs = number(SIMULATE) ? simulated(k, grid, group, dynamic, args) : 0;
    clock_fs += 1000000000ull + (fs ?: count * number(PER_INSTRUCTION)); /* a microsecond, and the work */
    if (number(TRACE))
        trace(k, grid, group, dynamic, args, count, (double)(to[0] - from[0]) + 1e-9 * (double)(to[1] - from[1]), error);
    return error;
}
