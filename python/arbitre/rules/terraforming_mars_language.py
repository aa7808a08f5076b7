"""What the programs of Terraforming Mars may say (TM 1.2 to 1.5): its vocabulary, and how standing
effects, points and actions are written. The order of every list is that of the engine's
`vocabulary.hpp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from arbitre.rules import effects
from arbitre.rules.effects import (
    NO_ARGUMENT,
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
PRODUCTION_BOX = ("production", "production_any", "production_of_area_bonus")

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
        return Points(
            "fixed_if_resource_here", effects.read_amount(text, VOCABULARY)[0], 0, 0, 1, least
        )
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
