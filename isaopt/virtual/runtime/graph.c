/* Graphs: captured from streams, or built node by node. */
typedef struct {
    dim3 group;
    void **extra, *function;
    dim3 grid;
    void **args;
    u32 dynamic;
} KernelNode;
typedef struct {
    void *to;
    u32 element;
    u64 height, pitch;
    u32 value;
    u64 width;
} FillNode;
typedef struct {
    void (*call)(void *);
    void *data;
} CallNode;

API int hipStreamBeginCapture(Stream *s, int mode) {
    NEED((u64)s > 2 && !s->capture, INVALID_VALUE);
    s->capture = calloc(1, sizeof *s->capture);
    return OK;
}
API int hipStreamEndCapture(Stream *s, Graph **out) {
    NEED(out, INVALID_VALUE);
    Graph *g = *out = capture_of(s);
    NEED(g, CAPTURE_UNMATCHED);
    for (Stream *t = streams; t; t = t->next)
        if (t->capture == g) t->capture = 0;
    return OK;
}
API int hipStreamIsCapturing(Stream *s, int *status) {
    NEED(status, INVALID_VALUE);
    *status = capture_of(s) != 0;
    return OK;
}
API int hipStreamGetCaptureInfo(Stream *s, int *status, u64 *id) {
    if (id) *id = (u64)capture_of(s);
    return hipStreamIsCapturing(s, status);
}
API int hipThreadExchangeStreamCaptureMode(int *mode) { return OK; }
API int hipGraphCreate(Graph **out, u32 flags) {
    NEED(out, INVALID_VALUE);
    START;
    *out = calloc(1, sizeof **out);
    return OK;
}
API int hipGraphDestroy(Graph *g) {
    NEED(g, INVALID_VALUE);
    for (u64 k = 0; k < g->nodes; k++) {
        free(g->node[k]->op.args);
        free(g->node[k]->after);
        free(g->node[k]);
    }
    free(g->node);
    free(g);
    return OK;
}
API int hipGraphExecDestroy(Graph *g) { return hipGraphDestroy(g); }
API int hipGraphClone(Graph **out, Graph *g) {
    NEED(out && g, INVALID_VALUE);
    Graph *copy = *out = calloc(1, sizeof *copy);
    for (u64 k = 0; k < g->nodes; k++) {
        Node *n = add_node(copy, &g->node[k]->op, 0, 0);
        n->original = g->node[k];
        n->disabled = g->node[k]->disabled;
    }
    for (u64 k = 0; k < g->nodes; k++)
        for (u64 a = 0; a < g->node[k]->afters; a++)
            for (u64 m = 0; m < g->nodes; m++)
                if (g->node[m] == g->node[k]->after[a]) APPEND(copy->node[k]->after, copy->node[k]->afters, copy->node[m]);
    return OK;
}
API int hipGraphInstantiate(Graph **out, Graph *g, Node **problem, char *text, u64 size) { return hipGraphClone(out, g); }
API int hipGraphInstantiateWithFlags(Graph **out, Graph *g, u64 flags) { return hipGraphClone(out, g); }
API int hipGraphLaunch(Graph *g, Stream *s) {
    NEED(g, INVALID_VALUE);
    Op op = {.kind = CHILD, .child = g};
    return submit(s, &op);
}
API int hipGraphUpload(Graph *g, Stream *s) { return failed(g ? OK : INVALID_VALUE); }
static int new_node(Node **out, Graph *g, Node **after, u64 afters, Op *op) {
    NEED(g && out && (after || !afters), INVALID_VALUE);
    *out = add_node(g, op, after, afters);
    return OK;
}
static int kernel_node(Op *op, const KernelNode *p) {
    *op = (Op){.kind = LAUNCH, .kernel = kernel_of(p->function), .grid = p->grid, .group = p->group, .dynamic = p->dynamic,
                .device = device};
    NEED(op->kernel, INVALID_DEVICE_FUNCTION);
    return failed(pack(op, p->args, p->extra));
}
static Op copy_node(void *to, const void *from, u64 n) {
    return (Op){.kind = COPY, .move = {.to = to, .from = from, .width = n, .height = 1, .depth = 1}};
}
static Op fill_node(const FillNode *p) {
    return (Op){.kind = FILL, .move = {.to = p->to, .to_pitch = p->pitch, .width = p->width * p->element, .height = p->height,
                                       .depth = 1, .value = p->value, .element = p->element}};
}
API int hipGraphAddKernelNode(Node **out, Graph *g, Node **after, u64 afters, const KernelNode *p) {
    NEED(p, INVALID_VALUE);
    Op op;
    int error = kernel_node(&op, p);
    return error ? error : new_node(out, g, after, afters, &op);
}
API int hipGraphAddMemcpyNode1D(Node **out, Graph *g, Node **after, u64 afters, void *to, const void *from, u64 n, int kind) {
    NEED(to && from, INVALID_VALUE);
    Op op = copy_node(to, from, n);
    return new_node(out, g, after, afters, &op);
}
API int hipGraphAddMemsetNode(Node **out, Graph *g, Node **after, u64 afters, const FillNode *p) {
    NEED(p, INVALID_VALUE);
    Op op = fill_node(p);
    return new_node(out, g, after, afters, &op);
}
API int hipGraphAddHostNode(Node **out, Graph *g, Node **after, u64 afters, const CallNode *p) {
    NEED(p, INVALID_VALUE);
    Op op = {.kind = CALL, .call = p->call, .data = p->data};
    return new_node(out, g, after, afters, &op);
}
API int hipGraphAddEmptyNode(Node **out, Graph *g, Node **after, u64 afters) {
    Op op = {.kind = EMPTY};
    return new_node(out, g, after, afters, &op);
}
API int hipGraphAddChildGraphNode(Node **out, Graph *g, Node **after, u64 afters, Graph *child) {
    Op op = {.kind = CHILD};
    int error = hipGraphClone(&op.child, child);
    return error ? error : new_node(out, g, after, afters, &op);
}
API int hipGraphAddEventRecordNode(Node **out, Graph *g, Node **after, u64 afters, Event *e) {
    Op op = {.kind = RECORD, .event = e};
    return new_node(out, g, after, afters, &op);
}
API int hipGraphAddEventWaitNode(Node **out, Graph *g, Node **after, u64 afters, Event *e) {
    return hipGraphAddEmptyNode(out, g, after, afters);
}
API int hipGraphAddDependencies(Graph *g, Node **from, Node **to, u64 n) {
    NEED(g && (!n || (from && to)), INVALID_VALUE);
    for (u64 k = 0; k < n; k++) APPEND(to[k]->after, to[k]->afters, from[k]);
    return OK;
}
API int hipGraphGetNodes(Graph *g, Node **out, u64 *n) {
    NEED(g && n, INVALID_VALUE);
    for (u64 k = 0; out && k < *n && k < g->nodes; k++) out[k] = g->node[k];
    if (!out || *n > g->nodes) *n = g->nodes;
    return OK;
}
API int hipGraphNodeGetType(Node *n, int *type) {
    static const int types[] = {5, 0, 1, 2, 3, 3, 4, 7}; /* hipGraphNodeType, by our kinds */
    NEED(n && type, INVALID_VALUE);
    *type = types[n->op.kind];
    return OK;
}
static Node *instance(Graph *g, Node *n) {
    for (u64 k = 0; g && k < g->nodes; k++)
        if (g->node[k]->original == n || g->node[k] == n) return g->node[k];
    return 0;
}
static int change(Node *n, Op *op) {
    NEED(n && n->op.kind == op->kind, INVALID_VALUE);
    free(n->op.args);
    n->op = *op;
    return OK;
}
API int hipGraphKernelNodeSetParams(Node *n, const KernelNode *p) {
    NEED(p, INVALID_VALUE);
    Op op;
    int error = kernel_node(&op, p);
    return error ? error : change(n, &op);
}
API int hipGraphExecKernelNodeSetParams(Graph *g, Node *n, const KernelNode *p) {
    return hipGraphKernelNodeSetParams(instance(g, n), p);
}
API int hipGraphExecMemcpyNodeSetParams1D(Graph *g, Node *n, void *to, const void *from, u64 size, int kind) {
    Op op = copy_node(to, from, size);
    return change(instance(g, n), &op);
}
API int hipGraphExecMemsetNodeSetParams(Graph *g, Node *n, const FillNode *p) {
    NEED(p, INVALID_VALUE);
    Op op = fill_node(p);
    return change(instance(g, n), &op);
}
API int hipGraphExecHostNodeSetParams(Graph *g, Node *n, const CallNode *p) {
    NEED(p, INVALID_VALUE);
    Op op = {.kind = CALL, .call = p->call, .data = p->data};
    return change(instance(g, n), &op);
}
API int hipGraphNodeSetEnabled(Graph *g, Node *n, u32 on) {
    Node *found = instance(g, n);
    NEED(found, INVALID_VALUE);
    found->disabled = !on;
    return OK;
}
/* An instance stays as it is unless all of the graph fits it; else 2 says that the edges differ, 3 the kind of a node. */
API int hipGraphExecUpdate(Graph *exec, Graph *g, Node **problem, int *result) {
    NEED(exec && g && problem && result, INVALID_VALUE);
    *problem = 0;
    *result = exec->nodes == g->nodes ? 0 : 2;
    for (u64 k = 0; k < g->nodes && !*result; k++) {
        Node *old = exec->node[k], *new = g->node[k];
        *result = old->afters != new->afters ? 2 : old->op.kind != new->op.kind ? 3 : 0;
        if (*result) *problem = new;
    }
    NEED(!*result, UPDATE_FAILURE);
    for (u64 k = 0; k < g->nodes; k++) {
        Op op = g->node[k]->op;
        if (op.args) op.args = memcpy(malloc(op.size + 1), op.args, op.size);
        change(exec->node[k], &op);
        exec->node[k]->original = g->node[k];
    }
    return OK;
}
