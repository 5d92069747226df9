"""The pass ``unspill``."""
