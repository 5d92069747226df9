"""Bare code to a kernel again: the waits, delays and hazard fixes that moved instructions need (:mod:`.build`), and
what bare code is (:mod:`.rewrite`)."""
