// Textures and surfaces: what device code reads is compared with what the host computes.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

enum { W = 37, H = 21, D = 5, N = 48 * 32 };
static int wrong;
#define HIP(call) do { hipError_t e = call; if (e != hipSuccess) { printf("%s: %s\n", #call, hipGetErrorName(e)); return 1; } } while (0)
#define CHECK(name, condition) do { if (!(condition)) { printf("%s is wrong\n", name); wrong = 1; } } while (0)

// Places from well before the image to well behind it, at odd fractions.
__host__ __device__ float across(int i) { return (i % 48) * 1.37f - 9.05f; }
__host__ __device__ float down(int i) { return (i / 48) * 1.13f - 6.05f; }
__global__ void sample(hipTextureObject_t t, float *o, float x, float y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = tex2D<float>(t, across(i) * x, down(i) * y);
}
__global__ void sample_line(hipTextureObject_t t, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = tex1D<float>(t, across(i));
}
__global__ void sample_space(hipTextureObject_t t, short2 *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = tex3D<short2>(t, i % W + .5f, i / W % H + .5f, i / W / H + .5f);
}
__global__ void fetch(hipTextureObject_t t, float4 *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = tex1Dfetch<float4>(t, i);
}
__global__ void twice(hipSurfaceObject_t s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v;
    if (i >= W * H) return;
    surf2Dread(&v, s, i % W * 4, i / W);
    surf2Dwrite(2 * v, s, i % W * 4, i / W);
}

static float value(int x, int y) { return std::sin(x * 3.f + y * 7.f); }
static long placed(long i, long n, hipTextureAddressMode how) {
    if (how == hipAddressModeClamp) return i < 0 ? 0 : i < n ? i : n - 1;
    if (how == hipAddressModeBorder) return i < 0 || i >= n ? -1 : i;
    long period = how == hipAddressModeMirror ? 2 * n : n, k = (i % period + period) % period;
    return k < n ? k : period - 1 - k;
}
static double texel(long x, long y, hipTextureAddressMode how) {
    x = placed(x, W, how);
    y = placed(y, H, how);
    return x < 0 || y < 0 ? 0 : value((int)x, (int)y);
}

int main() {
    std::vector<float> host(W * H), got(N);
    for (int i = 0; i < W * H; i++) host[i] = value(i % W, i / W);
    hipArray_t array;
    hipChannelFormatDesc one = hipCreateChannelDesc<float>();
    HIP(hipMallocArray(&array, &one, W, H));
    HIP(hipMemcpy2DToArray(array, 0, 0, host.data(), W * 4, W * 4, H, hipMemcpyHostToDevice));
    std::vector<float> back(W * H);
    HIP(hipMemcpyFromArray(back.data(), array, 0, 0, W * H * 4, hipMemcpyDeviceToHost));
    CHECK("a copy from an array", back == host);
    CHECK("a copy beyond an array", hipMemcpy2DToArray(array, 4, 0, host.data(), W * 4, W * 4, H, hipMemcpyHostToDevice) == hipErrorInvalidValue);

    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    float *out;
    HIP(hipMalloc(&out, N * 16));
    for (auto how : {hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder})
        for (auto filter : {hipFilterModePoint, hipFilterModeLinear})
            for (int normalized = 0; normalized < 2; normalized++) {
                hipTextureDesc d = {};
                d.addressMode[0] = d.addressMode[1] = how;
                d.filterMode = filter;
                d.normalizedCoords = normalized;
                hipTextureObject_t t;
                HIP(hipCreateTextureObject(&t, &resource, &d, nullptr));
                sample<<<N / 64, 64>>>(t, out, normalized ? 1.f / W : 1.f, normalized ? 1.f / H : 1.f);
                HIP(hipMemcpy(got.data(), out, N * 4, hipMemcpyDeviceToHost));
                bool plain = !normalized && (how == hipAddressModeWrap || how == hipAddressModeMirror);
                auto really = plain ? hipAddressModeClamp : how;
                double most = 0;
                for (int i = 0; i < N; i++) {
                    double x = across(i), y = down(i), expected = 0;
                    if (filter == hipFilterModePoint) {
                        expected = texel(std::floor(x), std::floor(y), really);
                    } else {
                        long a = std::floor(x - .5), b = std::floor(y - .5);
                        double u = x - .5 - a, v = y - .5 - b;
                        for (int k = 0; k < 4; k++)
                            expected += (k & 1 ? u : 1 - u) * (k & 2 ? v : 1 - v) * texel(a + (k & 1), b + (k >> 1), really);
                    }
                    most = std::fmax(most, std::fabs(expected - got[i]));
                }
                if (most > (filter == hipFilterModePoint ? 0 : .02)) printf("mode %d, filter %d, normalized %d: off by %g\n", how, filter, normalized, most), wrong = 1;
                HIP(hipDestroyTextureObject(t));
            }

    hipTextureDesc d = {};
    d.addressMode[0] = hipAddressModeClamp;
    d.readMode = hipReadModeNormalizedFloat;
    hipTextureObject_t t;
    std::vector<unsigned char> bytes(256 * 4);
    for (int i = 0; i < 256 * 4; i++) bytes[i] = (unsigned char)(i * 7);
    unsigned char *linear;
    HIP(hipMalloc(&linear, bytes.size()));
    HIP(hipMemcpy(linear, bytes.data(), bytes.size(), hipMemcpyHostToDevice));
    hipResourceDesc flat = {};
    flat.resType = hipResourceTypeLinear;
    flat.res.linear.devPtr = linear;
    flat.res.linear.desc = hipCreateChannelDesc(8, 8, 8, 8, hipChannelFormatKindUnsigned);
    flat.res.linear.sizeInBytes = bytes.size();
    HIP(hipCreateTextureObject(&t, &flat, &d, nullptr));
    fetch<<<5, 64>>>(t, (float4 *)out);
    std::vector<float> fractions(5 * 64 * 4);
    HIP(hipMemcpy(fractions.data(), out, fractions.size() * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < 5 * 64 * 4; i++)  // those beyond the end are 0
        if (fractions[i] != (i < 256 * 4 ? (float)(bytes[i] / 255.) : 0.f)) return printf("fetch %d: %g\n", i, fractions[i]), 1;
    HIP(hipDestroyTextureObject(t));

    d.readMode = hipReadModeElementType;
    hipResourceDesc rows = {};
    rows.resType = hipResourceTypePitch2D;
    rows.res.pitch2D.desc = one;
    rows.res.pitch2D.width = W;
    rows.res.pitch2D.height = H;
    HIP(hipMallocPitch(&rows.res.pitch2D.devPtr, &rows.res.pitch2D.pitchInBytes, W * 4, H));
    HIP(hipMemcpy2D(rows.res.pitch2D.devPtr, rows.res.pitch2D.pitchInBytes, host.data(), W * 4, W * 4, H, hipMemcpyHostToDevice));
    HIP(hipCreateTextureObject(&t, &rows, &d, nullptr));
    sample<<<N / 64, 64>>>(t, out, 1.f, 1.f);
    HIP(hipMemcpy(got.data(), out, N * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        if (got[i] != (float)texel(std::floor(across(i)), std::floor(down(i)), hipAddressModeClamp)) return printf("row %d\n", i), 1;
    HIP(hipDestroyTextureObject(t));

    hipArray_t line, space, whole;
    HIP(hipMallocArray(&line, &one, W));
    HIP(hipMemcpyToArray(line, 0, 0, host.data(), W * 4, hipMemcpyHostToDevice));
    resource.res.array.array = line;
    HIP(hipCreateTextureObject(&t, &resource, &d, nullptr));
    sample_line<<<1, 32>>>(t, out);
    HIP(hipMemcpy(got.data(), out, 32 * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        if (got[i] != host[placed(std::floor(across(i)), W, hipAddressModeClamp)]) return printf("line %d\n", i), 1;

    std::vector<short2> box(W * H * D), box_got(W * H * D + 64);
    for (int i = 0; i < W * H * D; i++) box[i] = make_short2((short)(i * 13), (short)(7 - i * 5));
    hipChannelFormatDesc two = hipCreateChannelDesc<short2>();
    HIP(hipMalloc3DArray(&space, &two, make_hipExtent(W, H, D), hipArrayDefault));
    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(box.data(), W * 4, W, H);
    copy.dstArray = space;
    copy.extent = make_hipExtent(W, H, D);
    copy.kind = hipMemcpyHostToDevice;
    HIP(hipMemcpy3D(&copy));
    resource.res.array.array = space;
    HIP(hipCreateTextureObject(&t, &resource, &d, nullptr));
    short2 *pairs;
    HIP(hipMalloc(&pairs, (W * H * D + 64) * 4));
    sample_space<<<(W * H * D + 63) / 64, 64>>>(t, pairs);
    HIP(hipMemcpy(box_got.data(), pairs, (W * H * D + 64) * 4, hipMemcpyDeviceToHost));
    for (int i = 0; i < W * H * D; i++)
        if (box_got[i].x != box[i].x || box_got[i].y != box[i].y) return printf("box %d\n", i), 1;

    std::vector<float> doubled(W * H);
    HIP(hipMallocArray(&whole, &one, W, H, hipArraySurfaceLoadStore));
    HIP(hipMemcpy2DToArray(whole, 0, 0, host.data(), W * 4, W * 4, H, hipMemcpyHostToDevice));
    resource.res.array.array = whole;
    hipSurfaceObject_t s;
    HIP(hipCreateSurfaceObject(&s, &resource));
    twice<<<(W * H + 63) / 64, 64>>>(s);
    HIP(hipMemcpy2DFromArray(doubled.data(), W * 4, whole, 0, 0, W * 4, H, hipMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++)
        if (doubled[i] != 2 * host[i]) return printf("surface %d: %g\n", i, doubled[i]), 1;
    HIP(hipDestroySurfaceObject(s));
    for (auto a : {array, line, space, whole}) HIP(hipFreeArray(a));
    if (!wrong) printf("all well\n");
    return wrong;
}
