"""Loops whose loads are issued one iteration ahead of what needs them.  :mod:`.pipeline` is the pass."""
