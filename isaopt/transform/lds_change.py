"""Common parts of the passes that give what is in LDS other places: the kernel that is changed, why it is not, and
whether more LDS costs resident waves."""

from __future__ import annotations

from abc import ABC, abstractmethod

from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.resources import with_lds_size
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.isa.meaning import Space, Unit
from isaopt.rebuild.rewrite import made, stripped
from isaopt.target.arch import get_arch
from isaopt.transform.base import Declined, PassResult, unchanged


class LdsKept(Exception):
    """Why LDS stays as it is: a code, words, and the ordinal of the instruction that it is about."""

    def __init__(self, code: str, why: str, ordinal: int | None = None) -> None:
        super().__init__(why)
        self.code, self.why, self.ordinal = code, why, ordinal


class LdsChange(ABC):
    """A change of one kernel, which is looked at without waits and hints."""

    def __init__(self, module: Module, given: Kernel) -> None:
        self.module, self.given = module, given
        self.bare = stripped(module, given)
        self.kernel = self.bare.kernel(given.name)
        self.cfg, self.ops = code_of(self.bare, self.kernel)

    @abstractmethod
    def changed(self) -> PassResult:
        """The kernel with its change; :class:`LdsKept` if something stands against it."""

    def result(self) -> PassResult:
        """The kernel with its change, or as it is."""
        try:
            return self.changed()
        except LdsKept as refused:
            line = self.bare.items[self.cfg.order[refused.ordinal]].line if refused.ordinal is not None else 0
            declined = [Declined(line, refused.code, refused.why)] if refused.code != "no-candidate" else []
            return unchanged(self.module, refused.code, f"{refused.why} [{refused.code}]", declined=declined)

    def made(self, k: int, text: str) -> Item:
        """A new instruction beside that of ordinal ``k``."""
        return made(self.bare, self.kernel, text, self.bare.items[self.cfg.order[k]].line)

    def check_room(self, size: int) -> None:
        """Refuses where fewer waves would be resident with that many bytes for each workgroup."""
        most = get_arch(self.module.arch).lds_bytes_per_workgroup
        if size > most:
            raise LdsKept("occupancy", f"it takes {size} bytes of LDS, and a workgroup has at most {most}")
        larger = with_lds_size(self.module, self.given, size)
        before, after = limits_of(self.module, self.given), limits_of(larger, larger.kernel(self.given.name))
        one, other = (x.workgroups or x.waves for x in (before, after))
        if other < one:
            what = "workgroups" if before.workgroups else "waves on a SIMD"
            raise LdsKept("occupancy", f"with {size} bytes of LDS, {other} instead of {one} {what} are resident")


def reaches_lds(op: Op) -> bool:
    """Whether an instruction may access LDS."""
    memory = op.desc.memory
    if memory is None:
        return op.desc.unit in (Unit.LDS, Unit.LDS_DIRECT) and not op.flag("lane_access")
    return memory.space in (Space.LDS, Space.GDS, Space.FLAT) or memory.to_lds
