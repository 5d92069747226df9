"""Answers the runtime library's requests while a program runs: the GPU, its code object, its kernels compiled.

A request is two 64-bit numbers, kind and size, then that many bytes. The answer is a status (0 for success), a size and
that many bytes; on failure they are the error message. Each thread serves one process.
"""

from __future__ import annotations

import contextlib
import hashlib
import socketserver
import struct
import threading
from dataclasses import dataclass, field
from pathlib import Path

import click

from isaopt.errors import InputError, IsaoptError
from isaopt.target.gpus import Gpu
from isaopt.virtual.device import device_blob
from isaopt.virtual.findings import ProgramFinding, read_finding
from isaopt.virtual.kernels import Compiler

_HELLO, _LOAD, _KERNEL, _NOTE, _TIME, _COMPILE = range(6)


@dataclass
class RunSession:
    """The state of one ``isaopt run``.

    ``settings`` are numbers for the runtime; with ``optimize``, kernels run as rewritten by ``opt``; with ``compare``,
    each launch runs both versions. ``different`` are kernels whose versions then left different memory; ``untimed`` are
    those that the simulator could not time, with the reason. ``launched`` are the numbers of code objects of which a
    kernel was launched.
    """

    gpu: Gpu
    compiler: Compiler
    settings: tuple[int, ...]
    optimize: bool = False
    compare: bool = False
    trace: Path | None = None
    kernels: Path | None = None
    objects: list[bytes] = field(default_factory=list)
    launched: set[int] = field(default_factory=set)
    different: list[str] = field(default_factory=list)
    times: dict[bytes, int] = field(default_factory=dict)
    untimed: dict[str, str] = field(default_factory=dict)
    findings: list[ProgramFinding] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, kind: int, body: bytes) -> bytes:
        """The answer to a request.

        Raises:
            IsaoptError: the message for the program's user.
        """
        if kind == _HELLO:
            return device_blob(self.gpu, self.settings)
        with self.lock:
            if kind == _LOAD:
                return self._load(body)
            if kind == _KERNEL:
                module, version = struct.unpack_from("<QQ", body)
                self.launched.add(module)
                return self._record(self.objects[module], body[16:].decode(), f"code object {module}", version == 1)
            if kind == _COMPILE:
                from isaopt.virtual.compile import compile_request  # few programs ask for it

                return compile_request(body, self.gpu.arch)
            if kind == _TIME:
                return self._time(body)
            self._note(body.decode())
            return b""

    def _load(self, body: bytes) -> bytes:
        from isaopt.toolchain.bundle import code_objects  # needed once a program has device code

        entries = code_objects(body, "the program")
        found = next((e for e in entries if e.arch == self.gpu.arch), None)
        if found is None and entries[0].target == "":
            found = entries[0]
        if found is None:
            held = ", ".join(sorted({e.arch for e in entries}))
            raise InputError(f"the program has no code for {self.gpu.arch} (it has {held}); --gpu picks another GPU")
        if self.kernels is not None:
            _file(self.kernels, found.data).write_bytes(found.data)
        self.objects.append(found.data)
        return struct.pack("<QQ", len(self.objects) - 1, len(found.data)) + found.data

    def disassemble(self) -> None:
        """Writes the assembly of each code object of which a kernel was launched beside it."""
        if self.kernels is None:
            return
        from isaopt.disassembly.disassemble import disassemble_code_object

        for data in {self.objects[k] for k in self.launched}:
            path = _file(self.kernels, data)
            try:
                text = disassemble_code_object(data, path.name).text
            except IsaoptError as error:
                click.echo(f"isaopt run: {error}", err=True)
            else:
                path.with_suffix(".s").write_text(text, encoding="utf-8")

    def _record(self, data: bytes, name: str, path: str, second: bool) -> bytes:
        """The kernel to run, or the ``second`` version to compare it with; empty if there is none."""
        if not self.optimize or (second and not self.compare):
            return b"" if second else self.compiler.record(data, name, path)
        better = self.compiler.record(data, name, path, True) if second or not self.compare else b""
        return better if better or second else self.compiler.record(data, name, path)

    def _time(self, body: bytes) -> bytes:
        """The predicted femtoseconds of a launch; 0 if the simulator cannot tell, which is reported once a kernel."""
        from isaopt.virtual.timing import predicted_seconds

        module, length = struct.unpack_from("<QQ", body)
        name, rest = body[16 : 16 + length].decode(), body[16 + length :]
        if body not in self.times:
            optimize = self.optimize and not self.compare
            listing = self.compiler.running(self.objects[module], name, f"code object {module}", optimize)
            try:
                self.times[body] = round(1e15 * predicted_seconds(listing, self.gpu, rest))
            except IsaoptError as error:
                self.times[body] = 0
                self.untimed.setdefault(name, error.message)
        return struct.pack("<Q", self.times[body])

    def _note(self, text: str) -> None:
        what, _, rest = text.partition(" ")
        if what == "different":
            self.different.append(rest)
        elif what == "finding":
            found = read_finding(text, self.objects, self.compiler, self.optimize and not self.compare)
            self.findings.append(found)
            click.echo(found.text(), err=True)
        elif self.trace is not None:
            with self.trace.open("a", encoding="utf-8") as file:
                file.write(f"{rest}\n")


def _file(directory: Path, data: bytes) -> Path:
    return directory / f"{hashlib.sha256(data).hexdigest()[:16]}.co"


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        while len(head := self.rfile.read(16)) == 16:
            kind, size = struct.unpack("<QQ", head)
            status, answer = 0, b""
            try:
                answer = server.session.answer(kind, self.rfile.read(size))
            except IsaoptError as error:
                status, answer = 1, str(error).encode()
            except Exception as error:  # the program goes on, and its user gets a message
                status, answer = 1, f"internal error: {type(error).__name__}: {error}, please report".encode()
            with contextlib.suppress(OSError):
                self.wfile.write(struct.pack("<QQ", status, len(answer)) + answer)


class Server(socketserver.ThreadingUnixStreamServer):
    """Listens on a socket that only this user can connect to."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: Path, session: RunSession) -> None:
        super().__init__(str(path), _Handler)
        self.session = session
