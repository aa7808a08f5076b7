"""Games of Terraforming Mars as people write them down: `import_log` plays such a text, with its
draws, and `export_log` writes one. How it looks is told in `arbitre.notation.terraforming_mars`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from arbitre._native import CHANCE, Move, State
from arbitre.errors import LogError, Rejected, SetupError
from arbitre.game import Game, load
from arbitre.match import Match
from arbitre.notation import terraforming_mars as notation
from arbitre.notation.terraforming_mars import MONEY, NEUTRAL, NOTHING, Check, Clause, Line
from arbitre.replay import MAX_FILE_BYTES, positions

__all__ = ["export_log", "import_log"]

NOBODY = "nobody"
METALS = ("steel", "titanium", "heat")

# Verbs that are one move with one field or none, and those that are a move for each word.
SINGLE = {
    "takes": ("choose_corporation", "corporation"),
    "plays": ("play_card", "card"),
    "project": ("standard_project", "project"),
    "claims": ("claim_milestone", "milestone"),
    "funds": ("fund_award", "award"),
    "opens": ("first_action", ""),
    "ends": ("end_turn", ""),
    "passes": ("pass", ""),
    "done": ("done", ""),
    "at": ("place", "hex"),
    "from": ("target_player", "player"),
    "on": ("target_card", "card"),
    "option": ("choose_option", "option"),
    "amount": ("choose_amount", "amount"),
}
EACH = {
    "picks": ("pick", "card"),
    "draws": ("draw", "card"),
    "corporations": ("draw_corporation", "corporation"),
}
CONVERSIONS = {"plants": "convert_plants", "heat": "convert_heat"}
SELLING = "sell_patents"

# How the kinds of moves are said: the verbs above the other way round.
VERB_OF = {kind: verb for verb, (kind, _) in (SINGLE | EACH).items()} | {
    **dict.fromkeys(CONVERSIONS.values(), "converts"),
    "card_action": "uses",
    "pay": "pays",
}
TURN_MOVES = {
    *("first_action", "play_card", "standard_project", "claim_milestone", "fund_award"),
    *("card_action", "convert_plants", "convert_heat", "pass", "end_turn"),
}


def import_log(text_or_path: str | Path, game: Game | None = None) -> Match:
    """The match that a text tells, played move by move with its own draws.

    A `Path` is a file, and so is a `str` of one line; a longer one is the text itself. `game` is
    needed when it was played under other content than the game's own.

    Raises `LogError` with the number of the line: `LOG_LINE` for what can't be read, `LOG_NAME` for
    a name that is none, `LOG_SETUP` for players and options, `LOG_MOVE` with the verdict for a
    move that is refused, `LOG_DRAW` for a draw that is not due, `LOG_CHECK` where the generation,
    the points or the winners are others than told.
    """
    if isinstance(text_or_path, str) and "\n" in text_or_path:
        return _imported(text_or_path, game)
    try:
        return _imported(_read_file(Path(text_or_path)), game)
    except LogError as error:
        error.file = str(text_or_path)
        raise


def _read_file(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        why = f"larger than {MAX_FILE_BYTES} bytes, and no game is as long as that"
        raise LogError("LOG_SIZE", f"{why}; hand in the text of one game")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise LogError("LOG_FORMAT", "not a text in UTF-8; save it as one") from None


def _imported(text: str, game: Game | None) -> Match:
    told = notation.read(text)
    game = game or load(notation.GAME)
    if game.name != notation.GAME:
        raise LogError("LOG_GAME", f"the text is of {notation.GAME}; hand in that game", 0)
    try:
        match = Match(game, told.players, seed=0, chance="manual", **told.options)
    except SetupError as error:
        raise LogError(
            "LOG_SETUP", f"the rules refuse this set-up: {error}", 0, line=told.start
        ) from None
    reader = _Reader(match)
    for line in told.lines:
        reader.take(line)
    return match


class _Reader:
    """Plays the lines of a text."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.line = 0
        self._fields = {
            kind: {name: domain.values for name, domain in found.fields.items()}
            for kind, found in self.game.kinds.items()
        }
        self._verbs: dict[str, Callable[[str, Clause], None]] = {
            "begins": self._begin,
            "buys": self._buy,
            "sells": self._sell,
            "uses": self._use,
            "converts": self._convert,
            "pays": self._pay,
        }

    def take(self, line: Line | Check) -> None:
        self.line = line.number
        if isinstance(line, Check):
            self._check(line)
            return
        for clause in line.clauses:
            if (special := self._verbs.get(clause.verb)) is not None:
                special(line.actor, clause)
            elif clause.verb in EACH:
                kind, field = EACH[clause.verb]
                for word in clause.words:
                    self._play(line.actor, kind, {field: word})
            else:
                kind, field = SINGLE[clause.verb]
                self._play(line.actor, kind, {field: clause.words[0]} if field else {})

    # --- verbs that are more than one move, or written in another way ---

    def _begin(self, actor: str, clause: Clause) -> None:
        self._play(actor, "first_player", {"player": actor})

    def _buy(self, actor: str, clause: Clause) -> None:
        cards = () if clause.words == (NOTHING,) else clause.words
        for card in cards:
            self._play(actor, "pick", {"card": card})
        if not cards or self._may(actor, {"kind": "done"}):
            self._play(actor, "done", {})

    def _sell(self, actor: str, clause: Clause) -> None:
        seat = self._seat(actor)
        hand = self._document()["seats"][seat]["hand"]
        self._play(actor, "standard_project", {"project": SELLING})
        if len(hand) == 1 and hand == list(clause.words):
            return  # sold without asking
        for card in clause.words:
            self._play(actor, "pick", {"card": card})
        if self._may(actor, {"kind": "done"}):
            self._play(actor, "done", {})

    def _use(self, actor: str, clause: Clause) -> None:
        card, *number = clause.words
        self._play(
            actor, "card_action", {"card": card, "alternative": number[0] if number else "0"}
        )

    def _convert(self, actor: str, clause: Clause) -> None:
        kind = CONVERSIONS.get(clause.words[0])
        if kind is None:
            self._refuse("LOG_NAME", f"expected plants or heat, found {clause.words[0]!r}")
        self._play(actor, kind, {})

    def _pay(self, actor: str, clause: Clause) -> None:
        paid = dict.fromkeys(METALS, "0")
        if clause.words != (MONEY,):
            if len(clause.words) % 2:
                found = " ".join(clause.words)
                self._refuse("LOG_LINE", f"expected amounts such as 2 steel, found {found!r}")
            for amount, metal in zip(clause.words[::2], clause.words[1::2], strict=True):
                if metal not in METALS:
                    self._refuse(
                        "LOG_NAME", f"expected one of {', '.join(METALS)}, found {metal!r}"
                    )
                paid[metal] = amount
        self._play(actor, "pay", dict(paid))

    # --- playing ---

    def _play(self, actor: str, kind: str, words: Mapping[str, str]) -> None:
        """Plays one move, of chance where it is one."""
        fields = {name: self._value(kind, name, word) for name, word in words.items()}
        seat = CHANCE if self.game.kinds[kind].chance else self._seat(actor)
        if seat == CHANCE:
            self._expect_draw(actor, kind)
        try:
            self.match.play(seat, {"kind": kind, **fields})
        except Rejected as refused:
            verdict = refused.verdict
            said = " ".join([actor, VERB_OF.get(kind, kind), *words.values()])
            why = f"{said}: {self.game.explain(verdict)} ({refused}) {self._awaited()}"
            ply = len(self.match.moves) + 1
            raise LogError("LOG_MOVE", why, ply, verdict, line=self.line) from None

    def _value(self, kind: str, name: str, word: str) -> str | int:
        values = self._fields[kind][name]
        if isinstance(values[0], int):
            number = int(word) if word.isdecimal() and len(word) < 6 else -1
            if number not in values:
                why = f"expected a number from {values[0]} to {values[-1]}, found {word!r}"
                self._refuse("LOG_NAME", why)
            return number
        if word not in values:
            near = get_close_matches(word, map(str, values))
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            self._refuse("LOG_NAME", f"no {name} is called {word!r}{hint}")
        return word

    def _seat(self, actor: str) -> int:
        if actor == NEUTRAL:
            self._refuse("LOG_NAME", "the neutral player does nothing but draw")
        seat = int(actor[1:])
        if seat >= self.match.players:
            self._refuse("LOG_NAME", f"there is no {actor} in a game of {self.match.players}")
        return seat

    def _may(self, actor: str, move: Mapping[str, Any]) -> bool:
        return self.game.validate(self.match.state, self._seat(actor), move).ok

    def _expect_draw(self, actor: str, kind: str) -> None:
        if actor != NEUTRAL:
            self._seat(actor)
        due = self._due()
        if due is None:
            self._refuse("LOG_DRAW", f"nothing is drawn now. {self._awaited()}")
        elif kind != "first_player" and due != actor:
            self._refuse("LOG_DRAW", f"{actor} draws nothing now. {self._awaited()}")

    def _document(self) -> dict[str, Any]:
        return self.game.document(self.match.state)

    def _due(self) -> str | None:
        """Who draws; None when no draw is due."""
        if CHANCE not in self.match.state.to_act:
            return None
        return drawer(self._document())

    def _awaited(self) -> str:
        """What the game waits for, in the verbs of the text."""
        state = self.match.state
        if state.over:
            return "The game is over."
        if (due := self._due()) is not None:
            kinds = {self.game.move(int(code)).kind for code in self.game.chance(state)[0]}
            verb = "begins" if kinds == {"first_player"} else VERB_OF[kinds.pop()]
            return f"Due is: {due or 'somebody'} {verb}."
        said = []
        for seat in state.to_act:
            verbs = dict.fromkeys(VERB_OF[move.kind] for move in self.game.moves(state, seat))
            said.append(f"p{seat} {', '.join(verbs)}")
        return f"Possible is: {'; '.join(said)}."

    # --- what is told of the position ---

    def _check(self, check: Check) -> None:
        state = self.match.state
        found = {
            "generation": [str(self._document()["generation"])],
            "scores": list(map(str, state.scores)),
            "winners": [f"p{seat}" for seat in state.winners] or [NOBODY],
        }[check.what]
        if found != list(check.values):
            why = f"the text tells {check.what} {' '.join(check.values)}, the moves lead to"
            self._refuse("LOG_CHECK", f"{why} {' '.join(found)}")

    def _refuse(self, code: str, why: str) -> NoReturn:
        raise LogError(code, why, len(self.match.moves) + 1, line=self.line)


def drawer(document: Mapping[str, Any]) -> str:
    """Who draws in a position in which a draw is due: "" for the first player, who is not known."""
    top = document["stack"][-1]
    if top["frame"] == "deal_first_player":
        return ""
    return NEUTRAL if top["frame"] == "neutral" else str(top["player"])


# --- writing ---


def export_log(match: Match) -> str:
    """The text of a match, secrets included, which `import_log` plays again. What it tells of the
    generations and of the end is checked then."""
    writer = _Writer(match)
    before = None
    for position in positions(match.game, match.players, match.log.header.options, match.moves):
        if before is not None and position.move is not None and position.seat is not None:
            writer.add(position.seat, position.move, before)
        before = position.state
    return writer.text()


class _Writer:
    """Gathers moves into lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        options = {key: value for key, value in match.log.header.options.items() if value != []}
        self.transcript = notation.Transcript(match.players, options)
        self._actor = ""
        self._clauses: list[Clause] = []
        self._generation = 0

    def add(self, seat: int, move: Move, state: State) -> None:
        """A move that is played in a position."""
        before = self.match.game.document(state)
        generation = before["generation"]
        if before["phase"] != "setup" and generation != self._generation:
            self._end_line()
            self._generation = generation
            self.transcript.lines.append(Check(0, "generation", (str(generation),)))
        actor = f"p{seat}"
        if seat == CHANCE:
            actor = move.player if move.kind == "first_player" else drawer(before)
        if self._begins_line(actor, move, before):
            self._end_line()
            self._actor = actor
        if move.kind == "pick" and before["stack"] and self._is_for_sale(state, seat):
            self._extend("buys", move.card)
        else:
            self._add_clause(seat, move, before)

    def text(self) -> str:
        self._end_line()
        state = self.match.state
        if state.over:
            winners = tuple(f"p{seat}" for seat in state.winners) or (NOBODY,)
            self.transcript.lines.append(Check(0, "scores", tuple(map(str, state.scores))))
            self.transcript.lines.append(Check(0, "winners", winners))
        return notation.write(self.transcript)

    def _begins_line(self, actor: str, move: Move, before: Mapping[str, Any]) -> bool:
        if actor != self._actor or move.kind in TURN_MOVES or not self._clauses:
            return True
        # What is dealt is a line of its own, and so is what is made of it.
        dealt = self._clauses[-1].verb == "draws"
        return dealt and move.kind != "draw" and before["phase"] in ("setup", "research", "draft")

    def _is_for_sale(self, state: State, seat: int) -> bool:
        """Whether drawn cards may be bought: one may stop then, as when one sells patents."""
        stops = self.match.game.validate(state, seat, {"kind": "done"}).ok
        return stops and self._clauses[-1].verb != "sells"

    def _end_line(self) -> None:
        if self._clauses:
            self.transcript.lines.append(Line(0, self._actor, tuple(self._clauses)))
        self._clauses = []

    def _add_clause(self, seat: int, move: Move, before: Mapping[str, Any]) -> None:
        last = self._clauses[-1] if self._clauses else Clause("")
        fields = {name: str(value) for name, value in dict(move).items() if name != "kind"}
        kind = move.kind
        if kind == "standard_project" and fields["project"] == SELLING:
            hand: Sequence[str] = before["seats"][seat]["hand"]
            self._clauses.append(Clause("sells", tuple(hand) if len(hand) == 1 else ()))
        elif kind == "pick" and last.verb == "sells":
            self._extend("sells", fields["card"])
        elif kind == "done":
            self._add_done(last, before["phase"], before["seats"][seat]["picked"])
        elif kind in ("pick", "draw", "draw_corporation"):
            self._extend(VERB_OF[kind], *fields.values())
        elif kind == "pay":
            paid = [word for name in METALS if fields[name] != "0" for word in (fields[name], name)]
            self._clauses.append(Clause("pays", tuple(paid) or (MONEY,)))
        elif kind == "card_action":
            number = () if fields["alternative"] == "0" else (fields["alternative"],)
            self._clauses.append(Clause("uses", (fields["card"], *number)))
        elif kind == "first_player":
            self._clauses.append(Clause("begins"))
        elif kind in CONVERSIONS.values():
            self._clauses.append(Clause("converts", (kind.removeprefix("convert_"),)))
        else:
            self._clauses.append(Clause(VERB_OF[kind], tuple(fields.values())))

    def _add_done(self, last: Clause, phase: str, picked: Sequence[str]) -> None:
        if last.verb == "picks" and phase in ("setup", "research"):
            self._clauses[-1] = Clause("buys", last.words)
        elif phase == "final_greenery" or picked:
            self._clauses.append(Clause("done"))
        elif last.verb not in ("buys", "sells"):  # which end by themselves
            self._clauses.append(Clause("buys", (NOTHING,)))

    def _extend(self, verb: str, *words: str) -> None:
        """Adds words to the last clause if it has this verb, else as a new one."""
        if not self._clauses or self._clauses[-1].verb != verb:
            self._clauses.append(Clause(verb))
        last = self._clauses[-1]
        self._clauses[-1] = Clause(verb, (*last.words, *words))
