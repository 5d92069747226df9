/* Code objects: found in fat binaries by the server, loaded here as ROCm's loader does (LLVM AMDGPUUsage, "Code Object"
   and "Relocation Records"), their kernels compiled by the server when they are first asked for. */
typedef struct {
    u8 *elf, *base;
    u64 size, span;
} Image;
typedef struct {
    u32 wave, lds, scratch, kernarg, max_threads, ids_in_ttmp, item_ids, vgprs, sgprs, waves_per_simd, id_at[3];
    u32 initials, arguments, sites;
    struct {
        u32 kind, offset, size;
    } argument[];
} Record;
/* One of the two versions of a kernel: the one that runs, and what it is compared with. */
typedef struct {
    Record *record;
    u32 *initial;
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
    Image image;
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

static u64 at(const u8 *p, u64 offset, u32 bytes) {
    u64 x = 0;
    memcpy(&x, p + offset, bytes);
    return x;
}
/* The end of the mapping that p is in. */
static u64 mapped_until(const u8 *p) {
    char text[4096];
    u64 kept = 0, end = 0;
    int file = open("/proc/self/maps", 02000000);
    for (long n; !end && (n = read(file, text + kept, sizeof text - 1 - kept)) > 0;) {
        char *line = text, *next;
        text[kept += (u64)n] = 0;
        for (;;) {
            for (next = line; *next && *next != '\n'; next++) {}
            if (!*next) break;
            char *dash;
            u64 from = strtoull(line, &dash, 16), to = strtoull(dash + 1, 0, 16);
            if (from <= (u64)p && (u64)p < to) end = to;
            line = next + 1;
        }
        kept = strlen(line);
        memmove(text, line, kept);
    }
    close(file);
    return end;
}
/* The bytes of a fat binary or code object, of which HIP tells the start only; 0 if it is neither. */
static u64 size_of_binary(const u8 *p) {
    u64 end = 0;
    if (!memcmp(p, "__CLANG_OFFLOAD_BUNDLE__", 24)) {
        const u8 *entry = p + 32;
        for (u64 k = at(p, 24, 8); k; k--, entry += 24 + at(entry, 16, 8))
            if (at(entry, 0, 8) + at(entry, 8, 8) > end) end = at(entry, 0, 8) + at(entry, 8, 8);
    } else if (!memcmp(p, "CCOB", 4)) {
        u64 version = at(p, 4, 2);
        end = version == 2 ? at(p, 8, 4) : version == 3 ? at(p, 8, 8) : mapped_until(p) - (u64)p;
    } else if (!memcmp(p, "\177ELF", 4)) {
        end = at(p, 40, 8) + at(p, 58, 2) * at(p, 60, 2);
    }
    return end;
}

static const u8 *dynamic_symbols(Image *i, u64 *count, const char **names) {
    const u8 *sections = i->elf + at(i->elf, 40, 8);
    for (u64 k = 0, size = at(i->elf, 58, 2); k < at(i->elf, 60, 2); k++) {
        const u8 *s = sections + k * size;
        if (at(s, 4, 4) != 11) continue; /* SHT_DYNSYM */
        *count = at(s, 32, 8) / 24;
        *names = (char *)i->elf + at(sections + at(s, 40, 4) * size, 24, 8);
        return i->elf + at(s, 24, 8);
    }
    *count = 0;
    return 0;
}
static u8 *symbol(Image *i, const char *name, const char *suffix, u64 *size) {
    u64 count, n = strlen(name);
    const char *names;
    const u8 *s = dynamic_symbols(i, &count, &names);
    for (; count--; s += 24) {
        const char *found = names + at(s, 0, 4);
        if (!at(s, 6, 2) || strlen(found) < n || memcmp(found, name, n) || strcmp(found + n, suffix)) continue;
        if (size) *size = at(s, 16, 8);
        return i->base + at(s, 8, 8);
    }
    return 0;
}
static int relocate(Image *i, const u8 *dynamic) {
    u64 value[12] = {0};
    for (; at(dynamic, 0, 8); dynamic += 16)
        if (at(dynamic, 0, 8) < 12) value[at(dynamic, 0, 8)] = at(dynamic, 8, 8);
    const u8 *strings = i->base + value[5], *symbols = i->base + value[6], *rela = i->base + value[7];
    for (u64 k = 0; k < value[8] / 24; k++, rela += 24) {
        const u8 *s = symbols + at(rela, 12, 4) * 24;
        u64 kind = at(rela, 8, 4), to = (u64)i->base + at(rela, 16, 8) + (kind == 3 ? at(s, 8, 8) : 0);
        if (kind == 3 && !at(s, 6, 2)) {
            SAY("the symbol '%s' of a code object is defined nowhere\n", strings + at(s, 0, 4));
            return 0;
        }
        if (kind != 3 && kind != 13) { /* R_AMDGPU_ABS64, R_AMDGPU_RELATIVE64 */
            SAY("relocation %d of a code object is not supported\n", (int)kind);
            return 0;
        }
        memcpy(i->base + at(rela, 0, 8), &to, 8);
    }
    return 1;
}
/* Maps the segments of the file where there is room. */
static int map_image(Image *i) {
    const u8 *header = i->elf + at(i->elf, 32, 8);
    u64 count = at(i->elf, 56, 2), size = at(i->elf, 54, 2);
    for (u64 k = 0; k < count; k++) {
        const u8 *h = header + k * size;
        if (at(h, 0, 4) == 1 && at(h, 16, 8) + at(h, 40, 8) > i->span) i->span = at(h, 16, 8) + at(h, 40, 8);
    }
    i->span = (i->span + 4095) / 4096 * 4096;
    i->base = mmap(0, i->span, 3, 0x22, -1, 0); /* PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS */
    if ((u64)i->base == ~0ull) return 0;
    for (u64 k = 0; k < count; k++) {
        const u8 *h = header + k * size;
        if (at(h, 0, 4) == 1) memcpy(i->base + at(h, 16, 8), i->elf + at(h, 8, 8), at(h, 32, 8));
    }
    for (u64 k = 0; k < count; k++)
        if (at(header + k * size, 0, 4) == 2) return relocate(i, i->base + at(header + k * size, 16, 8)); /* PT_DYNAMIC */
    return 1;
}
/* Has the server pick the GPU's code object, and maps it; under the lock. */
static int load(Module *m) {
    if (m->state) return (int)m->state - 1;
    m->state = 1 + NO_BINARY;
    if (!started()) return NO_DEVICE;
    u8 *answer = ask(LOAD, m->binary, m->size, "", 0), *p = answer;
    if (!p) return NO_BINARY;
    m->id = at(p, 0, 8);
    m->image.size = at(p, 8, 8);
    m->image.elf = p + 16;
    if (!map_image(&m->image)) return NO_BINARY;
    enter((Allocation){m->image.base, m->image.span, DEVICE, 0, 1});
    for (Variable *v = m->variable; v; v = v->sibling) {
        u8 *pointer = v->managed ? symbol(&m->image, v->name, "", 0) : 0;
        if (pointer) memcpy(pointer, &v->managed, 8);
    }
    m->state = 1;
    return OK;
}
/* A kernel that can run: compiled by the server, loaded from the file that it names. */
static int prepare(Kernel *k) {
    if (k->state) return (int)k->state - 1;
    int error = load(k->module);
    if (error) return error;
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
        *p = v->managed ?: symbol(&v->module->image, v->name, "", 0);
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
    NEED(symbol(&m->image, name, ".kd", 0), NOT_FOUND);
    pthread_mutex_lock(lock);
    Kernel *k = m->kernel;
    while (k && strcmp(k->name, name)) k = k->sibling;
    if (!k) {
        k = add_kernel(m, 0, name);
        k->sibling = m->kernel;
        m->kernel = k;
    }
    pthread_mutex_unlock(lock);
    *out = k;
    return OK;
}
API int hipModuleGetGlobal(void **p, u64 *size, Module *m, const char *name) {
    NEED(name, INVALID_VALUE);
    NEED(m, INVALID_HANDLE);
    u64 bytes;
    u8 *found = symbol(&m->image, name, "", &bytes);
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
