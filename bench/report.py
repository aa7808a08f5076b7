"""Prints what a run found out, keeps it in bench/results/latest.json, and compares it with the
baseline."""

from __future__ import annotations

import datetime
import os
import platform
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench.figures import Floor, Ratio, Results, floors
from bench.workload import REFERENCE

HERE = Path(__file__).parent
LATEST = HERE / "results" / "latest.json"
BASELINE = HERE / "baseline.toml"

VERDICTS = {True: "[green]pass[/]", False: "[bold red]FAIL[/]", None: ""}
BUSY = "[yellow]busy[/]"
SERVICE = "service"
"""The name under which the ratios of the service are, which no game has."""
TOLERANCE = 0.20
CROWDED = 0.5
"""Load beyond the bench's own, per core, at which absolute figures and threads mean little."""


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ratios of an earlier run, and how far a new one may fall below them."""

    tolerance: float
    ratios: dict[str, dict[str, float]]
    """By game, or `service`, and name."""

    @classmethod
    def read(cls) -> Baseline:
        return msgspec.convert(tomllib.loads(BASELINE.read_text(encoding="utf-8")), cls)

    def before(self, name: str) -> float | None:
        """The earlier value of a ratio."""
        group, _, rest = name.partition(".")
        return self.ratios.get(group, {}).get(rest)

    def worse(self, results: Results, *, crowded: bool = False) -> dict[str, str]:
        """Ratios that are missing or have fallen too far, each with a sentence. Games that this
        run left out aren't asked for; what a crowded machine hides isn't judged."""
        found = {}
        for group, ratios in self.ratios.items():
            if group not in (*results.games, SERVICE):
                continue
            for rest, before in ratios.items():
                name = f"{group}.{rest}"
                ratio = results.ratios.get(name)
                if ratio is None:
                    found[name] = "was not measured"
                elif crowded and ratio.both_cores:
                    continue
                elif ratio.value < before * (1 - self.tolerance):
                    found[name] = f"{ratio.value:.2f}, was {before:.2f}"
        return found


def is_crowded(load: tuple[float, float]) -> bool:
    """Whether other programs kept the cores busy."""
    return load[0] > CROWDED * (os.cpu_count() or 1)


def check(results: Results, load: tuple[float, float]) -> int:
    """Name the ratios that have fallen; returns 1 if there are any."""
    baseline, crowded = Baseline.read(), is_crowded(load)
    worse = baseline.worse(results, crowded=crowded)
    for name, why in worse.items():
        print(f"{name}: {why}", file=sys.stderr)
    if crowded and (hidden := [name for name, r in results.ratios.items() if r.both_cores]):
        print(f"Not judged, for other programs were running: {', '.join(hidden)}", file=sys.stderr)
    if not worse:
        print(f"No ratio is more than {baseline.tolerance:.0%} below the baseline.")
    return 1 if worse else 0


def save_baseline(results: Results, load: tuple[float, float]) -> None:
    """Keep the ratios of this run as what later ones are compared with, but not those that other
    programs have spoilt."""
    tolerance = Baseline.read().tolerance if BASELINE.exists() else TOLERANCE
    BASELINE.write_text(baseline_text(results, load, tolerance), encoding="utf-8")


def baseline_text(results: Results, load: tuple[float, float], tolerance: float) -> str:
    """The ratios of a run as a file that `Baseline.read` reads."""
    lines = [
        "# Ratios of an earlier run, written by `python -m bench --save-baseline`;",
        "# `make bench-check` fails when one falls below by more than the tolerance.",
        f"# Taken on {os.cpu_count()} cores under a load of {load[0]:.1f} by other programs.",
        f"tolerance = {tolerance:.2f}",
    ]
    for group in (*results.games, SERVICE):
        kept = {
            name.partition(".")[2]: min(ratio.value, ratio.most or ratio.value)
            for name, ratio in sorted(results.ratios.items())
            if name.startswith(f"{group}.") and not (ratio.both_cores and is_crowded(load))
        }
        if kept:
            lines += ["", f"[ratios.{group}]"]
            lines += [f"{name} = {value:.2f}" for name, value in kept.items()]
    return "\n".join(lines) + "\n"


class Run(msgspec.Struct):
    """A run as it is kept."""

    taken: str
    machine: dict[str, str | int | None]
    load: tuple[float, float]
    """Of other programs, before and at the end."""
    results: Results


def save(results: Results, load: tuple[float, float]) -> None:
    """Write everything to the file of the latest run."""
    taken = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    run = Run(taken, dict(machine()), load, results)
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")


def latest() -> Run:
    """The latest run."""
    if not LATEST.exists():
        sys.exit("There is no run to show yet: `make bench` makes one.")
    return msgspec.json.decode(LATEST.read_bytes(), type=Run)


def machine() -> Mapping[str, str | int | None]:
    """The machine in general terms."""
    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def show(results: Results, load: tuple[float, float]) -> None:
    """Print floors, ratios, peers and figures."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    crowded = is_crowded(load)
    tables = []
    for game in results.games:
        tables += [_floors(results, game), _ratios(results, game, crowded)]
    tables += [_ratios(results, SERVICE, crowded), _peers(results), _figures(results)]
    for table in tables:
        if table.row_count:
            console.print(table)
            console.print()
    for sentence in results.absent.values():
        console.print(sentence, style="dim")
    about = machine()
    console.print(
        f"{about['cores']} cores, {about['processor']}, Python {about['python']};"
        f" load before {load[0]:.1f}, after {load[1]:.1f}",
        style="dim",
    )
    if crowded:
        console.print(
            "Other programs were running: trust the best times and the ratios of processor time,"
            " not what needs both cores at once (busy).",
            style="yellow",
        )
    if results.busiest_client > 0.8:
        console.print(
            f"The load generator was at work {results.busiest_client:.0%} of the time:"
            " the service may be faster than measured.",
            style="yellow",
        )


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def floor_cells(results: Results, game: str) -> Iterator[tuple[Floor, str, str, bool]]:
    """For each floor of a game what it asks for, what was measured, and whether that will do."""
    for floor in floors(game):
        figure = results.figures.get(f"{game}.{floor.figure}")
        if figure is None:
            continue
        if floor.as_rate:
            limit, measured = f"≥ {count(1e9 / floor.limit)}/s", f"{count(figure.rate)}/s"
        else:
            limit, measured = f"≤ {duration(floor.limit)}", duration(figure.best)
        yield floor, limit, measured, figure.best <= floor.limit


def ratios_of(results: Results, group: str) -> dict[str, Ratio]:
    """The ratios of a game or of the service."""
    return {name: r for name, r in results.ratios.items() if name.startswith(f"{group}.")}


def _floors(results: Results, game: str) -> Table:
    table = _table(f"{game}: floors", "what", "floor", "measured", "")
    for floor, limit, measured, met in floor_cells(results, game):
        table.add_row(floor.what, limit, measured, VERDICTS[met])
    return table


def _ratios(results: Results, group: str, crowded: bool) -> Table:
    columns = ("what", "floor", "best turns", "median of pairs", "baseline", "")
    table = _table(f"{group}: ratios", *columns)
    baseline = Baseline.read() if BASELINE.exists() else Baseline(TOLERANCE, {})
    for name, ratio in ratios_of(results, group).items():
        before = baseline.before(name)
        table.add_row(
            ratio.what,
            "" if ratio.least is None else f"≥ {ratio.least:.2f}",
            f"{ratio.best:.2f}",
            "" if ratio.paired is None else f"{ratio.paired:.2f}",
            "" if before is None else f"{before:.2f}",
            BUSY if crowded and ratio.both_cores and ratio.met is False else VERDICTS[ratio.met],
        )
    return table


def _peers(results: Results) -> Table:
    table = _table(f"{REFERENCE} / peers", "peer", "kind", "theirs", "ours", "ours / theirs")
    for peer in results.peers:
        unit = f"{peer.theirs.unit}s/s"
        rates = [f"{count(1e9 / figure.median)} {unit}" for figure in (peer.theirs, peer.ours)]
        table.add_row(peer.peer, peer.kind, *rates, f"{peer.ratio:.3g}")
    return table


def _figures(results: Results) -> Table:
    table = _table("Figures", "what", "best", "median", "at best")
    for name, figure in results.figures.items():
        rate = f"{count(figure.rate)} {figure.unit}s/s"
        table.add_row(name, duration(figure.best), duration(figure.median), rate)
    return table


def duration(nanoseconds: float) -> str:
    """A time for people."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.1f} ns"


def count(number: float) -> str:
    """A rate for people."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.0f}"
