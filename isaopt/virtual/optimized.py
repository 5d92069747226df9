"""Optimises a kernel of a code object, to run instead of the program's own.

Its instructions are placed elsewhere, but its data, and the functions whose addresses data hold, stay where the
program's code object has them: distances to them are computed anew, as a linker would.
"""

from __future__ import annotations

import re
from dataclasses import replace

from isaopt.asm.parser import parse_text
from isaopt.cache.results import optimize_cached
from isaopt.cache.store import Store
from isaopt.emulator.image import CodeImage, marked, places
from isaopt.emulator.metadata import layout_of
from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Instruction, Label, Module
from isaopt.outcome import KernelReport, Options
from isaopt.reports.verdict import UNCHANGED
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.elf import read_object
from isaopt.toolchain.find import Toolchain
from isaopt.virtual.listing import IMAGE, Listing

#: The distance of the new code from the start of the code object, in bytes: beyond every code object.
_BASE = 1 << 31
_DISTANCE = re.compile(r"([\w.$]+)@rel32@(lo|hi)\+(\d+)")


def optimized(listing: Listing, store: Store | None, tools: Toolchain) -> Listing | str:
    """The kernel after the passes, proved equal, or why it is unchanged. Errors are not raised: the program's own code
    still works."""
    if not listing.movable:
        return "its code computes addresses that cannot be written as symbols"
    try:
        done = optimize_cached(listing.module, Options(kernels=(listing.kernel.name,)), store)
        if not done.result.changed:
            done.keep(store)
            return next((_why(k) for k in done.result.kernels if k.reason), "nothing to gain")
        found = _placed(done.result.module, listing, tools)
    except IsaoptError as error:
        return error.message
    except Exception as error:  # a defect of ours, which must not stop the program
        return f"internal error: {type(error).__name__}: {error}, please report"
    done.keep(store)
    return found


def _why(kernel: KernelReport) -> str:
    """The most informative reason why no pass changed the kernel."""
    code = f" [{kernel.reason}]"
    notes = (note for ran in kernel.passes if ran.reason == kernel.reason for note in ran.notes if note.endswith(code))
    return next(notes, kernel.reason).removeprefix(f"{UNCHANGED}: ").removesuffix(code)


def _placed(module: Module, before: Listing, tools: Toolchain) -> Listing:
    """The listing of the module's text, with its code placed where nothing else is."""
    module = parse_text(module.text(), module.path)
    items = [k for k, item in enumerate(module.items) if isinstance(item, Instruction)]
    data = assemble(marked(module, items), module.arch, path=module.path, toolchain=tools)
    at, size = places(read_object(data).symbols, items)
    at = {k: _BASE + address for k, address in at.items()}
    starts = {IMAGE: 0}
    entries = {}
    for k, item in enumerate(module.items):
        if isinstance(item, Label) and item.name in before.functions:
            follows = next(i for i in items if i > k)
            starts[item.name] = at[follows]
            entries[follows] = before.functions[item.name]
    literals = {}
    for k in items:
        item = module.items[k]
        assert isinstance(item, Instruction)
        for operand in item.op.operands:
            match = _DISTANCE.fullmatch(operand.text)
            if match is None:
                continue
            if match[1] not in starts:
                raise InputError(f"the symbol '{match[1]}' is not known", module.path)
            distance = starts[match[1]] + int(match[3]) - (at[k] + size[k] - 4)
            literals[k] = distance >> (32 if match[2] == "hi" else 0) & 0xFFFFFFFF
    kernel = module.kernel(before.kernel.name)
    image = CodeImage((), at, size, literals, entries)
    return replace(before, module=module, kernel=kernel, layout=layout_of(module, kernel), image=image)
