"""Bytes: states there and back, and bytes from strangers, which are judged and never crash."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from arbitre import SPECTATOR, Game, State, WireError
from support.games import Setup, setups
from support.walks import (
    assert_legal_is_what_validate_accepts,
    codes_to_try,
    pick,
    seats_to_try,
    walk,
    walks,
)
from support.wire import HEADER, as_record, body_of, seal, with_body

BLOBS = 10_000
FAULTS = {
    "WIRE_LENGTH",
    "WIRE_MAGIC",
    "WIRE_GAME",
    "WIRE_VERSION",
    "WIRE_CHECKSUM",
    "WIRE_INVARIANT",
    "UNKNOWN_RULES",
}


@cache
def states_of(name: str) -> list[State]:
    """States of every set-up of a game, observations among them."""
    found = []
    for setup in setups(name):
        for played in (walk(setup, 2, "auto"), walk(setup, 3, "manual")):
            some = played.some_states(12)
            found += some
            found += [setup.game.observe(state, 0) for state in some[::4]]
            found += [setup.game.observe(state, SPECTATOR) for state in some[1::4]]
    return found


def fault_of(game: Game, data: bytes) -> str:
    """The code of the refusal, or "" when the bytes are a state."""
    try:
        game.from_bytes(data)
    except WireError as error:
        assert error.code in FAULTS
        assert error.why
        return error.code
    return ""


# --- there and back ---


def test_bytes_give_back_the_state(setup: Setup) -> None:
    game = setup.game
    for played in walks(setup):
        for state in played.states:
            data = state.to_bytes()
            assert type(data) is bytes
            assert len(data) == game.state_size
            back = game.from_bytes(data)
            assert back == state
            assert hash(back) == hash(state)
            assert back.to_bytes() == data
            assert (back.ply, back.chance, back.to_act) == (state.ply, state.chance, state.to_act)


def test_a_state_from_bytes_plays_on_the_same(setup: Setup) -> None:
    for ply in walk(setup, 4, "auto").plies:
        back = setup.game.from_bytes(ply.before.to_bytes())
        assert setup.game.apply(back, ply.seat, ply.code) == ply.after


def test_any_buffer_of_the_bytes_will_do(game_name: str, game: Game) -> None:
    for state in states_of(game_name)[::50]:
        data = state.to_bytes()
        flat = np.frombuffer(data, dtype=np.uint8)
        padded = np.zeros(2 * len(data), dtype=np.uint8)
        padded[::2] = flat
        forms: list[Any] = [
            bytearray(data),
            memoryview(data),
            memoryview(b"x" + data)[1:],
            flat,
            flat.reshape(2, -1),
            padded[::2],
            memoryview(data[::-1])[::-1],
        ]
        assert [game.from_bytes(form) for form in forms] == [state] * len(forms)


def test_records_show_the_state_and_cannot_be_written(setup: Setup) -> None:
    game = setup.game
    for state in walk(setup, 0, "auto").some_states(6):
        record = state.array
        assert record.dtype == game.state_dtype
        assert record.shape == ()
        assert record.tobytes() == body_of(state)
        assert not record.flags.writeable
        assert int(record["head"]["ply"]) == state.ply
        assert int(record["head"]["players"]) == state.players
        assert f"{int(record['head']['digest']):016x}" == game.digest
        with pytest.raises(ValueError, match="read-only"):
            record["head"]["ply"] = 7


def bare_bytes(dtype: np.dtype[np.void]) -> int:
    """How many bytes of a record no field covers."""
    assert dtype.fields is not None
    covered = 0
    for field in dtype.fields.values():
        base, shape = field[0].subdtype or (field[0], ())
        inner = bare_bytes(base) if base.fields is not None else 0
        covered += int(np.prod(shape, dtype=int)) * (base.itemsize - inner)
    return dtype.itemsize - covered


def test_the_layout_covers_every_byte_of_a_record(game: Game) -> None:
    """NumPy copies fields; a byte that belongs to none is lost, and with it the state."""
    assert bare_bytes(game.state_dtype) == 0


def test_copied_records_are_judged_like_the_states_they_were_copied_from(
    game_name: str, game: Game
) -> None:
    states = states_of(game_name)
    zeros = np.zeros(len(states), dtype=np.uint32)
    expected = game.validate_many(states, 0, zeros)
    # Memory that was used before, as an allocator hands it out.
    copies = np.full(len(states) * game.state_dtype.itemsize, 0xAB, dtype=np.uint8)
    records = copies.view(game.state_dtype)
    for i, state in enumerate(states):
        records[i] = state.array
    for given in (records, records.copy(), records[::-1][::-1], np.stack(list(records))):
        assert_same_verdicts(game.validate_many(given, 0, zeros), expected)


def assert_same_verdicts(
    found: tuple[npt.NDArray[np.generic], ...], expected: tuple[npt.NDArray[np.generic], ...]
) -> None:
    assert [part.tolist() for part in found] == [part.tolist() for part in expected]


# --- bytes that are none ---


def test_the_checksum_is_that_of_the_wire_form(game_name: str) -> None:
    for state in states_of(game_name):
        assert seal(state.to_bytes()) == state.to_bytes()


def test_wrong_lengths_are_refused(game_name: str, game: Game) -> None:
    for state in states_of(game_name)[::40]:
        data = state.to_bytes()
        for length in range(len(data)):
            assert fault_of(game, data[:length])
            assert fault_of(game, data[length:] if length else data + b"\0")
        assert fault_of(game, data + data) == "WIRE_LENGTH"


def test_every_flipped_bit_is_noticed(game_name: str, game: Game) -> None:
    state = states_of(game_name)[len(states_of(game_name)) // 2]
    data = state.to_bytes()
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        assert fault_of(game, bytes(damaged))


def test_the_header_says_what_the_bytes_are(game_name: str, game: Game) -> None:
    data = states_of(game_name)[0].to_bytes()
    magic, name, version, reserved, length, checksum = HEADER.unpack_from(data)
    body = data[HEADER.size :]

    def fault(*header: int) -> str:
        return fault_of(game, seal(HEADER.pack(*header) + body))

    assert fault(magic, name, version, reserved, length, checksum) == ""
    assert fault(magic ^ 1, name, version, reserved, length, 0) == "WIRE_MAGIC"
    assert fault(magic, name ^ 1, version, reserved, length, 0) == "WIRE_GAME"
    assert fault(magic, name, version + 1, reserved, length, 0) == "WIRE_VERSION"
    assert fault(magic, name, version, 1, length, 0) == "WIRE_VERSION"
    assert fault(magic, name, version, reserved, length - 1, 0) == "WIRE_LENGTH"
    other_rules = bytes([body[0] ^ 1]) + body[1:]
    assert fault_of(game, with_body(states_of(game_name)[0], other_rules)) == "UNKNOWN_RULES"


def damaged_bodies(states: list[State], dice: random.Random) -> Iterator[tuple[State, bytes]]:
    """Bodies with a few bytes set, shifted, exchanged or taken from another state."""
    while True:
        state = dice.choice(states)
        body = bytearray(body_of(state))
        for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
            i, j = (dice.randrange(8, len(body)) for _ in range(2))
            match dice.randrange(7):
                case 0:
                    body[i] ^= 1 << dice.randrange(8)
                case 1:
                    body[i] = dice.choice((0, 1, 2, 3, 7, 127, 128, 253, 254, 255))
                case 2:
                    body[i], body[j] = body[j], body[i]
                case 3:  # keeps what is counted over several bytes
                    body[i], body[j] = (body[i] + 1) % 256, (body[j] - 1) % 256
                case 4:
                    low, high = sorted((i, j))
                    body[low:high] = body_of(dice.choice(states))[low:high]
                case 5:
                    bit = 1 << dice.randrange(8)
                    body[i] ^= bit
                    body[j] ^= bit
                case 6:
                    body[i : i + 4] = dice.randbytes(len(body[i : i + 4]))
        yield state, bytes(body)


def test_random_bytes_are_no_state(game_name: str, game: Game) -> None:
    dice = random.Random(game_name)
    for _ in range(BLOBS // 4):
        assert fault_of(game, dice.randbytes(dice.randrange(2 * game.state_size)))
        assert fault_of(game, dice.randbytes(game.state_size))
        header = states_of(game_name)[0].to_bytes()[: HEADER.size]
        body = dice.randbytes(game.state_size - HEADER.size)
        assert fault_of(game, header + body) == "WIRE_CHECKSUM"
        assert fault_of(game, seal(header + body)) == "UNKNOWN_RULES"


def test_bodies_from_strangers_are_judged_the_same_in_every_form(
    game_name: str, game: Game
) -> None:
    """With a correct checksum only the invariants stand between the bytes and the engine."""
    dice = random.Random(game_name)
    bodies = damaged_bodies(states_of(game_name), dice)
    seats = np.array(seats_to_try(game.players[-1]), dtype=np.uint8)
    played = accepted = 0
    for _, (state, body) in zip(range(BLOBS), bodies, strict=False):
        data = with_body(state, body)
        fault = fault_of(game, data)
        assert fault in ("", "WIRE_INVARIANT")
        actions = np.array([dice.randrange(game.action_count) for _ in seats], dtype=np.uint32)
        verdicts = []
        for form in (data, as_record(game, body)):
            try:
                verdicts.append(game.validate_many(form, seats, actions))
            except WireError as error:
                assert error.code == fault
                assert error.why.startswith("states, record 0: ")
        assert len(verdicts) == (0 if fault else 2)
        if fault:
            continue
        accepted += 1
        back = game.from_bytes(data)
        assert back.to_bytes() == data
        assert_same_verdicts(verdicts[0], verdicts[1])
        assert_same_verdicts(verdicts[0], game.validate_many(back, seats, actions))
        if back.viewer is None and game.document(back) != game.document(state):
            played += 1
            assert_is_a_position(game, back, dice, to_the_end=played <= 300)
    assert accepted > BLOBS // 100
    assert played > 0


def assert_is_a_position(
    game: Game, state: State, dice: random.Random, *, to_the_end: bool
) -> None:
    """A state that no play has reached obeys the laws that reached ones obey."""
    document = game.document(state)
    assert game.document(game.build(document)) == document
    assert_legal_is_what_validate_accepts(game, state, codes_to_try(game, state, dice))
    assert state.over is (state.to_act == ())
    assert all(len(game.legal(state, seat)) > 0 for seat in state.to_act)
    start = state.ply
    while to_the_end and state.to_act:
        assert (state.ply - start) % (1 << 32) <= game.ply_bound
        state = game.apply(state, *pick(game, state, dice, by_kind=True))
        assert game.from_bytes(state.to_bytes()) == state


def test_one_bad_record_of_many_is_named_and_nothing_is_judged(game_name: str, game: Game) -> None:
    states = states_of(game_name)[:1_200]
    bodies = [body_of(state) for state in states]
    n = len(states)
    for bad in (0, 1, n // 2, n - 1):
        broken = [*bodies]
        for later in range(bad, n, 7):
            broken[later] = bytes(len(bodies[0]))
        records = as_record(game, b"".join(broken))
        wire = b"".join(with_body(states[0], body) for body in broken)
        for threads in (1, 2):
            for form in (records, wire):
                with pytest.raises(WireError, match=f"record {bad}: ") as refused:
                    game.validate_many(form, 0, np.zeros(n, dtype=np.uint32), threads=threads)
                assert refused.value.code == "UNKNOWN_RULES"
