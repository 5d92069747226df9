"""The parts of ``scripts/field.py``: limited child processes, what is done to a file and to a kernel, the table."""
