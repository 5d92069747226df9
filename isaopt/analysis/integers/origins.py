"""Which pointer arguments addresses start from, and which loads are therefore of memory that nobody writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from isaopt.analysis.figures.launch_metadata import kernel_arguments
from isaopt.analysis.flow.accesses import UNWRITTEN, is_coherent, noted
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.integers.affine import Affine
from isaopt.analysis.integers.entry import kernel_affine
from isaopt.analysis.integers.forms import LinearForm
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.isa.meaning import Access, Space

#: The assumption by which memory is unwritten that metadata say is only read; and how that about one argument ends.
READ_ONLY, _ONE_READ_ONLY = "read-only-arguments", "=read-only"


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the 64-bit sums of a kernel start from; ``starts``: what an atom that stands for a moving base does."""

    affine: Affine
    starts: Mapping[int, LinearForm] = field(default_factory=dict)

    def pointers(self, form: LinearForm) -> set[int]:
        """Offsets of the arguments that a 64-bit sum starts from; -1 for a pair of unknown origin."""
        return self._of_sum(form, set())

    def _of_sum(self, form: LinearForm, seen: set[int]) -> set[int]:
        found: set[int] = set()
        for atom, _ in form.terms:
            key = self.affine.atoms.table[atom].key
            if atom in seen:
                continue
            seen.add(atom)
            if atom in self.starts:
                found |= self._of_sum(self.starts[atom], seen)
            if key[0] != "pair":
                continue
            found |= self._of_pair(key[1], key[2], seen)
        return found

    def _of_pair(self, low: object, high: object, seen: set[int]) -> set[int]:
        atoms = self.affine.atoms
        match atoms.key(low), atoms.key(high):
            case ("argument", int(at)), ("argument", int(at_high)) if at_high == at + 4:
                return {at}
            case ("phi", int(at), int(first)), ("phi", int(at_high), int(second)) if at == at_high:
                found: set[int] = set()
                for state in self.affine.incoming(at):
                    values = [state.values.get(u) or self.affine.initial(u) for u in (first, second)]
                    found |= self._of_sum(atoms.wide(*values), seen)
                return found
        return {-1}


def with_unwritten(module: Module, kernel: Kernel, assumptions: Collection[str]) -> Module:
    """The module with the flag ``UNWRITTEN`` on the kernel's loads by arguments of which it is assumed that nobody
    writes what they point to."""
    said = {name for name in assumptions if name == READ_ONLY or name.endswith(_ONE_READ_ONLY)}
    quiet = set()
    for a in kernel_arguments(module, kernel.name) if said else ():
        one = {f"arg:{name}{_ONE_READ_ONLY}" for name in (a.name, a.index)}
        if a.size == 8 and ((a.read_only and READ_ONLY in said) or one & said):
            quiet.add(a.offset)
    if not quiet:
        return module
    cfg, ops = code_of(module, kernel)
    affine = kernel_affine(module, kernel)
    origins = Origins(affine)
    items: list[Item] = list(module.items)
    for block in cfg.blocks if affine.converged else ():
        here = block.ordinals
        if block.index not in cfg.reachable or not any(_is_plain_load(ops[k]) for k in here):
            continue
        for k, state in zip(here, affine.states(block.index), strict=False):
            if _is_plain_load(ops[k]):
                affine.look(state, k)
                found = origins.pointers(_pointer(affine, ops[k]))
                item = items[cfg.order[k]]
                if len(found) == 1 and found <= quiet and isinstance(item, Instruction):
                    items[cfg.order[k]] = replace(item, op=noted(item.op, {UNWRITTEN: True}))
    return replace(module, items=tuple(items))


def _is_plain_load(op: Op) -> bool:
    memory = op.desc.memory
    return memory is not None and (memory.space, memory.access) == (Space.GLOBAL, Access.LOAD) and not is_coherent(op)


def _pointer(affine: Affine, op: Op) -> LinearForm:
    """The 64-bit register of an access to global memory: its base, if it has one."""
    pairs = [o.reg for o, d in zip(op.operands, op.desc.operands, strict=True) if d.role == "use" and o.reg is not None]
    wide = [reg for reg in pairs if reg.count == 2]
    if not wide:
        return LinearForm()
    return affine.atoms.wide(affine.read(wide[-1].first), affine.read(wide[-1].first + 1))
