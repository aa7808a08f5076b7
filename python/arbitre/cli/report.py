"""The points of a match line by line, for games that report them."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from arbitre import Game, State
from arbitre.cli.output import table
from arbitre.i18n import Labels


def draw_report(game: Game, state: State, labels: Labels) -> RenderableType | None:
    """A table for each seat, the best first; None for a game without a report."""
    report = game.report(state)
    if report is None:
        return None
    best_first = sorted(report["nations"], key=lambda one: (-one["total"], one["seat"]))
    parts: list[RenderableType] = []
    for one in best_first:
        rows = table("", "", right=(1,), title=_capital(labels.label("seat", one["seat"])))
        rows.show_header = False
        for line in one["lines"]:
            fields = {name: value for name, value in line.items() if name not in ("item", "points")}
            dim = "" if line["points"] else "dim"
            said = _capital(labels.report_line(line["item"], fields))
            rows.add_row(said, _number(line["points"]), style=dim)
        rows.add_row(_capital(labels.field("score")), _number(one["total"]), style="bold")
        parts += [rows, Text()]
    return Group(*parts[:-1])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
