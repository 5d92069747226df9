"""What surrounds kernels is compared as assembled: wrong pairs by what text hides, right ones by what only text has."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.errors import MissingTool
from isaopt.proof.surroundings import assembled
from isaopt.proof.verdict import KernelProof, verify_modules
from isaopt.toolchain.assemble import assemble
from scripts.outside.programs import programs
from scripts.surroundings import judged
from tests.kernels import kernel_file
from tests.proof.test_attacks import program
from tests.proof.test_identity import kernel

pytestmark = pytest.mark.campaign

PROGRAMS = programs()
TABLES, STRINGS, VALUES, CALLS = (PROGRAMS[f"{name}-gfx1100"] for name in ("tables", "strings", "values", "calls"))
#: What makes the code of ``k`` another one, and its effects the same; the second one leaves its length.
OTHER = ("v_mov_b32_e32 v2, s6\n", "v_mov_b32_e32 v3, s6\n\tv_mov_b32_e32 v2, v3\n")
RENAMED = (("v_mov_b32_e32 v2, s6\n", "v_mov_b32_e32 v3, s6\n"), ("v1, v2, s[2:3]", "v1, v3, s[2:3]"))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def proofs(before: str, after: str) -> tuple[KernelProof, ...]:
    return verify_modules(parse_text(before, "a.s"), parse_text(after, "b.s")).kernels


def proved(before: str, after: str) -> bool:
    return all(k.status == "proved" for k in proofs(before, after))


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_code_may_change_where_all_else_stays(text: str) -> None:
    if "f@rel32" not in text:
        assert proved(text, changed(text, *RENAMED))
    if "f@rel32" not in text and ".Lend_k-k\n\ts_mul" not in text:
        assert proved(text, changed(text, OTHER))
    assert proved(text, text)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (STRINGS, "a;bc", "a;bd"),
        (STRINGS, "/* d */", "/* e */"),
        (STRINGS, '\t.ascii\t"a;bc"\n', '\t.ascii\t"a;bc"\n\t.byte\t0\n'),
        (STRINGS, "\t.protected\ttext\n", ""),
        (STRINGS, ".quad\ttext", ".quad\ttext+1"),
        (STRINGS, ".quad\ttext", ".quad\tk"),
        (TABLES, ".fill\t2, 4", ".fill\t3, 4"),
        (TABLES, "\t.p2align\t2\ntable", "\t.p2align\t7\ntable"),
        (TABLES, ".globl\tk", ".weak\tk"),
        (TABLES, "s_endpgm\n", "s_endpgm\n\t.hidden\tk\n"),
        (TABLES, ".amdhsa_next_free_vgpr 8", ".amdhsa_next_free_vgpr 8\n\t\t.amdhsa_ieee_mode 0"),
        (TABLES, ".amdhsa_group_segment_fixed_size 512", ".amdhsa_group_segment_fixed_size 256+128"),
        (TABLES, ".max_flat_workgroup_size: 256", ".max_flat_workgroup_size: 128"),
        (TABLES, "    .kernarg_segment_align: 8\n", "    .kernarg_segment_align: 16\n"),
        (VALUES, ".set\tX, 3", ".set\tX, 4"),
        (VALUES, ".weak\telsewhere", ".globl\telsewhere"),
        (CALLS, ".hidden\tf", ".globl\tf"),
    ],
)
def test_what_is_assembled_otherwise_is_not_proved(text: str, old: str, new: str) -> None:
    assert not proved(text, changed(text, (old, new)))
    if "f@rel32" not in text:
        assert not proved(text, changed(text, (old, new), OTHER))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (TABLES, "\t.long\t1", "\t.long\t4-3 ; one"),
        (TABLES, "\t.byte\t3\n\t.byte\t4\n", "\t.byte\t3, /* four */ 4\n"),
        (STRINGS, "\t.protected\ttext\n", ""),
        (TABLES, "\t.globl\tk\n", "/* k is\nseen */\n\t.globl\tk /* out */\n\t.ident\t\"me\"\n\t.set\tY, 4\n"),
        (TABLES, ".amdhsa_next_free_vgpr 8", ".amdhsa_next_free_vgpr 4+4"),
        (TABLES, ".amdhsa_next_free_sgpr 20", ".amdhsa_next_free_sgpr 30"),
        (TABLES, "    .kernarg_segment_align: 8\n    .kernarg_segment_size: 16\n",
         "    .kernarg_segment_size: 0x10\n    .kernarg_segment_align: 8\n"),
        (VALUES, "\t.set\tX, 3\n\t.set\tk.num_vgpr, 6\n", "\t.set\tk.num_vgpr, 6\n\tX = 2\n\t.set\tX, X+1\n"),
    ],
)  # fmt: skip
def test_how_it_is_written_says_nothing(text: str, old: str, new: str) -> None:
    end = "\n" if new else f"\n{old}"
    for more in ((), RENAMED):
        assert proved(text + "\n", changed(text, (old, new), *more) + end)


def test_registers_must_be_enough_whatever_the_text_calls_them() -> None:
    far = changed(TABLES, ("v_mov_b32_e32 v2, s6", "v_mov_b32_e32 v21, s6"), ("v1, v2, s", "v1, v21, s"),
                  (".vgpr_count: 8", ".vgpr_count: 24"))  # fmt: skip
    for count, enough in (("2*12", True), ("Y", True), ("4+4", False), ("8 ; 24", False)):
        text = changed(far, (".amdhsa_next_free_vgpr 8", f".amdhsa_next_free_vgpr {count}"))
        text = changed(text, ("\t.text\n", "\t.set\tY, 8\n\t.set\tY, 24\n\t.text\n"))
        found = proofs(TABLES, text)[0]
        assert (found.status == "proved") == enough
        assert enough or "declares 8 VGPRs and uses 22" in found.differences[0].message


def test_more_registers_must_leave_room_for_a_workgroup() -> None:
    more = changed(TABLES, (".amdhsa_next_free_vgpr 8", ".amdhsa_next_free_vgpr 256"), OTHER)
    assert proved(TABLES, more)
    large = ("workgroup_size: 256", "workgroup_size: 1024")
    found = proofs(changed(TABLES, large), changed(more, large))[0]
    assert "a workgroup of 32 waves with 256 VGPRs each does not fit" in found.differences[0].message
    assert proved(changed(TABLES, large), changed(more, large, ("vgpr 256", "vgpr 192")))


def test_what_stands_behind_code_that_grew_stays_aligned() -> None:
    table = "\t.p2align\t4\n\t.globl\ttable\ntable:\n\t.long\t1, 2, 3, 4\n"
    two = "".join(kernel(n, "\tv_mov_b32_e32 v1, 0\n") for n in ("first", "second"))
    text = two + table
    longer = ("v_mov_b32_e32 v1, 0\n", "v_mov_b32_e32 v2, 0\n\tv_mov_b32_e32 v1, v2\n")
    entry = ("\t.p2align\t8\n\t.type\tsecond", "\t.p2align\t2\n\t.type\tsecond")
    assert proved(text, changed(text, longer))
    assert not proved(text, changed(text, longer, entry))
    plain = text.replace("\t.type\tsecond,@function\n", "")
    second = plain[: plain.rindex(longer[0])] + longer[1] + "\ts_endpgm\n" + plain[plain.rindex("s_endpgm\n") + 9 :]
    assert proved(plain, changed(second, longer))
    assert not proved(plain, changed(second, longer, ("\t.p2align\t8\nsecond", "second")))
    last = text.rindex(longer[0])
    for lines in (2, 3):
        grown = text[:last] + longer[0] * lines + text[last:]
        assert proved(text, grown)
        assert proved(text, changed(grown, ("\t.p2align\t4\n", ""))) == (lines == 2)


def test_padding_that_may_be_fetched_stays() -> None:
    text = program("v_mov_b32_e32 v2, 1\n\tv_mov_b32_e32 v3, 2\nSTORE", "gfx1100").text()
    swapped = program("v_mov_b32_e32 v3, 2\n\tv_mov_b32_e32 v2, 1\nSTORE", "gfx1100").text()
    padded = (".Lk_end-k\n", ".Lk_end-k\n\t.fill 96, 4, 0xbf9f0000\n")
    assert proved(changed(text, padded), changed(swapped, padded))
    assert proved(changed(text, padded), changed(swapped, padded, ("96,", "64,")))
    assert not proved(changed(text, padded), changed(swapped, padded, ("96,", "60,")))
    assert not proved(changed(text, padded), swapped)
    assert proved(text, swapped)


def test_nothing_behind_all_code_is_prefetched_that_was_not() -> None:
    text = program("v_mov_b32_e32 v2, 1\n\tv_mov_b32_e32 v3, 2\nSTORE", "gfx1100").text()
    padded = changed(text, (".Lk_end-k\n", ".Lk_end-k\n\t.fill 96, 4, 0xbf9f0000\n"))

    def prefetching(text: str, lines: int) -> str:
        return changed(
            text, ("\t\t.amdhsa_next_free_vgpr", f"\t\t.amdhsa_inst_pref_size {lines}\n\t\t.amdhsa_next_free_vgpr")
        )

    assert proved(prefetching(text, 0), prefetching(text, 1))
    found = proofs(prefetching(text, 1), prefetching(text, 2))[0]
    assert "prefetch 128 bytes from behind the end" in found.differences[0].message
    assert proved(prefetching(padded, 1), prefetching(padded, 4))
    assert not proved(prefetching(padded, 1), prefetching(padded, 5))
    assert proved(prefetching(text, 3), prefetching(text, 2))


def test_code_that_gets_shorter_leaves_what_another_kernel_prefetches_in_front_of_the_end() -> None:
    def both(lines: int, count: int) -> str:
        first = kernel_file(["s_nop 1"], f"inst_pref_size {lines}", name="first")
        last = kernel_file(["v_mov_b32_e32 v2, 1"] * count, name="last")
        return first + last.partition("\n")[2]

    found = proofs(both(4, 90), both(4, 1))
    assert [k.status for k in found] == ["not-proved", "not-proved"]
    assert "prefetch 128 bytes from behind the end" in found[0].differences[0].message
    assert proved(both(3, 90), both(3, 1))
    assert proved(both(4, 1), both(4, 90))


def test_data_in_a_section_of_debug_information_are_data() -> None:
    for name in (".debug_tables", ".eh_frame"):
        section = '{},"a",@progbits\n\t.p2align\t2\ntable'
        text = changed(TABLES, (section.format(".rodata"), section.format(name)))
        assert proved(text, changed(text, OTHER))
        assert not proved(text, changed(text, ("\t.long\t1", "\t.long\t7")))


def test_exceptions_are_noticed_where_nothing_uses_the_result() -> None:
    one = program("v_rcp_f32_e32 v3, v0\nv_mov_b32_e32 v2, 5\nSTORE")
    enabled = one.text().replace(".end_amdhsa_kernel", "\t.amdhsa_exception_fp_ieee_div_zero 1\n\t.end_amdhsa_kernel")
    for text, status in ((one.text(), "proved"), (enabled, "not-proved")):
        assert proofs(text, text.replace("\tv_rcp_f32_e32 v3, v0\n", ""))[0].status == status


@pytest.mark.parametrize(("asked", "wave"), [("memory_ordered 0", 32), ("shared_vgpr_count 1", 64)])
def test_launches_that_are_not_modelled_are_refused(asked: str, wave: int) -> None:
    one, other = (program(f"v_add_nc_u32_e32 v2, {terms}\nSTORE", wave=wave).text() for terms in ("v0, v1", "v1, v0"))
    assert proved(one, other)
    more = (".end_amdhsa_kernel", f"\t.amdhsa_{asked}\n\t.end_amdhsa_kernel")
    assert not proved(changed(one, more), changed(other, more))


@pytest.mark.parametrize("said", ["/* */ .amdhsa_wavefront_size32 0", ".amdhsa_wavefront_size32 !1"])
def test_the_size_of_a_wave_is_the_objects(said: str) -> None:
    high = "s_mov_b32 vcc_lo, 0\ns_mov_b32 vcc_hi, s8\nv_mov_b32 v2, 0\ns_cbranch_vccz L1\nv_mov_b32 v2, 7\nL1:\nSTORE"
    before = changed(program(high).text(), (".amdhsa_wavefront_size32 1", said))
    after = changed(before, ("vcc_hi, s8", "vcc_hi, s9"))
    assert not proved(before, after)


def test_metadata_that_are_no_metadata_say_nothing() -> None:
    note = TABLES[TABLES.index("\t.amdgpu_metadata") :]
    commented = f"/*\n{note}*/\n"
    other = changed(TABLES, (".max_flat_workgroup_size: 256", ".max_flat_workgroup_size: 128"))
    assert proved(TABLES, changed(TABLES, ("\t.text\n", f"{commented}\t.text\n")))
    both = [changed(text, ("\t.text\n", f"{commented}\t.text\n")) for text in (TABLES, other)]
    assert not proved(*both)
    # An entry that is there twice promises nothing, and may not be another one.
    entry = note[note.index("  - .args") : note.index("amdhsa.target")]
    twice = [changed(TABLES, (entry, entry + changed(entry, ("align: 8", f"align: {n}")))) for n in (8, 16)]
    assert proved(twice[0], changed(twice[0], OTHER))
    assert not proved(*twice)
    assert not proved(TABLES, twice[0])


def test_a_promise_is_the_notes_not_the_texts() -> None:
    """Whether the upper bits of the item's number matter is decided by how large a workgroup may be."""
    masked = ("v_lshlrev_b32_e32 v1, 2, v0", "v_and_b32_e32 v1, 0x7f, v0\n\tv_lshlrev_b32_e32 v1, 2, v1")
    small = ("workgroup_size: 256", "workgroup_size: 128")
    assert proved(changed(TABLES, small), changed(TABLES, small, masked))
    assert not proved(TABLES, changed(TABLES, masked))
    note = changed(TABLES[TABLES.index("\t.amdgpu_metadata") :], small)
    lying = changed(TABLES, ("\t.text\n", f"/*\n{note}*/\n\t.text\n"))
    assert not proved(lying, changed(lying, masked))


def test_a_promise_is_that_of_all_names_of_a_descriptor() -> None:
    """Launched by another name, the same descriptor and code may be promised less."""
    masked = ("v_lshlrev_b32_e32 v1, 2, v0", "v_and_b32_e32 v1, 0x7f, v0\n\tv_lshlrev_b32_e32 v1, 2, v1")
    small = changed(TABLES, ("workgroup_size: 256", "workgroup_size: 128"))
    entry = TABLES[TABLES.index("  - .args") : TABLES.index("amdhsa.target")]
    named = changed(entry, (".symbol: k.kd", ".symbol: again.kd"), (".name: k\n", ".name: again\n"))
    note = small[small.index("  - .args") : small.index("amdhsa.target")]
    alias = ("\t.amdgpu_metadata\n", "\t.globl\tagain.kd\n\t.set\tagain.kd, k.kd\n\t.amdgpu_metadata\n")
    twice = changed(small, (note, note + named), alias)
    assert not proved(twice, changed(twice, masked))
    # An entry of that name that is of another descriptor says nothing of this one.
    other = changed(small, (".symbol: k.kd", ".symbol: again.kd"))
    assert not proved(other, changed(other, masked))


@pytest.mark.parametrize(
    ("made", "longer"),
    [
        ("M-L", True),  # lengths and places of code in code
        (".-k", True),
        ("M-L", False),
    ],
)
def test_an_expression_is_its_value(made: str, longer: bool) -> None:
    code = f"L:\n\tv_mov_b32_e32 v4, 0\nM:\n\ts_mov_b32 s7, {made}\n\ts_mul_i32 s6, s6, s7\n\tv_lshlrev"
    text = changed(TABLES, ("\tv_lshlrev", code))
    other = changed(text, ("v4, 0\n", "v4, 0\n\ts_nop 0\n" if longer else "v5, 0\n"))
    assert proved(text, other) is not longer


def test_code_is_no_data() -> None:
    inside = "\ts_endpgm\ninner:\n\tv_mov_b32_e32 v7, 1\n\ts_endpgm\n.Lend_k"
    text = changed(TABLES, ("table@rel32@lo", "inner@rel32@lo"), ("table@rel32@hi", "inner@rel32@hi"),
                   ("\ts_endpgm\n.Lend_k", inside))  # fmt: skip
    assert proved(text, text)
    assert not proved(text, changed(text, ("v7, 1", "v7, v1")))


def test_another_table_of_the_same_name_is_another_one() -> None:
    second = ".type\ttable2,@object\ntable2:\n\t.long\t1, 2\n"
    text = changed(TABLES, ("\t.zero", f"\t{second}\t.zero"))
    other = changed(text, ("table@rel32@lo", "table2@rel32@lo"), ("table@rel32@hi", "table2@rel32@hi"))
    assert not proved(text, other)
    # The same place by another name, counted from there.
    behind = changed(text, ("table@rel32@lo+4", "table2@rel32@lo-20"), ("table@rel32@hi+12", "table2@rel32@hi-12"))
    assert proved(text, behind)


def test_sections_of_one_name_are_two() -> None:
    """What others see of a symbol may be in either of them."""
    two = ""
    for number, name in enumerate(("one", "two")):
        two += f'\t.section\t.rodata.x,"a",@progbits,unique,{number}\n\t.globl\t{name}\n{name}:\n\t.long\t{number}\n'
    before = changed(TABLES, ("\t.text\n", f"{two}\t.text\n"))
    swapped = two.replace("one", "three").replace("two", "one").replace("three", "two")
    assert proved(before, changed(before, OTHER))
    assert not proved(before, changed(before, (two, swapped), OTHER))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Of a local function that is resolved when the file is loaded, what it returns is meant.
        ("\t.data\n.Li:\n\t.long\t1\n\t.quad\tl\nl:\n",
         "\t.data\n.Li:\n\t.long\t1\n\t.quad\tl\n\t.type\tl,@gnu_indirect_function\nl:\n"),
        # Empty sections are somewhere, too.
        ('\t.section\t.rodata.e,"a"\nl:\n\t.data\n\t.quad\tl\n', '\t.section\t.data.e,"aw"\nl:\n\t.data\n\t.quad\tl\n'),
        # A loader reads it for its type.
        ('\t.section\t.debug_i,"aw",@init_array\n\t.quad\t1\n', '\t.section\t.debug_i,"aw",@init_array\n\t.quad\t2\n'),
    ],
    ids=["resolved", "empty", "array"],
)  # fmt: skip
def test_what_is_not_what_its_name_or_place_says(before: str, after: str) -> None:
    assert proved(TABLES + before, changed(TABLES + before, OTHER))
    for more in ((), (OTHER,)):
        assert not proved(TABLES + before, changed(TABLES + after, *more))


def test_a_section_stands_beside_the_one_that_it_names() -> None:
    beside = '\t.section\t.data.x,"aw"\n\t.long\t1\n\t.section\t.rodata.x,"ao",@progbits,.text\n\t.long\t2\n'
    text = changed(TABLES, ("\t.text\n", f"{beside}\t.text\n"))
    assert proved(text, changed(text, OTHER))
    assert not proved(text, changed(text, ("@progbits,.text", "@progbits,.data.x"), OTHER))


def test_a_place_in_what_the_linker_merges_is_counted_from_its_piece() -> None:
    """The third string becomes the first one, and what follows that is another one than what followed."""
    strings = ('\t.section\t.rodata.str,"aMS",@progbits,1\n.La:\t.asciz\t"aa"\n\t.asciz\t"bb"\n'
               '.Lc:\t.asciz\t"aa"\n.Ld:\t.asciz\t"cc"\n\t.data\n\t.quad\t.Lc+3\n')  # fmt: skip
    text = changed(TABLES, ("\t.text\n", f"{strings}\t.text\n"))
    assert proved(text, changed(text, OTHER))
    for more in ((), (OTHER,)):
        assert not proved(text, changed(text, (".quad\t.Lc+3", ".quad\t.Ld"), *more))
    plain = changed(text, ('"aMS",@progbits,1', '"a",@progbits'))
    assert proved(plain, changed(plain, (".quad\t.Lc+3", ".quad\t.Ld"), OTHER))


@pytest.mark.parametrize("field", ["group_segment_fixed_size 512", "private_segment_fixed_size 0"])
def test_what_the_linker_puts_into_a_descriptor_is_not_known(field: str) -> None:
    names = ("\t.text\n", "\t.data\n\t.quad\text1, ext2\n\t.text\n")
    text = changed(TABLES, names, (f".amdhsa_{field}", f".amdhsa_{field.split()[0]} ext1"))
    assert proved(text, text)
    for number in ("ext2", "0"):
        assert not proved(text, changed(text, (f"{field.split()[0]} ext1", f"{field.split()[0]} {number}")))
    assert not proved(text, changed(text, OTHER))


@pytest.mark.parametrize("place", ["k+40", ".Lcode+254", "k.kd+8", "k.kd+16", ".Ldata+62"])
def test_relocations_that_the_text_adds_count(place: str) -> None:
    names = ("\t.text\n", "\t.data\n\t.quad\text\n\t.text\n")
    text = changed(TABLES, names, ("\tv_lshlrev", "\t.p2align\t6\n\tv_lshlrev"))
    text = changed(text, ("\t.globl\tk\n", ".Lcode:\n\ts_endpgm\n\t.globl\tk\n"))
    text = changed(text, ("\t.section\t.rodata", "\t.section\t.rodata\n.Ldata:\n\t.long\t1\n\t.section\t.rodata"))
    more = ("\t.type\ttable", f"\t.text\n\t.reloc\t{place}, R_AMDGPU_ABS32, ext\n\t.type\ttable")
    assert proved(text, changed(text, OTHER))
    assert not proved(text, changed(text, more))
    assert not proved(changed(text, more), changed(text, more, OTHER))


def test_notes_are_compared_to_the_last_byte() -> None:
    """A note of another owner is no metadata to a loader, and what is left behind the last note is an error to some."""
    note = '\t.section\t.note.x,"a",@note\n\t.long\t{}, 4, 32\n\t.ascii\t"ABC\\0"\n\t.long\t7\n'
    text = TABLES + note.format(4)
    assert proved(text, changed(text, OTHER))
    for other in (TABLES + note.format(3), f"{text}\t.long\t5\n"):
        assert not proved(text, other)
        assert not proved(text, changed(other, OTHER))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\t.long\t1\n", "\t.long\t.Lin-k\n"),
        ("\t.size\tk,", "\t.pushsection\t.rodata\n\t.long\t1b-.Lstart\n\t.popsection\n\t.size\tk,"),
        ("\t.long\t1\n", "\t.set\tway, .Lin-k\n\t.long\tway+1\n"),
        ("\t.text\n", "\t.globl\tway\n\t.set\tway, .Lin-k\n\t.text\n"),
        ("\t.text\n", "\t.globl\talias\n\t.set\talias, k\n\t.text\n"),
        ("\t.text\n", "\t.globl\talias\n\t.set\talias, .Lin\n\t.text\n"),
    ],
)
def test_places_in_code_that_differs_are_no_numbers(old: str, new: str) -> None:
    inside = changed(TABLES, ("\tv_mov_b32_e32 v2, s6\n", "\tv_mov_b32_e32 v2, s6\n.Lin:\n1:\n"))
    inside = changed(inside, ("\nk:\n", "\n.Lstart:\nk:\n"))
    assert proved(inside, changed(inside, *RENAMED))
    text = changed(inside, (old, new))
    assert proved(text, text)
    assert not proved(text, changed(text, *RENAMED))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1102"])
def test_metadata_may_name_another_target_than_the_code(arch: str) -> None:
    named = ("amdhsa.target: amdgcn-amd-amdhsa--gfx1100", "amdhsa.target: amdgcn-amd-amdhsa--gfx1101")
    before, after = (parse_text(text, "t.s", arch) for text in (TABLES, changed(TABLES, named)))
    assert verify_modules(before, before).proved
    assert not verify_modules(before, after).proved


def test_debug_information_measures_code() -> None:
    lines = '\t.section\t.debug_x,"",@progbits\n\t.set\t.Lset, .Lend_k-k\n\t.long\t.Lset, .Lend_k-k\n'
    assert proved(TABLES + lines, changed(TABLES + lines, OTHER))


@pytest.mark.parametrize(
    "leads", ["s_branch .Lin", "s_cbranch_scc0 .Lin\n\ts_endpgm", "s_call_b64 s[8:9], .Lin\n\ts_endpgm", "s_nop 1"]
)
def test_other_code_leads_into_none_that_differs(leads: str) -> None:
    """A function, which other files may call, has no proof of its own."""
    inside = changed(TABLES, ("v_mov_b32_e32 v2, s6\n", "v_mov_b32_e32 v2, s6\n.Lin:\n"))
    function = "\t.globl\tled\n\t.type\tled,@function\nled:\n\tv_mov_b32_e32 v3, 0\n\t{}\n"
    text = changed(inside, ("\t.globl\tk\n", function.format(leads) + "\t.globl\tk\n"))
    alone = changed(inside, ("\t.globl\tk\n", function.format("s_endpgm") + "\t.globl\tk\n"))
    assert proved(alone, changed(alone, *RENAMED))
    assert not proved(text, changed(text, *RENAMED))


@pytest.mark.parametrize("branch", ["s_branch", "s_call_b64 s[8:9],"])
def test_a_branch_over_code_that_gets_longer_leads_elsewhere(branch: str) -> None:
    code = "\tv_mov_b32_e32 v0, 1\n.Lmore:\n\tv_mov_b32_e32 v0, 2\n\ts_setpc_b64 s[30:31]\n\t.size\tf, .-f\n"
    text = changed(TABLES, ("\t.text\n", f"\t.text\n\t.type\tf,@function\nf:\n{code}"))
    leads = "\t.text\n\t.globl\tled\n\t.type\tled,@function\nled:\n\t{} {}\n\t.size\tled, .-led\n"
    before, longer = text + leads.format(branch, "f"), changed(text, OTHER)
    assert proved(before, changed(before, *RENAMED))
    assert proved(text + leads.format("s_nop", 0), longer + leads.format("s_nop", 0))
    assert not proved(before, longer + leads.format(branch, ".Lmore"))


def test_a_branch_must_lead_where_the_text_says() -> None:
    loop = "\ts_cbranch_scc1 L\n\ts_mov_b32 s6, 1\nL:\n\tv_lshlrev"
    text = changed(TABLES, ("\tv_lshlrev", loop))
    assert proved(text, changed(text, OTHER))
    # A weak label may be another file's.
    weak = changed(text, ("L:\n", "\t.weak\tL\nL:\n"))
    assert not proved(weak, changed(weak, OTHER))


def test_a_wrong_size_is_no_length() -> None:
    for size in ("", "\t.size\tk, 1024\n"):
        text = changed(TABLES, ("\t.size\tk, .Lend_k-k\n", size))
        assert proved(text, changed(text, OTHER))
    assert not proved(TABLES, changed(TABLES, (".Lend_k-k", "4")))


def test_without_an_assembler_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> bytes:
        raise MissingTool("no working clang found")

    monkeypatch.setattr(assembled, "assemble", missing)
    text = f"{TABLES}; never assembled before\n"
    (found,) = proofs(text, text)
    assert found.status == "not-proved"
    assert "needs the assembler: no working clang" in found.differences[0].message


@pytest.fixture
def assembled_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that proofs assemble."""
    texts: list[str] = []
    real = assemble

    def counted(text: str, arch: str, **options: int | None) -> bytes:
        texts.append(text)
        return real(text, arch, wave_size=options.get("wave_size"))

    monkeypatch.setattr(assembled, "assemble", counted)
    return texts


def test_a_text_is_assembled_once(assembled_texts: list[str]) -> None:
    before, after = (f"{text}; counted\n" for text in (CALLS, changed(CALLS, ("\tv_mov_b32_e32 v0, 1\n", "\tv_nop\n"))))
    for _ in range(2):
        proofs(before, after)
    assert len(assembled_texts) == len(set(assembled_texts))
    assert {before, after} <= set(assembled_texts)


def test_only_new_instructions_are_assembled_by_themselves(assembled_texts: list[str]) -> None:
    """Versions of a module share the instructions that they have in common."""
    module = program("v_mov_b32_e32 v2, s6\nSTORE")
    place = next(n for n, item in module.instructions(module.kernels[0]) if "v2, s6" in item.text)
    other = program("v_mov_b32_e32 v2, s7\nSTORE").instruction(place).op
    third = program("v_add_nc_u32_e32 v2, 0, v2\nSTORE").instruction(place).op
    verify_modules(module, module.with_ops({place: other}, print_op))
    assembled_texts.clear()
    verify_modules(module, module.with_ops({place: third}, print_op))
    alone = [text for text in assembled_texts if ".amdhsa_kernel" not in text]
    assert len(alone) == 1
    assert [line.split(": ")[1] for line in alone[0].splitlines() if ": " in line] == ["v_add_nc_u32_e32 v2, 0, v2"]


def test_no_change_of_the_surroundings_is_falsely_proved() -> None:
    found = [outcome for name, text in PROGRAMS.items() for _, _, outcome in judged(name, text, 150, 5)]
    assert "FALSE" not in found
    assert {"caught", "equal"} <= set(found)
