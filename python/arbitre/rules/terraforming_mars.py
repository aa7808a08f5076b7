"""The data of Terraforming Mars: cards, corporations, map and numbers (TM 1), checked and compiled.

What a card does is written in the notation of `effects.py` with the vocabulary below; no card has
code of its own. The order of every list here is that of the engine's `vocabulary.hpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules import effects
from arbitre.rules.effects import (
    NO_ARGUMENT,
    NO_PROGRAM,
    Assembler,
    Comparison,
    ConditionKind,
    Counter,
    NotationError,
    Part,
    Program,
    Reader,
    Signature,
    Vocabulary,
)
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table

RESOURCES = ("megacredit", "steel", "titanium", "plant", "energy", "heat")
CARD_RESOURCES = ("animal", "microbe", "science", "fighter")
TAGS = (
    *("building", "space", "science", "power", "earth"),
    *("jovian", "plant", "microbe", "animal", "city"),
)
CARD_TYPES = ("automated", "active", "event")
PARAMETERS = ("temperature", "oxygen", "oceans")
TILES = ("ocean", "greenery", "city", "special")
PLACEMENTS = (
    *("reserved_ocean", "land_not_reserved", "land", "greenery_standard", "city_standard"),
    *("isolated", "next_to_city", "next_to_two_cities", "next_to_greenery", "metal_bonus"),
    *("metal_bonus_next_to_own", "volcanic", "noctis", "claim"),
    *("off_map.ganymede_colony", "off_map.phobos_space_haven"),
)
SPECIAL_TILES = (
    *("capital", "commercial_district", "ecological_zone", "industrial_center", "lava_flows"),
    *("mining_area", "mining_rights", "mohole_area", "natural_preserve", "nuclear_zone"),
    "restricted_area",
)
SPOTS = ("ganymede_colony", "phobos_space_haven")
PROJECTS = ("sell_patents", "power_plant", "asteroid", "aquifer", "greenery", "city")
METRICS = (
    *("tr", "own_cities", "own_greeneries", "own_tags"),
    *("hand_size", "own_tiles", "production", "stock"),
)
CONDITIONS = (
    *("oxygen", "temperature", "oceans", "tags", "production"),
    *("cities_in_play", "own_greeneries", "solo", "tr_raised_this_generation"),
)
STANDING = (
    *("tag_played", "card_played", "tile_placed", "paid", "placement_bonus", "discount"),
    *("metal_value", "pay_with", "requirement_steps", "greenery_plants", "protect"),
)
METALS = ("steel", "titanium")
PROTECTED = (*RESOURCES, *CARD_RESOURCES)

_resource = Part("word", "1", RESOURCES)
_amount = Part("amount", "amount")
_number = Part("number", "amount")
_held = Part("word", "1", (*CARD_RESOURCES, "any"))
_tag = Part("word", "1", TAGS)

VOCABULARY = Vocabulary(
    ops=(
        Signature("production", (_resource, _amount)),
        Signature("gain", (_resource, _amount)),
        Signature(
            "pay", (_resource, _number, Part("set", "2", METALS, keyword="with", optional=True))
        ),
        Signature("production_any", (_resource, _number)),
        Signature(
            "remove_any",
            (
                _resource,
                _number,
                Part(
                    "word",
                    "2",
                    ("any_player", "owner_next_to_last_tile"),
                    keyword="from",
                    optional=True,
                ),
                Part("flag", "3", keyword="steal"),
            ),
        ),
        Signature(
            "add_resource",
            (
                _held,
                _number,
                Part("word", "2", ("self", "other", "trigger_card", "nonempty"), keyword="to"),
            ),
        ),
        Signature(
            "remove_resource",
            (
                _held,
                _number,
                Part("word", "2", ("self", "any_card"), keyword="from"),
                Part("flag", "3", keyword="optional"),
            ),
        ),
        Signature("raise", (Part("word", "1", PARAMETERS[:2]), _number)),
        Signature(
            "place_tile",
            (
                Part("word", "1", TILES),
                Part("word", "2", PLACEMENTS, keyword="on"),
                Part("word", "3", SPECIAL_TILES, keyword="as", optional=True, default=NO_ARGUMENT),
            ),
        ),
        Signature("tr", (_amount,)),
        Signature(
            "draw",
            (
                _number,
                Part("number", "1", keyword="keep", optional=True, default="amount"),
                Part("flag", "2", keyword="buy"),
            ),
        ),
        Signature("discard", (_number,)),
        Signature("choose", (Part("options", "list"),)),
        Signature(
            "when",
            (
                Part("conditions", "amount"),
                Part("list", "list"),
                Part("list", "other", keyword="else", optional=True),
            ),
        ),
        Signature(
            "convert",
            (
                Part("word", "1", ("stock", "production")),
                Part("word", "2", RESOURCES),
                Part("word", "3", RESOURCES, keyword="to"),
                Part("number", "amount", keyword="at_least"),
            ),
        ),
        Signature(
            "next_card",
            (
                Part("number", "amount", keyword="discount", optional=True),
                Part("number", "1", keyword="steps", optional=True),
            ),
        ),
        Signature("reveal_top", (_tag, Part("list", "list"))),
        Signature("production_of_area_bonus", (Part("set", "1", RESOURCES), _number)),
        Signature("copy_production", (_tag,)),
        Signature("claim_area"),
        Signature("sell_cards", (_number, Part("number", "1", keyword="at_least"))),
    ),
    counters=(
        Counter("tags", TAGS),
        Counter("tags_of_opponents", TAGS),
        Counter("cities"),
        Counter("cities_on_mars"),
        Counter("events_played"),
        Counter("resources_here"),
        Counter("oceans_next_to_own_tile"),
        Counter("cities_next_to_own_tile"),
    ),
    conditions=(
        ConditionKind("oxygen"),
        ConditionKind("temperature"),
        ConditionKind("oceans"),
        ConditionKind("tags", TAGS),
        ConditionKind("production", RESOURCES),
        ConditionKind("cities_in_play"),
        ConditionKind("own_greeneries"),
        ConditionKind("solo", bare=True),
        ConditionKind("tr_raised_this_generation", bare=True),
    ),
)

# TM 1.4: what only one card does. A test keeps the list from growing.
IRREDUCIBLE = ("reveal_top", "copy_production", "claim_area", "discard", "sell_cards")
_BOX = ("production", "production_any", "production_of_area_bonus")

# --- standing effects (TM 1.5) -----------------------------------------------------------------


@dataclass
class Standing:
    """A standing effect, with the members that its kind uses."""

    kind: str
    by_any: bool = False
    tags: int = 0
    card_type: int = 0
    tile: int = 0
    on_mars: bool = False
    projects_only: bool = False
    resource: int = 0
    resources: int = 0
    projects: int = 0
    owner_scope: bool = False
    against_opponents: bool = False
    amount: int = 0
    program: Program | None = field(default=None)


def read_standing(text: str) -> Standing:
    """The standing effect that a text says. Raises `NotationError`.

    `on tag_played jovian by any { ... }`, `on card_played event with space { ... }`,
    `on tile_placed city by any on mars { ... }`, `on paid 20 { ... }`,
    `on paid standard_project 1 { ... }`, `on placement_bonus steel+titanium { ... }`,
    `discount 3 on power also power_plant`, `metal_value steel 1`, `pay_with heat`,
    `requirement_steps 2`, `greenery_plants 7`, `protect owner plant+animal against opponents`.
    """
    reader = Reader(text, VOCABULARY)
    if reader.takes("on"):
        effect = _read_trigger(reader)
        effect.program = reader.braced()
    else:
        effect = _read_modifier(reader)
    reader.finish()
    return effect


def _read_trigger(reader: Reader) -> Standing:
    effect = Standing(STANDING[reader.word(STANDING[:5])])
    match effect.kind:
        case "tag_played":
            effect.tags = reader.set(TAGS)
            effect.by_any = _by_any(reader)
        case "card_played":
            effect.card_type = reader.word(CARD_TYPES)
            effect.tags = reader.set(TAGS) if reader.takes("with") else 0
            effect.by_any = _by_any(reader)
        case "tile_placed":
            effect.tile = reader.word(TILES[:3])
            effect.by_any = _by_any(reader)
            if reader.takes("on"):
                reader.demand("mars")
                effect.on_mars = True
        case "paid":
            effect.projects_only = reader.takes("standard_project")
            effect.amount = reader.number()
        case _:
            effect.resources = reader.set(RESOURCES)
    return effect


def _by_any(reader: Reader) -> bool:
    return reader.takes("by") and reader.word(("self", "any")) == 1


def _read_modifier(reader: Reader) -> Standing:
    effect = Standing(STANDING[5 + reader.word(STANDING[5:])])
    match effect.kind:
        case "discount":
            effect.amount = reader.number()
            effect.tags = reader.set(TAGS) if reader.takes("on") else 0
            effect.projects = reader.set(PROJECTS) if reader.takes("also") else 0
        case "metal_value":
            effect.resource = RESOURCES.index(METALS[reader.word(METALS)])
            effect.amount = reader.number()
        case "pay_with":
            effect.resource = RESOURCES.index(("heat",)[reader.word(("heat",))])
        case "requirement_steps" | "greenery_plants":
            effect.amount = reader.number()
        case _:
            effect.owner_scope = reader.word(("this_card", "owner")) == 1
            effect.resources = reader.set(PROTECTED)
            if reader.takes("against"):
                reader.demand("opponents")
                effect.against_opponents = True
    return effect


def write_standing(effect: Standing) -> str:
    """The text of a standing effect, the inverse of `read_standing`."""
    words: list[str] = []
    match effect.kind:
        case "tag_played":
            words = ["on tag_played", _set(effect.tags, TAGS)]
        case "card_played":
            words = ["on card_played", CARD_TYPES[effect.card_type]]
            words += ["with", _set(effect.tags, TAGS)] if effect.tags else []
        case "tile_placed":
            words = ["on tile_placed", TILES[effect.tile]]
        case "paid":
            words = ["on paid", *(["standard_project"] if effect.projects_only else [])]
            words.append(str(effect.amount))
        case "placement_bonus":
            words = ["on placement_bonus", _set(effect.resources, RESOURCES)]
        case "discount":
            words = ["discount", str(effect.amount)]
            words += ["on", _set(effect.tags, TAGS)] if effect.tags else []
            words += ["also", _set(effect.projects, PROJECTS)] if effect.projects else []
        case "metal_value":
            words = ["metal_value", RESOURCES[effect.resource], str(effect.amount)]
        case "pay_with":
            words = ["pay_with", RESOURCES[effect.resource]]
        case "requirement_steps" | "greenery_plants":
            words = [effect.kind, str(effect.amount)]
        case _:
            scope = "owner" if effect.owner_scope else "this_card"
            words = ["protect", scope, _set(effect.resources, PROTECTED)]
            words += ["against opponents"] if effect.against_opponents else []
    words += ["by any"] if effect.by_any else []
    words += ["on mars"] if effect.on_mars else []
    if effect.program is not None:
        words.append(f"{{ {effects.write_program(effect.program, VOCABULARY)} }}")
    return " ".join(words)


def _set(bits: int, words: Sequence[str]) -> str:
    return "+".join(word for i, word in enumerate(words) if bits >> i & 1)


# --- victory points and actions ------------------------------------------------------------------

VpKind: TypeAlias = Literal["none", "fixed", "count", "fixed_if_resource_here"]


@dataclass(frozen=True)
class Points:
    """Victory points of a card: an amount, perhaps counted, perhaps only with resources on it."""

    kind: VpKind = "none"
    amount: int = 0
    count: int = 0
    argument: int = 0
    per: int = 1
    least: int = 0


def read_points(vp: int | str) -> Points:
    """`2`, "1 per 2 resources_here" or "3 if resources_here >= 1". Raises `NotationError`."""
    if isinstance(vp, int):
        return Points("fixed", vp) if vp else Points()
    text, found, condition = vp.partition(" if ")
    if found:
        reader = Reader(condition, VOCABULARY)
        try:
            reader.demand("resources_here")
            reader.demand(">=")
            least = reader.number()
            reader.finish()
        except NotationError as error:
            raise NotationError(len(text) + len(" if ") + error.at, error.why) from None
        return Points("fixed_if_resource_here", effects.read_amount(text, VOCABULARY)[0], 0, 0, 1, least)
    amount, count, argument, per = effects.read_amount(text, VOCABULARY)
    return Points("count" if count else "fixed", amount, count, argument, per)


@dataclass(frozen=True)
class ActionRule:
    """One alternative of a card's action: what must hold, and what it does."""

    conditions: list[Comparison]
    program: Program


def read_action(text: str) -> ActionRule:
    """`pay energy 1; draw 1`, or with a condition `if solo then ...`. Raises `NotationError`."""
    reader = Reader(text, VOCABULARY)
    conditions = []
    if reader.takes("if"):
        conditions = reader.conditions()
        reader.demand("then")
    program = reader.program()
    reader.finish()
    return ActionRule(conditions, program)


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

    number: Annotated[int, Meta(ge=1, le=208)]
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
    cards: Annotated[tuple[Card, ...], Meta(min_length=60, max_length=208)]

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
        box = [op for op in source.play if VOCABULARY.ops[op.code].name in _BOX]
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
            int(not card and row.beginner),
            card.cost if card else row.money,
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
        Table("conditions", ("kind", "arg", "lo", "hi"), _numbered("c", compiler.programs.conditions)),
        Table("programs", ("first", "size", "option"), programs),
        Table("ops", effects.OP_COLUMNS, _numbered("op", compiler.programs.op_rows())),
        Table("effects", EFFECT_COLUMNS, _numbered("e", compiler.effects)),
        Table(
            "actions", ("program", "first_condition", "conditions"), _numbered("a", compiler.actions)
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


# --- checks that one row alone cannot make ---------------------------------------------------------


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


@cache
def op_names() -> tuple[str, ...]:
    """The names of all operations, in the order of their codes."""
    return tuple(signature.name for signature in VOCABULARY.ops)
