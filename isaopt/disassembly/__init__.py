"""Code objects back to assembly: text that assembles and links to the same code object."""
