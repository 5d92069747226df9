"""The pass ``inline-zeros``: products added to 0, proved and run; and where registers stay."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.inline_zeros import InlineZeros
from tests.emulator.running import text_of
from tests.transform.soundness import applied

ZEROS = "".join(f"v_mov_b32_e32 v{r}, 0\n" for r in range(24, 32))
COPIES = "s_mov_b32 s8, 0\ns_mov_b32 s9, s8\ns_mov_b64 s[10:11], s[8:9]\n" + "".join(
    f"v_dual_mov_b32 v{r}, s{8 + r % 4} :: v_dual_mov_b32 v{r + 1}, s{8 + (r + 1) % 4}\n" for r in range(24, 32, 2)
)
PRODUCT = "v_wmma_f32_16x16x16_f16 v[32:39], v[8:15], v[16:23], v[24:31]\n"
AGAIN = "v_wmma_f32_16x16x16_f16 v[40:47], v[16:23], v[8:15], v[24:31]\n"
LOOP = "s_mov_b32 s12, 0\n.Lloop:\n{}s_add_i32 s12, s12, 1\ns_cmp_lt_u32 s12, 3\ns_cbranch_scc1 .Lloop\n"


def kernel(lines: str, arch: str = "gfx1100", wave: int = 32) -> Module:
    """Loads A and B, runs the lines, and stores a sum of what they give."""
    if arch == "gfx1201":
        lines = lines.replace("v[8:15]", "v[8:11]").replace("v[16:23]", "v[16:19]")
    wait = "s_waitcnt vmcnt(0)\n" if arch == "gfx1100" else "s_wait_loadcnt 0x0\n"
    loads = "".join(f"global_load_b128 v[{r}:{r + 3}], v1, s[4:5] offset:{4 * r}\n" for r in range(8, 24, 4))
    start = "v_lshlrev_b32_e32 v1, 2, v0\n" + loads + wait
    start += "".join(f"v_mov_b32_e32 v{r}, {r}\n" for r in range(40, 48))
    stores = "".join(f"global_store_b128 v1, v[{r}:{r + 3}], s[2:3] offset:{64 * r}\n" for r in range(32, 48, 4))
    return parse_text(text_of(start + lines + stores, arch, wave), "k.s")


def zeroed(module: Module) -> PassResult:
    return applied(InlineZeros(), module, emulated=True)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize(
    "lines", [ZEROS + PRODUCT, COPIES + PRODUCT + AGAIN, LOOP.format(COPIES + PRODUCT)], ids=["zeros", "copies", "loop"]
)
def test_registers_are_not_zeroed_for_a_product(arch: str, lines: str) -> None:
    result = zeroed(kernel(lines, arch))
    text = result.module.text()
    assert result.changed
    assert ", 0\n" in text[text.index("v_wmma") :]
    assert "v24" not in text
    assert "v[24:31]" not in text


def test_a_sum_of_several_products_starts_with_0() -> None:
    own = PRODUCT.replace("v[32:39]", "v[24:31]")
    result = zeroed(kernel(ZEROS + own + own + "".join(f"v_mov_b32_e32 v{r + 8}, v{r}\n" for r in range(24, 32))))
    lines = [i.text.strip() for i in result.module.items if "v_wmma" in i.text]
    assert [line.rsplit(", ", 1)[1] for line in lines] == ["0", "v[24:31]"]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (ZEROS.replace("v27, 0", "v27, 1.0") + PRODUCT, "no-candidate"),
        (ZEROS.replace("v27, 0", "v27, 0x80000000") + PRODUCT, "no-candidate"),  # -0.0
        (ZEROS.replace("v_mov_b32_e32 v27, 0\n", "v_mov_b16_e32 v27.l, 0\n") + PRODUCT, "no-candidate"),
        ("s_mov_b32 exec_lo, 0xffff\n" + ZEROS + "s_mov_b32 exec_lo, -1\n" + PRODUCT, "no-candidate"),
        (LOOP.format(PRODUCT + "v_mov_b32_e32 v24, v32\n").replace(".Lloop", ZEROS + ".Lloop", 1), "no-candidate"),
        (ZEROS + PRODUCT.rstrip() + " neg_lo:[0,0,1]\n", "no-candidate"),
        (ZEROS + PRODUCT + "".join(f"v_add_f32_e32 v40, v40, v{r}\n" for r in range(24, 32)), "no-gain"),
        (ZEROS, "no-candidate"),
    ],
    ids=["one", "minus-0", "half", "lanes", "loop", "negated", "needed", "no-product"],
)
def test_registers_stay_for_a_reason(lines: str, reason: str) -> None:
    result = zeroed(kernel(lines))
    assert (result.changed, result.reason) == (False, reason)
