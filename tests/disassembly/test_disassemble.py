"""What is disassembled assembles and links to the identical code object, or is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.disassembly.disassemble import disassemble_code_object
from isaopt.errors import CheckFailed, InputError
from isaopt.ir.program import Directive
from isaopt.toolchain.assemble import assemble, build, link
from isaopt.toolchain.image import differences, read_image
from isaopt.toolchain.textfacts import stated_arch
from tests import objects
from tests.disassembly.programs import HEAD, address, kernel, program

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))
ARCHES = ("gfx1100", "gfx1201")


def back_and_forth(text: str, arch: str) -> str:
    """The disassembly of what a text makes, which makes it again by the judgement of two."""
    data = build(text, arch)
    found = disassemble_code_object(data)
    assert (found.arch, found.unclear, found.options) == (arch, (), ())
    again = build(found.text, arch)
    assert differences(data, again) == ()
    assert not objects.differences(data, again)
    if text.count(".amdhsa_kernel ") == 1:  # with several, the linker orders names of symbols otherwise
        assert data == again
    return found.text


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_of_compilers(path: Path) -> None:
    text = path.read_text()
    arch = stated_arch(text)
    assert arch
    assert ".long" not in back_and_forth(text, arch).split(".rodata")[0]


@pytest.mark.parametrize("arch", ARCHES)
def test_everything_at_once(arch: str) -> None:
    text = back_and_forth(program(arch), arch)
    for part in (
        "helper@rel32@lo+", "words_of_all@rel32@lo+", "shared_word@gotpcrel32@lo+", "&4294967295", ">>32",
        "\t.quad\thelper", "\t.quad\tshared_word+4", "s_cbranch_scc0 .LBB", "\t.p2alignl 7, 0xbf9f0000",
        "\t.zero\t12", "\t.weak\telsewhere", "\t.set some.number, 77", '\t.ident\t"a compiler"',
        "\t.protected\tprotected_elsewhere", "\t.globl\tunused_elsewhere", "helper@gotpcrel32@lo+",
        "\t.hidden\twords_of_all", "\t.p2align\t6\n.LBB",
    ):  # fmt: skip
        assert part in text, part


@pytest.mark.parametrize("arch", ARCHES)
def test_without_names_and_with_another_layout(arch: str) -> None:
    obj = assemble(program(arch), arch)
    stripped = link(obj, arch=arch, options=("-s",))
    found = disassemble_code_object(stripped)
    assert "helper:" not in found.text
    assert differences(stripped, link(assemble(found.text, arch), arch=arch, options=("-s",))) == ()
    apart = link(obj, arch=arch, options=("-z", "separate-code", "--hash-style=gnu"))
    found = disassemble_code_object(apart)
    assert any(option.startswith("--section-start=.text=") for option in found.options)
    assert differences(apart, link(assemble(found.text, arch), arch=arch, options=found.options)) == ()


@pytest.mark.parametrize(
    ("arch", "directive"),
    [
        *((arch, f".amdhsa_{name} {value}") for arch in ARCHES for name, value in (
            ("group_segment_fixed_size", 4096), ("private_segment_fixed_size", 36), ("kernarg_size", 264),
            ("user_sgpr_count", 15), ("user_sgpr_dispatch_ptr", 1), ("user_sgpr_queue_ptr", 1),
            ("user_sgpr_dispatch_id", 1), ("user_sgpr_private_segment_size", 1), ("wavefront_size32", 0),
            ("uses_dynamic_stack", 1), ("enable_private_segment", 1), ("system_sgpr_workgroup_id_x", 0),
            ("system_sgpr_workgroup_id_y", 1), ("system_sgpr_workgroup_id_z", 1), ("system_sgpr_workgroup_info", 1),
            ("system_vgpr_workitem_id", 2), ("float_round_mode_32", 1), ("float_round_mode_16_64", 2),
            ("float_denorm_mode_32", 3), ("float_denorm_mode_16_64", 1), ("fp16_overflow", 1),
            ("workgroup_processor_mode", 0), ("memory_ordered", 0), ("forward_progress", 0), ("inst_pref_size", 33),
            ("exception_fp_ieee_invalid_op", 1), ("exception_fp_denorm_src", 1), ("exception_fp_ieee_div_zero", 1),
            ("exception_fp_ieee_overflow", 1), ("exception_fp_ieee_underflow", 1), ("exception_fp_ieee_inexact", 1),
            ("exception_int_div_zero", 1),
        )),
        ("gfx1100", ".amdhsa_dx10_clamp 0"),
        ("gfx1100", ".amdhsa_ieee_mode 0"),
        ("gfx1100", ".amdhsa_wavefront_size32 0\n\t\t.amdhsa_shared_vgpr_count 3"),
        ("gfx1201", ".amdhsa_inst_pref_size 200"),
        ("gfx1201", ".amdhsa_round_robin_scheduling 1"),
    ],
)  # fmt: skip
def test_every_field_of_a_descriptor(arch: str, directive: str) -> None:
    text = HEAD.format(arch=arch) + kernel("k", "", f"\t\t{directive}\n")
    assert directive.split("\n")[-1].strip() in back_and_forth(text, arch)


@pytest.mark.parametrize("vgprs", [1, 8, 9, 97, 256])
def test_registers(vgprs: int) -> None:
    text = HEAD.format(arch="gfx1100") + kernel("k", "").replace("free_vgpr 8", f"free_vgpr {vgprs}")
    assert f".amdhsa_next_free_vgpr {-(-vgprs // 8) * 8}" in back_and_forth(text, "gfx1100")


def test_names_in_metadata_that_look_like_something_else() -> None:
    names = ["12", "0x10", "true", "n", "null", "~", "1e5", "-3", ".5", "a b", "it's", "x: y", "", "é", "int*", "[1]"]
    quoted = [name.replace("'", "''") for name in names]
    kind = "        .offset: 0\n        .size: 8\n        .value_kind: by_value\n"
    arguments = "".join(f"      - .name: !str '{name}'\n{kind}" for name in quoted)
    metadata = f"""\t.amdgpu_metadata
---
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .args:
{arguments}    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 32
    .sgpr_count: 18
    .vgpr_count: 7
    .max_flat_workgroup_size: 256
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.version: [1, 2]
...
\t.end_amdgpu_metadata
"""
    text = back_and_forth(HEAD.format(arch="gfx1100") + kernel("k", "") + metadata, "gfx1100")
    assert ".amdhsa_next_free_vgpr 7" in text
    assert ".amdhsa_next_free_sgpr 18" in text


def test_words_that_are_no_instruction_or_would_be_others() -> None:
    words = "\t.long 0xffffffff\n\t.long 0xd5810000, 0x00020301\n"  # the second has bits that v_mov_b32 ignores
    text = HEAD.format(arch="gfx1100") + kernel("k", "\ts_branch .Lover\n" + words + ".Lover:\n")
    written = back_and_forth(text, "gfx1100")
    assert "\t.long 0xffffffff" in written
    assert "\t.long 0xd5810000, 0x00020301" in written


def test_halves_of_registers() -> None:
    for arch in ("gfx1100", "gfx1201"):
        text = HEAD.format(arch=arch) + kernel("k", "\tv_mov_b16_e32 v1.l, v2.h\n\tv_add_f32_e32 v3, v1, v2\n")
        assert "\tv_mov_b16_e32 v1.l, v2.h\n\tv_add_f32_e32 v3, v1, v2\n" in back_and_forth(text, arch)


def test_a_distance_that_is_added_otherwise_is_named() -> None:
    body = "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 16\n\ts_addc_u32 s5, s5, 0\n\ts_setpc_b64 s[4:5]\n"
    data = build(HEAD.format(arch="gfx1100") + kernel("k", body), "gfx1100")
    place = next(s.value for s in read_image(data, "k").symbols if s.name == "k")
    assert disassemble_code_object(data).unclear == (place,)


def test_a_descriptor_seen_otherwise_than_its_kernel() -> None:
    text = HEAD.format(arch="gfx1100") + kernel("k", "").replace("\t.protected\tk\n", "") + "\t.protected k\n"
    back_and_forth(text, "gfx1100")


def test_what_cannot_be_given_back() -> None:
    two = kernel("a", "") + kernel("b", "", "\t\t.amdhsa_wavefront_size32 0\n")
    parts = [
        link(assemble(HEAD.format(arch="gfx1100") + text, "gfx1100", wave_size=32), arch="gfx1100") for text in (two,)
    ]
    with pytest.raises(InputError, match="mixes wave32 and wave64"):
        disassemble_code_object(parts[0])
    obj = assemble(HEAD.format(arch="gfx1100") + kernel("k", ""), "gfx1100")
    with pytest.raises(InputError, match="not linked"):
        disassemble_code_object(obj)
    data = link(obj, arch="gfx1100")
    with pytest.raises(InputError, match=r"the GPU of the code object \(flags 0x36\)"):
        disassemble_code_object(data[:48] + b"\x36" + data[49:])
    at = data.index(read_image(data, "k").bytes_at(next(
        s.value for s in read_image(data, "k").symbols if s.name == "k.kd"), 64))  # fmt: skip
    with pytest.raises(InputError, match="bit 96 of the descriptor of k is set"):
        disassemble_code_object(data[: at + 12] + b"\x01" + data[at + 13 :])
    with pytest.raises(InputError, match="where the kernel has no code"):
        disassemble_code_object(data[: at + 16] + b"\x00" + data[at + 17 :])


def test_damage_is_an_error_in_one_line() -> None:
    data = build(program("gfx1100"), "gfx1100")
    for size in range(0, len(data), len(data) // 23):
        with pytest.raises((InputError, CheckFailed)):
            disassemble_code_object(data[:size])


def test_what_a_reader_sees() -> None:
    from isaopt.asm.parser import parse_text

    module = parse_text(disassemble_code_object(build(program("gfx1201"), "gfx1201")).text)
    assert [k.name for k in module.kernels] == ["calls", "constants", "loops", "jumps"]
    assert not any(k.blocked for k in module.kernels)
    assert not any(isinstance(i, Directive) and i.name == ".long" for i in module.items[module.kernels[0].first :][:20])
    assert address("helper", 4, "gfx1201").split("\n")[2].strip() in module.text()
