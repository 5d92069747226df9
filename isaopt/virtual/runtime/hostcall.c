/* Services that kernels ask the host for, through packets in a buffer that all lanes of a wave fill together: ROCm's
   hostcall protocol (device-libs, ockl/src/hostcall_impl.cl).  Served are printf, which assert uses, too, and memory. */
enum { PACKETS = 64, SERVICE_PRINTF = 2, SERVICE_MEMORY = 3 };
typedef struct {
    u64 next, lanes;
    u32 service, control;
} Packet;
typedef struct {
    Packet *packets;
    u64 (*payloads)[64][8];
    void *doorbell;
    u64 free_stack, ready_stack, index_mask;
} Hostcalls;
static struct {
    u64 kind, value, *mailbox;
    u32 event, unused[9];
} doorbell __attribute__((aligned(64))); /* an hsa_signal_t (amd_signal_t of ROCm's amd_hsa_signal.h) */
static u64 mailbox;
static u64 *message[256]; /* texts that came in part, by the number that the packets carry on */
static u32 message_size[256];
static Mutex printing;

static Hostcalls buffer;
static Hostcalls *hostcalls(void) {
    if (buffer.packets) return &buffer;
    buffer.payloads = aligned_alloc(4096, PACKETS * sizeof *buffer.payloads);
    buffer.index_mask = PACKETS - 1;
    buffer.doorbell = &doorbell;
    Packet *p = calloc(PACKETS, sizeof *p);
    u64 next = PACKETS; /* index 0, with a tag: the null pointer ends the stack */
    for (u32 k = 1; k < PACKETS; k++) {
        p[k].next = next;
        next = k;
    }
    buffer.free_stack = next;
    doorbell.kind = doorbell.value = 1;
    doorbell.mailbox = &mailbox;
    buffer.packets = p;
    return &buffer;
}
/* One conversion of a format: `spec` ends with its letter, `ptr` is at its arguments. */
static const u64 *print_one(void *to, int *count, char *spec, const u64 *ptr, const u64 *end) {
    u32 stars = 0;
    u64 n = strlen(spec);
    for (char *c = spec; *c; c++) stars += *c == '*';
    if (stars > 2 || end - ptr < stars + 1) return end;
    int a = stars ? (int)ptr[0] : 0, b = stars > 1 ? (int)ptr[1] : 0, done = 0;
    ptr += stars;
#define PRINT(x) (stars == 2 ? fprintf(to, spec, a, b, x) : stars ? fprintf(to, spec, a, x) : fprintf(to, spec, x))
    switch (spec[n - 1]) {
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': {
        double d;
        memcpy(&d, ptr++, 8);
        done = PRINT(d);
        break;
    }
    case 's': {
        const char *s = (const char *)ptr;
        done = PRINT(s);
        ptr += (strlen(s) + 8) / 8;
        break;
    }
    case 'n': ptr++; break;
    default: done = PRINT(*ptr); ptr++;
    }
    *count += done;
    return ptr;
}
/* A whole message: where to, the format, then its arguments, each at the next 8 bytes. */
static i64 print(const u64 *ptr, const u64 *end) {
    void *to = *ptr++ & 1 ? stderr : stdout;
    const char *f = (const char *)ptr;
    int count = 0;
    for (ptr += (strlen(f) + 8) / 8; *f;) {
        char part[512];
        u64 n = 0;
        if (f[0] == '%' && f[1] != '%') {
            while (f[n] && n < sizeof part - 1) {
                char c = part[n] = f[n];
                n++;
                if (n > 1 && ((c >= 'a' && c <= 'z' && c != 'h' && c != 'l' && c != 'j' && c != 'z' && c != 't' && c != 'q') ||
                              (c >= 'A' && c <= 'Z' && c != 'L')))
                    break;
            }
            part[n] = 0;
            if (ptr >= end) break;
            ptr = print_one(to, &count, part, ptr, end);
        } else {
            do part[n] = f[n], n++;
            while (f[n] && f[n] != '%' && n < sizeof part - 1);
            u64 used = f[0] == '%' ? n + (n == 1) : n; /* of %% one */
            part[n] = 0;
            fputs(part, to);
            count += (int)n;
            n = used;
        }
        f += n;
    }
    fflush(to);
    return count;
}
static void serve_printf(u64 *slot) {
    u64 head = slot[0], n = head >> 5 & 7, id = head >> 8;
    if (head & 1) {
        for (id = 0; id < 255 && message[id]; id++) {}
        message_size[id] = 0;
        message[id] = malloc(64);
        slot[0] = (head & 0xfe) | id << 8;
    }
    if (id > 255 || !message[id]) return;
    message[id] = realloc(message[id], 8 * (message_size[id] + n + 1));
    memcpy(message[id] + message_size[id], slot + 1, 8 * n);
    message_size[id] += (u32)n;
    message[id][message_size[id]] = 0;
    if (!(head & 2)) return;
    slot[0] = (u64)print(message[id], message[id] + message_size[id]);
    free(message[id]);
    message[id] = 0;
}
/* What a kernel's message to the host calls. */
static void serve(Launch *l) {
    static u8 said;
    Hostcalls *b = hostcalls();
    pthread_mutex_lock(printing);
    u64 next;
    for (u64 p = __atomic_exchange_n(&b->ready_stack, 0, __ATOMIC_SEQ_CST); p; p = next) {
        Packet *packet = b->packets + (p & b->index_mask);
        next = packet->next;
        for (u32 lane = 0; lane < 64; lane++) {
            u64 *slot = b->payloads[p & b->index_mask][lane];
            if (!(packet->lanes >> lane & 1)) continue;
            if (packet->service == SERVICE_PRINTF) serve_printf(slot);
            else if (packet->service == SERVICE_MEMORY) slot[0] = serve_memory(slot[0], slot[1]);
            else {
                if (!said++) SAY("service %u, which a kernel asks the host for, is not supported\n", packet->service);
                slot[0] = 0;
            }
        }
        __atomic_store_n(&packet->control, packet->control & ~1u, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(printing);
}
