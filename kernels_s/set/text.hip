// Hashes, ciphers and comparisons of texts.
#include <hip/hip_runtime.h>

__device__ unsigned turn(unsigned x, int n) { return x << n | x >> (32 - n); }

// Murmur3 of a row of words per thread.
extern "C" __global__ __launch_bounds__(256)
void hash(const unsigned *__restrict__ data, unsigned *__restrict__ out, int words, int rows) {
    const int row = blockIdx.x * 256 + threadIdx.x;
    unsigned h = 0x9747b28c;
    for (int i = 0; i < words; ++i) {
        h ^= turn(data[i * rows + row] * 0xcc9e2d51, 15) * 0x1b873593;
        h = turn(h, 13) * 5 + 0xe6546b64;
    }
    h ^= words * 4;
    h = (h ^ h >> 16) * 0x85ebca6b;
    h = (h ^ h >> 13) * 0xc2b2ae35;
    out[row] = h ^ h >> 16;
}

// CRC of a row of words per thread by a table in LDS.
extern "C" __global__ __launch_bounds__(256)
void crc32(const unsigned *__restrict__ table, const unsigned *__restrict__ data, unsigned *__restrict__ out,
           int words) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    const int row = blockIdx.x * 256 + threadIdx.x;
    unsigned crc = ~0u;
    for (int i = 0; i < words; ++i) {
        crc ^= data[row * words + i];
        for (int b = 0; b < 4; ++b) crc = own[crc & 255] ^ crc >> 8;
    }
    out[row] = ~crc;
}

#define QUARTER(a, b, c, d)             \
    a += b, d = turn(d ^ a, 16);        \
    c += d, b = turn(b ^ c, 12);        \
    a += b, d = turn(d ^ a, 8);         \
    c += d, b = turn(b ^ c, 7);

// ChaCha20, a block of 64 bytes per thread.
extern "C" __global__ __launch_bounds__(256)
void chacha(const unsigned *__restrict__ key, const uint4 *__restrict__ in, uint4 *__restrict__ out, unsigned counter) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    unsigned s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    for (int i = 0; i < 8; ++i) s[4 + i] = key[i];
    s[12] = counter + at;
    for (int i = 0; i < 3; ++i) s[13 + i] = key[8 + i];
    for (int i = 0; i < 16; ++i) x[i] = s[i];
#pragma unroll 1
    for (int round = 0; round < 10; ++round) {
        QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13])
        QUARTER(x[2], x[6], x[10], x[14]) QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12])
        QUARTER(x[2], x[7], x[8], x[13]) QUARTER(x[3], x[4], x[9], x[14])
    }
    for (int i = 0; i < 4; ++i) {
        const uint4 v = in[at * 4 + i];
        out[at * 4 + i] = make_uint4(v.x ^ (x[i * 4] + s[i * 4]), v.y ^ (x[i * 4 + 1] + s[i * 4 + 1]),
                                     v.z ^ (x[i * 4 + 2] + s[i * 4 + 2]), v.w ^ (x[i * 4 + 3] + s[i * 4 + 3]));
    }
}

// SHA-256 of one block of 16 words per thread.
extern "C" __global__ __launch_bounds__(256)
void sha256(const unsigned *__restrict__ rounds, const uint4 *__restrict__ in, uint4 *__restrict__ out) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16];
    for (int i = 0; i < 4; ++i) {
        const uint4 v = in[at * 4 + i];
        w[i * 4] = v.x, w[i * 4 + 1] = v.y, w[i * 4 + 2] = v.z, w[i * 4 + 3] = v.w;
    }
    const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned s[8];
    for (int i = 0; i < 8; ++i) s[i] = start[i];
#pragma unroll
    for (int r = 0; r < 64; ++r) {
        const unsigned e = s[4], a = s[0];
        const unsigned t1 =
            s[7] + (turn(e, 26) ^ turn(e, 21) ^ turn(e, 7)) + ((e & s[5]) ^ (~e & s[6])) + rounds[r] + w[r % 16];
        const unsigned t2 = (turn(a, 30) ^ turn(a, 19) ^ turn(a, 10)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        for (int i = 7; i > 0; --i) s[i] = s[i - 1];
        s[4] += t1;
        s[0] = t1 + t2;
        const unsigned x = w[(r + 1) % 16], y = w[(r + 14) % 16];
        w[r % 16] += (turn(x, 25) ^ turn(x, 14) ^ x >> 3) + w[(r + 9) % 16] + (turn(y, 15) ^ turn(y, 13) ^ y >> 10);
    }
    for (int i = 0; i < 8; ++i) s[i] += start[i];
    out[at * 2] = make_uint4(s[0], s[1], s[2], s[3]);
    out[at * 2 + 1] = make_uint4(s[4], s[5], s[6], s[7]);
}

// Edit distance of a pattern of 16 letters to a text per thread, a column of the table in registers.
extern "C" __global__ __launch_bounds__(256)
void edit(const int *__restrict__ pattern, const int *__restrict__ texts, int *__restrict__ out, int length,
          int count) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    int column[17], letters[16];
    for (int i = 0; i < 16; ++i) letters[i] = pattern[i];
    for (int i = 0; i < 17; ++i) column[i] = i;
    for (int t = 0; t < length; ++t) {
        const int letter = texts[t * count + at];
        int diagonal = column[0];
        column[0] = t + 1;
        for (int i = 1; i < 17; ++i) {
            const int best = min(min(column[i], column[i - 1]) + 1, diagonal + (letters[i - 1] != letter));
            diagonal = column[i];
            column[i] = best;
        }
    }
    out[at] = column[16];
}
