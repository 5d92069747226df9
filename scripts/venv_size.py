"""How large an environment with isaopt is: ``python scripts/venv_size.py [EXTRA...]``; packages are fetched from
PyPI."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
_MB = 1e6


def size(path: Path) -> int:
    """Bytes of a file or of all files below a directory."""
    return sum(p.stat().st_size for p in (path, *path.rglob("*")) if p.is_file() and not p.is_symlink())


def main() -> None:
    """Install into a new environment, without compiled caches, and print megabytes: the whole, then what is largest."""
    extras = f"[{','.join(sys.argv[1:])}]" if sys.argv[1:] else ""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "venv", scratch], check=True)
        python = str(Path(scratch) / "bin" / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--no-compile", f"{ROOT}{extras}"]
        subprocess.run(install, check=True)
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip"], check=True)
        print(f"{size(Path(scratch)) / _MB:.0f} MB: isaopt{extras}")
        (site,) = Path(scratch).glob("lib/python*/site-packages")
        for path in sorted((*site.iterdir(), Path(scratch) / "bin"), key=size, reverse=True)[:9]:
            print(f"{size(path) / _MB:6.0f} {path.name}")


if __name__ == "__main__":
    main()
