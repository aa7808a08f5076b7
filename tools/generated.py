"""Files that a program writes: writing one, or with `--check` only comparing it."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path


def settle(path: Path, wanted: str, by: str) -> int:
    """Makes a file what it should be; with `--check` on the command line shows what differs, and
    the exit code is 1."""
    stored = path.read_text(encoding="utf-8") if path.exists() else ""
    if stored == wanted:
        return 0
    if "--check" in sys.argv[1:]:
        old, new = (text.splitlines(keepends=True) for text in (stored, wanted))
        sys.stdout.writelines(difflib.unified_diff(old, new, "as stored", "as generated"))
        print(f"{path.name} is out of date; run: python {by}", file=sys.stderr)
        return 1
    path.write_text(wanted, encoding="utf-8")
    print(f"wrote {path.name}")
    return 0
