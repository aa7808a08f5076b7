"""Installs the newest wheel of dist where there is no compiler, and plays a game with it.

    .venv/bin/python tools/check_wheel.py [WHEEL]

The environment has the packages that the wheel asks for and no other; the PATH of the program is
an empty folder. What the wheel carries beyond its two packages is a mistake too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "tools" / "play_a_game.py"
CARRIED = ("arbitre/", "arbitre_service/", "arbitre-")
NEEDED = tuple(
    path.relative_to(ROOT / folder).as_posix()
    for folder, data in (("python", "arbitre/data"), ("service", "arbitre_service/static"))
    for path in sorted((ROOT / folder / data).rglob("*.*"))
)
"""What isn't code: labels, rules, and the page."""


def main() -> int:
    wheels = sorted((ROOT / "dist").glob("arbitre-*.whl"), key=lambda path: path.stat().st_mtime)
    wheel = Path(sys.argv[1]) if len(sys.argv) > 1 else (wheels[-1] if wheels else None)
    if wheel is None:
        print("no wheel in dist; run: make wheel", file=sys.stderr)
        return 1
    surplus = [name for name in contents(wheel) if not name.startswith(CARRIED) or is_source(name)]
    if surplus:
        print(f"{wheel.name} carries what it should not: {', '.join(surplus)}", file=sys.stderr)
        return 1
    lacking = sorted({*NEEDED} - {*contents(wheel)})
    if lacking:
        print(f"{wheel.name} lacks {', '.join(lacking)}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        return play(wheel, Path(folder))


def contents(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def is_source(name: str) -> bool:
    return name.endswith((".hpp", ".cpp", ".a", ".cmake"))


def play(wheel: Path, folder: Path) -> int:
    """The exit code of a program that has the wheel and neither a compiler nor anything else."""
    nothing = folder / "nothing"
    nothing.mkdir()
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TMPDIR") if name in os.environ}
    bare = {**kept, "PATH": str(nothing), "HOME": str(folder), "PYTHONNOUSERSITE": "1"}
    run([sys.executable, "-m", "venv", str(folder / "venv")], os.environ, folder)
    # Pip may need a proxy or an index from the environment; binaries only, so nothing is compiled.
    install = ["-m", "pip", "install", "--quiet", "--only-binary=:all:", str(wheel.resolve())]
    run([str(python), *install], {**os.environ, "PATH": str(nothing)}, folder)
    done = subprocess.run([str(python), "-I", str(PROGRAM)], env=bare, cwd=folder)
    if done.returncode == 0:
        print(f"{wheel.name} ({wheel.stat().st_size // 1024} KiB) runs without a compiler")
    return done.returncode


def run(command: list[str], environment: os._Environ[str] | dict[str, str], folder: Path) -> None:
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


if __name__ == "__main__":
    sys.exit(main())
