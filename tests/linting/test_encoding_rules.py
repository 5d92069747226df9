"""Constant bus, literals and instruction sizes: random operands, judged by the assembler."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from isaopt.asm.parser import parse_text
from isaopt.linting.layout import layout_of
from isaopt.linting.model import Context
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from isaopt.target.sizes import size_of
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.run import run
from tests.linting.programs import found, program

RULES = choose_rules(["constant-bus", "literal-count"])
KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
_VGPRS = ("v1", "v2", "v3")
_SCALARS = ("s2", "s3", "s4", "vcc_lo", "exec_lo", "m0", "ttmp3", "src_shared_base", "null")
_NUMBERS = ("0", "64", "65", "-16", "-17", "1.0", "0x3f800000", "2.5", "0x40200000", "0x12345678", "0.15915494")
_WIDE = {"v1": "v[2:3]", "v2": "v[4:5]", "v3": "v[6:7]", "s2": "s[2:3]", "s3": "s[4:5]", "s4": "s[6:7]"}
#: Mnemonic, destination, and the width in dwords of each source that may be scalar.
_FORMS = (
    ("v_fma_f32", "v9", (1, 1, 1)),
    ("v_add3_u32", "v9", (1, 1, 1)),
    ("v_add_f32_e64", "v9", (1, 1)),
    ("v_mul_lo_u32", "v9", (1, 1)),
    ("v_lshlrev_b64_e64", "v[8:9]", (1, 2)),
    ("v_ashrrev_i64", "v[8:9]", (1, 2)),
    ("v_cndmask_b32_e64", "v9", (1, 1)),
    ("v_pk_add_u16", "v9", (1, 1)),
    ("s_add_f32", "s9", (1, 1)),
    ("s_and_b32", "s9", (1, 1)),
)


def _line(rng: random.Random, arch: str) -> str:
    name, target, widths = rng.choice([f for f in _FORMS if arch == "gfx1201" or f[0] not in ("s_add_f32",)])
    if arch == "gfx1100":
        name = name.replace("lshlrev_b64_e64", "lshlrev_b64")
    pool = _SCALARS[:6] if name.startswith("s_") else _VGPRS + _SCALARS
    sources = []
    for width in widths:
        source = rng.choice(pool if rng.random() < 0.7 else _NUMBERS)
        if width == 2:
            source = _WIDE.get(source, "v[2:3]") if source not in _NUMBERS[:4] else source
        sources.append(source)
    mask = [rng.choice(("vcc_lo", "s3"))] if name.startswith("v_cndmask") else []
    return f"\t{name} {', '.join((target, *sources, *mask))}"


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_scalar_values_and_literals(arch: str, toolchain: Toolchain, tmp_path: Path) -> None:
    rng = random.Random(7)
    drawn = list(dict.fromkeys(_line(rng, arch) for _ in range(1500)))
    text = f'\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n' + "\n".join(drawn) + "\n"
    source = tmp_path / "drawn.s"
    source.write_text(text)
    flags = (
        "--target=amdgcn-amd-amdhsa",
        f"-mcpu={arch}",
        "-ferror-limit=0",
        "-x",
        "assembler",
        "-c",
        "-o",
        "/dev/null",
    )
    done = run([*toolchain.clang.command, *flags, str(source)])
    errors = {int(line.split(":")[1]): line for line in done.stderr.splitlines() if ": error: " in line}
    bus = ("constant bus", "one unique literal")
    rejected = {number for number, line in errors.items() if any(reason in line for reason in bus)}
    assert len(rejected) > 100
    # What the assembler refuses for another reason says nothing of these rules.
    kept = {
        number: line for number, line in enumerate(text.split("\n"), 1) if number not in errors or number in rejected
    }
    module = parse_text("\n".join(kept.get(n, "") for n in range(1, len(drawn) + 2)), "drawn.s", arch)
    assert {f.line for f in lint_module(module, RULES)} == rejected


def test_dual_instructions_are_the_rule_of_their_own() -> None:
    body = "v_dual_mul_f32 v1, s2, v0 :: v_dual_add_f32 v2, s3, v3"
    assert not found(program(body), "constant-bus", "literal-count", "vopd-scalar-limit")
    assert found(
        program(body.replace("s3, v3", "s3, v3").replace("v_dual_add_f32", "v_dual_cndmask_b32")), "vopd-scalar-limit"
    )


@pytest.mark.parametrize("path", KERNELS[::3], ids=lambda path: path.stem)
def test_sizes_add_up_to_the_assembled_kernel(path: Path, toolchain: Toolchain) -> None:
    module = parse_text(path.read_text(), str(path))
    obj = ELFFile(io.BytesIO(assemble(module.text(), module.arch, path=str(path), toolchain=toolchain)))
    table = obj.get_section_by_name(".symtab")
    assert isinstance(table, SymbolTableSection)
    symbols = {s.name: s["st_size"] for s in table.iter_symbols()}
    for kernel in module.kernels:
        layout = layout_of(Context(module, kernel, {}, ()))
        end = max(layout.offset[index] + size_of(item.op) for index, item in module.instructions(kernel))
        assert end == symbols[kernel.name]


@pytest.mark.parametrize(
    ("body", "arch", "bad"),
    [
        ("v_mad_u64_u32 v[2:3], null, v1, v2, v[4:5]", "gfx1100", True),
        ("v_mad_u64_u32 v[2:3], null, v1, v2, v[4:5]", "gfx1150", False),
        ("v_mad_u64_u32 v[2:3], null, v1, v0, v[4:5]", "gfx1100", False),
        ("v_mqsad_u32_u8 v[4:7], v[2:3], v4, v[8:11]", "gfx1201", True),
        ("v_wmma_f32_16x16x16_f16 v[8:15], v[24:31], v[32:39], v[8:15]", "gfx1100", False),
        ("v_wmma_f32_16x16x16_f16 v[8:15], v[24:31], v[32:39], v[9:16]", "gfx1100", True),
        ("v_wmma_f32_16x16x16_f16 v[8:15], v[12:19], v[32:39], v[8:15]", "gfx1100", True),
        ("v_wmma_f32_16x16x16_f16 v[8:15], v[24:31], v[24:31], 1.0", "gfx1100", False),
        ("v_swmmac_f32_16x16x32_f16 v[8:15], v[16:19], v[20:27], v15 index_key:0", "gfx1201", True),
    ],
)
def test_destinations_that_must_be_free(body: str, arch: str, bad: bool) -> None:
    assert bool(found(program(body, arch), "dst-overlap")) is bad


def test_buffer_offsets() -> None:
    load = "buffer_load_b32 v1, v0, s[4:7], s8 offen offset:{}"
    assert not found(program(load.format(4095)), "buffer-offset")
    assert found(program(load.format(4096)), "buffer-offset")
    assert not found(program(load.format(4096), "gfx1201"), "buffer-offset")
