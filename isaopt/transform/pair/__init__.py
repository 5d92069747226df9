"""The pass ``pair``: VALU instructions in dual ones.  :mod:`.pair` is the pass itself."""
