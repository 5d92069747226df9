"""Wait counters as lint sees them: which events each instruction waits for, and which are still outstanding at each
point."""
