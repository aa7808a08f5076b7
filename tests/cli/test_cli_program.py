"""The command line as a whole: help, failures, the console script, commands of other packages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import arbitre
from arbitre.cli import app as program

Run = Callable[..., Any]
Script = Callable[..., "subprocess.CompletedProcess[str]"]

SCRIPT = Path(sys.executable).with_name("arbitre")
COMMANDS = ["games", "show", "simulate", "replay", "perft"]
WITHOUT_TYPER = "import sys; sys.modules['typer'] = None; from arbitre.cli import main; main()"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_has_an_example(run: Run, command: str, option: str) -> None:
    result = run(command, option)
    assert result.exit_code == 0
    assert f"Example: arbitre {command}" in result.stdout
    assert "--json" in result.stdout


def test_help_lists_the_commands(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(command in result.stdout for command in [*COMMANDS, "play", "rules", "serve"])


@pytest.mark.parametrize("arguments", [["dance"], ["--loud"], ["games", "--loud"]])
def test_unknown_words_are_wrong_usage(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert arguments[-1] in result.stderr


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (arbitre.WireError("WIRE_MAGIC", "no state"), "WIRE_MAGIC: no state"),
        (ValueError("no such thing"), "no such thing"),
        (FileNotFoundError(2, "No such file", "x.toml"), "x.toml: No such file"),
    ],
)
def test_failure_is_a_sentence(error: Exception, said: str) -> None:
    app = program.create()

    @app.command()
    def break_down() -> None:
        raise error

    result = CliRunner().invoke(app, ["break-down"])
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"arbitre: {said}\n")


# --- commands of other packages ---


def provide(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Makes functions of this module the only commands of other packages."""
    points = [EntryPoint(name, f"{__name__}:{name}", program.GROUP) for name in names]
    monkeypatch.setattr(program, "entry_points", lambda group: points)


def greet(app: typer.Typer) -> None:
    """Registers a command that works."""

    @app.command()
    def greet(name: str) -> None:
        typer.echo(f"Hello, {name}.")


def broken(app: typer.Typer) -> None:
    """A registration that fails."""
    raise RuntimeError("its wheel is bent")


def test_commands_of_other_packages_join(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(monkeypatch, "greet")
    result = CliRunner().invoke(program.create(), ["greet", "you"])
    assert (result.exit_code, result.stdout) == (0, "Hello, you.\n")


@pytest.mark.parametrize("name", ["broken", "missing"])
def test_broken_command_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    provide(monkeypatch, name, "greet")
    app = program.create()
    assert CliRunner().invoke(app, ["greet", "you"]).exit_code == 0
    result = CliRunner().invoke(app, [name, "--with", "options"])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"arbitre: {name} is not available: ")
    assert "Not available" in CliRunner().invoke(app, [name, "--help"]).stdout


def test_missing_module_of_an_extra_names_the_extra() -> None:
    blocked = "import sys; sys.modules['uvicorn'] = None; from arbitre.cli import main; main()"
    done = run_python(blocked, "serve", "--port", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("arbitre: serve is not available: ")
    assert done.stderr.endswith("pip install 'arbitre[service]'\n")


# --- the console script ---


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)


def test_missing_typer_is_explained() -> None:
    done = run_python(WITHOUT_TYPER, "games")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The command line needs more packages: pip install 'arbitre[cli]'\n"


def test_version(script: Script) -> None:
    done = script("--version")
    assert (done.returncode, done.stdout) == (0, f"arbitre {arbitre.__version__}\n")


def test_script_without_arguments_shows_help(script: Script) -> None:
    done = script()
    assert done.returncode == 2
    assert "Usage: arbitre [OPTIONS] COMMAND" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["games"], 0),
        (["games", "--json"], 0),
        (["show", "sept_solines", "--lang", "fr"], 0),
        (["show", "sept_solines", "--json"], 0),
        (["show", "chess"], 2),
        (["simulate", "sept_solines", "--games", "10", "--json"], 0),
        (["simulate", "sept_solines", "--players", "5"], 1),
        (["simulate", "sept_solines", "--games", "many"], 2),
        (["perft", "sept_solines", "--depth", "2", "--json"], 0),
        (["perft", "sept_solines", "--depth", "2", "--variant", "rounds=0"], 1),
        (["perft", "sept_solines"], 2),
        (["rules", "compile", "sept_solines", "-o", "-"], 0),
        (["replay", "/nowhere"], 1),
        (["play", "chess"], 2),
    ],
)
def test_exit_codes_of_the_script(script: Script, arguments: list[str], code: int) -> None:
    done = script(*arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) is (code == 0)
    assert bool(done.stderr) is (code != 0)
    if "--json" in arguments:
        json.loads(done.stdout)


def test_output_is_plain_when_piped(script: Script) -> None:
    assert "\x1b" not in script("show", "sept_solines").stdout


def test_terminal_without_unicode_shows_what_it_can() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "100"}
    command = [str(SCRIPT), "show", "sept_solines", "--lang", "fr"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2?3 joueurs" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_long_count_can_be_interrupted() -> None:
    command = [str(SCRIPT), "perft", "sept_solines", "--depth", "40"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(10) != 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_reader_that_goes_away_is_no_failure_to_report() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [str(SCRIPT), "show", "sept_solines"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert "Traceback" not in done.stderr and "arbitre:" not in done.stderr
