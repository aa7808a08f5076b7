"""Pictures of a run."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench.figures import Figure, Peer, Ratio, Results

from bench import plots


@pytest.fixture
def results() -> Results:
    """Two games, two peers and a service."""
    run = Results(games=["sept_solines", "solar"])
    for game, slow in (("sept_solines", 1), ("solar", 5)):
        for _, _, name in plots.CALLS:
            if name != "cpp.adjudicate":
                run.figures[f"{game}.{name}"] = Figure("call", 100.0 * slow, 120.0 * slow)
    for number, kind in enumerate(("playouts", "perft"), 1):
        theirs, ours = Figure("move", 900.0, 1000.0), Figure("move", 90.0, 100.0 * number)
        run.peers.append(Peer(f"peer {number}", kind, theirs, ours, 10.0 / number))
    run.ratios["service.packed_256"] = Ratio("packed 256", 0.5, 0.4, least=0.45, by_pairs=True)
    run.ratios["service.packed_256_cpu"] = Ratio("packed 256, processor time", 0.6)
    run.ratios["solar.perft"] = Ratio("perft", 0.99)
    return run


def test_each_game_has_a_panel_with_what_was_measured(results: Results) -> None:
    first, second = plots.engine(results)
    assert first.title.startswith("sept_solines") and second.title.startswith("solar")
    assert len(first.bars) == len(plots.CALLS) - 1
    assert first.bars[0] == plots.Bar("C++: validate", 1e7, plots.DARK, "10 M/s")


def test_peers_stand_beside_work_of_their_kind(results: Results) -> None:
    games, tree = plots.peers(results)
    assert [bar.what for bar in games.bars] == ["arbitre, sept_solines", "arbitre, solar", "peer 1"]
    assert [bar.value for bar in games.bars] == pytest.approx([1e7, 1e9 / 600, 1e6])
    assert [bar.what for bar in tree.bars] == ["arbitre, sept_solines", "peer 2"]


def test_the_service_is_shown_with_its_floors(results: Results) -> None:
    clock, processor = plots.service(results)
    assert [(bar.what, bar.value, bar.least) for bar in clock.bars] == [("packed 256", 0.4, 0.45)]
    assert [(bar.what, bar.value, bar.least) for bar in processor.bars] == [
        ("packed 256", 0.6, None)
    ]


def test_pictures_are_the_same_each_time(results: Results, tmp_path: Path) -> None:
    drawn = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        drawn.append([path.read_bytes() for path in plots.draw_all(results, folder)])
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == len(plots.PICTURES)
    for picture in drawn[0]:
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", plots.PICTURES)
def test_bars_and_words_keep_within_the_picture(results: Results, name: str) -> None:
    panels_of, logarithmic = plots.PICTURES[name]
    with plots.style():
        picture = plots.compose(panels_of(results), logarithmic=logarithmic)
        picture.draw_without_rendering()
        box = picture.get_tightbbox()
    width, height = picture.get_size_inches()
    assert box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height


def test_what_was_not_measured_is_not_drawn(results: Results, tmp_path: Path) -> None:
    results.peers.clear()
    names = [path.name for path in plots.draw_all(results, tmp_path)]
    assert names == ["bench-engine.svg", "bench-service.svg"]


@pytest.mark.parametrize(
    ("value", "said"),
    [(1, "1"), (100, "100"), (1e3, "1 k"), (1e5, "100 k"), (1e8, "100 M"), (1e9, "1 G")],
)
def test_ticks_of_a_logarithmic_axis(value: float, said: str) -> None:
    assert plots.magnitude(value) == said
