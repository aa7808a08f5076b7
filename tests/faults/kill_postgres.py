"""kill.py on PostgreSQL: starts a server of its own for it, where PostgreSQL is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.postgres import MISSING, cluster, find  # noqa: E402


def main() -> int:
    programs = find()
    if programs is None:
        print(f"left out: {MISSING}")
        return 0
    with cluster(programs) as running:
        command = [sys.executable, str(HERE / "kill.py"), *sys.argv[1:]]
        return subprocess.run(
            [*command, "--database", running.create("kill")], check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
