"""A game with its rules and its words: the native referee plus everything people read.

`Game` derives from the native `Referee`, so judging and playing cost one native call. This module
adds set-up by keyword, documents with a choice of chance, catalogues, labels and vector stepping.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import msgspec

from arbitre._native import Batch, Event, Move, Referee, State, Verdict
from arbitre.errors import Reason, SetupError, WireError
from arbitre.errors import Verdict as AnyVerdict
from arbitre.i18n import Labels, languages
from arbitre.notation import DECKS, NOTATIONS
from arbitre.rules import SCHEMAS, games
from arbitre.rules.load import load_content
from arbitre.rules.tables import parse, render

if TYPE_CHECKING:
    # Both take long to import, and who judges single moves needs neither.
    import numpy as np
    import numpy.typing as npt

    from arbitre.svg.scene import Tables

__all__ = ["Domain", "Estimate", "EventKind", "Game", "Kind", "Option", "Verdicts", "games", "load"]

Chance: TypeAlias = Literal["auto", "manual"]
MoveLike: TypeAlias = int | Move | Mapping[str, Any]
Value: TypeAlias = str | int | bool
DeckLike: TypeAlias = str | Path | Mapping[str, Any]


class Domain(msgspec.Struct, frozen=True):
    """The values that a field may take, in the order of their codes; `labels` belong to them."""

    name: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]


class Kind(msgspec.Struct, frozen=True):
    """A kind of move. Its codes are `offset` to `offset + size - 1`: the mixed radix of the fields'
    domains, first field most significant."""

    name: str
    label: str
    offset: int
    size: int
    chance: bool
    fields: Mapping[str, Domain]


class EventKind(msgspec.Struct, frozen=True):
    """A kind of event and, for each field, the domain of its values (None for plain numbers)."""

    name: str
    fields: Mapping[str, str | None]


class Option(msgspec.Struct, frozen=True):
    """An option of `initial`. `group` is the keyword it is given in (`variants={name: value}`), ""
    when it is a keyword of its own; `domain` lists its values or gives their least and greatest."""

    name: str
    group: str
    domain: tuple[Value, ...] | Mapping[str, int]
    default: Value
    label: str


class Verdicts(NamedTuple):
    """One element for each move judged: numbers of `Game.codes` and `Game.words`, and figures."""

    code: npt.NDArray[np.uint16]
    subject: npt.NDArray[np.uint16]
    need: npt.NDArray[np.int32]
    have: npt.NDArray[np.int32]


class Estimate(NamedTuple):
    """What a search found out about a move: by how much its seat was ahead of the best other seat
    after `visits` playouts, on average, in the unit of the game's value function."""

    move: Move
    visits: int
    margin: float


class Game(Referee):
    """One game under one set of rules. Get it from `arbitre.load`."""

    def __init__(
        self, rules: str, *, overlay: str | Path | None = None, plugin: object | None = None
    ) -> None:
        """`rules` is the canonical text of compiled rules; `plugin` the capsule of a game that
        another extension module brings. Raises `RulesError`."""
        super().__init__(rules, plugin)
        self.rules = rules
        self._plugin = plugin
        self.overlay = overlay if overlay is not None and Path(overlay).is_dir() else None
        self._labels: dict[str, Labels] = {}
        self._cards: Any = None
        catalogue = self._catalogue()
        self._domains: dict[str, list[Value]] = catalogue["domains"]
        self._kinds: list[tuple[str, int, int, bool, list[tuple[str, str]]]] = catalogue["kinds"]
        self._options: list[tuple[str, str, Any, Value]] = catalogue["options"]
        self.codes: Mapping[int, str] = MappingProxyType(catalogue["codes"])
        """Name of each rejection code by its number; 0 is OK."""
        self.words: tuple[str, ...] = tuple(catalogue["words"])
        """What `Verdicts.subject` points into; the first is "" for none."""
        self.events: Mapping[str, EventKind] = MappingProxyType(
            {name: EventKind(name, dict(fields)) for name, fields in catalogue["events"]}
        )

    # --- the catalogue ---

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of moves in the order of their codes, with English labels."""
        return self.catalogue("en")

    def catalogue(self, lang: str = "en") -> Mapping[str, Kind]:
        """The kinds of moves with labels in a language."""
        labels = self.labels(lang)
        domains = {
            name: Domain(name, tuple(values), tuple(labels.label(name, v) for v in values))
            for name, values in self._domains.items()
        }
        return MappingProxyType(
            {
                name: Kind(
                    name=name,
                    label=labels.kind(name),
                    offset=offset,
                    size=size,
                    chance=chance,
                    fields={field: domains[domain] for field, domain in fields},
                )
                for name, offset, size, chance, fields in self._kinds
            }
        )

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of `initial` by name: domain, default and English label."""
        labels = self.labels("en")
        return MappingProxyType(
            {
                name: Option(
                    name=name,
                    group=group,
                    domain=tuple(domain) if isinstance(domain, list) else domain,
                    default=default,
                    label=labels.option(name),
                )
                for name, group, domain, default in self._options
            }
        )

    # --- positions ---

    def initial(
        self, *, players: int, seed: int | None = None, chance: Chance = "auto", **options: Any
    ) -> State:
        """The start of a game. Options go by keyword, variants as `variants={name: value}`; `seed`
        None draws one from the operating system. Raises `SetupError` with every reason at once."""
        return self._start(players, seed, chance, options)[0]

    def _start(
        self, players: int, seed: int | None, chance: Chance, options: Mapping[str, Any]
    ) -> tuple[State, list[Event], list[tuple[int, Move]]]:
        setup = {"players": players, **self._settle(options)}
        return self._initial(setup, _seed(seed), _is_manual(chance))

    def _settle(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options as the engine and logs take them: decks that are given as codes or files are
        read. What is no list of decks, one a seat, is left for the engine to refuse."""
        settled = dict(options)
        decks = settled.get("decks")
        is_list = isinstance(decks, list | tuple) and len(decks) <= self.players[-1]
        if self.name in DECKS and is_list:
            form, cards = self._deck_form()
            settled["decks"] = form.settle(decks, cards)
        return settled

    def build(
        self, document: Mapping[str, Any], *, chance: Chance = "auto", seed: int | None = None
    ) -> State:
        """The state of a document, the inverse of `document`. Raises `DocumentError`."""
        return self._build(document, _seed(seed), _is_manual(chance))

    def report(self, state: State) -> dict[str, Any] | None:
        """The points of every seat line by line, as plain data; None for a game without such a
        report. A full state is needed: an observation lacks what the lines are made of."""
        return self._report(state)

    # --- many moves ---

    def validate_many(
        self,
        states: State | Sequence[State] | npt.NDArray[Any] | bytes | bytearray | memoryview,
        seats: int | Sequence[int] | npt.NDArray[Any] | bytes | memoryview,
        actions: int | Sequence[int] | npt.NDArray[Any] | bytes | memoryview,
        *,
        threads: int = 1,
    ) -> Verdicts:
        """Judges many moves in one call.

        States are one `State` for all, a sequence of them, records of `state_dtype`, or wire
        records one after another (one record serves all). Seats and actions are integers, arrays,
        or buffers of uint8 and little-endian uint32. Bytes and records from outside are checked;
        the first bad one is a `WireError`, and nothing is judged.
        """
        return Verdicts(*self._validate_many(states, seats, actions, threads))

    def batch(
        self, n: int, *, players: int, seed: int | None = None, threads: int = 1, **options: Any
    ) -> Batch:
        """n games of one set-up, stepped together."""
        return Batch(self, n, {"players": players, **self._settle(options)}, _seed(seed), threads)

    # --- orders as text ---

    def orders_text(self, state: State, seat: int, lang: str | None = None) -> str:
        """The orders that a seat has given this turn, as people write them, one a line; zones by
        their ids or, with a language, by their names. `parse_orders` reads it back.

        Only for games whose orders are sent by mail (see `arbitre.notation`), `NotImplementedError`
        for others. `ValueError` when an observation hides the orders.
        """
        notation, words = self._notation()
        if not 0 <= seat < state.players:
            raise ValueError(f"seat: expected 0 to {state.players - 1}, got {seat}")
        if lang is not None:
            self.labels(lang)  # names the languages there are
        orders = self.document(state)["powers"][seat]["orders"]
        if orders is None:
            raise ValueError(f"the orders of seat {seat} are hidden from this observation")
        text: str = notation.write(orders, words, lang)
        return text

    def parse_orders(self, text: str) -> list[Move]:
        """The moves that a text orders, in its sequence, to be played one by one. What they cost
        and whether they are legal is judged then.

        `OrdersError` says which token is wrong and what was expected; `NotImplementedError` for
        games without such a notation.
        """
        notation, words = self._notation()
        return [self.move(move) for move in notation.parse(text, words)]

    def _notation(self) -> tuple[Any, Any]:
        notation = NOTATIONS.get(self.name)
        if notation is None:
            raise NotImplementedError(f"{self.name} has no notation for orders")
        zones = [str(zone) for zone in self._domains["zone"]]
        names = {
            lang: {zone: self.labels(lang).label("zone", zone) for zone in zones}
            for lang in self.languages
        }
        return notation, notation.Words(zones, names)

    # --- decks ---

    @property
    def decks(self) -> Mapping[str, dict[str, Any]]:
        """The decks that are ready to play, by their ids."""
        _, cards = self._deck_form()
        ready: Mapping[str, dict[str, Any]] = deepcopy(cards.ready)
        return ready

    def check_deck(self, deck: DeckLike) -> list[Reason]:
        """Every reason why a deck may not be played, as the engine judges it; none for a good one.
        A deck is the id of a ready one, a deck code, the path of a deck file, or a map.

        `NotImplementedError` for games without decks, as from the other methods on decks.
        """
        self._deck_form()
        try:
            # Both seats get the deck, so whatever is said of the first is said of the deck.
            self.initial(players=self.players[0], seed=0, chance="manual", decks=[deck, deck])
        except SetupError as error:
            place = "decks: 0: "
            found = [r for r in error.reasons if r.detail.startswith(place)]
            return [Reason(r.code, r.detail.removeprefix(place)) for r in found]
        return []

    def deck(self, deck: DeckLike) -> dict[str, Any]:
        """A deck as a map, as the engine reads it, however it is given. Only a deck that may be
        played: `SetupError` with every reason for others."""
        form, cards = self._deck_form()
        if reasons := self.check_deck(deck):
            raise SetupError(*map(tuple, zip(*reasons, strict=True)))
        found = cards.ready[deck] if isinstance(deck, str) and deck in cards.ready else deck
        return deepcopy(dict(form.settle([found], cards)[0]))

    def deck_text(self, deck: DeckLike, lang: str = "en") -> str:
        """A deck that may be played as the text of a deck file, cards with their names in a
        language."""
        form, cards = self._deck_form()
        labels = self.labels(lang)
        domains = {"sovereign": cards.sovereigns, "card": cards.cards, "resource": cards.resources}
        names = {one: labels.label(domain, one) for domain, ids in domains.items() for one in ids}
        text: str = form.write_deck(self.deck(deck), names)
        return text

    def encode_deck(self, deck: DeckLike) -> str:
        """The code of a deck that may be played, a short text to share it: the same deck has the
        same code. `SetupError` with every reason for others."""
        form, cards = self._deck_form()
        code: str = form.encode(self.deck(deck), cards)
        return code

    def decode_deck(self, code: str) -> dict[str, Any]:
        """The deck of a code. `SetupError` says why a text is none; whether the deck may be played
        under these rules is judged where it is used."""
        form, cards = self._deck_form()
        deck: dict[str, Any] = form.decode(code, cards)
        return deck

    def _deck_form(self) -> tuple[Any, Any]:
        """How the decks of this game are written, and what they are made of."""
        form = DECKS.get(self.name)
        if form is None:
            raise NotImplementedError(f"{self.name} is not played with decks")
        if self._cards is None:
            self._cards = form.Cards.of({table.name: table.rows for table in parse(self.rules)})
        return form, self._cards

    # --- search ---

    def evaluate(
        self, state: State, seat: int, *, seed: int = 0
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """(codes, values): the worth of the position for the seat after each of its legal moves, by
        the game's value function. Uses what the seat may see; the rest is redrawn by `seed`."""
        return self._evaluate(state, seat, seed)

    def search(
        self,
        state: State,
        seat: int,
        *,
        playouts: int = 200,
        seconds: float = 0.0,
        seed: int = 0,
        threads: int = 1,
    ) -> list[Estimate]:
        """The seat's legal moves, best first, compared by playouts from positions redrawn from what
        the seat may see. `playouts` is the budget for all moves together, `seconds` a
        limit of time (0 = none)."""
        found = self._monte_carlo(state, seat, playouts, seconds, seed, threads)
        return [Estimate(*one) for one in found]

    # --- words ---

    def labels(self, lang: str = "en") -> Labels:
        """The words of this game in a language; `ValueError` names the languages there are."""
        if lang not in self._labels:
            self._labels[lang] = Labels(self.name, lang, self.overlay)
        return self._labels[lang]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that this game has words in."""
        return languages(self.name)

    def explain(self, verdict: AnyVerdict, lang: str = "en") -> str:
        """Why a move is refused, as a sentence a player understands."""
        return self.labels(lang).explain(verdict.code, verdict.subject, verdict.need, verdict.have)

    def describe(self, what: Event | Move, lang: str = "en") -> str:
        """A move or an event as a phrase."""
        fields = dict(what)
        kind = str(fields.pop("kind"))
        return self.labels(lang).describe(kind, fields, event=isinstance(what, Event))

    def view(self, state: State, seat: int | None = None, lang: str = "en") -> dict[str, Any]:
        """The position for people and interfaces: a plain dict. With a seat, as that seat sees it
        and with its legal moves; without, the whole position."""
        seen = state if seat is None else self.observe(state, seat)
        movers = seen.to_act if seat is None else tuple(s for s in seen.to_act if s == seat)
        return {
            "game": self.name,
            "title": self.labels(lang).title,
            "players": seen.players,
            "seat": seat,
            "to_act": list(seen.to_act),
            "over": seen.over,
            "scores": list(seen.scores),
            "winners": list(seen.winners),
            "position": self.document(seen),
            "moves": [
                {
                    "seat": mover,
                    "code": move.code,
                    "move": dict(move),
                    "text": self.describe(move, lang),
                }
                for mover in movers
                for move in self.moves(seen, mover)
            ],
        }

    def svg(
        self,
        state: State,
        seat: int | None = None,
        lang: str = "en",
        events: Sequence[Event] = (),
    ) -> str:
        """The position as a picture, a self-contained SVG element. With a seat, as that seat sees
        it. `events` are those that led to it, such as those of the last turn: what a picture can
        show of them depends on the game. `NotImplementedError` for a game that has no drawing;
        notebooks then show text."""
        from arbitre.svg import draw

        seen = state if seat is None else self.observe(state, seat)
        happened = events if seat is None else self.observe_events(events, seat)
        return draw(
            self.name,
            self.document(seen),
            self.labels(lang),
            self._tables,
            seat=seen.viewer,
            events=[dict(event) for event in happened],
        )

    @cached_property
    def _tables(self) -> Tables:
        """The compiled rules, read once for all pictures."""
        return {table.name: dict(table.rows) for table in parse(self.rules)}

    def __repr__(self) -> str:
        return f"<Game {self.name} rules={self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._plugin is not None:
            # A capsule can't be pickled; within a process the loaded game is found again.
            return _known, (self.name, self.digest)
        return _restore_game, (self.rules, self.overlay)


# Games by name and digest, so that a pickled state finds its rules again.
_loaded: dict[tuple[str, str], Game] = {}


def load(game: str, content: str | Path | None = None, *, map: str | Path | None = None) -> Game:
    """A game by its name. `content` is a folder or a TOML file laid over the game's own data
    (see `arbitre.rules.load`); `map`, for games that are played on maps, is one of
    `arbitre.rules.load.maps(game)` or a TOML file. Raises `RulesError`, or `ValueError` for an
    unknown name."""
    loaded = load_content(game, content, map)
    rules = render(game, SCHEMAS[game].tables(loaded))
    return remember(Game(rules, overlay=content))


def remember(game: Game) -> Game:
    """Lets pickled states of this game find it."""
    _loaded[game.name, game.digest] = game
    return game


def _known(name: str, digest: str) -> Game:
    game = _loaded.get((name, digest))
    if game is None and name in SCHEMAS:
        game = load(name)
    if game is None or game.digest != digest:
        why = f"rules {digest} of {name} are not loaded; load their content before unpickling"
        raise WireError("UNKNOWN_RULES", why)
    return game


def _seed(seed: int | None) -> int:
    return int.from_bytes(os.urandom(8), "little") if seed is None else seed


def _is_manual(chance: Chance) -> bool:
    if chance not in ("auto", "manual"):
        raise ValueError(f"chance: expected 'auto' or 'manual', got {chance!r}")
    return chance == "manual"


# --- called by name from the native classes: unpickling, and the picture of a state ---


def _restore_game(rules: str, overlay: str | Path | None) -> Game:
    return remember(Game(rules, overlay=overlay))


def restore_state(name: str, digest: int, data: bytes) -> State:
    return _known(name, f"{digest:016x}").from_bytes(data)


def state_svg(state: State) -> str:
    """The picture that notebooks show of a state."""
    return _known(state.game, f"{int(state.array['head']['digest']):016x}").svg(state)


def restore_move(name: str, digest: int, fields: Mapping[str, Any]) -> Move:
    return _known(name, f"{digest:016x}").move(fields)


def restore_event(
    fields: dict[str, Any], own_seat_only: bool, seat: int, secrets: Iterable[str]
) -> Event:
    return Event(fields, own_seat_only=own_seat_only, seat=seat, secrets=tuple(secrets))


def restore_verdict(
    name: str, digest: int, number: int, subject: str, need: int, have: int
) -> Verdict:
    return _known(name, f"{digest:016x}").verdict(number, subject, need, have)
