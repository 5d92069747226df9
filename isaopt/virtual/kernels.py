"""Compiles a kernel of a code object for this host, with what the runtime needs to launch it."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from isaopt.cache.store import Store, version_key
from isaopt.errors import InputError
from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.native import cpu_flags, kept_object, shared_object

if TYPE_CHECKING:
    from isaopt.virtual.listing import Decoder, Listing

#: Value kinds of arguments, by the runtime's number for them (``runtime/launch.c``). Other kinds are passed by the
#: program, or are hidden arguments that are always 0.
_KINDS = (
    "", "hidden_block_count_x", "hidden_block_count_y", "hidden_block_count_z", "hidden_group_size_x",
    "hidden_group_size_y", "hidden_group_size_z", "hidden_remainder_x", "hidden_remainder_y", "hidden_remainder_z",
    "hidden_grid_dims", "hidden_dynamic_lds_size", "hidden_private_base", "hidden_shared_base", "hidden_queue_ptr",
    "hidden_hostcall_buffer", "hidden_heap_v1", "hidden_printf_buffer", "hidden_multigrid_sync_arg",
)  # fmt: skip
_ZERO = len(_KINDS)
#: Initial registers that hold half of an address that is known at launch: packet, queue, arguments.
_PLACE = 0xA0000000
#: The first byte of a record that says why ``opt`` did not change the kernel; other records start with the wave size.
_UNCHANGED = b"-"


class Compiler:
    """Compiles kernels once; results are cached by content, so that a program starts at once the next time.

    ``checks`` are those that kernels perform as they run. ``outcomes`` is what ``opt`` did to kernels, by name: why it
    left one unchanged, or empty if it changed it.
    """

    def __init__(
        self, tools: Toolchain, directory: Path, store: Store | None, checks: frozenset[str] = frozenset()
    ) -> None:
        self.tools, self.directory, self.store, self.checks = tools, directory, store, checks
        self.outcomes: dict[str, str] = {}
        self.decoders: dict[bytes, Decoder] = {}

    def record(self, data: bytes, name: str, path: str, optimize: bool = False) -> bytes:
        """The record that the runtime asks for (``Record`` in ``runtime/module.c``, and the texts after it).

        With ``optimize``, the record of the kernel after ``opt``; empty if it is unchanged.

        Raises:
            InputError: there is no such kernel, or the emulator does not support an instruction of it.
            MissingTool: no clang, or no LLVM to decode instructions.
        """
        words = [version_key(), hashlib.sha256(data).hexdigest(), name, str(self.directory), self.tools.clang.version]
        words += [*cpu_flags(), *sorted(self.checks)]
        key = hashlib.sha256("\0".join((*words, str(optimize))).encode()).hexdigest()
        found = self.store.get(key) if self.store is not None else None
        if found is None or not (found[:1] == _UNCHANGED or kept_object(Path(_library(found)))):
            found = self._made(data, name, path, optimize)
            if self.store is not None:
                self.store.put(key, found)
        if optimize:
            self.outcomes[name] = found[1:].decode() if found[:1] == _UNCHANGED else ""
        return b"" if found[:1] == _UNCHANGED else found

    def _made(self, data: bytes, name: str, path: str, optimize: bool) -> bytes:
        found = self.listing(data, name, path, optimize)
        return _UNCHANGED + found.encode() if isinstance(found, str) else self._compiled(found)

    def listing(self, data: bytes, name: str, path: str, optimize: bool) -> Listing | str:
        """The kernel's instructions; with ``optimize``, those after ``opt``, or why it is unchanged."""
        from isaopt.virtual.listing import Decoder

        if data not in self.decoders:
            self.decoders = {data: Decoder(data, path)}  # programs launch what they have loaded last
        listing = self.decoders[data].listing(name)
        if not optimize:
            return listing
        from isaopt.virtual.optimized import optimized  # all of the pipeline

        return optimized(listing, self.store, self.tools)

    def running(self, data: bytes, name: str, path: str, optimize: bool) -> Listing:
        """The instructions that run: those after ``opt`` if it is to ``optimize`` and changes the kernel."""
        found = self.listing(data, name, path, optimize)
        if isinstance(found, str):
            found = self.listing(data, name, path, False)
        assert not isinstance(found, str)
        return found

    def _compiled(self, listing: Listing) -> bytes:
        from isaopt.emulator.launch import start_mode, start_registers
        from isaopt.emulator.translate import translate
        from isaopt.target.arch import features_of, get_arch
        from isaopt.target.occupancy import waves_for_vgprs

        module, layout, arch = listing.module, listing.layout, listing.module.arch
        if layout.descriptor.get("fp16_overflow", 0):
            raise InputError("the emulator does not support '.amdhsa_fp16_overflow 1'", module.path)
        vgprs = layout.descriptor["next_free_vgpr"]
        program = translate(
            module,
            listing.kernel,
            start_mode(layout, arch),
            False,
            False,
            min(vgprs, 256),
            self.tools,
            listing.image,
            self.checks,
        )
        library = shared_object(program.source, self.tools, self.directory)
        packet, queue, kernarg = (_PLACE + 2 * k | _PLACE + 2 * k + 1 << 32 for k in range(3))
        initial, ids = start_registers(layout, arch, kernarg, packet, queue)
        known = {kind: k for k, kind in enumerate(_KINDS)}
        arguments = [(known.get(a.kind, _ZERO) if a.hidden else 0, a.offset, a.size) for a in layout.arguments]
        wave = program.wave_size
        head = (
            wave, layout.lds_bytes, layout.scratch_bytes, layout.kernarg_bytes, layout.max_workgroup,
            int(features_of(arch).group_ids_in_ttmps), layout.descriptor.get("system_vgpr_workitem_id", 0), vgprs, 106,
            max(waves_for_vgprs(get_arch(arch), vgprs, wave), 1), *ids, len(initial), len(arguments),
            len(program.instructions),
        )  # fmt: skip
        numbers = (*head, *(n for a in arguments for n in a), *initial)
        texts = [str(library), *(i.text.strip() for i in program.instructions)]
        return struct.pack(f"<{len(numbers)}I", *numbers) + b"".join(t.encode() + b"\0" for t in texts)


def _library(record: bytes) -> str:
    """The path in a record."""
    initials, arguments, _ = struct.unpack_from("<3I", record, 4 * 13)
    start = 4 * (16 + 3 * arguments + initials)
    return record[start : record.index(b"\0", start)].decode()
