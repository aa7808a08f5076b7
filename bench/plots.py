"""Draws the latest run as SVG: `python -m bench.plots [FOLDER]`, by default into docs/images.

The same figures give the same bytes. Text is drawn as outlines, so that it looks alike everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture
from matplotlib.ticker import FuncFormatter

from bench.figures import Results
from bench.report import SERVICE, count, latest, ratios_of
from bench.workload import REFERENCE

IMAGES = Path(__file__).parents[1] / "docs" / "images"

STYLE: Any = {
    "svg.hashsalt": "arbitre",
    "svg.fonttype": "path",
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "figure.facecolor": "white",
}
OURS, DARK, LIGHT, GREY = "#00796b", "#004d40", "#80cbc4", "#9e9e9e"
WIDTH = 8.0
ROW = 0.24  # inches of a bar with its gap
FRAME = 0.7  # of a panel around its bars
MARGIN = 0.6  # between the middle of the outermost bars and the frame
MAGNITUDES = {0: "1", 3: "k", 6: "M", 9: "G"}


class Bar(NamedTuple):
    """A bar with what stands beside it and at its end."""

    what: str
    value: float
    color: str
    said: str
    least: float | None = None
    """A floor, marked across the bar."""


class Panel(NamedTuple):
    """Bars under a title, the first on top."""

    title: str
    bars: list[Bar]


# What is drawn of a game: group, words, figure.
CALLS = (
    ("C++", "validate", "cpp.validate"),
    ("C++", "legal", "cpp.legal"),
    ("C++", "copy and apply", "cpp.clone_apply"),
    ("C++", "hash", "cpp.hash"),
    ("C++", "decode and check", "cpp.decode_check"),
    ("C++", "adjudicate", "cpp.adjudicate"),
    ("Python, one call", "validate", "python.validate_code"),
    ("Python, one call", "legal", "python.legal"),
    ("Python, one call", "apply", "python.apply"),
    ("Python, one call", "from_bytes", "python.from_bytes"),
    ("Python, whole loop", "validate_many", "python.validate_many_wire_1"),
    ("Python, whole loop", "playouts", "python.playouts_1"),
    ("Python, whole loop", "batch", "python.batch_1"),
    ("Python, whole loop", "perft", "python.perft"),
)
COLORS = {"C++": DARK, "Python, one call": LIGHT, "Python, whole loop": OURS}

KINDS = {
    "playouts": "Random games in one native call, moves a second",
    "calls": "Python: list the moves, pick one, play it; moves a second",
    "observing": "Python: the same with an observation at every move; moves a second",
    "perft": "Python: the tree of moves, leaves a second",
}


def engine(results: Results) -> list[Panel]:
    """What calls of each game can be made in a second."""
    panels = []
    for game in results.games:
        bars = []
        for group, words, name in CALLS:
            figure = results.figures.get(f"{game}.{name}")
            if figure is not None:
                what = f"{group}: {words}"
                bars.append(Bar(what, figure.rate, COLORS[group], f"{count(figure.rate)}/s"))
        panels.append(Panel(f"{game}: operations a second, one thread", bars))
    return [panel for panel in panels if panel.bars]


def peers(results: Results) -> list[Panel]:
    """arbitre and other libraries, by the kind of work."""
    panels = []
    for kind, title in KINDS.items():
        rows = [peer for peer in results.peers if peer.kind == kind]
        if not rows:
            continue
        ours = 1e9 / min(peer.ours.median for peer in rows)
        rates = [(f"arbitre, {REFERENCE}", ours, OURS)]
        if kind == "playouts":
            for game in results.games:
                figure = results.figures.get(f"{game}.python.playouts_1")
                if figure is not None and game != REFERENCE:
                    rates.append((f"arbitre, {game}", 1e9 / figure.median, OURS))
        rates += [(peer.peer, 1e9 / peer.theirs.median, GREY) for peer in rows]
        panels.append(Panel(title, [Bar(w, r, c, f"{count(r)}/s") for w, r, c in rates]))
    return panels


def service(results: Results) -> list[Panel]:
    """What is left of a yardstick's speed, by the clock and in processor time."""
    clock: list[Bar] = []
    processor: list[Bar] = []
    for name, ratio in ratios_of(results, SERVICE).items():
        spent = name.endswith("_cpu")
        what = ratio.what.removesuffix(", processor time")
        bar = Bar(what, ratio.value, LIGHT if spent else OURS, f"{ratio.value:.2f}", ratio.least)
        (processor if spent else clock).append(bar)
    panels = [
        Panel("By the clock", clock),
        Panel("In processor time of the server", processor),
    ]
    return [panel for panel in panels if panel.bars]


PICTURES: dict[str, tuple[Callable[[Results], list[Panel]], bool]] = {
    "bench-engine": (engine, True),
    "bench-peers": (peers, True),
    "bench-service": (service, False),
}
"""File, what it shows, and whether its axis is logarithmic."""


def draw(panels: list[Panel], path: Path, *, logarithmic: bool) -> None:
    """Write a picture."""
    with style():
        picture = compose(panels, logarithmic=logarithmic)
        picture.savefig(path, format="svg", metadata={"Date": None})


@contextmanager
def style() -> Iterator[None]:
    """Have pictures look alike whatever the settings of the machine are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def compose(panels: list[Panel], *, logarithmic: bool) -> Picture:
    """Lay out panels of horizontal bars below each other, on axes of one scale."""
    height = sum(len(panel.bars) * ROW + FRAME for panel in panels)
    picture = Picture(figsize=(WIDTH, height), layout="constrained")
    # Of one thickness in all panels.
    thick = [len(panel.bars) + 2 * MARGIN - 1 for panel in panels]
    rows = picture.subplots(len(panels), 1, squeeze=False, height_ratios=thick, sharex=True)
    least = min(bar.value for panel in panels for bar in panel.bars)
    most = max(max(bar.value, bar.least or 0) for panel in panels for bar in panel.bars)
    for axes, panel in zip(rows[:, 0], panels, strict=True):
        draw_panel(axes, panel)
        if logarithmic:
            axes.set_xscale("log")
            axes.set_xlim(max(10 ** (len(str(int(least))) - 2), 1), most * 6)
            axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: magnitude(x)))
            axes.minorticks_off()
        else:
            axes.set_xlim(0, most * 1.12)
        axes.tick_params(axis="x", labelbottom=True)
    return picture


def draw_panel(axes: Axes, panel: Panel) -> None:
    """Draw the bars with their values."""
    places = range(len(panel.bars))
    axes.barh(
        places, [bar.value for bar in panel.bars], 0.7, color=[bar.color for bar in panel.bars]
    )
    for place, bar in zip(places, panel.bars, strict=True):
        end = bar.value
        if bar.least is not None:
            axes.plot([bar.least] * 2, [place - 0.42, place + 0.42], color="#d84315", lw=1.6)
            # The value keeps clear of a mark that stands where it would.
            if bar.value <= bar.least < bar.value + 0.16:
                end = bar.least
        axes.annotate(bar.said, (end, place), (4, 0), textcoords="offset points", va="center")
    axes.set_yticks(places, [bar.what for bar in panel.bars])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(panel.bars) - 1 + MARGIN, -MARGIN)
    axes.grid(axis="x", color="#e0e0e0", lw=0.7)
    axes.set_title(panel.title)


def magnitude(value: float) -> str:
    """1, 10, 100, 1 k, ... as the ticks of an axis have them."""
    exponent = len(str(round(value))) - 1
    factor = f"{10 ** (exponent % 3)}"
    suffix = MAGNITUDES[exponent - exponent % 3]
    return factor if suffix == "1" else f"{factor} {suffix}"


def draw_all(results: Results, folder: Path) -> list[Path]:
    """Draw every picture that the run has figures for; returns their files."""
    drawn = []
    for name, (panels_of, logarithmic) in PICTURES.items():
        if panels := panels_of(results):
            path = folder / f"{name}.svg"
            draw(panels, path, logarithmic=logarithmic)
            drawn.append(path)
    return drawn


def main() -> None:
    """Draw the latest run."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for path in draw_all(latest().results, folder):
        print(path)


if __name__ == "__main__":
    main()
