"""Results of kernels by the code that they are about: the same code under other names is optimised once in a file, and
once in a store.

A library's templates make many kernels of the same code, and many files hold the same kernel. A kernel is looked up by
its own text, with marks in place of its name and of the number in its labels. What is found only proposes a rewrite:
it is taken where what was proved is what the file asks (:mod:`isaopt.proof.question`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

from isaopt.alike import NO_LEAD, Lead
from isaopt.asm.isolate import Isolated, about_all, own_items
from isaopt.asm.parser import parse_text
from isaopt.cache.store import DeferredStore, version_key
from isaopt.ir.program import Module
from isaopt.linting.run import lint_module
from isaopt.one_kernel import Done
from isaopt.outcome import KernelReport, Options
from isaopt.plain import decode, encode
from isaopt.plugins import extended
from isaopt.tuning.headroom import Promise
from isaopt.tuning.model import Aim

#: Marks for a kernel's name, the number in its labels, and lines from its first one: no assembly holds them.
_KERNEL, _NUMBER, _LINE = "\ue000", "\ue001", "\ue002"
_LABEL = re.compile(r"\.L(?:BB|func_end)(\d+)")
_SAID_LINES = re.compile(r'(\bline |"line":)(\d+)')
_MARKED_LINES = re.compile(_LINE + r"(-?\d+)" + _LINE)


@dataclass(frozen=True, slots=True)
class _KernelEntry:
    """What became of a kernel, under marks: the ``code`` and the items ``around`` it, and the report as JSON."""

    changed: bool
    code: str
    around: tuple[str, ...]
    report: str
    question: str
    promise: Promise | None = None


@dataclass(frozen=True, slots=True)
class _Marks:
    """Exchanges the names of a kernel for marks, and back."""

    name: str
    number: str
    line: int

    @staticmethod
    def of(alone: Isolated, own: Sequence[int]) -> _Marks:
        items = alone.module.items
        found = (_LABEL.search(items[i].text) for i in own)
        number = next((match[1] for match in found if match), "")
        return _Marks(alone.kernel.name, number, items[alone.kernel.first].line)

    def marked(self, text: str) -> str:
        return self._numbered(re.sub(rf"(?<![\w.$]){re.escape(self.name)}(?![\w$])", _KERNEL, text))

    def named(self, text: str) -> str:
        return text.replace(_KERNEL, self.name).replace(_NUMBER, self.number)

    def marked_report(self, report: str) -> str:
        return self._numbered(_SAID_LINES.sub(lambda m: f"{m[1]}{_LINE}{int(m[2]) - self.line}{_LINE}", report))

    def named_report(self, report: str) -> str:
        return self.named(_MARKED_LINES.sub(lambda m: str(int(m[1]) + self.line), report))

    def _numbered(self, text: str) -> str:
        return re.sub(rf"\b(L?BB|Lfunc_end){self.number}(?=_|\b)", rf"\1{_NUMBER}", text) if self.number else text


@dataclass(frozen=True)
class KernelResults:
    """The results of kernels of a ``file`` with these ``options``; those of other files are in the ``store``."""

    file: Module
    options: Options
    store: DeferredStore | None = None
    known: dict[str, _KernelEntry] = field(default_factory=dict)

    def key(self, alone: Isolated, lead: Lead = NO_LEAD) -> str:
        """The name of a kernel's result, the same for the same code and ``lead``; empty where other things
        decide, too."""
        own, aim, options = own_items(self.file, alone), self.options.aim, self.options
        if own is None or extended() or options.trials is not None or options.assumptions:
            return ""
        if aim != Aim() or options.objective == "measured":
            return ""
        text = _Marks.of(alone, own).marked("".join(alone.module.items[i].text for i in own))
        if any(mark in "".join(i.text for i in alone.module.items) for mark in (_KERNEL, _NUMBER, _LINE)):
            return ""
        said = {f.name: encode(getattr(options, f.name)) for f in fields(options) if f.name != "kernels"}
        question = {"version": version_key() if self.store else "", "arch": self.file.arch, "options": said}
        question["target"] = about_all(alone.module)
        digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode())
        digest.update(json.dumps(encode(lead)).encode())
        digest.update(b"\0kernel\0" + text.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def keep(self, key: str, alone: Isolated, done: Done) -> None:
        """Remembers a result, unless it depends on more than the kernel."""
        own = own_items(self.file, alone)
        before, after, kernel = alone.module, done.module, alone.kernel
        if not key or own is None or done.stages or done.assumptions:
            return
        new = after.kernels[0]
        around = (*after.items[: new.first], *after.items[new.last :])
        places = (*range(kernel.first), *range(kernel.last, len(before.items)))
        mine = frozenset(own)
        if any(i not in mine and item.text != before.items[i].text for i, item in zip(places, around, strict=True)):
            return
        marks = _Marks.of(alone, own)
        entry = _KernelEntry(
            done.changed,
            marks.marked("".join(item.text for item in after.items[new.first : new.last])),
            tuple(marks.marked(item.text) for i, item in zip(places, around, strict=True) if i in mine),
            marks.marked_report(json.dumps(encode(done.report), ensure_ascii=False, separators=(",", ":"))),
            done.question,
            done.promise,
        )
        self.known[key] = entry
        if self.store is not None:
            self.store.put(key, json.dumps(encode(entry)).encode("utf-8", "surrogateescape"))

    def get(self, key: str, alone: Isolated) -> Done | None:
        """The result of the same code, for this kernel."""
        entry = self.known.get(key) or self._stored(key)
        own = own_items(self.file, alone)
        if entry is None or own is None:
            return None
        marks, kernel, items = _Marks.of(alone, own), alone.kernel, alone.module.items
        try:
            report = decode(KernelReport, json.loads(marks.named_report(entry.report)))
            report = replace(report, name=kernel.name)
        except (ValueError, RecursionError):
            return None
        if not entry.changed:
            return Done(alone.module, (), report, promise=entry.promise)
        mine, left, texts = frozenset(own), iter(entry.around), list[str]()
        for i, item in enumerate(items):
            if i == kernel.first:
                texts.append(marks.named(entry.code))
            if not kernel.first <= i < kernel.last:
                texts.append(marks.named(next(left, "")) if i in mine else item.text)
        after = parse_text("".join(texts), self.file.path, self.file.arch, keep_unknown=True)
        if len(after.items) - after.kernels[0].last != len(items) - kernel.last:
            return None
        findings = lint_module(after, kernels=(kernel.name,))
        return Done(after, (), report, (), findings, entry.question, entry.promise, looked_up=True)

    def _stored(self, key: str) -> _KernelEntry | None:
        payload = self.store.get(key) if self.store is not None and key else None
        try:
            return None if payload is None else decode(_KernelEntry, json.loads(payload))
        except (ValueError, RecursionError):
            return None
