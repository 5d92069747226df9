"""The pass ``jump-threading`` (:mod:`.jump_threading`): a copy of a loop for each outcome of a test that it repeats."""
