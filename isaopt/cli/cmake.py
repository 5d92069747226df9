"""``isaopt cmake``: print where the CMake package is."""

from __future__ import annotations

import click

from isaopt.cli.common import emit_json, json_option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Print the directory of isaopt's CMake package, with isaopt_optimize and isaopt_add_hsaco.

    \b
    Example, in a CMakeLists.txt:
      execute_process(COMMAND isaopt cmake OUTPUT_VARIABLE isaopt_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
      find_package(isaopt REQUIRED)
      isaopt_optimize(my_program)
      isaopt_add_hsaco(kernels SOURCE kernel.hip ARCH gfx1100 gfx1201)
    """
    from isaopt.wrapper.places import cmake

    if as_json:
        emit_json({"directory": str(cmake())})
    else:
        click.echo(str(cmake()))
