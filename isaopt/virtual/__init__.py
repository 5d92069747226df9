"""Runs HIP programs without a GPU (``isaopt run``): a runtime library replaces AMD's, and the emulator runs the
kernels."""
