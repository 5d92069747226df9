"""The server: maps requests of the protocol to the functions that answer them."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO, Literal, TextIO

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from isaopt import __version__
from isaopt.errors import UsageError
from isaopt.languageserver import completion, diagnostics, marks, navigation, outline, renaming
from isaopt.languageserver.hover import hover
from isaopt.languageserver.positions import Positions
from isaopt.languageserver.snapshot import known_target
from isaopt.languageserver.texts import OpenText, Texts
from isaopt.languageserver.view import TextView

_SYMBOLS = {
    "kernel": types.SymbolKind.Function,
    "function": types.SymbolKind.Function,
    "loop": types.SymbolKind.Namespace,
    ".amdhsa_kernel": types.SymbolKind.Struct,
    ".amdgpu_metadata": types.SymbolKind.Object,
}
_COMPLETIONS = {
    "mnemonic": types.CompletionItemKind.Function,
    "modifier": types.CompletionItemKind.Property,
    "directive": types.CompletionItemKind.Keyword,
    "label": types.CompletionItemKind.Reference,
}
_LEGEND = types.SemanticTokensLegend(marks.TOKEN_TYPES, marks.TOKEN_MODIFIERS)


class EditorServer(LanguageServer):
    """One client's server; ``arch`` is the target of texts that name none."""

    def __init__(self, arch: str | None = None) -> None:
        # Whole texts: where a line ends is not the same to everybody that would apply changes to lines.
        super().__init__("isaopt", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.texts = Texts(self.noticed, arch)
        self.hints: tuple[str, ...] = marks.HINTS[:2]

    def noticed(self, text: OpenText) -> None:
        """Publishes a text's diagnostics, and has the client refresh everything that depends on its facts."""
        found = diagnostics.diagnostics(text.view, self.positions(text.view))
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(text.uri, found, text.version))
        if text.trouble:
            message = f"{text.draft.path}: no lint and no live ranges: {text.trouble}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
        workspace = self.client_capabilities.workspace
        if workspace is None or not text.view.fresh:
            return
        if workspace.semantic_tokens is not None and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def positions(self, view: TextView) -> Positions:
        return Positions(view.now, self.workspace.position_codec)

    def text(self, document: types.TextDocumentIdentifier) -> OpenText:
        """The open text; a request error for any other."""
        found = self.texts.get(document.uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{document.uri} is not open")
        return found

    def place(
        self, document: types.TextDocumentIdentifier, position: types.Position
    ) -> tuple[TextView, Positions, int, int]:
        """The view, with the requested line and column, from 0 and in characters."""
        view = self.text(document).view
        positions = self.positions(view)
        return view, positions, position.line, positions.column(position)

    def take(self, uri: str) -> None:
        """Stores the text as the client has it."""
        document = self.workspace.get_text_document(uri)
        self.texts.changed(uri, to_fs_path(uri) or uri, document.source, document.version)

    def configure(self, options: object) -> None:
        """``initializationOptions``: ``arch``, and ``hints`` with the kinds to show; what is neither is ignored."""
        given = options if isinstance(options, dict) else {}
        arch, hints = given.get("arch"), given.get("hints")
        if isinstance(arch, str) and known_target(arch):
            self.texts.arch = arch
        if isinstance(hints, list):
            self.hints = tuple(kind for kind in marks.HINTS if kind in hints)


def serve(arch: str | None = None, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
    """Serves one client on standard input and output, or on these streams, until it leaves.

    ``arch`` is the target of texts that name none; :class:`UsageError` for one that cannot be read.
    """
    if arch is not None and not known_target(arch):
        raise UsageError(f"--arch {arch} is not supported")
    server = make_server(arch)
    try:
        server.start_io(stdin or _own(sys.stdin, "rb"), stdout or _own(sys.stdout, "wb"))
    finally:
        server.texts.close()


def _own(stream: TextIO, mode: Literal["rb", "wb"]) -> BinaryIO:
    """The stream's file for the protocol alone, which closes it: the process goes on to use its own."""
    return open(os.dup(stream.fileno()), mode)


def make_server(arch: str | None = None) -> EditorServer:
    """A server with every feature."""
    server = EditorServer(arch)
    _register_texts(server)
    _register_questions(server)
    _register_marks(server)
    _register_changes(server)
    return server


def _register_texts(server: EditorServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(asked: types.InitializeParams) -> None:
        server.configure(asked.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(asked: types.DidOpenTextDocumentParams) -> None:
        server.take(asked.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(asked: types.DidChangeTextDocumentParams) -> None:
        server.take(asked.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(asked: types.DidCloseTextDocumentParams) -> None:
        server.texts.closed(asked.text_document.uri)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(asked.text_document.uri, []))


def _register_questions(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(asked: types.HoverParams) -> types.Hover | None:
        view, _, line, column = server.place(asked.text_document, asked.position)
        said = hover(view, line, column)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(asked: types.DefinitionParams) -> list[types.Location]:
        view, positions, line, column = server.place(asked.text_document, asked.position)
        spots = navigation.definitions(view, line, column)
        return [types.Location(asked.text_document.uri, positions.range(s.line, s.start, s.end)) for s in spots]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def referred(asked: types.ReferenceParams) -> list[types.Location]:
        await server.texts.view(server.text(asked.text_document))
        view, positions, line, column = server.place(asked.text_document, asked.position)
        wanted = [
            spot
            for spot in navigation.references(view, line, column)
            if asked.context.include_declaration or not spot.writes
        ]
        return [types.Location(asked.text_document.uri, positions.range(s.line, s.start, s.end)) for s in wanted]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(asked: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        view, positions, line, column = server.place(asked.text_document, asked.position)
        kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
        spots = navigation.references(view, line, column)
        return [types.DocumentHighlight(positions.range(s.line, s.start, s.end), kinds[s.writes]) for s in spots]

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "_"], resolve_provider=False)
    )
    def completed(asked: types.CompletionParams) -> types.CompletionList:
        view, positions, line, column = server.place(asked.text_document, asked.position)
        items = [
            types.CompletionItem(
                found.text,
                kind=_COMPLETIONS[found.kind],
                detail=found.detail,
                documentation=types.MarkupContent(types.MarkupKind.Markdown, found.about) if found.about else None,
                text_edit=types.TextEdit(positions.range(line, found.start, found.end), found.text),
            )
            for found in completion.complete(view.now, line, column)
        ]
        # The encodings of a mnemonic come when it is written out.
        return types.CompletionList(is_incomplete=True, items=items)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(asked: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        view = server.text(asked.text_document).view
        return [_symbol(server.positions(view), part) for part in outline.parts(view.now)]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(asked: types.FoldingRangeParams) -> list[types.FoldingRange]:
        kinds = {True: types.FoldingRangeKind.Comment, False: types.FoldingRangeKind.Region}
        folds = outline.folds(server.text(asked.text_document).view.now)
        return [types.FoldingRange(first, last, kind=kinds[comment]) for first, last, comment in folds]


def _symbol(positions: Positions, part: outline.OutlinePart) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        part.name,
        _SYMBOLS.get(part.kind, types.SymbolKind.Module),
        positions.lines(part.first, part.last),
        positions.lines(part.first, part.first),
        part.detail,
        children=[_symbol(positions, inner) for inner in part.inner],
    )


def _register_marks(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    def tokens(asked: types.SemanticTokensParams) -> types.SemanticTokens:
        view = server.text(asked.text_document).view
        return types.SemanticTokens(marks.tokens(view, server.positions(view)))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
    def some_tokens(asked: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        view = server.text(asked.text_document).view
        lines = asked.range.start.line, asked.range.end.line
        return types.SemanticTokens(marks.tokens(view, server.positions(view), *lines))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(asked: types.InlayHintParams) -> list[types.InlayHint]:
        view = server.text(asked.text_document).view
        lines = asked.range.start.line, asked.range.end.line
        return marks.hints(view, server.positions(view), *lines, server.hints)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(asked: types.CodeLensParams) -> list[types.CodeLens]:
        return marks.lenses(server.text(asked.text_document).view)


def _register_changes(server: EditorServer) -> None:
    kinds: list[types.CodeActionKind | str] = [types.CodeActionKind.QuickFix, diagnostics.REPAIR_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def actions(asked: types.CodeActionParams) -> list[types.CodeAction]:
        fresh = diagnostics.repairs_all(asked.context.only or ())
        view = await server.texts.view(server.text(asked.text_document), fresh)
        return diagnostics.actions(view, server.positions(view), asked.text_document.uri, asked)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(asked: types.PrepareRenameParams) -> types.PrepareRenameResult:
        view, positions, line, column = server.place(asked.text_document, asked.position)
        try:
            value = renaming.value_at(view.now, line, column)
        except UsageError as error:
            raise JsonRpcInvalidParams(error.message) from None
        where = positions.range(line, value.start, value.end)
        return types.PrepareRenamePlaceholder(where, str(value.use.reg))

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def renamed(asked: types.RenameParams) -> types.WorkspaceEdit:
        text = server.text(asked.text_document)
        view, positions, line, column = server.place(asked.text_document, asked.position)
        path, arch = text.draft.path, server.texts.arch
        answer = await server.texts.rename(renaming.Renaming(path, view.now.text, line, column, asked.new_name, arch))
        if isinstance(answer, renaming.Refused):
            raise JsonRpcInvalidParams(f"not renamed: {answer.why}")
        if text.view.now.text != view.now.text:
            raise JsonRpcInvalidParams("not renamed: the text was changed meanwhile")
        edits = [types.TextEdit(positions.range(c.line, c.start, c.end), c.text) for c in answer]
        return types.WorkspaceEdit({text.uri: edits})
