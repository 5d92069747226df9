"""Takes the pictures of the documentation: what ``opt`` prints, and reports in headless Chromium.

Usage: python scripts/screenshots.py [--terminal-only] [--chromium PATH]

Needs Chromium (Debian's package ``chromium``) for the reports, and fails on any message in its console.  Optimises the
SGEMM kernel and simulates it, which takes half a minute.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

from isaopt.cli import main as isaopt

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "kernels_s" / "sgemm_gfx1100.s"
IMAGES = ROOT / "docs" / "images"
ASSUMED = ("--assume", "buffers-under-4gib", "--assume", "nonneg-index")

#: Characters of a line in the picture of a terminal.
WIDTH = 92

#: Name of the picture, page, width, height, whether in the dark.
PICTURES = (
    ("opt-light", "opt.html", 1200, 2400, False),
    ("opt-dark", "opt.html", 1200, 4400, True),
    ("opt-phone", "opt.html", 420, 1800, False),
    ("sim-light", "sim.html", 1200, 1700, False),
)


def optimised(directory: Path) -> str:
    """Optimise the kernel there, with names that stand on no particular machine; what ``opt`` prints, in colour."""
    shutil.copy(SOURCE, directory / "sgemm.s")
    command = [sys.executable, "-m", "isaopt", "opt", "sgemm.s", "-o", "sgemm.opt.s", "--report", "opt.html", *ASSUMED]
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def terminal(printed: str) -> str:
    """The verdict and the figures as an SVG picture of a terminal, in the reader's own monospaced font."""
    verdict, _, rest = printed.partition("\n")
    blocks = rest.strip("\n").split("\n\n")
    figures = next(block for block in blocks if "predicted cycles" in block)
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(
        "[bold green]$[/] isaopt opt sgemm.s -o sgemm.opt.s --assume buffers-under-4gib --assume nonneg-index"
    )
    console.print(Text.from_ansi(f"{verdict}\n\n{figures}"))
    picture = console.export_svg(title="isaopt opt", theme=SVG_EXPORT_THEME, unique_id="opt")
    return re.sub(r"@font-face \{.*?\}", "", picture, flags=re.S).replace("Fira Code, monospace", "monospace")


def pages(directory: Path) -> None:
    """Write the other pages that are shown."""
    os.chdir(directory)
    if isaopt.run(["sim", "sgemm.opt.s", "-o", "sim.html"]):
        sys.exit("a page could not be made")


def shoot(chromium: str, page: Path, image: Path, width: int, height: int, dark: bool) -> list[str]:
    """Take one picture; what the page said in the console."""
    command = [
        chromium,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--enable-logging=stderr",
        f"--window-size={width},{height}",
        f"--screenshot={image}",
        *(["--blink-settings=preferredColorScheme=0"] if dark else []),
        page.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--terminal-only", action="store_true", help="only the picture of what opt prints")
    options = parser.parse_args()
    if options.chromium is None and not options.terminal_only:
        parser.error("no Chromium found (Debian: apt install chromium)")
    IMAGES.mkdir(exist_ok=True)
    said = []
    with tempfile.TemporaryDirectory() as name:
        (IMAGES / "opt.svg").write_text(terminal(optimised(Path(name))), encoding="utf-8")
        if options.terminal_only:
            return 0
        pages(Path(name))
        for picture, page, width, height, dark in PICTURES:
            said += shoot(options.chromium, Path(name) / page, IMAGES / f"{picture}.png", width, height, dark)
    for line in said:
        print(line, file=sys.stderr)
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main())
