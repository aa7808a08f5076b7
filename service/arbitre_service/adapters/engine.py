"""The judge over the `arbitre` package: the only module that imports it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

import numpy as np
from msgspec import UNSET

import arbitre
from arbitre_service import messages
from arbitre_service.errors import (
    BadDocument,
    BadState,
    InvalidField,
    MoveRefused,
    NoDecks,
    SetupRefused,
    UnknownGame,
)
from arbitre_service.messages import Reason
from arbitre_service.ports import CHANCE

_UNKNOWN_RULES: Final = "UNKNOWN_RULES"
_RECORD: Final = re.compile(r"record (\d+)")
_NOT_OPTIONS: Final = frozenset({"self", "players", "seed", "chance"})

Result = TypeVar("Result")


class EngineJudge:
    """Judges every game of the engine, under its own content and any other loaded at start-up.

    Rules are compiled once and immutable, so threads share them. Each state says which rules it
    belongs to, by their digest.
    """

    def __init__(self, content: Iterable[str] = (), more: Iterable[arbitre.Game] = ()) -> None:
        """Load all games, each `game=path` of `content` beside them, and games that are `more`
        than the registry has.

        Raises:
            ValueError: an entry of `content` isn't of that form or names an unknown game.
            arbitre.RulesError: content that can't be used.
        """
        self._rules: dict[str, list[arbitre.Game]] = {
            name: [arbitre.load(name)] for name in arbitre.games()
        }
        self._details: dict[tuple[str, str], messages.GameDetail] = {}
        for entry in content:
            name, separator, path = entry.partition("=")
            if not separator or name not in self._rules:
                games = ", ".join(self._rules)
                raise ValueError(f"content {entry!r}: write GAME=PATH; the games are {games}")
            self._rules[name].append(arbitre.load(name, content=path))
        for game in more:
            self._rules.setdefault(game.name, []).append(game)

    def games(self) -> Sequence[messages.GameSummary]:
        """Return one line for each game."""
        return [
            messages.GameSummary(
                name=game.name,
                digest=game.digest,
                players=list(game.players),
                state_size=game.state_size,
                action_count=game.action_count,
                labels=_titles(game),
            )
            for game, *_ in self._rules.values()
        ]

    def game(self, game: str, digest: str | None) -> messages.GameDetail:
        """Return everything published about a game."""
        rules = self._of_digest(game, digest)
        key = game, rules.digest
        if key not in self._details:
            digests = [other.digest for other in self._rules[game]]
            self._details[key] = _detail(rules, digests)
        return self._details[key]

    def knows(self, game: str) -> bool:
        """Tell whether the game can be judged."""
        return game in self._rules

    def loaded(self, game: str, digest: str | None) -> arbitre.Game:
        """Return a game under its own content or that of a digest."""
        return self._of_digest(game, digest)

    def state_size(self, game: str) -> int:
        """Return the size of a state in wire form."""
        return self._of(game)[0].state_size

    def set_up(
        self,
        game: str,
        *,
        players: int,
        seed: int | None,
        chance: str,
        options: Mapping[str, Any],
        digest: str | None,
    ) -> messages.Position:
        """Set up a new match."""
        rules = self._of_digest(game, digest)
        if wrong := sorted(_NOT_OPTIONS & options.keys()):
            # These would collide with arguments of the call itself.
            raise SetupRefused(
                [_reason("UNKNOWN_OPTION", f"{wrong[0]}: unknown option; remove it", options)]
            )
        try:
            state = rules.initial(players=players, seed=seed, chance=mode_of(chance), **options)
        except arbitre.SetupError as error:
            raise setup_refused(error, options) from error
        return _position(state, rules)

    def build(
        self,
        game: str,
        document: Mapping[str, Any],
        *,
        seed: int | None,
        chance: str,
        digest: str | None,
    ) -> messages.Position:
        """Set up any position."""
        rules = self._of_digest(game, digest)
        try:
            state = rules.build(document, seed=seed, chance=mode_of(chance))
        except arbitre.DocumentError as error:
            raise BadDocument(error.why, pointer="/document" + error.pointer) from error
        return _position(state, rules)

    def validate(
        self,
        game: str,
        state: bytes,
        seat: int,
        moves: Sequence[int | Mapping[str, Any]],
        lang: str | None,
    ) -> list[messages.Verdict]:
        """Judge each move in the same position."""
        rules, position = self._position(game, state)
        judge = rules.validate
        return [verdict_of(rules, judge(position, seat, move), lang) for move in moves]

    def validate_packed(
        self,
        game: str,
        states: bytes | memoryview,
        seats: bytes,
        actions: bytes,
        detail: bool,
    ) -> messages.PackedVerdicts:
        """Judge many moves, all under the rules of the first record."""
        rules, *others = self._of(game)
        if others and states:
            rules, _ = self._position(game, bytes(states[: rules.state_size]))
        try:
            verdicts = rules.validate_many(states, seats, actions)
        except arbitre.WireError as error:
            record = _RECORD.search(error.why)
            raise BadState(
                error.code, _sentence(error.why), record=int(record[1]) if record else None
            ) from error
        codes = _column(verdicts.code, "<u2")
        if not detail:
            return messages.PackedVerdicts(codes)
        return messages.PackedVerdicts(
            codes,
            _column(verdicts.subject, "<u2"),
            _column(verdicts.need, "<i4"),
            _column(verdicts.have, "<i4"),
        )

    def legal_actions(self, game: str, state: bytes, seat: int) -> bytes:
        """Return the codes of the legal moves."""
        rules, position = self._position(game, state)
        return _column(rules.legal(position, seat), "<u4")

    def legal_moves(self, game: str, state: bytes, seat: int) -> list[dict[str, Any]]:
        """Return the legal moves by name."""
        rules, position = self._position(game, state)
        return [dict(move) for move in rules.moves(position, seat)]

    def apply(
        self,
        game: str,
        state: bytes,
        seat: int,
        move: int | Mapping[str, Any],
        lang: str | None,
    ) -> messages.Applied:
        """Play a move."""
        rules, position = self._position(game, state)
        try:
            after, events = rules.step(position, seat, move)
        except arbitre.Rejected as refused:
            verdict = verdict_of(rules, refused.verdict, lang or "en")
            raise MoveRefused(verdict, str(verdict.message)) from refused
        return messages.Applied(
            state=after.to_bytes(),
            events=[dict(event) for event in events],
            to_act=_seats(after),
            over=after.over,
            scores=list(after.scores),
        )

    def observe(self, game: str, state: bytes, seat: int, lang: str) -> messages.Observed:
        """Return what a seat may see."""
        rules, position = self._position(game, state)
        try:
            seen = rules.observe(position, seat)
            view = rules.view(position, seat, lang)
        except ValueError as error:
            raise InvalidField(_sentence(str(error)), pointer="/seat") from error
        return messages.Observed(state=seen.to_bytes(), view=view)

    def report(self, game: str, state: bytes, lang: str | None) -> messages.Reported:
        """Return the points of every seat line by line."""
        rules, position = self._position(game, state)
        try:
            report = rules.report(position)
        except arbitre.Rejected as refused:
            verdict = refused.verdict
            raise BadState(verdict.code, rules.explain(verdict, lang or "en")) from refused
        if report is not None and lang is not None:
            labels = rules.labels(lang)
            for seat in report["nations"]:
                for line in seat["lines"]:
                    fields = {k: v for k, v in line.items() if k not in ("item", "points")}
                    line["text"] = labels.report_line(line["item"], fields)
        return messages.Reported(report)

    def validate_decks(
        self,
        game: str,
        decks: Sequence[str | Mapping[str, Any]],
        lang: str | None,
        digest: str | None,
    ) -> list[messages.DeckVerdict]:
        """Judge each deck."""
        rules = self._of_digest(game, digest)
        try:
            return [_deck_verdict(rules, deck, lang) for deck in decks]
        except NotImplementedError as error:
            raise NoDecks(f"{error}.") from error

    def _of(self, game: str) -> list[arbitre.Game]:
        try:
            return self._rules[game]
        except KeyError:
            raise UnknownGame(f"There is no game {game[:64]!r}.") from None

    def _of_digest(self, game: str, digest: str | None) -> arbitre.Game:
        contents = self._of(game)
        if digest is None:
            return contents[0]
        for rules in contents:
            if rules.digest == digest:
                return rules
        raise UnknownGame(f"No content {digest[:64]!r} of {game} is loaded.")

    def _position(self, game: str, state: bytes) -> tuple[arbitre.Game, arbitre.State]:
        """Read a state under the rules it was made with."""
        refused: arbitre.WireError | None = None
        for rules in self._of(game):
            try:
                return rules, rules.from_bytes(state)
            except arbitre.WireError as error:
                refused = error
                if error.code != _UNKNOWN_RULES:
                    break
        assert refused is not None
        raise BadState(refused.code, _sentence(refused.why)) from refused


def setup_refused(error: arbitre.SetupError, options: Mapping[str, Any]) -> SetupRefused:
    """Word every reason of the engine, with its place among the options."""
    return SetupRefused([_reason(code, why, options) for code, why in error.reasons])


def verdict_of(rules: arbitre.Game, verdict: Any, lang: str | None) -> messages.Verdict:
    """Write a verdict as a message, worded when there is a language."""
    return messages.Verdict(
        verdict.ok,
        verdict.code,
        verdict.subject,
        verdict.need,
        verdict.have,
        UNSET if lang is None else rules.explain(verdict, lang),
    )


def _deck_verdict(
    rules: arbitre.Game, deck: str | Mapping[str, Any], lang: str | None
) -> messages.DeckVerdict:
    reasons = rules.check_deck(deck)
    if not reasons:
        return messages.DeckVerdict(True, [], rules.encode_deck(deck), rules.deck(deck))
    explain = rules.labels(lang or "en").explain
    return messages.DeckVerdict(
        False,
        [
            messages.DeckReason(
                reason.code,
                _sentence(reason.detail),
                UNSET if lang is None else explain(reason.code),
            )
            for reason in reasons
        ],
    )


def _position(state: arbitre.State, rules: arbitre.Game) -> messages.Position:
    return messages.Position(state=state.to_bytes(), to_act=_seats(state), digest=rules.digest)


def _seats(state: arbitre.State) -> list[messages.Seat]:
    return ["chance" if seat == CHANCE else seat for seat in state.to_act]


def _column(numbers: np.ndarray[Any, Any], layout: str) -> bytes:
    return numbers.astype(layout, copy=False).tobytes()


def mode_of(chance: str) -> Literal["auto", "manual"]:
    """Read a mode of chance."""
    return "manual" if chance == "manual" else "auto"


def _reason(code: str, detail: str, options: Mapping[str, Any]) -> Reason:
    """Word a reason; the engine's begin with the place they speak of, such as `variants/rounds`."""
    place = detail.partition(": ")[0]
    if place == "players":
        pointer = "/players"
    elif place.partition("/")[0] in options:
        pointer = f"/options/{place}"
    else:
        pointer = "/options"
    return Reason(code, _sentence(detail or code), pointer)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _titles(game: arbitre.Game) -> dict[str, str]:
    return _by_language(game, lambda lang: game.labels(lang).title)


def _by_language(game: arbitre.Game, read: Callable[[str], Result]) -> dict[str, Result]:
    return {lang: read(lang) for lang in game.languages}


def _detail(game: arbitre.Game, digests: list[str]) -> messages.GameDetail:
    kinds = _by_language(game, game.catalogue)
    labels = _by_language(game, game.labels)
    domains = {
        domain.name: domain for kind in game.kinds.values() for domain in kind.fields.values()
    }
    return messages.GameDetail(
        name=game.name,
        digest=game.digest,
        digests=digests,
        players=list(game.players),
        state_size=game.state_size,
        action_count=game.action_count,
        labels=_titles(game),
        kinds={
            name: messages.KindInfo(
                offset=kind.offset,
                size=kind.size,
                chance=kind.chance,
                fields=[
                    messages.FieldInfo(
                        field,
                        domain.name,
                        {lang: words.field(field) for lang, words in labels.items()},
                    )
                    for field, domain in kind.fields.items()
                ],
                labels={lang: catalogue[name].label for lang, catalogue in kinds.items()},
            )
            for name, kind in game.kinds.items()
        },
        domains={
            name: messages.DomainInfo(
                list(domain.values),
                {
                    lang: [words.label(name, value) for value in domain.values]
                    for lang, words in labels.items()
                },
            )
            for name, domain in domains.items()
        },
        events={name: dict(event.fields) for name, event in game.events.items()},
        options={
            name: messages.OptionInfo(
                group=option.group,
                domain=(
                    dict(option.domain)
                    if isinstance(option.domain, Mapping)
                    else list(option.domain)
                ),
                default=option.default,
                labels={lang: words.option(name) for lang, words in labels.items()},
            )
            for name, option in game.options.items()
        },
        codes={str(number): code for number, code in game.codes.items()},
        subjects=list(game.words),
    )
