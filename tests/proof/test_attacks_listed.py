"""The pairs of programs in ``attacks.txt``: state that no operand names, waits, halves of registers, lanes, caches,
ranges of ids (``threads=``, ``sizes=``, ``groups=`` are metadata, ``ids=`` the dimensions of work-item ids,
``cu`` compute-unit mode, ``scratch=`` the bytes of scratch that a lane has, ``lds=`` the bytes of LDS of A, and of B
where they are others, each with ``/`` and what the metadata say instead; ``reads=`` and ``buffers=`` the offsets of
arguments that are read-only pointers, under the assumption about these, and of other pointers, ``queue=`` that of a
hidden one to the queue; ``assume=`` what else is assumed; ``packet``: waves have a pointer to the packet of their
launch in s[0:1])."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import block, entry
from tests.proof.test_attacks import program


@dataclass(frozen=True)
class Listed:
    name: str
    arch: str
    options: frozenset[str]
    a: str
    b: str

    @property
    def assumed(self) -> tuple[str, ...]:
        words = dict(option.split("=") for option in self.options if "=" in option)
        more = ["read-only-arguments"] if "reads" in words else []
        return (*more, *filter(None, words.get("assume", "").split(",")))

    def lds(self, changed: bool) -> tuple[str, str]:
        """The bytes of LDS in the descriptor and in the metadata of A or B."""
        words = dict(option.split("=") for option in self.options if "=" in option)
        own = words.get("lds", "4096").split(",")[-1 if changed else 0]
        return own.split("/")[0], own.split("/")[-1]

    def program(self, code: str) -> Module:
        words = dict(option.split("=") for option in self.options if "=" in option)
        metadata = [f".max_flat_workgroup_size: {words[k]}" for k in words if k == "threads"]
        metadata += [f".reqd_workgroup_size: [{words[k]}]" for k in words if k == "sizes"]
        counts = zip("xyz", words.get("groups", "").split(","), strict=False)
        metadata += [f".max_num_workgroups_{axis}: {count}" for axis, count in counts if count]
        if not words.keys().isdisjoint(("hidden", "reads", "buffers", "queue")):
            metadata += [".args:"]
            for axis, offset in zip("xyz", filter(None, words.get("hidden", "").split(",")), strict=False):
                metadata += [f"  - {{.offset: {offset}, .size: 2, .value_kind: hidden_group_size_{axis}}}"]
        pointer = ".size: 8, .value_kind: global_buffer, .address_space: global"
        for kind, access in (("reads", ", .actual_access: read_only"), ("buffers", "")):
            offsets = filter(None, words.get(kind, "").split(","))
            metadata += [f"  - {{.offset: {at}, {pointer}{access}}}" for at in offsets]
        metadata += [
            f"  - {{.offset: {words[k]}, .size: 8, .value_kind: hidden_queue_ptr}}" for k in words if k == "queue"
        ]
        lds, stated = self.lds(code == self.b)
        after = ""
        if metadata:
            after = block(entry([f".group_segment_fixed_size: {stated}", *metadata]))
        module = program(code, self.arch, 64 if "wave64" in self.options else 32, after, False)
        more = [f".amdhsa_system_vgpr_workitem_id {words['ids']}"] if "ids" in words else []
        more += [".amdhsa_workgroup_processor_mode 0"] if "cu" in self.options else []
        if "scratch" in words:
            more += [f".amdhsa_private_segment_fixed_size {words['scratch']}", ".amdhsa_enable_private_segment 1"]
        count = ".amdhsa_user_sgpr_count 2\n"
        text = module.text().replace(count, count + "".join(f"\t\t{line}\n" for line in more))
        if "packet" in self.options:
            text = text.replace(count, count.replace("2", "4\n\t\t.amdhsa_user_sgpr_dispatch_ptr 1"))
            text = text.replace("s_load_b128 s[4:7], s[0:1]", "s_load_b128 s[4:7], s[2:3]")
            text = text.replace("s_load_b128 s[8:11], s[0:1]", "s_load_b128 s[8:11], s[2:3]")
        return parse_text(text.replace("_segment_fixed_size 4096", f"_segment_fixed_size {lds}"), "t.s")


def listed(file: str = "attacks.txt") -> list[Listed]:
    found = []
    for part in (Path(__file__).parent / file).read_text().split("\n# ")[1:]:
        head, *lines = part.strip("\n").split("\n")
        name, arch, *options = head.split()
        whole = not any(line.startswith("-") for line in lines)
        a = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        b = "\n".join(line[1:] for line in lines if line.startswith("+") or (not whole and line.startswith(" ")))
        found.append(Listed(name, arch, frozenset(options), a, b))
    return found


ATTACKS = listed()


def test_names_are_unique() -> None:
    assert len({a.name for a in ATTACKS}) == len(ATTACKS)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_a_wrong_program_is_not_proved(attack: Listed) -> None:
    before, after = attack.program(attack.a), attack.program(attack.b)
    assert before.text() != after.text()
    found = verify_modules(before, after, assumptions=attack.assumed)
    assert not found.proved
    assert found.kernels[0].differences


def test_more_lds_is_stated_by_one_entry() -> None:
    given = next(r for r in listed("rewrites.txt") if r.name == "more-lds")
    a, b = (given.program(code) for code in (given.a, given.b))
    assert verify_modules(a, b, assumptions=("lds-in-bounds",)).proved
    stated = block(entry([".group_segment_fixed_size: 1040"]) * 2)
    a, b = (parse_text(m.text()[: m.text().index("\t.amdgpu_metadata")] + stated, "t.s") for m in (a, b))
    assert not verify_modules(a, b, assumptions=("lds-in-bounds",)).proved


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_the_right_program_is_proved_if_the_model_covers_it(attack: Listed) -> None:
    module = attack.program(attack.a)
    assert verify_modules(module, module, by_text=False).proved == ("refused" not in attack.options)
