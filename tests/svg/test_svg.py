"""Pictures: every game has one, no text in it overlaps or is cut off, and no label breaks out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import arbitre
from arbitre import Game, State
from arbitre.game import state_svg
from arbitre.rules.tables import Table, parse, render
from arbitre.svg import DRAWINGS, Canvas, compose, draw, sept_solines
from arbitre.svg.canvas import Box, Placed
from support.effort import so_many
from support.games import Setup, some_setups
from support.pictures import assert_well_set, tables_of, texts
from support.walks import walk

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "fr")
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "desc", "g", "rect", "circle", "line", "polygon", "path", "text"}

each_game = pytest.mark.parametrize("name", arbitre.games())
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def picture(game: Game, document: Mapping[str, Any], lang: str, seat: int | None = None) -> Canvas:
    return compose(game.name, document, game.labels(lang), tables_of(game), seat=seat)


def assert_self_contained(svg: str) -> ElementTree.Element:
    """Well-formed, of known elements only, and without a reference to anything."""
    root = ElementTree.fromstring(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= DRAWN
    for element in root.iter():
        for attribute, value in element.attrib.items():
            local = attribute.rpartition("}")[2]
            assert not local.startswith("on") and local not in ("href", "id", "class"), attribute
            assert "url(" not in value and "://" not in value, (attribute, value)
    return root


# --- every game ---


@each_game
def test_it_has_a_drawing(name: str) -> None:
    assert name in DRAWINGS, "add a module to arbitre.svg and a line to DRAWINGS"


def test_drawings_are_of_games_there_are() -> None:
    assert set(DRAWINGS) <= set(arbitre.games())


@pytest.mark.parametrize(
    "setup", [setup for name in arbitre.games() for setup in some_setups(name)], ids=str
)
def test_random_games_are_drawn_well(setup: Setup) -> None:
    """The whole position in each language, and what each seat and a spectator see of it. Ordinary
    runs have time for one seat of a position and, with options, for the language of longer words.
    """
    game = setup.game
    for seed in so_many((0,), (0, 3)):
        states = walk(setup, seed, "manual").some_states(so_many(3, 8))
        for number, state in enumerate(states):
            for lang in so_many(("fr",) if setup.options else LANGUAGES, LANGUAGES):
                canvas = picture(game, game.document(state), lang)
                assert_well_set(canvas)
                assert_self_contained(canvas.svg())
            seats = range(state.players)
            for seat in (*so_many(((number + 1) % state.players,), seats), arbitre.SPECTATOR):
                seen = game.document(game.observe(state, seat))
                assert_well_set(picture(game, seen, "en", seat))


@each_language
@each_game
def test_the_game_draws_what_a_seat_sees(name: str, lang: str) -> None:
    game = arbitre.load(name)
    for state in walk(Setup(name, game.players[-1]), 0, "manual").some_states(so_many(3, 4)):
        assert game.svg(state, lang=lang) == picture(game, game.document(state), lang).svg()
        for seat in (1, arbitre.SPECTATOR):
            seen = game.document(game.observe(state, seat))
            assert game.svg(state, seat, lang=lang) == picture(game, seen, lang, seat).svg()


@each_game
def test_it_tells_those_who_cannot_see_it(name: str) -> None:
    game = arbitre.load(name)
    state = game.initial(players=game.players[0], seed=1)
    for lang in LANGUAGES:
        root = assert_self_contained(game.svg(state, lang=lang))
        assert root.get("role") == "img"
        assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == lang
        title, description = root[0], root[1]
        assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
        assert game.labels(lang).title in (title.text or "")
        assert len(description.text or "") > 40


@each_game
def test_a_state_draws_itself(name: str) -> None:
    game = arbitre.load(name)
    state = game.initial(players=game.players[-1], seed=2)
    assert state_svg(state) == game.svg(state)
    assert state_svg(game.observe(state, 1)) == game.svg(state, 1)


def test_a_game_without_a_drawing_says_so() -> None:
    game = arbitre.load("sept_solines")
    document = game.document(game.initial(players=2, seed=1))
    with pytest.raises(NotImplementedError, match="chess"):
        draw("chess", document, game.labels("en"), tables_of(game))


def test_rules_can_be_read_back() -> None:
    game = arbitre.load("sept_solines")
    assert render(game.name, parse(game.rules)) == game.rules
    some = [Table("a", ("x", "y"), [("r", [1, -2]), ("s", [0, 3])]), Table("b", (), [("t", [])])]
    some.append(Table("c", ("z",), []))
    assert render("game", parse(render("game", some))) == render("game", some)


# --- sept_solines ---

NAME = "sept_solines"


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


def phases(players: int, seed: int) -> dict[str, list[State]]:
    """The positions of a random game by their phase."""
    found: dict[str, list[State]] = {}
    played = walk(Setup(NAME, players), seed, "manual")
    for state in played.states:
        found.setdefault(played.game.document(state)["phase"], []).append(state)
    return found


@each_language
@pytest.mark.parametrize("players", [2, 3])
def test_every_phase_is_drawn_well(game: Game, players: int, lang: str) -> None:
    words = game.labels(lang)
    found = phases(players, 2)
    assert set(found) == {"setup", "turn", "draw", "over"}
    for phase, states in found.items():
        for state in states[:: max(1, len(states) // 25)]:
            document = game.document(state)
            assert_well_set(canvas := picture(game, document, lang))
            shown = texts(canvas)
            status = next(text for text in shown if " · " in text)
            assert f"{document['round']}/3" in status
            if phase == "over":
                assert status.endswith(words.describe("game_over", document, event=True))
            else:
                assert words.word(phase).lower() in status.lower()
            assert str(len(document["deck"])) in shown
            assert shown.count(words.word("to_play")) == (phase == "turn")
            assert shown.count(words.word("has_taken")) == (phase == "draw")
            assert shown.count(words.word("winner")) == len(document["winners"] or ())
            for place in document["river"]:
                assert words.label("card", place["card"]) in shown


@each_language
def test_neutralised_cards_and_totals_are_those_of_the_rules(game: Game, lang: str) -> None:
    """What the picture says of the last round, against what the engine reported of it."""
    words = game.labels(lang)
    played = walk(Setup(NAME, 3), 2, "manual")
    last = played.plies[-1].events
    shown = texts(picture(game, game.document(played.end), lang))
    neutralised = [event for event in last if event.kind == "neutralised"]
    assert neutralised
    assert shown.count(words.word("neutralised")) == len(neutralised)
    for event in last:
        if event.kind == "counted":
            total = f"{event.total:+d}".replace("-", "\N{MINUS SIGN}") if event.total else "0"
            assert total in shown


def test_open_slots_are_told_until_the_seventh_card(game: Game) -> None:
    """Each card says between which slots it may still come to lie."""
    document = game.document(game.initial(players=2, seed=1))
    document["seats"][0]["cards"] = [3, 15, 20, 26]
    shown = texts(picture(game, document, "en"))
    ranges = [text for text in shown if text.startswith("slots ") and text[6].isdigit()]
    assert [text.split("\N{EN DASH}") for text in ranges] == [
        ["slots 1", "4"],
        ["slots 2", "5"],
        ["slots 3", "6"],
        ["slots 4", "7"],
    ]
    document["seats"][0] |= {"cards": [1, 3, 10, 15, 18, 20, 26], "retired": True}
    shown = texts(picture(game, document, "en"))
    assert not any(text.startswith("slots ") and text[6].isdigit() for text in shown)


def test_the_example_of_the_rules_counts_eight(game: Game) -> None:
    """SEP 1.3: 20 counted twice, 15 counted not at all, 3 and 26 neutralised, 8 points."""
    document = game.document(game.initial(players=2, seed=1))
    document["seats"][1] |= {"cards": [1, 3, 10, 15, 18, 20, 26], "retired": True}
    canvas = picture(game, document, "en")
    shown = texts(canvas)
    assert shown.count("neutralised") == 2
    assert "+6" in shown
    assert "+8" in shown


@each_language
def test_every_card_title_is_shown_whole(game: Game, lang: str) -> None:
    document = game.document(game.initial(players=3, seed=1))
    words = game.labels(lang)
    for first in range(1, 29, 7):
        cards = list(range(first, first + 7))
        titles = [words.label("card", card) for card in cards]
        document["river"] = [{"card": card, "cubes": 1} for card in cards]
        document["seats"][0]["cards"] = cards  # under their slots
        document["seats"][1]["cards"] = cards[:6]  # in the tray
        document["seats"][2]["cards"] = cards[6:]
        shown = texts(picture(game, document, lang))
        for title in titles:
            assert shown.count(title) == 3, title


@each_language
def test_the_largest_figures_fit(game: Game, lang: str) -> None:
    """The bounds of the schema: content of one's own may reach them."""
    tables = {name: dict(rows) for name, rows in tables_of(game).items()}
    tables["cards"] = {f"card_{i}": (-99, 2) for i in range(1, 32)}
    tables["multipliers"] = {f"slot_{i}": ((-9, 9)[i % 2],) for i in range(7)}
    document = game.document(game.initial(players=3, seed=1))
    document["river"] = [{"card": card, "cubes": cubes} for card, cubes in enumerate(range(7), 25)]
    document["river"][0]["cubes"] = 240
    for i, seat in enumerate(document["seats"]):
        seat |= {"cards": list(range(25, 32))[: 7 - i], "retired": i == 0, "score": -31_185}
        seat |= {"cubes": 240, "discs": dict.fromkeys(seat["discs"], 40)}
    document |= {"phase": "over", "winners": [0, 1, 2], "current": None}
    canvas = compose(NAME, document, game.labels(lang), tables, seat=0)
    assert_well_set(canvas)
    shown = texts(canvas)
    for figure in ("240", "40", "31", "\N{MINUS SIGN}31185", "\N{MINUS SIGN}99", "+891"):
        assert figure in shown, figure


def test_tables_without_boards_can_be_drawn(game: Game) -> None:
    state = game.initial(players=3, seed=1, variants={"board_assignment": "chosen"})
    assert_well_set(picture(game, game.document(state), "fr"))
    state = game.apply(state, 0, {"kind": "choose_board", "board": "tv7"})
    assert "TV7" in texts(picture(game, game.document(state), "fr"))


def test_the_seat_of_the_viewer_is_marked(game: Game) -> None:
    document = game.document(game.initial(players=3, seed=1))
    assert "you" not in texts(picture(game, document, "en"))
    assert texts(picture(game, document, "en", seat=2)).count("you") == 1


@each_language
def test_colours_differ_in_shape_and_letter(game: Game, lang: str) -> None:
    looks = sept_solines.MARKS.values()
    assert len({look.shape for look in looks}) == len(looks)
    initials = [game.labels(lang).label("colour", colour)[0] for colour in sept_solines.MARKS]
    assert len(set(initials)) == len(initials)


# --- what labels may hold ---


class Hostile:
    """Labels that try to break out of the picture, or to fill it."""

    lang = 'en" onload="alert(1)'

    def __init__(self, text: str) -> None:
        self.title = text

    def label(self, domain: str, value: object) -> str:
        return self.title

    def word(self, word: str) -> str:
        return self.title

    def field(self, name: str) -> str:
        return self.title

    def describe(self, kind: str, fields: Mapping[str, object], event: bool = False) -> str:
        return self.title


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert('x')</script>",
        '"/></svg><img src=x onerror="alert(1)">',
        "]]><!-- & &amp; &lt; -->",
        "\x00\x1b[31m\ufffe\ud800 red\r\n\u2028\tend",
        "\u202eright to left\u202c",
        "W" * 5_000,
        "two words " * 900,
        "漢字" * 60,
        "e" + "\u0301" * 400,
        "\N{GRINNING FACE}" * 50,
        "",
        " ",
    ],
)
@each_game
def test_hostile_labels_stay_in_their_boxes(name: str, text: str) -> None:
    game = arbitre.load(name)
    played = walk(Setup(name, game.players[-1]), 2, "manual")
    for state in played.some_states(so_many(3, 6)):
        canvas = compose(name, game.document(state), Hostile(text), tables_of(game), seat=1)
        assert_well_set(canvas)
        assert_self_contained(canvas.svg())


def test_what_labels_say_is_shown_as_it_is(game: Game) -> None:
    document = game.document(game.initial(players=2, seed=1))
    said = "<b>&\"'"
    svg = draw(NAME, document, Hostile(said), tables_of(game))
    root = ElementTree.fromstring(svg)
    assert said in {element.text for element in root.iter(f"{SVG}text")}


# --- the tests themselves, and the pictures of the documentation ---


def test_overlaps_would_be_noticed() -> None:
    canvas = Canvas(100, 100, title="")
    canvas.text(Box(0, 0, 50, 20), "text", 12, fill="#000")
    canvas.text(Box(5, 4, 50, 20), "text", 12, fill="#000")
    with pytest.raises(AssertionError):
        assert_well_set(canvas)
    canvas.placed[:] = [Placed("text", Box(0, 0, 60, 10), Box(0, 0, 50, 10))]
    with pytest.raises(AssertionError):
        assert_well_set(canvas)


def test_sample_pictures_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "pictures.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
