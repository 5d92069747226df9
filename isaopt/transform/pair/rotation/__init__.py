"""Loops whose rounds begin with work that the round before has done: what :mod:`isaopt.transform.pair` tries for a
loop that one round alone leaves with single instructions.  :mod:`.rotate` is the way in."""
