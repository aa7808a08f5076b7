"""The picture of Terraforming Mars: what it tells of a position, and that it has room for the
fullest one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, cast

import pytest

import arbitre
from arbitre import Game
from arbitre.i18n import Labels
from arbitre.svg import compose
from arbitre.svg.canvas import Canvas
from arbitre.svg.scene import Words
from arbitre.svg.terraforming_mars_map import NAMES, OUTER, SIDE, Planet
from arbitre.svg.terraforming_mars_marks import NEUTRAL, PLAYERS, SIGNS, TAG_SIGNS
from arbitre.svg.terraforming_mars_position import RESOURCES, SPOTS, TAGS, Content, Position, names
from support.games import Setup, setups
from support.pictures import assert_well_set, tables_of, texts
from support.walks import walk

LANGUAGES = ("en", "fr")
NAME = "terraforming_mars"
MINUS = "\N{MINUS SIGN}"

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


def picture(game: Game, document: Mapping[str, Any], lang: str, seat: int | None = None) -> Canvas:
    return compose(NAME, document, game.labels(lang), tables_of(game), seat=seat)


def position(game: Game, document: Mapping[str, Any]) -> Position:
    return Position(document, Content.read(tables_of(game)))


def placed(card: str, **marks: Any) -> dict[str, Any]:
    """A card of a tableau."""
    return {"card": card, "resources": 0, "used": False, "bonus": None, "hex": None} | marks


def table(game: Game, players: int) -> dict[str, Any]:
    """A position in the action phase in which everybody has a corporation."""
    start = game.initial(players=players, chance="manual", beginners=list(range(players)))
    document = game.document(start)
    document |= {"phase": "action", "stack": [], "generation": 7}
    for seat in document["seats"]:
        seat |= {"corporation": "beginner_corporation", "offered": [], "hand": []}
        seat |= {"chosen_corporation": None, "committed": False}
    return document


# --- what can be told apart ---


def test_players_differ_without_colour() -> None:
    assert len(PLAYERS) == max(arbitre.load(NAME).players)
    assert len({mark.shape for mark in (*PLAYERS, NEUTRAL)}) == len(PLAYERS) + 1
    assert len({mark.fill for mark in (*PLAYERS, NEUTRAL)}) == len(PLAYERS) + 1


def test_signs_differ_without_colour() -> None:
    for some in ([SIGNS[name] for name in RESOURCES], [TAG_SIGNS[tag] for tag in TAGS]):
        assert len({sign.glyph for sign in some}) == len(some)


def test_hexes_lie_side_by_side(game: Game) -> None:
    """Neighbours touch, all others are farther apart, and the ring is around all of them."""
    found = position(game, game.document(game.initial(players=2, seed=1)))
    planet = Planet(Canvas(10, 10, title=""), None, found)  # type: ignore[arg-type]
    for one, other in combinations(found.content.hexes, 2):
        (x, y), (u, v) = planet.at(one), planet.at(other)
        apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 / SIDE
        assert (apart < 1.8) == (other in found.beside(one)), (one, other)
        assert apart > 1.7
        assert (x**2 + y**2) ** 0.5 + SIDE < OUTER


# --- what is told ---


@each_language
def test_the_map_the_tracks_and_the_mats_are_told(game: Game, lang: str) -> None:
    document = table(game, 4)
    document |= {"temperature": -14, "oxygen": 5}
    document["seats"][2]["stock"] |= {"megacredit": 71, "titanium": 13}
    document["seats"][2]["production"] |= {"megacredit": -3, "heat": 6}
    words = game.labels(lang)
    shown = texts(picture(game, document, lang))
    assert set(position(game, document).content.hexes) <= set(shown)
    for word in (*NAMES.values(), *TAGS, "ocean_area", "volcanic_area"):
        assert words.word(word) in shown, word
    spots = {words.label("place", spot) for spot in SPOTS}
    assert spots <= set(shown)
    for value in (f"{MINUS}14\N{NO-BREAK SPACE}°C", "0/9", "71", "13", f"{MINUS}3", "+6"):
        assert value in shown, value
    for kind in ("milestone", "award"):
        listed = document["milestones"] if kind == "milestone" else tables_of(game)["awards"]
        for name in listed:
            assert any(text.startswith(words.label(kind, name)) for text in shown), name


def test_presets_ask_for_their_own_numbers(game: Game) -> None:
    document = table(game, 2)
    assert "Builder 8" in texts(picture(game, document, "en"))
    document["options"]["preset"] = "seed_text"
    assert "Builder 9" in texts(picture(game, document, "en"))


def test_tiles_bear_their_owner_and_their_name(game: Game) -> None:
    document = table(game, 3)
    bare = picture(game, document, "en").svg()
    document["map"]["h14"] = {"tile": "city", "owner": "p2", "special": None}
    document["map"]["h15"] = {"tile": "greenery", "owner": "p0", "special": None}
    document["map"]["h27"] = {"tile": "special", "owner": "p1", "special": "lava_flows"}
    document["map"]["h02"] = {"tile": "ocean", "owner": None, "special": None}
    document["claims"] = {"h39": "p1"}
    canvas = picture(game, document, "en")
    assert "Lava Flows" in texts(canvas)
    for told in (
        "h14 · a city · player 2",
        "h15 · a greenery · player 0",
        "h27 (Arsia Mons) · a special tile · Lava Flows · player 1",
        "h02 · an ocean",
        "h39 · 1 plants · a claim: player 1",
    ):
        assert f"<title>{told}</title>" in canvas.svg()
        assert f"<title>{told}</title>" not in bare


def test_resources_on_cards_and_used_actions_are_told(game: Game) -> None:
    document = table(game, 2)
    own = document["seats"][1]
    own["tableau"] = [placed("mine"), placed("ants", resources=37, used=True)]
    canvas = picture(game, document, "en")
    shown = texts(canvas)
    assert shown.index("37") + 1 == shown.index("Ants") < shown.index("Mine")
    assert "In play 2" in shown
    assert "<title>Microbe: 1</title>" in canvas.svg()
    assert "<title>Building: 1</title>" in canvas.svg()


class Asked:
    """Labels that note which words they were asked for."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self.words: set[str] = set()

    def word(self, word: str) -> str:
        self.words.add(word)
        return self._labels.word(word)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._labels, name)


@each_language
def test_every_word_of_the_picture_is_there(game: Game, lang: str) -> None:
    labels = game.labels(lang)
    asked = Asked(labels)
    for state in walk(Setup(NAME, 3), 2, "auto").some_states(9):
        compose(NAME, game.document(state), cast("Words", asked), tables_of(game), seat=1)
    assert len(asked.words) >= 40
    assert labels.missing("words", sorted(asked.words)) == ()


# --- what is hidden ---


@each_language
def test_a_seat_sees_its_hand_and_the_number_of_others(game: Game, lang: str) -> None:
    words, document = game.labels(lang), table(game, 3)
    hands = ("ants", "fish", "trees"), ("birds", "zeppelins"), ("worms",)
    events = ("comet", "asteroid", "flooding")
    for seat, hand, event in zip(document["seats"], hands, events, strict=True):
        seat |= {"hand": list(hand), "events": [event]}
    state = game.build(document | {"deck": "rest", "corporation_deck": "rest"}, chance="manual")
    seen = game.document(game.observe(state, 1))
    shown = texts(picture(game, seen, lang, seat=1))
    whole = texts(picture(game, game.document(state), lang))
    for seat, hand in enumerate(hands):
        for card in hand:
            assert words.label("card", card) in whole
            assert (words.label("card", card) in shown) == (seat == 1)
    for seat, event in enumerate(events):
        assert words.label("card", event) in whole
        assert (words.label("card", event) in shown) == (seat == 1)
    assert shown.count(words.word("you")) == 1
    assert words.word("you") not in whole


@each_language
def test_corporations_are_secret_until_all_have_chosen(game: Game, lang: str) -> None:
    words = game.labels(lang)
    state = game.initial(players=2, seed=3)
    offered = [seat["offered_corporations"] for seat in game.document(state)["seats"]]
    seen = texts(picture(game, game.document(game.observe(state, 0)), lang, seat=0))
    for seat, both in enumerate(offered):
        for corporation in both:
            assert (words.label("corporation", corporation) in seen) == (seat == 0)


# --- what follows from a document ---


@pytest.mark.parametrize("setup", setups(NAME), ids=str)
def test_points_and_winners_are_those_of_the_engine(setup: Setup) -> None:
    """TM 6: what the picture counts by itself, against what the engine says at the end."""
    for seed in (2, 3, 6):
        end = walk(setup, seed, "auto").end
        found = position(setup.game, setup.game.document(end))
        assert [found.points(seat) for seat in range(end.players)] == list(end.scores)
        assert found.winners == end.winners
        seen = position(setup.game, setup.game.document(setup.game.observe(end, 0)))
        assert seen.winners == end.winners


@pytest.mark.parametrize("setup", setups(NAME), ids=str)
def test_the_seats_that_are_asked_are_those_that_act(setup: Setup) -> None:
    for state in walk(setup, 4, "auto").some_states(60):
        document = setup.game.document(state)
        assert position(setup.game, document).asked == tuple(state.to_act), document["stack"]


# --- room ---


@pytest.mark.parametrize("players", [1, 5])
def test_the_fullest_table_has_room(game: Game, players: int) -> None:
    """All cards in play and in hands, every hex built on, stocks at their limits."""
    document = table(game, players)
    cards = list(position(game, document).content.cards)
    kinds = ("greenery", "city", "special", "ocean")
    for i, name in enumerate(document["map"]):
        kind = kinds[i % 4]
        special = "commercial_district" if kind == "special" else None
        owner = None if kind == "ocean" else f"p{i % players}"
        document["map"][name] = {"tile": kind, "owner": owner, "special": special}
    document["off_map"] = dict.fromkeys(SPOTS, "p0")
    for i, seat in enumerate(document["seats"]):
        own = cards[i::players]
        seat["tableau"] = [placed(card, resources=250, used=True) for card in own[::2]]
        held = position(game, document).content.cards
        for card in seat["tableau"]:
            card["resources"] = 250 if held[card["card"]].holds else 0
        seat |= {"hand": own[1::4], "events": own[3::4], "offered": own[1:5], "picked": own[5:9]}
        seat |= {"corporation": "united_nations_mars_initiative", "tr": 999, "passed": True}
        seat["stock"] = dict.fromkeys(RESOURCES, 9_999)
        seat["production"] = dict.fromkeys(RESOURCES, 999)
    document["milestones"] = dict.fromkeys(document["milestones"], "p0")
    funded = [{"award": a, "funder": "p0"} for a in ("landlord", "banker", "scientist")]
    document |= {"awards": funded, "generation": 999, "first_player": "p0"}
    document |= {"temperature": 8, "oxygen": 14, "oceans": 9}
    for phase in ("action", "finished"):
        for lang in LANGUAGES:
            for seat in (None, 0):
                canvas = picture(game, document | {"phase": phase}, lang, seat)
                assert_well_set(canvas)
                shown = texts(canvas)
                words = game.labels(lang)
                for own in document["seats"]:
                    for card in names(own["hand"]):
                        assert words.label("card", card) in shown, card


def test_claims_have_room_on_every_hex(game: Game) -> None:
    document = table(game, 5)
    document["claims"] = {name: f"p{i % 5}" for i, name in enumerate(document["map"])}
    for lang in LANGUAGES:
        assert_well_set(picture(game, document, lang))


def test_ratings_far_apart_and_all_alike_have_room(game: Game) -> None:
    document = table(game, 5)
    for ratings in ((20,) * 5, (0, 999, 1, 998, 500), (20, 21, 22, 23, 24)):
        for seat, rating in zip(document["seats"], ratings, strict=True):
            seat["tr"] = rating
        assert_well_set(picture(game, document, "fr"))


def test_the_aim_of_a_solo_game_is_marked(game: Game) -> None:
    document = table(game, 1)
    usual = picture(game, document, "en")
    assert "7/14" in texts(usual)
    document["options"]["solo_objective"] = "tr_63"
    aimed = picture(game, document, "en")
    assert "65" in texts(aimed)
    assert aimed.svg() != usual.svg()
