"""The programs that measure the engine without Python: built here, run here, and asked here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from bench.workload import Workload

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "bench"
PROGRAMS = ("engine_bench", "typed_bench")


def build() -> None:
    """Build the programs; takes no time when nothing has changed. Raises `CalledProcessError`."""
    cmake = _tool("cmake")
    if not (BUILD / "build.ninja").exists():
        settings = {
            "ARBITRE_BENCH": "ON",
            "ARBITRE_PYTHON": "OFF",
            "CMAKE_BUILD_TYPE": "Release",
            "CMAKE_MAKE_PROGRAM": _tool("ninja"),
        }
        defines = [f"-D{name}={value}" for name, value in settings.items()]
        _run([cmake, "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", *defines])
    _run([cmake, "--build", str(BUILD), "--target", *PROGRAMS])


def is_stale(module: Path) -> bool:
    """Whether the native module is older than the sources of the engine."""
    sources = (path for path in (ROOT / "cpp").rglob("*") if path.is_file())
    return max(path.stat().st_mtime for path in sources) > module.stat().st_mtime


class Native:
    """The programs with a workload, ready to measure. Use it in a `with` statement."""

    def __init__(self, work: Workload) -> None:
        build()
        arguments = work.write(BUILD)
        self._commands = [[str(BUILD / "bench" / "cpp" / name), *arguments] for name in PROGRAMS]
        self._process: subprocess.Popen[str] | None = None

    def run(self) -> dict[str, Any]:
        """All measures: for each its unit and the nanoseconds of one operation in each round."""
        measures: dict[str, Any] = {}
        for command in self._commands:
            output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
            measures |= msgspec.json.decode(output, type=dict[str, Any])["measures"]
        return measures

    def ask(self, name: str) -> tuple[float, float]:
        """The nanoseconds of one operation of a measure, taken now: by the clock, and of processor
        time."""
        if self._process is None:
            self._process = subprocess.Popen(
                [*self._commands[0], "--ask"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        clock, processor = map(float, self._process.stdout.readline().split())
        return clock, processor

    def __enter__(self) -> Native:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            # The end of its input ends the program; this closes the pipes as well.
            self._process.communicate()


def _tool(name: str) -> str:
    """A tool of the environment that runs this, or else of the machine."""
    found = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed; `make setup` installs it")
    return found


def _run(command: list[str]) -> None:
    """Run quietly, but let errors be seen."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        done.check_returncode()
