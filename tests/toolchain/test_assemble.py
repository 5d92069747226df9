"""Assembling and linking: flags that the text implies, and errors in the user's terms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isaopt.errors import InputError
from isaopt.toolchain.assemble import assemble, build, diagnostic, link
from isaopt.toolchain.codeobject import read_code_object
from isaopt.toolchain.find import Toolchain
from isaopt.toolchain.textfacts import code_object_version_of, kernel_waves, retarget, stated_arch, wave_size_of
from tests.objects import differences

Maker = Callable[..., str]


def test_wave64_text_is_assembled_in_wave64_mode(kernel_text: Maker, toolchain: Toolchain) -> None:
    text = kernel_text("\tv_cmp_eq_u32_e32 vcc, 1, v0", wave_size=64)
    obj = read_code_object(assemble(text, "gfx1100", toolchain=toolchain))
    assert obj.descriptors["k"].wave_size == 64
    with pytest.raises(InputError):
        assemble(text, "gfx1100", wave_size=32, toolchain=toolchain)


def test_mixed_wave_sizes_are_refused_at_the_second_kernel(kernel_text: Maker) -> None:
    text = kernel_text(name="a") + kernel_text(name="b", wave_size=64).split("\n", 1)[1]
    assert [(w.name, w.wave_size) for w in kernel_waves(text)] == [("a", 32), ("b", 64)]
    with pytest.raises(InputError) as caught:
        wave_size_of(text, "f.s")
    assert caught.value.source.strip() == ".amdhsa_kernel b"
    assert str(caught.value).startswith(f"f.s:{caught.value.line}:1: error: kernel b is wave64 but a is wave32")


def test_a_kernel_without_the_directive_is_wave32() -> None:
    assert wave_size_of(".amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n.end_amdhsa_kernel\n") == 32
    assert wave_size_of("; .amdhsa_wavefront_size32 0\n") == 32


def test_an_assembler_error_stands_at_its_place_in_the_users_file(kernel_text: Maker, toolchain: Toolchain) -> None:
    text = kernel_text("\tv_mov_b32_e32 v0, 0\n\t/* \u00e4\u00f6 */ v_mov_b32_e32 v0, v300\n\tv_foo v0")
    with pytest.raises(InputError) as caught:
        assemble(text, "gfx1100", path="kernels/x.s", toolchain=toolchain)
    error = caught.value
    line = next(i for i, t in enumerate(text.split("\n"), 1) if "v300" in t)
    assert (error.path, error.line, error.exit_code) == ("kernels/x.s", line, 2)
    assert error.source[error.col - 1 :].startswith("v300")
    assert "(and 1 more)" in error.message


def test_carriage_returns_do_not_reach_the_shown_line() -> None:
    error = diagnostic("<stdin>:2:1: error: invalid instruction\n", "a\r\nfoo\r\nb\r\n", "x.s")
    assert error is not None
    assert str(error) == "x.s:2:1: error: assembler: invalid instruction\nfoo\n^"


def test_a_line_marker_does_not_misplace_an_error(toolchain: Toolchain) -> None:
    with pytest.raises(InputError) as caught:
        assemble('# 40 "other.s"\n\tv_foo v0\n', "gfx1100", path="x.s", toolchain=toolchain)
    assert caught.value.line == 0
    assert "other.s" in str(caught.value)


@pytest.mark.slow
def test_garbage_without_end_stops_early(toolchain: Toolchain) -> None:
    with pytest.raises(InputError) as caught:
        assemble(("zzz " + "y" * 300 + "\n") * 8_000, "gfx1100", toolchain=toolchain)
    assert caught.value.line == 1
    assert "many more" in caught.value.message


def test_an_undefined_symbol_may_stay_but_a_broken_object_may_not(toolchain: Toolchain) -> None:
    with pytest.raises(InputError) as caught:
        link(b"not an object", arch="gfx1100", path="x.s", toolchain=toolchain)
    assert str(caught.value).startswith("x.s: error: ld.lld failed")


def test_code_object_version_follows_the_metadata_of_old_compilers(kernel_text: Maker, toolchain: Toolchain) -> None:
    metadata = (
        "\t.amdgpu_metadata\n---\namdhsa.kernels: []\namdhsa.version:\n  - 1\n  - {}\n...\n\t.end_amdgpu_metadata\n"
    )
    abi = {}
    for minor in (1, 2):
        text = kernel_text() + metadata.format(minor)
        abi[minor] = assemble(text, "gfx1100", toolchain=toolchain)[8]
    # EI_ABIVERSION: ELFABIVERSION_AMDGPU_HSA_V4 is 2, _V5 is 3.
    assert abi == {1: 2, 2: 3}
    assert code_object_version_of("\t.amdhsa_code_object_version 6\n" + metadata.format(2)) is None
    assert code_object_version_of(kernel_text()) is None


def test_retarget_changes_the_directive_and_the_metadata_only(kernel_text: Maker, toolchain: Toolchain) -> None:
    text = kernel_text("\ts_nop 0 ; gfx1100") + "amdhsa.target:   amdgcn-amd-amdhsa--gfx1100\n"
    changed = retarget(text, "gfx1101")
    assert stated_arch(text) == "gfx1100"
    assert stated_arch(changed) == "gfx1101"
    assert changed.count("gfx1101") == 2
    assert "; gfx1100" in changed
    assert read_code_object(build(retarget(kernel_text(), "gfx1151"), "gfx1151", toolchain=toolchain)).arch == "gfx1151"


def test_objects_differ_by_code_descriptor_and_arch(kernel_text: Maker, toolchain: Toolchain) -> None:
    def obj(arch: str = "gfx1100", **options: object) -> bytes:
        return assemble(kernel_text(arch=arch, **options), arch, toolchain=toolchain)

    base = obj()
    assert not differences(base, assemble("\n; a comment\n" + kernel_text(), "gfx1100", toolchain=toolchain))
    assert differences(base, obj(body="\tv_mov_b32_e32 v1, 0")) == (".text",)
    assert differences(base, obj(vgprs=64)) == (".rodata",)
    assert "arch" in differences(base, obj(arch="gfx1201"))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1103", "gfx1150", "gfx1153", "gfx1200", "gfx1201"])
def test_a_linked_code_object_is_read_back(kernel_text: Maker, toolchain: Toolchain, arch: str) -> None:
    text = kernel_text(arch=arch, name="one", vgprs=41) + kernel_text(arch=arch, name="two").split("\n", 1)[1]
    obj = assemble(text, arch, toolchain=toolchain)
    linked = read_code_object(link(obj, arch=arch, toolchain=toolchain))
    assert linked.arch == arch
    assert linked.kernels == ("one", "two")
    assert linked.sections[".text"] == read_code_object(obj).sections[".text"] != b""


def test_metadata_is_decoded(kernel_text: Maker, toolchain: Toolchain) -> None:
    text = kernel_text() + (
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 24\n"
        "    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n"
        "    .wavefront_size: 32\n    .sgpr_count: 2\n    .vgpr_count: 8\n    .max_flat_workgroup_size: 64\n"
        "amdhsa.target: amdgcn-amd-amdhsa--gfx1100\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    )
    obj = read_code_object(build(text, "gfx1100", toolchain=toolchain))
    assert obj.kernel_metadata("k")[".vgpr_count"] == 8
    assert obj.kernel_metadata("absent") == {}


@pytest.mark.parametrize("cut", [3, 40, 64, 300])
def test_damaged_files_are_input_errors(kernel_text: Maker, toolchain: Toolchain, cut: int) -> None:
    data = assemble(kernel_text(), "gfx1100", toolchain=toolchain)
    with pytest.raises(InputError):
        read_code_object(data[:cut])


def test_an_elf_file_of_another_machine_is_refused() -> None:
    import sys
    from pathlib import Path

    with pytest.raises(InputError) as caught:
        read_code_object(Path(sys.executable).read_bytes())
    assert "not for an AMD GPU" in str(caught.value)
