"""Disassembles code objects to text that assembles and links to the same code object."""
