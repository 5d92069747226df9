"""Declared resources: counts, metadata, limits, occupancy, LDS and kernel arguments; and repairs of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.fixes import repair_module
from isaopt.linting.model import Severity
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import described

KERNELS = Path(__file__).parents[2] / "kernels_s"
RULES = choose_rules(["vgpr-count", "sgpr-count", "metadata-mismatch", "resource-limit", "scratch-undeclared"])
SEGMENTS = choose_rules(["lds-size", "kernarg-size"])

TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
k:
{body}
\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size {lds}
\t\t.amdhsa_kernarg_size 24
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_user_sgpr_dispatch_ptr {dispatch}
\t\t.amdhsa_next_free_vgpr {vgprs}
\t\t.amdhsa_next_free_sgpr {sgprs}
\t\t.amdhsa_reserve_vcc {vcc}
{more}\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .name: k
        .offset: 0
        .vgpr_count: 99
    .group_segment_fixed_size: {meta_lds}
    .kernarg_segment_size: {kernarg}
    .max_flat_workgroup_size: {size}
    .name: {name}
    .sgpr_count: {meta_sgprs}
    .vgpr_count: {meta_vgprs}
    .wavefront_size: {wave}
  - .name: other
    .vgpr_count: 77
...
\t.end_amdgpu_metadata
"""


def kernel(body: str = "s_nop 0", **changed: int | str) -> Module:
    values: dict[str, int | str] = {
        "lds": 256, "dispatch": 0, "vgprs": 8, "sgprs": 16, "vcc": 1, "more": "", "meta_lds": 256, "kernarg": 24,
        "size": 256, "name": "k", "meta_sgprs": 18, "meta_vgprs": 8, "wave": 32,
    }  # fmt: skip
    lines = "\n".join(f"\t{line}" for line in body.split("\n"))
    return parse_text(TEXT.format(body=lines, **(values | changed)), "k.s")


def rules_of(module: Module) -> list[tuple[str, Severity]]:
    return [(f.rule, f.severity) for f in lint_module(module, RULES)]


def test_consistent_counts_are_silent() -> None:
    assert rules_of(kernel("v_mov_b32 v7, s15\nv_cmp_gt_u32 vcc_lo, 8, v0")) == []


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"body": "v_mov_b32 v8, 0"}, "vgpr-count"),
        ({"body": "global_load_b128 v[5:8], v0, s[2:3]"}, "vgpr-count"),
        ({"body": "v_mov_b32 v1, s16"}, "sgpr-count"),
        ({"body": "s_mov_b32 vcc_lo, 0", "vcc": 0, "meta_sgprs": 16}, "sgpr-count"),
        ({"meta_vgprs": 7}, "metadata-mismatch"),
        ({"meta_sgprs": 17}, "metadata-mismatch"),
        ({"meta_lds": 0}, "metadata-mismatch"),
        ({"kernarg": 16}, "metadata-mismatch"),
        ({"wave": 64}, "metadata-mismatch"),
        ({"vgprs": 257, "meta_vgprs": 257}, "resource-limit"),
        ({"sgprs": 107, "meta_sgprs": 109}, "resource-limit"),
        ({"lds": 65537, "meta_lds": 65537}, "resource-limit"),
        ({"size": 1025}, "resource-limit"),
        ({"body": "scratch_load_b32 v0, off, off"}, "scratch-undeclared"),
    ],
)
def test_each_disagreement_is_found(changed: dict[str, int | str], rule: str) -> None:
    module = kernel(**{"body": "s_nop 0"} | changed)  # type: ignore[arg-type]
    severity = Severity.WARNING if rule == "sgpr-count" or changed.keys() == {"meta_sgprs"} else Severity.ERROR
    assert set(rules_of(module)) >= {(rule, severity)}


def test_a_descriptor_may_reserve_more_than_the_metadata_counts() -> None:
    """clang does so to keep the number of waves down; the metadata has the kernel's own count then."""
    more = "\t.set k.num_vgpr, 7\n"
    assert rules_of(kernel("v_mov_b32 v6, 0", meta_vgprs=7, more=more)) == []
    wrong = ("metadata-mismatch", Severity.ERROR)
    assert rules_of(kernel("v_mov_b32 v7, 0", meta_vgprs=7, more=more)) == [wrong]
    assert rules_of(kernel("v_mov_b32 v6, 0", meta_vgprs=6, more=more)) == [wrong]
    assert rules_of(kernel("v_mov_b32 v6, 0", meta_vgprs=9, more="\t.set k.num_vgpr, 9\n")) == [wrong]


def test_only_the_kernels_own_metadata_count() -> None:
    assert rules_of(kernel(name="elsewhere", meta_vgprs=1, meta_lds=9)) == []


def test_counts_that_are_expressions() -> None:
    module = kernel("v_mov_b32 v8, 0", vgprs="max(totalnumvgprs(0, k.num_vgpr), 1, 0)", more="\t.set k.num_vgpr, 8\n")
    found = lint_module(module, choose_rules(["vgpr-count"]))
    assert [(f.rule, f.fix) for f in found] == [("vgpr-count", ())]
    unknown = kernel("v_mov_b32 v8, 0", vgprs="max(totalnumvgprs(0, elsewhere.num_vgpr), 1, 0)", meta_vgprs=8)
    assert rules_of(unknown) == []


def test_counts_are_repaired_together() -> None:
    module = kernel("v_mov_b32 v11, s20\ns_mov_b32 vcc_lo, 0", vcc=0, meta_sgprs=16, wave=64)
    result = repair_module(module, RULES)
    assert result.left == ()
    text = result.module.text()
    for line in (".amdhsa_next_free_vgpr 12", ".amdhsa_next_free_sgpr 21", ".amdhsa_reserve_vcc 1"):
        assert f"\t\t{line}\n" in text
    for line in (
        "    .vgpr_count: 12\n",
        "    .sgpr_count: 23\n",
        "    .wavefront_size: 32\n",
        "        .vgpr_count: 99\n",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("vgprs", "changed", "message"),
    [
        (96, {}, ""),
        (97, {}, "1 fewer would allow 16"),
        (100, {}, "4 fewer would allow 16"),
        (101, {}, ""),
        (121, {}, "1 fewer would allow 12"),
        # LDS allows no more waves anyway: two workgroups of eight waves on four SIMDs.
        (97, {"lds": 65536, "meta_lds": 65536}, ""),
    ],
)
def test_occupancy_cliffs(vgprs: int, changed: dict[str, int | str], message: str) -> None:
    findings = lint_module(
        kernel("s_nop 0", **{"vgprs": vgprs, "meta_vgprs": vgprs} | changed), choose_rules(["occupancy-cliff"])
    )
    assert [f.severity for f in findings] == ([Severity.WARNING] if message else [])
    assert all(message in f.message for f in findings)


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("ds_load_b32 v1, v0 offset:252", None),
        ("ds_load_b32 v1, v0 offset:253", Severity.WARNING),
        ("ds_load_b128 v[4:7], v0 offset:240", None),
        ("ds_load_b128 v[4:7], v0 offset:244", Severity.WARNING),
        ("ds_store_b8 v0, v1 offset:255", None),
        ("ds_load_2addr_b64 v[4:7], v0 offset0:1 offset1:31", None),
        ("ds_load_2addr_b64 v[4:7], v0 offset0:32 offset1:1", Severity.WARNING),
        ("ds_load_2addr_stride64_b32 v[4:5], v0 offset0:0 offset1:1", Severity.WARNING),
        ("ds_load_u16_d16 v1, v0 offset:254", None),
        ("v_mov_b32 v1, 0x100\nds_load_b32 v2, v1", Severity.WARNING),
        ("v_mov_b32 v1, 0x10000\nds_load_b32 v2, v1", Severity.ERROR),
        ("v_mov_b32 v1, 0x10000\nv_mov_b32 v1, v0\nds_load_b32 v2, v1", None),
        ("ds_swizzle_b32 v1, v0 offset:0x8000", None),
    ],
)
def test_lds_accesses(body: str, severity: Severity | None) -> None:
    findings = lint_module(kernel(body), SEGMENTS)
    assert [f.severity for f in findings] == ([severity] if severity else [])


def test_lds_of_the_launch_alone_is_said_once() -> None:
    module = kernel("ds_load_b32 v1, v0 offset:512\nds_load_b32 v2, v0", lds=0, meta_lds=0)
    assert [f.severity for f in lint_module(module, SEGMENTS)] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("body", "dispatch", "bad"),
    [
        # 24 bytes of arguments are given 32.
        ("s_load_b64 s[4:5], s[0:1], 0x18", 0, False),
        ("s_load_b64 s[4:5], s[0:1], 0x1c", 0, True),
        ("s_load_b64 s[4:5], s[0:1], 0x1c", 1, False),
        ("s_load_b64 s[4:5], s[2:3], 0x1c", 1, True),
        ("s_load_b64 s[0:1], s[0:1], 0x0\ns_load_b64 s[4:5], s[0:1], 0x40", 0, False),
    ],
)
def test_kernel_arguments(body: str, dispatch: int, bad: bool) -> None:
    assert [f.rule for f in lint_module(kernel(body, dispatch=dispatch), SEGMENTS)] == (["kernarg-size"] if bad else [])


@pytest.mark.parametrize("path", sorted(KERNELS.glob("s*.s")), ids=lambda path: path.stem)
def test_one_register_too_few_is_found_in_real_kernels(path: Path) -> None:
    text = path.read_text()
    module = parse_text(text, str(path))
    (unit,) = module.kernels
    line = module.items[unit.descriptor[".amdhsa_next_free_vgpr"]].text
    count = int(line.split()[1])
    low = parse_text(text.replace(line, line.replace(str(count), str(count - 1))), str(path))
    found = {f.rule for f in lint_module(low, RULES)}
    assert {"vgpr-count"} == found
    assert repair_module(low, RULES).module.text() == text


@pytest.mark.parametrize(
    ("declared", "stated", "body"), [(1, 0, "s_nop 0"), (2, 0, "s_nop 0"), (1, 0, "v_mov_b32 v0, 1")]
)
def test_a_kernel_without_vgprs_declares_one(declared: int, stated: int, body: str) -> None:
    rules = {f.rule for f in lint_module(kernel(body, vgprs=declared, meta_vgprs=stated), RULES)}
    assert ("metadata-mismatch" in rules) == ((declared, body) != (1, "s_nop 0"))


SCRATCH, FLAT = "scratch_store_b32 off, v0, off", "global_store_b32 v1, v0, s[2:3]"


@pytest.mark.parametrize(
    ("body", "directives", "missing"),
    [
        (SCRATCH, ("private_segment_fixed_size 16", "enable_private_segment 1"), ""),
        (SCRATCH, ("private_segment_fixed_size 16", "enable_private_segment 0"), ".amdhsa_enable_private_segment 1"),
        (SCRATCH, ("private_segment_fixed_size 16",), ".amdhsa_enable_private_segment 1"),
        (SCRATCH, ("private_segment_fixed_size 0", "enable_private_segment 1"), "a .amdhsa_private_segment_fixed_size"),
        (SCRATCH, ("enable_private_segment 1",), "a .amdhsa_private_segment_fixed_size"),
        (SCRATCH, ("enable_private_segment 1", "uses_dynamic_stack 1"), ""),
        (SCRATCH, ("enable_private_segment 0", "uses_dynamic_stack 1"), ".amdhsa_enable_private_segment 1"),
        (SCRATCH, ("private_segment_fixed_size X", "enable_private_segment Y"), ""),
        (FLAT, (), ""),
    ],
)
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_scratch_needs_a_segment(body: str, directives: tuple[str, ...], missing: str, arch: str) -> None:
    found = lint_module(described(body, *directives, arch=arch), choose_rules(["scratch-undeclared"]))
    assert [f.message.partition(", but ")[2] for f in found] == ([f"{missing} is missing"] if missing else [])


@pytest.mark.parametrize(
    ("body", "size", "fits"),
    [
        ("s_nop 0", "0", True),
        ("s_nop 0", "1", True),
        ("s_nop 0", "2", False),
        ("s_nop 0\n" * 31, "1", True),
        ("s_nop 0\n" * 32, "2", True),
        ("s_nop 0\n" * 32, "3", False),
        ("s_nop 0", "instprefsize", True),
        # How long the code is cannot be told.
        (".rept 99\ns_nop 0\n.endr", "2", True),
        (";#ASMSTART\ns_nop 0\n;#ASMEND", "2", True),
    ],
)
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_prefetching_beyond_the_code(body: str, size: str, fits: bool, arch: str) -> None:
    found = lint_module(described(body, f"inst_pref_size {size}", arch=arch), choose_rules(["prefetch-size"]))
    assert bool(found) is not fits


@pytest.mark.parametrize(
    ("load", "arch", "severity"),
    [
        ("s_load_b32 s4, s[2:3], 0x4", "gfx1100", None),
        ("s_load_b32 s4, s[2:3], 0x2", "gfx1100", Severity.ERROR),
        ("s_load_b32 s4, s[2:3], -0x2", "gfx1100", Severity.ERROR),
        ("s_load_b128 s[4:7], s[2:3], 0x4", "gfx1100", None),
        ("s_load_b64 s[4:5], s[2:3], 0x1", "gfx1201", Severity.ERROR),
        ("s_load_b32 s4, s[2:3], s7 offset:0x2", "gfx1201", Severity.ERROR),
        ("s_buffer_load_b32 s4, s[8:11], 0x6", "gfx1100", Severity.ERROR),
        ("s_load_u8 s4, s[2:3], 0x3", "gfx1201", None),
        ("s_load_i16 s4, s[2:3], 0x2", "gfx1201", None),
        ("s_load_u16 s4, s[2:3], 0x3", "gfx1201", Severity.ERROR),
        ("s_add_u32 s2, s2, 6\ns_addc_u32 s3, s3, 0\ns_load_b32 s4, s[2:3], 0x0", "gfx1100", Severity.WARNING),
        ("s_mov_b32 s7, 6\ns_load_b32 s4, s[2:3], s7", "gfx1100", Severity.WARNING),
        ("s_mov_b32 s7, 8\ns_load_b32 s4, s[2:3], s7", "gfx1100", None),
        ("s_load_b32 s4, s[2:3], s7", "gfx1100", None),
    ],
)
def test_alignment_of_scalar_loads(load: str, arch: str, severity: Severity | None) -> None:
    found = lint_module(described(load, arch=arch), choose_rules(["scalar-load-alignment"]))
    assert [f.severity for f in found] == ([] if severity is None else [severity])
