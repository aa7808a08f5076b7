"""The wire form of states, written down once more: a header of 24 bytes, then the state.

Tests need it to put a correct checksum on bytes that no engine has written.
"""

from __future__ import annotations

import struct

import numpy as np
import numpy.typing as npt

from arbitre import Game, State

# Magic, game, version, reserved, length of the body, checksum of all that and of the body.
HEADER = struct.Struct("<IIHHIQ")

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
E = 0xB7E151628AED2A6B
PI = 0x243F6A8885A308D3


def multiply_fold(a: int, b: int) -> int:
    product = a * b
    return (product ^ product >> 64) & MASK


def mix(a: int, b: int) -> int:
    return multiply_fold(a ^ GOLDEN, multiply_fold(b ^ E, PI))


def hash_bytes(data: bytes, seed: int = 0) -> int:
    state = seed ^ multiply_fold(len(data) ^ GOLDEN, E)
    other = state ^ PI
    at = len(data) // 32 * 32
    words = iter(struct.unpack_from(f"<{at // 8}Q", data))
    for a, b, c, d in zip(words, words, words, words, strict=True):
        # Written out, for here go the thousands of records that tests put a checksum on.
        product = (a ^ GOLDEN) * (b ^ state)
        state = (product ^ product >> 64) & MASK
        product = (c ^ E) * (d ^ other)
        other = (product ^ product >> 64) & MASK
    if len(data) - at >= 16:
        a, b = struct.unpack_from("<2Q", data, at)
        state = multiply_fold(a ^ GOLDEN, b ^ state)
        at += 16
    low = int.from_bytes(data[at : at + 8], "little")
    high = int.from_bytes(data[at + 8 :], "little")
    state = multiply_fold(low ^ PI, high ^ state)
    return multiply_fold(state ^ GOLDEN, other ^ E)


def seal(record: bytes) -> bytes:
    """The record with the checksum that belongs to the rest of it."""
    magic, game, version, reserved, length, _ = HEADER.unpack_from(record)
    body = record[HEADER.size :]
    checksum = hash_bytes(body, mix(magic << 32 | game, version << 48 | length))
    return HEADER.pack(magic, game, version, reserved, length, checksum) + body


def body_of(state: State) -> bytes:
    """The state without the header."""
    return state.to_bytes()[HEADER.size :]


def with_body(state: State, body: bytes) -> bytes:
    """A record like that of the state, but with this body and a correct checksum."""
    return seal(state.to_bytes()[: HEADER.size] + body)


def as_record(game: Game, body: bytes) -> npt.NDArray[np.void]:
    """A body as one NumPy record, byte for byte."""
    return np.frombuffer(body, dtype=game.state_dtype)
