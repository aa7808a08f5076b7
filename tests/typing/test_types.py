"""What type checkers see: a user's program, mistakes that they must catch, and the stub's age."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USER_CODE = Path(__file__).with_name("user_code.py")

SNIPPET = """\
import arbitre

game = arbitre.load("sept_solines")
state = game.initial(players=2)
move = game.moves(state, 0)[0]
event = game.step(state, 0, move)[1][0]
verdict = game.validate(state, 0, move)
batch = game.batch(2, players=2)

"""

REVEALED = {
    "arbitre.CHANCE": "Literal[254]?",
    "arbitre.games()": "tuple[str, ...]",
    "state.to_act": "tuple[int, ...]",
    "state.viewer": "int | None",
    "state == 3": "bool",
    "hash(state)": "int",
    "move.code": "int",
    "move.place": "Any",
    "list(move.keys())": "list[str]",
    "event.kind": "str",
    "verdict.subject": "str",
    "game.step(state, 0, 3)": "tuple[State, list[Event]]",
    "game.perft(state, 3, bool(state))": "int | dict[Move, int]",
    "game.kinds['take'].fields['place'].labels": "tuple[str, ...]",
}

MISTAKES = {
    "game.initial(2)": "call-arg",
    "game.initial(players='2')": "arg-type",
    "game.initial(players=2, chance='none')": "arg-type",
    "game.apply(state, 0, 'take')": "arg-type",
    "game.apply(state, None, move)": "arg-type",
    "game.legal(state)": "call-arg",
    "game.from_bytes('text')": "arg-type",
    "state.ply = 3": "misc",
    "state.to_act.append(1)": "attr-defined",
    "move.code = 3": "misc",
    "verdict.okay": "attr-defined",
}


def mypy(*paths: Path) -> str:
    """The findings of `mypy --strict`, under no other settings."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, paths)]
    # The sources come first, whatever way the package is installed.
    environment = {**os.environ, "MYPYPATH": str(ROOT / "python")}
    done = subprocess.run(
        command, cwd=paths[0].parent, env=environment, capture_output=True, text=True, timeout=300
    )
    assert not done.stderr, done.stderr
    return done.stdout


STATEMENTS = [*(f"reveal_type({revealed})" for revealed in REVEALED), *MISTAKES]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What mypy says about a snippet with all statements, and about a user's program."""
    snippet = tmp_path_factory.mktemp("typing") / "snippet.py"
    snippet.write_text(SNIPPET + "\n".join(STATEMENTS) + "\n", encoding="utf-8")
    return mypy(snippet, USER_CODE)


@pytest.fixture(scope="module")
def findings(report: str) -> dict[str, str]:
    """Statement of the snippet -> what mypy says about it."""
    first = SNIPPET.count("\n") + 1
    found: dict[str, str] = {}
    for line, said in re.findall(r"^snippet\.py:(\d+): (?:error|note): (.*)$", report, re.M):
        found.setdefault(STATEMENTS[int(line) - first], said)
    return found


def test_user_code_has_the_types_it_asserts(report: str) -> None:
    assert "(checked 2 source files)" in report
    assert USER_CODE.name not in report


def test_user_code_runs() -> None:
    done = subprocess.run([sys.executable, str(USER_CODE)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("expression", REVEALED)
def test_revealed_type(expression: str, findings: dict[str, str]) -> None:
    said = findings[f"reveal_type({expression})"]
    revealed = re.fullmatch(r'Revealed type is "(.*)"', said)
    assert revealed, said
    # Full names are left out: where a class lives is no promise.
    assert re.sub(r"\b(?:\w+\.)+(?=\w)", "", revealed[1]) == REVEALED[expression]


@pytest.mark.parametrize("statement", MISTAKES)
def test_mistake_is_caught(statement: str, findings: dict[str, str]) -> None:
    assert findings.get(statement, "").endswith(f"[{MISTAKES[statement]}]")


def test_stub_is_what_the_module_generates() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "stubs.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_package_says_that_it_is_typed() -> None:
    assert (ROOT / "python" / "arbitre" / "py.typed").is_file()
