"""The passes that put the instructions of a block in another order: ``schedule`` and ``spread``."""
