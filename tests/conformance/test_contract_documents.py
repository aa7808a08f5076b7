"""Documents: the whole position in words, there and back, and what `build` says of a bad one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from arbitre import DocumentError, Game, State
from support.effort import so_many
from support.games import LONG_GAME, Setup, setups
from support.pointers import changed, escape, pointers, read, without
from support.walks import (
    MODES,
    assert_legal_is_what_validate_accepts,
    codes_to_try,
    pick,
    walk,
    walks,
)

IMPOSSIBLE = ("no such word", -1_000_000, 1 << 40, 1 << 70)
WRONG: tuple[Any, ...] = (*IMPOSSIBLE, 0.5, True, [], {}, None, b"")


def plain(value: Any) -> bool:
    """Whether a value is made of what JSON and msgpack have, and of exactly those types."""
    if type(value) is dict:
        return all(type(key) is str and plain(inner) for key, inner in value.items())
    if type(value) is list:
        return all(plain(inner) for inner in value)
    return value is None or type(value) in (str, int, bool)


def documents(setup: Setup, n: int) -> list[dict[str, Any]]:
    """Documents from over the course of a game."""
    return [setup.game.document(state) for state in walk(setup, 3, "manual").some_states(n)]


def test_documents_are_plain_data(setup: Setup) -> None:
    for played in walks(setup)[:4]:
        for state in played.judged:
            document = setup.game.document(state)
            assert type(document) is dict
            assert plain(document)
            assert json.loads(json.dumps(document)) == document
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(document)) == document
            seats = document["players"]
            players = len(seats) if isinstance(seats, list) else seats
            assert (document["game"], players) == (setup.game_name, setup.players)


def test_documents_are_the_whole_position(setup: Setup) -> None:
    """At every ply: building a document gives back the document and the same game."""
    game = setup.game
    for played in walks(setup):
        for state in played.judged:
            document = game.document(state)
            built = game.build(document, chance=state.chance, seed=1)
            assert game.document(built) == document
            # Moves are counted anew, unless the document says how many there were.
            assert built.ply == document.get("ply", 0)
            assert (built.viewer, built.chance) == (None, state.chance)
            assert (built.to_act, built.scores) == (state.to_act, state.scores)
            assert (built.over, built.winners) == (state.over, state.winners)
            for seat in state.to_act:
                assert game.legal(built, seat).tolist() == game.legal(state, seat).tolist()


def test_a_built_position_plays_on_like_the_one_it_was_written_from(setup: Setup) -> None:
    game = setup.game
    played = walk(setup, 1, "manual")
    half = len(played.plies) // 2
    state = game.build(game.document(played.plies[half].before), chance="manual")
    for ply in played.plies[half:]:
        state, events = game.step(state, ply.seat, ply.code)
        assert game.document(state) == game.document(ply.after)
        assert events == ply.events


def test_seed_and_mode_of_chance_are_no_part_of_a_document(setup: Setup) -> None:
    game = setup.game
    document = documents(setup, 5)[2]
    built = [game.build(document, chance=chance, seed=seed) for chance in MODES for seed in (1, 2)]
    assert len(set(built)) == 4
    assert game.build(document, chance="manual", seed=2) == built[3]
    assert game.build(document, seed=2) == built[1]
    for state in built:
        assert game.document(state) == document
    assert len({state.fingerprint for state in built}) == 1


def test_positions_have_one_fingerprint_each(setup: Setup) -> None:
    """Whoever played chance: equal documents have equal fingerprints, others have others."""
    game = setup.game
    found: dict[int, dict[str, Any]] = {}
    for played in walks(setup)[:4]:
        for state in played.judged:
            document = game.document(state)
            assert game.build(document, seed=7).fingerprint == state.fingerprint
            assert found.setdefault(state.fingerprint, document) == document


def test_equal_documents_have_equal_bytes(setup: Setup) -> None:
    """The order of keys is nothing, and neither is the way that led to the position."""
    game = setup.game
    for document in documents(setup, 6):
        backwards = dict(reversed(list(document.items())))
        assert game.build(backwards, seed=3) == game.build(document, seed=3)


# --- documents that are none ---


def option_pointers(game: Game, document: dict[str, Any]) -> dict[str, str]:
    """Where the options stand in a document: in their group, in `options`, or by themselves. One
    that follows from the rest of the position stands nowhere."""
    found = {}
    for option in game.options.values():
        for group in (option.group, "options", ""):
            inside = document.get(group) if group else document
            if isinstance(inside, dict) and option.name in inside:
                found[option.name] = f"/{group}/{option.name}" if group else f"/{option.name}"
                break
    return found


def optional_pointers(game: Game, document: dict[str, Any]) -> set[str]:
    """Options may be left out of a document and then have their default; so may the count of moves,
    which is then 0."""
    found = set(option_pointers(game, document).values())
    return found | {pointer.rpartition("/")[0] for pointer in found} - {""} | {"/ply"}


HOLDS = {
    "vitorian_wars": re.compile(
        r"/grid/\w+|.*/(deck|hand|discard|removed|convoy_pool|pile|ready|exhausted|looked|mods)/\w+"
    )
}
"""Maps that hold what there is. An entry less is another position, or what goes with it is at
fault."""


def test_a_missing_key_is_named(setup: Setup) -> None:
    game = setup.game
    holds = HOLDS.get(setup.game_name)
    for document in documents(setup, 4):
        optional = optional_pointers(game, document)
        for pointer, _ in pointers(document):
            damaged = without(document, pointer)
            if pointer in optional:
                assert isinstance(outcome(game, damaged), dict | str)
            elif isinstance(read(document, pointer.rpartition("/")[0]), dict):
                # Without an entry some maps are those of another position.
                found = outcome(game, damaged)
                if holds and holds.fullmatch(pointer):
                    assert isinstance(found, str) or found == damaged
                else:
                    assert found in (pointer, damaged)
            else:  # with an element less a list may be that of another position
                found = outcome(game, damaged)
                assert isinstance(found, str) or found == damaged


def test_an_option_left_out_has_its_default(setup: Setup) -> None:
    game = setup.game
    for document in documents(setup, 4):
        # A group that holds nothing may be left out as well.
        groups = {option.group for option in game.options.values() if option.group}
        whole = {**{group: {} for group in groups}, **document}
        for option in game.options.values():
            pointer = option_pointers(game, document).get(option.name)
            if pointer is None and not option.group:
                continue
            pointer = pointer or f"/{option.group}/{option.name}"
            given = changed(whole, pointer, option.default)
            rest = without(given, pointer)
            assert outcome(game, rest) == outcome(game, given)


def outcome(game: Game, document: Any) -> Any:
    """The document that is built, or the pointer of the error."""
    try:
        return game.document(game.build(document))
    except DocumentError as error:
        return error.pointer


def test_an_unknown_key_is_named(setup: Setup) -> None:
    game = setup.game
    for document in documents(setup, 3):
        for pointer, value in [("", document), *pointers(document)]:
            if not isinstance(value, dict):
                continue
            for key in ("surplus", "a/b~c", "", "Game"):
                at = f"{pointer}/{escape(key)}"
                with pytest.raises(DocumentError) as refused:
                    game.build(changed(document, at, 0))
                assert refused.value.pointer == at


def differs_in_kind(value: Any, wrong: Any) -> bool:
    """Whether no position can have `wrong` where this one has `value`."""
    if value is None or wrong is None:
        return False
    if type(wrong) is type(value):
        return wrong in IMPOSSIBLE
    return True


def test_a_wrong_value_is_named(setup: Setup) -> None:
    game, dice = setup.game, random.Random(str(setup))
    for document in documents(setup, 3):
        for pointer, value in pointers(document):
            for wrong in dice.sample(WRONG, so_many(1, len(WRONG))):
                damaged = changed(document, pointer, wrong)
                if differs_in_kind(value, wrong):
                    with pytest.raises(DocumentError) as refused:
                        game.build(damaged)
                    found = refused.value.pointer
                    assert found == pointer or found.startswith(f"{pointer}/"), wrong
                else:
                    assert isinstance(outcome(game, damaged), dict | str)


@pytest.mark.parametrize("nonsense", [None, 0, True, "", b"", [], [{}], {}, object(), {1: 2}])
def test_what_is_no_document_is_refused(game: Game, nonsense: Any) -> None:
    with pytest.raises(DocumentError):
        game.build(nonsense)


def test_another_game_and_other_players_are_refused(setup: Setup) -> None:
    document = documents(setup, 3)[1]
    with pytest.raises(DocumentError) as refused:
        setup.game.build(changed(document, "/game", "no_such_game"))
    assert refused.value.pointer == "/game"
    for players in (0, setup.game.players[0] - 1, 100):
        with pytest.raises(DocumentError) as refused:
            setup.game.build(changed(document, "/players", players))
        assert refused.value.pointer == "/players"


# --- positions that play has not reached ---


# Of a document with more values than this, so many are drawn; where games are long, fewer of them
# are played to the end.
MANY = 100


def some(items: list[Any], dice: random.Random, most: int = MANY) -> list[Any]:
    """The items, or a sample of many."""
    return items if len(items) <= most else dice.sample(items, most)


def neighbours(document: dict[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """Documents that differ in one or two numbers, words or flags."""
    leaves = [(p, v) for p, v in pointers(document) if not isinstance(v, dict | list)]
    for pointer, value in some(leaves, dice):
        if type(value) is int:
            yield changed(document, pointer, value + dice.choice((-9, -2, -1, 1, 2, 9)))
        elif type(value) is bool:
            yield changed(document, pointer, not value)
        elif value is None:
            yield changed(document, pointer, 0)
    for _ in range(60):
        (p, v), (q, w) = dice.sample(leaves, 2)
        if type(v) is type(w) is int:
            yield changed(changed(document, p, v + 1), q, w - 1)
        yield changed(changed(document, p, w), q, v)


def as_written(game: Game, document: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """A document without the options that are left out of `written`, if they have their default."""
    plain = dict(document)
    for option in game.options.values():
        group = plain.get(option.group) if option.group else plain
        left_out = option.name not in written.get(option.group, () if option.group else written)
        if group and left_out and group.get(option.name) == option.default:
            rest = {name: value for name, value in group.items() if name != option.name}
            plain = {**plain, option.group: rest} if option.group else rest
            if option.group and not rest:
                del plain[option.group]
    return plain


def builds(game: Game, document: dict[str, Any]) -> bool:
    try:
        game.build(document)
    except DocumentError:
        return False
    return True


def extremes(game: Game, document: dict[str, Any], dice: random.Random) -> Iterator[dict[str, Any]]:
    """For every number that may be another by itself: the largest and the least it may be."""
    numbers = [(p, v) for p, v in pointers(document) if type(v) is int]
    for pointer, value in some(numbers, dice, MANY if game.ply_bound <= LONG_GAME else MANY // 10):
        for sign in (-1, 1):
            reach, step = 0, 1
            while builds(game, changed(document, pointer, value + sign * step)):
                reach, step = step, 2 * step
            while step > 1:  # the limit lies between reach and the first step that was refused
                step //= 2
                if builds(game, changed(document, pointer, value + sign * (reach + step))):
                    reach += step
            if reach > 0:
                yield changed(document, pointer, value + sign * reach)


def assert_plays_to_the_end(game: Game, state: State, dice: random.Random) -> None:
    """Every state on the way is one that the engine itself takes back; so is its document, or one
    in so many where games are long."""
    start, every = state.ply, 1 if game.ply_bound <= LONG_GAME else 16
    while state.to_act:
        played = (state.ply - start) % (1 << 32)
        assert played <= game.ply_bound
        state = game.apply(state, *pick(game, state, dice, by_kind=True))
        assert game.from_bytes(state.to_bytes()) == state
        if played % every == 0 or state.over:
            document = game.document(state)
            assert game.document(game.build(document)) == document


def test_whatever_build_takes_is_a_position_of_the_game(game_name: str, game: Game) -> None:
    """It is written back as it was, judges like any other, and can be played to the end."""
    dice = random.Random(game_name)
    taken, every = 0, 8 if game.ply_bound <= LONG_GAME else 64
    for setup in setups(game_name):
        for document in documents(setup, so_many(3, 4)):
            for near in neighbours(document, dice):
                try:
                    state = game.build(near, chance="manual", seed=1)
                except DocumentError:
                    continue
                taken += 1
                assert game.document(state) == as_written(game, near, game.document(state))
                assert game.from_bytes(state.to_bytes()) == state
                codes = codes_to_try(game, state, dice)
                assert_legal_is_what_validate_accepts(game, state, codes)
                if taken % every == 0:
                    assert_plays_to_the_end(game, state, dice)
    assert taken > 100


def test_the_extremes_that_build_takes_can_be_played_to_the_end(game_name: str, game: Game) -> None:
    dice = random.Random(game_name)
    for setup in setups(game_name):
        for document in documents(setup, 4)[2:3]:
            for extreme in extremes(game, document, dice):
                state = game.build(extreme, chance="manual", seed=1)
                for _ in range(2):
                    assert_plays_to_the_end(game, state, dice)
