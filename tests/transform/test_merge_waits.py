"""The pass ``merge-waits``: one wait for results asked for long before, proved and run; and where waits stay."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.counters import is_wait, waits_of
from isaopt.transform.base import PassResult
from isaopt.transform.merge_waits import MergeWaits
from tests.emulator.running import text_of
from tests.transform.soundness import applied

WORK = "".join(f"v_add_f32_e32 v{30 + i % 8}, 1.0, v{30 + i % 8}\n" for i in range(40))


def kernel(between: str = "", work: str = WORK, arch: str = "gfx1100") -> Module:
    """Three loads, work, and a use of each result with the wait for it, with something between the last two uses."""
    counter = "s_waitcnt vmcnt({})" if arch == "gfx1100" else "s_wait_loadcnt {}"
    lines = "v_lshlrev_b32_e32 v1, 2, v0\n" + "".join(f"v_mov_b32_e32 v{30 + i}, {i}.0\n" for i in range(8))
    lines = lines.replace("v30, 0.0", "v30, 0")
    lines += "".join(f"global_load_b32 v{8 + i}, v1, s[4:5] offset:{128 * i}\n" for i in range(3)) + work
    for i in range(3):
        lines += (between if i == 2 else "") + counter.format(2 - i) + "\n"
        lines += f"v_add_f32_e32 v{30 + i}, v{8 + i}, v{30 + i}\n"
    lines += "".join(f"global_store_b32 v1, v{30 + i}, s[2:3] offset:{128 * i}\n" for i in range(8))
    return parse_text(text_of(lines, arch), "k.s")


def merged(module: Module, distance: int = 32) -> PassResult:
    return applied(MergeWaits(distance), module, emulated=True)


def counts(module: Module) -> list[int]:
    """What the waits for vector loads let be outstanding."""
    waits = [waits_of(i.op, module.arch) or {} for _, i in module.instructions(module.kernels[0]) if is_wait(i.op)]
    return [n for found in waits for counter, n in found.items() if counter in ("vmcnt", "loadcnt")]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_one_wait_is_for_all_results_that_were_asked_for_long_ago(arch: str) -> None:
    module = kernel(arch=arch)
    assert counts(module) == [2, 1, 0]
    result = merged(module)
    assert counts(result.module) == [0]
    assert result.notes == ("2 of 4 waits fewer",)
    again = parse_text(result.module.text(), "k.s")
    assert merged(again).reason == "no-gain"


def test_what_was_asked_for_lately_has_a_wait_of_its_own() -> None:
    module = kernel(work=WORK[: len(WORK) // 2])
    assert merged(module).reason == "no-candidate"
    assert counts(merged(module, 16).module) == [0]


def test_waits_before_and_behind_another_access_stay_apart() -> None:
    """The store between them must not be held up by the load that is used after it."""
    result = merged(kernel("global_store_b32 v1, v8, s[2:3] offset:2048\n"))
    assert counts(result.module) == [1, 0]


def test_a_wait_goes_behind_the_access_in_front_of_its_arithmetic() -> None:
    """There it takes the sequencer no cycle, and the arithmetic is not interrupted."""
    for work, place in ((8 * WORK, "global_store_b32"), (WORK, "v_mov_b32_e32")):
        lines = "".join(f"v_mov_b32_e32 v{40 + i}, {i + 1}.0\n" for i in range(8)) + "v_lshlrev_b32_e32 v1, 2, v0\n"
        lines += "global_load_b32 v8, v1, s[4:5]\n" + work.replace("1.0, v3", "1.0, v4").replace("v3", "v4")
        lines += "global_store_b32 v1, v40, s[2:3] offset:128\nv_mov_b32_e32 v9, 2.0\nv_mov_b32_e32 v10, 2.0\n"
        lines += "s_waitcnt vmcnt(0)\nv_mul_f32_e32 v9, v8, v9\nglobal_store_b32 v1, v9, s[2:3]\n"
        module = parse_text(text_of(lines), "k.s")
        result = merged(module)
        assert result.changed == (work != WORK)
        found = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
        wait = max(k for k, name in enumerate(found) if name == "s_waitcnt")
        assert found[wait - 1] == place


def test_a_block_can_be_left_out() -> None:
    module = kernel()
    (part,) = merged(module).parts
    assert MergeWaits(without=(part.line,)).apply(module, module.kernels[0]).reason == "no-candidate"


def test_a_merged_wait_is_derived_again_from_what_uses_the_results() -> None:
    """Nothing but the uses of the results explains it, so a later run may place it anew."""
    module = parse_text(merged(kernel()).module.text(), "k.s")
    bare = stripped(module, module.kernels[0])
    assert bare.text() == stripped(kernel(), kernel().kernels[0]).text()
    assert counts(built(bare, module, module.kernels[0])) == [2, 1, 0]


def test_a_wait_that_orders_an_access_is_kept() -> None:
    """The result is used behind the store, so the wait before it says more than the use does."""
    lines = "v_lshlrev_b32_e32 v1, 2, v0\nglobal_load_b32 v8, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v9, 1.0\n"
    lines += "global_store_b32 v1, v9, s[2:3]\nglobal_store_b32 v1, v8, s[2:3] offset:128\n"
    module = parse_text(text_of(lines), "k.s")
    bare = stripped(module, module.kernels[0])
    again = built(bare, module, module.kernels[0])
    names = [i.op.mnemonic for _, i in again.instructions(again.kernels[0])]
    assert names.index("s_waitcnt", names.index("global_load_b32")) < names.index("global_store_b32")
