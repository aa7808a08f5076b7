"""Decks as files and as codes, and what the engine says of them."""

from __future__ import annotations

import re
import tomllib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arbitre
from arbitre import Match, Reason, SetupError
from arbitre.notation import DECKS
from arbitre.notation.vitorian_wars import (
    MAX_CODE,
    MAX_FILE_BYTES,
    MOST,
    Cards,
    decode,
    encode,
    read_deck,
    write_deck,
)
from support.games import game

GAME = game("vitorian_wars")
READY = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")
CARDS: Cards = GAME._deck_form()[1]
PARTS = ("maneuver", "convoy", "defense")


def copies(deck: Mapping[str, Any]) -> dict[str, Any]:
    """A deck without the order in which it is written."""
    lists = {part: sorted((e["card"], e["n"]) for e in deck[part]) for part in PARTS}
    return {"sovereign": deck["sovereign"], **lists}


def codes(reasons: list[Reason]) -> list[str]:
    return [reason.code for reason in reasons]


# --- files ---


@pytest.mark.parametrize("name", READY)
def test_a_file_is_read_as_it_was_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    deck = GAME.deck(name)
    path.write_text(write_deck(deck, {"gold_royal_decree": "Royal\nDecree"}), encoding="utf-8")
    assert read_deck(path) == read_deck(str(path)) == deck
    assert GAME.check_deck(path) == []
    assert GAME.encode_deck(path) == GAME.encode_deck(name)


def test_a_file_may_have_a_name_and_remarks(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = f'name = "Mine"  # of my own\n{write_deck(GAME.deck("deck_moss"))}'
    path.write_text(text, encoding="utf-8-sig")
    assert GAME.check_deck(path) == []


GOOD = 'sovereign = "s"\n[maneuver]\nc = 1\n[convoy]\n[defense]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "missing required field `sovereign`"),
        (GOOD.replace('"s"', "5"), "Expected `str`, got `int` - at `$.sovereign`"),
        (GOOD.replace("c = 1", "c = 0"), "Expected `int` >= 1"),
        (GOOD.replace("c = 1", f"c = {MOST + 1}"), f"Expected `int` <= {MOST}"),
        (GOOD.replace("c = 1", 'c = "1"'), "Expected `int`, got `str`"),
        (GOOD.replace("c = 1", "c = 1\nc = 2"), "line 4"),
        (GOOD + "[side]\n", "unknown field `side`"),
        ("sovereign = \n", "line 1"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("#" * (MAX_FILE_BYTES + 1), f"larger than {MAX_FILE_BYTES} bytes"),
        (b"\xff", "not UTF-8 text"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(text: str | bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    (reason,) = GAME.check_deck(path)
    assert reason.code == "DECK_FILE"
    assert reason.detail.startswith(f"{path}: ") and said in reason.detail
    with pytest.raises(SetupError, match="DECK_FILE"):
        GAME.initial(players=2, decks=["deck_moss", path])


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        GAME.check_deck(tmp_path / "none.toml")


# --- codes ---


@pytest.mark.parametrize("name", READY)
def test_a_code_is_short_and_stands_for_its_deck(name: str) -> None:
    code = GAME.encode_deck(name)
    assert re.fullmatch(r"vw1-[A-Za-z0-9_-]{40,60}", code)
    deck = GAME.decode_deck(code)
    assert copies(deck) == copies(GAME.deck(name))
    assert GAME.encode_deck(deck) == GAME.encode_deck(code) == code
    assert GAME.decode_deck(f"  {code}\n") == deck


def test_codes_stay_as_they_are() -> None:
    """People keep them: the codes of the ready decks are those of the first version."""
    assert [GAME.encode_deck(name) for name in READY] == [
        "vw1-ABQGBwcGBwYHBgYGBQgEBgUJEAWoAjwEBwAHAAINBfrHwc0",
        "vw1-AhRgCgcHBwYHBwcGBwQEBQUECRDAAUQEFwAHAAIeBb84BnU",
        "vw1-BBi9AQYGBwcFBwUFBQYFBAoJCAQEBGQQBQgRBCcABwACLQRdJToD",
        "vw1-BhabAgYHBwcGBwUFBgUFBAQJBQQMBDUUDAM3AQcCPQVS1-0-",
    ]


def test_the_order_of_a_deck_makes_no_difference() -> None:
    deck = GAME.deck("deck_ivory")
    turned = {part: list(reversed(deck[part])) for part in PARTS}
    one, *rest = turned["maneuver"]
    apart = [{"card": one["card"], "n": 1}] * one["n"]
    assert GAME.encode_deck({**deck, **turned, "maneuver": rest + apart}) == GAME.encode_deck(deck)


decks = st.fixed_dictionaries(
    {
        "sovereign": st.sampled_from(CARDS.sovereigns),
        **{
            part: st.dictionaries(
                st.sampled_from(CARDS.of_part(part)), st.integers(1, MOST), max_size=20
            ).map(lambda found: [{"card": card, "n": n} for card, n in found.items()])
            for part in PARTS
        },
    }
)


@given(deck=decks)
def test_every_deck_of_known_cards_has_a_code(deck: dict[str, Any]) -> None:
    code = encode(deck, CARDS)
    if len(code) <= MAX_CODE:
        assert copies(decode(code, CARDS)) == copies(deck)
        assert encode(decode(code, CARDS), CARDS) == code
        assert codes(GAME.check_deck(code)) == codes(GAME.check_deck(deck))


def house(tmp_path: Path, cards: str) -> arbitre.Game:
    path = tmp_path / "house"
    path.mkdir()
    (path / "cards.toml").write_text(cards, encoding="utf-8")
    return arbitre.load("vitorian_wars", path)


def test_cards_that_are_appended_change_no_code(tmp_path: Path) -> None:
    card = 'id = "grey_field_kitchen"\ntype = "unit"\nfaction = "grey"\nlevel = 2\nP = 1\ndef = 2\n'
    more = house(tmp_path, f"[[cards]]\n{card}")
    assert more.digest != GAME.digest
    for name in READY:
        assert more.encode_deck(name) == GAME.encode_deck(name)
        assert more.decode_deck(GAME.encode_deck(name)) == GAME.decode_deck(GAME.encode_deck(name))
    deck = more.deck("deck_moss")
    deck["maneuver"][0]["n"] -= 1
    deck["maneuver"].append({"card": "grey_field_kitchen", "n": 1})
    # Here the number is no card's.
    assert codes(GAME.check_deck(more.encode_deck(deck))) == ["DECK_CODE_CHECKSUM"]


def test_a_code_never_stands_for_other_cards() -> None:
    """Were cards to change places, codes made before would be refused."""
    moved = list(CARDS.cards)
    first = moved.index("scarlet_bayonet_levy")
    moved[first], moved[first + 1] = moved[first + 1], moved[first]
    with pytest.raises(SetupError, match="DECK_CODE_CHECKSUM"):
        decode(GAME.encode_deck("deck_scarlet"), CARDS._replace(cards=moved))
    assert decode(GAME.encode_deck("deck_moss"), CARDS._replace(cards=moved))


MOSS = GAME.encode_deck("deck_moss")


def signed(packed: bytes) -> str:
    """A code of these bytes with the checksum that belongs to what they say."""
    from arbitre.notation import vitorian_wars as form

    sovereign, found = form._unpack(packed, CARDS)
    data = packed + form._checksum(sovereign, found, CARDS)
    return "vw1-" + urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        ("vw1-", "FORMAT"),
        ("vw1-!", "FORMAT"),
        (MOSS[:4], "FORMAT"),
        (f"vw1-{'A' * MAX_CODE}", "FORMAT"),
        (f"vw1-{'A' * 10_000_000}", "FORMAT"),
        (MOSS + "=", "FORMAT"),
        (f"{MOSS[:9]} {MOSS[9:]}", "FORMAT"),
        ("vw12345-AAAA", "FORMAT"),
        ("vw2-AAAA", "VERSION"),
        ("vw0-AAAA", "VERSION"),
        ("vw1-A", "CHECKSUM"),
        ("vw1-AAAA", "CHECKSUM"),
        (MOSS[:-1], "CHECKSUM"),
        (MOSS + "A", "CHECKSUM"),
        ("vw1-" + "_" * 500, "CHECKSUM"),
        ("vw1-" + "A" * 500, "CHECKSUM"),
        # The same deck in other words, its checksum right: numbers longer than they need to be,
        # copies one by one, another version of the version.
        (MOSS.replace("vw1", "vw01"), "FORMAT"),
        (signed(b"\x86\x00\x00\x00\x00"), "FORMAT"),
        (signed(b"\x06\x02\x04\x00\x00\x00"), "FORMAT"),
    ],
    ids=lambda value: value[:24],
)
def test_hostile_codes_are_refused(code: str, refusal: str) -> None:
    (reason,) = GAME.check_deck(code)
    assert reason.code == f"DECK_CODE_{refusal}" and reason.detail
    for lang in GAME.languages:
        assert GAME.labels(lang).explain(reason.code) != reason.code
    with pytest.raises(SetupError) as error:
        GAME.decode_deck(code)
    assert error.value.reasons == [reason]


@given(place=st.integers(4, len(MOSS) - 1), letter=st.sampled_from("ABCXYZabcxyz0189-_"))
def test_a_mistyped_code_is_noticed(place: int, letter: str) -> None:
    typed = f"{MOSS[:place]}{letter}{MOSS[place + 1 :]}"
    if typed != MOSS:
        assert codes(GAME.check_deck(typed))[0] in ("DECK_CODE_CHECKSUM", "DECK_CODE_FORMAT")


@given(data=st.binary(max_size=380))
def test_any_bytes_are_a_deck_or_refused(data: bytes) -> None:
    code = "vw1-" + urlsafe_b64encode(data).decode().rstrip("=")
    found = codes(GAME.check_deck(code))
    assert len(found) == 1 and found[0].startswith("DECK_CODE_")
    try:
        code = signed(data)
    except ValueError:
        return
    assert urlsafe_b64decode(code[4:] + "==").startswith(data)
    if not any(found := codes(GAME.check_deck(code))):
        assert GAME.encode_deck(code) == code


# --- judging ---


def test_ready_decks_may_be_played() -> None:
    assert [GAME.check_deck(name) for name in READY] == [[]] * 4
    assert GAME.deck("deck_moss")["sovereign"] == "moss_sov_circular"
    GAME.deck("deck_moss")["maneuver"].clear()
    assert GAME.check_deck(GAME.deck("deck_moss")) == []


def test_every_reason_is_told_with_the_cards_at_fault() -> None:
    deck = {
        "sovereign": "scarlet_sov_march",
        "maneuver": [
            {"card": "scarlet_trench_infantry", "n": 5},
            {"card": "azure_interceptors", "n": 4},
            {"card": "res_grey_p_1", "n": 1},
            {"card": "grey_encirclement", "n": 2},
            *({"card": f"nobody_{i}", "n": 1} for i in range(7)),
        ],
        "convoy": [{"card": "res_grey_p_2", "n": 5}],
        "defense": [{"card": "res_grey_p_1", "n": 9}],
    }
    assert GAME.check_deck(deck) == [
        Reason(
            "DECK_UNKNOWN_CARD",
            "there is no card "
            "'nobody_0', 'nobody_1', 'nobody_2', 'nobody_3', 'nobody_4' and 2 more",
        ),
        Reason("DECK_SIZE", "the manoeuvre deck has 19 cards and needs 50"),
        Reason(
            "DECK_CARD_TYPE",
            "only units, orders, equipment and field conditions belong into the manoeuvre deck: "
            "'res_grey_p_1'",
        ),
        Reason("DECK_COPIES", "at most 4 copies of a card: 'scarlet_trench_infantry'"),
        Reason("DECK_FIELD_LIMIT", "at most 1 field condition"),
        Reason("DECK_COLOR", "of none of the sovereign's colours: 'azure_interceptors'"),
        Reason("CONVOY_SIZE", "the convoy has 5 resource cards and needs 10"),
        Reason("CONVOY_VALUE", "the convoy takes resource cards of value 1: 'res_grey_p_2'"),
        Reason("PILE_SIZE", "the defense pile has 9 resource cards and needs 5"),
        Reason("PILE_VALUE", "the defense pile takes resource cards of value 2: 'res_grey_p_1'"),
    ]
    with pytest.raises(SetupError) as error:
        GAME.encode_deck(deck)
    assert error.value.reasons == GAME.check_deck(deck)
    with pytest.raises(SetupError) as error:
        GAME.initial(players=2, decks=["deck_moss", deck])
    assert [r.detail.removeprefix("decks: 1: ") for r in error.value.reasons] == [
        r.detail for r in GAME.check_deck(deck)
    ]


BROKEN: list[Any] = [
    "deck_nobody",
    "",
    "é" * 50,
    5,
    None,
    {},
    {"sovereign": 1},
    {**GAME.deck("deck_moss"), "more": 1},
    {**GAME.deck("deck_moss"), "convoy": {"res_moss_p_1": 10}},
    {**GAME.deck("deck_moss"), "convoy": [{"card": "res_moss_p_1", "n": 0}]},
    {**GAME.deck("deck_moss"), "convoy": [{"card": "res_moss_p_1", "n": 1}] * 129},
]


@pytest.mark.parametrize("deck", BROKEN, ids=lambda deck: str(deck)[:20])
def test_what_is_no_deck_is_refused(deck: Any) -> None:
    assert codes(GAME.check_deck(deck)) == ["BAD_OPTION_VALUE"]


def test_an_endless_name_is_not_repeated() -> None:
    deck = {**GAME.deck("deck_moss"), "sovereign": "x" + "é" * 100_000}
    assert all(len(reason.detail) < 200 for reason in GAME.check_deck(deck))


def test_decks_are_for_games_with_decks() -> None:
    solines = game("sept_solines")
    for call in (solines.check_deck, solines.deck, solines.encode_deck, solines.decode_deck):
        with pytest.raises(NotImplementedError, match="sept_solines is not played with decks"):
            call("deck_moss")
    assert set(DECKS) <= set(arbitre.games())


# --- wherever decks are chosen ---


def test_games_start_from_codes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_deck(GAME.deck("deck_azure")), encoding="utf-8")
    plain = GAME.initial(players=2, seed=4, decks=["deck_moss", "deck_azure"])
    assert GAME.initial(players=2, seed=4, decks=[MOSS, path]) == plain
    assert GAME.initial(players=2, seed=4, decks=(GAME.deck("deck_moss"), path)) == plain
    batch = GAME.batch(3, players=2, seed=4, decks=[MOSS, path])
    same = GAME.batch(3, players=2, seed=4, decks=["deck_moss", "deck_azure"])
    assert batch.states.tobytes() == same.states.tobytes()


def test_a_log_holds_the_cards_themselves(tmp_path: Path) -> None:
    path, log = tmp_path / "mine.toml", tmp_path / "match.arblog"
    path.write_text(write_deck(GAME.deck("deck_azure")), encoding="utf-8")
    match = Match(GAME, 2, 4, decks=[MOSS, path])
    match.save(log)
    path.unlink()
    loaded = Match.load(log)
    assert loaded.log.header.options["decks"] == [GAME.decode_deck(MOSS), GAME.deck("deck_azure")]
    assert Match.verify(log)
    assert GAME.document(loaded.state) == GAME.document(match.state)


def test_each_deck_that_cannot_be_read_is_told() -> None:
    with pytest.raises(SetupError) as error:
        GAME.initial(players=2, decks=["vw1-!", "vw9-AAAA"])
    assert error.value.codes == ("DECK_CODE_FORMAT", "DECK_CODE_VERSION")
    assert [detail[:9] for detail in error.value.details] == ["decks: 0:", "decks: 1:"]


def test_more_decks_than_seats_are_not_even_read() -> None:
    with pytest.raises(SetupError) as error:
        GAME.initial(players=2, decks=["vw1-!"] * 100_000)
    assert error.value.reasons == [
        Reason("BAD_OPTION_VALUE", "decks: expected two decks, one a seat")
    ]


def test_a_written_deck_is_toml_whatever_its_ids() -> None:
    deck = {"sovereign": 'a "b"\\', **{part: [{"card": "ü.x y", "n": 2}] for part in PARTS}}
    assert tomllib.loads(write_deck(deck)) == {
        "sovereign": 'a "b"\\',
        **{part: {"ü.x y": 2} for part in PARTS},
    }
