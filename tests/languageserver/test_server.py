"""``isaopt lsp`` as an editor has it: a process, JSON-RPC on its standard streams."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.languageserver.client import PATIENCE, editor
from tests.languageserver.texts import TEXT, URI, line_of, place

DOCUMENT = types.TextDocumentIdentifier(URI)


def at(part: str, word: str, text: str = TEXT) -> types.Position:
    return types.Position(*place(text, part, word))


@pytest.mark.slow
def test_a_session(tmp_path: Path) -> None:
    """Everything once, in one process."""
    asyncio.run(_session(tmp_path))


async def _session(folder: Path) -> None:
    async with editor(folder, options={"hints": ["ranges", "nonsense"]}) as client:
        await client.open(URI, TEXT)
        assert [d.code for d in await client.diagnosed(URI)] == []
        await client.until(lambda: client.refreshes == 1)

        hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, at("v_fma", "v1")))
        assert isinstance(hover, types.Hover)
        assert isinstance(hover.contents, types.MarkupContent)
        assert "live from line 13 to line 15" in hover.contents.value

        fma = line_of(TEXT, "v_fma")
        found = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, at("v_fma", "v1")))
        assert isinstance(found, Sequence)
        assert list(found) == [types.Location(URI, _range(line_of(TEXT, "global_load"), 17, 19))]
        context = types.ReferenceContext(include_declaration=False)
        references = await client.text_document_references_async(
            types.ReferenceParams(context, DOCUMENT, at("v_fma", "v1"))
        )
        assert references is not None
        assert [r.range.start for r in references] == [types.Position(fma, c) for c in (15, 19)]
        marked = await client.text_document_document_highlight_async(
            types.DocumentHighlightParams(DOCUMENT, at("v_fma", "v1"))
        )
        assert marked is not None
        assert [m.kind for m in marked] == [types.DocumentHighlightKind.Write, *[types.DocumentHighlightKind.Read] * 2]

        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        part = await client.text_document_semantic_tokens_range_async(
            types.SemanticTokensRangeParams(DOCUMENT, _range(fma, 0, 0))
        )
        assert part is not None
        assert list(part.data[:5]) == [fma, 11, 2, 2, 1]
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, _range(fma, 0, 0)))
        assert hints is not None
        assert [h.label for h in hints] == [f"v2 to line {fma + 2}"]
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
        assert lenses is not None
        assert lenses[0].command is not None
        assert "peak 3 live" in lenses[0].command.title

        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        assert symbols is not None
        assert [s.name for s in symbols] == ["scale", ".amdhsa_kernel scale"]
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
        assert folds is not None
        assert (line_of(TEXT, ".LBB0_1:"), line_of(TEXT, "s_cbranch")) in [(f.start_line, f.end_line) for f in folds]

        prepared = await client.text_document_prepare_rename_async(
            types.PrepareRenameParams(DOCUMENT, at("v_fma", "v1"))
        )
        assert prepared == types.PrepareRenamePlaceholder(_range(fma, 15, 17), "v1")
        with pytest.raises(JsonRpcException, match="only VGPRs can be renamed"):
            await client.text_document_prepare_rename_async(types.PrepareRenameParams(DOCUMENT, at("s_cmp", "s2")))
        edit = await client.text_document_rename_async(types.RenameParams(DOCUMENT, at("v_fma", "v1"), "v7"))
        assert edit is not None
        assert edit.changes is not None
        assert [(e.range.start.line, e.new_text) for e in edit.changes[URI]] == [
            (line_of(TEXT, "global_load"), "v7"), (fma, "v7"), (fma, "v7"),
        ]  # fmt: skip
        with pytest.raises(JsonRpcException, match="v3 holds another value"):
            await client.text_document_rename_async(types.RenameParams(DOCUMENT, at("v_fma", "v1"), "v3"))

        # Something is typed, and something is wrong behind it.
        text = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "").replace("\ts_nop 0", "\tv_ma")
        client.edit(URI, text)
        found_in = await client.diagnosed(URI)
        assert [(d.range.start.line, d.code) for d in found_in] == [
            (line_of(text, "v_ma"), None), (line_of(text, "v_fma"), "read-before-wait"),
        ]  # fmt: skip
        offered = await client.text_document_completion_async(
            types.CompletionParams(DOCUMENT, types.Position(line_of(text, "\tv_ma"), 5))
        )
        assert isinstance(offered, types.CompletionList)
        assert "v_max_f32" in [item.label for item in offered.items]
        late = line_of(text, "v_fma")
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(DOCUMENT, _range(late, 0, 0), types.CodeActionContext([]))
        )
        assert actions is not None
        assert actions[0].title == "Repair read-before-wait"

        with pytest.raises(JsonRpcException, match="is not open"):
            await client.text_document_hover_async(
                types.HoverParams(types.TextDocumentIdentifier("file:///other.s"), types.Position(0, 0))
            )
        client.text_document_did_close(types.DidCloseTextDocumentParams(DOCUMENT))
        assert client.said == []


def _range(line: int, start: int, end: int) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, end))


@pytest.mark.slow
def test_whatever_is_typed_the_server_goes_on(tmp_path: Path) -> None:
    """Texts that are hardly any, one after the other, and a good one at the end."""

    async def session() -> None:
        async with editor(tmp_path, "--arch", "gfx1201") as client:
            await client.open(URI, "")
            for text in ("", "\0\n", "}{", "\tv_", ".if", ".macro", "k:", "/*", '"', TEXT[: len(TEXT) // 2], "é" * 500):
                client.edit(URI, text)
            client.edit(URI, TEXT)
            # References are those of the text as it is, whatever was found out before.
            found = await client.text_document_references_async(
                types.ReferenceParams(types.ReferenceContext(True), DOCUMENT, at("v_fma", "v1"))
            )
            assert len(found or ()) == 3
            assert await client.diagnosed(URI) == []
            assert client.said == []

    asyncio.run(session())


def test_a_client_that_is_gone_ends_the_server(tmp_path: Path) -> None:
    server = subprocess.run(
        [sys.executable, "-m", "isaopt", "lsp"], input=b"", capture_output=True, timeout=PATIENCE, cwd=tmp_path
    )
    assert server.stdout == b""
    assert server.returncode == 0
    assert b"rror" not in server.stderr
