"""The pass ``thread``: loops copied for each outcome of a test that they repeat.  :mod:`.thread` is the pass itself."""
