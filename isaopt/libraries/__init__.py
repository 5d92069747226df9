"""Whole directories of assembly: each file is optimised separately, on one machine or on a cluster."""
