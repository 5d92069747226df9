"""The figures of a target: register file, waves, LDS, caches.

Every figure comes from ``data/machine.json``, which gives its source and how far it can be trusted (``measured``,
``documented``, ``assumed``). Other code asks :class:`Arch` and never contains a figure itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NotRequired, TypedDict, cast

from isaopt.errors import InputError, UsageError

DEFAULT_ARCHES = ("gfx1100", "gfx1201")
"""One target of each generation: a tool that works for it works for the others of the generation."""

Confidence = Literal["measured", "documented", "assumed"]


class ModeWrite(TypedDict):
    """An instruction that writes a constant to MODE, and a bit of that constant."""

    instruction: str
    bit: int


class HighVgprs(TypedDict):
    """How an instruction names VGPRs above 255 (:mod:`isaopt.asm.high_vgprs`).

    ``fields`` are the operands, by encoding, to which each two bits of the state of ``instruction`` apply, lowest
    first. In the operations of ``third`` the second source takes the bits of the third, and those of ``never`` ignore
    the state. ``mode_write`` names what writes a constant to hardware registers, and the bit of the constant from which
    the state is then taken (LLVM, FeatureSetregVGPRMSBFixup).
    """

    instruction: str
    mode_write: ModeWrite
    fields: dict[str, list[str]]
    third: list[str]
    never: list[str]
    source: str


class ReadOnlyRow(TypedDict):
    """The description of a read-only target: lanes of a wave, the lint rules that apply, and registers and register
    names that other targets lack."""

    waves: int
    rules: list[str]
    #: Accumulation registers, which VALU and memory instructions may name instead of vector registers.
    accumulation: NotRequired[bool]
    #: Pairs of scalar registers with names of their own, by operand encoding.
    scalars: NotRequired[dict[str, int]]
    high_vgprs: NotRequired[HighVgprs]


class _ArchRow(TypedDict):
    family: str
    #: The instruction tables, if they differ from the family's.
    tables: NotRequired[str]
    generation: str
    read_only: NotRequired[ReadOnlyRow]


class _FigureRow(TypedDict):
    name: str
    arches: str | list[str]
    value: int
    unit: str
    source: str
    confidence: Confidence
    note: NotRequired[str]


class _FeatureRow(TypedDict):
    name: str
    generations: list[str]
    source: str
    confidence: Confidence


class VopdRow(TypedDict):
    """A VOPD opcode as ``machine.json`` lists it."""

    name: str
    op: int
    x: bool
    layout: str
    families: list[str]
    create: list[str]
    single: list[str]


class _VopdTable(TypedDict):
    source: str
    confidence: Confidence
    opcodes: list[VopdRow]


class MachineData(TypedDict):
    """The document ``data/machine.json``."""

    arches: dict[str, _ArchRow]
    #: Title and address of the document that describes the instructions of a generation.
    guides: dict[str, tuple[str, str]]
    #: Directives of a kernel's descriptor, without ``.amdhsa_``, that a family has besides those that all have (LLVM
    #: AMDGPUUsage, "AMDHSA kernel descriptor directives").
    descriptors: dict[str, list[str]]
    figures: list[_FigureRow]
    #: The same for read-only targets.
    read_only_figures: list[_FigureRow]
    features: list[_FeatureRow]
    vopd: _VopdTable


@cache
def machine_data() -> MachineData:
    """The machine facts in the package's data file."""
    text = (Path(__file__).parent / "data" / "machine.json").read_text(encoding="utf-8")
    return cast(MachineData, json.loads(text))


@dataclass(frozen=True, slots=True)
class MachineFigure:
    """One machine fact: an integer ``value`` in ``unit``, its source, and how far it can be trusted."""

    name: str
    value: int
    unit: str
    source: str
    confidence: Confidence
    note: str = ""


@dataclass(frozen=True, slots=True)
class Features:
    """Features and errata that only some targets have (``machine.json``, with sources). All are false for a read-only
    target."""

    #: A wait instruction for each kind of memory operation instead of ``s_waitcnt``.
    separate_wait_counters: bool = False
    #: ``s_barrier_signal`` and ``s_barrier_wait`` instead of ``s_barrier``.
    split_barrier: bool = False
    #: The workgroup's ids are in trap temporaries instead of SGPRs.
    group_ids_in_ttmps: bool = False
    #: IEEE mode and DX10 clamping can be turned off.
    ieee_mode: bool = False
    #: Loads of one kind into one VGPR write it in issue order.
    ordered_load_results: bool = False
    #: A scratch address of a VGPR and an SGPR whose low bits carry is swizzled wrongly.
    scratch_swizzle_bug: bool = False
    #: A register in a scratch address may be negative.
    signed_scratch_offsets: bool = False
    #: ``ds_permute_b32`` and ``ds_bpermute_b32`` reach all lanes of a wave64, not only those of one half.
    whole_wave_permute: bool = False
    #: 16-bit results of matrices fill both halves of a register.
    packed_matrix_halves: bool = False
    #: A 64-bit cycle counter in two hardware registers.
    wide_cycle_counter: bool = False
    #: A VALU instruction can read a register too early that a transcendental instruction writes.
    trans_use_hazard: bool = False
    #: If EXEC changes between the writes of two sources, a VALU instruction of a wave64 can get a source in some lanes
    #: only.
    partial_forwarding_hazard: bool = False
    #: After SALU writes a lane mask that a VALU instruction of a wave64 has read, the write must be waited for.
    mask_write_hazard: bool = False
    #: After SALU writes an SGPR that a VALU instruction has read, the write must be waited for.
    sgpr_read_hazard: bool = False
    #: ``v_mad_u64_u32`` and ``v_mad_i64_i32`` must not write a register that they read.
    mad64_overlap_bug: bool = False
    #: A pair of moves reads the source of Y through the port of SRC2.
    dual_move_second_port: bool = False
    #: Both halves of a pair may read one VGPR in the same slot.
    dual_shared_sources: bool = False
    #: X of a pair must not write what Y reads.
    dual_x_writes_early: bool = False


class _Value:
    """The value of the figure with the attribute's name."""

    def __set_name__(self, owner: type[Arch], name: str) -> None:
        self._name = name

    def __get__(self, arch: Arch, owner: type[Arch]) -> int:
        return arch.figures[self._name].value


@dataclass(frozen=True)
class Arch:
    """A target. ``family`` is ``gfx11`` or ``gfx12`` (which decides the wait counters and related rules), or that of a
    read-only target; ``generation`` further distinguishes RDNA3 (``gfx11.0``) from RDNA3.5 (``gfx11.5``), which differ
    in hazards."""

    name: str
    family: str
    generation: str
    figures: dict[str, MachineFigure]
    features: Features

    vgprs_per_wave = _Value()
    sgprs_per_wave = _Value()
    waves_per_simd = _Value()
    lds_bytes_per_workgroup = _Value()
    lds_granule = _Value()
    workgroup_size_max = _Value()
    icache_bytes = _Value()
    icache_line_bytes = _Value()
    lds_bytes_per_cycle = _Value()
    #: Cycles from the issue of a VALU instruction to that of the wave's next memory instruction.
    valu_to_memory_cycles = _Value()

    def __hash__(self) -> int:
        return hash(self.name)

    def figure(self, name: str) -> MachineFigure:
        """The named fact with its source; ``KeyError`` if the data file has no fact of that name."""
        return self.figures[name]

    def _value(self, name: str) -> int:
        return self.figures[name].value

    def _per_wave_size(self, name: str, wave_size: int) -> int:
        # A wave64 register is two wave32 registers wide, so every count of registers halves.
        if wave_size not in (32, 64):
            raise UsageError(f"wave size {wave_size}: a wave has 32 or 64 lanes")
        return self._value(name) // (wave_size // 32)

    def vgprs_per_simd(self, wave_size: int = 32) -> int:
        """VGPRs in one SIMD's register file, counted in registers of the wave size."""
        return self._per_wave_size("vgprs_per_simd", wave_size)

    def vgpr_granule(self, wave_size: int = 32) -> int:
        """The granularity at which VGPRs are allocated to a wave."""
        return self._per_wave_size("vgpr_granule", wave_size)

    def vgpr_encoding_granule(self, wave_size: int = 32) -> int:
        """The granularity of the VGPR count in the kernel descriptor."""
        return self._per_wave_size("vgpr_encoding_granule", wave_size)

    @property
    def vopd_interlock_erratum(self) -> bool:
        """Whether a pair whose sources in one slot have equal parity can lose its destination interlock."""
        return self._value("vopd_interlock_erratum") != 0

    def vector_window(self, trans: bool) -> int:
        """How many vector ALU instructions can issue while the result of an ordinary or a transcendental one is
        pending: at most one a cycle."""
        return self._value("trans_latency" if trans else "valu_latency") - 1

    def simds(self, wgp_mode: bool) -> int:
        """The number of SIMDs across which a workgroup's waves are distributed."""
        return self._value("simds_per_wgp" if wgp_mode else "simds_per_cu")

    def lds_pool(self, wgp_mode: bool) -> int:
        """Bytes of LDS shared by the workgroups on those SIMDs."""
        return self._value("lds_bytes_per_wgp" if wgp_mode else "lds_bytes_per_cu")

    def workgroups_max(self, wgp_mode: bool) -> int:
        """The most workgroups of several waves that can be resident on those SIMDs at once."""
        return self._value("workgroups_per_wgp" if wgp_mode else "workgroups_per_cu")


def supported_arches() -> tuple[str, ...]:
    """Names of all supported targets, in order, without read-only ones."""
    return tuple(name for name, row in machine_data()["arches"].items() if "read_only" not in row)


def read_only_row(name: str) -> ReadOnlyRow | None:
    """The description of a read-only target; None for any other."""
    row = machine_data()["arches"].get(name)
    return row.get("read_only") if row else None


@cache
def _lookup(name: str) -> Arch | None:
    row = machine_data()["arches"].get(name)
    if row is None:
        return None
    rows = machine_data()["read_only_figures" if "read_only" in row else "figures"]
    figures = {
        f["name"]: MachineFigure(f["name"], f["value"], f["unit"], f["source"], f["confidence"], f.get("note", ""))
        for f in rows
        if f["arches"] == "*" or name in f["arches"]
    }
    owned = {f["name"]: True for f in machine_data()["features"] if row["generation"] in f["generations"]}
    return Arch(name, row["family"], row["generation"], figures, Features(**owned))


def features_of(name: str) -> Features:
    """The features of a target by name, also of a read-only one; raises :class:`InputError` for any other."""
    return get_arch(name, read_only=True).features


def get_arch(name: str, path: str = "", read_only: bool = False) -> Arch:
    """The target of that name (``gfx1100``); feature suffixes such as ``:xnack-`` are ignored.

    Raises :class:`InputError`, naming the supported targets, for any other name, and for a read-only target unless
    ``read_only``.
    """
    bare = name.partition(":")[0]
    arch = _lookup(bare)
    if arch is None or (read_only_row(bare) is not None and not read_only):
        raise InputError(
            f"target {name!r} is not supported",
            path=path,
            hint="supported targets are " + ", ".join(machine_data()["arches"] if read_only else supported_arches()),
        )
    return arch
