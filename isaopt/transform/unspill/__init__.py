"""The pass ``unspill`` (:mod:`.unspill`)."""
