"""Which sides beat which: line-ups of decks, nations or powers, and how they fared.

A side is what a seat plays. Every line-up is played equally often, one after the other, so that the
place of a game in the whole tells its line-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from rich.table import Table

from arbitre import Game
from arbitre.cli.output import table
from arbitre.cli.tally import Records, wilson
from arbitre.svg import Canvas
from arbitre.svg.heat import Panel, Share, draw_heat


class Seated(NamedTuple):
    """The list of a document that says who the seats are, and whether the set-up chooses them."""

    key: str
    chosen: bool


SEATED: Mapping[str, Seated] = MappingProxyType(
    {"satrapies": Seated("powers", chosen=False), "solar": Seated("nations", chosen=True)}
)
"""Games whose seats are somebody."""

Deck = str | Path


class LineUps(NamedTuple):
    """Sides with their names, the side of each seat in every line-up, and its options."""

    sides: list[str]
    names: list[str]
    seats: list[tuple[int, ...]]
    options: list[dict[str, Any]]


def line_ups(
    game: Game, players: int, options: Mapping[str, Any], decks: Sequence[Deck] | None
) -> LineUps:
    """The line-ups of a game. Decks meet in both orders, and themselves; nations and powers sit
    where the rules put them."""
    if "decks" in game.options:
        decks = list(game.decks) if decks is None else decks
        labels = game.labels()
        names = [
            deck.stem if isinstance(deck, Path) else _short(labels.label("decks", deck))
            for deck in decks
        ]
        seats = list(product(range(len(decks)), repeat=players))
        setups = [{**options, "decks": [decks[side] for side in line_up]} for line_up in seats]
        return LineUps([str(deck) for deck in decks], names, seats, setups)
    if game.name not in SEATED:
        known = ", ".join([*SEATED, "games with decks"])
        raise typer.BadParameter(
            f"the seats of {game.name} are all alike; it is for {known}", param_hint="--matrix"
        )
    key, chosen = SEATED[game.name]
    size = game.players[-1] if chosen else players
    start = game.document(game.initial(players=size, seed=0))
    sides = [str(one["id"]) for one in start[key]]
    names = [game.labels().label("nation", side) for side in sides]
    seats = list(combinations(range(len(sides)), players))
    setups = [
        {**options, **({key: [sides[side] for side in line_up]} if chosen else {})}
        for line_up in seats
    ]
    return LineUps(sides, names, seats, setups)


def _short(name: str) -> str:
    """A name; a deck code as its beginning."""
    return name if len(name) <= 24 else f"{name[:12]}\N{HORIZONTAL ELLIPSIS}"


class Matrix:
    """Adds up who was ahead of whom, in constant memory.

    Of two seats the one is ahead that won when the other didn't; of two that both won or both
    didn't, the one with the higher score; else both share.
    """

    def __init__(self, found: LineUps, each: int) -> None:
        """`each`: games of a line-up."""
        self.sides, self.names = found.sides, found.names
        self._seats = np.array(found.seats)
        self._each = each
        self._games = 0
        n, players = len(self.sides), self._seats.shape[1]
        self._met = np.zeros((n, n))
        """Games by the side of a lower seat and that of a higher one."""
        self._ahead = np.zeros((n, n))
        """Those of them that the lower seat was ahead in."""
        self._played = np.zeros((n, players))
        """Games by side and seat, those of a side against itself left out."""
        self._won = np.zeros((n, players))

    def add(self, records: Records) -> None:
        """Adds the games that follow those added before."""
        index = np.arange(self._games, self._games + len(records))
        self._games += len(records)
        sides = self._seats[index // self._each]
        seats = np.arange(self._seats.shape[1])
        won = (records["winners"][:, np.newaxis] >> seats) & 1
        parts = won / np.maximum(won.sum(axis=1), 1)[:, np.newaxis]
        # A side against itself always wins half, so that is kept out of what it wins in all.
        ordered = np.sort(sides, axis=1)
        differ = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        for seat in seats:
            np.add.at(self._played[:, seat], sides[differ, seat], 1)
            np.add.at(self._won[:, seat], sides[differ, seat], parts[differ, seat])
        places = won.astype(np.int64) * 2**40 + records["scores"]
        for low, high in combinations(seats.tolist(), 2):
            ahead = (1 + np.sign(places[:, low] - places[:, high])) / 2
            pair = (sides[:, low], sides[:, high])
            np.add.at(self._met, pair, 1)
            np.add.at(self._ahead, pair, ahead)

    @property
    def ordered(self) -> bool:
        """Whether sides met in both orders."""
        return bool((np.tril(self._met, -1) > 0).any())

    def first(self) -> list[list[Share | None]]:
        """How the side of a row did at the lower seat against the side of a column."""
        return _shares(self._ahead, self._met)

    def against(self) -> list[list[Share | None]]:
        """How the side of a row did against the side of a column, at all seats; nothing of a side
        against itself."""
        met = self._met + self._met.T
        ahead = self._ahead + (self._met - self._ahead).T
        np.fill_diagonal(met, 0)
        return _shares(ahead, met)

    def data(self) -> dict[str, Any]:
        """All of it, for programs. `pairs` has the side of the lower seat first."""
        pairs = [
            {
                "first": self.sides[a],
                "second": self.sides[b],
                **_figures(self._ahead[a, b], self._met[a, b]),
            }
            for a, b in np.argwhere(self._met > 0).tolist()
        ]
        overall = [
            {
                "side": side,
                **_figures(self._won[place].sum(), self._played[place].sum()),
                "seats": [
                    _figures(won, played) if played else None
                    for won, played in zip(self._won[place], self._played[place], strict=True)
                ],
            }
            for place, side in enumerate(self.sides)
            if self._played[place].any()
        ]
        against = [
            [None if share is None else share._asdict() for share in row] for row in self.against()
        ]
        return {"sides": self.sides, "pairs": pairs, "against": against, "overall": overall}

    def tables(self) -> list[Table]:
        """The same for people."""
        shown = [_grid("row ahead of column, in % of their games", self.names, self.against())]
        if self.ordered:
            title = "the same, the row at seat 0 and the column at seat 1"
            shown.append(_grid(title, self.names, self.first()))
        players = self._played.shape[1]
        seats = [f"seat {seat}" for seat in range(players)]
        right = tuple(range(1, 4 + players))
        overall = table("", "games", "win %", "95 %", *seats, right=right, title="overall")
        names = dict(zip(self.sides, self.names, strict=True))
        for one in self.data()["overall"]:
            share = Share(one["rate"], one["low"], one["high"])
            by_seat = ["" if seat is None else f"{100 * seat['rate']:.1f}" for seat in one["seats"]]
            rate = f"{100 * share.rate:.1f}"
            overall.add_row(names[one["side"]], f"{one['games']:,}", rate, share.bounds, *by_seat)
        return [*shown, overall]

    def picture(self, title: str, caption: str) -> Canvas:
        """The shares as a heat map."""
        panels = [Panel("Row ahead of column, in % of their games", self.against())]
        if self.ordered:
            panels.append(
                Panel("The same, the row at seat 0 and the column at seat 1", self.first())
            )
        return draw_heat(title, caption, self.names, panels)


def _shares(
    ahead: npt.NDArray[np.float64], met: npt.NDArray[np.float64]
) -> list[list[Share | None]]:
    return [
        [Share(won / games, *wilson(won, games)) if games else None for won, games in row]
        for row in np.stack([ahead, met], axis=-1).tolist()
    ]


def _figures(won: float, played: float) -> dict[str, float]:
    wins, games = float(won), int(played)  # plain numbers, whatever NumPy makes of them
    low, high = wilson(wins, games)
    return {"games": games, "wins": wins, "rate": wins / games, "low": low, "high": high}


def _grid(title: str, names: Sequence[str], rows: Sequence[Sequence[Share | None]]) -> Table:
    grid = table("", *names, right=tuple(range(1, len(names) + 1)), title=title)
    for name, row in zip(names, rows, strict=True):
        cells = ["" if cell is None else f"{cell.percent} ({cell.bounds})" for cell in row]
        grid.add_row(name, *cells)
    return grid
