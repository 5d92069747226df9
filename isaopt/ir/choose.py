"""Selects kernels by the names that a user gives."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from isaopt.errors import UsageError
from isaopt.ir.program import Kernel


def chosen_kernels(kernels: Sequence[Kernel], names: Collection[str]) -> tuple[Kernel, ...]:
    """The kernels of these names in file order; all kernels if there are no names.

    Raises:
        UsageError: no kernel has one of the names.
    """
    known = [kernel.name for kernel in kernels]
    for name in names:
        if name not in known:
            raise _unknown(name, known, "")
    return tuple(kernel for kernel in kernels if not names or kernel.name in names)


def one_kernel_name(name: str | None, known: Collection[str], path: str) -> str:
    """The given name, or that of the only kernel; :class:`UsageError` if no kernel has the name, or if there are
    several and none is named."""
    if name is None and len(known) == 1:
        return next(iter(known))
    if name is None:
        raise UsageError(f"choose a kernel with --kernel {_listed(known)}", path)
    if name not in known:
        raise _unknown(name, known, path)
    return name


def _unknown(name: str, known: Collection[str], path: str) -> UsageError:
    return UsageError(f"no kernel is called '{name}' {_listed(known)}", path)


def _listed(known: Collection[str]) -> str:
    return f"(kernels: {', '.join(known) or 'none'})"
