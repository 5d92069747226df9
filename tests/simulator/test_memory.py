"""What loads and stores bring from behind the L0: sectors of lines, as many at once as a transaction has."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.simulator.hierarchy import one_level
from isaopt.simulator.timing import InstructionTiming
from isaopt.target.gpus import get_gpu
from tests.simulator.oracle.addresses import global_access
from tests.simulator.oracle.memory import Access, Lines, VectorMemory, together
from tests.simulator.programs import source


def timing(store: bool = False) -> InstructionTiming:
    """An access of 32 lanes to a dword each."""
    module = parse_text(source(["global_load_b32 v4, v5, s[0:1]"]), "m.s")
    op = next(i.op for _, i in module.instructions(module.kernels[0]) if i.op.mnemonic == "global_load_b32")
    t = InstructionTiming(0, 0, op, 0)
    t.bytes, t.store = 128, store
    return t


def moved(*accesses: Access, store: bool = False, bytes_at_once: int = 32) -> int:
    """Bytes that these accesses bring from the L2."""
    gpu = get_gpu("rx7900xtx", {"vmem.transaction_bytes": bytes_at_once})
    memory = VectorMemory(gpu, one_level("l2", 1, gpu))
    for access in accesses:
        memory.access(timing(store), 0, access)
    return memory.beyond.get(0, 0)


def test_lanes_that_take_32_bytes_of_each_line_bring_no_more() -> None:
    four_rows = Access((0, 10, 20, 30), 0, 128, (0b0001,) * 4)
    assert moved(four_rows) == 4 * 32
    assert moved(four_rows, bytes_at_once=64) == 4 * 64
    assert moved(four_rows, bytes_at_once=128) == 4 * 128


def test_the_rest_of_a_line_comes_when_it_is_asked_for() -> None:
    first, next_to_it = Access((7,), 0, 32, (0b0001,)), Access((7,), 0, 64, (0b0011,))
    assert moved(first, first) == 32
    assert moved(first, next_to_it) == 64
    assert moved(first, next_to_it, bytes_at_once=64) == 64
    assert moved(first, Access((7,), 0, 128, (0b1111,)), bytes_at_once=128) == 128


def test_stores_move_what_they_write_each_time() -> None:
    written = Access((7, 8), 0, 64, (0b0001, 0b1000))
    assert moved(written, written, store=True) == 4 * 32


def test_a_line_that_was_replaced_has_no_sector() -> None:
    lines = Lines(256, 128)
    assert [lines.touch(line, 0b0011) for line in (1, 2, 1, 3, 2)] == [3, 3, 0, 3, 3]


@pytest.mark.parametrize(("count", "found"), [(1, 0b0100), (2, 0b1100), (3, 0b0111), (4, 0b1111)])
def test_neighbours_come_together(count: int, found: int) -> None:
    assert together(0b0100, count) == found


def test_sectors_are_noted_by_line() -> None:
    # Rows of 32 bytes at 0, 160 and 352, and the end of the last one in the next line.
    found = global_access([0, 5, 5, 11, 12], 128)
    assert (found.lines, found.sectors, found.bytes) == ((0, 1, 2, 3), (0b0001, 0b0010, 0b1000, 0b0001), 128)
