"""Builds the runtime library: its C, stubs for unimplemented functions, and its exported names and versions."""

from __future__ import annotations

import json
import os
import re
from importlib.resources import files
from pathlib import Path

from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.native import shared_object

_PARTS = (
    *("core", "memory", "image", "module", "heap", "hostcall", "launch", "check", "observe", "stream", "start"),
    *("graph", "copy", "texture", "device", "function", "compile"),
)
#: The sonames that programs load; one file serves all of them.
SONAMES = tuple(f"lib{name}.so{version}" for name in ("amdhip64", "hiprtc") for version in ("", ".5", ".6", ".7"))
_ENTRY = re.compile(r"^(?:API .*?\b(\w+)\(|(?:COPY1|FILLS)\((\w+))", re.MULTILINE)
#: Suffix of the functions for the per-thread default stream, which here runs in order like any other.
_PER_THREAD = "_spt"


def _data(name: str, package: str = "isaopt.virtual") -> str:
    return files(package).joinpath(name).read_text("utf-8")


def names() -> dict[str, list[str]]:
    """The exports of AMD's library, by version node; each node depends on the one before it (``hip_hcc.map.in``)."""
    found: dict[str, list[str]] = json.loads(_data("data/names.json"))
    return found


def implemented(source: str) -> frozenset[str]:
    """The functions that the C implements."""
    found = set()
    for entry, macro in _ENTRY.findall(source):
        found |= {entry or macro} | ({f"{macro}Async"} if macro.startswith("hipMemsetD") else set())
    return frozenset(found)


def source() -> str:
    """The whole library as C."""
    # Structures shared with compiled kernels are defined once, in the emulator.
    shared = _data("runtime/launch.c", "isaopt.emulator")
    errors: dict[str, list[str]] = json.loads(_data("data/errors.json"))
    table = "".join(f"{{{code}, {json.dumps(n)}, {json.dumps(t)}}}, " for code, (n, t) in errors.items())
    parts = {name: _data(f"runtime/{name}.c") for name in _PARTS}
    parts["core"] += (
        shared + f"static const struct Text {{ int code; const char *name, *text; }} errors[] = {{{table}}};\n"
    )
    text = "".join(parts.values())
    known = implemented(text)
    rest = []
    for name in sorted({n for listed in names().values() for n in listed} - known):
        plain = name.removesuffix(_PER_THREAD)
        if plain in known:
            rest.append(f'API int {name}(void) __attribute__((alias("{plain}")));\n')
        else:
            rest.append(f'API int {name}(void) {{ static u8 said; return missing("{name}", &said); }}\n')
    return text + "".join(rest)


def version_script() -> str:
    """The linker's version script."""
    lines, before = [], ""
    for version, listed in names().items():
        local = "" if before else " local: *;"
        lines.append(f"{version} {{ global: {' '.join(f'{n};' for n in listed)}{local} }}{before};")
        before = f" {version}"
    return "\n".join(lines) + "\n"


def build_library(tools: Toolchain, cache: Path, directory: Path) -> None:
    """Puts the library into ``directory`` under all its sonames; it is compiled once for each version of its text.

    Raises:
        MissingTool: no clang, or one that cannot compile for this host.
    """
    script = cache / "libamdhip64.map"
    temporary = script.with_suffix(f".{os.getpid()}")
    temporary.write_text(version_script())
    os.replace(temporary, script)
    # Findings show the program's calls: frames outside the library.
    link = ("--soname", "libamdhip64.so.6", "--version-script", str(script), "--undefined-version", "--eh-frame-hdr")
    built = shared_object(source(), tools, cache, link=link, more=("-fasynchronous-unwind-tables",))
    for name in SONAMES:
        (directory / name).symlink_to(built)
