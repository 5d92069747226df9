"""Limits on input files: beyond them a file is a mistake or an attack, not a kernel."""

from __future__ import annotations

import re

#: Lines of a file, characters of a line, characters of an instruction.
MAX_LINES, MAX_LINE, MAX_INSTRUCTION = 2_000_000, 4_000_000, 20_000
#: Of the metadata: how deep collections are nested, and how many nodes there are.
MAX_DEPTH, MAX_NODES = 64, 2_000_000

_INDENTATION = re.compile(rf"[ \t?:-]{{{MAX_DEPTH // 2 - 1}}}")


def plainly_bounded(metadata: str) -> bool:
    """Whether YAML text keeps the bounds whatever it says, as what compilers write does; False where only a YAML parser
    can tell.

    Without ``*`` there is no alias, without brackets a collection begins in a column of its own (a list may share that
    of the mapping around it), and a character makes a mapping, its key and its value at most.
    """
    return (
        4 * len(metadata) <= MAX_NODES
        and not any(sign in metadata for sign in "&*[{")
        and _INDENTATION.search(metadata) is None
    )
