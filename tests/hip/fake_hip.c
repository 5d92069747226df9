// A HIP runtime whose GPU is the host: buffers are the host's memory, and one kernel is known by its arguments.
// FAKE_HIP_FAIL names a call that fails; FAKE_HIP_ARCH the processor; FAKE_HIP_MS the milliseconds of a launch, by
// module in the order of loading, counted anew when none is left; FAKE_HIP_WRONG the module (from 0) whose kernel
// computes something else; FAKE_HIP_LOG a file to which every launch adds a line.  FAKE_HIP_PYTHON names a Python module
// of the process that loads this: its begin() is called first, and launched() runs any kernel and says how long it took.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CALL(name) do { const char *f = getenv("FAKE_HIP_FAIL"); if (f && !strcmp(f, #name)) return 2; } while (0)

typedef struct { int index; size_t size; char *image; } Module;
typedef struct { Module *module; char name[64]; } Function;
typedef struct { double time; } Event;

static double now_ms = 0;
static int modules = 0, allocations = 0, live_modules = 0;
static struct { void *at; size_t size; } memory[4096];

size_t fakeSize(uint64_t at) {
  for (int k = 0; k < 4096; ++k) if (memory[k].at && (uint64_t)memory[k].at == at) return memory[k].size;
  return 0;
}

static void in_python(const char *call) {
  int (*ensure)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "PyGILState_Ensure");
  void (*release)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "PyGILState_Release");
  int (*run)(const char *) = (int (*)(const char *))dlsym(RTLD_DEFAULT, "PyRun_SimpleString");
  char code[1024];
  snprintf(code, sizeof code, "import %s as stand_in\nstand_in.%s", getenv("FAKE_HIP_PYTHON"), call);
  int state = ensure();
  int failed = run(code);
  release(state);
  if (failed) abort();
}

static double duration(int module) {
  const char *text = getenv("FAKE_HIP_MS");
  double ms = 1.0;
  for (int k = 0; text && *text && k <= module; ++k) { ms = strtod(text, (char **)&text); if (*text == ',') ++text; }
  return ms;
}

const char *hipGetErrorName(int status) { return status == 100 ? "hipErrorNoDevice" : status == 719 ? "hipErrorLaunchFailure" : "hipErrorOutOfMemory"; }
int hipInit(unsigned flags) {
  CALL(hipInit); (void)flags;
  if (getenv("FAKE_HIP_PYTHON")) in_python("begin()");
  return 0;
}
int hipGetDeviceCount(int *count) {
  *count = getenv("FAKE_HIP_NONE") ? 0 : 2;
  return 0;
}
int hipSetDevice(int device) { CALL(hipSetDevice); (void)device; return 0; }
int hipRuntimeGetVersion(int *version) { *version = 60342134; return 0; }
int hipDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 5 ? 2482000 : attribute == 63 ? 48 : attribute == 87 ? 32 : -1;
  return *value < 0;
}
int hipDeviceGetName(char *name, int size, int device) { (void)device; snprintf(name, size, "Fake gfx9 GPU"); return 0; }
#ifdef OLD_LAYOUT
int hipGetDeviceProperties(char *p, int device) {
  (void)device; memset(p, 0, 792); strcpy(p, "Fake gfx9 GPU");
  strcpy(p + 396, getenv("FAKE_HIP_ARCH") ? getenv("FAKE_HIP_ARCH") : "gfx1100"); return 0;
}
#else
int hipGetDevicePropertiesR0600(char *p, int device) {
  (void)device; memset(p, 0, 1472); strcpy(p, "Fake gfx9 GPU");
  strcpy(p + 1160, getenv("FAKE_HIP_ARCH") ? getenv("FAKE_HIP_ARCH") : "gfx1100:sramecc-"); return 0;
}
#endif
int hipModuleLoadData(void **module, const void *image) {
  CALL(hipModuleLoadData);
  if (memcmp(image, "\x7f" "ELF", 4)) return 2;
  if (live_modules == 0) modules = 0;
  Module *made = malloc(sizeof *made);
  // An ELF file ends with its section headers.
  const char *elf = image;
  uint64_t sections;
  uint16_t each, count;
  memcpy(&sections, elf + 40, 8); memcpy(&each, elf + 58, 2); memcpy(&count, elf + 60, 2);
  made->size = sections + (size_t)each * count;
  made->image = memcpy(malloc(made->size), image, made->size);
  made->index = modules++;
  ++live_modules;
  *module = made;
  return 0;
}
int hipModuleUnload(void *module) { --live_modules; free(((Module *)module)->image); free(module); return 0; }
int hipModuleGetFunction(void **function, void *module, const char *name) {
  CALL(hipModuleGetFunction);
  Function *made = calloc(1, sizeof *made);
  made->module = module;
  strncpy(made->name, name, 63);
  *function = made;
  return 0;
}
int hipMalloc(void **p, size_t size) {
  CALL(hipMalloc); ++allocations; *p = malloc(size);
  for (int k = 0; k < 4096; ++k) if (!memory[k].at) { memory[k].at = *p; memory[k].size = size; break; }
  return 0;
}
int hipFree(void *p) {
  CALL(hipFree); --allocations;
  for (int k = 0; k < 4096; ++k) if (memory[k].at == p) memory[k].at = 0;
  free(p); return 0;
}
int hipMemcpy(void *to, const void *from, size_t size, int kind) {
  CALL(hipMemcpy);
  if (kind != 1 && kind != 2) return 2;
  memcpy(to, from, size);
  return 0;
}
int hipDeviceSynchronize(void) { CALL(hipDeviceSynchronize); return 0; }
int hipEventCreate(void **e) { *e = calloc(1, sizeof(Event)); return 0; }
int hipEventDestroy(void *e) { free(e); return 0; }
int hipEventRecord(void *e, void *stream) { (void)stream; ((Event *)e)->time = now_ms; return 0; }
int hipEventSynchronize(void *e) { (void)e; return 0; }
int hipEventElapsedTime(float *ms, void *a, void *b) { *ms = (float)(((Event *)b)->time - ((Event *)a)->time); return 0; }

// fma(float *out, const float *x, float a, int n): out[i] = a * x[i] + out[i], over the whole grid.
int hipModuleLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned lds, void *stream, void **params, void **extra) {
  CALL(hipModuleLaunchKernel);
  Function *function = f;
  if (stream || params || !extra) return 2;
  const char *args = 0;
  size_t size = 0;
  for (int k = 0; (uintptr_t)extra[k] != 3; k += 2) {
    if ((uintptr_t)extra[k] == 1) args = extra[k + 1];
    else if ((uintptr_t)extra[k] == 2) size = *(size_t *)extra[k + 1];
    else return 2;
  }
  int index = function->module->index;
  if (getenv("FAKE_HIP_PYTHON")) {
    double ms = 0;
    char call[512];
    snprintf(call, sizeof call, "launched(%llu, %zu, '%s', (%u, %u, %u), (%u, %u, %u), %u, %llu, %zu, %llu)",
             (unsigned long long)function->module->image, function->module->size, function->name, gx, gy, gz, bx, by,
             bz, lds, (unsigned long long)args, size, (unsigned long long)&ms);
    in_python(call);
    if (ms < 0) for (;;) pause();
    if (ms == 0) return 719;
    now_ms += ms;
    return 0;
  }
  static unsigned launches = 0;
  // A little noise that is the same each time: the launch's number decides.
  now_ms += duration(index) * (1.0 + 0.002 * (launches++ * 2654435761u >> 28));
  if (getenv("FAKE_HIP_LOG")) {
    FILE *log = fopen(getenv("FAKE_HIP_LOG"), "a");
    fprintf(log, "%d %s %u,%u,%u %u,%u,%u %u %zu\n", index, function->name, gx, gy, gz, bx, by, bz, lds, size);
    fclose(log);
  }
  if (!strcmp(function->name, "fma") && size == 24) {
    float *out, *x, a;
    int n;
    memcpy(&out, args, 8); memcpy(&x, args + 8, 8); memcpy(&a, args + 16, 4); memcpy(&n, args + 20, 4);
    const char *wrong = getenv("FAKE_HIP_WRONG");
    float bias = wrong && atoi(wrong) == index ? 0.001f : 0.0f;
    unsigned long threads = (unsigned long)gx * gy * gz * bx * by * bz;
    for (unsigned long i = 0; i < threads && i < (unsigned long)n; ++i)
      out[i] = __builtin_fmaf(a, x[i], out[i]) + bias;
  }
  // A microbenchmark (unsigned *out, unsigned *data): wave k of the short version takes 100 + k cycles, of the long one 400 + k.
  const char *tail = strrchr(function->name, '_');
  if (tail && (!strcmp(tail, "_short") || !strcmp(tail, "_long")) && size == 16) {
    unsigned *out, *data;
    memcpy(&out, args, 8); memcpy(&data, args + 8, 8);
    for (unsigned k = 0; k < bx / 32; ++k) out[k] = (strcmp(tail, "_long") ? 100 : 400) + k + data[0];
  }
  return 0;
}
int hipDeviceGetPCIBusId(char *id, int size, int device) { (void)device; snprintf(id, size, "ffff:ff:00.0"); return 0; }
int fakeLeaks(void) { return allocations + live_modules; }
