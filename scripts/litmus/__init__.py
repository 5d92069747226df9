"""Litmus tests: an operational model of the documented memory system, and generated kernels whose changes it judges.

Shares no code with the prover or the passes: of ``isaopt`` it uses the parser alone
(``docs/explanation/memory-model.md`` has the rules that it follows, with their sources).
"""
