"""The baseline, and the page that shows a run."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest
from bench.figures import PAIRED, SERVED, THREADED, Figure, Peer, Ratio, Results
from bench.report import Baseline, Run

from bench import page, report

IDLE, LOADED = (0.1, 1.0), (9.0, 9.0)


def results(**values: float) -> Results:
    """A run of one game; what begins with `both_` needs both cores."""
    ratios = {
        f"solar.{name}": Ratio(name, value, both_cores=name.startswith("both_"))
        for name, value in values.items()
    }
    return Results(games=["solar"], ratios=ratios)


def parsed(text: str) -> Baseline:
    return msgspec.convert(tomllib.loads(text), Baseline)


@pytest.mark.parametrize(("now", "fallen"), [(0.81, False), (0.79, True), (1.5, False)])
def test_a_ratio_may_fall_by_a_fifth(now: float, fallen: bool) -> None:
    baseline = Baseline(0.20, {"solar": {"playouts": 1.0}})
    assert ("solar.playouts" in baseline.worse(results(playouts=now))) is fallen


def test_a_ratio_that_was_not_measured_is_named() -> None:
    baseline = Baseline(0.20, {"solar": {"playouts": 1.0}, "service": {"packed_256": 0.1}})
    assert set(baseline.worse(results())) == {"solar.playouts", "service.packed_256"}


def test_games_that_the_run_left_out_are_not_asked_for() -> None:
    assert Baseline(0.20, {"satrapies": {"playouts": 1.0}}).worse(results()) == {}


def test_what_a_busy_machine_hides_is_not_judged() -> None:
    baseline = Baseline(0.20, {"solar": {"both_threads": 1.9, "perft": 1.0}})
    run = results(both_threads=1.0, perft=0.5)
    assert set(baseline.worse(run)) == {"solar.both_threads", "solar.perft"}
    assert set(baseline.worse(run, crowded=True)) == {"solar.perft"}


def test_a_baseline_reads_what_a_run_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    run = results(playouts=0.97, both_threads=1.88)
    run.ratios["service.packed_256"] = Ratio("packed", 0.3, 0.2, by_pairs=True)
    run.ratios["solar.perft"] = Ratio("noise", 1.16, most=1.0)
    idle = parsed(report.baseline_text(run, IDLE, 0.2))
    assert idle.tolerance == 0.2
    assert idle.ratios == {
        "solar": {"playouts": 0.97, "both_threads": 1.88, "perft": 1.0},
        "service": {"packed_256": 0.2},
    }
    assert idle.before("solar.playouts") == 0.97
    assert idle.before("solar.batch") is idle.before("mars.perft") is None
    assert idle.worse(run) == {}
    assert "both_threads" not in parsed(report.baseline_text(run, LOADED, 0.2)).ratios["solar"]


def test_the_check_fails_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    file = tmp_path / "baseline.toml"
    file.write_text("tolerance = 0.20\n[ratios.solar]\nperft = 1.0\n", encoding="utf-8")
    monkeypatch.setattr(report, "BASELINE", file)
    assert report.check(results(perft=0.95), IDLE) == 0
    assert "No ratio is more than 20% below" in capsys.readouterr().out
    assert report.check(results(perft=0.7), IDLE) == 1
    assert "solar.perft: 0.70, was 1.00" in capsys.readouterr().err


def test_the_baseline_of_the_repository_is_one_that_a_run_can_be_held_to() -> None:
    baseline = Baseline.read()
    assert baseline.tolerance == 0.20
    of_games = {*PAIRED, *THREADED, *(f"{name}_cpu" for name in THREADED)}
    of_service = {*SERVED, *(f"{name}_cpu" for name in SERVED), "workers_share"}
    for group, ratios in baseline.ratios.items():
        assert set(ratios) <= (of_service if group == report.SERVICE else of_games)
    assert {"sept_solines", report.SERVICE} <= set(baseline.ratios)


def a_run(load: tuple[float, float] = IDLE) -> Run:
    run = results(playouts=0.97, both_threads=1.2)
    run.ratios["solar.both_threads"] = Ratio("two threads", 1.2, least=1.8, both_cores=True)
    run.figures["solar.cpp.hash"] = Figure("state", 10.0, 12.0)
    run.figures["service.packed_256.yardstick"] = Figure("move", 10.0, 12.0)
    theirs, ours = Figure("move", 900.0, 1000.0), Figure("move", 90.0, 100.0)
    run.peers.append(Peer("OpenSpiel, hearts", "calls", theirs, ours, 10.2))
    machine: dict[str, str | int | None] = {
        "cores": 2,
        "processor": "x",
        "system": "y",
        "python": "z",
    }
    return Run("2026-01-02T03:04:05+00:00", machine, load, run)


def test_a_run_is_kept_and_read_again() -> None:
    run = a_run()
    assert msgspec.json.decode(msgspec.json.encode(run), type=Run) == run


def test_the_page_shows_a_run_and_can_be_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    empty = f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n"
    written = page.replaced(empty, a_run())
    assert written.startswith("before\n") and written.endswith("\nafter\n") and "old" not in written
    assert "| solar | C++: hash | ≤ 200.0 ns | 10.0 ns | pass |" in written
    assert "| solar | two threads | ≥ 1.80 | 1.20 |  | **missed** |" in written
    assert "| OpenSpiel, hearts | `calls` | 1 M moves/s | 10 M moves/s | 10 |" in written
    assert "yardstick" not in written and "not** idle" not in written
    assert page.replaced(written, a_run()) == written
    busy = page.replaced(empty, a_run(LOADED))
    assert "machine busy" in busy and "**not** idle" in busy


def test_a_page_without_marks_is_left_alone() -> None:
    with pytest.raises(ValueError, match="lacks a line"):
        page.replaced(f"{page.BEGIN}\n", a_run())


def test_the_page_of_the_repository_has_the_marks() -> None:
    assert page.replaced(page.PAGE.read_text(encoding="utf-8"), a_run())


@pytest.mark.parametrize(
    ("nanoseconds", "said"),
    [(0.26, "0.3 ns"), (1500.0, "1.50 µs"), (2e6, "2.00 ms"), (3e9, "3.00 s")],
)
def test_times_are_for_people(nanoseconds: float, said: str) -> None:
    assert report.duration(nanoseconds) == said


@pytest.mark.parametrize(("rate", "said"), [(12.0, "12"), (1234.0, "1.23 k"), (5e6, "5 M")])
def test_rates_are_for_people(rate: float, said: str) -> None:
    assert report.count(rate) == said
