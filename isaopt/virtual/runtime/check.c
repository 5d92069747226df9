/* --check: what kernels may reach, what is remembered of it, and how a finding is told (isaopt/virtual/findings.py reads
   it).  What the kernels themselves look at stands in the emulator's runtime/checks.c. */
enum { HOST_GETS = 24 }; /* a kind of finding beside those of the emulator */
static Mutex telling;
static u32 race_clock;

/* Everything that a launch may touch, in the order of addresses: allocations, and what HIP itself hands to kernels. */
static Buffer *reachable(u64 *count, Allocation *more, u64 mores) {
    pthread_mutex_lock(table);
    Buffer *b = calloc(allocations + mores, sizeof *b);
    u64 n = 0, from = 0;
    for (u64 k = 0; k < mores; k++) /* by address */
        for (u64 j = k; j && more[j].at < more[j - 1].at; j--) {
            Allocation swap = more[j];
            more[j] = more[j - 1];
            more[j - 1] = swap;
        }
    for (u64 k = 0; k < allocations || from < mores;) {
        Allocation *a = from < mores && (k == allocations || more[from].at < allocation[k].at) ? more + from++ : allocation + k++;
        b[n++] = (Buffer){(u64)a->at, a->size, a->at, 1, a->undefined, a->cells};
    }
    pthread_mutex_unlock(table);
    *count = n;
    return b;
}
static void tell_frames(void *to, const char *what, const u64 *frame) {
    struct {
        const char *file;
        u8 *base;
        const char *name;
        u8 *symbol;
    } found;
    for (; frame && *frame; frame++)
        if (dladdr((void *)(*frame - 1), &found) && found.file)
            fprintf(to, "%s %llu %s\n", what, *frame - 1 - (u64)found.base, found.file);
}
static void tell_allocation(void *to, u64 address) {
    static const char *const type[] = {"", "pinned host memory", "device memory", "managed memory"};
    Allocation a = nearest((u8 *)address);
    if (!a.at) return;
    fprintf(to, "allocation %llu %llu %s\n", (u64)a.at, a.size,
            a.registered ? a.type == HOST ? "registered host memory" : "the code object" : type[a.type]);
    tell_frames(to, "made", a.made);
    tell_frames(to, "freed", a.freed);
}
static void tell_place(void *to, const char *name, const Place *p) {
    u64 item = p->wave * p->width + p->lane;
    fprintf(to, "%s %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu\n", name, p->site, p->group % p->groups[0],
            p->group / p->groups[0] % p->groups[1], p->group / p->groups[0] / p->groups[1], p->wave, p->lane,
            item % p->block[0], item / p->block[0] % p->block[1], item / p->block[0] / p->block[1], p->address, p->size);
}
/* Tells of one finding: `p` is where, `other` the other access of two, or where the bytes were loaded. */
static void tell(u64 kind, const Place *p, const Place *other, const u64 *call) {
    char *text = 0;
    u64 size = 0;
    void *to = open_memstream(&text, &size);
    Kernel *k = p->kernel;
    fprintf(to, "finding %llu\nkernel %llu %d %s\n", kind, k->module->id, p->version == k->version + 1, k->name);
    tell_place(to, "place", p);
    if (other) tell_place(to, "other", other);
    if (p->address > 0xffff) tell_allocation(to, p->address);
    tell_frames(to, "call", call);
    fclose(to);
    free(ask(NOTE, text, size, "", 0));
    free(text);
}
static Place place_in(Launch *l) {
    Place p = {running->kernel, running->version, l->fault_site, l->next, l->failed, l->fault_lane, l->fault_address,
               l->fault_size, running->version->record->wave, {0}, {0}};
    memcpy(p.groups, l->groups, sizeof p.groups);
    memcpy(p.block, l->block, sizeof p.block);
    return p;
}
/* What a kernel of this launch found. */
static void finding(Launch *l) {
    enum { UNDEFINED = 5, UNWRITTEN = 15, RACE_LOAD, RACE_STORE, DIVERGED, APART, WAIT, WAIT_STORE, NOTE_LOAD, NOTE_STORE };
    Place p = place_in(l), other = p, *second = 0;
    pthread_mutex_lock(telling);
    u64 kind = l->fault;
    if (kind == NOTE_LOAD && !running->loaded.kernel) running->loaded = p;
    if (kind == NOTE_STORE) {
        pthread_mutex_lock(table);
        Allocation *a = at_or_null((u8 *)p.address);
        /* The device's own memory is for the device, until the host asks for it. */
        if (!a || a->registered) kind = NOTE_LOAD;
        else if (a->type == DEVICE) {
            kind = NOTE_LOAD;
            if (!a->note) a->note = calloc(2, sizeof *a->note);
            if (!a->note->kernel) a->note[0] = p, a->note[1] = running->loaded;
        }
        pthread_mutex_unlock(table);
    }
    if (kind == RACE_LOAD || kind == RACE_STORE || kind == APART || kind == WAIT_STORE) {
        other.site = l->other_site;
        other.group = kind == APART ? l->next : l->other_wave / l->waves;
        other.wave = kind == APART ? l->other_wave : l->other_wave % l->waves;
        other.lane = l->other_stored; /* whether it was a store */
        second = &other;
    } else if ((kind == UNDEFINED || kind == UNWRITTEN || kind == NOTE_STORE) && running->loaded.kernel)
        second = &running->loaded;
    if (kind != NOTE_LOAD) tell(kind, &p, second, running->launched);
    pthread_mutex_unlock(telling);
}
/* What checks add to a launch. */
static void start_checks(Run *r, u8 *segment, u8 *packet) {
    enum { NOTES = 3 << 22 };
    Launch *l = &r->start;
    Hostcalls *h = hostcalls();
    Allocation more[] = {
        {segment, (r->version->record->kernarg + 255) / 64 * 64}, {packet, 64}, {(u8 *)queue, sizeof queue},
        {(u8 *)sync, sizeof sync}, {(u8 *)h, sizeof *h}, {(u8 *)h->packets, PACKETS * sizeof *h->packets},
        {(u8 *)h->payloads, PACKETS * sizeof *h->payloads}, {(u8 *)&doorbell, sizeof doorbell},
        {(u8 *)&mailbox, sizeof mailbox}, {no_buffer, NO_ACCESS}, /* not there: the process stops at it */
        {heap(), HEAP_BYTES}, {arena, ARENA_BYTES}};
    l->buffers = reachable(&l->buffer_count, more, sizeof more / sizeof *more);
    l->finding = finding;
    l->said = r->version->said;
    for (u32 n = 0; n < r->version->record->sites; n++) l->said[n] &= ~(u32)NOTES;
    r->launched = frames();
    l->clock = &race_clock;
    l->launch_time = ++race_clock;
    if (checking(CHECK_RACE)) l->sync = calloc(r->total * l->waves, sizeof *l->sync);
}
/* Bytes are copied, or written by the host (`from` null): so are their shadows. */
static void copied(u8 *to, const u8 *from, u64 n) {
    if (!checking(CHECK_UNINIT)) return;
    Allocation a = find(to), b = from ? find(from) : (Allocation){0};
    u8 *d = a.undefined ? a.undefined + (to - a.at) : 0, *s = b.undefined ? b.undefined + (from - b.at) : 0;
    if (d && s) memmove(d, s, n);
    else if (d) memset(d, 0, n);
    if (d && s && b.note && !a.note) {
        pthread_mutex_lock(table);
        Allocation *kept = at_or_null(to);
        kept->note = memcpy(calloc(2, sizeof *a.note), b.note, 2 * sizeof *a.note);
        pthread_mutex_unlock(table);
    }
    if (d || !s || !b.note || b.note->said) return;
    for (u64 k = 0; k < n; k++) {
        if (!s[k]) continue;
        u64 *call = frames();
        b.note->said = 1;
        b.note->address = (u64)(from + k);
        tell(HOST_GETS, b.note, b.note[1].kernel ? b.note + 1 : 0, call);
        free(call);
        return;
    }
}
