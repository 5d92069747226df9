"""Parts of ``scripts/gen_isa_tables.py``."""
