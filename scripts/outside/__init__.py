"""The campaign against the comparison of what surrounds kernels: what is changed, on which programs, and who judges."""
