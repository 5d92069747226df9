"""What a text has the assembler read: files of its own folder, and others only where that was allowed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.cli import main
from isaopt.errors import InputError
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.codeobject import read_code_object
from isaopt.toolchain.includes import reads_files

SECRET = b"a private key"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a file to include; beside it, one that is nobody's business, to which a link leads."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "secret").write_bytes(SECRET)
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "ours.bin").write_bytes(b"ours")
    (folder / "ours.inc").write_text('\t.data\n\t.incbin "ours.bin"\n\t.text\n')
    (folder / "worse.inc").write_text(f'\t.data\n\t.incbin "{tmp_path}/secret"\n\t.text\n')
    return folder


REFUSED = {
    "absolute": '\t.incbin "{out}/secret"',
    "relative": '\t.INCBIN "../secret"',
    "behind a label": 'x: .incbin"{out}/secret"',
    "link": '\t.incbin "link"',
    "included": '\t.include "worse.inc"',
    "argument of a name": '\t.macro m f\n\t.incbin "\\f"\n\t.endm\n\tm {out}/secret',
    "name in a macro": '\t.macro m\n\t.incbin "{out}/secret"\n\t.endm\n\tm',
    "part of a name": '\t.macro m d\n\t.inc\\d "{out}/secret"\n\t.endm\n\tm bin',
    "joined": '\t.macro m a, b\n\t\\a\\b "{out}/secret"\n\t.endm\n\tm .inc, bin',
    "joined with a dot": '\t.macro m a, b, c\n\t\\a\\b\\c "{out}/secret"\n\t.endm\n\tm ., in, cbin',
    "joined with the rest": '\t.irp a, .\n\t\\a\\()incbin "{out}/secret"\n\t.endr',
    "behind a comment's carriage return": '\t; a comment\r\t.incbin "{out}/secret"',
    "behind a name's carriage return": '\t.ident "a name"\r\t.incbin "{out}/secret"',
    "macro called as a directive": '\t.macro .ident d\n\t.\\d "{out}/secret"\n\t.endm\n\t.ident incbin',
    "labelled macro called as a directive": ('x: .macro .ident d\n\t\\d "{out}/secret"\n\t.endm\n\t.ident ".incbin"'),
    "behind a comment in a comment": '/* ; */ .incbin "{out}/secret"',
    "behind a label like a directive": '.ident : .incbin "{out}/secret"',
    "alternative arguments": '\t.altmacro\n\t.macro m a, b\n\ta&b "{out}/secret"\n\t.endm\n\tm .inc, bin',
    "part behind a label": '\t.macro m a\n\t\\a\\()bin "{out}/secret"\n\t.endm\nx: m .inc',
    "made behind a comment": '\t.macro m a\n\t/**/.inc\\a "{out}/secret"\n\t.endm\n\tm bin',
    "whole statement": '\t.macro m s:vararg\n\t\\s\n\t.endm\n\tm .incbin "{out}/secret"',
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", [["build"], ["opt"]])
def test_files_elsewhere_are_refused(
    name: str, command: list[str], place: Path, kernel_text: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = place / "k.s", place / "out"
    source.write_text(kernel_text() + "\t.data\n" + REFUSED[name].format(out=place.parent) + "\n")
    assert main.run([*command, str(source), "-o", str(out)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(str(place)), said
    # Whoever reads the text before it is assembled takes no carriage return inside a line.
    assert said.endswith("hint: --allow-include DIR allows files below DIR\n") or "a carriage return inside" in said
    assert not out.exists()


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_would_have_read_it(name: str, place: Path, kernel_text: Callable[..., str],
                                            monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    source = place / "k.s"
    source.write_text(kernel_text() + "\t.data\n" + REFUSED[name].format(out=place.parent) + "\n")
    monkeypatch.setenv("ISAOPT_ALLOW_INCLUDE", "/")
    assert SECRET in b"".join(
        read_code_object(assemble(source.read_text(), "gfx1100", path=str(source))).sections.values()
    )


def test_files_in_the_folder_or_allowed_are_read(
    place: Path, kernel_text: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = place / "k.s", place / "k.hsaco"
    source.write_text(kernel_text() + '\t.include "ours.inc"\n')
    assert main.run(["build", str(source), "-o", str(out)]) == 0
    assert b"ours" in out.read_bytes()
    source.write_text(kernel_text() + '\t.data\n\t.incbin "../secret"\n')
    for folder, code in ((place.parent / "elsewhere", 2), (place.parent, 0)):
        assert main.run(["build", str(source), "-o", str(out), "--allow-include", str(folder)]) == code
    assert main.run(["build", str(source), "-o", str(out)]) == 2


def test_a_macro_of_an_included_file_may_read_another_one(place: Path, kernel_text: Callable[..., str]) -> None:
    (place / "macro.inc").write_text(f'\t.macro .ident d\n\t\\d "{place.parent}/secret"\n\t.endm\n')
    text, source = kernel_text() + '\t.data\n\t.include "macro.inc"\n', place / "k.s"
    source.write_text(text)
    assemble(text, "gfx1100", path=str(source))
    with pytest.raises(InputError, match="not a plain string"):
        assemble(text + '\t.ident ".incbin"\n', "gfx1100", path=str(source))


def test_which_file_is_read_is_part_of_the_program(
    tmp_path: Path, kernel_text: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = []
    for name in ("one", "two", "here"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "table").write_text(name)
        sources.append(tmp_path / name / "k.s")
        sources[-1].write_text(kernel_text() + '\t.section .rodata\n\t.globl t\nt:\t.incbin "table"\n')
    monkeypatch.chdir(tmp_path / "here")
    one, two = map(str, sources[:2])
    assert main.run(["verify", "--no-witness", one, one]) == 0
    assert main.run(["verify", "--no-witness", one, two]) == 1
    assert main.run(["opt", one, "-o", f"{one}.opt.s"]) == 0
    assert main.run(["opt", one, "-o", f"{two}.opt.s"]) == 2


def test_what_reads_no_file_is_left_alone(kernel_text: Callable[..., str]) -> None:
    body = "\t.macro m op, n\n\t\\op\\()_b32 v\\n, 0\n\t.endm\n\tm v_mov, 1\n"
    body += '\t; .incbin "/etc/hostname"\n// .include "x"\n'
    body += '\t.file 1 "/usr/include" "stdlib.h"\n\ts_nop 0 ; /usr/include/stdlib.h:1\n'
    body += "\t.loc 1 1 1 ; /usr/include/stdlib.h:1:1\n"
    text = kernel_text(body) + 'here = . - 4\n\t.ascii "includes"\n\t.asciz "/usr/include"\n'
    assemble(text, "gfx1100")
    assert not reads_files(text)
    assemble(kernel_text() + '\t.data\nhere = . - 4\n\t.ascii "\\210\\001"\n\t.asciz "bad (%d).\\n"\n', "gfx1100")
    assert reads_files('/*\n; */ .incbin "table"\n')
    with pytest.raises(InputError, match="outside"):
        assemble(kernel_text() + '\t.incbin "/etc/hostname"\n', "gfx1100")
