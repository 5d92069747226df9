"""The pass ``unroll`` (:mod:`.unroll`)."""
