"""The pass ``sgpr-bases``: global accesses on SGPR bases.  :mod:`.sgpr_bases` is the pass itself."""
