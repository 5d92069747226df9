#!/usr/bin/env python3
"""Milliseconds from an edit of a kernel to each of the language server's answers, as an editor sees them.

Usage: bench_lsp.py [--lines N] [--edits N] [--kinds straight,tiles,loops,branches]

Each edit types a character into a line in the middle; every request then follows an edit of its own, so that none
profits from what another one made the server find out.  ``lint`` is the time until repairs of the text as it is are
there, with its diagnostics and live ranges; the other answers do not wait for these.  The worst is in brackets.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.bench.bench_large import KINDS, kernel

_URI = "file:///kernel.s"
_PROMISED = 100
Json = Mapping[str, object]


class Connection:
    """JSON-RPC to a server that is started for it, without a library whose own time would be measured too."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "isaopt", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.number = 0

    def _pipe(self, pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def send(self, method: str, params: Json, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
        body = json.dumps(message).encode()
        pipe = self._pipe(self.process.stdin)
        pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        pipe.flush()

    def receive(self) -> Json:
        pipe, size = self._pipe(self.process.stdout), 0
        while (line := pipe.readline().strip()) or not size:
            name, _, value = line.partition(b":")
            size = int(value) if name == b"Content-Length" else size
        return cast(Json, json.loads(pipe.read(size)))

    def ask(self, method: str, params: Json) -> object:
        self.number += 1
        self.send(method, params, self.number)
        while (answer := self.receive()).get("id") != self.number or "method" in answer:
            pass
        assert "error" not in answer, answer
        return answer["result"]


def requests(line: int, column: int) -> dict[str, tuple[str, Json]]:
    document = {"uri": _URI}
    place = {"textDocument": document, "position": {"line": line, "character": column}}
    nothing = {"diagnostics": list[object]()}
    window = {"start": {"line": line - 30, "character": 0}, "end": {"line": line + 30, "character": 0}}
    return {
        "hover": ("textDocument/hover", place),
        "completion": ("textDocument/completion", place | {"position": {"line": line, "character": 7}}),
        "definition": ("textDocument/definition", place),
        "highlight": ("textDocument/documentHighlight", place),
        "tokens, window": ("textDocument/semanticTokens/range", {"textDocument": document, "range": window}),
        "tokens, all": ("textDocument/semanticTokens/full", {"textDocument": document}),
        "hints, window": ("textDocument/inlayHint", {"textDocument": document, "range": window}),
        "lenses": ("textDocument/codeLens", {"textDocument": document}),
        "outline": ("textDocument/documentSymbol", {"textDocument": document}),
        "folding": ("textDocument/foldingRange", {"textDocument": document}),
        "lint": (
            "textDocument/codeAction",
            {"textDocument": document, "range": window, "context": nothing},
        ),
    }


def measure(kind: str, lines: int, edits: int) -> dict[str, list[float]]:
    """Milliseconds by request, of each edit."""
    text = kernel(kind, lines).text()
    rows = text.split("\n")
    middle = next(n for n in range(len(rows) // 2, len(rows)) if rows[n].startswith("\tv_") and "," in rows[n])
    connection = Connection()
    connection.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    connection.send("initialized", {})
    item = {"uri": _URI, "languageId": "amdgpu", "version": 0, "text": text}
    connection.send("textDocument/didOpen", {"textDocument": item})
    asked = requests(middle, rows[middle].index(" ") + 1)
    connection.ask(*asked["lint"])
    found: dict[str, list[float]] = {}
    version = 0
    for edit in range(edits):
        for name, (method, params) in asked.items():
            version += 1
            changed = [*rows[: middle + 1], "\tv_mov_b32 v7, v9"[: 4 + (edit + version) % 14], *rows[middle + 1 :]]
            document = {"uri": _URI, "version": version}
            begun = time.perf_counter()
            changes = [{"text": "\n".join(changed)}]
            connection.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
            connection.ask(method, params)
            found.setdefault(name, []).append(1000 * (time.perf_counter() - begun))
    connection.ask("shutdown", {})
    connection.send("exit", {})
    connection.process.wait()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=2350, metavar="N", help="instructions of the kernel")
    parser.add_argument("--edits", type=int, default=5, metavar="N")
    parser.add_argument("--kinds", default=",".join(KINDS))
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    columns = {kind: measure(kind, options.lines, options.edits) for kind in kinds}
    print(f"{'ms':16}" + "".join(f"{kind:>16}" for kind in kinds))
    for name in columns[kinds[0]]:
        cells = [f"{statistics.median(columns[k][name]):.0f} ({max(columns[k][name]):.0f})" for k in kinds]
        print(f"{name:16}" + "".join(f"{cell:>16}" for cell in cells))
    medians = {(k, n): statistics.median(t) for k, found in columns.items() for n, t in found.items() if n != "lint"}
    slow = {name for (_, name), median in medians.items() if median > _PROMISED}
    print(f"over {_PROMISED} ms: {', '.join(sorted(slow)) or 'none'}")


if __name__ == "__main__":
    main()
