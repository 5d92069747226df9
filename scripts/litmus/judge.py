"""The oracle: a change is forbidden if, with some other waves, an outcome is possible that was not possible before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from scripts.litmus.code import Reader
from scripts.litmus.kernel import kernel
from scripts.litmus.machine import Machine, Outcome
from scripts.litmus.shapes import Shape
from scripts.litmus.state import MESSAGE, OUT, Place, Rules, X, Y, Z
from scripts.litmus.steps import CU, DEVICE, LDS, LOADS, SCALAR, STORES, Access, End, Message, Step, Wait

Program = tuple[Step, ...]
_ALL = (Wait((LOADS,), 0), Wait((STORES,), 0), Wait((LDS, SCALAR), 0))
#: The same compute unit, and one of another shader array; by the workgroup's number.
NEAR, OTHER, FAR, HOST = Place(0, 0, 0), Place(1, 0, 0), Place(2, 1, 1), Place(9, 9, 9, host=True)


@dataclass(frozen=True, slots=True)
class Setting:
    """Other waves and the rules of the machine.  Where the waves run is not for a program to choose, so that all
    ``places`` together make the outcomes."""

    name: str
    others: tuple[Program, ...]
    places: tuple[tuple[Place, ...], ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Growth:
    """The setting in which a change shows, and an outcome that is new; ``strict``: no wait is broken, but the order in
    which LDS, or L0 in CU mode, performs a wave's accesses by itself (LLVM relies on both)."""

    setting: str
    outcome: Outcome
    strict: bool = False


@lru_cache(maxsize=4096)
def module_of(arch: str, cu_mode: bool, body: tuple[str, ...], near: bool) -> Module:
    """The kernel with that body."""
    return parse_text(kernel(arch, cu_mode, body, near), "litmus.s")


def program_of(module: Module) -> Program:
    """The first kernel's steps."""
    return Reader(module.arch).steps(module)


_POINTERS = {"s6": X, "s8": Y, "s10": Z}


def _touched(program: Program) -> list[tuple[str, int]]:
    """The places that a role uses: space and address."""
    found: dict[tuple[str, int], None] = {}
    for step in program:
        if isinstance(step, Access) and step.space == "lds":
            found["lds", step.offsets[0]] = None
        elif isinstance(step, Access):
            for base in step.base:
                if base in _POINTERS:
                    found["global", _POINTERS[str(base)] + step.offsets[0]] = None
        elif isinstance(step, Message):
            found["message", MESSAGE] = None
    return list(found)


def _one(space: str, address: int, write: bool, slot: int) -> list[Step]:
    """One access that is over before the next; what is read goes to the wave's own buffer."""
    counter, scope = (LDS, CU) if space == "lds" else (STORES if write else LOADS, DEVICE)
    place = space if space == "lds" else "global"
    where = 0 if space == "message" else address
    if write:
        return [Access(counter, place, (where,), (0,), (), (5,), scope=scope), *_ALL]
    keep = Access(STORES, "global", (OUT,), (256 * slot,), (), ("v2",))
    return [Access(counter, place, (where,), (0,), ("v2",), scope=scope), *_ALL, keep]


def adversaries(program: Program) -> Iterator[tuple[str, Program]]:
    """Every wave of two accesses in order to places of a role, and its name."""
    for a, b in product(_touched(program), repeat=2):
        for first, second in product((False, True), repeat=2):
            if "message" in (a[0], b[0]) and (a[0] != "message" or first):
                continue
            name = " ".join(f"{'RW'[w]}({s}+{n:x})" for (s, n), w in ((a, first), (b, second)))
            yield name, (*_one(*a, first, 0), *_one(*b, second, 1), End())


class Oracle:
    """Judges versions of one role of a shape."""

    def __init__(self, shape: Shape, role: int, arch: str, cu_mode: bool, limit: int = 60_000) -> None:
        self.shape, self.limit = shape, limit
        self.module = module_of(arch, cu_mode, shape.body(role, shape.roles[role]), shape.near)
        self.program = program_of(self.module)
        if shape.near:
            self.settings = tuple(_inside(len(shape.roles), cu_mode))
        else:
            others = [r for n, r in enumerate(shape.roles) if n != role and r]
            programs = tuple(program_of(module_of(arch, cu_mode, r, False)) for r in others)
            self.settings = tuple(_outside(self.program, programs, arch))
        self._before: dict[int, frozenset[Outcome]] = {}

    def before(self, number: int) -> frozenset[Outcome]:
        """The outcomes of the original in a setting."""
        if number not in self._before:
            self._before[number] = self._outcomes(self.program, self.settings[number])
        return self._before[number]

    def _outcomes(self, program: Program, setting: Setting) -> frozenset[Outcome]:
        """Waves of a workgroup all run the version in question; others run what they ran."""
        found: frozenset[Outcome] = frozenset()
        for places in setting.places:
            count = len(places) - len(setting.others)
            found |= Machine((*(program,) * count, *setting.others), places, setting.rules, self.limit).outcomes()
        return found

    def growth(self, program: Program) -> Growth | None:
        """Where another version has an outcome that the original has not.  :class:`TooLarge` where that cannot be
        said."""
        if program == self.program:
            return None
        for number, setting in enumerate(self.settings):
            if new := self._outcomes(program, setting) - self.before(number):
                return Growth(setting.name, min(new, key=str), not self._grows_by_waits(program, setting))
        return None

    def _grows_by_waits(self, program: Program, setting: Setting) -> bool:
        """Whether the same shows if nothing but waits orders a wave's accesses of different places."""
        loose = replace(setting, rules=replace(setting.rules, in_order=False, lds_any_order=True))
        return not self._outcomes(program, loose) <= self._outcomes(self.program, loose)


def _inside(count: int, cu_mode: bool) -> Iterator[Setting]:
    """The waves of one workgroup: on one CU, or on those of a WGP, each split of which is as good as another."""
    waves = range(count)
    same = tuple(replace(NEAR, wave=n) for n in waves)
    if cu_mode:
        yield Setting("waves of the workgroup", (), (same,), Rules(in_order=True))
    else:
        apart = tuple(replace(OTHER if n % 2 else NEAR, wave=n) for n in waves)
        yield Setting("waves of the workgroup", (), (same, apart), Rules())


def _outside(program: Program, others: tuple[Program, ...], arch: str) -> Iterator[Setting]:
    """Waves of other workgroups, the shape's own and adversaries: on the same CU or far away; and the host."""
    behind = Rules(host_behind=arch.startswith("gfx12"))
    if others:
        same = tuple(replace(NEAR, group=n + 1) for n in range(len(others)))
        apart = tuple(Place(n + 2, n + 1, n + 1) for n in range(len(others)))
        yield Setting("the other roles", others, ((NEAR, *same), (NEAR, *apart)), Rules())
    for name, other in adversaries(program):
        if "message" not in name:
            yield Setting(name, (other,), ((NEAR, replace(NEAR, group=1)), (NEAR, FAR)), Rules())
        if "message" in name or behind.host_behind:
            yield Setting(f"{name} by the host", (other,), ((NEAR, HOST),), behind)
