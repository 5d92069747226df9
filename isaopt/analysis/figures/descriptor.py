"""What a kernel's descriptor and metadata say of its resources.

The directives (``.amdhsa_*``) may hold expressions over ``.set`` symbols, which LLVM writes where a kernel calls
functions (LLVM AMDGPUMCExpr.cpp, AMDGPUMCResourceInfo.cpp): ``max(totalnumvgprs(f.num_agpr, f.num_vgpr), 1, 0)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import kernel_metadata
from isaopt.asm.resources import highest_vgpr, sgprs_used
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Kernel, Module

_TOKEN = re.compile(r"\s*(?:(0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_.$@][\w.$@]*)|(<<|>>|[-+*/%&|()~,]))")


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources that a kernel declares: registers per lane or wave, bytes, and launch parameters.

    ``workgroup_size`` is the most work-items a workgroup may have, None where the metadata do not say.
    """

    vgprs: int
    sgprs: int
    lds_bytes: int
    scratch_bytes: int
    workgroup_size: int | None
    wgp_mode: bool


class _UnknownSymbol(Exception):
    """The expression has a symbol or function whose value the file does not give."""


def _total_vgprs(values: Sequence[int]) -> int:
    # gfx11 and gfx12 have no accumulation registers, so the first argument is 0 and the second the answer.
    return max(values)


_FUNCTIONS: dict[str, Callable[[Sequence[int]], int]] = {
    "max": max,
    "min": min,
    "or": lambda values: int(any(values)),
    "totalnumvgprs": _total_vgprs,
}
_BINARY: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"|": lambda a, b: a | b},
    {"&": lambda a, b: a & b},
    {"<<": lambda a, b: a << min(b, 64), ">>": lambda a, b: a >> min(b, 64)},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": lambda a, b: a // b, "%": lambda a, b: a % b},
)


class _Evaluator:
    """Evaluates one assembler expression by recursive descent; ``symbols`` are ``.set`` texts, looked up on use, and
    ``known`` the values of those that were: a chain of them may name each twice."""

    def __init__(
        self, symbols: Mapping[str, str], known: dict[str, int], pending: frozenset[str] = frozenset()
    ) -> None:
        self.symbols, self.known, self.pending = symbols, known, pending
        self.tokens: list[str] = []

    def value(self, text: str) -> int:
        self.tokens = list(_tokens(text))
        self.tokens.reverse()
        result = self._binary(0)
        if self.tokens:
            raise _UnknownSymbol(text)
        return result

    def _next(self) -> str:
        if not self.tokens:
            raise _UnknownSymbol("the expression ends early")
        return self.tokens.pop()

    def _accept(self, token: str) -> bool:
        if self.tokens and self.tokens[-1] == token:
            self.tokens.pop()
            return True
        return False

    def _binary(self, level: int) -> int:
        if level == len(_BINARY):
            return self._unary()
        left = self._binary(level + 1)
        while self.tokens and self.tokens[-1] in _BINARY[level]:
            apply = _BINARY[level][self._next()]
            right = self._binary(level + 1)
            try:
                left = apply(left, right)
            except (ZeroDivisionError, ValueError) as error:
                raise _UnknownSymbol(str(error)) from None
        return left

    def _unary(self) -> int:
        token = self._next()
        if token in "+-~":
            operand = self._unary()
            return operand if token == "+" else -operand if token == "-" else ~operand
        if token == "(":
            inner = self._binary(0)
            if not self._accept(")"):
                raise _UnknownSymbol("no closing parenthesis")
            return inner
        if token[0].isdigit():
            return int(token, 16 if token[:2] in ("0x", "0X") else 10)
        if self._accept("("):
            return self._call(token)
        if token not in self.symbols or token in self.pending:
            raise _UnknownSymbol(token)
        if token not in self.known:
            evaluator = _Evaluator(self.symbols, self.known, self.pending | {token})
            self.known[token] = evaluator.value(self.symbols[token])
        return self.known[token]

    def _call(self, name: str) -> int:
        arguments = [self._binary(0)]
        while self._accept(","):
            arguments.append(self._binary(0))
        if not self._accept(")") or name not in _FUNCTIONS:
            raise _UnknownSymbol(name)
        return _FUNCTIONS[name](arguments)


def _tokens(text: str) -> Iterator[str]:
    position, text = 0, text.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _UnknownSymbol(text)
        position = match.end()
        yield match.group(match.lastindex or 0)


@kept
def symbols_of(module: Module) -> Mapping[str, str]:
    """The text that each ``.set`` of the module gives its symbol; the last one counts."""
    out: dict[str, str] = {}
    for item in module.items:
        if isinstance(item, Directive) and item.name in (".set", ".equ"):
            name, comma, value = item.args.partition(",")
            if comma:
                out[name.strip()] = value.strip()
    return out


def evaluate(text: str, symbols: Mapping[str, str]) -> int | None:
    """The value of an assembler expression, or None if it depends on something the file does not define."""
    try:
        return _Evaluator(symbols, {}).value(text)
    except (_UnknownSymbol, RecursionError):
        return None


def workgroup_size(module: Module, name: str) -> int | None:
    """``.max_flat_workgroup_size`` of a kernel's metadata entry, None if there is none."""
    size = kernel_metadata(module, name).get(".max_flat_workgroup_size")
    return size if isinstance(size, int) else None


@kept
def resources_of(module: Module, kernel: Kernel) -> Resources:
    """The kernel's resources as its descriptor declares them; registers without a readable declaration are counted."""
    symbols = symbols_of(module)

    def declared(name: str) -> int | None:
        index = kernel.descriptor.get(f".amdhsa_{name}")
        item = module.items[index] if index is not None else None
        return evaluate(item.args, symbols) if isinstance(item, Directive) else None

    vgprs, sgprs = declared("next_free_vgpr"), declared("next_free_sgpr")
    mode = declared("workgroup_processor_mode")
    return Resources(
        vgprs=highest_vgpr(module, kernel) + 1 if vgprs is None else vgprs,
        sgprs=sgprs_used(module, kernel) if sgprs is None else sgprs,
        lds_bytes=declared("group_segment_fixed_size") or 0,
        scratch_bytes=declared("private_segment_fixed_size") or 0,
        workgroup_size=workgroup_size(module, kernel.name),
        wgp_mode=mode != 0,
    )
