"""Shared by all commands: options, all-or-nothing output files, and a clean standard output."""

from __future__ import annotations

import functools
import inspect
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar, cast

import click

from isaopt import interrupt
from isaopt.asm.source import encode, is_code_object
from isaopt.errors import IsaoptError, UsageError
from isaopt.files import replace_file
from isaopt.plain import Json
from isaopt.printable import one_line
from isaopt.toolchain.includes import ALLOWED

Command = TypeVar("Command", bound=Callable[..., object])
Decorator = Callable[[Command], Command]


def grouped(name: str, kind: Callable[..., object], *options: Callable[[Command], Command]) -> Decorator[Command]:
    """Collects the values of several options in a ``kind``, which the command receives as one argument ``name``."""

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(*args: object, **values: object) -> object:
            own = {key: values.pop(key) for key in inspect.signature(kind).parameters if key in values}
            return command(*args, **{name: kind(**own)}, **values)

        decorated = cast("Command", wrapped)
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def suggested(names: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Shell completion for an option's value: ``MODULE:NAME`` refers to the names or to a function that returns
    them, imported on demand. In a comma-separated list the last item is completed."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        found = pkgutil.resolve_name(names)
        return [f"{before}{comma}{name}" for name in (found() if callable(found) else found) if name.startswith(last)]

    return complete


def gpu_option(meaning: str, default: str | None = None) -> Callable[[Command], Command]:
    """``--gpu``, which takes the name of a model."""
    complete = suggested("isaopt.target.gpus:gpu_names")
    shown = default is not None
    return click.option(
        "--gpu", metavar="NAME", default=default, show_default=shown, help=meaning, shell_complete=complete
    )


input_argument = click.argument("source", metavar="IN.s", type=click.Path(path_type=str, allow_dash=True))
arch_option = click.option(
    "--arch",
    metavar="GFX",
    shell_complete=suggested("isaopt.isa.tables:ARCHS"),
    help="Target, such as gfx1100; overrides the one in the file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")
keep_unknown_option = click.option(
    "--keep-unknown", is_flag=True, help="Keep an unknown instruction as an opaque barrier instead of rejecting it."
)


def output_option(metavar: str, required: bool = False) -> Callable[[Command], Command]:
    """``-o/--output``, passed to the command as ``output``; ``-`` is standard output."""
    return click.option(
        "-o",
        "--output",
        metavar=metavar,
        required=required,
        type=str,
        help="Output file, written completely or not at all; - is standard output.",
    )


def cache_option(default: str) -> Callable[[Command], Command]:
    """``--cache/--no-cache``, passed to the command as ``cache``: True, False, or None if neither was given."""
    return click.option(
        "--cache/--no-cache",
        "cache",
        default=None,
        help="Keep results in ISAOPT_CACHE_DIR (by default the user's cache directory) and reuse them for the same "
        f"input, options and version; {default}.",
    )


def _allow(ctx: click.Context, _param: click.Parameter, folders: tuple[str, ...]) -> None:
    """Sets the environment, so that worker processes see the setting; it is restored at the end of the command."""
    before = os.environ.get(ALLOWED)

    def restore() -> None:
        os.environ.pop(ALLOWED, None)
        if before is not None:
            os.environ[ALLOWED] = before

    if folders:
        os.environ[ALLOWED] = os.pathsep.join((*((before,) if before else ()), *map(os.path.abspath, folders)))
        ctx.call_on_close(restore)


include_option = click.option(
    "--allow-include",
    metavar="DIR",
    multiple=True,
    expose_value=False,
    callback=_allow,
    help="Also let .include and .incbin read files below DIR (repeatable); by default only below the input's "
    "own directory.",
)


def toolchain_options(command: Command) -> Command:
    """``--allow-include``, and ``--clang`` and ``--lld``, which are passed to the command under these names."""
    command = include_option(command)
    command = click.option("--lld", metavar="PATH", help="ld.lld to use instead of the one that isaopt finds.")(command)
    return click.option("--clang", metavar="PATH", help="clang to use instead of the one that isaopt finds.")(command)


def shown(path: str) -> str:
    """How messages name a path: ``-`` is shown as ``<stdin>``."""
    return "<stdin>" if path == "-" else path


def check_inputs(before: str, after: str) -> None:
    """Raises :class:`UsageError` for two inputs that are both standard input."""
    if before == after == "-":
        raise UsageError("only one of the two files can be standard input")


def sha256(data: bytes) -> str:
    """Hexadecimal SHA-256, as reports identify files."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


def input_sha256(source: str, text: str) -> str:
    """The hash that identifies an input in reports: that of the file's own bytes, even for a code object."""
    try:
        return sha256(encode(text) if source == "-" else Path(source).read_bytes())
    except OSError as error:
        raise IsaoptError(f"cannot read the file: {error.strerror or error}", source) from None


def note(message: str) -> None:
    """Print a line on standard error that is not part of the result."""
    print(one_line(message), file=sys.stderr)


def say(line: str) -> None:
    """Print a line of a result."""
    click.echo(one_line(line))


def json_text(document: Json) -> str:
    """JSON in ASCII that no log takes for a command (see :mod:`isaopt.printable`)."""
    return json.dumps(document, indent=2, allow_nan=False).replace("##[", "##\\u005b")


def emit_json(document: Json) -> None:
    """Print the one JSON document of a ``--json`` run."""
    print(json_text(document))


def emit_bytes(data: bytes) -> None:
    """Write bytes to standard output unchanged, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def check_output(output: str, inputs: Sequence[str] = (), in_place: bool | None = None) -> None:
    """Refuse an output that cannot or must not be written; to be called before the long work. ``in_place`` is None for
    commands without that option.

    Raises:
        UsageError: the output is one of the ``inputs`` without ``in_place``, or is a directory, or its directory does
            not exist or is not writable.
    """
    if output == "-":
        return
    path = Path(output)
    if path.is_dir():
        raise UsageError("the output is a directory", path=output)
    parent = Path(os.path.realpath(path)).parent
    if not parent.is_dir():
        raise UsageError(f"cannot write: {parent} is not a directory", path=output)
    if is_stream(output):
        return
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write: no permission in {parent}", path=output)
    if in_place and is_code_object(output):
        raise UsageError("--in-place would write assembly over a code object", output, hint="give -o a file")
    if in_place or not path.exists():
        return
    for source in inputs:
        if source != "-" and Path(source).exists() and path.samefile(source):
            hint = "" if in_place is None else "use --in-place to overwrite it"
            raise UsageError("the output would overwrite the input", path=output, hint=hint)


def is_stream(output: str) -> bool:
    """Whether the output is standard output, a device or a pipe. Such an output is written to, never replaced, and its
    reader may keep us waiting."""
    return output == "-" or (os.path.exists(output) and not os.path.isfile(output))


def write_output(output: str, data: bytes, inputs: Sequence[str] = (), in_place: bool | None = None) -> None:
    """Write a result to a temporary name beside ``output``, then rename it, so that the file is complete or absent.

    If ``output`` is a link, the file that it leads to is replaced. Once the first file is written, the command is no
    longer interrupted: everything else that it writes must be ready by then.

    Raises:
        KeyboardInterrupt: the command was interrupted before.
        UsageError: as :func:`check_output`.
        IsaoptError: the file system refuses the file, for example because it is full; nothing is left behind.
    """
    check_output(output, inputs, in_place)
    (interrupt.check if is_stream(output) else interrupt.commit)()
    if output == "-":
        emit_bytes(data)
        return
    target = Path(os.path.realpath(output))
    try:
        if is_stream(output):
            target.write_bytes(data)
        else:
            replace_file(target, data)
    except OSError as error:
        raise IsaoptError(f"cannot write: {error.strerror or error}", path=output) from error


def resolve_output(source: str, output: str | None, in_place: bool) -> str:
    """Where a text result goes: ``-o``, the input itself with ``--in-place``, else standard output.

    Raises:
        UsageError: ``--in-place`` together with ``-o`` or with standard input.
    """
    if not in_place:
        return output or "-"
    if output is not None:
        raise UsageError("--in-place and -o cannot be combined")
    if source == "-":
        raise UsageError("--in-place needs a file, not standard input")
    return source
