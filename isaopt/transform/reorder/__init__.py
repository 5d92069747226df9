"""The passes that reorder the instructions of a block: ``schedule`` and ``spread``."""
