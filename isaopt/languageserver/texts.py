"""The open texts, and the process that computes their facts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from isaopt.languageserver.facts import Request, TextFacts, find_facts
from isaopt.languageserver.renaming import Refused, RegisterEdit, Renaming, rename
from isaopt.languageserver.snapshot import Draft
from isaopt.languageserver.view import TextView
from isaopt.workers import Helper, Lost

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass
class OpenText:
    """A text that an editor has open.  ``trouble`` is why the facts of the text as it is could not be found."""

    uri: str
    draft: Draft
    view: TextView
    version: int | None = None
    trouble: str = ""
    search: asyncio.Task[None] | None = field(default=None, repr=False)


class Texts:
    """The texts by URI.  ``noticed`` is called when the view of one has changed, ``arch`` is the target of those that
    name none."""

    def __init__(self, noticed: Callable[[OpenText], None], arch: str | None = None) -> None:
        self.arch, self._noticed = arch, noticed
        self._open: dict[str, OpenText] = {}
        self._facts: Helper[Request, TextFacts] = Helper(find_facts)
        self._renamings: Helper[Renaming, tuple[RegisterEdit, ...] | Refused] = Helper(rename)
        # Threads of its own: what waits in them must not keep the event loop from ending.
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="isaopt")

    def get(self, uri: str) -> OpenText | None:
        return self._open.get(uri)

    def changed(self, uri: str, path: str, text: str, version: int | None) -> None:
        """Handles a text that was opened or edited: reads it at once and starts the search for its facts."""
        known = self._open.get(uri)
        if known is None:
            draft = Draft(path, self.arch)
            known = self._open[uri] = OpenText(uri, draft, TextView(draft.read(text)))
        else:
            known.view = TextView(known.draft.read(text), known.view.then, known.view.facts)
        known.version, known.trouble = version, ""
        self._noticed(known)
        if known.search is None or known.search.done():
            known.search = asyncio.get_running_loop().create_task(self._search(known))

    def closed(self, uri: str) -> None:
        known = self._open.pop(uri, None)
        if known is not None and known.search is not None:
            known.search.cancel()

    async def view(self, known: OpenText, fresh: bool = False) -> TextView:
        """The view with facts, which those of the version before are unless they must be ``fresh``; without them where
        they cannot be found.  Only a text that was just opened makes anybody wait who can do with older ones."""
        while (
            (known.view.facts is None or (fresh and not known.view.fresh))
            and not known.trouble
            and known.search is not None
            and not known.search.done()
        ):
            await asyncio.wait([known.search])
        return known.view

    async def rename(self, asked: Renaming) -> tuple[RegisterEdit, ...] | Refused:
        answer = await self._ask(self._renamings, asked)
        return Refused(answer.why) if isinstance(answer, Lost) else answer

    async def _search(self, known: OpenText) -> None:
        """Computes the facts of the newest version, until there is no newer one."""
        while not known.view.fresh and not known.trouble:
            now = known.view.now
            answer = await self._ask(self._facts, Request(known.draft.path, now.text, self.arch))
            if not isinstance(answer, Lost):
                known.view = TextView(known.view.now, now, answer)
            elif known.view.now is now:
                known.trouble = answer.why
            self._noticed(known)

    async def _ask(self, helper: Helper[Task, Answer], task: Task) -> Answer | Lost:
        return await asyncio.get_running_loop().run_in_executor(self._threads, helper.ask, task)

    def close(self) -> None:
        """Ends the processes and everything that waits for them."""
        self._facts.close()
        self._renamings.close()
        self._threads.shutdown(cancel_futures=True)
