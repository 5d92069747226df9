"""A kernel in a file of its own is the kernel that it is in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.isolate import in_its_file, isolated, joined, names_symbol
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.question import questions
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from tests.test_parallel import two_that_change

KERNELS = Path(__file__).parents[2] / "kernels_s"


def question(module: Module, kernel: str) -> str:
    (found,) = questions(module, module, (kernel,)).values()
    assert isinstance(found, str)
    return found


def two() -> Module:
    return parse_text(two_that_change(), "two.s")


@pytest.mark.parametrize("name", ["", "wmma_types_gfx1201.s", "wmma_gemm_gfx1100.s"])
def test_what_did_not_change_is_the_file_again(name: str) -> None:
    module = parse_text((KERNELS / name).read_text(), name) if name else two()
    for kernel in module.kernels:
        alone = isolated(module, kernel)
        assert [k.name for k in alone.module.kernels] == [kernel.name]
        assert [i.text for _, i in alone.module.instructions(alone.kernel)] == [
            i.text for _, i in module.instructions(kernel)
        ]
        assert joined(module, [(alone, alone.module)]).text() == module.text()


@pytest.mark.parametrize("name", ["", "wmma_types_gfx1201.s"])
def test_alone_it_is_the_same_question(name: str) -> None:
    module = parse_text((KERNELS / name).read_text(), name) if name else two()
    for kernel in module.kernels[:4]:
        alone = isolated(module, kernel).module
        assemble(alone.text(), alone.arch)
        assert question(alone, kernel.name) == question(module, kernel.name)


def test_beside_a_kernel_of_which_the_compiler_left_nothing() -> None:
    nothing = "\t.text\n\t.p2align 8\nnone:\n\t.rodata\n\t.amdhsa_kernel none\n"
    nothing += "\t\t.amdhsa_next_free_vgpr 1\n\t\t.amdhsa_next_free_sgpr 1\n\t.end_amdhsa_kernel\n"
    module = parse_text(two_that_change() + nothing, "two.s")
    for kernel in module.kernels:
        alone = isolated(module, kernel)
        assert "none" not in alone.module.text()
        assert joined(module, [(alone, alone.module)]).text() == module.text()


def test_another_program_is_another_question() -> None:
    module = two()
    name = module.kernels[0].name
    asked = question(module, name)
    first = module.instructions(module.kernels[0])[0][1].text
    changes = {
        "code": (first, first + "\ts_nop 0\n"),
        "launch": (".amdhsa_kernel k\n", ".amdhsa_kernel k\n\t\t.amdhsa_group_segment_fixed_size 64\n"),
    }
    for old, new in changes.values():
        other = parse_text(module.text().replace(old, new, 1), "two.s")
        assert question(other, name) != asked


TABLE = """\t.section .rodata.tables,"a",@progbits
\t.p2align 2
near: .long 1
far: .long 2
"""


@pytest.mark.parametrize("symbol", ["near", "far", "elsewhere"])
def test_a_kernel_that_names_a_symbol_is_the_same_program_alone_or_keeps_its_file(symbol: str) -> None:
    text = two_that_change()
    first = two().instructions(two().kernels[0])[0][1].text
    text = text.replace(first, f"\ts_mov_b32 s9, {symbol}@abs32@lo\n{first}", 1)
    module = parse_text(text.replace("\t.amdgpu_metadata", TABLE + "\t.amdgpu_metadata", 1), "two.s")
    kernel = module.kernels[0]
    assert names_symbol(module, kernel)
    assert not names_symbol(module, module.kernels[1])
    alone = isolated(module, kernel).module
    assert len(alone.items) < len(module.items)
    assert question(alone, kernel.name) == question(module, kernel.name)
    whole = in_its_file(module, kernel)
    assert len(whole.module.items) == len(module.items)
    assert joined(module, [(whole, whole.module)]).text() == module.text()


def test_a_kernel_that_names_no_symbol_leaves_tables_and_other_sections_behind() -> None:
    module = parse_text(two_that_change() + TABLE, "two.s")
    for kernel in module.kernels:
        alone = isolated(module, kernel).module
        assert "near" not in alone.text()
        assert ".rodata.tables" not in alone.text()
        assert question(alone, kernel.name) == question(module, kernel.name)
    unknown = parse_text(two_that_change() + TABLE + "\t.pushsection .text\n\t.popsection\n", "two.s")
    assert "near" in isolated(unknown, unknown.kernels[0]).module.text()


DEBUG = """\t.section .debug_info,"",@progbits
\t.uleb128 {name}_line-.L{name}_begin
\t.long {name}_line
"""


def test_a_kernel_leaves_what_debuggers_read_of_others_behind() -> None:
    text = two_that_change()
    for name in ("k", "second"):
        begin, end = f"\n{name}:\n", f".L{name}_end:\n"
        assert text.count(begin) == text.count(end) == 1
        text = text.replace(begin, f"{begin}.L{name}_begin:\n\t.cfi_startproc\n.L{name}_line:\n\t.loc 1 1 1\n")
        text = text.replace(end, f"\t.cfi_endproc\n{end}")
    text = text.replace(".Lk_line:\n", '\t.file 1 "/usr/include" "kernels.h"\n.Lk_line:\n')
    text += "".join(DEBUG.format(name=name).replace(f"{name}_line", f".L{name}_line") for name in ("k", "second"))
    module = parse_text(text, "two.s")
    assemble(text, module.arch)
    for kernel in module.kernels[:2]:
        alone = isolated(module, kernel).module
        assemble(alone.text(), alone.arch)
        assert ".debug_info" not in alone.text()
        assert question(alone, kernel.name) == question(module, kernel.name)


def test_kernels_change_together() -> None:
    module = two()
    changes = []
    for kernel in module.kernels[:2]:
        alone = isolated(module, kernel)
        first = alone.module.instructions(alone.kernel)[0][1].text
        text = alone.module.text().replace(first, f"\ts_nop 0\n{first}", 1)
        changes.append((alone, parse_text(text, "alone.s")))
    after = joined(module, changes)
    assert [len(after.instructions(k)) for k in after.kernels[:2]] == [
        len(module.instructions(k)) + 1 for k in module.kernels[:2]
    ]
    assert verify_modules(module, parse_text(after.text(), "after.s")).proved
