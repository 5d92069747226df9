"""Which bodies are legal: the assembler takes every line, and the parser reads it as an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from isaopt.asm.line import read_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Op
from isaopt.toolchain.find import find_toolchain
from isaopt.toolchain.probe import assemble_command
from isaopt.toolchain.run import run
from scripts.operand_forms.bodies import Body

_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error:", re.MULTILINE)
#: Lines of one call of the assembler: what it complains of is cut off after a megabyte.
_LINES = 2000


def _refused(lines: Sequence[str], arch: str, wave: int) -> set[str]:
    """The lines that the assembler does not take."""
    wanted = list(dict.fromkeys(lines))
    found: set[str] = set()
    command = assemble_command(find_toolchain(arch).clang.command, arch, "/dev/null")
    command += ["-mwavefrontsize64"] if wave == 64 else []
    for start in range(0, len(wanted), _LINES):
        part = wanted[start : start + _LINES]
        text = f'.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n' + "".join(f"{line}\n" for line in part)
        done = run(command, text.encode())
        numbers = {int(n) for n in _ERROR.findall(done.stderr)}
        if not done.ok and not numbers:
            raise RuntimeError(done.complaint())
        found |= {part[n - 2] for n in numbers}
    return found


def legal(bodies: Sequence[Body], arch: str, wave: int) -> tuple[list[Body], list[str]]:
    """The bodies that are, and lines that only the parser refuses."""
    refused = _refused([line for body in bodies for line in body.lines], arch, wave)
    kept, unread = [], []
    for body in bodies:
        if refused.isdisjoint(body.lines):
            try:
                ops(body.lines, arch, wave)
            except StatementError as error:
                unread.append(f"{' ; '.join(body.lines)}: {error}")
            else:
                kept.append(body)
    return kept, unread


def ops(lines: Iterable[str], arch: str, wave: int) -> list[Op]:
    """The lines as the parser reads them; raises :class:`StatementError`."""
    return [read_op(line, arch, wave) for line in lines]
