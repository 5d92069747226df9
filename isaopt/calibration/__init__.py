"""Microbenchmarks that each isolate a parameter of the GPU model, and the fit of the model to their results."""
