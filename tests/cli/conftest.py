"""What the tests of the command line share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from typer import Typer
from typer.testing import CliRunner

from arbitre.cli.app import create

# What would give the output colours or another width, here and in the processes that tests start.
for name in (
    "COLUMNS",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "PY_COLORS",
    "TERMINAL_WIDTH",
    "TTY_COMPATIBLE",
):
    os.environ.pop(name, None)

SCRIPT = Path(sys.executable).with_name("arbitre")

Run: TypeAlias = Callable[..., Any]
Data: TypeAlias = Callable[..., Any]
Script: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def app() -> Typer:
    """The command line with all its commands."""
    return create()


@pytest.fixture
def run(app: Typer) -> Run:
    """Runs a command in this process: `exit_code`, `stdout`, `stderr`."""
    return lambda *arguments: CliRunner().invoke(app, [str(part) for part in arguments])


@pytest.fixture
def data(run: Run) -> Data:
    """Runs a command with `--json` and gives what it prints."""

    def read(*arguments: object) -> Any:
        result = run(*arguments, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        return json.loads(result.stdout)

    return read


@pytest.fixture(scope="session")
def script() -> Script:
    """Runs the installed console script."""

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(SCRIPT), *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)

    return start
