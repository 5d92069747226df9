"""Wait counters as lint sees them: which instruction waits for what, and what is still outstanding where."""
