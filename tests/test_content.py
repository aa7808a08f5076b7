"""The content of games: data files, overlays, refusals that name their place, compiled tables."""

from __future__ import annotations

import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from arbitre.errors import (
    ArbitreError,
    DocumentError,
    Rejected,
    RulesError,
    SetupError,
    WireError,
)
from arbitre.rules import SCHEMAS, games, sept_solines
from arbitre.rules.load import MAX_FILE_BYTES, load_content
from arbitre.rules.tables import Table, render

SEPT_SOLINES = """\
arbitre-rules 1 sept_solines

[params] value
players_min 2
players_max 3
rounds 3
rounds_max 5
river_size 7
cards_per_round 7
cubes_per_player 7
discs_per_colour 4

[colours]
blue
orange
green

[multipliers] value
slot_1 1
slot_2 2
slot_3 1
slot_4 0
slot_5 1
slot_6 2
slot_7 1

[boards] slot_1 slot_2 slot_3 slot_4 slot_5 slot_6 slot_7
7news 0 1 2 -1 0 2 1
svnbc 1 2 0 -1 2 1 0
tv7 2 0 1 -1 1 0 2

[cards] value dot
card_01 1 -1
card_02 1 -1
card_03 -2 2
card_04 2 -1
card_05 -1 2
card_06 3 -1
card_07 -3 1
card_08 1 -1
card_09 2 -1
card_10 -1 2
card_11 4 -1
card_12 -2 0
card_13 2 -1
card_14 -4 1
card_15 3 -1
card_16 1 -1
card_17 -1 0
card_18 2 -1
card_19 -3 0
card_20 3 -1
card_21 -2 2
card_22 4 -1
card_23 1 -1
card_24 -2 1
card_25 2 -1
card_26 -3 0
card_27 1 -1
card_28 -1 1
"""


def load(overlay: Path | None = None) -> sept_solines.Content:
    content = load_content("sept_solines", overlay)
    assert isinstance(content, sept_solines.Content)
    return content


def compiled(overlay: Path | None = None) -> str:
    return render("sept_solines", sept_solines.tables(load(overlay)))


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def refusal(overlay: Path) -> RulesError:
    with pytest.raises(RulesError) as caught:
        load(overlay)
    return caught.value


# --- the games ---


def test_registry_is_sorted_and_every_game_compiles() -> None:
    assert games() == tuple(sorted(SCHEMAS))
    for game in games():
        tables = SCHEMAS[game].tables(load_content(game, None))
        assert render(game, tables).startswith(f"arbitre-rules 1 {game}\n\n[")


def test_unknown_game_lists_the_games() -> None:
    with pytest.raises(ValueError, match=r"'chess'.*sept_solines"):
        load_content("chess", None)


def test_sept_solines_compiles_to_the_tables_of_its_rules() -> None:
    assert compiled() == SEPT_SOLINES
    assert compiled() == compiled()


def test_sept_solines_cards_are_balanced_as_the_rules_say() -> None:
    cards = load().cards
    positive = [card for card in cards if card.value > 0]
    negative = [card for card in cards if card.value < 0]
    assert (len(positive), sum(card.value for card in positive)) == (16, 33)
    assert (len(negative), sum(card.value for card in negative)) == (12, -25)
    assert all(not card.dot for card in positive)
    dots = sorted(card.dot for card in negative)
    assert dots == ["blue"] * 4 + ["green"] * 4 + ["orange"] * 4


def test_content_is_frozen_and_checked_however_it_is_made() -> None:
    content = load()
    with pytest.raises(AttributeError):
        content.params.rounds = 4  # type: ignore[misc]
    twice = (content.cards[1], *content.cards[1:])
    with pytest.raises(RulesError, match="row card_02, column number"):
        msgspec.structs.replace(content, cards=twice)


# --- overlays ---


def test_single_file_may_change_any_table(tmp_path: Path) -> None:
    text = """
    [params]
    rounds = 4
    [[cards]]
    id = "card_04"
    value = 5
    [[cards]]
    number = 3
    dot = ""
    """
    content = load(write(tmp_path / "house.toml", text))
    assert content.params.rounds == 4
    assert content.params.cubes_per_player == 7
    assert (content.cards[3].value, content.cards[3].number) == (5, 4)
    assert (content.cards[2].value, content.cards[2].dot) == (-2, "")
    assert content.cards[4:] == load().cards[4:]


def test_folder_has_the_same_files_and_may_hold_other_things(tmp_path: Path) -> None:
    write(tmp_path / "rules.toml", "[params]\ncubes_per_player = 9\n")
    write(tmp_path / "cards.toml", 'cards = [{ id = "card_01", value = -7, dot = "blue" }]\n')
    write(tmp_path / "README.md", "A house rule.")
    (tmp_path / "i18n").mkdir()
    text = compiled(tmp_path)
    assert "cubes_per_player 9\n" in text
    assert "card_01 -7 0\n" in text


def test_plain_lists_are_replaced(tmp_path: Path) -> None:
    content = load(write(tmp_path / "x.toml", "multipliers = [1, 1, 1, 1, 1, 1, 1]"))
    assert content.multipliers == (1,) * 7


def test_new_rows_are_added_and_ordered_by_number(tmp_path: Path) -> None:
    rows = """cards = [
      { id = "extra_b", number = 30, value = 2 },
      { id = "extra_a", number = 29, value = -1, dot = "green" },
    ]"""
    text = compiled(write(tmp_path / "x.toml", rows))
    assert text == SEPT_SOLINES + "extra_a -1 2\nextra_b 2 -1\n"


def test_order_of_rows_does_not_change_the_compiled_cards(tmp_path: Path) -> None:
    swap = 'cards = [{ id = "card_01", number = 2 }, { id = "card_02", number = 1 }]'
    text = compiled(write(tmp_path / "x.toml", swap))
    assert "card_02 1 -1\ncard_01 1 -1\ncard_03" in text


def test_empty_overlay_changes_nothing(tmp_path: Path) -> None:
    assert compiled(tmp_path) == SEPT_SOLINES
    assert compiled(write(tmp_path / "empty.toml", "")) == SEPT_SOLINES


def test_byte_order_mark_and_carriage_returns_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf[params]\r\nrounds = 2\r\n")
    assert load(path).params.rounds == 2


# --- refusals ---

PLACES = [
    ("[params]\nrounds = 9", "params", "rounds", "value", "<= 5, got 9"),
    ("[params]\nrounds = 'three'", "params", "rounds", "value", 'an integer, got "three"'),
    ("[params]\nrounds = true", "params", "rounds", "value", "an integer, got true"),
    ("[params]\nrouds = 3", "params", "rouds", "value", "unknown name.*players_min.*rounds"),
    ("[params]\nplayers_min = 3\nplayers_max = 2", "params", "players_min", "value", "at most"),
    ("params = 3", "params", "", "", "a table, got 3"),
    ("parameters = 3", "parameters", "", "", "unknown name.*params, colours"),
    ("multipliers = [1, 2, 1, 0, 1, 2, 10]", "multipliers", 7, "value", "<= 9, got 10"),
    ("multipliers = [1, 2]", "multipliers", "", "", "length 7, got a list of 2"),
    ('colours = ["blue", "green"]', "colours", "", "", "blue, orange, green"),
    ('boards = [{ id = "tv7", comments = ["blue"] }]', "boards", "tv7", "comments", "length 7"),
    (
        'boards = [{ id = "tv7", comments = ["red", "", "", "", "", "", ""] }]',
        "boards",
        "tv7",
        "comments",
        'got "red"',
    ),
    ('boards = [{ id = "tv7", comments = 1 }]', "boards", "tv7", "comments", "a list, got 1"),
    ('cards = [{ id = "card_04", value = 120 }]', "cards", "card_04", "value", "<= 99, got 120"),
    ('cards = [{ id = "card_04", value = 1.5 }]', "cards", "card_04", "value", "integer, got 1.5"),
    ("cards = [{ number = 4, value = -100 }]", "cards", "card_04", "value", ">= -99, got -100"),
    ('cards = [{ id = "card_04", valu = 1 }]', "cards", "card_04", "valu", "unknown name.*value"),
    ('cards = [{ id = "card_04", dot = "red" }]', "cards", "card_04", "dot", "blue, orange, green"),
    ('cards = [{ id = "card_04", number = 5 }]', "cards", "card_04|card_05", "number", "5"),
    ('cards = [{ id = "card_28", number = 30 }]', "cards", "card_28", "number", "28 is missing"),
    ('cards = [{ id = "card_29", value = 1 }]', "cards", "card_29", "number", "missing"),
    ("cards = [{ number = 29, value = 1 }]", "cards", 29, "id", "missing"),
    ("cards = [{ value = 1 }]", "cards", 1, "id", "missing"),
    ("cards = [3]", "cards", 1, "id", "missing"),
    ("cards = 3", "cards", "", "", "a list, got 3"),
    ('cards = [{ id = "a" }, { id = "a" }]', "cards", "a", "id", "appears twice"),
]


@pytest.mark.parametrize(("text", "table", "row", "column", "why"), PLACES)
def test_refusal_names_file_table_row_and_column(
    tmp_path: Path, text: str, table: str, row: str | int, column: str, why: str
) -> None:
    path = write(tmp_path / "house.toml", text)
    error = refusal(path)
    assert (error.table, error.column, error.file) == (table, column, str(path))
    assert error.row in (row.split("|") if isinstance(row, str) else [row])
    with pytest.raises(RulesError, match=why):
        raise error


def test_refusal_reads_as_a_place_and_what_to_do(tmp_path: Path) -> None:
    path = write(tmp_path / "house.toml", 'cards = [{ id = "card_04", value = 120 }]')
    place = "cards, row card_04, column value"
    assert str(refusal(path)) == f"{path}: {place}: expected an integer <= 99, got 120"


def test_overlay_can_add_rows_within_limits_but_not_take_any_away(tmp_path: Path) -> None:
    rows = ", ".join(f'{{ id = "x{n}", number = {n}, value = 0 }}' for n in range(29, 33))
    error = refusal(write(tmp_path / "x.toml", f"cards = [{rows}]"))
    assert (error.table, error.row, error.column) == ("cards", "", "")
    assert "<= 31, got a list of 32" in error.why
    assert compiled(write(tmp_path / "y.toml", "cards = []")) == SEPT_SOLINES


def test_refusal_names_the_overlay_file_at_fault(tmp_path: Path) -> None:
    write(tmp_path / "rules.toml", "[params]\nrounds = 4\n")
    write(tmp_path / "cards.toml", "cards = [{ number = 4, value = 1000 }]")
    assert refusal(tmp_path).file == str(tmp_path / "cards.toml")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"rounds =\n", "TOML.*line 1"),
        (b"[params]\nrounds = 3\nrounds = 4\n", "TOML.*line 3"),
        (b"\n\n# caf\xe9\n", "UTF-8.*line 3"),
        (b"#" * (MAX_FILE_BYTES + 1), "larger than"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b"a." * 4_000 + b"b = 1", "nested too deeply"),
        (b"a = " + b"9" * 5000, "TOML"),
    ],
)
def test_broken_file_is_refused_by_name(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(data)
    error = refusal(path)
    assert (error.table, error.row, error.column, error.file) == ("", "", "", str(path))
    with pytest.raises(RulesError, match=why):
        raise error


def test_missing_overlay_and_unreadable_file_are_refused(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert "cannot be read" in refusal(missing).why
    (tmp_path / "rules.toml").mkdir()
    error = refusal(tmp_path)
    assert "cannot be read" in error.why
    assert error.file == str(tmp_path / "rules.toml")


def test_misnamed_file_is_refused_rather_than_ignored(tmp_path: Path) -> None:
    write(tmp_path / "card.toml", "")
    error = refusal(tmp_path)
    assert "cards.toml, rules.toml" in error.why


# --- compiled tables ---


def test_render_is_the_canonical_text() -> None:
    tables = [
        Table("empty", (), ()),
        Table("names", (), (("one", ()), ("two", ()))),
        Table("numbers", ("a", "b"), (("r_1", (-(2**63), 2**63 - 1)),)),
    ]
    text = "arbitre-rules 1 g\n\n[empty]\n\n[names]\none\ntwo\n\n[numbers] a b\n"
    assert render("g", tables) == text + "r_1 -9223372036854775808 9223372036854775807\n"
    assert render("g", []) == "arbitre-rules 1 g\n"


@pytest.mark.parametrize(
    ("game", "tables", "place"),
    [
        ("no game", [], ("", "", "")),
        ("g", [Table("a b", (), ())], ("a b", "", "")),
        ("g", [Table("", (), ())], ("", "", "")),
        ("g", [Table("t", (), ()), Table("t", (), ())], ("t", "", "")),
        ("g", [Table("t", ("é",), ())], ("t", "", "é")),
        ("g", [Table("t", ("c", "c"), ())], ("t", "", "c")),
        ("g", [Table("t", (), (("r\n", ()),))], ("t", "r\n", "")),
        ("g", [Table("t", (), (("x" * 65, ()),))], ("t", "x" * 65, "")),
        ("g", [Table("t", (), (("r", ()), ("r", ())))], ("t", "r", "")),
        ("g", [Table("t", ("c",), (("r", (1, 2)),))], ("t", "r", "")),
        ("g", [Table("t", ("c",), (("r", ()),))], ("t", "r", "")),
        ("g", [Table("t", ("c",), (("r", (2**63,)),))], ("t", "r", "c")),
        ("g", [Table("t", ("c",), (("r", (True,)),))], ("t", "r", "c")),
    ],
)
def test_render_refuses_what_the_text_cannot_hold(
    game: str, tables: list[Table], place: tuple[str, str, str]
) -> None:
    with pytest.raises(RulesError) as caught:
        render(game, tables)
    assert (caught.value.table, caught.value.row, caught.value.column) == place


def test_ids_of_an_overlay_reach_the_compiled_text_only_when_well_formed(tmp_path: Path) -> None:
    rows = 'cards = [{ id = "card 29", number = 29, value = 1 }]'
    content = load(write(tmp_path / "x.toml", rows))
    with pytest.raises(RulesError, match="cards, row card 29: expected an id"):
        render("sept_solines", sept_solines.tables(content))


# --- exceptions ---

VERDICT: Any = SimpleNamespace(code="NOT_ENOUGH_CUBES", subject="cubes", need=3, have=2)
BARE: Any = SimpleNamespace(code="UNKNOWN_ACTION", subject="", need=0, have=0)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (RulesError("cards", "card_04", "value", "why"), "cards, row card_04, column value: why"),
        (RulesError("cards", 4, "", "why", "c.toml"), "c.toml: cards, row 4: why"),
        (RulesError("", "", "", "why"), "why"),
        (WireError("WIRE_MAGIC", "not a state"), "WIRE_MAGIC: not a state"),
        (DocumentError("/river/3", "too many"), "/river/3: too many"),
        (DocumentError("", "not a map"), "document: not a map"),
        (
            SetupError(("BAD_PLAYERS", "UNKNOWN_OPTION"), ("4", "x")),
            "BAD_PLAYERS: 4; UNKNOWN_OPTION: x",
        ),
        (SetupError(("BAD_PLAYERS",)), "BAD_PLAYERS"),
        (Rejected(VERDICT), "NOT_ENOUGH_CUBES: cubes, need 3, have 2"),
        (Rejected(BARE), "UNKNOWN_ACTION"),
    ],
)
def test_exceptions_read_well_and_survive_pickling(error: ArbitreError, text: str) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error) == text
    assert vars(copy) == vars(error)
