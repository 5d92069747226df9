"""C = A * B in Triton, row-major, every size a multiple of its block: compiled for FP32 and for FP16 operands.

Sums are FP32 in both. `input_precision="ieee"` keeps FP32 operands whole, so that the products are plain FMAs.
"""

import triton
import triton.language as tl


@triton.jit
def gemm(
    a_ptr,
    b_ptr,
    c_ptr,
    M,
    N,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    rows = tl.program_id(1) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    steps = tl.arange(0, BLOCK_K)

    a = a_ptr + rows[:, None] * K + steps[None, :]
    b = b_ptr + steps[:, None] * N + columns[None, :]
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K, BLOCK_K):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision="ieee")
        a += BLOCK_K
        b += BLOCK_K * N

    c = c_ptr + rows[:, None] * N + columns[None, :]
    tl.store(c, acc)
