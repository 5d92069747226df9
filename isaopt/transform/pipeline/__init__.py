"""Loops whose loads are issued a round ahead of what needs them.  :mod:`.pipeline` is the pass."""
