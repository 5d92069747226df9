/* What a compiled kernel and its host share: emulator/launch.py and virtual/runtime. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
enum { SCALARS = 130, NAMED = 17 };
typedef struct W W;

/* Who stored and who loaded a dword of memory last (waves of the grid, from 1 on), when, by which instruction, and which
   of its bytes, as bits. */
typedef struct {
    u32 writer, wrote, write_site, reader[2], read[2], read_site[2];
    u8 stored, loaded[2];
} Cell;
/* A piece of memory that the kernel may address: [base, base + size) of the GPU is host[0 .. size) here.  Buffers stand
   in the order of their bases.  `undefined` has 1 for every bit that nobody wrote; null where all are defined, or not
   followed; so has `cells`. */
typedef struct {
    u64 base, size;
    u8 *host;
    u64 writable;
    u8 *undefined;
    Cell *cells;
} Buffer;
typedef struct Launch {
    u64 groups[3], block[3];
    u64 next;              /* the workgroup that runs, in x-major order */
    u64 waves;             /* waves in a workgroup */
    W *wave;
    u8 *lds;
    u64 lds_size;
    u8 *scratch;
    u64 scratch_size;      /* bytes a lane */
    u8 *scratch_undefined; /* as large as scratch */
    Buffer *buffers;
    u64 buffer_count;
    u64 count, limit, slice; /* instructions executed; at most; before returning to the caller */
    u64 order, seed;       /* 0 forwards, 1 backwards, 2 random */
    u32 *turns;            /* the order of the waves in this round */
    u64 started;           /* whether the workgroup's waves have been set up */
    u64 signals;           /* waves that have signalled the barrier which has not opened */
    u64 turn;              /* index into turns of the wave that runs */
    u64 failed;            /* the wave that faulted, and how */
    u64 fault, fault_site, fault_lane, fault_address, fault_size;
    u32 initial[SCALARS];  /* scalar registers at the start */
    u32 id_at[3];          /* scalar register of workgroup id x, y, z; 0xffffffff for none */
    u32 ids_in_ttmp, item_ids;
    u8 defined[SCALARS + 2]; /* the scalar registers that are */
    u64 end;               /* the workgroup to stop before */
    u64 image;             /* where the code object stands */
    void (*interrupt)(struct Launch *); /* what a message to the host calls, if anything */
    struct {
        u32 valid, members, signals;
    } named[NAMED];        /* barriers with names, of the workgroup that runs */
    void (*finding)(struct Launch *); /* what checks tell, and by instruction, as bits, what they have told before */
    u32 *said;
    u64 other_wave, other_site, other_stored; /* the other one of two accesses or waits */
    u8 *lds_undefined;
    Cell *lds_cells;
    struct {
        u32 released, acquired; /* when it last made its stores known, and asked for those of others */
    } *sync;               /* by wave of the grid */
    u32 *clock;            /* ticks where waves may be ordered */
    u32 launch_time, barrier_time;
    u64 crossed;           /* stores that were not waited for at a barrier */
    u64 *global_sync;      /* of all workgroups: 64 resources of global wave sync, each waves still missing and rounds << 32 */
} Launch;
