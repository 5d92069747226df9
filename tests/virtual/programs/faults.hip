// What device code must not do, one of them for each argument.
#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void stray(int *p) { p[threadIdx.x] = 1; }
__global__ void asserts(int x) { assert(x == (int)threadIdx.x); }
__global__ void forever(volatile int *p) {
    while (*p == 0) {}
}
int main(int, char **argv) {
    int *p;
    (void)hipMalloc((void **)&p, 4096);
    (void)hipMemset(p, 0, 4096);
    switch (atoi(argv[1])) {
    case 0: stray<<<1, 32>>>((int *)0x1000); break;
    case 1: asserts<<<1, 32>>>(0); break;
    case 2: forever<<<1, 32>>>(p); break;
    }
    printf("%s\n", hipGetErrorName(hipGetLastError()));
    return 0;
}
