/* The runtime that programs load in place of AMD's libamdhip64: kernels run on the emulator, device memory is the
   process's own.  Names, structures and codes: hip_runtime_api.h.  No headers, so that any clang compiles it. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;
#define API __attribute__((visibility("default")))

void *malloc(u64), *calloc(u64, u64), *realloc(void *, u64), *aligned_alloc(u64, u64);
void free(void *), abort(void), _exit(int);
void *memcpy(void *, const void *, u64), *memmove(void *, const void *, u64), *memset(void *, int, u64);
int memcmp(const void *, const void *, u64), strcmp(const char *, const char *);
u64 strlen(const char *), strtoull(const char *, char **, int);
char *strdup(const char *), *getenv(const char *);
int dprintf(int, const char *, ...), fprintf(void *, const char *, ...), snprintf(char *, u64, const char *, ...);
int fflush(void *), fputs(const char *, void *), fclose(void *), backtrace(void **, int);
void *open_memstream(char **, u64 *);
extern void *stdout, *stderr;
void *mmap(void *, u64, int, int, int, i64);
int munmap(void *, u64), open(const char *, int, ...), close(int), socket(int, int, int), connect(int, const void *, u32);
long read(int, void *, u64), write(int, const void *, u64);
int pthread_create(u64 *, const void *, void *(*)(void *), void *), pthread_join(u64, void **), sched_yield(void);
int pthread_mutex_lock(void *), pthread_mutex_unlock(void *);
void *dlopen(const char *, int), *dlsym(void *, const char *);
char *dlerror(void);
int dladdr(const void *, void *);
int clock_gettime(int, void *), sigaction(int, const void *, void *);

typedef struct {
    u32 x, y, z;
} dim3;
typedef u64 Mutex[8]; /* room for a pthread_mutex_t, all 0 */

enum { OK, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, INVALID_CONFIGURATION = 9, INVALID_PITCH = 12,
       INVALID_SYMBOL = 13, INVALID_DEVICE_POINTER = 17, INVALID_DIRECTION = 21, INVALID_DEVICE_FUNCTION = 98,
       NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY = 209,
       UNSUPPORTED_LIMIT = 215, FILE_NOT_FOUND = 301, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600,
       ILLEGAL_ADDRESS = 700, LAUNCH_TIMEOUT = 702, PEER_ENABLED = 704, PEER_NOT_ENABLED = 705, HOST_REGISTERED = 712,
       HOST_NOT_REGISTERED = 713, LAUNCH_FAILURE = 719, COOPERATIVE_TOO_LARGE = 720, NOT_SUPPORTED = 801,
       CAPTURE_UNMATCHED = 903, UPDATE_FAILURE = 910, UNKNOWN = 999 };

enum { MOST_DEVICES = 8 };
static __thread i32 device; /* the one that calls of this thread are for; all are alike */
static __thread int last_error;
static int failed(int error) {
    if (error) last_error = error;
    return error;
}
#define NEED(condition, error) do { if (!(condition)) return failed(error); } while (0)

/* What the program should know is said on standard error, each text once. */
#define SAY(...) dprintf(2, "isaopt run: " __VA_ARGS__)
static int missing(const char *name, u8 *said) {
    if (!__atomic_exchange_n(said, 1, __ATOMIC_SEQ_CST)) SAY("%s is not supported\n", name);
    return failed(NOT_SUPPORTED);
}

/* The server that reads code objects and compiles kernels: isaopt/virtual/server.py says what goes to and fro. */
enum { HELLO, LOAD, KERNEL, NOTE, TIME, COMPILE };
static Mutex lock; /* of everything here; held while the program waits for a launch or the server */
static int server = -1;
static struct {
    u64 size;
    u8 *data;
} block[4]; /* what it said at the start: properties of HIP 6, of HIP 5, attributes, numbers */
enum { MEMORY, PER_INSTRUCTION, PER_BYTE, CUS, BUS_PLACE, BUS_PLACE_R0000, GENERATION, JOBS = 8, LIMIT, TRACE, COMPARE, SIMULATE, CHECK, DEVICES };
enum { CHECK_MEMORY = 1, CHECK_UNINIT = 2, CHECK_RACE = 4, CHECK_WAIT = 8, CHECK_BARRIER = 16 };
static u64 number(u32 n) { return ((u64 *)block[3].data)[n]; }
static u64 checking(u64 what) { return block[3].data ? number(CHECK) & what : 0; }

static int transfer(int out, void *data, u64 n) {
    for (u8 *p = data; n;) {
        long done = out ? write(server, p, n) : read(server, p, n);
        if (done <= 0) return 0;
        p += done;
        n -= (u64)done;
    }
    return 1;
}
/* The answer (free it), or null after saying why. */
static u8 *ask(u64 kind, const void *data, u64 n, const char *more, u64 *size) {
    u64 head[2] = {kind, n + strlen(more)};
    u8 *answer = 0;
    if (transfer(1, head, 16) && transfer(1, (void *)data, n) && transfer(1, (void *)more, strlen(more)) &&
        transfer(0, head, 16) && (answer = malloc(head[1] + 1)) && transfer(0, answer, head[1])) {
        answer[head[1]] = 0;
        if (size) *size = head[1];
        if (!head[0]) return answer;
        SAY("%s\n", (char *)answer);
    } else
        SAY("the connection to isaopt was lost\n");
    free(answer);
    return 0;
}
static int started(void) {
    static int tried;
    if (tried) return block[0].data != 0;
    tried = 1;
    const char *path = getenv("ISAOPT_RUN");
    if (!path) {
        SAY("this HIP runtime is isaopt's: start the program by 'isaopt run -- PROGRAM'\n");
        return 0;
    }
    struct {
        u16 family;
        char path[108];
    } address = {1, {0}};
    snprintf(address.path, 108, "%s", path);
    server = socket(1, 1 | 02000000, 0); /* AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC */
    if (connect(server, &address, sizeof address)) {
        SAY("cannot reach %s\n", path);
        return 0;
    }
    u8 *p = ask(HELLO, "", 0, "", 0);
    for (u32 k = 0; p && k < 4; k++) {
        block[k].size = *(u64 *)p;
        block[k].data = p + 8;
        p += 8 + (block[k].size + 7) / 8 * 8;
    }
    return block[0].data != 0;
}
/* Every entry that needs the device starts so. */
static int ready(void) {
    static int up; /* then the lock is not asked for, which a kernel of another thread may hold */
    if (__atomic_load_n(&up, __ATOMIC_ACQUIRE)) return 1;
    pthread_mutex_lock(lock);
    int yes = started();
    pthread_mutex_unlock(lock);
    __atomic_store_n(&up, yes, __ATOMIC_RELEASE);
    return yes;
}
#define START NEED(ready(), NO_DEVICE)

/* Lists that grow by doubling. */
#define APPEND(list, count, item) do { \
        if (!((count) & ((count) - 1))) (list) = realloc((list), ((count) ? 2 * (count) : 1) * sizeof *(list)); \
        (list)[(count)++] = (item); \
    } while (0)
