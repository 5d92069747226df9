"""The mutation campaign against the prover: how kernels are changed, who judges a change, how results are kept."""
