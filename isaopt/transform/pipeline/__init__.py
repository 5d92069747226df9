"""The pass ``pipeline`` (:mod:`.pipeline`): software pipelining of loads."""
