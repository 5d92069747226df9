"""Kernel arguments: buffers and scalars, from ``ARGS.json`` or a caller.

``init`` of a buffer is ``zeros``; ``arange`` (element k is k, wrapped or rounded to the type); ``random:SEED`` (NumPy's
PCG64: floats uniform in [-1, 1), integers uniform over [0, 100)); or the path of an ``.npy`` file. ``bf16`` buffers
hold raw 16-bit patterns as ``uint16``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from isaopt.errors import UsageError
from isaopt.plain import entry_places, read_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.generic]

#: Names of element types, with NumPy's.
DTYPES = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "uint16",
    "i8": "int8",
    "u8": "uint8",
    "i16": "int16",
    "u16": "uint16",
    "i32": "int32",
    "u32": "uint32",
    "i64": "int64",
    "u64": "uint64",
}


@dataclass(frozen=True, slots=True)
class BufferArg:
    """A pointer argument and the memory that it points to; ``out`` buffers are results."""

    name: str
    data: Array
    out: bool = False
    dtype: str = "f32"


@dataclass(frozen=True, slots=True)
class ScalarArg:
    """An argument by value, as its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class NullArg:
    """A null pointer."""

    name: str


Arg: TypeAlias = "BufferArg | ScalarArg | NullArg"


def scalar(name: str, dtype: str, value: int | float) -> ScalarArg:
    """A scalar argument of a named type."""
    import numpy as np

    if dtype == "bf16":
        bits = int(np.array(value, "float32").view("uint32"))
        return ScalarArg(name, ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF).to_bytes(2, "little"))
    try:
        return ScalarArg(name, np.array(value, DTYPES[dtype]).tobytes())
    except (OverflowError, ValueError) as error:
        raise UsageError(f"argument '{name}': {error}") from None


def _dtype(entry: dict[str, object], where: str) -> str:
    dtype = entry.get("dtype", "f32")
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise UsageError(f"{where}: unknown dtype {dtype!r} (known: {', '.join(DTYPES)})")
    return dtype


def initial(init: str, shape: Sequence[int], dtype: str, where: str = "buffer", base: Path | None = None) -> Array:
    """A buffer's initial contents."""
    import numpy as np

    kind = np.dtype(DTYPES[dtype])
    if init == "zeros":
        return np.zeros(shape, kind)
    count = int(np.prod(shape, dtype=np.int64))
    if init == "arange":
        return np.arange(count).astype(kind).reshape(shape)
    if init.startswith("random:"):
        try:
            generator = np.random.default_rng(int(init.removeprefix("random:"), 0))
        except ValueError:
            raise UsageError(f"{where}: the seed of '{init}' is not a non-negative integer") from None
        if kind.kind != "f" and dtype != "bf16":
            return generator.integers(0, 100, shape).astype(kind)
        drawn = generator.random(shape, dtype=np.float64 if dtype == "f64" else np.float32)
        drawn *= 2
        drawn -= 1
        if dtype == "bf16":
            bits = drawn.view("uint32")
            rounded: Array = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("uint16")
            return rounded
        return drawn.astype(kind, copy=False)
    path = Path(init) if base is None else base / init
    try:
        data = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"{where}: cannot read '{path}': {error}") from None
    if data.dtype != kind or (shape and tuple(data.shape) != tuple(shape)):
        raise UsageError(f"{where}: '{path}' holds {data.dtype}{list(data.shape)}, not {kind}{list(shape)}")
    return np.ascontiguousarray(data).copy()


def read_arguments(text: str, path: str) -> tuple[Arg, ...]:
    """The arguments of an ``ARGS.json``; file names in it are relative to its directory.

    Raises:
        InputError: it is not JSON.
        UsageError: an entry is invalid; the message names it.
    """
    document = read_json(text, path)
    if not isinstance(document, list):
        raise UsageError("must be a list of arguments", path)
    found = []
    for k, (entry, (line, column)) in enumerate(zip(document, entry_places(text), strict=True)):
        try:
            found.append(_argument(entry, k, Path(path).parent))
        except UsageError as error:
            raise UsageError(error.message, path, line, column, text.split("\n")[line - 1]) from None
    return tuple(found)


def _argument(entry: object, index: int, base: Path) -> Arg:
    where = f"argument {index}"
    if not isinstance(entry, dict):
        raise UsageError(f"{where}: must be an object")
    name = entry.get("name", f"arg{index}")
    if not isinstance(name, str):
        raise UsageError(f"{where}: its name must be a string")
    where = f"argument '{name}'"
    kind = entry.get("kind")
    if kind == "scalar":
        value = entry.get("value")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"{where}: its value must be a number")
        return scalar(name, _dtype(entry, where), value)
    if kind == "null":
        return NullArg(name)
    if kind != "buffer":
        raise UsageError(f"{where}: unknown kind {kind!r} (known: buffer, scalar, null)")
    shape = entry.get("shape", [])
    if isinstance(shape, int):
        shape = [shape]
    if not isinstance(shape, list) or not all(isinstance(n, int) and n >= 0 for n in shape):
        raise UsageError(f"{where}: its shape must be a list of sizes")
    dtype = _dtype(entry, where)
    init = entry.get("init", "zeros")
    if not isinstance(init, str):
        raise UsageError(f"{where}: its init must be a string")
    return BufferArg(name, initial(init, shape, dtype, where, base), bool(entry.get("out", False)), dtype)
