"""Chooses and tunes passes by the cycles that the simulator predicts."""
