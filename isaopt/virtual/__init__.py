"""A GPU without one: HIP programs run on the emulator, through a runtime library of our own (``isaopt run``)."""
