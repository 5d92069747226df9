"""Memory for lint: what each instruction accesses, where its address comes from, and whether two accesses may
overlap."""
