"""The data of Terraforming Mars: cards, corporations, map and numbers (TM 1), checked and compiled.

What a card does is written in the notation of `effects.py`, with the vocabulary of
`terraforming_mars_language.py`; no card has code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules import effects
from arbitre.rules.effects import NO_PROGRAM, Assembler, Comparison, NotationError, Program
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table
from arbitre.rules.terraforming_mars_language import (
    CARD_RESOURCES,
    CARD_TYPES,
    CONDITIONS,
    METRICS,
    PARAMETERS,
    PRODUCTION_BOX,
    PROJECTS,
    RESOURCES,
    SPECIAL_TILES,
    SPOTS,
    STANDING,
    TAGS,
    VOCABULARY,
    ActionRule,
    Points,
    Standing,
    read_action,
    read_points,
    read_standing,
)

# --- the files -----------------------------------------------------------------------------------

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the game (TM 1.1)."""

    players_min: Annotated[int, Meta(ge=1, le=5)]
    players_max: Annotated[int, Meta(ge=1, le=5)]
    tr_start: Amount
    tr_start_solo: Amount
    card_buy_cost: Amount
    research_draw: Annotated[int, Meta(ge=1, le=8)]
    starting_cards: Annotated[int, Meta(ge=0, le=20)]
    starting_corporations: Annotated[int, Meta(ge=2, le=2)]
    steel_value: Annotated[int, Meta(ge=1, le=9)]
    titanium_value: Annotated[int, Meta(ge=1, le=9)]
    greenery_plants: Annotated[int, Meta(ge=1, le=20)]
    temperature_heat: Annotated[int, Meta(ge=1, le=20)]
    milestone_cost: Amount
    milestone_vp: Annotated[int, Meta(ge=0, le=20)]
    award_costs: tuple[Amount, Amount, Amount]
    award_vp_first: Annotated[int, Meta(ge=0, le=20)]
    award_vp_second: Annotated[int, Meta(ge=0, le=20)]
    min_megacredit_production: Annotated[int, Meta(ge=-20, le=0)]
    solo_generations: Annotated[int, Meta(ge=1, le=99)]
    solo_tr: Annotated[int, Meta(ge=1, le=200)]
    start_production_without_corporate_era: Annotated[int, Meta(ge=0, le=20)]
    start_production_with_corporate_era: Annotated[int, Meta(ge=0, le=20)]
    ocean_adjacency_megacredits: Annotated[int, Meta(ge=0, le=20)]


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """A parameter: its ends, its step, and what is gained where."""

    min: int
    max: int
    step: Annotated[int, Meta(ge=1, le=9)]
    start: int
    bonuses: tuple[TrackBonus, ...] = ()


class TrackBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What whoever reaches a value gains."""

    at: int
    gain: str


class Tracks(Struct, frozen=True, forbid_unknown_fields=True):
    """The three parameters."""

    temperature: Track
    oxygen: Track
    oceans: Track


class Project(Struct, frozen=True, forbid_unknown_fields=True):
    """A standard project."""

    id: str
    cost: Amount
    play: str


class Milestone(Struct, frozen=True, forbid_unknown_fields=True):
    """A milestone: what is measured, and how much of it each preset asks for."""

    id: str
    metric: str
    published: Annotated[int, Meta(ge=0, le=999)]
    seed_text: Annotated[int, Meta(ge=0, le=999)]
    tag: str = ""


class Award(Struct, frozen=True, forbid_unknown_fields=True):
    """An award: what is measured, of which resources in each preset."""

    id: str
    metric: str
    tag: str = ""
    published: tuple[str, ...] = ()
    seed_text: tuple[str, ...] = ()


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the map: where it lies, what is reserved for it, what it prints."""

    id: str
    at: tuple[int, int]
    reserved: Literal["", "ocean", "noctis_city"] = ""
    volcanic: bool = False
    bonus: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    area: str = ""


class Corporation(Struct, frozen=True, forbid_unknown_fields=True):
    """A corporation."""

    id: str
    number: str
    money: Amount
    corporate: bool = False
    beginner: bool = False
    tags: tuple[str, ...] = ()
    play: str = ""
    first_action: str = ""
    effects: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A project card."""

    number: Annotated[int, Meta(ge=1, le=211)]
    id: str
    type: Literal["automated", "active", "event"]
    cost: Amount
    corporate: bool = False
    tags: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    requires: str = ""
    play: str = ""
    effects: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    holds: str = ""
    vp: int | str = 0


class Content(BaseContent, frozen=True, forbid_unknown_fields=True):
    """The data files of the game, one field a table."""

    params: Params
    tracks: Tracks
    special_tiles: tuple[str, ...]
    projects: tuple[Project, ...]
    milestones: Annotated[tuple[Milestone, ...], Meta(min_length=5, max_length=5)]
    awards: Annotated[tuple[Award, ...], Meta(min_length=5, max_length=5)]
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=61, max_length=61)]
    spots: tuple[str, ...]
    corporations: Annotated[tuple[Corporation, ...], Meta(min_length=11, max_length=16)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=60, max_length=211)]

    def __post_init__(self) -> None:
        _check_fixed("special_tiles", self.special_tiles, SPECIAL_TILES)
        _check_fixed("spots", self.spots, SPOTS)
        _check_fixed("projects", tuple(p.id for p in self.projects), PROJECTS)
        _check_numbers(self.cards)
        _check_words(self)
        for _ in _sources(self):  # reads every text; a wrong one is refused by its place
            pass
        for place, _, text in _loose_programs(self):
            _at(place, _read, text)


Place: TypeAlias = tuple[str, str, str]
"""Table, row and column."""
T = TypeVar("T")


def _at(place: Place, read: Callable[[str], T], text: str) -> T:
    """Reads a text of the data; a wrong one is refused by its place."""
    try:
        return read(text)
    except NotationError as error:
        raise RulesError(*place, f"{error.why} (at character {error.at})") from None


def _read(text: str) -> Program:
    return effects.read_program(text, VOCABULARY)


def _loose_programs(content: Content) -> Iterator[tuple[Place, str, str]]:
    """The programs of tracks and standard projects: place, path, text."""
    for name in PARAMETERS:
        track: Track = getattr(content.tracks, name)
        for i, bonus in enumerate(track.bonuses):
            yield ("tracks", name, "bonuses"), f"tracks/{name}/bonuses/{i}/do", bonus.gain
    for project in content.projects:
        place = ("projects", project.id, "play")
        yield place, f"standard_projects/{project.id}/do", project.play


@dataclass
class SourceRules:
    """A card or a corporation with its texts read."""

    path: str
    row: Card | Corporation
    requirements: list[Comparison]
    play: Program
    opening: Program
    standing: list[Standing]
    actions: list[ActionRule]
    points: Points


def _sources(content: Content) -> Iterator[SourceRules]:
    """Cards by number, then corporations."""
    for card in sorted(content.cards, key=lambda card: card.number):
        yield card_rules(card)
    for corporation in content.corporations:
        yield corporation_rules(corporation)


def card_rules(card: Card) -> SourceRules:
    """A card with its texts read. Raises `RulesError`."""

    def place(column: str) -> Place:
        return ("cards", card.id, column)

    try:
        points = read_points(card.vp)
    except NotationError as error:
        raise RulesError(*place("vp"), f"{error.why} (at character {error.at})") from None
    return SourceRules(
        path=f"cards/{card.id}",
        row=card,
        requirements=_at(
            place("requires"), lambda text: effects.read_conditions(text, VOCABULARY), card.requires
        ),
        play=_at(place("play"), _read, card.play),
        opening=[],
        standing=[_at(place("effects"), read_standing, text) for text in card.effects],
        actions=[_at(place("actions"), read_action, text) for text in card.actions],
        points=points,
    )


def corporation_rules(corporation: Corporation) -> SourceRules:
    """A corporation with its texts read. Raises `RulesError`."""

    def place(column: str) -> Place:
        return ("corporations", corporation.id, column)

    return SourceRules(
        path=f"corporations/{corporation.id}",
        row=corporation,
        requirements=[],
        play=_at(place("play"), _read, corporation.play),
        opening=_at(place("first_action"), _read, corporation.first_action),
        standing=[_at(place("effects"), read_standing, text) for text in corporation.effects],
        actions=[_at(place("actions"), read_action, text) for text in corporation.actions],
        points=Points(),
    )


# --- compiling -----------------------------------------------------------------------------------

SOURCE_COLUMNS = (
    *("type", "corporate_era", "beginner", "cost", "resource", "tag_1", "tag_2", "tag_3"),
    *("first_requirement", "requirements", "first_effect", "effects", "first_action", "actions"),
    *("on_play", "production_box", "opening"),
    *("vp_kind", "vp", "vp_count", "vp_arg", "vp_per", "vp_min"),
)
EFFECT_COLUMNS = (
    *("kind", "by_any", "tags", "card_type", "tile", "on_mars", "projects_only", "resource"),
    *("resources", "projects", "owner_scope", "against_opponents", "amount", "program"),
)


class _Compiler:
    """Collects the rows of the tables that cards and corporations share."""

    def __init__(self) -> None:
        self.programs = Assembler(VOCABULARY, CONDITIONS)
        self.effects: list[tuple[int, ...]] = []
        self.actions: list[tuple[int, ...]] = []

    def source(self, source: SourceRules) -> tuple[str, tuple[int, ...]]:
        row = source.row
        card = row if isinstance(row, Card) else None
        tags = [TAGS.index(tag) for tag in row.tags] + [-1] * (3 - len(row.tags))
        first_requirement = self.programs.add_conditions(source.requirements)
        on_play = self.programs.add(f"{source.path}/on_play", source.play)
        box = [op for op in source.play if VOCABULARY.ops[op.code].name in PRODUCTION_BOX]
        box_program = NO_PROGRAM
        if box:
            box_program = self.programs.add(f"{source.path}/production_box", box)
        opening = NO_PROGRAM
        if source.opening:
            opening = self.programs.add(f"{source.path}/first_action", source.opening)
        first_effect = self._standing(source)
        first_action = self._actions(source)
        points = source.points
        cells = (
            CARD_TYPES.index(card.type) if card else 0,
            int(row.corporate),
            int(isinstance(row, Corporation) and row.beginner),
            row.cost if isinstance(row, Card) else row.money,
            CARD_RESOURCES.index(card.holds) if card and card.holds else -1,
            *tags,
            first_requirement,
            len(source.requirements),
            first_effect,
            len(source.standing),
            first_action,
            len(source.actions),
            on_play,
            box_program,
            opening,
            ("none", "fixed", "count", "fixed_if_resource_here").index(points.kind),
            points.amount,
            points.count,
            points.argument,
            points.per,
            points.least,
        )
        return row.id, cells

    def _standing(self, source: SourceRules) -> int:
        first = len(self.effects)
        for i, effect in enumerate(source.standing):
            program = NO_PROGRAM
            if effect.program is not None:
                program = self.programs.add(f"{source.path}/effects/{i}/do", effect.program)
            cells = [int(getattr(effect, name)) for name in EFFECT_COLUMNS[1:-1]]
            self.effects.append((STANDING.index(effect.kind), *cells, program))
        return first

    def _actions(self, source: SourceRules) -> int:
        first = len(self.actions)
        for i, action in enumerate(source.actions):
            conditions = self.programs.add_conditions(action.conditions)
            program = self.programs.add(f"{source.path}/actions/{i}/do", action.program)
            self.actions.append((program, conditions, len(action.conditions)))
        return first


def tables(content: Content) -> list[Table]:
    """The compiled tables; words become their place in a list, -1 stands for none."""
    compiler = _Compiler()
    card_rows: list[tuple[str, tuple[int, ...]]] = []
    corporation_rows: list[tuple[str, tuple[int, ...]]] = []
    for source in _sources(content):
        rows = card_rows if isinstance(source.row, Card) else corporation_rows
        rows.append(compiler.source(source))
    loose = {
        path: compiler.programs.add(path, _read(text)) for _, path, text in _loose_programs(content)
    }
    bonuses = []
    for track, name in enumerate(PARAMETERS):
        for i, bonus in enumerate(getattr(content.tracks, name).bonuses):
            bonuses.append((track, bonus.at, loose[f"tracks/{name}/bonuses/{i}/do"]))
    projects = tuple(
        (project.id, (project.cost, loose[f"standard_projects/{project.id}/do"]))
        for project in content.projects
    )
    programs = [(path.replace("/", "__"), row) for path, row in compiler.programs.program_rows()]
    return [
        Table("params", ("value",), _param_rows(content.params)),
        Table("tracks", ("min", "max", "step", "start"), _track_rows(content.tracks)),
        Table("track_bonuses", ("track", "at", "program"), _numbered("bonus", bonuses)),
        Table(
            "specials", ("city",), tuple((s, (int(s == "capital"),)) for s in content.special_tiles)
        ),
        Table("projects", ("cost", "program"), projects),
        Table(
            "milestones",
            ("metric", "tag", "min_published", "min_seed_text"),
            tuple(
                (m.id, (METRICS.index(m.metric), _tag_of(m.tag), m.published, m.seed_text))
                for m in content.milestones
            ),
        ),
        Table(
            "awards",
            ("metric", "tag", "resources_published", "resources_seed_text"),
            tuple((a.id, _award_cells(a)) for a in content.awards),
        ),
        Table("hexes", ("q", "r", "reserved", "volcanic", *RESOURCES, "card"), _hex_rows(content)),
        Table("spots", (), tuple((spot, ()) for spot in content.spots)),
        Table(
            "conditions", ("kind", "arg", "lo", "hi"), _numbered("c", compiler.programs.conditions)
        ),
        Table("programs", ("first", "size", "option"), programs),
        Table("ops", effects.OP_COLUMNS, _numbered("op", compiler.programs.op_rows())),
        Table("effects", EFFECT_COLUMNS, _numbered("e", compiler.effects)),
        Table(
            "actions",
            ("program", "first_condition", "conditions"),
            _numbered("a", compiler.actions),
        ),
        Table("corporations", SOURCE_COLUMNS, corporation_rows),
        Table("cards", SOURCE_COLUMNS, card_rows),
    ]


def _numbered(
    prefix: str, rows: Sequence[tuple[int, ...]]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((f"{prefix}_{i}", row) for i, row in enumerate(rows))


def _param_rows(params: Params) -> tuple[tuple[str, tuple[int]], ...]:
    rows: list[tuple[str, tuple[int]]] = []
    for name in params.__struct_fields__:
        value = getattr(params, name)
        if name == "award_costs":
            rows += [(f"award_cost_{i}", (cost,)) for i, cost in enumerate(value, 1)]
        else:
            rows.append((name, (value,)))
    return tuple(rows)


def _track_rows(tracks: Tracks) -> tuple[tuple[str, tuple[int, ...]], ...]:
    named: list[tuple[str, Track]] = [(name, getattr(tracks, name)) for name in PARAMETERS]
    return tuple((name, (t.min, t.max, t.step, t.start)) for name, t in named)


def _hex_rows(content: Content) -> tuple[tuple[str, tuple[int, ...]], ...]:
    reserved = ("", "ocean", "noctis_city")
    return tuple(
        (
            hex.id,
            (
                *hex.at,
                reserved.index(hex.reserved),
                int(hex.volcanic),
                *(hex.bonus.get(name, 0) for name in (*RESOURCES, "card")),
            ),
        )
        for hex in content.hexes
    )


def _award_cells(award: Award) -> tuple[int, ...]:
    def bits(names: tuple[str, ...]) -> int:
        return sum(1 << RESOURCES.index(name) for name in names)

    seed_text = award.seed_text or award.published
    return (
        METRICS.index(award.metric),
        _tag_of(award.tag),
        bits(award.published),
        bits(seed_text),
    )


def _tag_of(tag: str) -> int:
    return TAGS.index(tag) if tag else 0


# --- checks that one row alone cannot make -----------------------------------------------------


def _check_fixed(table: str, found: tuple[str, ...], expected: tuple[str, ...]) -> None:
    if found != expected:
        why = f"expected {', '.join(expected)}; the engine knows them by name, so they are fixed"
        raise RulesError(table, "", "", why)


def _check_word(place: Place, word: str, words: Sequence[str]) -> None:
    if word and word not in words:
        raise RulesError(*place, f"expected one of {', '.join(words)}, got {word!r}")


def _check_words(content: Content) -> None:
    for card in content.cards:
        for tag in card.tags:
            _check_word(("cards", card.id, "tags"), tag, TAGS)
        _check_word(("cards", card.id, "holds"), card.holds, CARD_RESOURCES)
        _check_id("cards", card.id)
    for corporation in content.corporations:
        for tag in corporation.tags:
            _check_word(("corporations", corporation.id, "tags"), tag, TAGS)
        _check_id("corporations", corporation.id)
    for milestone in content.milestones:
        _check_word(("milestones", milestone.id, "metric"), milestone.metric, METRICS)
        _check_word(("milestones", milestone.id, "tag"), milestone.tag, TAGS)
    for award in content.awards:
        _check_word(("awards", award.id, "metric"), award.metric, METRICS)
        _check_word(("awards", award.id, "tag"), award.tag, TAGS)
        for column in ("published", "seed_text"):
            for name in getattr(award, column):
                _check_word(("awards", award.id, column), name, RESOURCES)
    for hex in content.hexes:
        for name in hex.bonus:
            _check_word(("hexes", hex.id, "bonus"), name, (*RESOURCES, "card"))


def _check_id(table: str, id: str) -> None:
    if "__" in id:
        raise RulesError(table, id, "id", "two underscores in a row separate the parts of a path")


def _check_numbers(cards: tuple[Card, ...]) -> None:
    previous = 0
    for card in sorted(cards, key=lambda card: card.number):
        if card.number != previous + 1:
            fault = "repeated" if card.number == previous else f"{previous + 1} is missing"
            why = f"expected the numbers 1 to {len(cards)}, each once; got {card.number} ({fault})"
            raise RulesError("cards", card.id, "number", why)
        previous = card.number
