"""The pass ``unroll``: iterations of loops in a row.  :mod:`.unroll` is the pass itself."""
