"""The only way from bare code, which carries just the program's meaning, to a kernel that can be assembled.

Passes take a kernel bare (:func:`isaopt.rebuild.rewrite.stripped`) and leave it bare. Everything derived from its code
is made here: waits, hazard waits, clauses, delay hints, register counts and code size.
"""

from __future__ import annotations

from dataclasses import replace

from isaopt.asm.resources import with_code_size, with_sgpr_count, with_vgpr_count
from isaopt.ir.kept import known, remember
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.rebuild.rewrite import finished, stripped


def built(bare: Module, before: Module, kernel: Kernel) -> Module:
    """The kernel of that name in ``bare``, with everything derived from its code.

    ``before`` is the version for which the counts were right. Stripping the result gives back the same bare code: waits
    that serve registers do not accumulate as reasons to keep an order.
    """
    name = kernel.name
    counted = with_vgpr_count(bare, bare.kernel(name), before)
    counted = with_sgpr_count(counted, counted.kernel(name), before)
    done = finished(counted, counted.kernel(name))
    done = with_code_size(done, done.kernel(name), before)
    _keep_bare(counted, done, name)
    return done


def follow_renaming(before: Module, after: Module, kernel: Kernel) -> None:
    """Updates the bare form of a kernel if only items of its built form were replaced, one for one."""
    bare = known(stripped, before, kernel)
    own = {id(item) for item in before.items}
    # Of code that was not built, what is noted of its accesses stands in copies: that is stripped again.
    if bare is not None and all(id(i) in own for i in bare.items if isinstance(i, Instruction) and i.op.refs):
        new = {id(old): item for old, item in zip(before.items, after.items, strict=True) if old is not item}
        _keep_bare(replace(bare, items=tuple(new.get(id(item), item) for item in bare.items)), after, kernel.name)


def _keep_bare(bare: Module, done: Module, name: str) -> None:
    """Stores the bare form of the built kernel, with the file's present statements about it."""
    own, other = bare.kernel(name), done.kernel(name)
    items = (*done.items[: other.first], *bare.items[own.first : own.last], *done.items[other.last :])
    remember(stripped, replace(bare, items=items), done, other)
