"""Limits on input files: a file beyond them is a mistake or an attack, not a kernel."""

from __future__ import annotations

import re

#: The most lines of a file, characters of a line, and characters of an instruction.
MAX_LINES, MAX_LINE, MAX_INSTRUCTION = 2_000_000, 4_000_000, 20_000
#: The deepest nesting of collections in the metadata, and the most nodes.
MAX_DEPTH, MAX_NODES = 64, 2_000_000

_INDENTATION = re.compile(rf"[ \t?:-]{{{MAX_DEPTH // 2 - 1}}}")


def plainly_bounded(metadata: str) -> bool:
    """Whether YAML text is certain to keep the bounds, as the output of compilers does; False if only a YAML parser can
    tell.

    Without ``*`` there is no alias. Without brackets each nested collection begins in a column of its own (a list may
    share that of the enclosing mapping), and one character adds at most a mapping, its key and its value.
    """
    return (
        4 * len(metadata) <= MAX_NODES
        and not any(sign in metadata for sign in "&*[{")
        and _INDENTATION.search(metadata) is None
    )
