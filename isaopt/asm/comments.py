"""Where the code of a line ends and its comment begins."""

from __future__ import annotations

import re

#: Where code may end, and a string, in which it does not.
_STOP = re.compile(r'["\r\n;]|//|/\*')
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.S)


def code_end(line: str) -> int:
    """Where a line's code ends and its comment, or line break, begins; block comments inside stay in the code."""
    at = 0
    while stop := _STOP.search(line, at):
        what = stop.group()
        if what == '"':
            string = _STRING.match(line, stop.start())
            if string is None:
                return len(line)
            at = string.end()
        elif what == "/*":
            close = line.find("*/", stop.end())
            if close < 0:
                return stop.start()
            at = close + 2
        else:
            return stop.start()
    return len(line)


def blank_comments(code: str) -> str:
    """``/* */`` inside a line as blanks of the same length, so that columns stay right."""
    return re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), code)
