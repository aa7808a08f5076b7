"""From what was measured to figures, ratios and verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from bench.figures import FLOORS, PAIRED, RATES, SERVED, Figure, Ratio, Results, compare, floors

import arbitre


def entry(figure: str, taken: list[float], beside: list[float], **more: Any) -> dict[str, Any]:
    """One entry of pytest-benchmark; nanoseconds of one of ten operations."""
    extra = {"figure": figure, "unit": "move", "operations": 10, "beside": beside, **more}
    if "cpu" not in more:  # By the clock all takes ten times as long as in processor time.
        extra["beside"] = [(10 * time, time) for time in beside]
        extra["processor"] = taken
        taken = [10 * time for time in taken]
    return {"extra_info": extra, "stats": {"data": [t * 1e-8 for t in taken]}}


def served(figure: str, taken: list[float], beside: list[float], **more: Any) -> dict[str, Any]:
    known = {"cpu": taken, "beside_cpu": beside, "busy": [0.5] * len(taken), "pinned": True}
    return entry(f"service.{figure}", taken, beside, **(known | more))


def test_the_best_turn_stands_for_a_figure() -> None:
    figure = Figure.of("move", [30.0, 20.0, 70.0])
    assert figure == Figure("move", 20.0, 30.0)
    assert figure.rate == 5e7


def test_a_ratio_is_of_rates_and_pairs_keep_together() -> None:
    ratio = compare("ours / theirs", [100.0, 300.0, 100.0], [50.0, 100.0, 200.0])
    assert (ratio.best, ratio.paired) == (2.0, 2.0)
    assert ratio.met is None


@pytest.mark.parametrize(("by_pairs", "value", "met"), [(False, 0.9, True), (True, 0.8, False)])
def test_a_floor_holds_for_the_best_or_for_the_pairs(
    by_pairs: bool, value: float, met: bool
) -> None:
    ratio = Ratio("", 0.9, 0.8, least=0.85, by_pairs=by_pairs)
    assert (ratio.value, ratio.met) == (value, met)


def test_suites_of_each_game_are_kept_apart() -> None:
    results = Results(games=["solar", "sept_solines"])
    results.add_benchmarks(
        [
            entry("solar.python.playouts_1", [200.0, 220.0], [190.0, 200.0]),
            entry("sept_solines.python.playouts_1", [100.0, 110.0], [50.0, 70.0]),
            entry("sept_solines.python.apply", [400.0, 500.0], []),
        ]
    )
    assert results.figures["solar.python.playouts_1"].best == pytest.approx(200.0)
    assert results.figures["sept_solines.python.apply"].median == pytest.approx(450.0)
    assert results.ratios["solar.playouts"].value == pytest.approx(0.95)
    assert results.ratios["sept_solines.playouts"].value == pytest.approx(0.5)
    assert set(results.ratios) == {"solar.playouts", "sept_solines.playouts"}


def test_two_threads_are_measured_by_the_clock() -> None:
    results = Results()
    results.add_benchmarks([entry("solar.python.playouts_2", [80.0], [90.0])])
    assert results.figures["solar.python.playouts_2"].best == pytest.approx(800.0)
    one, two = ({"unit": "move", "ns": [ns], "cpu": [1.0]} for ns in (100.0, 60.0))
    results.add_native("solar", {"playouts_1": one, "playouts_2": two})
    assert results.figures["solar.cpp.playouts_1"].best == 1.0
    assert results.figures["solar.cpp.playouts_2"].best == 60.0


def test_the_service_is_compared_by_the_clock_and_in_processor_time() -> None:
    results = Results()
    results.add_benchmarks(
        [served("validate_one_code", [100.0], [80.0], beside_cpu=[90.0], busy=[0.7])]
    )
    clock, spent = (
        results.ratios["service.validate_one"],
        results.ratios["service.validate_one_cpu"],
    )
    assert (clock.value, clock.both_cores, clock.met) == (pytest.approx(0.8), True, False)
    assert (spent.value, spent.both_cores, spent.met) == (pytest.approx(0.9), False, True)
    assert results.busiest_client == 0.7
    assert results.figures["service.validate_one_code.yardstick"].best == 80.0


def test_a_generator_that_shares_cores_is_not_taken_for_a_bottleneck() -> None:
    results = Results()
    results.add_benchmarks([served("packed_4096_free", [100.0], [90.0], busy=[1.0], pinned=False)])
    assert results.busiest_client == 0.0
    assert results.ratios["service.packed_4096_free"].met is True
    assert results.ratios["service.packed_4096_free_cpu"].least is None


def test_two_workers_are_measured_without_what_the_generator_takes() -> None:
    """One worker: 60 µs a request. Two on what is left of two cores, with a generator that is busy
    for 0.4 of one: 1.6 cores, so 37.5 µs a request."""
    results = Results()
    results.add_benchmarks(
        [served("workers_2", [37.5], [60.0], cpu=[60.0], beside_cpu=[60.0], busy=[0.4])]
    )
    ratios = {name: ratio.value for name, ratio in results.ratios.items()}
    assert ratios == {
        "service.workers": pytest.approx(1.6),
        "service.workers_share": pytest.approx(2.0),
        "service.workers_cpu": pytest.approx(2.0),
    }


def test_work_lost_between_workers_shows_in_processor_time() -> None:
    results = Results()
    results.add_benchmarks([served("workers_2", [50.0], [60.0], cpu=[80.0], beside_cpu=[60.0])])
    assert results.ratios["service.workers_cpu"].value == pytest.approx(1.5)
    assert results.ratios["service.workers_cpu"].met is False


def test_threads_by_the_clock_need_both_cores_and_in_processor_time_do_not() -> None:
    results = Results()
    one = {"unit": "move", "ns": [100.0], "cpu": [100.0]}
    two = {"unit": "move", "ns": [80.0], "cpu": [105.0]}
    results.add_native("solar", {"playouts_1": one, "playouts_2": two})
    results.add_threads()
    clock, spent = (
        results.ratios["solar.playouts_threads"],
        results.ratios["solar.playouts_threads_cpu"],
    )
    assert (clock.value, clock.met, clock.both_cores) == (pytest.approx(1.25), False, True)
    assert (spent.value, spent.met, spent.both_cores) == (pytest.approx(200 / 105), True, False)


def test_every_game_has_a_floor_of_its_own() -> None:
    for game in arbitre.games():
        first, *rest = floors(game)
        assert first.as_rate and 1e9 / first.limit == pytest.approx(RATES[game][2])
        assert rest and not any(floor.as_rate for floor in FLOORS)


def test_no_figure_has_two_floors() -> None:
    for game in arbitre.games():
        figures = [floor.figure for floor in floors(game)]
        assert len(set(figures)) == len(figures)


def test_a_game_without_a_rate_is_held_to_what_all_are() -> None:
    assert [floor.as_rate for floor in floors("chess")] == [False] * (
        len(list(floors("solar"))) - 1
    )


def test_no_figure_is_compared_twice() -> None:
    for pairs in (PAIRED, SERVED):
        figures = [pair.figure for pair in pairs.values()]
        assert len(set(figures)) == len(figures)
