"""A step in any build: wraps the HIP compiler and optimises its device assembly on the way to the object."""
