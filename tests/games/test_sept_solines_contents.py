"""Sept Solines with other tables: house rules need no other engine and keep every promise."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any, NamedTuple

import pytest

from arbitre import CHANCE, Game
from arbitre.game import remember
from reference import sept_solines as twin
from reference.sept_solines_kernels import TABLES, all_moves
from support.sept_solines import BOARDS, COLOURS, GAME, OK, seat_for_twin
from support.walks import assert_legal_is_what_validate_accepts, codes_to_try, pick


class Content(NamedTuple):
    """The same tables for the engine, as compiled rules, and for the twin."""

    game: Game
    tables: dict[str, Any]

    @property
    def moves(self) -> list[dict[str, Any]]:
        return all_moves(self.tables)


def colour_number(colour: str | None) -> int:
    return -1 if colour is None else COLOURS.index(colour)


def content_of(tables: dict[str, Any]) -> Content:
    """Compiled rules are text: a line for each row, and those of the game show the form."""
    head = GAME.rules.split("[params] value\n")[1].split("\n\n")[0].splitlines()
    numbers = dict(line.split() for line in head) | tables["params"]
    params = [f"{line.split()[0]} {numbers[line.split()[0]]}" for line in head]
    slots = [f"slot_{i}" for i in range(1, 8)]
    curve = zip(slots, tables["multipliers"], strict=True)
    boards = [
        " ".join([board["id"], *(str(colour_number(colour)) for colour in board["comments"])])
        for board in tables["boards"]
    ]
    cards = [
        f"card_{card['number']:02} {card['value']} {colour_number(card['dot'])}"
        for card in tables["cards"]
    ]
    sections = [
        ("[params] value", params),
        ("[colours]", COLOURS),
        ("[multipliers] value", [f"{slot} {value}" for slot, value in curve]),
        (f"[boards] {' '.join(slots)}", boards),
        ("[cards] value dot", cards),
    ]
    texts = ("\n".join([head, *lines]) for head, lines in sections)
    text = "\n\n".join(["arbitre-rules 1 sept_solines", *texts]) + "\n"
    return Content(remember(Game(text)), tables)


def random_tables(dice: random.Random) -> dict[str, Any]:
    tables: dict[str, Any] = deepcopy(dict(TABLES))
    river = dice.randint(2, 7)
    tables["params"].update(
        river_size=river,
        rounds=dice.randint(1, 5),
        cubes_per_player=dice.choice((0, 1, 7, 30, 80)),
        discs_per_colour=dice.choice((0, 1, 4, 12, 40)),
    )
    dots = dice.choice(((None, *COLOURS), COLOURS, ("green",), ("blue", "green"), (None,)))
    comments = dice.choice(((None, *COLOURS), COLOURS, ("green",), ("blue", "green")))
    reach = dice.choice((0, 4, 99))
    tables["cards"] = [
        {"number": n, "value": dice.randint(-reach, reach), "dot": dice.choice(dots)}
        for n in range(1, 1 + dice.randint(28, 31))
    ]
    tables["multipliers"] = [dice.randint(-9, 9) for _ in range(7)]
    tables["boards"] = [
        {"id": board, "comments": [dice.choice(comments) for _ in range(7)]} for board in BOARDS
    ]
    for row in tables["variants"]:
        if row["id"] == "rounds":
            row["default"] = tables["params"]["rounds"]
    return tables


def test_the_tables_of_the_game_give_its_rules() -> None:
    content = content_of(deepcopy(dict(TABLES)))
    assert content.game.rules == GAME.rules
    assert content.game.digest == GAME.digest


@pytest.mark.parametrize("seed", range(10))
def test_other_tables_are_played_like_the_twin_plays_them(seed: int) -> None:
    dice = random.Random(seed)
    content = content_of(random_tables(dice))
    game, tables = content.game, content.tables
    moves = content.moves
    assert [dict(game.move(code)) for code in range(game.action_count)] == moves
    players = 2 + seed % 2
    state = game.initial(players=players, seed=0, chance="manual")
    document = twin.initial(players, tables=tables)
    assert game.document(state) == document
    while state.to_act:
        seat, code = pick(game, state, dice, by_kind=True)
        actor = seat_for_twin(seat)
        verdicts = [twin.validate(document, actor, move, tables) for move in moves]
        legal = [code for code, verdict in enumerate(verdicts) if verdict == OK]
        assert game.legal(state, seat).tolist() == legal
        state, events = game.step(state, seat, code)
        document, happened = twin.apply(document, actor, moves[code], tables)
        assert game.document(state) == document
        assert [dict(event) for event in events] == happened
    assert list(state.winners) == document["winners"]


@pytest.mark.parametrize("seed", range(30))
def test_other_tables_keep_the_contract(seed: int) -> None:
    dice = random.Random(seed)
    game = content_of(random_tables(dice)).game
    rounds = dice.choice((1, 3, 5))
    variants = {"rounds": rounds, "blue_keeps_cubes": dice.random() < 0.5}
    state = game.initial(players=2 + seed % 2, seed=0, chance="manual", variants=variants)
    while state.to_act:
        assert state.ply < game.ply_bound
        codes = codes_to_try(game, state, dice)
        assert_legal_is_what_validate_accepts(game, state, codes)
        state = game.apply(state, *pick(game, state, dice, by_kind=True))
        assert game.from_bytes(state.to_bytes()) == state
        document = game.document(state)
        assert game.document(game.build(document)) == document


def green_everywhere() -> Game:
    """Every card of every table wins a green disc, which brings a turn without a card."""
    tables: dict[str, Any] = deepcopy(dict(TABLES))
    tables["params"]["discs_per_colour"] = 40
    for card in tables["cards"]:
        card["dot"] = "green"
    for board in tables["boards"]:
        board["comments"] = ["green"] * 7
    return content_of(tables).game


@pytest.mark.parametrize("players", [2, 3])
def test_the_longest_games_end_within_their_bound(players: int) -> None:
    """Everybody plays every disc that brings no card before taking one."""
    game = green_everywhere()
    state = game.initial(players=players, seed=1, variants={"rounds": 5})
    while state.to_act:
        seat = state.to_act[0]
        stalling = [move for move in game.moves(state, seat) if move.kind == "disc_green"]
        state = game.apply(state, seat, stalling[0] if stalling else 0)
    assert state.ply <= game.ply_bound


def test_states_of_other_tables_are_refused() -> None:
    other = green_everywhere()
    state = other.initial(players=2, seed=1, chance="manual")
    for call in (
        lambda: GAME.legal(state, CHANCE),
        lambda: GAME.apply(state, CHANCE, 217),
        lambda: GAME.validate_many(state, 0, 0),
        lambda: GAME.validate_many([state], 0, 0),
        lambda: GAME.validate_many(state.to_bytes(), 0, 0),
        lambda: GAME.document(state),
        lambda: GAME.from_bytes(state.to_bytes()),
        lambda: GAME.perft(state, 1),
        lambda: GAME.playouts(state, 1),
    ):
        with pytest.raises(Exception, match="UNKNOWN_RULES"):
            call()


def test_moves_of_other_tables_are_the_moves_they_name() -> None:
    """One card more shifts the codes; a move in words stays what it says, and hashes like it."""
    tables: dict[str, Any] = deepcopy(dict(TABLES))
    tables["cards"] += [{"number": 29, "value": 1, "dot": None}]
    other = content_of(tables).game
    words = {"kind": "disc_blue", "place": 1, "card": 3}
    here, there = GAME.move(words), other.move(words)
    assert here.code != there.code
    assert GAME.move(there) == here == there
    assert GAME.move(there).code == here.code
    assert hash(here) == hash(there)
