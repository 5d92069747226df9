"""Whole directories of assembly: each file optimised on its own, on one machine or on a cluster."""
