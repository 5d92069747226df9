"""The pass ``unroll``: rounds of loops in a row.  :mod:`.unroll` is the pass itself."""
