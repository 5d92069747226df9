"""Loads kernels from files: assembles text, and extracts code objects from bundles and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.asm.source import BINARY, decode
from isaopt.emulator.metadata import ArgumentLayout, layout_of_entry
from isaopt.errors import InputError
from isaopt.ir.choose import one_kernel_name
from isaopt.ir.program import Module
from isaopt.toolchain.assemble import build
from isaopt.toolchain.bundle import code_objects
from isaopt.toolchain.codeobject import CodeObject, read_code_object
from isaopt.toolchain.find import find_toolchain
from isaopt.toolchain.textfacts import retarget


@dataclass(frozen=True, slots=True)
class GpuProgram:
    """A code object for one GPU; ``module`` is its assembly if it was given as such."""

    path: str
    arch: str
    image: bytes
    code: CodeObject
    module: Module | None = None

    def kernel_name(self, name: str | None) -> str:
        """The given name, or that of the only kernel; :class:`UsageError` if that is ambiguous."""
        return one_kernel_name(name, self.code.kernels, self.path)

    def layout(self, kernel: str) -> ArgumentLayout:
        """Arguments and resources of a kernel according to the code object's metadata."""
        entry: Mapping[str, object] = self.code.kernel_metadata(kernel)
        descriptor = self.code.descriptors[kernel]
        sizes = ("kernarg_size", "group_segment_fixed_size", "private_segment_fixed_size")
        return layout_of_entry(entry, {name: descriptor.field(name) for name in sizes})


def load_program(path: str, arch: str | None = None) -> GpuProgram:
    """Reads a ``.s`` file and builds it, or reads a code object, bundle, object or program.

    ``arch`` overrides the target that a ``.s`` file names, and selects a code object if a file holds several.

    Raises:
        InputError: the file cannot be read, or holds no code for ``arch``.
        MissingTool: no clang or ld.lld for a ``.s`` file.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror or error}", path) from None
    if not data.startswith(BINARY):
        text = decode(data, path)
        module = parse_text(text, path, arch, keep_unknown=True)
        tools = find_toolchain(module.arch)
        image = build(retarget(text, module.arch), module.arch, path=path, toolchain=tools)
        return GpuProgram(path, module.arch, image, read_code_object(image, path), module)
    entries = code_objects(data, path)
    read = [(entry.arch, entry.data) for entry in entries]
    known = [(name or read_code_object(image, path).arch, image) for name, image in read]
    chosen = [(name, image) for name, image in known if arch is None or name == arch]
    if not chosen:
        raise InputError(f"contains no code for {arch} (it has {', '.join(n or 'others' for n, _ in known)})", path)
    name, image = chosen[0]
    return GpuProgram(path, name, image, read_code_object(image, path))
