"""Compares two objects, except the code and descriptors of kernels that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator

from isaopt.proof.surroundings.harmless import PADDING
from isaopt.proof.surroundings.places import DISTANCE, ObjectPlaces, Place, reads_counter
from isaopt.proof.types import Difference
from isaopt.toolchain.descriptor import ENTRY_OFFSET
from isaopt.toolchain.elf import EXECUTE, FUNC, LOCAL, MERGE, OBJECT, SECTION_TYPE, Relocation, Section, Symbol

_NOTE = 7
#: ELF's names for the numbers of symbol bindings.
_BINDINGS = {1: "global", 2: "weak"}
#: Relocations of 64 bits: absolute, relative, of where an object is loaded (LLVM AMDGPUUsage, "Relocation Records").
_WIDE = frozenset((3, 5, 13))
#: Types of symbols whose value is not their address: how much after a thread's data, what a function returns.
_RESOLVED = {6: "thread's", 10: "resolved"}
_VISIBILITIES = {0: "default", 1: "internal", 2: "hidden", 3: "protected"}
_Shape = tuple[object, ...]
#: A kernel starts at a multiple of 256 (LLVM AMDGPUUsage, KERNEL_CODE_ENTRY_BYTE_OFFSET), instructions are words.
_KERNEL, _WORD = 256, 4
#: Bytes behind code that may be fetched ahead, so that something must be there (RDNA3 and RDNA4 ISA guides, "Shader
#: Padding Requirement").
_FETCHED = 256
#: Instructions by their bytes: those that branch by a distance (s_branch to s_cbranch_execnz and its like, s_call_b64
#: of an SGPR pair), and those that end code: s_branch, s_trap, s_endpgm, s_setpc_b64, s_rfe_b64 (RDNA3 and RDNA4 ISA
#: guides, SOPP, SOPK, SOP1).
_BRANCHES = re.compile(rb"(?=..(?:[\xa0-\xaa]\xbf|[\x00-\x6b]\xba))", re.S)
_NO_WAY_ON = re.compile(rb"..[\xa0\x90\xb0\xb1]\xbf|.[\x48\x4a]\x80\xbe", re.S)


def compare_outside(one: ObjectPlaces, other: ObjectPlaces) -> Iterator[Difference]:
    """The first difference of each kind, apart from notes."""
    if one.object.header != other.object.header:
        yield Difference("the objects are of different targets or ABIs")
        return
    if one.overlap or other.overlap:
        yield Difference("kernels run into each other or out of their section")
        return
    shapes = [[_shape(p, s) for s in p.sections] for p in (one, other)]
    if shapes[0] != shapes[1]:
        yield _first_section(one, other, shapes)
        return
    for a, b in zip(one.sections, other.sections, strict=True):
        if a.type != _NOTE:
            yield from _compare_bytes(one, other, a, b)
    if entered := next((name for places in (one, other) for name in _entered(places)), None):
        yield Difference(f"other code leads into '{entered}', which differs")
    elif _branches(one, other) != _branches(other, one):
        yield Difference(
            "other code branches over a kernel, and so to another place where that kernel's length differs"
        )
    yield from _compare_relocations(one, other)
    yield from _compare_symbols(one, other)
    yield from _compare_alignment(one, other)


def _shape(places: ObjectPlaces, section: Section) -> _Shape:
    holes = tuple(h.name for h in places.holes.get(section.index, ()))
    size = 0 if section.type == _NOTE or holes else section.size
    return section.name, section.type, section.flags, section.align, section.entry, section.members, holes, size


def _first_section(one: ObjectPlaces, other: ObjectPlaces, shapes: list[list[_Shape]]) -> Difference:
    for a, b in zip(*shapes, strict=False):
        if a != b:
            what = "attributes, size or kernels" if a[0] == b[0] else "name"
            return Difference(f"a section differs in its {what}", term_a=str(a[0]), term_b=str(b[0]))
    left, right = ([str(s[0]) for s in side[min(len(shapes[0]), len(shapes[1])) :]] for side in shapes)
    return Difference("a section has no counterpart", term_a=" ".join(left), term_b=" ".join(right))


def _compare_bytes(one: ObjectPlaces, other: ObjectPlaces, a: Section, b: Section) -> Iterator[Difference]:
    for number, (gap, there) in enumerate(zip(one.gaps[a.index], other.gaps[b.index], strict=True)):
        mine, theirs = a.data[gap.start : gap.end], b.data[there.start : there.end]
        if mine == theirs:
            continue
        if gap.end == a.size and there.padding < min(gap.padding, _FETCHED):
            yield Difference(
                f"section {a.name} has less padding behind the code", 0, 0, str(gap.padding), str(there.padding)
            )
            return
        if gap.core(a.data) == there.core(b.data) and there.aligned_as(gap):
            continue
        mine, theirs = a.data[gap.first : gap.last], b.data[there.first : there.last]
        at = next(
            (i for i, (x, y) in enumerate(zip(mine, theirs, strict=False)) if x != y), min(len(mine), len(theirs))
        )
        where = f"section {a.name} differs at byte {gap.first + at}{_nearest(one, a, gap.first + at)}"
        if one.holes.get(a.index):
            where += f", behind kernel {one.holes[a.index][number - 1].name}" if number else ", before the kernels"
        yield Difference(where, term_a=mine[at : at + 8].hex(" "), term_b=theirs[at : at + 8].hex(" "))
        return


def _entered(places: ObjectPlaces) -> Iterator[str]:
    """The holes into which code between holes falls through or branches, by what looks like an instruction."""
    for section in places.sections:
        holes = [h for h in places.holes.get(section.index, ()) if not h.name.endswith(".kd")]
        if not section.flags & EXECUTE or not holes:
            continue
        following = {hole.start: hole.name for hole in holes}
        for start, end in places.spans(section):
            for _, target in _distances(section, start, end):
                yield from (hole.name for hole in holes if hole.start <= target < hole.end)
            last = end
            while last - 4 >= start and section.data[last - 4 : last] in PADDING:
                last -= 4
            if end in following and last > start and not _NO_WAY_ON.match(section.data, last - 4):
                yield following[end]


def _distances(section: Section, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where words between two places look like branches by a distance, and where those lead."""
    for at in (match.start() for match in _BRANCHES.finditer(section.data, start, end)):
        if not (at - start) % 4:
            yield at, at + 4 + 4 * int.from_bytes(section.data[at : at + 2], "little", signed=True)


def _branches(places: ObjectPlaces, others: ObjectPlaces) -> list[tuple[Place, Place | None]]:
    """The places of branches between holes whose distances are in the bytes, and of what they lead to, if that is in
    their section."""
    found = []
    for number, section in enumerate(places.sections):
        if not section.flags & EXECUTE or section.index not in places.holes:
            continue
        exact = number < len(others.sections) and is_exact(places, others, number)
        relocated = {r.offset & ~3 for r in section.relocations}
        for start, end in places.spans(section):
            for at, target in _distances(section, start, end):
                if at not in relocated:
                    leads = places.place(section.index, target, exact) if 0 <= target <= section.size else None
                    found.append((places.place(section.index, at, exact), leads))
    return found


def counters_read(places: ObjectPlaces) -> int:
    """How many words between holes look like an instruction that reads the program counter (s_getpc_b64)."""
    spans = (
        (s.data, at) for s in places.sections if s.flags & EXECUTE for a, b in places.spans(s) for at in range(a, b, 4)
    )
    return sum(reads_counter(data[at : at + 4]) for data, at in spans)


def _nearest(places: ObjectPlaces, section: Section, offset: int) -> str:
    """The symbol that a place belongs to, for messages."""
    before = [s for s in places.object.symbols if s.section == section.index and s.value <= offset and s.name]
    if not before:
        return ""
    symbol = max(before, key=lambda s: s.value)
    return f" ({symbol.name}+{offset - symbol.value})"


def is_exact(one: ObjectPlaces, other: ObjectPlaces, section: int) -> bool:
    """Whether the section with that number is identical in both, padding included, except for holes."""
    a, b = one.sections[section], other.sections[section]
    return all(
        a.data[g.start : g.end] == b.data[h.start : h.end]
        for g, h in zip(one.gaps[a.index], other.gaps[b.index], strict=True)
    )


def _compare_relocations(one: ObjectPlaces, other: ObjectPlaces) -> Iterator[Difference]:
    for number, (a, b) in enumerate(zip(one.sections, other.sections, strict=True)):
        exact = is_exact(one, other, number)
        found = []
        for places, section in ((one, a), (other, b)):
            listed = []
            for relocation in section.relocations:
                at = places.place(section.index, relocation.offset, exact)
                last = relocation.offset + (7 if relocation.type in _WIDE else 3)
                if (reached := places.place(section.index, last)[3]) != at[3]:
                    yield Difference(f"the linker changes the start of '{reached or section.name}'")
                    return
                if at[1] < 0 and not at[3].endswith(".kd"):
                    continue  # in code that is run symbolically
                if at[1] < 0 and not _leads_to_code(places, section, relocation, at):
                    yield Difference(f"the linker decides what '{at[3]}' says")
                    return
                target = target_name(places, other if places is one else one, section, relocation)
                if not _is_entry(at) and (held := hole_of(places, section, relocation)):
                    yield Difference(f"section {section.name} refers to '{held}', which differs")
                    return
                listed.append((at, relocation.type, target))
            found.append(sorted(listed))
        for x, y in zip(*found, strict=False):
            if x != y:
                yield Difference(f"a relocation in section {a.name} differs", term_a=str(x[2]), term_b=str(y[2]))
                return
        if len(found[0]) != len(found[1]):
            yield Difference(f"section {a.name} has another number of relocations")
            return


def _is_entry(place: Place) -> bool:
    """Whether it is where a descriptor has the distance to the code."""
    return place[1] < 0 and place[3].endswith(".kd") and place[2] == ENTRY_OFFSET


def _leads_to_code(places: ObjectPlaces, section: Section, relocation: Relocation, at: Place) -> bool:
    """Whether what is relocated in a descriptor is the distance to the start of its kernel's code, and nothing else."""
    target = places.target(section, relocation)
    code = next((h for holes in places.holes.values() for h in holes if f"{h.name}.kd" == at[3]), None)
    # The distance counts from the start of the descriptor.
    start = (code.section, code.start + ENTRY_OFFSET) if code is not None else None
    return _is_entry(at) and relocation.type == DISTANCE and target == start


def target_name(places: ObjectPlaces, others: ObjectPlaces, section: Section, relocation: Relocation) -> str:
    """What a relocation stands for, in words that are the same in two objects for the same thing.

    A place in a data object is called by that, so that its name does not depend on other kernels' descriptors, which
    stand in the same section.
    """
    symbol = relocation.symbol
    if symbol.binding != LOCAL or not symbol.placed or (target := places.target(section, relocation)) is None:
        return f"{symbol.name or symbol.section}{relocation.addend - places.behind_counter(section, relocation):+d}"
    number = places.numbers[target[0]]
    exact = number < len(others.sections) and is_exact(places, others, number)
    _, gap, offset, hole = places.place(*target, exact)
    aligned = f"/{_alignment(places, *target)}" if target[0] in places.holes and not hole else ""
    home = places.object.sections[target[0]].name
    if symbol.type in _RESOLVED:
        home = f"{_RESOLVED[symbol.type]} {home}"
    if places.object.sections[target[0]].flags & MERGE:
        return f"{home}({number}){_piece(places, section, relocation)}"
    if not hole and (table := _object_around(places, others, *target, exact)) is not None:
        return f"{home}[{table.name}{aligned}]{target[1] - table.value:+d}"
    return f"{home}({number}.{gap}{hole}{aligned}){offset:+d}"


def _piece(places: ObjectPlaces, section: Section, relocation: Relocation) -> str:
    """A place in a section whose equal pieces the linker merges: the piece where the symbol is, and how far from it,
    for what follows a piece may be another one; that of a section's own symbol is where the addend leads (ELF-64
    specification, SHF_MERGE)."""
    symbol, addend = relocation.symbol, relocation.addend
    behind = places.behind_counter(section, relocation)
    start, rest = (symbol.value + addend, 0) if symbol.type == SECTION_TYPE else (symbol.value, addend)
    return f"{start:+d} {rest - behind:+d}"


def _object_around(places: ObjectPlaces, others: ObjectPlaces, section: int, offset: int, exact: bool) -> Symbol | None:
    """The data object that a place is in, if that is the only symbol of its name in either file, and stands at the same
    place in both; None if there is none."""
    made, home = places.object, places.place(section, offset, exact)
    if made.sections[section].flags & EXECUTE:
        return None
    around = [
        s for s in made.symbols if s.type == OBJECT and s.section == section and s.value <= offset < s.value + s.size
    ]
    for symbol in sorted(around, key=lambda s: (-s.value, s.name)):
        twins = [s for p in (places, others) for s in p.object.symbols if s.name == symbol.name]
        if len(twins) != 2 or twins[1].section not in others.numbers:
            continue
        here, there = places.place(section, symbol.value, exact), others.place(twins[1].section, twins[1].value, exact)
        if here == there and here[:2] == home[:2]:
            return symbol
    return None


def hole_of(places: ObjectPlaces, section: Section, relocation: Relocation) -> str:
    """The hole that a relocation leads into, if it does."""
    target = places.target(section, relocation)
    return places.place(*target)[3] if target is not None else ""


def _alignment(places: ObjectPlaces, section: int, offset: int) -> int:
    """What a place may be relied on to be a multiple of: of data, all that it is as far as the section has that."""
    made = places.object
    here = [s for s in made.symbols if (s.section, s.value) == (section, offset)]
    if any(f"{s.name}.kd" in made.by_name for s in here):
        return _KERNEL
    most = made.sections[section].align or 1
    # Labels within code that is followed may be anywhere.
    hole = places.place(section, offset)[3]
    code = any(s.type == FUNC for s in here) or (hole and not hole.endswith(".kd"))
    return min(most, _WORD if code else offset & -offset or most)


def _compare_alignment(one: ObjectPlaces, other: ObjectPlaces) -> Iterator[Difference]:
    """What starts at a multiple of less than before."""
    for name, symbol in one.object.by_name.items():
        there = other.object.by_name.get(name)
        if there is None or symbol.section not in one.holes or not there.placed:
            continue
        aligned = _alignment(one, symbol.section, symbol.value)
        if symbol.value % aligned == 0 and there.value % aligned:
            yield Difference(f"'{name}' is no longer at a multiple of {aligned} bytes")
            return


def _compare_symbols(one: ObjectPlaces, other: ObjectPlaces) -> Iterator[Difference]:
    mine, theirs = _seen_symbols(one, other), _seen_symbols(other, one)
    for name in sorted(mine.keys() | theirs.keys()):
        a, b = mine.get(name), theirs.get(name)
        if a is None or b is None:
            shown = ["(absent)" if symbol is None else "(present)" for symbol in (a, b)]
        elif keys := _differing(a, b):
            shown = [", ".join(f"{key} {symbol[key]}" for key in keys if key in symbol) for symbol in (a, b)]
        elif "inside" in a:
            shown = [f"inside the code of {a['inside']}"] * 2
        elif a.get("at", name) != name and not str(a["at"]).endswith(".kd"):
            shown = [f"at the code of {a['at']}, which others may reach by it otherwise than as a kernel"] * 2
        else:
            continue
        yield Difference(f"symbol '{name}' differs", 0, 0, *shown)
        return


def _differing(symbol: dict[str, object], other: dict[str, object]) -> list[str]:
    """What of a symbol differs.  Where its code does, its size may be the same, or follow the code's."""
    keys = [key for key in {**symbol, **other} if symbol.get(key) != other.get(key)]
    sizes = {"size", "size behind the code"}
    return keys if sizes <= {*keys} else [key for key in keys if key not in sizes]


def _seen_symbols(places: ObjectPlaces, others: ObjectPlaces) -> dict[str, dict[str, object]]:
    """Everything of symbols that other files can see."""
    found = {}
    for symbol in places.object.symbols:
        if symbol.binding == LOCAL or (symbol.placed and symbol.section not in places.numbers):
            continue  # nothing reads the section that it stands in
        known: dict[str, object] = {
            "binding": _BINDINGS.get(symbol.binding, symbol.binding), "type": symbol.type,
            "visibility": _VISIBILITIES.get(symbol.other, symbol.other), "size": symbol.size,
            "size behind the code": symbol.size, "section": symbol.section, "value": symbol.value,
        }  # fmt: skip
        if symbol.placed:
            number = places.numbers[symbol.section]
            exact = is_exact(places, others, number)
            _, known["part"], known["value"], hole = places.place(symbol.section, symbol.value, exact)
            known["section"] = f"{places.sections[number].name} ({number})"  # several may have one name
            if hole:
                length = next(h.end - h.start for h in places.holes[symbol.section] if h.name == hole)
                known["size behind the code"] = symbol.size - length
                known["inside" if known["value"] else "at"] = hole
        found[symbol.name] = known
    return found
