"""Wait counters for lint: the events that each instruction waits for, and those still outstanding at each point."""
