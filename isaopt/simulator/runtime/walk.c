/* Which blocks a wave comes to, where loops run so often and branches go as far as is known (path.py says by what
 * rules). */

/* `loop` is the one of which the block is the header (-1: none), `around` the loops that hold it, innermost first;
 * `mostly` and `last` where control goes, in most passes and in the last one of the loop around (-1: unknown). */
typedef struct { i64 first, count, taken, straight, condition, loop, mostly, last; List around; } Step;

/* `latch` is whether the header is its own successor; `count` how often the loop runs, `entered` whether it is not to
 * be passed by. */
typedef struct { i64 header, latch, count, entered; } Trip;

typedef struct {
    const Step *block;
    const Trip *loop;
    const i64 *numbers;
    /* By loop and block: is it inside, in no inner loop, on the way to an exit, before the header. */
    const u8 *inside, *own, *leaving, *ahead;
    Follower *follower;
    i32 *path;
    i64 *passes, *entries, *total, *ended;
    /* By block: how often control went to `taken` and straight on, in all and in last passes; which way it went since
     * (-1: none); as the how manieth branch it was guessed (0: not). */
    i64 *went, *went_last, *recent, *guessed;
    i64 blocks, loops, limit, steps, guesses;
} Walk;

static int finished(Walk *w, i64 loop, i64 block) {
    const Trip *t = &w->loop[loop];
    w->ended[loop] = 1;
    /* A test in the header that is no latch comes before the body, so it has one more pass. */
    if (block == t->header && !t->latch) return w->passes[loop] > t->count;
    return w->passes[loop] >= t->count;
}

/* Whether less lies ahead of one block than of another: loops, or those that are not to be passed by. */
static int less_ahead(const Walk *w, i64 a, i64 b, int entered) {
    int fewer = 0;
    for (i64 k = 0; k < w->loops; k++) {
        if (entered && !w->loop[k].entered) continue;
        u8 one = w->ahead[k * w->blocks + a], other = w->ahead[k * w->blocks + b];
        if (one > other) return 0;
        if (one < other) fewer = 1;
    }
    return fewer;
}

static i64 next_block(Walk *w, i64 block) {
    const Step *b = &w->block[block];
    const i64 *around = w->numbers + b->around.first;
    i64 taken = b->taken, straight = b->straight, n = w->blocks;
    if (taken < 0 || straight < 0) return taken >= 0 ? taken : straight;
    if (taken == straight) return straight;
    if (w->follower) {
        int known = condition(w->follower, b->condition);
        if (known >= 0) return known ? taken : straight;
    }
    for (i64 k = 0; k < b->around.count; k++) {
        i64 loop = around[k], header = w->loop[loop].header;
        int on = w->inside[loop * n + straight], jump = w->inside[loop * n + taken];
        int head = straight == header || taken == header;
        if (on + jump == 0 || (on && jump && !head)) continue;
        int done = finished(w, loop, block);
        /* Two ways on inside the loop, one of them to its head: the head ends the pass. */
        if (on && jump) return header;
        return done == on ? taken : straight;
    }
    for (i64 k = 0; k < b->around.count; k++) {
        if (!finished(w, around[k], block)) continue;
        /* The last pass has to come to an exit. */
        const u8 *leaving = w->leaving + around[k] * n;
        if (leaving[straight] != leaving[taken]) return leaving[straight] ? straight : taken;
    }
    if (less_ahead(w, taken, straight, 1)) return straight;
    if (less_ahead(w, straight, taken, 1)) return taken;
    if (b->around.count && w->passes[around[0]] >= w->loop[around[0]].count && b->last >= 0) return b->last;
    if (b->mostly >= 0) return b->mostly;
    if (less_ahead(w, straight, taken, 0)) return taken;
    if (!w->guessed[block]) w->guessed[block] = ++w->guesses;
    return straight;
}

/* Notes how the last pass went of the loops that this step leaves. */
static void leave(Walk *w, i64 came, i64 block) {
    for (i64 k = 0; k < w->loops; k++) {
        if (!w->inside[k * w->blocks + came] || w->inside[k * w->blocks + block]) continue;
        for (i64 b = 0; b < w->blocks; b++)
            if (w->own[k * w->blocks + b] && w->recent[b] >= 0) {
                w->went_last[2 * b + w->recent[b]]++;
                w->recent[b] = -1;
            }
    }
}

/* Walks from the first block to the end; 0 where the path does not end within the limit.  The path is written where
 * nothing is followed. */
EXPORTED i64 follow_walk(Walk *w) {
    if (w->follower) begin(w->follower);
    for (i64 block = 0, came = -1; block >= 0;) {
        const Step *b = &w->block[block];
        if (b->loop >= 0) {
            int inside = came >= 0 && w->inside[b->loop * w->blocks + came];
            w->passes[b->loop] = inside ? w->passes[b->loop] + 1 : 1;
            w->entries[b->loop] += !inside;
            w->total[b->loop]++;
        }
        for (i64 k = b->first; k < b->first + b->count; k++) {
            if (w->follower) follow_step(w->follower, k);
            else w->path[w->steps + k - b->first] = (i32)k;
        }
        w->steps += b->count;
        if (w->steps > w->limit) return 0;
        came = block;
        block = next_block(w, block);
        if (block < 0) break;
        w->recent[came] = block == b->taken ? 0 : 1;
        w->went[2 * came + w->recent[came]]++;
        leave(w, came, block);
    }
    return 1;
}
