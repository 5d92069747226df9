"""Operand forms: how they are made, what the prover and the emulator make of them, and what contradicts."""
