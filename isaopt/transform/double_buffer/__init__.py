"""A second place for tiles that waves store to LDS and read in turns.  :mod:`.double_buffer` is the pass."""
