/* Code objects in memory: where a binary ends, and how its segments are mapped, as ROCm's loader does (LLVM AMDGPUUsage,
   "Code Object" and "Relocation Records"). */
typedef struct {
    u8 *elf, *base;
    u64 size, span;
} Image;
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
