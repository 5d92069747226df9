/* Work for the device.  Streams run in order of submission, at once: what is submitted has ended when the call returns.
   A stream that captures keeps its work as nodes of a graph instead. */
typedef struct Graph Graph;
typedef struct Event {
    u64 time_fs;
    u32 recorded, timing;
    Graph *capture;
} Event;
typedef struct Op {
    enum { EMPTY, LAUNCH, COPY, FILL, CALL, CALLBACK, CHILD, RECORD } kind;
    Kernel *kernel;
    dim3 grid, group;
    u32 dynamic, cooperative;
    i32 device; /* of a launch */
    u8 *args;
    u64 size;
    struct {
        u8 *to;
        const u8 *from;
        u64 to_pitch, to_slice, from_pitch, from_slice, width, height, depth;
        u32 value, element;
    } move;
    void (*call)(void *);
    void *data;
    Graph *child;
    Event *event;
} Op;
typedef struct Node {
    Op op;
    struct Node **after, *original;
    u64 afters;
    Graph *graph;
    u32 done, disabled;
} Node;
struct Graph {
    Node **node;
    u64 nodes;
};
typedef struct Stream {
    Graph *capture;
    u32 flags;
    i32 priority, device;
    struct Stream *next;
} Stream;
static Stream *streams;
static int known_stream(Stream *s) {
    if ((u64)s <= 2) return 1; /* none, hipStreamLegacy, hipStreamPerThread */
    for (Stream *t = streams; t; t = t->next)
        if (t == s) return 1;
    return 0;
}
static i32 device_of(Stream *s) { return (u64)s > 2 ? s->device : device; }
static Graph *capture_of(Stream *s) { return (u64)s > 2 ? s->capture : 0; }

static void fill(u8 *p, u32 value, u32 element, u64 n) {
    if (element == 1) memset(p, (int)value, n);
    else
        for (u64 k = 0; k + element <= n; k += element) memcpy(p + k, &value, element);
}
static int run_graph(Graph *g);
static int execute(Op *op) {
    int error = OK;
    switch (op->kind) {
    case LAUNCH: {
        i32 before = device;
        device = op->device;
        error = launch(op->kernel, op->grid, op->group, op->dynamic, op->args, op->size, (int)op->cooperative);
        device = before;
        break;
    }
    case COPY:
    case FILL:
        for (u64 z = 0; z < op->move.depth; z++)
            for (u64 y = 0; y < op->move.height; y++) {
                u8 *to = op->move.to + z * op->move.to_slice + y * op->move.to_pitch;
                if (op->kind == FILL) fill(to, op->move.value, op->move.element, op->move.width);
                else memmove(to, op->move.from + z * op->move.from_slice + y * op->move.from_pitch, op->move.width);
                copied(to, op->kind == FILL ? 0 : op->move.from + z * op->move.from_slice + y * op->move.from_pitch,
                       op->move.width);
            }
        clock_fs += 1000000000ull + op->move.width * op->move.height * op->move.depth * number(PER_BYTE);
        break;
    case CALL:
    case CALLBACK:
        pthread_mutex_unlock(lock); /* it may not call HIP, but may wait for a thread that does */
        if (op->kind == CALL) op->call(op->data);
        else ((void (*)(void *, int, void *))op->call)(op->event, OK, op->data);
        pthread_mutex_lock(lock);
        break;
    case CHILD: error = run_graph(op->child); break;
    case RECORD:
        op->event->time_fs = clock_fs;
        op->event->recorded = 1;
        break;
    case EMPTY: break;
    }
    return error;
}
static Node *add_node(Graph *g, Op *op, Node **after, u64 afters) {
    Node *n = calloc(1, sizeof *n);
    n->op = *op;
    if (op->args) n->op.args = memcpy(malloc(op->size + 1), op->args, op->size);
    for (u64 k = 0; k < afters; k++) APPEND(n->after, n->afters, after[k]);
    n->graph = g;
    n->original = n;
    APPEND(g->node, g->nodes, n);
    return n;
}
/* Each node once all that it comes after have run. */
static int run_graph(Graph *g) {
    u64 left = g->nodes;
    for (u64 k = 0; k < g->nodes; k++) g->node[k]->done = 0;
    for (u64 before = left + 1; left && left < before;) {
        before = left;
        for (u64 k = 0; k < g->nodes; k++) {
            Node *n = g->node[k];
            u64 a = 0;
            while (a < n->afters && n->after[a]->done) a++;
            if (n->done || a < n->afters) continue;
            int error = n->disabled ? OK : execute(&n->op);
            if (error) return error;
            n->done = 1;
            left--;
        }
    }
    return left ? INVALID_VALUE : OK;
}
static int submit(Stream *s, Op *op) {
    START;
    pthread_mutex_lock(lock);
    int error = known_stream(s) ? OK : INVALID_HANDLE;
    if (!error && capture_of(s)) {
        Graph *g = s->capture;
        add_node(g, op, g->nodes ? &g->node[g->nodes - 1] : 0, g->nodes != 0);
    } else if (!error)
        error = execute(op);
    pthread_mutex_unlock(lock);
    return failed(error);
}

/* Streams. */
static int new_stream(Stream **out, u32 flags, i32 priority) {
    NEED(out, INVALID_VALUE);
    START;
    Stream *s = calloc(1, sizeof *s);
    *s = (Stream){0, flags, priority, device, streams};
    pthread_mutex_lock(lock);
    s->next = streams;
    streams = *out = s;
    pthread_mutex_unlock(lock);
    return OK;
}
static int check_stream(Stream *s) {
    START;
    return failed(known_stream(s) ? OK : INVALID_HANDLE);
}
API int hipStreamCreate(Stream **out) { return new_stream(out, 0, 0); }
API int hipStreamCreateWithFlags(Stream **out, u32 flags) { return new_stream(out, flags, 0); }
API int hipStreamCreateWithPriority(Stream **out, u32 flags, int priority) { return new_stream(out, flags, priority); }
API int hipExtStreamCreateWithCUMask(Stream **out, u32 size, const u32 *mask) { return new_stream(out, 0, 0); }
API int hipStreamDestroy(Stream *s) {
    NEED((u64)s > 2 && known_stream(s), INVALID_HANDLE);
    pthread_mutex_lock(lock);
    for (Stream **p = &streams; *p; p = &(*p)->next)
        if (*p == s) {
            *p = s->next;
            break;
        }
    pthread_mutex_unlock(lock);
    free(s);
    return OK;
}
API int hipStreamSynchronize(Stream *s) { return check_stream(s); }
API int hipStreamQuery(Stream *s) { return check_stream(s); }
API int hipStreamGetFlags(Stream *s, u32 *flags) {
    NEED(flags, INVALID_VALUE);
    *flags = (u64)s > 2 ? s->flags : 0;
    return check_stream(s);
}
API int hipStreamGetDevice(Stream *s, i32 *out) {
    NEED(out, INVALID_VALUE);
    *out = device_of(s);
    return check_stream(s);
}
API int hipGetStreamDeviceId(Stream *s) { return check_stream(s) ? -1 : device_of(s); }
API int hipStreamGetPriority(Stream *s, int *priority) {
    NEED(priority, INVALID_VALUE);
    *priority = (u64)s > 2 ? s->priority : 0;
    return check_stream(s);
}
API int hipStreamGetId(Stream *s, u64 *id) {
    NEED(id, INVALID_VALUE);
    *id = (u64)s;
    return check_stream(s);
}
API int hipDeviceSynchronize(void) {
    START;
    return OK;
}
API int hipCtxSynchronize(void) { return hipDeviceSynchronize(); }
API int hipLaunchHostFunc(Stream *s, void (*f)(void *), void *data) {
    NEED(f, INVALID_VALUE);
    Op op = {.kind = CALL, .call = f, .data = data};
    return submit(s, &op);
}
API int hipStreamAddCallback(Stream *s, void (*f)(void *), void *data, u32 flags) {
    NEED(f && !flags, INVALID_VALUE);
    Op op = {.kind = CALLBACK, .call = f, .data = data, .event = (Event *)s};
    return submit(s, &op);
}

/* Events.  Time is that of the device as the emulator counts it, not the host's. */
API int hipEventCreateWithFlags(Event **out, u32 flags) {
    NEED(out, INVALID_VALUE);
    START;
    *out = calloc(1, sizeof **out);
    (*out)->timing = !(flags & 2); /* hipEventDisableTiming */
    return OK;
}
API int hipEventCreate(Event **out) { return hipEventCreateWithFlags(out, 0); }
API int hipEventDestroy(Event *e) {
    NEED(e, INVALID_HANDLE);
    free(e);
    return OK;
}
API int hipEventRecord(Event *e, Stream *s) {
    NEED(e, INVALID_HANDLE);
    e->capture = capture_of(s);
    Op op = {.kind = RECORD, .event = e};
    return e->capture ? OK : submit(s, &op);
}
API int hipEventRecordWithFlags(Event *e, Stream *s, u32 flags) { return hipEventRecord(e, s); }
API int hipEventSynchronize(Event *e) { return failed(e ? OK : INVALID_HANDLE); }
API int hipEventQuery(Event *e) { return failed(e ? OK : INVALID_HANDLE); }
API int hipEventElapsedTime(float *ms, Event *from, Event *to) {
    NEED(ms, INVALID_VALUE);
    NEED(from && to && from->recorded && to->recorded && from->timing && to->timing, INVALID_HANDLE);
    *ms = (float)((double)(i64)(to->time_fs - from->time_fs) * 1e-12);
    return OK;
}
API int hipStreamWaitEvent(Stream *s, Event *e, u32 flags) {
    NEED(e, INVALID_HANDLE);
    if (e->capture && (u64)s > 2) s->capture = e->capture;
    return check_stream(s);
}
