"""Everything around a kernel's instructions in the assembled object: sections, symbols, relocations, descriptors,
notes.

Nothing here is read from text that the assembler's object can tell.  :mod:`.pair` compares the objects of two files,
:mod:`.code` ties each instruction of a kernel to its bytes, :mod:`.harmless` lists what may differ and why.
"""
