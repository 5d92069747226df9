/* Groups of registers and which of their bases exclude each other; random numbers.
 *
 * Everything stands in memory that the caller gives.  Freestanding: no header, no C library. */

typedef long long i64;
typedef unsigned long long u64;

#define API __attribute__((visibility("default")))

/* Group g may not stand at base(others[e]) + deltas[e] for any e from first[g] to first[g + 1]; `degrees` are the numbers
 * of other groups. */
typedef struct {
    i64 count, *first, *others, *deltas, *degrees;
} Graph;

/* An even choice of one of n by xorshift: the same on every machine. */
static i64 below(u64 *state, i64 n) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (i64)((*state >> 11) % (u64)n);
}
