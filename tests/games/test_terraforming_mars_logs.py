"""Games of Terraforming Mars as text: those that are shipped, both ways of random ones, and what is
said of a wrong text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import arbitre
from arbitre import LogError, Match
from arbitre.games.terraforming_mars import export_log, import_log
from arbitre.notation import terraforming_mars as notation
from arbitre.notation.terraforming_mars import Check, Line
from support.effort import so_many
from support.games import Setup, setups
from support.games import game as game_of
from support.walks import pick

LOGS = sorted((Path(__file__).parents[1] / "logs" / "terraforming_mars").glob("*.txt"))
GENERATIONS = 8


def statements(text: str) -> list[str]:
    """What a text says, without comments, blank lines and line breaks."""
    return [str(line) for line in notation.read(text).lines]


def told(text: str, what: str) -> list[tuple[str, ...]]:
    lines = notation.read(text).lines
    return [line.values for line in lines if isinstance(line, Check) and line.what == what]


# --- the games that are shipped ---------------------------------------------------------------


def test_solo_two_and_more_players_are_shipped() -> None:
    players = {notation.read(path.read_text(encoding="utf-8")).players for path in LOGS}
    assert {1, 2} <= players
    assert max(players) >= 3


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_shipped_game_ends_as_it_tells(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = import_log(path)
    state = match.state
    assert state.over and match.chance == "manual"
    assert told(text, "scores") == [tuple(map(str, state.scores))]
    winners = tuple(f"p{seat}" for seat in state.winners) or ("nobody",)
    assert told(text, "winners") == [winners]
    generations = [int(values[0]) for values in told(text, "generation")]
    assert generations == list(range(1, len(generations) + 1))
    assert len(generations) >= GENERATIONS
    assert text.count("#") >= len(generations), "a game to read has comments"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_shipped_game_is_written_as_it_is_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = import_log(text)
    written = export_log(match)
    assert statements(written) == statements(text)
    assert import_log(written).moves == match.moves


def test_a_file_may_be_named_by_a_string(tmp_path: Path) -> None:
    match = arbitre.games.terraforming_mars.import_log(str(LOGS[0]))
    assert match.state == import_log(LOGS[0]).state
    match.save(tmp_path / "match.arblog")
    assert Match.load(tmp_path / "match.arblog").state.fingerprint == match.state.fingerprint


# --- both ways --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "seed"),
    [
        pytest.param(setup, seed, id=f"{setup}-{seed}")
        for number, setup in enumerate(setups("terraforming_mars")[:: so_many(3, 1)])
        for seed in so_many((number % 2,), (0, 1))
    ],
)
def test_random_games_come_back(setup: Setup, seed: int) -> None:
    dice = random.Random(f"text {setup} {seed}")
    chance = "manual" if seed % 2 else "auto"
    match = Match(setup.game, setup.players, seed, chance=chance, **setup.options)
    while match.state.to_act:
        match.play(*pick(setup.game, match.state, dice, by_kind=seed % 2 == 0))
    again = arbitre.games.terraforming_mars.import_log(export_log(match))
    assert again.moves == match.moves
    assert again.state.fingerprint == match.state.fingerprint


def test_a_game_goes_on_after_its_text() -> None:
    text = LOGS[0].read_text(encoding="utf-8")
    lines = text[: text.index("generation 3")]
    match = import_log(lines)
    assert not match.state.over
    assert import_log(export_log(match)).moves == match.moves


def test_other_content_is_handed_in(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('cards = [{ id = "mine", cost = 5 }]', encoding="utf-8")
    changed = arbitre.load("terraforming_mars", content=house)
    text = "game terraforming_mars\nplayers 2\np1 begins\n"
    assert import_log(text, changed).game is changed
    with pytest.raises(LogError, match="LOG_GAME"):
        import_log(text, game_of("solar"))


# --- faults -----------------------------------------------------------------------------------

HEAD = "game terraforming_mars\nplayers 2\noption beginners 0 1\n"
CARDS = list(game_of("terraforming_mars").kinds["draw"].fields["card"].values)
DEALT = HEAD + (
    "p0 begins\n"
    f"p0 draws {' '.join(map(str, CARDS[:10]))}\n"
    f"p1 draws {' '.join(map(str, CARDS[10:20]))}\n"
)  # six lines


WRONG = [
    ("chess\n", "LOG_LINE", 1, "expected 'game terraforming_mars'"),
    ("game solar\n", "LOG_LINE", 1, "expected 'game terraforming_mars'"),
    ("# nothing\n\n", "LOG_LINE", 3, "the text ends before 'players'"),
    ("game terraforming_mars\np0 begins\n", "LOG_LINE", 2, "expected 'players'"),
    ("game terraforming_mars\nplayers two\n", "LOG_LINE", 2, "expected a number of players"),
    ("game terraforming_mars\nplayers 2\nplayers 2\n", "LOG_LINE", 3, "told twice"),
    ("game terraforming_mars\nplayers 7\n", "LOG_SETUP", 2, "refuse this set-up"),
    (HEAD + "option moons 3\n", "LOG_SETUP", 2, "moons"),
    (HEAD + "option draft\n", "LOG_LINE", 4, "expected the name of an option"),
    (HEAD + "option draft a b\n", "LOG_LINE", 4, "expected one value"),
    (HEAD + "option beginners 0\n", "LOG_LINE", 4, "told twice"),
    (HEAD + "p0 begins\noption draft true\n", "LOG_LINE", 5, "before the first line of play"),
    (HEAD + "Ada begins\n", "LOG_LINE", 4, "expected an actor"),
    (HEAD + "p0 starts\n", "LOG_LINE", 4, "expected a verb"),
    (HEAD + "p0 begins,\n", "LOG_LINE", 4, "found nothing"),
    (HEAD + "p0 begins now\n", "LOG_LINE", 4, "behind begins: expected nothing; found 'now'"),
    (HEAD + "p0 draws\n", "LOG_LINE", 4, "behind draws: expected the cards drawn"),
    (HEAD + "p3 begins\n", "LOG_NAME", 4, "no p3 in a game of 2"),
    (HEAD + "neutral passes\n", "LOG_NAME", 4, "neutral player"),
    (HEAD + "p0 passes\n", "LOG_MOVE", 4, "Due is: somebody begins"),
    (HEAD + "p0 begins\np1 draws mine\n", "LOG_DRAW", 5, "p1 draws nothing now. Due is: p0 draws"),
    (HEAD + "p0 begins\np0 draws mines\n", "LOG_NAME", 5, "did you mean mine"),
    (HEAD + "p0 begins\np0 draws mine mine\n", "LOG_MOVE", 5, "CHANCE_IMPOSSIBLE"),
    (DEALT + "p1 passes\n", "LOG_MOVE", 7, "NOT_YOUR_TURN"),
    (DEALT + "p0 draws birds\n", "LOG_DRAW", 7, "nothing is drawn now. Possible is: p0"),
    (DEALT + "# later\n\np0 project city, at h04\n", "LOG_MOVE", 9, "PLACEMENT_RESERVED"),
    (DEALT + "p0 project city, at h99\n", "LOG_NAME", 7, "no hex is called 'h99'"),
    (DEALT + "p0 project city,\n   at h99\n", "LOG_NAME", 7, "no hex is called 'h99'"),
    (DEALT + "p0 plays birds\n", "LOG_MOVE", 7, "CARD_NOT_IN_HAND"),
    (DEALT + "p0 uses ants 7\n", "LOG_NAME", 7, "a number from 0 to 1, found '7'"),
    (DEALT + "p0 uses ants one\n", "LOG_NAME", 7, "a number from 0 to 1, found 'one'"),
    (DEALT + "p0 converts water\n", "LOG_NAME", 7, "expected plants or heat"),
    (DEALT + "p0 pays 2\n", "LOG_LINE", 7, "amounts such as 2 steel"),
    (DEALT + "p0 pays 2 gold\n", "LOG_NAME", 7, "expected one of steel, titanium, heat"),
    (DEALT + "p0 pays money\n", "LOG_MOVE", 7, "NO_SUCH_DECISION"),
    (DEALT + "generation 2\n", "LOG_CHECK", 7, "tells generation 2, the moves lead to 1"),
    (DEALT + "scores 20 21\n", "LOG_CHECK", 7, "tells scores 20 21, the moves lead to 20 20"),
    (DEALT + "winners p0\n", "LOG_CHECK", 7, "tells winners p0, the moves lead to nobody"),
]


@pytest.mark.parametrize(("text", "code", "line", "why"), WRONG)
def test_a_wrong_text_is_told_where_and_why(text: str, code: str, line: int, why: str) -> None:
    with pytest.raises(LogError) as refused:
        import_log(text)
    error = refused.value
    assert (error.code, error.line) == (code, line), error
    assert why in error.why
    assert str(error).startswith(f"line {line}: {code}: ")
    assert (error.verdict is not None) == (code == "LOG_MOVE")


def test_what_the_right_text_says() -> None:
    match = import_log(
        DEALT + "p0 project city, at h38\np0 sells search_for_life capital\np1 passes\n"
    )
    assert match.state.scores == (20, 20)
    document = match.game.document(match.state)
    assert document["map"]["h38"]["owner"] == "p0"
    assert document["seats"][0]["stock"]["megacredit"] == 42 - 25 + 2


def test_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "duel.txt"
    path.write_text(HEAD + "p0 passes\n", encoding="utf-8")
    with pytest.raises(LogError) as refused:
        import_log(path)
    assert str(refused.value).startswith(f"{path}: line 4: LOG_MOVE: p0 passes: ")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(LogError, match="LOG_FORMAT"):
        import_log(path)
    path.write_bytes(b"#" * (2 << 20) + b"\n#")
    with pytest.raises(LogError, match="LOG_SIZE"):
        import_log(path)
    with pytest.raises(FileNotFoundError):
        import_log(tmp_path / "nothing.txt")


def test_long_statements_are_wrapped_and_read_as_one() -> None:
    line = Line(0, "p0", (notation.Clause("sells", tuple(map(str, CARDS[:20]))),))
    text = notation.write(notation.Transcript(2, {}, [line]))
    assert max(map(len, text.splitlines())) <= notation.WIDTH
    assert statements(text) == [str(line)]
