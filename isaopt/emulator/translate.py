"""Translates a kernel to C: one function of straight lines and jumps that calls a small function for each vector
operation.

The function may have 10,000 instructions, and a compiler's loop passes examine all of a function for each loop in it,
so nothing that is inlined there has a loop (``NI`` in the runtime's C, not ``AI``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING

from isaopt.emulator import jumps, late, semantics, tracking
from isaopt.emulator.flow import BRANCHES, ENDS, KernelCode
from isaopt.emulator.lanes import emit_lanes, emit_scalar
from isaopt.emulator.modes import ModeRegister
from isaopt.emulator.semantics.barriers import global_sync
from isaopt.emulator.semantics.base import Lane
from isaopt.emulator.site import Functions, Site
from isaopt.errors import InputError
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.target.counters import WAITS, is_wait, waits_of
from isaopt.toolchain.find import Toolchain

if TYPE_CHECKING:
    from isaopt.emulator.image import CodeImage

_BARRIERS = ("s_barrier", "s_barrier_wait", "ds_gws_barrier")
#: Instructions that let other waves of the workgroup run, so that a loop that waits for one of them ends.
_SLEEPS = ("s_sleep", "s_sleep_var")
#: Records which blocks have run, by the ordinal of their first instruction.
_SEEN = """static u8 seen[{count}];
__attribute__((visibility("default"))) u8 *seen_blocks(void) {{ return seen; }}
"""
#: The macro of the C that enables each check (``runtime/checks.c``, ``late.c``).
_MACROS = {"uninit": "UNWRITTEN", "race": "RACE", "wait": "SCOREBOARD", "barrier": "BARRIERS"}
#: Handled by the translator itself.
_OWN = frozenset((*BRANCHES, *ENDS, *_BARRIERS, *_SLEEPS, *jumps.MNEMONICS))


def knows(operation: str) -> bool:
    """Whether the emulator has semantics for an operation; single forms of it may still be refused."""
    return operation in _OWN or operation in WAITS or operation in semantics.supported()


@dataclass(frozen=True, slots=True)
class TranslatedKernel:
    """The C of a kernel; ``instructions`` are by ordinal, as faults name them; ``blocks`` are the ordinals that start a
    block. ``image`` is the loaded code object, if the kernel uses addresses in it."""

    source: str
    instructions: tuple[Instruction, ...]
    wave_size: int
    vgprs: int
    blocks: frozenset[int] = frozenset()
    image: CodeImage | None = None


def runtime_file(name: str) -> str:
    """One piece of the runtime's C."""
    return files("isaopt.emulator").joinpath(f"runtime/{name}.c").read_text("utf-8")


class _Translator(KernelCode):
    def __init__(
        self,
        module: Module,
        kernel: Kernel,
        mode: ModeRegister,
        delayed: bool,
        track: bool,
        toolchain: Toolchain | None = None,
        in_place: CodeImage | None = None,
        checks: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(module, kernel, toolchain, in_place)
        self.late, self.track, self.in_place = delayed, track, in_place is not None
        self.checks = checks
        self.functions = Functions()
        self.resumes: list[int] = []
        self.modes = self.modes_from(mode)

    def site(self, ordinal: int, op: Op) -> Site:
        return Site(
            op,
            self.instructions[ordinal],
            ordinal,
            self.functions,
            self.kernel.wave_size,
            self.module.arch,
            self.modes[ordinal],
            self.module.path,
            self.late,
            self.track,
            partial(self.literal, ordinal),
            self.in_place,
            self.checks,
        )

    def statement(self, ordinal: int) -> str:
        instruction = self.instructions[ordinal]
        op = instruction.op
        name = op.operation
        if name in BRANCHES:
            condition, target = BRANCHES[name], self.target(ordinal)
            check = tracking.check_condition(self.site(ordinal, op), condition) if self.track else ""
            return check + f"goto L{target};" if condition == "1" else check + f"if ({condition}) goto L{target};"
        if name in ENDS:
            return "finish_own(w); return ENDED;" if self.late else "return ENDED;"
        if name in _BARRIERS or name in _SLEEPS:
            return self.barrier(ordinal, name)
        site = self.site(ordinal, op)
        if name in jumps.MNEMONICS:
            return self.jump(site, name)
        if is_wait(op):
            return self.wait(site)
        if op.pair is not None:
            return emit_lanes(site, [(half, self.lane(ordinal, half)) for half in op.pair])
        lane = semantics.lane(name)
        if lane is not None:
            return emit_lanes(site, [(op, lane)])
        scalar = semantics.scalar(name)
        if scalar is not None:
            return emit_scalar(site, scalar)
        found = semantics.custom(name)
        if found is None:
            raise self.unsupported(ordinal, op)
        emit, runtime = found
        self.functions.use(runtime)
        text = emit(site)
        if self.late:
            text = late.delayed(site, text)
        return self.tracked(site, text) if self.track and text else text

    def wait(self, site: Site) -> str:
        """The C of a wait: what has returned, and whether the wave's stores have reached memory."""
        counts = waits_of(site.op, site.arch) or {}
        known = "race" in self.checks and 0 in (counts.get("vscnt"), counts.get("storecnt"))
        return "make_known(w); " * known + (late.wait(site) if self.late else "")

    def tracked(self, site: Site, text: str) -> str:
        """The C of an instruction of a family, with the tracking of undefined registers."""
        if site.name in semantics.self_tracking():
            return text
        if tracking.touches_memory(site):
            return f"{tracking.check_uses(site)}{text} {tracking.define_results(site)}"
        before, after = tracking.pass_on(site)
        return f"{before} {text} {after}"

    def lane(self, ordinal: int, half: Op) -> Lane:
        lane = semantics.lane(half.operation)
        if lane is None:
            raise self.unsupported(ordinal, half)
        return lane

    def unsupported(self, ordinal: int, op: Op) -> InputError:
        return self.error(self.instructions[ordinal], f"the emulator does not support '{op.mnemonic}'")

    def barrier(self, ordinal: int, name: str) -> str:
        resume = len(self.resumes) + 1
        self.resumes.append(resume)
        check = ""
        if name == "ds_gws_barrier":
            site = self.site(ordinal, self.instructions[ordinal].op)
            known, asked = ("make_known(w); ", "ask_for(w); ") if "race" in self.checks else ("", "")
            return (
                f"R{resume}: if (exec_of(w)) {{ {site.defined_m0()}w->site = {ordinal}; {known}"
                f"int why = {global_sync(site, 'wait_global')}; if (why) {{ w->pc = {resume}; return why; }} {asked}}}"
            )
        if name == "s_barrier_wait":
            number = self.instructions[ordinal].op.operands[0].value
            if isinstance(number, int) and 0 < number <= 16:  # the one that the wave has joined (LLVM's AMDGPUUsage)
                return (
                    f"R{resume}: w->site = {ordinal}; if (!w->named_complete) {{ if (RARE(!w->named)) "
                    f"return fault(w, FAULT_NAMED, 0, 0, 0); w->pc = {resume}; return AT_NAMED; }} "
                    "w->named_complete = 0;"
                )
            if number not in (-1, 0xFFFF):
                raise self.unsupported(ordinal, self.instructions[ordinal].op)
            check = (
                f"w->site = {ordinal}; if (RARE(!w->signalled)) return fault(w, FAULT_BARRIER, 0, 0, 0); "
                "w->signalled = 0; "
            )
        state = "YIELD" if name in _SLEEPS else "AT_BARRIER"
        if state == "AT_BARRIER" and self.checks & {"barrier", "wait"}:
            check += f"w->site = {ordinal}; "
            check += "pass_barrier(w); " * ("barrier" in self.checks) + "cross_barrier(w); " * ("wait" in self.checks)
        return f"{check}w->pc = {resume}; return {state}; R{resume}:;"

    def jump(self, site: Site, name: str) -> str:
        """The C of an instruction that reads the program counter, or sets it other than by a branch."""
        item = self.items[site.ordinal]
        following = self.image.address[item] + self.image.size[item]
        resume = 0
        if name != "s_getpc_b64":
            resume = len(self.resumes) + 1
            self.resumes.append(resume)
        target = self.target(site.ordinal) if name == "s_call_b64" else None
        return jumps.emit(site, name, following, resume, target)

    def dispatch(self) -> str:
        """The dispatch of indirect jumps: a switch over all addresses that one may reach."""
        if not self.indirect:
            return ""
        ordinals = {item: k for k, item in enumerate(self.items)}
        places = {self.image.address[self.items[k]]: k for k in self.landings()}
        places |= {address: ordinals[item] for item, address in self.image.entries.items()}
        cases = "".join(f"case 0x{address:x}ull: goto L{k};\n" for address, k in places.items())
        return f"jump: switch (target - w->image) {{\n{cases}default: return fault(w, FAULT_JUMP, 0, 0, 0);\n}}\n"

    def body(self) -> str:
        starts, loops = self.leaders()
        count = len(self.instructions)
        bounds = sorted(s for s in starts if s < count)
        sizes = {s: e - s for s, e in zip(bounds, [*bounds[1:], count], strict=True)}
        lines = []
        for k in range(count):
            if k in sizes:
                lines.append(f"L{k}:;")
                if k in loops:
                    resume = len(self.resumes) + 1
                    self.resumes.append(resume)
                    lines.append(f"if (RARE(w->count >= w->stop)) {{ w->pc = {resume}; return SLICE; }} R{resume}:;")
                lines.append(f"w->count += {sizes[k]};" + f" seen[{k}] = 1;" * (not self.in_place))
            text = self.statement(k)
            if "wait" in self.checks:
                text = late.check_loaded(self.site(k, self.instructions[k].op)) + text
            if text:
                lines.append(text)
            if k + 1 in self.ends:
                lines.append(f"w->site = {k}; return fault(w, FAULT_JUMP, 0, 0, 0);")
        cases = "".join(f"case {r}: goto R{r};\n" for r in self.resumes)
        return (
            f"static int kernel(W *w) {{\nu64 target;\nswitch (w->pc) {{\n{cases}default: break;\n}}\n"
            + "\n".join(lines)
            + f"\n{self.dispatch()}}}\n"
        )


def translate(
    module: Module,
    kernel: Kernel,
    mode: ModeRegister,
    delayed: bool = False,
    track: bool = True,
    vgprs: int = 0,
    toolchain: Toolchain | None = None,
    in_place: CodeImage | None = None,
    checks: frozenset[str] = frozenset(),
) -> TranslatedKernel:
    """The kernel as freestanding C.

    ``delayed`` makes memory operations return as late as the waits allow; ``track`` follows undefined bits; ``vgprs``
    is the declared number of VGPRs, which matters if M0 selects one. ``in_place`` is the code object of the kernel:
    global memory is then that of the process which loads the compiled kernel, and is not checked; atomics are real,
    several threads may run workgroups, and messages reach the process. ``checks`` are those to perform then: of
    ``memory``, ``uninit``, ``race``, ``wait`` and ``barrier``.

    Raises:
        InputError: an instruction, or a form of one, without semantics; with its place.
    """
    delayed, track = delayed or "wait" in checks, track or "uninit" in checks
    translator = _Translator(module, kernel, mode, delayed, track, toolchain, in_place, checks)
    body = translator.body()
    highest = 0
    for instruction in translator.instructions:
        for ref in instruction.op.refs:
            if ref.reg.is_vgpr:
                highest = max(highest, ref.reg.first + ref.reg.count - 1)
    if any("movrel" in instruction.op.desc.flags for instruction in translator.instructions):
        highest = max(highest, vgprs - 1)
    vgprs = highest + 1
    head = f"#define WAVE {kernel.wave_size}\n#define VGPRS {vgprs}\n"
    head += "#define TRACK\n" * track + "#define LATE\n" * delayed + "#define IN_PLACE\n" * translator.in_place
    head += "#define UNBOUNDED\n" * (translator.in_place and not checks & {"memory", "uninit", "race"})
    head += "#define WATCHED\n" * bool(checks - {"memory"})
    head += "".join(f"#define {macro}\n" for check, macro in _MACROS.items() if check in checks)
    head += "#define BLOCKS\n" * any(
        m is not None and m.is_block for m in (i.op.desc.memory for i in translator.instructions)
    )
    parts = [
        head,
        runtime_file("launch"),
        runtime_file("core"),
        runtime_file("undefined") if track else "",
        runtime_file("elements"),
        runtime_file("late") if delayed else "",
        runtime_file("checks") if checks - {"memory"} else "",
        runtime_file("memory"),
        *(runtime_file(name) for name in translator.functions.runtime),
        *translator.functions.texts,
        "" if translator.in_place else _SEEN.format(count=len(translator.instructions)),
        body,
        runtime_file("schedule"),
    ]
    blocks = frozenset(translator.leaders()[0])
    image = translator.__dict__.get("image")
    return TranslatedKernel("".join(parts), tuple(translator.instructions), kernel.wave_size, vgprs, blocks, image)
