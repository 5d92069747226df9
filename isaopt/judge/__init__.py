"""What the judges share: lint, proof and the allocation checker.  Passes have answers of their own."""
