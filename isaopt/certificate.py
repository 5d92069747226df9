"""Certificates: the versions between a file and its rewrite, for kernels that can only be proved step by step.

A certificate is not trusted. It names the intermediate versions of a kernel, and each step from one to the next is
proved again. Assumptions are about the first version, which is the user's; no later step may rely on one.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from isaopt.asm.parser import parse_text
from isaopt.asm.source import encode
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.plain import decode
from isaopt.proof.types import Difference
from isaopt.proof.verdict import BlockProof, KernelProof, Verification, WitnessSearch, verify_modules

FORMAT = "isaopt-certificate-1"
#: The most versions of a kernel, and the most characters in all of them, that a certificate may have.
_MOST_STEPS, _MOST_TEXT = 64, 1 << 28


@dataclass(frozen=True, slots=True)
class Certificate:
    """``input`` and ``output`` are digests of the two files; ``steps`` maps each kernel to the texts between them."""

    input: str
    output: str
    steps: Mapping[str, tuple[str, ...]]

    def text(self) -> str:
        """The certificate as JSON, as it is written to a file."""
        document = {"format": FORMAT, "input": self.input, "output": self.output, "steps": self.steps}
        return json.dumps(document, indent=1) + "\n"


def digest(module: Module) -> str:
    """SHA-256 of a module's text, as a certificate records it."""
    return hashlib.sha256(encode(module.text())).hexdigest()


def certify(before: Module, after: Module, steps: Mapping[str, tuple[str, ...]]) -> Certificate:
    """The certificate of a rewrite whose kernels were proved by these ``steps``; kernels without steps were proved at
    once."""
    return Certificate(digest(before), digest(after), {name: found for name, found in steps.items() if found})


def read_certificate(text: str, path: str) -> Certificate:
    """Reads a certificate from a file's text.

    Raises:
        InputError: the text is not a certificate, or is larger than any that ``opt`` writes.
    """
    if len(text) > _MOST_TEXT:
        raise InputError("the certificate is too large", path)
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise InputError(f"not a certificate of this version ('{FORMAT}')", path)
        found = decode(Certificate, document)
        encode("".join(itertools.chain(*found.steps.values())))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError("not a certificate written by 'isaopt opt --certificate'", path) from None
    if any(len(texts) > _MOST_STEPS for texts in found.steps.values()):
        raise InputError(f"a certificate has at most {_MOST_STEPS} versions of a kernel", path)
    return found


def verify_certified(
    before: Module,
    after: Module,
    certificate: Certificate,
    kernels: Sequence[str] = (),
    assumptions: Sequence[str] = (),
    witness: WitnessSearch | None = None,
) -> Verification:
    """:func:`verify_modules`, with the steps of a certificate for kernels that are not proved at once.

    Raises:
        InputError: the certificate belongs to other files, or one of its versions is not valid assembly.
        UsageError: as :func:`verify_modules`.
    """
    for name, module, expected in (
        ("input", before, certificate.input),
        ("output", after, certificate.output),
    ):
        if digest(module) != expected:
            raise InputError(f"the certificate is for another {name} file", module.path)
    whole = verify_modules(before, after, kernels, assumptions)
    known = {kernel.name for kernel in before.kernels}
    proofs = []
    for proof in whole.kernels:
        steps = certificate.steps.get(proof.name, ())
        if proof.status != "proved" and steps and proof.name in known:
            versions = [before, *(_version(text, before, n) for n, text in enumerate(steps, 1)), after]
            proof = _by_steps(versions, proof, assumptions)
        proofs.append(proof)
    if witness is not None and any(p.status != "proved" for p in proofs):
        failed = tuple(p.name for p in proofs if p.status != "proved")
        again = verify_modules(before, after, [n for n in failed if n in known], assumptions, witness)
        found = {p.name: p for p in again.kernels}
        proofs = [found.get(p.name, p) if p.status != "proved" else p for p in proofs]
    return replace(whole, kernels=tuple(proofs))


def _version(text: str, before: Module, number: int) -> Module:
    return parse_text(text, f"{before.path} (version {number} of the certificate)", before.arch)


def _by_steps(versions: Sequence[Module], proof: KernelProof, assumptions: Sequence[str]) -> KernelProof:
    """Proves a kernel through its versions; on failure, reports that of the direct proof and the first step that fails,
    if any."""
    used: set[str] = set()
    blocks: list[BlockProof] = []
    seconds = proof.seconds
    for number, (one, two) in enumerate(itertools.pairwise(versions), 1):
        step = verify_modules(one, two, (proof.name,), assumptions if number == 1 else ()).kernels[0]
        seconds += step.seconds
        blocks += step.blocks
        used.update(step.assumptions)
        if step.status != "proved":
            failed = Difference(f"step {number} of {len(versions) - 1} of the certificate is not proved")
            return replace(proof, differences=(failed, *step.differences), seconds=seconds)
    return KernelProof(proof.name, "proved", tuple(sorted(used)), tuple(blocks), (), None, seconds)
