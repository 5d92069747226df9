"""The pass ``lds-offsets``: LDS accesses that share address registers, proved and run; and where they do not."""

from __future__ import annotations

from random import Random

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.lds_offsets import LdsOffsets
from tests.emulator.running import text_of
from tests.transform.soundness import applied

WAITS = {"gfx11": "s_waitcnt lgkmcnt(0)", "gfx12": "s_wait_dscnt 0x0"}
LDS = 65536
#: v1 is 16 times the number of the work-item, of 32; 24 KiB of LDS hold something.
START = [
    "v_lshlrev_b32_e32 v1, 2, v0",
    *(f"v_mov_b32_e32 v{r}, v0" for r in range(2, 5)),
    *(f"ds_store_b128 v1, v[1:4] offset:{512 * k}" for k in range(48)),
]


def kernel(lines: list[str], arch: str = "gfx1100", wave: int = 32, sums: int = 0) -> Module:
    """The lines, and a store of the sum of that many registers from v8 on."""
    added = [f"v_add_nc_u32_e32 v8, v8, v{8 + k}" for k in range(1, sums)]
    code = "\n".join([*START, *lines, WAITS[arch[:5]], *added, "global_store_b32 v0, v8, s[2:3]"])
    # One wave: no other one writes between its accesses.
    text = text_of(code, arch, wave, LDS).replace("workgroup_size: 1024", "workgroup_size: 32")
    return parse_text(text, "k.s")


def shared(module: Module, without: tuple[int, ...] = (), run: bool = True) -> PassResult:
    return applied(LdsOffsets(without), module, emulated=run)


def texts(module: Module, start: str) -> list[str]:
    return [i.text.strip() for i in module.items if i.text.strip().startswith(start)]


@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)])
def test_pairs_of_loads_within_a_window_share_a_register(arch: str, wave: int) -> None:
    places = [0xB40, 0xC70, 0xDA0, 0xED0, 0x1000, 0x1130]
    lines = [f"v_add_nc_u32_e32 v{30 + k}, {at:#x}, v1" for k, at in enumerate(places)]
    lines += [f"ds_load_2addr_b32 v[{8 + 2 * k}:{9 + 2 * k}], v{30 + k} offset1:1" for k in range(6)]
    module = shared(kernel(lines, arch, wave, 12)).module
    assert texts(module, "v_add_nc_u32_e32 v3") == [
        "v_add_nc_u32_e32 v30, 0xb40, v1",
        "v_add_nc_u32_e32 v32, 0xda0, v1",
    ]
    assert texts(module, "ds_load")[3:] == [
        "ds_load_2addr_b32 v[14:15], v30 offset0:228 offset1:229",
        "ds_load_2addr_b32 v[16:17], v32 offset0:152 offset1:153",
        "ds_load_2addr_b32 v[18:19], v32 offset0:228 offset1:229",
    ]


def test_stores_use_a_register_that_is_needed_anyway() -> None:
    lines = ["v_add_nc_u32_e32 v3, 0x4000, v1", "v_add_nc_u32_e32 v4, 0x8000, v1", "v_mul_f32_e32 v8, v1, v1"]
    lines += ["ds_store_b32 v3, v0 offset:16", "ds_store_b32 v4, v8", "ds_store_b64 v4, v[0:1] offset:512"]
    module = shared(kernel(lines)).module
    assert texts(module, "ds_store")[48:] == [
        "ds_store_b32 v1, v0 offset:16400",
        "ds_store_b32 v1, v8 offset:32768",
        "ds_store_b64 v1, v[0:1] offset:33280",
    ]
    assert not texts(module, "v_add")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["ds_load_b32 v8, v1"], "no-candidate"),
        (["v_xor_b32_e32 v3, 16, v1", "ds_load_b32 v8, v1", "ds_load_b32 v9, v3"], "no-candidate"),
        # Too far behind, or before: offsets are not negative.
        (["v_add_nc_u32_e32 v3, 0x10000, v1", "ds_load_b32 v8, v1", "ds_load_b32 v9, v3"], "no-candidate"),
        (
            ["v_add_nc_u32_e32 v3, -4, v1", "ds_load_b32 v8, v1", "ds_load_b32 v9, v3", "v_mov_b32_e32 v10, v1"],
            "no-candidate",
        ),
        # Another EXEC wrote it.
        (
            [
                *("s_mov_b32 s8, exec_lo", "s_mov_b32 exec_lo, 0xffff", "v_add_nc_u32_e32 v3, 64, v1"),
                *("s_mov_b32 exec_lo, s8", "ds_load_b32 v8, v1", "ds_load_b32 v9, v3"),
            ],
            "no-candidate",
        ),
        # The sum is an operand, too.
        (["v_add_nc_u32_e32 v3, 64, v1", "ds_store_b32 v3, v3", "ds_load_b32 v8, v1"], "no-gain"),
        # What is loaded overwrites it.
        (["v_add_nc_u32_e32 v3, 64, v1", "ds_load_b32 v1, v1", "ds_load_b32 v8, v3"], "no-candidate"),
    ],
    ids=["one", "xor", "far", "before", "lanes", "needed", "overwritten"],
)
def test_what_keeps_its_register(lines: list[str], reason: str) -> None:
    result = shared(kernel(lines))
    assert result.reason == reason


def test_a_block_can_be_left_out() -> None:
    lines = ["v_add_nc_u32_e32 v3, 0x4000, v1", "ds_load_b32 v8, v1", "ds_load_b32 v9, v3"]
    found = shared(kernel(lines, sums=2))
    assert found.changed
    (part,) = found.parts
    assert shared(kernel(lines, sums=2), (part.line,)).reason == "no-candidate"


@pytest.mark.slow
def test_generated_accesses_touch_the_same_bytes() -> None:
    assert sum(shared(generated(Random(seed)), run=seed % 6 == 0).changed for seed in range(18)) > 7


def generated(rng: Random) -> Module:
    """Loads and stores at sums of the item's number, a loop's counter and constants, some behind other lanes."""
    arch, wave = rng.choice([("gfx1100", 32), ("gfx1100", 64), ("gfx1201", 32)])
    exec_ = "exec_lo" if wave == 32 else "exec"
    bits, all_ = (32, "s10") if wave == 32 else (64, "s[10:11]")
    lines = [f"v_mov_b32_e32 v{r}, v0" for r in range(8, 16)]
    lines += [f"s_mov_b32 {part}, 0" for part in ("s8", "s9")] + ["v_mov_b32_e32 v20, v1", ".Lloop:"]
    for _ in range(rng.randint(4, 12)):
        target = rng.randint(21, 26)
        lines.append(f"v_add_nc_u32_e32 v{target}, {4 * rng.randrange(0, 1500):#x}, v{rng.choice([1, 20, target - 1])}")
        data = rng.randint(8, 14)
        form = rng.choice(["ds_load_b32", "ds_load_2addr_b32", "ds_store_b32", "ds_store_2addr_b32"])
        near = f" offset0:{rng.randrange(100)} offset1:{rng.randrange(100, 256)}" if "2addr" in form else ""
        address = f"v{rng.randint(20, 26)}"
        if "load" in form:
            lines.append(f"{form} {f'v[{data}:{data + 1}]' if near else f'v{data}'}, {address}{near}")
        else:
            lines.append(
                f"{form} {address}, v{data}" + (f", v{data + 1}{near}" if near else f" offset:{4 * rng.randrange(9)}")
            )
        lines.append(WAITS[arch[:5]])
        if rng.random() < 0.2:
            lines += [f"s_mov_b{bits} {all_}, {exec_}", f"s_and_b{bits} {exec_}, {exec_}, 0x5555"]
            lines += [f"v_add_nc_u32_e32 v{rng.randint(21, 26)}, 16, v1", f"s_mov_b{bits} {exec_}, {all_}"]
    lines += ["v_add_nc_u32_e32 v20, 0x40, v20", "s_add_i32 s8, s8, 1", "s_cmp_lt_u32 s8, 3", "s_cbranch_scc1 .Lloop"]
    start = [f"v_mov_b32_e32 v{r}, v1" for r in range(21, 27)]
    return kernel([*start, *lines], arch, wave, 7)
