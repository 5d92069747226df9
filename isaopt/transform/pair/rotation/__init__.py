"""Loops whose iterations begin with work that the previous iteration has done: what :mod:`isaopt.transform.pair` tries
for a loop that one iteration alone leaves with single instructions.  :mod:`.rotate` is the way in."""
