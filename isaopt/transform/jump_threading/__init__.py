"""The pass ``jump-threading``: loops copied for each outcome of a test that they repeat.

:mod:`.jump_threading` is the pass itself.
"""
