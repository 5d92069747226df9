"""Memory as lint sees it: what each instruction accesses, where its address comes from, and whether two may meet."""
