"""Turns bare code into a kernel again: adds the waits, delays and hazard fixes that moved instructions need
(:mod:`.build`). :mod:`.rewrite` defines bare code."""
