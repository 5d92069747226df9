/* Memory for device code (malloc, new).  ROCm's device libraries keep the books themselves, in a heap that is all zero at
   first, and ask the host for slabs of 2 MiB and for blocks that do not fit into one (device-libs, ockl/src/dm.cl).  Both
   come from an arena whose pages the system provides when they are touched. */
enum { HEAP_BYTES = 131072, SLAB = 2 << 20, PAGE = 4096 }; /* a block of its own starts at a page: so dm.cl knows it */
#define ARENA_BYTES (4ull << 30)
typedef struct {
    u64 offset, size, used;
} Chunk;
static u8 *arena, *heap_at;
static u64 arena_used;
static Chunk *chunk;
static u64 chunks;

static u8 *heap(void) {
    if (heap_at) return heap_at;
    /* PROT_READ | PROT_WRITE; MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE; room to start at a slab */
    u8 *p = mmap(0, HEAP_BYTES + SLAB + ARENA_BYTES, 3, 0x4022, -1, 0);
    if ((u64)p == ~0ull) return 0;
    arena = (u8 *)(((u64)p + HEAP_BYTES + SLAB - 1) / SLAB * SLAB);
    return heap_at = p;
}
/* Gives the block at `freed` back, or else finds one; 0 if there is none. */
static u64 serve_memory(u64 freed, u64 size) {
    u64 align = size == SLAB ? SLAB : PAGE, start = (arena_used + align - 1) / align * align;
    if (freed) {
        for (u64 k = 0; k < chunks; k++)
            if (chunk[k].offset == freed - (u64)arena) chunk[k].used = 0;
        return 0;
    }
    if (!arena || !size || size > ARENA_BYTES) return 0;
    size = (size + PAGE - 1) / PAGE * PAGE;
    for (u64 k = 0; k < chunks; k++)
        if (!chunk[k].used && chunk[k].size == size && !(chunk[k].offset % align)) {
            chunk[k].used = 1;
            return (u64)arena + chunk[k].offset;
        }
    if (start > ARENA_BYTES - size) return 0;
    Chunk made = {start, size, 1};
    APPEND(chunk, chunks, made);
    arena_used = start + size;
    return (u64)arena + start;
}
