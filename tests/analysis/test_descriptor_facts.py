"""What the metadata say of each kernel, asked for many kernels and files in turn."""

from __future__ import annotations

from isaopt.analysis.figures.descriptor import resources_of, workgroup_size
from isaopt.asm.parser import parse_text

ENTRY = "  - .args:\n      - .name: size\n    .max_flat_workgroup_size: {size}\n    .name: {name}\n"


def module_of(sizes: dict[str, int], count: int) -> str:
    code = "".join(
        f"{n}:\n s_endpgm\n.amdhsa_kernel {n}\n.amdhsa_next_free_vgpr n+1\n.end_amdhsa_kernel\n.text\n" for n in sizes
    )
    entries = "".join(ENTRY.format(name=n, size=s) for n, s in sizes.items())
    return f".set n, {count}\n{code}.amdgpu_metadata\namdhsa.kernels:\n{entries}.end_amdgpu_metadata\n"


def test_each_kernel_of_each_file_has_its_own() -> None:
    first = parse_text(module_of({"a": 64, "b": 128}, 4), "1.s", "gfx1100")
    second = parse_text(module_of({"a": 256, "c": 512}, 9), "2.s", "gfx1100")
    for _ in range(2):
        assert [resources_of(first, k).workgroup_size for k in first.kernels] == [64, 128]
        assert [resources_of(second, k).workgroup_size for k in second.kernels] == [256, 512]
        assert {resources_of(first, k).vgprs for k in first.kernels} == {5}
        assert {resources_of(second, k).vgprs for k in second.kernels} == {10}
    assert workgroup_size(first, "c") is None
