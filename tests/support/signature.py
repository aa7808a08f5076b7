"""The behaviour signature: one hash over all recorded matches, played anew.

It changes when the same moves lead to other positions, other scores or other winners, or when
matches are recorded anew. A pytest plugin as well: it prints the signature at the end of a run.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arbitre import ArbitreError
from arbitre.replay import positions, read

from .games import game

TESTS = Path(__file__).parents[1]
REPLAYS = TESTS / "replays"
CHANGELOG = TESTS.parent / "CHANGELOG.md"


def replays(name: str = "*") -> list[Path]:
    """The recorded matches of a game or of all, in the order of the signature."""
    return sorted(REPLAYS.glob(f"{name}/*.arblog"))


@cache
def signature() -> str:
    """The hash over every position and every end."""
    digest = hashlib.sha256()
    for path in replays():
        for part in _parts(path):
            digest.update(part)
    return digest.hexdigest()[:16]


def _parts(path: Path) -> Iterator[bytes]:
    log = read(path)
    header = log.header
    moves = ((entry.seat, entry.move) for entry in log.entries)
    state = None
    for _, _, _, state, _ in positions(game(header.game), header.players, header.options, moves):
        yield state.fingerprint.to_bytes(8, "little")
    assert state is not None
    yield f"{state.over} {state.scores} {state.winners}".encode()


def promised() -> str:
    """The signature of the changelog: that of its newest entry that changed it."""
    said = re.findall(r"^Signature: ([0-9a-f]{16})\b", CHANGELOG.read_text(encoding="utf-8"), re.M)
    return said[0] if said else ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the signature, and whether the changelog tells it."""
    try:
        found = signature()
    except (ArbitreError, OSError) as error:
        terminalreporter.write_line(f"Behaviour signature: none ({error})", red=True)
        return
    same = found == promised()
    told = "" if same else f", while CHANGELOG.md says {promised() or 'none'}"
    terminalreporter.write_line(f"Behaviour signature: {found}{told}", yellow=not same)
