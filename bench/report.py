"""Prints what a run found out, and keeps it in bench/results/latest.json."""

from __future__ import annotations

import datetime
import os
import platform
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench.figures import FLOORS, Results

HERE = Path(__file__).parent
LATEST = HERE / "results" / "latest.json"
BASELINE = HERE / "baseline.toml"

VERDICTS = {True: "[green]pass[/]", False: "[bold red]FAIL[/]", None: ""}
BUSY = "[yellow]busy[/]"
CROWDED = 0.5
"""Load beyond the bench's own, per core, at which absolute figures and threads mean little."""


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ratios of an earlier run, and how far a new one may fall below them."""

    tolerance: float
    ratios: dict[str, float]

    @classmethod
    def read(cls) -> Baseline:
        return msgspec.convert(tomllib.loads(BASELINE.read_text(encoding="utf-8")), cls)

    def worse(self, results: Results) -> dict[str, str]:
        """Ratios that are missing or have fallen too far, each with a sentence."""
        found = {}
        for name, before in self.ratios.items():
            ratio = results.ratios.get(name)
            if ratio is None:
                found[name] = "was not measured"
            elif ratio.value < before * (1 - self.tolerance):
                found[name] = f"{ratio.value:.2f}, was {before:.2f}"
        return found


def is_crowded(load: tuple[float, float]) -> bool:
    """Whether other programs kept the cores busy."""
    return load[0] > CROWDED * (os.cpu_count() or 1)


def save_baseline(results: Results, load: tuple[float, float]) -> None:
    """Keep the ratios of this run as what later ones are compared with, but not those that other
    programs have spoilt."""
    kept = {
        name: ratio.value
        for name, ratio in sorted(results.ratios.items())
        if not (ratio.both_cores and is_crowded(load))
    }
    lines = [
        "# Ratios of an earlier run, written by `python -m bench --save-baseline`;",
        "# `python -m bench --check` fails when one falls below by more than the tolerance.",
        f"# Taken on {os.cpu_count()} cores under a load of {load[0]:.1f} by other programs.",
        f"tolerance = {Baseline.read().tolerance if BASELINE.exists() else 0.15}",
        "",
        "[ratios]",
        *(f"{name} = {value:.2f}" for name, value in kept.items()),
    ]
    BASELINE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def save(results: Results, load: tuple[float, float]) -> None:
    """Write everything to the file of the latest run."""
    document = {
        "taken": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "load": load,
        **msgspec.to_builtins(results),
    }
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_bytes(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def machine() -> Mapping[str, str | int | None]:
    """The machine in general terms."""
    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def show(results: Results, load: tuple[float, float]) -> None:
    """Print floors, ratios and figures."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    crowded = is_crowded(load)
    for table in (_floors(results), _ratios(results, crowded), _figures(results)):
        if table.row_count:
            console.print(table)
            console.print()
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


def _floors(results: Results) -> Table:
    table = _table("Floors", "what", "floor", "measured", "")
    for floor in FLOORS:
        figure = results.figures.get(floor.figure)
        if figure is None:
            continue
        if floor.as_rate:
            limit, measured = f"≥ {_count(1e9 / floor.limit)}/s", f"{_count(figure.rate)}/s"
        else:
            limit, measured = f"≤ {_time(floor.limit)}", _time(figure.best)
        table.add_row(floor.what, limit, measured, VERDICTS[figure.best <= floor.limit])
    return table


def _ratios(results: Results, crowded: bool) -> Table:
    table = _table("Ratios", "what", "floor", "best turns", "median of pairs", "baseline", "")
    before = Baseline.read().ratios if BASELINE.exists() else {}
    for name, ratio in results.ratios.items():
        table.add_row(
            ratio.what,
            "" if ratio.least is None else f"≥ {ratio.least:.2f}",
            f"{ratio.best:.2f}",
            "" if ratio.paired is None else f"{ratio.paired:.2f}",
            f"{before[name]:.2f}" if name in before else "",
            BUSY if crowded and ratio.both_cores and ratio.met is False else VERDICTS[ratio.met],
        )
    return table


def _figures(results: Results) -> Table:
    table = _table("Figures", "what", "best", "median", "at best")
    for name, figure in results.figures.items():
        rate = f"{_count(figure.rate)} {figure.unit}s/s"
        table.add_row(name, _time(figure.best), _time(figure.median), rate)
    return table


def _time(nanoseconds: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.1f} ns"


def _count(number: float) -> str:
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.0f}"
