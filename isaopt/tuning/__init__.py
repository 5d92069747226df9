"""Passes chosen and tuned by the cycles that the simulator predicts."""
