"""`arbitre play`: a match against bots, in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from random import Random as Generator
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from arbitre import Event, Match, Move, OrdersError, State, Verdict
from arbitre import bots as players_of
from arbitre.cli.arguments import (
    Content,
    Decks,
    GameName,
    Lang,
    Map,
    Players,
    Variants,
    check_lang,
    check_seed,
    choose_decks,
    count_seats,
    load_game,
    read_bots,
    read_variants,
)
from arbitre.cli.board import board_of
from arbitre.cli.choices import Choice, list_choices, read_move, why_none
from arbitre.cli.output import console, table
from arbitre.cli.report import draw_report
from arbitre.cli.words import words

SHOWN = 24
"""Moves listed without being asked for more."""
OF_A_KIND = 3
"""Moves of a kind that are listed when there are more than that in all."""
LOGGED = 40
"""Moves of the log shown at once."""
HINT_PLAYOUTS = 2000
HINTS = 3


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog="Example: arbitre play sept_solines --bots greedy,montecarlo")(play)


def play(
    game: GameName,
    seat: Annotated[int, typer.Option(help="Your seat.", min=0)] = 0,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME,...",
            help="Bots of the other seats in their order, repeated: "
            f"{players_of.told()}; or montecarlo:4000 with its playouts.",
        ),
    ] = "greedy",
    lang: Lang = "en",
    seed: Annotated[
        int | None,
        typer.Option(help="Same seed, same luck.", show_default="a fresh one", callback=check_seed),
    ] = None,
    variant: Variants = None,
    decks: Decks = None,
    content: Content = None,
    map: Map = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the log of the match to this file.", dir_okay=False)
    ] = None,
) -> None:
    """Play a game against bots. Legal moves are listed; refusals are explained."""
    rules = load_game(game, content, map)
    check_lang(lang, rules.languages)
    seats = count_seats(rules, players)
    options = read_variants(rules, variant) | choose_decks(rules, decks)
    seed = secrets.randbits(32) if seed is None else seed
    match = Match(rules, seats, seed, **options)
    if seat >= seats:
        raise typer.BadParameter(f"expected 0 to {seats - 1}", param_hint="--seat")
    names = read_bots(bots, seats - 1, rules)
    names.insert(seat, "")
    _Session(match, seat, names, seed, lang, save).run()


class _Session:
    """One player at the terminal, bots at the other seats."""

    def __init__(
        self, match: Match, seat: int, names: list[str], seed: int, lang: str, save: Path | None
    ) -> None:
        self.match = match
        self.game = match.game
        self.seat = seat
        self.names = names
        self.seed = seed
        self.lang = lang
        self.save = save
        self.board = board_of(self.game, lang)
        self.labels = self.game.labels(lang).with_seats(self.board.names(match.state))
        self.said = words(lang, "play")
        self.bots = [players_of.make(name) if name else None for name in names]
        self.luck = [Generator(f"{seed}/{use}") for use in range(len(names) + 1)]
        self.out = console()
        self.choices: list[Choice] = []
        self.one_left: Choice | None = None
        self.has_left = False
        self.names_of_commands = {
            command: list(dict.fromkeys([*words("en", "commands")[command].split(), *own.split()]))
            for command, own in words(lang, "commands").items()
        }

    # --- the match ---

    def run(self) -> None:
        """Plays to the end, or until the player leaves."""
        self._open()
        while not self.match.state.over and not self.has_left:
            if self.seat in self.match.state.to_act:
                self._turn()
            else:
                self._bot(self.match.state.to_act[0])
        if self.has_left:
            self._tell("left")
        else:
            self._close()
        if self.save:
            self.match.save(self.save)
            self._tell("saved", path=self.save)
        self._tell("seed", style="dim", seed=self.seed)

    def _open(self) -> None:
        self.out.print(Text(self.labels.title, style="bold"))
        self._tell("you_are", seat=self._name(self.seat))
        for seat, name in enumerate(self.names):
            if name:
                self._tell("at_seat", seat=self._name(seat), bot=name)
        self._narrate(self.match.events)
        self._tell("start", style="dim")

    def _close(self) -> None:
        state = self.match.state
        self.out.print()
        self.out.print(self.board.draw(self._seen(), self.seat))
        self.out.print()
        rows = table("", "", self.labels.field("score"), right=(2,))
        for seat in sorted(range(state.players), key=lambda seat: -state.scores[seat]):
            who = self.names[seat] or self.said["you"]
            style = "bold" if seat in state.winners else ""
            rows.add_row(self._name(seat), who, _number(state.scores[seat]), style=style)
        self.out.print(rows)
        self.out.print()
        if (report := draw_report(self.game, state, self.labels)) is not None:
            self.out.print(report)
            self.out.print()
        if self.seat not in state.winners:
            self._tell("lost", seats=self.labels.label("seat", list(state.winners)))
        else:
            self._tell("won" if len(state.winners) == 1 else "shared", style="bold")

    def _bot(self, seat: int) -> None:
        bot, state = self.bots[seat], self.match.state
        assert bot
        move = bot.choose(self.game, self.game.observe(state, seat), seat, self.luck[seat])
        events = self.match.play(seat, move)
        # What a bot does in secret makes no line.
        if self.game.observe_events(events, self.seat):
            self.out.print(Text(f"\n{self._name(seat)} ({self.names[seat]})", style="bold cyan"))
            self._narrate(events)

    # --- a turn ---

    def _turn(self) -> None:
        """Asks until a move is played or taken back, or the player leaves."""
        self.choices = list_choices(self.game, self._seen(), self.seat, self.board)
        self._show()
        while not self._obey(self._ask()):
            pass

    def _ask(self) -> str:
        try:
            typed = self.out.input(self.said["prompt"], markup=False)
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            return "quit"
        if not sys.stdin.isatty():
            self.out.print(typed)
        return " ".join(typed.split())

    def _obey(self, typed: str) -> bool:
        """Does what was typed; true when the turn is over."""
        one_left, self.one_left = self.one_left, None
        first, _, rest = typed.partition(" ")
        for command, names in self.names_of_commands.items():
            if first.casefold() in names and (not rest or command == "save"):
                do = getattr(self, f"_do_{command}")
                return bool(do(rest) if command == "save" else do())
        if not typed:
            if one_left:
                return self._play(dict(one_left.move))
            self._list(self.choices)
            return False
        if typed.isascii() and typed.isdigit():
            return self._play_number(int(typed))
        if (move := read_move(self.game, typed)) is not None:
            return self._play(move)
        if orders := self._orders(typed):
            return self._play_all(orders)
        self._filter(typed)
        return False

    def _play_number(self, number: int) -> bool:
        if 1 <= number <= len(self.choices):
            return self._play(dict(self.choices[number - 1].move))
        self._tell("no_number", n=number, all=len(self.choices))
        return False

    def _play(self, move: dict[str, Any]) -> bool:
        verdict = self.game.validate(self._seen(), self.seat, move)
        if not verdict.ok:
            self._refuse(verdict)
            return False
        self._narrate(self.match.play(self.seat, move))
        return True

    def _orders(self, typed: str) -> list[Move]:
        """The moves of orders in the notation of the game; none for anything else."""
        try:
            return self.game.parse_orders(typed)
        except (NotImplementedError, OrdersError):
            return []

    def _play_all(self, moves: Sequence[Move]) -> bool:
        """Plays until one is refused; true when any was played."""
        played = 0
        while played < len(moves) and self._play(dict(moves[played])):
            played += 1
        return played > 0

    def _filter(self, typed: str) -> None:
        kinds = self.game.catalogue(self.lang)
        found = [c for c in self.choices if c.matches(typed, kinds[c.move.kind].label)]
        said = typed if len(typed) <= 40 else f"{typed[:40]}\N{HORIZONTAL ELLIPSIS}"
        if not found:
            verdict = why_none(self.game, self._seen(), self.seat, typed, self.lang)
            if verdict is not None:
                self._refuse(verdict)
            else:
                self._tell("none_left", text=said)
            return
        self._list(found)
        self.one_left = found[0] if len(found) == 1 else None
        key = "one_left" if self.one_left else "filtered"
        self._tell(key, style="dim", text=said, n=len(found), all=len(self.choices))

    # --- commands, found by their name ---

    def _do_help(self) -> None:
        example = self.choices[0].move
        fields = [f"{name}={value}" for name, value in dict(example).items() if name != "kind"]
        about = words(self.lang, "help")
        rows = table("", "")
        rows.show_header = False
        rows.add_row(about["number_key"], about["number"])
        rows.add_row(about["words_key"], about["words"])
        rows.add_row(" ".join([example.kind, *fields]), about["raw"])
        for command, names in self.names_of_commands.items():
            rows.add_row(", ".join(names), about[command])
        self.out.print(rows)

    def _do_show(self) -> None:
        self._show()

    def _do_all(self) -> None:
        self._list(self.choices, whole=True)

    def _do_hint(self) -> None:
        luck = self.luck[-1].getrandbits(64)
        best = self.game.search(self._seen(), self.seat, playouts=HINT_PLAYOUTS, seed=luck)
        self._tell("hint", n=HINT_PLAYOUTS)
        numbers = {choice.move.code: choice for choice in self.choices}
        rows = table("", "", "", right=(0,))
        rows.show_header = False
        for move, _, margin in best[:HINTS]:
            choice = numbers[move.code]
            ahead = _number(f"{margin:+.1f}").replace(".", self.said["point"])
            result = self.said["hint_line"].format(margin=ahead)
            rows.add_row(str(choice.number), choice.text, result)
        self.out.print(rows)

    def _do_undo(self) -> bool:
        if not any(seat == self.seat for seat, _ in self.match.moves):
            self._tell("no_undo")
            return False
        own: list[str] = []
        while not own:
            own = self._own(self.match.undo())
        self._tell("undone", moves=", ".join(own))
        return True

    def _do_redo(self) -> bool:
        own: list[str] = []
        while moves := self.match.redo():
            own += self._own(moves)
            if self.seat in self.match.state.to_act:
                break
        if not own:
            self._tell("no_redo")
            return False
        self._tell("redone", moves=", ".join(own))
        return True

    def _do_log(self) -> None:
        events = self.match.events[-LOGGED:]
        if not events:
            self._tell("no_log")
        self._narrate(events)

    def _do_save(self, path: str) -> None:
        if not path:
            self._tell("save_where")
            return
        try:
            self.match.save(path)
        except OSError as error:
            self._tell("not_saved", path=path, why=error.strerror)
        else:
            self._tell("saved", path=path)

    def _do_quit(self) -> bool:
        self.has_left = True
        return True

    # --- what is shown ---

    def _show(self) -> None:
        self.out.print()
        self.out.print(self.board.draw(self._seen(), self.seat))
        self.out.print()
        self._tell("your_turn", style="bold")
        self._list(self.choices)

    def _list(self, found: Sequence[Choice], *, whole: bool = False) -> None:
        """Moves with their numbers. Of very many each kind has a few lines, in which the moves that
        are left out are counted."""
        groups = [list(group) for _, group in groupby(found, lambda choice: choice.move.kind)]
        if not whole and len(found) > SHOWN and len(groups) > 1:
            self._list_kinds(groups)
            return
        most = len(found) if whole else SHOWN
        rows = _rows()
        for choice in found[:most]:
            rows.add_row(str(choice.number), choice.text, Text(choice.remark, style="dim"))
        self.out.print(rows)
        if len(found) > most:
            self._tell("more", style="dim", n=len(found) - most)

    def _list_kinds(self, groups: Sequence[Sequence[Choice]]) -> None:
        kinds = self.game.catalogue(self.lang)
        rows = _rows()
        hidden = 0
        for group in groups:
            if len(group) <= OF_A_KIND:
                for choice in group:
                    rows.add_row(str(choice.number), choice.text, Text(choice.remark, style="dim"))
                continue
            hidden += len(group)
            span = f"{group[0].number}\N{EN DASH}{group[-1].number}"
            about = self.said["of_a_kind"].format(n=len(group), first=group[0].text)
            rows.add_row(span, kinds[group[0].move.kind].label, Text(about, style="dim"))
        self.out.print(rows)
        self._tell("more", style="dim", n=hidden)

    def _narrate(self, events: Sequence[Event]) -> None:
        for event in self.game.observe_events(events, self.seat):
            fields = dict(event)
            said = self.labels.describe(str(fields.pop("kind")), fields, event=True)
            self.out.print(f"  {said}")

    def _refuse(self, verdict: Verdict) -> None:
        self._tell("refused", style="bold", why=self.game.explain(verdict, self.lang))

    def _own(self, moves: Sequence[tuple[int, Move]]) -> list[str]:
        return [self.game.describe(move, self.lang) for seat, move in moves if seat == self.seat]

    def _seen(self) -> State:
        return self.game.observe(self.match.state, self.seat)

    def _name(self, seat: int) -> str:
        return self.labels.label("seat", seat)

    def _tell(self, key: str, *, style: str = "", **values: object) -> None:
        self.out.print(self.said[key].format(**values), style=style)


def _rows() -> Table:
    rows = table("", "", "", right=(0,))
    rows.show_header = False
    return rows


def _number(value: object) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
