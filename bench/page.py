"""Writes the latest run into docs/benchmarks.md, between its marks, and draws the pictures anew:
`python -m bench.page`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.figures import Ratio, Results
from bench.plots import IMAGES, draw_all
from bench.report import SERVICE, Run, count, duration, floor_cells, is_crowded, latest, ratios_of

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- begin figures -->", "<!-- end figures -->"

WORDS = {True: "pass", False: "**missed**", None: ""}


def main() -> None:
    """Write the page."""
    run = latest()
    PAGE.write_text(replaced(PAGE.read_text(encoding="utf-8"), run), encoding="utf-8")
    for path in (PAGE, *draw_all(run.results, IMAGES)):
        print(path)


def replaced(page: str, run: Run) -> str:
    """The page with the figures of this run between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} lacks a line {BEGIN} or {END}")
    return f"{before}{BEGIN}\n\n" + "\n".join(figures(run)) + f"\n{END}{after}"


def figures(run: Run) -> Iterator[str]:
    """All tables, in lines of Markdown."""
    results = run.results
    crowded = is_crowded(run.load)
    yield about(run, crowded)
    yield ""
    yield "### Floors"
    yield ""
    floors = [
        (game, floor.what, limit, measured, WORDS[met])
        for game in results.games
        for floor, limit, measured, met in floor_cells(results, game)
    ]
    yield from table(("game", "what", "floor", "measured", ""), floors, right=(2, 3))
    yield "### Ratios"
    yield ""
    yield '"Best" compares the best turns, "pairs" is the median of the pairs.'
    yield ""
    groups = (*results.games, SERVICE)
    ratios = [
        ratio_row(group, ratio, crowded)
        for group in groups
        for ratio in ratios_of(results, group).values()
    ]
    yield from table(("of", "what", "floor", "best", "pairs", ""), ratios, right=(2, 3, 4))
    if results.peers:
        yield "### Peers"
        yield ""
        columns = ("peer", "kind", "theirs", "arbitre's", "arbitre / peer")
        yield from table(columns, list(peer_rows(results)), right=(2, 3, 4))
    yield "### Rates"
    yield ""
    rates = [
        (f"`{name}`", duration(figure.best), f"{count(figure.rate)} {figure.unit}s/s")
        for name, figure in results.figures.items()
        if ".yardstick" not in name and not (".cpp." in name and name.endswith(".cpu"))
    ]
    yield from table(("figure", "one operation", "rate"), rates, right=(1, 2))


def about(run: Run, crowded: bool) -> str:
    """How the run was taken."""
    machine = run.machine
    text = (
        f"One run of {run.taken[:10]}: {machine['cores']} cores, {machine['processor']}, "
        f"{machine['system']}, Python {machine['python']}; load {run.load[0]:.1f} by other "
        f"programs before it and {run.load[1]:.1f}, its own included, at its end."
    )
    if crowded:
        text += (
            " So the machine was **not** idle: rates are lower bounds, and what needs both cores "
            "at once could hardly be seen."
        )
    return text


def ratio_row(group: str, ratio: Ratio, crowded: bool) -> tuple[str, ...]:
    hidden = crowded and ratio.both_cores and ratio.met is False
    return (
        group,
        ratio.what,
        "" if ratio.least is None else f"≥ {ratio.least:.2f}",
        f"{ratio.best:.2f}",
        "" if ratio.paired is None else f"{ratio.paired:.2f}",
        "machine busy" if hidden else WORDS[ratio.met],
    )


def peer_rows(results: Results) -> Iterator[tuple[str, ...]]:
    for peer in results.peers:
        unit = f"{peer.theirs.unit}s/s"
        theirs, ours = (f"{count(1e9 / f.median)} {unit}" for f in (peer.theirs, peer.ours))
        yield peer.peer, f"`{peer.kind}`", theirs, ours, f"{peer.ratio:.2g}"


def table(
    columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], *, right: tuple[int, ...]
) -> Iterator[str]:
    """A table in lines, an empty one behind it; `right` are the columns of numbers."""
    yield f"| {' | '.join(columns)} |"
    rules = ("---:" if number in right else "---" for number in range(len(columns)))
    yield f"| {' | '.join(rules)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


if __name__ == "__main__":
    main()
