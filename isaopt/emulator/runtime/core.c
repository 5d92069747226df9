/* The wave, its registers, and how a result reaches them.  WAVE (32 or 64) and VGPRS are defined by the translator. */
typedef u16 f16;  /* bits of a half float */
typedef u16 bf16; /* bits of a bfloat16 */
#define NI static __attribute__((noinline, unused))
#define AI static inline __attribute__((always_inline, unused))
#define RARE(x) __builtin_expect(!!(x), 0)
#if WAVE == 32
typedef u32 mask;
#else
typedef u64 mask;
#endif
#define ALL ((mask)~(mask)0)

void *memset(void *p, int c, unsigned long n) {
    u8 *q = p;
#if defined(__x86_64__)
    __asm__ volatile("rep stosb" : "+D"(q), "+c"(n) : "a"(c) : "memory");
#else
    while (n--) *(volatile u8 *)q++ = (u8)c;
#endif
    return p;
}
void *memcpy(void *restrict p, const void *restrict q, unsigned long n) {
    volatile u8 *d = p;
    const u8 *s = q;
    while (n--) *d++ = *s++;
    return p;
}

/* Scalar registers stand at their operand encoding (s0 = 0, vcc = 106, ttmp0 = 108, m0 = 125, exec = 126). */
enum { VCC = 106, TTMP = 108, M0 = 125, EXEC = 126, SCC = 128, MODE = 129 };
enum { RUNNING, AT_BARRIER, ENDED, FAULT, SLICE, YIELD, AT_NAMED, AT_GLOBAL };
enum { FAULT_GLOBAL = 1, FAULT_LDS, FAULT_SCRATCH, FAULT_READONLY, FAULT_UNDEFINED, FAULT_JUMP, FAULT_RESOURCE,
       FAULT_BARRIER, FAULT_REGISTER, FAULT_FORMAT, FAULT_FORMAT_RANGE, FAULT_TRAP, FAULT_NAMED, FAULT_DEADLOCK,
       /* what checks tell while the kernel goes on */
       FAULT_UNWRITTEN, FAULT_RACE_LOAD, FAULT_RACE_STORE, FAULT_DIVERGED, FAULT_APART, FAULT_WAIT, FAULT_WAIT_STORE,
       NOTE_LOAD, NOTE_STORE, NOWHERE = 0xffffffff };

#ifdef LATE
/* A memory operation that has not returned (runtime/late.c). */
#ifdef BLOCKS /* some instruction moves 32 registers at once */
enum { PENDING = 64, LOADED = 32, WRITES = 8 * WAVE };
#else
enum { PENDING = 64, LOADED = 16, WRITES = 2 * WAVE };
#endif
typedef struct {
    u8 *to;
    u32 size;
    u8 data[16];
} Write;
typedef struct {
    u32 counters;            /* the counters that it is outstanding on, as bits */
    u8 kind[16];             /* its kind on each */
    u32 scalar, first, dwords, bits, last_bits, holes, crossed, site;
    mask lanes;
    u32 data[LOADED][WAVE];  /* what it loaded */
    u32 writes;              /* what it stores */
    Write write[WRITES];
} Pending;
#endif

struct W {
    u32 v[VGPRS][WAVE] __attribute__((aligned(64)));
    u32 s[SCALARS] __attribute__((aligned(8)));
    u32 pc;       /* where the next call of the kernel goes on */
    u32 site;     /* ordinal of the instruction that may fault */
    u64 count;    /* instructions executed */
    u64 stop;     /* the count at which to return to the caller */
    Buffer *buffers;
    u64 buffer_count;
    Buffer *last; /* the buffer of the latest access, looked at first */
    u8 *lds;
    u64 lds_size;
    u8 *scratch;  /* scratch[lane * scratch_size ...] */
    u64 scratch_size;
    u32 fault, fault_lane;
    u64 fault_address, fault_size;
    u32 state, id;
    u32 signalled;
    u64 arrived; /* the rounds of global wave sync with the one that it waits for; 0 for none */
    u32 named, named_complete, first_signal; /* the named barrier it has joined, whether that is complete */
    Launch *launch;
    u64 image; /* where the code object stands */
    u8 nowhere[16]; /* what an access beyond LDS touches, where that is no fault */
#ifdef WATCHED
    u32 global;               /* its number in the grid */
    const u8 *data;           /* what it is about to store */
    mask first_exec, absent;  /* lanes at its start; those that the last barrier was passed without, and where */
    u32 absent_site, barrier_site, has_stored; /* where it waits; whether it has stored since */
    u8 *lds_undefined;
#endif
#ifdef TRACK
    /* Undefined bits: a shadow has 1 for every bit that nothing has defined yet.  spoilt[n] is 0 where a whole VGPR is
       defined, so that code on defined registers never looks at the shadows. */
    u32 shadow[VGPRS][WAVE];
    u32 scalar_shadow[SCALARS];
    u8 spoilt[VGPRS];
    u8 *scratch_undefined; /* the shadow of scratch */
    mask mask_shadow; /* of the mask that a vector operation returns */
#endif
#ifdef LATE
    Pending pending[PENDING];
    u32 queue[PENDING]; /* indices into pending: the outstanding ones, oldest first, then the free ones */
    u32 outstanding;
    Pending *writing;   /* the store that is being executed */
    u64 late_seed;
    u8 awaited[VGPRS], awaited_scalar[SCALARS]; /* loads that each register waits for */
#endif
};

/* The workgroup's barrier of gfx12, and those with names (runtime/schedule.c). */
static u32 signal_barrier(W *w);
static u32 barrier_state(W *w);
static int signal_named(W *w, u32 b, u32 members);
static int initialise_named(W *w, u32 b, u32 members);
static int join_named(W *w, u32 b);
static int leave_named(W *w);
static u32 named_state(W *w, u32 b);
static int initialise_global(W *w, u32 resource, u32 missing);
static int wait_global(W *w, u32 resource, u32 missing);
static void interrupt(W *w);
static int told(W *w, u32 kind);

/* Notes what an instruction did wrong; the value says whether the kernel ends. */
NI int fault(W *w, u32 kind, u32 lane, u64 address, u64 size) {
    w->fault = kind;
    w->fault_lane = lane;
    w->fault_address = address;
    w->fault_size = size;
    return told(w, kind) ? 0 : FAULT;
}
AI mask exec_of(W *w) {
#if WAVE == 32
    return w->s[EXEC];
#else
    return w->s[EXEC] | (u64)w->s[EXEC + 1] << 32;
#endif
}
AI u64 get64(W *w, u32 n) { return w->s[n] | (u64)w->s[n + 1] << 32; }
AI void set64(W *w, u32 n, u64 x) {
    w->s[n] = (u32)x;
    w->s[n + 1] = (u32)(x >> 32);
}
AI mask get_mask(W *w, u32 n) {
#if WAVE == 32
    return w->s[n];
#else
    return get64(w, n);
#endif
}
AI void set_mask(W *w, u32 n, mask x) {
#if WAVE == 32
    w->s[n] = x;
#else
    set64(w, n, x);
#endif
}

AI u64 all_if(u64 x) { return x ? ~0ull : 0; }
AI float asf(u32 x) { float f; __builtin_memcpy(&f, &x, 4); return f; }
AI u32 asu(float f) { u32 x; __builtin_memcpy(&x, &f, 4); return x; }
AI double asd(u64 x) { double f; __builtin_memcpy(&f, &x, 8); return f; }
AI u64 asq(double f) { u64 x; __builtin_memcpy(&x, &f, 8); return x; }

/* Writes a result where EXEC allows: a VGPR write is a merge. */
NI void put_some(u32 *d, const u32 *r, mask e) {
    for (u32 i = 0; i < WAVE; i++) d[i] = e >> i & 1 ? r[i] : d[i];
}
NI void put_where(W *w, u32 nd, const u32 *r, mask e) {
    u32 *d = w->v[nd];
    if (e == ALL)
        for (u32 i = 0; i < WAVE; i++) d[i] = r[i];
    else
        put_some(d, r, e);
}
/* The same for one half of the register; r holds 16 bits a lane. */
NI void put_half(W *w, u32 nd, const u32 *r, mask e, u32 high) {
    u32 *d = w->v[nd];
    for (u32 i = 0; i < WAVE; i++) {
        u32 merged = high ? (d[i] & 0xffff) | r[i] << 16 : (d[i] & 0xffff0000) | (r[i] & 0xffff);
        d[i] = e >> i & 1 ? merged : d[i];
    }
}

/* Denormals kept, round to nearest, whatever the process has set; the old setting is the caller's again after. */
static u64 host_float_defaults(void) {
#if defined(__x86_64__)
    u32 old, control = 0x1f80;
    __asm__ volatile("stmxcsr %0" : "=m"(old));
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
    return old;
#elif defined(__aarch64__)
    u64 old, control = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(old));
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
    return old;
#else
    return 0;
#endif
}
static void host_float_restore(u64 saved) {
#if defined(__x86_64__)
    u32 control = (u32)saved;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(saved));
#endif
}
