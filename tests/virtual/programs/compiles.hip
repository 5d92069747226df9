// Device code that is compiled as the program runs: a template by its name, with a header of the program's own.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <vector>

static const char source[] = R"(
#include "own/factor.h"
template <typename T> __global__ void scale(T *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads();
    if (i < n) p[i] *= FACTOR + MORE;
}
)";

int main() {
    const char *header = "#define FACTOR 2\n", *name = "own/factor.h", *wanted = "scale<float>", *lowered = nullptr;
    hiprtcProgram program;
    (void)hiprtcCreateProgram(&program, "void broken( {", "broken.cu", 0, nullptr, nullptr);
    hiprtcResult result = hiprtcCompileProgram(program, 0, nullptr);
    size_t size = 0;
    (void)hiprtcGetProgramLogSize(program, &size);
    std::vector<char> text(size);
    (void)hiprtcGetProgramLog(program, text.data());
    text[text.size() - 1] = 0;
    printf("%s: %.11s\n", hiprtcGetErrorString(result), text.data());
    (void)hiprtcDestroyProgram(&program);

    (void)hiprtcCreateProgram(&program, source, "scale.cu", 1, &header, &name);
    (void)hiprtcAddNameExpression(program, wanted);
    const char *options[] = {"--gpu-architecture=gfx1100", "-DMORE=1"};
    printf("%s\n", hiprtcGetErrorString(hiprtcCompileProgram(program, 2, options)));
    (void)hiprtcGetLoweredName(program, wanted, &lowered);
    (void)hiprtcGetCodeSize(program, &size);
    std::vector<char> code(size);
    (void)hiprtcGetCode(program, code.data());
    hipModule_t module;
    hipFunction_t kernel;
    (void)hipModuleLoadData(&module, code.data());
    (void)hipModuleGetFunction(&kernel, module, lowered);
    int n = 100;
    float *p;
    (void)hipMallocManaged((void **)&p, n * sizeof(float));
    for (int k = 0; k < n; k++) p[k] = (float)k;
    void *arguments[] = {&p, &n};
    (void)hipModuleLaunchKernel(kernel, 2, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr);
    (void)hipDeviceSynchronize();
    printf("%s %g %g\n", lowered, p[1], p[99]);
    return 0;
}
