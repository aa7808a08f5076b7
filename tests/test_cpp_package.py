"""The C++ package as its users meet it: installed, found by CMake, linked, and playing a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import arbitre

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "py"
CMAKE = Path(sys.executable).with_name("cmake")


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A separate project, built against the installed package."""
    folder = tmp_path_factory.mktemp("package")
    run(CMAKE, "--install", BUILD, "--prefix", folder / "prefix", "--component", "dev")
    source = ROOT / "tests" / "cpp" / "consumer"
    prefix = f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}"
    run(CMAKE, "-S", source, "-B", folder / "build", "-G", "Ninja", prefix)
    run(CMAKE, "--build", folder / "build")
    return folder / "build" / "consumer"


@pytest.mark.parametrize("name", arbitre.games())
def test_a_program_plays_a_game_of_compiled_rules(
    consumer: Path, name: str, tmp_path: Path
) -> None:
    game = arbitre.load(name)
    rules = tmp_path / f"{name}.rules"
    rules.write_text(game.rules, encoding="utf-8")
    for players in game.players:
        said = run(consumer, rules, str(players), "7")
        assert said.startswith(f"{name} after ")
        assert len(said.partition(":")[2].split()) == players
        assert said == run(consumer, rules, str(players), "7")


def test_a_program_is_told_what_is_wrong_with_its_rules(consumer: Path, tmp_path: Path) -> None:
    rules = tmp_path / "bad.rules"
    rules.write_text("arbitre-rules 1 sept_solines\n", encoding="utf-8")
    done = subprocess.run([str(consumer), str(rules), "2", "1"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "params: the table is missing" in done.stderr
