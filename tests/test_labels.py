"""Labels: complete in each language, well typed, and never a failure when shown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitre.i18n import MAX_FILE_BYTES, Labels, languages
from arbitre.rules import games
from support import satrapies_words, solar_words, vitorian_words
from support.shared_words import SHARED_CODES, SHARED_EVENTS, SHARED_WORDS


class Vocabulary(NamedTuple):
    """What a game needs labels for."""

    kinds: dict[str, str]
    events: dict[str, str]
    own_codes: str
    words: str
    domains: dict[str, list[object]]
    options: dict[str, list[str]]

    @property
    def codes(self) -> list[str]:
        return f"{SHARED_CODES} {self.own_codes}".split()


def ids(text: str) -> list[object]:
    return [*text.split()]


GAMES = {
    "satrapies": Vocabulary(**satrapies_words.VOCABULARY),
    "sept_solines": Vocabulary(
        kinds={
            "take": "place",
            "disc_green": "",
            "disc_orange": "place",
            "disc_blue": "place card",
            "choose_board": "board",
            "draw_board": "board",
            "draw_card": "card",
            "draw_first": "seat",
        },
        events={
            "board_assigned": "seat board",
            "first_player": "seat",
            "disc_used": "seat colour",
            "cubes_paid": "seat cubes",
            "card_taken": "seat place card cubes",
            "card_returned": "seat place card",
            "cubes_collected": "seat cubes",
            "retired": "seat",
            "card_drawn": "card",
            "neutralised": "seat slot card colour",
            "counted": "seat total score",
            "round_started": "round first",
            "game_over": "winners",
        },
        own_codes="""
            BAD_RIVER_INDEX UNKNOWN_CARD UNKNOWN_BOARD CARD_NOT_IN_DECK BOARD_TAKEN
            NOT_CHOOSING_BOARDS NOT_IN_TURN_PHASE PLAYER_RETIRED DISCS_LOCKED DISC_NOT_OWNED
            NO_CUBES_IN_RIVER NOT_ENOUGH_CUBES NO_CARD_TO_RETURN RETURN_TAKEN_CARD CARD_NOT_OWNED
        """,
        words="setup turn draw over cubes river round card",
        domains={
            "board": ["7news", "svnbc", "tv7"],
            "colour": ["blue", "orange", "green"],
            "card": list(range(1, 29)),
            "seat": [0, 1, 2, "chance"],
        },
        options={
            "score_floor_zero": [],
            "board_assignment": ["by_seat", "random", "chosen"],
            "rounds": [],
            "green_needs_cubes": [],
            "blue_keeps_cubes": [],
        },
    ),
    "terraforming_mars": Vocabulary(
        kinds={
            "choose_corporation": "corporation",
            "pick": "card",
            "done": "",
            "first_action": "",
            "play_card": "card",
            "standard_project": "project",
            "claim_milestone": "milestone",
            "fund_award": "award",
            "card_action": "card alternative",
            "convert_plants": "",
            "convert_heat": "",
            "pass": "",
            "end_turn": "",
            "pay": "steel titanium heat",
            "place": "hex",
            "target_player": "player",
            "target_card": "card",
            "choose_option": "option",
            "choose_amount": "amount",
            "first_player": "player",
            "draw_corporation": "corporation",
            "draw": "card",
        },
        events={
            "first_player": "player",
            "passed": "player",
            "discarded": "player",
            "corporation": "player corporation",
            "card_played": "player card",
            "revealed": "player card",
            "drawn": "player card",
            "action": "player move",
            "paid": "player price steel titanium heat",
            "stock": "player resource amount",
            "production_changed": "player resource amount",
            "tr": "player amount",
            "raised": "player parameter value",
            "tile": "player tile hex",
            "claimed": "player hex",
            "card_resource": "player card amount",
            "milestone": "player milestone",
            "award": "player award",
            "bought": "player count",
            "phase": "phase",
            "generation": "generation",
            "production": "generation",
            "reshuffled": "",
            "game_over": "",
        },
        own_codes="""
            MALFORMED ALREADY_PASSED DECISION_PENDING NO_SUCH_DECISION WRONG_PHASE
            FIRST_ACTION_REQUIRED CORPORATION_NOT_OFFERED CARD_NOT_OFFERED BUY_TOO_EXPENSIVE
            PAYMENT_SHORT NO_FIRST_ACTION CARD_NOT_IN_HAND REQ_OXYGEN REQ_TEMPERATURE REQ_OCEANS
            REQ_TAGS REQ_PRODUCTION REQ_CITIES REQ_GREENERY PRODUCTION_TOO_LOW STOCK_TOO_LOW
            NO_TARGET NO_LEGAL_PLACEMENT NOTHING_TO_SELL MILESTONE_LIMIT MILESTONE_TAKEN
            MILESTONE_NOT_MET AWARD_LIMIT AWARD_TAKEN CARD_HAS_NO_ACTION ACTION_ALREADY_USED
            ACTION_CONDITION_UNMET CARD_RESOURCE_TOO_LOW ALREADY_ACTED NOT_ACTED
            PAYMENT_KIND_NOT_ALLOWED PAYMENT_OVERPAID PLACEMENT_OCCUPIED PLACEMENT_RESERVED
            PLACEMENT_CLAIMED PLACEMENT_NEXT_TO_CITY PLACEMENT_NOT_NEXT_TO_OWN PLACEMENT_RULE
            TARGET_ILLEGAL TARGET_PROTECTED TARGET_TOO_LOW TARGET_REQUIRED CARD_TARGET_ILLEGAL
            OPTION_NOT_OFFERED AMOUNT_OUT_OF_RANGE CHANCE_IMPOSSIBLE
        """,
        words="""
            building space science power earth jovian plant microbe animal city fighter
            card_resource cities_in_play own_greeneries tr_raised_this_generation solo claim
        """,
        domains={
            "player": ["p0", "p1", "p2", "p3", "p4"],
            "target": ["p0", "p4", "neutral", "nobody"],
            "corporation": ["beginner_corporation", "helion", "inventrix"],
            "card": ["colonizer_training_camp", "ants", "ai_central"],
            "holder": ["ants", "helion"],
            "prey": ["ants", "helion", "neutral", "nobody"],
            "hex": ["h01", "h61"],
            "place": ["h01", "h61", "ganymede_colony", "phobos_space_haven"],
            "project": ["sell_patents", "power_plant", "asteroid", "aquifer", "greenery", "city"],
            "milestone": ["terraformer", "mayor", "gardener", "builder", "planner"],
            "award": ["landlord", "banker", "scientist", "thermalist", "miner"],
            "resource": ["megacredit", "steel", "titanium", "plant", "energy", "heat"],
            "parameter": ["temperature", "oxygen", "oceans"],
            "tile": ["ocean", "greenery", "city", "special"],
            "phase": ["setup", "research", "draft", "action", "final_greenery", "finished"],
        },
        options={
            "corporate_era": [],
            "draft": [],
            "preset": ["published", "seed_text"],
            "solo_objective": ["complete_parameters", "tr_63"],
            "beginners": [],
        },
    ),
    "solar": Vocabulary(**solar_words.VOCABULARY),
    "vitorian_wars": Vocabulary(**vitorian_words.VOCABULARY),
}
IN_EACH = [(game, lang) for game in games() for lang in languages(game)]
each = pytest.mark.parametrize(("game", "lang"), IN_EACH)


def label_files() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Language, name and content of every label file."""
    data = files("arbitre") / "data"
    for folder in (data / "i18n", *(data / game / "i18n" for game in games())):
        for path in folder.iterdir():
            content = tomllib.loads(path.read_bytes().decode("utf-8"))
            yield path.name.removesuffix(".toml"), str(path), content


def texts(content: dict[str, Any]) -> Iterator[str]:
    for value in content.values():
        if isinstance(value, dict):
            yield from texts(value)
        elif isinstance(value, str):  # lists are names of domains
            yield value


# --- completeness ---


def test_every_game_has_a_vocabulary_here_and_the_same_languages() -> None:
    assert set(GAMES) == set(games())
    assert {languages(game) for game in games()} == {("en", "fr")}


@pytest.mark.parametrize("game", games())
def test_languages_have_the_same_keys(game: str) -> None:
    first, *others = (Labels(game, lang).texts.keys() for lang in languages(game))
    for other in others:
        assert first ^ other == set()


@each
def test_everything_has_a_label(game: str, lang: str) -> None:
    labels, vocabulary = Labels(game, lang), GAMES[game]
    fields = " ".join([*vocabulary.kinds.values(), *vocabulary.events.values()]).split()
    missing = [
        *labels.missing("game", ["title"]),
        *labels.missing("kinds", vocabulary.kinds),
        *labels.missing("kind_names", vocabulary.kinds),
        *labels.missing("events", vocabulary.events),
        *labels.missing("fields", fields),
        *labels.missing("codes", vocabulary.codes),
        *labels.missing("words", [*SHARED_WORDS, *vocabulary.words.split()]),
        *labels.missing("options", vocabulary.options),
    ]
    for domain, values in vocabulary.domains.items():
        missing += labels.missing(f"domains.{domain}", values)
    for option, names in vocabulary.options.items():
        missing += labels.missing(f"options_values.{option}", names)
    assert missing == []


@each
def test_nothing_has_a_label_that_the_game_does_not_have(game: str, lang: str) -> None:
    vocabulary = GAMES[game]
    labels = Labels(game, lang)
    known = {"kinds": vocabulary.kinds, "kind_names": vocabulary.kinds}
    known |= {"events": vocabulary.events | SHARED_EVENTS}
    known["options"] = dict.fromkeys(vocabulary.options, "")
    known["codes"] = dict.fromkeys(vocabulary.codes, "")
    for key in labels.texts:
        section, _, name = key.partition(".")
        assert section not in known or name in known[section], key


def test_missing_names_the_keys() -> None:
    labels = Labels("sept_solines", "en")
    assert labels.missing("kinds", ["take", "pass"]) == ("kinds.pass",)
    assert labels.missing("domains.card", [28, 29]) == ("domains.card.29",)


# --- templates ---


@each
def test_templates_use_the_fields_of_their_kind_and_known_domains(game: str, lang: str) -> None:
    vocabulary = GAMES[game]
    labels = Labels(game, lang)
    for section, fields in (("kinds", vocabulary.kinds), ("events", vocabulary.events)):
        for kind, names in fields.items():
            check_template(labels, f"{section}.{kind}", set(names.split()), vocabulary)
    for code in vocabulary.codes:
        check_template(labels, f"codes.{code}", {"subject", "need", "have"}, vocabulary)


def check_template(labels: Labels, key: str, fields: set[str], vocabulary: Vocabulary) -> None:
    for _, name, spec, conversion in Formatter().parse(labels.texts[key]):
        assert name is None or name in fields, key
        assert not conversion, key
        assert not spec or spec in "#+" or "|" in spec or spec in vocabulary.domains, key


@each
def test_moves_and_events_show_all_their_fields(game: str, lang: str) -> None:
    vocabulary, labels = GAMES[game], Labels(game, lang)
    for fields, event in ((vocabulary.kinds, False), (vocabulary.events | SHARED_EVENTS, True)):
        for kind, names in fields.items():
            values = {name: 10_000 + i for i, name in enumerate(names.split())}
            text = labels.describe(kind, values, event)
            assert all(str(value) in text for value in values.values()), text


def test_typography_is_that_of_the_language() -> None:
    for lang, name, content in label_files():
        for text in texts(content):
            assert "'" not in text and '"' not in text, (name, text)
            assert "  " not in text and text == text.strip(), (name, text)
            if lang == "fr":
                plain = re.sub(r"\{[^{}]*\}", "x", text)
                assert not re.search(r"(?<!\u202f)[;!?]", plain), (name, text)
                assert not re.search(r"(?<!\u00a0)[:»]|«(?!\u00a0)", plain), (name, text)


# --- what people read ---


def test_refusals_in_english() -> None:
    explain = Labels("sept_solines", "en").explain
    assert (
        explain("NOT_ENOUGH_CUBES", "cubes", 3, 2)
        == "You need 3 cubes to take that card and have 2."
    )
    assert explain("NOT_ENOUGH_CUBES", "cubes", 1, 0).startswith("You need 1 cube to")
    assert explain("NOT_YOUR_TURN", "seat", 1, 0) == "It is not your turn: seat 1 is to play."
    assert explain("DISC_NOT_OWNED", "green", 1, 0) == "You have no green disc."
    assert explain("UNKNOWN_ACTION", "pass") == "There is no such move in this game: pass."
    assert explain("UNKNOWN_ACTION") == "There is no such move in this game."
    assert explain("SOME_NEW_CODE", "river", 2, 1) == "SOME_NEW_CODE (river), need 2, have 1"


def test_refusals_in_french() -> None:
    explain = Labels("sept_solines", "fr").explain
    assert (
        explain("NOT_ENOUGH_CUBES", "cubes", 3, 2)
        == "Il vous faut 3 cubes pour prendre cette carte, et vous en avez 2."
    )
    assert explain("DISC_NOT_OWNED", "green", 1, 0) == "Vous n\u2019avez pas de disque vert."
    assert "«\u00a0prendre une carte\u00a0»" in explain("NOT_A_CHANCE_MOVE", "take")


def test_moves_and_events() -> None:
    en, fr = Labels("sept_solines", "en"), Labels("sept_solines", "fr")
    free = "take the card at place 0 (place 0 is the leftmost)"
    assert en.describe("take", {"place": 0}) == free
    assert en.describe("take", {"place": 2}).endswith(", paying 2 cubes")
    taken = {"seat": 1, "place": 3, "card": 4, "cubes": 0}
    sentence = "Seat 1 takes card 4 (Roadblock) from place 3 of the river."
    assert en.describe("card_taken", taken, event=True) == sentence
    counted = {"seat": 0, "total": -3, "score": 12}
    assert en.describe("counted", counted, event=True) == "Seat 0 counts \u22123 for a score of 12."
    counted["total"] = 8
    assert "+8" in fr.describe("counted", counted, event=True)
    won = fr.describe("game_over", {"winners": (0, 1, 2)}, event=True)
    assert won.endswith("le joueur 0, le joueur 1 et le joueur 2.")
    assert "nobody" in en.describe("game_over", {"winners": []}, event=True)
    assert "0 cube " in fr.describe("cubes_collected", {"seat": 0, "cubes": 0}, event=True)


def test_orders_and_battles() -> None:
    en, fr = Labels("satrapies", "en"), Labels("satrapies", "fr")
    move = {"kind": "move", "from": "attica", "to": "cyclades", "unit_class": "E"}
    assert en.label("order", move) == "move one elite unit from Attica to the Cyclades"
    moved = "déplacer une unité d\u2019élite depuis l\u2019Attique vers les Cyclades"
    assert fr.label("order", move) == moved
    recruit = {"kind": "recruit", "zone": "attica"}
    told = {"power": "hellenes", "orders": [move, recruit]}
    sentence = en.describe("orders_revealed", told, event=True)
    assert sentence.startswith("The orders of the Hellenes are revealed: move one elite unit")
    assert sentence.endswith("to the Cyclades and recruit one mercenary unit in Attica.")
    told["orders"] = []
    assert en.describe("orders_revealed", told, True) == "The orders of the Hellenes are revealed."
    battle = {"zone": "lydia", "powers": ["phrygians", "neutral"], "totals": [3, 3]}
    told = {**battle, "winners": ["neutral"]}
    assert en.describe("battle", told, event=True) == (
        "Battle for Lydia: the Phrygians and the neutral garrison with 3 and 3; "
        "the victory goes to the neutral garrison."
    )
    destroyed = fr.describe("battle", {**battle, "winners": []}, event=True)
    assert destroyed.startswith("Combat pour la Lydie\u00a0: les Phrygiens et la garnison neutre")
    assert destroyed.endswith("victoire\u00a0: personne.")


def test_subjects_of_satrapies_are_said_in_sentences() -> None:
    """A zone with its article, a power as a people, a class in full."""
    en, fr = Labels("satrapies", "en").explain, Labels("satrapies", "fr").explain
    assert en("NOT_CONTROLLED", "thebaid").startswith("You did not control the Thebaid at")
    assert fr("NOT_CONTROLLED", "pontus") == "Vous ne contrôliez pas le Pont au début du tour."
    assert en("NOT_YOUR_TURN", "hellenes").endswith("the Hellenes come first.")
    assert en("POWER_ELIMINATED", "medes").startswith("The Medes are out of the game")
    assert "(mercenary unit)" in en("UNITS_OVERCOMMITTED", "M", 3, 2)
    assert "3 unités" in fr("UNITS_OVERCOMMITTED", "M", 3, 2)
    assert fr("NOT_IN_ORDERS_PHASE", "lots").endswith("(en ce moment\u00a0: le sort doit décider).")
    assert en("NOT_A_PLAYER_MOVE", "lot") == "“lot” is for chance to decide, not for a player."


def test_hidden_and_unknown_values_are_shown_as_such() -> None:
    en, fr = Labels("sept_solines", "en"), Labels("sept_solines", "fr")
    assert en.describe("draw_card", {"card": None}) == "the card drawn is ? (hidden)"
    assert fr.label("card", None) == "caché"
    assert en.describe("draw_card", {"card": 99}) == "the card drawn is 99 (99)"
    assert en.describe("new_kind", {"card": 4, "x": None}) == "new_kind: card Roadblock, x hidden"
    assert en.label("move", {"kind": "choose_board", "board": "tv7"}) == "choose the board TV7"


def test_seats_can_be_named() -> None:
    """Solar calls its seats by their nations; other labels of the same game are not touched."""
    plain = Labels("solar", "fr")
    named = plain.with_seats({0: "les Terriens", 1: "les Martiens"})
    signed = {"x": 0, "y": 1}
    said = named.describe("accord_signed", signed, event=True)
    assert said == "Accord commercial entre les Terriens et les Martiens."
    assert "le joueur 0" in plain.describe("accord_signed", signed, event=True)
    assert named.label("seat", 2) == "le joueur 2"


def test_vitorian_wars_has_words_for_hidden_cards_and_for_a_draw() -> None:
    en, fr = Labels("vitorian_wars", "en"), Labels("vitorian_wars", "fr")
    drawn = {"seat": 1, "card": None}
    assert en.describe("drawn", drawn, event=True) == "Seat 1 draws a hidden card."
    over = {"winner": None, "reason": "limit_draw"}
    assert en.describe("game_over", over, event=True).endswith("a draw); winner: nobody.")
    assert en.describe("game_over", over | {"winner": 0}, event=True).endswith("winner: seat 0.")
    assert fr.explain("CELL_OCCUPIED", "0V3").startswith(
        "Une unité s\u2019y trouve déjà (avant-garde 3 du joueur 0)"
    )
    assert en.explain("COST_SHORT", "S", 1, 0).startswith("This costs 1 (Supplies)")
    assert fr.option_value("first", None) == "tiré à pile ou face"


def test_names() -> None:
    fr = Labels("sept_solines", "fr")
    assert fr.title == "Sept Solines"
    assert (fr.kind("take"), fr.field("card"), fr.word("over")) == (
        "prendre une carte",
        "carte",
        "la partie est finie",
    )
    assert (fr.kind("x"), fr.field("x"), fr.word("x"), fr.option("x")) == ("x", "x", "x", "x")
    assert fr.option("rounds") == "nombre de manches"
    assert fr.option_value("board_assignment", "random") == "au hasard"
    assert fr.option_value("score_floor_zero", True) == "oui"
    assert fr.option_value("rounds", 3) == "3"


# --- never a failure ---

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text() | st.just("kind"), inner)
    ),
    max_leaves=8,
)
ALL_CODES = GAMES["sept_solines"].codes
ALL_KINDS = {**GAMES["sept_solines"].kinds, **GAMES["sept_solines"].events}
FIELDS = sorted(set(" ".join(ALL_KINDS.values()).split()))
LABELS = {lang: Labels("sept_solines", lang) for lang in ("en", "fr")}


@given(
    st.sampled_from(sorted(LABELS)),
    st.sampled_from(ALL_CODES) | st.text(),
    st.sampled_from(["", "cubes", "seat", "tv7", "draw_card"]) | st.text(),
    st.integers(),
    st.integers(),
)
def test_explain_never_fails(lang: str, code: str, subject: str, need: int, have: int) -> None:
    assert LABELS[lang].explain(code, subject, need, have) or not code


@given(
    st.sampled_from(sorted(LABELS)),
    st.sampled_from(sorted(ALL_KINDS)) | st.text(),
    st.dictionaries(st.sampled_from(FIELDS) | st.text(), ODD),
    st.booleans(),
)
def test_describe_never_fails(lang: str, kind: str, fields: dict[str, Any], event: bool) -> None:
    assert isinstance(LABELS[lang].describe(kind, fields, event), str)


@given(st.sampled_from(sorted(LABELS)), st.sampled_from(FIELDS) | st.text(), ODD)
def test_label_never_fails(lang: str, domain: str, value: object) -> None:
    assert isinstance(LABELS[lang].label(domain, value), str)


# --- files ---


@pytest.mark.parametrize("lang", ["de", "", "../i18n/en", "EN"])
def test_unknown_language_lists_the_languages(lang: str) -> None:
    with pytest.raises(ValueError, match=r"unknown language .*en, fr"):
        Labels("sept_solines", lang)


def test_overlay_adds_and_replaces_labels(tmp_path: Path) -> None:
    assert Labels("sept_solines", "en", tmp_path).texts == Labels("sept_solines", "en").texts
    (tmp_path / "i18n").mkdir()
    extra = '[domains.card]\n4 = "Barricade"\n29 = "Sunrise"\n'
    (tmp_path / "i18n" / "en.toml").write_text(extra, encoding="utf-8")
    labels = Labels("sept_solines", "en", str(tmp_path))
    cards = [labels.label("card", card) for card in (4, 29, 5)]
    assert cards == ["Barricade", "Sunrise", "Families walking"]
    assert Labels("sept_solines", "fr", tmp_path).label("card", 29) == "29"


def test_overlay_of_one_file_has_no_labels(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("", encoding="utf-8")
    assert Labels("sept_solines", "en", path).label("card", 4) == "Roadblock"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[kinds\n", "line 1"),
        (b"[knids]\n", "knids"),
        (b"[kinds]\ntake = 3\n", "kinds"),
        (b"[kinds]\ntake = 'take {place'\n", r"kinds\.take: not a template"),
        (b"[codes]\nOK = 'a [b {need] c} d'\n", r"codes\.OK: not a template"),
        (b"\xff", "utf-8"),
        (b"#" * (MAX_FILE_BYTES + 1), "larger than"),
    ],
)
def test_broken_label_file_is_named(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "i18n" / "en.toml"
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(ValueError, match=why) as caught:
        Labels("sept_solines", "en", tmp_path)
    assert str(path) in str(caught.value)
