"""Where the code of a line ends and its comment begins."""

from __future__ import annotations

import re

#: The characters at which code may end or a string, inside which it does not, may begin.
_STOP = re.compile(r'["\r\n;]|//|/\*')
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.S)


def code_end(line: str) -> int:
    """The index at which a line's code ends and its comment or line break begins; block comments inside stay in the
    code."""
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
    """The line with each ``/* */`` replaced by blanks of the same length, so that columns stay right."""
    return re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), code)
