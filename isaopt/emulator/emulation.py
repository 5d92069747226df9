"""Runs a kernel of a module on the CPU: translates, compiles and launches it, and turns a fault into an error with its
place."""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.emulator.arguments import Arg, BufferArg
from isaopt.emulator.launch import (
    CODE_OBJECT,
    IMAGE_BASE,
    SCALARS,
    Geometry,
    Memory,
    dispatch_packet,
    kernarg_segment,
    parse_order,
    start_mode,
    start_registers,
    structure,
)
from isaopt.emulator.metadata import ArgumentLayout, layout_of
from isaopt.emulator.translate import TranslatedKernel, translate
from isaopt.errors import CheckFailed, InputError, UsageError
from isaopt.ir.choose import one_kernel_name
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import unit_name
from isaopt.target.arch import features_of
from isaopt.toolchain.native import NativeRecord, compile_source

if TYPE_CHECKING:
    from isaopt.emulator.arguments import Array
    from isaopt.toolchain.find import Toolchain

#: Return values of the runtime's ``run``.
_ENDED, _FAULT, _SLICE = 2, 3, 4
#: Instructions between two checks for Ctrl-C.
SLICE = 20_000_000
DEFAULT_LIMIT = 20_000_000_000
LDS_LIMIT = 65536
#: Scalar registers that are always defined: EXEC, MODE and null; ttmp7 to ttmp9, which hold the workgroup ids on gfx12.
_ALWAYS_DEFINED, _GFX12_IDS = (124, 126, 127, 129), (115, 116, 117)
_FAULTS = {
    1: "access outside all buffers",
    2: "LDS access out of range",
    3: "scratch access out of range",
    4: "store to read-only memory",
    5: "undefined register",
    6: "jump to where no instruction is",
    7: "descriptor that is not supported: a buffer's with thread ids, scaled strides or access across swizzled parts, "
    "an image's without rows or with several levels, a sampler's with anisotropy, comparison or a colour of the border",
    8: "barrier wait without its signal",
    9: "register selected by M0 beyond the kernel's registers",
    10: "buffer format that the emulator does not support in this access",
    11: "value that the buffer format cannot hold, or whose conversion AMD does not document",
    12: "trap",
    13: "named barrier that the emulator does not know: out of range, not initialised or not joined",
    14: "barrier that no other wave can complete",
}


@dataclass(frozen=True, slots=True)
class EmulationOptions:
    """How to run.

    ``order`` of waves is ``fwd``, ``rev`` or ``random:SEED``; ``late`` leaves garbage in loaded registers until a wait
    guarantees their return; ``dynamic_lds`` is LDS in bytes beyond what is declared; ``limit`` bounds the instructions
    that all waves together execute; ``check_undefined`` tracks undefined registers. Without ``optimize``, the kernel
    compiles in a third of the time and runs several times slower, with the same results.
    """

    order: str = "fwd"
    late: bool = False
    dynamic_lds: int = 0
    limit: int = DEFAULT_LIMIT
    check_undefined: bool = True
    use_cache: bool = True
    optimize: bool = True


@dataclass(frozen=True, slots=True)
class Emulation:
    """The result of a run: wave instructions executed; seconds (without compiling); every buffer afterwards, by name.
    ``outputs`` names the results; ``dtypes`` are element types as in ``ARGS.json``; ``variables`` are the contents of
    the file's own variables."""

    kernel: str
    instructions_executed: int
    seconds: float
    buffers: dict[str, Array] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    dtypes: dict[str, str] = field(default_factory=dict)
    variables: bytes = b""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel in native code, ready to be launched any number of times."""

    module: Module
    kernel: Kernel
    layout: ArgumentLayout
    program: TranslatedKernel
    library: ctypes.CDLL
    options: EmulationOptions

    def launch(self, geometry: Geometry, args: Sequence[Arg]) -> Emulation:
        """Runs the grid; buffers are changed in place.

        Raises:
            CheckFailed: an illegal action, with instruction, wave and lane; or the limit was reached.
            UsageError: arguments or geometry do not fit the kernel.
        """
        return _launch(self, geometry, args)


def compile_kernel(
    module: Module, kernel: Kernel, options: EmulationOptions | None = None, toolchain: Toolchain | None = None
) -> Compiled:
    """Translates and compiles a kernel.

    Raises:
        InputError: an instruction that the emulator does not support, with its place.
        MissingTool: no clang.
    """
    chosen = options or EmulationOptions()
    layout = layout_of(module, kernel)
    if layout.descriptor.get("fp16_overflow", 0):
        item = module.items[kernel.descriptor[".amdhsa_fp16_overflow"]]
        message = "the emulator does not support '.amdhsa_fp16_overflow 1'"
        raise InputError(message, module.path, item.line, item.col, item.text)
    mode, vgprs = start_mode(layout, module.arch), layout.descriptor.get("next_free_vgpr", 0)
    program = translate(module, kernel, mode, chosen.late, chosen.check_undefined, min(vgprs, 256), toolchain)
    library = compile_source(program.source, module.arch, toolchain, chosen.use_cache, chosen.optimize)
    return Compiled(module, kernel, layout, program, library, chosen)


def undefined_read(error: CheckFailed) -> bool:
    """Whether a run ended because an undefined register reached memory or control flow."""
    return error.message.startswith(_FAULTS[5])


def pick_kernel(module: Module, name: str | None) -> Kernel:
    """The kernel of that name, or the only one."""
    return module.kernel(one_kernel_name(name, [k.name for k in module.kernels], module.path))


def _check(geometry: Geometry, layout: ArgumentLayout, lds: int) -> None:
    if min(*geometry.grid, *geometry.block) < 1:
        raise UsageError("every size of grid and block must be at least 1")
    if max(geometry.block) > 1024 or geometry.threads > 1024:
        raise UsageError(f"a workgroup has at most 1024 work-items, not {geometry.threads}")
    if geometry.threads > layout.max_workgroup:
        raise UsageError(
            f"the kernel was compiled for workgroups of at most {layout.max_workgroup}, not {geometry.threads}"
        )
    if lds > LDS_LIMIT:
        raise UsageError(f"a workgroup has at most {LDS_LIMIT} bytes of LDS, not {lds}")


def _launch(compiled: Compiled, geometry: Geometry, args: Sequence[Arg]) -> Emulation:
    import numpy as np

    layout, program, options, library = compiled.layout, compiled.program, compiled.options, compiled.library
    lds_bytes = layout.lds_bytes + options.dynamic_lds
    _check(geometry, layout, lds_bytes)
    ids_in_ttmps = features_of(compiled.module.arch).group_ids_in_ttmps
    order, seed = parse_order(options.order)
    memory = Memory()
    segment = kernarg_segment(layout, args, geometry, memory, options.dynamic_lds)
    kernarg = memory.add_bytes("the kernel arguments", segment)
    packet = memory.add_bytes("the dispatch packet", dispatch_packet(geometry, layout, kernarg, lds_bytes))
    if program.image is not None:
        for part in program.image.segments:
            memory.add_at(part.address, CODE_OBJECT, part.data, part.writable)
    values, ids = start_registers(layout, compiled.module.arch, kernarg, packet, 0)

    library.run.restype = ctypes.c_int
    library.wave_bytes.restype = library.launch_bytes.restype = ctypes.c_uint64
    assert library.launch_bytes() == ctypes.sizeof(structure("Launch"))
    waves = -(-geometry.threads // program.wave_size)
    state = np.zeros(waves * library.wave_bytes() + 64, np.uint8)
    start = -state.ctypes.data % 64
    lds = np.zeros(max(lds_bytes, 1), np.uint8)
    scratch = np.zeros(max(waves * program.wave_size * layout.scratch_bytes, 1), np.uint8)
    scratch_undefined = np.zeros_like(scratch)
    turns = np.zeros(waves, np.uint32)
    buffers = memory.array()
    launch = structure("Launch")(
        groups=geometry.grid,
        block=geometry.block,
        waves=waves,
        wave=state.ctypes.data + start,
        lds=lds.ctypes.data,
        lds_size=lds_bytes,
        scratch=scratch.ctypes.data,
        scratch_size=layout.scratch_bytes,
        scratch_undefined=scratch_undefined.ctypes.data,
        buffers=ctypes.addressof(buffers),
        buffer_count=len(memory.regions),
        limit=options.limit,
        slice=min(SLICE, options.limit),
        order=order,
        seed=seed,
        turns=turns.ctypes.data,
        ids_in_ttmp=int(ids_in_ttmps),
        item_ids=layout.descriptor.get("system_vgpr_workitem_id", 0),
        end=math.prod(geometry.grid),
        image=IMAGE_BASE,
    )
    launch.initial[: len(values)] = values
    launch.id_at[:] = ids
    for place in (*range(len(values)), *ids, *_ALWAYS_DEFINED, *(_GFX12_IDS if ids_in_ttmps else ())):
        if place < SCALARS:
            launch.defined[place] = 1
    began = time.perf_counter()
    while (why := library.run(ctypes.byref(launch))) == _SLICE:
        if launch.count >= options.limit:
            raise CheckFailed(
                f"more than {options.limit} instructions were executed in kernel '{compiled.kernel.name}'",
                compiled.module.path,
                hint="raise --limit if the kernel does terminate",
            )
        launch.slice = min(SLICE, options.limit - launch.count)
    seconds = time.perf_counter() - began
    if why == _FAULT:
        raise _fault(compiled, geometry, launch, memory)
    assert why == _ENDED
    results = {a.name: a.data for a in args if isinstance(a, BufferArg)}
    outputs = tuple(a.name for a in args if isinstance(a, BufferArg) and a.out)
    dtypes = {a.name: a.dtype for a in args if isinstance(a, BufferArg)}
    return Emulation(compiled.kernel.name, launch.count, seconds, results, outputs, dtypes, memory.variables())


def _fault(compiled: Compiled, geometry: Geometry, launch: NativeRecord, memory: Memory) -> CheckFailed:
    """The error for a fault: the instruction, the workgroup, the wave and the lane."""
    instruction = compiled.program.instructions[launch.fault_site]
    group = launch.next
    x, y = group % geometry.grid[0], group // geometry.grid[0] % geometry.grid[1]
    z = group // geometry.grid[0] // geometry.grid[1]
    what = _FAULTS.get(launch.fault, "fault")
    hint = ""
    if launch.fault == 1:
        what += f": {launch.fault_size} bytes at 0x{launch.fault_address:x}, {memory.describe(launch.fault_address)}"
    elif launch.fault in (2, 3):
        what += f": {launch.fault_size} bytes at offset {launch.fault_address}"
        if launch.fault == 2:
            what += f" of {launch.lds_size}"
            hint = "a kernel that takes its LDS at launch needs --lds" if launch.lds_size == 0 else ""
    elif launch.fault == 5:
        what += f" '{unit_name(launch.fault_address)}' reaches memory or control flow"
    where = f"workgroup ({x}, {y}, {z}), wave {launch.failed}, lane {launch.fault_lane}"
    return CheckFailed(
        f"{what} ({where})", compiled.module.path, instruction.line, instruction.col, instruction.text, hint
    )
