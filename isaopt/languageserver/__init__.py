"""``isaopt lsp``: the editor's view of assembly, in the terms of the Language Server Protocol 3.17.

A text that is typed (``snapshot``) is read at once, line by line from what was read before.  What takes longer, values
and lint, is found in another process (``facts``) and shown when it is there, carried over to the lines of the text as
it is now.  Each feature is a function of these two, and ``server`` is the protocol.
"""
