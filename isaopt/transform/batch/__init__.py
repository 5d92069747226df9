"""The pass ``batch``: global accesses on SGPR bases.  :mod:`.batch` is the pass itself."""
