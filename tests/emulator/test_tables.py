"""Every entry of the semantic tables: it names an instruction of some target, and its C compiles in all three modes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from isaopt.asm.parser import parse_text
from isaopt.emulator import semantics
from isaopt.emulator.modes import ModeRegister
from isaopt.emulator.semantics.base import width
from isaopt.emulator.translate import knows, translate
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Space
from isaopt.isa.tables import lookup, mnemonics
from isaopt.isa.types import OperandType
from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.native import host_target
from isaopt.toolchain.run import run
from isaopt.virtual.findings import CHECKS
from tests.emulator.running import text_of

#: Operands that are written in a way of their own.
_FIXED = {"ds_swizzle_b32": "offset:0x801f"}
for _what in ("load", "store"):
    _FIXED |= {f"tbuffer_{_what}_format_{'xyzw'[:k]}": f"format:{n}" for k, n in ((1, 22), (2, 50), (3, 60), (4, 63))}
#: Their operand names a message or a hardware register, few of which exist here; tested elsewhere.
_NAMED = (
    "s_sendmsg",
    "s_sendmsg_rtn_b32",
    "s_sendmsg_rtn_b64",
    "s_getreg_b32",
    "s_setreg_imm32_b32",
    "s_setreg_b32",
    "s_barrier_signal",
    "s_barrier_signal_isfirst",
    "s_get_barrier_state",
    "s_barrier_init",
    "s_barrier_join",
)


def _vector(operand: OperandDesc, start: int) -> str:
    return f"v{start}" if operand.dwords == 1 else f"v[{start}:{start + operand.dwords - 1}]"


def _operand(operand: OperandDesc, start: int, wave: int) -> str:
    """Some operand that fits: a VGPR where one does, else a scalar register, else a number."""
    if operand.name in ("vcc", "vcc_in"):
        return "vcc_lo" if wave == 32 else "vcc"
    if "v" in operand.kinds:
        return _vector(operand, start)
    if "s" in operand.kinds:
        align = 4 if operand.dwords > 2 else 2
        first = (8 + start) // align * align
        return f"s{first}" if operand.dwords == 1 else f"s[{first}:{first + operand.dwords - 1}]"
    if "m" in operand.kinds:
        return f"[{', '.join(f'v{start + 2 * k}' for k in range(operand.dwords))}]"
    return "off" if "o" in operand.kinds else "0x40"


def _line(name: str, form: InstrDesc, wave: int) -> str:
    operands = ", ".join(_operand(o, 4 + 9 * k, wave) for k, o in enumerate(form.operands))
    modifiers = " ".join(
        m + {"offset": ":4", "offset0": ":1", "offset1": ":2"}.get(m, "") for m in sorted(form.required)
    )
    if "th" in form.modifiers and "atomic_ret" in form.flags:
        modifiers += " th:TH_ATOMIC_RETURN"
    if _image(form):
        modifiers = f"dmask:0x{(1 << form.operands[0].dwords) - 1:x} dim:SQ_RSRC_IMG_{_coordinates(form)}D"
    return f"{form.mnemonic} {operands} {modifiers} {_FIXED.get(name, '')}"


def _image(form: InstrDesc) -> bool:
    return form.memory is not None and form.memory.space is Space.IMAGE


def _coordinates(form: InstrDesc) -> int:
    return sum(o.dwords for o in form.operands if o.type is OperandType.COORDINATES)


def lines(arch: str, wave: int) -> Iterator[tuple[str, str]]:
    """One instruction for each form, but DPP and dual ones, of each supported mnemonic."""
    for name in sorted(mnemonics(arch)):
        seen = set()
        for form in lookup(arch, name):
            # A texture-fail dword is refused by name, and so are images with layers and samples for nothing.
            if _image(form) and (_coordinates(form) > 3 or form.operands[0].dwords not in range(1, 5)):
                continue
            if form.required & {"tfe"} or "dpp" in form.flags or form.wave not in (0, wave) or form.vopd is not None:
                continue
            if form.operation not in semantics.supported():
                continue
            text = _line(name, form, wave)
            if text not in seen:
                seen.add(text)
                yield name, text


#: What is refused, as docs/reference/emulate.md has it.
REFUSED = (
    "image_", "exp$|export", "v_interp_", "(lds|ds)_(param|direct)_load", "ds_(gws|ordered)_", "ds_bvh_stack_",
    "ds_\\w+_gs_reg", "global_load_tr_", "global_atomic_ordered", "s_alloc_vgpr", "s_subvector_loop", "s_rfe_",
    "s_setkill", "s_cbranch_cdbg", "s_endpgm_ordered", "s_sendmsghalt", "v_illegal",
)  # fmt: skip


def test_every_instruction_is_emulated_or_refused_by_kind() -> None:
    missing = {
        name
        for arch in ("gfx1100", "gfx1151", "gfx1200", "gfx1201")
        for name in mnemonics(arch)
        if not knows(lookup(arch, name)[0].operation)
    }
    assert {name for name in missing if not any(re.match(kind, name) for kind in REFUSED)} == set()
    assert [kind for kind in REFUSED if not any(re.match(kind, name) for name in missing)] == []


def test_names_exist() -> None:
    archs = ("gfx1100", "gfx1150", "gfx1200")
    named = {form.operation for arch in archs for name in mnemonics(arch) for form in lookup(arch, name)}
    assert semantics.supported() <= named


def everything(arch: str, wave: int, late: bool, track: bool, checks: frozenset[str] = frozenset()) -> str:
    """The C of a kernel that holds each instruction once."""
    body = "\n".join(line for name, line in lines(arch, wave) if name not in _NAMED)
    assert body.count("\n") > 500
    module = parse_text(text_of(body, arch, wave, raw=True), "k.s", None)
    return translate(module, module.kernels[0], ModeRegister(0x303), late, track, checks=checks).source


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_no_loop_is_inlined_into_a_kernel(arch: str) -> None:
    """What clang does for each loop grows with the function: with a loop in each instruction, compiling takes hours."""
    source = everything(arch, 32, False, True, frozenset(CHECKS))
    runtime, kernel = source.split("static int kernel(W *w) {")
    kernel = "".join(kernel.split("\n}\n", 2)[:2])
    inlined = dict(re.findall(r"^AI [^;{]*?(\w+)\([^)]*\)\s*\{(.*?)(?:^\}|\}$)", runtime, re.M | re.S))
    reached: set[str] = set()
    text = kernel
    while new := inlined.keys() & set(re.findall(r"\w+", text)) - reached:
        reached |= new
        text = "".join(inlined[name] for name in new)
    assert len(reached) > 10
    loop = re.compile(r"\b(for|while) \(")
    assert [name for name in sorted(reached) if loop.search(inlined[name])] == []
    assert [line for line in kernel.splitlines() if loop.search(line)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1150", 64), ("gfx1200", 32), ("gfx1201", 64)])
@pytest.mark.parametrize(("late", "track"), [(False, False), (True, True)])
def test_everything_compiles(arch: str, wave: int, late: bool, track: bool, toolchain: Toolchain) -> None:
    source = everything(arch, wave, late, track)
    command = [*toolchain.clang.command, f"--target={host_target()}", "-std=gnu11", "-ffreestanding", "-fsyntax-only"]
    done = run([*command, "-Werror=implicit-function-declaration", "-w", "-x", "c", "-"], source.encode())
    assert done.ok, done.stderr[:2000]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_source_has_the_width_of_its_operand(arch: str) -> None:
    """A 16-bit operand names a half of a register: taken for the whole, the wrong half would be read."""
    wrong = [
        f"{mnemonic}: source {k} has {operand.bits} bits, not {width(kind)}"
        for mnemonic in mnemonics(arch)
        for desc in lookup(arch, mnemonic)
        if (lane := semantics.lane(desc.operation)) is not None
        for k, (operand, kind) in enumerate(
            zip((o for o in desc.operands if o.role in ("use", "defuse")), lane.sources, strict=False)
        )
        if kind != "mask"
        and "v" in operand.kinds
        and operand.dwords == 1
        and (operand.bits == 16) != (width(kind) == 16)
    ]
    assert not wrong
