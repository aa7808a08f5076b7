"""`arbitre play`: a player at the terminal, here a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random as Generator
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

import arbitre
from arbitre import Match
from arbitre.cli.board import BOARDS, Plain, board_of
from arbitre.cli.choices import list_choices, plain, read_move, why_none
from arbitre.cli.words import words
from support.games import all_games
from support.games import game as game_of

GAME = "sept_solines"

# With this seed seat 0 plays first.
SEED = "40"


@pytest.fixture
def play(app: Typer) -> Callable[..., Any]:
    """Plays with these lines typed; the last is `quit`, or the end of the input."""

    def start(typed: list[str], *options: object) -> Any:
        arguments = ["play", GAME, "--players=2", f"--seed={SEED}", *map(str, options)]
        return CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in typed))

    return start


def first_position() -> arbitre.State:
    return game_of(GAME).initial(players=2, seed=int(SEED))


def answer(output: str, typed: str) -> str:
    """What was said to a line typed."""
    return output.split(f"> {typed}\n", 1)[1].split("\n> ", 1)[0]


def test_seat_0_plays_first() -> None:
    assert first_position().to_act == (0,)


# --- the turn ---


def test_the_first_turn_shows_all_there_is_to_know(play: Any) -> None:
    result = play(["quit"])
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout
    position = game_of(GAME).document(first_position())
    assert "You are seat 0." in said and "seat 1: greedy" in said
    lines = [line.split() for line in said.splitlines()]
    cards = [str(place["card"]) for place in position["river"]]
    assert ["card", *cards] in lines
    times = [f"\N{MULTIPLICATION SIGN}{factor}" for factor in (1, 2, 1, 0, 1, 2, 1)]
    assert ["counts", *times] in lines
    assert ["comment", "blue", "orange", "green", "·", "blue", "green", "orange"] in lines
    assert "supply: blue 4, orange 4, green 4" in said
    numbered = [line for line in lines if line and line[0].isdigit() and "take" in line]
    assert [line[0] for line in numbered] == list("1234567")
    for line, card in zip(numbered, cards, strict=True):
        assert f"card {card} (" in " ".join(line)
    assert said.rstrip().endswith(f"seed {SEED}")


@pytest.mark.parametrize("typed", ["3", "take 2", "take place=2", "take  2"])
def test_a_move_is_played_by_number_or_as_programs_write_it(play: Any, typed: str) -> None:
    result = play([typed, "quit"])
    assert "Seat 0 pays 2 cubes." in result.stdout
    assert "seat 1 (greedy)" in result.stdout
    assert result.stdout.count("Your turn") == 2


def test_words_filter_and_enter_plays_the_last_move(play: Any) -> None:
    position = game_of(GAME).document(first_position())
    title = game_of(GAME).labels().label("card", position["river"][4]["card"])
    result = play(["pay", title.upper(), "", "quit"])
    assert "“pay”: 7 of 7 moves" in answer(result.stdout, "pay")
    said = answer(result.stdout, title.upper())
    assert [line.split()[0] for line in said.splitlines()[:-1]] == ["5"]
    assert "leaves one move. Press Enter" in said
    assert "Seat 0 pays 4 cubes." in result.stdout


def test_several_words_must_all_match(play: Any) -> None:
    result = play(["place 3", "", "zebra", "zebra crossing " * 9, "quit"])
    said = answer(result.stdout, "place 3")
    assert any(line.startswith("4") for line in said.splitlines())
    assert "of 7 moves" in said
    shown_again = answer(result.stdout.split("place 3", 1)[1], "")
    assert [line.split()[0] for line in shown_again.splitlines()] == list("1234567")
    assert "No legal move matches “zebra”." in result.stdout
    assert "…”." in result.stdout, "long lines are shortened"


def test_numbers_that_are_none_are_said(play: Any) -> None:
    result = play(["8", "0", "99999999999999999999999", "quit"])
    assert result.stdout.count("they are numbered 1 to 7") == 3
    assert result.stdout.count("Your turn") == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "disc_blue place=3 card=4",
            "Refused: Discs can be used from round 2 on, and",
        ),
        ("disc_blue 3 4", "Refused: Discs can be used from round 2"),
        ("disc_green", "Refused: Discs can be used from round 2"),
        ("blue disc", "Refused: Discs can be used from round 2"),
        ("board", "Refused: "),
        ("take 9", "Refused: That is not a place of the river"),
        ("take place=x", "Refused: That is not a place of the river"),
        ("take place=1 price=2", "Refused: This kind of move does not take a “price”"),
        ("draw_card 3", "Refused: “draw a card” is for chance to decide"),
    ],
)
def test_refusals_are_explained(play: Any, typed: str, said: str) -> None:
    result = play([typed, "quit"])
    assert answer(result.stdout, typed).startswith(said)
    assert result.stdout.count("Your turn") == 1


# --- commands ---


def test_help_names_every_command(play: Any) -> None:
    said = answer(play(["?", "quit"]).stdout, "?")
    assert all(command in said for command in words("en", "commands"))
    assert "take place=0" in said
    assert answer(play(["HELP", "quit"]).stdout, "HELP") == said


def test_undo_and_redo(play: Any) -> None:
    result = play(["undo", "redo", "1", "undo", "redo", "quit"])
    assert answer(result.stdout, "undo").startswith("There is no move of yours to take back.")
    assert answer(result.stdout, "redo").startswith("There is nothing to play again.")
    turns = result.stdout.split("Your turn")
    assert len(turns) == 5
    assert turns[1].split("\n> ", 1)[0] == turns[3].split("\n> ", 1)[0], "as it was before"
    assert turns[2].split("\n> ", 1)[0] == turns[4].split("\n> ", 1)[0], "as it was after"
    assert "Taken back: take the card at place 0" in result.stdout
    assert "Played again: take the card at place 0" in result.stdout


def test_log_shows_what_has_happened(play: Any) -> None:
    result = play(["2", "log", "quit"])
    said = answer(result.stdout, "log")
    assert "Seat 0 pays 1 cube." in said
    assert "Seat 1 takes card" in said


def test_hint_suggests_moves_with_their_figures(play: Any) -> None:
    said = answer(play(["hint", "quit"]).stdout, "hint").splitlines()
    assert said[0] == "A hint, from 2000 playouts:"
    assert len(said) == 4
    assert all("value" in line for line in said[1:])
    assert answer(play(["hint", "quit"]).stdout, "hint").splitlines() == said


def test_all_shows_the_moves_that_a_long_list_leaves_out(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbitre.cli.play.SHOWN", 2)
    result = play(["all", "show", "quit"])
    assert "… and 5 more; type part of a word" in result.stdout
    assert len(answer(result.stdout, "all").splitlines()) == 7
    assert "River" in answer(result.stdout, "show")


def test_save_writes_a_log_that_is_verified(play: Any, tmp_path: Path) -> None:
    path, other = tmp_path / "a.arblog", tmp_path / "b.arblog"
    lines = ["save", f"save {tmp_path / 'nowhere' / 'x'}", "1", f"save {path}", "1", "quit"]
    result = play(lines, "--save", other)
    assert result.exit_code == 0
    assert "Say where: save FILE" in result.stdout
    assert "No such file or directory" in " ".join(result.stdout.split())  # a long path wraps
    assert Match.verify(path) and Match.verify(other)
    assert Match.verify(path).moves < Match.verify(other).moves


# --- the match ---


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match(play: Any, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "match.arblog"
    options = ("--save", path, "--lang", lang, "--variant", "rounds=2", "--bots", "random")
    result = play(["1"] * 60, *options)
    assert (result.exit_code, result.stderr) == (0, "")
    match = Match.load(path)
    assert match.state.over
    won = {
        "en": ("You have won!", "The winner is seat 1."),
        "fr": ("Vous avez gagné", "le joueur 1."),
    }
    assert won[lang][match.state.winners != (0,)] in result.stdout
    end = " ".join(result.stdout.splitlines()[-8:]).split()
    for score in match.state.scores:
        assert str(score).replace("-", "\N{MINUS SIGN}") in end
    # The same seed and the same choices give the same match.
    again = tmp_path / "again.arblog"
    play(["1"] * 60, *options[:1], again, *options[2:])
    assert again.read_bytes() == path.read_bytes()


def test_the_end_of_the_input_leaves_the_match(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    result = play(["1"], "--save", path)
    assert result.exit_code == 0
    assert "You left the game." in result.stdout
    assert Match.verify(path)


def test_any_seat_and_any_bots(play: Any) -> None:
    result = play(["quit"], "--players", 3, "--seat", 2, "--bots", "random,montecarlo:20")
    assert "You are seat 2." in result.stdout
    assert "seat 0: random" in result.stdout and "seat 1: montecarlo:20" in result.stdout


def test_boards_may_be_chosen_by_the_player(play: Any) -> None:
    result = play(["tv7", "", "quit"], "--variant", "board_assignment=chosen")
    assert "Seat 0 receives" in result.stdout or "Seat 0 gets" in result.stdout
    assert "Your table: TV7" in result.stdout


def test_in_french(play: Any) -> None:
    lines = ["disque bleu", "disc_green", "conseil", "1", "reprendre", "aide", "voir", "quitter"]
    result = play(lines, "--lang", "fr")
    assert result.exit_code == 0
    for said in (
        "Vous êtes le joueur 0.",
        "Rivière",
        "Refusé\N{NO-BREAK SPACE}: Les disques",
        "Un conseil, tiré de 2000 parties",
        "Le joueur 0 prend la carte",
        "Repris\N{NO-BREAK SPACE}: prendre la carte à la place 0",
        "Vous avez quitté la partie.",
    ):
        assert said in result.stdout
    assert not {"River", "Your", "Refused:"} & set(result.stdout.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seat", "2"], "expected 0 to 1"),
        (["--seat", "-1"], "--seat"),
        (["--bots", "clever"], "unknown bot 'clever'"),
        (["--bots", "greedy,greedy"], "2 bots for 1 seats"),
        (["--lang", "de"], "unknown language 'de'"),
        (["--variant", "rounds"], "expected KEY=VALUE"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_wrong_usage(play: Any, options: list[str], said: str) -> None:
    result = play([], *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())


def test_refused_set_up_is_one_sentence(play: Any) -> None:
    result = play([], "--variant", "rounds=9")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("arbitre: BAD_OPTION_VALUE")


def test_the_script_speaks_through_pipes() -> None:
    script = Path(sys.executable).with_name("arbitre")
    command = [str(script), "play", GAME, "--players=2", "--seed=1", "--lang=fr"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        command, input="1\nhé\nquit\n", capture_output=True, text=True, timeout=60, env=environment
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout and "Rivi?re" in done.stdout


# --- every game ---


@pytest.mark.parametrize("name", arbitre.games())
def test_every_game_has_a_look_of_its_own(name: str) -> None:
    assert name in BOARDS, "add a module to arbitre.cli.board"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", all_games())
def test_every_position_can_be_drawn(name: str, lang: str) -> None:
    """Random games of each number of players: the first twenty decisions and every 23rd."""
    game, dice = game_of(name), Generator(1)
    boards = (board_of(game, lang), Plain(game, lang))
    for players in game.players:
        state, ply = game.initial(players=players, seed=1), 0
        while state.to_act:
            seat = state.to_act[0]
            if ply < 20 or ply % 23 == 0:
                seen = game.observe(state, seat)
                for board in boards:
                    assert board.draw(seen, seat)
                    choices = list_choices(game, seen, seat, board)
                    numbers = [choice.number for choice in choices]
                    assert numbers == list(range(1, len(choices) + 1))
                    assert all(choice.text for choice in choices)
                    assert len({(c.text, c.remark) for c in choices}) == len(choices)
            state, ply = game.apply(state, seat, int(dice.choice(game.legal(state, seat)))), ply + 1
        for seat in range(players):
            for board in boards:
                assert board.draw(game.observe(state, seat), seat)


@pytest.mark.parametrize("name", arbitre.games())
def test_every_legal_move_can_be_typed(name: str) -> None:
    game = game_of(name)
    for code in range(0, game.action_count, max(1, game.action_count // 500)):
        move = game.move(code)
        fields = {field: value for field, value in dict(move).items() if field != "kind"}
        typed = " ".join([move.kind, *(f"{field}={value}" for field, value in fields.items())])
        if not fields and game.kinds[move.kind].fields:
            continue
        assert read_move(game, typed.replace("True", "true").replace("False", "false")) == dict(
            move
        )


# --- words ---


def test_languages_say_the_same_things() -> None:
    folder = files("arbitre.cli") / "i18n"
    texts = {
        path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.iterdir()
    }
    english = texts.pop("en.toml")
    assert set(texts) == {"fr.toml"}
    for other in texts.values():
        assert {key: list(section) for key, section in other.items()} == {
            key: list(section) for key, section in english.items()
        }


def test_commands_do_not_hide_each_other() -> None:
    for lang in ("en", "fr"):
        english, own = words("en", "commands"), words(lang, "commands")
        names: list[str] = []
        for command in english:
            names += set(english[command].split()) | set(own[command].split())
        assert len(names) == len(set(names))


def test_words_without_accents_find_those_with_them() -> None:
    assert plain("Éclats en plateau, manche 2") == "eclats en plateau, manche 2"


def test_why_none_names_the_reason_that_most_have() -> None:
    game, state = game_of(GAME), first_position()
    verdict = why_none(game, state, 0, "disc_blue", "en")
    assert verdict is not None and verdict.code == "DISCS_LOCKED"
    assert why_none(game, state, 0, "take", "en") is None, "some are legal"
    assert why_none(game, state, 0, "castle", "en") is None
    assert why_none(game, state, 0, "draw_card", "en") is None, "not for players"
