"""A client that talks to ``isaopt lsp`` in a process of its own, as an editor does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 120
"""Seconds after which a test gives up; nothing is measured by it."""


class Editor(LanguageClient):
    """Keeps the diagnostics of each version of a text, and what the server has said besides."""

    def __init__(self) -> None:
        super().__init__("test-editor", "1")
        self.published: list[types.PublishDiagnosticsParams] = []
        self.said: list[str] = []
        self.refreshes = 0
        self._changed = asyncio.Condition()
        self.text_version = 0

        async def diagnosed(found: types.PublishDiagnosticsParams) -> None:
            async with self._changed:
                self.published.append(found)
                self._changed.notify_all()

        def logged(message: types.LogMessageParams) -> None:
            self.said.append(message.message)

        def shown(message: types.ShowMessageParams) -> None:
            self.said.append(message.message)

        async def hints(_: None) -> None:
            async with self._changed:
                self.refreshes += 1
                self._changed.notify_all()

        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(diagnosed)
        self.feature(types.WINDOW_LOG_MESSAGE)(logged)
        self.feature(types.WINDOW_SHOW_MESSAGE)(shown)
        self.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(hints)

    async def open(self, uri: str, text: str) -> None:
        self.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "amdgpu", self.text_version, text))
        )

    def edit(self, uri: str, text: str) -> None:
        self.text_version += 1
        document = types.VersionedTextDocumentIdentifier(self.text_version, uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def until(self, happened: Callable[[], bool]) -> None:
        """Waits until the server has sent so much that this holds."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(happened), PATIENCE)

    async def diagnosed(self, uri: str, times: int = 2) -> list[types.Diagnostic]:
        """The diagnostics of the text as it is: those of what cannot be read come first, those of lint second."""

        def of_this() -> list[types.PublishDiagnosticsParams]:
            return [p for p in self.published if p.uri == uri and p.version == self.text_version]

        await self.until(lambda: len(of_this()) >= times)
        return list(of_this()[-1].diagnostics)


@asynccontextmanager
async def editor(folder: Path, *arguments: str, options: object = None) -> AsyncIterator[Editor]:
    """An editor with a server that was started for it; leaving ends both in the protocol's way."""
    client = Editor()
    await client.start_io(sys.executable, "-m", "isaopt", "lsp", *arguments, cwd=folder)
    refresh = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    await client.initialize_async(
        types.InitializeParams(
            types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(inlay_hint=refresh)),
            root_uri=folder.as_uri(),
            initialization_options=options,
        )
    )
    client.initialized(types.InitializedParams())
    try:
        yield client
    finally:
        await asyncio.wait_for(client.shutdown_async(None), PATIENCE)
        client.exit(None)
        stop: Callable[[], Awaitable[None]] = client.stop
        await asyncio.wait_for(stop(), PATIENCE)
