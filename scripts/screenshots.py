"""Takes the pictures of reports for the documentation, in headless Chromium, and fails on any message in its console.

Usage: python scripts/screenshots.py [--chromium PATH]

Needs Chromium (Debian's package ``chromium``).  Optimises the SGEMM kernel, which takes a minute, and simulates it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from isaopt.cli import main as isaopt

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "kernels_s" / "sgemm_gfx1100.s"
IMAGES = ROOT / "docs" / "images"
ASSUMED = ("--assume", "buffers-under-4gib", "--assume", "nonneg-index")

#: Name of the picture, page, width, height, whether in the dark.
PICTURES = (
    ("opt-light", "opt.html", 1200, 2400, False),
    ("opt-dark", "opt.html", 1200, 4400, True),
    ("opt-phone", "opt.html", 420, 1800, False),
    ("sim-light", "sim.html", 1200, 1700, False),
)


def pages(directory: Path) -> None:
    """Write the pages that are shown, with names that stand on no particular machine."""
    shutil.copy(SOURCE, directory)
    os.chdir(directory)
    done = [
        isaopt.run(["opt", SOURCE.name, "-o", "sgemm.opt.s", "--report", "opt.html", *ASSUMED]),
        isaopt.run(["sim", "sgemm.opt.s", "-o", "sim.html"]),
    ]
    if any(done):
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
    options = parser.parse_args()
    if options.chromium is None:
        parser.error("no Chromium found (Debian: apt install chromium)")
    IMAGES.mkdir(exist_ok=True)
    said = []
    with tempfile.TemporaryDirectory() as name:
        pages(Path(name))
        for picture, page, width, height, dark in PICTURES:
            said += shoot(options.chromium, Path(name) / page, IMAGES / f"{picture}.png", width, height, dark)
    for line in said:
        print(line, file=sys.stderr)
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main())
