"""The data of Terraforming Mars: counts and sums of TM 1, the notation of programs, card texts, and
what is said of a wrong card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arbitre.errors import RulesError
from arbitre.i18n import Labels
from arbitre.rules import effects
from arbitre.rules import terraforming_mars as tm
from arbitre.rules.effects import NotationError, Op, Program
from arbitre.rules.load import load_content
from arbitre.rules.tables import Table, render
from arbitre.rules.terraforming_mars_language import (
    CONDITIONS,
    IRREDUCIBLE,
    VOCABULARY,
    read_action,
    read_points,
    read_standing,
    write_standing,
)
from arbitre.rules.terraforming_mars_text import card_ids, card_page

MOST_OPERATIONS = 21
"""New operations are code: a card that seems to need one is to be written with those there are."""


def content() -> tm.Content:
    found = load_content("terraforming_mars")
    assert isinstance(found, tm.Content)
    return found


CONTENT = content()
SOURCES = [
    *(tm.card_rules(card) for card in CONTENT.cards),
    *(tm.corporation_rules(corporation) for corporation in CONTENT.corporations),
]


def operations(program: Program) -> list[Op]:
    """The operations of a program and of the lists inside it."""
    found = []
    for op in program:
        found.append(op)
        for inner in [*op.lists, op.other or []]:
            found += operations(inner)
    return found


def programs(source: tm.SourceRules) -> list[Program]:
    return [
        source.play,
        source.opening,
        *(effect.program or [] for effect in source.standing),
        *(action.program for action in source.actions),
    ]


def used(source: tm.SourceRules) -> set[str]:
    """The names of the operations of a card."""
    return {VOCABULARY.ops[op.code].name for p in programs(source) for op in operations(p)}


# --- counts ---


def test_there_are_as_many_cards_as_printed() -> None:
    cards = CONTENT.cards
    assert [card.number for card in cards] == list(range(1, 209))
    assert Counter(card.corporate for card in cards) == {False: 137, True: 71}
    assert Counter(c.type for c in cards) == {"automated": 112, "active": 59, "event": 37}
    assert len(CONTENT.corporations) == 13
    assert sum(c.corporate for c in CONTENT.corporations) == 2
    assert [c.id for c in CONTENT.corporations if c.beginner] == ["beginner_corporation"]


def test_the_map_is_tharsis() -> None:
    hexes = CONTENT.hexes
    assert Counter(hex.reserved for hex in hexes) == {"": 48, "ocean": 12, "noctis_city": 1}
    assert [hex.id for hex in hexes if hex.volcanic] == ["h07", "h12", "h19", "h27"]
    printed: Counter[str] = Counter()
    for hex in hexes:
        printed.update(hex.bonus)
    assert printed == {"plant": 38, "steel": 11, "titanium": 4, "card": 6}
    assert not any({"steel", "titanium"} <= hex.bonus.keys() for hex in hexes)  # TM-C31


# --- the vocabulary stays small ---


def test_no_operation_is_added_for_a_card() -> None:
    assert len(VOCABULARY.ops) <= MOST_OPERATIONS


def test_operations_of_one_card_alone_are_those_that_the_rules_list() -> None:
    users: Counter[str] = Counter(name for source in SOURCES for name in used(source))
    users.update({"sell_cards": 1})  # of a standard project
    alone = {name for name, count in users.items() if count == 1}
    assert alone == set(IRREDUCIBLE)
    assert users.keys() == {signature.name for signature in VOCABULARY.ops}


# --- notation ---


@pytest.mark.parametrize("source", SOURCES, ids=[source.path for source in SOURCES])
def test_programs_are_written_as_they_are_read(source: tm.SourceRules) -> None:
    for program in programs(source):
        text = effects.write_program(program, VOCABULARY)
        assert effects.read_program(text, VOCABULARY) == program
    for effect in source.standing:
        assert read_standing(write_standing(effect)) == effect
    text = effects.write_conditions(source.requirements, VOCABULARY)
    assert effects.read_conditions(text, VOCABULARY) == source.requirements


@pytest.mark.parametrize("source", SOURCES, ids=[source.path for source in SOURCES])
def test_rows_of_the_tables_give_the_program_back(source: tm.SourceRules) -> None:
    assembler = effects.Assembler(VOCABULARY, CONDITIONS)
    numbers = [assembler.add(str(i), program) for i, program in enumerate(programs(source))]
    conditions = [
        effects.Comparison(
            CONDITIONS[kind],
            argument,
            None if lo == -effects.UNBOUNDED else lo,
            None if hi == effects.UNBOUNDED else hi,
        )
        for kind, argument, lo, hi in assembler.conditions
    ]
    rows = [row for _, row in assembler.program_rows()]
    for number, program in zip(numbers, programs(source), strict=True):
        found = effects.disassemble(number, rows, assembler.op_rows(), conditions, VOCABULARY)
        assert found == program


def test_the_notation_in_its_parts() -> None:
    program = effects.read_program(
        "when tags.plant >= 3, solo { tr 2 } else { draw 3 keep 1 }; "
        "choose { gain plant 1 per 2 tags.microbe | | pay megacredit 8 with steel+titanium }",
        VOCABULARY,
    )
    when, choose = program
    assert [VOCABULARY.ops[op.code].name for op in program] == ["when", "choose"]
    assert [c.kind for c in when.conditions] == ["tags", "solo"]
    assert (when.other or [])[0].arguments[:2] == [1, 0]
    gain, nothing, pay = choose.lists
    assert (gain[0].amount, gain[0].count, gain[0].per) == (1, 1, 2)
    assert nothing == []
    assert pay[0].arguments[1] == 3
    assert read_points("3 if resources_here >= 1").least == 1
    assert read_points(-1).amount == -1
    assert [c.kind for c in read_action("if solo then tr 1").conditions] == ["solo"]


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("gain plants 3", 6, "expected one of megacredit"),
        ("gain plant", 11, "expected a number, found 'the end'"),
        ("gain plant 3 steel 2", 14, "expected the end"),
        ("gain plant 3; lose plant 1", 15, "expected an operation"),
        ("choose { gain plant 1", 22, "expected '}'"),
        ("tr 1 per cards", 10, "something that can be counted"),
        ("tr 1 per 0 cities", 12, "a number from 1 on"),
        ("raise oxygen 1 !", 16, "unexpected '!'"),
        ("when tags.green >= 1 { tr 1 }", 6, "expected one of oxygen"),
        ("when oxygen = 1 { tr 1 }", 13, "unexpected '='"),
        ("pay megacredit 8 with gold", 23, "some of steel, titanium"),
        ("add_resource microbe 1", 23, "expected 'to'"),
        ("place_tile ocean on the_moon", 21, "expected one of reserved_ocean"),
    ],
)
def test_a_wrong_program_is_told_where(text: str, at: int, why: str) -> None:
    with pytest.raises(NotationError) as refused:
        effects.read_program(text, VOCABULARY)
    assert refused.value.at == at
    assert why in refused.value.why


WRONG = [
    ('play = "gain gold 1"', "play", "expected one of megacredit"),
    ('requires = "oxygen > 3"', "requires", "unexpected '>'"),
    ('effects = ["on tile_placed volcano { tr 1 }"]', "effects", "ocean, greenery, city"),
    ('effects = ["discount two"]', "effects", "expected a number"),
    ('actions = ["if solo draw 1"]', "actions", "expected 'then'"),
    ('vp = "1 per something"', "vp", "something that can be counted"),
    ('vp = "1 if resources_here > 1"', "vp", "unexpected '>'"),
    ('tags = ["buildings"]', "tags", "expected one of building"),
    ('holds = "plants"', "holds", "expected one of animal"),
]


@pytest.mark.parametrize(("text", "column", "why"), WRONG)
def test_a_wrong_card_is_named_by_file_row_and_column(
    tmp_path: Path, text: str, column: str, why: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'cards = [{{ id = "ants", {text} }}]', encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        load_content("terraforming_mars", path)
    error = refused.value
    assert (error.table, error.row, error.column, error.file) == (
        "cards",
        "ants",
        column,
        str(path),
    )
    assert why in error.why


def test_compiled_tables_are_those_that_the_cpp_tests_read() -> None:
    """`arbitre rules compile terraforming_mars -o ...` writes them."""
    shipped = Path(__file__).parents[1] / "cpp" / "rules" / "terraforming_mars.rules"
    text = render("terraforming_mars", tm.tables(CONTENT))
    assert shipped.read_text(encoding="utf-8") == text


def test_ids_keep_apart_what_paths_are_made_of() -> None:
    found: list[Table] = tm.tables(CONTENT)
    paths = next(table for table in found if table.name == "programs")
    assert len({row for row, _ in paths.rows}) == len(paths.rows)
    assert not any("__" in id for id in card_ids(CONTENT))


# --- texts ---


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_has_a_text(lang: str) -> None:
    labels = Labels("terraforming_mars", lang)
    texts = {}
    for id in card_ids(CONTENT):
        page = card_page(CONTENT, id, labels)
        texts[id] = tuple(page.text)
        for line in [page.heading, *page.text]:
            assert line.endswith((".", ")")), line
            assert "{" not in line and "_" not in line and "  " not in line, line
        assert id not in page.heading
    blank = {id for id, text in texts.items() if not text}
    assert blank == {"beginner_corporation"}


def test_texts_read_like_this() -> None:
    en, fr = Labels("terraforming_mars", "en"), Labels("terraforming_mars", "fr")
    assert card_page(CONTENT, "ants", en).text == [
        "Tags: microbe.",
        "Requires 4 % of oxygen or more.",
        "Action: remove 1 microbe from any other card, add 1 microbe to this card.",
        "Holds resources (microbe).",
        "1 VP for every 2 resources on this card.",
    ]
    assert card_page(CONTENT, "moss", fr).text == [
        "Badges\u00a0: plante.",
        "Il faut 3 océans ou plus.",
        "En jouant la carte\u00a0: dépensez 1 plante, augmentez votre production (plantes) de 1.",
    ]
    assert dict(card_page(CONTENT, "ants", en).programs) == {
        "requires": "oxygen >= 4",
        "actions.0": "remove_resource microbe 1 from any_card; add_resource microbe 1 to self",
    }
