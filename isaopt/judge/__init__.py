"""Code shared by the judges: lint, proof and the allocation checker. Passes have implementations of their own."""
