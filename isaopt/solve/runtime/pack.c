/* Registers for groups whose banks are chosen: a partial colouring with ejections.
 *
 * Groups are placed one by one at the base that ejects the least, and a group that is ejected often weighs more the
 * next time. */

#define IMMOVABLE 1000000000
#define NOWHERE (-1000000)
#define TABU_STEPS 20

typedef struct {
    Graph graph;
    /* Which group is placed when, and where it is tried first. */
    i64 *order, *start;
    /* The bases that each group may have, from first[g] to first[g + 1], and the step at which each was last tried. */
    i64 *first, *allowed, *tried;
    i64 *bases, *weight;
    /* A heap of groups that have no base, and the work that a group costs its neighbours. */
    i64 *queue, queued;
    i64 *costs, shift;
    u64 random;
} Packing;

/* Hard groups first: few bases, then many neighbours. */
static int before(Packing *p, i64 a, i64 b) {
    i64 x = p->first[a + 1] - p->first[a], y = p->first[b + 1] - p->first[b];
    if (x != y) return x < y;
    x = p->graph.degrees[a] + p->weight[a];
    y = p->graph.degrees[b] + p->weight[b];
    return x != y ? x > y : a < b;
}

static void push(Packing *p, i64 g) {
    i64 at = p->queued++;
    for (; at && before(p, g, p->queue[(at - 1) / 2]); at = (at - 1) / 2) p->queue[at] = p->queue[(at - 1) / 2];
    p->queue[at] = g;
}

static i64 pop(Packing *p) {
    i64 found = p->queue[0], last = p->queue[--p->queued], at = 0;
    for (;;) {
        i64 child = 2 * at + 1;
        if (child >= p->queued) break;
        if (child + 1 < p->queued && before(p, p->queue[child + 1], p->queue[child])) child++;
        if (!before(p, p->queue[child], last)) break;
        p->queue[at] = p->queue[child];
        at = child;
    }
    p->queue[at] = last;
    return found;
}

static i64 weight_in_the_way(Packing *p, i64 g, i64 base) {
    i64 sum = 0;
    for (i64 e = p->graph.first[g]; e < p->graph.first[g + 1]; e++)
        if (p->bases[p->graph.others[e]] + p->graph.deltas[e] == base) sum += p->weight[p->graph.others[e]];
    return sum;
}

/* Gives a group the base that costs least, and sends those away that are in its way. */
static void place(Packing *p, i64 g, i64 step) {
    i64 from = p->first[g], to = p->first[g + 1], shift = p->shift;
    for (i64 k = from; k < to; k++) p->costs[p->allowed[k] + shift] = 0;
    for (i64 e = p->graph.first[g]; e < p->graph.first[g + 1]; e++) {
        i64 other = p->graph.others[e];
        if (p->bases[other] != NOWHERE) p->costs[p->bases[other] + p->graph.deltas[e] + shift] += p->weight[other];
    }
    i64 best = -1, least = 0, alike = 0;
    for (i64 k = from; k < to; k++) {
        i64 cost = p->costs[p->allowed[k] + shift];
        if (!cost) { best = k; break; }
        /* A base tried a moment ago only moves the same groups in a circle. */
        if (p->tried[k] > step - TABU_STEPS) cost *= 4;
        if (best < 0 || cost < least) { best = k; least = cost; alike = 1; }
        else if (cost == least && below(&p->random, ++alike) == 0) best = k;
    }
    i64 base = p->allowed[best];
    if (p->costs[base + shift])
        for (i64 e = p->graph.first[g]; e < p->graph.first[g + 1]; e++) {
            i64 other = p->graph.others[e];
            if (p->bases[other] == NOWHERE || p->bases[other] + p->graph.deltas[e] != base) continue;
            p->bases[other] = NOWHERE;
            if (p->weight[other] < IMMOVABLE) p->weight[other]++;
            push(p, other);
        }
    p->tried[best] = step;
    p->bases[g] = base;
}

/* Bases for all groups; whether all have one.  `costs` is zero
 * from -shift to the largest base and shift. */
API i64 solve_pack(Packing *p, i64 work) {
    i64 step = 0;
    p->queued = 0;
    for (i64 g = 0; g < p->graph.count; g++) {
        p->weight[g] = p->first[g + 1] - p->first[g] == 1 ? IMMOVABLE : 1;
        p->bases[g] = NOWHERE;
    }
    for (i64 k = 0; k < p->first[p->graph.count]; k++) p->tried[k] = -TABU_STEPS;
    for (i64 k = 0; k < p->graph.count; k++) {
        i64 g = p->order[k], start = p->start[g], free = 0;
        for (i64 a = p->first[g]; a < p->first[g + 1] && !free; a++) free = p->allowed[a] == start;
        if (free && !weight_in_the_way(p, g, start)) p->bases[g] = start;
        else push(p, g);
    }
    while (p->queued && work > 0) {
        i64 g = pop(p);
        work -= p->graph.degrees[g] + p->first[g + 1] - p->first[g];
        place(p, g, ++step);
    }
    return !p->queued;
}
