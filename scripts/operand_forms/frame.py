"""What surrounds a body: where its inputs come from and where its results go, for the prover and for the emulator.

A wave reads sixteen dwords for each lane into v16 to v31 and sixteen for itself into s16 to s31.  Then v40 to v43 and
s40 to s43 are what a body writes (and may read: accumulators), VCC, SCC and EXEC as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Module
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, SGPR_BASE, VCC_HI, VCC_LO
from tests.kernels import arguments, block, entry, kernel_file

#: First registers of inputs, of results, and of what a body keeps for itself.
SOURCES, OLD_V, OLD_S, SPARE = 16, 40, 40, 50
#: Units that a body may leave something in.
RESULTS = (
    *range(OLD_V, OLD_V + 4),
    *range(SGPR_BASE + OLD_S, SGPR_BASE + OLD_S + 4),
    VCC_LO,
    VCC_HI,
    EXEC_LO,
    EXEC_HI,
    SCC,
)


def text_of(arch: str, wave: int, lines: Iterable[str], directives: Sequence[str] = ()) -> str:
    """The file with a kernel of these lines."""
    pointer = ("kernarg_size 24", "user_sgpr_count 2", "user_sgpr_kernarg_segment_ptr 1")
    sizes = [f".max_flat_workgroup_size: {wave}", f".wavefront_size: {wave}"]
    text = kernel_file(lines, *pointer, *directives, arch=arch, sgprs=80, wave=wave)
    return text + block(entry([*sizes, *arguments(8, 8, 8)]))


def module_of(arch: str, wave: int, lines: Sequence[str], directives: Sequence[str] = ()) -> Module:
    """The parsed file; each line is read once, however many files it stands in."""
    module = parse_text(text_of(arch, wave, ["s_nop 0"] * len(lines), directives), "forms.s")
    items = list(module.items)
    for line, (index, old) in zip(lines, module.instructions(module.kernels[0]), strict=False):
        text = old.text[: old.start] + line + old.text[old.end :]
        items[index] = replace(old, op=read_op(line, arch, wave), text=text, end=old.start + len(line))
    return replace(module, items=tuple(items))


def first_line(module: Module) -> int:
    """The line of the file that the first one of the kernel is."""
    _, item = module.instructions(module.kernels[0])[0]
    assert isinstance(item, Instruction)
    return item.line


def prologue(arch: str, wave: int) -> list[str]:
    """Loads the inputs; v1 is 4 times the work-item's number in the launch, s[4:5] where results go."""
    gfx12 = arch.startswith("gfx12")
    scalar_wait = "s_wait_kmcnt 0x0" if gfx12 else "s_waitcnt lgkmcnt(0)"
    vector_wait = "s_wait_loadcnt 0x0" if gfx12 else "s_waitcnt vmcnt(0)"
    group = "ttmp9" if gfx12 else "s2"
    return [
        f"s_mov_b32 s12, {group}",
        "s_load_b128 s[4:7], s[0:1], 0x0",
        "s_load_b64 s[8:9], s[0:1], 0x10",
        scalar_wait,
        "s_lshl_b32 s13, s12, 6",
        "s_load_b512 s[16:31], s[8:9], s13",
        f"v_lshl_or_b32 v1, s12, {wave.bit_length() - 1}, v0",
        "v_lshlrev_b32_e32 v2, 6, v1",
        *(f"global_load_b128 v[{SOURCES + 4 * k}:{SOURCES + 4 * k + 3}], v2, s[6:7] offset:{16 * k}" for k in range(4)),
        "v_lshlrev_b32_e32 v1, 2, v1",
        scalar_wait,
        vector_wait,
        "s_mov_b32 m0, s19",
    ]


def begin(units: Iterable[int], wave: int, partial: bool) -> list[str]:
    """Gives those of the results that are named their values before a body; ``partial``: with some lanes off."""
    lines = []
    wanted = set(units)
    for k in range(4):
        if OLD_V + k in wanted:
            lines.append(f"v_mov_b32_e32 v{OLD_V + k}, v{28 + k}")
        if SGPR_BASE + OLD_S + k in wanted:
            lines.append(f"s_mov_b32 s{OLD_S + k}, s{20 + k}")
    if wanted & {VCC_LO, VCC_HI}:
        lines.append("s_mov_b64 vcc, s[26:27]")
    if SCC in wanted:
        lines.append("s_bitcmp1_b32 s25, 0")
    if partial:
        lines.append("s_mov_b32 exec_lo, s24" if wave == 32 else "s_mov_b64 exec, s[24:25]")
    return lines


def end(units: Sequence[int], wave: int, partial: bool, stride: int, mode: Sequence[str]) -> list[str]:
    """Sets the floating-point mode again by the lines of ``mode``, and stores the results that are named, a dword for
    each work-item of the launch, ``stride`` bytes from each other."""
    lines = list(mode)
    if EXEC_LO in units:
        lines.append("s_mov_b32 s62, exec_lo")
    if EXEC_HI in units:
        lines.append("s_mov_b32 s63, exec_hi")
    if SCC in units:
        lines.append("s_cselect_b32 s61, 1, 0")
    if partial or {EXEC_LO, EXEC_HI} & set(units):
        lines.append("s_mov_b32 exec_lo, -1" if wave == 32 else "s_mov_b64 exec, -1")
    places = {VCC_LO: "vcc_lo", VCC_HI: "vcc_hi", EXEC_LO: "s62", EXEC_HI: "s63", SCC: "s61"}
    for unit in units:
        if unit < NUM_VGPRS:
            register = f"v{unit}"
        else:
            lines.append(f"v_mov_b32_e32 v3, {places.get(unit, f's{unit - SGPR_BASE}')}")
            register = "v3"
        lines += [
            f"global_store_b32 v1, {register}, s[4:5]",
            f"s_add_u32 s4, s4, {stride}",
            "s_addc_u32 s5, s5, 0",
        ]
    return lines
