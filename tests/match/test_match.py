"""Matches: playing, going back, forking, saving and going on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arbitre
from arbitre import CHANCE, LogError, Match, Rejected, SetupError
from arbitre.game import Chance
from support.effort import so_many
from support.games import Setup, all_games, game, setups
from support.matches import advance, finished, match_of, played_to

each_chance = pytest.mark.parametrize("chance", ["auto", "manual"])


def snapshot(match: Match) -> tuple[Any, ...]:
    """All that a match shows."""
    return match.state, match.events, match.moves, match.log


# --- playing ---


@each_chance
def test_a_match_is_the_game_played_step_by_step(setup: Setup, chance: Chance) -> None:
    match = match_of(setup, 3, chance)
    state, events, moves = setup.start(3, chance)
    dice = random.Random(3)
    while state.to_act:
        seat, code = advance(setup.game, state, dice)
        state, more, played = setup.game._advance(state, seat, code)
        assert match.play(seat, code) == more
        events, moves = events + more, moves + played
        assert match.state == state
    assert (match.events, match.moves) == (events, moves)
    assert len(match.moves) == match.state.ply


def test_same_seed_same_match(setup: Setup) -> None:
    assert finished(match_of(setup, 5), 5).log == finished(match_of(setup, 5), 5).log
    assert match_of(setup, 5).state != match_of(setup, 6).state


def test_refused_moves_leave_everything_as_it_was(setup: Setup) -> None:
    match = played_to(match_of(setup, 1), 1, decisions=6)
    match.undo()
    before = snapshot(match)
    refusals: list[tuple[int, Any]] = [
        (match.state.to_act[0], setup.game.action_count),
        (match.state.to_act[0], {"kind": "no such move"}),
        (77, 0),
        (CHANCE, 0),
    ]
    for seat, move in refusals:
        with pytest.raises(Rejected):
            match.play(seat, move)
    assert snapshot(match) == before
    assert match.redo() != []


def test_bad_set_ups_are_refused() -> None:
    solines = game("sept_solines")
    with pytest.raises(SetupError, match="BAD_PLAYERS"):
        Match(solines, 9)
    with pytest.raises(SetupError, match="UNKNOWN_OPTION"):
        Match(solines, 2, colour="blue")
    with pytest.raises(ValueError, match="chance"):
        Match(solines, 2, chance="dice")  # type: ignore[arg-type]


def test_what_a_match_gives_away_is_not_itself() -> None:
    variants = {"rounds": 1}
    match = Match(game("sept_solines"), 2, 1, variants=variants)
    events = match.play(match.state.to_act[0], {"kind": "take", "place": 0})
    before = snapshot(match)
    for given_away in (events, match.events, match.moves, variants):
        given_away.clear()
    assert snapshot(match) == before


def test_it_says_what_it_is() -> None:
    match = Match(game("sept_solines"), 2, 7)
    seat = match.state.to_act[0]
    assert repr(match) == f"<Match sept_solines players=2 moves=8 to act {seat}>"
    assert repr(finished(match, 1)).endswith(" over>")
    assert (match.players, match.chance, match.game.name) == (2, "auto", "sept_solines")


# --- ways back ---


@each_chance
def test_undo_and_redo_are_inverses(setup: Setup, chance: Chance) -> None:
    match = match_of(setup, 2, chance)
    dice, history = random.Random(2), [snapshot(match)]
    while match.state.to_act and len(history) < 40:
        match.play(*advance(setup.game, match.state, dice))
        history.append(snapshot(match))
    assert match.redo() == []
    taken = []
    for before in reversed(history[:-1]):
        taken.append(match.undo())
        assert snapshot(match) == before
    assert match.undo() == []
    assert snapshot(match) == history[0]
    for after in history[1:]:
        assert match.redo() == taken.pop()
        assert snapshot(match) == after
    assert match.redo() == []


def test_undo_takes_back_a_move_with_its_draws() -> None:
    solines = game("sept_solines")
    match = Match(solines, 2, 7)
    seat = match.state.to_act[0]
    match.play(seat, {"kind": "take", "place": 3})
    (first, move), (second, draw) = match.undo()
    assert (first, move.kind, second, draw.kind) == (seat, "take", CHANCE, "draw_card")
    assert len(match.moves) == 8, "the set-up can't be undone"

    manual = Match(solines, 2, 7, chance="manual")
    assert manual.state.to_act == (CHANCE,)
    manual.play(CHANCE, {"kind": "draw_card", "card": 4})
    assert [(seat, dict(move)) for seat, move in manual.undo()] == [
        (CHANCE, {"kind": "draw_card", "card": 4})
    ]


def test_the_same_move_meets_the_same_luck(setup: Setup) -> None:
    match = played_to(match_of(setup, 4), 4, decisions=3)
    after = snapshot(match)
    seat, move = match.undo()[0]
    match.play(seat, move)
    assert snapshot(match) == after


def test_a_new_move_ends_what_could_be_redone(setup: Setup) -> None:
    match = played_to(match_of(setup, 4), 4, decisions=4)
    match.undo()
    match.undo()
    played_to(match, 9, decisions=1)
    assert match.redo() == []


# --- forks ---


def same_start(one: Match, other: Match, ply: int) -> bool:
    return one.moves[:ply] == other.moves[:ply] and one.log.entries[:ply] == other.log.entries[:ply]


@each_chance
def test_a_fork_has_the_same_start_and_goes_on_by_itself(setup: Setup, chance: Chance) -> None:
    match = finished(match_of(setup, 6, chance), 6)
    before = snapshot(match)
    for ply in range(0, len(match.moves) + 1, max(7, len(match.moves) // so_many(3, 40))):
        fork = match.fork(ply, seed=ply)
        assert same_start(match, fork, ply)
        assert len(fork.moves) >= ply
        assert fork.state.ply == len(fork.moves)
        assert fork.chance == chance
        assert chance == "manual" or CHANCE not in fork.state.to_act, "draws that are due are made"
        assert finished(fork, ply).state.over
        assert fork.state.players == setup.players
    assert snapshot(match) == before


def test_a_fork_at_a_draw_draws_anew() -> None:
    match = Match(game("sept_solines"), 2, 7)
    match.play(match.state.to_act[0], {"kind": "take", "place": 0})
    drawn = {match.fork(9, seed).moves[9][1].card for seed in range(60)}
    assert len(drawn) > 10
    assert {len(match.fork(9, seed).moves) for seed in range(5)} == {10}
    assert match.fork(9, 1).log == match.fork(9, 1).log
    assert len({match.fork(0, seed).state for seed in range(5)}) == 5


def test_a_fork_undoes_like_its_match() -> None:
    match = finished(Match(game("sept_solines"), 3, 7), 7)
    fork = match.fork(len(match.moves), seed=1)
    while taken := match.undo():
        assert fork.undo() == taken
    assert fork.undo() == []
    assert fork.events == match.events


@pytest.mark.parametrize("ply", [-1, 9, 10**9])
def test_there_is_no_fork_where_nothing_was_played(ply: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 8, the moves played"):
        Match(game("sept_solines"), 2, 7).fork(ply)


# --- saving and going on ---


@given(
    st.sampled_from([setup for name in all_games() for setup in setups(name)]),
    st.integers(0, 2**64 - 1),
    st.sampled_from(["auto", "manual"]),
    st.integers(0, 200),
)
def test_a_saved_match_is_verified_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory,
    setup: Setup,
    seed: int,
    chance: Chance,
    decisions: int,
) -> None:
    match = played_to(match_of(setup, seed, chance), seed, decisions)
    path = tmp_path_factory.mktemp("logs") / "match.arblog"
    match.save(path)
    found = Match.verify(path, setup.game)
    assert found and found.ok and found.difference is None
    assert (found.moves, found.end) == (len(match.moves), match.log.end)

    loaded = Match.load(path, setup.game, seed=1)
    assert (loaded.moves, loaded.events, loaded.log) == (match.moves, match.events, match.log)
    assert (loaded.chance, loaded.state.ply) == (chance, match.state.ply)
    assert setup.game.document(loaded.state) == setup.game.document(match.state)
    assert finished(loaded, 1).state.over
    loaded.save(path)
    assert Match.verify(path, setup.game)


def test_a_loaded_match_has_luck_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    match = Match(game("sept_solines"), 2, 7)
    match.save(path)
    take = {"kind": "take", "place": 0}
    seat = match.state.to_act[0]

    def drawn(seed: int | None) -> int:
        loaded = Match.load(path, seed=seed)
        loaded.play(seat, take)
        card: int = loaded.moves[-1][1].card
        return card

    assert drawn(1) == drawn(1)
    assert len({drawn(seed) for seed in range(60)}) > 10
    assert len({drawn(None) for _ in range(60)}) > 1


def test_a_loaded_match_undoes_like_before(tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    match = finished(Match(game("sept_solines"), 2, 7), 3)
    match.save(path)
    loaded = Match.load(path)
    while taken := match.undo():
        assert loaded.undo() == taken
        assert loaded.events == match.events
    assert loaded.undo() == []


def test_a_match_under_house_rules_needs_its_game(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("[params]\nriver_size = 5\n", encoding="utf-8")
    house = arbitre.load("sept_solines", content=tmp_path / "house.toml")
    path = tmp_path / "match.arblog"
    match = finished(Match(house, 2, 7), 7)
    match.save(path)
    assert Match.verify(path, house)
    assert Match.load(path, house).moves == match.moves
    own = game("sept_solines")
    with pytest.raises(LogError) as caught:
        Match.load(path)
    assert (caught.value.code, caught.value.ply) == ("LOG_RULES", 0)
    assert house.digest in str(caught.value) and own.digest in str(caught.value)
    assert Match.verify(path).difference is not None


def test_a_file_is_written_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.arblog"
    path.write_bytes(b"precious")
    match = Match(game("sept_solines"), 2, 7)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", fail)
        with pytest.raises(OSError, match="No space left"):
            match.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.arblog"]
    assert path.read_bytes() == b"precious"
    match.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.arblog"]
    assert Match.verify(path)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "match.arblog", tmp_path / "latest"
    target.touch()
    link.symlink_to(target)
    Match(game("sept_solines"), 2, 7).save(link)
    assert link.is_symlink() and Match.verify(target)


def test_missing_files_are_the_caller_s_to_handle(tmp_path: Path) -> None:
    for use in (Match.load, Match.verify):
        with pytest.raises(FileNotFoundError):
            use(tmp_path / "nothing")
    with pytest.raises(FileNotFoundError) as caught:
        Match(game("sept_solines"), 2, 7).save(tmp_path / "nowhere" / "match.arblog")
    assert caught.value.filename == str(tmp_path / "nowhere" / "match.arblog")
