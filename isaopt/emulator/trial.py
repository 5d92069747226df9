"""Runs two versions of a kernel on the same launch and compares all memory, byte for byte.

A difference counts only where the first version behaves: it ends without a fault, in the same order of waves, and, for
a late run, with the results that it has when memory returns at once.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from isaopt.asm.parser import parse_text
from isaopt.emulator.arguments import BufferArg
from isaopt.emulator.emulation import Compiled, EmulationOptions, compile_kernel, undefined_read
from isaopt.emulator.launch import start_registers
from isaopt.emulator.launches import Json, Launch
from isaopt.emulator.metadata import layout_of
from isaopt.emulator.site import SCALAR_OFFSET
from isaopt.errors import CheckFailed
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.isa.registers import NUM_SGPRS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from isaopt.emulator.arguments import Array
    from isaopt.toolchain.find import Toolchain


def _blocks(compiled: Compiled) -> ctypes.Array[ctypes.c_uint8]:
    library = compiled.library
    library.seen_blocks.restype = ctypes.c_void_p
    return (ctypes.c_uint8 * len(compiled.program.instructions)).from_address(library.seen_blocks())


def forget(compiled: Compiled) -> None:
    """Clears the record: a kernel loaded twice in a process would share it."""
    ctypes.memset(_blocks(compiled), 0, len(compiled.program.instructions))


def executed(compiled: Compiled) -> frozenset[int]:
    """Ordinals of the instructions that were executed since :func:`forget`. The record is by block: a fault within a
    block counts all of it."""
    seen, starts = _blocks(compiled), compiled.program.blocks
    reached, inside = set(), False
    for k in range(len(compiled.program.instructions)):
        if k in starts:
            inside = bool(seen[k])
        if inside:
            reached.add(k)
    return frozenset(reached)


#: The most wave instructions of the first version in a trial; the second may execute four times as many.
LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class TrialMode:
    """The order of waves, and whether memory returns as late as the waits allow."""

    order: str = "fwd"
    late: bool = False


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """The final contents of the buffers and the file's variables, or the error that ended the run; ``wrote``: some
    buffer has changed. No other global memory can be reached."""

    buffers: tuple[tuple[str, Array], ...]
    error: CheckFailed | None = None
    instructions: int = 0
    wrote: bool = False
    variables: bytes = b""

    @property
    def ended(self) -> bool:
        """Whether the run ended, if only by a fault; a fault has a line, reaching the limit has none."""
        return self.error is None or self.error.line > 0


@dataclass(frozen=True, slots=True)
class ElementMismatch:
    """The first element that differs: its buffer, element type, index and both values, or the error of one version."""

    mode: TrialMode
    a: Mapping[str, Json]
    b: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class TrialComparison:
    """``same``: every byte agrees. ``different``: some do not, and neither NaN payloads nor limits explain it; with the
    place. ``unclear``: neither can be said, for the reason ``why``."""

    status: Literal["same", "different", "unclear"]
    mismatch: ElementMismatch | None = None
    why: str = ""


@dataclass
class TrialVersion:
    """A version of the kernel, compiled when it is first run."""

    module: Module
    kernel: Kernel
    toolchain: Toolchain | None = None
    compiled: dict[bool, Compiled] = field(default_factory=dict)

    def run(self, launch: Launch, mode: TrialMode, limit: int = LIMIT, check_undefined: bool = True) -> TrialOutcome:
        """Runs it on new buffers.

        Raises:
            InputError: the emulator does not support an instruction of it.
            UsageError: the launch does not fit the kernel.
        """
        options = EmulationOptions(mode.order, mode.late, launch.dynamic_lds, limit, check_undefined)
        if not check_undefined:
            compiled = compile_kernel(self.module, self.kernel, options, self.toolchain)
        elif mode.late not in self.compiled:
            compiled = self.compiled[mode.late] = compile_kernel(self.module, self.kernel, options, self.toolchain)
            forget(compiled)
        else:
            compiled = replace(self.compiled[mode.late], options=options)
        args = launch.arguments()
        before = [a.data.tobytes() for a in args if isinstance(a, BufferArg)]
        error, instructions, variables = None, limit, b""
        try:
            emulation = compiled.launch(launch.geometry, args)
            instructions, variables = emulation.instructions_executed, emulation.variables
        except CheckFailed as problem:
            error = problem
        buffers = tuple((a.name, a.data) for a in args if isinstance(a, BufferArg))
        wrote = any(old != data.tobytes() for old, (_, data) in zip(before, buffers, strict=True))
        return TrialOutcome(buffers, error, instructions, wrote, variables)

    def reached(self) -> frozenset[int]:
        """Ordinals of the instructions that any run has executed."""
        return frozenset().union(*(executed(c) for c in self.compiled.values()))


def compare(
    a: TrialOutcome, b: TrialOutcome, mode: TrialMode, version: TrialVersion, launch: Launch
) -> TrialComparison:
    """Compares a run of ``version``, the second one, with a run of the first that ended normally."""
    assert a.error is None
    if b.error is not None:
        return _faulted(a, b, mode, version, launch)
    excused = False
    for (name, x), (_, y) in zip(a.buffers, b.buffers, strict=True):
        if x.tobytes() == y.tobytes():
            continue
        index = _first_difference(x, y)
        if index is None:
            excused = True
            continue
        return TrialComparison(
            "different", ElementMismatch(mode, _element(a, name, x, index), _element(b, name, y, index))
        )
    if excused:
        return TrialComparison("unclear", None, "the versions differ, but only in the bits of NaNs")
    if a.variables != b.variables:
        # They may hold addresses, which may differ.
        return TrialComparison("unclear", None, "the versions leave other values in the file's variables")
    return TrialComparison("same")


def _faulted(
    a: TrialOutcome, b: TrialOutcome, mode: TrialMode, version: TrialVersion, launch: Launch
) -> TrialComparison:
    """Judges a run of the second version that faults or does not end, where the first ended.

    A fault over an undefined register counts only if the register's contents matter, since tracking may be coarse. So
    the kernel runs once more with other contents of undefined registers.
    """
    error = b.error
    assert error is not None
    text = f"line {error.line}: {error.message}" if error.line else error.message
    if not b.ended:
        return TrialComparison("unclear", None, f"in the second version, {text}")
    mismatch = ElementMismatch(mode, {"hashes": _hashes(a)}, {"error": text})
    if not undefined_read(error):
        return TrialComparison("different", mismatch)
    module = poisoned(version.module, version.kernel)
    other = TrialVersion(module, module.kernel(version.kernel.name), version.toolchain)
    again = other.run(launch, mode, 4 * LIMIT, check_undefined=False)
    if again.ended and (again.error is not None or compare(a, again, mode, version, launch).status == "different"):
        return TrialComparison("different", mismatch)
    return TrialComparison("unclear", None, f"in the second version, {text}")


def _element(outcome: TrialOutcome, name: str, data: Array, index: int) -> dict[str, Json]:
    import math

    value = data.reshape(-1)[index].item()
    finite = isinstance(value, int | float) and math.isfinite(value)
    bits = "0x" + data.reshape(-1)[index].tobytes()[::-1].hex()
    shown: Json = value if finite else str(value)
    return {"buffer": name, "index": index, "value": shown, "bits": bits, "hashes": _hashes(outcome)}


def _hashes(outcome: TrialOutcome) -> dict[str, Json]:
    return {name: hashlib.sha256(data.tobytes()).hexdigest() for name, data in outcome.buffers}


def _first_difference(x: Array, y: Array) -> int | None:
    """The first element that differs in more than the payload of a NaN, whatever type the bytes are read as: which NaN
    results from two is unspecified (IEEE 754-2019, 6.2.3)."""
    import numpy as np

    pad = -x.nbytes % 8
    a, b = (np.frombuffer(d.tobytes() + bytes(pad), np.uint16) for d in (x, y))
    excused = (a == b) | (_nan(a, np.float16) & _nan(b, np.float16))
    for kind, halves in ((np.float32, 2), (np.float64, 4)):
        excused |= np.repeat(_nan(a, kind) & _nan(b, kind), halves)
    places = np.flatnonzero(~excused)
    return int(places[0]) * 2 // x.itemsize if len(places) else None


def _nan(halves: NDArray[np.uint16], kind: type) -> NDArray[np.bool_]:
    import numpy as np

    result: NDArray[np.bool_] = np.isnan(halves.view(kind))
    return result


def poisoned(module: Module, kernel: Kernel) -> Module:
    """The module with moves of unusual values into every register that the launch leaves undefined, at the kernel's
    entry.

    This shifts the lines after the entry.
    """
    layout = layout_of(module, kernel)
    values, ids = start_registers(layout, module.arch, 0, 0, 0)
    defined = {*range(len(values)), *ids}
    vector, scalar = set(), set()
    for _, instruction in module.instructions(kernel):
        for ref in instruction.op.refs:
            for unit in ref.reg.units:
                if ref.reg.is_vgpr:
                    vector.add(unit)
                elif 0 <= unit - SCALAR_OFFSET < NUM_SGPRS and unit - SCALAR_OFFSET not in defined:
                    scalar.add(unit - SCALAR_OFFSET)
    moves = [f"\tv_mov_b32_e32 v{n}, 0x{_odd(n):x}\n" for n in sorted(vector - {0})]
    moves += [f"\ts_mov_b32 s{n}, 0x{_odd(n + 300):x}\n" for n in sorted(scalar)]
    lines = module.text().splitlines(keepends=True)
    first = next(i for i in module.items[kernel.first : kernel.last] if isinstance(i, Instruction))
    lines.insert(first.line - 1, "".join(moves))
    return parse_text("".join(lines), module.path, module.arch)


def _odd(number: int) -> int:
    """A value that a kernel is unlikely to start with; as a float, neither tiny nor a NaN."""
    return 0x41000000 | (number * 0x9E3779B1 & 0x7FFFFF) | 1
