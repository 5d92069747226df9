"""Text of newer assemblers: target names and the size of the instruction prefetch."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.errors import InputError
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import accepted_input, assemble, needed_options, understood
from isaopt.toolchain.textfacts import retarget, stated_arch
from tests.objects import differences

TEXT = """\t.amdgcn_target "{target}"
\t.text
\t.p2align 8
\t.type k,@function
k:
\tv_add_f32_e32 v1, v1, v2
\tv_add_f32_e32 v3, v3, v4
{padding}
\tglobal_store_b64 v[6:7], v[3:4], off
\ts_endpgm
.Lfunc_end0:
\t.size k, .Lfunc_end0-k
\t.section .rodata,"a",@progbits
\t.p2align 6
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 4
\t\t.amdhsa_inst_pref_size {prefetch}
\t.end_amdhsa_kernel
"""
NEW, OLD = "amdgpu{}-amd-amdhsa-unknown-{}", "amdgcn-amd-amdhsa--{}"


def text_of(arch: str, version: str, mask: int, words: int) -> str:
    padding = "\n".join(["\ts_nop 0"] * words)
    call = f"((instprefsize(.Lfunc_end0-k)<<4)&{mask})>>4"
    return TEXT.format(target=NEW.format(version, arch), padding=padding, prefetch=call)


@pytest.mark.parametrize(
    ("arch", "version", "mask", "words", "lines"),
    [
        ("gfx1100", "11.00", 1008, 0, 1),
        ("gfx1100", "11.00", 1008, 27, 1),  # 128 bytes and no more
        ("gfx1100", "11.00", 1008, 28, 2),
        ("gfx1151", "11.51", 1008, 3000, 63),
        ("gfx1201", "12.01", 4080, 3000, 94),
        ("gfx1201", "12.01", 4080, 9000, 255),
    ],
)
def test_the_prefetch_is_the_length_of_the_code_in_lines(
    arch: str, version: str, mask: int, words: int, lines: int
) -> None:
    text = text_of(arch, version, mask, words)
    plain = TEXT.format(target=OLD.format(arch), padding="\n".join(["\ts_nop 0"] * words), prefetch=lines)
    assert not differences(assemble(text, arch), assemble(plain, arch))


def test_a_file_of_a_newer_compiler_is_optimised_and_keeps_its_words() -> None:
    text = text_of("gfx1100", "11.00", 1008, 2)
    assert stated_arch(text) == "gfx1100"
    assert accepted_input(text, "gfx1100", "k.amdgcn") is not None
    module = parse_text(text, "k.amdgcn")
    result = optimize_module(module)
    after = result.module.text()
    assert "amdgpu11.00-amd-amdhsa-unknown-gfx1100" in after
    assert "instprefsize(" in after
    (proof,) = verify_modules(module, result.module).kernels
    assert proof.status == "proved"


def test_another_target_may_be_asked_for() -> None:
    text = text_of("gfx1100", "11.00", 1008, 2)
    assemble(retarget(text, "gfx1101"), "gfx1101")
    text = text.replace("amdgpu11.00", "amdgcn")
    target = "amdgcn-amd-amdhsa-unknown-gfx1100"
    note = f"---\namdhsa.kernels: []\namdhsa.target: {target}\namdhsa.version: [1, 2]\n...\n"
    text += f"\t.amdgpu_metadata\n{note}\t.end_amdgpu_metadata\n"
    assert target.encode() in assemble(text, "gfx1100")  # or disassembly would not give it back


def test_text_without_such_words_is_left_as_it_is() -> None:
    text = TEXT.format(target=OLD.format("gfx1100"), padding="; instprefsize( amdgpu11.00-amd-amdhsa--", prefetch=3)
    assert understood(text, "gfx1100") == text
    unbalanced = text.replace("size 3", "size instprefsize(3")
    assert understood(unbalanced, "gfx1100") == unbalanced
    with pytest.raises(InputError, match="assembler"):
        assemble(unbalanced, "gfx1100")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_halves_of_registers_are_read_where_they_are_named(arch: str) -> None:
    halves = "\tv_mov_b16_e32 v28.h, v9.l\n\tv_add_f16_e32 v1.l, v2.h, v3.l ; sum\n"
    for named in (halves, ".Lat: v_mov_b16_e32 v28.h, v9.l\n"):
        assert needed_options(named)
        assert assemble(named, arch)
    for whole in ("\tv_mov_b32_e32 v1, v2 ; v1.l\n", "\ts_branch v1.l\n", "// v_mov_b16 v1.h, v2.l\n"):
        assert not needed_options(whole)
