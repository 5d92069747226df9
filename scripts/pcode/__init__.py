"""AMD's pseudo-code of instructions, read and executed: an independent judge of the emulator's semantics."""
