"""Running kernels on a real GPU through the HIP runtime: launch, check, time, compare."""
