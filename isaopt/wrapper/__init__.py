"""A step in anyone's build: the HIP compiler wrapped, its device assembly optimised on the way to the object."""
