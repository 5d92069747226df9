"""The words that completion knows besides the instruction tables: the assembler takes them."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from isaopt.isa.tables import ARCHS, READ_ONLY_ARCHS, lookup, mnemonics
from isaopt.languageserver.completion import directives
from isaopt.toolchain.assemble import assemble

NEEDED = ("next_free_vgpr", "next_free_sgpr")
#: The assembler reads a file in one wave size; the others take 0.
VALUES = {"wavefront_size32": 1, "next_free_vgpr": 8, "next_free_sgpr": 8}


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201", "gfx1250"])
def test_the_assembler_takes_every_directive_of_a_descriptor(arch: str) -> None:
    offered = [d.removeprefix(".amdhsa_") for d in directives(arch) if d.startswith(".amdhsa_")]
    own = [name for name in offered if name not in ("kernel", "code_object_version")]
    assert set(NEEDED) < set(own)
    # Each kernel has one more than the directives that it needs: some exclude each other.
    text = f'\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n\t.text\n'
    for name in own:
        rows = [f"\t\t.amdhsa_{needed} 8\n" for needed in NEEDED if needed != name]
        rows.append(f"\t\t.amdhsa_{name} {VALUES.get(name, 0)}\n")
        text += f"k_{name}:\n\ts_endpgm\n\t.amdhsa_kernel k_{name}\n{''.join(rows)}\t.end_amdhsa_kernel\n"
    assert assemble(text, arch)


def test_modifiers_without_a_value_are_modifiers() -> None:
    bare = set(json.loads(files("isaopt.languageserver").joinpath("words.json").read_text())["bare_modifiers"])
    known = {
        name
        for arch in (*ARCHS, *READ_ONLY_ARCHS)
        for mnemonic in mnemonics(arch)
        for form in lookup(arch, mnemonic)
        for name in form.modifiers
    }
    assert bare < known
