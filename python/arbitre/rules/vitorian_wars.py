"""The data of Vitorian Wars: cards, sovereigns, resources, decks and numbers (VW 1), checked and
compiled to tables.

Abilities are written in the notation of `arbitre.rules.effects`, with targets of their own:

    deploy: add_shield choose 1 own other n 1
    recycle supplies: modify choose 1 own of armored atk 2 for turn; exhaust same
    channel if own_shielded_units_at_most 0: add_shield choose 1 own n 1
    static: modify all own of armored other atk 1 for static
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules.effects import NotationError, Op, Part, Reader, Signature, Vocabulary
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table

CARD_TYPES = ("unit", "order", "equipment", "field_condition")
RESOURCE_TYPES = ("P", "S", "any")
TYPE_WORDS = ("personnel", "supplies", "any")
"""The types of resources as abilities write them."""
TRIGGERS = (
    *("play", "deploy", "destroyed", "attack_declared", "activate"),
    *("channel", "recycle", "static", "attached"),
)
SELECTORS = (
    *("chosen", "all", "self", "same", "host"),
    *("own_combatant", "enemy_combatant", "order_on_stack"),
)
ROWS = ("rear_guard", "vanguard", "any")
DURATIONS = ("combat", "turn", "owner_next_turn", "while_attached", "static")
# Each keyword has an effect of its own (VW 8), so the engine knows them by name and place.
KEYWORDS = (
    *("entrench", "light", "swift", "heavy", "brute", "bayonet_charge", "piercing_ammunition"),
    *("reactive_armor", "long_range", "flanking", "pioneer", "ganking", "shield"),
)
MOST_TARGETS = 4
DEFENSE_OFFSET = 99
"""Arguments have no sign: a change of defense is kept as its distance from -99."""

Small: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Figure: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=15)]

_duration = Part("word", "3", DURATIONS, keyword="for")
_count = Part("number", "amount", keyword="n", optional=True, default=1)
_type = Part("word", "1", TYPE_WORDS)

# In the order of the engine's own list; those of the first group are aimed at units.
TARGETED = ("modify", "grant_keyword", "add_shield", "destroy", "ready", "exhaust", "move")
VOCABULARY = Vocabulary(
    ops=(
        Signature(
            "modify",
            (
                Part("number", "amount", keyword="atk", optional=True),
                Part("number", "2", keyword="def", optional=True),
                _duration,
            ),
        ),
        Signature("grant_keyword", (Part("word", "2", KEYWORDS), _duration)),
        Signature("add_shield", (_count,)),
        Signature("destroy"),
        Signature("ready"),
        Signature("exhaust", (Part("flag", "2", keyword="hold"),)),
        Signature("move", (Part("word", "2", ("step", "any_own_cell"), keyword="by"),)),
        Signature("draw", (_count,)),
        Signature("discard", (_count,)),
        Signature(
            "return_resources",
            (_count, _type, Part("word", "2", ("convoy_bottom", "convoy_top"), keyword="to")),
        ),
        Signature("channel", (_count,)),
        Signature("look_convoy", (_count,)),
        Signature("ready_resources", (_count, _type)),
        Signature("counter_order"),
        Signature("cancel_attack"),
        Signature("payment_to_top"),
        Signature("strip_defense", (_count,)),
        Signature(
            "rule",
            (
                Part("word", "1", ("move_cost", "support_cost", "flank_penalty")),
                Part("number", "amount"),
                Part("word", "2", ("own", "all"), keyword="for"),
            ),
        ),
    ),
    counters=(),
    conditions=(),
)


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules (VW 1.3); those with a single allowed value are fixed by the engine."""

    deck_size: Annotated[int, Meta(ge=1, le=60)]
    copies: Positive
    field_limit: Annotated[int, Meta(ge=0, le=60)]
    convoy_size: Annotated[int, Meta(ge=1, le=10)]
    convoy_value: Annotated[int, Meta(ge=1, le=1)]
    pile_value: Annotated[int, Meta(ge=2, le=2)]
    pile_min: Small
    pile_max: Small
    opening_hand: Annotated[int, Meta(ge=1, le=5)]
    opening_resources: Annotated[int, Meta(ge=0, le=10)]
    channel: Annotated[int, Meta(ge=1, le=10)]
    channel_first: Annotated[int, Meta(ge=1, le=10)]
    channel_second: Annotated[int, Meta(ge=1, le=10)]
    elite_level: Annotated[int, Meta(ge=1, le=10)]
    hand_limit: Annotated[int, Meta(ge=1, le=40)]
    turn_limit: Annotated[int, Meta(ge=2, le=80)]
    shield_limit: Small


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour; cards of a utility fit any deck."""

    id: str
    utility: bool = False


class Resource(Struct, frozen=True, forbid_unknown_fields=True):
    """A resource card: personnel (P) or supplies (S), worth 1 or 2."""

    id: str
    type: Literal["P", "S"]
    value: Annotated[int, Meta(ge=1, le=2)]
    faction: str


class Card(Struct, frozen=True, forbid_unknown_fields=True, rename={"def_": "def"}):
    """A card of the manoeuvre deck."""

    id: str
    type: Literal["unit", "order", "equipment", "field_condition"]
    faction: str
    level: Small = 0
    P: Small = 0
    S: Small = 0
    atk: Figure = 0
    def_: Figure = 0
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    host: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()


class Sovereign(Struct, frozen=True, forbid_unknown_fields=True):
    """A sovereign: the size of its defense pile, and the colours its deck may hold."""

    id: str
    number: Small
    colours: tuple[str, ...]
    abilities: tuple[str, ...] = ()


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck that is ready to play: copies by card."""

    id: str
    sovereign: str
    maneuver: dict[str, Positive]
    convoy: dict[str, Positive]
    defense: dict[str, Positive]


class Content(BaseContent, frozen=True, forbid_unknown_fields=True):
    """The data files of the game, one field a table."""

    params: Params
    factions: Annotated[tuple[Faction, ...], Meta(min_length=1, max_length=8)]
    keywords: tuple[str, ...]
    subtypes: Annotated[tuple[str, ...], Meta(min_length=1, max_length=16)]
    resources: Annotated[tuple[Resource, ...], Meta(min_length=1, max_length=32)]
    sovereigns: Annotated[tuple[Sovereign, ...], Meta(min_length=1, max_length=32)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=192)]
    decks: Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=64)]

    def __post_init__(self) -> None:
        if self.keywords != KEYWORDS:
            why = (
                f"expected {', '.join(KEYWORDS)}; each has an effect of its own, so they are fixed"
            )
            raise RulesError("keywords", "", "", why)
        factions = [faction.id for faction in self.factions]
        for resource in self.resources:
            _known("resources", resource.id, "faction", resource.faction, factions)
        for sovereign in self.sovereigns:
            for colour in sovereign.colours:
                _known("sovereigns", sovereign.id, "colours", colour, factions)
        for card in self.cards:
            _check_card(card, factions, self.subtypes)
        _check_decks(self)


def tables(content: Content) -> list[Table]:
    """The compiled tables; words become their place in their list, sets of words bits."""
    factions = [faction.id for faction in content.factions]
    resources = [resource.id for resource in content.resources]
    sovereigns = [sovereign.id for sovereign in content.sovereigns]
    cards = [card.id for card in content.cards]
    abilities = _Abilities(content.subtypes)
    holders: list[Card | Sovereign] = [*content.cards, *content.sovereigns]
    for place, holder in enumerate(holders):
        table = "cards" if place < len(cards) else "sovereigns"
        for number, text in enumerate(holder.abilities):
            abilities.add(table, holder.id, place, number, text)
    card_rows = [
        (
            card.id,
            (
                CARD_TYPES.index(card.type),
                factions.index(card.faction),
                card.level,
                card.P,
                card.S,
                card.atk,
                card.def_,
                _bits(card.subtypes, content.subtypes),
                _bits(card.keywords, KEYWORDS),
                _bits(card.host, content.subtypes),
            ),
        )
        for card in content.cards
    ]
    deck_rows = []
    for place, deck in enumerate(content.decks):
        parts = ((deck.maneuver, cards), (deck.convoy, resources), (deck.defense, resources))
        for part, (entries, ids) in enumerate(parts):
            for card_id, n in entries.items():
                row = (place, part, ids.index(card_id), n)
                deck_rows.append((f"{deck.id}_{part}_{ids.index(card_id)}", row))
    params = [(name, (getattr(content.params, name),)) for name in Params.__struct_fields__]
    return [
        Table("params", ("value",), params),
        Table("factions", ("utility",), [(f.id, (int(f.utility),)) for f in content.factions]),
        Table("keywords", (), [(keyword, ()) for keyword in content.keywords]),
        Table("subtypes", (), [(subtype, ()) for subtype in content.subtypes]),
        Table(
            "resources",
            ("type", "value", "faction"),
            [
                (r.id, (RESOURCE_TYPES.index(r.type), r.value, factions.index(r.faction)))
                for r in content.resources
            ],
        ),
        Table(
            "cards",
            (
                *("type", "faction", "level", "P", "S", "atk", "def"),
                *("subtypes", "keywords", "host"),
            ),
            card_rows,
        ),
        Table(
            "sovereigns",
            ("number", "colours"),
            [(s.id, (s.number, _bits(s.colours, factions))) for s in content.sovereigns],
        ),
        *abilities.tables(),
        Table(
            "decks",
            ("sovereign",),
            [(deck.id, (sovereigns.index(deck.sovereign),)) for deck in content.decks],
        ),
        Table("deck_cards", ("deck", "part", "card", "n"), deck_rows),
    ]


# --- abilities ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Selector:
    """What an operation is aimed at, as the engine has it (VW 8.1)."""

    kind: int
    enemy: int = 0
    row: int = ROWS.index("any")
    subtypes: int = 0
    keywords: int = 0
    max_level: int = -1
    other: int = 0
    count: int = 1
    up_to: int = 0


@dataclass(frozen=True)
class Ability:
    """An ability as it is written: when, on what terms, and what it does."""

    trigger: str
    resource: str
    shielded_at_most: int
    ops: tuple[tuple[Op, Selector | None], ...]


class AbilityReader(Reader):
    """Reads programs whose operations are aimed at units."""

    def __init__(self, text: str, subtypes: Sequence[str]) -> None:
        super().__init__(text, VOCABULARY)
        self._subtypes = subtypes
        self.aims: list[Selector | None] = []

    def op(self) -> Op:
        """One operation, its target first."""
        token = self.peek()
        found = VOCABULARY.signature(token.text) if token.kind == "word" else None
        if found is None:
            raise self.fail("an operation")
        self.next()
        code, signature = found
        op = Op(code)
        self.aims.append(self.selector() if signature.name in TARGETED else None)
        for part in signature.parts:
            self._part(op, part)
        return op

    def selector(self) -> Selector:
        """`self`, `same`, ..., `all SIDE ...` or `choose [up_to] N SIDE ...`."""
        simple = (*SELECTORS[2:7], "all", "choose")
        word = simple[self.word(simple)]
        if word not in ("all", "choose"):
            return Selector(SELECTORS.index(word))
        count, up_to = 1, 0
        if word == "choose":
            up_to = int(self.takes("up_to"))
            count = self.number()
            if not 1 <= count <= MOST_TARGETS:
                raise self.fail(f"a number from 1 to {MOST_TARGETS} before it")
        enemy = self.word(("own", "enemy"))
        row = self.word(ROWS[:2]) if self.takes("in") else ROWS.index("any")
        subtypes = self.set(self._subtypes) if self.takes("of") else 0
        keywords = self.set(KEYWORDS) if self.takes("with") else 0
        level = self.number() if self.takes("level") else -1
        kind = SELECTORS.index("all" if word == "all" else "chosen")
        other = int(self.takes("other"))
        return Selector(kind, enemy, row, subtypes, keywords, level, other, count, up_to)


def read_ability(text: str, subtypes: Sequence[str]) -> Ability:
    """The ability that a text says. Raises `NotationError`."""
    head, colon, body = text.partition(":")
    if not colon:
        raise NotationError(len(text) + 1, "expected `trigger: operations`, found no colon")
    reader = Reader(head, VOCABULARY)
    trigger = TRIGGERS[reader.word(TRIGGERS)]
    resource, most = "any", -1
    if trigger == "recycle" and reader.peek().kind != "end":
        resource = TYPE_WORDS[reader.word(TYPE_WORDS)]
    if reader.takes("if"):
        reader.word(("own_shielded_units_at_most",))
        most = reader.number()
    reader.finish()
    program_reader = AbilityReader(body, subtypes)
    try:
        program = program_reader.program()
        program_reader.finish()
    except NotationError as error:
        raise NotationError(len(head) + 1 + error.at, error.why) from None
    if not program:
        raise NotationError(len(text) + 1, "expected an operation, found the end")
    return Ability(trigger, resource, most, tuple(zip(program, program_reader.aims, strict=True)))


class _Abilities:
    """Collects abilities as the rows of the tables `selectors`, `abilities` and `ops`."""

    def __init__(self, subtypes: Sequence[str]) -> None:
        self._subtypes = subtypes
        self._selectors: dict[Selector, int] = {}
        self._abilities: list[tuple[str, tuple[int, ...]]] = []
        self._ops: list[tuple[str, tuple[int, ...]]] = []

    def add(self, table: str, row: str, place: int, number: int, text: str) -> None:
        try:
            ability = read_ability(text, self._subtypes)
        except NotationError as error:
            raise RulesError(table, row, "abilities", f"{text!r}: {error}") from None
        name = f"{row}_{number + 1}"
        head = (
            place,
            TRIGGERS.index(ability.trigger),
            ability.shielded_at_most,
            TYPE_WORDS.index(ability.resource),
            len(ability.ops),
        )
        self._abilities.append((name, head))
        for at, (op, aim) in enumerate(ability.ops, 1):
            arguments = op.arguments[:3]
            if aim is not None:
                arguments[0] = self._selectors.setdefault(aim, len(self._selectors))
            if VOCABULARY.ops[op.code].name == "modify":
                arguments[1] += DEFENSE_OFFSET
            self._ops.append((f"{name}_{at}", (op.code, op.amount, *arguments)))

    def tables(self) -> list[Table]:
        fields = tuple(Selector.__dataclass_fields__)
        selectors = [
            (f"selector_{number}", tuple(getattr(selector, name) for name in fields))
            for selector, number in self._selectors.items()
        ]
        return [
            Table("selectors", fields, selectors),
            Table(
                "abilities",
                ("holder", "trigger", "shielded_at_most", "resource", "ops"),
                self._abilities,
            ),
            Table("ops", ("code", "amount", "arg_1", "arg_2", "arg_3"), self._ops),
        ]


# --- checks ------------------------------------------------------------------------------------

_BY_TYPE: Final[Mapping[str, tuple[str, ...]]] = {
    "unit": ("deploy", "destroyed", "attack_declared", "activate", "static"),
    "order": ("play",),
    "equipment": ("attached",),
    "field_condition": ("static",),
    "sovereign": ("recycle", "channel"),
}
"""VW 1.1: the triggers that each type of card may have."""
_LASTING: Final = ("static", "attached")
"""What is not started but lasts adds up."""


def _bits(words: Sequence[str], names: Sequence[str]) -> int:
    return sum(1 << names.index(word) for word in dict.fromkeys(words))


def _known(table: str, row: str, column: str, word: str, words: Sequence[str]) -> None:
    if word not in words:
        raise RulesError(table, row, column, f"expected one of {', '.join(words)}; got {word!r}")


def _check_card(card: Card, factions: Sequence[str], subtypes: Sequence[str]) -> None:
    _known("cards", card.id, "faction", card.faction, factions)
    for column, words, names in (
        ("subtypes", card.subtypes, subtypes),
        ("keywords", card.keywords, KEYWORDS),
        ("host", card.host, subtypes),
    ):
        for word in words:
            _known("cards", card.id, column, word, names)
    if card.type == "unit" and not card.level >= card.P + card.S:
        raise RulesError("cards", card.id, "level", "a unit's cost is at most its level")
    if card.type == "unit" and card.level < 1:
        raise RulesError("cards", card.id, "level", "a unit has a level from 1 to 9")
    if card.type in ("order", "field_condition") and card.level:
        raise RulesError("cards", card.id, "level", "orders and field conditions have no level")
    if card.type == "order" and not card.abilities:
        raise RulesError("cards", card.id, "abilities", "an order needs an ability `play`")
    _check_triggers("cards", card, card.type, subtypes)


def _check_triggers(
    table: str, holder: Card | Sovereign, kind: str, subtypes: Sequence[str]
) -> None:
    """What stands on a card is of its type, and has one ability for each thing that happens."""
    seen: set[str] = set()
    for text in holder.abilities:
        try:
            trigger = read_ability(text, subtypes).trigger
        except NotationError as error:
            raise RulesError(table, holder.id, "abilities", f"{text!r}: {error}") from None
        if trigger not in _BY_TYPE[kind]:
            why = f"a card of type {kind} has abilities for {', '.join(_BY_TYPE[kind])}"
            raise RulesError(table, holder.id, "abilities", f"{why}; got {trigger}")
        if trigger in seen and trigger not in _LASTING:
            why = f"two abilities for {trigger}; put the operations of both into one"
            raise RulesError(table, holder.id, "abilities", why)
        seen.add(trigger)


def _check_decks(content: Content) -> None:
    for sovereign in content.sovereigns:
        _check_triggers("sovereigns", sovereign, "sovereign", content.subtypes)
    sovereigns = [sovereign.id for sovereign in content.sovereigns]
    cards = [card.id for card in content.cards]
    resources = [resource.id for resource in content.resources]
    if shared := set(cards) & set(sovereigns):
        raise RulesError("cards", min(shared), "id", "a sovereign has this id already")
    for deck in content.decks:
        _known("decks", deck.id, "sovereign", deck.sovereign, sovereigns)
        for column, ids in (
            ("maneuver", cards),
            ("convoy", resources),
            ("defense", resources),
        ):
            for entry in getattr(deck, column):
                _known("decks", deck.id, column, entry, ids)
