"""What every game of the registry brings with it; a game that lacks any of it fails here.

Rules, tables and words are data, and nothing else notices when a piece of them is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import arbitre
from arbitre import Game
from support.games import game as game_of
from support.tables import CODES, IDS, perft_path, read

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "fr")

# Codes of errors, which players may meet too: of set-ups and of bytes.
ERROR_CODES = (
    "BAD_PLAYERS",
    "UNKNOWN_OPTION",
    "BAD_OPTION_VALUE",
    "WIRE_LENGTH",
    "WIRE_MAGIC",
    "WIRE_GAME",
    "WIRE_VERSION",
    "WIRE_CHECKSUM",
    "WIRE_INVARIANT",
    "UNKNOWN_RULES",
)

each_game = pytest.mark.parametrize("name", arbitre.games())
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def test_the_registry_is_not_empty() -> None:
    assert len(arbitre.games()) > 0


@each_game
def test_it_has_a_perft_table(name: str) -> None:
    assert perft_path(name).is_file()
    assert len(read(perft_path(name))) > 0


@each_game
def test_it_has_golden_cases(name: str) -> None:
    assert (ROOT / "tests" / "golden" / f"{name}.json").is_file()


@each_game
def test_its_codes_and_ids_are_in_the_snapshots(name: str) -> None:
    for path in (CODES, IDS):
        assert name in {line["game"] for line in read(path)}


@each_game
def test_it_has_a_page_of_rules_that_names_what_there_is(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    game = game_of(name)
    named = [*game.kinds, *game.options, *game.events, *list(game.codes.values())[1:]]
    # Shared codes that a game may lack.
    unused = {"UNKNOWN_ID", "GAME_OVER", "OBSERVATION_ONLY", "UNKNOWN_FIELD", "UNKNOWN_SEAT"}
    unused |= {"NOT_A_CHANCE_MOVE", "NOT_A_PLAYER_MOVE", "NO_DRAW_PENDING", "NOT_YOUR_TURN"}
    assert [word for word in named if word not in unused and f"`{word}`" not in page] == []


# --- words ---


def wanted(game: Game) -> Iterator[tuple[str, Sequence[object]]]:
    """Every section of labels and the keys that it must have, all from the catalogue."""
    fields = {field for kind in game.kinds.values() for field in kind.fields}
    fields |= {field for event in game.events.values() for field in event.fields}
    yield "game", ["title"]
    yield "kinds", list(game.kinds)
    yield "kind_names", list(game.kinds)
    yield "events", list(game.events)
    yield "fields", sorted(fields)
    yield "codes", [*game.codes.values(), *ERROR_CODES]
    yield "options", list(game.options)
    for option in game.options.values():
        if isinstance(option.domain, tuple):
            # The labels of flags are the words yes and no; lists are shown element by element.
            values = [value for value in option.domain if not isinstance(value, list)]
            names: list[object] = [value for value in values if not isinstance(value, bool)]
            yield f"options_values.{option.name}", names
    for name, values in game._catalogue()["domains"].items():
        # Numbers speak for themselves unless the domain has words for them.
        has_words = game.labels("en").missing(f"domains.{name}", values) != tuple(
            f"domains.{name}.{value}" for value in values
        )
        if has_words or not all(isinstance(value, int) for value in values):
            yield f"domains.{name}", values


@each_language
@each_game
def test_everything_has_a_label(name: str, lang: str) -> None:
    game = game_of(name)
    labels = game.labels(lang)
    missing = [key for section, keys in wanted(game) for key in labels.missing(section, keys)]
    assert missing == []
    assert labels.title != name


@each_language
@each_game
def test_every_subject_of_a_refusal_has_words(name: str, lang: str) -> None:
    game = game_of(name)
    sections = ("domains.", "options.", "fields.", "kind_names.", "words.")
    keys = [key for key in game.labels(lang).texts if key.startswith(sections)]
    known = {key.rpartition(".")[2] for key in keys}
    assert [word for word in game.words[1:] if word not in known] == []


@each_language
@each_game
def test_every_refusal_is_a_sentence(name: str, lang: str) -> None:
    game = game_of(name)
    for number, code in game.codes.items():
        for subject in game.words:
            verdict = game.verdict(number, subject, 3, 2)
            sentence = game.explain(verdict, lang)
            assert sentence, code
            assert sentence[0] == sentence[0].upper()
            assert code == "OK" or code not in sentence
            assert "{" not in sentence


@each_language
@each_game
def test_every_move_reads_as_a_phrase(name: str, lang: str) -> None:
    game = game_of(name)
    step = max(1, game.action_count // 2_000)
    phrases = [game.describe(game.move(code), lang) for code in range(0, game.action_count, step)]
    assert all(phrases)
    assert len(set(phrases)) == len(phrases)


@each_game
def test_languages_are_those_that_are_promised(name: str) -> None:
    game = game_of(name)
    assert set(LANGUAGES) <= set(game.languages)
    with pytest.raises(ValueError, match="en, fr"):
        game.labels("no such language")


@each_language
@each_game
def test_a_position_can_be_shown_to_people(name: str, lang: str) -> None:
    game = game_of(name)
    state = game.initial(players=game.players[-1], seed=1)
    for seat in (None, *range(state.players), arbitre.SPECTATOR):
        view = game.view(state, seat, lang)
        assert view["title"] == game.labels(lang).title
        assert view["position"].keys() >= game.document(state).keys()
        if seat is not None and seat in state.to_act:
            shown = [move["code"] for move in view["moves"]]
            assert shown == game.legal(state, seat).tolist()
