"""The tables of a run, as Markdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from scripts.fieldwork.entries import Figures, FileLine, KernelLine, faults

#: How many reasons have a column in words; the rest are added up.
_REASONS = 5
_SLOWEST = 10
_PLACES, _KINDS = 20, 60
#: So many characters of what was said make a kind of fault.
_WORDS = 100


def table(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> str:
    """The whole account."""
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections(files, kernels))


def sections(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Iterator[tuple[str, str]]:
    """The tables of the account, each with its title."""
    reasons = Counter(k.reason for k in kernels if k.reason)
    yield "Projects", _rows(_HEAD, _projects(files, kernels))
    yield "Why kernels are left as they are", _rows(("reason", "kernels", "share"), _counted(reasons, len(kernels)))
    yield "What passes change, and why they do not", _rows(("pass", "reason", "kernels"), _passes(kernels))
    yield "Candidates declined", _rows(("code", "candidates", "share"), _declined(kernels))
    yield "Findings of lint on the input", _rows(("rule", "findings", "files"), _lint(files))
    yield "Where the time goes", _rows(("place", "CPU s", "share"), _places(kernels))
    yield f"The {_SLOWEST} slowest kernels", _rows(_SLOW_HEAD, _slowest(files, kernels))
    yield f"The {_SLOWEST} that gain most", _rows(("kernel", "gain", "passes"), _best(kernels))
    yield "Faults", _rows(("kind", "number", "for example"), _faults(files, kernels))


_HEAD = (
    "project", "files", "kernels", "optimised", "rewritten", "left, by reason", "VALU dual before", "after",
    "SGPR bases before", "after", "conflicts before", "after", "gain median", "90 %", "best",
    "compiler CPU s/kernel", "opt CPU s/kernel", "ratio", "peak MB",
)  # fmt: skip
_SLOW_HEAD = ("kernel", "instructions", "CPU s", "where")


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*out, *(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)])


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _quantile(values: Sequence[float], at: float) -> float:
    return values[min(len(values) - 1, int(at * len(values)))]


def _projects(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    names = sorted({line.suite for line in files})
    for name in names:
        yield _project(name, [f for f in files if f.suite == name], [k for k in kernels if k.suite == name])
    if len(names) > 1:
        yield _project("all", files, kernels)


def _project(name: str, files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Sequence[str]:
    known = {(f.file, kernel): figures for f in files for kernel, figures in f.kernels.items()}
    done = [k for k in kernels if (k.file, k.kernel) in known]
    old = [known[k.file, k.kernel] for k in done]
    new = [(k.found and k.found.after) or known[k.file, k.kernel] for k in done]
    reasons = Counter(k.reason for k in done if k.reason)
    gains = sorted((k.found.gain or 0.0) for k in done if k.found is not None)
    compiler_of = {f.file: (f.compiler or 0.0) / max(1, len(f.kernels)) for f in files}
    compiler, cpu = sum(compiler_of[k.file] for k in done), sum(k.seconds for k in done)
    return (
        name,
        str(len(files)),
        str(len(known)),
        str(len(done)),
        _percent(len(done) - reasons.total(), len(done)),
        ", ".join(f"{code} {_percent(n, len(done))}" for code, n in reasons.most_common(_REASONS)),
        *_pair(old, new, lambda figures: (figures.dual, figures.valu)),
        *_pair(old, new, lambda figures: (figures.sgpr_bases, figures.accesses)),
        *(f"{sum(f.conflicts for f in each):.0f}" for each in (old, new)),
        *(f"{100 * _quantile(gains, at):.1f} %" if gains else "-" for at in (0.5, 0.9, 1.0)),
        f"{compiler / len(done):.2f}" if done else "-",
        f"{cpu / len(done):.1f}" if done else "-",
        f"{cpu / compiler:.0f}" if compiler else "-",
        str(max((k.cost.mb for k in done), default=0)),
    )


def _pair(
    old: Sequence[Figures], new: Sequence[Figures], share: Callable[[Figures], tuple[int, int]]
) -> tuple[str, ...]:
    """A share of all kernels before and after."""
    counts = [[share(figures) for figures in each] for each in (old, new)]
    return tuple(_percent(sum(part for part, _ in each), sum(whole for _, whole in each)) for each in counts)


def _counted(counts: Counter[str], whole: int) -> Iterable[Sequence[str]]:
    for code, number in counts.most_common():
        yield code, str(number), _percent(number, whole)


def _passes(kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    found = [k.found for k in kernels if k.found is not None]
    counts = Counter((name, code) for each in found for name, code in each.passes.items())
    counts.update((name, "(changed)") for each in found for name in each.changed)
    for (name, code), number in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        yield name, code, str(number)


def _declined(kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    counts: Counter[str] = Counter()
    for kernel in kernels:
        counts.update(kernel.found.declined if kernel.found is not None else {})
    return _counted(counts, counts.total())


def _lint(files: Sequence[FileLine]) -> Iterable[Sequence[str]]:
    findings: Counter[tuple[str, str]] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for line in files:
        for severity, rules in line.lint.items():
            findings.update({(severity, rule): number for rule, number in rules.items()})
            seen.update((severity, rule) for rule in rules)
    for (severity, rule), number in sorted(findings.items(), key=lambda item: (item[0][0], -item[1])):
        yield f"{severity}: {rule}", str(number), str(seen[severity, rule])


def _places(kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    counts: defaultdict[str, float] = defaultdict(float)
    for kernel in kernels:
        for name, seconds in kernel.places.items():
            counts[name] += seconds
    whole = sum(counts.values())
    for name, seconds in sorted(counts.items(), key=lambda item: -item[1])[:_PLACES]:
        yield name, f"{seconds:.1f}", _percent(seconds, whole)


def _slowest(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    sizes = {(f.file, name): figures.instructions for f in files for name, figures in f.kernels.items()}
    for kernel in sorted(kernels, key=lambda k: -k.cost.cpu)[:_SLOWEST]:
        where = ", ".join(f"{name} {seconds:.0f}" for name, seconds in list(kernel.places.items())[:6])
        size = sizes.get((kernel.file, kernel.kernel), "-")
        yield _short(kernel), str(size), f"{kernel.cost.cpu:.0f}", f"{kernel.cost.status} {where}".strip()


def _best(kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    gains = [(k.found.gain, k, k.found) for k in kernels if k.found is not None and k.found.gain]
    for gain, kernel, found in sorted(gains, key=lambda each: -each[0])[:_SLOWEST]:
        yield _short(kernel), f"{100 * gain:.1f} %", ", ".join(found.changed)


def _short(kernel: KernelLine) -> str:
    return f"{kernel.file} `{kernel.kernel[:60]}`"


def _faults(files: Sequence[FileLine], kernels: Sequence[KernelLine]) -> Iterable[Sequence[str]]:
    """By kind and the first words of what was said, with an example of each."""
    found = list(faults(files, kernels))
    counts = Counter((fault.kind, fault.what[:_WORDS]) for fault in found)
    example = {(fault.kind, fault.what[:_WORDS]): fault for fault in reversed(found)}
    for key, number in counts.most_common(_KINDS):
        yield key[0], str(number), f"{example[key].where}: {example[key].what[:200]}"
