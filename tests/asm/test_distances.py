"""Branches that are written as distances: where they lead, how they print, and what is refused."""

from __future__ import annotations

import re

import pytest

from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import new_instruction, print_module, print_op
from isaopt.errors import MissingTool
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Module
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain import assemble as toolchain
from isaopt.toolchain.assemble import assemble
from tests.objects import differences

TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--{arch}"
\t.text
{functions}
\t.section .rodata,"a",@progbits
{descriptors}
"""
FUNCTION = """\t.p2align 8
\t.type {name},@function
{name}:
{code}
.Lend_{name}:
\t.size {name}, .Lend_{name}-{name}
"""
DESCRIPTOR = """\t.p2align 6
\t.amdhsa_kernel {name}
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 16
\t.end_amdhsa_kernel
"""
#: Three words and one and one and one lie between the start of the loop and what follows its branch.
LOOP = """\ts_mov_b32 s2, 4
\tv_add_f32_e64 v1, v2, 0x12345678 ; round
\ts_sub_i32 s2, s2, 1
\ts_cmp_lg_u32 s2, 0
\ts_cbranch_scc1 {back} ; back
\ts_branch 1
\tv_mov_b32_e32 v1, 0
1: v_mov_b32_e32 v3, v1
\ts_endpgm"""


def file_of(arch: str = "gfx1100", **codes: str) -> str:
    return TEXT.format(
        arch=arch,
        functions="".join(FUNCTION.format(name=name, code=code) for name, code in codes.items()),
        descriptors="".join(DESCRIPTOR.format(name=name) for name in codes),
    )


def parsed(arch: str = "gfx1100", **codes: str) -> Module:
    return parse_text(file_of(arch, **codes), "k.s")


def targets(module: Module, name: str = "k") -> list[tuple[str, str]]:
    """Each branch, and the first instruction of the block that it is taken to."""
    cfg = build_cfg(module, module.kernel(name))
    found = []
    for block in cfg.blocks:
        if block.taken is not None:
            texts = [module.items[i] for i in (block.instructions[-1], cfg.blocks[block.taken].instructions[0])]
            assert all(isinstance(item, Instruction) for item in texts)
            found.append((texts[0].text.split()[0], texts[1].text.split()[0]))
    return found


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("back", ["-6", "65530", "0xfffa", "-(2*3)"])
def test_a_distance_leads_to_the_instruction_there(arch: str, back: str) -> None:
    text = file_of(arch, k=LOOP.format(back=back))
    module = parse_text(text, "k.s")
    assert module.text() == print_module(module) == text
    assert targets(module) == [("s_cbranch_scc1", "v_add_f32_e64"), ("s_branch", "v_mov_b32_e32")]
    assert not blockers(module, module.kernels[0])
    normal = print_module(module, normalize=True)
    assert back not in normal
    assert not differences(assemble(text, arch), assemble(normal, arch))


def test_a_distance_is_a_label_once_code_has_moved() -> None:
    before = parsed(k=LOOP.format(back="-6"), other=LOOP.format(back="-6"))
    (at,) = [i for i, item in before.instructions(before.kernel("other")) if item.op.mnemonic == "v_add_f32_e64"]
    op = read_op("s_nop 0", "gfx1100", 32)
    after = spliced(before, {(at + 1, at + 1): [new_instruction(op, 1)]})
    own, other = after.text().split("\nother:")
    assert "s_cbranch_scc1 -6 ; back" in own  # whose code is as it was
    assert "\ts_branch 1\n" in own
    assert "-6" not in other
    assert "; back" in other
    again = parse_text(after.text(), "k.s")
    for name in ("k", "other"):
        assert targets(again, name) == targets(after, name) == targets(before, name)


LOCAL = LOOP.format(back="1b").replace("\tv_add_f32_e64", "1: 2: v_add_f32_e64").replace("s_branch 1", "s_branch 1f")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_local_label_is_the_nearest_one(arch: str) -> None:
    text = file_of(arch, k=LOCAL, other=LOCAL)
    module = parse_text(text, "k.s")
    assert module.text() == print_module(module) == text
    assert not any(blockers(module, k) for k in module.kernels)
    normal = print_module(module, normalize=True)
    assert "1b" not in normal
    assert not differences(assemble(text, arch), assemble(normal, arch))
    (at,) = [i for i, item in module.instructions(module.kernel("other")) if item.op.mnemonic == "v_add_f32_e64"]
    after = spliced(module, {(at + 1, at + 1): [new_instruction(read_op("s_nop 0", arch, 32), 1)]})
    assemble(after.text(), arch)
    own, other = after.text().split("\nother:")
    assert "s_cbranch_scc1 1b ; back" in own
    assert not re.search(r"1[bf:]", other)
    for name in ("k", "other"):
        found = [("s_cbranch_scc1", "v_add_f32_e64"), ("s_branch", "v_mov_b32_e32")]
        assert found == targets(module, name) == targets(parse_text(after.text(), "k.s"), name)


def test_a_local_label_of_another_kernel_is_none_of_this_one() -> None:
    module = parsed(k=LOCAL, other=LOOP.format(back="1b"))
    assert not blockers(module, module.kernel("k"))
    assert "not a label of this kernel" in blockers(module, module.kernel("other"))[0].message


def test_code_that_is_put_back_as_it_was_keeps_its_distances() -> None:
    module = parsed(k=LOOP.format(back="-6"))
    kernel = module.kernels[0]
    again = spliced(module, {(kernel.first, kernel.last): module.items[kernel.first : kernel.last]})
    assert again.text() == module.text()
    assert again.kernels[0].distances


def test_another_register_makes_labels_as_well() -> None:
    module = parsed(k=LOOP.format(back="-6"))
    (at,) = [i for i, item in module.instructions(module.kernels[0]) if item.op.mnemonic == "v_add_f32_e64"]
    changed = module.with_ops({at: read_op("v_add_f32_e32 v1, v2, v2", "gfx1100", 32)}, print_op)
    assert targets(parse_text(changed.text())) == [("s_cbranch_scc1", "v_add_f32_e32"), ("s_branch", "v_mov_b32_e32")]


@pytest.mark.slow
def test_passes_and_proof_follow_distances() -> None:
    module = parsed(k=LOOP.format(back="-6").replace("v_mov_b32_e32 v3, v1", "ds_store_b32 v0, v1"))
    result = optimize_module(module)
    assert result.changed
    (proof,) = verify_modules(module, parse_text(result.module.text())).kernels
    assert proof.status == "proved"


def test_another_distance_is_another_program() -> None:
    store = (
        "\ts_branch {to}\n\tv_mov_b32_e32 v1, 1.0\n\tds_store_b32 v0, v1\n\ts_sendmsg sendmsg({message})\n\ts_endpgm"
    )
    versions = [parsed(k=store.format(to=to, message="MSG_INTERRUPT")) for to in (0, 1)]
    assert verify_modules(versions[0], versions[0]).kernels[0].status == "proved"
    assert verify_modules(versions[0], versions[1]).kernels[0].status != "proved"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("\ts_branch 1\n\tv_mov_b32_e32 v0, 0x12345678\n\ts_endpgm", "'s_branch 1' in line 6 leads to the middle"),
        ("\ts_branch 1\n\ts_endpgm", "leads out of the kernel"),
        ("\ts_branch -2\n\ts_endpgm", "leads out of the kernel"),
        ("\ts_branch 0x8000\n\ts_endpgm", "leads out of the kernel"),
        ("\ts_branch 0\n\tv_mov_b32_e32 v0, no v1 way\n\ts_endpgm", "the assembler refuses the file"),
    ],
)
def test_a_distance_to_no_instruction_blocks_the_kernel(code: str, why: str) -> None:
    text = file_of(k=code, fine=LOOP.format(back="-6"))
    module = parse_text(text, "k.s", keep_unknown=True)
    assert module.text() == text
    assert why in blockers(module, module.kernel("k"))[0].message
    assert bool(blockers(module, module.kernel("fine"))) == ("refuses" in why)


def test_calls_have_distances_too() -> None:
    module = parsed(k="\ts_call_b64 s[4:5], 1\n\ts_nop 0\n\ts_nop 1\n\ts_endpgm")
    assert "s_call_b64 s[4:5], .L" in print_module(module, normalize=True)
    assert [b.code for b in blockers(module, module.kernels[0])] == ["call"]


def test_without_an_assembler_the_kernel_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> bytes:
        raise MissingTool("no working clang found")

    monkeypatch.setattr(toolchain, "assemble", missing)
    text = file_of(k=f"{LOOP.format(back='-6')} ; never assembled before")
    module = parse_text(text, "k.s")
    assert module.text() == text
    assert "where it leads is not known: no working clang found" in blockers(module, module.kernels[0])[0].message


def test_a_file_without_distances_is_not_assembled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "assemble", None)
    module = parsed(k="\ts_branch .Lend_k\n\ts_endpgm")
    assert not module.kernels[0].distances
