"""Numbers as operands: the assembler's encodings, and the bits that ISA guides say the hardware reads from them."""

from __future__ import annotations

import math
import re
import struct
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from isaopt.isa.constants import SourceCode, bits_of, encode, read
from isaopt.isa.instruction import InstrDesc
from isaopt.isa.tables import lookup, mnemonics
from isaopt.isa.types import OperandType as T
from isaopt.toolchain.find import find_toolchain
from isaopt.toolchain.probe import assemble_command
from tests.isa.forms import operand_text

Number = int | float

#: Every inline constant, their neighbours, patterns of them in each width, and what has to be a literal.
NUMBERS: tuple[Number, ...] = (
    *range(-17, 66), 100, -100,
    *(s * f for f in (0.0, 0.5, 1.0, 2.0, 4.0, 1.5, 100.0, 0.1, 1e-9, 1e300, 3.4e38) for s in (1.0, -1.0)),
    0.15915494, 0.15915494309189532, 65504.0, 65536.0,
    0x3800, 0x3C00, 0xBC00, 0x3118, 0x3F00, 0x3F80, 0x3E22, 0x7FFF, 0x8000, 0xFFEF, 0xFFF0, 0xFFFF, 0x10000, 0x10001,
    0x3C003C00, 0x31183118, 0x3F800000, 0xBF800000, 0x3E22F983, 0x3FE00000, 0x3FF00000, 0xC0100000,
    0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF, 0x1FFFFFFFF, 0x3FF0000000000000, 0x3FC45F306DC9C882,
    0x4059000000000000, 0xFFFFFFFF80000000, 0xFFFFFFFFFFFFFFF0, 0xFFFFFFFFFFFFFFFF,
)  # fmt: skip

#: Where an encoding holds a source: word, lowest bit, width.
_SHORT = {"src0": (0, 0, 8), "src1": (0, 8, 8)}
_VECTOR = {"src0": (0, 0, 9)}
_LONG = {"src0": (1, 0, 9), "src1": (1, 9, 9), "src2": (1, 18, 9)}
FIELDS = {
    **dict.fromkeys(("SOP1", "SOP2", "SOPC"), _SHORT),
    **dict.fromkeys(("VOP1", "VOP2", "VOPC"), _VECTOR),
    **dict.fromkeys(("VOP3", "VOP3P"), _LONG),
}


def _text(value: Number) -> str:
    return repr(value) if isinstance(value, float) else str(value) if value <= 100 else hex(value)


def _sources(arch: str) -> list[tuple[InstrDesc, int]]:
    """One operand for each way in which an instruction can take a constant, as the table sees them."""
    found: dict[object, tuple[InstrDesc, int]] = {}
    for mnemonic in sorted(mnemonics(arch)):
        # A barrier's number is no source.
        if mnemonic.startswith(("s_barrier", "s_get_barrier", "v_mov_b16")):
            continue
        for desc in lookup(arch, mnemonic):
            for index, operand in enumerate(desc.operands):
                if operand.name in FIELDS.get(desc.encoding, {}) and {*operand.kinds} & {*"il"} and desc.wave != 64:
                    key = (desc.encoding, operand.name, operand.type, operand.written, operand.kinds, operand.bits)
                    found.setdefault(key, (desc, index))
    return list(found.values())


def _assembled(lines: list[str], arch: str, directory: Path) -> dict[int, bytes]:
    """The bytes of each line that the assembler takes."""
    output = directory / "numbers.o"
    command = assemble_command(find_toolchain(arch).clang.command, arch, str(output))
    kept = list(range(len(lines)))
    for _ in range(2):
        text = "".join(f"L{i}:\n{lines[i]}\n" for i in kept) + "Lend:\n"
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        refused = {(int(n) - 1) // 2 for n in re.findall(r"<stdin>:(\d+):\d+: error", done.stderr)}
        if not refused:
            break
        kept = [line for place, line in enumerate(kept) if place not in refused]
    assert done.returncode == 0, done.stderr
    with output.open("rb") as stream:
        elf = ELFFile(stream)
        text_section, symbols = elf.get_section_by_name(".text"), elf.get_section_by_name(".symtab")
        assert text_section is not None
        assert isinstance(symbols, SymbolTableSection)
        code = text_section.data()
        at = {s.name: s["st_value"] for s in symbols.iter_symbols()}
    ends = [at[f"L{i}"] for i in kept[1:]] + [at["Lend"]]
    return {i: code[at[f"L{i}"] : end] for i, end in zip(kept, ends, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_the_assembler_encodes_every_number_as_predicted(arch: str, tmp_path: Path) -> None:
    cases = [(desc, index, value) for desc, index in _sources(arch) for value in NUMBERS]
    lines = []
    for desc, index, value in cases:
        texts = [operand_text(desc, operand, k) for k, operand in enumerate(desc.operands)]
        lines.append(f"{desc.mnemonic} " + ", ".join(_text(value) if k == index else t for k, t in enumerate(texts)))
    wrong = []
    taken: set[T] = set()
    for number, code in _assembled(lines, arch, tmp_path).items():
        desc, index, value = cases[number]
        operand = desc.operands[index]
        words = struct.unpack(f"<{len(code) // 4}I", code)
        word, low, width = FIELDS[desc.encoding][operand.name]
        field = words[word] >> low & (1 << width) - 1
        literal = words[-1] if field == 255 else None
        said = encode(value, operand.written)
        # A literal's bits beyond the operand's width do not matter, and differ between int and float.
        same = said.code == field and read(said, operand.type) == read(SourceCode(field, literal), operand.type)
        if not same or len(code) != desc.size + 4 * (field == 255):
            wrong.append((lines[number], field, literal, said))
        taken.add(operand.type)
    assert not wrong[:20]
    expected = {T.F64, T.I64, T.U64, T.B64, T.F32, T.I32, T.F16, T.U16, T.PK_F16, T.PK_U16, T.BF16, T.SPLAT_BF16}
    assert expected <= taken


def test_an_inline_integer_is_its_bits_extended_with_the_sign() -> None:
    for value in range(-16, 65):
        for kind in T:
            if kind.width and kind.is_number and kind not in (T.SPLAT_F16, T.SPLAT_BF16):
                assert bits_of(value, kind) == value % (1 << kind.width), kind


def test_the_literal_of_a_64_bit_operand_is_extended_by_type() -> None:
    assert bits_of(100, T.F64) == 100 << 32
    assert bits_of(0x80000000, T.B64) == 0x80000000
    assert bits_of(0x80000000, T.U64) == 0x80000000
    assert bits_of(0x80000000, T.I64) == 0xFFFFFFFF80000000
    assert bits_of(-17, T.I64) == 0xFFFFFFFFFFFFFFEF
    assert bits_of(-17, T.B64) == 0x00000000FFFFFFEF
    assert bits_of(0x3FF00000, T.F64) == 0x3FF0000000000000
    # The lower half of a double is cut off.
    assert bits_of(0.1, T.F64) == 0x3FB9999900000000


def test_floats_have_the_format_of_their_operand() -> None:
    assert bits_of(1.0, T.F64) == 0x3FF0000000000000
    assert bits_of(1.0, T.B64) == 0x3FF0000000000000
    assert [bits_of(1.0, kind) for kind in (T.F32, T.B32, T.U32, T.U8X4)] == [0x3F800000] * 4
    assert bits_of(1.0, T.F16) == 0x3C00
    assert bits_of(1.0, T.BF16) == 0x3F80
    # A single's lower half; the whole single where there is room for it.
    assert bits_of(1.0, T.U16) == 0
    assert bits_of(0.15915494309189532, T.I16) == 0xF983
    assert bits_of(1.0, T.PK_U16) == 0x3F800000
    assert bits_of(1.0, T.PK_F16) == 0x00003C00
    assert bits_of(1.0, T.SPLAT_F16) == 0x00003C00  # a literal
    assert bits_of(0x3C003C00, T.SPLAT_F16) == 0x3C003C00  # inline
    assert bits_of(1.0, T.SPLAT_F16, T.PK_F16) == 0x3C003C00  # inline, of an assembler that knows no splat
    assert bits_of(0.15915494309189532, T.F64) == 0x3FC45F306DC9C882


def test_signs_of_zero_and_types_tell_constants_apart() -> None:
    assert bits_of(-0.0, T.F32) == 0x80000000
    assert bits_of(-0.0, T.F64) == 0x8000000000000000
    assert bits_of(-0.0, T.PK_F16) == 0x00008000
    assert bits_of(0.0, T.F64) == bits_of(0, T.F64) == 0
    assert bits_of(1, T.F64) == 1


def test_scalar_halves_are_written_as_words() -> None:
    assert bits_of(1.0, T.F16, T.B32) == 0x3C00  # inline: the hardware's own format
    assert bits_of(1.5, T.F16, T.B32) == 0  # a literal: the lower half of a single
    assert bits_of(0x3E00, T.F16, T.B32) == 0x3E00


def test_what_no_source_tells_is_not_guessed() -> None:
    assert bits_of(1.0, T.MIX, T.F16) is None
    assert bits_of(1.0, T.PK_BF16) is None
    assert bits_of(2, T.SPLAT_F16, T.PK_F16) is None
    assert bits_of(0x3C00, T.B16, T.F16) is None  # inline, as the half that it is to the assembler
    assert bits_of(0x3F8, T.B16, T.F16) == 0x3F8
    assert bits_of(-1, T.B16, T.F16) == bits_of(0xFFFF, T.B16, T.F16) == 0xFFFF
    assert bits_of(0, T.SPLAT_F16, T.PK_F16) == 0
    assert bits_of(-1, T.SPLAT_F16, T.PK_F16) == 0xFFFFFFFF


def test_numbers_that_fit_no_operand_are_refused() -> None:
    for value, kind in ((1e300, T.F32), (65536.0, T.F16), (100.0, T.B64), (3.4e38, T.BF16)):
        with pytest.raises(OverflowError):
            bits_of(value, kind)
    assert bits_of(65536.0, T.PK_F16) == 0x7C00


@pytest.mark.parametrize("value", [1.0, 3.14159, 1e-40, 5.9e-39, 1e38, -2.71828, 1.00390625, 1.01171875, 0.0, 2**-133])
def test_bfloats_are_rounded_once_to_nearest_even(value: float) -> None:
    bits = bits_of(value, T.BF16)
    assert bits is not None

    def number(pattern: int) -> float:
        return float(struct.unpack("<f", struct.pack("<I", pattern << 16))[0])

    error = abs(number(bits) - value)
    for neighbour in (bits - 1, bits + 1):
        if 0 <= neighbour & 0x7FFF < 0x7F80 and not math.isnan(number(neighbour & 0xFFFF)):
            other = abs(number(neighbour & 0xFFFF) - value)
            assert error < other or (error == other and bits % 2 == 0)
