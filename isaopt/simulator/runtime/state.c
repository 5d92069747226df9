/* What the event loop knows: the instructions, the waves, and their state while they run.
 *
 * Everything stands in memory that the caller gives: `Job` describes the run, `arena` holds the state.  Freestanding:
 * no header, no C library.  tests/simulator/oracle has the same rules in Python, and gives the same cycles.
 */

typedef long long i64;
typedef unsigned long long u64;
typedef int i32;
typedef unsigned int u32;
typedef unsigned char u8;

#define EXPORTED __attribute__((visibility("default")))

enum { VALU, SALU, SMEM, VMEM, LDS, BRANCH, INTERNAL, EXPORT, UNITS };
enum {
    VALU_DEPENDENCY, VALU_QUEUE, VALU_DRAIN, SCALAR_DEPENDENCY, ARBITRATION, LDS_WAIT, MEMORY_WAIT, STORE_WAIT,
    SCALAR_WAIT, BARRIER, BRANCH_DELAY, FETCH, LDS_QUEUE, MEMORY_QUEUE, SEQUENCER
};
enum {
    OTHER, DELAY_ALU, NOP, BARRIER_BOTH, BARRIER_WAIT, BARRIER_SIGNAL, SETPRIO, SLEEP, ENDPGM, WAIT_DEPCTR
};
enum { HINT_SALU, HINT_TRANS, HINT_VALU };
enum { OLDEST, GREEDY_OLDEST, IN_TURN };
enum { HISTORY = 4, HINT_SLOTS = 8, HINTS = 8, GROUP_WAVES = 128, FEW = 64 };

#define NEVER ((i64)1 << 62)
#define NONE (-NEVER)

/* A part of the job's numbers. */
typedef struct { i64 first, count; } List;

typedef struct {
    double fetch, gather;
    i64 unit, kind, cache_line, exec, one_source, latency, occupies, bank_latency, drain, trans, matrix, amount, bytes;
    i64 store, atomic, overwrite, collides, to_sgpr, after;
    /* units; (unit, latency); units; units; units; (counter, allowed); counters; (ahead, unit, distance) */
    List reads, writes, scalar_writes, scalar_reads, forwarded, waits, counters, hints;
} Timing;

/* What a wave's access comes to: for vector memory where its lines begin and how many there are, for the LDS how often
 * the banks are read; a `count` below 0 where that is unknown.  A line is its number, and 4 bits for its sectors. */
typedef struct { i32 first, count; } Access;

/* `accesses` and `marks` are where the wave's own part begins; `start` is when it begins unless its workgroup waits for a
 * place, `shift` what its lines lie behind those that stand there. */
typedef struct { i64 simd, group, accesses, access_count, shift, start, marks; } WaveJob;

typedef struct {
    double slack, lds_rate, l0_rate;
    i64 greedy, arbitration, after_wait, internal_after, valu_exec, queue, to_memory, to_salu, to_branch, unforwarded;
    i64 scalar_writes, scalar_write_time, salu_idle, salu_stream, salu_backlog, salu_to_memory, salu_to_smem;
    i64 salu_to_branch, taken, not_taken, lds_depth, vmem_depth, send_overhead, release, message, export_latency;
    i64 banks_bytes, lds_overhead, lds_latency, lds_store_latency, lds_extra[5];
    i64 all_hit, l0_latency, vmem_store_latency, line, l0_room, transaction;
    i64 smem_latency, smem_miss, smem_wide, smem_widest, icache_room, fetch_miss, prefetch, interval;
} Figures;

typedef struct {
    Figures figures;
    /* The first `resident` workgroups begin at once, each of the others where one has ended. */
    i64 timings, waves, simds, cus, groups, resident, units, counters, reasons, cache_lines, opened, record, length, levels;
    const Timing *timing;
    const i64 *numbers;
    /* By ordinal: cycles of an LDS access without conflicts, and whether every issue is noted. */
    const i64 *ideal;
    const u8 *marked;
    const i32 *path;
    /* By position of the path: is it the first pass of a loop. */
    const u8 *cold;
    const WaveJob *wave;
    const i64 *simd_cu;
    const i64 *group_size;
    const i64 *counter_reason;
    /* How many returns of each counter a wave has at most. */
    const i64 *counter_room;
    /* By ordinal, the latency of loads that miss the L0; and by ordinal, for each level behind it, how many
     * bytes that miss the L0 a cycle of the level is enough for (0: none gets there); then the same of bytes accessed. */
    const i64 *latency;
    const double *pace;
    const Access *access;
    const i64 *lines;
    i64 *issues, *stalls, *cold_stalls, *began, *ended, *marks, *timeline, *beyond, *accessed;
    i64 timeline_count;
} Job;

typedef struct { i64 room, first, count; i64 *at; } Ring;
/* When what is under way comes back, the oldest first. */
typedef struct { i64 *at; i64 first, count; } Returns;
typedef struct { i64 first, arrived, generation, members, waiting_count; i64 *opened; i64 waiting[GROUP_WAVES]; } Group;
typedef struct { i64 pos, count, unit[HINTS], distance[HINTS]; } Hints;

/* Lines of which each sector is there or not, the least recently used one replaced: a list in the order of use, and
 * chains by hash. */
typedef struct { i64 room, used, oldest, newest, mask; i64 *line, *there, *older, *newer, *chain, *heads; } Lines;

/* What the waves of a SIMD share: `window` holds when each dispatched vector instruction has written its result, the
 * queues when each waiting memory instruction of a unit is taken; `look` when to look again at waves that could not
 * issue. */
typedef struct {
    i64 cu, exec_next, trans_next, send_free, look, event_count;
    double gather;
    Ring window, lds_queue, vmem_queue;
    /* Falling (time, wave), so that the next one stands last. */
    i64 *events;
    i64 *pool[UNITS], pool_count[UNITS], last[UNITS];
} Simd;

/* A wave.  `ready` holds for each register unit the earliest execution time of an ALU reader, `hold` for SGPRs written
 * by vector instructions the execution time of the writer, `rewrite` when a register may be written again.  `base` is
 * the first cycle at which the next instruction could issue if nothing held it back, `earliest` that at which it can
 * for all that this wave knows, `reason` why that is later, and `blocked` why it did not issue then; `book` is where
 * its stalls are counted. */
typedef struct {
    i64 index, pos, next_access, priority, base, earliest, reason, blocked, unit, drain, busy_scalar, salu_exec;
    i64 last_alu, line, signal, marks;
    double fetch;
    i64 *ready, *hold, *matrix, *rewrite;
    i64 *book;
    Ring scalars;
    Returns *counter;
    Hints hints[HINT_SLOTS];
    i64 valu_history[HISTORY], valu_count, trans_history[HISTORY], trans_count;
    Simd *simd;
    Group *group;
    const WaveJob *job;
} Wave;

typedef struct {
    Job *job;
    const Figures *f;
    Simd *simds;
    Wave *waves;
    Group *groups;
    i64 *lds_free;
    double *vmem_free, *behind;
    Lines *l0;
    i64 *seen;
    /* The instruction cache: when each line arrives, and the order of use. */
    i64 *arrival, *older, *newer, oldest, newest, cached;
    /* The workgroup that begins next, and when the last wave did. */
    i64 next, started;
} Run;

/* Memory: with a null arena only the size is counted. */
typedef struct { char *arena; u64 used; } Heap;

static void *take(Heap *heap, u64 bytes) {
    char *at = heap->arena ? heap->arena + heap->used : 0;
    heap->used += (bytes + 15) & ~15ull;
    return at;
}

static i64 *fill(i64 *at, i64 count, i64 value) {
    if (at)
        for (i64 k = 0; k < count; k++) at[k] = value;
    return at;
}

static i64 ceiling(double x) {
    i64 whole = (i64)x;
    return whole + (x > (double)whole);
}

static i64 most(i64 a, i64 b) { return a > b ? a : b; }
static double most_of(double a, double b) { return b > a ? b : a; }

static void push(Ring *r, i64 value) {
    i64 places = r->room + 1, at = r->first + r->count;
    r->at[at < places ? at : at - places] = value;
    if (r->count < r->room)
        r->count++;
    else if (++r->first == places)
        r->first = 0;
}

static i64 front(const Ring *r) { return r->at[r->first]; }

static Ring new_ring(Heap *heap, i64 room) {
    Ring r = {room, 0, 0, take(heap, (u64)(room + 1) * sizeof(i64))};
    return r;
}
