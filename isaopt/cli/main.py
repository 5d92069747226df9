"""The ``isaopt`` command: its subcommands, and the one place where an exception becomes a line and an exit code.

Subcommands are imported when they run: ``isaopt --help`` must not wait for the solver to load.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem, shell_complete

from isaopt import interrupt
from isaopt.collector import collect_rarely, leave_uncollected
from isaopt.errors import IsaoptError
from isaopt.printable import inline, one_line

COMMANDS = {
    "opt": "optimise kernels and prove the result equal to the input",
    "batch": "optimise every .s file of a directory, on many cores or a cluster",
    "passes": "list the passes and their options",
    "disassemble": "turn a code object into assembly that builds the identical one",
    "build": "assemble and link a .hsaco with clang and ld.lld",
    "hipcc": "wrap a HIP compiler and optimise its device code",
    "cmake": "print the directory of the CMake package",
    "triton": "optimise the dumped kernels of a Triton program",
    "report": "show VGPR banks, dual issue, occupancy and what limits them",
    "lint": "check assembly for missing waits, hazards and illegal code; --fix repairs",
    "lsp": "serve an editor: lint, live ranges and VGPR banks as you type",
    "watch": "show verdict, stalls, conflicts and lint of a file as it is edited",
    "verify": "prove two versions of a kernel equal, or show where they differ",
    "diff": "compare two versions of a kernel, figure by figure",
    "emulate": "run a kernel bit-exactly on the CPU",
    "run": "run a HIP program without a GPU, its kernels on the CPU",
    "launch": "run a kernel on a GPU through HIP and check its results",
    "bench": "time versions of a kernel against each other on a GPU",
    "layout": "show which lane and register holds which matrix element",
    "sim": "predict cycles on a modelled GPU and what stalls the waves",
    "microbench": "write microbenchmarks for the parameters of the GPU model",
    "calibrate": "fit the GPU model to measured microbenchmarks",
    "hwcheck": "test a GPU, the model and the optimiser; write one file of results",
    "fmt": "parse a file and print it again, unchanged or normalised",
    "dump": "print what the IR knows about every instruction",
    "doctor": "show which toolchain, HIP runtime and GPU were found",
}
"""Name to one-line help.  ``isaopt NAME`` runs ``isaopt.cli.NAME:command``."""

SYNONYMS = {
    "assemble": "build",
    "check": "lint",
    "compare": "diff",
    "format": "fmt",
    "prove": "verify",
    "simulate": "sim",
    "stats": "report",
}
"""Words that suggest a command whose name they do not resemble."""

COMPLETE = "_ISAOPT_COMPLETE"
"""How a shell requests completions: ``bash_source``, ``zsh_source`` and ``fish_source`` print the script that it
reads."""

INTERRUPTED = 130
"""128 + SIGINT, as shells report it; also for SIGTERM, which has the same effect."""

PIPE_CLOSED = 141
"""128 + SIGPIPE: the reader of our output went away, which is not an error of ours."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"isaopt.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        command.name = cmd_name
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names and their help, without importing any command."""
        names = [CompletionItem(n, help=text) for n, text in COMMANDS.items() if n.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            import difflib

            longer = [known for known in COMMANDS if name.startswith(known)]
            close = [SYNONYMS[name]] if name in SYNONYMS else longer or difflib.get_close_matches(name, COMMANDS, n=1)
            raise click.UsageError(
                f"no such command '{name}'" + (f", did you mean '{close[0]}'?" if close else ""), ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"isaopt {version('isaopt')}")
        ctx.exit()


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
)
def group() -> None:
    """Optimise AMD RDNA3 and RDNA4 machine code (gfx11, gfx12) and prove the result equal to the input.

    The input is a .s file from hipcc --save-temps, clang -S or Triton, a code object, or - for standard input. The
    target is read from the file; --arch gfx1100 overrides it. `isaopt COMMAND --help` explains each command.

    \b
    Examples:
      isaopt opt kernel.s -o kernel.opt.s
      isaopt build kernel.opt.s -o kernel.hsaco
      isaopt diff kernel.s kernel.opt.s
    \b
    Shell completion, for one session or in the shell's start-up file:
      eval "$(_ISAOPT_COMPLETE=bash_source isaopt)"     (or zsh_source)
      _ISAOPT_COMPLETE=fish_source isaopt | source
    \b
    Exit codes:
      0    success; every check passed
      1    a check failed: a proof, a lint finding, a --fail-on condition
      2    bad usage or bad input; nothing was written
      3    a dependency is missing: clang, ld.lld, a HIP runtime, a GPU
      130  interrupted (Ctrl-C, SIGTERM); nothing was written or cached
    """


def _usage_line(error: click.ClickException) -> str:
    """A usage error on one line, with a pointer to the help."""
    message = inline(" ".join(error.format_message().split()).rstrip("."))
    if isinstance(error, click.UsageError) and error.ctx is not None:
        if "unexpected extra argument" in message:
            message += f", expected {' '.join(error.ctx.command.collect_usage_pieces(error.ctx)[1:]) or 'options only'}"
        return f"isaopt: error: {message} (see '{error.ctx.command_path} --help')"
    return f"isaopt: error: {message}"


def _os_error_line(error: OSError) -> str:
    where = f"{error.filename}" if error.filename else "isaopt"
    return one_line(f"{where}: error: {error.strerror or error}")


def _complain(line: str) -> None:
    """Write to standard error whatever its encoding can represent; ignore a closed standard error."""
    try:
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        sys.stderr.flush()
    except OSError:
        pass


def _discard_stdout() -> None:
    """Point standard output at nothing, so that the interpreter's flush at exit does not fail on a closed pipe."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line ``args`` (default: the process's) and return its exit code; every error is one line."""
    interrupt.begin()
    try:
        with group.make_context("isaopt", list(sys.argv[1:] if args is None else args)) as ctx:
            group.invoke(ctx)
        sys.stdout.flush()
        return 0
    except click.exceptions.NoArgsIsHelpError as error:
        _complain(error.format_message())
        return 2
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 2
    except (KeyboardInterrupt, click.Abort):
        _complain("isaopt: interrupted; no output file is incomplete")
        return INTERRUPTED
    except click.ClickException as error:
        _complain(_usage_line(error))
        return 2
    except IsaoptError as error:
        if os.environ.get("ISAOPT_DEBUG") == "1":
            raise
        _complain(str(error))
        return error.exit_code
    except BrokenPipeError:
        _discard_stdout()
        return PIPE_CLOSED
    except OSError as error:
        if os.environ.get("ISAOPT_DEBUG") == "1":
            raise
        _complain(_os_error_line(error))
        return 2
    except Exception as error:
        if os.environ.get("ISAOPT_DEBUG") == "1":
            raise
        what = inline(" ".join(f"{type(error).__name__}: {error}".split()))
        _complain(f"isaopt: error: internal error: {what}, please report it (ISAOPT_DEBUG=1 shows the traceback)")
        return 2


def main() -> None:
    """Entry point of the ``isaopt`` command."""
    interrupt.listen()
    collect_rarely()
    asked = os.environ.get(COMPLETE)
    code = shell_complete(group, {}, "isaopt", COMPLETE, asked) if asked else run()
    leave_uncollected()
    sys.exit(code)
