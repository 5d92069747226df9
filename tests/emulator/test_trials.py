"""Two versions on the same launches: what differs is shown with a launch that repeats it, what is equal never is."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import islice
from pathlib import Path

import pytest

from isaopt.api import emulate, verify
from isaopt.asm.parser import parse_text
from isaopt.emulator.agreement import Found, agree, pair, search
from isaopt.emulator.arguments import BufferArg, read_arguments
from isaopt.emulator.emulation import EmulationOptions
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import candidates, given_launch
from isaopt.emulator.witness import EmulatedWitness
from isaopt.errors import CheckFailed, UsageError
from isaopt.ir.program import Module
from isaopt.proof.verdict import Witness, verify_modules
from tests.emulator.running import text_of
from tests.proof import legal
from tests.renaming import random_permutation, rename_kernel

KERNELS = Path(__file__).resolve().parents[2] / "kernels_s"
GIVEN = Geometry((2, 1, 1), (64, 1, 1))
BUFFER = {"kind": "buffer", "dtype": "f32", "shape": [64]}
ARGS = json.dumps([{**BUFFER, "name": n, "init": f"random:{k}"} for k, n in enumerate(("out", "x", "y"))])

#: out[i] = x[i] + y[i], with a use of v9 that only some launches come to.
BODY = """global_load_b32 v1, v0, s[4:5]
v_mov_b32_e32 v3, 0
global_load_b32 v2, v0, s[6:7]
s_waitcnt vmcnt(0)
v_add_f32_e32 v3, v3, v1
v_add_f32_e32 v3, v3, v2
global_store_b32 v0, v3, s[2:3]"""


def load(name: str) -> Module:
    return parse_text((KERNELS / f"{name}.s").read_text(), name)


def made(body: str) -> Module:
    return parse_text(text_of(body), "k.s")


def changed(body: str, old: str, new: str) -> Module:
    assert body.count(old) == 1
    return made(body.replace(old, new))


def test_the_files_own_variables_count() -> None:
    def with_counter(step: int) -> Module:
        data = "\t.data\n\t.p2align 2\ncounter:\n\t.long 5\n"
        body = f"""s_getpc_b64 s[8:9]
        s_add_u32 s8, s8, counter@rel32@lo+4
        s_addc_u32 s9, s9, counter@rel32@hi+12
        v_mov_b32_e32 v5, 0
        v_mov_b32_e32 v6, {step}
        global_atomic_add_u32 v5, v6, s[8:9]
        {BODY}"""
        return parse_text(text_of(body).replace("\t.amdgpu_metadata", data + "\t.amdgpu_metadata", 1), "k.s")

    one, other = with_counter(1), with_counter(2)
    assert agree(pair(one, one, "k", given_launch(GIVEN, ARGS, "ARGS.json")), 2).agrees
    found = agree(pair(one, other, "k", given_launch(GIVEN, ARGS, "ARGS.json")), 2)
    assert not found.agrees
    assert "variables" in found.why


def test_the_function_looks_for_a_difference_as_the_command_does() -> None:
    before, after = made(BODY), changed(BODY, "v3, v3, v2", "v3, v3, v1")
    assert verify(before, after).kernels[0].status == "different"
    assert verify(before, after, search=False).kernels[0].status == "not-proved"
    assert verify(before, before).proved


def difference(before: Module, after: Module) -> Witness | None:
    """What the whole of verify says, which must not be a proof."""
    proof = verify_modules(before, after, witness=EmulatedWitness()).kernels[0]
    assert (proof.status == "different") == (proof.witness is not None)
    assert proof.status != "proved"
    return proof.witness


def repeat(module: Module, witness: Witness) -> dict[str, str]:
    """The hashes that ``emulate`` gives on the launch of a witness, from its JSON."""
    inputs = json.loads(json.dumps(witness.inputs))
    args = read_arguments(json.dumps(inputs["args"]), "ARGS.json")
    options = EmulationOptions(inputs["order"], inputs["late"], inputs["dynamic_lds"])
    emulate(module, tuple(inputs["grid"]), tuple(inputs["block"]), args, kernel=inputs["kernel"], options=options)
    return {a.name: hashlib.sha256(a.data.tobytes()).hexdigest() for a in args if isinstance(a, BufferArg)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("reduction_gfx1100", "v_lshrrev_b32_e32 v3, 3, v0", "v_lshrrev_b32_e32 v3, 4, v0"),
        ("sgemm_lds_gfx1201", "v_fmac_f32_e32 v9, v64, v94", "v_fmac_f32_e32 v9, v64, v93"),
        ("sgemm_lds_gfx1201", "v_ashrrev_i32_e32 v4, 31, v3", "s_nop 0"),
    ],
)
def test_a_planted_mistake_has_a_witness_that_emulate_repeats(name: str, old: str, new: str) -> None:
    before = load(name)
    assert old in before.text()
    after = parse_text(before.text().replace(old, new), name)
    witness = difference(before, after)
    assert witness is not None
    assert repeat(before, witness) == witness.output_a["hashes"]
    if "error" in witness.output_b:
        with pytest.raises(CheckFailed):
            repeat(after, witness)
        return
    again = repeat(after, witness)
    assert again == witness.output_b["hashes"]
    name_of = witness.output_a["buffer"]
    assert again[str(name_of)] != witness.output_a["hashes"][str(name_of)]
    assert witness.output_a["bits"] != witness.output_b["bits"]
    assert witness.output_a["index"] == witness.output_b["index"]


def test_a_missing_wait_shows_when_memory_returns_late() -> None:
    witness = difference(made(BODY), changed(BODY, "s_waitcnt vmcnt(0)", "s_nop 0"))
    assert witness is not None
    assert witness.inputs["late"] is True


def test_an_input_that_depends_on_when_memory_returns_shows_nothing() -> None:
    hasty = changed(BODY, "s_waitcnt vmcnt(0)", "s_nop 0")
    assert "itself depends on when memory returns" in agree(pair(hasty, hasty, "k")).why
    found = search(pair(hasty, made(BODY), "k"))
    assert isinstance(found, str)
    assert "itself depends" in found


@pytest.mark.slow
def test_an_undefined_register_counts_only_if_it_matters_what_it_holds() -> None:
    witness = difference(made(BODY), changed(BODY, "v_mov_b32_e32 v3, 0", "s_nop 0"))
    assert witness is not None
    assert "undefined register" in str(witness.output_b["error"])
    harmless = changed(BODY, "v_mov_b32_e32 v3, 0", "v_mul_u32_u24_e32 v3, v9, v9\n\tv_xor_b32_e32 v3, v3, v3")
    found = search(pair(made(BODY), harmless, "k", given_launch(Geometry((1, 1, 1), (64, 1, 1)), ARGS, "ARGS.json")))
    assert isinstance(found, str)


@pytest.mark.slow
def test_payloads_of_nans_are_no_difference_and_no_agreement() -> None:
    quiet = "v_add_f32_e32 v3, v3, v1"
    before = changed(BODY, quiet, "v_mov_b32_e32 v3, 0x7fc00001")
    after = changed(BODY, quiet, "v_mov_b32_e32 v3, 0x7fc00002")
    found = search(pair(before, after, "k"))
    assert isinstance(found, str)
    assert "NaN" in found
    assert not agree(pair(before, after, "k")).agrees


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reduction_gfx1100", "softmax_gfx1201", "wmma_gemm_gfx1100", "sgemm_lds_gfx1100"])
def test_legal_rewrites_agree(name: str) -> None:
    module = load(name)
    kernel = module.kernels[0]
    rng = random.Random(name)
    rewritten = legal.split_loads(module, kernel, rng, 0.6)
    rewritten = legal.unpaired(rewritten, kernel, rng, 0.5)
    rewritten = legal.reordered(rewritten, kernel, rng, 300)
    rewritten = rename_kernel(rewritten, rewritten.kernels[0], random_permutation(rewritten, rewritten.kernels[0], rng))
    assert rewritten.text() != module.text()
    found = search(pair(module, rewritten, kernel.name))
    assert isinstance(found, str)
    assert found.startswith("both versions agree")


def test_a_given_launch_is_used_and_must_run() -> None:
    launch = given_launch(Geometry((1, 1, 1), (64, 1, 1)), ARGS, "ARGS.json")
    wrong = changed(BODY, "v3, v3, v2", "v3, v3, v1")
    found = search(pair(made(BODY), wrong, "k", launch))
    assert isinstance(found, Found)
    assert found.launch == launch
    small = ARGS.replace("[64]", "[32]")
    with pytest.raises(CheckFailed, match="outside all buffers"):
        search(pair(made(BODY), wrong, "k", given_launch(Geometry((1, 1, 1), (64, 1, 1)), small, "ARGS.json")))
    with pytest.raises(UsageError, match="takes 3 arguments"):
        search(pair(made(BODY), wrong, "k", given_launch(Geometry((1, 1, 1), (64, 1, 1)), "[]", "ARGS.json")))


@pytest.mark.slow
def test_agreement_needs_all_changed_code_to_run() -> None:
    body = BODY + "\ns_cmp_lg_u32 s8, 1\ns_cbranch_scc1 .Lend\nv_mov_b32_e32 v3, 7\n"
    body = "s_mov_b32 s8, 0\n" + body + "global_store_b32 v0, v3, s[2:3]\n.Lend:"
    before = made(body)
    assert agree(pair(before, before, "k")).agrees
    same_elsewhere = changed(body, "v_add_f32_e32 v3, v3, v2", "v_add_f32_e32 v3, v2, v3")
    assert agree(pair(before, same_elsewhere, "k")).agrees
    hidden = changed(body, "v_mov_b32_e32 v3, 7", "v_mov_b32_e32 v3, 8")
    found = agree(pair(before, hidden, "k"))
    assert not found.agrees
    assert "never executed" in found.why
    assert hidden.text().splitlines()[found.line - 1].strip() == "v_mov_b32_e32 v3, 8"
    dropped = agree(pair(before, changed(body, "v_mov_b32_e32 v3, 7", "s_nop 0"), "k"))
    assert "never executed" in dropped.why


@pytest.mark.slow
def test_sizes_of_nothing_are_tried() -> None:
    """Compilers keep a way for empty matrices, which writes zeros."""
    text = (KERNELS / "sgemm_lds_gfx1100.s").read_text()
    old = "\tv_mad_u64_u32 v[1:2], null, s4, 3, v[4:5]\n\tv_add_nc_u32_e32 v7, s4, v4\n"
    assert text.count(old) == 1
    first, second = old.splitlines(keepends=True)
    found = agree(pair(parse_text(text, "k.s"), parse_text(text.replace(old, second + first), "k.s"), "sgemm_lds"))
    assert found.agrees, found.why


def test_nothing_is_shown_by_a_kernel_that_writes_nothing() -> None:
    body = BODY.replace("global_store_b32 v0, v3, s[2:3]", "s_nop 0")
    assert "no launch was found" in agree(pair(made(body), made(body), "k")).why


def test_launches_are_the_same_every_time_and_shaped_by_the_metadata() -> None:
    module = load("sgemm_gfx1201")
    first, again = (list(islice(candidates(module, module.kernels[0]), 30)) for _ in range(2))
    assert first == again
    assert {launch.geometry.threads for launch in first} <= {128, 64, 32}
    assert first[0].geometry.threads == 128
    kinds = [[(a["kind"], a["dtype"]) for a in launch.args] for launch in first]
    # Number of rows by the comparisons it takes part in; alpha and beta by the products.
    assert {k[3] for k in kinds} == {("scalar", "i32")}
    assert {k[4] for k in kinds} | {k[5] for k in kinds} == {("scalar", "f32")}
    assert first[0].redrawn(0) == first[0]
    assert first[0].redrawn(1).args != first[0].args
    required = module.text().replace("    .name: ", "    .reqd_workgroup_size: [16, 4, 2]\n    .name: ", 1)
    other = parse_text(required, "k.s")
    assert {c.geometry.block for c in islice(candidates(other, other.kernels[0]), 9)} == {(16, 4, 2)}
