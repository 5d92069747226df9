/* Code objects: found in fat binaries by the server, mapped here, their kernels compiled by the server when they are
   first asked for. */
typedef struct {
    u32 wave, lds, scratch, kernarg, max_threads, ids_in_ttmp, item_ids, vgprs, sgprs, waves_per_simd, id_at[3];
    u32 initials, arguments, sites;
    struct {
        u32 kind, offset, size;
    } argument[];
} Record;
/* One of the two versions of a kernel: the one that runs, and what it is compared with. */
typedef struct Version {
    Record *record;
    u32 *initial, *said;
    char **site; /* the text of each instruction */
    int (*run)(Launch *);
    void (*locate)(Launch *);
    u64 wave_bytes;
} Version;
typedef struct Module {
    u8 *binary;
    u64 size, id;
    u32 state, managed; /* state: 0 not loaded, 1 loaded, else 1 + the error */
    struct Variable *variable;
    Image image[MOST_DEVICES]; /* each device has variables of its own */
    struct Kernel *kernel; /* those that were asked for by name */
} Module;
typedef struct Kernel {
    const void *host;
    char *name;
    Module *module;
    struct Kernel *next, *sibling;
    Version version[2];
    u32 state, dynamic_limit;
} Kernel;
typedef struct Variable {
    const void *host;
    char *name;
    u64 size;
    Module *module;
    void *managed;
    struct Variable *next, *sibling;
} Variable;
enum { BUCKETS = 4096 };
static Kernel *kernels[BUCKETS];
static Variable *variables[BUCKETS];
static u64 bucket(const void *p) { return ((u64)p >> 4) * 0x9e3779b97f4a7c15ull >> 52; }

/* Has the server pick the GPU's code object, and maps it for the thread's device; under the lock. */
static int load(Module *m) {
    Image *image = m->image + device;
    if (m->state && (m->state > 1 || image->base)) return (int)m->state - 1;
    if (!started()) return NO_DEVICE;
    if (!m->state) {
        m->state = 1 + NO_BINARY;
        u8 *p = ask(LOAD, m->binary, m->size, "", 0);
        if (!p) return NO_BINARY;
        m->id = at(p, 0, 8);
        for (u32 k = 0; k < MOST_DEVICES; k++) m->image[k] = (Image){p + 16, 0, at(p, 8, 8), 0};
    }
    if (!map_image(image)) return NO_BINARY;
    enter((Allocation){image->base, image->span, DEVICE, 0, 1});
    for (Variable *v = m->variable; v; v = v->sibling) {
        u8 *pointer = v->managed ? symbol(image, v->name, "", 0) : 0;
        if (pointer) memcpy(pointer, &v->managed, 8);
    }
    m->state = 1;
    return OK;
}
/* A kernel that can run: compiled by the server, loaded from the file that it names. */
static int prepare(Kernel *k) {
    int error = load(k->module);
    if (k->state || error) return error ? error : (int)k->state - 1;
    k->state = 1 + NOT_SUPPORTED;
    for (u32 n = 0; n < 1 + number(COMPARE); n++) {
        Version *v = k->version + n;
        u64 which[2] = {k->module->id, n}, size;
        u8 *answer = ask(KERNEL, which, 16, k->name, &size);
        if (!answer) return NOT_SUPPORTED;
        if (!size) continue; /* there is no other version */
        v->record = (Record *)answer;
        v->initial = (u32 *)(v->record->argument + v->record->arguments);
        char *text = (char *)(v->initial + v->record->initials);
        void *library = dlopen(text, 2); /* RTLD_NOW */
        if (!library) {
            SAY("%s\n", dlerror());
            return NOT_SUPPORTED;
        }
        v->run = dlsym(library, "run");
        v->locate = dlsym(library, "locate");
        v->wave_bytes = ((u64(*)(void))dlsym(library, "wave_bytes"))();
        v->site = calloc(v->record->sites + 1, sizeof *v->site);
        v->said = calloc(v->record->sites + 1, sizeof *v->said);
        for (u32 s = 0; s < v->record->sites; s++) v->site[s] = text += strlen(text) + 1;
    }
    k->state = 1;
    return OK;
}
static Kernel *kernel_of(const void *function) {
    if (!function) return 0;
    for (Kernel *k = kernels[bucket(function)]; k; k = k->next)
        if (k->host == function) return k;
    for (Kernel *k = kernels[bucket(0)]; k; k = k->next) /* a hipFunction_t */
        if (k == function) return k;
    return 0;
}
static Kernel *add_kernel(Module *m, const void *host, const char *name) {
    Kernel *k = calloc(1, sizeof *k);
    k->host = host;
    k->name = strdup(name);
    k->module = m;
    k->next = kernels[bucket(host)];
    return kernels[bucket(host)] = k;
}

API void **__hipRegisterFatBinary(struct { u32 magic, version; u8 *binary; void *unused; } *wrapper) {
    Module *m = calloc(1, sizeof *m);
    m->binary = wrapper->binary;
    m->size = size_of_binary(m->binary);
    return (void **)m;
}
API void __hipUnregisterFatBinary(void **module) {}
API void __hipRegisterFunction(Module *m, const void *host, char *name, const char *device, u32 limit, void *thread,
                               void *group, dim3 *block, dim3 *grid, int *wave) {
    pthread_mutex_lock(lock);
    add_kernel(m, host, device);
    pthread_mutex_unlock(lock);
}
static Variable *add_variable(Module *m, const void *host, const char *name, u64 size, void *managed) {
    Variable *v = calloc(1, sizeof *v);
    *v = (Variable){host, strdup(name), size, m, managed, variables[bucket(host)], m->variable};
    pthread_mutex_lock(lock);
    m->variable = variables[bucket(host)] = v;
    pthread_mutex_unlock(lock);
    return v;
}
API void __hipRegisterVar(Module *m, void *host, char *name, const char *device, int external, u64 size, int constant,
                          int global) {
    add_variable(m, host, device, size, 0);
}
API void __hipRegisterManagedVar(Module *m, void **pointer, void *initial, const char *name, u64 size, u32 align) {
    u8 *p = aligned_alloc(256, (size + 255) / 256 * 256);
    memcpy(p, initial, size);
    enter((Allocation){p, size, MANAGED, 0, 0});
    *pointer = p;
    add_variable(m, pointer, name, size, p);
}
API void __hipRegisterTexture(Module *m, void *host, char *name, const char *device, int type, int norm, int extern_) {}
API void __hipRegisterSurface(Module *m, void *host, char *name, const char *device, int type, int extern_) {}

/* Where a variable of the program is, by the address of its stand-in on the host. */
static int place_of(const void *host, u8 **p, u64 *size) {
    START;
    pthread_mutex_lock(lock);
    Variable *v = variables[bucket(host)];
    while (v && v->host != host) v = v->next;
    int error = v ? load(v->module) : INVALID_SYMBOL;
    if (!error) {
        *p = v->managed ?: symbol(v->module->image + device, v->name, "", 0);
        *size = v->size;
        if (!*p) error = INVALID_SYMBOL;
    }
    pthread_mutex_unlock(lock);
    return failed(error);
}
API int hipGetSymbolAddress(void **p, const void *host) {
    u64 size;
    NEED(p, INVALID_VALUE);
    return place_of(host, (u8 **)p, &size);
}
API int hipGetSymbolSize(u64 *size, const void *host) {
    u8 *p;
    NEED(size, INVALID_VALUE);
    return place_of(host, &p, size);
}

API int hipModuleLoadDataEx(Module **out, const void *data, u32 options, void *option, void **values) {
    START;
    NEED(out && data, INVALID_VALUE);
    u64 size = size_of_binary(data);
    NEED(size, INVALID_IMAGE);
    Module *m = calloc(1, sizeof *m);
    m->binary = memcpy(malloc(size), data, size);
    m->size = size;
    pthread_mutex_lock(lock);
    int error = load(m);
    pthread_mutex_unlock(lock);
    *out = error ? 0 : m;
    return failed(error);
}
API int hipModuleLoadData(Module **out, const void *data) { return hipModuleLoadDataEx(out, data, 0, 0, 0); }
API int hipModuleLoadFatBinary(Module **out, const void *data) { return hipModuleLoadDataEx(out, data, 0, 0, 0); }
API int hipModuleLoad(Module **out, const char *path) {
    NEED(out && path, INVALID_VALUE);
    int file = open(path, 02000000);
    NEED(file >= 0, FILE_NOT_FOUND);
    u8 *data = 0;
    u64 size = 0;
    for (long n = 1; n > 0; size += (u64)n) {
        data = realloc(data, size + (1 << 20));
        n = read(file, data + size, 1 << 20);
        if (n <= 0) break;
    }
    close(file);
    int error = size > 64 ? hipModuleLoadDataEx(out, data, 0, 0, 0) : failed(INVALID_IMAGE);
    free(data);
    return error;
}
API int hipModuleUnload(Module *m) { return failed(m ? OK : INVALID_HANDLE); }
API int hipModuleGetFunction(Kernel **out, Module *m, const char *name) {
    NEED(out && name, INVALID_VALUE);
    NEED(m, INVALID_HANDLE);
    pthread_mutex_lock(lock);
    int error = load(m) || !symbol(m->image + device, name, ".kd", 0) ? NOT_FOUND : OK;
    Kernel *k = error ? 0 : m->kernel;
    while (k && strcmp(k->name, name)) k = k->sibling;
    if (!k && !error) {
        k = add_kernel(m, 0, name);
        k->sibling = m->kernel;
        m->kernel = k;
    }
    pthread_mutex_unlock(lock);
    *out = k;
    return failed(error);
}
API int hipModuleGetGlobal(void **p, u64 *size, Module *m, const char *name) {
    NEED(name, INVALID_VALUE);
    NEED(m, INVALID_HANDLE);
    u64 bytes;
    pthread_mutex_lock(lock);
    u8 *found = load(m) ? 0 : symbol(m->image + device, name, "", &bytes);
    pthread_mutex_unlock(lock);
    NEED(found, NOT_FOUND);
    if (p) *p = found;
    if (size) *size = bytes;
    return OK;
}
API int hipGetFuncBySymbol(Kernel **out, const void *host) {
    NEED(out, INVALID_VALUE);
    *out = kernel_of(host);
    return failed(*out ? OK : INVALID_DEVICE_FUNCTION);
}
